//! The training as a whole program: from games of the engine against itself to weights that it evaluates with, and
//! weights that it refuses.

mod support;

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use support::Folder;

/// Runs the executable with these arguments, separated by blanks, and this input.
fn outflank(arguments: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable was built for this test");
    // A program that refuses its arguments may end before it reads anything.
    let _ = child.stdin.take().expect("it is a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("its output can be read")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The static evaluation after these moves, in hundredths of a disc.
fn evaluation(arguments: &str, moves: &str) -> i32 {
    let output = outflank(arguments, &format!("position startpos moves {moves}\neval\n"));
    let answer = text(&output.stdout);
    let value = answer.trim().strip_prefix("eval cp ").and_then(|value| value.parse().ok());
    value.unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn games_of_the_engine_against_itself_make_weights_it_evaluates_with() {
    let folder = Folder::new("pipeline");
    let (data, weights) = (folder.path("data"), folder.path("weights"));
    let made = outflank(
        &format!("train generate --units 64 --random-plies 45 --solve-from 9 --depth 1 --out {data}"),
        "",
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let fitted = outflank(&format!("train fit {data} --steps 5 --hold-out 8 --out {weights}"), "");
    assert!(fitted.status.success(), "{}", text(&fitted.stderr));
    let report = text(&fitted.stdout);
    assert!(report.lines().last().unwrap().trim_start().starts_with("all"), "{report}");
    // The next sweep stands on these weights, and its samples are fitted beside the first.
    let (more, better) = (folder.path("more"), folder.path("better"));
    let searched = outflank(
        &format!(
            "train generate --eval {weights} --units 8 --random-plies 40 --solve-from 9 --depth 2 --seed 2 --out {more}"
        ),
        "",
    );
    assert!(searched.status.success(), "{}", text(&searched.stderr));
    let again = outflank(
        &format!(
            "train fit {more} {data} --outcome 0.1 --excess 1.6,0.6 --steps 5 --hold-out 8 --out {better}"
        ),
        "",
    );
    assert!(again.status.success(), "{}", text(&again.stderr));
    let errors = outflank(&format!("train errors {more} {data} --hold-out 8 --eval {better}"), "");
    assert!(errors.status.success(), "{}", text(&errors.stderr));
    assert_eq!(text(&errors.stdout).lines().count(), text(&again.stdout).lines().count());
    // Wiping the opponent out is worth more than the start, even to weights of a few games.
    let lost = evaluation(&format!("--eval {weights}"), "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert!(lost < evaluation(&format!("--eval {weights}"), "e6"), "{lost}");
}

#[test]
fn the_same_samples_and_weights_come_out_again() {
    let folder = Folder::new("again");
    let made = |number: u32, threads: u32| {
        let (data, weights) =
            (folder.path(&format!("data{number}")), folder.path(&format!("weights{number}")));
        let common = format!("--threads {threads}");
        let generate = "train generate --units 8 --random-plies 40 --solve-from 8 --depth 2";
        assert!(outflank(&format!("{generate} {common} --out {data}"), "").status.success());
        assert!(
            outflank(&format!("train fit {data} --steps 3 {common} --out {weights}"), "").status.success()
        );
        (fs::read(data).unwrap(), fs::read(weights).unwrap())
    };
    assert_eq!(made(1, 1), made(2, 2));
}

#[test]
fn a_file_that_holds_no_weights_is_refused_in_one_line() {
    let folder = Folder::new("refused");
    let good = fs::read("src/eval/weights.bin").unwrap();
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    for (bytes, reason) in [
        (b"".as_slice(), "not a file of Outflank weights"),
        (b"#!/bin/sh\n", "not a file of Outflank weights"),
        (&good[..1_000], "cut short"),
        (&damaged, "damaged"),
    ] {
        let path = folder.path("weights");
        fs::write(&path, bytes).unwrap();
        let output = outflank(&format!("--eval {path}"), "eval\n");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(output.stdout.is_empty());
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(&path) && said.contains(reason), "{said}");
    }
}
