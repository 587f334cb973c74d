//! How the commands begin and end: answers at once, closed pipes, full disks, signals.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::program::{PATIENCE, Program};
use crate::support::{Folder, command, run};

/// Nine empties from the end, 0 by b7.
const EASY: &str = "OXXXXXXXOOXXOOX-OOOXXXO-OXOXXXOOOXXXXXOOOXXXXXOOO--XXXXOO--XXX-X O";

/// Nobody has solved it in the time of a test.
const START: &str = "---------------------------OX------XO--------------------------- X";

const GAME: &str = "f5d6c3d3c4f4f6f3";

fn owned(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(ToString::to_string).collect()
}

#[test]
fn a_position_is_answered_before_the_next_one_is_sent() {
    let mut program = Program::start(&owned(&["solve"]));
    for number in 1..=3 {
        program.send(EASY);
        program.line_with(&format!("line {number}: score +0 best b7 "));
    }
    program.close_input();
    assert_eq!(program.exit().code(), Some(0));
    assert_eq!(program.standard_error(), "");
}

#[test]
fn a_reader_that_goes_away_ends_a_command_quietly() {
    for arguments in [["solve"].as_slice(), &["solve", "--json"], &["analyze", "--level", "1"]] {
        let mut child = command(arguments).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let text = if arguments[0] == "solve" { EASY } else { GAME };
        // Far more than a pipe holds, so that it must still be writing.
        let all = format!("{text}\n").repeat(2000);
        let writer = std::thread::spawn(move || drop(input.write_all(all.as_bytes())));
        let mut line = String::new();
        assert!(output.read_line(&mut line).expect("text") > 0);
        drop(output);
        let end = child.wait_with_output().expect("it ends");
        writer.join().expect("writing does not panic");
        assert_eq!((end.status.code(), &*end.stderr), (Some(0), b"".as_slice()), "{arguments:?}");
    }
}

#[test]
fn a_full_disk_is_one_line_on_stderr_and_status_1() {
    for (arguments, input) in
        [(["solve"].as_slice(), EASY), (&["solve", "--json"], "bad"), (&["analyze", "--level", "1"], GAME)]
    {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has a full disk");
        let mut child = command(arguments).stdout(Stdio::from(full)).spawn().expect("it starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        let end = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&end.stderr);
        assert_eq!(end.status.code(), Some(1), "{arguments:?}: {errors}");
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.starts_with("outflank: output: No space left on device"), "{errors}");
        assert_eq!(errors.lines().count(), if input == "bad" { 2 } else { 1 }, "{errors}");
    }
}

#[test]
fn a_signal_ends_a_command_with_128_and_its_number() {
    for (signal, number) in [("-TERM", 15), ("-INT", 2)] {
        for (arguments, input) in [
            (["solve"].as_slice(), START),
            (&["analyze", "--exact"], GAME),
            (&["analyze", "--depth", "30"], GAME),
        ] {
            let mut program = Program::start(&owned(arguments));
            if arguments[0] == "solve" {
                program.send(EASY);
                program.line_with("line 1: ");
            }
            program.send(input);
            program.close_input();
            let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()), "the signal can be sent");
            let status = program.exit_by(Instant::now() + PATIENCE).expect("it ends");
            // As a shell tells it: the program's own status, or 128 and the signal that ended it.
            assert_eq!(
                status.code().or(status.signal().map(|by| 128 + by)),
                Some(128 + number),
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn what_is_read_is_not_written_over_and_what_never_ends_is_not_read() {
    let folder = Folder::new("ends-files");
    let game = folder.file("game.txt", GAME);
    let refused = run(&["analyze", "--level", "0", "--svg", &game, &game], "");
    assert_eq!(refused.status, Some(2), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&game).expect("it is there"), GAME);
    for arguments in [
        ["book", "show", "--book", "/dev/zero"].as_slice(),
        &["book", "build", "--out", "/dev/null", &game],
        &["match", "--log", "/dev/zero", "--games", "2", "--depth", "1"],
        &["--eval", "/dev/zero", "perft", "1"],
    ] {
        let refused = run(arguments, "");
        assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(refused.err.contains("not a plain file"), "{arguments:?}: {}", refused.err);
    }
    let session = run(&[], "setoption name BookFile value /dev/zero\nisready\n");
    let lines = session.lines();
    assert!(lines[0].starts_with("error ") && lines[1] == "readyok", "{lines:?}");
}

#[test]
fn wrong_usage_ends_with_status_2() {
    for arguments in [
        ["match", "--engine", "a", "--engine", "b", "--engine", "c"].as_slice(),
        &["match", "--depth", "1", "--sprt", "10", "0"],
        &["match", "--depth", "1", "--random-plies", "100"],
        &["solve", "--first-line", "0"],
    ] {
        assert_eq!(run(arguments, "").status, Some(2), "{arguments:?}");
    }
}

#[test]
fn zeros_are_no_archive_of_games() {
    let found = run(&["analyze", "--level", "0"], [0; 10_000]);
    assert_eq!((found.status, found.out.as_str()), (Some(1), ""));
    assert!(found.err.contains("nothing but zeros"), "{}", found.err);
}
