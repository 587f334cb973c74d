//! `outflank solve`: the exact score and the best line of each position, a line in, a line out.
//!
//! Every position is solved from an empty table, so that its answer does not depend on the lines before it: the
//! parts of an input that was shared out to many machines give what the whole would have given.

use std::fmt;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use super::console::Console;
use super::input::{Input, InputArgs};
use super::progress::bar_over;
use super::searcher::{Question, SearchArgs, Searcher};
use super::{CommandFailure, json, side_letter};
use crate::formats::obf::{Problem, read_problem};
use crate::formats::{Board, FormatError, Place, decode};
use crate::lines::{MAX_LINE, read_line};
use crate::othello::{Bitboard, Game, Score, Square, Turn};
use crate::search::{Answer, Goal, Limits, Line};

/// What the long help says besides the options.
const FORMS: &str = "\
Input: positions, one a line, as OBF (board side; move:score; ...) or as bare boards: 64 squares from a1 (X black, O \
white, - empty) and the side to move, Black where it is left out. Blank lines and comments (% or #) are skipped. A bad \
line is a line on stderr, and does not cost the others.

Output: a line for each position, at once and in order:
  line 3: score +38 best a2 pv a2 b1 ...
The score is the final difference in discs for the side to move, empties to the winner; it is proven. `(recorded +36)` \
follows where the input has another one, `game over` where nobody can move. Each position is solved from an empty table, \
so that its line is the same whatever the lines before it were.

With --json an object for each position, or for a line with an `error`. `best` names the moves known to have the best \
score, none where the game is over; `recorded` is the score in the input, `moves` are all with their scores \
(--all-moves). With several files each object has its `file`.
  {\"line\":3,\"board\":\"...\",\"side\":\"X\",\"empties\":20,\"score\":38,\"exact\":true,\"best\":[\"a2\"],
   \"pv\":[\"a2\",...],\"depth\":20,\"selectivity\":100,\"nodes\":...,\"ms\":...}";

/// The arguments of `outflank solve`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = FORMS)]
pub struct SolveArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Write a JSON object a line, errors included
    #[arg(long)]
    json: bool,
    /// Prove only who wins: score 1, 0 or -1 for the side to move
    #[arg(long)]
    wld: bool,
    /// Score every move, best first, and name all the best ones
    #[arg(long)]
    all_moves: bool,
    /// The number of the first line of each input, for parts of a larger one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    first_line: u32,
}

/// Solves every position and writes a line for each.
///
/// # Errors
/// An input cannot be read, a line of it is bad, or the results cannot be written.
pub fn run(arguments: &SolveArgs, out: &mut dyn Write) -> Result<(), CommandFailure> {
    let inputs = arguments.input.inputs();
    let solver = Solver { arguments, searcher: Searcher::new(arguments.search)?, named: inputs.len() > 1 };
    let mut console = Console::new(out, bar_over(&inputs, || count_lines(&inputs)));
    for input in &inputs {
        solver.solve_input(input, &mut console)?;
    }
    console.finish()
}

/// How many lines there are in all, where that can be told before they are read.
fn count_lines(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(Input::count_lines).sum()
}

struct Solver<'a> {
    arguments: &'a SolveArgs,
    searcher: Searcher,
    /// Whether results say which input they belong to.
    named: bool,
}

