//! The evaluation: what a position is worth without searching it.
//!
//! [`Evaluation`] is the one interface the search knows. It travels down the tree beside the position, so that
//! a form of it may keep state that each move updates.
//!
//! The value is antisymmetric: exchanging the discs of the two sides negates it; and it is the same for the
//! eight images of a position under the symmetries of the board.

mod value;

pub use value::Value;

use crate::othello::{Bitboard, Position, Square};

/// The evaluation's own state for one position of the search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation;

impl Evaluation {
    /// The state for this position, made from nothing.
    pub fn new(_position: &Position) -> Self {
        Self
    }

    /// The state after the side to move has put a disc on `square` and turned `flipped` over.
    #[must_use]
    pub fn played(&self, _square: Square, _flipped: Bitboard) -> Self {
        *self
    }

    /// The state after the side to move has passed.
    #[must_use]
    pub fn passed(&self) -> Self {
        *self
    }

    /// The value of `position`, whose state this is, for its side to move.
    pub fn value(&self, position: &Position) -> Value {
        let mobility = position.legal_moves().count() as i32 - position.passed().legal_moves().count() as i32;
        Value::saturating(100 * mobility)
    }
}
