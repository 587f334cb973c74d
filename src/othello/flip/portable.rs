//! Flips in plain integer arithmetic, for every processor.

use super::rays::{DOWN, UP};
use crate::othello::{Bitboard, Square};

/// See [`super::flips`].
///
/// Along a ray towards higher bits a carry runs through the opponent's discs and stops at the first other
/// square; along a ray towards lower bits the highest other square is found by counting leading zeros.
#[inline]
pub(super) fn flips(mover: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    let mut flipped = 0;
    for ray in UP[square.index()] {
        // All bits off the ray are set, so that the carry passes them.
        let outflanking = (opponent.0 | !ray).wrapping_add(1) & ray & mover.0;
        let below = outflanking.wrapping_sub(u64::from(outflanking != 0));
        flipped |= below & ray;
    }
    for ray in DOWN[square.index()] {
        let others = ray & !opponent.0;
        let highest = if others == 0 { 0 } else { 1 << (63 - others.leading_zeros()) };
        let outflanking = highest & mover.0;
        flipped |= (outflanking << 1).wrapping_neg() & ray;
    }
    Bitboard(flipped)
}
