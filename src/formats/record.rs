//! A game as a record has it: the turns, and what the record says about the game besides them.

use super::board::Board;
use super::error::Fault;
use crate::othello::{Color, Game, MoveError, Outcome, Score, Turn, TurnRecord};

/// A game read from a file or about to be written to one.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The game, passes that the record leaves out included.
    pub game: Game,
    /// Black's name; empty where it is not known.
    pub black: String,
    /// White's name; empty where it is not known.
    pub white: String,
    /// The tournament or the place; empty where it is not known.
    pub event: String,
    /// The result that the record claims, which need not be that of the board.
    pub result: Option<RecordedResult>,
    /// The value of a solved position of the game, where the record has one.
    pub theoretical: Option<Theoretical>,
}

/// The result that a record claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// The final score, seen by black.
    Score(Score),
    /// A win without a count of discs.
    Won(Color),
}

/// The score with perfect play of both sides from some position of the game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theoretical {
    /// Seen by black.
    pub score: Score,
    /// Empties of the position that it belongs to.
    pub empties: u8,
}

impl RecordedGame {
    /// A record of `game` with its result and without names.
    pub fn new(game: Game) -> Self {
        let result = RecordedResult::of(&game);
        Self {
            game,
            black: String::new(),
            white: String::new(),
            event: String::new(),
            result,
            theoretical: None,
        }
    }
}

impl RecordedResult {
    /// The result of `game`, the empties given to the winner; `None` while it goes on.
    pub fn of(game: &Game) -> Option<Self> {
        match game.outcome() {
            Outcome::Ongoing => None,
            Outcome::WonByResignation(color) => Some(Self::Won(color)),
            Outcome::Won(_) | Outcome::Draw => Some(Self::Score(score_for_black(game))),
        }
    }
}

/// The score if `game` ends as it stands, seen by black.
pub(super) fn score_for_black(game: &Game) -> Score {
    let score = game.position().final_score();
    if game.side_to_move() == Color::Black { score } else { -score }
}

/// Plays a turn as records have it: passes before a move may be left out, and a pass in a finished game,
/// which some programs write, has no effect.
///
/// # Errors
/// The rule that the turn breaks; nothing has changed then.
pub(super) fn play_recorded(game: &mut Game, turn: Turn) -> Result<(), Fault> {
    match game.play_implying_pass(turn) {
        Err(MoveError::GameOver) if turn == Turn::Pass => Ok(()),
        Err(reason) => Err(Fault::Illegal { ply: game.turns().count() + 1, turn, reason }),
        Ok(()) => Ok(()),
    }
}

/// Plays a turn of `color`, as [`play_recorded`] does, where that side is to move now or after a pass that was
/// left out.
///
/// # Errors
/// The rule that the turn breaks; nothing has changed then.
pub(super) fn play_of(game: &mut Game, color: Color, turn: Turn) -> Result<(), Fault> {
    let passes_first = matches!(turn, Turn::Move(_)) && game.must_pass();
    let mover = if passes_first { !game.side_to_move() } else { game.side_to_move() };
    if color != mover && !game.is_over() {
        return Err(Fault::OutOfTurn { ply: game.turns().count() + 1, color });
    }
    play_recorded(game, turn)
}

/// The part of a game that formats without timed-out turns can hold: the position after the last such turn,
/// and the turns since then.
pub(super) fn expressible_part(game: &Game) -> (Board, Vec<TurnRecord>) {
    let mut turns: Vec<TurnRecord> = game.turns().collect();
    let Some(last) = turns.iter().rposition(|record| record.turn == Turn::TimedOut) else {
        return (Board::of_start(game), turns);
    };
    let rest = turns.split_off(last + 1);
    let board = match rest.first() {
        Some(record) => Board::seen_by(record.before, record.color),
        None => Board::of(game),
    };
    (board, rest)
}
