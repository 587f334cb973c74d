//! Which move first: the legal moves of a node with what makes each look promising.

use arrayvec::ArrayVec;

use super::table::Hash;
use crate::othello::{Bitboard, Position, Square};

/// A legal move, the position it leads to, and its promise: the higher the earlier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) flipped: Bitboard,
    pub(super) child: Position,
    /// The legal moves of the child.
    pub(super) replies: Bitboard,
    pub(super) promise: i32,
}

impl Candidate {
    pub(super) fn hash(&self) -> Hash {
        Hash::of(&self.child)
    }

    /// How free the reply is: the legal moves of the opponent, corners counted twice.
    pub(super) fn freedom(&self) -> i32 {
        (self.replies.count() + (self.replies & Bitboard::CORNERS).count()) as i32
    }
}

/// Promise of the move the table names, above all others.
const TABLE_MOVE: i32 = 1 << 30;

/// The legal moves of a position, taken out most promising first.
pub(super) struct Candidates<const N: usize = 64>(ArrayVec<Candidate, N>);

impl<const N: usize> Candidates<N> {
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Adds the moves of `position` to the squares of `moves`, each legal, in square order and without promise.
    #[inline]
    pub(super) fn fill(&mut self, position: &Position, moves: Bitboard) {
        for square in moves {
            let flipped = position.flips(square);
            let child = position.after(square, flipped);
            self.0.push(Candidate { square, flipped, child, replies: child.legal_moves(), promise: 0 });
        }
    }

    /// How many are left.
    pub(super) fn len(&self) -> usize {
        self.0.len()
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

    /// Takes out the most promising move left; which of equal ones is not promised.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<Candidate> {
        let (mut best, mut promise) = (None, i32::MIN);
        for (index, candidate) in self.0.iter().enumerate() {
            if candidate.promise > promise {
                (best, promise) = (Some(index), candidate.promise);
            }
        }
        best.and_then(|index| self.0.swap_pop(index))
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
