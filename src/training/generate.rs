//! Samples made by searching: positions of recorded games and of games of the engine against itself, and
//! positions disturbed by random moves, each with a label as [`super::label`] finds it.
//!
//! Work comes in units, one game each. A unit is determined by the seed and its number alone; units are done in
//! chunks, the units of a chunk by all threads, and a chunk is written whole. A run that is started again goes on
//! behind the last chunk that was written.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::Args;

use super::TrainingError;
use super::label::{Found, LabelArgs, Labeller};
use super::samples::{Appender, Label, Sample, Source};
use crate::formats::transcript;
use crate::formats::wthor::Archive;
use crate::othello::{Game, Position, Square, Turn};
use crate::random::Random;

/// Label positions by solving and searching them
///
/// The positions are those of recorded games, or of games that the engine plays against itself. Positions that the
/// file of samples holds already, in any of their eight images, are left out.
#[derive(Args, Clone, Debug)]
pub struct GenerateArgs {
    /// File of samples to make, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// WTHOR files (.wtb) to take the games from; without them the engine plays itself
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Openings for every second game against itself, one transcript a line; the others begin with random plies
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The most random plies at the beginning of a game against itself
    #[arg(long, value_name = "N", default_value_t = 24)]
    random_plies: u64,
    /// Games to do in all; recorded ones at most as many as there are
    #[arg(long, value_name = "N")]
    units: u32,
    /// Take positions with at least this many empties
    #[arg(long, value_name = "N", default_value_t = 1)]
    least_empties: u32,
    /// Take positions with at most this many empties
    #[arg(long, value_name = "N", default_value_t = 60)]
    most_empties: u32,
    /// Per cent of the positions of recorded games that are searched; those to be solved are all taken
    #[arg(long, value_name = "PERCENT", default_value_t = 25)]
    share: u64,
    /// Disturbed positions a game
    #[arg(long, value_name = "N", default_value_t = 3)]
    disturbed: u32,
    #[command(flatten)]
    label: LabelArgs,
    /// Chooses openings, random moves and the share taken (0..=63; games of different seeds have different numbers)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..64))]
    seed: u32,
    /// Threads to use
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Units of a chunk.
const CHUNK: u32 = 64;

/// Games of the engine against itself are numbered from here, and by seed.
const SELF_PLAY: u32 = 1 << 30;
const UNITS_OF_A_SEED: u32 = 1 << 24;

/// One turn in this many is a random one in games against itself.
const RANDOM_TURN: u64 = 12;

impl GenerateArgs {
    /// Games to do in all.
    pub const fn units(&self) -> u32 {
        self.units
    }
}

/// Where the games come from.
enum Games {
    Recorded(Vec<Game>),
    SelfPlay { openings: Vec<Game> },
}

/// Makes the samples; `progress` is told the units done and the samples there are.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(args: &GenerateArgs, mut progress: impl FnMut(u32, usize)) -> Result<usize, TrainingError> {
    let games = Games::read(args)?;
    let units = match &games {
        Games::Recorded(games) => args.units.min(games.len() as u32),
        Games::SelfPlay { .. } => args.units.min(UNITS_OF_A_SEED),
    };
    let (mut appender, samples) = Appender::open(&args.out)?;
    let mut known: HashSet<Position> = samples.iter().map(|sample| sample.canonical()).collect();
    let last = samples.iter().map(|sample| sample.game % UNITS_OF_A_SEED).max();
    drop(samples);
    let mut first = last.map_or(0, |unit| (unit / CHUNK + 1) * CHUNK);
    let labellers: Vec<Labeller> =
        (0..args.threads.max(1)).map(|_| Labeller::new(args.label)).collect::<Result<_, _>>()?;
    progress(first.min(units), known.len());
    while first < units {
        let end = (first + CHUNK).min(units);
        let mut samples = chunk(args, &games, &labellers, first..end);
        samples.retain(|sample| known.insert(sample.canonical()));
        appender.append(&samples)?;
        first = end;
        progress(end, known.len());
    }
    Ok(known.len())
}

/// The samples of these units, in their order.
fn chunk(
    args: &GenerateArgs,
    games: &Games,
    labellers: &[Labeller],
    units: std::ops::Range<u32>,
) -> Vec<Sample> {
    let next = Mutex::new(units);
    let made = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for labeller in labellers {
            scope.spawn(|| {
                let take = || next.lock().expect("no thread panics here").next();
                while let Some(unit) = take() {
                    let samples = Unit::new(args, labeller, games, unit).samples(games);
                    made.lock().expect("no thread panics here").push((unit, samples));
                }
            });
        }
    });
    let mut made = made.into_inner().expect("no thread panics here");
    made.sort_by_key(|(unit, _)| *unit);
    made.into_iter().flat_map(|(_, samples)| samples).collect()
}

