//! `outflank solve`: scores from published problems, from hand and from the rules, and what is done about bad input.

use outflank::formats::{Board, read_turn};
use serde_json::{Value, json};

use crate::data;
use crate::support::{Folder, Run, list, run, text, whole};

/// Numbers 1 to 3 of the French endgame problems with the scores of all moves.
const FFO: [&str; 3] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14; B7:-14; H2:-24;",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; B8:-2; B1:-4; C1:-4; A2:-4; A3:-6; B2:-12;",
];

/// Number 40: 20 empties, +38 by a2.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// The proven perfect game after 46 moves, with the scores of all moves.
const PERFECT: &str = "-X-OOOO--OOOOX---OOXXXXX-OXOOOXXXOXOOXXXXOOOXOX-XOOOOX----XXXXX- X";
const PERFECT_MOVES: [(&str, i32); 6] =
    [("a3", 0), ("c1", -6), ("a4", -12), ("a8", -16), ("a2", -26), ("b8", -34)];

/// Seven moves from the end: white has b7 for a draw and loses with the others.
const DRAWN: &str = "OXXXXXXXOOXXOOX-OOOXXXO-OXOXXXOOOXXXXXOOOXXXXXOOO--XXXXOO--XXX-X O";
const DRAWN_MOVES: [(&str, i32); 5] = [("b7", 0), ("h2", -2), ("g8", -2), ("c8", -4), ("c7", -22)];

fn solve(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut all = vec!["solve"];
    all.extend(arguments);
    run(&all, input)
}

/// The one object that this position gives.
#[track_caller]
fn solved(arguments: &[&str], position: &str) -> Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    let mut objects = solve(&all, format!("{position}\n")).succeeded().objects();
    assert_eq!(objects.len(), 1);
    objects.remove(0)
}

fn moves(object: &Value) -> Vec<(String, i64)> {
    let pair = |valued: &Value| (text(&valued["move"]).to_owned(), whole(&valued["score"]));
    list(&object["moves"]).iter().map(pair).collect()
}

fn named(moves: &[(&str, i32)]) -> Vec<(String, i64)> {
    moves.iter().map(|(name, score)| (name.to_string(), i64::from(*score))).collect()
}

/// Plays the line of best play by the rules: it must lead to the end of the game and to the score.
#[track_caller]
fn replay(object: &Value) {
    let board: Board = format!("{} {}", text(&object["board"]), text(&object["side"]))
        .parse()
        .expect("the board of a result is a board");
    let mut game = board.game();
    let side = game.side_to_move();
    for name in list(&object["pv"]) {
        let turn = read_turn(text(name)).unwrap_or_else(|error| panic!("{error}"));
        game.play(turn).unwrap_or_else(|error| panic!("{turn} in {object}: {error}"));
    }
    assert!(game.is_over(), "{object}");
    let score = game.position().final_score().discs();
    let score = if game.side_to_move() == side { score } else { -score };
    assert_eq!(object["score"], score, "{object}");
}

