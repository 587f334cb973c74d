//! `outflank train`: the steps of the training as subcommands.

use std::io::Write;

use clap::Subcommand;

use super::CommandFailure;
use super::progress::bar;
use crate::training::{TrainingError, count, errors, fit, games, generate, judge, probcut};

/// One step of the training.
#[derive(Clone, Debug, Subcommand)]
pub enum TrainCommand {
    /// Positions of recorded games
    Games(games::GamesArgs),
    /// Positions of games and beside them, solved and searched
    Generate(generate::GenerateArgs),
    /// Different positions in files of samples
    Count(count::CountArgs),
    /// Weights from labelled positions
    Fit(fit::FitArgs),
    /// Error of the evaluation on labelled positions
    Errors(errors::ErrorsArgs),
    /// Error of searches on solved positions
    Judge(judge::JudgeArgs),
    /// What ProbCut cuts by
    Probcut(probcut::ProbcutArgs),
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
            let bar = bar(Some(args.units().into()));
            let samples = generate::run(args, |units, samples| {
                bar.set_position(units.into());
                bar.set_message(format!("{samples} samples"));
            })?;
            bar.finish_and_clear();
            writeln!(out, "{samples} samples")?;
        }
        TrainCommand::Count(args) => writeln!(out, "{}", count::run(args)?)?,
        TrainCommand::Fit(args) => {
            let bar = bar(Some(args.steps() as u64));
            let report = fit::run(args, |step| bar.set_position(step as u64))?;
            bar.finish_and_clear();
            writeln!(out, "{report}")?;
        }
        TrainCommand::Errors(args) => writeln!(out, "{}", errors::run(args)?)?,
        TrainCommand::Judge(args) => {
            let mut written = Ok(());
            judge::run(args, |judgement| {
                if written.is_ok() {
                    written = writeln!(out, "{judgement}");
                }
            })?;
            written?;
        }
        TrainCommand::Probcut(args) => {
            let bar = bar(Some(args.positions() as u64));
            let spreads = probcut::run(args, |done| bar.set_position(done as u64))?;
            bar.finish_and_clear();
            write!(out, "{spreads}")?;
        }
    }
    Ok(())
}

impl From<TrainingError> for CommandFailure {
    fn from(error: TrainingError) -> Self {
        Self::Input(error.to_string())
    }
}
