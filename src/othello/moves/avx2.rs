//! Legal moves with AVX2: four directions at once, both ways.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::INNER_COLUMNS;
use crate::othello::Bitboard;

/// See [`super::legal_moves`]; the method is the portable one, with a direction in each lane.
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let step = _mm256_setr_epi64x(1, 8, 7, 9);
    let twice = _mm256_add_epi64(step, step);
    let inner = INNER_COLUMNS.cast_signed();
    let own = _mm256_set1_epi64x(mover.0.cast_signed());
    let other = _mm256_and_si256(
        _mm256_set1_epi64x(opponent.0.cast_signed()),
        _mm256_setr_epi64x(inner, -1, inner, inner),
    );

    let mut up = _mm256_and_si256(other, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(other, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(other, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(other, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(other, _mm256_sllv_epi64(other, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    }
    let reached = folded(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)));
    Bitboard(reached & !(mover.0 | opponent.0))
}

/// The four lanes or-ed together.
#[inline]
#[target_feature(enable = "avx2")]
fn folded(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))).cast_unsigned()
}
