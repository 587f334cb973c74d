//! The fastest-first layer: null windows, moves ordered by fewest replies, with the table.

use super::super::ordering::Candidates;
use super::super::table::Hash;
use super::super::worker::{Stopped, Window, Worker};
use super::{TABLE_FROM, cut_off, fastest_first, stability_cut_off};
use crate::othello::{Bitboard, Position};

impl Worker<'_> {
    /// Whether the final score is above `alpha`, as a fail-soft value in discs for the side to move, whose
    /// legal moves are `moves`.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(super) fn solve_fast(
        &mut self,
        position: &Position,
        moves: Bitboard,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        self.visit()?;
        let empties = position.empties();
        let window = Window::null(alpha);
        if let Some(value) = stability_cut_off(position, empties, window) {
            return Ok(value);
        }
        if moves.is_empty() {
            let passed = position.passed();
            let moves = passed.legal_moves();
            if moves.is_empty() {
                return Ok(position.final_score().discs());
            }
            return self.solve_fast(&passed, moves, -alpha - 1).map(|value| -value);
        }
        let hash = Hash::of(position);
        let known = self.table.probe(hash);
        if let Some(value) = known.and_then(|entry| cut_off(&entry, empties, window)) {
            return Ok(value);
        }
        let mut candidates = Candidates::<64>::new();
        candidates.fill(position, moves);
        if let Some(value) = self.solved_ahead(&candidates, empties, window) {
            return Ok(value);
        }
        fastest_first(position, &mut candidates);
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        let (mut best, mut best_move) = (i32::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let value = if empties > TABLE_FROM {
                -self.solve_fast(&candidate.child, candidate.replies, -alpha - 1)?
            } else {
                -self.solve_shallow(&candidate.child, candidate.replies, -alpha - 1)
            };
            if value > best {
                (best, best_move) = (value, Some(candidate.square));
                if best > alpha {
                    break;
                }
            }
        }
        self.remember_solved(hash, empties, window, best, best_move);
        Ok(best)
    }
}
