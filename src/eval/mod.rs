//! The evaluation: what a position is worth without searching it.
//!
//! [`Evaluation`] is the one interface the search knows. It travels down the tree beside the position and keeps
//! the pattern indices, which each move updates.
//!
//! The value is the sum of one weight for each feature (Buro 1998) and one for the two mobilities; the weights
//! depend on the phase and were fitted by [`crate::training`]. It is the same for the eight images of a position
//! under the symmetries of the board, by construction: images share their weights.
//!
//! A value has two parts. Its *balance* is what the discs are worth whoever moves: exchanging the discs of the
//! two sides negates it exactly. The rest, the *tempo*, is what it is worth to be the side to move: exchanging
//! the discs leaves it as it is. Where a static evaluation is shown to people, it is the balance; the search adds the
//! tempo, because its leaves are nearer to the truth with it:
//!
//! # What it was measured against
//!
//! Weights without the tempo (each state the negative of its exchange) have a mean absolute error on held-out games
//! of 7.80 discs where these have 7.15 (26 and 27 empties, labels by the exact score at 24), 10.81 against 10.61
//! (14 and 15 empties, outcomes), 10.78 against 10.22 (34 and 35).
//! The mobility table takes 0.10 to 0.15 discs off the error. Potential mobility, the number of discs and the parity
//! of the quadrants took nothing off that was not there already; for each quadrant its parity with who can move
//! there takes another 0.1 off at 12 empties, and is left out for its cost.
//!
//! # Rounds
//!
//! Mean absolute error in discs and best moves of a search without selectivity on the 276 positions of hard-20 and the
//! 311 of hard-25; points of 600 games at depth 6 from XOT openings against round 0 (400 for B).
//!
//! | round | data: outcomes, searched, solved | hard-20, depth 1 | depth 8 | hard-25, depth 1 | depth 8 | points |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 0 | 7.5 M, 0, 0.1 M | 6.18, 38.0 % | 3.11, 54.7 % | 4.20, 37.3 % | 3.64, 54.7 % | |
//! | 1 | 7.5 M, 1.3 M, 7.4 M | 5.77, 42.0 % | 2.76, 56.9 % | 4.08, 39.9 % | 3.20, 55.6 % | 61.1 % (+78 Elo, 52 to 105) |
//! | 1 B: outcomes 0.3 | the same | 5.71, 43.5 % | 2.92, 56.2 % | 4.04, 37.6 % | 3.08, 55.3 % | 50.5 % |
//! | 1 C: outcomes 0.03 | the same | 5.72, 43.1 % | 2.90, 59.8 % | 3.98, 37.9 % | 3.05, 55.6 % | 50.7 % |
//!
//! The variants weigh outcomes less, and even positions more: nearer to the solved scores and weaker in games, for the
//! searched labels are still few above 20 empties.
//!
//! One value takes 20 ns to update by a move and 20 ns to sum, with 10 ns for the mobilities (Xeon, Sapphire
//! Rapids). Summed by scalar loads instead of AVX2 gathers it takes 38 to 50 ns, by AVX-512 gathers the same.

mod indices;
mod patterns;
mod rice;
mod tables;
mod value;
mod weights;

use std::sync::OnceLock;

use thiserror::Error;

pub use indices::Indices;
pub use patterns::{FEATURES, Folding, PATTERN_OF, PATTERNS, Pattern};
pub use value::Value;
pub use weights::{FOLDINGS, MOBILITIES, PHASES, PhaseWeights, Weights, WeightsError, mobility_index, phase};

use crate::othello::{Bitboard, Position, Square};

/// The weights in use: chosen once, before the first value.
static WEIGHTS: OnceLock<Weights> = OnceLock::new();

/// The weights that the executable carries.
static EMBEDDED: &[u8] = include_bytes!("weights.bin");

/// Weights that came too late: others are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("other weights are in use already")]
pub struct WeightsInUse;

