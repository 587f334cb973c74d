//! `outflank analyze`: what each move of a game was worth, and what would have been better.

mod chart;
mod report;
mod turns;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::console::Console;
use super::input::{Input, InputArgs};
use super::progress::bar_over;
use super::searcher::{SearchArgs, Searcher};
use super::{CommandFailure, json};
use crate::files::is_same;
use crate::formats::{FormatError, GameFile, RecordedGame};
use crate::search::{Goal, Level, Limits};
use report::{GameReport, Unread};
use turns::{Analyst, Reach};

/// The level of an analysis that names no limit.
const DEFAULT_LEVEL: u8 = 10;

/// What the long help says besides the options.
const FORMS: &str = "\
Input: games in any format (transcripts, GGF, SGF, WTHOR archives, logbooks, PGN-like files), recognised by what they \
hold. An input is read to its end first. A game that cannot be read is a line on stderr, and does not cost the others.

Output: a table of the turns, passes included, then a summary of each player. Scores are final differences in discs for \
the side that had the turn, empties to the winner: first of the move played, then of the best one. The loss is the \
difference. Whole numbers marked `exact` are proven; numbers with decimals are estimates of a search of `depth` plies.

With --json an object for each turn, then one for the game with what its `players` lost, or one with an `error`. Side X \
is black. With several files each object has its `file`.
  {\"game\":1,\"ply\":47,\"side\":\"X\",\"move\":\"a4\",\"score\":-12,\"best\":\"a3\",
   \"best_score\":0,\"loss\":12,\"depth\":14,\"exact\":true}";

/// The arguments of `outflank analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = FORMS)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Strength, 0 to 60; 10 where no limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=60),
        conflicts_with_all = ["depth", "nodes", "movetime", "exact"])]
    level: Option<u8>,
    /// Plies to search, 0 to 60
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=60))]
    depth: Option<u8>,
    /// Nodes a search; a turn takes two where another move than the one played is best
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds a search
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Solve every position, however long it takes; with other limits as far as they let it
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    search: SearchArgs,
    /// Write a JSON object for each turn and one for the game
    #[arg(long)]
    json: bool,
    /// Draw the scores of the game to FILE, with marks at the worst losses
    ///
    /// Of several games the second goes to FILE with -2 before its extension, and so on.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Analyses every game and writes what was found.
///
/// # Errors
/// An input or a game of it cannot be read, a picture not be drawn, or the results not be written.
pub fn run(arguments: &AnalyzeArgs, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let inputs = arguments.input.inputs();
    if let Some(path) = &arguments.svg
        && inputs.iter().any(|input| matches!(input, Input::File(file) if is_same(file, path)))
    {
        let path = path.display();
        return Err(CommandFailure::Usage(format!("{path}: is read for its games, and not written over")));
    }
    let searcher = Searcher::new(arguments.search)?;
    let mut analysis = Analysis {
        arguments,
        analyst: Analyst::new(&searcher, arguments.reach()),
        named: inputs.len() > 1,
        console: Console::new(out, bar_over(&inputs, || Some(0))),
        drawn: 0,
    };
    for input in &inputs {
        analysis.analyze_input(input)?;
    }
    analysis.console.finish()
}

impl AnalyzeArgs {
    /// How far each search goes. As for `go`, given limits alone count, and the level is for when there is none.
    fn reach(&self) -> Reach {
        let is_limited =
            self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some() || self.exact;
        let limits = if is_limited {
            Limits { nodes: self.nodes, ..Limits::plies(self.depth.unwrap_or(60)) }
        } else {
            Level::new(self.level.unwrap_or(DEFAULT_LEVEL)).unwrap_or_default().limits()
        };
        Reach {
            goal: if self.exact { Goal::Exact } else { Goal::Play },
            limits,
            time: self.movetime.map(Duration::from_millis),
        }
    }
}

/// An analysis of many games under way.
struct Analysis<'a> {
    arguments: &'a AnalyzeArgs,
    analyst: Analyst<'a>,
    /// Whether results say which input they belong to.
    named: bool,
    console: Console<'a>,
    /// Pictures so far.
    drawn: usize,
}

impl Analysis<'_> {
    /// Analyses the games of one input. What cannot be read is a complaint.
    fn analyze_input(&mut self, input: &Input) -> io::Result<()> {
        let bytes = match input.read_whole() {
            Ok(bytes) => bytes,
            Err(error) => {
                self.console.complain(format_args!("{input}: {error}"));
                return Ok(());
            }
        };
        let file = GameFile::new(&bytes);
        if !self.console.bar().is_hidden() {
            let turns = file.games().flatten().map(|record| record.game.turns().count() as u64);
            self.console.bar().inc_length(turns.sum());
        }
        for (number, game) in (1..).zip(file.games()) {
            self.console.bar().set_message(format!("game {number}"));
            let name = self.named.then(|| input.to_string());
            match game {
                Ok(record) => self.analyze_game(name, number, &record)?,
                Err(error) => self.refuse(input, name, number, &error)?,
            }
        }
        Ok(())
    }

    fn analyze_game(&mut self, file: Option<String>, number: usize, record: &RecordedGame) -> io::Result<()> {
        let bar = self.console.bar();
        let turns = self.analyst.analyze(&record.game, || bar.inc(1));
        let report = GameReport::new(file, number, record, &turns);
        if self.arguments.json {
            let lines = turns.iter().map(|turn| json(&report.turn(turn)));
            self.console.results(lines.chain([json(&report)]))?;
        } else {
            self.console.results(report.text(&turns))?;
        }
        if let Some(path) = &self.arguments.svg {
            self.drawn += 1;
            let path = numbered(path, self.drawn);
            let picture = chart::draw(&report.title(), &turns).map_err(|error| error.to_string());
            if let Err(error) =
                picture.and_then(|text| fs::write(&path, text).map_err(|error| error.to_string()))
            {
                self.console.complain(format_args!("{}: {error}", path.display()));
            }
        }
        Ok(())
    }

    fn refuse(
        &mut self,
        input: &Input,
        file: Option<String>,
        number: usize,
        error: &FormatError,
    ) -> io::Result<()> {
        self.console.complain(format_args!("{input}: {error}"));
        if self.arguments.json {
            self.console.results([json(&Unread { file, game: number, error: error.to_string() })])?;
        }
        Ok(())
    }
}

/// The path of the picture with this number: the first has the path itself.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_path_buf();
    }
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
