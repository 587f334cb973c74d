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

use super::ordering::{Candidates, odd_quadrants, potential_mobility, square_promise};
use super::selectivity::Selectivity;
use super::table::{Entry, Hash};
use super::worker::{Node, Stopped, Window, Worker};
use crate::eval::Evaluation;
use crate::othello::{Position, Score, Square, stable_discs};

const LOWEST: i32 = Score::MIN.discs();
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
    pub(in crate::search) fn solve(&mut self, node: &Node, window: Window) -> Result<i32, Stopped> {
        self.solve_layer(&node.position, Some(&node.evaluation), window)
    }

    /// The layer for this many empties. The state of the evaluation travels along only where it is asked.
    fn solve_layer(
        &mut self,
        position: &Position,
        evaluation: Option<&Evaluation>,
        window: Window,
    ) -> Result<i32, Stopped> {
        let empties = position.empties();
        if window.is_null() && empties <= EVALUATED_ABOVE {
            let moves = position.legal_moves();
            return if empties >= TABLE_FROM {
                self.solve_fast(position, moves, window.alpha)
            } else {
                Ok(self.solve_shallow(position, moves, window.alpha))
            };
        }
        self.visit()?;
        if let Some(value) = stability_cut_off(position, empties, window) {
            return Ok(value);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            let passed = position.passed();
            if passed.legal_moves().is_empty() {
                return Ok(position.final_score().discs());
            }
            let evaluation = evaluation.map(Evaluation::passed);
            return self.solve_layer(&passed, evaluation.as_ref(), window.reversed()).map(|value| -value);
        }
        let hash = Hash::of(position);
        let known = if empties >= TABLE_FROM { self.table.probe(hash) } else { None };
        if let Some(value) = known.and_then(|entry| cut_off(&entry, empties, window)) {
            return Ok(value);
        }
        let mut candidates = Candidates::<64>::new();
        candidates.fill(position, moves);
        if let Some(value) = self.solved_ahead(&candidates, empties, window) {
            return Ok(value);
        }
        let evaluation = evaluation.filter(|_| empties > EVALUATED_ABOVE);
        match evaluation {
            Some(evaluation) => {
                let node = Node { position: *position, evaluation: *evaluation };
                order_by_evaluation(&node, &mut candidates);
            }
            None => fastest_first(position, &mut candidates),
        }
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        let (best, best_move) = self.solve_candidates(&mut candidates, evaluation, window)?;
        if empties >= TABLE_FROM {
            self.remember_solved(hash, empties, window, best, best_move);
        }
        Ok(best)
    }

    fn solve_candidates(
        &mut self,
        candidates: &mut Candidates,
        evaluation: Option<&Evaluation>,
        window: Window,
    ) -> Result<(i32, Option<Square>), Stopped> {
        let (mut best, mut best_move) = (i32::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let evaluation = evaluation.map(|state| state.played(candidate.square, candidate.flipped));
            let (child, evaluation) = (&candidate.child, evaluation.as_ref());
            let rest = window.above(best);
            let value = if best_move.is_none() {
                -self.solve_layer(child, evaluation, rest.reversed())?
            } else {
                let value = -self.solve_layer(child, evaluation, Window::null(rest.alpha).reversed())?;
                if value > rest.alpha && value < rest.beta {
                    -self.solve_layer(child, evaluation, rest.above(value - 1).reversed())?
                } else {
                    value
                }
            };
            if value > best {
                (best, best_move) = (value, Some(candidate.square));
                if best >= window.beta {
                    break;
                }
            }
        }
        Ok((best, best_move))
    }

    fn remember_solved(
        &self,
        hash: Hash,
        empties: u32,
        window: Window,
        value: i32,
        best_move: Option<Square>,
    ) {
        let entry = Entry {
            lower: if value > window.alpha { value as i16 } else { LOWEST as i16 },
            upper: if value < window.beta { value as i16 } else { HIGHEST as i16 },
            depth: empties as u8,
            selectivity: Selectivity::NONE,
            moves: [best_move, None],
        };
        self.table.store(hash, entry);
    }

    /// Enhanced transposition cut-off (Schaeffer and Plaat 1996), and the wipe-out on the spot.
    fn solved_ahead(&self, candidates: &Candidates, empties: u32, window: Window) -> Option<i32> {
        if candidates.iter().any(|candidate| candidate.child.mover().is_empty()) {
            return Some(HIGHEST);
        }
        if empties <= TABLE_FROM {
            return None;
        }
        candidates.iter().for_each(|candidate| self.table.prefetch(candidate.hash()));
        candidates
            .iter()
            .filter_map(|candidate| self.table.probe(candidate.hash()))
            .filter(|entry| is_solved(entry, empties - 1))
            .map(|entry| -i32::from(entry.upper))
            .find(|&value| value >= window.beta)
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

/// Whether the entry proves something about the end of the game.
fn is_solved(entry: &Entry, empties: u32) -> bool {
    u32::from(entry.depth) == empties && entry.selectivity == Selectivity::NONE
}

/// The score that an entry proves to lie outside the window, or exactly.
fn cut_off(entry: &Entry, empties: u32, window: Window) -> Option<i32> {
    if !is_solved(entry, empties) {
        return None;
    }
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if lower >= window.beta || lower == upper {
        Some(lower)
    } else if upper <= window.alpha {
        Some(upper)
    } else {
        None
    }
}
