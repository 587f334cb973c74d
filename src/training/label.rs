//! The value that a position should have: solved where that is cheap, searched elsewhere.

use std::time::Instant;

use clap::Args;

use super::TrainingError;
use super::samples::Label;
use crate::eval::{Evaluation, Value};
use crate::othello::{Bitboard, Position, Turn};
use crate::search::{Control, Goal, Info, Job, Limits, Table, search};

/// How far labels are searched.
#[derive(Args, Clone, Copy, Debug)]
pub struct LabelArgs {
    /// Solve positions with this many empties or fewer
    #[arg(long, value_name = "N", default_value_t = 14)]
    solve_from: u32,
    /// Search the others this many plies
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: u8,
    /// Confidence of these searches in per cent, 73 to 100: a selective search goes deeper in the same time
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(73..=100))]
    selectivity: u8,
}

/// Size of the table for the short searches of labels (MiB): most of it stays in the processor's cache.
const TABLE_SIZE: usize = 2;

/// Searches single positions, one after the other.
pub(super) struct Searcher {
    table: Table,
}

/// What a search found.
pub(super) struct Found {
    /// For the side to move.
    pub value: Value,
    /// The best moves of both sides; to the end of the game where it was solved.
    pub pv: Vec<Turn>,
    /// Positions visited.
    pub nodes: u64,
}

impl Searcher {
    /// A searcher with an empty table of this size.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub fn new(mebibytes: usize) -> Result<Self, TrainingError> {
        Ok(Self { table: Table::new(mebibytes)? })
    }

    /// Forgets what earlier searches found, so that the next ones give the same lines wherever they are run.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Solves the position.
    pub fn solve(&self, position: &Position) -> Found {
        self.run(position, Goal::Exact, Limits::plies(1), &mut |_| ())
    }

    /// Searches the position this many plies with this confidence in per cent.
    pub fn search(&self, position: &Position, depth: u8, selectivity: u8) -> Found {
        let limits = Limits { selectivity, ..Limits::plies(depth) };
        self.run(position, Goal::Play, limits, &mut |_| ())
    }

    /// The values of searches to 0, 1, ... `depth` plies, without selectivity.
    pub fn deepening(&self, position: &Position, depth: u8) -> Vec<Value> {
        let mut values = vec![Evaluation::new(position).value(position); usize::from(depth) + 1];
        let limits = Limits { selectivity: 100, ..Limits::plies(depth) };
        self.run(position, Goal::Play, limits, &mut |info| {
            if let Some(value) = values.get_mut(usize::from(info.line.depth)) {
                *value = info.line.value;
            }
        });
        values
    }

    fn run(&self, position: &Position, goal: Goal, limits: Limits, report: &mut dyn FnMut(&Info)) -> Found {
        let job = Job { position: *position, goal, limits, moves: Bitboard::EMPTY, multi_pv: 1, threads: 1 };
        let answer = search(&job, &self.table, &Control::new(Instant::now()), report);
        let line = answer.lines.into_iter().next().expect("a search has at least one line");
        Found { value: line.value, pv: line.pv, nodes: answer.nodes }
    }
}

/// Finds labels.
pub(super) struct Labeller {
    args: LabelArgs,
    searcher: Searcher,
}

impl Labeller {
    /// A labeller with an empty table.
    ///
    /// # Errors
    /// The system has no memory for the table.
    pub fn new(args: LabelArgs) -> Result<Self, TrainingError> {
        Ok(Self { args, searcher: Searcher::new(TABLE_SIZE)? })
    }

    /// See [`Searcher::forget`].
    pub fn forget(&self) {
        self.searcher.forget();
    }

    /// Whether positions with this many empties are solved.
    pub const fn solves(&self, empties: u32) -> bool {
        empties <= self.args.solve_from
    }

    /// The value of a position in which the side to move has a move, and what kind of label that is.
    pub fn label(&self, position: &Position) -> (Label, Found) {
        if self.solves(position.empties()) {
            (Label::Exact, self.searcher.solve(position))
        } else {
            let LabelArgs { depth, selectivity, .. } = self.args;
            (Label::Search(depth), self.searcher.search(position, depth, selectivity))
        }
    }
}
