//! The least-squares fit of the weights to labelled positions, all phases at once.
//!
//! What is made least is, over all phases p and samples i of them,
//!
//! sum s_i (y_i - x_i w_p)^2 + shrink |w_p|^2 + smooth |w_p - w_(p+1)|^2
//!
//! where x_i counts how often a position meets each weight, y_i is its label in discs and s_i its importance: less
//! for outcomes of games than for solved and searched labels. The second term draws weights that few samples speak
//! for towards zero, the third towards those of the phases beside. The normal equations are solved by conjugate gradients (Hestenes and Stiefel 1952) with the diagonal as
//! preconditioner; the matrix is never formed. Every phase is summed by one thread in the order of its samples, so
//! that the result does not depend on the number of threads.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::Args;

use super::TrainingError;
use super::data::DataArgs;
use super::report::Report;
use super::samples::{Label, Sample};
use crate::eval::{
    FEATURES, FOLDINGS, Indices, MOBILITIES, PARITIES, PATTERN_OF, PATTERNS, PHASES, PhaseWeights, Weights,
    mobility_index, parity_index, phase,
};

/// Fit the weights of the evaluation to labelled positions
///
/// Prints the mean absolute error by phase, for the positions fitted and for those of the games held out.
#[derive(Args, Clone, Debug)]
pub struct FitArgs {
    #[command(flatten)]
    data: DataArgs,
    /// File of weights to make
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How strongly weights are drawn to zero, in samples that say so
    #[arg(long, default_value_t = 20.0)]
    shrink: f32,
    /// How strongly weights are drawn to those of the neighbouring phases, in samples that say so
    #[arg(long, default_value_t = 100.0)]
    smooth: f32,
    /// Importance of a label that is the outcome of a game, where a solved or searched one has 1
    #[arg(long, default_value_t = 1.0)]
    outcome: f32,
    /// Discs that searched labels say too much for the side to move, at an even and at an odd number of empties
    #[arg(long, value_name = "EVEN,ODD", value_delimiter = ',', num_args = 1, default_values_t = [0.0, 0.0])]
    excess: Vec<f32>,
    /// Steps of the conjugate gradients
    #[arg(long, default_value_t = 25)]
    steps: usize,
    /// Threads to use
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl FitArgs {
    /// Steps of the conjugate gradients.
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Discs that a searched label says too much at this number of empties.
    fn excess(&self, empties: u32) -> f32 {
        self.excess.get(parity_index(empties)).copied().unwrap_or_default()
    }
}

/// Weights a position meets: one for each feature, one for the mobilities and one for the parity.
const TERMS: usize = FEATURES + 2;

/// Where the weights of each term begin among those of a phase, and how many there are in all.
struct Layout {
    bases: [u32; TERMS],
    len: usize,
}

impl Layout {
    fn new() -> Self {
        let mut pattern_bases = [0; PATTERNS.len()];
        let mut len = 0;
        for (base, folding) in pattern_bases.iter_mut().zip(FOLDINGS.iter()) {
            *base = len;
            len += folding.weight_count() as u32;
        }
        let parity_base = len + (MOBILITIES * MOBILITIES) as u32;
        let beside = |term: usize| if term == FEATURES { len } else { parity_base };
        let base = |term: usize| {
            PATTERN_OF.get(term).map_or_else(|| beside(term), |&pattern| pattern_bases[pattern])
        };
        Self { bases: std::array::from_fn(base), len: parity_base as usize + PARITIES }
    }
}

/// The samples of one phase: for each the weight it meets in every term, counted from the base of the term.
#[derive(Default)]
struct Table {
    terms: Vec<[u16; TERMS]>,
    /// In discs.
    values: Vec<f32>,
    importance: Vec<f32>,
    labels: Vec<Label>,
}

impl Table {
    fn push(&mut self, sample: &Sample, args: &FitArgs) {
        let indices = Indices::new(&sample.position);
        self.terms.push(std::array::from_fn(|term| match indices.by_feature().get(term) {
            Some(&index) => {
                let pattern = PATTERN_OF[term];
                let state = i32::from(index) + PATTERNS[pattern].max_index() as i32;
                FOLDINGS[pattern].weights()[state as usize] as u16
            }
            None if term == FEATURES => mobility_index(&sample.position) as u16,
            None => parity_index(sample.position.empties()) as u16,
        }));
        let is_searched = matches!(sample.label, Label::Search(_));
        let excess = if is_searched { args.excess(sample.position.empties()) } else { 0.0 };
        self.values.push(sample.value.hundredths() as f32 / 100.0 - excess);
        self.importance.push(if sample.label == Label::Outcome { args.outcome } else { 1.0 });
        self.labels.push(sample.label);
    }

