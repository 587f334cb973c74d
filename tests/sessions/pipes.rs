//! What happens when nobody reads the output any more, or a disk is full.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::support::program::PATIENCE;

fn outflank() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn full_disk() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("Linux has a full disk").into()
}

/// Its status and its standard error, once it has ended by itself.
#[track_caller]
fn end_of(mut child: Child) -> (ExitStatus, String) {
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait().expect("the child can be asked") {
            Some(status) => break status,
            None if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
            None => {
                let _ = child.kill();
                panic!("the program did not end");
            }
        }
    };
    let mut errors = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut errors).expect("standard error is text");
    }
    (status, errors)
}

/// Plays a reader that goes away after `awaited`, and then `next` is asked; standard input stays open.
#[track_caller]
fn a_closed_stdout_ends_it_quietly(asked: &str, awaited: &str, next: &str) {
    let mut child = outflank().spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input.write_all(asked.as_bytes()).expect("it reads");
    let mut line = String::new();
    while !line.starts_with(awaited) {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("text"), 0, "no {awaited}");
    }
    drop(output);
    // It may be gone before it has read all of this.
    let _ = input.write_all(next.as_bytes());
    let (status, errors) = end_of(child);
    assert_eq!(status.code(), Some(0), "{errors}");
    assert_eq!(errors, "");
}

#[test]
fn a_closed_stdout_ends_an_idle_session_quietly() {
    a_closed_stdout_ends_it_quietly("isready\n", "readyok", "isready\n");
    a_closed_stdout_ends_it_quietly("nboard 2\nping 1\n", "pong", "ping 2\n");
}

#[test]
fn a_closed_stdout_ends_a_search_quietly() {
    a_closed_stdout_ends_it_quietly("go infinite\n", "info", "isready\n");
    a_closed_stdout_ends_it_quietly("go infinite\n", "info", "stop\n");
    a_closed_stdout_ends_it_quietly("go movetime 300\n", "info", "");
    a_closed_stdout_ends_it_quietly("nboard 2\nset depth 60\nhint 4\n", "status", "ping 2\n");
}

#[test]
fn a_stdout_closed_from_the_start_ends_it_quietly() {
    let mut child = outflank().spawn().expect("it starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    let _ = input.write_all(b"uoi\nboard\n");
    let (status, errors) = end_of(child);
    assert_eq!(status.code(), Some(0), "{errors}");
    assert_eq!(errors, "");
}

#[test]
fn a_full_disk_is_one_line_on_stderr_and_status_1() {
    for session in ["isready\n", "go depth 3\n", "go infinite\n", "nboard 2\nping 1\n", "uoi\nboard\nlegal\n"]
    {
        let mut child = outflank().stdout(full_disk()).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        let _ = input.write_all(session.as_bytes());
        let (status, errors) = end_of(child);
        assert_eq!(status.code(), Some(1), "{session:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{session:?}: {errors}");
    }
}

#[test]
fn a_full_disk_is_the_same_for_a_subcommand() {
    let child = outflank().args(["perft", "3"]).stdout(full_disk()).spawn().expect("it starts");
    let (status, errors) = end_of(child);
    assert_eq!(status.code(), Some(1), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn a_stderr_that_takes_nothing_does_not_disturb_a_session() {
    // The unknown word is worth a warning, which cannot be written.
    let mut child = outflank().stderr(full_disk()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"isready please\ngo quickly depth 2\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove")).count(), 1, "{text}");
    assert!(text.starts_with("readyok\n"), "{text}");
}
