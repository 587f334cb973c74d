//! `outflank perft`: the leaf counts of the move tree, with their speed.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::CommandFailure;
use crate::othello::{Position, perft};

/// The arguments of `outflank perft`.
#[derive(Args)]
pub struct PerftArgs {
    /// The deepest tree to count, in plies
    ///
    /// A pass counts as a ply and a finished game as a leaf. The last ply is counted in bulk.
    #[arg(value_parser = clap::value_parser!(u8).range(0..=20))]
    depth: u8,
}

/// Prints a line for each depth from 1: plies, leaves, seconds and leaves per second.
///
/// # Errors
/// The lines could not be written.
pub fn run(arguments: &PerftArgs, out: &mut impl Write) -> Result<(), CommandFailure> {
    for depth in 1.min(arguments.depth)..=arguments.depth {
        let start = Instant::now();
        let leaves = perft(&Position::START, depth);
        let seconds = start.elapsed().as_secs_f64();
        let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "perft {depth}: {leaves} leaves, {seconds:.3} s, {rate:.0} M leaves/s")?;
        out.flush()?;
    }
    Ok(())
}
