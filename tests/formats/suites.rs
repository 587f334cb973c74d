//! The problem suites and the opening list that engines are measured on, read and written again.
//!
//! They are no part of the project. The tests run where `problems` and `openings` lie in `../shared/data`, or in the folder
//! that `OUTFLANK_DATA` names.

use std::fs;

use outflank::formats::{Format, GameFile, obf, transcript};
use outflank::othello::{Bitboard, Turn};

/// The files with their number of positions and the least and the most empties.
const SUITES: [(&str, usize, u32, u32); 5] = [
    ("fforum-1-19.obf", 19, 14, 16),
    ("fforum-20-39.obf", 20, 6, 26),
    ("fforum-40-59.obf", 20, 20, 34),
    ("hard-20.obf", 276, 20, 20),
    ("hard-25.obf", 311, 25, 25),
];

#[test]
fn every_problem_has_a_score_for_each_legal_move_and_is_written_as_it_was_read() {
    let Some(folder) = crate::data::folder("problems") else { return };
    for (name, count, least, most) in SUITES {
        let text = fs::read_to_string(folder.join(name)).expect("the suite can be read");
        let problems: Vec<obf::Problem> = obf::read_problems(&text)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(problems.len(), count, "{name}");
        let empties = problems.iter().map(|problem| problem.board.game().position().empties());
        assert_eq!((empties.clone().min(), empties.max()), (Some(least), Some(most)), "{name}");
        for (problem, line) in problems.iter().zip(text.lines()) {
            let scored = problem.moves.iter().fold(Bitboard::EMPTY, |squares, (turn, _)| match turn {
                Turn::Move(square) => squares | Bitboard::of(*square),
                Turn::Pass | Turn::TimedOut => squares,
            });
            assert_eq!(scored, problem.board.game().legal_moves(), "{name}: {problem}");
            assert_eq!(problem.to_string(), line.replace(" --:-127;", "").trim_end(), "{name}");
        }
    }
}

#[test]
fn every_line_of_the_opening_list_is_a_game_of_8_plies() {
    let Some(folder) = crate::data::folder("openings") else { return };
    let bytes = fs::read(folder.join("xot-small.txt")).expect("the list can be read");
    let file = GameFile::new(&bytes);
    assert_eq!(file.format(), Format::Transcript);
    let lines: Vec<String> = file
        .games()
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
        .inspect(|record| assert_eq!(record.game.turns().count(), 8))
        .filter_map(|record| transcript::write(&record.game))
        .collect();
    assert_eq!(lines.len(), 3623);
    assert!(lines.iter().map(String::as_str).eq(std::str::from_utf8(&bytes).unwrap().lines()));
}
