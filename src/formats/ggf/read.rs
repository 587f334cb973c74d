//! Reading GGF, one game after the other.

use super::super::board::Board;
use super::super::error::{Fault, FormatError, Located, Locator, first_word, quoted};
use super::super::turns::{NotATurn, read_turn};
use super::clock::{read_decimal, read_span};
use super::{Clock, GgfGame, GgfResult, Player, TurnNote};
use crate::othello::{Color, Game, MoveError, Turn};

/// The games of `text` in order; a game that cannot be read is one error and does not cost the others.
///
/// # Examples
/// ```
/// use outflank::formats::ggf;
///
/// let text = "2 (;GM[Othello]PB[a]PW[b]B[f5//1,5]W[d6];)(;GM[Othello]B[f5]W[c5];)";
/// let games: Vec<_> = ggf::read_games(text).collect();
/// assert_eq!(games.len(), 2);
/// assert!(games[0].is_ok());
/// let error = games[1].as_ref().err().map(ToString::to_string);
/// assert_eq!(error.as_deref(), Some("line 1, column 63: turn 2: c5 flips no disc"));
/// ```
pub const fn read_games(text: &str) -> Games<'_> {
    Games { text, at: 0, limit: 0, locator: Locator::new(text) }
}

/// The first game of `text`.
///
/// # Errors
/// Where the first fault is; also where there is no game.
pub fn read_game(text: &str) -> Result<GgfGame, FormatError> {
    read_games(text).next().unwrap_or_else(|| {
        let fault = Fault::Unexpected { found: quoted(text.trim()), wanted: "a game `(;`" };
        Err(Locator::new(text).error((0, fault)))
    })
}

/// The turn and the note of a move such as `F5`, `d6/-1.50`, `PA//3.107` or `D6 1.00 0.5`.
///
/// # Errors
/// The move is none. An eval or a time that cannot be read is left out.
pub fn read_move(value: &str) -> Result<(Turn, TurnNote), NotATurn> {
    let value = value.trim();
    let mut fields: Vec<&str> = value.split('/').map(str::trim).collect();
    if fields.len() == 1 {
        fields = value.split_whitespace().collect();
    }
    let turn = read_turn(fields.first().unwrap_or(&""))?;
    let note = TurnNote {
        eval: fields.get(1).and_then(|field| read_decimal(field)),
        time: fields.get(2).and_then(|field| read_span(field)),
    };
    Ok((turn, note))
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
    type Item = Result<GgfGame, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        // The number of games in the match stands before them.
        let start = self.at + rest.find(|c: char| !c.is_whitespace() && !c.is_ascii_digit())?;
        let game = if self.text[start..].starts_with("(;") {
            if start >= self.limit {
                self.limit = find_tagged(self.text, start + 2);
            }
            let (properties, end) = scan_properties(&self.text[..self.limit], start);
            self.at = end;
            properties.and_then(|properties| interpret(&properties))
        } else {
            self.at = next_game(self.text, start);
            let found = quoted(self.text[start..self.at].trim_end());
            Err((start, Fault::Unexpected { found, wanted: "a game `(;`" }))
        };
        Some(game.map_err(|fault| self.locator.error(fault)))
    }
}

/// A tag and its value, with the byte offset of the value.
struct Property<'a> {
    tag: &'a str,
    value: &'a str,
    at: usize,
}

/// The tags of the game that begins at `start`, and where to look for the next game.
fn scan_properties(text: &str, start: usize) -> (Located<Vec<Property<'_>>>, usize) {
    let mut properties = Vec::new();
    let mut at = start + 2;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace());
        at = text.len() - trimmed.len();
        if trimmed.is_empty() {
            return (Err((start, Fault::NotClosed("(;"))), at);
        }
        if let Some(after) = trimmed.strip_prefix(";)").or_else(|| trimmed.strip_prefix(')')) {
            return (Ok(properties), text.len() - after.len());
        }
        match scan_property(text, at) {
            Ok((property, end)) => {
                properties.push(property);
                at = end;
            }
            // Without a bracket up to the end no value begins before it that is closed.
            Err(fault @ Fault::NotClosed(_)) => return (Err((at, fault)), text.len()),
            Err(fault) => return (Err((at, fault)), next_game(text, at)),
        }
    }
}

