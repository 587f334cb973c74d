//! Searches by the thousand, and laws that hold between what a search says and the rules.

use crate::support::program::{Line, Program};

const PAIRS: usize = 10_000;

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The number behind this word of a line.
#[track_caller]
fn number_after(line: &str, word: &str) -> i64 {
    let words = words(line);
    let place = words.iter().position(|each| *each == word);
    let number = place.and_then(|place| words.get(place + 1)).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no number behind `{word}` in `{line}`"))
}

/// The moves of the principal variation.
fn pv_of(line: &str) -> String {
    line.split_once(" pv ").map(|(_, moves)| moves.to_owned()).unwrap_or_default()
}

/// The last line about the search and the answer.
fn search(program: &mut Program, go: &str) -> (String, String) {
    program.send(go);
    let mut last = String::new();
    loop {
        let line = program.line_with("").text;
        if line.starts_with("bestmove") {
            return (last, line);
        }
        assert!(line.starts_with("info "), "{go}: {line}");
        last = line;
    }
}

#[test]
fn ten_thousand_searches_stopped_at_once_are_all_answered() {
    let mut program = Program::plain();
    program.send("position startpos moves f5");
    program.send_bytes("go infinite\nstop\n".repeat(PAIRS).as_bytes());
    let mut answers = 0;
    let mut infos = 0;
    while answers < PAIRS {
        let Line { text, .. } = program.line_with("");
        match words(&text)[..] {
            ["info", ..] => infos += 1,
            ["bestmove", "d6" | "f4" | "f6"] => {
                assert!(infos > 0, "answer {answers} came without an info line");
                (answers, infos) = (answers + 1, 0);
            }
            _ => panic!("{text}"),
        }
    }
    program.send("isready");
    assert_eq!(program.line_with("").text, "readyok");
}

#[test]
fn a_thousand_ponderhits_sent_with_their_searches_are_none_lost() {
    let mut program = Program::plain();
    program.send("position startpos moves f5");
    program.send_bytes("go ponder movetime 1\nponderhit\n".repeat(PAIRS / 10).as_bytes());
    for _ in 0..PAIRS / 10 {
        program.line_with("bestmove ");
    }
    program.send("isready");
    assert_eq!(program.line_with("").text, "readyok");
}

#[test]
fn a_thousand_nboard_hints_are_each_ended_by_their_ping() {
    let mut program = Program::plain();
    program.send("nboard 2");
    program.send("set depth 40");
    let requests: String = (1..=PAIRS / 10).map(|k| format!("hint 4\nping {k}\n")).collect();
    program.send_bytes(requests.as_bytes());
    for k in 1..=PAIRS / 10 {
        assert_eq!(program.line_with("pong").text, format!("pong {k}"));
    }
    program.send("ping 9999");
    assert_eq!(program.line_with("").text, "pong 9999");
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let once = |moves: &str| {
        let mut program = Program::plain();
        program.send(&format!("position startpos moves {moves}"));
        let (info, best) = search(&mut program, "go depth 8");
        (number_after(&info, "nodes"), number_after(&info, "cp"), pv_of(&info), best)
    };
    for moves in ["f5", "f5d6c3d3c4", "f5f6e6f4g6c5"] {
        assert_eq!(once(moves), once(moves), "{moves}");
    }
}

#[test]
fn a_new_game_searches_as_a_new_process_does() {
    let mut program = Program::plain();
    let mut run = |moves: &str| {
        program.send("newgame");
        program.send(&format!("position startpos moves {moves}"));
        let (info, best) = search(&mut program, "go depth 7");
        (number_after(&info, "nodes"), number_after(&info, "cp"), best)
    };
    let first = run("f5d6c3");
    run("f5f6");
    assert_eq!(run("f5d6c3"), first);
}

#[test]
fn a_depth_limit_is_kept_and_the_nodes_stay_near_their_limit() {
    let mut program = Program::plain();
    program.send("position startpos moves f5d6c3d3c4");
    for depth in 1..=6 {
        let (info, _) = search(&mut program, &format!("go depth {depth}"));
        assert_eq!(number_after(&info, "depth"), depth, "{info}");
    }
    let (info, _) = search(&mut program, "go nodes 20000");
    // The clock is looked at every so many nodes only.
    assert!(number_after(&info, "nodes") <= 40_000, "{info}");
}