/// Makes these the weights of every [`Evaluation`] of the process.
///
/// # Errors
/// Weights were chosen or used before.
pub fn use_weights(weights: Weights) -> Result<(), WeightsInUse> {
    WEIGHTS.set(weights).map_err(|_| WeightsInUse)
}

/// The weights in use: those chosen, or else those that the executable carries.
#[inline]
pub fn weights() -> &'static Weights {
    WEIGHTS.get_or_init(|| Weights::read(EMBEDDED).expect("the tests read the embedded weights"))
}

/// The evaluation's own state for one position of the search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    indices: Indices,
}

impl Evaluation {
    /// The state for this position, made from nothing.
    pub fn new(position: &Position) -> Self {
        Self { indices: Indices::new(position) }
    }

    /// The state after the side to move has put a disc on `square` and turned `flipped` over.
    #[inline]
    #[must_use]
    pub fn played(&self, square: Square, flipped: Bitboard) -> Self {
        Self { indices: self.indices.played(square, flipped) }
    }

    /// The state after the side to move has passed.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { indices: self.indices.passed() }
    }

    /// The value of `position`, whose state this is, for its side to move.
    #[inline]
    pub fn value(&self, position: &Position) -> Value {
        Value::saturating(weights().sum(position, &self.indices))
    }

    /// The part of the value that the discs are worth whoever moves: exactly negated when the two sides exchange
    /// their discs.
    pub fn balance(&self, position: &Position) -> Value {
        let passed = weights().sum(&position.passed(), &self.indices.passed());
        Value::saturating((weights().sum(position, &self.indices) - passed) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Symmetry;
    use crate::random::Random;

    /// Positions with any discs on any squares, and those of random games.
    fn positions(count: usize) -> impl Iterator<Item = Position> {
        let mut random = Random::new(7);
        let mut game = Position::START;
        (0..count).map(move |number| {
            if number % 2 == 0 {
                let (discs, mine) = (random.bits() | random.bits(), random.bits());
                return Position::new(Bitboard(discs & mine), Bitboard(discs & !mine))
                    .expect("disjoint sets");
            }
            let squares: Vec<Square> = game.legal_moves().collect();
            let square = random.choose(&squares).copied();
            game = match square.and_then(|square| game.play(square)) {
                Some(after) => after,
                None if game.must_pass() => game.passed(),
                None => Position::START,
            };
            game
        })
    }

    fn value(position: &Position) -> Value {
        Evaluation::new(position).value(position)
    }

    fn balance(position: &Position) -> Value {
        Evaluation::new(position).balance(position)
    }

    #[test]
    fn the_eight_images_of_a_position_have_one_value_and_one_balance() {
        for position in positions(100_000) {
            let expected = (value(&position), balance(&position));
            for symmetry in Symmetry::all() {
                let image = symmetry.position(&position);
                assert_eq!((value(&image), balance(&image)), expected, "{symmetry:?} {position:?}");
            }
        }
    }

    #[test]
    fn exchanging_the_discs_negates_the_balance() {
        for position in positions(100_000) {
            assert_eq!(balance(&position.passed()), -balance(&position), "{position:?}");
        }
    }

    #[test]
    fn the_state_kept_through_a_game_gives_the_value_made_from_nothing() {
        let mut position = Position::START;
        let mut evaluation = Evaluation::new(&position);
        while let Some(square) = position.legal_moves().last() {
            let flipped = position.flips(square);
            evaluation = evaluation.played(square, flipped);
            position = position.after(square, flipped);
            assert_eq!(evaluation.value(&position), value(&position));
            assert_eq!(evaluation.passed().value(&position.passed()), value(&position.passed()));
        }
    }

    #[test]
    fn the_embedded_weights_are_whole_and_at_most_8_mib() {
        assert!(Weights::read(EMBEDDED).is_ok());
        assert!(EMBEDDED.len() <= 8 << 20);
    }
}
