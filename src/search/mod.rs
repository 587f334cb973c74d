//! The search: from a position and limits to the best moves with their values.
//!
//! This file is the interface; each file below it has one subject. Nothing here knows colours, protocols or
//! games: a [`Job`] is one position, and the answer comes back as an [`Answer`].

mod aim;
mod clock;
mod control;
mod endgame;
mod known;
mod level;
mod line;
mod midgame;
mod ordering;
mod probcut;
mod pvs;
mod root;
mod selectivity;
mod table;
mod team;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod worker;

pub use clock::{Allowance, Budget, DEFAULT_TURN};
pub use control::Control;
pub use known::Known;
pub use level::Level;
pub use table::{Table, TableError};

use std::time::Duration;

use crate::eval::Value;
use crate::othello::{Bitboard, Position, Turn};

/// What a search is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits, solved to the end where they reach that far.
    Play,
    /// The proven score, whatever the depth limits say; only time, nodes or a stop end it early.
    Exact,
    /// The proven win, loss or draw: values are 100, 0 and -100 hundredths. Ends early like `Exact`.
    Wld,
}

/// How far a search may go; the first limit reached ends it. Time limits are in [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the deepest midgame iteration (0..=60); 0 answers from the static evaluation of the moves.
    pub depth: u8,
    /// Confidence of the midgame iterations in per cent (73..=100): below 100 they cut on predictions, the more
    /// boldly the lower it is. Between two levels the surer one is taken.
    pub selectivity: u8,
    /// When the position is solved instead, if the other limits allow.
    pub solve_from: SolveFrom,
    /// Positions to visit at most. Kept to within the interval of the clock checks (some hundred nodes).
    pub nodes: Option<u64>,
}

/// Searches to more plies than these are selective: a search of so few is fast as it is.
const PROVEN_PLIES: u8 = 12;

impl Limits {
    /// A midgame search of this many plies (0..=60), selective (73 %) where they are more than twelve. A position
    /// with no more empties is solved, and a selective search that comes within some ten plies of the end of the game
    /// is carried on to it, as selective as it is.
    pub const fn plies(depth: u8) -> Self {
        let selectivity = if depth > PROVEN_PLIES { 73 } else { 100 };
        Self { depth, selectivity, solve_from: SolveFrom::NEVER, nodes: None }
    }

    /// The confidence, in per cent, with which a position with so many empties is solved, if it is.
    pub fn solves(&self, empties: u32) -> Option<u8> {
        if u32::from(self.depth) >= empties {
            return Some(100);
        }
        let by_depth = (self.selectivity < 100 && reach(self.depth) >= empties).then_some(self.selectivity);
        self.solve_from.confidence(empties).max(by_depth)
    }
}

/// The most empties with which a selective search of so many plies is played out: what it would leave unsearched is
/// searched faster than it is evaluated well.
const fn reach(depth: u8) -> u32 {
    depth as u32
        + match depth {
            0..=18 => 10,
            19..=24 => 12,
            _ => 14,
        }
}

/// From how many empties on (0..=60) a position is solved, by the confidence of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveFrom {
    /// Proven.
    pub exactly: u8,
    /// At 98 %; not less than `exactly`.
    pub nearly: u8,
    /// At 87 %; not less than `nearly`.
    pub boldly: u8,
}

impl SolveFrom {
    /// No position is solved for its empties.
    pub const NEVER: Self = Self { exactly: 0, nearly: 0, boldly: 0 };

    /// Every position is solved, at least this surely (per cent).
    pub const fn with_confidence(percent: u8) -> Self {
        match percent {
            0..=87 => Self { exactly: 0, nearly: 0, boldly: 60 },
            88..=98 => Self { exactly: 0, nearly: 60, boldly: 60 },
            _ => Self { exactly: 60, nearly: 60, boldly: 60 },
        }
    }

    /// The confidence, in per cent, with which so many empties are solved, if they are.
    fn confidence(self, empties: u32) -> Option<u8> {
        let steps = [(self.exactly, 100), (self.nearly, 98), (self.boldly, 87)];
        steps.into_iter().find(|&(from, _)| empties <= u32::from(from)).map(|(_, confidence)| confidence)
    }
}

/// One search to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Where the side to move looks for its move.
    pub position: Position,
    /// What is asked.
    pub goal: Goal,
    /// How far the search may go.
    pub limits: Limits,
    /// The moves to consider, each legal; all legal ones where empty.
    pub moves: Bitboard,
    /// How many best moves to report with their own values (at least 1).
    pub multi_pv: usize,
    /// Threads that search, at least 1. The scores of solved positions do not depend on it.
    pub threads: usize,
}

impl Job {
    /// How many lines the answer has: as many as are asked for and there are moves, at least one.
    pub fn line_count(&self) -> usize {
        let legal = self.position.legal_moves();
        let considered = if legal.meets(self.moves) { legal & self.moves } else { legal };
        self.multi_pv.clamp(1, considered.count().max(1) as usize)
    }
}

/// On which side of the true value of an iteration a reported value may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value of the iteration itself.
    None,
    /// The iteration failed high: its value is at least this.
    Lower,
    /// The iteration failed low: its value is at most this.
    Upper,
}

/// One line of play with its value, as a finished (or failed) iteration found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Plies searched; the number of empties where the end was reached.
    pub depth: u8,
    /// Confidence of the selective search in per cent, 100 where nothing was cut selectively.
    pub selectivity: u8,
    /// For the side to move.
    pub value: Value,
    /// Whether `value` is only a bound, after an aspiration failure.
    pub bound: Bound,
    /// Whether `value` is proven: searched to the end without selectivity (under `Wld`: the sign is proven).
    pub exact: bool,
    /// The moves, the one it is about first; passes where they are forced. Empty only in a finished game.
    pub pv: Vec<Turn>,
}

/// A line as it is reported during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// What was found.
    pub line: Line,
    /// Rank of the line among those asked for, from 1.
    pub rank: usize,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Part of the table in use by this search, per mille.
    pub hashfull: u16,
}

/// What a search found, whether it ran to its limits or was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best lines, best first: as many as asked for and there are moves. In a finished game one line
    /// with the final score and an empty pv. A side that must pass has the one line that begins with its
    /// pass. Never empty.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Searches the position of `job` until its limits are reached or `control` ends it.
///
/// `report` is called for each line of each finished iteration, and for each failed one with a bound. The first
/// iteration (one ply) is finished whatever the limits and the control say, so that every line asked for is
/// there. What an unfinished iteration found is used as far as it goes: lines that it finished, and a move that
/// it found to be better than the first.
///
/// The values of searches to a depth do not depend on what the table holds; one thread visits the same nodes
/// each time if the table is cleared before.
pub fn search(job: &Job, table: &Table, control: &Control, report: &mut dyn FnMut(&Info)) -> Answer {
    table.begin_search();
    if job.position.is_over() {
        root::finished(job, control, report)
    } else if job.position.must_pass() {
        root::passing(job, table, control, report)
    } else {
        root::run(job, table, control, report)
    }
}