#[test]
fn published_scores_come_out_in_order_with_their_lines() {
    let run = solve(&[], FFO.join("\n")).succeeded();
    let starts = [
        "line 1: score +18 best g8 pv g8 ",
        "line 2: score +10 best a4 pv a4 ",
        "line 3: score +2 best d1 pv d1 ",
    ];
    assert_eq!(run.lines().len(), 3, "{}", run.out);
    for (line, start) in run.lines().iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn an_object_has_every_key_and_its_line_leads_to_the_score() {
    for (number, (line, score, best, empties)) in
        (1..).zip([(FFO[0], 18, "g8", 14), (FFO[1], 10, "a4", 14), (FFO[2], 2, "d1", 14)])
    {
        let object = solved(&["--first-line", &number.to_string()], line);
        replay(&object);
        assert_eq!(object["line"], number);
        assert_eq!(object["board"], line[..64]);
        assert_eq!(object["side"], "X");
        assert_eq!(object["empties"], empties);
        assert_eq!(object["score"], score);
        assert_eq!(object["exact"], true);
        assert_eq!(object["best"], json!([best]));
        assert_eq!(object["pv"][0], best);
        assert_eq!(object["depth"], empties);
        assert_eq!(object["selectivity"], 100);
        assert!(object["nodes"].as_u64() > Some(0) && object["ms"].is_u64(), "{object}");
        assert_eq!(object["recorded"], score);
        assert_eq!((object.get("moves"), object.get("file"), object.get("error")), (None, None, None));
    }
}

#[test]
fn a_position_of_20_empties_is_solved() {
    let object = solved(&[], FFO_40);
    assert_eq!((&object["score"], &object["best"]), (&json!(38), &json!(["a2"])));
    replay(&object);
}

#[test]
fn selective_passes_leave_nothing_behind_that_the_proof_believes() {
    // Another program, set to its highest level at once, found +28 and b2 here.
    let object = solved(&[], "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X");
    assert_eq!((&object["score"], &object["best"]), (&json!(32), &json!(["g7"])));
}

#[test]
fn all_moves_are_scored_best_first() {
    assert_eq!(moves(&solved(&["--all-moves"], PERFECT)), named(&PERFECT_MOVES));
    assert_eq!(moves(&solved(&["--all-moves"], DRAWN)), named(&DRAWN_MOVES));
    let first = "line 1: score +0 best b7 moves b7:+0 h2:-2 g8:-2 c8:-4 c7:-22 pv b7 ";
    let run = solve(&["--all-moves"], DRAWN).succeeded();
    assert!(run.out.starts_with(first), "{}", run.out);
    for line in FFO {
        let object = solved(&["--all-moves"], line);
        for valued in list(&object["moves"]) {
            assert_eq!(valued["score"], valued["recorded"], "{object}");
        }
        assert_eq!(moves(&object).len(), 8);
    }
}

#[test]
fn all_the_best_moves_are_named_where_all_moves_are_asked_for() {
    // Two lines of play that do not touch each other: black takes the one after the other.
    let both = format!("XO-{}-OX", "-".repeat(58));
    let object = solved(&["--all-moves"], &format!("{both} X"));
    assert_eq!((&object["score"], &object["best"]), (&json!(64), &json!(["c1", "f8"])));
}

#[test]
fn only_the_sign_is_proven_under_wld() {
    for (position, sign) in [(FFO[0], 1), (PERFECT, 0), (DRAWN, 0)] {
        let object = solved(&["--wld"], position);
        assert_eq!((&object["score"], &object["exact"]), (&json!(sign), &json!(true)), "{object}");
    }
    let signs = |moves: &[(&str, i32)]| {
        let mut signs: Vec<i64> = moves.iter().map(|(_, score)| i64::from(score.signum())).collect();
        signs.sort_unstable();
        signs
    };
    for (position, known) in [(PERFECT, PERFECT_MOVES.as_slice()), (DRAWN, DRAWN_MOVES.as_slice())] {
        let mut found: Vec<i64> =
            moves(&solved(&["--wld", "--all-moves"], position)).iter().map(|(_, score)| *score).collect();
        found.sort_unstable();
        assert_eq!(found, signs(known));
    }
    let lost = solved(&["--wld"], &format!("OXXXXXX-{} O", "X".repeat(56)));
    assert_eq!(lost["score"], -1);
}

#[test]
fn passes_and_ends_of_games_are_scored_for_the_side_to_move() {
    let one_empty = |side: &str| format!("OXXXXXX-{} {side}", "X".repeat(56));
    // White takes h1 and the row: 8 to 56.
    let object = solved(&[], &one_empty("O"));
    assert_eq!((&object["score"], &object["pv"]), (&json!(-48), &json!(["h1"])));
    // Black has no move and must let white.
    let object = solved(&["--all-moves"], &one_empty("X"));
    assert_eq!((&object["score"], &object["best"]), (&json!(48), &json!(["pass"])));
    assert_eq!((&object["pv"], moves(&object)), (&json!(["pass", "h1"]), named(&[("pass", 48)])));
    // White passes, and black wipes it out: the empties go to black.
    let wiped_out = solved(&[], &format!("XO{} O", "-".repeat(62)));
    assert_eq!((&wiped_out["score"], &wiped_out["pv"]), (&json!(-64), &json!(["pass", "c1"])));
    for (board, score) in [("X".repeat(64), 64), ("-".repeat(64), 0), (format!("O{}", "-".repeat(63)), -64)] {
        let object = solved(&["--all-moves"], &board);
        assert_eq!((&object["score"], &object["exact"]), (&json!(score), &json!(true)));
        assert_eq!((&object["best"], &object["pv"], &object["moves"]), (&json!([]), &json!([]), &json!([])));
    }
    let over = solve(&[], "X".repeat(64)).succeeded();
    assert_eq!(over.out, "line 1: score +64 game over\n");
    // The shortest draws end with 40 empties, which nobody gets.
    let drawn = format!("{}{}{}", "X".repeat(12), "-".repeat(40), "O".repeat(12));
    assert_eq!(solved(&[], &drawn)["score"], 0);
}

#[test]
fn another_score_than_the_recorded_one_is_told_and_no_failure() {
    let wrong = FFO[0].replace("G8:+18", "G8:+20").replace("A4:-22", "A4:-20");
    let run = solve(&["--all-moves"], &wrong).succeeded();
    assert!(
        run.out.starts_with("line 1: score +18 (recorded +20) best g8 moves g8:+18 (recorded +20) h1:+12 ")
    );
    assert!(run.out.contains(" a4:-22 (recorded -20) "), "{}", run.out);
    let object = solved(&[], &wrong);
    assert_eq!((&object["score"], &object["recorded"]), (&json!(18), &json!(20)));
    // A score without a move is one too; under --wld its sign counts.
    let position = &FFO[0][..66];
    assert!(
        solve(&[], format!("{position}; +16;")).succeeded().out.contains("score +18 (recorded +16) best g8")
    );
    assert!(!solve(&["--wld"], format!("{position}; +16;")).succeeded().out.contains("recorded"));
    assert!(solved(&[], position).get("recorded").is_none());
}

#[test]
fn a_bad_line_costs_itself_only() {
    let input = format!(
        "\u{feff}% a suite\r\n\r\n# a remark\n{}\r\nnonsense\r\n{}; d4:+0\n  {}\nXO-",
        FFO[0], "---------------------------OX------XO--------------------------- X", FFO[2]
    );
    let complaints = [
        "outflank: stdin: line 5, column 1: board: `n` at character 1 is no square (X, O or -)",
        "outflank: stdin: line 6, column 69: turn 1: d4 is not empty",
        "outflank: stdin: line 8, column 1: board: 3 squares where 64 are wanted",
    ];
    let run = solve(&[], &input).complained(&complaints);
    let starts: Vec<&str> = run.lines().iter().map(|line| line.split_once(" pv").unwrap().0).collect();
    assert_eq!(starts, ["line 4: score +18 best g8", "line 7: score +2 best d1"]);
    let objects = solve(&["--json"], &input).complained(&complaints).objects();
    let lines: Vec<&Value> = objects.iter().map(|object| &object["line"]).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8]);
    assert_eq!(objects[2], json!({"line": 6, "error": "column 69: turn 1: d4 is not empty"}));
}