impl Solver<'_> {
    /// Solves the positions of one input. What cannot be read is a complaint.
    fn solve_input(&self, input: &Input, console: &mut Console) -> io::Result<()> {
        let mut reader = match input.open() {
            Ok(reader) => reader,
            Err(error) => {
                console.complain(format_args!("{input}: {error}"));
                return Ok(());
            }
        };
        let mut bytes = Vec::new();
        for number in self.arguments.first_line as usize.. {
            bytes.clear();
            let problem = match read_line(&mut reader, &mut bytes) {
                Ok(Some(true)) => read_problem(&decode(&bytes), number).map_err(|error| without_line(&error)),
                Ok(Some(false)) => Err(format!("longer than {MAX_LINE} bytes")),
                Ok(None) => break,
                Err(error) => {
                    console.complain(format_args!("{input}: {error}"));
                    break;
                }
            };
            let file = self.named.then(|| input.to_string());
            match problem {
                Ok(None) => {}
                Ok(Some(problem)) => self.write(&self.solve(&problem, file, number), console)?,
                Err(error) => {
                    console.complain(format_args!("{input}: line {number}, {error}"));
                    if self.arguments.json {
                        console.results([json(&Unsolved { file, line: number, error })])?;
                    }
                }
            }
            console.bar().inc(1);
        }
        Ok(())
    }

    fn write(&self, solved: &Solved, console: &mut Console) -> io::Result<()> {
        let line = if self.arguments.json { json(solved) } else { solved.to_string() };
        console.results([line])
    }

    fn solve(&self, problem: &Problem, file: Option<String>, line: usize) -> Solved {
        let game = problem.board.game();
        self.searcher.forget();
        let answer = self.searcher.search(&Question {
            position: *game.position(),
            goal: if self.arguments.wld { Goal::Wld } else { Goal::Exact },
            limits: Limits::plies(0),
            time: None,
            moves: Bitboard::EMPTY,
            lines: if self.arguments.all_moves { 64 } else { 1 },
        });
        let first = answer.lines.first().expect("an answer has at least one line");
        let score = discs(first);
        let moves = self.moves(&answer, problem);
        let best = moves.iter().filter(|valued| valued.score == score);
        // The line shown is that of the move named first.
        let is_named_first = |line: &&Line| {
            line.pv.first().map(Turn::to_string).as_ref() == moves.first().map(|valued| &valued.name)
        };
        let shown = answer.lines.iter().find(is_named_first).unwrap_or(first);
        Solved {
            file,
            line,
            board: squares(&game),
            side: side_letter(game.side_to_move()),
            empties: game.position().empties(),
            score,
            exact: first.exact,
            best: best.map(|valued| valued.name.clone()).collect(),
            recorded: problem.best_score().map(|score| self.as_asked(score)),
            pv: shown.pv.iter().map(Turn::to_string).collect(),
            depth: first.depth,
            selectivity: first.selectivity,
            nodes: answer.nodes,
            ms: answer.time.as_millis(),
            moves: self.arguments.all_moves.then_some(moves),
        }
    }

    /// The moves whose scores are known, best first, equal ones by their squares.
    fn moves(&self, answer: &Answer, problem: &Problem) -> Vec<Valued> {
        let mut lines: Vec<&Line> = answer.lines.iter().filter(|line| !line.pv.is_empty()).collect();
        lines.sort_by_key(|line| (-discs(line), square_of(line.pv[0])));
        let recorded = |turn: Turn| problem.moves.iter().find(|(move_, _)| *move_ == turn);
        let valued = |line: &&Line| Valued {
            name: line.pv[0].to_string(),
            score: discs(line),
            recorded: recorded(line.pv[0]).map(|(_, score)| self.as_asked(*score)),
        };
        lines.iter().map(valued).collect()
    }

    /// A recorded score as far as it is asked for.
    fn as_asked(&self, score: Score) -> i32 {
        if self.arguments.wld { score.discs().signum() } else { score.discs() }
    }
}

/// The error of a line, without the number of the line, which whoever shows it has.
fn without_line(error: &FormatError) -> String {
    match error.place {
        Place::Text { column, .. } => format!("column {column}: {}", error.fault),
        Place::Record(_) | Place::File => error.to_string(),
    }
}

/// The score of a solved line; under `--wld` its sign.
fn discs(line: &Line) -> i32 {
    line.value.score().discs()
}

const fn square_of(turn: Turn) -> Option<Square> {
    match turn {
        Turn::Move(square) => Some(square),
        Turn::Pass | Turn::TimedOut => None,
    }
}

/// The squares of the board as it stands, without the side to move.
fn squares(game: &Game) -> String {
    let mut text = Board::of(game).to_string();
    text.truncate(64);
    text
}

/// One position and what was found, as JSON has it.
#[derive(Debug, Serialize)]
struct Solved {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    line: usize,
    board: String,
    side: &'static str,
    empties: u32,
    score: i32,
    exact: bool,
    best: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Valued>>,
    pv: Vec<String>,
    depth: u8,
    selectivity: u8,
    nodes: u64,
    ms: u128,
}

/// A move and its score.
#[derive(Debug, Serialize)]
struct Valued {
    #[serde(rename = "move")]
    name: String,
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<i32>,
}

/// A line that is no position, as JSON has it.
#[derive(Debug, Serialize)]
struct Unsolved {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    line: usize,
    error: String,
}

impl fmt::Display for Solved {
    /// The same for people, without what the search cost: it is equal wherever it was found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        write!(f, "line {}: score {:+}", self.line, self.score)?;
        write_recorded(f, self.recorded, self.score)?;
        if self.best.is_empty() {
            return f.write_str(" game over");
        }
        write!(f, " best {}", self.best.join(" "))?;
        if let Some(moves) = &self.moves {
            f.write_str(" moves")?;
            for valued in moves {
                write!(f, " {}:{:+}", valued.name, valued.score)?;
                write_recorded(f, valued.recorded, valued.score)?;
            }
        }
        write!(f, " pv {}", self.pv.join(" "))
    }
}

/// A recorded score where it is another than the one found.
fn write_recorded(f: &mut fmt::Formatter<'_>, recorded: Option<i32>, score: i32) -> fmt::Result {
    match recorded {
        Some(recorded) if recorded != score => write!(f, " (recorded {recorded:+})"),
        _ => Ok(()),
    }
}
