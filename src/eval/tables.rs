//! The weights of one phase laid out for the search, and their sum over all features.

use super::indices::Indices;
use super::patterns::{FEATURES, PATTERN_OF, PATTERNS};

/// Entries before and after the tables, so that no 16-bit index of any feature points outside.
const MARGIN: usize = 1 << 15;

/// Where the entry of index 0 lies for each pattern, and the length of all tables with their margins.
const LAYOUT: ([usize; PATTERNS.len()], usize) = {
    let mut centers = [0; PATTERNS.len()];
    let mut end = MARGIN;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        centers[pattern] = end + PATTERNS[pattern].max_index();
        end += 2 * PATTERNS[pattern].max_index() + 1;
        pattern += 1;
    }
    (centers, end + MARGIN)
};

/// Where the entry of index 0 lies for each feature.
#[repr(align(64))]
struct Centers([i32; FEATURES]);

static CENTERS: Centers = {
    let mut centers = [0; FEATURES];
    let mut feature = 0;
    while feature < FEATURES {
        centers[feature] = LAYOUT.0[PATTERN_OF[feature]] as i32;
        assert!(centers[feature] >= MARGIN as i32 && centers[feature] < (LAYOUT.1 - MARGIN) as i32);
        feature += 1;
    }
    Centers(centers)
};

/// The weights of all patterns in one phase, one entry for each index.
#[derive(Debug)]
pub struct Tables(Box<[i16]>);

impl Tables {
    /// Lays out weights in hundredths of a disc: for each pattern in order, one for each index from the lowest.
    pub fn new<W: IntoIterator<Item = i16>>(patterns: impl IntoIterator<Item = W>) -> Self {
        let mut entries = vec![0; LAYOUT.1].into_boxed_slice();
        for ((pattern, center), weights) in PATTERNS.iter().zip(LAYOUT.0).zip(patterns) {
            let states = 2 * pattern.max_index() + 1;
            let table = &mut entries[center - pattern.max_index()..][..states];
            for (entry, weight) in table.iter_mut().zip(weights) {
                *entry = weight;
            }
        }
        Self(entries)
    }

    /// The sum of the weights of these states, in hundredths of a disc.
    #[inline]
    pub fn sum(&self, indices: &Indices) -> i32 {
        cfg_select! {
            // SAFETY: this arm is compiled only where AVX2 is assumed, which is all that the function asks.
            all(target_arch = "x86_64", target_feature = "avx2") => unsafe { self.sum_avx2(indices) },
            _ => self.sum_portable(indices),
        }
    }

    /// See [`Tables::sum`]; one entry at a time.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
    fn sum_portable(&self, indices: &Indices) -> i32 {
        let entry = |(index, center): (&i16, &i32)| i32::from(self.0[(center + i32::from(*index)) as usize]);
        indices.0.iter().zip(&CENTERS.0).map(entry).sum()
    }

    /// See [`Tables::sum`]; eight entries at a time.
    ///
    /// # Safety
    /// The processor has AVX2.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn sum_avx2(&self, indices: &Indices) -> i32 {
        use std::arch::x86_64::{
            __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_shuffle_epi32,
            _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256,
            _mm256_i32gather_epi32, _mm256_load_si256, _mm256_setzero_si256, _mm256_slli_epi32,
            _mm256_srai_epi32,
        };
        let mut sums = _mm256_setzero_si256();
        let (indices, _) = indices.0.as_chunks::<8>();
        let (centers, _) = CENTERS.0.as_chunks::<8>();
        for (indices, centers) in indices.iter().zip(centers) {
            // SAFETY: both arrays are aligned to 64 bytes, and so is every eighth 16- or 32-bit part to what
            // the loads ask. Every entry read lies inside: a center is at least MARGIN from either end, an
            // index is at most MARGIN away from it, and the 16 bits read beyond the last entry that a center
            // can reach belong to the margin (`center + i16::MAX + 1 < LAYOUT.1`, asserted above).
            let entries = unsafe {
                let indices = _mm_load_si128(indices.as_ptr().cast::<__m128i>());
                let centers = _mm256_load_si256(centers.as_ptr().cast::<__m256i>());
                let places = _mm256_add_epi32(_mm256_cvtepi16_epi32(indices), centers);
                _mm256_i32gather_epi32::<2>(self.0.as_ptr().cast::<i32>(), places)
            };
            // The entry wanted is the lower half of what was read.
            sums = _mm256_add_epi32(sums, _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(entries)));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Weights that differ from state to state and from pattern to pattern.
    fn weights(pattern: usize) -> impl Iterator<Item = i16> {
        let states = 2 * PATTERNS[pattern].max_index() + 1;
        (0..states).map(move |state| (state * 7919 + pattern * 104_729) as i16)
    }

    #[test]
    fn every_path_gives_the_sum_taken_state_by_state() {
        let tables = Tables::new((0..PATTERNS.len()).map(weights));
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            let indices = Indices(std::array::from_fn(|feature| {
                let max = PATTERNS[PATTERN_OF[feature]].max_index() as i64;
                (random.below(2 * max as u64 + 1) as i64 - max) as i16
            }));
            let expected: i32 = (0..FEATURES)
                .map(|feature| {
                    let pattern = PATTERN_OF[feature];
                    let state = i64::from(indices.0[feature]) + PATTERNS[pattern].max_index() as i64;
                    i32::from((state * 7919 + pattern as i64 * 104_729) as i16)
                })
                .sum();
            assert_eq!(tables.sum(&indices), expected);
            assert_eq!(tables.sum_portable(&indices), expected);
        }
    }

    #[test]
    fn no_index_at_all_leads_outside_the_tables() {
        let tables = Tables::new((0..PATTERNS.len()).map(weights));
        for index in [i16::MIN, i16::MAX] {
            let indices = Indices([index; FEATURES]);
            assert_eq!(tables.sum(&indices), tables.sum_portable(&indices));
        }
    }
}
