//! Transcripts: the moves of games from the standard start, in every spelling met in the field.
//!
//! `f5d6c3`, `F5 D6 C3`, `F5-D6-C3`, `1. f5 d6 2. c3`, `1.f5 2.d6`, any mix of them, wrapped over lines, a
//! result at the end (`37-27`, `1-0`, `+14`), and PGN-like tags before it (`[Black "name"]`). Passes may be
//! left out; one that stands where a move exists is an error. Lists of bare numbers (`56 64 33`) are refused:
//! whether rows or columns come first cannot be told.

mod games;

pub use games::read_games;

use super::error::{Fault, FormatError, Located, Locator, first_word, quoted};
use super::record::{RecordedGame, RecordedResult, play_recorded};
use super::turns::{is_joining_hyphen, scan_turn, without_implied_passes};
use crate::othello::{Color, Game, Score, Turn};

/// The one game that `text` holds.
///
/// # Errors
/// Where the first word is that cannot be read, or the first turn that breaks a rule.
///
/// # Examples
/// ```
/// use outflank::formats::transcript;
///
/// let record = transcript::read("1. F5 d6 2. c3-d3\n3. c4")?;
/// assert_eq!(transcript::write(&record.game).as_deref(), Some("f5d6c3d3c4"));
/// # Ok::<(), outflank::formats::FormatError>(())
/// ```
pub fn read(text: &str) -> Result<RecordedGame, FormatError> {
    read_one(text).map_err(|fault| Locator::new(text).error(fault))
}

/// The moves of `game` run together, passes left out; `None` where it was not set up with the standard start.
pub fn write(game: &Game) -> Option<String> {
    let start = Game::default();
    if (game.start(), game.first_side()) != (start.start(), start.first_side()) {
        return None;
    }
    let mut turns = without_implied_passes(game);
    if turns.last() == Some(&Turn::Pass) {
        turns.pop();
    }
    Some(turns.iter().map(ToString::to_string).collect())
}

/// The game of `text`, or the byte offset of a fault.
fn read_one(text: &str) -> Located<RecordedGame> {
    let mut record = RecordedGame::new(Game::default());
    let mut ended = false;
    for (at, token) in Tokens::new(text) {
        let token = token.map_err(|fault| (at, fault))?;
        if ended {
            return Err((at, Fault::AfterResult(quoted(word_at(text, at)))));
        }
        match token {
            Token::MoveNumber => {}
            Token::Turn(turn) => play_recorded(&mut record.game, turn).map_err(|fault| (at, fault))?,
            Token::Result(result) => {
                ended = true;
                record.result = result.or(record.result);
            }
            Token::Tag(name, value) => read_tag(&mut record, name, value),
        }
    }
    record.result = record.result.or_else(|| RecordedResult::of(&record.game));
    Ok(record)
}

/// Puts what a PGN-like tag says into the record; tags that it has no place for are skipped.
fn read_tag(record: &mut RecordedGame, name: &str, value: &str) {
    if value == "?" {
        return;
    }
    match name {
        "Black" => record.black = value.to_string(),
        "White" => record.white = value.to_string(),
        "Event" => record.event = value.to_string(),
        "Result" => record.result = read_result(value),
        _ => {}
    }
}

/// A part of a transcript.
enum Token<'a> {
    Turn(Turn),
    MoveNumber,
    /// `None` for a result that says nothing, such as `*`.
    Result(Option<RecordedResult>),
    Tag(&'a str, &'a str),
}

/// The parts of a transcript with their byte offsets; it ends after the first fault.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next part and its length in bytes.
    fn scan_next(&self) -> Result<(Token<'a>, usize), Fault> {
        let rest = &self.text[self.at..];
        let word = word_at(self.text, self.at);
        if rest.starts_with('[') {
            return scan_tag(rest).ok_or(Fault::NotClosed("["));
        }
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return scan_number(word);
        }
        if is_result(word) {
            return Ok((Token::Result(read_result(word)), word.len()));
        }
        scan_turn(rest.as_bytes())
            .map(|(turn, length)| (Token::Turn(turn), length))
            .ok_or_else(|| Fault::NotAMove(quoted(word)))
    }

    /// Skips blanks, commas, and hyphens that join two moves.
    fn skip_separators(&mut self) {
        while let Some(next) = self.text[self.at..].chars().next() {
            let rest = &self.text.as_bytes()[self.at..];
            let joining = is_joining_hyphen(rest) && !rest.get(1).is_some_and(u8::is_ascii_digit);
            if !(next.is_whitespace() || next == ',' || joining) {
                return;
            }
            self.at += next.len_utf8();
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Result<Token<'a>, Fault>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_separators();
        let at = self.at;
        if at == self.text.len() {
            return None;
        }
        let scanned = self.scan_next();
        self.at = scanned.as_ref().map_or(self.text.len(), |(_, length)| at + length);
        Some((at, scanned.map(|(token, _)| token)))
    }
}

