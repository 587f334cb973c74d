//! How far values are from their labels, by phase.

use std::fmt;

use super::samples::Label;
use crate::eval::PHASES;

/// Sum of absolute errors in discs, and how many.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    sum: f64,
    count: u64,
}

impl Errors {
    fn add(&mut self, error: f32) {
        self.sum += f64::from(error);
        self.count += 1;
    }

    fn plus(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 0 {
            return write!(f, "{:>9} {:>6}", "-", "-");
        }
        write!(f, "{:>9} {:>6.3}", self.count, self.sum / self.count as f64)
    }
}

/// One row: the samples fitted and those held out, each by kind of label.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Outcome, searched, exact.
    fitted: [Errors; 3],
    held_out: [Errors; 3],
}

/// Mean absolute errors in discs by phase, for samples fitted and held out, by kind of label.
#[derive(Clone, Debug, Default)]
pub struct Report {
    phases: [Row; PHASES],
}

impl Report {
    /// Counts one sample.
    pub(super) fn add(&mut self, phase: usize, is_fitted: bool, label: Label, error: f32) {
        let row = &mut self.phases[phase];
        let kind = match label {
            Label::Outcome => 0,
            Label::Search(_) => 1,
            Label::Exact => 2,
        };
        let errors = if is_fitted { &mut row.fitted } else { &mut row.held_out };
        errors[kind].add(error);
    }
}

impl fmt::Display for Report {
    /// A table: a row for each phase by its empties, and one for all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = ["outcome", "searched", "exact"];
        write!(f, "{:>8}", "")?;
        for set in ["fitted", "held out"] {
            for kind in kinds {
                write!(f, " {:>16}", format!("{set} {kind}"))?;
            }
        }
        write!(f, "\n{:>8}", "empties")?;
        for _ in 0..2 * kinds.len() {
            write!(f, " {:>9} {:>6}", "samples", "error")?;
        }
        let mut all = Row::default();
        for (phase, row) in self.phases.iter().enumerate() {
            let least = 2 * (PHASES - 1 - phase);
            write!(f, "\n{:>8}", format!("{least}-{}", least + 1))?;
            write_row(f, row)?;
            for kind in 0..kinds.len() {
                all.fitted[kind] = all.fitted[kind].plus(row.fitted[kind]);
                all.held_out[kind] = all.held_out[kind].plus(row.held_out[kind]);
            }
        }
        write!(f, "\n{:>8}", "all")?;
        write_row(f, &all)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
    row.fitted.iter().chain(&row.held_out).try_for_each(|errors| write!(f, " {errors}"))
}
