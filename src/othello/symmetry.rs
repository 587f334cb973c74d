//! The eight symmetries of the board.

use super::{Bitboard, Position, Square};

/// One of the eight ways to lay the board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The eight symmetries; the first changes nothing.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The image of `position` that stands for all eight, and the symmetry that gives it: equal for all images of
    /// a position. It is the least by the discs of the mover, then the opponent's.
    pub fn canonical(position: &Position) -> (Self, Position) {
        let images = Self::all().map(|symmetry| (symmetry, symmetry.position(position)));
        images.min_by_key(|(_, image)| (image.mover(), image.opponent())).expect("there are eight")
    }

    /// The symmetry that takes back what this one does.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A quarter turn (transposition after one mirror) is undone by the other quarter turn; the rest
        // undo themselves.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }

    /// Where `square` goes.
    pub fn square(self, square: Square) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.0 & 1 != 0 {
            column = 7 - column;
        }
        if self.0 & 2 != 0 {
            row = 7 - row;
        }
        if self.0 & 4 != 0 {
            (column, row) = (row, column);
        }
        Square::at(column, row).expect("mirroring keeps columns and rows below eight")
    }

    /// Where the squares of `set` go.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & 1 != 0 {
            bits = bits.swap_bytes().reverse_bits();
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 4 != 0 {
            bits = transposed(bits);
        }
        Bitboard(bits)
    }

    /// The position laid over.
    pub fn position(self, position: &Position) -> Position {
        Position::new(self.bitboard(position.mover()), self.bitboard(position.opponent()))
            .expect("a symmetry keeps disjoint sets disjoint")
    }
}

/// Columns and rows exchanged: three rounds that swap blocks of 4x4, 2x2 and 1x1 across the diagonal.
const fn transposed(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^= swap ^ swap << 28;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^ swap ^ swap << 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_where_their_squares_go_and_come_back() {
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                let there = symmetry.square(square);
                assert_eq!(
                    symmetry.bitboard(Bitboard::of(square)),
                    Bitboard::of(there),
                    "{symmetry:?} {square}"
                );
                assert_eq!(symmetry.inverse().square(there), square, "{symmetry:?} {square}");
            }
        }
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        let position =
            Position::START.play("f5".parse().unwrap()).unwrap().play("d6".parse().unwrap()).unwrap();
        let (_, canonical) = Symmetry::canonical(&position);
        for symmetry in Symmetry::all() {
            let image = symmetry.position(&position);
            let (to_canonical, found) = Symmetry::canonical(&image);
            assert_eq!((found, to_canonical.position(&image)), (canonical, canonical), "{symmetry:?}");
        }
    }

    #[test]
    fn the_eight_symmetries_differ() {
        let b1 = Square::new(1).unwrap();
        let images: Bitboard = Symmetry::all().map(|symmetry| symmetry.square(b1)).collect();
        assert_eq!(images.count(), 8);
    }
}
