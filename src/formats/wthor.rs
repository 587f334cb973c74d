//! WTHOR, the French database of tournament games: files of games (`.wtb`) and of names (`.jou`, `.trn`).
//!
//! After the format notice of the Fédération Française d'Othello: a header of 16 bytes, then records of one
//! size, all numbers little-endian. Passes are not stored. Where the header and the length of a file disagree
//! the length counts.

mod names;

pub use names::Names;

use super::error::{Fault, FormatError, Place};
use super::record::{RecordedGame, RecordedResult, Theoretical, play_recorded};
use crate::othello::{Game, Score, Square, Turn};

/// Bytes of a game: tournament, players, two scores and 60 moves.
const RECORD_LENGTH: usize = 68;

/// Empties that the theoretical scores of a file belong to if its header says 0.
const DEFAULT_SOLVED_EMPTIES: u8 = 22;

/// A file of games.
///
/// # Examples
/// ```
/// use outflank::formats::wthor::Archive;
///
/// let mut file = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe7, 0x07, 8, 0, 24, 0]; // 1 game of 2023
/// file.extend([0, 0, 1, 0, 2, 0, 32, 32, 56, 64, 33]); // f5 d6 c3
/// file.resize(16 + 68, 0);
/// let archive = Archive::new(&file)?;
/// assert_eq!(archive.year(), Some(2023));
/// let games: Vec<_> = archive.games().collect::<Result<_, _>>()?;
/// assert_eq!((games[0].black, games[0].white, games[0].game.turns().count()), (1, 2, 3));
/// # Ok::<(), outflank::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Archive<'a> {
    header: Header,
    body: &'a [u8],
}

/// A game of an [`Archive`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of the tournament in the list of tournaments.
    pub tournament: u16,
    /// The number of black in the list of players.
    pub black: u16,
    /// The number of white in the list of players.
    pub white: u16,
    /// The recorded score, seen by black. In an adjudicated game it is not that of the board.
    pub score: Score,
    /// The best that both sides could still reach; `None` where the record holds no number of discs.
    pub theoretical: Option<Theoretical>,
    /// The game with the passes that are not stored.
    pub game: Game,
}

impl<'a> Archive<'a> {
    /// The file of games that `bytes` are.
    ///
    /// # Errors
    /// The bytes are no file of games on 8x8: too short for a header, a list of names, solitaires, 10x10.
    pub fn new(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let (header, body) = Header::read(bytes)?;
        if header.is_of_names() {
            return Err(FormatError::of_file(Fault::OtherFile {
                found: "a list of names",
                wanted: "a file of games (.wtb)",
            }));
        }
        if header.solitaires {
            return Err(FormatError::of_file(Fault::OtherFile {
                found: "a file of solitaires",
                wanted: "a file of games (.wtb)",
            }));
        }
        match header.board_size {
            0 | 8 => Ok(Self { header, body }),
            size => Err(FormatError::of_file(Fault::OtherGame(format!("{size}x{size}")))),
        }
    }

    /// The year in which the games were played, where the header says it.
    pub const fn year(&self) -> Option<u16> {
        if self.header.year == 0 { None } else { Some(self.header.year) }
    }

    /// Empties of the positions that the theoretical scores belong to.
    pub const fn solved_empties(&self) -> u8 {
        if self.header.solved_empties == 0 { DEFAULT_SOLVED_EMPTIES } else { self.header.solved_empties }
    }

    /// The games in order, read one at a time. A bad record is one error and does not cost the others; a file
    /// that holds something other than the games its header promises is one error at the end.
    pub fn games(&self) -> impl Iterator<Item = Result<WthorGame, FormatError>> + 'a {
        let solved_empties = self.solved_empties();
        let (records, _) = self.body.as_chunks::<RECORD_LENGTH>();
        let games = (1..).zip(records).map(move |(number, record)| {
            read_record(record, solved_empties)
                .map_err(|fault| FormatError { place: Place::Record(number), fault })
        });
        games.chain(self.wrong_length().map(|fault| Err(FormatError::of_file(fault))))
    }

    /// What is wrong with the number of games in the file.
    fn wrong_length(&self) -> Option<Fault> {
        let (records, rest) = self.body.as_chunks::<RECORD_LENGTH>();
        self.header.wrong_length(self.header.games, records.len(), rest.len())
    }
}

impl WthorGame {
    /// The record of the game, with names from these lists.
    pub fn with_names(self, players: &Names, tournaments: &Names) -> RecordedGame {
        RecordedGame {
            game: self.game,
            black: players.get(self.black).to_string(),
            white: players.get(self.white).to_string(),
            event: tournaments.get(self.tournament).to_string(),
            result: Some(RecordedResult::Score(self.score)),
            theoretical: self.theoretical,
        }
    }
}

impl From<WthorGame> for RecordedGame {
    /// The record of the game without names.
    fn from(game: WthorGame) -> Self {
        Self {
            result: Some(RecordedResult::Score(game.score)),
            theoretical: game.theoretical,
            ..Self::new(game.game)
        }
    }
}

