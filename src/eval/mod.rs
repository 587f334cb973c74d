//! The evaluation: what a position is worth without searching it.
//!
//! [`Evaluation`] is the one interface the search knows. It travels down the tree beside the position and keeps
//! the pattern indices, which each move updates.
//!
//! The value is the sum of one weight for each feature (Buro 1998), one for the two mobilities and one for the
//! parity of the empties; the weights depend on the phase and were fitted by [`crate::training`]. It is the same
//! for the eight images of a position under the symmetries of the board, by construction: images share their
//! weights.
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
//! Mean absolute error in discs and best moves of a search (`outflank train judge`) on the 276 positions of hard-20
//! and the 311 of hard-25, whose every move is solved; depths 1 and 8 without selectivity, depth 15 at 73 %.
//!
//! | round | data: outcomes, searched, solved | hard-20, depth 1 | depth 8 | depth 15 | hard-25, depth 1 | depth 8 | depth 15 |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | 0 | 7.5 M, 0, 0.1 M | 6.18, 38.0 % | 3.11, 54.7 % | 0.90, 79.0 % | 4.20, 37.3 % | 3.64, 54.7 % | 1.00, 79.4 % |
//! | sweep 1 | 7.5 M, 1.3 M, 7.4 M | 5.77, 42.0 % | 2.76, 56.9 % | 0.77, 80.4 % | 4.08, 39.9 % | 3.20, 55.3 % | 0.79, 81.4 % |
//! | sweep 2 | 7.5 M, 3.9 M, 12.7 M | 5.35, 42.8 % | 2.87, 59.1 % | 0.78, 78.6 % | 4.11, 37.6 % | 2.76, 57.2 % | 0.82, 82.6 % |
//! | sweep 3 | 7.5 M, 3.2 M, 16.4 M | 5.16, 42.8 % | 2.86, 57.2 % | 0.73, 80.1 % | 4.14, 37.9 % | 2.77, 57.9 % | 0.76, 81.0 % |
//!
//! From 25 empties on a selective search of 15 plies is carried on to the end of the game, so that depth 15 says
//! more of ProbCut than of the weights; on hard-25 it takes 9.1 M nodes a position with those of round 0, 7.4 M
//! with those of sweep 1, 6.0 M of sweep 2 and 5.9 M of sweep 3. Positions that only have outcomes are fewer than
//! the outcomes: of 21.3 M different ones, sweep 3 has 3.2 M searched and 16.4 M solved (`outflank train count`).
//!
//! Matches of 1,000 games at depth 6 from XOT openings (`outflank match --depth 6`); those of sweep 3 against sweep 2 are
//! two of 1,000 games, the first of which chose it:
//!
//! | | against | points | Elo |
//! | --- | --- | --- | --- |
//! | sweep 3 | sweep 2 | 53.8 %, 52.8 % | +26, 8 to 46; +19, 0 to 38 |
//! | sweep 3 | sweep 1 | 57.6 % | +53, 32 to 74 |
//! | sweep 3 | round 0 | 63.1 % | +94, 72 to 116 |
//! | sweep 3 | mobility, corners and safe edge discs by hand | 96.9 % | +598, 546 to 670 |
//! | sweep 2 | sweep 1 | 59.2 % | +64, 43 to 86 |
//! | sweep 1 | round 0 | 61.1 % (600 games, which also chose it) | +78, 52 to 105 |
//!
//! With the labels of sweep 1 left in, sweep 3 was worth no more than sweep 2 (50.7 %); with outcomes a fifth as important
//! it scored 48.4 % against itself.
//!
//! Mean absolute error in discs on the games held out (one in 20), by phase and kind of label, for rounds 0 to 3 on the
//! same positions; the searched labels are those of the sweeps, the excess that the fits of 2 and 3 take off them left in,
//! and favour the sweeps after theirs. Outcomes hold the errors of the players.
//!
//! | empties | outcome: 0 | 1 | 2 | 3 | searched: 0 | 1 | 2 | 3 | solved: 0 | 1 | 2 | 3 |
//! | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
//! | 58, 59 | 14.50 | 14.50 | 14.52 | 14.51 |  |  |  |  |  |  |  |  |
//! | 56, 57 | 14.43 | 14.43 | 14.42 | 14.43 |  |  |  |  |  |  |  |  |
//! | 54, 55 | 14.24 | 14.23 | 14.27 | 14.27 |  |  |  |  |  |  |  |  |
//! | 52, 53 | 14.02 | 14.02 | 14.11 | 14.10 | 7.28 | 5.87 | 4.25 | 4.38 |  |  |  |  |
//! | 50, 51 | 13.74 | 13.74 | 13.92 | 13.91 | 7.14 | 5.50 | 3.91 | 3.93 |  |  |  |  |
//! | 48, 49 | 13.41 | 13.41 | 13.63 | 13.62 | 6.82 | 5.10 | 3.68 | 3.69 |  |  |  |  |
//! | 46, 47 | 13.06 | 13.07 | 13.28 | 13.27 | 6.21 | 4.81 | 3.64 | 3.69 |  |  |  |  |
//! | 44, 45 | 12.63 | 12.64 | 12.83 | 12.80 | 5.70 | 4.60 | 3.65 | 3.73 |  |  |  |  |
//! | 42, 43 | 12.34 | 12.35 | 12.54 | 12.49 | 5.55 | 4.45 | 3.61 | 3.75 |  |  |  |  |
//! | 40, 41 | 11.87 | 11.86 | 12.03 | 12.01 | 5.34 | 4.64 | 3.63 | 3.68 |  |  |  |  |
//! | 38, 39 | 11.38 | 11.37 | 11.55 | 11.54 | 5.18 | 4.57 | 3.60 | 3.59 |  |  |  |  |
//! | 36, 37 | 10.83 | 10.83 | 10.97 | 10.97 | 5.16 | 4.67 | 3.69 | 3.69 |  |  |  |  |
//! | 34, 35 | 10.20 | 10.19 | 10.32 | 10.31 | 5.06 | 4.63 | 3.72 | 3.74 |  |  |  |  |
//! | 32, 33 | 9.51 | 9.50 | 9.64 | 9.62 | 5.21 | 4.67 | 3.84 | 3.89 |  |  |  |  |
//! | 30, 31 | 8.80 | 8.78 | 8.91 | 8.90 | 5.19 | 4.67 | 3.99 | 4.04 |  |  |  |  |
//! | 28, 29 | 8.03 | 8.02 | 8.15 | 8.14 | 5.18 | 4.67 | 4.08 | 4.12 |  |  |  |  |
//! | 26, 27 | 7.02 | 7.01 | 7.17 | 7.17 | 5.11 | 4.61 | 4.04 | 4.04 |  |  |  |  |
//! | 24, 25 | 6.18 | 6.15 | 6.35 | 6.34 | 5.49 | 4.99 | 4.31 | 4.36 | 5.52 | 5.48 | 5.48 | 5.47 |
//! | 22, 23 | 12.85 | 12.78 | 12.74 | 12.73 | 5.71 | 5.19 | 4.47 | 4.57 |  |  |  |  |
//! | 20, 21 | 12.35 | 12.24 | 12.18 | 12.21 | 5.99 | 5.36 | 4.65 | 4.64 |  |  |  |  |
//! | 18, 19 | 11.62 | 11.51 | 11.47 | 11.54 | 6.39 | 5.54 | 4.92 | 4.88 |  |  |  |  |
//! | 16, 17 | 11.01 | 10.90 | 10.93 | 10.93 | 6.66 | 5.85 | 5.08 | 5.10 | 7.69 | 7.08 | 6.69 | 6.68 |
//! | 14, 15 | 10.36 | 10.22 | 10.18 | 10.19 | 6.74 | 6.00 | 4.98 | 4.95 | 7.58 | 6.96 | 6.59 | 6.59 |
//! | 12, 13 | 9.50 | 9.33 | 9.32 | 9.33 |  |  |  |  | 7.36 | 6.75 | 6.48 | 6.46 |
//! | 10, 11 | 8.62 | 8.49 | 8.45 | 8.47 |  |  |  |  | 6.81 | 6.30 | 6.12 | 6.08 |
//! | 8, 9 | 7.51 | 7.37 | 7.35 | 7.36 |  |  |  |  | 6.03 | 5.62 | 5.50 | 5.48 |
//! | 6, 7 | 6.30 | 6.14 | 6.15 | 6.13 |  |  |  |  | 5.34 | 4.95 | 4.88 | 4.86 |
//! | 4, 5 | 4.89 | 4.73 | 4.74 | 4.73 |  |  |  |  | 4.42 | 4.13 | 4.09 | 4.07 |
//! | 2, 3 | 3.16 | 2.99 | 2.98 | 2.97 |  |  |  |  | 3.10 | 2.84 | 2.81 | 2.80 |
//! | 0, 1 | 0.82 | 0.30 | 0.26 | 0.24 |  |  |  |  | 0.86 | 0.30 | 0.26 | 0.24 |
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
