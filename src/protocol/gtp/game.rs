//! What the wire asks of a game: the commands that are about its board, and the searches that they begin.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::othello::Color;
use crate::protocol::text::{decimal, duration, number};

/// Why a command was refused, in the words of the protocol. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("unacceptable level")]
    UnacceptableLevel,
    #[error("unsupported game")]
    UnsupportedGame,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score")]
    CannotScore,
    #[error("bad vertex list")]
    BadVertexList,
    #[error("moves have been played")]
    MovesPlayed,
    #[error("cannot load file")]
    CannotLoadFile,
}

/// What a command is answered with.
pub(super) enum Reply {
    /// This, at once.
    Text(String),
    /// What the search that has begun will say.
    Search,
    /// A stream of lines, then what the search says. It goes on until `until_input`, where that is set.
    Stream { until_input: bool },
}

impl Reply {
    /// An answer without words.
    pub(super) const fn empty() -> Self {
        Self::Text(String::new())
    }
}

/// What a search has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A line of a stream.
    Line(String),
    /// The rest of the answer: nothing follows.
    Done(String),
}

/// A game that is played over the wire. One command at a time: while a search runs there is no other.
pub(super) trait GtpGame {
    /// The names of the commands that [`GtpGame::obey`] knows.
    fn commands(&self) -> Vec<&'static str>;

    /// Does what a command asks, which arrived at `received`.
    ///
    /// # Errors
    /// Why it was refused; [`Refusal::UnknownCommand`] for a name that is none of the game's.
    fn obey(&mut self, name: &str, arguments: &str, received: Instant) -> Result<Reply, Refusal>;

    /// What the running search has to say; nothing where none runs.
    fn poll(&mut self) -> Vec<Said>;

    /// When [`GtpGame::poll`] is to be called at the latest.
    fn poll_due(&self) -> Option<Instant>;

    /// Ends the running search with what it has found, the rest of the answer last.
    fn interrupt(&mut self) -> Vec<Said>;
}

/// The words behind a command, taken one after the other. Words that nobody takes are not looked at.
pub(super) struct Arguments<'a> {
    text: &'a str,
    words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, words: text.split_ascii_whitespace() }
    }

    /// All of it, as it was written.
    pub(super) const fn text(&self) -> &'a str {
        self.text
    }

    /// The next word, if there is one.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// A colour.
    pub(super) fn color(&mut self) -> Result<Color, Refusal> {
        self.word().and_then(read_color).ok_or(Refusal::Syntax)
    }

    /// A whole number.
    pub(super) fn integer(&mut self) -> Result<i64, Refusal> {
        self.word().and_then(number).ok_or(Refusal::Syntax)
    }

    /// A count: a whole number from 0 on, cut to what fits.
    pub(super) fn count(&mut self) -> Result<u32, Refusal> {
        let count = self.integer()?;
        if count < 0 { Err(Refusal::Syntax) } else { Ok(u32::try_from(count).unwrap_or(u32::MAX)) }
    }

    /// A decimal number.
    pub(super) fn decimal(&mut self) -> Result<f64, Refusal> {
        self.word().and_then(decimal).ok_or(Refusal::Syntax)
    }

    /// A time in seconds, which may have a fraction; one below zero is none.
    pub(super) fn seconds(&mut self) -> Result<Duration, Refusal> {
        self.decimal().map(duration)
    }
}

/// `b`, `w`, `black` or `white` in any case.
pub(super) fn read_color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_what_is_asked_for_or_refused() {
        let mut arguments = Arguments::new("Black 12 1.5 -3 x");
        assert_eq!(arguments.color(), Ok(Color::Black));
        assert_eq!(arguments.count(), Ok(12));
        assert_eq!(arguments.seconds(), Ok(Duration::from_millis(1500)));
        assert_eq!(arguments.count(), Err(Refusal::Syntax));
        assert_eq!(arguments.color(), Err(Refusal::Syntax));
        assert_eq!(arguments.integer(), Err(Refusal::Syntax), "no word is left");
    }
}
