//! The opening book as a whole program: made from games, shown, and refused where it is none.

mod support;

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Output};

use outflank::book::{Book, following};
use outflank::othello::{Position, Square, Symmetry};
use support::Folder;

fn book(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outflank"))
        .arg("book")
        .args(arguments)
        .output()
        .expect("the executable was built for this test")
}

/// The output of a command that does what it is told.
fn said(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The one line on stderr of a command that is refused with status 1.
fn refusal(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    let line = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

/// A WTHOR file of these games.
fn games(folder: &Folder, name: &str, games: &[&str]) -> String {
    let count = u32::try_from(games.len()).expect("a few games").to_le_bytes();
    let mut bytes = vec![20, 24, 1, 31];
    bytes.extend(count);
    bytes.extend([0, 0, 0xe7, 7, 8, 0, 24, 0]);
    for game in games {
        let mut record = vec![0, 0, 1, 0, 2, 0, 32, 32];
        record.extend(game.split(' ').map(|name| {
            let square: Square = name.parse().expect("a square");
            10 * (square.row() + 1) + square.column() + 1
        }));
        record.resize(68, 0);
        bytes.extend(record);
    }
    let path = folder.path(name);
    fs::write(&path, bytes).expect("the folder can be written to");
    path
}

/// The last of these games leads to a pass of black after c1.
const GAMES: [&str; 6] = [
    "f5 d6 c3 d3 c4",
    "f5 d6 c3 d3 c4",
    "d3 c5 f6 f5 e6",
    "f5 f6 e6 f4 c3",
    "f5 f6 e6 f4 c3",
    "d3 c3 f5 d2 d1 e1 b2 c1 a3",
];

#[test]
fn a_book_is_made_from_games_and_its_values_agree() {
    let folder = Folder::new("book-build");
    let (games, path) = (games(&folder, "games.wtb", &GAMES), folder.path("book"));
    let settings =
        ["build", &games, "--out", &path, "--games", "1", "--plies", "9", "--depth", "3", "--expand", "5"];
    let line = said(&settings);
    assert!(line.contains("depth 3") && line.contains("bytes"), "{line}");
    assert!(!fs::exists(format!("{path}.searches")).expect("the folder can be read"));
    let bytes = fs::read(&path).expect("it was made");
    let book = Book::read(&bytes).expect("it is a book");
    let known: HashMap<Position, _> = book.nodes().iter().map(|node| (*node.position(), node)).collect();
    let (mut links, mut passes) = (0, 0);
    for node in book.nodes() {
        for known_move in node.moves() {
            let Some((next, passed)) = following(node.position(), known_move.square) else { continue };
            let Some(next) = known.get(&Symmetry::canonical(&next).1) else { continue };
            let best = next.moves()[0];
            assert_eq!(known_move.value, if passed { best.value } else { -best.value });
            assert_eq!(known_move.depth, best.depth + 1);
            links += 1;
            passes += usize::from(passed);
        }
    }
    // Nine plies of the line with the pass alone are so many.
    assert!(links >= 12 && passes == 1, "{links} {passes}");
    // Made again, it is the same, also where a part of the searches was done before.
    let again = folder.path("again");
    let mut settings = settings;
    settings[3] = &again;
    said(&settings);
    assert_eq!(fs::read(&again).expect("it was made"), bytes);
}

#[test]
fn a_build_goes_on_from_its_searches_and_from_no_others() {
    let folder = Folder::new("book-resume");
    let (games, path) = (games(&folder, "games.wtb", &GAMES), folder.path("book"));
    let build = |depth: &'static str| {
        [
            "build".to_owned(),
            games.clone(),
            "--out".into(),
            path.clone(),
            "--games".into(),
            "2".into(),
            "--depth".into(),
            depth.into(),
        ]
    };
    let run = |depth| {
        let arguments = build(depth);
        book(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert!(run("2").status.success());
    let whole = fs::read(&path).expect("it was made");
    fs::write(format!("{path}.searches"), "outflank book: searches of 9 plies, weights 00000000\n")
        .expect("written");
    let refused = run("2");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the log of another job"));
    assert_eq!(fs::read(&path).expect("it is kept"), whole);
    fs::remove_file(format!("{path}.searches")).expect("it was there");
    assert!(run("2").status.success());
    assert_eq!(fs::read(&path).expect("it was made"), whole);
}

#[test]
fn the_moves_of_a_position_are_shown_best_first() {
    let moves = said(&["show"]);
    let squares: Vec<&str> = moves.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(squares, ["d3", "c4", "f5", "e6"]);
    let after_f5 = said(&["show", "f5"]);
    let values: Vec<f64> = after_f5
        .lines()
        .map(|line| line.split(' ').nth(1).and_then(|value| value.parse().ok()).expect("a value"))
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b) && !values.is_empty(), "{after_f5}");
    // The best line of the start begins with f5 or an image of it: its value is that of the reply, seen from here.
    let first: f64 = moves.split(' ').nth(1).and_then(|value| value.parse().ok()).expect("a value");
    assert!((first + values[0]).abs() < 1e-9, "{moves}{after_f5}");
    let board = "---------------------------OX------XO--------------------------- X";
    assert_eq!(said(&["show", board]), moves);
    // The shortest game of all is over.
    assert_eq!(said(&["show", "e6f4e3f6", "g5d6e7f5c5"]), "none\n");
}

#[test]
fn what_is_no_book_or_no_position_is_one_line_and_status_1() {
    let folder = Folder::new("book-refused");
    assert!(refusal(&["show", "f5a1"]).contains("position: turn 2: a1"));
    assert!(refusal(&["show", "hello"]).contains("position:"));
    assert!(refusal(&["show", &"X".repeat(66)]).contains("position:"));
    assert!(refusal(&["show", "--book", &folder.path("missing")]).contains("missing: "));
    assert!(refusal(&["show", "--book", "Cargo.toml"]).contains("Cargo.toml: not a book of Outflank"));
    let cut = folder.path("cut");
    let bytes = fs::read("src/book/book.bin").expect("it is in the repository");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("the folder can be written to");
    assert!(refusal(&["show", "--book", &cut]).contains("cut: the book is cut short or damaged"));
    let none = games(&folder, "none.wtb", &GAMES[..1]);
    let out = folder.path("out");
    assert!(
        refusal(&["build", &none, "--out", &out, "--games", "2"])
            .contains("no position was played in 2 games")
    );
    assert!(refusal(&["build", "Cargo.toml", "--out", &out]).contains("Cargo.toml: "));
    assert!(!fs::exists(&out).expect("the folder can be read"));
}
