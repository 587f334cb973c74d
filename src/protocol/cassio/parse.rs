//! The words of Cassio's protocol.

use thiserror::Error;

use crate::eval::Value;
use crate::formats::{Board, BoardError, NotATurn, read_turns};
use crate::othello::{MoveError, Position, Turn};
use crate::protocol::text::{decimal, number, quoted};
use crate::search::{Goal, Known, Level, Limits, SolveFrom};

/// Why a command was refused. Texts from outside are quoted already.
#[derive(Debug, Error)]
pub(super) enum CommandError {
    #[error("unknown command {0}")]
    Unknown(String),
    #[error("no command")]
    Nothing,
    #[error("{0} takes {1}")]
    Arguments(&'static str, &'static str),
    #[error("position: {0}")]
    Board(#[from] BoardError),
    #[error("position: 64 squares and the side to move wanted")]
    NoPosition,
    #[error("{what} takes a number, not {found}")]
    NotANumber { what: &'static str, found: String },
    #[error("the lower bound is above the upper one")]
    EmptyWindow,
    #[error("moves: {0}")]
    NotMoves(#[from] NotATurn),
    #[error("moves: {0}")]
    IllegalMove(#[from] MoveError),
}

/// What a search is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    pub(super) board: Board,
    /// Values at or below this need not be told apart.
    pub(super) alpha: Value,
    /// Values at or above this need not be told apart.
    pub(super) beta: Value,
    /// Plies; `None`: to the end of the game.
    pub(super) depth: Option<u8>,
    /// Confidence asked for, in per cent: no result may be less sure.
    pub(super) precision: u8,
}

impl Question {
    /// What the search is to find out.
    pub(super) fn goal(&self) -> Goal {
        if self.depth.is_none() && self.precision >= 100 { Goal::Exact } else { Goal::Play }
    }

    /// How far the search goes.
    pub(super) fn limits(&self) -> Limits {
        let most = Level::MAX.depth();
        match self.depth {
            Some(depth) => Limits { selectivity: self.precision, ..Limits::plies(depth.min(most)) },
            None => Limits { solve_from: SolveFrom::with_confidence(self.precision), ..Limits::plies(0) },
        }
    }
}

/// The words behind a command, taken one after the other.
struct Words<'a> {
    command: &'static str,
    form: &'static str,
    words: std::slice::Iter<'a, &'a str>,
}

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, CommandError> {
        self.words.next().copied().ok_or(CommandError::Arguments(self.command, self.form))
    }

    /// 64 squares and the side, with or without blanks among them.
    fn board(&mut self) -> Result<Board, CommandError> {
        /// Characters of squares and side.
        const WHOLE: usize = 65;
        let mut text = String::new();
        while text.chars().count() < WHOLE {
            text.push_str(self.word()?);
        }
        let board: Board = text.parse()?;
        if board.side().is_some() { Ok(board) } else { Err(CommandError::NoPosition) }
    }

    fn decimal(&mut self, what: &'static str) -> Result<f64, CommandError> {
        let word = self.word()?;
        decimal(word).ok_or_else(|| CommandError::NotANumber { what, found: quoted(word) })
    }

    /// A number from 0 on, cut to what fits.
    fn count(&mut self, what: &'static str) -> Result<u8, CommandError> {
        let word = self.word()?;
        // Confidences may come with decimals.
        let count = number(word).or_else(|| decimal(word).map(|count| count as i64));
        let count = count.filter(|&count| count >= 0);
        let count = count.ok_or_else(|| CommandError::NotANumber { what, found: quoted(word) })?;
        Ok(u8::try_from(count).unwrap_or(u8::MAX))
    }
}

/// Discs in the smallest unit, cut to what a value may be.
fn value(discs: f64) -> Value {
    // The cast saturates, and so does the value.
    Value::saturating((100.0 * discs).round() as i32)
}

/// The words behind `midgame-search`.
pub(super) fn midgame(words: &[&str]) -> Result<Question, CommandError> {
    let form = "POS ALPHA BETA DEPTH PRECISION";
    let mut words = Words { command: "midgame-search", form, words: words.iter() };
    let question = window(&mut words)?;
    let depth = words.count("depth")?;
    let precision = words.count("precision")?;
    Ok(Question { depth: Some(depth), precision, ..question })
}

/// The words behind `endgame-search`.
pub(super) fn endgame(words: &[&str]) -> Result<Question, CommandError> {
    let form = "POS ALPHA BETA PRECISION";
    let mut words = Words { command: "endgame-search", form, words: words.iter() };
    let question = window(&mut words)?;
    let precision = words.count("precision")?;
    Ok(Question { precision, ..question })
}

fn window(words: &mut Words<'_>) -> Result<Question, CommandError> {
    let board = words.board()?;
    let (alpha, beta) = (words.decimal("alpha")?, words.decimal("beta")?);
    if alpha >= beta {
        return Err(CommandError::EmptyWindow);
    }
    Ok(Question { board, alpha: value(alpha), beta: value(beta), depth: None, precision: 100 })
}

/// The words behind `feed-hash`: what is known of a position, and of those that a line leads to from there.
pub(super) fn feed(words: &[&str]) -> Result<Vec<(Position, Known)>, CommandError> {
    let form = "POS LOWER UPPER DEPTH PRECISION [MOVES]";
    let mut words = Words { command: "feed-hash", form, words: words.iter() };
    let board = words.board()?;
    let (lower, upper) = (words.decimal("lower")?, words.decimal("upper")?);
    if lower > upper {
        return Err(CommandError::EmptyWindow);
    }
    let (depth, selectivity) = (words.count("depth")?, words.count("precision")?);
    let mut line = Vec::new();
    for word in words.words.filter(|&&word| word != "??") {
        line.extend(read_turns(word)?);
    }
    let mut game = board.game();
    let mut known = Known { lower: value(lower), upper: value(upper), depth, selectivity, best: None };
    let mut all = Vec::new();
    for turn in line {
        known.best = if let Turn::Move(square) = turn { Some(square) } else { None };
        all.push((*game.position(), known));
        let side = game.side_to_move();
        game.play_implying_pass(turn)?;
        // After a pass that the line leaves out the mover stays the same.
        if game.side_to_move() != side {
            (known.lower, known.upper) = (-known.upper, -known.lower);
        }
        known.depth = known.depth.saturating_sub(1);
    }
    known.best = None;
    all.push((*game.position(), known));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Color, Game};

