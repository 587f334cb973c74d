//! Five to nine empties: null windows, the thread's own table, nothing that could be stopped.
//!
//! Moves come by fewest replies, with five empties by parity alone.

use super::super::ordering::{Candidates, odd_quadrants};
use super::super::table::Hash;
use super::super::worker::{Window, Worker};
use super::{TABLE_FROM, fastest_first, stability_cut_off};
use crate::othello::{Bitboard, Position};

/// With this many empties or fewer `last` takes over.
const LAST: u32 = 4;
/// From this many empties on the moves are sorted and the position is looked up.
const SORTED_FROM: u32 = 6;
/// No position here has more moves than empties.
const MOST_MOVES: usize = TABLE_FROM as usize - 1;

impl Worker<'_> {
    /// Whether the final score is above `alpha`, as a fail-soft value in discs for the side to move, whose
    /// legal moves are `moves`. For fewer than [`TABLE_FROM`] empties.
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
            self.solve_by_parity(position, moves, alpha)
        }
    }

    fn solve_sorted(&mut self, position: &Position, empties: u32, moves: Bitboard, alpha: i32) -> i32 {
        if let Some(value) = stability_cut_off(position, empties, Window::null(alpha)) {
            return value;
        }
        let hash = Hash::of(position);
        let known = self.local.probe(hash);
        if let Some(entry) = known {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
        }
        let mut candidates = Candidates::<MOST_MOVES>::new();
        candidates.fill(position, moves);
        fastest_first(position, &mut candidates);
        candidates.favour([known.and_then(|entry| entry.best), None]);
        let (mut best, mut best_move) = (i32::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let value = -self.solve_shallow(&candidate.child, candidate.replies, -alpha - 1);
            if value > best {
                (best, best_move) = (value, Some(candidate.square));
                if best > alpha {
                    break;
                }
            }
        }
        self.local.store(hash, alpha, best, best_move);
        best
    }

    /// One ply above the last four empties.
    fn solve_by_parity(&mut self, position: &Position, moves: Bitboard, alpha: i32) -> i32 {
        let odd = odd_quadrants(position.empty());
        let mut best = i32::MIN;
        for square in (moves & odd).chain(moves.without(odd)) {
            let child = position.after(square, position.flips(square));
            let value = -self.solve_last(&child, -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }
}
