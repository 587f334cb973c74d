//! Five and six empties: parity first, no table, null windows only.

use super::super::ordering::odd_quadrants;
use super::super::worker::Worker;
use crate::othello::Position;

/// With this many empties or fewer `last` takes over.
const LAST: u32 = 4;

impl Worker<'_> {
    /// Whether the final score is above `alpha`, as a fail-soft value in discs for the side to move.
    pub(super) fn solve_shallow(&mut self, position: &Position, alpha: i32) -> i32 {
        let empty = position.empty();
        if empty.count() <= LAST {
            return self.solve_last(position, alpha);
        }
        self.nodes += 1;
        let moves = position.legal_moves();
        if moves.is_empty() {
            let passed = position.passed();
            if passed.legal_moves().is_empty() {
                return position.final_score().discs();
            }
            return -self.solve_shallow(&passed, -alpha - 1);
        }
        let odd = odd_quadrants(empty);
        let mut best = i32::MIN;
        for square in (moves & odd).chain(moves.without(odd)) {
            let child = position.after(square, position.flips(square));
            let value = -self.solve_shallow(&child, -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }
}
