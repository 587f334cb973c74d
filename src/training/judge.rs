//! How near the searches come that the weights guide, to positions whose every move has been solved.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;

use super::TrainingError;
use super::label::Searcher;
use crate::formats::Board;
use crate::othello::{Position, Score, Square, Turn};

/// Search solved positions and count the error
///
/// Prints, for each file and depth, the mean absolute difference between the value of the search and the exact score,
/// the mean difference (bias), and how often the move found is one of the best.
#[derive(Args, Clone, Debug)]
pub struct JudgeArgs {
    /// Files of positions in OBF, with the scores of all moves
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Plies to search; several may be given, separated by commas
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_values_t = [1, 8])]
    depth: Vec<u8>,
    /// Confidence of the searches in per cent, 73 to 100
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u8).range(73..=100))]
    selectivity: u8,
}

/// Size of the table of the searches (MiB), enough for the deep ones.
const TABLE_SIZE: usize = 64;

/// A position and the exact score of each of its moves.
struct Problem {
    position: Position,
    moves: Vec<(Square, Score)>,
}

impl Problem {
    /// Reads `board side; move:score; ...`; moves that are none are fillers.
    fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(';');
        let position = *parts.next()?.parse::<Board>().ok()?.game().position();
        let mut moves = Vec::new();
        for part in parts {
            let Some((square, score)) = part.trim().split_once(':') else { continue };
            let Ok(square) = square.parse() else { continue };
            moves.push((square, Score::new(score.parse().ok()?)?));
        }
        Some(Self { position, moves })
    }

    fn best(&self) -> Option<Score> {
        self.moves.iter().map(|(_, score)| *score).max()
    }
}

/// What one depth came to on one file.
#[derive(Clone, Debug)]
pub struct Judgement {
    file: PathBuf,
    depth: u8,
    selectivity: u8,
    positions: usize,
    /// Mean absolute error in discs.
    error: f64,
    /// Mean of what the searches say too much, in discs.
    bias: f64,
    /// Share of best moves, 0 to 1.
    best: f64,
    /// Nodes a position.
    nodes: f64,
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, selectivity, positions, error, bias, nodes, .. } = self;
        let name = self.file.file_name().unwrap_or_default().display();
        let best = 100.0 * self.best;
        write!(
            f,
            "{name}: {positions} positions, depth {depth} at {selectivity} %: error {error:.2} discs, bias {bias:+.2}, best move {best:.1} %, {nodes:.0} nodes a position"
        )
    }
}

/// Searches every position of each file to each depth.
///
/// # Errors
/// A file cannot be read, or holds no solved position.
pub fn run(args: &JudgeArgs, mut found: impl FnMut(&Judgement)) -> Result<(), TrainingError> {
    let searcher = Searcher::new(TABLE_SIZE)?;
    for path in &args.files {
        let text = std::fs::read_to_string(path).map_err(TrainingError::file(path))?;
        let problems: Vec<Problem> = text.lines().filter_map(Problem::read).collect();
        for &depth in &args.depth {
            found(
                &judge(&searcher, path, &problems, (depth, args.selectivity)).ok_or(TrainingError::NoData)?,
            );
        }
    }
    Ok(())
}

/// `None` where there are no problems.
fn judge(
    searcher: &Searcher,
    path: &Path,
    problems: &[Problem],
    (depth, selectivity): (u8, u8),
) -> Option<Judgement> {
    let (mut positions, mut error, mut bias, mut best_moves, mut nodes) = (0_u32, 0.0, 0.0, 0_u32, 0);
    for problem in problems {
        let Some(best) = problem.best() else { continue };
        searcher.forget();
        let found = searcher.search(&problem.position, depth, selectivity);
        positions += 1;
        let excess = f64::from(found.value.hundredths() - 100 * best.discs()) / 100.0;
        error += excess.abs();
        bias += excess;
        let is_best = |(square, score): &(Square, Score)| {
            *score == best && found.pv.first() == Some(&Turn::Move(*square))
        };
        best_moves += u32::from(problem.moves.iter().any(is_best));
        nodes += found.nodes;
    }
    let mean = |sum: f64| sum / f64::from(positions);
    (positions > 0).then(|| Judgement {
        file: path.to_path_buf(),
        depth,
        selectivity,
        positions: positions as usize,
        error: mean(error),
        bias: mean(bias),
        best: mean(best_moves.into()),
        nodes: mean(nodes as f64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_read_without_their_fillers() {
        // FFO 40, with its three best moves and the filler that other suites have.
        let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34; --:-127;";
        let problem = Problem::read(line).unwrap();
        assert_eq!(problem.position.empties(), 20);
        assert_eq!(problem.best().unwrap().discs(), 38);
        assert_eq!(problem.moves.len(), 3);
        assert!(Problem::read("no board").is_none());
    }
}
