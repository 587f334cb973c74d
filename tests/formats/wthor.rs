//! Every game of the WTHOR database replayed by the rules, against the counts of an independent reader, and the
//! scores recorded in it against the solver.
//!
//! The database is no part of the project. The test runs where it lies in `../shared/data/wthor`, or in
//! `wthor` below the folder that `OUTFLANK_DATA` names.

use std::fs;
use std::path::Path;
use std::time::Instant;

use outflank::formats::wthor::{Archive, WthorGame};
use outflank::othello::{Bitboard, Color, Position, Score, Turn, TurnRecord};
use outflank::random::Random;
use outflank::search::{Control, Goal, Job, Limits, Table, search};

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

/// Calls `each` with the archive of every file in the folder.
fn for_each_archive(folder: &Path, mut each: impl FnMut(&Path, &Archive)) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wtb"))
        .collect();
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).expect("the file can be read");
        let archive = Archive::new(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        each(&path, &archive);
    }
}

#[test]
fn every_game_of_the_database_is_legal_and_ends_with_its_recorded_score() {
    let Some(folder) = crate::data::folder("wthor") else { return };
    let mut counts = Counts::default();
    for_each_archive(&folder, |path, archive| {
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
    });
    assert_eq!(counts, EXPECTED);
}

/// The position of a game with the empties that its recorded exact score belongs to, and that score for the side to
/// move there.
fn solved(record: &WthorGame) -> Option<(Position, Score)> {
    let theoretical = record.theoretical?;
    let is_it = |turn: &TurnRecord| turn.before.empties() == u32::from(theoretical.empties);
    let turn = record.game.turns().find(is_it)?;
    let score = if turn.color == Color::Black { theoretical.score } else { -theoretical.score };
    Some((turn.before, score))
}

/// Two of the scores, shuffled by the seed 1; `OUTFLANK_WTHOR_SCORES=500..1000` takes those from the 500th to the
/// 999th.
#[test]
fn recorded_exact_scores_are_those_of_the_solver() {
    let Some(folder) = crate::data::folder("wthor") else { return };
    let asked = std::env::var("OUTFLANK_WTHOR_SCORES").unwrap_or_else(|_| "0..2".to_owned());
    let (first, end) = asked.split_once("..").expect("two numbers with two points between");
    let [first, end]: [usize; 2] = [first, end].map(|number| number.parse().expect("a number"));
    let mut positions = Vec::new();
    for_each_archive(&folder, |_, archive| {
        positions.extend(archive.games().flatten().filter_map(|game| solved(&game)));
    });
    Random::new(1).shuffle(&mut positions);
    let positions = &positions[first..end];
    let table = Table::new(256).expect("256 MiB");
    let (mut wrong, mut nodes) = (Vec::new(), 0);
    for (position, score) in positions {
        let job = Job {
            position: *position,
            goal: Goal::Exact,
            limits: Limits::plies(0),
            moves: Bitboard::EMPTY,
            multi_pv: 1,
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        };
        let answer = search(&job, &table, &Control::new(Instant::now()), &mut |_| ());
        nodes += answer.nodes;
        if answer.lines[0].value.score() != *score {
            wrong.push((position, score, answer.lines[0].value));
        }
    }
    println!("{} scores, {} others, {nodes} nodes", positions.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}
