//! What a caller knows of positions from searches of its own, put where searches will find it.

use super::selectivity::Selectivity;
use super::table::{Entry, Hash, Table};
use crate::eval::Value;
use crate::othello::{Position, Square};

/// The result of a search that was made before, or elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// For the side to move, at least this.
    pub lower: Value,
    /// For the side to move, at most this; not below `lower`.
    pub upper: Value,
    /// Plies searched; the number of empties, or more, where the end was reached.
    pub depth: u8,
    /// Confidence of the search in per cent.
    pub selectivity: u8,
    /// The best move, if it is known.
    pub best: Option<Square>,
}

impl Table {
    /// Remembers what is known of `position`. Searches believe it as they believe themselves; a selective result
    /// proves nothing to them. Nothing is kept of a position without a move, or where the bounds cross.
    pub fn learn(&self, position: &Position, known: &Known) {
        let moves = position.legal_moves();
        if moves.is_empty() || known.lower > known.upper {
            return;
        }
        let empties = position.empties() as u8;
        let (lower, upper) = (known.lower.hundredths(), known.upper.hundredths());
        // A search to the end counts whole discs: the bounds give way to the next ones outside.
        let (lower, upper) = if known.depth >= empties {
            (lower.div_euclid(100), -(-upper).div_euclid(100))
        } else {
            (lower, upper)
        };
        let entry = Entry {
            lower: lower as i16,
            upper: upper as i16,
            depth: known.depth.min(empties),
            selectivity: Selectivity::at_most(known.selectivity),
            moves: [known.best.filter(|&square| moves.contains(square)), None],
        };
        self.store(Hash::of(position), entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(depth: u8, lower: i32, upper: i32, selectivity: u8) -> Option<Entry> {
        let table = Table::new(1).unwrap();
        let known = Known {
            lower: Value::saturating(lower),
            upper: Value::saturating(upper),
            depth,
            selectivity,
            best: "d3".parse().ok(),
        };
        table.learn(&Position::START, &known);
        table.probe(Hash::of(&Position::START))
    }

    #[test]
    fn a_midgame_result_is_kept_in_hundredths_and_a_final_one_in_discs_rounded_outward() {
        let midgame = learnt(12, -125, 340, 100).unwrap();
        assert_eq!((midgame.lower, midgame.upper, midgame.depth), (-125, 340, 12));
        let solved = learnt(64, -125, 340, 100).unwrap();
        assert_eq!((solved.lower, solved.upper, solved.depth), (-2, 4, 60));
    }

    #[test]
    fn a_confidence_between_two_levels_is_kept_as_the_bolder_one() {
        for (given, kept) in [(0, 73), (73, 73), (90, 87), (99, 99), (100, 100), (200, 100)] {
            assert_eq!(learnt(12, 0, 0, given).unwrap().selectivity.percent(), kept, "{given} %");
        }
    }

    #[test]
    fn crossed_bounds_and_positions_without_a_move_teach_nothing() {
        assert_eq!(learnt(12, 100, -100, 100), None);
        let over = Position::new(crate::othello::Bitboard(1), crate::othello::Bitboard(0)).unwrap();
        let table = Table::new(1).unwrap();
        let known = Known { lower: Value::MIN, upper: Value::MAX, depth: 1, selectivity: 100, best: None };
        table.learn(&over, &known);
        assert_eq!(table.probe(Hash::of(&over)), None);
    }
}