/// What the first 16 bytes of every file say.
#[derive(Clone, Copy, Debug)]
struct Header {
    games: u32,
    names: u16,
    year: u16,
    board_size: u8,
    solitaires: bool,
    solved_empties: u8,
}

impl Header {
    const LENGTH: usize = 16;

    /// The header and the bytes after it.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8]), FormatError> {
        let Some((header, body)) = bytes.split_first_chunk::<{ Self::LENGTH }>() else {
            return Err(FormatError::of_file(Fault::NoHeader(bytes.len())));
        };
        if *header == [0; Self::LENGTH] {
            return Err(FormatError::of_file(Fault::ZeroHeader));
        }
        // The day on which the file was made comes first and tells nothing about the games.
        let [_, _, _, _, n0, n1, n2, n3, m0, m1, y0, y1, board_size, kind, solved_empties, _] = *header;
        let header = Self {
            games: u32::from_le_bytes([n0, n1, n2, n3]),
            names: u16::from_le_bytes([m0, m1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size,
            solitaires: kind == 1,
            solved_empties,
        };
        Ok((header, body))
    }

    /// Whether the file holds names. The other fields of such a file are not always zero.
    const fn is_of_names(&self) -> bool {
        self.games == 0 && self.names > 0
    }

    /// What is wrong with a file of `held` records and `rest` more bytes whose header promises `promised`;
    /// a file without any record is wrong as well.
    fn wrong_length(&self, promised: u32, held: usize, rest: usize) -> Option<Fault> {
        let fits = held > 0 && rest == 0 && usize::try_from(promised) == Ok(held);
        (!fits).then_some(Fault::RecordCount { promised, held, rest })
    }
}

fn read_record(record: &[u8; RECORD_LENGTH], solved_empties: u8) -> Result<WthorGame, Fault> {
    let [t0, t1, b0, b1, w0, w1, score, theoretical, moves @ ..] = record;
    let number = |low: &u8, high: &u8| u16::from_le_bytes([*low, *high]);
    let theoretical = read_score(*theoretical).map(|score| Theoretical { score, empties: solved_empties });
    Ok(WthorGame {
        tournament: number(t0, t1),
        black: number(b0, b1),
        white: number(w0, w1),
        score: read_score(*score).ok_or(Fault::DiscCount(*score))?,
        theoretical,
        game: read_moves(moves)?,
    })
}

/// The score of this many black discs, the empties already given to the winner.
fn read_score(discs: u8) -> Option<Score> {
    Score::new(2 * i32::from(discs) - 64)
}

/// The game of these move bytes, zeros after the last.
fn read_moves(moves: &[u8]) -> Result<Game, Fault> {
    let length = moves.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut game = Game::default();
    for (number, byte) in (1..).zip(&moves[..length]) {
        let square = read_square(*byte).ok_or(Fault::MoveByte { number, byte: *byte })?;
        play_recorded(&mut game, Turn::Move(square))?;
    }
    Ok(game)
}

/// The square of a move byte: ten times the row plus the column, both 1..=8, row 1 at the top.
const fn read_square(byte: u8) -> Option<Square> {
    Square::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Color, MoveError};

    /// e6f4e3f6g5d6e7f5c5, in which white is wiped out 13-0.
    const WIPE_OUT: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

    /// Eight moves, then black passes and white plays a3.
    const WITH_A_PASS: [u8; 9] = [34, 33, 56, 24, 14, 15, 22, 13, 31];

    fn file(promised: u32, games: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![20, 7, 5, 22];
        bytes.extend(promised.to_le_bytes());
        bytes.extend([0, 0, 0xb9, 0x07, 8, 0, 24, 0]);
        for moves in games {
            bytes.extend([1, 0, 0x5a, 1, 0x4b, 3, 64, 40]);
            bytes.extend(*moves);
            bytes.resize(bytes.len() + 60 - moves.len(), 0);
        }
        bytes
    }

