//! Turns as words: squares, passes in every spelling, timed-out turns, moves run together.
//!
//! Read are, in either case: `f5`; `pass`, `pas`, `pa`, `ps`, `p`, `--`, `@@`, `@@@@`, `null`; `timeout`;
//! and any of them run together or joined by single hyphens: `f5d6c3`, `F5-D6-C3`, `c1pab4`. The longest
//! spelling counts, `p` is a pass only as a word of its own, and two to four hyphens are one pass. Whether a
//! turn is allowed is for the rules to say.

use thiserror::Error;

use super::error::quoted;
use crate::othello::{Game, MoveError, Square, Turn};

/// A word, or a part of one, that names no turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no move: a square such as f5, or pass, wanted")]
pub struct NotATurn {
    /// What stands where a turn was expected, in ASCII and cut where it is long.
    pub text: String,
}

/// Why a line of turns could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// A word that names no turn.
    #[error(transparent)]
    NotATurn(#[from] NotATurn),
    /// A turn that the rules do not allow.
    #[error("turn {ply}: {reason}")]
    Illegal {
        /// Its number in the line, from 1, passes that were left out not counted.
        ply: usize,
        /// The turn as it was read.
        turn: Turn,
        /// The rule that it breaks.
        reason: MoveError,
    },
}

/// The one turn that `word` names.
///
/// # Errors
/// The word names none, or several.
///
/// # Examples
/// ```
/// use outflank::formats::read_turn;
/// use outflank::othello::Turn;
///
/// assert_eq!(read_turn("PA"), Ok(Turn::Pass));
/// assert_eq!(read_turn("F5").map(|turn| turn.to_string()), Ok("f5".to_string()));
/// assert!(read_turn("f5d6").is_err());
/// ```
pub fn read_turn(word: &str) -> Result<Turn, NotATurn> {
    match scan_turn(word.as_bytes()) {
        Some((turn, length)) if length == word.len() => Ok(turn),
        _ => Err(NotATurn { text: quoted(word) }),
    }
}

/// The turns that `word` names, one or several run together.
///
/// # Errors
/// The rest of the word from the first place where no turn stands.
pub fn read_turns(word: &str) -> Result<Vec<Turn>, NotATurn> {
    let bytes = word.as_bytes();
    let mut turns = Vec::new();
    let mut at = 0;
    loop {
        let Some((turn, length)) = scan_turn(&bytes[at..]) else {
            // A scanned turn is ASCII, so that `at` lies between characters.
            return Err(NotATurn { text: quoted(&word[at..]) });
        };
        turns.push(turn);
        at += length;
        if at == bytes.len() {
            return Ok(turns);
        }
        at += usize::from(is_joining_hyphen(&bytes[at..]));
    }
}

/// `game` after the turns of `line`: words set apart, each one turn or several run together. Passes may be
/// left out and timed-out turns may stand in it.
///
/// # Errors
/// The first word that names no turn, or the first turn that breaks a rule.
pub fn play_line(game: &Game, line: &str) -> Result<Game, PlayError> {
    let mut game = game.clone();
    let mut ply = 0;
    for word in line.split_whitespace() {
        for turn in read_turns(word)? {
            ply += 1;
            game.play_implying_pass(turn).map_err(|reason| PlayError::Illegal { ply, turn, reason })?;
        }
    }
    Ok(game)
}

