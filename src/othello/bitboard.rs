//! A set of squares in one machine word, with set words for its operations.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Square;

/// A set of squares: bit 0 is `a1`, bit 63 is `h8`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// The four corners.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);

    /// The set that holds this square alone.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// How many squares are in the set (0..=64).
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The first square of the set in index order.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::lowest_of(self.0)
    }

    /// The squares of the set and the up to eight neighbours of each.
    #[inline]
    pub const fn grown(self) -> Self {
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let row = self.0 | (self.0 << 1 & NOT_A) | (self.0 >> 1 & NOT_H);
        Self(row | row << 8 | row >> 8)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the squares out in index order.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set as eight rows of `#` and `.`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            if square.column() == 0 {
                f.write_str("\n")?;
            }
            f.write_str(if self.contains(square) { "#" } else { "." })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_out_in_index_order_and_go_back_in() {
        let set = Bitboard(0x8000_0001_0000_0101);
        let squares: Vec<Square> = set.collect();
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        assert_eq!(names, ["a1", "a2", "a5", "h8"]);
        assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn a_set_grows_by_the_neighbours_on_the_board_only() {
        let grown = |name: &str| Bitboard::of(name.parse().unwrap()).grown().count();
        assert_eq!(grown("a1"), 4);
        assert_eq!(grown("h8"), 4);
        assert_eq!(grown("h4"), 6);
        assert_eq!(grown("d4"), 9);
    }
}