/// The word at `at`, up to the next blank or comma.
fn word_at(text: &str, at: usize) -> &str {
    let word = first_word(&text[at..]);
    word.split(',').next().unwrap_or(word)
}

/// A tag of the form `[Name "value"]`; within the value a backslash takes the next character as it is.
fn scan_tag(rest: &str) -> Option<(Token<'_>, usize)> {
    let open = rest.find('"')?;
    let name = rest[1..open].trim();
    let mut escaped = false;
    let close = rest[open + 1..].find(|c: char| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    let value = &rest[open + 1..open + 1 + close];
    let after = &rest[open + close + 2..];
    let bracket = after.find(']').filter(|at| after[..*at].trim().is_empty())?;
    Some((Token::Tag(name, value), open + close + 2 + bracket + 1))
}

/// A move number such as `12.`, `12...` or `12)`, or a result such as `37-27`.
fn scan_number(word: &str) -> Result<(Token<'_>, usize), Fault> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let marks = word.bytes().skip(digits).take_while(|byte| matches!(byte, b'.' | b')')).count();
    if marks > 0 {
        Ok((Token::MoveNumber, digits + marks))
    } else if is_result(word) {
        Ok((Token::Result(read_result(word)), word.len()))
    } else {
        Err(Fault::BareNumber(quoted(word)))
    }
}

/// Whether a word has the form of a result.
fn is_result(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_count = |text: &str| is_number(text) || text == "1/2";
    word == "*"
        || word.strip_prefix(['+', '-']).is_some_and(is_number)
        || word.split_once('-').is_some_and(|(black, white)| is_count(black) && is_count(white))
}