/// The turns of `game` as [`play_line`] reads them back: lower case, one blank between them, forced passes
/// left out wherever a move follows.
pub fn write_line(game: &Game) -> String {
    let words: Vec<String> = without_implied_passes(game).iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// The turns of `game` without the passes that [`Game::play_implying_pass`] puts back: those before a move.
pub(super) fn without_implied_passes(game: &Game) -> Vec<Turn> {
    let turns: Vec<Turn> = game.turns().map(|record| record.turn).collect();
    let next = turns.iter().skip(1).map(Some).chain([None]);
    let needed = turns
        .iter()
        .zip(next)
        .filter(|(turn, next)| !(**turn == Turn::Pass && matches!(next, Some(Turn::Move(_)))));
    needed.map(|(turn, _)| *turn).collect()
}

/// The turn at the start of `bytes`, and its length; the longest spelling counts.
pub(super) fn scan_turn(bytes: &[u8]) -> Option<(Turn, usize)> {
    const WORDS: [(&str, Turn); 9] = [
        ("timeout", Turn::TimedOut),
        ("pass", Turn::Pass),
        ("null", Turn::Pass),
        ("@@@@", Turn::Pass),
        ("pas", Turn::Pass),
        ("pa", Turn::Pass),
        ("ps", Turn::Pass),
        ("@@", Turn::Pass),
        ("p", Turn::Pass),
    ];
    for (word, turn) in WORDS {
        let Some(start) = bytes.get(..word.len()) else { continue };
        let alone = !bytes.get(word.len()).is_some_and(u8::is_ascii_alphanumeric);
        if start.eq_ignore_ascii_case(word.as_bytes()) && (word != "p" || alone) {
            return Some((turn, word.len()));
        }
    }
    let hyphens = bytes.iter().take_while(|byte| **byte == b'-').count();
    if hyphens > 0 {
        return (2..=4).contains(&hyphens).then_some((Turn::Pass, hyphens));
    }
    let name = std::str::from_utf8(bytes.get(..2)?).ok()?;
    name.parse::<Square>().ok().map(|square| (Turn::Move(square), 2))
}

/// Whether `bytes` begin with a single hyphen, which joins two turns.
pub(super) fn is_joining_hyphen(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'-') && bytes.get(1) != Some(&b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(turns: &[Turn]) -> String {
        turns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_spelling_of_a_pass_is_read_in_either_case() {
        for word in
            ["pass", "pas", "pa", "ps", "p", "--", "@@", "@@@@", "null", "PASS", "Pa", "PS", "P", "NULL"]
        {
            assert_eq!(read_turn(word), Ok(Turn::Pass), "{word}");
            assert_eq!(read_turns(word), Ok(vec![Turn::Pass]), "{word}");
        }
        assert_eq!(read_turn("TimeOut"), Ok(Turn::TimedOut));
    }

    #[test]
    fn moves_run_together_are_told_apart() {
        for (word, expected) in [
            ("f5d6c3", "f5 d6 c3"),
            ("F5-D6-C3", "f5 d6 c3"),
            ("f5", "f5"),
            ("c1pab4", "c1 pass b4"),
            ("c1passb4", "c1 pass b4"),
            ("c1psB4", "c1 pass b4"),
            ("c1--b4", "c1 pass b4"),
            ("c1---b4", "c1 pass b4"),
            ("c1-pa-b4", "c1 pass b4"),
            ("c1@@@@b4", "c1 pass b4"),
            ("c1p", "c1 pass"),
            ("f5papa", "f5 pass pass"),
            ("f5timeoutd6", "f5 timeout d6"),
        ] {
            assert_eq!(read_turns(word).map(|turns| names(&turns)), Ok(expected.to_string()), "{word}");
        }
    }

    #[test]
    fn other_words_are_no_turns() {
        for word in
            ["", "-", "f", "f9", "i5", "5f", "x", "f5-", "-f5", "f5-----d6", "f5!", "f5 d6", "\u{e9}5", "pab"]
        {
            assert!(read_turns(word).is_err(), "{word:?}");
            assert!(read_turn(word).is_err(), "{word:?}");
        }
        assert_eq!(read_turns("f5d6z9"), Err(NotATurn { text: "z9".into() }));
        assert_eq!(read_turns("f5\u{25cf}"), Err(NotATurn { text: "\\u{25cf}".into() }));
    }

    #[test]
    fn a_line_is_played_whole_or_not_at_all() {
        let start = Game::default();
        let game = play_line(&start, "f5d6 C3\td3-c4").unwrap();
        assert_eq!(write_line(&game), "f5 d6 c3 d3 c4");
        assert_eq!(play_line(&start, ""), Ok(start.clone()));
        let turn = Turn::Move("c5".parse().unwrap());
        let reason = MoveError::FlipsNothing("c5".parse().unwrap());
        assert_eq!(play_line(&start, "f5 c5"), Err(PlayError::Illegal { ply: 2, turn, reason }));
        assert_eq!(
            play_line(&start, "f5 pass").map_err(|error| error.to_string()),
            Err("turn 2: pass: the side to move has a legal move".into())
        );
    }

    #[test]
    fn passes_are_written_only_where_reading_would_not_imply_them() {
        let start = Game::default();
        let passed = play_line(&start, "d3c3f5d2d1e1b2c1pa").unwrap();
        assert_eq!(write_line(&passed), "d3 c3 f5 d2 d1 e1 b2 c1 pass");
        let moved = play_line(&passed, "a3").unwrap();
        assert_eq!(write_line(&moved), "d3 c3 f5 d2 d1 e1 b2 c1 a3");
        // After the pass white's turn times out: without the pass it would be black's turn that did.
        let timed_out = play_line(&passed, "timeout").unwrap();
        assert_eq!(write_line(&timed_out), "d3 c3 f5 d2 d1 e1 b2 c1 pass timeout");
        for game in [passed, moved, timed_out] {
            let again = play_line(&start, &write_line(&game)).unwrap();
            assert_eq!((again.position(), again.side_to_move()), (game.position(), game.side_to_move()));
        }
    }
}
