//! The clock with every core busy: each search is answered, with a legal move.
//!
//! How late an answer comes is measured by `scripts/clock_overshoot.py` and not judged here, where other
//! tests run at the same time.

mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use support::program::Program;

/// Moves played at each limit.
const MOVES: usize = 12;

/// Runs `work` while as many threads spin as there are cores.
fn with_every_core_busy(work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // Also where `work` panics: a scope waits for its threads.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        done.store(true, Ordering::Relaxed);
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Lets the engine play both sides, each move with this `go`, and checks each answer against `legal`.
fn plays_legal_moves(go: &str) {
    let mut program = Program::plain();
    program.send("position startpos moves f5");
    for _ in 0..MOVES {
        program.send("legal");
        let legal = program.line_with("legal").text;
        program.send(go);
        let answer = program.line_with("bestmove").text;
        let best = answer.split(' ').nth(1).unwrap_or_default().to_owned();
        assert!(legal.split(' ').skip(1).any(|each| each == best), "{go}: {answer} is none of {legal}");
        program.send(&format!("move {best}"));
    }
    program.close_input();
    assert!(program.rest().is_empty(), "{go}: every move was taken and nothing more was said");
    assert!(program.exit().success());
}

#[test]
fn a_move_within_1_ms_comes_and_is_legal_on_a_busy_machine() {
    with_every_core_busy(|| plays_legal_moves("go movetime 1"));
}

#[test]
fn a_move_within_10_ms_comes_and_is_legal_on_a_busy_machine() {
    with_every_core_busy(|| plays_legal_moves("go movetime 10"));
}

#[test]
fn a_move_within_50_ms_comes_and_is_legal_on_a_busy_machine() {
    with_every_core_busy(|| plays_legal_moves("go movetime 50"));
}

#[test]
fn a_move_within_200_ms_comes_and_is_legal_on_a_busy_machine() {
    with_every_core_busy(|| plays_legal_moves("go movetime 200"));
}

#[test]
fn a_flag_that_is_about_to_fall_is_answered_by_a_legal_move_on_a_busy_machine() {
    with_every_core_busy(|| {
        plays_legal_moves("go btime 1 wtime 1");
        plays_legal_moves("go btime 100 wtime 100 binc 10 winc 10");
    });
}

#[test]
fn a_hint_cut_by_its_clock_has_a_line_for_each_move_best_first_on_a_busy_machine() {
    with_every_core_busy(|| {
        let mut program = Program::plain();
        program.send("position board ----------O-XO---OOOX-O----XXX-O---OXXOO-XXOOOX---XO---X-------- X");
        program.send("legal");
        let legal = program.line_with("legal").text;
        let mut moves: Vec<&str> = legal.split(' ').skip(1).collect();
        moves.sort_unstable();
        for milliseconds in (1..=20).chain(1..=20) {
            program.send("newgame");
            program.send("position board ----------O-XO---OOOX-O----XXX-O---OXXOO-XXOOOX---XO---X-------- X");
            program.send(&format!("hint 64 movetime {milliseconds}"));
            let mut hinted = Vec::new();
            let mut values: Vec<i64> = Vec::new();
            loop {
                let line = program.line_with("hint").text;
                let words: Vec<&str> = line.split(' ').collect();
                let ["hint", _, each, "score", "cp", value, ..] = words[..] else { break };
                hinted.push(each.to_owned());
                values.push(value.parse().expect("a number"));
            }
            assert!(values.is_sorted_by(|one, next| one >= next), "{milliseconds} ms: {values:?}");
            hinted.sort_unstable();
            assert_eq!(hinted, moves, "{milliseconds} ms");
        }
    });
}
