//! Samples from the positions of recorded games.

use std::path::PathBuf;

use clap::Args;

use super::TrainingError;
use super::samples::{Appender, Label, Sample, Source};
use crate::eval::Value;
use crate::formats::wthor::{Archive, WthorGame};
use crate::othello::{Color, Turn};

/// Take the positions of WTHOR games with their outcomes as labels
///
/// Above the empties from which a file's exact scores count (24), that score is the label in place of the outcome;
/// at these empties themselves it is the exact label.
#[derive(Args, Clone, Debug)]
pub struct GamesArgs {
    /// WTHOR files (.wtb)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File of samples to make; an old one is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the samples; gives how many games and samples there are.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(args: &GamesArgs) -> Result<(u32, u64), TrainingError> {
    if args.out.exists() {
        std::fs::remove_file(&args.out).map_err(TrainingError::file(&args.out))?;
    }
    let (mut appender, _) = Appender::open(&args.out)?;
    let (mut games, mut samples) = (0, 0);
    for path in &args.files {
        let bytes = std::fs::read(path).map_err(TrainingError::file(path))?;
        let archive = Archive::new(&bytes).map_err(TrainingError::format(path))?;
        let mut of_file = Vec::new();
        for record in archive.games() {
            match record {
                Ok(record) => {
                    of_file.extend(samples_of(&record, games));
                    games += 1;
                }
                Err(error) => log::warn!("{}: {error}; left out", path.display()),
            }
        }
        samples += of_file.len() as u64;
        appender.append(&of_file)?;
    }
    Ok((games, samples))
}

/// One sample for each move of the game.
fn samples_of(record: &WthorGame, game: u32) -> impl Iterator<Item = Sample> {
    let moves = record.game.turns().filter(|turn| matches!(turn.turn, Turn::Move(_)));
    moves.map(move |turn| {
        let empties = turn.before.empties();
        let (black, label) = match record.theoretical {
            Some(best) if empties == u32::from(best.empties) => (best.score, Label::Exact),
            Some(best) if empties > u32::from(best.empties) => (best.score, Label::Outcome),
            _ => (record.score, Label::Outcome),
        };
        let score = if turn.color == Color::Black { black } else { -black };
        let (position, source) = (turn.before, Source::Recorded);
        Sample { position, value: Value::from(score), label, source, game }
    })
}
