//! The value that a position should have: solved where that is cheap, searched elsewhere.

use std::time::Instant;

use clap::Args;

use super::TrainingError;
use super::samples::Label;
use crate::eval::Value;
use crate::othello::{Bitboard, Position, Turn};
use crate::search::{Control, Goal, Job, Limits, Table, search};

/// How far labels are searched.
#[derive(Args, Clone, Copy, Debug)]
pub struct LabelArgs {
    /// Solve positions with this many empties or fewer
    #[arg(long, value_name = "N", default_value_t = 14)]
    solve_from: u32,
    /// Search the others this many plies
    #[arg(long, value_name = "N", default_value_t = 5)]
    depth: u8,
}

/// Size of the table of one labeller: it lives in the processor's cache (MiB).
const TABLE_SIZE: usize = 2;

/// Finds labels.
pub struct Labeller {
    args: LabelArgs,
    table: Table,
}

/// What is known of a position after a search.
pub struct Labelled {
    /// For the side to move.
    pub value: Value,
    /// How `value` was found.
    pub label: Label,
    /// The best moves of both sides; to the end of the game where `label` is exact.
    pub pv: Vec<Turn>,
}

impl Labeller {
    /// A labeller with an empty table.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub fn new(args: LabelArgs) -> Result<Self, TrainingError> {
        Ok(Self { args, table: Table::new(TABLE_SIZE)? })
    }

    /// Forgets what earlier searches found, so that the next ones give the same lines wherever they are run.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Whether positions with this many empties are solved.
    pub const fn solves(&self, empties: u32) -> bool {
        empties <= self.args.solve_from
    }

    /// The label of a position in which the side to move has a move.
    pub fn label(&self, position: &Position) -> Labelled {
        let is_solved = self.solves(position.empties());
        let goal = if is_solved { Goal::Exact } else { Goal::Play };
        let (value, pv) = self.search(position, goal, self.args.depth.max(1));
        let label = if is_solved { Label::Exact } else { Label::Search(self.args.depth.max(1)) };
        Labelled { value, label, pv }
    }

    fn search(&self, position: &Position, goal: Goal, depth: u8) -> (Value, Vec<Turn>) {
        let limits = Limits { depth, solve_from: 0, nodes: None };
        let job = Job { position: *position, goal, limits, moves: Bitboard::EMPTY, multi_pv: 1 };
        let answer = search(&job, &self.table, &Control::new(Instant::now()), &mut |_| ());
        let line = answer.lines.into_iter().next().expect("a search has at least one line");
        (line.value, line.pv)
    }
}
