//! The two colours.

use std::fmt;
use std::ops::Not;

/// The colour of a disc and of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Has e4 and d5 at the start, and moves first unless the caller says otherwise.
    Black,
    /// Has d4 and e5 at the start.
    White,
}

impl Not for Color {
    type Output = Self;

    /// The other colour.
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
