//! The words of the native protocol: each reader takes the words behind a command and changes nothing.

use std::time::Duration;

use thiserror::Error;

use crate::engine::{Engine, Mode, OptionError, Request};
use crate::formats::{Board, BoardError, NotATurn, read_turns};
use crate::othello::{Bitboard, Color, Game, MoveError, ResignError, Turn, UndoError};
use crate::protocol::text::{number, quoted};
use crate::search::{Allowance, DEFAULT_TURN, Goal, Limits};

/// Why a command was refused. Texts from outside are quoted already.
#[derive(Debug, Error)]
pub(super) enum CommandError {
    #[error("unknown command: {0}")]
    Unknown(String),
    #[error("illegal move: {0}")]
    Move(#[from] MoveError),
    #[error("illegal move: {0}")]
    NotAMove(#[from] NotATurn),
    #[error("{0} takes moves")]
    NoMoves(&'static str),
    #[error("resign: {0}")]
    Resign(#[from] ResignError),
    #[error("{0}")]
    Undo(#[from] UndoError),
    #[error("{what} takes a number, not {found}")]
    NotANumber { what: &'static str, found: String },
    #[error("{0} takes a number")]
    NoNumber(&'static str),
    #[error("hint takes a number from 1 on, not {0}")]
    HintCount(String),
    #[error("position takes startpos or board, not {0}")]
    SetUp(String),
    #[error("position board: {0}")]
    Board(BoardError),
    #[error("setoption takes: name N value V")]
    OptionForm,
    #[error("setoption {name} {value}: {error}")]
    Option { name: String, value: String, error: OptionError },
    #[error("record takes transcript, ggf or sgf, not {0}")]
    RecordForm(String),
}

/// A search that was asked for, and whether by limits of its own.
pub(super) struct Parsed {
    pub(super) request: Request,
    pub(super) is_limited: bool,
}

/// Says on the log that words were not understood.
pub(super) fn skip(command: &str, words: &[&str]) {
    if !words.is_empty() {
        log::warn!("{command}: skipped: {}", quoted(&words.join(" ")));
    }
}

/// The words behind `position`.
pub(super) fn position(words: &[&str]) -> Result<Game, CommandError> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (set_up, moves) = words.split_at(end);
    let mut game = match set_up {
        ["startpos", rest @ ..] => {
            skip("position startpos", rest);
            Game::default()
        }
        ["board", board @ ..] => {
            let board: Board = board.join(" ").parse().map_err(CommandError::Board)?;
            board.game()
        }
        [word, ..] => return Err(CommandError::SetUp(quoted(word))),
        [] => return Err(CommandError::SetUp("nothing".to_owned())),
    };
    for turn in turns(moves.get(1..).unwrap_or_default())? {
        game.play_implying_pass(turn)?;
    }
    Ok(game)
}

/// The words behind `move`, played on from `game`.
pub(super) fn moves(game: &Game, words: &[&str]) -> Result<Game, CommandError> {
    if words.is_empty() {
        return Err(CommandError::NoMoves("move"));
    }
    let mut game = game.clone();
    for turn in turns(words)? {
        game.play(turn)?;
    }
    Ok(game)
}

/// Moves apart or run together, passes and timed-out turns.
fn turns(words: &[&str]) -> Result<Vec<Turn>, NotATurn> {
    let turns: Result<Vec<Vec<Turn>>, NotATurn> = words.iter().map(|word| read_turns(word)).collect();
    Ok(turns?.concat())
}

/// The words behind `undo`.
pub(super) fn count_of_turns(words: &[&str]) -> Result<usize, CommandError> {
    let Some((word, rest)) = words.split_first() else { return Ok(1) };
    let turns = number(word).and_then(|turns| usize::try_from(turns).ok());
    let turns = turns.ok_or_else(|| CommandError::NotANumber { what: "undo", found: quoted(word) })?;
    skip("undo", rest);
    Ok(turns)
}

/// The words behind `setoption`: the name and the value, each of one or more words.
pub(super) fn option(words: &[&str]) -> Result<(String, String), CommandError> {
    let ["name", rest @ ..] = words else { return Err(CommandError::OptionForm) };
    let at = rest.iter().position(|&word| word == "value").ok_or(CommandError::OptionForm)?;
    let (name, value) = (&rest[..at], &rest[at + 1..]);
    if name.is_empty() || value.is_empty() {
        return Err(CommandError::OptionForm);
    }
    Ok((name.join(" "), value.join(" ")))
}

/// The number of moves that `hint` asks for, and the words of its limits.
pub(super) fn hint<'a>(words: &'a [&'a str]) -> Result<(usize, &'a [&'a str]), CommandError> {
    match words {
        [] => Ok((1, words)),
        [word, ..] if Keyword::of(word).is_some() => Ok((1, words)),
        [word, rest @ ..] => match number(word) {
            Some(count @ 1..) => Ok((usize::try_from(count).unwrap_or(usize::MAX), rest)),
            _ => Err(CommandError::HintCount(quoted(word))),
        },
    }
}

/// The words that `go` knows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Number(Limit),
    Infinite,
    Ponder,
    Exact,
    Wld,
    SearchMoves,
}

/// The limits that are numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    MoveTime,
    Depth,
    Nodes,
    Time(Color),
    Increment(Color),
    MovesToGo,
}

impl Keyword {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "movetime" => Self::Number(Limit::MoveTime),
            "depth" => Self::Number(Limit::Depth),
            "nodes" => Self::Number(Limit::Nodes),
            "btime" => Self::Number(Limit::Time(Color::Black)),
            "wtime" => Self::Number(Limit::Time(Color::White)),
            "binc" => Self::Number(Limit::Increment(Color::Black)),
            "winc" => Self::Number(Limit::Increment(Color::White)),
            "movestogo" => Self::Number(Limit::MovesToGo),
            "infinite" => Self::Infinite,
            "ponder" => Self::Ponder,
            "exact" => Self::Exact,
            "wld" => Self::Wld,
            "searchmoves" => Self::SearchMoves,
            _ => return None,
        })
    }
}

impl Limit {
    const fn name(self) -> &'static str {
        match self {
            Self::MoveTime => "movetime",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time(Color::Black) => "btime",
            Self::Time(Color::White) => "wtime",
            Self::Increment(Color::Black) => "binc",
            Self::Increment(Color::White) => "winc",
            Self::MovesToGo => "movestogo",
        }
    }
}

/// What stood behind `go`, for the side to move.
#[derive(Default)]
struct Go {
    move_time: Option<i64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    time: Option<i64>,
    increment: i64,
    moves_to_go: Option<i64>,
    infinite: bool,
    ponder: bool,
    exact: bool,
    wld: bool,
    moves: Bitboard,
}

/// The words behind `go`, or the limits behind `hint`.
pub(super) fn go(words: &[&str], engine: &Engine) -> Result<Parsed, CommandError> {
    let side = engine.game().side_to_move();
    let mut go = Go::default();
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        match Keyword::of(word) {
            Some(Keyword::Number(limit)) => {
                let Some((word, after)) = rest.split_first() else {
                    return Err(CommandError::NoNumber(limit.name()));
                };
                rest = after;
                let value = number(word)
                    .ok_or_else(|| CommandError::NotANumber { what: limit.name(), found: quoted(word) })?;
                go.set(limit, value, side);
            }
            Some(Keyword::Infinite) => go.infinite = true,
            Some(Keyword::Ponder) => go.ponder = true,
            Some(Keyword::Exact) => go.exact = true,
            Some(Keyword::Wld) => go.wld = true,
            Some(Keyword::SearchMoves) => {
                let end = rest.iter().position(|word| Keyword::of(word).is_some()).unwrap_or(rest.len());
                go.moves = go.moves | search_moves(&rest[..end], engine.game())?;
                rest = &rest[end..];
            }
            None => skip("go", &[word]),
        }
    }
    Ok(go.parsed(engine))
}

