//! Files of games in any of the formats, told apart by what they hold and not by their names.

use std::borrow::Cow;
use std::iter;

use super::board::read_cell;
use super::error::{Fault, FormatError};
use super::record::RecordedGame;
use super::{ggf, logbook, sgf, transcript, wthor};

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Binary records of the French database: [`wthor`].
    Wthor,
    /// Games of servers and of NBoard: [`ggf`].
    Ggf,
    /// Smart game format: [`sgf`].
    Sgf,
    /// Logbooks of Logistello: [`logbook`].
    Logbook,
    /// Moves as text, with or without tags: [`transcript`].
    Transcript,
    /// Positions without a game, one a line: [`obf`](super::obf).
    Obf,
}

/// The content of a file of games.
///
/// # Examples
/// ```
/// use outflank::formats::{Format, GameFile};
///
/// let file = GameFile::new(b"(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)");
/// assert_eq!(file.format(), Format::Ggf);
/// let games: Vec<_> = file.games().collect::<Result<_, _>>()?;
/// assert_eq!((games.len(), &*games[0].black), (1, "a"));
/// # Ok::<(), outflank::formats::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameFile<'a> {
    format: Format,
    bytes: &'a [u8],
    /// The bytes as text; empty where they are none.
    text: Cow<'a, str>,
}

impl<'a> GameFile<'a> {
    /// The file that holds `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        if is_binary(bytes) {
            return Self { format: Format::Wthor, bytes, text: Cow::Borrowed("") };
        }
        let text = decode(bytes);
        Self { format: format_of(&text), bytes, text }
    }

    /// The format that the content has the look of.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The games in order, read one at a time. A game that cannot be read is one error and does not cost the
    /// others; a file without games is one error.
    pub fn games(&self) -> impl Iterator<Item = Result<RecordedGame, FormatError>> + '_ {
        let mut games = self.read().peekable();
        let is_empty = games.peek().is_none();
        games.chain(is_empty.then(|| Err(FormatError::of_file(Fault::NoGame))))
    }

    fn read(&self) -> Box<dyn Iterator<Item = Result<RecordedGame, FormatError>> + '_> {
        let text = &*self.text;
        match self.format {
            Format::Wthor => match wthor::Archive::new(self.bytes) {
                Ok(archive) => Box::new(archive.games().map(|game| game.map(RecordedGame::from))),
                Err(error) => Box::new(iter::once(Err(error))),
            },
            Format::Ggf => Box::new(ggf::read_games(text).map(|game| game.map(RecordedGame::from))),
            Format::Sgf => Box::new(sgf::read_games(text)),
            Format::Logbook => Box::new(logbook::read_games(text)),
            Format::Transcript => Box::new(transcript::read_games(text)),
            Format::Obf => {
                let fault = Fault::OtherFile { found: "a list of positions", wanted: "a file of games" };
                Box::new(iter::once(Err(FormatError::of_file(fault))))
            }
        }
    }
}

/// The text of a file: UTF-8 with or without a byte order mark, and Latin-1 where it is no UTF-8.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// How nearly all programs begin a game of GGF.
const GGF_START: &str = "(;GM[Othello]";

/// Whether the bytes begin with a header of WTHOR: the century of the date comes first, and some of the
/// numbers after it have leading zeros.
fn is_binary(bytes: &[u8]) -> bool {
    const HEADER: usize = 16;
    matches!(bytes.first(), Some(19..=21)) || bytes.iter().take(HEADER).any(|byte| *byte == 0)
}

fn format_of(text: &str) -> Format {
    let head = text.trim_start();
    // Servers write the number of games in a match before the first.
    let is_tree = head.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()).starts_with('(');
    if is_tree || text.contains(GGF_START) || sgf::has_root(text) {
        if is_ggf(text) { Format::Ggf } else { Format::Sgf }
    } else if head.starts_with('+') && head[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        Format::Logbook
    } else if is_list_of_boards(text) {
        Format::Obf
    } else {
        Format::Transcript
    }
}

/// Whether a text with `(;` in it is GGF and not SGF: by the name of the game, or else by whether a semicolon
/// goes before each move.
fn is_ggf(text: &str) -> bool {
    let is_sgf = || sgf::has_root(text) || text.contains("];B[") || text.contains("];W[");
    text.contains(GGF_START) || !is_sgf()
}

