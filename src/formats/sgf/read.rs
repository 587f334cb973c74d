//! Reading SGF: the main line of each game, one game after the other.

use super::super::board::{Board, read_side};
use super::super::error::{Fault, FormatError, Located, Locator, first_word, quoted};
use super::super::record::{RecordedGame, RecordedResult, play_of};
use super::super::transcript;
use super::super::turns::read_turn;
use crate::othello::{Bitboard, Color, Game, Score, Square, Turn};

/// The games of `text` in order, each along its first variation; a game that cannot be read is one error and
/// does not cost the others. Text outside of games is skipped.
///
/// # Examples
/// ```
/// use outflank::formats::sgf;
///
/// let text = "(;FF[4]GM[2]PB[a]PW[b];B[f5];W[d6](;B[c3])(;B[c4]))\n(;FF[4]GM[2];B[f5];W[c5])";
/// let games: Vec<_> = sgf::read_games(text).collect();
/// assert_eq!(games[0].as_ref().map(|record| record.game.turns().count()), Ok(3));
/// let error = games[1].as_ref().err().map(ToString::to_string);
/// assert_eq!(error.as_deref(), Some("line 2, column 22: turn 2: c5 flips no disc"));
/// ```
pub const fn read_games(text: &str) -> Games<'_> {
    Games { text, at: 0, limit: 0, locator: Locator::new(text) }
}

/// An iterator over the games of a text, made by [`read_games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    at: usize,
    /// Where the next game begins for certain: a forgotten bracket does not reach beyond.
    limit: usize,
    locator: Locator<'a>,
}

impl Iterator for Games<'_> {
    type Item = Result<RecordedGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = find_tree(self.text, self.at)?;
        if start >= self.limit {
            self.limit = find_root(self.text, start + 1);
        }
        let game = match scan_tree(&self.text[..self.limit], start) {
            Ok((properties, end)) => {
                self.at = end;
                interpret(&properties)
            }
            Err(fault) => {
                self.at = self.limit;
                Err(fault)
            }
        };
        Some(game.map_err(|fault| self.locator.error(fault)))
    }
}

/// A tag and one of its values, as it stands there, with the byte offset of the value.
struct Property<'a> {
    tag: String,
    value: &'a str,
    at: usize,
}

/// Where the next `(;` from `at` on is.
fn find_tree(text: &str, at: usize) -> Option<usize> {
    let trees = text[at..].match_indices('(');
    trees.map(|(distance, _)| at + distance).find(|start| text[start + 1..].trim_start().starts_with(';'))
}

/// Whether a game of `text` has `FF` or `GM` and a number as its first tag.
pub(in super::super) fn has_root(text: &str) -> bool {
    find_root(text, 0) < text.len()
}

/// Where the next game with `FF` or `GM` as its first tag begins, or the end of the text. No value can hold
/// such a start, because the bracket after the number would end it.
fn find_root(text: &str, at: usize) -> usize {
    let begins = |start: &usize| {
        let rest = text[start + 1..].trim_start().strip_prefix(';').map(str::trim_start);
        let value = rest.and_then(|rest| rest.strip_prefix("FF[").or_else(|| rest.strip_prefix("GM[")));
        value.is_some_and(|value| value.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(']'))
    };
    let trees = text[at..].match_indices('(').map(|(distance, _)| at + distance);
    trees.into_iter().find(begins).unwrap_or(text.len())
}

/// The properties of the first variation of the tree that begins at `start`, and where the tree ends.
fn scan_tree(text: &str, start: usize) -> Located<(Vec<Property<'_>>, usize)> {
    let mut properties = Vec::new();
    let (mut at, mut depth, mut in_first_variation) = (start + 1, 1_usize, true);
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        match rest.chars().next() {
            None => return Err((start, Fault::NotClosed("("))),
            Some('(') => depth += 1,
            Some(')') => {
                in_first_variation = false;
                depth -= 1;
                if depth == 0 {
                    return Ok((properties, at + 1));
                }
            }
            Some(';') => {}
            Some(_) => {
                let kept = properties.len();
                at = scan_property(text, at, &mut properties)?;
                if !in_first_variation {
                    properties.truncate(kept);
                }
                continue;
            }
        }
        at += 1;
    }
}

/// Appends the property at `at` with each of its values, and tells where it ends.
fn scan_property<'a>(text: &'a str, at: usize, properties: &mut Vec<Property<'a>>) -> Located<usize> {
    let letters = text[at..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = &text[at..at + letters];
    let mut end = at + letters;
    let mut values = 0;
    while let Some(value) = text[end..].trim_start().strip_prefix('[').filter(|_| letters > 0) {
        let start = text.len() - value.len();
        let length = value_length(value).ok_or((start - 1, Fault::NotClosed("[")))?;
        properties.push(Property { tag: short_tag(name), value: &value[..length], at: start });
        end = start + length + 1;
        values += 1;
    }
    if values > 0 {
        return Ok(end);
    }
    let found = quoted(first_word(&text[at..]));
    Err((at, Fault::Unexpected { found, wanted: "a property such as `B[f5]`" }))
}