/// The result that a word such as `37-27` (black's discs first), `1-0` or `+14` (for black) claims.
pub(super) fn read_result(word: &str) -> Option<RecordedResult> {
    if word.starts_with(['+', '-']) {
        return Score::new(word.parse().ok()?).map(RecordedResult::Score);
    }
    match word.split_once('-')? {
        ("1/2", "1/2") => Some(RecordedResult::Score(Score::DRAW)),
        ("1", "0") => Some(RecordedResult::Won(Color::Black)),
        ("0", "1") => Some(RecordedResult::Won(Color::White)),
        (black, white) => {
            let (black, white): (u32, u32) = (black.parse().ok()?, white.parse().ok()?);
            let fits = black <= 64 && white <= 64 - black;
            fits.then(|| RecordedResult::Score(Score::of_counts(black, white)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::Place;
    use super::*;
    use crate::othello::{MoveError, Outcome};

    fn fault(text: &str) -> (usize, usize, Fault) {
        match read(text).unwrap_err() {
            FormatError { place: Place::Text { line, column }, fault } => (line, column, fault),
            error => panic!("{error}"),
        }
    }

    fn discs(game: &Game) -> (u32, u32) {
        (game.discs(Color::Black).count(), game.discs(Color::White).count())
    }

    #[test]
    fn every_spelling_gives_the_same_game() {
        for text in [
            "f5d6c3d3c4",
            "F5D6C3D3C4",
            "f5 d6 c3 d3 c4",
            "F5-D6-C3-D3-C4",
            "1. f5 d6 2. c3 d3 3. c4",
            "1.f5 2.d6 3.c3 4.d3 5.c4",
            "1) f5 2) d6\r\n3) c3, 4) d3\n\n5) c4",
            "f5d6\n c3,d3\tC4\n",
            "1. f5 1... d6 2. c3 2... d3 3. c4",
            "[Event \"?\"]\n[Black \"a \\\"b\\\" ]\"]\n\n1. f5 d6 2. c3 d3 3. c4 *",
        ] {
            let record = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write(&record.game).as_deref(), Some("f5d6c3d3c4"), "{text}");
        }
    }

    // Reported of another program: a correct record in capitals was refused at its tenth move.
    #[test]
    fn a_game_in_capitals_with_a_pass_left_out_is_read_to_its_end() {
        let text = "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4H3\
                    G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1";
        let game = read(text).unwrap().game;
        assert_eq!((game.outcome(), discs(&game)), (Outcome::Draw, (32, 32)));
        let turns: Vec<Turn> = game.turns().map(|record| record.turn).collect();
        assert_eq!((turns.len(), turns[58]), (61, Turn::Pass));
        assert_eq!(write(&game), Some(text.to_lowercase()));
    }

    #[test]
    fn the_shortest_draws_and_the_shortest_wipe_out_are_over() {
        for text in ["f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5", "f5d6c6b6b7f6b5a6e6a8b8f3f7g6g2c8h6h1d3b4"] {
            let game = read(text).unwrap().game;
            assert_eq!((game.outcome(), discs(&game)), (Outcome::Draw, (12, 12)));
        }
        let record = read("e6f4e3f6g5d6e7f5c5").unwrap();
        assert_eq!(discs(&record.game), (13, 0));
        assert_eq!(record.result, Some(RecordedResult::Score(Score::MAX)));
    }

    #[test]
    fn a_pass_may_fill_its_slot_but_not_stand_where_a_move_exists() {
        for pass in ["", "--", "pa", "P", "pass", "@@"] {
            let text = format!("1. d3 c3 2. f5 d2 3. d1 e1 4. b2 c1 5. {pass} a3 12-1");
            let record = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(record.game.side_to_move(), Color::Black);
            assert_eq!(record.game.turns().count(), 10);
        }
        let reason = MoveError::PassNotAllowed;
        assert_eq!(fault("f5\nd6 pa c3"), (2, 4, Fault::Illegal { ply: 3, turn: Turn::Pass, reason }));
    }

    #[test]
    fn results_at_the_end_are_black_first() {
        let result = |text: &str| read(&format!("f5 d6 {text}")).unwrap().result;
        let score = |discs| Score::new(discs).map(RecordedResult::Score);
        assert_eq!(result("37-27"), score(10));
        assert_eq!(result("27-37"), score(-10));
        assert_eq!(result("33-30"), score(4));
        assert_eq!(result("+14"), score(14));
        assert_eq!(result("-02"), score(-2));
        assert_eq!(result("1/2-1/2"), score(0));
        assert_eq!(result("1-0"), Some(RecordedResult::Won(Color::Black)));
        assert_eq!(result("0-1"), Some(RecordedResult::Won(Color::White)));
        assert_eq!(result("*"), None);
        assert_eq!(result("60-40"), None);
        assert_eq!(result(""), None);
        let tagged = read("[Result \"40-24\"]\n[Black \"a\"] [White \"b\"]\nf5 d6").unwrap();
        assert_eq!((tagged.result, tagged.black, tagged.white), (score(16), "a".into(), "b".into()));
    }

    #[test]
    fn faults_are_found_at_their_line_and_column() {
        assert_eq!(fault("f5 d6\n\u{a0}c3 z9").0, 2);
        assert_eq!(fault("f5 d6\n\u{a0}c3 z9"), (2, 5, Fault::NotAMove("z9".into())));
        assert_eq!(fault("f5d6x"), (1, 5, Fault::NotAMove("x".into())));
        assert_eq!(fault("f5 d6 44 33"), (1, 7, Fault::BareNumber("44".into())));
        assert_eq!(fault("f5 37-27 d6"), (1, 10, Fault::AfterResult("d6".into())));
        assert_eq!(fault("\n[Black \"a\nf5"), (2, 1, Fault::NotClosed("[")));
        let turn: Turn = Turn::Move("c5".parse().unwrap());
        let reason = MoveError::FlipsNothing("c5".parse().unwrap());
        assert_eq!(fault("f5c5"), (1, 3, Fault::Illegal { ply: 2, turn, reason }));
        let over = fault("e6f4e3f6g5d6e7f5c5 pass a1");
        assert!(
            matches!(over, (1, 25, Fault::Illegal { ply: 10, reason: MoveError::GameOver, .. })),
            "{over:?}"
        );
    }

    #[test]
    fn only_games_from_the_standard_start_are_transcripts() {
        let start = Game::default();
        assert_eq!(write(&start).as_deref(), Some(""));
        assert_eq!(write(&Game::from_position(*start.start(), Color::White)), None);
    }
}
