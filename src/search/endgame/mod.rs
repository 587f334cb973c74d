//! The endgame: a position searched to the end of the game, in whole discs.
//!
//! Three layers by empties. At the top the moves are ordered by shallow midgame searches, below by fastest
//! first (fewest replies of the opponent first), both with the table, enhanced transposition cut-offs and
//! stability cut-offs; `shallow` and `last` count out what is left without a table.

mod fast;
mod last;
mod local;
mod shallow;
#[cfg(test)]
mod tests;

pub(super) use local::LocalTable;

use super::aim::Aim;
use super::ordering::{Candidates, odd_quadrants, potential_mobility, square_promise};
use super::table::Hash;
use super::worker::{Node, Stopped, Window, Worker};
use crate::othello::{Position, Score, stable_discs};

const HIGHEST: i32 = Score::MAX.discs();

/// Above this many empties moves are ordered by the evaluation.
const EVALUATED_ABOVE: u32 = 11;
/// From this many empties on the shared table is used, and the stop is heeded.
const TABLE_FROM: u32 = 10;

impl Worker<'_> {
    /// The final score of a position under best play, in discs for the side to move.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(super) fn solve(&mut self, node: &Node, aim: Aim, window: Window) -> Result<i32, Stopped> {
        let position = &node.position;
        let empties = position.empties();
        let moves = position.legal_moves();
        if window.is_null() && Self::solves_without_evaluation(aim) {
            return self.solve_fast(position, moves, window.alpha);
        }
        self.visit()?;
        if let Some(value) = stability_cut_off(position, empties, window) {
            return Ok(value);
        }
        if moves.is_empty() {
            let passed = node.passed();
            if passed.position.legal_moves().is_empty() {
                return Ok(position.final_score().discs());
            }
            return self.solve(&passed, aim, window.reversed()).map(|value| -value);
        }
        let hash = Hash::of(position);
        let known = self.table.probe(hash);
        if let Some(value) = known.and_then(|entry| aim.cut_off(&entry, window)) {
            return Ok(value);
        }
        if let Some(value) = self.probcut(node, aim, window)? {
            self.table.store(hash, aim.proven(window, value, None));
            return Ok(value);
        }
        let mut candidates = Candidates::new();
        candidates.fill(position, moves);
        if candidates.iter().any(|candidate| candidate.child.mover().is_empty()) {
            return Ok(HIGHEST);
        }
        if let Some(value) = self.look_ahead(aim, window, &candidates) {
            return Ok(value);
        }
        if empties > EVALUATED_ABOVE {
            order_by_evaluation(node, &mut candidates);
        } else {
            fastest_first(position, &mut candidates);
        }
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        let found = self.best_of(node, aim, window, &mut candidates)?;
        self.table.store(hash, aim.proven(window, found.value, found.square));
        Ok(found.value)
    }

    /// Whether null windows are answered below the layers that carry the evaluation along.
    pub(super) const fn solves_without_evaluation(aim: Aim) -> bool {
        aim.depth as u32 <= EVALUATED_ABOVE
    }
}

/// Orders by what the evaluation says after each move, and by how free the reply is.
fn order_by_evaluation(node: &Node, candidates: &mut Candidates) {
    /// What one move of the reply, and one that it may come to have, counts against a move (hundredths of a
    /// disc). Tuned by nodes and time of FFO 40-44 and 30 positions of 20 empties; shallow searches instead of
    /// the evaluation cost more than they saved.
    const REPLY: i32 = 500;
    const LATER_REPLY: i32 = 80;
    for candidate in candidates.iter_mut() {
        let child = node.after(candidate.square, candidate.flipped);
        candidate.promise = -child.evaluation.value(&child.position).hundredths()
            - REPLY * candidate.freedom()
            - LATER_REPLY * potential_mobility(&child.position);
    }
}

/// Orders by fewest replies (fastest first), then by parity and square.
fn fastest_first<const N: usize>(position: &Position, candidates: &mut Candidates<N>) {
    let odd = odd_quadrants(position.empty());
    for candidate in candidates.iter_mut() {
        candidate.promise = square_promise(candidate.square) - 16 * candidate.freedom()
            + 8 * i32::from(odd.contains(candidate.square));
    }
}

/// Stable discs of one side bound the score of the other. Asked only where enough of them may be there to
/// matter, and where the window is null.
fn stability_cut_off(position: &Position, empties: u32, window: Window) -> Option<i32> {
    // Few discs are stable while many squares are empty: below this the question is not worth its time.
    let least = if empties > 12 { empties as i32 } else { 2 * empties as i32 - 12 };
    if !window.is_null() || window.alpha < least {
        return None;
    }
    let upper = HIGHEST - 2 * stable_discs(position.opponent(), position.mover()).count() as i32;
    (upper <= window.alpha).then_some(upper)
}
