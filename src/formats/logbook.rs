//! Logbooks of Logistello (`.gam`): one game a line, `+d3-c3+c4: -04 10`.
//!
//! A sign before each move tells whose it is (`+` black, `-` white), passes are left out, and the score after
//! the colon is black's. What follows the score is not read.

use super::error::{Fault, FormatError, Located, Locator, first_word, quoted};
use super::record::{RecordedGame, RecordedResult, play_of};
use super::turns::scan_turn;
use crate::othello::{Color, Game, Score, Turn};

/// The games of `text`, one a line; a line that cannot be read is one error and does not cost the others.
///
/// # Examples
/// ```
/// use outflank::formats::logbook;
///
/// let games: Vec<_> = logbook::read_games("+d3-c3+c4-e3: -04 10\n+d3+c3: +02 1\n").collect();
/// assert_eq!(games[0].as_ref().map(|record| record.game.turns().count()), Ok(4));
/// let error = games[1].as_ref().err().map(ToString::to_string);
/// assert_eq!(error.as_deref(), Some("line 2, column 4: turn 2: black plays where white is to move"));
/// ```
pub fn read_games(text: &str) -> impl Iterator<Item = Result<RecordedGame, FormatError>> + '_ {
    let mut locator = Locator::new(text);
    let mut next = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let at = next;
        next += line.len();
        (at, line)
    });
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(move |(start, line)| read_line(line).map_err(|(at, fault)| locator.error((start + at, fault))))
}

fn read_line(line: &str) -> Located<RecordedGame> {
    let (moves, result) = line.split_once(':').map_or((line, None), |(moves, result)| (moves, Some(result)));
    let mut game = Game::default();
    let mut at = 0;
    loop {
        let rest = moves[at..].trim_start();
        at = moves.len() - rest.len();
        if rest.is_empty() {
            break;
        }
        let (color, turn, length) = scan_move(rest).map_err(|fault| (at, fault))?;
        play_of(&mut game, color, turn).map_err(|fault| (at, fault))?;
        at += length;
    }
    let mut record = RecordedGame::new(game);
    if let Some(result) = result {
        record.result = Some(read_score(result).map_err(|fault| (moves.len() + 1, fault))?);
    }
    Ok(record)
}

/// The side, its turn and the length of a move such as `+d3`.
fn scan_move(rest: &str) -> Result<(Color, Turn, usize), Fault> {
    let word = || quoted(first_word(rest));
    let color = match rest.as_bytes().first() {
        Some(b'+') => Color::Black,
        Some(b'-') => Color::White,
        _ => return Err(Fault::Unexpected { found: word(), wanted: "a move with its side such as `+d3`" }),
    };
    let turn = scan_turn(&rest.as_bytes()[1..]).filter(|(turn, _)| *turn != Turn::TimedOut);
    turn.map(|(turn, length)| (color, turn, 1 + length)).ok_or_else(|| Fault::NotAMove(word()))
}

/// The first word after the colon.
fn read_score(text: &str) -> Result<RecordedResult, Fault> {
    let word = first_word(text.trim_start());
    let score = word.parse().ok().and_then(Score::new);
    score.map(RecordedResult::Score).ok_or_else(|| Fault::NotAScore(quoted(word)))
}

#[cfg(test)]
mod tests {
    use super::super::error::Place;
    use super::super::turns::play_line;
    use super::*;
    use crate::othello::MoveError;

    fn record(line: &str) -> RecordedGame {
        read_games(line).next().unwrap().unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn fault(text: &str) -> (usize, usize, Fault) {
        match read_games(text).last().unwrap().unwrap_err() {
            FormatError { place: Place::Text { line, column }, fault } => (line, column, fault),
            error => panic!("{error}"),
        }
    }

    #[test]
    fn a_line_is_a_game_with_the_score_of_black() {
        let game = record("+d3-c3+c4-e3: -04 10\r\n");
        assert_eq!(game.game, play_line(&Game::default(), "d3c3c4e3").unwrap());
        assert_eq!(game.result, Score::new(-4).map(RecordedResult::Score));
        assert_eq!(record(" +d3 -c3 :+02").result, Score::new(2).map(RecordedResult::Score));
        assert_eq!(record("+d3-c3").result, None);
        let wipe_out = record("+e6-f4+e3-f6+g5-d6+e7-f5+c5");
        assert_eq!(wipe_out.result, Some(RecordedResult::Score(Score::MAX)));
    }

    #[test]
    fn the_signs_tell_where_a_pass_was_left_out() {
        let game = record("+d3-c3+f5-d2+d1-e1+b2-c1-a3: +00 1").game;
        assert_eq!((game.turns().count(), game.side_to_move()), (10, Color::Black));
        assert_eq!(record("+d3-c3+f5-d2+d1-e1+b2-c1+pa-a3").game.turns().count(), 10);
        let error = Fault::OutOfTurn { ply: 9, color: Color::Black };
        assert_eq!(fault("+d3-c3+f5-d2+d1-e1+b2-c1+a3"), (1, 25, error));
    }

    #[test]
    fn faults_are_found_at_their_line_and_column() {
        assert_eq!(fault("+d3\n\n +d3-k9"), (3, 5, Fault::NotAMove("-k9".into())));
        assert!(matches!(fault("+d3 c3"), (1, 5, Fault::Unexpected { .. })));
        assert_eq!(fault("+timeout"), (1, 1, Fault::NotAMove("+timeout".into())));
        assert_eq!(fault("+d3: "), (1, 5, Fault::NotAScore(String::new())));
        assert_eq!(fault("+d3: 65"), (1, 5, Fault::NotAScore("65".into())));
        let (turn, square) = (Turn::Move("d3".parse().unwrap()), "d3".parse().unwrap());
        let reason = MoveError::Occupied(square);
        assert_eq!(fault("+d3-d3"), (1, 4, Fault::Illegal { ply: 2, turn, reason }));
    }
}
