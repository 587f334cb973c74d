//! One of the 64 squares, named as Othello players name them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square of the board: `a1` (top left) is 0, `b1` is 1, `h8` is 63. Holds nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A word that names no square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a square from a1 to h8")]
pub struct NotASquare;

impl Square {
    /// The square with this index, row by row from `a1` = 0 to `h8` = 63.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square in this column (0 = a) and row (0 = the top row, 1).
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// The square of the lowest bit of `bits`, if there is one.
    pub(super) const fn lowest_of(bits: u64) -> Option<Self> {
        Self::new(bits.trailing_zeros() as u8)
    }

    /// Row by row from `a1` = 0 to `h8` = 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for column a, 7 for column h.
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the top row (1), 7 for the bottom row (8).
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// All 64 squares in index order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), char::from(b'1' + self.row()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads a column letter in either case and a row digit.
    fn from_str(word: &str) -> Result<Self, NotASquare> {
        let &[letter, digit] = word.as_bytes() else { return Err(NotASquare) };
        let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
        Self::at(column, digit.wrapping_sub(b'1')).ok_or(NotASquare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_from_its_name_in_either_case() {
        for square in Square::all() {
            let name = square.to_string();
            assert_eq!(name.parse(), Ok(square));
            assert_eq!(name.to_uppercase().parse(), Ok(square));
        }
        assert_eq!("a1".parse::<Square>().unwrap().index(), 0);
        assert_eq!("h1".parse::<Square>().unwrap().index(), 7);
        assert_eq!("h8".parse::<Square>().unwrap().index(), 63);
    }

    #[test]
    fn other_words_are_no_squares() {
        for word in ["", "a", "a0", "a9", "i1", "1a", "a1 ", "a11", "\u{e9}1", "`1", "pa"] {
            assert_eq!(word.parse::<Square>(), Err(NotASquare), "{word:?}");
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::at(8, 0), None);
    }
}
