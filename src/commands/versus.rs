//! `outflank match`: two engines play each other from a list of openings, both colours, and the score says
//! which is stronger and how sure that is.
//!
//! Every move is checked by our rules. An engine that gives an illegal answer, none, or ends, loses the game.

mod game;
mod tally;

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::CommandFailure;
use crate::formats::play_line;
use crate::othello::{Color, Game, Turn};
use crate::protocol::client::{Client, ClientError, MoveLimit, NativeClient};
use crate::random::Random;
use game::{Ending, Played, play};
use tally::Tally;

/// The arguments of `outflank match`.
#[derive(Args, Clone)]
pub struct MatchArgs {
    /// The command of an engine that speaks the native protocol, as a shell reads it; given twice
    ///
    /// An engine that is not given is this executable.
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    /// Options of the first engine: NAME=VALUE, separated by blanks
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
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: u8,
    /// Games to play, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", conflicts_with_all = ["depth", "nodes"])]
    movetime: Option<u64>,
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
    /// Write each game, as a line, to FILE
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Plays the match and prints its result: wins, draws and losses of the first engine, discs and Elo.
///
/// # Errors
/// An engine does not start, the openings cannot be read, or the result cannot be written.
pub fn run(arguments: &MatchArgs, out: &mut impl Write) -> Result<(), CommandFailure> {
    let pairs = arguments.games.div_ceil(2);
    let openings = openings(arguments, pairs)?;
    let next = AtomicUsize::new(0);
    let log = arguments.log.as_deref().map(create).transpose()?;
    let shared = Mutex::new((Tally::default(), log));
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..arguments.concurrency.get().min(pairs) {
            scope.spawn(|| {
                if let Err(error) = play_pairs(arguments, &openings, &next, &shared) {
                    next.store(openings.len(), Ordering::Relaxed);
                    failure.lock().expect("no holder of this lock panics").get_or_insert(error);
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().expect("no holder of this lock panics") {
        return Err(error);
    }
    let (tally, _) = shared.into_inner().expect("no holder of this lock panics");
    writeln!(out, "{tally}")?;
    Ok(())
}

/// The openings of the pairs, in the order in which they are played.
fn openings(arguments: &MatchArgs, pairs: usize) -> Result<Vec<Game>, CommandFailure> {
    let mut random = Random::new(arguments.seed);
    let Some(path) = &arguments.openings else {
        return Ok((0..pairs).map(|_| random_opening(&mut random, arguments.random_plies)).collect());
    };
    let in_file = |reason: String| CommandFailure::Input(format!("{}: {reason}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| in_file(error.to_string()))?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let opening = play_line(&Game::default(), line);
            openings.push(opening.map_err(|error| in_file(format!("line {number}: {error}")))?);
        }
    }
    if openings.is_empty() {
        return Err(in_file("no opening in it".to_owned()));
    }
    random.shuffle(&mut openings);
    Ok(openings.iter().cycle().take(pairs).cloned().collect())
}

/// A game after this many random plies; begun again if it ends before.
fn random_opening(random: &mut Random, plies: u8) -> Game {
    'again: loop {
        let mut game = Game::default();
        for _ in 0..plies {
            let moves: Vec<Turn> = game.legal_moves().map(Turn::Move).collect();
            let turn = if game.must_pass() { Some(&Turn::Pass) } else { random.choose(&moves) };
            if turn.is_none_or(|&turn| game.play(turn).is_err()) {
                continue 'again;
            }
        }
        if !game.is_over() {
            return game;
        }
    }
}

/// Plays pairs of games with two engines of its own until none is left.
fn play_pairs(
    arguments: &MatchArgs,
    openings: &[Game],
    next: &AtomicUsize,
    shared: &Mutex<(Tally, Option<fs::File>)>,
) -> Result<(), CommandFailure> {
    let mut engines = Engines::start(arguments)?;
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(opening) = openings.get(index) else { return Ok(()) };
        let first = engines.play(opening, Color::Black, limit(arguments));
        engines.restart_failed(arguments, &first)?;
        let second = engines.play(opening, Color::White, limit(arguments));
        engines.restart_failed(arguments, &second)?;
        let (tally, log) = &mut *shared.lock().expect("no holder of this lock panics");
        tally.add([&first, &second]);
        if let Some(log) = log {
            writeln!(log, "{first}\n{second}")?;
        }
        // What a person watches; the result goes to stdout.
        let _ = writeln!(io::stderr(), "{tally}");
    }
}

/// The two engines of one thread of the match.
struct Engines {
    clients: [Box<dyn Client>; 2],
}

impl Engines {
    fn start(arguments: &MatchArgs) -> Result<Self, CommandFailure> {
        Ok(Self { clients: [start_engine(arguments, 0)?, start_engine(arguments, 1)?] })
    }

    /// One game; the first engine has the colour `first`.
    fn play(&mut self, opening: &Game, first: Color, limit: MoveLimit) -> Played {
        let [one, two] = &mut self.clients;
        match first {
            Color::Black => play(opening, [one.as_mut(), two.as_mut()], first, limit),
            Color::White => play(opening, [two.as_mut(), one.as_mut()], first, limit),
        }
    }

    /// An engine that failed in a game is started anew for the next.
    fn restart_failed(&mut self, arguments: &MatchArgs, played: &Played) -> Result<(), CommandFailure> {
        if let Ending::Failure { color, .. } = &played.ending {
            let index = usize::from(*color != played.first);
            self.clients[index] = start_engine(arguments, index)?;
        }
        Ok(())
    }
}

fn start_engine(arguments: &MatchArgs, index: usize) -> Result<Box<dyn Client>, CommandFailure> {
    let command = match arguments.engine.get(index) {
        Some(command) => command.clone(),
        None => {
            let path = std::env::current_exe()?;
            format!("'{}' --protocol native", path.display())
        }
    };
    let options = if index == 0 { &arguments.options1 } else { &arguments.options2 };
    let options: Vec<(String, String)> = options
        .split_whitespace()
        .map(|option| option.split_once('=').unwrap_or((option, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let client = NativeClient::start(&command, &options);
    Ok(Box::new(client.map_err(|error| failed(&command, &error))?))
}

fn failed(command: &str, error: &ClientError) -> CommandFailure {
    CommandFailure::Input(format!("{command}: {error}"))
}

fn limit(arguments: &MatchArgs) -> MoveLimit {
    match (arguments.movetime, arguments.depth, arguments.nodes) {
        (Some(milliseconds), _, _) => MoveLimit::Time(Duration::from_millis(milliseconds)),
        (_, Some(depth), _) => MoveLimit::Depth(depth),
        (_, _, Some(nodes)) => MoveLimit::Nodes(nodes),
        _ => MoveLimit::Level,
    }
}

fn create(path: &Path) -> Result<fs::File, CommandFailure> {
    fs::File::create(path).map_err(|error| CommandFailure::Input(format!("{}: {error}", path.display())))
}
