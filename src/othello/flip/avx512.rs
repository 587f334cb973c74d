//! Flips with AVX-512 on 256-bit vectors: as with AVX2, but the end of a run towards lower bits is found by
//! counting leading zeros.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_lzcnt_epi64,
    _mm256_maskz_add_epi64, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_slli_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_ternarylogic_epi64, _mm256_test_epi64_mask,
};

use super::rays::{DOWN, UP};
use crate::othello::{Bitboard, Square};

/// See [`super::flips`].
///
/// # Safety
/// The processor has AVX-512 F, CD and VL.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
pub(super) unsafe fn flips(mover: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    let mover = _mm256_set1_epi64x(mover.0.cast_signed());
    let opponent = _mm256_set1_epi64x(opponent.0.cast_signed());
    let flipped = _mm256_or_si256(
        towards_higher(mover, opponent, load(&UP[square.index()])),
        towards_lower(mover, opponent, load(&DOWN[square.index()])),
    );
    let halves = _mm_or_si128(_mm256_castsi256_si128(flipped), _mm256_extracti128_si256::<1>(flipped));
    let all = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    Bitboard(_mm_cvtsi128_si64(all).cast_unsigned())
}

/// A carry from the lowest bit runs through the opponent's discs of the ray and stops at the first other
/// square of it; if that is the mover's, everything below it on the ray is flipped.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn towards_higher(mover: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    /// Truth tables over the bits of three operands.
    const A_OR_NOT_B: i32 = 0xf3;
    const A_AND_B_AND_C: i32 = 0x80;
    let ones = _mm256_set1_epi64x(-1);
    let passing = _mm256_ternarylogic_epi64::<A_OR_NOT_B>(opponent, ray, ray);
    let stop = _mm256_sub_epi64(passing, ones);
    let outflanking = _mm256_ternarylogic_epi64::<A_AND_B_AND_C>(stop, ray, mover);
    let some = _mm256_test_epi64_mask(outflanking, outflanking);
    _mm256_and_si256(_mm256_maskz_add_epi64(some, outflanking, ones), ray)
}

/// The highest square of the ray that is not the opponent's; if it is the mover's, everything above it on the
/// ray is flipped.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn towards_lower(mover: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, ray);
    let top = _mm256_set1_epi64x(i64::MIN);
    let highest = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(others));
    let outflanking = _mm256_and_si256(highest, mover);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_slli_epi64::<1>(outflanking));
    _mm256_and_si256(above, ray)
}

/// The four rays as one vector.
#[inline]
#[target_feature(enable = "avx512vl")]
fn load(rays: &[u64; 4]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that the unaligned load reads.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(rays).cast()) }
}
