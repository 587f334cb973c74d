//! Which move first: the legal moves of a node with what makes each look promising.

use arrayvec::ArrayVec;

use super::table::Hash;
use crate::othello::{Bitboard, Position, Square, legal_moves};

/// A legal move, the position it leads to, and its promise: the higher the earlier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) flipped: Bitboard,
    pub(super) child: Position,
    pub(super) promise: i32,
}

impl Candidate {
    pub(super) fn hash(&self) -> Hash {
        Hash::of(&self.child)
    }
}

/// Promise of the move the table names, above all others.
const TABLE_MOVE: i32 = 1 << 30;

/// The legal moves of a position, taken out most promising first.
pub(super) struct Candidates(ArrayVec<Candidate, 64>);

impl Candidates {
    /// The moves of `position` to the squares of `moves`, each legal, in square order and without promise.
    pub(super) fn of(position: &Position, moves: Bitboard) -> Self {
        Self(
            moves
                .map(|square| {
                    let flipped = position.flips(square);
                    Candidate { square, flipped, child: position.after(square, flipped), promise: 0 }
                })
                .collect(),
        )
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    /// Puts the moves that the table names before all others.
    pub(super) fn favour(&mut self, moves: [Option<Square>; 2]) {
        for candidate in &mut self.0 {
            if Some(candidate.square) == moves[0] {
                candidate.promise = TABLE_MOVE;
            } else if Some(candidate.square) == moves[1] {
                candidate.promise = TABLE_MOVE / 2;
            }
        }
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    /// The most promising move left; of equal ones the first in square order is not promised.
    #[inline]
    fn next(&mut self) -> Option<Candidate> {
        let best = (0..self.0.len()).max_by_key(|&index| self.0[index].promise)?;
        Some(self.0.swap_remove(best))
    }
}

/// Columns a to d and rows 1 to 4, and so on: the quadrants whose parity the ordering looks at.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The squares of the quadrants with an odd number of empties: whoever moves into one may have the last move
/// there.
#[inline]
pub(super) fn odd_quadrants(empty: Bitboard) -> Bitboard {
    Bitboard(QUADRANTS.into_iter().filter(|quadrant| (empty.0 & quadrant).count_ones() % 2 == 1).sum())
}

/// How free the side to move is: its moves, corners counted twice.
#[inline]
pub(super) fn weighted_mobility(position: &Position) -> i32 {
    let moves = legal_moves(position.mover(), position.opponent());
    (moves.count() + (moves & Bitboard::CORNERS).count()) as i32
}

/// Empty squares next to the discs of the opponent of the side to move: moves it may come to have.
#[inline]
pub(super) fn potential_mobility(position: &Position) -> i32 {
    (position.opponent().grown() & position.empty()).count() as i32
}

/// A first impression of a square, from the corners (best) to the X squares (worst).
#[inline]
pub(super) fn square_promise(square: Square) -> i32 {
    /// One quadrant, row by row from its corner.
    const PROMISE: [[i8; 4]; 4] = [[9, 1, 6, 5], [1, 0, 2, 3], [6, 2, 6, 4], [5, 3, 4, 4]];
    let folded = |line: u8| usize::from(line.min(7 - line));
    i32::from(PROMISE[folded(square.row())][folded(square.column())])
}
