//! How many different positions there are in files of samples, and how they are labelled.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use clap::Args;

use super::TrainingError;
use super::samples::{self, Label};
use crate::eval::{PHASES, phase};
use crate::othello::Position;

/// Count the different positions in files of samples
///
/// The eight images of a position under the symmetries of the board are one. A position that is labelled more than
/// once counts by its best label: solved before searched before outcome of a game. Prints a row for each phase.
#[derive(Args, Clone, Debug)]
pub struct CountArgs {
    /// Files of samples
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

/// Different positions by phase and by their best label: outcome, searched, solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts([[u64; 3]; PHASES]);

impl Counts {
    /// Positions of all phases, by label.
    fn all(&self) -> [u64; 3] {
        std::array::from_fn(|label| self.0.iter().map(|row| row[label]).sum())
    }
}

impl fmt::Display for Counts {
    /// A table: a row for each phase by its empties, and one for all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>8} {:>10} {:>10} {:>10} {:>10}", "empties", "outcome", "searched", "exact", "all")?;
        for (phase, row) in self.0.iter().enumerate() {
            let least = 2 * (PHASES - 1 - phase);
            write_row(f, &format!("{least}-{}", least + 1), row)?;
            writeln!(f)?;
        }
        write_row(f, "all", &self.all())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: &[u64; 3]) -> fmt::Result {
    let [outcome, searched, exact] = row;
    let all: u64 = row.iter().sum();
    write!(f, "{name:>8} {outcome:>10} {searched:>10} {exact:>10} {all:>10}")
}

/// Counts the positions of these files.
///
/// # Errors
/// A file cannot be read.
pub fn run(args: &CountArgs) -> Result<Counts, TrainingError> {
    let mut best: HashMap<Position, u8> = HashMap::new();
    for path in &args.data {
        for sample in samples::read(path)? {
            let label = match sample.label {
                Label::Outcome => 0,
                Label::Search(_) => 1,
                Label::Exact => 2,
            };
            let known = best.entry(sample.canonical()).or_default();
            *known = label.max(*known);
        }
    }
    let mut counts = Counts::default();
    for (position, label) in best {
        counts.0[phase(position.empties())][usize::from(label)] += 1;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Value;
    use crate::othello::Symmetry;
    use crate::training::samples::{Appender, Sample, Source};

    #[test]
    fn images_count_once_and_by_their_best_label() {
        let square = Position::START.legal_moves().next().expect("the start has moves");
        let second = Position::START.after(square, Position::START.flips(square));
        let image = Symmetry::all().last().expect("there are eight").position(&second);
        assert_ne!(image, second);
        let labelled = [
            (second, Label::Outcome),
            (image, Label::Exact),
            (second, Label::Search(5)),
            (Position::START, Label::Search(5)),
        ];
        let scratch = samples::tests::Scratch::new("count");
        let (mut appender, _) = Appender::open(&scratch.0).unwrap();
        for (position, label) in labelled {
            let (value, source) = (Value::saturating(0), Source::Recorded);
            appender.append(&[Sample { position, value, label, source, game: 0 }]).unwrap();
        }
        let counts = run(&CountArgs { data: vec![scratch.0.clone()] }).unwrap();
        assert_eq!(counts.all(), [0, 1, 1]);
        assert_eq!(counts.0[phase(59)], [0, 1, 1]);
    }
}
