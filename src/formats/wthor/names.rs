//! The lists of names that the numbers in WTHOR games stand for.

use super::super::error::{Fault, FormatError};
use super::Header;

/// The players or the tournaments of the database, by their number.
///
/// # Examples
/// ```
/// use outflank::formats::wthor::Names;
///
/// let mut file = vec![20, 24, 1, 31, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]; // 1 name
/// file.extend(b"Tamenori Hideshi\0\0\0\0");
/// let players = Names::players(&file)?;
/// assert_eq!((players.get(0), players.get(1)), ("Tamenori Hideshi", "?"));
/// # Ok::<(), outflank::formats::FormatError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    names: Vec<String>,
    warning: Option<FormatError>,
}

impl Names {
    /// What stands for a number that the list does not hold.
    const UNKNOWN: &str = "?";

    /// The players of a `.jou` file.
    ///
    /// # Errors
    /// The bytes are no list of players.
    pub fn players(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::read(bytes, Kind::Players)
    }

    /// The tournaments of a `.trn` file.
    ///
    /// # Errors
    /// The bytes are no list of tournaments.
    pub fn tournaments(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::read(bytes, Kind::Tournaments)
    }

    /// The name with this number, `?` where the list has none.
    pub fn get(&self, number: u16) -> &str {
        self.names.get(usize::from(number)).map_or(Self::UNKNOWN, String::as_str)
    }

    /// What a user should be told of a list that was read all the same: that it holds more or fewer names
    /// than its header promises.
    pub const fn warning(&self) -> Option<&FormatError> {
        self.warning.as_ref()
    }

    fn read(bytes: &[u8], kind: Kind) -> Result<Self, FormatError> {
        let (header, body) = Header::read(bytes)?;
        let other_file =
            |found| Err(FormatError::of_file(Fault::OtherFile { found, wanted: kind.description() }));
        if header.games > 0 {
            return other_file("a file of games");
        }
        let promised = usize::from(header.names);
        let other = kind.other();
        if promised > 0 && body.len() == promised * other.length() {
            return other_file(other.description());
        }
        let records = body.chunks_exact(kind.length());
        let (held, rest) = (records.len(), records.remainder().len());
        let warning = header.wrong_length(u32::from(header.names), held, rest).map(FormatError::of_file);
        Ok(Self { names: records.map(read_name).collect(), warning })
    }
}

/// What the names of a list belong to.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Players,
    Tournaments,
}

impl Kind {
    const fn other(self) -> Self {
        match self {
            Self::Players => Self::Tournaments,
            Self::Tournaments => Self::Players,
        }
    }

    /// Bytes of a name.
    const fn length(self) -> usize {
        match self {
            Self::Players => 20,
            Self::Tournaments => 26,
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Players => "a list of players (.jou)",
            Self::Tournaments => "a list of tournaments (.trn)",
        }
    }
}

/// A name in Latin-1, padded with zeros or blanks.
fn read_name(record: &[u8]) -> String {
    let name: String = record.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    name.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::super::record::RecordedGame;
    use super::super::WthorGame;
    use super::*;
    use crate::othello::{Game, Score};

    fn list(promised: u16, length: usize, names: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![20, 7, 5, 22, 0, 0, 0, 0];
        bytes.extend(promised.to_le_bytes());
        // Some writers leave 124 where the size of the board stands in files of games.
        bytes.extend([0, 0, 124, 0, 0, 0]);
        for name in names {
            bytes.extend(*name);
            bytes.resize(bytes.len() + length - name.len(), 0);
        }
        bytes
    }

    #[test]
    fn names_are_latin_1_padded_with_zeros_or_blanks() {
        let players = list(2, 20, &[b"Andr\xe9 A.            ", b"B\0junk"]);
        let players = Names::players(&players).unwrap();
        assert_eq!((players.get(0), players.get(1), players.get(2)), ("Andr\u{e9} A.", "B", "?"));
        assert_eq!(players.warning(), None);
        let tournaments = Names::tournaments(&list(1, 26, &[b"Championnat du Monde      "])).unwrap();
        assert_eq!(tournaments.get(0), "Championnat du Monde");
        assert_eq!(Names::default().get(0), "?");
    }

    #[test]
    fn a_game_is_recorded_with_its_names() {
        let players = Names::players(&list(2, 20, &[b"a", b"b"])).unwrap();
        let tournaments = Names::tournaments(&list(1, 26, &[b"c"])).unwrap();
        let game = WthorGame {
            tournament: 0,
            black: 1,
            white: 7,
            score: Score::DRAW,
            theoretical: None,
            game: Game::default(),
        };
        let RecordedGame { black, white, event, .. } = game.with_names(&players, &tournaments);
        assert_eq!([black, white, event], ["b", "?", "c"]);
    }

    #[test]
    fn a_list_of_the_wrong_length_is_read_with_a_warning() {
        let mut bytes = list(3, 20, &[b"a", b"b"]);
        bytes.extend(b"c");
        let players = Names::players(&bytes).unwrap();
        assert_eq!((players.get(1), players.get(2)), ("b", "?"));
        assert_eq!(
            players.warning().map(ToString::to_string).as_deref(),
            Some("file: the header promises 3 records, the file holds 2 and 1 bytes more")
        );
    }

    #[test]
    fn files_of_another_kind_are_refused() {
        let refusal = |names: Result<Names, FormatError>| names.unwrap_err().to_string();
        assert_eq!(
            refusal(Names::players(&list(2, 26, &[b"a", b"b"]))),
            "file: a list of tournaments (.trn) where a list of players (.jou) is wanted"
        );
        assert_eq!(
            refusal(Names::tournaments(&list(2, 20, &[b"a", b"b"]))),
            "file: a list of players (.jou) where a list of tournaments (.trn) is wanted"
        );
        let mut games = list(0, 20, &[b"a"]);
        games[4] = 1;
        assert_eq!(
            refusal(Names::players(&games)),
            "file: a file of games where a list of players (.jou) is wanted"
        );
        assert_eq!(refusal(Names::players(b"x")), "file: 1 bytes where a header of 16 is wanted");
    }
}
