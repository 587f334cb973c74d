//! Several threads at one search: a thread with moves left to search shares its node when another is idle.
//!
//! Young brothers wait (Feldmann 1993): a node is only shared once its first move has been searched. Whoever
//! shares a node and runs out of moves there helps those that help it, and no one else, until its node is done
//! (helpful master). A node that is cut off tells all that work below it.
//!
//! One lock guards the list of shared nodes and who works at them, one lock each the moves of a node. Nobody
//! holds the second while taking the first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::aim::Aim;
use super::ordering::{Candidate, Candidates};
use super::pvs::Found;
use super::worker::{Node, Stopped, Window, Worker};
use crate::othello::Square;

/// A node whose moves are searched by several threads.
pub(super) struct SharedNode {
    node: Node,
    aim: Aim,
    window: Window,
    /// The shared node under which the thread that shares this one was at work.
    above: Option<Arc<SharedNode>>,
    /// Whether a move was found that makes the others needless.
    cut: AtomicBool,
    work: Mutex<Work>,
}

/// What is left to do at a shared node, and what came out so far.
struct Work {
    candidates: Candidates,
    found: Found,
    /// Whether a move was left unsearched because the search has to end.
    is_abandoned: bool,
}

impl SharedNode {
    /// A node of which the moves in `candidates` are left to search after what was `found`, met by a thread at
    /// work under the shared node `above`.
    pub(super) fn new(
        node: &Node,
        aim: Aim,
        window: Window,
        candidates: Candidates,
        found: Found,
        above: Option<Arc<Self>>,
    ) -> Self {
        let work = Mutex::new(Work { candidates, found, is_abandoned: false });
        Self { node: *node, aim, window, above, cut: AtomicBool::new(false), work }
    }

    /// The next move to search, and the best value so far; none where no move is left or needed.
    fn take_move(&self) -> Option<(Candidate, i32)> {
        let mut work = self.work.lock();
        if work.is_abandoned || work.found.value >= self.window.beta {
            return None;
        }
        let best = work.found.value;
        work.candidates.take_best().map(|candidate| (candidate, best))
    }

    /// Takes in what the search of the move to `square` came to.
    fn hand_in(&self, outcome: Result<i32, Stopped>, square: Square) {
        let mut work = self.work.lock();
        match outcome {
            Ok(value) => work.found.consider(value, square),
            // Stopped because of a cut here, the move is just not needed.
            Err(Stopped) => work.is_abandoned |= work.found.value < self.window.beta,
        }
        if work.found.value >= self.window.beta {
            self.cut.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody needs what is searched below this node any more.
    pub(super) fn is_needless(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_needless())
    }

    /// Whether this node lies below `other`, or is it.
    fn is_within(&self, other: &SharedNode) -> bool {
        std::ptr::eq(self, other) || self.above.as_ref().is_some_and(|above| above.is_within(other))
    }
}

/// A shared node with moves left, and how many threads besides its owner work at it.
struct Listed {
    shared: Arc<SharedNode>,
    helpers: usize,
    /// Whether no move is left to take.
    is_spent: bool,
}

#[derive(Default)]
struct Board {
    listed: Vec<Listed>,
    /// No more work will come.
    is_closed: bool,
}

impl Board {
    fn of(&mut self, shared: &SharedNode) -> Option<&mut Listed> {
        self.listed.iter_mut().find(|listed| std::ptr::eq(&*listed.shared, shared))
    }

