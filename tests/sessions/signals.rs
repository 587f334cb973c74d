//! What a signal does to a session.
#![cfg(unix)]

use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::time::Instant;

use crate::support::program::{PATIENCE, Program};

/// The status as a shell tells it: the program's own, or 128 + the signal that ended it.
#[track_caller]
fn status_after(signal: &str, busy: bool) -> Option<i32> {
    let mut program = Program::plain();
    if busy {
        program.send("go infinite");
        program.line_with("info");
    } else {
        program.send("isready");
        program.line_with("readyok");
    }
    let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal can be sent");
    let status = program.exit_by(Instant::now() + PATIENCE).expect("it ends");
    status.code().or(status.signal().map(|number| 128 + number))
}

#[test]
fn a_termination_ends_with_128_and_the_signal() {
    assert_eq!(status_after("-TERM", false), Some(128 + 15));
    assert_eq!(status_after("-TERM", true), Some(128 + 15));
}

#[test]
fn an_interrupt_ends_with_128_and_the_signal() {
    assert_eq!(status_after("-INT", false), Some(128 + 2));
    assert_eq!(status_after("-INT", true), Some(128 + 2));
}
