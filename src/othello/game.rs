//! One game with its history: moves, passes, timed-out turns, resignation, undo and the outcome.

use std::fmt;

use thiserror::Error;

use super::{Bitboard, Color, Position, Square};

/// What a side did with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Put a disc on this square.
    Move(Square),
    /// Had no legal move.
    Pass,
    /// Ran out of time: the turn went over, legal moves or not.
    TimedOut,
}

/// Why a turn was refused. The game is what it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The square holds a disc.
    #[error("{0} is not empty")]
    Occupied(Square),
    /// No disc of the other side is outflanked.
    #[error("{0} flips no disc")]
    FlipsNothing(Square),
    /// A pass by a side that has a legal move.
    #[error("pass: the side to move has a legal move")]
    PassNotAllowed,
    /// Neither side can move, or one has resigned.
    #[error("the game is over")]
    GameOver,
}

/// Why turns could not be taken back. The game is what it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot undo {wanted}: only {available} played")]
pub struct UndoError {
    /// Turns asked to be taken back.
    pub wanted: usize,
    /// Turns that there are.
    pub available: usize,
}

/// A resignation in a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game is over")]
pub struct ResignError;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has a move or must pass.
    Ongoing,
    /// This colour has more discs at the end.
    Won(Color),
    /// Equal discs at the end.
    Draw,
    /// This colour has won because the other gave up.
    WonByResignation(Color),
}

/// One turn of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    /// Whose turn it was.
    pub color: Color,
    /// What was done.
    pub turn: Turn,
    /// The position before it, seen by `color`.
    pub before: Position,
}

/// An entry of the history: a turn, and whether a forced pass that the caller left out went before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    record: TurnRecord,
    after_implied_pass: bool,
}

/// A game from its set-up position to now.
///
/// # Examples
/// ```
/// use outflank::othello::{Color, Game, Turn};
///
/// let mut game = Game::default();
/// game.play(Turn::Move("f5".parse()?))?;
/// assert_eq!(game.side_to_move(), Color::White);
/// assert_eq!(game.discs(Color::Black).count(), 4);
/// assert!(game.play(Turn::Pass).is_err(), "white has moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    first: Color,
    entries: Vec<Entry>,
    position: Position,
    side: Color,
    resigned: bool,
}

impl Default for Game {
    /// The start of the game, black to move.
    fn default() -> Self {
        Self::from_position(Position::START, Color::Black)
    }
}

impl Game {
    /// A game set up with this position, `side` being the one to move in it.
    pub const fn from_position(position: Position, side: Color) -> Self {
        Self { start: position, first: side, entries: Vec::new(), position, side, resigned: false }
    }

    /// A game set up with these discs and this side to move; `None` where the two sets share a square.
    pub fn set_up(black: Bitboard, white: Bitboard, side: Color) -> Option<Self> {
        let (mover, opponent) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Position::new(mover, opponent).map(|position| Self::from_position(position, side))
    }

    /// The position that the game was set up with, seen by [`Game::first_side`].
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The side to move in the set-up position.
    pub const fn first_side(&self) -> Color {
        self.first
    }

    /// The position now, seen by the side to move.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move. At the end of a game it is the side whose turn it would be.
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The discs of one colour now.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side { self.position.mover() } else { self.position.opponent() }
    }

    /// The squares where the side to move may play; none in a finished game.
    pub fn legal_moves(&self) -> Bitboard {
        if self.resigned { Bitboard::EMPTY } else { self.position.legal_moves() }
    }

    /// Whether the side to move has no move and must pass.
    pub fn must_pass(&self) -> bool {
        !self.resigned && self.position.must_pass()
    }

    /// Whether a side has resigned or neither can move.
    pub fn is_over(&self) -> bool {
        self.resigned || self.position.is_over()
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        if self.resigned {
            return Outcome::WonByResignation(!self.side);
        }
        if !self.position.is_over() {
            return Outcome::Ongoing;
        }
        match self.position.final_score().discs() {
            0 => Outcome::Draw,
            1.. => Outcome::Won(self.side),
            _ => Outcome::Won(!self.side),
        }
    }

    /// Plays one turn of the side to move.
    ///
    /// # Errors
    /// The rule that the turn breaks; nothing has changed then.
    pub fn play(&mut self, turn: Turn) -> Result<(), MoveError> {
        let next = self.after(turn)?;
        self.push(turn, next, false);
        Ok(())
    }

    /// Plays one turn as records have it: where the side to move must pass and the other side can play
    /// `turn`, the pass that was left out is made first and belongs to the turn.
    ///
    /// # Errors
    /// The rule that the turn breaks; nothing has changed then.
    pub fn play_implying_pass(&mut self, turn: Turn) -> Result<(), MoveError> {
        if !matches!(turn, Turn::Move(_)) || !self.must_pass() {
            return self.play(turn);
        }
        let mut passed = self.clone();
        passed.position = self.position.passed();
        passed.side = !self.side;
        let next = passed.after(turn)?;
        self.position = passed.position;
        self.side = passed.side;
        self.push(turn, next, true);
        Ok(())
    }

    /// Takes back `turns` turns, a resignation counting as one and a pass that was left out going with the
    /// move after it.
    ///
    /// # Errors
    /// More turns than there are since the set-up; nothing has changed then.
    pub fn undo(&mut self, turns: usize) -> Result<(), UndoError> {
        let available = self.entries.len() + usize::from(self.resigned);
        if turns > available {
            return Err(UndoError { wanted: turns, available });
        }
        for _ in 0..turns {
            if std::mem::take(&mut self.resigned) {
                continue;
            }
            let Some(entry) = self.entries.pop() else { break };
            let TurnRecord { color, before, .. } = entry.record;
            (self.side, self.position) =
                if entry.after_implied_pass { (!color, before.passed()) } else { (color, before) };
        }
        Ok(())
    }

    /// The side to move gives up.
    ///
    /// # Errors
    /// The game is over already.
    pub fn resign(&mut self) -> Result<(), ResignError> {
        if self.is_over() {
            return Err(ResignError);
        }
        self.resigned = true;
        Ok(())
    }

    /// The turns since the set-up in order, passes that were left out included; a resignation is no turn.
    pub fn turns(&self) -> impl Iterator<Item = TurnRecord> + '_ {
        self.entries.iter().flat_map(|entry| {
            let record = entry.record;
            let implied = entry.after_implied_pass.then(|| TurnRecord {
                color: !record.color,
                turn: Turn::Pass,
                before: record.before.passed(),
            });
            implied.into_iter().chain([record])
        })
    }

    /// The position after `turn`, seen by the next side.
    fn after(&self, turn: Turn) -> Result<Position, MoveError> {
        if self.is_over() {
            return Err(MoveError::GameOver);
        }
        match turn {
            Turn::Move(square) if !self.position.empty().contains(square) => Err(MoveError::Occupied(square)),
            Turn::Move(square) => self.position.play(square).ok_or(MoveError::FlipsNothing(square)),
            Turn::Pass if !self.position.legal_moves().is_empty() => Err(MoveError::PassNotAllowed),
            Turn::Pass | Turn::TimedOut => Ok(self.position.passed()),
        }
    }

    fn push(&mut self, turn: Turn, next: Position, after_implied_pass: bool) {
        let record = TurnRecord { color: self.side, turn, before: self.position };
        self.entries.push(Entry { record, after_implied_pass });
        self.position = next;
        self.side = !self.side;
    }
}

