//! Several transcripts in one text: archives with tags before each game, and lists with one game a line.
//!
//! A game begins at a tag after moves, after a line that ends in a result, and at a move number 1. What is
//! left is one game if it can be read as one, however it is wrapped; else its paragraphs are, and a paragraph
//! that is none is a list, one game a line, if at least half of its lines are games by themselves.

use std::iter;

use super::super::error::{FormatError, Located, Locator};
use super::super::record::RecordedGame;
use super::{is_result, read_one, scan_tag};

/// The games of `text` in order; one that cannot be read is one error and does not cost the others.
///
/// # Examples
/// ```
/// use outflank::formats::transcript;
///
/// let text = "f5d6c3\nf5c5\nf5f6e6\n";
/// let games: Vec<_> = transcript::read_games(text).collect();
/// assert_eq!(games.len(), 3);
/// let error = games[1].as_ref().err().map(ToString::to_string);
/// assert_eq!(error.as_deref(), Some("line 2, column 3: turn 2: c5 flips no disc"));
/// ```
pub fn read_games(text: &str) -> impl Iterator<Item = Result<RecordedGame, FormatError>> + '_ {
    let mut locator = Locator::new(text);
    let sections = Part { at: 0, text }.sections();
    let games = sections.into_iter().flat_map(Part::games);
    games.map(move |game| game.map_err(|fault| locator.error(fault)))
}

/// Some lines of a text, and the byte offset of the first.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    /// How many lines are looked at to tell a list of games.
    const SAMPLE: usize = 100;

    /// The parts that begin at lines for which `begins` holds; it is asked for each line in order.
    fn split_before(self, mut begins: impl FnMut(&str) -> bool) -> Vec<Self> {
        let mut parts: Vec<Self> = Vec::new();
        let mut end = 0;
        for line in self.text.split_inclusive('\n') {
            let start = end;
            end += line.len();
            let begins = begins(line);
            match parts.last_mut() {
                Some(last) if !begins => last.text = &self.text[last.at - self.at..end],
                _ => parts.push(Self { at: self.at + start, text: line }),
            }
        }
        parts.retain(|part| !part.text.trim().is_empty());
        parts
    }

    /// The parts that tags, results and move numbers mark as games.
    fn sections(self) -> Vec<Self> {
        let (mut has_moves, mut has_result) = (false, false);
        self.split_before(|line| {
            let line = line.trim();
            let is_tag = begins_with_tag(line);
            let begins = has_moves && (is_tag || is_first_move(line)) || has_result && !line.is_empty();
            if begins {
                (has_moves, has_result) = (false, false);
            }
            has_moves |= !is_tag && !line.is_empty();
            has_result |= !is_tag && line.split([' ', '\t', ',']).next_back().is_some_and(is_result);
            begins
        })
    }

    fn paragraphs(self) -> Vec<Self> {
        let mut after_blank = false;
        self.split_before(|line| {
            let is_blank = line.trim().is_empty();
            std::mem::replace(&mut after_blank, is_blank) && !is_blank
        })
    }

    fn lines(self) -> Vec<Self> {
        self.split_before(|_| true)
    }

    /// The games of a section.
    fn games(self) -> Box<dyn Iterator<Item = Located<RecordedGame>> + 'a> {
        let whole = self.read();
        if whole.is_ok() || begins_with_tag(self.text.trim_start()) {
            return Box::new(iter::once(whole));
        }
        Box::new(self.paragraphs().into_iter().flat_map(Self::games_of_paragraph))
    }

    fn games_of_paragraph(self) -> Box<dyn Iterator<Item = Located<RecordedGame>> + 'a> {
        let whole = self.read();
        let lines = self.lines();
        if whole.is_err() && Self::is_list(&lines) {
            Box::new(lines.into_iter().map(Self::read))
        } else {
            Box::new(iter::once(whole))
        }
    }

    /// Whether these lines are one game each.
    fn is_list(lines: &[Self]) -> bool {
        let sample = &lines[..lines.len().min(Self::SAMPLE)];
        let games = sample.iter().filter(|line| line.read().is_ok()).count();
        2 * games >= sample.len()
    }

    /// The one game of these lines.
    fn read(self) -> Located<RecordedGame> {
        read_one(self.text).map_err(|(at, fault)| (self.at + at, fault))
    }
}