    /// The sum of the weights of one sample.
    #[inline]
    fn value(&self, sample: usize, layout: &Layout, weights: &[f32]) -> f32 {
        let terms = self.terms[sample].iter().zip(&layout.bases);
        terms.map(|(&term, &base)| weights[(base + u32::from(term)) as usize]).sum()
    }

    /// Adds `amount` to all weights of one sample.
    #[inline]
    fn add(&self, sample: usize, layout: &Layout, amount: f32, weights: &mut [f32]) {
        for (&term, &base) in self.terms[sample].iter().zip(&layout.bases) {
            weights[(base + u32::from(term)) as usize] += amount;
        }
    }
}

/// One vector for each phase.
type Vectors = Vec<Vec<f32>>;

/// The problem: samples by phase and the two strengths.
struct Problem {
    layout: Layout,
    tables: Vec<Table>,
    shrink: f32,
    smooth: f32,
    threads: usize,
}

impl Problem {
    /// A new vector for each phase, the phases shared out among the threads.
    fn for_each_phase(&self, make: impl Fn(usize) -> Vec<f32> + Sync) -> Vectors {
        // The phases with most samples first, so that no thread is left alone with one at the end.
        let mut order: Vec<usize> = (0..PHASES).collect();
        order.sort_by_key(|&phase| std::cmp::Reverse(self.tables[phase].values.len()));
        let next = Mutex::new(order.into_iter());
        let made = Mutex::new(vec![Vec::new(); PHASES]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let take = || next.lock().expect("no thread panics here").next();
                    while let Some(phase) = take() {
                        let vector = make(phase);
                        made.lock().expect("no thread panics here")[phase] = vector;
                    }
                });
            }
        });
        made.into_inner().expect("no thread panics here")
    }

    /// The phases beside this one.
    fn neighbours(phase: usize) -> impl Iterator<Item = usize> {
        let before = phase.checked_sub(1);
        before.into_iter().chain((phase + 1 < PHASES).then_some(phase + 1))
    }

    /// The right side of the normal equations.
    fn right_side(&self) -> Vectors {
        self.for_each_phase(|phase| {
            let table = &self.tables[phase];
            let mut sums = vec![0.0; self.layout.len];
            for sample in 0..table.values.len() {
                let amount = table.importance[sample] * table.values[sample];
                table.add(sample, &self.layout, amount, &mut sums);
            }
            sums
        })
    }

    /// The diagonal of the matrix of the normal equations, a term that a sample meets twice counted twice.
    fn diagonal(&self) -> Vectors {
        self.for_each_phase(|phase| {
            let table = &self.tables[phase];
            let own = self.shrink + self.smooth * Self::neighbours(phase).count() as f32;
            let mut sums = vec![own; self.layout.len];
            for sample in 0..table.values.len() {
                table.add(sample, &self.layout, table.importance[sample], &mut sums);
            }
            sums
        })
    }

    /// The matrix of the normal equations times these vectors.
    fn times(&self, vectors: &Vectors) -> Vectors {
        self.for_each_phase(|phase| {
            let table = &self.tables[phase];
            let vector = &vectors[phase];
            let own = self.shrink + self.smooth * Self::neighbours(phase).count() as f32;
            let mut sums: Vec<f32> = vector.iter().map(|value| own * value).collect();
            for neighbour in Self::neighbours(phase) {
                for (sum, value) in sums.iter_mut().zip(&vectors[neighbour]) {
                    *sum -= self.smooth * value;
                }
            }
            for sample in 0..table.values.len() {
                let amount = table.importance[sample] * table.value(sample, &self.layout, vector);
                table.add(sample, &self.layout, amount, &mut sums);
            }
            sums
        })
    }

    /// The weights after this many steps of the conjugate gradients from zero.
    fn solve(&self, steps: usize, mut progress: impl FnMut(usize)) -> Vectors {
        let mut residual = self.right_side();
        let diagonal = self.diagonal();
        let mut weights = vec![vec![0.0; self.layout.len]; PHASES];
        let mut scaled = divided(&residual, &diagonal);
        let mut direction = scaled.clone();
        let mut product = dot(&residual, &scaled);
        for step in 0..steps {
            let image = self.times(&direction);
            let length = (product / dot(&direction, &image)) as f32;
            add_times(&mut weights, length, &direction);
            add_times(&mut residual, -length, &image);
            scaled = divided(&residual, &diagonal);
            let next = dot(&residual, &scaled);
            let turn = (next / product) as f32;
            product = next;
            for (value, towards) in direction.iter_mut().flatten().zip(scaled.iter().flatten()) {
                *value = towards + turn * *value;
            }
            progress(step + 1);
            if product <= 0.0 {
                break;
            }
        }
        weights
    }
}

