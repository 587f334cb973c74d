//! `outflank match` as a whole program: engines of every protocol, engines that misbehave, and matches that go on.

mod support;

use std::fs;
use std::process::{Command, Output};

use support::Folder;

/// The content of a file that the program has written.
fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).expect("the program has written it")
}

/// The command of an engine that greets as the native protocol has it and does this when it is asked to move, in the
/// words of a shell.
fn engine(folder: &Folder, name: &str, on_go: &str) -> String {
    let script = format!(
        "while read -r word rest; do\n\
         case $word in\n\
         uoi) echo uoiok;;\n\
         isready) echo readyok;;\n\
         go) {on_go};;\n\
         esac\n\
         done\n"
    );
    fs::write(folder.path(name), script).expect("the folder can be written to");
    format!("sh {}", folder.path(name))
}

fn play(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("match")
        .args(arguments)
        .output()
        .expect("the executable was built for this test")
}

/// The last line on stdout of a match that was played.
fn result(arguments: &[&str]) -> String {
    let output = play(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The one line on stderr of a match that was refused with this status.
fn refusal(arguments: &[&str], status: i32) -> String {
    let output = play(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

fn ourselves(protocol: &str) -> String {
    format!("{protocol}:{}", env!("CARGO_BIN_EXE_outflank"))
}

#[test]
fn one_engine_plays_the_same_in_every_protocol() {
    // At one level the answers do not depend on the protocol, so that each pair is a game and its mirror image.
    let option = |protocol: &str| match protocol {
        "gtp" => "set_level=2",
        "nboard" => "depth=2",
        _ => "Level=2",
    };
    for (first, second) in [("gtp", "native"), ("nboard", "gtp"), ("native", "nboard")] {
        let line = result(&[
            "--engine",
            &ourselves(first),
            "--options1",
            option(first),
            "--engine",
            &ourselves(second),
            "--options2",
            option(second),
            "--games",
            "4",
        ]);
        assert!(line.contains("0 failed; 50.0 % of the points, +0.00 discs"), "{first} {second}: {line}");
    }
}

#[test]
fn a_clock_for_the_game_is_told_in_every_protocol() {
    // A second each; what matters is that no flag falls by much, however busy the machine.
    for (first, second) in [("gtp", "nboard"), ("native", "gtp")] {
        let (first, second) = (ourselves(first), ourselves(second));
        let line = result(&[
            "--engine", &first, "--engine", &second, "--games", "2", "--clock", "1", "--margin", "1000",
        ]);
        assert!(line.starts_with("2 games") && line.contains(" 0 failed"), "{first} {second}: {line}");
    }
}

#[test]
fn an_engine_that_does_not_start_is_status_1() {
    let line = refusal(&["--engine", "sh -c 'exit 3'", "--games", "2"], 1);
    assert!(line.contains("does not start: the engine has ended (exit status: 3)"), "{line}");
    let line = refusal(&["--engine", "xboard:outflank", "--games", "2"], 1);
    assert!(line.contains("native, nboard or gtp"), "{line}");
    let line = refusal(&["--options1", "Level=99", "--games", "2"], 1);
    assert!(line.contains("Level"), "{line}");
}

#[test]
fn an_engine_that_misbehaves_loses_and_is_started_again() {
    let folder = Folder::new("match-failures");
    let illegal = engine(&folder, "illegal", "echo bestmove a1");
    let dies = engine(&folder, "dies", "exit 7");
    let babbles = engine(&folder, "babbles", "echo bestmove, perhaps; echo bestmove d9");
    let late = engine(&folder, "late", "sleep 0.5; echo bestmove pass");
    for (engine, reason) in [
        (&illegal, "illegal answer a1: a1 flips no disc"),
        (&dies, "the engine has ended (exit status: 7)"),
        (&babbles, "`bestmove d9` is no answer"),
        (&late, "illegal answer pass"),
    ] {
        let log = folder.path("log");
        let line = result(&["--engine", engine, "--games", "4", "--movetime", "20", "--log", &log]);
        assert!(line.contains("4 games: 0 won, 0 drawn, 4 lost, 4 failed"), "{engine}: {line}");
        let games = text(&folder, "log");
        assert_eq!(games.lines().filter(|line| line.contains(reason)).count(), 4, "{reason}\n{games}");
        fs::remove_file(log).expect("it was there");
    }
}

#[test]
fn a_late_answer_loses_on_time() {
    let folder = Folder::new("match-late");
    // After f5 white may play d6; 0.6 s is later than the margin allows.
    let late = engine(&folder, "late", "sleep 0.6; echo bestmove d6");
    let openings = folder.path("openings");
    fs::write(&openings, "# one\nf5\n").expect("the folder can be written to");
    let (log, record) = (folder.path("log"), folder.path("record"));
    let arguments = [
        "--engine",
        &late,
        "--games",
        "1",
        "--movetime",
        "50",
        "--openings",
        &openings,
        "--log",
        &log,
        "--record",
        &record,
    ];
    result(&arguments);
    assert!(
        text(&folder, "log")
            .lines()
            .any(|line| line.contains("white -64") && line.contains("where 50.000ms were allowed"))
    );
    assert!(text(&folder, "record").contains("RE[+64.00:t]"), "{}", text(&folder, "record"));
}

#[test]
fn a_match_goes_on_where_it_was_stopped() {
    let folder = Folder::new("match-log");
    let (whole, parts) = (folder.path("whole"), folder.path("parts"));
    let arguments = |games: &'static str, log: &'static str| ["--depth", "1", "--games", games, "--log", log];
    let in_one_go = result(&arguments("6", Box::leak(whole.clone().into_boxed_str())));
    let parts: &'static str = Box::leak(parts.into_boxed_str());
    result(&arguments("2", parts));
    result(&arguments("4", parts));
    // As if the program had been killed in the middle of a line.
    let text = fs::read_to_string(parts).expect("it is there");
    fs::write(parts, &text[..text.len() - 20]).expect("it can be written");
    assert_eq!(result(&arguments("6", parts)), in_one_go);
    assert_eq!(fs::read_to_string(parts).unwrap(), fs::read_to_string(whole).unwrap());
    assert_eq!(result(&arguments("6", parts)), in_one_go, "nothing is left to be played");
}

#[test]
fn the_log_of_another_match_is_refused_and_kept() {
    let folder = Folder::new("match-other");
    let log = folder.path("log");
    result(&["--depth", "1", "--games", "2", "--log", &log]);
    let before = text(&folder, "log");
    for other in [["--depth", "2"], ["--nodes", "1"]] {
        let line = refusal(&[other[0], other[1], "--games", "2", "--log", &log], 1);
        assert!(line.contains("the log of another job"), "{line}");
    }
    refusal(&["--depth", "1", "--seed", "2", "--log", &log], 1);
    assert_eq!(text(&folder, "log"), before);
    fs::write(&log, format!("{before}3 white +2 f5\n")).expect("it can be written");
    assert!(
        refusal(&["--depth", "1", "--games", "4", "--log", &log], 1).contains("line 4 does not belong here")
    );
    fs::write(&log, "a letter to my aunt").expect("it can be written");
    refusal(&["--depth", "1", "--games", "4", "--log", &log], 1);
    assert_eq!(text(&folder, "log"), "a letter to my aunt");
}

#[test]
fn the_record_holds_the_games_that_were_counted() {
    let folder = Folder::new("match-record");
    let record = folder.path("record");
    result(&["--depth", "1", "--games", "4", "--record", &record, "--options1", "Level=3"]);
    let text = text(&folder, "record");
    let games: Vec<_> =
        outflank::formats::ggf::read_games(&text).collect::<Result<_, _>>().expect("it is GGF");
    assert_eq!(games.len(), 4);
    for (game, first_is_black) in games.iter().zip([true, false, true, false]) {
        assert!(game.game().is_over());
        assert_eq!(game.black.name == "outflank Level=3", first_is_black);
        let score = game.game().position().final_score().discs().abs();
        assert_eq!(game.result.map(|result| result.discs.abs()), Some(f64::from(score)));
        assert!(game.notes().iter().any(|note| note.time.is_some()));
    }
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let strong = ourselves("gtp");
    let line = result(&[
        "--engine",
        &strong,
        "--options1",
        "set_level=6",
        "--engine",
        &strong,
        "--options2",
        "set_level=0",
        "--sprt",
        "-50",
        "150",
    ]);
    assert!(line.ends_with("150 accepted"), "{line}");
}

#[test]
fn a_limit_that_a_protocol_cannot_say_is_told() {
    let engine = ourselves("gtp");
    let output = play(&["--engine", &engine, "--options1", "set_level=1", "--depth", "1", "--games", "2"]);
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("cannot be told depth 1"), "{errors}");
}
