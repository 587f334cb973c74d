//! `outflank train`: the steps of the training as subcommands.

use std::io::Write;

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

use super::CommandFailure;
use crate::training::{TrainingError, fit, games, generate, judge};

/// One step of the training.
#[derive(Clone, Debug, Subcommand)]
pub enum TrainCommand {
    /// Positions of recorded games
    Games(games::GamesArgs),
    /// Positions of games and beside them, solved and searched
    Generate(generate::GenerateArgs),
    /// Weights from labelled positions
    Fit(fit::FitArgs),
    /// Error of searches on solved positions
    Judge(judge::JudgeArgs),
}

/// Does one step; what it found goes to `out`, its progress to stderr.
///
/// # Errors
/// The step could not be done, or `out` not be written.
pub fn run(command: &TrainCommand, out: &mut impl Write) -> Result<(), CommandFailure> {
    match command {
        TrainCommand::Games(args) => {
            let (games, samples) = games::run(args)?;
            writeln!(out, "{samples} samples from {games} games")?;
        }
        TrainCommand::Generate(args) => {
            let bar = bar(args.units().into());
            let samples = generate::run(args, |units, samples| {
                bar.set_position(units.into());
                bar.set_message(format!("{samples} samples"));
            })?;
            bar.finish_and_clear();
            writeln!(out, "{samples} samples")?;
        }
        TrainCommand::Fit(args) => {
            let bar = bar(args.steps() as u64);
            let report = fit::run(args, |step| bar.set_position(step as u64))?;
            bar.finish_and_clear();
            writeln!(out, "{report}")?;
        }
        TrainCommand::Judge(args) => {
            let mut written = Ok(());
            judge::run(args, |judgement| {
                if written.is_ok() {
                    written = writeln!(out, "{judgement}");
                }
            })?;
            written?;
        }
    }
    Ok(())
}

impl From<TrainingError> for CommandFailure {
    fn from(error: TrainingError) -> Self {
        Self::Input(error.to_string())
    }
}

/// A progress bar on stderr with rate and time left; invisible where stderr is no terminal.
pub(super) fn bar(len: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta} left {msg}");
    ProgressBar::new(len).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
