//! Every game of the WTHOR database replayed by the rules, against the counts of an independent reader.
//!
//! The database is no part of the project. The test runs where it lies in `../shared/data/wthor`, or in
//! `wthor` below the folder that `OUTFLANK_DATA` names.

use std::fs;

use outflank::formats::wthor::{Archive, WthorGame};
use outflank::othello::{Color, Turn};

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    files: usize,
    games: usize,
    illegal: usize,
    finished: usize,
    finished_with_the_score_of_the_board: usize,
    unfinished: usize,
    /// Where the score was agreed: its black discs are not those of the board.
    unfinished_with_another_count: usize,
    moves: usize,
    passes: usize,
}

/// The counts of the files of the years 1977 to 2020.
const EXPECTED: Counts = Counts {
    files: 44,
    games: 127_205,
    illegal: 0,
    finished: 126_792,
    finished_with_the_score_of_the_board: 126_792,
    unfinished: 413,
    unfinished_with_another_count: 393,
    moves: 7_612_464,
    passes: 142_777,
};

impl Counts {
    fn add(&mut self, game: &WthorGame) {
        let position = game.game.position();
        let score = match game.game.side_to_move() {
            Color::Black => position.final_score(),
            Color::White => -position.final_score(),
        };
        self.games += 1;
        if game.game.is_over() {
            self.finished += 1;
            self.finished_with_the_score_of_the_board += usize::from(score == game.score);
        } else {
            let black = i64::from(game.game.discs(Color::Black).count());
            let recorded = i64::from(game.score.discs() + 64) / 2;
            self.unfinished += 1;
            self.unfinished_with_another_count += usize::from(recorded != black);
        }
        for record in game.game.turns() {
            match record.turn {
                Turn::Move(_) => self.moves += 1,
                Turn::Pass | Turn::TimedOut => self.passes += 1,
            }
        }
    }
}

#[test]
fn every_game_of_the_database_is_legal_and_ends_with_its_recorded_score() {
    let Some(folder) = crate::data::folder("wthor") else { return };
    let mut counts = Counts::default();
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "wtb") {
            continue;
        }
        let bytes = fs::read(&path).expect("the file can be read");
        let archive = Archive::new(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        counts.files += 1;
        for game in archive.games() {
            match game {
                Ok(game) => counts.add(&game),
                Err(error) => {
                    println!("{}: {error}", path.display());
                    counts.illegal += 1;
                }
            }
        }
    }
    assert_eq!(counts, EXPECTED);
}