/// The property at `at`, and where it ends.
fn scan_property(text: &str, at: usize) -> Result<(Property<'_>, usize), Fault> {
    let rest = &text[at..];
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (tag, after) = rest.split_at(letters);
    let value = after.trim_start().strip_prefix('[').filter(|_| letters > 0);
    let Some(value) = value else {
        let found = quoted(first_word(rest));
        return Err(Fault::Unexpected { found, wanted: "a tag such as `B[f5]`" });
    };
    let at = text.len() - value.len();
    let length = value.find(']').ok_or(Fault::NotClosed("["))?;
    let value = &value[..length];
    Ok((Property { tag, value, at }, at + length + 1))
}

/// Where the first game from `at` on that has a tag at its start begins, or the end of the text.
fn find_tagged(text: &str, at: usize) -> usize {
    let has_tag = |start: &usize| {
        let tag = text[start + 2..].trim_start();
        let after = tag.trim_start_matches(|c: char| c.is_ascii_uppercase());
        after.len() < tag.len() && after.starts_with('[')
    };
    let mut games = text[at..].match_indices("(;").map(|(distance, _)| at + distance);
    games.find(has_tag).unwrap_or(text.len())
}

/// Where the first game after `at` begins, or the end of the text.
fn next_game(text: &str, at: usize) -> usize {
    text[at..].find("(;").map_or(text.len(), |distance| at + distance)
}