impl Games {
    fn read(args: &GenerateArgs) -> Result<Self, TrainingError> {
        if args.games.is_empty() {
            let openings = args.openings.as_deref().map_or(Ok(Vec::new()), read_openings)?;
            return Ok(Self::SelfPlay { openings });
        }
        let mut games = Vec::new();
        for path in &args.games {
            let bytes = std::fs::read(path).map_err(TrainingError::file(path))?;
            let archive = Archive::new(&bytes).map_err(TrainingError::format(path))?;
            games.extend(archive.games().flatten().map(|record| record.game));
        }
        Ok(Self::Recorded(games))
    }
}

/// One transcript a line.
fn read_openings(path: &Path) -> Result<Vec<Game>, TrainingError> {
    let text = std::fs::read_to_string(path).map_err(TrainingError::file(path))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Ok(transcript::read(line).map_err(TrainingError::format(path))?.game)).collect()
}

/// One game and what is made of it.
struct Unit<'a> {
    args: &'a GenerateArgs,
    labeller: &'a Labeller,
    random: Random,
    /// The number its samples carry.
    game: u32,
    unit: u32,
    samples: Vec<Sample>,
}

impl<'a> Unit<'a> {
    fn new(args: &'a GenerateArgs, labeller: &'a Labeller, games: &Games, unit: u32) -> Self {
        labeller.forget();
        let game = match games {
            Games::Recorded(_) => unit,
            Games::SelfPlay { .. } => SELF_PLAY + args.seed * UNITS_OF_A_SEED + unit,
        };
        let random = Random::new(u64::from(args.seed) << u32::BITS | u64::from(unit));
        Self { args, labeller, random, game, unit, samples: Vec::new() }
    }

    fn samples(mut self, games: &Games) -> Vec<Sample> {
        let line = match games {
            Games::Recorded(games) => self.recorded(&games[self.unit as usize]),
            Games::SelfPlay { openings } => self.self_play(openings),
        };
        for _ in 0..self.args.disturbed {
            self.disturbed(&line);
        }
        self.samples
    }

    /// Labels positions of a recorded game, from the end backwards, so that the solver finds in its table what it
    /// has solved before; gives them all.
    fn recorded(&mut self, game: &Game) -> Vec<Position> {
        let moves = game.turns().filter(|turn| matches!(turn.turn, Turn::Move(_)));
        let line: Vec<Position> = moves.map(|turn| turn.before).collect();
        for position in line.iter().rev() {
            let is_taken =
                self.labeller.solves(position.empties()) || self.random.below(100) < self.args.share;
            if is_taken && self.is_wanted(position) {
                let (label, found) = self.labeller.label(position);
                self.add(position, label, &found, Source::Recorded);
            }
        }
        line
    }

    /// Plays a game by the searches that give the labels; gives its positions.
    fn self_play(&mut self, openings: &[Game]) -> Vec<Position> {
        let opening = self.unit.is_multiple_of(2).then(|| self.random.choose(openings)).flatten();
        let mut position = opening.map_or(Position::START, |game| *game.position());
        let mut random_plies =
            if opening.is_some() { 0 } else { self.random.below(self.args.random_plies + 1) };
        let mut line = Vec::new();
        while !position.is_over() && position.empties() >= self.args.least_empties {
            if position.must_pass() {
                position = position.passed();
                continue;
            }
            if random_plies > 0 {
                random_plies -= 1;
                position = self.random_move(&position);
                continue;
            }
            line.push(position);
            if position.empties() > self.args.most_empties {
                position = self.random_move(&position);
                continue;
            }
            let (label, found) = self.labeller.label(&position);
            self.add(&position, label, &found, Source::SelfPlay);
            if label == Label::Exact {
                break;
            }
            position = match found.pv.first() {
                Some(Turn::Move(square)) if self.random.below(RANDOM_TURN) > 0 => {
                    position.after(*square, position.flips(*square))
                }
                _ => self.random_move(&position),
            };
        }
        line
    }

    /// Labels the position one to three random moves after one of this line.
    fn disturbed(&mut self, line: &[Position]) {
        let moves = 1 + self.random.below(3);
        let wanted = self.args.least_empties + moves as u32..=self.args.most_empties + moves as u32;
        let starts: Vec<Position> =
            line.iter().filter(|start| wanted.contains(&start.empties())).copied().collect();
        let Some(start) = self.random.choose(&starts) else { return };
        let mut position = *start;
        for _ in 0..moves {
            if position.must_pass() {
                position = position.passed();
            }
            if position.is_over() {
                return;
            }
            position = self.random_move(&position);
        }
        if position.must_pass() {
            position = position.passed();
        }
        if !position.is_over() && self.is_wanted(&position) {
            let (label, found) = self.labeller.label(&position);
            self.add(&position, label, &found, Source::Disturbed);
        }
    }

    /// Whether positions with so many empties are taken.
    fn is_wanted(&self, position: &Position) -> bool {
        (self.args.least_empties..=self.args.most_empties).contains(&position.empties())
    }

    /// The position after a random move; the side to move has one.
    fn random_move(&mut self, position: &Position) -> Position {
        let squares: Vec<Square> = position.legal_moves().collect();
        let square = *self.random.choose(&squares).expect("the caller knows that there is a move");
        position.after(square, position.flips(square))
    }

