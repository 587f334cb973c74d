//! `outflank analyze`: the moves of games judged by published scores, by plain negamax and by the laws of losses.

use std::fs;

use outflank::formats::{RecordedGame, play_line, sgf};
use outflank::othello::{Game, Position, Turn, TurnRecord};
use serde_json::{Value, json};

use crate::support::{Folder, Run, run, text, whole};

/// The proven perfect game (arXiv 2310.19387), as it is printed there.
const PERFECT: &str = "F5D6C3D3 C4F4F6F3 E6E7D7C5 B6D8C6C7 D2B5A5A6 A7G5E3B4 C8G6G4C2 E8D1F7E2 G3H4F1E1 F2G1B1F8 \
                       G8B3H3B2 H5B7A3A4 A1A2C1H2 H1G2B8A8 G7H8H7H6";

/// A stored game in which black has to pass before c1, which the record leaves out; 32-32.
const WITH_A_PASS: &str = "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4H4H3\
                           G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1";

/// After 46 moves of the perfect game black has these moves, with these scores.
const AFTER_46: [(&str, i64); 6] =
    [("a3", 0), ("c1", -6), ("a4", -12), ("a8", -16), ("a2", -26), ("b8", -34)];

fn analyze(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut all = vec!["analyze"];
    all.extend(arguments);
    run(&all, input)
}

