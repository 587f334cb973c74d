//! SGF, the smart game format, with `GM[2]` for Othello.
//!
//! After the FF4 specification (Hollosi) in the shape that Othello programs write: squares are algebraic
//! (`f5` = column f, row 5 from the top), the start discs stand as set-up, a pass is an empty value.

mod read;

use std::fmt::Write;

pub(super) use read::has_root;
pub use read::{Games, read_games};

use super::board::Board;
use super::record::{RecordedGame, RecordedResult, expressible_part};
use crate::othello::{Bitboard, Color, Turn};

/// `record` on one line. SGF has no word for a timed-out turn: a game with such turns is written from the
/// position after the last of them.
///
/// # Examples
/// ```
/// use outflank::formats::{RecordedGame, play_line, sgf};
/// use outflank::othello::Game;
///
/// let game = play_line(&Game::default(), "f5d6").map_err(|error| error.to_string())?;
/// assert_eq!(
///     sgf::write(&RecordedGame::new(game)),
///     "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])"
/// );
/// # Ok::<(), String>(())
/// ```
pub fn write(record: &RecordedGame) -> String {
    let (board, turns) = expressible_part(&record.game);
    let mut text = "(;FF[4]GM[2]SZ[8]".to_string();
    for (tag, value) in [("PB", &record.black), ("PW", &record.white), ("EV", &record.event)] {
        if !value.is_empty() {
            push_property(&mut text, tag, &escaped(value));
        }
    }
    if let Some(result) = record.result {
        push_property(&mut text, "RE", &result_text(result));
    }
    push_set_up(&mut text, &board);
    for turn in turns {
        text.push(';');
        let value = match turn.turn {
            Turn::Move(square) => square.to_string(),
            Turn::Pass | Turn::TimedOut => String::new(),
        };
        push_property(&mut text, letter(turn.color), &value);
    }
    text.push(')');
    text
}

fn push_property(text: &mut String, tag: &str, value: &str) {
    text.extend([tag, "[", value, "]"]);
}

/// The discs and the side to move; where a colour has no disc, the start discs are taken off by name.
fn push_set_up(text: &mut String, board: &Board) {
    let (black, white) = (board.discs(Color::Black), board.discs(Color::White));
    if (black | white).is_empty() {
        let start = Board::of(&Default::default());
        push_points(text, "AE", start.discs(Color::Black) | start.discs(Color::White));
    }
    push_points(text, "AB", black);
    push_points(text, "AW", white);
    push_property(text, "PL", letter(board.side().unwrap_or(Color::Black)));
}

fn push_points(text: &mut String, tag: &str, squares: Bitboard) {
    if squares.is_empty() {
        return;
    }
    text.push_str(tag);
    for square in squares {
        // Writing to a string cannot fail.
        let _ = write!(text, "[{square}]");
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A `RE` value: `B+12`, `W+R` where the discs are not counted, `0`.
fn result_text(result: RecordedResult) -> String {
    match result {
        RecordedResult::Won(color) => format!("{}+R", letter(color)),
        RecordedResult::Score(score) => match score.discs() {
            0 => "0".to_string(),
            discs @ 1.. => format!("B+{discs}"),
            discs => format!("W+{}", -discs),
        },
    }
}

/// `value` on one line, with what would end it taken literally.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::turns::play_line;
    use super::*;
    use crate::othello::{Game, Position, Score};

    fn written(game: Game) -> String {
        write(&RecordedGame::new(game))
    }

    #[test]
    fn a_pass_is_an_empty_value_and_a_result_names_the_winner() {
        let game = play_line(&Game::default(), "d3c3f5d2d1e1b2c1paa3").unwrap();
        assert!(written(game).ends_with("PL[B];B[d3];W[c3];B[f5];W[d2];B[d1];W[e1];B[b2];W[c1];B[];W[a3])"));
        let game = play_line(&Game::default(), "e6f4e3f6g5d6e7f5c5").unwrap();
        assert!(written(game).contains("RE[B+64]"));
        let mut game = Game::default();
        game.resign().unwrap();
        assert!(written(game).contains("RE[W+R]"));
    }

    #[test]
    fn odd_set_ups_are_told_from_the_start() {
        let empty = Game::from_position(Position::new(Bitboard(0), Bitboard(0)).unwrap(), Color::White);
        let text = written(empty);
        assert_eq!(text, "(;FF[4]GM[2]SZ[8]RE[0]AE[d4][e4][d5][e5]PL[W])");
        let one = Game::from_position(Position::new(Bitboard(1), Bitboard(0)).unwrap(), Color::White);
        assert_eq!(written(one), "(;FF[4]GM[2]SZ[8]RE[W+64]AW[a1]PL[W])");
    }

    #[test]
    fn the_game_is_written_from_the_last_timed_out_turn_on() {
        let game = play_line(&Game::default(), "f5 timeout d3").unwrap();
        assert_eq!(written(game), "(;FF[4]GM[2]SZ[8]RE[B+64]AB[e4][d5][e5][f5]AW[d4]PL[B];B[d3])");
    }

    #[test]
    fn names_are_escaped() {
        let mut record = RecordedGame::new(Game::default());
        record.black = "a]\\\n".into();
        record.result = Score::new(-4).map(RecordedResult::Score);
        assert!(write(&record).starts_with("(;FF[4]GM[2]SZ[8]PB[a\\]\\\\ ]RE[W+4]AB["));
    }
}
