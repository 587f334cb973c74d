//! The rules of Othello and nothing else: squares, bitboards, flips, moves, positions, games, perft.
//!
//! This room knows no other room of the crate. Inside a [`Position`] there are only the *mover* and the
//! *opponent*; black and white appear in [`Game`], which keeps the history of one game.

mod bitboard;
mod color;
mod flip;
mod game;
mod last_disc;
mod moves;
mod perft;
mod position;
mod score;
mod square;
mod stable;
mod symmetry;

pub use bitboard::Bitboard;
pub use color::Color;
pub use flip::flips;
pub use game::{Game, MoveError, Outcome, ResignError, Turn, TurnRecord, UndoError};
pub use last_disc::last_flips;
pub use moves::legal_moves;
pub use perft::perft;
pub use position::Position;
pub use score::Score;
pub use square::Square;
pub use stable::{stable_discs, stable_edge_discs};
pub use symmetry::Symmetry;

/// Every path of this build against the others and against the rules: used by the tests of the crate.
#[doc(hidden)]
pub mod paths {
    pub use super::flip::paths as flips;
    pub use super::moves::paths as moves;
}
