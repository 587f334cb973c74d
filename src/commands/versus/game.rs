//! One game of a match, every answer checked and timed.

use std::fmt;
use std::time::{Duration, Instant};

use crate::formats::ggf::{self, GgfGame, GgfResult, TurnNote};
use crate::formats::write_line;
use crate::othello::{Color, Game, Outcome, Turn};
use crate::protocol::client::{Choice, Client, ClientError, MoveLimit};

/// One side of a game.
pub(super) struct Side<'a> {
    pub(super) engine: &'a mut dyn Client,
    /// With a clock: as it stands.
    pub(super) limit: MoveLimit,
}

impl Side<'_> {
    /// Books the time of a move on its clock; the time that it should have taken where it took longer than that
    /// and `margin`.
    fn spend(&mut self, time: Duration, margin: Duration) -> Result<(), Duration> {
        let allowed = match self.limit {
            MoveLimit::Time(limit) => limit,
            MoveLimit::Clock(clocks) => clocks.own,
            _ => return Ok(()),
        };
        if time > allowed.saturating_add(margin) {
            return Err(allowed);
        }
        if let MoveLimit::Clock(clocks) = &mut self.limit {
            clocks.own = clocks.own.saturating_sub(time).saturating_add(clocks.increment);
        }
        Ok(())
    }

    /// Takes note of the other side's clock.
    const fn see(&mut self, other: MoveLimit) {
        if let (MoveLimit::Clock(clocks), MoveLimit::Clock(theirs)) = (&mut self.limit, other) {
            clocks.other = theirs.own;
        }
    }
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules, or by resignation.
    Regular,
    /// The engine of this colour gave no legal answer in time, and has lost.
    Failure {
        color: Color,
        reason: String,
        /// Whether all that was wrong was the time.
        late: bool,
    },
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// Its number in the match, from 1.
    pub(super) number: usize,
    pub(super) game: Game,
    /// The colour of the first engine.
    pub(super) first: Color,
    pub(super) ending: Ending,
    /// The time taken for each turn of the game, none for those of the opening and for passes.
    times: Vec<Option<Duration>>,
}

/// What a game counts for in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// Final disc difference for the first engine, empties to the winner; giving up and failing cost all discs.
    pub(super) discs: i32,
    /// Whether an engine failed.
    pub(super) failed: bool,
}

impl Played {
    pub(super) fn counted(&self) -> Counted {
        let black = match &self.ending {
            Ending::Failure { color, .. } => lost_by(*color),
            Ending::Regular => match self.game.outcome() {
                Outcome::WonByResignation(color) => lost_by(!color),
                _ => {
                    let score = self.game.position().final_score().discs();
                    if self.game.side_to_move() == Color::Black { score } else { -score }
                }
            },
        };
        let discs = if self.first == Color::Black { black } else { -black };
        Counted { discs, failed: self.ending != Ending::Regular }
    }

    /// The record of the game between the engines of these names, the first engine's first. A loss on time is
    /// marked as such; GGF has no word for other failures, which are written as resignations.
    pub(super) fn record(&self, names: &[String; 2], date: &str) -> GgfGame {
        let mut record = GgfGame::new(Game::from_position(*self.game.start(), self.game.first_side()));
        for (index, turn) in self.game.turns().enumerate() {
            let note = TurnNote { eval: None, time: self.times.get(index).copied().flatten() };
            record.play(turn.turn, note).expect("the game was played by the same rules");
        }
        record.place = "outflank match".to_owned();
        date.clone_into(&mut record.date);
        let [first, second] = names.clone();
        (record.black.name, record.white.name) =
            if self.first == Color::Black { (first, second) } else { (second, first) };
        record.result = match self.ending {
            Ending::Regular => GgfGame::new(self.game.clone()).result,
            Ending::Failure { color, late, .. } => Some(GgfResult {
                discs: lost_by(color).into(),
                ending: if late { ggf::Ending::TimedOut } else { ggf::Ending::Resigned },
            }),
        };
        record
    }
}