/// Bytes up to the bracket that ends the value; a backslash takes the next character as it is.
fn value_length(value: &str) -> Option<usize> {
    let mut escaped = false;
    value.bytes().position(|byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// The capitals of a tag: before FF4 `PB` could be written `PlayerBlack`.
fn short_tag(name: &str) -> String {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
}

/// The game that the properties describe.
fn interpret(properties: &[Property<'_>]) -> Located<RecordedGame> {
    check_game(properties)?;
    let first_turn = properties.iter().position(|property| turn_color(property).is_some());
    let (before, turns) = properties.split_at(first_turn.unwrap_or(properties.len()));
    let mut game = set_up(before, turns.first().and_then(turn_color))?;
    for property in turns {
        if let Some(color) = turn_color(property) {
            let played = read_value(property.value).and_then(|turn| play_of(&mut game, color, turn));
            played.map_err(|fault| (property.at, fault))?;
        } else if matches!(property.tag.as_str(), "AB" | "AW" | "AE") {
            return Err((property.at, Fault::SetUpInPlay));
        }
    }
    let value = |tag: &str| properties.iter().find(|property| property.tag == tag).map(|found| found.value);
    let text = |tag: &str| value(tag).map(read_text).unwrap_or_default();
    let event = text("EV");
    Ok(RecordedGame {
        game,
        black: text("PB"),
        white: text("PW"),
        event: if event.is_empty() { text("PC") } else { event },
        result: value("RE").and_then(read_result),
        theoretical: None,
    })
}

/// Refuses other games and other sizes of the board.
fn check_game(properties: &[Property<'_>]) -> Located<()> {
    for property in properties {
        let value = property.value.trim();
        let fits = match property.tag.as_str() {
            "GM" => value == "2" || value.eq_ignore_ascii_case("othello"),
            "SZ" => value == "8" || value == "8:8",
            _ => true,
        };
        if !fits {
            return Err((property.at, Fault::OtherGame(quoted(&format!("{}[{value}]", property.tag)))));
        }
    }
    Ok(())
}

/// The side of a turn; `None` for every other property.
fn turn_color(property: &Property<'_>) -> Option<Color> {
    match property.tag.as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The game before its first turn. The discs are those of the start where none are put on the board, and the
/// side to move is that of the first turn where nothing names it.
fn set_up(properties: &[Property<'_>], first: Option<Color>) -> Located<Game> {
    let start = Board::of(&Game::default());
    let puts_discs = properties.iter().any(|property| matches!(property.tag.as_str(), "AB" | "AW"));
    let (mut black, mut white) = if puts_discs {
        (Bitboard::EMPTY, Bitboard::EMPTY)
    } else {
        (start.discs(Color::Black), start.discs(Color::White))
    };
    let mut side = first.unwrap_or(Color::Black);
    for Property { tag, value, at } in properties {
        match tag.as_str() {
            "AB" | "AW" | "AE" => {
                let points = read_points(value).map_err(|fault| (*at, fault))?;
                (black, white) = (black.without(points), white.without(points));
                match tag.as_str() {
                    "AB" => black = black | points,
                    "AW" => white = white | points,
                    _ => {}
                }
            }
            "PL" => side = read_side(value.trim()).ok_or_else(|| (*at, not_a_side(value)))?,
            _ => {}
        }
    }
    Ok(Game::set_up(black, white, side).expect("a square gets its last disc only"))
}

fn not_a_side(value: &str) -> Fault {
    Fault::Unexpected { found: quoted(value), wanted: "a side, `B` or `W`," }
}

/// The squares of a point such as `d5` or a rectangle such as `a1:c3`.
fn read_points(value: &str) -> Result<Bitboard, Fault> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let [Some(from), Some(to)] = [from, to].map(read_point) else {
        return Err(Fault::Unexpected { found: quoted(value), wanted: "a square such as `d5`" });
    };
    let between = |at: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&at);
    Ok(Square::all()
        .filter(|square| between(square.column(), from.column(), to.column()))
        .filter(|square| between(square.row(), from.row(), to.row()))
        .collect())
}

/// A square by its name (`d3`) or, as in Go, by two letters (`dc`), the second for the row from the top.
fn read_point(text: &str) -> Option<Square> {
    let text = text.trim();
    let by_letters = || {
        let &[column, row] = text.as_bytes() else { return None };
        let number = |letter: u8| letter.to_ascii_lowercase().wrapping_sub(b'a');
        Square::at(number(column), number(row))
    };
    text.parse().ok().or_else(by_letters)
}

/// The turn of a `B` or `W` value; an empty one and `tt` are passes.
fn read_value(value: &str) -> Result<Turn, Fault> {
    let word = value.trim();
    if word.is_empty() || word.eq_ignore_ascii_case("tt") {
        return Ok(Turn::Pass);
    }
    let turn = read_point(word).map(Turn::Move).or_else(|| read_turn(word).ok());
    turn.filter(|turn| *turn != Turn::TimedOut).ok_or_else(|| Fault::NotAMove(quoted(word)))
}

/// A text value on one line, without its backslashes.
fn read_text(value: &str) -> String {
    let mut text = String::new();
    let mut characters = value.chars();
    while let Some(mut c) = characters.next() {
        if c == '\\' {
            let Some(taken) = characters.next() else { break };
            c = taken;
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.trim().to_string()
}

/// The result of a `RE` value such as `B+12`, `W+R` or `0`; `None` where it says nothing.
fn read_result(value: &str) -> Option<RecordedResult> {
    let value = value.trim();
    let (winner, by) = match value.split_once('+') {
        Some((winner, by)) if !winner.is_empty() => (read_side(winner)?, by),
        _ if value == "0" || value.eq_ignore_ascii_case("draw") => {
            return Some(RecordedResult::Score(Score::DRAW));
        }
        _ => return transcript::read_result(value),
    };
    let score = by.parse().ok().filter(|discs| *discs >= 0).and_then(Score::new);
    Some(match (score, winner) {
        (Some(score), Color::Black) => RecordedResult::Score(score),
        (Some(score), Color::White) => RecordedResult::Score(-score),
        (None, winner) => RecordedResult::Won(winner),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::error::Place;
    use super::*;
    use crate::othello::{MoveError, Outcome, Position};

    /// Eight plies after which black has no move and white has a3, b4 and d6.
    const TO_A_PASS: &str = ";B[d3];W[c3];B[f5];W[d2];B[d1];W[e1];B[b2];W[c1]";

    fn record(text: &str) -> RecordedGame {
        match read_games(text).next() {
            Some(Ok(record)) => record,
            Some(Err(error)) => panic!("{text}: {error}"),
            None => panic!("{text}: no game"),
        }
    }

    fn names(record: &RecordedGame) -> String {
        record.game.turns().map(|record| record.turn.to_string()).collect()
    }

    fn fault(text: &str) -> (usize, usize, Fault) {
        match read_games(text).next() {
            Some(Err(FormatError { place: Place::Text { line, column }, fault })) => (line, column, fault),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_spelling_of_squares_gives_the_same_game() {
        for text in [
            "(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B];B[f5];W[d6];B[c3];W[d3])",
            "(;GM[2];B[F5];W[D6];B[C3];W[D3])",
            "(;GM[2];B[fe];W[df];B[CC];W[dC])",
            // The first move directly after the root's properties and a semicolon after each move.
            "(;GM[2]SZ[8]AB[d5]AB[e4]AW[d4][e5]PL[B]B[f5];W[d6];B[c3];W[d3];)",
            "text before\n(\n ; GaMe [2] SiZe[8:8] AddBlack [d5] [e4]\n AW[d4] [e5] ; Black[f5] ; W[ d6 ] \
             (;B[c3](;W[d3])(;W[c4]))(;B[c4]C[(;x\\]]))\ntext after",
        ] {
            let record = record(text);
            assert_eq!(names(&record), "f5d6c3d3", "{text}");
            assert_eq!((record.game.start(), record.game.first_side()), (&Position::START, Color::Black));
        }
    }

    #[test]
    fn passes_are_read_in_any_spelling_and_put_in_where_missing() {
        for (turns, side, count) in [
            (";B[];W[a3]", Color::Black, 10),
            (";B[pa];W[a3]", Color::Black, 10),
            (";B[tt];W[a3]", Color::Black, 10),
            (";W[a3]", Color::Black, 10),
            (";B[]", Color::White, 9),
        ] {
            let record = record(&format!("(;GM[2]{TO_A_PASS}{turns})"));
            assert_eq!((record.game.side_to_move(), record.game.turns().count()), (side, count), "{turns}");
        }
        let over = record("(;GM[2];B[e6];W[f4];B[e3];W[f6];B[g5];W[d6];B[e7];W[f5];B[c5];W[];B[])");
        assert_eq!((over.game.outcome(), over.game.turns().count()), (Outcome::Won(Color::Black), 9));
    }

    #[test]
    fn discs_and_the_side_to_move_are_set_up() {
        let start = |text: &str| Board::of_start(&record(text).game).to_string();
        let row = |top: &str| format!("{top}{}", "-".repeat(64 - top.len()));
        assert_eq!(start("(;GM[2]AB[a1:c1]AW[d1])"), format!("{} X", row("XXXO")));
        assert_eq!(start("(;GM[2]AB[ca:aa][d1]AW[b1]PL[W])"), format!("{} O", row("XOXX")));
        assert_eq!(start("(;GM[2]AB[a1][b1][c1]AW[d1]AE[b1]PL[white])"), format!("{} O", row("X-XO")));
        assert_eq!(start("(;GM[2];AB[b1]AW[a1]PL[B];B[])"), format!("{} X", row("OX")));
        assert_eq!(start("(;GM[2]AE[d4:e5]PL[W])"), format!("{} O", row("")));
        let start_discs = "---------------------------OX------XO---------------------------";
        assert_eq!(start("(;GM[2]PL[W])"), format!("{start_discs} O"));
        assert_eq!(start("(;GM[2];W[f4])"), format!("{start_discs} O"), "the first turn names the side");
    }

    #[test]
    fn names_are_read_without_their_backslashes() {
        let record = record("(;GM[2]PB[a\\]\\\\]PW[ b\\:\nc ]PC[here]RE[B+12];B[f5])");
        assert_eq!([&*record.black, &record.white, &record.event], ["a]\\", "b: c", "here"]);
        assert_eq!(record.result, Score::new(12).map(RecordedResult::Score));
    }

    #[test]
    fn results_name_the_winner() {
        let score = |discs| Score::new(discs).map(RecordedResult::Score);
        let won = |color| Some(RecordedResult::Won(color));
        for (value, expected) in [
            ("B+12", score(12)),
            ("W+2", score(-2)),
            ("0", score(0)),
            ("Draw", score(0)),
            ("W+R", won(Color::White)),
            ("B+Time", won(Color::Black)),
            ("B+", won(Color::Black)),
            ("B+65", won(Color::Black)),
            ("40-24", score(16)),
            ("Void", None),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(read_result(value), expected, "{value}");
        }
    }

    #[test]
    fn a_bad_game_does_not_cost_the_good_ones() {
        let text = "(;FF[4]GM[2];B[f5)\n(;FF[4]GM[2];B[f5](;W[d6])\n(;GM[2];B[e6])(;GM[1];B[ee])(;B[c4])\n\
                    ( ; GM[2];B[d3];W[d3])(;GM[2];B[d3] x;W[c3])\n(;GM[2]C[(;GM[2\\];B[f5\\])];B[f5];W[f6])";
        let games: Vec<Result<String, String>> = read_games(text)
            .map(|game| game.map(|game| names(&game)).map_err(|error| error.to_string()))
            .collect();
        let good: Vec<&String> = games.iter().flatten().collect();
        assert_eq!(good, ["e6", "c4", "f5f6"]);
        let bad: Vec<&String> = games.iter().filter_map(|game| game.as_ref().err()).collect();
        assert_eq!(
            bad,
            [
                "line 1, column 15: `[` is not closed",
                "line 2, column 1: `(` is not closed",
                "line 3, column 20: `GM[1]` is not Othello on a board of 8x8",
                "line 4, column 19: turn 2: d3 is not empty",
                "line 4, column 37: `x;W[c3])` where a property such as `B[f5]` is wanted",
            ]
        );
    }

    #[test]
    fn faults_are_found_at_their_line_and_column() {
        assert_eq!(fault("(;SZ[10])"), (1, 6, Fault::OtherGame("SZ[10]".into())));
        assert_eq!(fault("\n(;GM[2]\n;B[i5])"), (3, 4, Fault::NotAMove("i5".into())));
        assert_eq!(fault("(;B[timeout])"), (1, 5, Fault::NotAMove("timeout".into())));
        assert_eq!(fault("(;B[f5];B[d6])"), (1, 11, Fault::OutOfTurn { ply: 2, color: Color::Black }));
        assert_eq!(fault("(;B[f5];AB[a1])"), (1, 12, Fault::SetUpInPlay));
        let reason = MoveError::PassNotAllowed;
        assert_eq!(fault("(;B[])"), (1, 5, Fault::Illegal { ply: 1, turn: Turn::Pass, reason }));
        for text in ["(;AB[a9])", "(;PL[x1])", "(;AB[a1:])", "(;B)", "(;[f5])", "(;{)"] {
            assert!(matches!(fault(text), (1, 3..=6, Fault::Unexpected { .. })), "{text}");
        }
        assert_eq!(fault("(;C[\\]"), (1, 4, Fault::NotClosed("[")));
        assert!(read_games("").next().is_none());
        assert!(read_games("f5d6 (x)").next().is_none());
    }

    #[test]
    fn very_deep_variations_are_read() {
        let text = format!("{}{}", "(;".repeat(100_000), ")".repeat(100_000));
        assert_eq!(read_games(&text).count(), 1);
    }
}