fn begins_with_tag(text: &str) -> bool {
    text.starts_with('[') && scan_tag(text).is_some()
}

/// Whether a line begins with the number of the first move, `1.` or `1)`, and not with white's `1...`.
fn is_first_move(line: &str) -> bool {
    line.starts_with("1)") || line.starts_with("1.") && !line.starts_with("1..")
}

#[cfg(test)]
mod tests {
    use super::super::super::record::RecordedResult;
    use super::*;
    use crate::othello::Score;

    /// The moves of each game, or the text of its error.
    fn lines(text: &str) -> Vec<String> {
        read_games(text)
            .map(|game| match game {
                Ok(record) => record.game.turns().map(|record| record.turn.to_string()).collect(),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn an_archive_with_tags_gives_each_game_its_own() {
        let text = "[Event \"?\"]\r\n[Black \"a\"]\r\n[Result \"37-27\"]\r\n\r\n1. f5 d6\r\n2. c3 d3 37-27\r\n\r\n\
                    [Black \"b\"]\r\n\r\n1. f5 c5\r\n\r\n[Black \"c\"]\r\n[White \"d\"]\r\n1. e6\r\n\
                    [Black \"e\"]\r\n\r\n1. f5 f6\r\n\r\n2. e6\r\n";
        assert_eq!(lines(text), ["f5d6c3d3", "line 10, column 7: turn 2: c5 flips no disc", "e6", "f5f6e6"]);
        let records: Vec<RecordedGame> = read_games(text).flatten().collect();
        assert_eq!([&*records[0].black, &records[1].black, &records[1].white], ["a", "c", "d"]);
        assert_eq!(records[0].result, Score::new(10).map(RecordedResult::Score));
        assert_eq!(records[1].result, None);
    }

    #[test]
    fn one_game_may_be_wrapped_over_lines_and_paragraphs() {
        for text in
            ["f5d6\nc3d3\nc4\n", "1. f5\n1... d6\n\n2. c3 d3\n3. c4", "\n\nf5\n\n\nd6c3\n d3 c4 *\n\n"]
        {
            assert_eq!(lines(text), ["f5d6c3d3c4"], "{text}");
        }
        assert_eq!(lines("f5d6\nc3\n\ne6f4\ne3"), ["f5d6c3", "e6f4e3"], "two wrapped games");
    }

    #[test]
    fn a_list_has_one_game_a_line() {
        assert_eq!(lines("f5d6\nF5 F6\nf5-f4\n"), ["f5d6", "f5f6", "f5f4"]);
        assert_eq!(
            lines("f5d6c3\nf5c5\nf5f6\nx\n"),
            [
                "f5d6c3",
                "line 2, column 3: turn 2: c5 flips no disc",
                "f5f6",
                "line 4, column 1: `x` is no move: a square such as f5, or pass, wanted",
            ]
        );
        // Results and move numbers part the games even where most lines are no games by themselves.
        assert_eq!(lines("f5d6\nc3 40-24\nf5\nf6 1-0\ne6"), ["f5d6c3", "f5f6", "e6"]);
        assert_eq!(lines("f5d6 40-24\nc4"), ["f5d6", "c4"]);
        assert_eq!(lines("1. f5\n2. d6\n3. c3\n1) f5\n2) f6"), ["f5d6c3", "f5f6"]);
    }

    #[test]
    fn a_wrapped_game_with_a_fault_is_one_error() {
        assert_eq!(
            lines("f5d6\nc3d3\nc4k4\nf4f6"),
            ["line 3, column 3: `k4` is no move: a square such as f5, or pass, wanted"]
        );
    }

    #[test]
    fn a_damaged_tag_does_not_cost_its_game() {
        let text = "[Black \"a\n[White \"b\"]\n1. f5 d6\n\n[Black \"c\"]\n1. f5 f6";
        assert_eq!(lines(text), ["line 1, column 1: `[` is not closed", "f5d6", "f5f6"]);
    }

    #[test]
    fn a_text_without_words_has_no_game() {
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines(" \n\r\n"), [""; 0]);
    }
}
