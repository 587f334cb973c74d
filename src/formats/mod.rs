//! Text and binary notations of positions and games.

mod board;
mod error;
mod file;
pub mod ggf;
pub mod logbook;
pub mod obf;
mod record;
pub mod sgf;
pub mod transcript;
mod turns;
pub mod wthor;

pub use board::{Board, BoardError, read_side};
pub(crate) use error::quoted_up_to;
pub use error::{Fault, FormatError, Place};
pub use file::{Format, GameFile, decode};
pub use record::{RecordedGame, RecordedResult, Theoretical};
pub use turns::{NotATurn, PlayError, play_line, read_turn, read_turns, write_line};
