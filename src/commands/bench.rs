//! `outflank bench`: fixed work for one thread, whose node count is the signature of the search.
//!
//! The signature changes when, and only when, the search or the evaluation changes. It is kept in the tests, so
//! that a change that was not meant shows, and it is the same in every build.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use super::CommandFailure;
use crate::formats::play_line;
use crate::othello::{Bitboard, Game};
use crate::search::{Control, Goal, Job, Limits, Table, search};

/// The arguments of `outflank bench`.
#[derive(Args)]
pub struct BenchArgs {}

/// Size of the table, in MiB: part of the fixed work.
const HASH: usize = 16;

/// Plies searched in the midgame positions: enough for the search to be selective.
const DEPTH: u8 = 14;

/// Midgame positions: the first plies of the proven perfect game, and openings of other kinds.
const MIDGAME: [&str; 8] = [
    "f5d6",
    "f5d6c3d3c4f4f6f3",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4",
    "f5f4c3c6e3d2e1c5",
    "f5f4g3e6d6f6d7c7",
    "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1",
    "e6f6f5f4e3d6g4d3c3h3c4g3g5g6c7c6c5b6",
];

/// Endgame positions, solved exactly: the perfect game again, with 22 empties and fewer, and two well-fought games
/// with 16 and 14.
const ENDGAME: [&str; 5] = [
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3",
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2",
    "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1a4d6e6e7f7b6e8c6b3a5d7a3e1a6g1a2c2c7b8d8c8g8g6h6g5h5",
    "d3c5e6d2c6d6b5f5e7f6f4f3g4d7g3g5h6h5h4e8c7h3c3h7e3b6g6f7d8c2d1c4b4a5f8f2e2a4a3b3f1g7",
];

/// What the fixed work cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Positions visited: the signature.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Does the fixed work and reports each position to `report`: its moves, its nodes and its time.
///
/// # Errors
/// The table cannot be made, or `report` fails.
pub fn measure(
    report: &mut dyn FnMut(&str, Cost) -> Result<(), CommandFailure>,
) -> Result<Cost, CommandFailure> {
    let table = Table::new(HASH).map_err(|error| CommandFailure::Input(error.to_string()))?;
    let midgame = MIDGAME.map(|moves| (moves, Goal::Play, DEPTH));
    let endgame = ENDGAME.map(|moves| (moves, Goal::Exact, 0));
    let mut total = Cost::default();
    for (moves, goal, depth) in midgame.into_iter().chain(endgame) {
        let game = play_line(&Game::default(), moves).expect("the tests play the fixed positions");
        let job = Job {
            position: *game.position(),
            goal,
            limits: Limits::plies(depth),
            moves: Bitboard::EMPTY,
            multi_pv: 1,
            threads: 1,
        };
        table.clear();
        let start = Instant::now();
        let answer = search(&job, &table, &Control::new(start), &mut |_| {});
        let cost = Cost { nodes: answer.nodes, time: start.elapsed() };
        total = Cost { nodes: total.nodes + cost.nodes, time: total.time + cost.time };
        report(moves, cost)?;
    }
    Ok(total)
}

/// Prints a line for each position and the signature.
///
/// # Errors
/// The table cannot be made or the lines cannot be written.
pub fn run(_arguments: &BenchArgs, out: &mut impl Write) -> Result<(), CommandFailure> {
    let total = measure(&mut |moves, cost| {
        writeln!(out, "{:>10} nodes {:>8.3} s  {moves}", cost.nodes, cost.time.as_secs_f64())?;
        Ok(out.flush()?)
    })?;
    let rate = total.nodes as f64 / total.time.as_secs_f64().max(1e-9) / 1e6;
    writeln!(out, "{} nodes, {:.3} s, {rate:.2} M nodes/s", total.nodes, total.time.as_secs_f64())?;
    writeln!(out, "signature {}", total.nodes)?;
    Ok(())
}