/// The score for black of a game that this colour has lost without playing on.
const fn lost_by(color: Color) -> i32 {
    match color {
        Color::Black => -64,
        Color::White => 64,
    }
}

impl fmt::Display for Played {
    /// Its number, the colour of the first engine, that engine's score, the moves, and what went wrong, if
    /// anything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, first, game, .. } = self;
        write!(f, "{number} {first} {:+} {}", self.counted().discs, write_line(game))?;
        if let Outcome::WonByResignation(winner) = game.outcome() {
            write!(f, " % {} resigned", !winner)?;
        }
        match &self.ending {
            Ending::Regular => Ok(()),
            Ending::Failure { color, reason, .. } => write!(f, " % {color} failed: {reason}"),
        }
    }
}

/// Plays `opening` to the end between black and white; the first engine of the match is `first`. An answer
/// that comes more than `margin` after its time loses the game.
pub(super) fn play(
    number: usize,
    opening: &Game,
    [mut black, mut white]: [Side<'_>; 2],
    first: Color,
    margin: Duration,
) -> Played {
    let times = vec![None; opening.turns().count()];
    let mut played = Played { number, game: opening.clone(), first, ending: Ending::Regular, times };
    for (color, side) in [(Color::Black, &mut black), (Color::White, &mut white)] {
        if let Err(error) = side.engine.new_game() {
            played.ending = failure(color, &error);
            return played;
        }
    }
    while !played.game.is_over() {
        let color = played.game.side_to_move();
        let (side, other) = match color {
            Color::Black => (&mut black, &white),
            Color::White => (&mut white, &black),
        };
        side.see(other.limit);
        let made = if played.game.must_pass() {
            played.times.push(None);
            played.game.play(Turn::Pass).map_err(|error| fault(color, error.to_string(), false))
        } else {
            take_turn(&mut played, side, margin)
        };
        if let Err(ending) = made {
            played.ending = ending;
            break;
        }
    }
    played
}

/// Lets the side to move make its turn, which it has to choose; how the game ends where it cannot.
fn take_turn(played: &mut Played, side: &mut Side<'_>, margin: Duration) -> Result<(), Ending> {
    let color = played.game.side_to_move();
    let asked = Instant::now();
    let choice = side.engine.choose(&played.game, side.limit).map_err(|error| failure(color, &error))?;
    let time = asked.elapsed();
    let Choice::Turn(turn) = choice else {
        return played.game.resign().map_err(|error| fault(color, error.to_string(), false));
    };
    let illegal = |error| fault(color, format!("illegal answer {turn}: {error}"), false);
    let mut game = played.game.clone();
    game.play(turn).map_err(illegal)?;
    side.spend(time, margin).map_err(|allowed| {
        fault(color, format!("{turn} after {time:.3?} where {allowed:.3?} were allowed"), true)
    })?;
    played.game = game;
    played.times.push(Some(time));
    Ok(())
}

fn failure(color: Color, error: &ClientError) -> Ending {
    fault(color, error.to_string(), matches!(error, ClientError::Silent(_)))
}

const fn fault(color: Color, reason: String, late: bool) -> Ending {
    Ending::Failure { color, reason, late }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::formats::{play_line, read_turn};
    use crate::protocol::client::Clocks;

    /// An engine that answers with these words, each after a while.
    struct Script(VecDeque<&'static str>, Duration);

    impl Client for Script {
        fn new_game(&mut self) -> Result<(), ClientError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: MoveLimit) -> Result<Choice, ClientError> {
            std::thread::sleep(self.1);
            match self.0.pop_front() {
                Some("resign") => Ok(Choice::Resignation),
                Some(word) => Ok(Choice::Turn(read_turn(word).expect("scripts hold turns"))),
                None => Err(ClientError::Ended("exit status: 1".to_owned())),
            }
        }
    }

    fn game(black: &[&'static str], white: &[&'static str], delay: u64) -> Played {
        let script = |words: &[&'static str], delay| {
            Script(words.iter().copied().collect(), Duration::from_millis(delay))
        };
        let (mut black, mut white) = (script(black, 0), script(white, delay));
        let limit = MoveLimit::Time(Duration::from_millis(20));
        let sides = [Side { engine: &mut black, limit }, Side { engine: &mut white, limit }];
        play(7, &Game::default(), sides, Color::White, Duration::from_millis(100))
    }

    fn reason(played: &Played) -> (Option<Color>, String) {
        match &played.ending {
            Ending::Regular => (None, String::new()),
            Ending::Failure { color, reason, .. } => (Some(*color), reason.clone()),
        }
    }

    #[test]
    fn a_game_by_the_rules_has_the_score_of_the_board() {
        // The shortest wipe-out: black, the second engine here, wins all.
        let played = game(&["e6", "e3", "g5", "e7", "c5"], &["f4", "f6", "d6", "f5"], 0);
        assert_eq!(played.counted(), Counted { discs: -64, failed: false });
        assert_eq!(played.to_string(), "7 white -64 e6 f4 e3 f6 g5 d6 e7 f5 c5");
    }

    #[test]
    fn an_illegal_move_loses_and_is_no_part_of_the_game() {
        let played = game(&["f5"], &["f3"], 0);
        assert_eq!(played.counted(), Counted { discs: -64, failed: true });
        assert_eq!(reason(&played), (Some(Color::White), "illegal answer f3: f3 flips no disc".to_owned()));
        assert_eq!(played.game, play_line(&Game::default(), "f5").unwrap());
    }

    #[test]
    fn an_engine_that_ends_or_passes_where_it_could_move_loses() {
        assert_eq!(reason(&game(&[], &[], 0)).0, Some(Color::Black));
        let (color, reason) = reason(&game(&["f5"], &["pass"], 0));
        assert_eq!(color, Some(Color::White));
        assert!(reason.contains("has a legal move"), "{reason}");
    }

    #[test]
    fn a_late_answer_loses_on_time() {
        let played = game(&["f5"], &["f4"], 200);
        assert!(matches!(played.ending, Ending::Failure { color: Color::White, late: true, .. }));
        let record = played.record(&["a".to_owned(), "b".to_owned()], "0").to_string();
        assert!(record.contains("PB[b]PW[a]RE[+64.00:t]"), "{record}");
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment_until_the_flag_falls() {
        let seconds = Duration::from_secs;
        let clocks = Clocks { own: seconds(10), other: seconds(10), increment: seconds(1) };
        let mut engine = Script(VecDeque::new(), Duration::ZERO);
        let mut side = Side { engine: &mut engine, limit: MoveLimit::Clock(clocks) };
        assert_eq!(side.spend(seconds(4), Duration::ZERO), Ok(()));
        assert_eq!(side.limit, MoveLimit::Clock(Clocks { own: seconds(7), ..clocks }));
        assert_eq!(side.spend(seconds(8), seconds(1)), Ok(()), "within the margin");
        assert_eq!(side.limit, MoveLimit::Clock(Clocks { own: seconds(1), ..clocks }));
        assert_eq!(side.spend(seconds(3), seconds(1)), Err(seconds(1)));
        side.see(MoveLimit::Clock(Clocks { own: seconds(5), ..clocks }));
        assert_eq!(side.limit, MoveLimit::Clock(Clocks { own: seconds(1), other: seconds(5), ..clocks }));
    }

    #[test]
    fn a_resignation_costs_all_discs_and_is_no_failure() {
        let played = game(&["f5"], &["resign"], 0);
        assert_eq!(played.counted(), Counted { discs: -64, failed: false });
        assert!(played.to_string().ends_with("% white resigned"), "{played}");
        let record = played.record(&["a".to_owned(), "b".to_owned()], "0").to_string();
        assert!(record.contains("RE[+64.00:r]"), "{record}");
    }
}