#[test]
fn an_endless_line_is_refused_and_the_next_one_solved() {
    let mut input = vec![b'-'; (4 << 20) + 1];
    input.extend_from_slice(format!("\n{}", FFO[0]).as_bytes());
    let run = solve(&[], input).complained(&["outflank: stdin: line 1, longer than 4194304 bytes"]);
    assert!(run.out.starts_with("line 2: score +18 best g8 "), "{}", run.out);
}

#[test]
fn nothing_to_solve_is_no_failure() {
    for input in ["", "\n\r\n", "\u{feff}", "% only this"] {
        assert_eq!(solve(&[], input).succeeded().out, "", "{input:?}");
    }
}

#[test]
fn boards_are_read_in_their_other_spellings() {
    let server: String = FFO[0][..64]
        .replace('X', "*")
        .as_bytes()
        .chunks(8)
        .fold(String::new(), |text, row| format!("{text} {}", String::from_utf8_lossy(row)));
    for line in [format!("[8{server} *]"), FFO[0][..64].to_lowercase(), format!("{}x", &FFO[0][..64])] {
        assert_eq!(solved(&[], &line)["score"], 18, "{line}");
    }
}

#[test]
fn files_are_solved_in_order_and_a_missing_one_costs_itself_only() {
    let folder = Folder::new("solve-files");
    let (one, two, missing) =
        (folder.file("1.obf", FFO[0]), folder.file("2.obf", FFO[1]), folder.path("3.obf"));
    let run = solve(&["--json", &one, &missing, "-", &two], FFO[2])
        .complained(&[&format!("outflank: {missing}: No such file or directory (os error 2)")]);
    let found: Vec<(String, i64)> = run
        .objects()
        .iter()
        .map(|object| (text(&object["file"]).to_owned(), whole(&object["score"])))
        .collect();
    assert_eq!(found, [(one.clone(), 18), ("stdin".to_owned(), 2), (two, 10)]);
    assert!(solve(&[&one], "").succeeded().out.starts_with("line 1: score +18 best g8 "));
    let run = solve(&[&folder.path("")], "");
    assert_eq!((run.status, run.err.lines().count()), (Some(1), 1), "{}", run.err);
}

