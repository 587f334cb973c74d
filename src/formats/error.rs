//! What can be wrong with a record and where: one error type for all readers of whole files.

use std::fmt;

use thiserror::Error;

use super::board::BoardError;
use crate::othello::{Color, MoveError, Turn};

/// Where in an input something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text; both numbers begin at 1, and the column counts characters.
    Text {
        /// The line.
        line: usize,
        /// The character of the line.
        column: usize,
    },
    /// In a binary file: the record with this number, from 1.
    Record(usize),
    /// The file as a whole.
    File,
}

/// A record that could not be read; the records around it are not affected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {fault}")]
pub struct FormatError {
    /// Where the fault is.
    pub place: Place,
    /// What is wrong there.
    pub fault: Fault,
}

impl FormatError {
    /// The error of a fault of the file as a whole.
    pub(crate) const fn of_file(fault: Fault) -> Self {
        Self { place: Place::File, fault }
    }
}

/// What is wrong with a record. Texts of the input are quoted in ASCII and cut where they are long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A word where a move or a pass was expected.
    #[error("`{0}` is no move: a square such as f5, or pass, wanted")]
    NotAMove(String),
    /// A number that is neither a move number nor a result.
    #[error("`{0}` is no move number (`1.` or `1)`) and no result (`37-27` or `+10`)")]
    BareNumber(String),
    /// A turn that the rules do not allow.
    #[error("turn {ply}: {reason}")]
    Illegal {
        /// The number of the turn in the game, from 1, passes included.
        ply: usize,
        /// The turn as it was read.
        turn: Turn,
        /// The rule that it breaks.
        reason: MoveError,
    },
    /// A word where a score was expected.
    #[error("`{0}` is no score (-64 to +64)")]
    NotAScore(String),
    /// Something after the result of a game.
    #[error("`{0}` after the result of the game")]
    AfterResult(String),
    /// A turn of the side that is not to move.
    #[error("turn {ply}: {color} plays where {} is to move", !*.color)]
    OutOfTurn {
        /// The number of the turn in the game, from 1, passes included.
        ply: usize,
        /// The side that plays.
        color: Color,
    },
    /// Discs put on the board or taken from it in the middle of a game.
    #[error("discs set up after the first turn")]
    SetUpInPlay,
    /// A board that could not be read.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// A record or a value that does not end.
    #[error("`{0}` is not closed")]
    NotClosed(&'static str),
    /// Something other than what the grammar has there.
    #[error("`{found}` where {wanted} is wanted")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What the format has there.
        wanted: &'static str,
    },
    /// A game other than Othello on 8x8.
    #[error("`{0}` is not Othello on a board of 8x8")]
    OtherGame(String),
    /// A file without a single game.
    #[error("no game in it")]
    NoGame,
    /// A file of another kind.
    #[error("{found} where {wanted} is wanted")]
    OtherFile {
        /// What the file is.
        found: &'static str,
        /// What it was taken for.
        wanted: &'static str,
    },
    /// A binary file of this many bytes, too few for its header.
    #[error("{0} bytes where a header of 16 is wanted")]
    NoHeader(usize),
    /// A binary file that says nothing of itself.
    #[error("the header is nothing but zeros")]
    ZeroHeader,
    /// A binary file that holds no records or other than its header promises.
    #[error("the header promises {promised} records, the file holds {held}{}", more_bytes(*.rest))]
    RecordCount {
        /// The number in the header.
        promised: u32,
        /// The records that are there in full.
        held: usize,
        /// The bytes after them.
        rest: usize,
    },
    /// A byte of a binary record where a move was expected.
    #[error("move {number}: byte {byte} is no square (11 is a1, 88 is h8, 0 only after the last move)")]
    MoveByte {
        /// The number of the move in the record, from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A recorded number of black discs that no game ends with.
    #[error("{0} black discs at the end where 0 to 64 are wanted")]
    DiscCount(u8),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Record(number) => write!(f, "record {number}"),
            Self::File => f.write_str("file"),
        }
    }
}

/// The end of a sentence about a file with `rest` bytes after its last record.
fn more_bytes(rest: usize) -> String {
    if rest == 0 { String::new() } else { format!(" and {rest} bytes more") }
}

/// The start of `text` in ASCII, for an error message: at most 24 characters of it, without line ends.
pub(crate) fn quoted(text: &str) -> String {
    quoted_up_to(24, text)
}

/// The start of `text` in printable ASCII on one line: at most `longest` characters of it.
pub(crate) fn quoted_up_to(longest: usize, text: &str) -> String {
    let mut shown: String = text.chars().take(longest).flat_map(char::escape_default).collect();
    if text.chars().nth(longest).is_some() {
        shown.push_str("...");
    }
    shown
}

/// The first word of `text`, cut where it is longer than any word of a format: what is looked at once for each
/// of many parts of a long line must not reach to its end.
pub(crate) fn first_word(text: &str) -> &str {
    const LONGEST: usize = 64;
    let ends = |(count, (_, c)): &(usize, (usize, char))| *count == LONGEST || c.is_whitespace();
    let end = text.char_indices().enumerate().find(ends);
    &text[..end.map_or(text.len(), |(_, (at, _))| at)]
}

/// What is read from a text, or a fault with its byte offset.
pub(crate) type Located<T> = Result<T, (usize, Fault)>;

/// Turns byte offsets of one text into lines and columns, fastest when asked in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Locator<'a> {
    text: &'a str,
    /// The offset asked for last, with its line and column.
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Locator<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    /// The place of the character at byte `offset`.
    pub(crate) fn place(&mut self, offset: usize) -> Place {
        if offset < self.at {
            *self = Self::new(self.text);
        }
        let offset = offset.min(self.text.len());
        for byte in &self.text.as_bytes()[self.at..offset] {
            if *byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if !is_continuation(*byte) {
                self.column += 1;
            }
        }
        self.at = offset;
        Place::Text { line: self.line, column: self.column }
    }

    /// The error of `fault` at byte `offset`.
    pub(crate) fn error(&mut self, (offset, fault): (usize, Fault)) -> FormatError {
        FormatError { place: self.place(offset), fault }
    }
}

/// Whether a byte of UTF-8 is a later byte of its character.
const fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let text = "ab\n\u{25cf}\u{25cb}x\r\ny";
        let mut locator = Locator::new(text);
        let mut at = |offset| match locator.place(offset) {
            Place::Text { line, column } => (line, column),
            _ => (0, 0),
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(9), (2, 3));
        assert_eq!(at(text.len() - 1), (3, 1));
        assert_eq!(at(text.len() + 5), (3, 2));
        assert_eq!(at(1), (1, 2), "asked backwards");
    }

    #[test]
    fn a_first_word_ends_at_a_blank_or_after_64_characters() {
        assert_eq!([first_word("f5 d6"), first_word(" f5"), first_word("")], ["f5", "", ""]);
        assert_eq!(first_word(&"\u{e9}".repeat(1000)).chars().count(), 64);
    }

    #[test]
    fn quotes_are_short_ascii_on_one_line() {
        assert_eq!(quoted("f5"), "f5");
        assert_eq!(quoted("\u{e9}\n"), "\\u{e9}\\n");
        assert_eq!(quoted(&"x".repeat(1000)), format!("{}...", "x".repeat(24)));
    }
}