    const START: &str = "---------------------------OX------XO---------------------------X";

    fn words(text: &str) -> Vec<&str> {
        text.split_ascii_whitespace().collect()
    }

    #[test]
    fn a_position_may_hold_blanks_and_bounds_may_be_decimals() {
        let rows: Vec<&str> = (0..8).map(|row| &START[8 * row..8 * row + 8]).collect();
        let text = format!("{} X -2.13 64 12 73", rows.join(" "));
        let question = midgame(&words(&text)).unwrap();
        assert_eq!(question.board.game(), Game::default());
        assert_eq!((question.alpha.hundredths(), question.beta.hundredths()), (-213, 6400));
        assert_eq!(question.depth, Some(12));
    }

    #[test]
    fn broken_questions_are_refused() {
        for text in [
            "",
            START,
            &format!("{START} -64 64"),
            &format!("{START} 64 -64 100"),
            &format!("{START} -64 x 100"),
            &format!("{START} -64 64 -1"),
            &format!("{} -64 64 100", &START[1..]),
            &format!("{}- -64 64 100", &START[..64]),
            &format!("{}XX -64 64 100", &START[..64]),
        ] {
            assert!(endgame(&words(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn windows_beyond_all_scores_are_cut() {
        let question = endgame(&words(&format!("{START} -100 1000000000000 100"))).unwrap();
        assert_eq!((question.alpha, question.beta, question.depth), (Value::MIN, Value::MAX, None));
    }

    #[test]
    fn each_position_of_a_fed_line_gets_the_bounds_of_its_side() {
        let text = format!("{START} -2.00 4.00 15 99 F5D6");
        let fed = feed(&words(&text)).unwrap();
        let bounds: Vec<_> = fed
            .iter()
            .map(|(_, known)| (known.lower.hundredths(), known.upper.hundredths(), known.depth))
            .collect();
        assert_eq!(bounds, [(-200, 400, 15), (-400, 200, 14), (-200, 400, 13)]);
        assert_eq!(fed[1].1.best, "d6".parse().ok());
        assert_eq!(fed[0].0, *Game::default().position());
        assert!(feed(&words(&format!("{START} -2.00 4.00 15 99 F5A1"))).is_err());
        assert_eq!(feed(&words(&format!("{START} -2.00 4.00 15 99 ??"))).unwrap().len(), 1);
    }

    #[test]
    fn a_pass_left_out_of_a_fed_line_keeps_the_side() {
        // Black a1 and h8 with whites beside them: c1 leaves white without a move.
        let board = format!("XO{}OXX", "-".repeat(60));
        let game = board.parse::<Board>().unwrap().game();
        assert_eq!(game.side_to_move(), Color::Black);
        let fed = feed(&words(&format!("{board} 64 64 15 100 C1F8"))).unwrap();
        let lower: Vec<i32> = fed.iter().map(|(_, known)| known.lower.hundredths()).collect();
        assert_eq!(lower, [6400, -6400, -6400]);
    }
}
