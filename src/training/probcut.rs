//! How far the values of deep searches spread around those of shallow ones: what ProbCut cuts by (Buro 1995).
//!
//! Each position is searched to every depth without selectivity, and solved where it has few enough empties. The
//! differences between deep and shallow values are gathered by both depths and by empties, and a plane is fitted
//! through the logarithms of their root mean squares (weighted least squares). What comes out stands in
//! `search/probcut.rs`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use clap::Args;

use super::TrainingError;
use super::label::Searcher;
use super::samples::{self, Sample};
use crate::random::Random;

/// Measure and fit how far deep values spread around shallow ones
///
/// Prints the fitted coefficients, and the measured spread beside the fitted one for each pair of depths.
#[derive(Args, Clone, Debug)]
pub struct ProbcutArgs {
    /// Files of samples to take positions from
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    positions: usize,
    /// The deepest search, in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(3..=20))]
    depth: u8,
    /// Solve positions with at least this many empties
    #[arg(long, value_name = "N", default_value_t = 12)]
    least_solved: u32,
    /// Solve positions with at most this many empties
    #[arg(long, value_name = "N", default_value_t = 20)]
    most_solved: u32,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl ProbcutArgs {
    /// Positions to search.
    pub const fn positions(&self) -> usize {
        self.positions
    }
}

/// Size of the table of the searches (MiB).
const TABLE_SIZE: usize = 16;
/// Fewer differences say nothing of their spread.
const LEAST_COUNT: u32 = 30;
/// Empties in one group.
const GROUP: u32 = 6;

/// The depths of a pair of searches and the empties of the position, in groups of [`GROUP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    deep: u8,
    shallow: u8,
    empties: u32,
}

impl Pair {
    /// What the logarithm of the spread is a linear function of.
    fn terms(self) -> [f64; TERMS] {
        let (deep, shallow) = (f64::from(self.deep), f64::from(self.shallow));
        [1.0, (deep - shallow).ln(), (shallow + 2.0).ln(), deep.ln(), f64::from(self.empties) / 60.0]
    }
}

const TERMS: usize = 5;

/// Differences of one pair, in discs.
#[derive(Clone, Copy, Debug, Default)]
struct Differences {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Differences {
    fn add(&mut self, discs: f64) {
        self.count += 1;
        self.sum += discs;
        self.squares += discs * discs;
    }

    fn mean(self) -> f64 {
        self.sum / f64::from(self.count)
    }

    fn spread(self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }
}

/// Differences of all pairs of one kind, and the plane fitted through them.
#[derive(Clone, Debug, Default)]
struct Spread {
    pairs: BTreeMap<Pair, Differences>,
    fitted: [f64; TERMS],
}

impl Spread {
    fn add(&mut self, pair: Pair, discs: f64) {
        self.pairs.entry(pair).or_default().add(discs);
    }

    /// Pairs with enough differences.
    fn known(&self) -> impl Iterator<Item = (Pair, Differences)> {
        let is_known =
            |differences: &Differences| differences.count >= LEAST_COUNT && differences.squares > 0.0;
        self.pairs
            .iter()
            .map(|(pair, differences)| (*pair, *differences))
            .filter(move |(_, differences)| is_known(differences))
    }

    fn fit(&mut self) {
        let mut normal = [[0.0; TERMS]; TERMS];
        let mut right = [0.0; TERMS];
        for (pair, differences) in self.known() {
            let (terms, weight) = (pair.terms(), f64::from(differences.count));
            for (row, &term) in terms.iter().enumerate() {
                right[row] += weight * term * differences.spread().ln();
                for (column, &other) in terms.iter().enumerate() {
                    normal[row][column] += weight * term * other;
                }
            }
        }
        // So little that it only matters where a term does not vary.
        for (row, line) in normal.iter_mut().enumerate() {
            line[row] += 1e-3;
        }
        self.fitted = solved(normal, right);
    }