/// The game that the properties describe.
fn interpret(properties: &[Property<'_>]) -> Located<GgfGame> {
    let mut ggf = GgfGame::set_up(read_start(properties)?);
    for property in properties {
        let text = || property.value.trim().to_string();
        match property.tag {
            "PC" => ggf.place = text(),
            "DT" => ggf.date = text(),
            "PB" => ggf.black.name = text(),
            "PW" => ggf.white.name = text(),
            "RB" => ggf.black.rating = text(),
            "RW" => ggf.white.rating = text(),
            "TI" => set_clock([&mut ggf.black, &mut ggf.white], property.value),
            "TB" => set_clock([&mut ggf.black], property.value),
            "TW" => set_clock([&mut ggf.white], property.value),
            "RE" => ggf.result = GgfResult::read(property.value),
            "GM" if !property.value.trim().eq_ignore_ascii_case("othello") => {
                return Err((property.at, Fault::OtherGame(quoted(property.value))));
            }
            "TY" if !is_standard_board(property.value) => {
                return Err((property.at, Fault::OtherGame(quoted(property.value))));
            }
            "TY" if !text().is_empty() => ggf.board_type = text(),
            "B" => play(&mut ggf, Color::Black, property.value).map_err(|fault| (property.at, fault))?,
            "W" => play(&mut ggf, Color::White, property.value).map_err(|fault| (property.at, fault))?,
            _ => {}
        }
    }
    Ok(ggf)
}

fn set_clock<const N: usize>(players: [&mut Player; N], value: &str) {
    let clock = Clock::read(value);
    for player in players {
        player.clock = clock;
    }
}

/// The game before its first turn, from the `BO` tag wherever it stands.
fn read_start(properties: &[Property<'_>]) -> Located<Game> {
    match properties.iter().find(|property| property.tag == "BO") {
        None => Ok(Game::default()),
        Some(property) => match property.value.parse::<Board>() {
            Ok(board) => Ok(board.game()),
            Err(error) => Err((property.at, Fault::Board(error))),
        },
    }
}

/// Whether a board type is played on 8x8 by the usual rules: `8`, `s8r20`, `8b`, but not `10`, `88` or `8a`;
/// an empty one is.
fn is_standard_board(board_type: &str) -> bool {
    if board_type.trim().is_empty() {
        return true;
    }
    let from_digit = board_type.trim_start_matches(|c: char| !c.is_ascii_digit());
    let size = &from_digit[..from_digit.bytes().take_while(u8::is_ascii_digit).count()];
    size == "8" && !board_type.contains(['a', 'A'])
}

/// Plays one `B` or `W` tag.
///
/// A missing pass is put in where the side to move has no move. The colour of the tag matters only for a
/// pass: one that repeats the pass just made, or comes after the end of the game, has no effect.
fn play(ggf: &mut GgfGame, color: Color, value: &str) -> Result<(), Fault> {
    let (turn, note) = read_move(value).map_err(|error| Fault::NotAMove(error.text))?;
    if turn == Turn::TimedOut {
        return Err(Fault::NotAMove(quoted(value)));
    }
    let repeats_pass = || {
        let last = ggf.game.turns().last();
        color != ggf.game.side_to_move() && last.is_some_and(|record| record.turn == Turn::Pass)
    };
    if turn == Turn::Pass && (ggf.game.is_over() || repeats_pass()) {
        return Ok(());
    }
    let ply = ggf.notes.len() + 1;
    ggf.play(turn, note).map_err(|reason: MoveError| Fault::Illegal { ply, turn, reason })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::super::board::BoardError;
    use super::super::super::error::Place;
    use super::super::Ending;
    use super::*;
    use crate::othello::{Outcome, Position};

    const BO: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

    /// Eight plies after which black has no move and white has a3, b4 and d6.
    const TO_A_PASS: &str = "B[D3]W[C3]B[F5]W[D2]B[D1]W[E1]B[B2]W[C1]";

    fn game(moves: &str) -> Result<GgfGame, FormatError> {
        read_game(&format!("(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]{BO}{moves};)"))
    }

    fn names(ggf: &GgfGame) -> String {
        ggf.game().turns().map(|record| record.turn.to_string()).collect()
    }

    fn fault(text: &str) -> (usize, usize, Fault) {
        match read_game(text).unwrap_err() {
            FormatError { place: Place::Text { line, column }, fault } => (line, column, fault),
            error => panic!("{error}"),
        }
    }

    // As a graphical board sends it after a forced pass of the human side; an engine that dropped the last
    // pass answered for the wrong side.
    #[test]
    fn a_trailing_pass_turns_the_side_to_move() {
        let text = "(;GM[Othello]PC[NBoard]DT[2022-01-17 12:52:30 GMT]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 \
            ---------------------------O*------*O--------------------------- *]B[F5//2.449]W[D6/0.00]B[C5//1.264]\
            W[F4/1.00]B[D3//1.338]W[E3/2.00]B[F2//4.405]W[C6/9.00]B[G5//6.25]W[B5/13.00]B[A5//3.262]W[B4/23.00]\
            B[B3//5.586]W[C4/25.00/0.1]B[C3//1.75]W[A6/24.00/0.1]B[A7//4.652]W[A3/27.00/0.1]\
            B[F3//2.7680000000000002]W[E6/27.00/0.1]B[C7//4.2860000000000005]W[B6/39.00]B[D7//1.676]W[D8/46.00]\
            B[B8//1.8980000000000001]W[E7/44.00]B[F7//3.689]W[E8/58.00]B[C8//1.793]W[A8/62.00/0.1]B[A4//2.177]\
            W[F8/62.00]B[A2//6.807]W[B7/64.00]B[PA//3.107];)";
        let ggf = read_game(text).unwrap();
        assert_eq!(
            Board::of(ggf.game()).to_string(),
            "--------X----X--XXXXXX--XXXXXX--XXOXXXX-XOXOX---XOOOOX--OOOOOO-- O"
        );
        assert_eq!((ggf.game().turns().count(), ggf.notes().len()), (35, 35));
        assert_eq!(ggf.notes()[34].time, Some(Duration::from_millis(3107)));
        assert_eq!((ggf.notes()[33].eval, ggf.notes()[33].time), (Some(64.0), None));
        let used = ggf.time_left(Color::Black).unwrap().as_secs_f64();
        assert!((used - (300.0 - 59.157)).abs() < 1e-6, "{used}");
    }

    #[test]
    fn passes_are_read_in_any_spelling_put_in_where_missing_and_never_made_twice() {
        for (moves, side, turns) in [
            ("B[PA]", Color::White, 9),
            ("B[pass//1.0]", Color::White, 9),
            ("B[--]W[A3]", Color::Black, 10),
            ("W[A3]", Color::Black, 10),
            ("B[PA]W[A3]", Color::Black, 10),
            ("B[PA]B[PA]W[A3]", Color::Black, 10),
            ("W[a3/-1.00/2]", Color::Black, 10),
        ] {
            let ggf = game(&format!("{TO_A_PASS}{moves}")).unwrap_or_else(|error| panic!("{moves}: {error}"));
            assert_eq!(ggf.game().side_to_move(), side, "{moves}");
            assert_eq!((ggf.game().turns().count(), ggf.notes().len()), (turns, turns), "{moves}");
        }
        let error = game("B[F5]W[PA]").unwrap_err();
        assert!(matches!(error.fault, Fault::Illegal { ply: 2, turn: Turn::Pass, .. }), "{error}");
    }

    #[test]
    fn a_game_of_a_server_with_rows_set_apart_is_read_to_its_end() {
        let moves = "d3c5e6d2c6d6b5f5e7f6f4f3g4d7g3g5h6h5h4e8c7h3c3h7e3b6g6f7d8c2d1c4b4a5f8f2e2a4a3b3f1g7b7c8a6a7\
                     c1b2a8b8a2e1h8g8h2g1h1g2";
        let mut text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]\
            TI[05:00//02:00]TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
            -------- *]"
            .to_string();
        for (ply, square) in moves.as_bytes().chunks(2).enumerate() {
            let square = std::str::from_utf8(square).unwrap();
            text += &format!("{}[{square}//0.01]", if ply % 2 == 0 { 'B' } else { 'W' });
        }
        text += "B[pass]W[a1//0.01]B[b1//0.01];)\n";
        let ggf = read_game(&text).unwrap();
        assert_eq!(names(&ggf), format!("{moves}passa1b1"));
        assert_eq!(ggf.game().outcome(), Outcome::Draw);
        assert_eq!(ggf.result, Some(GgfResult { discs: 0.0, ending: Ending::Played }));
        assert_eq!((ggf.black.rating.as_str(), ggf.place.as_str()), ("2197.01", "GGS/os"));
        assert_eq!(ggf.white.clock, Some(Clock::of(Duration::from_secs(300))));
    }

    #[test]
    fn evals_and_times_are_read_tolerantly_and_never_cost_a_game() {
        let note = |field: &str| game(&format!("B[F5{field}]")).unwrap().notes()[0];
        let (eval, millis) = (Some, |millis| Some(Duration::from_millis(millis)));
        for (field, expected) in [
            ("", (None, None)),
            ("/", (None, None)),
            ("//", (None, None)),
            ("/-1.50", (eval(-1.5), None)),
            ("/-1,50/2.1", (eval(-1.5), millis(2100))),
            ("//9.5E-2", (None, millis(95))),
            ("/2/1:05", (eval(2.0), millis(65_000))),
            ("/NaN/-1", (None, None)),
            ("/x/y/z", (None, None)),
            (" 1.25 0.5", (eval(1.25), millis(500))),
        ] {
            let note = note(field);
            assert_eq!((note.eval, note.time), expected, "{field}");
        }
    }

    #[test]
    fn the_board_says_who_begins() {
        let text =
            "(;GM[Othello]BO[8 --------------------------XXXXX---XXX-X---XXXXXX----X-X------OOO O]W[c2];)";
        let error = read_game(text).unwrap_err();
        assert!(matches!(error.fault, Fault::Illegal { ply: 1, .. }), "{error}");
        let ggf = read_game(&text.replace("W[c2]", "")).unwrap();
        assert_eq!(ggf.game().side_to_move(), Color::White);
        // At the start d3, c4, f5, e6 are black's moves and e3, f4, c5, d6 are white's.
        let start = BO.replace(" *]", " O]");
        let error = read_game(&format!("(;{start}W[f5];)")).unwrap_err();
        assert!(matches!(error.fault, Fault::Illegal { ply: 1, .. }), "{error}");
        let ggf = read_game(&format!("(;{start}W[f4]B[f3];)")).unwrap();
        assert_eq!((ggf.game().first_side(), ggf.game().start()), (Color::White, &Position::START.passed()));
        assert_eq!(names(&ggf), "f4f3");
    }

    #[test]
    fn a_bad_game_does_not_cost_the_good_ones() {
        let text = format!(
            "2 (;{BO}B[f5];)(;{BO}B[a1];)\n1 (;{BO}B[f5\n1 (;{BO}B[e6];)\n(;{BO}B[f5;)\n1 (;B[c4];)\r\nlog: x\n\
             (;GM[Othello]TY[10]{BO};)(;GM[Chess];)(;BO[8 --- *];)\n(;B[d3];)(;B[d3]"
        );
        let games: Vec<Result<String, String>> = read_games(&text)
            .map(|game| game.map(|ggf| names(&ggf)).map_err(|error| error.to_string()))
            .collect();
        let good: Vec<&String> = games.iter().flatten().collect();
        assert_eq!(good, ["f5", "e6", "c4", "d3"]);
        let bad: Vec<&String> = games.iter().filter_map(|game| game.as_ref().err()).collect();
        assert_eq!(bad.len(), 8, "{games:#?}");
        assert_eq!(bad[0], "line 1, column 160: turn 1: a1 flips no disc");
        assert!(bad[3].starts_with("line 6, column 1: `log: x`"), "{}", bad[3]);
        assert_eq!(bad[7], "line 8, column 10: `(;` is not closed");
    }

    #[test]
    fn faults_are_found_at_their_line_and_column() {
        assert_eq!(fault("(;GM[Chess];)"), (1, 6, Fault::OtherGame("Chess".into())));
        assert_eq!(fault("(;TY[8a];)"), (1, 6, Fault::OtherGame("8a".into())));
        assert_eq!(fault("\n(;\nB[f9//1];)"), (3, 3, Fault::NotAMove("f9".into())));
        assert_eq!(fault("(;B[];)"), (1, 5, Fault::NotAMove(String::new())));
        assert_eq!(fault("(;B[timeout];)"), (1, 5, Fault::NotAMove("timeout".into())));
        assert_eq!(fault("(;BO[8 --- *];)"), (1, 6, Fault::Board(BoardError::SquareCount(3))));
        assert_eq!(fault("(;BO[10 --- *];)"), (1, 6, Fault::Board(BoardError::Size(10))));
        assert!(matches!(fault("(;B;)"), (1, 3, Fault::Unexpected { .. })));
        assert!(matches!(fault("f5d6"), (1, 1, Fault::Unexpected { .. })));
        assert!(matches!(fault(""), (1, 1, Fault::Unexpected { .. })));
    }

    #[test]
    fn a_name_may_hold_what_ends_and_begins_a_game() {
        let ggf = read_game("(;PB[;)(;]PW[(;-)]B[f5];)").unwrap();
        assert_eq!((ggf.black.name.as_str(), ggf.white.name.as_str()), (";)(;", "(;-)"));
    }

    #[test]
    fn unknown_tags_are_skipped() {
        let ggf = read_game("(;GM[Othello]XX[y]\nKB[f5//1]\tKM[1.0] B[f5]CO[z]\nW[d6] ;)").unwrap();
        assert_eq!(names(&ggf), "f5d6");
    }
}
