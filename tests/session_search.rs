//! Searches by the thousand, and laws that hold between what a search says and the rules.

mod support;

use support::program::{Line, Program};

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