/// The objects of the turns, and that of the game.
#[track_caller]
fn judged(arguments: &[&str], game: &str) -> (Vec<Value>, Value) {
    let mut all = vec!["--json"];
    all.extend(arguments);
    let mut objects = analyze(&all, game).succeeded().objects();
    let summary = objects.pop().expect("a game has an object");
    assert!(summary["players"].is_object(), "{summary}");
    (objects, summary)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn first_46() -> String {
    let moves: String = PERFECT.split_whitespace().collect();
    moves[..92].to_owned()
}

/// The game of a transcript, and its turns.
fn turns_of(transcript: &str) -> (Game, Vec<TurnRecord>) {
    let game = play_line(&Game::default(), transcript).expect("the games of the tests are games");
    let turns = game.turns().collect();
    (game, turns)
}

/// Final score for the side to move by plain negamax.
fn negamax(position: &Position) -> i32 {
    if position.is_over() {
        return position.final_score().discs();
    }
    if position.must_pass() {
        return -negamax(&position.passed());
    }
    let replies = position.legal_moves().map(|square| position.play(square).expect("a legal move"));
    replies.map(|reply| -negamax(&reply)).max().expect("a side that need not pass has a move")
}

/// What holds for every analysis of a game, however far it was searched.
#[track_caller]
fn hold_the_laws(turns: &[Value], game: &Game, records: &[TurnRecord]) {
    assert_eq!(turns.len(), records.len());
    for ((ply, object), record) in (1..).zip(turns).zip(records) {
        assert_eq!(object["game"], 1);
        assert_eq!(object["ply"], ply);
        assert_eq!(object["side"], if record.color == outflank::othello::Color::Black { "X" } else { "O" });
        assert_eq!(object["move"], record.turn.to_string());
        let (score, best, loss) =
            (number(&object["score"]), number(&object["best_score"]), number(&object["loss"]));
        assert!((best - score - loss).abs() < 1e-9 && loss >= 0.0, "{object}");
        assert_eq!(loss == 0.0, object["best"] == object["move"], "{object}");
        assert!(object["depth"].is_u64(), "{object}");
        if record.turn == Turn::Pass {
            assert_eq!(object["best"], "pass");
        }
        if object["exact"] == true {
            assert!([score, best, loss].iter().all(|discs| discs.fract() == 0.0), "{object}");
        }
    }
    for pair in turns.windows(2) {
        if pair[0]["exact"] == true && pair[1]["exact"] == true {
            assert_eq!(number(&pair[0]["score"]), -number(&pair[1]["best_score"]), "{} {}", pair[0], pair[1]);
        }
    }
    let last = turns.last().expect("the games of the tests have turns");
    if game.is_over() {
        assert_eq!(number(&last["score"]), -f64::from(game.position().final_score().discs()), "{last}");
    }
}

#[test]
fn the_perfect_game_has_no_loss_where_it_is_solved() {
    let (turns, summary) = judged(&["--level", "8"], PERFECT);
    let (game, records) = turns_of(PERFECT);
    hold_the_laws(&turns, &game, &records);
    for (ply, turn) in (1..).zip(&turns) {
        let empties = 61 - ply;
        assert_eq!(turn["exact"], empties <= 16, "{turn}");
        if turn["exact"] == true {
            assert_eq!(
                (&turn["score"], &turn["loss"], &turn["depth"]),
                (&json!(0), &json!(0), &json!(empties))
            );
        }
    }
    assert_eq!(
        (&summary["turns"], &summary["discs"], &summary["result"]),
        (&json!(60), &json!([32, 32]), &json!("draw"))
    );
    for side in ["X", "O"] {
        let player = &summary["players"][side];
        assert_eq!(
            (&player["moves"], &player["solved_moves"], &player["solved_loss"]),
            (&json!(30), &json!(8), &json!(0))
        );
    }
}

#[test]
fn a_mistake_costs_what_the_published_scores_say() {
    for (name, score) in AFTER_46 {
        let (turns, summary) = judged(&["--level", "7"], &format!("{}{name}", first_46()));
        assert_eq!(
            turns[46],
            json!({"game": 1, "ply": 47, "side": "X", "move": name, "score": score, "best": "a3", "best_score": 0,
                "loss": -score, "depth": 14, "exact": true})
        );
        assert_eq!(summary["result"], "ongoing");
        let black = &summary["players"]["X"];
        assert_eq!(
            (&black["moves"], &black["solved_moves"], &black["solved_loss"]),
            (&json!(24), &json!(1), &json!(-score))
        );
    }
    // The largest loss of all is the worst move.
    let (_, summary) = judged(&["--level", "7"], &format!("{}b8", first_46()));
    assert_eq!(summary["players"]["X"]["worst"], json!({"ply": 47, "move": "b8", "loss": 34}));
}

#[test]
fn the_laws_of_losses_hold_at_every_limit() {
    for transcript in [PERFECT, WITH_A_PASS, "f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5", "e6f4e3f6g5d6e7f5c5"]
    {
        let (game, records) = turns_of(transcript);
        for arguments in [
            ["--level", "0"],
            ["--level", "1"],
            ["--level", "6"],
            ["--depth", "3"],
            ["--nodes", "300"],
            ["--movetime", "3"],
            ["--movetime", "0"],
            ["--depth", "0"],
        ] {
            let (turns, _) = judged(&arguments, transcript);
            hold_the_laws(&turns, &game, &records);
        }
    }
}

#[test]
fn solved_turns_agree_with_plain_negamax() {
    for transcript in [PERFECT, WITH_A_PASS] {
        let (turns, _) = judged(&["--level", "4"], transcript);
        let (_, records) = turns_of(transcript);
        let solved = records.iter().zip(&turns).filter(|(record, _)| record.before.empties() <= 8);
        for (record, turn) in solved {
            let after = match record.turn {
                Turn::Move(square) => record.before.play(square).expect("a legal move"),
                Turn::Pass | Turn::TimedOut => record.before.passed(),
            };
            assert_eq!(turn["exact"], true, "{turn}");
            assert_eq!(
                (&turn["score"], &turn["best_score"]),
                (&json!(-negamax(&after)), &json!(negamax(&record.before)))
            );
        }
    }
}

#[test]
fn a_pass_that_the_record_leaves_out_is_a_turn() {
    let (turns, summary) = judged(&["--level", "2"], WITH_A_PASS);
    assert_eq!((turns.len(), &summary["discs"]), (61, &json!([32, 32])));
    let pass = &turns[58];
    assert_eq!(
        (&pass["ply"], &pass["side"], &pass["move"], &pass["best"]),
        (&json!(59), &json!("X"), &json!("pass"), &json!("pass"))
    );
    assert_eq!((&pass["loss"], &pass["exact"]), (&json!(0), &json!(true)));
    assert_eq!(turns[59]["move"], "c1");
    // Passes are no moves of the player.
    assert_eq!(
        (&summary["players"]["X"]["moves"], &summary["players"]["O"]["moves"]),
        (&json!(30), &json!(30))
    );
}

#[test]
fn every_format_gives_the_same_analysis() {
    let (game, _) = turns_of("f5d6c3d3c4f4f6f3");
    let mut wthor = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe7, 7, 8, 0, 24, 0, 0, 0, 1, 0, 2, 0, 32, 32];
    wthor.extend([56, 64, 33, 34, 43, 46, 66, 36]);
    wthor.resize(16 + 68, 0);
    let texts = [
        "F5D6C3D3C4F4F6F3",
        "\u{feff}1. f5 d6\r\n2. c3 d3\r\n3. c4 f4\r\n4. f6 f3\r\n",
        "(;GM[Othello]PB[]PW[]BO[8 ---------------------------O*------*O--------------------------- *]\
         B[F5//2.4]W[D6/0.00]B[C3]W[d3]B[c4]W[f4]B[f6]W[f3];)",
        &sgf::write(&RecordedGame::new(game)),
        "+f5-d6+c3-d3+c4-f4+f6-f3: +00 1",
    ];
    let expected = analyze(&["--json", "--depth", "2"], texts[0]).succeeded().out;
    assert_eq!(expected.lines().count(), 9);
    for bytes in texts.iter().map(|text| text.as_bytes()).chain([&*wthor]) {
        assert_eq!(analyze(&["--json", "--depth", "2"], bytes).succeeded().out, expected);
    }
}