impl fmt::Display for Turn {
    /// As the native protocol writes it: a square, `pass` or `timeout`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::TimedOut => f.write_str("timeout"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(name: &str) -> Turn {
        match name {
            "pass" => Turn::Pass,
            "timeout" => Turn::TimedOut,
            square => Turn::Move(square.parse().unwrap()),
        }
    }

    fn game(turns: &[&str]) -> Game {
        let mut game = Game::default();
        for name in turns {
            game.play_implying_pass(turn(name)).unwrap();
        }
        game
    }

    /// Eight plies after which black has no move and white has a3, b4 and d6.
    const TO_A_PASS: [&str; 8] = ["d3", "c3", "f5", "d2", "d1", "e1", "b2", "c1"];

    #[test]
    fn a_side_without_a_move_passes_and_a_side_with_one_may_not() {
        let mut game = game(&TO_A_PASS);
        assert!(game.must_pass());
        assert_eq!(game.play(turn("a3")), Err(MoveError::FlipsNothing("a3".parse().unwrap())));
        game.play(Turn::Pass).unwrap();
        assert_eq!(game.side_to_move(), Color::White);
        assert_eq!(game.play(Turn::Pass), Err(MoveError::PassNotAllowed));
    }

    #[test]
    fn an_implied_pass_is_undone_with_the_move_after_it() {
        let mut game = game(&TO_A_PASS);
        let before = game.clone();
        game.play_implying_pass(turn("a3")).unwrap();
        assert_eq!(game.side_to_move(), Color::Black);
        let kinds: Vec<Turn> = game.turns().skip(8).map(|record| record.turn).collect();
        assert_eq!(kinds, [Turn::Pass, turn("a3")]);
        game.undo(1).unwrap();
        assert_eq!(game, before);
    }

    #[test]
    fn undo_is_all_or_nothing() {
        let mut game = game(&["f5", "timeout", "c4"]);
        let before = game.clone();
        assert_eq!(game.undo(4), Err(UndoError { wanted: 4, available: 3 }));
        assert_eq!(game, before);
        game.undo(3).unwrap();
        assert_eq!(game, Game::default());
    }

    #[test]
    fn timed_out_turns_go_over_and_never_end_the_game() {
        let mut game = Game::default();
        for _ in 0..5 {
            game.play(Turn::TimedOut).unwrap();
        }
        assert_eq!(game.side_to_move(), Color::White);
        assert_eq!(game.outcome(), Outcome::Ongoing);
        assert_eq!(game.position(), &Position::START.passed());
    }

    #[test]
    fn a_resignation_ends_the_game_until_it_is_taken_back() {
        let mut game = game(&["f5"]);
        game.resign().unwrap();
        assert_eq!(game.outcome(), Outcome::WonByResignation(Color::Black));
        assert_eq!(game.play(turn("d6")), Err(MoveError::GameOver));
        assert_eq!(game.play(Turn::TimedOut), Err(MoveError::GameOver));
        assert_eq!(game.resign(), Err(ResignError));
        assert!(game.legal_moves().is_empty() && !game.must_pass());
        game.undo(1).unwrap();
        assert_eq!(game.outcome(), Outcome::Ongoing);
    }

    #[test]
    fn a_wipe_out_ends_the_game() {
        let game = game(&["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]);
        assert_eq!(game.outcome(), Outcome::Won(Color::Black));
        assert_eq!((game.discs(Color::Black).count(), game.discs(Color::White).count()), (13, 0));
    }

    #[test]
    fn set_ups_with_shared_squares_are_refused() {
        assert_eq!(Game::set_up(Bitboard(3), Bitboard(2), Color::Black), None);
    }
}
