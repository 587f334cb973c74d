//! Principal variation search over the moves of one node, fail-soft (Marsland and Campbell 1982): the same for
//! every aim, alone or shared with other threads.

use super::aim::Aim;
use super::ordering::{Candidate, Candidates};
use super::team::SharedNode;
use super::worker::{Node, Stopped, Window, Worker};
use crate::othello::Square;

/// The best of the moves searched so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// In units of the aim; below every value where no move was searched.
    pub(super) value: i32,
    pub(super) square: Option<Square>,
}

impl Found {
    pub(super) const NOTHING: Self = Self { value: i32::MIN, square: None };

    /// Takes `value` of the move to `square` in, if it is better.
    pub(super) fn consider(&mut self, value: i32, square: Square) {
        if value > self.value {
            *self = Self { value, square: Some(square) };
        }
    }
}

impl Worker<'_> {
    /// The value of a position, in units of the aim for the side to move.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end; nothing about this node was stored.
    pub(super) fn search(&mut self, node: &Node, aim: Aim, window: Window) -> Result<i32, Stopped> {
        if aim.solves { self.solve(node, aim, window) } else { self.midgame(node, aim, window) }
    }

    /// The best of the moves left in `candidates`, searched in their order.
    pub(super) fn best_of(
        &mut self,
        node: &Node,
        aim: Aim,
        window: Window,
        candidates: &mut Candidates,
    ) -> Result<Found, Stopped> {
        let mut found = Found::NOTHING;
        loop {
            if found != Found::NOTHING
                && candidates.len() > 1
                && let Some(team) = self.partners(aim)
            {
                let rest = std::mem::replace(candidates, Candidates::new());
                let shared = SharedNode::new(node, aim, window, rest, found, self.shared.clone());
                return self.best_of_shared(team, shared);
            }
            let Some(candidate) = candidates.take_best() else { return Ok(found) };
            let value = if found == Found::NOTHING {
                -self.search_child(node, aim, &candidate, window.reversed())?
            } else {
                self.search_later(node, aim, &candidate, window.above(found.value))?
            };
            found.consider(value, candidate.square);
            if found.value >= window.beta {
                return Ok(found);
            }
        }
    }

    /// The value of a move after the first: it has to show that it is better before it is searched in full.
    pub(super) fn search_later(
        &mut self,
        node: &Node,
        aim: Aim,
        candidate: &Candidate,
        rest: Window,
    ) -> Result<i32, Stopped> {
        let value = -self.search_child(node, aim, candidate, Window::null(rest.alpha).reversed())?;
        if value > rest.alpha && value < rest.beta {
            return self
                .search_child(node, aim, candidate, rest.above(value - 1).reversed())
                .map(|value| -value);
        }
        Ok(value)
    }

    /// The value of the position after a move, for the side to move there.
    fn search_child(
        &mut self,
        node: &Node,
        aim: Aim,
        candidate: &Candidate,
        window: Window,
    ) -> Result<i32, Stopped> {
        let aim = aim.after_move();
        if aim.solves && window.is_null() && Self::solves_without_evaluation(aim) {
            return self.solve_fast(&candidate.child, candidate.replies, window.alpha);
        }
        self.search(&node.after(candidate.square, candidate.flipped), aim, window)
    }

    /// Enhanced transposition cut-off (Schaeffer and Plaat 1996): a child already known to be bad enough for
    /// the other side ends the node.
    pub(super) fn look_ahead(&self, aim: Aim, window: Window, candidates: &Candidates) -> Option<i32> {
        let aim = aim.after_move();
        candidates.iter().for_each(|candidate| self.table.prefetch(candidate.hash()));
        candidates
            .iter()
            .filter_map(|candidate| self.table.probe(candidate.hash()))
            .filter(|entry| aim.is_met_by(entry))
            .map(|entry| -i32::from(entry.upper))
            .find(|&value| value >= window.beta)
    }
}