#[test]
fn a_game_that_was_set_up_is_solved_to_its_end() {
    let board = "-*-OOOO--OOOO*---OO*****-O*OOO***O*OO****OOO*O*-*OOOO*----*****-";
    let game = format!("(;GM[Othello]PB[Ann]PW[Bob]PC[there]BO[8 {board} *]B[a3]W[a4]B[c1];)");
    let (turns, summary) = judged(&["--exact"], &game);
    assert!(turns.iter().all(|turn| turn["exact"] == true), "{turns:?}");
    assert_eq!(
        (&turns[0]["score"], &turns[0]["loss"], &turns[0]["depth"]),
        (&json!(0), &json!(0), &json!(14))
    );
    assert_eq!(
        (&summary["black"], &summary["white"], &summary["event"]),
        (&json!("Ann"), &json!("Bob"), &json!("there"))
    );
    let text = analyze(&["--exact"], &game).succeeded();
    assert!(text.out.starts_with("game 1: Ann - Bob "), "{}", text.out);
    assert_eq!(text.lines()[2], "  1 black a3           +0  a3           +0       0     14 exact");
}

#[test]
fn a_table_and_two_summaries_are_for_people() {
    let run = analyze(&["--level", "7"], format!("{}b8", first_46())).succeeded();
    let lines = run.lines();
    assert!(lines[0].starts_with("game 1: black - white "), "{}", lines[0]);
    assert_eq!(lines[1], "ply side  move      score  best      score    loss  depth");
    assert_eq!(lines[48], " 47 black b8          -34  a3           +0      34     14 exact");
    assert!(lines[49].starts_with("black: 24 moves, "), "{}", lines[49]);
    assert!(
        lines[49].ends_with("; worst 47. b8 with 34; of these 1 solved, 34 lost in them"),
        "{}",
        lines[49]
    );
    assert!(lines[50].starts_with("white: 23 moves, "), "{}", lines[50]);
    assert_eq!((lines.len(), lines[51]), (52, ""));
}

#[test]
fn a_bad_game_costs_itself_only() {
    let input = "f5d6c3\nf5c5\nf5f6e6\n";
    let complaints = ["outflank: stdin: line 2, column 3: turn 2: c5 flips no disc"];
    let objects = analyze(&["--json", "--level", "1"], input).complained(&complaints).objects();
    let games: Vec<i64> = objects.iter().map(|object| whole(&object["game"])).collect();
    assert_eq!(games, [1, 1, 1, 1, 2, 3, 3, 3, 3]);
    assert_eq!(objects[4], json!({"game": 2, "error": "line 2, column 3: turn 2: c5 flips no disc"}));
    let text = analyze(&["--level", "1"], input).complained(&complaints);
    assert_eq!(text.out.matches("game ").count(), 2);
}