fn divided(vectors: &Vectors, by: &Vectors) -> Vectors {
    let divided =
        |(values, by): (&Vec<f32>, &Vec<f32>)| values.iter().zip(by).map(|(value, by)| value / by).collect();
    vectors.iter().zip(by).map(divided).collect()
}

fn dot(left: &Vectors, right: &Vectors) -> f64 {
    let pairs = left.iter().flatten().zip(right.iter().flatten());
    pairs.map(|(left, right)| f64::from(*left) * f64::from(*right)).sum()
}

fn add_times(to: &mut Vectors, times: f32, vectors: &Vectors) {
    for (value, more) in to.iter_mut().flatten().zip(vectors.iter().flatten()) {
        *value += times * more;
    }
}

/// Fits the weights and writes them; gives the errors by phase.
///
/// # Errors
/// A file cannot be read or written, or there are no samples.
pub fn run(args: &FitArgs, progress: impl FnMut(usize)) -> Result<Report, TrainingError> {
    let mut tables: Vec<Table> = std::iter::repeat_with(Table::default).take(PHASES).collect();
    let mut held_out: Vec<Table> = std::iter::repeat_with(Table::default).take(PHASES).collect();
    args.data.for_each(|sample, is_held_out| {
        let set = if is_held_out { &mut held_out } else { &mut tables };
        set[phase(sample.position.empties())].push(sample, args);
    })?;
    let problem = Problem {
        layout: Layout::new(),
        tables,
        shrink: args.shrink,
        smooth: args.smooth,
        threads: args.threads.max(1),
    };
    let weights = problem.solve(args.steps, progress);
    write(&args.out, &weights)?;
    let mut report = Report::default();
    for phase in 0..PHASES {
        for (table, is_fitted) in [(&problem.tables[phase], true), (&held_out[phase], false)] {
            for (sample, value) in table.values.iter().enumerate() {
                let error = (table.value(sample, &problem.layout, &weights[phase]) - value).abs();
                report.add(phase, is_fitted, table.labels[sample], error);
            }
        }
    }
    Ok(report)
}

/// Writes the weights in hundredths of a disc.
fn write(path: &Path, weights: &Vectors) -> Result<(), TrainingError> {
    let lengths: Vec<usize> = FOLDINGS.iter().map(|folding| folding.weight_count()).collect();
    let phases: Vec<PhaseWeights> = weights
        .iter()
        .map(|weights| {
            let rounded: Vec<i16> = weights.iter().map(|weight| (100.0 * weight).round() as i16).collect();
            let mut rest = rounded.as_slice();
            let mut next = |len: usize| rest.split_off(..len).unwrap_or_default().to_vec();
            let patterns = lengths.iter().map(|&len| next(len)).collect();
            let mobility = next(MOBILITIES * MOBILITIES);
            PhaseWeights { patterns, mobility, parity: rest.first_chunk().copied().unwrap_or_default() }
        })
        .collect();
    let phases: [PhaseWeights; PHASES] = phases.try_into().expect("one vector for each phase");
    std::fs::write(path, Weights::write(&phases)).map_err(TrainingError::file(path))
}
