//! `outflank match`: two engines play each other from a list of openings, both colours, and the score says
//! which is stronger and how sure that is.
//!
//! Every move is checked by our rules. An engine that gives an illegal answer, a late one, none, or ends, loses
//! the game and is started anew.

mod engines;
mod game;
mod journal;
mod openings;
mod sprt;
mod tally;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::CommandFailure;
use super::resumable::Lines;
use crate::protocol::client::{Clocks, MoveLimit};
use engines::{Contestants, Engines};
use game::{Counted, Played};
use journal::{Record, color_of_first, read_game};
use openings::Openings;
use sprt::{Sprt, Verdict};
use tally::Tally;

/// The arguments of `outflank match`.
#[derive(Args, Clone)]
pub struct MatchArgs {
    /// The command of an engine, as a shell reads it; given twice
    ///
    /// It speaks the native protocol, or the one named before it: `gtp:gtp-rhino -l 5`, `nboard:./ntest`,
    /// `native:./outflank`. An engine that is not given is this executable.
    #[arg(long, value_name = "[PROTOCOL:]CMD")]
    engine: Vec<String>,
    /// Options of the first engine: NAME=VALUE, separated by blanks
    ///
    /// In GTP each is a command with its argument (set_level=5), in NBoard's protocol what follows `set`
    /// (depth=12).
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    options1: String,
    /// Options of the second engine
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    options2: String,
    /// A file of openings, one transcript a line, each played with both colours
    ///
    /// Without it each pair of games begins with random plies.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies of a random opening
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=40))]
    random_plies: u8,
    /// Games to play, rounded up to whole pairs [default: 100, with --sprt 20000]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Milliseconds a move
    ///
    /// Not every protocol can say every limit. GTP knows whole seconds, for a move or a game, and no increments,
    /// depths or nodes; NBoard's protocol knows depths, and clocks without increments. An engine that cannot be
    /// told plays at its own pace, and a line on stderr says so.
    #[arg(long, value_name = "MS", conflicts_with_all = ["clock", "depth", "nodes"])]
    movetime: Option<u64>,
    /// Seconds a game, and seconds added after each move: 60, 10+0.1
    #[arg(long, value_name = "S[+S]", value_parser = clocks, conflicts_with_all = ["depth", "nodes"])]
    clock: Option<Clocks>,
    /// Milliseconds that an answer may come after its time before the game is lost
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Plies a move
    #[arg(long, value_name = "N", conflicts_with = "nodes")]
    depth: Option<u8>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: NonZeroUsize,
    /// Chooses the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop when it is decided which rating difference is true: ELO0 ELO1 [ALPHA BETA]
    ///
    /// The sequential probability ratio test on pairs of games, with risks ALPHA and BETA [default: 0.05 0.05].
    #[arg(
        long,
        value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
        num_args = 2..=4,
        allow_negative_numbers = true
    )]
    sprt: Option<Vec<f64>>,
    /// Write each game, as a line, to FILE, and go on with the match that is in it already
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write each game in GGF, as a line, to FILE
    ///
    /// A match that goes on from its log adds to it; any other empties it first.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Games of a match without a number of its own.
const DEFAULT_GAMES: usize = 100;

/// Games after which a sequential test is given up where nothing else is said.
const DEFAULT_SPRT_GAMES: usize = 20_000;

/// A match under way.
struct Match {
    contestants: Contestants,
    openings: Openings,
    margin: Duration,
    /// The pairs to be played, from 0; of some a game is known already.
    pending: Vec<usize>,
    next: AtomicUsize,
    state: Mutex<State>,
}

/// What changes with each game.
struct State {
    games: BTreeMap<usize, Counted>,
    tally: Tally,
    sprt: Option<Sprt>,
    log: Option<Lines>,
    record: Option<Record>,
}