/// Whether the first line that is no comment begins with squares of a board.
fn is_list_of_boards(text: &str) -> bool {
    const ENOUGH: usize = 8;
    let line = text.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('%'));
    let squares = line.unwrap_or("").trim_start_matches(['[', '8', ' ', '\t']);
    let squares = squares.chars().filter(|c| !c.is_whitespace()).take_while(|c| read_cell(*c).is_some());
    squares.take(ENOUGH).count() == ENOUGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::transcript::write;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    fn format(text: &str) -> Format {
        GameFile::new(text.as_bytes()).format()
    }

    fn errors(bytes: &[u8]) -> Vec<String> {
        GameFile::new(bytes).games().filter_map(Result::err).map(|error| error.to_string()).collect()
    }

    #[test]
    fn formats_are_told_by_the_content() {
        for (expected, text) in [
            (Format::Ggf, "(;GM[Othello]PC[x]B[f5];)"),
            (Format::Ggf, "\u{feff}\r\n2 (;GM[Othello]B[f5];)(;GM[Othello]B[f5];)"),
            (Format::Ggf, "log: x\n1 (;GM[Othello]B[f5];)"),
            (Format::Ggf, "(;B[f5]W[d6];)"),
            (Format::Sgf, "(;FF[4]GM[2]SZ[8]B[f5];W[d6];)"),
            (Format::Sgf, "from: x\n( ;GM[2];B[f5])"),
            (Format::Sgf, "(;B[f5];W[d6])"),
            (Format::Logbook, "+d3-c3+c4: -04 10"),
            (Format::Transcript, "f5d6c3"),
            (Format::Transcript, "e6f4e3f6g5d6e7f5c5"),
            (Format::Transcript, "1. F5 d6"),
            (Format::Transcript, "[Event \"?\"]\n\n1. f5 d6 2. --"),
            (Format::Transcript, ""),
            (Format::Obf, BOARD),
            (Format::Obf, "% a suite\n\n--XXXXX--OOOXX-O; G8:+18"),
            (Format::Obf, "[8 -------- -------- "),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
        assert_eq!(GameFile::new(&[20, 24, 1, 31]).format(), Format::Wthor);
        assert_eq!(GameFile::new(&[1, 24, 1, 31, 0]).format(), Format::Wthor);
    }

    #[test]
    fn every_format_gives_the_same_game() {
        let mut wthor = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe7, 7, 8, 0, 24, 0];
        wthor.extend([0, 0, 1, 0, 2, 0, 32, 32, 56, 64, 33]);
        wthor.resize(16 + 68, 0);
        let texts =
            ["(;GM[Othello]B[f5]W[d6]B[c3];)", "(;GM[2];B[f5];W[d6];B[c3])", "+f5-d6+c3: +00 1", "F5D6C3"];
        for bytes in texts.map(str::as_bytes).into_iter().chain([&*wthor]) {
            let games: Vec<RecordedGame> = GameFile::new(bytes).games().collect::<Result<_, _>>().unwrap();
            let moves: Vec<Option<String>> = games.iter().map(|record| write(&record.game)).collect();
            assert_eq!(moves, [Some("f5d6c3".to_string())], "{bytes:?}");
        }
    }

    #[test]
    fn a_file_without_games_is_one_error() {
        assert_eq!(errors(b""), ["file: no game in it"]);
        assert_eq!(errors(b"\xef\xbb\xbf \r\n"), ["file: no game in it"]);
        assert_eq!(errors(BOARD.as_bytes()), ["file: a list of positions where a file of games is wanted"]);
        assert_eq!(errors(b"\x14\0"), ["file: 2 bytes where a header of 16 is wanted"]);
    }

    #[test]
    fn a_text_that_is_no_utf_8_is_latin_1() {
        assert_eq!(decode(b"Andr\xe9"), "Andr\u{e9}");
        assert_eq!(decode("\u{feff}Andr\u{e9}".as_bytes()), "Andr\u{e9}");
        let games: Vec<RecordedGame> =
            GameFile::new(b"(;GM[Othello]PB[Andr\xe9]B[f5];)").games().collect::<Result<_, _>>().unwrap();
        assert_eq!(games[0].black, "Andr\u{e9}");
    }
}
