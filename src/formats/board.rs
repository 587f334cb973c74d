//! Board strings: 64 squares row by row from a1, then the side to move.
//!
//! All spellings met in the field are read: `X x * B b #` and U+25CF for black, `O o 0 W w` and U+25CB for
//! white, `- . _ + e` for an empty square, blanks and line ends anywhere among the squares, the side glued
//! to the 64th square or set apart, `black` or `white` in full, a `;` after it, and the form of game servers,
//! `[8 -------- ... *]`. A last disc letter set apart is always the side, never a square.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::error::quoted;
use crate::othello::{Bitboard, Color, Game, Position, Square};

/// The discs of both colours, and the side to move where the string names it.
///
/// The two sets share no square. Any other arrangement is allowed.
///
/// # Examples
/// ```
/// use outflank::formats::Board;
/// use outflank::othello::{Color, Game};
///
/// let board: Board = "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]".parse()?;
/// assert_eq!(board.side(), Some(Color::Black));
/// assert_eq!(board.game(), Game::default());
/// assert_eq!(board.to_string(), "---------------------------OX------XO--------------------------- X");
/// # Ok::<(), outflank::formats::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The mover is black, whoever is to move.
    discs: Position,
    side: Option<Color>,
}

/// Why a board string was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Too few or too many squares. A last disc letter set apart is counted as the side.
    #[error("{0} squares where 64 are wanted")]
    SquareCount(usize),
    /// A character that is neither a square nor a blank.
    #[error("`{}` at character {position} is no square (X, O or -)", found.escape_default())]
    NotASquare {
        /// The character.
        found: char,
        /// Its place in the string, from 1, blanks counted.
        position: usize,
    },
    /// Something other than a side to move after the 64th square.
    #[error("`{0}` is no side to move (X or O)")]
    NotASide(String),
    /// The form of game servers with another board size.
    #[error("a board of size {0} where 8 is wanted")]
    Size(u32),
}

impl Board {
    /// The board of `game` as it stands now.
    pub fn of(game: &Game) -> Self {
        Self::seen_by(*game.position(), game.side_to_move())
    }

    /// The board that `game` was set up with.
    pub fn of_start(game: &Game) -> Self {
        Self::seen_by(*game.start(), game.first_side())
    }

    /// The board whose side to move, `side`, sees `position`.
    pub fn seen_by(position: Position, side: Color) -> Self {
        let discs = if side == Color::Black { position } else { position.passed() };
        Self { discs, side: Some(side) }
    }

