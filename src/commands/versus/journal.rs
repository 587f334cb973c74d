//! The log of a match, one line a game, from which a match that was stopped goes on; and its record in GGF.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::game::{Counted, Played};
use crate::othello::Color;

/// The colour of the first engine in the game of this number: it begins each pair with black.
pub(super) const fn color_of_first(number: usize) -> Color {
    if number % 2 == 1 { Color::Black } else { Color::White }
}

/// The number and the score of the game that a line holds.
pub(super) fn read_game(line: &str) -> Option<(usize, Counted)> {
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
    pub(super) fn open(path: &Path, names: [String; 2], goes_on: bool) -> io::Result<Self> {
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
