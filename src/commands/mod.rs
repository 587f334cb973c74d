//! What the executable does besides playing: one file a subcommand, each owning its arguments.

pub mod analyze;
pub mod bench;
pub mod book;
mod console;
mod input;
pub mod perft;
mod progress;
mod resumable;
mod searcher;
pub mod solve;
pub mod train;
pub mod versus;

use std::io;

use serde::Serialize;
use thiserror::Error;

use crate::othello::Color;

pub use input::InputArgs;
pub use searcher::SearchArgs;

/// Why a command did not do all that was asked.
#[derive(Debug, Error)]
pub enum CommandFailure {
    /// The results could not be written. A closed pipe is no failure to whoever closed it.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// Something was not done, and stderr has it already.
    #[error("not everything was done")]
    Reported,
    /// Something that was named cannot be read or run.
    #[error("{0}")]
    Input(String),
    /// The arguments do not go together.
    #[error("{0}")]
    Usage(String),
}

/// A result as one line of JSON.
fn json(result: &impl Serialize) -> String {
    serde_json::to_string(result).expect("results are structures of texts and numbers")
}

/// A side as the protocols and boards write it.
const fn side_letter(side: Color) -> &'static str {
    match side {
        Color::Black => "X",
        Color::White => "O",
    }
}