    /// The discs of one colour.
    pub const fn discs(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.discs.mover(),
            Color::White => self.discs.opponent(),
        }
    }

    /// The side to move; `None` where the string did not say.
    pub const fn side(&self) -> Option<Color> {
        self.side
    }

    /// A game set up with this board; black moves where the side is not known.
    pub const fn game(&self) -> Game {
        match self.side {
            Some(Color::White) => Game::from_position(self.discs.passed(), Color::White),
            Some(Color::Black) | None => Game::from_position(self.discs, Color::Black),
        }
    }

    /// The squares, a blank and the side to move, with `black` as the sign of black discs.
    pub(super) fn write_with(&self, black: char, f: &mut impl fmt::Write) -> fmt::Result {
        for square in Square::all() {
            f.write_char(if self.discs(Color::Black).contains(square) {
                black
            } else if self.discs(Color::White).contains(square) {
                'O'
            } else {
                '-'
            })?;
        }
        match self.side {
            Some(Color::Black) => write!(f, " {black}"),
            Some(Color::White) => f.write_str(" O"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Board {
    /// With `X`, `O` and `-`, the side after one blank where it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with('X', f)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let inner = without_prefix(text)?;
        let position = |at: usize| text[..text.len() - inner.len() + at].chars().count() + 1;
        let body = inner.trim_end_matches(|c: char| c.is_whitespace() || c == ';' || c == ']');
        let (squares, apart) = split_side(body);
        let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut unfilled = Square::all();
        let mut rest = squares.char_indices().filter(|(_, found)| !found.is_whitespace());
        let tail = loop {
            let Some((at, found)) = rest.next() else { break "" };
            let Some(square) = unfilled.next() else { break squares[at..].trim_end() };
            match read_cell(found) {
                Some(Some(Color::Black)) => black = black | Bitboard::of(square),
                Some(Some(Color::White)) => white = white | Bitboard::of(square),
                Some(None) => {}
                None => return Err(BoardError::NotASquare { found, position: position(at) }),
            }
        };
        let missing = unfilled.count();
        if missing > 0 {
            return Err(BoardError::SquareCount(64 - missing));
        }
        let side = match (apart, tail) {
            (side, "") => side,
            (None, tail) => Some(read_side(tail).ok_or_else(|| surplus(tail))?),
            (Some(_), tail) => return Err(surplus(tail)),
        };
        let discs = Position::new(black, white).expect("one cell a square");
        Ok(Self { discs, side })
    }
}

/// The side that a word names: a disc letter of [`Board`], `black` or `white` in either case.
pub fn read_side(word: &str) -> Option<Color> {
    if word.eq_ignore_ascii_case("black") {
        return Some(Color::Black);
    }
    if word.eq_ignore_ascii_case("white") {
        return Some(Color::White);
    }
    let mut letters = word.chars();
    let color = read_cell(letters.next()?)?;
    if letters.next().is_none() { color } else { None }
}

/// The content of the square that a character stands for: `Some(None)` is an empty square.
pub(super) const fn read_cell(found: char) -> Option<Option<Color>> {
    match found {
        'X' | 'x' | '*' | 'B' | 'b' | '#' | '\u{25cf}' => Some(Some(Color::Black)),
        'O' | 'o' | '0' | 'W' | 'w' | '\u{25cb}' => Some(Some(Color::White)),
        '-' | '.' | '_' | '+' | 'e' => Some(None),
        _ => None,
    }
}

/// What follows `[8 ` or `8 `, or all of `text`.
fn without_prefix(text: &str) -> Result<&str, BoardError> {
    let body = text.trim_start();
    let body = body.strip_prefix('[').unwrap_or(body).trim_start();
    let digits = body.split_whitespace().next().unwrap_or("");
    // A word of zeros alone is a run of white discs.
    match digits.parse::<u32>() {
        Ok(8) => Ok(&body[digits.len()..]),
        Ok(size @ 1..) => Err(BoardError::Size(size)),
        _ => Ok(body),
    }
}

/// The squares, and the side where the last word names one.
fn split_side(body: &str) -> (&str, Option<Color>) {
    let last = body.rfind(char::is_whitespace).and_then(|blank| {
        let word = body[blank..].trim_start();
        read_side(word).map(|side| (&body[..blank], side))
    });
    match last {
        Some((squares, side)) => (squares, Some(side)),
        None => (body, None),
    }
}

/// What is wrong with a string that goes on after the 64th square with something other than a side.
fn surplus(tail: &str) -> BoardError {
    let cells = tail.chars().filter(|c| !c.is_whitespace());
    if cells.clone().all(|cell| read_cell(cell).is_some()) {
        BoardError::SquareCount(64 + cells.count())
    } else {
        BoardError::NotASide(quoted(tail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn read(text: &str) -> Result<Board, BoardError> {
        text.parse()
    }

    #[test]
    fn every_spelling_of_squares_is_read() {
        for [black, white, empty] in [
            ["X", "O", "-"],
            ["x", "o", "."],
            ["*", "0", "_"],
            ["B", "W", "+"],
            ["b", "w", "e"],
            ["#", "O", "-"],
        ] {
            let text = START.replace('O', "1").replace('X', black).replace('1', white).replace('-', empty);
            let board = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((board.side(), board.game()), (None, Game::default()), "{text}");
        }
        let text = START.replace('O', "\u{25cb}").replace('X', "\u{25cf}");
        assert_eq!(read(&format!("{text} \u{25cb}")).unwrap().side(), Some(Color::White));
    }

    #[test]
    fn the_side_may_be_glued_apart_or_in_full() {
        for side in ["X", " X", "*", " *;", "  black", "Black", "b ;", " b", "\tx\r\n", " #", " \u{25cf}"] {
            assert_eq!(read(&format!("{START}{side}")).unwrap().side(), Some(Color::Black), "{side:?}");
        }
        for side in ["O", " O", "0", " o;", " white", "WHITE", "w", " W"] {
            assert_eq!(read(&format!("{START}{side}")).unwrap().side(), Some(Color::White), "{side:?}");
        }
        assert_eq!(read(START).unwrap().side(), None);
        assert_eq!(read(&format!("{START};")).unwrap().side(), None);
    }

    #[test]
    fn blanks_and_line_ends_may_stand_among_the_squares() {
        let rows: Vec<&str> = (0..8).map(|row| &START[row * 8..row * 8 + 8]).collect();
        for text in [format!("{}\nO", rows.join("\r\n")), format!("{} O", rows.join(" "))] {
            let board = read(&text).unwrap();
            assert_eq!(board.game().position(), &Position::START.passed());
        }
        let spaced: String = START.chars().flat_map(|c| [c, ' ']).collect();
        assert_eq!(read(&spaced).unwrap().game(), Game::default());
    }

    #[test]
    fn the_form_of_game_servers_is_read() {
        let rows: Vec<String> = (0..8).map(|row| START[row * 8..row * 8 + 8].replace('X', "*")).collect();
        let board = read(&format!("[8 {} *]", rows.join(" "))).unwrap();
        assert_eq!((board.side(), board.game()), (Some(Color::Black), Game::default()));
        assert_eq!(read(&format!("8 {} O", rows.concat())).unwrap().side(), Some(Color::White));
        assert_eq!(read(&format!("10 {}", rows.concat())), Err(BoardError::Size(10)));
    }

    #[test]
    fn a_last_letter_set_apart_is_the_side_and_never_the_64th_square() {
        let squares = "-".repeat(63);
        assert_eq!(read(&format!("{squares} X")), Err(BoardError::SquareCount(63)));
        assert_eq!(read(&format!("{squares} white")), Err(BoardError::SquareCount(63)));
        assert_eq!(read(&format!("{squares}X")).unwrap().discs(Color::Black), Bitboard(1 << 63));
        assert_eq!(read(&format!("{squares} -")).unwrap().side(), None);
    }

    #[test]
    fn an_error_names_the_number_of_squares_or_the_character_and_its_place() {
        assert_eq!(read(""), Err(BoardError::SquareCount(0)));
        assert_eq!(read("---"), Err(BoardError::SquareCount(3)));
        assert_eq!(read(&format!("{START}XO")), Err(BoardError::SquareCount(66)));
        assert_eq!(read(&format!("{START}- X")), Err(BoardError::SquareCount(65)));
        assert_eq!(read(" [8 --q"), Err(BoardError::NotASquare { found: 'q', position: 7 }));
        assert_eq!(read("-\u{25cf} ?"), Err(BoardError::NotASquare { found: '?', position: 4 }));
        assert_eq!(read(&format!("{START} red")), Err(BoardError::NotASide("red".into())));
        assert_eq!(
            read("-q").map_err(|error| error.to_string()),
            Err("`q` at character 2 is no square (X, O or -)".into())
        );
    }

    #[test]
    fn odd_boards_are_boards() {
        let empty = read(&"-".repeat(64)).unwrap();
        assert!(empty.game().is_over());
        let full = read(&"X".repeat(64)).unwrap();
        assert_eq!(full.discs(Color::Black).count(), 64);
        let white = read(&format!("{} O", "O".repeat(64))).unwrap();
        assert_eq!(white.game().position().mover().count(), 64);
    }
}
