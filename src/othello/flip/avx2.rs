//! Flips with AVX2: four directions at once, one vector for each half of the compass.

use std::arch::x86_64::{__m256i, _mm256_srlv_epi64};
use std::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_sub_epi64,
};

use super::rays::{DOWN, STEPS, UP};
use crate::othello::{Bitboard, Square};

/// See [`super::flips`].
///
/// # Safety
/// The processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
fn towards_higher(mover: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let ones = _mm256_cmpeq_epi64(ray, ray);
    let passing = _mm256_or_si256(opponent, _mm256_andnot_si256(ray, ones));
    let stop = _mm256_sub_epi64(passing, ones);
    let outflanking = _mm256_and_si256(_mm256_and_si256(stop, ray), mover);
    // `outflanking - 1` where there is one, 0 where there is none.
    let none = _mm256_cmpeq_epi64(outflanking, _mm256_setzero_si256());
    let below = _mm256_sub_epi64(_mm256_add_epi64(outflanking, ones), none);
    _mm256_and_si256(below, ray)
}

/// The highest square of the ray that is not the opponent's is smeared downwards, which leaves the
/// opponent's discs above it; they are flipped if that square is the mover's.
#[inline]
#[target_feature(enable = "avx2")]
fn towards_lower(mover: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let step = _mm256_setr_epi64x(STEPS[0].into(), STEPS[1].into(), STEPS[2].into(), STEPS[3].into());
    let twice = _mm256_add_epi64(step, step);
    let mut smeared = _mm256_andnot_si256(opponent, ray);
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, step));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, twice));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, _mm256_add_epi64(twice, twice)));
    let smeared = _mm256_and_si256(smeared, ray);
    let highest = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, step), smeared);
    let outflanking = _mm256_and_si256(highest, mover);
    let none = _mm256_cmpeq_epi64(outflanking, _mm256_setzero_si256());
    _mm256_andnot_si256(_mm256_or_si256(none, smeared), ray)
}

/// The four rays as one vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load(rays: &[u64; 4]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that the unaligned load reads.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(rays).cast()) }
}