/// The moves behind `searchmoves`, each legal for the side to move; a forced pass restricts nothing.
fn search_moves(words: &[&str], game: &Game) -> Result<Bitboard, CommandError> {
    if words.is_empty() {
        return Err(CommandError::NoMoves("searchmoves"));
    }
    let mut moves = Bitboard::EMPTY;
    for turn in turns(words)? {
        game.clone().play(turn)?;
        if let Turn::Move(square) = turn {
            moves = moves | Bitboard::of(square);
        }
    }
    Ok(moves)
}

impl Go {
    fn set(&mut self, limit: Limit, value: i64, side: Color) {
        match limit {
            Limit::MoveTime => self.move_time = Some(value),
            Limit::Depth => self.depth = Some(value),
            Limit::Nodes => self.nodes = Some(value),
            Limit::Time(color) if color == side => self.time = Some(value),
            Limit::Increment(color) if color == side => self.increment = value,
            Limit::MovesToGo => self.moves_to_go = Some(value),
            Limit::Time(_) | Limit::Increment(_) => {}
        }
    }

    fn parsed(self, engine: &Engine) -> Parsed {
        let limits_time = self.move_time.is_some() || self.time.is_some();
        let limits_work = self.depth.is_some() || self.nodes.is_some() || self.exact || self.wld;
        let endless = self.infinite || self.ponder;
        let mut request = engine.level_request();
        if limits_time || limits_work || endless {
            // The level is for a `go` that says nothing: here the given limits alone count.
            let depth = u8::try_from(self.depth.unwrap_or(60).clamp(0, 60)).unwrap_or(60);
            request.limits = Limits::plies(depth);
            request.limits.nodes = self.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(0));
        }
        request.goal = match (self.exact, self.wld) {
            (true, _) => Goal::Exact,
            (false, true) => Goal::Wld,
            (false, false) => Goal::Play,
        };
        request.moves = self.moves;
        request.mode = match (self.infinite, self.ponder) {
            (true, _) => Mode::Infinite,
            (false, true) => Mode::Ponder,
            (false, false) => Mode::Normal,
        };
        request.allowance = self.allowance();
        Parsed { request, is_limited: limits_time || limits_work }
    }

    /// The time for the move: the shorter of `movetime` and what the clock allows. A turn's time where
    /// nothing is said of how long the search may last.
    fn allowance(&self) -> Option<Allowance> {
        let milliseconds = |value: i64| Duration::from_millis(u64::try_from(value).unwrap_or(0));
        let clock = self.time.map(|time| Allowance::Game {
            remaining: milliseconds(time),
            increment: milliseconds(self.increment),
            moves_to_go: self
                .moves_to_go
                .filter(|&moves| moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(60)),
        });
        match (self.move_time.map(milliseconds), clock) {
            (Some(time), Some(Allowance::Game { remaining, .. })) if remaining > time => {
                Some(Allowance::Move(time))
            }
            (_, Some(clock)) => Some(clock),
            (Some(time), None) => Some(Allowance::Move(time)),
            (None, None) if self.infinite || self.depth.is_some() || self.nodes.is_some() => None,
            (None, None) => Some(Allowance::Move(DEFAULT_TURN)),
        }
    }
}
