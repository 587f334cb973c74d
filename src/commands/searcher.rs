//! Searches of single positions, one after the other, each from the caller's own limits.

use std::time::{Duration, Instant};

use clap::Args;

use super::CommandFailure;
use crate::engine::Options;
use crate::othello::{Bitboard, Position};
use crate::search::{Answer, Control, Goal, Job, Limits, Table, search};

/// What the searches of a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct SearchArgs {
    /// Threads to search with, 1 to 256; as many as the processor runs at once where it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) hash: u32,
}

/// One search to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) goal: Goal,
    pub(super) limits: Limits,
    /// The search ends after this time, finished or not.
    pub(super) time: Option<Duration>,
    /// The moves to consider; all where empty.
    pub(super) moves: Bitboard,
    /// How many best moves are to get a value of their own.
    pub(super) lines: usize,
}

/// Searches positions.
pub(super) struct Searcher {
    threads: usize,
    table: Table,
    /// For searches of few positions: it stays in the processor's cache, and is cleared in no time.
    small_table: Table,
}

/// Size of the small table in MiB.
const SMALL: u32 = 1;

impl Searcher {
    /// A searcher with empty tables.
    ///
    /// # Errors
    /// The system has no memory for the tables.
    pub(super) fn new(args: SearchArgs) -> Result<Self, CommandFailure> {
        let table = |mebibytes: u32| {
            Table::new(mebibytes as usize)
                .map_err(|error| CommandFailure::Input(format!("hash {mebibytes} MiB: {error}")))
        };
        let threads = args.threads.map_or_else(|| Options::default().threads as usize, usize::from);
        log::info!("hash {} MiB, {threads} threads", args.hash);
        Ok(Self { threads, table: table(args.hash)?, small_table: table(SMALL)? })
    }

    /// Forgets what earlier searches found, so that the next one gives the same answer wherever it is made.
    pub(super) fn forget(&self) {
        self.table.clear();
        self.small_table.clear();
    }

    /// Does one search.
    pub(super) fn search(&self, question: &Question) -> Answer {
        let control = Control::new(Instant::now());
        if let Some(time) = question.time {
            control.set_limits(time, time);
        }
        let job = Job {
            position: question.position,
            goal: question.goal,
            limits: question.limits,
            moves: question.moves,
            multi_pv: question.lines,
            threads: self.threads,
        };
        let table = if question.is_light() { &self.small_table } else { &self.table };
        search(&job, table, &control, &mut |_| {})
    }
}

impl Question {
    /// Empties that a small table is enough to solve.
    const LIGHT_EMPTIES: u32 = 16;

    /// Plies that a small table is enough to search.
    const LIGHT_DEPTH: u8 = 6;

    /// Whether the search visits so few positions that the small table holds what is worth remembering.
    fn is_light(&self) -> bool {
        let empties = self.position.empties();
        if self.goal == Goal::Play && self.limits.solves(empties).is_none() {
            self.limits.depth <= Self::LIGHT_DEPTH
        } else {
            empties <= Self::LIGHT_EMPTIES
        }
    }
}
