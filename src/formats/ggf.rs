//! GGF, the generic game format of game servers and of NBoard: games with names, clocks, evals and times.
//!
//! The grammar is that of Buro's page on the format; what NBoard and the servers write beyond it is read:
//! rows of the board set apart, moves in either case, decimal commas and exponents, empty fields, passes
//! spelt in any way or left out, several games on a line with their number before them. What cannot be read
//! in evals, times and clocks never costs a game.

mod clock;
mod read;

use std::fmt;
use std::time::Duration;

pub use clock::Clock;
pub use read::{Games, read_game, read_games, read_move};

use super::record::{RecordedGame, RecordedResult, expressible_part, score_for_black};
use crate::othello::{Color, Game, MoveError, Outcome, Score, Turn};

/// A game with what GGF says about it.
///
/// It is written by its `Display` form, on one line. GGF has no word for a timed-out turn: a game with such
/// turns is written from the position after the last of them.
#[derive(Clone, Debug, PartialEq)]
pub struct GgfGame {
    /// Where it was played (`PC`), empty where not known.
    pub place: String,
    /// When it was played (`DT`), in any form, empty where not known.
    pub date: String,
    /// The board type (`TY`), such as `8` or `s8r20`.
    pub board_type: String,
    /// The player of black.
    pub black: Player,
    /// The player of white.
    pub white: Player,
    /// The recorded result (`RE`), which need not be that of the board; `None` while the game goes on.
    pub result: Option<GgfResult>,
    game: Game,
    notes: Vec<TurnNote>,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name (`PB`, `PW`).
    pub name: String,
    /// The rating (`RB`, `RW`) as it stands there, empty where not known.
    pub rating: String,
    /// The time for the game (`TI`, `TB`, `TW`); `None` where no clock is set.
    pub clock: Option<Clock>,
}

/// What the player noted with a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnNote {
    /// The player's estimate of the final score, for the side that moved, in discs; finite.
    pub eval: Option<f64>,
    /// The time used.
    pub time: Option<Duration>,
}

/// A recorded result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GgfResult {
    /// Black's discs minus white's; finite, and not whole in games with komi.
    pub discs: f64,
    /// How the game ended.
    pub ending: Ending,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// On the board.
    Played,
    /// One side gave up.
    Resigned,
    /// One side ran out of time.
    TimedOut,
    /// By mutual agreement.
    Agreed,
    /// Not yet: it was broken off.
    Adjourned,
}

impl GgfGame {
    /// A record of `game` with its result, without names, clocks and notes.
    pub fn new(game: Game) -> Self {
        let result = match game.outcome() {
            Outcome::Ongoing => None,
            Outcome::WonByResignation(color) => {
                let score = if color == Color::Black { Score::MAX } else { Score::MIN };
                Some(GgfResult { discs: f64::from(score.discs()), ending: Ending::Resigned })
            }
            Outcome::Won(_) | Outcome::Draw => {
                let discs = f64::from(score_for_black(&game).discs());
                Some(GgfResult { discs, ending: Ending::Played })
            }
        };
        let notes = vec![TurnNote::default(); game.turns().count()];
        Self { result, notes, ..Self::set_up(game) }
    }

    /// The game, at its last turn.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What was noted with each turn of [`Game::turns`], in the same order; a pass that was left out has
    /// an empty note.
    pub fn notes(&self) -> &[TurnNote] {
        &self.notes
    }

    /// The player of one colour.
    pub const fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Plays one more turn with its note; a forced pass before a move may be left out.
    ///
    /// # Errors
    /// The rule that the turn breaks; nothing has changed then.
    pub fn play(&mut self, turn: Turn, note: TurnNote) -> Result<(), MoveError> {
        let implies_pass = matches!(turn, Turn::Move(_)) && self.game.must_pass();
        self.game.play_implying_pass(turn)?;
        if implies_pass {
            self.notes.push(TurnNote::default());
        }
        self.notes.push(note);
        Ok(())
    }

