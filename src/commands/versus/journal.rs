//! The log of a match: one line a game, from which a match that was stopped goes on.
//!
//! The first line says which match it is. A line that was not finished when the program ended is cut off, and
//! its game is played again.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::game::{Counted, Played};
use crate::formats::quoted_up_to;
use crate::othello::Color;

/// Characters of a foreign line that an error repeats.
const QUOTED: usize = 160;

/// Why there is no going on with a log.
#[derive(Debug, Error)]
pub(super) enum JournalError {
    #[error("{0}")]
    File(#[from] io::Error),
    #[error("the log of another match: it begins with `{found}` where `{wanted}` is wanted")]
    Other { found: String, wanted: String },
    #[error("line {0} is no game of this match")]
    Line(usize),
}

/// The file of a match.
pub(super) struct Journal {
    file: File,
}

/// The colour of the first engine in the game of this number: it begins each pair with black.
pub(super) const fn color_of_first(number: usize) -> Color {
    if number % 2 == 1 { Color::Black } else { Color::White }
}

impl Journal {
    /// Opens the log at `path` of the match that `title` describes in one line, and makes it where there is none;
    /// gives the games that are in it.
    ///
    /// # Errors
    /// The file cannot be read and written, or is the log of another match.
    pub(super) fn open(path: &Path, title: &str) -> Result<(Self, BTreeMap<usize, Counted>), JournalError> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let text = io::read_to_string(&file)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            Some(found) if found == title => {}
            // What is no whole line may be the beginning of our own first one.
            None if title.starts_with(&text) => {}
            other => {
                let found = quoted_up_to(QUOTED, other.unwrap_or(&text));
                return Err(JournalError::Other { found, wanted: title.to_owned() });
            }
        }
        let mut games = BTreeMap::new();
        for (number, line) in (2..).zip(lines) {
            let (game, counted) = read_game(line).ok_or(JournalError::Line(number))?;
            games.insert(game, counted);
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{title}")?;
        }
        Ok((Self { file }, games))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, played: &Played) -> io::Result<()> {
        // In one write: what another process reads meanwhile is a whole line.
        self.file.write_all(format!("{played}\n").as_bytes())
    }
}

/// The number and the score of the game that a line holds.
fn read_game(line: &str) -> Option<(usize, Counted)> {
    let mut words = line.split(' ');
    let number: usize = words.next()?.parse().ok().filter(|number| *number > 0)?;
    let color = words.next()?;
    let discs: i32 = words.next()?.parse().ok().filter(|discs| (-64..=64).contains(discs))?;
    let failed = line.contains(" failed: ");
    (color == color_of_first(number).to_string()).then_some((number, Counted { discs, failed }))
}

/// The GGF record beside the log.
pub(super) struct Record {
    file: File,
    names: [String; 2],
}

impl Record {
    /// Opens the file at `path`, for games to be added to where the match `goes_on`, and emptied else.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn open(path: &PathBuf, names: [String; 2], goes_on: bool) -> io::Result<Self> {
        let file = File::options().create(true).append(goes_on).write(true).truncate(!goes_on).open(path)?;
        Ok(Self { file, names })
    }

    /// Adds a game, as one line.
    pub(super) fn add(&mut self, played: &Played) -> io::Result<()> {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let date = since.map_or_else(|_| String::new(), |since| since.as_secs().to_string());
        self.file.write_all(format!("{}\n", played.record(&self.names, &date)).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_games_are_read_and_others_are_not() {
        let game = |discs, failed| Some(Counted { discs, failed });
        let read = |line| read_game(line).map(|(_, counted)| counted);
        assert_eq!(read_game("12 white -6 f5 d6"), Some((12, Counted { discs: -6, failed: false })));
        assert_eq!(read("1 black +64 f5 % white failed: no answer within 10s"), game(64, true));
        assert_eq!(read("1 black -64 f5 % black resigned"), game(-64, false));
        for line in ["", "0 white +2 f5", "2 black +2 f5", "1 black +66 f5", "1 black", "one black +2 f5"] {
            assert_eq!(read_game(line), None, "{line}");
        }
    }
}