#[test]
fn an_archive_that_was_cut_short_gives_its_games() {
    let mut bytes = vec![20, 24, 1, 31, 2, 0, 0, 0, 0, 0, 0xe7, 7, 8, 0, 24, 0];
    for _ in 0..2 {
        bytes.extend([0, 0, 1, 0, 2, 0, 32, 32, 56, 64, 33]);
        bytes.resize(bytes.len() + 57, 0);
    }
    bytes.truncate(16 + 68 + 20);
    let complaint =
        "outflank: stdin: file: the header promises 2 records, the file holds 1 and 20 bytes more";
    let run = analyze(&["--level", "0"], bytes).complained(&[complaint]);
    assert_eq!(run.lines().len(), 2 + 3 + 3);
}

#[test]
fn inputs_without_a_game_are_complained_of() {
    let board = "---------------------------OX------XO--------------------------- X\n";
    for (input, reason) in [
        ("", "file: no game in it"),
        ("\u{feff}\r\n", "file: no game in it"),
        (board, "file: a list of positions where a file of games is wanted"),
        ("nonsense", "line 1, column 1: `nonsense` is no move: a square such as f5, or pass, wanted"),
    ] {
        let run = analyze(&[], input).complained(&[&format!("outflank: stdin: {reason}")]);
        assert_eq!(run.out, "");
    }
}

#[test]
fn files_are_analysed_in_order_and_a_missing_one_costs_itself_only() {
    let folder = Folder::new("analyze-files");
    let (one, two, missing) = (folder.file("1", "f5"), folder.file("2", "f5d6"), folder.path("3"));
    let run = analyze(&["--json", "--level", "0", &one, &missing, &two], "")
        .complained(&[&format!("outflank: {missing}: No such file or directory (os error 2)")]);
    let files: Vec<String> = run.objects().iter().map(|object| text(&object["file"]).to_owned()).collect();
    assert_eq!(files, [&*one, &one, &two, &two, &two]);
}

#[test]
fn a_picture_has_a_curve_and_its_worst_moves_marked() {
    let folder = Folder::new("svg");
    let path = folder.path("game.svg");
    let board = "-*-OOOO--OOOO*---OO*****-O*OOO***O*OO****OOO*O*-*OOOO*----*****-";
    let game = format!("(;GM[Othello]PB[A<b>&]PW[W]BO[8 {board} *]B[a4];)");
    analyze(&["--exact", "--svg", &path], &game).succeeded();
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert!(picture.contains("A&lt;b&gt;&amp; - W "), "{picture}");
    assert!(picture.contains("1. a4 -12"), "{picture}");
    // The other moves of the game are none: one mark, a disc and its rim.
    assert_eq!(picture.matches("<circle").count(), 2, "{picture}");
    analyze(&["--level", "7", "--svg", &path], PERFECT).succeeded();
    assert!(!fs::read_to_string(&path).unwrap().contains("47. a3"));
}

#[test]
fn each_of_several_games_has_its_picture() {
    let folder = Folder::new("svgs");
    analyze(&["--level", "1", "--svg", &folder.path("game.svg")], "f5d6c3\nf5f6\n(nothing)\n").complained(&[
        "outflank: stdin: line 3, column 1: `(nothing)` is no move: a square such as f5, or pass, wanted",
    ]);
    for (name, there) in
        [("game.svg", true), ("game-2.svg", true), ("game-3.svg", false), ("game-1.svg", false)]
    {
        assert_eq!(fs::exists(folder.path(name)).unwrap(), there, "{name}");
    }
    let nowhere = folder.path("no/game.svg");
    let run = analyze(&["--level", "1", "--svg", &nowhere], "f5d6c3")
        .complained(&[&format!("outflank: {nowhere}: No such file or directory (os error 2)")]);
    assert_eq!(run.lines().len(), 2 + 3 + 3, "the analysis is written all the same");
}

#[test]
fn a_level_and_limits_exclude_each_other() {
    for arguments in [
        ["--level", "3", "--depth", "3"],
        ["--level", "3", "--movetime", "3"],
        ["--level", "61", "--hash", "1"],
    ] {
        assert_eq!(analyze(&arguments, "f5").status, Some(2), "{arguments:?}");
    }
    assert_eq!(analyze(&["--depth", "61"], "f5").status, Some(2));
}