    /// Adds the position and, where it was solved, those of its best line: their scores are the same.
    fn add(&mut self, position: &Position, label: Label, found: &Found, source: Source) {
        let (mut position, mut value, game) = (*position, found.value, self.game);
        let plies = if label == Label::Exact { found.pv.len() } else { 1 };
        for turn in found.pv.iter().take(plies) {
            if let Turn::Move(square) = turn {
                self.samples.push(Sample { position, value, label, source, game });
                position = position.after(*square, position.flips(*square));
            } else {
                position = position.passed();
            }
            value = -value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Score;
    use crate::training::samples;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: GenerateArgs,
    }

    /// The samples that these arguments make in a new file.
    fn made(name: &str, arguments: &str) -> Vec<Sample> {
        let scratch = samples::tests::Scratch::new(name);
        made_in(&scratch.0, arguments)
    }

    fn made_in(path: &Path, arguments: &str) -> Vec<Sample> {
        let line = format!("generate --out {} {arguments}", path.display());
        run(&CommandLine::parse_from(line.split(' ')).args, |_, _| ()).unwrap();
        samples::read(path).unwrap()
    }

    /// The score with best play, found by trying everything.
    fn brute_force(position: &Position) -> Score {
        if position.is_over() {
            return position.final_score();
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return -brute_force(&position.passed());
        }
        let after = |square| position.after(square, position.flips(square));
        moves.map(|square| -brute_force(&after(square))).max().expect("there are moves")
    }

    #[test]
    fn exact_labels_are_the_scores_of_trying_everything() {
        let samples =
            made("exact", "--units 40 --random-plies 50 --most-empties 8 --solve-from 8 --disturbed 2");
        assert!(samples.len() > 200);
        for sample in &samples {
            assert_eq!(sample.label, Label::Exact);
            assert_eq!(sample.value, brute_force(&sample.position).into(), "{:?}", sample.position);
            assert!(!sample.position.legal_moves().is_empty());
        }
    }

    #[test]
    fn no_position_comes_twice_in_any_image() {
        let samples = made("twice", "--units 70 --random-plies 4 --solve-from 6 --depth 1");
        let positions: HashSet<Position> = samples.iter().map(|sample| sample.canonical()).collect();
        assert_eq!(positions.len(), samples.len());
    }

    #[test]
    fn positions_outside_the_range_are_not_searched() {
        for games in ["", "--games "] {
            let scratch = samples::tests::Scratch::new("games");
            std::fs::write(&scratch.0, a_file_of_wthor()).unwrap();
            let games =
                if games.is_empty() { String::new() } else { format!("{games}{}", scratch.0.display()) };
            let range =
                "--units 10 --least-empties 20 --most-empties 22 --solve-from 1 --depth 1 --share 100";
            let samples = made("range", format!("{range} {games}").trim());
            assert!(!samples.is_empty(), "{games}");
            assert!(samples.iter().all(|sample| (20..=22).contains(&sample.position.empties())), "{games}");
        }
    }

    /// A WTHOR file with one game.
    fn a_file_of_wthor() -> Vec<u8> {
        // The game of perfect play (arXiv 2310.19387).
        let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2\
                    h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
        let mut bytes = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe7, 0x07, 8, 0, 24, 0];
        bytes.extend([0, 0, 1, 0, 2, 0, 32, 32]);
        let (squares, _) = game.as_bytes().as_chunks::<2>();
        bytes.extend(squares.iter().map(|[column, row]| 10 * (row - b'0') + column - b'a' + 1));
        bytes
    }

    #[test]
    fn the_samples_do_not_depend_on_the_threads() {
        let one = made("one", "--units 70 --most-empties 12 --solve-from 8 --depth 2 --threads 1");
        let three = made("three", "--units 70 --most-empties 12 --solve-from 8 --depth 2 --threads 3");
        assert_eq!(one, three);
    }

    #[test]
    fn a_run_that_was_cut_off_goes_on_to_the_same_samples() {
        let whole = made("whole", "--units 128 --most-empties 8 --solve-from 8");
        let scratch = samples::tests::Scratch::new("parts");
        made_in(&scratch.0, "--units 64 --most-empties 8 --solve-from 8");
        let bytes = std::fs::read(&scratch.0).unwrap();
        std::fs::write(&scratch.0, [&bytes, b"a block begun".as_slice()].concat()).unwrap();
        assert_eq!(made_in(&scratch.0, "--units 128 --most-empties 8 --solve-from 8"), whole);
    }

    #[test]
    fn games_of_different_seeds_differ() {
        let first = made("seed1", "--units 4 --solve-from 6 --depth 1 --seed 1");
        let second = made("seed2", "--units 4 --solve-from 6 --depth 1 --seed 2");
        assert_ne!(first, second);
        assert!(first.iter().all(|sample| second.iter().all(|other| sample.game != other.game)));
    }
}
