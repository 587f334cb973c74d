//! The start of the program: how soon it answers, and in how little memory.

use std::time::{Duration, Instant};

use crate::support::program::Program;

#[test]
fn the_first_answer_comes_before_any_search_is_prepared() {
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let begin = Instant::now();
            let mut program = Program::plain();
            program.send("isready");
            let answered = program.line_with("readyok").at;
            answered - begin
        })
        .collect();
    times.sort();
    println!("start to first answer: best {:.1?}, median {:.1?}", times[0], times[times.len() / 2]);
    let mut program = Program::plain();
    program.send("isready");
    program.line_with("readyok");
    println!("before the first search: {:?} KiB", memory(&program, "VmRSS"));
}

#[test]
fn the_first_search_of_a_process_is_answered_like_any_other() {
    // What is prepared only for the first search costs the caller's time. A figure and no judgement: the
    // machine may be busy, and `scripts/clock_overshoot.py --fresh` is the measure.
    let quickest = (0..10)
        .map(|_| {
            let mut program = Program::plain();
            program.send("isready");
            program.line_with("readyok");
            let begin = Instant::now();
            program.send("go movetime 10");
            let best = program.line_with("bestmove");
            assert!(
                ["bestmove d3", "bestmove c4", "bestmove f5", "bestmove e6"].contains(&best.text.as_str())
            );
            best.at - begin
        })
        .min();
    println!("the first search with 10 ms: {quickest:.1?}");
}

/// A size that Linux tells about the process, in KiB.
fn memory(program: &Program, what: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with(what))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
#[cfg(target_os = "linux")]
fn a_session_keeps_to_16_mib_before_its_first_search_and_to_its_hash_and_64_mib_after() {
    const HASH: u64 = 32;
    let mut program = Program::plain();
    program.send("isready");
    program.line_with("readyok");
    let before = memory(&program, "VmHWM").expect("Linux tells it");
    assert!(before < 16 << 10, "{before} KiB");
    program.send(&format!("setoption name Hash value {HASH}"));
    program.send("position startpos moves f5d6c3d3c4");
    program.send("go movetime 1000");
    program.line_with("bestmove");
    program.send("hint 9 movetime 500");
    program.line_with("hintdone");
    let after = memory(&program, "VmHWM").expect("Linux tells it");
    assert!(after < (HASH + 64) << 10, "{after} KiB");
}