/// Plays the match and prints its result: wins, draws and losses of the first engine, discs and Elo.
///
/// # Errors
/// An engine does not start, the openings or the log cannot be read, or a result cannot be written.
pub fn run(arguments: &MatchArgs, out: &mut impl Write) -> Result<(), CommandFailure> {
    let contest = Match::new(arguments)?;
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..arguments.concurrency.get().min(contest.pending.len()) {
            scope.spawn(|| {
                if let Err(error) = contest.play_pairs() {
                    contest.end();
                    failure.lock().expect("no holder of this lock panics").get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().expect("no holder of this lock panics") {
        return Err(error);
    }
    contest.state().tell(out)?;
    Ok(())
}

impl Match {
    fn new(arguments: &MatchArgs) -> Result<Self, CommandFailure> {
        let contestants = Contestants::read(arguments)?;
        let sprt = arguments.sprt.as_deref().map(sprt).transpose()?;
        let default_games = if sprt.is_some() { DEFAULT_SPRT_GAMES } else { DEFAULT_GAMES };
        let pairs = arguments.games.unwrap_or(default_games).div_ceil(2);
        let openings = match &arguments.openings {
            Some(path) => Openings::read(path, arguments.seed)?,
            None => Openings::random(arguments.seed, arguments.random_plies, pairs),
        };
        let margin = Duration::from_millis(arguments.margin);
        let title = format!("outflank match: {contestants}, margin {margin:?}, {}", openings.title);
        let (log, games) = match &arguments.log {
            Some(path) => {
                let opened = Lines::open(path, &title, read_game);
                let (log, games) = opened.map_err(|error| in_file(path, &error))?;
                (Some(log), games.into_iter().collect())
            }
            None => (None, BTreeMap::new()),
        };
        let names = contestants.names();
        let record = arguments
            .record
            .as_ref()
            .map(|path| Record::open(path, names, !games.is_empty()).map_err(|error| in_file(path, &error)));
        let mut state = State { games, tally: Tally::default(), sprt, log, record: record.transpose()? };
        let mut pending: Vec<usize> = (0..pairs).collect();
        pending.retain(|pair| !state.count(*pair));
        if state.is_decided() {
            pending.clear();
        }
        Ok(Self {
            contestants,
            openings,
            margin,
            pending,
            next: AtomicUsize::new(0),
            state: Mutex::new(state),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }

    /// Begins no more games.
    fn end(&self) {
        self.next.store(self.pending.len(), Ordering::Relaxed);
    }

    /// Plays pairs of games with two engines of its own until none is left.
    fn play_pairs(&self) -> Result<(), CommandFailure> {
        let mut engines = Engines::start(&self.contestants)?;
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&pair) = self.pending.get(index) else { return Ok(()) };
            for number in numbers(pair) {
                if !self.state().games.contains_key(&number) {
                    let opening = self.openings.of_pair(pair);
                    let played = engines.play(number, opening, color_of_first(number), self.margin);
                    self.state().add(&played)?;
                    engines.restart_failed(&self.contestants, &played)?;
                }
            }
            let mut state = self.state();
            state.count(pair);
            // What a person watches; the result goes to stdout.
            let _ = state.tell(&mut io::stderr());
            if state.is_decided() {
                self.end();
            }
        }
    }
}

/// The numbers of the two games of a pair.
const fn numbers(pair: usize) -> [usize; 2] {
    [2 * pair + 1, 2 * pair + 2]
}

impl State {
    /// Notes a game.
    fn add(&mut self, played: &Played) -> io::Result<()> {
        self.games.insert(played.number, played.counted());
        if let Some(record) = &mut self.record {
            record.add(played)?;
        }
        if let Some(log) = &mut self.log {
            log.add(&played.to_string())?;
        }
        Ok(())
    }

    /// Counts a pair, if both its games are known.
    fn count(&mut self, pair: usize) -> bool {
        let [first, second] = numbers(pair).map(|number| self.games.get(&number).copied());
        let (Some(first), Some(second)) = (first, second) else { return false };
        self.tally.add([first, second]);
        true
    }

    fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(self.tally.pairs()))
    }

    fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict.is_decided())
    }

    /// Writes how the match stands.
    fn tell(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.tally)?;
        match self.verdict() {
            Some(verdict) => writeln!(out, "{verdict}"),
            None => Ok(()),
        }
    }
}

/// The test that these numbers ask for.
fn sprt(numbers: &[f64]) -> Result<Sprt, CommandFailure> {
    /// Wald's customary risks.
    const RISK: f64 = 0.05;
    let number = |index: usize| numbers.get(index).copied().unwrap_or(RISK);
    Sprt::new([number(0), number(1), number(2), number(3)]).ok_or_else(|| {
        CommandFailure::Usage("--sprt takes ELO0 < ELO1 and risks between 0 and 0.5".to_owned())
    })
}

/// The limit of each move.
fn limit(arguments: &MatchArgs) -> MoveLimit {
    match *arguments {
        MatchArgs { movetime: Some(milliseconds), .. } => {
            MoveLimit::Time(Duration::from_millis(milliseconds))
        }
        MatchArgs { clock: Some(clocks), .. } => MoveLimit::Clock(clocks),
        MatchArgs { depth: Some(depth), .. } => MoveLimit::Depth(depth),
        MatchArgs { nodes: Some(nodes), .. } => MoveLimit::Nodes(nodes),
        _ => MoveLimit::Level,
    }
}

/// The clocks that both sides begin with: `60` or `10+0.1` seconds.
fn clocks(text: &str) -> Result<Clocks, String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let time = |seconds: &str| {
        let seconds = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.ok_or_else(|| {
            "seconds wanted, and perhaps seconds added after each move: 60 or 10+0.1".to_owned()
        })
    };
    let main = time(main)?;
    Ok(Clocks { own: main, other: main, increment: time(increment)? })
}

fn in_file(path: &Path, error: &dyn std::error::Error) -> CommandFailure {
    CommandFailure::Input(format!("{}: {error}", path.display()))
}
