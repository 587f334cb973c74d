//! `--log FILE`: both sides of the conversation, with times.

mod support;

use std::path::PathBuf;

use support::program::Program;

fn log_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("outflank-{name}-{}.log", std::process::id()))
}

fn start_with_log(path: &std::path::Path) -> Program {
    Program::start(&["--log".to_owned(), path.display().to_string()])
}

#[test]
fn a_log_has_each_line_of_both_sides_in_order_with_its_time() {
    let path = log_file("both-sides");
    let mut program = start_with_log(&path);
    program.send("position startpos moves f5");
    program.send("legal");
    program.line_with("legal f4 d6 f6");
    program.send("foo");
    program.line_with("error");
    program.close_input();
    assert!(program.rest().is_empty());
    assert!(program.exit().success());
    let log = std::fs::read_to_string(&path).expect("the log was written");
    std::fs::remove_file(&path).expect("the log can be removed");
    let mut last = 0.0;
    let told: Vec<&str> = log
        .lines()
        .map(|line| {
            let (time, rest) = line.split_once(' ').expect("a time first");
            let time: f64 = time.parse().expect("a time in seconds");
            assert!(time >= last, "{log}");
            last = time;
            rest
        })
        .collect();
    assert_eq!(
        told,
        [
            "< position startpos moves f5",
            "< legal",
            "> legal f4 d6 f6",
            "< foo",
            "> error unknown command: foo"
        ]
    );
}

#[test]
fn a_log_of_junk_is_a_log_and_stays_small() {
    let path = log_file("junk");
    let mut program = start_with_log(&path);
    for _ in 0..40 {
        program.send_bytes(&[b"\xff\x00 ".repeat(200_000).as_slice(), b"\n"].concat());
    }
    program.send("isready");
    program.line_with("readyok");
    program.close_input();
    program.rest();
    assert!(program.exit().success());
    let size = std::fs::metadata(&path).expect("the log was written").len();
    std::fs::remove_file(&path).expect("the log can be removed");
    // The size that `--help` names.
    assert!(size <= 8 << 20, "{size} bytes");
}