    /// The time that `color` has left by its clock and the times of its turns, an increment for each of its
    /// moves; zero once it is used up, `None` without a clock.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let clock = self.player(color).clock?;
        let own = self.game.turns().zip(&self.notes).filter(|(record, _)| record.color == color);
        let (mut given, mut used) = (clock.main, Duration::ZERO);
        for (record, note) in own {
            if matches!(record.turn, Turn::Move(_)) {
                given = given.saturating_add(clock.increment);
            }
            used = used.saturating_add(note.time.unwrap_or_default());
        }
        Some(given.saturating_sub(used))
    }

    /// A game without turns and without anything known about it.
    fn set_up(game: Game) -> Self {
        Self {
            place: String::new(),
            date: String::new(),
            board_type: "8".to_string(),
            black: Player::default(),
            white: Player::default(),
            result: None,
            game,
            notes: Vec::new(),
        }
    }
}

impl From<GgfGame> for RecordedGame {
    fn from(ggf: GgfGame) -> Self {
        let result = ggf.result.and_then(GgfResult::recorded);
        Self {
            game: ggf.game,
            black: ggf.black.name,
            white: ggf.white.name,
            event: ggf.place,
            result,
            theoretical: None,
        }
    }
}

impl GgfResult {
    /// The result of a `RE` value such as `+12.00` or `-64.00:r`; `None` where it is none.
    pub(super) fn read(value: &str) -> Option<Self> {
        let (discs, ending) = value.split_once(':').unwrap_or((value, ""));
        let ending = match ending.trim() {
            "" => Ending::Played,
            "r" => Ending::Resigned,
            "t" => Ending::TimedOut,
            "s" => Ending::Agreed,
            "l" => Ending::Adjourned,
            _ => return None,
        };
        clock::read_decimal(discs).map(|discs| Self { discs, ending })
    }

    fn recorded(self) -> Option<RecordedResult> {
        if self.ending == Ending::Adjourned {
            return None;
        }
        let is_score = self.discs.fract() == 0.0 && self.discs.abs() <= 64.0;
        if is_score && matches!(self.ending, Ending::Played | Ending::Agreed) {
            return Score::new(self.discs as i32).map(RecordedResult::Score);
        }
        match self.discs {
            discs if discs > 0.0 => Some(RecordedResult::Won(Color::Black)),
            discs if discs < 0.0 => Some(RecordedResult::Won(Color::White)),
            _ => None,
        }
    }
}

impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero takes the sign from a negative zero.
        write!(f, "{:+.2}", self.discs + 0.0)?;
        f.write_str(match self.ending {
            Ending::Played => "",
            Ending::Resigned => ":r",
            Ending::TimedOut => ":t",
            Ending::Agreed => ":s",
            Ending::Adjourned => ":l",
        })
    }
}

impl fmt::Display for GgfGame {
    /// One line, with only the tags that every reader knows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        write_text(f, "PC", &self.place)?;
        write_text(f, "DT", &self.date)?;
        write!(f, "PB[{}]PW[{}]", sanitized(&self.black.name), sanitized(&self.white.name))?;
        match self.result {
            Some(result) => write!(f, "RE[{result}]")?,
            None => f.write_str("RE[?]")?,
        }
        write_text(f, "RB", &self.black.rating)?;
        write_text(f, "RW", &self.white.rating)?;
        let [black, white] = [self.black.clock, self.white.clock].map(Clock::write);
        if black == white {
            write!(f, "TI[{black}]")?;
        } else {
            write!(f, "TB[{black}]TW[{white}]")?;
        }
        write!(f, "TY[{}]", sanitized(&self.board_type))?;
        self.write_turns(f)?;
        f.write_str(";)")
    }
}

impl GgfGame {
    /// `BO` and the turns from there.
    fn write_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, turns) = expressible_part(&self.game);
        f.write_str("BO[8 ")?;
        board.write_with('*', f)?;
        f.write_str("]")?;
        let skipped = self.notes.len().saturating_sub(turns.len());
        let notes = self.notes.iter().skip(skipped);
        for (record, note) in turns.iter().zip(notes) {
            f.write_str(if record.color == Color::Black { "B[" } else { "W[" })?;
            match record.turn {
                Turn::Move(square) => f.write_str(&square.to_string().to_uppercase())?,
                Turn::Pass | Turn::TimedOut => f.write_str("PA")?,
            }
            write!(f, "{note}]")?;
        }
        Ok(())
    }
}

