//! Games in and out: what `record` writes is the game that was played, and `undo` takes back what was done.

use outflank::random::Random;

use crate::support::program::Program;

const GAMES: u64 = 20;

/// The replies to one command that has a single line of reply.
fn ask(program: &mut Program, command: &str) -> String {
    program.send(command);
    program.line_with("").text
}

/// The line of `board` that can be sent back, with `legal` and `result` behind it.
fn position_of(program: &mut Program) -> String {
    program.send("board");
    let position = program.line_with("position ").text;
    let legal = program.line_with("").text;
    let result = program.line_with("").text;
    format!("{position}\n{legal}\n{result}")
}

fn choices(legal: &str) -> Vec<String> {
    legal.split(' ').skip(1).map(str::to_owned).collect()
}

/// Plays a random game with timed-out turns here and there, and calls `check` before each turn.
fn random_game(seed: u64, program: &mut Program, mut check: impl FnMut(&mut Program)) {
    let mut random = Random::new(seed);
    program.send("newgame");
    loop {
        check(program);
        let legal = choices(&ask(program, "legal"));
        if legal == ["none"] {
            return;
        }
        if random.below(12) == 0 {
            program.send("timeout");
        } else {
            let turn = random.choose(&legal).expect("a game that goes on has a legal turn");
            program.send(&format!("move {turn}"));
        }
    }
}

#[test]
fn a_record_sent_back_gives_the_same_position_and_record() {
    let mut player = Program::plain();
    let mut reader = Program::plain();
    for seed in 0..GAMES {
        random_game(seed, &mut player, |player| {
            let record = ask(player, "record");
            let turns = record.strip_prefix("record ").unwrap_or_else(|| panic!("{record}"));
            reader.send(&format!("position {turns}"));
            assert_eq!(position_of(&mut reader), position_of(player), "{record}");
            assert_eq!(ask(&mut reader, "record"), record);
        });
    }
}

#[test]
fn undo_after_each_turn_gives_the_position_before_it() {
    let mut program = Program::plain();
    for seed in 100..100 + GAMES {
        let mut before: Vec<String> = Vec::new();
        random_game(seed, &mut program, |program| before.push(position_of(program)));
        for expected in before.iter().rev().skip(1) {
            program.send("undo");
            assert_eq!(&position_of(&mut program), expected);
        }
        assert!(ask(&mut program, "undo").starts_with("error "));
    }
}

#[test]
fn a_position_line_gives_the_same_board_and_moves() {
    let mut player = Program::plain();
    let mut reader = Program::plain();
    for seed in 200..200 + GAMES {
        random_game(seed, &mut player, |player| {
            let drawn = position_of(player);
            let line = drawn.lines().next().unwrap_or_default();
            reader.send(line);
            assert_eq!(position_of(&mut reader), drawn);
        });
    }
}

#[test]
fn a_ggf_record_is_read_by_the_nboard_protocol_at_the_same_position() {
    // The start position, one where White begins, and one with a pass; a reader that lost a pass or the side
    // would answer for the wrong colour.
    for position in [
        "position startpos moves f5 d6 c3",
        "position board ---------------------------OX------XO--------------------------- O moves f4",
        "position startpos moves d3c3f5d2d1e1b2c1 pass",
        "position startpos moves d3c3f5d2d1e1b2c1 a3",
    ] {
        let mut native = Program::plain();
        native.send(position);
        let legal = choices(&ask(&mut native, "legal"));
        let record = ask(&mut native, "record ggf");
        let game = record.strip_prefix("record ").unwrap_or_else(|| panic!("{record}"));
        let mut nboard = Program::start(&["--protocol".to_owned(), "nboard".to_owned()]);
        nboard.send("set depth 2");
        nboard.send(&format!("set game {game}"));
        nboard.send("go");
        let answer = nboard.line_with("===").text.to_ascii_lowercase();
        let best = answer.trim_start_matches("=== ").split('/').next().unwrap_or_default().to_owned();
        assert!(legal.contains(&best), "{game}: {answer} is none of {legal:?}");
    }
}