    fn at(&self, pair: Pair) -> f64 {
        pair.terms().iter().zip(self.fitted).map(|(term, factor)| term * factor).sum::<f64>().exp()
    }
}

/// The solution of a symmetric positive definite system, by elimination.
fn solved<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let line = matrix[pivot];
            for (value, above) in matrix[row].iter_mut().zip(line) {
                *value -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// The spreads of searches by evaluation, and of solutions around searches by evaluation.
#[derive(Clone, Debug, Default)]
pub struct Spreads {
    estimated: Spread,
    solved: Spread,
}

/// Searches the positions; `progress` is told how many are done.
///
/// # Errors
/// A file cannot be read, or there are no positions.
pub fn run(args: &ProbcutArgs, mut progress: impl FnMut(usize)) -> Result<Spreads, TrainingError> {
    let mut chosen = Vec::new();
    for path in &args.files {
        chosen.extend(samples::read(path)?);
    }
    if chosen.is_empty() {
        return Err(TrainingError::NoData);
    }
    let searcher = Searcher::new(TABLE_SIZE)?;
    let mut random = Random::new(args.seed);
    let mut spreads = Spreads::default();
    for done in 0..args.positions {
        let sample = &chosen[random.below(chosen.len() as u64) as usize];
        spreads.measure(args, &searcher, sample);
        progress(done + 1);
    }
    spreads.estimated.fit();
    spreads.solved.fit();
    Ok(spreads)
}

impl Spreads {
    fn measure(&mut self, args: &ProbcutArgs, searcher: &Searcher, sample: &Sample) {
        let position = &sample.position;
        let empties = position.empties();
        if position.legal_moves().is_empty() || empties < args.least_solved.min(u32::from(args.depth) + 1) {
            return;
        }
        searcher.forget();
        let depth = args.depth.min((empties - 1) as u8);
        let values = searcher.deepening(position, depth);
        let discs: Vec<f64> = values.iter().map(|value| f64::from(value.hundredths()) / 100.0).collect();
        let group = empties / GROUP * GROUP + GROUP / 2;
        for (deep, value) in (0_u8..).zip(&discs) {
            for (shallow, guess) in (0..deep).zip(&discs) {
                if shallow == 0 || (deep - shallow) % 2 == 0 {
                    self.estimated.add(Pair { deep, shallow, empties: group }, value - guess);
                }
            }
        }
        if (args.least_solved..=args.most_solved).contains(&empties) {
            let score = f64::from(searcher.solve(position).value.hundredths()) / 100.0;
            for (shallow, guess) in (0_u8..).zip(&discs) {
                self.solved.add(Pair { deep: empties as u8, shallow, empties: group }, score - guess);
            }
        }
    }
}

impl fmt::Display for Spreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, spread) in [("estimated", &self.estimated), ("solved", &self.solved)] {
            let [scale, gap, shallow, deep, empties] = spread.fitted;
            writeln!(
                f,
                "{name}: scale {scale:.3}, gap {gap:.3}, shallow {shallow:.3}, deep {deep:.3}, empties {empties:.3}"
            )?;
            writeln!(f, "deep shallow empties    count     mean  spread  fitted")?;
            for (pair, differences) in spread.known() {
                let Pair { deep, shallow, empties } = pair;
                let (mean, measured) = (differences.mean(), differences.spread());
                let (count, fitted) = (differences.count, spread.at(pair));
                writeln!(
                    f,
                    "{deep:>4} {shallow:>7} {empties:>7} {count:>8} {mean:>8.2} {measured:>7.2} {fitted:>7.2}"
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_system_is_solved() {
        // By hand: 4 x + y = 1, x + 3 y = 2.
        let [x, y] = solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]);
        assert!((x - 1.0 / 11.0).abs() < 1e-12 && (y - 7.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn a_spread_that_follows_the_law_is_found_again() {
        let law = [0.7, 0.5, -0.3, -0.2, 0.4];
        let mut spread = Spread { fitted: law, ..Spread::default() };
        for deep in 2..12 {
            for (shallow, empties) in (0..deep).flat_map(|shallow| [(shallow, 15), (shallow, 45)]) {
                let pair = Pair { deep, shallow, empties };
                let discs = spread.at(pair);
                (0..40).for_each(|number| spread.add(pair, if number % 2 == 0 { discs } else { -discs }));
            }
        }
        spread.fit();
        for (found, given) in spread.fitted.iter().zip(law) {
            assert!((found - given).abs() < 0.01, "{:?}", spread.fitted);
        }
    }
}
