//! What one thread of a search carries with it: its way to the table, its count of nodes, and the checks
//! that end it.

use std::sync::Arc;

use super::control::Control;
use super::endgame::LocalTable;
use super::table::Table;
use super::team::{SharedNode, Team};
use crate::eval::Evaluation;
use crate::othello::{Bitboard, Position, Square};

/// The search has to end: what the node under way has found so far is not to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two looks at the control.
const CHECK_INTERVAL: u64 = 512;

/// The bounds a search is asked about, seen by the side to move: `alpha < beta`.
///
/// A value inside is exact; one at or below `alpha` is an upper bound, one at or above `beta` a lower bound,
/// both as tight as the search found them (fail-soft).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const fn new(alpha: i32, beta: i32) -> Self {
        debug_assert!(alpha < beta);
        Self { alpha, beta }
    }

    /// Asks only whether the value is above `alpha`.
    pub(super) const fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The same window seen by the other side.
    pub(super) const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// What is left of the window once `value` is certain.
    pub(super) fn above(self, value: i32) -> Self {
        Self { alpha: self.alpha.max(value), beta: self.beta }
    }
}

/// A position of the tree with the state of its evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) evaluation: Evaluation,
}

impl Node {
    pub(super) fn new(position: Position) -> Self {
        Self { position, evaluation: Evaluation::new(&position) }
    }

    #[inline]
    pub(super) fn after(&self, square: Square, flipped: Bitboard) -> Self {
        Self {
            position: self.position.after(square, flipped),
            evaluation: self.evaluation.played(square, flipped),
        }
    }

    #[inline]
    pub(super) fn passed(&self) -> Self {
        Self { position: self.position.passed(), evaluation: self.evaluation.passed() }
    }
}

/// One thread's share of a search.
pub(super) struct Worker<'a> {
    pub(super) table: &'a Table,
    control: &'a Control,
    /// The threads of the search, where there are several.
    pub(super) team: Option<&'a Team>,
    /// The innermost shared node under which this thread is at work.
    pub(super) shared: Option<Arc<SharedNode>>,
    /// For positions with few empties.
    pub(super) local: LocalTable,
    /// Positions visited so far that the team does not know of.
    pub(super) nodes: u64,
    node_limit: u64,
    next_check: u64,
}

impl<'a> Worker<'a> {
    /// A worker that nothing ends until [`Worker::heed_limits`].
    pub(super) fn new(
        table: &'a Table,
        control: &'a Control,
        team: Option<&'a Team>,
        node_limit: Option<u64>,
    ) -> Self {
        Self {
            table,
            control,
            team,
            shared: None,
            local: LocalTable::default(),
            nodes: 0,
            node_limit: node_limit.unwrap_or(u64::MAX),
            next_check: u64::MAX,
        }
    }

    /// From now on the control and the limit of nodes end the search.
    pub(super) fn heed_limits(&mut self) {
        self.next_check = self.nodes;
    }

    /// Positions visited by all threads of the search.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.team.map_or(0, Team::nodes)
    }

    /// Counts a node and now and then looks whether the search must end.
    ///
    /// # Errors
    /// [`Stopped`] if it must, and at each node from then on.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.next_check { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        if self.all_nodes() > self.node_limit
            || self.control.must_end()
            || self.shared.as_ref().is_some_and(|shared| shared.is_needless())
        {
            return Err(Stopped);
        }
        self.hand_in_nodes();
        self.next_check = self.nodes + CHECK_INTERVAL.min(self.node_limit.saturating_sub(self.all_nodes()));
        Ok(())
    }

    /// Tells the team of the positions visited.
    pub(super) fn hand_in_nodes(&mut self) {
        if let Some(team) = self.team {
            team.count_nodes(std::mem::take(&mut self.nodes));
        }
    }
}
