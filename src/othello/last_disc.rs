//! How many discs the last disc of a game turns over: four table look-ups, one for each line through its square.

use super::{Bitboard, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Discs that turn over when `own` fills `square`, the last empty one: every other square without a disc of
/// `own` has one of the other side.
#[inline]
pub fn last_flips(own: Bitboard, square: Square) -> u32 {
    let (column, row) = (usize::from(square.column()), usize::from(square.row()));
    let [falling, rising] = DIAGONALS[square.index()];
    let on_row = own.0 >> (8 * row) & 0xff;
    let on_column = (own.0 >> column & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // A diagonal has one square in each column, so that its squares never meet in the highest byte.
    let on_diagonal = |diagonal: u64| (own.0 & diagonal).wrapping_mul(FILE_A) >> 56;
    let across = &FLIPS_ON_LINE[column];
    u32::from(across[on_row as usize])
        + u32::from(FLIPS_ON_LINE[row][on_column as usize])
        + u32::from(across[on_diagonal(falling) as usize])
        + u32::from(across[on_diagonal(rising) as usize])
}

/// Axes: place of the last disc on a line of eight, own discs on that line; discs turned over on it.
///
/// Places without an own disc count as the other side's. On a shorter line the places that it lacks do so too:
/// no own disc stands beyond them, so that they are never turned over.
static FLIPS_ON_LINE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = flips_on_line(own as u32, place as u32);
            own += 1;
        }
        place += 1;
    }
    table
};

const fn flips_on_line(own: u32, place: u32) -> u8 {
    let above = own >> place >> 1;
    let below = own & ((1 << place) - 1);
    let up = if above == 0 { 0 } else { above.trailing_zeros() };
    let down = if below == 0 { 0 } else { place - 1 - below.ilog2() };
    (up + down) as u8
}

/// For each square, the falling (a1-h8) and the rising (a8-h1) diagonal through it.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (column, row) = (square % 8, square / 8);
            let (other_column, other_row) = (other % 8, other / 8);
            if other_column + row == column + other_row {
                diagonals[square][0] |= 1 << other;
            }
            if column + row == other_column + other_row {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::flips;

    #[test]
    fn as_many_discs_are_counted_as_turn_over() {
        let mut seed = 5_u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let discs = seed ^ seed >> 29;
            for square in Square::all() {
                let own = Bitboard(discs).without(Bitboard::of(square));
                let other = Bitboard(!discs).without(Bitboard::of(square));
                assert_eq!(last_flips(own, square), flips(own, other, square).count(), "{square} {own:?}");
            }
        }
    }
}