impl fmt::Display for TurnNote {
    /// What follows the move: `/eval/time` with two and at most three decimals, or less where less is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.eval {
            Some(eval) => write!(f, "/{:.2}", eval + 0.0)?,
            None if self.time.is_some() => f.write_str("/")?,
            None => {}
        }
        let Some(time) = self.time else { return Ok(()) };
        let seconds = format!("{:.3}", time.as_secs_f64());
        write!(f, "/{}", seconds.trim_end_matches('0').trim_end_matches('.'))
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, tag: &str, value: &str) -> fmt::Result {
    if value.is_empty() { Ok(()) } else { write!(f, "{tag}[{}]", sanitized(value)) }
}

/// `value` on one line and without the bracket that would end it.
fn sanitized(value: &str) -> String {
    value
        .chars()
        .map(|c| {
            if c == ']' {
                ')'
            } else if c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::turns::play_line;
    use super::*;

    #[test]
    fn a_game_is_written_on_one_line_in_the_order_that_boards_expect() {
        let mut ggf = GgfGame::new(Game::default());
        ggf.place = "Outflank\n".into();
        ggf.black.name = "a[b]".into();
        ggf.black.clock = Some(Clock::of(Duration::from_secs(300)));
        ggf.white.clock = ggf.black.clock;
        let note = TurnNote { eval: Some(-0.0), time: Some(Duration::from_millis(50)) };
        ggf.play(Turn::Move("f5".parse().unwrap()), note).unwrap();
        let note = TurnNote { eval: None, time: Some(Duration::from_secs(3)) };
        ggf.play(Turn::Move("d6".parse().unwrap()), note).unwrap();
        let note = TurnNote { eval: Some(1.5), time: None };
        ggf.play(Turn::Move("c3".parse().unwrap()), note).unwrap();
        assert_eq!(
            ggf.to_string(),
            "(;GM[Othello]PC[Outflank ]PB[a[b)]PW[]RE[?]TI[5:00]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]\
             B[F5/0.00/0.05]W[D6//3]B[C3/1.50];)"
        );
    }

    #[test]
    fn results_name_black_first_and_say_how_the_game_ended() {
        let result = |ggf: &GgfGame| ggf.result.map(|result| result.to_string());
        let over = play_line(&Game::default(), "e6f4e3f6g5d6e7f5c5").unwrap();
        assert_eq!(result(&GgfGame::new(over)).as_deref(), Some("+64.00"));
        let mut resigned = Game::default();
        resigned.resign().unwrap();
        assert_eq!(result(&GgfGame::new(resigned)).as_deref(), Some("-64.00:r"));
        assert_eq!(result(&GgfGame::new(Game::default())), None);
        for text in ["+12.00", "-4.00", "+64.00:r", "-8.00:t", "+0.00:s", "+2.00:l"] {
            assert_eq!(GgfResult::read(text).map(|result| result.to_string()).as_deref(), Some(text));
        }
        for text in ["?", "", "x", "+1:q"] {
            assert_eq!(GgfResult::read(text), None, "{text}");
        }
        assert_eq!(GgfResult::read("-0,000").map(|result| result.to_string()).as_deref(), Some("+0.00"));
    }

    #[test]
    fn a_game_is_written_from_the_last_timed_out_turn_on() {
        let game = play_line(&Game::default(), "f5 timeout d3").unwrap();
        let text = GgfGame::new(game.clone()).to_string();
        assert!(
            text.ends_with("BO[8 ---------------------------O*------***-------------------------- *]B[D3];)")
        );
        let again = read_game(&text).unwrap();
        assert_eq!(
            (again.game().position(), again.game().side_to_move()),
            (game.position(), game.side_to_move())
        );
    }

    #[test]
    fn a_clock_gives_its_increment_for_each_move_and_never_less_than_nothing() {
        let mut ggf = GgfGame::new(Game::default());
        assert_eq!(ggf.time_left(Color::Black), None);
        ggf.black.clock = Clock::read("0:10/0:02");
        let note = |seconds| TurnNote { eval: None, time: Some(Duration::from_secs(seconds)) };
        ggf.play(Turn::Move("f5".parse().unwrap()), note(5)).unwrap();
        ggf.play(Turn::Move("d6".parse().unwrap()), note(100)).unwrap();
        assert_eq!(ggf.time_left(Color::Black), Some(Duration::from_secs(7)));
        assert_eq!(ggf.time_left(Color::White), None);
        ggf.play(Turn::Move("c3".parse().unwrap()), note(50)).unwrap();
        assert_eq!(ggf.time_left(Color::Black), Some(Duration::ZERO));
    }
}