    /// Takes part in a node within `limits` that has moves left, the deepest to search first.
    fn join(&mut self, limits: Option<&SharedNode>) -> Option<Arc<SharedNode>> {
        let open = self
            .listed
            .iter_mut()
            .filter(|listed| !listed.is_spent && limits.is_none_or(|limits| listed.shared.is_within(limits)));
        let listed = open.max_by_key(|listed| listed.shared.aim.depth)?;
        listed.helpers += 1;
        Some(Arc::clone(&listed.shared))
    }
}

/// The threads of one search.
#[derive(Default)]
pub(super) struct Team {
    board: Mutex<Board>,
    /// Something changed on the board.
    changed: Condvar,
    idle: AtomicUsize,
    /// Positions visited by the helpers.
    nodes: AtomicU64,
}

impl Team {
    /// Whether some thread has nothing to do.
    #[inline]
    fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Waits for a change on the board.
    fn wait(&self, board: &mut MutexGuard<'_, Board>) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        self.changed.wait(board);
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// The next node to help with; `None` once the search is over.
    fn next(&self) -> Option<Arc<SharedNode>> {
        let mut board = self.board.lock();
        loop {
            if board.is_closed {
                return None;
            }
            if let Some(shared) = board.join(None) {
                return Some(shared);
            }
            self.wait(&mut board);
        }
    }

    fn list(&self, shared: &Arc<SharedNode>) {
        self.board.lock().listed.push(Listed { shared: Arc::clone(shared), helpers: 0, is_spent: false });
        self.changed.notify_all();
    }

    /// Nobody is to join this node any more.
    fn spend(&self, shared: &SharedNode) {
        if let Some(listed) = self.board.lock().of(shared) {
            listed.is_spent = true;
        }
    }

    /// Positions visited by the helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn count_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// Sends the helpers home when the search is over, however it ends.
pub(super) struct Closing<'a>(pub(super) &'a Team);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.board.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

/// A helper's part in a shared node, which ends when it is dropped, however it ends.
struct Part<'a> {
    team: &'a Team,
    shared: &'a SharedNode,
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        if let Some(listed) = self.team.board.lock().of(self.shared) {
            listed.helpers -= 1;
        }
        self.team.changed.notify_all();
    }
}

impl<'a> Worker<'a> {
    /// Helps wherever help is wanted until the search is over.
    pub(super) fn help(&mut self, team: &Team) {
        self.heed_limits();
        while let Some(shared) = team.next() {
            self.take_part(team, &shared);
            self.hand_in_nodes();
        }
    }

    /// The team to share a node with this aim with, if there is one and it has time.
    #[inline]
    pub(super) fn partners(&self, aim: Aim) -> Option<&'a Team> {
        /// Fewer plies are searched faster than shared.
        const LEAST_DEPTH: u8 = 6;
        const LEAST_EMPTIES: u8 = 15;
        let least = if aim.solves { LEAST_EMPTIES } else { LEAST_DEPTH };
        self.team.filter(|team| aim.depth >= least && team.has_idle())
    }

    /// Searches the moves left together with whoever is idle. At least one has been searched.
    pub(super) fn best_of_shared(&mut self, team: &Team, node: SharedNode) -> Result<Found, Stopped> {
        let shared = Arc::new(node);
        team.list(&shared);
        self.take_moves(team, &shared);
        let mut board = team.board.lock();
        while board.of(&shared).is_some_and(|listed| listed.helpers > 0) {
            if let Some(within) = board.join(Some(&shared)) {
                drop(board);
                self.take_part(team, &within);
                board = team.board.lock();
            } else {
                team.wait(&mut board);
            }
        }
        board.listed.retain(|listed| !Arc::ptr_eq(&listed.shared, &shared));
        drop(board);
        let work = shared.work.lock();
        if work.is_abandoned { Err(Stopped) } else { Ok(work.found) }
    }

    fn take_part(&mut self, team: &Team, shared: &Arc<SharedNode>) {
        let _part = Part { team, shared };
        self.take_moves(team, shared);
    }

    /// Searches one move after the other until none is left, the node is cut off, or the search has to end.
    fn take_moves(&mut self, team: &Team, shared: &Arc<SharedNode>) {
        let outer = self.shared.replace(Arc::clone(shared));
        while let Some((candidate, best)) = shared.take_move() {
            let rest = shared.window.above(best);
            let outcome = self.search_later(&shared.node, shared.aim, &candidate, rest);
            shared.hand_in(outcome, candidate.square);
        }
        self.shared = outer;
        team.spend(shared);
    }
}
