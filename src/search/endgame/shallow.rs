//! Few empties, no table, null windows only: fastest first at the top, parity alone below.

use super::super::ordering::{Candidates, odd_quadrants};
use super::super::worker::Worker;
use super::{fastest_first, stability_cut_off};
use crate::othello::{Bitboard, Position};

/// With this many empties or fewer `last` takes over.
const LAST: u32 = 4;
/// From this many empties on the moves are sorted.
const SORTED_FROM: u32 = 6;

impl Worker<'_> {
    /// Whether the final score is above `alpha`, as a fail-soft value in discs for the side to move, whose
    /// legal moves are `moves`.
    pub(super) fn solve_shallow(&mut self, position: &Position, moves: Bitboard, alpha: i32) -> i32 {
        let empties = position.empties();
        if empties <= LAST {
            return self.solve_last(position, alpha);
        }
        self.nodes += 1;
        if moves.is_empty() {
            let passed = position.passed();
            let moves = passed.legal_moves();
            if moves.is_empty() {
                return position.final_score().discs();
            }
            return -self.solve_shallow(&passed, moves, -alpha - 1);
        }
        if empties >= SORTED_FROM {
            self.solve_sorted(position, empties, moves, alpha)
        } else {
            self.solve_by_parity(position, empties, moves, alpha)
        }
    }

    fn solve_sorted(&mut self, position: &Position, empties: u32, moves: Bitboard, alpha: i32) -> i32 {
        if let Some(value) = stability_cut_off(position, empties, crate::search::worker::Window::null(alpha))
        {
            return value;
        }
        let mut candidates = Candidates::<8>::new();
        candidates.fill(position, moves);
        fastest_first(position, &mut candidates);
        let mut best = i32::MIN;
        while let Some(candidate) = candidates.take_best() {
            let value = -self.solve_shallow(&candidate.child, candidate.replies, -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }

    fn solve_by_parity(&mut self, position: &Position, empties: u32, moves: Bitboard, alpha: i32) -> i32 {
        let odd = odd_quadrants(position.empty());
        let mut best = i32::MIN;
        for square in (moves & odd).chain(moves.without(odd)) {
            let child = position.after(square, position.flips(square));
            let value = if empties - 1 == LAST {
                -self.solve_last(&child, -alpha - 1)
            } else {
                -self.solve_shallow(&child, child.legal_moves(), -alpha - 1)
            };
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }
}
