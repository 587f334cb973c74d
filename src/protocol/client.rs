//! The other end of a protocol: engines as separate programs that are asked for moves.

mod native;
mod process;

use std::time::Duration;

use thiserror::Error;

use crate::othello::{Game, Turn};

pub use native::NativeClient;

/// How long an engine may work on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// This long.
    Time(Duration),
    /// This many plies.
    Depth(u8),
    /// This many nodes.
    Nodes(u64),
    /// As its level says.
    Level,
}

/// Why an engine gave no usable answer.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It could not be started.
    #[error("`{command}` does not start: {reason}")]
    Start {
        /// What was to be run.
        command: String,
        /// The system's reason.
        reason: String,
    },
    /// It has ended, or closed its output.
    #[error("the engine has ended")]
    Ended,
    /// It did not answer in time.
    #[error("no answer within {0:?}")]
    Silent(Duration),
    /// It answered something else than was asked.
    #[error("`{0}` is no answer")]
    Unexpected(String),
}

/// An engine in a program of its own.
pub trait Client: Send {
    /// Tells it that another game begins.
    ///
    /// # Errors
    /// The engine has ended.
    fn new_game(&mut self) -> Result<(), ClientError>;

    /// Asks for its turn in `game`, which is not over.
    ///
    /// # Errors
    /// No usable answer. That the turn is legal is for the caller to check.
    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Turn, ClientError>;
}
