//! The fastest-first layer: null windows, moves ordered by fewest replies, nothing selective, with the shared
//! table.

use super::super::aim::Aim;
use super::super::ordering::Candidates;
use super::super::pvs::Found;
use super::super::table::Hash;
use super::super::worker::{Stopped, Window, Worker};
use super::{HIGHEST, TABLE_FROM, fastest_first, stability_cut_off};
use crate::othello::{Bitboard, Position};

impl Worker<'_> {
    /// Whether the final score is above `alpha`, as a fail-soft value in discs for the side to move, whose
    /// legal moves are `moves`.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(in crate::search) fn solve_fast(
        &mut self,
        position: &Position,
        moves: Bitboard,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let empties = position.empties();
        if empties < TABLE_FROM {
            return Ok(self.solve_shallow(position, moves, alpha));
        }
        self.visit()?;
        let (aim, window) = (Aim::exact(empties), Window::null(alpha));
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
        if let Some(value) = known.and_then(|entry| aim.cut_off(&entry, window)) {
            return Ok(value);
        }
        let mut candidates = Candidates::<64>::new();
        candidates.fill(position, moves);
        if candidates.iter().any(|candidate| candidate.child.mover().is_empty()) {
            return Ok(HIGHEST);
        }
        if empties > TABLE_FROM
            && let Some(value) = self.look_ahead(aim, window, &candidates)
        {
            return Ok(value);
        }
        fastest_first(position, &mut candidates);
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        let mut found = Found::NOTHING;
        while let Some(candidate) = candidates.take_best() {
            let value = -self.solve_fast(&candidate.child, candidate.replies, -alpha - 1)?;
            found.consider(value, candidate.square);
            if found.value > alpha {
                break;
            }
        }
        self.table.store(hash, aim.proven(window, found.value, found.square));
        Ok(found.value)
    }
}
