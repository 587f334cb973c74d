//! The evaluation: what a position is worth without searching it.
//!
//! [`Evaluation`] is the one interface the search knows. It travels down the tree beside the position and keeps
//! the pattern indices, which each move updates.
//!
//! The value is the sum of one weight for each feature (Buro 1998), one for the two mobilities and one for the parity of
//! the empties; the weights depend on the phase and were fitted by [`crate::training`]. It is the same for the eight images of a position
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
//! there takes another 0.1 off at 12 empties, and is left out for its cost. The parity of all empties does not show in
//! that error, but without it searches from 24 empties said about 2 discs more at odd depths than at even ones or the
//! reverse: to be the one to move is worth more where the own side has the last move.
//!
//! # Rounds
//!
//! Mean absolute error in discs and best moves of a search without selectivity (`outflank train judge`) on the 276
//! positions of hard-20 and the 311 of hard-25, whose every move is solved.
//!
//! | round | data: outcomes, searched, solved | hard-20, depth 1 | depth 8 | hard-25, depth 1 | depth 8 |
//! | --- | --- | --- | --- | --- | --- |
//! | 0 | 7.5 M, 0, 0.1 M | 6.18, 38.0 % | 3.11, 54.7 % | 4.20, 37.3 % | 3.64, 54.7 % |
//! | sweep 1 | 7.5 M, 1.3 M, 7.4 M | 5.77, 42.0 % | 2.76, 56.9 % | 4.08, 39.9 % | 3.20, 55.6 % |
//! | sweep 2 | 7.5 M, 3.9 M, 12.7 M | 5.35, 42.8 % | 2.87, 59.1 % | 4.11, 37.6 % | 2.76, 57.2 % |
//!
//! At depth 15 sweep 1 had on 104 positions of hard-25 (two lines of each six) an error of 1.83 discs and 67.3 % best moves.
//!
//! Matches of 1,000 games at depth 6 from XOT openings (`outflank match --depth 6`), those of sweep 2 from openings that
//! chose nothing:
//!
//! | sweep 2 against | points | Elo |
//! | --- | --- | --- |
//! | sweep 1 | 59.2 % | +64, 43 to 86 |
//! | round 0 | 65.0 % | +107, 86 to 129 |
//! | mobility, corners and safe edge discs by hand | 96.0 % | +554, 508 to 616 |
//!
//! Sweep 1 scored 61.1 % against round 0 (600 games, +78 Elo, 52 to 105; the openings also chose it).
//!
//! Mean absolute error in discs on the games held out (one in 20), by phase and kind of label, for rounds 0, 1 and 2; the
//! searched labels are those of the sweeps, for round 2 without the excess that its fit takes off them, and favour the
//! sweep after theirs. Outcomes hold the errors of the players.
//!
//! | empties | outcome: 0 | 1 | 2 | searched: 0 | 1 | 2 | solved: 0 | 1 | 2 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | 58, 59 | 14.50 | 14.50 | 14.51 |  |  |  |  |  |  |
//! | 56, 57 | 14.43 | 14.43 | 14.42 |  |  |  |  |  |  |
//! | 54, 55 | 14.24 | 14.23 | 14.27 |  |  |  |  |  |  |
//! | 52, 53 | 14.02 | 14.02 | 14.11 | 7.38 | 5.95 | 4.01 |  |  |  |
//! | 50, 51 | 13.74 | 13.74 | 13.92 | 7.03 | 5.48 | 3.64 |  |  |  |
//! | 48, 49 | 13.41 | 13.41 | 13.63 | 6.47 | 5.08 | 3.50 |  |  |  |
//! | 46, 47 | 13.06 | 13.07 | 13.28 | 5.72 | 4.78 | 3.52 |  |  |  |
//! | 44, 45 | 12.63 | 12.64 | 12.83 | 5.35 | 4.59 | 3.49 |  |  |  |
//! | 42, 43 | 12.34 | 12.35 | 12.54 | 5.28 | 4.47 | 3.45 |  |  |  |
//! | 40, 41 | 11.87 | 11.86 | 12.03 | 5.25 | 4.59 | 3.43 |  |  |  |
//! | 38, 39 | 11.38 | 11.37 | 11.54 | 5.21 | 4.64 | 3.45 |  |  |  |
//! | 36, 37 | 10.83 | 10.83 | 10.97 | 5.24 | 4.76 | 3.55 |  |  |  |
//! | 34, 35 | 10.20 | 10.19 | 10.33 | 5.12 | 4.70 | 3.64 |  |  |  |
//! | 32, 33 | 9.51 | 9.50 | 9.64 | 5.23 | 4.72 | 3.73 |  |  |  |
//! | 30, 31 | 8.80 | 8.78 | 8.92 | 5.22 | 4.72 | 3.84 |  |  |  |
//! | 28, 29 | 8.03 | 8.02 | 8.15 | 5.23 | 4.72 | 3.92 |  |  |  |
//! | 26, 27 | 7.02 | 7.01 | 7.18 | 5.14 | 4.64 | 3.86 |  |  |  |
//! | 24, 25 | 6.18 | 6.15 | 6.36 | 5.43 | 4.94 | 4.18 | 5.52 | 5.48 | 5.49 |
//! | 22, 23 | 12.85 | 12.78 | 12.76 | 5.59 | 5.10 | 4.28 |  |  |  |
//! | 20, 21 | 12.35 | 12.24 | 12.20 | 6.06 | 5.42 | 4.50 |  |  |  |
//! | 18, 19 | 11.62 | 11.51 | 11.48 | 6.49 | 5.65 | 4.79 |  |  |  |
//! | 16, 17 | 11.01 | 10.90 | 10.95 | 6.81 | 5.99 | 5.04 | 7.68 | 7.07 | 6.71 |
//! | 14, 15 | 10.36 | 10.22 | 10.22 | 6.79 | 6.03 | 4.95 | 7.58 | 6.96 | 6.62 |
//! | 12, 13 | 9.50 | 9.33 | 9.35 |  |  |  | 7.17 | 6.60 | 6.38 |
//! | 10, 11 | 8.62 | 8.49 | 8.47 |  |  |  | 6.55 | 6.08 | 5.91 |
//! | 8, 9 | 7.51 | 7.37 | 7.37 |  |  |  | 5.97 | 5.57 | 5.46 |
//! | 6, 7 | 6.30 | 6.14 | 6.16 |  |  |  | 5.33 | 4.95 | 4.90 |
//! | 4, 5 | 4.89 | 4.73 | 4.74 |  |  |  | 4.42 | 4.14 | 4.10 |
//! | 2, 3 | 3.16 | 2.99 | 2.99 |  |  |  | 3.11 | 2.85 | 2.83 |
//! | 0, 1 | 0.82 | 0.30 | 0.26 |  |  |  | 0.86 | 0.30 | 0.26 |
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
pub use weights::{
    FOLDINGS, MOBILITIES, PARITIES, PHASES, PhaseWeights, Weights, WeightsError, mobility_index,
    parity_index, phase,
};

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
