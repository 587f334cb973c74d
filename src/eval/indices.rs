//! The indices of all features of one position, and how a move changes them.
//!
//! Plain 16-bit additions over arrays of one length: the compiler makes vectors of them that measure the same
//! as hand-written AVX2.

use crate::othello::{Bitboard, Position, Square};

use super::patterns::{FEATURES, POWERS, Powers};

/// The index of every feature of one position, seen by its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Indices(pub(super) [i16; FEATURES]);

impl Indices {
    /// The indices of this position, made from nothing.
    pub fn new(position: &Position) -> Self {
        let mut sums = [0; FEATURES];
        for square in position.mover() {
            add(&mut sums, &POWERS[square.index()], 1);
        }
        for square in position.opponent() {
            add(&mut sums, &POWERS[square.index()], -1);
        }
        Self(sums)
    }

    /// The indices after the side to move has put a disc on `square` and turned `flipped` over, seen by the
    /// other side.
    #[inline]
    #[must_use]
    pub fn played(&self, square: Square, flipped: Bitboard) -> Self {
        let mut sums = self.0;
        add(&mut sums, &POWERS[square.index()], 1);
        for flip in flipped {
            // From the opponent's -1 to the mover's +1.
            add(&mut sums, &POWERS[flip.index()], 2);
        }
        Self(sums).passed()
    }

    /// The indices seen by the other side.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self(self.0.map(i16::wrapping_neg))
    }

    /// The index of each feature, `-max_index()..=max_index()` of its pattern.
    pub const fn by_feature(&self) -> &[i16; FEATURES] {
        &self.0
    }
}

/// Adds `times` the powers of one square.
#[inline]
fn add(sums: &mut [i16; FEATURES], powers: &Powers, times: i16) {
    for (sum, power) in sums.iter_mut().zip(&powers.0) {
        *sum = sum.wrapping_add(times.wrapping_mul(*power));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_passes_lead_to_the_indices_made_from_nothing() {
        let mut position = Position::START;
        let mut indices = Indices::new(&position);
        for turn in 0.. {
            let mut moves = position.legal_moves();
            let Some(square) = moves.nth(turn % moves.count().max(1) as usize) else {
                if position.is_over() {
                    break;
                }
                position = position.passed();
                indices = indices.passed();
                continue;
            };
            let flipped = position.flips(square);
            indices = indices.played(square, flipped);
            position = position.after(square, flipped);
            assert_eq!(indices, Indices::new(&position), "{position:?}");
        }
    }
}