#[test]
fn parts_of_an_input_give_what_the_whole_gives() {
    let without_time = |run: Run| -> Vec<Value> {
        let mut objects = run.succeeded().objects();
        objects.iter_mut().for_each(|object| object["ms"] = Value::Null);
        objects
    };
    let lines: Vec<String> =
        [FFO[0], "", FFO[1], PERFECT, "% end", FFO[2], FFO[0]].map(String::from).to_vec();
    let whole = without_time(solve(&["--json"], lines.join("\n")));
    for size in [1, 2, 3] {
        let parts = lines.chunks(size).enumerate().flat_map(|(part, lines)| {
            let first = (part * size + 1).to_string();
            without_time(solve(&["--json", "--first-line", &first], lines.join("\n")))
        });
        assert_eq!(parts.collect::<Vec<_>>(), whole, "parts of {size}");
    }
}

#[test]
fn threads_and_the_size_of_the_table_change_no_score() {
    for arguments in [["--threads", "2"], ["--threads", "256"], ["--hash", "1"], ["--hash", "256"]] {
        let object = solved(&arguments, FFO[1]);
        assert_eq!((&object["score"], &object["best"]), (&json!(10), &json!(["a4"])), "{arguments:?}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in
        [["--threads", "0"], ["--threads", "257"], ["--hash", "0"], ["--hash", "x"], ["--nonsense", "1"]]
    {
        assert_eq!(solve(&arguments, "").status, Some(2), "{arguments:?}");
    }
}

#[test]
fn every_move_of_a_published_suite_has_its_score() {
    let Some(folder) = data::folder("problems") else { return };
    let path = folder.join("fforum-1-19.obf");
    let objects = solve(&["--json", "--all-moves", &path.display().to_string()], "").succeeded().objects();
    assert_eq!(objects.len(), 19);
    for object in objects {
        assert_eq!(object["score"], object["recorded"]);
        assert!(
            list(&object["moves"]).iter().all(|valued| valued["score"] == valued["recorded"]),
            "{object}"
        );
        replay(&object);
    }
}

#[test]
fn the_line_begins_with_the_move_named_first() {
    // c1 and g1 are equal: both end 0.
    let tied = "OX-OOO-OOXXXXXXXOXOOOXXXOOXOXOXXOOOXOOXOOOXXXXOOOXOOOOOOXXXXXXX- O";
    for arguments in [["solve", "--json", "--all-moves"].as_slice(), &["solve", "--json"]] {
        let solved = &run(arguments, tied).succeeded().objects()[0];
        assert_eq!(solved["best"][0], solved["pv"][0], "{solved}");
    }
}