    fn lines(bytes: &[u8]) -> Vec<String> {
        match Archive::new(bytes) {
            Err(error) => vec![error.to_string()],
            Ok(archive) => archive
                .games()
                .map(|game| match game {
                    Ok(game) => format!("{} turns", game.game.turns().count()),
                    Err(error) => error.to_string(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_record_gives_numbers_scores_and_moves_with_their_passes() {
        let bytes = file(2, &[&WIPE_OUT, &WITH_A_PASS]);
        let archive = Archive::new(&bytes).unwrap();
        assert_eq!((archive.year(), archive.solved_empties()), (Some(1977), 24));
        let games: Vec<WthorGame> = archive.games().collect::<Result<_, _>>().unwrap();
        let first = &games[0];
        assert_eq!((first.tournament, first.black, first.white), (1, 346, 843));
        assert_eq!(first.score, Score::MAX);
        assert_eq!(first.theoretical, Some(Theoretical { score: Score::new(16).unwrap(), empties: 24 }));
        assert_eq!(first.game.discs(Color::Black).count(), 13);
        let turns: Vec<Turn> = games[1].game.turns().map(|record| record.turn).collect();
        assert_eq!((turns.len(), turns[8]), (10, Turn::Pass));
        let record = RecordedGame::from(games[1].clone());
        assert_eq!((record.result, record.black), (Some(RecordedResult::Score(Score::MAX)), String::new()));
    }

    #[test]
    fn a_header_that_names_no_depth_means_22_empties() {
        let mut bytes = file(1, &[&WIPE_OUT]);
        bytes[14] = 0;
        let archive = Archive::new(&bytes).unwrap();
        assert_eq!(archive.solved_empties(), 22);
        let theoretical = archive.games().next().unwrap().unwrap().theoretical;
        assert_eq!(theoretical.map(|theoretical| theoretical.empties), Some(22));
    }

    #[test]
    fn squares_are_ten_times_the_row_plus_the_column() {
        for (byte, name) in [(11, "a1"), (18, "h1"), (81, "a8"), (88, "h8"), (56, "f5"), (34, "d3")] {
            assert_eq!(read_square(byte).map(|square| square.to_string()).as_deref(), Some(name));
        }
        let squares = (0..=u8::MAX).filter(|byte| read_square(*byte).is_some()).count();
        assert_eq!(squares, 64);
    }

    #[test]
    fn a_bad_record_is_one_error_and_the_others_are_read() {
        let illegal = [56, 53];
        let byte_99 = [56, 64, 99];
        let gap = [56, 0, 64];
        let bytes = file(5, &[&WIPE_OUT, &illegal, &byte_99, &gap, &WITH_A_PASS]);
        assert_eq!(
            lines(&bytes),
            [
                "9 turns",
                "record 2: turn 2: c5 flips no disc",
                "record 3: move 3: byte 99 is no square (11 is a1, 88 is h8, 0 only after the last move)",
                "record 4: move 2: byte 0 is no square (11 is a1, 88 is h8, 0 only after the last move)",
                "10 turns",
            ]
        );
        let reason = MoveError::FlipsNothing("c5".parse().unwrap());
        let turn = Turn::Move("c5".parse().unwrap());
        let error = Archive::new(&bytes).unwrap().games().nth(1).unwrap().unwrap_err();
        assert_eq!(error.fault, Fault::Illegal { ply: 2, turn, reason });
    }

    #[test]
    fn a_score_above_64_discs_is_an_error_and_a_theoretical_one_is_left_out() {
        let mut bytes = file(2, &[&WIPE_OUT, &WIPE_OUT]);
        bytes[16 + 6] = 65;
        bytes[16 + 68 + 7] = 255;
        assert_eq!(
            lines(&bytes),
            ["record 1: 65 black discs at the end where 0 to 64 are wanted", "9 turns"]
        );
        assert_eq!(Archive::new(&bytes).unwrap().games().nth(1).unwrap().unwrap().theoretical, None);
    }

    #[test]
    fn a_truncated_last_record_is_one_error_after_the_games() {
        let mut bytes = file(2, &[&WIPE_OUT, &WITH_A_PASS]);
        bytes.truncate(16 + 68 + 40);
        assert_eq!(
            lines(&bytes),
            ["9 turns", "file: the header promises 2 records, the file holds 1 and 40 bytes more"]
        );
    }

    #[test]
    fn a_header_that_promises_too_many_or_too_few_games_is_one_error_after_the_games() {
        for promised in [0, 2, u32::MAX] {
            let expected = format!("file: the header promises {promised} records, the file holds 1");
            assert_eq!(lines(&file(promised, &[&WIPE_OUT])), ["9 turns".to_string(), expected]);
        }
    }

    #[test]
    fn files_without_a_game_are_one_error() {
        assert_eq!(lines(&file(0, &[])), ["file: the header promises 0 records, the file holds 0"]);
        assert_eq!(lines(&file(3, &[])[..15]), ["file: 15 bytes where a header of 16 is wanted"]);
        assert_eq!(lines(&[]), ["file: 0 bytes where a header of 16 is wanted"]);
    }

    #[test]
    fn files_of_another_kind_are_refused() {
        let mut names = file(0, &[]);
        names[8] = 2;
        names.extend([b'x'; 40]);
        assert_eq!(lines(&names), ["file: a list of names where a file of games (.wtb) is wanted"]);
        let mut bytes = file(1, &[&WIPE_OUT]);
        bytes[12] = 10;
        assert_eq!(lines(&bytes), ["file: `10x10` is not Othello on a board of 8x8"]);
        bytes[12] = 0;
        assert_eq!(lines(&bytes), ["9 turns"]);
        bytes[13] = 1;
        assert_eq!(lines(&bytes), ["file: a file of solitaires where a file of games (.wtb) is wanted"]);
    }
}
