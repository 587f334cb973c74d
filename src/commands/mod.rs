//! What the executable does besides playing: one file a subcommand, each owning its arguments.

pub mod bench;
pub mod book;
mod lines;
pub mod perft;
pub mod train;
pub mod versus;

use std::io;

use thiserror::Error;

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
}
