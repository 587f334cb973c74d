//! How far the evaluation in use is from labelled positions.

use clap::Args;

use super::TrainingError;
use super::data::DataArgs;
use super::report::Report;
use crate::eval::{Evaluation, phase};

/// Compare the evaluation with labelled positions
///
/// Prints the mean absolute error by phase as `fit` does, of the weights in use: with the same files, `--hold-out` and
/// `--seed` each set of weights is judged on the same games held out.
#[derive(Args, Clone, Debug)]
pub struct ErrorsArgs {
    #[command(flatten)]
    data: DataArgs,
}

/// The errors of the weights in use.
///
/// # Errors
/// A file cannot be read, or there are no samples.
pub fn run(args: &ErrorsArgs) -> Result<Report, TrainingError> {
    let mut report = Report::default();
    args.data.for_each(|sample, is_held_out| {
        let value = Evaluation::new(&sample.position).value(&sample.position);
        let error = (value.hundredths() - sample.value.hundredths()).abs() as f32 / 100.0;
        report.add(phase(sample.position.empties()), !is_held_out, sample.label, error);
    })?;
    Ok(report)
}
