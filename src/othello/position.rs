//! A position as the search sees it: the side to move and its opponent, without colours.

use super::{Bitboard, Score, Square, flips, legal_moves};

/// The discs of the side to move and of the other side.
///
/// The two sets never share a square; any other arrangement is allowed, reachable or not: an empty board,
/// one side only, neither side with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    mover: Bitboard,
    opponent: Bitboard,
}

impl Position {
    /// The start of the game: the mover (black) has e4 and d5, the opponent d4 and e5.
    pub const START: Self =
        Self { mover: Bitboard(0x0000_0008_1000_0000), opponent: Bitboard(0x0000_0010_0800_0000) };

    /// The position with these discs; `None` where the two share a square.
    pub const fn new(mover: Bitboard, opponent: Bitboard) -> Option<Self> {
        if mover.meets(opponent) { None } else { Some(Self { mover, opponent }) }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn mover(&self) -> Bitboard {
        self.mover
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!(self.mover.0 | self.opponent.0))
    }

    /// How many squares have no disc (0..=64).
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empty().count()
    }

    /// The squares where the side to move may put a disc.
    #[inline]
    pub fn legal_moves(&self) -> Bitboard {
        legal_moves(self.mover, self.opponent)
    }

    /// The discs that turn over when the side to move plays the empty square `square`; none if it may not.
    #[inline]
    pub fn flips(&self, square: Square) -> Bitboard {
        flips(self.mover, self.opponent, square)
    }

    /// The position after a legal move, seen by the other side; `None` if the square is taken or flips nothing.
    pub fn play(&self, square: Square) -> Option<Self> {
        if !self.empty().contains(square) {
            return None;
        }
        let flipped = self.flips(square);
        (!flipped.is_empty()).then(|| self.after(square, flipped))
    }

    /// The position after a disc on `square` has turned `flipped` over, seen by the other side.
    ///
    /// `square` is empty and `flipped` is what [`Position::flips`] gives for it.
    #[inline]
    #[must_use]
    pub const fn after(&self, square: Square, flipped: Bitboard) -> Self {
        Self {
            mover: Bitboard(self.opponent.0 ^ flipped.0),
            opponent: Bitboard(self.mover.0 | flipped.0 | Bitboard::of(square).0),
        }
    }

    /// The same discs seen by the other side.
    #[inline]
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// Whether the side to move has no legal move and the other side has one.
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.passed().legal_moves().is_empty()
    }

    /// Whether neither side has a legal move.
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    /// The score if the game ends here, for the side to move.
    #[inline]
    pub const fn final_score(&self) -> Score {
        Score::of_counts(self.mover.count(), self.opponent.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_begins_with_d3_c4_f5_e6() {
        let names: Vec<String> = Position::START.legal_moves().map(|square| square.to_string()).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn the_shortest_wipe_out_scores_64() {
        let mut position = Position::START;
        for name in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            position = position.play(name.parse().unwrap()).unwrap();
        }
        assert!(position.is_over());
        assert_eq!(position.final_score(), Score::MIN);
        assert_eq!((position.mover().count(), position.opponent().count()), (0, 13));
    }

    #[test]
    fn odd_positions_are_positions() {
        let empty = Position::new(Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
        assert!(empty.is_over() && !empty.must_pass());
        let one_colour = Position::new(!Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
        assert!(one_colour.is_over());
        assert_eq!(one_colour.final_score(), Score::MAX);
        assert_eq!(Position::new(Bitboard(1), Bitboard(1)), None);
    }
}
