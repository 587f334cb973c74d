//! The start of the program: how soon it answers, and in how little memory. Figures, not judgements.

mod support;

use std::time::{Duration, Instant};

use support::program::Program;

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
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap_or_default();
    for line in status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("Threads")) {
        println!("before the first search: {line}");
    }
}
