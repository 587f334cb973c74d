//! The evaluation: what a position is worth without searching it.
//!
//! [`Evaluation`] is the one interface the search knows. It travels down the tree beside the position, so that
//! a form of it may keep state that each move updates.
//!
//! The value is antisymmetric: exchanging the discs of the two sides negates it; and it is the same for the
//! eight images of a position under the symmetries of the board.
//!
//! This form of it is made by hand from what players look at: moves now and later, corners and the squares
//! beside them, and edge discs that are safe (Rosenbloom 1982).

mod value;

pub use value::Value;

use crate::othello::{Bitboard, Position, Square, legal_moves, stable_edge_discs};

/// The evaluation's own state for one position of the search.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation;

/// Worth of one more of each thing, in hundredths of a disc: with 60 empties, and with none; what lies between
/// is weighted by the empties.
struct Weight {
    early: i32,
    late: i32,
}

const MOBILITY: Weight = Weight { early: 90, late: 130 };
const POTENTIAL_MOBILITY: Weight = Weight { early: 45, late: 30 };
const CORNER: Weight = Weight { early: 900, late: 450 };
const X_SQUARE: Weight = Weight { early: -450, late: -250 };
const C_SQUARE: Weight = Weight { early: -150, late: -90 };
const STABLE_EDGE: Weight = Weight { early: 220, late: 200 };
const DISC: Weight = Weight { early: -15, late: 20 };

impl Weight {
    fn times(&self, difference: i32, empties: i32) -> i32 {
        difference * (self.early * empties + self.late * (60 - empties)) / 60
    }
}

impl Evaluation {
    /// The state for this position, made from nothing.
    pub fn new(_position: &Position) -> Self {
        Self
    }

    /// The state after the side to move has put a disc on `square` and turned `flipped` over.
    #[must_use]
    pub fn played(&self, _square: Square, _flipped: Bitboard) -> Self {
        *self
    }

    /// The state after the side to move has passed.
    #[must_use]
    pub fn passed(&self) -> Self {
        *self
    }

    /// The value of `position`, whose state this is, for its side to move.
    pub fn value(&self, position: &Position) -> Value {
        let empty = position.empty();
        let empties = empty.count() as i32;
        let x_squares = beside_empty_corners(empty, X_SQUARES);
        let c_squares = beside_empty_corners(empty, C_SQUARES);
        let worth = |own: Bitboard, other: Bitboard| {
            let count = |set: Bitboard| set.count() as i32;
            MOBILITY.times(count(legal_moves(own, other)), empties)
                + POTENTIAL_MOBILITY.times(count(other.grown() & empty), empties)
                + CORNER.times(count(own & Bitboard::CORNERS), empties)
                + X_SQUARE.times(count(own & x_squares), empties)
                + C_SQUARE.times(count(own & c_squares), empties)
                + STABLE_EDGE.times(count(stable_edge_discs(own, other)), empties)
                + DISC.times(count(own), empties)
        };
        let (mover, opponent) = (position.mover(), position.opponent());
        Value::saturating(worth(mover, opponent) - worth(opponent, mover))
    }
}

const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);
const C_SQUARES: Bitboard = Bitboard(0x4281_0000_0000_8142);

/// Those of `squares` that are next to a corner which is still empty.
fn beside_empty_corners(empty: Bitboard, squares: Bitboard) -> Bitboard {
    (empty & Bitboard::CORNERS).grown() & squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Symmetry;

    /// Positions of a hundred random games.
    fn positions() -> Vec<Position> {
        let mut seed = 7_u64;
        let mut positions = Vec::new();
        for _ in 0..100 {
            let mut position = Position::START;
            while !position.is_over() {
                positions.push(position);
                let moves: Vec<Square> = position.legal_moves().collect();
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                position = match moves.get((seed >> 33) as usize % moves.len().max(1)) {
                    Some(&square) => position.play(square).unwrap(),
                    None => position.passed(),
                };
            }
        }
        positions
    }

    fn value(position: &Position) -> Value {
        Evaluation::new(position).value(position)
    }

    #[test]
    fn exchanging_the_sides_negates_the_value() {
        for position in positions() {
            assert_eq!(value(&position.passed()), -value(&position), "{position:?}");
        }
    }

    #[test]
    fn the_eight_images_of_a_position_have_one_value() {
        for position in positions() {
            for symmetry in Symmetry::all() {
                assert_eq!(value(&symmetry.position(&position)), value(&position), "{position:?}");
            }
        }
    }

    #[test]
    fn a_corner_is_good_and_the_square_before_an_empty_one_is_bad() {
        let set = |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap()).collect();
        let with = |own: &str| value(&Position::new(set(own), set("d4 e4 d5")).unwrap());
        assert!(with("a1 e5 c3") > with("f4 e5 c3"));
        assert!(with("b2 e5 c3") < with("f4 e5 c3"));
    }
}
