//! Legal moves with AVX-512: all eight directions at once, by rotations.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_ternarylogic_epi64,
};

use super::INNER_COLUMNS;
use crate::othello::Bitboard;

/// The rows 2 to 7: no line that turns a corner of the board can be outflanked through them.
const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;

/// See [`super::legal_moves`]; the method is the portable one, with a direction in each lane. A rotation may
/// carry a disc around the board, but never onto one of the discs that can be outflanked in that direction.
///
/// # Safety
/// The processor has AVX-512 F.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let step = _mm512_setr_epi64(1, 8, 7, 9, 63, 56, 57, 55);
    let twice = _mm512_setr_epi64(2, 16, 14, 18, 62, 48, 50, 46);
    let [across, down] = [INNER_COLUMNS, INNER_ROWS].map(u64::cast_signed);
    let both = across & down;
    let inner = _mm512_setr_epi64(across, down, both, both, across, down, both, both);
    let own = _mm512_set1_epi64(mover.0.cast_signed());
    let other = _mm512_and_si512(_mm512_set1_epi64(opponent.0.cast_signed()), inner);

    let mut run = _mm512_and_si512(other, _mm512_rolv_epi64(own, step));
    run = or_and(run, other, _mm512_rolv_epi64(run, step));
    let pairs = _mm512_and_si512(other, _mm512_rolv_epi64(other, step));
    run = or_and(run, pairs, _mm512_rolv_epi64(run, twice));
    run = or_and(run, pairs, _mm512_rolv_epi64(run, twice));
    let reached = _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)).cast_unsigned();
    Bitboard(reached & !(mover.0 | opponent.0))
}

/// `a | b & c`.
#[inline]
#[target_feature(enable = "avx512f")]
fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    const A_OR_B_AND_C: i32 = 0xf8;
    _mm512_ternarylogic_epi64::<A_OR_B_AND_C>(a, b, c)
}