/// Midgame and endgame positions of random games, and limits that end a search at an arbitrary point.
const CUT_SHORT: [(&str, &str); 4] = [
    ("----------O--X-----O-XX--X-XOXO--XXOXOO--XXX-OO----XX-------XX--", "O"),
    ("------------O----OOOOX---XOXOX----OOOO----OO--O---O-X-----------", "X"),
    ("O-O-O----OOXX-----OX-XX-O-XOOOO--O-XXO----OOXOX-----XO----------", "X"),
    ("O--XO---OXXXXOO-OOOXXOX-XOOOOOXX--XXOO-X-OXXXOX--OXXXXOX-O--XOOO", "X"),
];

fn arbitrary_limits() -> impl Iterator<Item = String> {
    let by_nodes = (1..40).map(|step| format!("go nodes {}", 37 * step * step));
    by_nodes.chain([1, 2, 5, 10].map(|limit| format!("go movetime {limit}")))
}

#[test]
fn the_answer_to_a_search_cut_short_begins_the_last_line_reported() {
    // A caller who shows the lines must not see another move played than the one shown last.
    for (board, side) in CUT_SHORT {
        let mut program = Program::plain();
        for go in arbitrary_limits() {
            program.send("newgame");
            program.send(&format!("position board {board} {side}"));
            let (info, best) = search(&mut program, &go);
            let pv = pv_of(&info);
            assert_eq!(pv.split(' ').next(), best.split(' ').nth(1), "{board} {side}, {go}: {info}, {best}");
        }
    }
}

#[test]
fn every_line_reported_can_be_played_move_by_move() {
    let mut rules = Program::plain();
    for (board, side) in CUT_SHORT {
        let mut program = Program::plain();
        program.send("setoption name MultiPV value 3");
        program.send(&format!("position board {board} {side}"));
        for go in arbitrary_limits().step_by(3).chain(["go depth 7".to_owned()]) {
            program.send(&go);
            loop {
                let line = program.line_with("").text;
                if line.starts_with("bestmove") {
                    break;
                }
                // `move` refuses what the rules refuse, and wants each forced pass.
                rules.send(&format!("position board {board} {side}"));
                rules.send(&format!("move {}", pv_of(&line)));
                rules.send("isready");
                assert_eq!(rules.line_with("").text, "readyok", "{board} {side}, {go}: {line}");
            }
        }
    }
}

#[test]
fn a_hint_gives_each_move_the_value_of_a_fresh_search_of_it() {
    let position = "position startpos moves f5d6c3d3c4";
    let mut program = Program::plain();
    // What an earlier search has left behind must not show.
    program.send(position);
    search(&mut program, "go depth 8");
    program.send("hint 6 depth 7");
    for _ in 0..6 {
        let hint = program.line_with("").text;
        let mut fresh = Program::plain();
        fresh.send(position);
        let (info, _) = search(&mut fresh, &format!("go depth 7 searchmoves {}", words(&hint)[2]));
        assert_eq!(number_after(&hint, "cp"), number_after(&info, "cp"), "{hint}, {info}");
    }
    assert_eq!(program.line_with("").text, "hintdone");
}

#[test]
fn a_level_searches_as_many_plies_in_the_midgame() {
    let mut program = Program::plain();
    program.send("position startpos moves f5d6c3d3c4");
    for level in [1, 2, 3, 5, 8] {
        program.send(&format!("setoption name Level value {level}"));
        let (info, _) = search(&mut program, "go");
        assert_eq!(number_after(&info, "depth"), level, "{info}");
    }
}

