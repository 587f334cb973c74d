//! The protocols: each room holds the grammar of one, and nothing else.
//!
//! A [`Session`] takes one line and gives the replies; it neither reads nor writes. The [`door`] does: it
//! finds out which protocol is spoken, feeds the lines in, and writes and flushes what comes back.

mod cassio;
pub mod client;
pub mod door;
mod gtp;
mod native;
mod nboard;
mod text;
mod xboard;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::engine::{Engine, NO_FILE, Options, Wake};
use crate::search::Level;

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Next line, please.
    Continue,
    /// The caller has said good-bye.
    Quit,
}

/// One conversation in one protocol.
pub trait Session {
    /// Takes a line of input without its line end, which arrived at `received`, and puts the replies, if any,
    /// behind `out`: whole lines without line ends.
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow;

    /// Takes a line that was too long to be kept.
    fn overlong_line(&mut self, out: &mut Vec<String>);

    /// What a running search has to say meanwhile.
    fn poll(&mut self, out: &mut Vec<String>);

    /// When [`Session::poll`] is to be called at the latest.
    fn poll_due(&self) -> Option<Instant>;

    /// No more input will come: what has no end of its own is ended.
    fn end_of_input(&mut self, out: &mut Vec<String>);

    /// Whether a search still owes its answer.
    fn is_busy(&self) -> bool;
}

/// What a conversation begins with, where the command line says so.
#[derive(Args, Clone, Debug, Default)]
pub struct SessionArgs {
    /// Size of the transposition table in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// Strength, 0 to 60, where a search has no other limit [default: 21]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=60))]
    level: Option<u8>,
    /// Play from the opening book: the one carried along, or that of FILE
    ///
    /// `outflank book` makes books and shows what they know.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = NO_FILE
    )]
    book: Option<PathBuf>,
}

impl SessionArgs {
    fn options(&self) -> Options {
        let defaults = Options::default();
        Options {
            hash: self.hash.unwrap_or(defaults.hash),
            level: self.level.and_then(Level::new).unwrap_or(defaults.level),
            book: self.book.is_some(),
            ..defaults
        }
    }

    /// The file of the opening book that was named.
    pub fn book_file(&self) -> Option<&Path> {
        self.book.as_deref().filter(|path| path.as_os_str() != NO_FILE)
    }
}

/// The protocols that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// Our own: UCI's grammar with Othello's words.
    Native,
    /// That of the NBoard GUI, versions 1 and 2.
    Nboard,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// That of chess GUIs: XBoard, WinBoard.
    Xboard,
    /// That of Cassio.
    Cassio,
}

impl Protocol {
    /// The protocol that this first line of a conversation belongs to.
    pub fn of_first_line(line: &str) -> Self {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("nboard"), Some(version)) if version.parse::<i64>().is_ok() => Self::Nboard,
            (Some(word), _) if word.starts_with(cassio::KEYWORD) => Self::Cassio,
            (Some("xboard"), _) => Self::Xboard,
            (Some("protover"), Some(version)) if version.parse::<i64>().is_ok() => Self::Xboard,
            _ if gtp::is_first_line(line) => Self::Gtp,
            _ => Self::Native,
        }
    }

    /// A conversation in this protocol with an engine of its own.
    pub fn session(self, wake: Wake, settings: &SessionArgs) -> Box<dyn Session> {
        let options = settings.options();
        match self {
            Self::Native => Box::new(native::Native::new(Engine::new(options, wake))),
            Self::Nboard => Box::new(nboard::Nboard::new(Engine::new(options, wake))),
            Self::Cassio => Box::new(cassio::Cassio::new(Engine::new(options, wake))),
            Self::Xboard => Box::new(xboard::Xboard::new(Engine::new(options, wake))),
            Self::Gtp => Box::new(gtp::Gtp::new(options, wake)),
        }
    }
}
