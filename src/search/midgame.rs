//! The midgame search: a position searched to a depth that does not reach the end of the game.
//!
//! Principal variation search, fail-soft (Marsland and Campbell 1982). The value is the plain minimax value of
//! the evaluations at that depth, whatever the table holds: bounds are only taken from entries of the same
//! depth.

use super::ordering::{Candidates, potential_mobility, square_promise};
use super::selectivity::Selectivity;
use super::table::{Entry, Hash};
use super::worker::{Node, Stopped, Window, Worker};
use crate::eval::Value;
use crate::othello::Square;

/// No value is below this, in hundredths of a disc.
const LOWEST: i32 = Value::MIN.hundredths();
const HIGHEST: i32 = Value::MAX.hundredths();

/// From this many plies on, the stored bounds of the children are looked up before any is searched.
const LOOK_AHEAD_FROM: u8 = 3;

impl Worker<'_> {
    /// The value of a position `depth` plies deep, in hundredths of a disc for the side to move.
    ///
    /// `depth` is below the number of empties, or 0; a forced pass costs none; a finished game has its score.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(super) fn midgame(&mut self, node: &Node, depth: u8, window: Window) -> Result<i32, Stopped> {
        self.visit()?;
        let position = &node.position;
        let moves = position.legal_moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.position.legal_moves().is_empty() {
                return Ok(Value::from(position.final_score()).hundredths());
            }
            return self.midgame(&passed, depth, window.reversed()).map(|value| -value);
        }
        if depth == 0 {
            return Ok(node.evaluation.value(position).hundredths());
        }
        if depth == 1 {
            return self.last_ply(node, window);
        }
        debug_assert!(u32::from(depth) < position.empties());

        let hash = Hash::of(position);
        let known = self.table.probe(hash);
        if let Some(value) = known.and_then(|entry| cut_off(&entry, depth, window)) {
            return Ok(value);
        }
        let mut candidates = Candidates::<64>::new();
        candidates.fill(position, moves);
        if depth >= LOOK_AHEAD_FROM
            && let Some(value) = self.look_ahead(&candidates, depth, window)
        {
            return Ok(value);
        }
        self.order(node, &mut candidates, depth)?;
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        self.best_of(node, &mut candidates, depth, window, hash)
    }

    /// Depth 1: each move is worth what the evaluation says after it.
    fn last_ply(&mut self, node: &Node, window: Window) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for square in node.position.legal_moves() {
            let child = node.after(square, node.position.flips(square));
            let value = -self.midgame(&child, 0, window.above(best).reversed())?;
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Searches the moves in order and stores what they prove.
    fn best_of(
        &mut self,
        node: &Node,
        candidates: &mut Candidates,
        depth: u8,
        window: Window,
        hash: Hash,
    ) -> Result<i32, Stopped> {
        let (mut best, mut best_move) = (i32::MIN, None);
        while let Some(candidate) = candidates.take_best() {
            let child = node.after(candidate.square, candidate.flipped);
            let rest = window.above(best);
            let value = if best_move.is_none() {
                -self.midgame(&child, depth - 1, rest.reversed())?
            } else {
                let value = -self.midgame(&child, depth - 1, Window::null(rest.alpha).reversed())?;
                if value > rest.alpha && value < rest.beta {
                    -self.midgame(&child, depth - 1, rest.above(value - 1).reversed())?
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
        self.remember(hash, depth, window, best, best_move);
        Ok(best)
    }

    fn remember(&self, hash: Hash, depth: u8, window: Window, value: i32, best_move: Option<Square>) {
        let entry = Entry {
            lower: if value > window.alpha { value as i16 } else { LOWEST as i16 },
            upper: if value < window.beta { value as i16 } else { HIGHEST as i16 },
            depth,
            selectivity: Selectivity::NONE,
            moves: [best_move, None],
        };
        self.table.store(hash, entry);
    }

    /// Enhanced transposition cut-off (Schaeffer and Plaat 1996): a child already known to be bad enough for
    /// the other side ends the node.
    fn look_ahead(&self, candidates: &Candidates, depth: u8, window: Window) -> Option<i32> {
        candidates.iter().for_each(|candidate| self.table.prefetch(candidate.hash()));
        candidates
            .iter()
            .filter_map(|candidate| self.table.probe(candidate.hash()))
            .filter(|entry| entry.depth == depth - 1 && entry.selectivity == Selectivity::NONE)
            .map(|entry| -i32::from(entry.upper))
            .find(|&value| value >= window.beta)
    }

    /// Gives each move its promise: a shallow search where much depends on it, else what the reply will have
    /// of moves now and later.
    fn order(&mut self, node: &Node, candidates: &mut Candidates, depth: u8) -> Result<(), Stopped> {
        for candidate in candidates.iter_mut() {
            let freedom = 16 * candidate.freedom() + 4 * potential_mobility(&candidate.child);
            candidate.promise = 4 * square_promise(candidate.square) - freedom;
            if depth >= 3 {
                let child = node.after(candidate.square, candidate.flipped);
                let shallow = depth.saturating_sub(3) / 3;
                let value = -self.midgame(&child, shallow, Window::new(LOWEST - 1, HIGHEST + 1))?;
                candidate.promise += value;
            }
        }
        Ok(())
    }
}

/// The value that an entry proves to lie outside the window, or exactly.
fn cut_off(entry: &Entry, depth: u8, window: Window) -> Option<i32> {
    if entry.depth != depth || entry.selectivity != Selectivity::NONE {
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