/// The board after one of the eight symmetries.
fn image(board: &str, symmetry: usize) -> String {
    let squares: Vec<char> = board.chars().collect();
    (0..64)
        .map(|index| {
            let (mut row, mut column) = (index / 8, index % 8);
            if symmetry & 1 != 0 {
                row = 7 - row;
            }
            if symmetry & 2 != 0 {
                column = 7 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            squares[8 * row + column]
        })
        .collect()
}

#[test]
fn the_static_value_is_the_same_after_symmetries_and_negated_with_the_discs_exchanged() {
    let mut program = Program::plain();
    let mut value = |board: &str, side: &str| {
        program.send(&format!("position board {board} {side}"));
        program.send("eval");
        let answer = program.line_with("eval cp ").text;
        answer.trim_start_matches("eval cp ").parse::<i32>().expect("the value is a number")
    };
    for (board, side) in CUT_SHORT {
        let expected = value(board, side);
        for symmetry in 0..8 {
            assert_eq!(value(&image(board, symmetry), side), expected, "{board} {side}, {symmetry}");
        }
        let exchanged = board.replace('X', "x").replace('O', "X").replace('x', "O");
        assert_eq!(value(&exchanged, if side == "X" { "O" } else { "X" }), expected, "{board} {side}");
        assert_eq!(value(&exchanged, side), -expected, "{board} {side}");
    }
}

/// Positions with their scores by plain negamax, for the side to move; from random games, chosen because
/// their best lines hold passes or end before the board is full.
const SOLVED: [(&str, &str, i64); 9] = [
    ("O-X-OOO-OOOOOOOOOOOOOOO-OOOXOOO-XOXOOOOO-OOXOXOOXOOOOOXOOOOXXXXX", "X", 24),
    ("OOO-----OOOOOOXXXXXXXXX-XXOOXOOO-XXOOOOOOXXXXOXOOXXXOXOOOXX-XXXO", "X", -36),
    ("XXXXXXXX-XOOOXOOXXXXXX-O-XXXOXOXXXXOXOOX-XOXOXOXXXXXXXX--OOX-XXX", "O", 8),
    ("X-XXXX-OXXXOXXXOXXXOXOXOXOXOXXXOOOXXOXX--XXOXOXXXXXOXXO--OOOO-OO", "O", 30),
    ("--OOOO-X--XOOOXOO-XOOOOO-OXXXOOOXXOXXXOOXXXOOXXOXXXXOXXOXXXXXXXO", "O", -8),
    ("OOOOOOO-OOOOXXXXOOOOXXXXOOOOXXXXXXXXOXXX-O-OXOOX--OOOOO-XXXOOOOX", "O", -8),
    ("XX-O-OOXXXOOOOXXXOXOXXOXXOOXOXOXXOXOOOOXXXOOOOOXXXOOOOO-XXOOO---", "O", -32),
    ("X-OOOOOO-OO-XXXOO-OOXXOOXXXXXOOOXXOXOOOOXXXOXOOOXXXXXXOOX---OOOO", "O", 28),
    ("OOOOOOOOOOOOXXO-OXOXXOOXOOXXOOO-OOXOOOOXOOOOOXOX--OOXOOX---OOOO-", "O", -6),
];

#[test]
fn the_line_of_a_proven_score_replays_by_the_rules_to_that_score() {
    for (board, side, score) in SOLVED {
        let mut program = Program::plain();
        program.send(&format!("position board {board} {side}"));
        let (info, best) = search(&mut program, "go exact");
        assert_eq!(number_after(&info, "cp"), 100 * score, "{board} {side}: {info}");
        assert!(info.contains(" exact "), "{info}");
        let pv = pv_of(&info);
        assert_eq!(pv.split(' ').next(), best.split(' ').nth(1), "{info}, {best}");
        // `move` wants each forced pass, and refuses any other.
        program.send(&format!("move {pv}"));
        program.send("result");
        let result = program.line_with("").text;
        assert_eq!(final_score(&result, side), Some(score), "{board} {side}: {pv}: {result}");
    }
}

/// The score that a line of `result` means for `side`, the empties to the winner; none if the game goes on.
fn final_score(result: &str, side: &str) -> Option<i64> {
    let ["result", "black" | "white" | "draw", discs] = words(result)[..] else {
        return None;
    };
    let (black, white) = discs.split_once('-')?;
    let (black, white): (i64, i64) = (black.parse().ok()?, white.parse().ok()?);
    let black_wins_by = (black - white).signum() * ((black - white).abs() + 64 - black - white);
    Some(if side == "X" { black_wins_by } else { -black_wins_by })
}
