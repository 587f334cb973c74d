//! The midgame node: a position searched to a depth that does not reach the end of the game.
//!
//! Without selectivity the value is the plain minimax value of the evaluations at that depth, whatever the
//! table holds: bounds are only taken from entries of the same depth.

use super::aim::Aim;
use super::ordering::{Candidates, potential_mobility, square_promise};
use super::table::Hash;
use super::worker::{Node, Stopped, Window, Worker};
use crate::eval::Value;

/// From this many plies on, the stored bounds of the children are looked up before any is searched.
const LOOK_AHEAD_FROM: u8 = 3;

impl Worker<'_> {
    /// The value of a position, in hundredths of a disc for the side to move.
    ///
    /// The depth is below the number of empties, or 0; a forced pass costs none; a finished game has its score.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(super) fn midgame(&mut self, node: &Node, aim: Aim, window: Window) -> Result<i32, Stopped> {
        self.visit()?;
        let position = &node.position;
        let moves = position.legal_moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.position.legal_moves().is_empty() {
                return Ok(Value::from(position.final_score()).hundredths());
            }
            return self.midgame(&passed, aim, window.reversed()).map(|value| -value);
        }
        match aim.depth {
            0 => return Ok(node.evaluation.value(position).hundredths()),
            1 => return self.last_ply(node, window),
            depth => debug_assert!(u32::from(depth) < position.empties()),
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
        if aim.depth >= LOOK_AHEAD_FROM
            && let Some(value) = self.look_ahead(aim, window, &candidates)
        {
            return Ok(value);
        }
        self.order(node, &mut candidates, aim.depth)?;
        candidates.favour(known.map_or([None; 2], |entry| entry.moves));
        let found = self.best_of(node, aim, window, &mut candidates)?;
        self.table.store(hash, aim.proven(window, found.value, found.square));
        Ok(found.value)
    }

    /// Depth 1: each move is worth what the evaluation says after it.
    fn last_ply(&mut self, node: &Node, window: Window) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for square in node.position.legal_moves() {
            let child = node.after(square, node.position.flips(square));
            let value = -self.midgame(&child, Aim::midgame(0), window.above(best).reversed())?;
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Gives each move its promise: a shallow search where much depends on it, else what the reply will have
    /// of moves now and later.
    fn order(&mut self, node: &Node, candidates: &mut Candidates, depth: u8) -> Result<(), Stopped> {
        let shallow = Aim::midgame(depth.saturating_sub(3) / 3);
        let all = Window::new(-shallow.highest() - 1, shallow.highest() + 1);
        for candidate in candidates.iter_mut() {
            let freedom = 16 * candidate.freedom() + 4 * potential_mobility(&candidate.child);
            candidate.promise = 4 * square_promise(candidate.square) - freedom;
            if depth >= 3 {
                let child = node.after(candidate.square, candidate.flipped);
                candidate.promise -= self.midgame(&child, shallow, all)?;
            }
        }
        Ok(())
    }
}
