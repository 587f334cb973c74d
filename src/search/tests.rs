//! Laws of whole searches.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::testing::{Positions, plain_score, plain_value};
use super::*;
use crate::othello::Square;

fn parsed(board: &str) -> Position {
    let (squares, side) = board.split_at(64);
    let set =
        |disc| Bitboard(squares.chars().rev().fold(0, |set, square| set << 1 | u64::from(square == disc)));
    let (mover, opponent) = if side.trim() == "X" { ('X', 'O') } else { ('O', 'X') };
    Position::new(set(mover), set(opponent)).unwrap()
}

fn job(position: Position, goal: Goal, depth: u8) -> Job {
    let limits = Limits { selectivity: 100, ..Limits::plies(depth) };
    Job { position, goal, limits, moves: Bitboard::EMPTY, multi_pv: 1, threads: 1 }
}

fn answer_with(job: &Job, table: &Table) -> Answer {
    search(job, table, &Control::new(Instant::now()), &mut |_| ())
}

fn answer(job: &Job) -> Answer {
    answer_with(job, &Table::new(8).unwrap())
}

fn first_move(line: &Line) -> Option<Square> {
    match line.pv.first() {
        Some(&Turn::Move(square)) => Some(square),
        _ => None,
    }
}

/// Where a line leads, seen by the side to move at its beginning; it must be legal turn by turn.
fn replayed(position: &Position, line: &[Turn]) -> (Position, bool) {
    line.iter().fold((*position, true), |(position, own), turn| {
        let next = match turn {
            Turn::Move(square) => position.play(*square).expect("a legal move"),
            _ => {
                assert!(position.must_pass());
                position.passed()
            }
        };
        (next, !own)
    })
}

fn assert_ends_with_its_score(position: &Position, line: &Line) {
    let (end, own) = replayed(position, &line.pv);
    assert!(end.is_over(), "{line:?}");
    let value = Value::from(end.final_score());
    assert_eq!(if own { value } else { -value }, line.value, "{line:?}");
}

#[test]
fn a_search_to_a_depth_has_the_plain_minimax_value() {
    let mut random = Positions::new(11);
    let table = Table::new(1).unwrap();
    for round in 0..240_u8 {
        let depth = 1 + round % 4 + u8::from(round % 60 == 0);
        let empties = 8 + random.below(52);
        let position = random.position(empties);
        if position.is_over() {
            continue;
        }
        let best = &answer_with(&job(position, Goal::Play, depth), &table).lines[0];
        assert_eq!(best.value.hundredths(), plain_value(&position, depth), "{depth} {position:?}");
        assert!(!best.exact && best.depth == depth);
        replayed(&position, &best.pv);
    }
}

#[test]
fn the_value_of_a_depth_does_not_depend_on_the_size_or_the_history_of_the_table() {
    let mut random = Positions::new(12);
    let (small, large) = (Table::new(0).unwrap(), Table::new(256).unwrap());
    for _ in 0..6 {
        let empties = 20 + random.below(36);
        let position = random.played(empties);
        let values = [&small, &large].map(|table| {
            table.clear();
            answer_with(&job(position, Goal::Play, 9), table).lines[0].value
        });
        answer_with(&job(position, Goal::Play, 10), &large);
        let after_more = answer_with(&job(position, Goal::Play, 9), &large).lines[0].value;
        assert_eq!([values[0], after_more], [values[1]; 2], "{position:?}");
    }
}

#[test]
fn each_of_several_lines_has_the_value_of_a_fresh_search_of_its_move() {
    let mut random = Positions::new(13);
    for (empties, depth) in [(40, 5), (22, 6), (12, 12), (9, 60)] {
        let several = Job { multi_pv: 64, ..job(random.played(empties), Goal::Play, depth) };
        let lines = answer(&several).lines;
        assert_eq!(lines.len(), several.position.legal_moves().count() as usize);
        assert!(lines.is_sorted_by_key(|line| -line.value));
        for line in lines {
            let moves = Bitboard::of(first_move(&line).unwrap());
            let alone = answer(&Job { moves, multi_pv: 1, ..several.clone() });
            assert_eq!((alone.lines[0].value, alone.lines.len()), (line.value, 1));
        }
    }
}

#[test]
fn solutions_agree_with_plain_negamax_and_their_lines_end_with_the_score() {
    let mut random = Positions::new(14);
    let table = Table::new(1).unwrap();
    for round in 0..1000 {
        let position = random.position(round % 9);
        let score = plain_score(&position, -64, 64);
        let exact = &answer_with(&job(position, Goal::Exact, 0), &table).lines[0];
        assert_eq!((exact.value.score().discs(), exact.exact), (score, true), "{position:?}");
        assert_ends_with_its_score(&position, exact);
        let wld = &answer_with(&job(position, Goal::Wld, 0), &table).lines[0];
        assert_eq!((wld.value.hundredths(), wld.exact), (100 * score.signum(), true), "{position:?}");
        let (end, own) = replayed(&position, &wld.pv);
        let sign = end.final_score().discs().signum();
        assert_eq!(if own { sign } else { -sign }, score.signum(), "{position:?}");
    }
}

#[test]
fn the_same_job_visits_the_same_nodes_when_the_table_is_cleared() {
    let position = Positions::new(15).played(18);
    let table = Table::new(4).unwrap();
    for goal in [Goal::Play, Goal::Exact, Goal::Wld] {
        let nodes = [(); 2].map(|()| {
            table.clear();
            answer_with(&job(position, goal, 7), &table).nodes
        });
        assert_eq!(nodes[0], nodes[1]);
    }
}

#[test]
fn a_finished_game_has_its_score_and_no_line() {
    let full = Position::new(Bitboard(0xff), !Bitboard(0xff)).unwrap();
    let boards = [
        (full, 16 - 64),
        (Position::new(Bitboard::EMPTY, Bitboard::EMPTY).unwrap(), 0),
        (Position::new(Bitboard(1 << 20), Bitboard::EMPTY).unwrap(), 64),
        (Position::new(Bitboard::EMPTY, Bitboard(7)).unwrap(), -64),
    ];
    for (position, score) in boards {
        for goal in [Goal::Play, Goal::Exact] {
            let mut reported = 0;
            let control = Control::new(Instant::now());
            let found =
                search(&job(position, goal, 60), &Table::new(0).unwrap(), &control, &mut |_| reported += 1);
            assert_eq!((found.lines.len(), reported), (1, 1));
            assert_eq!((found.lines[0].value.score().discs(), found.lines[0].exact), (score, true));
            assert!(found.lines[0].pv.is_empty());
        }
    }
}

#[test]
fn a_forced_pass_begins_the_line_and_turns_the_value() {
    let mut random = Positions::new(16);
    let mut passes = 0;
    while passes < 20 {
        let empties = 3 + random.below(8);
        let position = random.filled(empties);
        if !position.must_pass() {
            continue;
        }
        passes += 1;
        let exact = Job { multi_pv: 3, ..job(position, Goal::Exact, 60) };
        let lines = answer(&exact).lines;
        assert_eq!((lines.len(), lines[0].pv[0]), (1, Turn::Pass));
        assert_eq!(lines[0].value.score().discs(), plain_score(&position, -64, 64));
        assert_ends_with_its_score(&position, &lines[0]);
        let shallow = &answer(&job(position, Goal::Play, 2)).lines[0];
        assert_eq!(shallow.value.hundredths(), plain_value(&position, 2));
    }
}

#[test]
fn odd_set_ups_are_searched_like_any_other() {
    // Two discs of each side without the usual centre: 60 empties; and one disc of each: 62.
    for (mover, opponent) in [(0b1001, 0b0110), (1, 2), (1 << 63, 1 << 62), (0x55, 0xaa00)] {
        let position = Position::new(Bitboard(mover), Bitboard(opponent)).unwrap();
        let found = answer(&job(position, Goal::Play, 4));
        assert_eq!(found.lines[0].value.hundredths(), plain_value(&position, 4));
        replayed(&position, &found.lines[0].pv);
    }
}

#[test]
fn one_ply_is_searched_whatever_the_limits_and_the_control_say() {
    let control = Control::new(Instant::now());
    control.stop();
    control.set_limits(Duration::ZERO, Duration::ZERO);
    for goal in [Goal::Play, Goal::Exact, Goal::Wld] {
        let mut asked = job(Position::START, goal, 60);
        (asked.limits.nodes, asked.multi_pv) = (Some(0), 4);
        let mut reported = 0;
        let found = search(&asked, &Table::new(1).unwrap(), &control, &mut |_| reported += 1);
        assert_eq!((found.lines.len(), reported), (4, 4));
        assert!(found.lines.iter().all(|line| !line.exact && first_move(line).is_some()));
    }
}

#[test]
fn the_limit_of_nodes_is_kept() {
    for nodes in [100, 1000, 12_345] {
        let mut limited = job(Position::START, Goal::Play, 60);
        limited.limits.nodes = Some(nodes);
        let found = answer(&limited);
        assert!(found.nodes.abs_diff(nodes) <= 1, "{} of {nodes}", found.nodes);
    }
}

#[test]
fn a_stop_ends_midgame_and_solver_within_milliseconds() {
    let deep = job(Position::START, Goal::Play, 60);
    let solving = job(Positions::new(17).played(34), Goal::Exact, 60);
    let together = Job { threads: 4, ..solving.clone() };
    for stopped in [deep, solving, together] {
        let control = Arc::new(Control::new(Instant::now()));
        let searching = {
            let control = Arc::clone(&control);
            thread::spawn(move || {
                let found = search(&stopped, &Table::new(16).unwrap(), &control, &mut |_| ());
                (found, Instant::now())
            })
        };
        thread::sleep(Duration::from_millis(150));
        let asked = Instant::now();
        control.stop();
        let (found, ended) = searching.join().unwrap();
        // Five milliseconds is the promise; the rest is for machines that are busy with other tests.
        assert!(ended.saturating_duration_since(asked) < Duration::from_millis(50));
        assert!(first_move(&found.lines[0]).is_some());
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let position = Positions::new(18).played(30);
    let moves: Bitboard = position.legal_moves().skip(1).take(2).collect();
    let found = answer(&Job { moves, multi_pv: 9, ..job(position, Goal::Play, 4) });
    let given: Bitboard = found.lines.iter().filter_map(first_move).collect();
    assert_eq!(given, moves);
}

#[test]
fn the_limits_decide_between_an_estimate_and_a_solution() {
    let position = Positions::new(19).played(12);
    let solved = |depth, solve_from| {
        let mut asked = job(position, Goal::Play, depth);
        asked.limits.solve_from = SolveFrom { exactly: solve_from, nearly: solve_from, boldly: solve_from };
        answer(&asked).lines[0].exact
    };
    assert!(solved(12, 0) && solved(1, 12) && solved(60, 60));
    assert!(!solved(11, 11) && !solved(0, 0));
}

#[test]
fn a_selective_search_that_comes_near_the_end_goes_on_to_it() {
    let position = Positions::new(24).played(20);
    for (depth, selectivity, reached) in [(13, 73, 20), (13, 100, 13), (9, 73, 9), (10, 95, 20)] {
        let mut asked = job(position, Goal::Play, depth);
        asked.limits.selectivity = selectivity;
        let line = &answer(&asked).lines[0];
        assert_eq!((line.depth, line.selectivity, line.exact), (reached, selectivity, false));
    }
}

#[test]
fn several_lines_of_a_selective_search_come_in_the_order_of_their_values() {
    let mut random = Positions::new(25);
    for _ in 0..8 {
        let mut asked = job(random.played(34), Goal::Play, 10);
        (asked.limits.selectivity, asked.multi_pv) = (73, 64);
        let (table, control) = (Table::new(4).unwrap(), Control::new(Instant::now()));
        let mut shown = vec![None; 64];
        let found =
            search(&asked, &table, &control, &mut |info| shown[info.rank - 1] = Some(info.line.clone()));
        assert!(found.lines.is_sorted_by_key(|line| -line.value));
        assert!(found.lines.iter().zip(&shown).all(|(line, shown)| Some(line) == shown.as_ref()));
    }
}

#[test]
fn reports_of_a_failed_iteration_are_marked_as_bounds() {
    let mut bounds = 0;
    let control = Control::new(Instant::now());
    let table = Table::new(4).unwrap();
    for seed in 0..4 {
        let asked = job(Positions::new(seed).played(30), Goal::Play, 9);
        let mut last: Option<Line> = None;
        let found = search(&asked, &table, &control, &mut |info| {
            if let Some(last) = last.as_ref().filter(|last| last.depth == info.line.depth) {
                let is_true = match last.bound {
                    Bound::None => false,
                    Bound::Lower => info.line.value >= last.value,
                    Bound::Upper => info.line.value <= last.value,
                };
                assert!(is_true, "{last:?} then {:?}", info.line);
            }
            bounds += i32::from(info.line.bound != Bound::None);
            last = Some(info.line.clone());
        });
        assert_eq!(last.as_ref(), found.lines.first());
    }
    assert!(bounds > 0);
}

/// Scores from the problem suite of the French federation.
#[test]
fn published_problems_have_their_published_scores() {
    let problems = [
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", "g8", 18),
        ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", "a4", 10),
        ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", "d1", 2),
        ("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", "h5", 6),
        ("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O", "g5", 0),
        ("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", "g8", 2),
    ];
    for (board, square, score) in problems {
        let position = parsed(board);
        let line = &answer(&job(position, Goal::Exact, 0)).lines[0];
        assert_eq!((line.value.score().discs(), line.exact), (score, true), "{board}");
        assert_eq!(first_move(line).unwrap().to_string(), square, "{board}");
        assert_ends_with_its_score(&position, line);
    }
}

/// Reported of a program that chose the worst move when it saw the end of the game.
#[test]
fn the_best_move_is_taken_when_the_end_is_seen() {
    let position = parsed("OXXXXXXXOOXXOOX-OOOXXXO-OXOXXXOOOXXXXXOOOXXXXXOOO--XXXXOO--XXX-X O");
    let lines = answer(&Job { multi_pv: 9, ..job(position, Goal::Exact, 0) }).lines;
    let scores: Vec<(String, i32)> = lines
        .iter()
        .map(|line| (first_move(line).unwrap().to_string(), line.value.score().discs()))
        .collect();
    assert_eq!(scores[0], ("b7".to_string(), 0));
    let mut others: Vec<(&str, i32)> = scores[1..].iter().map(|(name, score)| (&name[..], *score)).collect();
    others.sort_unstable();
    assert_eq!(others, [("c7", -22), ("c8", -4), ("g8", -2), ("h2", -2)]);
}

/// Reported of a solver whose exact search trusted bounds that a selective one had left behind.
#[test]
fn an_exact_search_trusts_nothing_less() {
    let position = parsed("--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X");
    let table = Table::new(64).unwrap();
    answer_with(&job(position, Goal::Play, 8), &table);
    let lines = answer_with(&Job { multi_pv: 5, ..job(position, Goal::Exact, 0) }, &table).lines;
    let scores: Vec<(String, i32)> = lines
        .iter()
        .map(|line| (first_move(line).unwrap().to_string(), line.value.score().discs()))
        .collect();
    let expected = [("g7", 32), ("b1", 12), ("b2", 28), ("e1", 20), ("e7", 22)];
    assert_eq!(scores[0], ("g7".to_string(), 32));
    for (name, score) in expected {
        let found = scores.iter().find(|(square, _)| square == name);
        assert!(found.is_none_or(|&(_, found)| found == score), "{name}: {found:?}");
    }
    assert_ends_with_its_score(&position, &lines[0]);
}

/// Reported of a program that counted wrong where the best line holds a pass.
#[test]
fn a_line_shows_its_passes_and_ends_with_its_score() {
    let position = parsed("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X");
    let line = &answer(&job(position, Goal::Exact, 0)).lines[0];
    assert_eq!((line.value.score().discs(), first_move(line).unwrap().to_string()), (38, "a2".to_string()));
    assert_ends_with_its_score(&position, line);
}

#[test]
fn a_random_mover_loses_every_game() {
    let table = Table::new(4).unwrap();
    for seed in 0..20 {
        let mut random = Positions::new(seed);
        let (mut position, mut ours) = (Position::START, seed % 2 == 0);
        while !position.is_over() {
            let moves: Vec<Square> = position.legal_moves().collect();
            let square = if ours {
                first_move(&answer_with(&job(position, Goal::Play, 3), &table).lines[0])
            } else {
                moves.get(random.below(moves.len().max(1) as u32) as usize).copied()
            };
            position = square.map_or(position.passed(), |square| position.play(square).unwrap());
            ours = !ours;
        }
        let discs = position.final_score().discs();
        assert!(if ours { discs > 0 } else { discs < 0 }, "seed {seed}: {discs}");
    }
}

#[test]
fn a_proof_does_not_trust_what_selective_searches_left_in_the_table() {
    let mut random = Positions::new(22);
    let (cold, warm) = (Table::new(8).unwrap(), Table::new(8).unwrap());
    for round in 0..60 {
        let position = random.played(13 + round % 4);
        if position.is_over() {
            continue;
        }
        cold.clear();
        let proof = job(position, Goal::Exact, 0);
        let proven = answer_with(&proof, &cold).lines[0].value;
        warm.clear();
        for percent in [73, 95] {
            let mut bold = job(position, Goal::Play, 0);
            bold.limits.solve_from = SolveFrom::with_confidence(percent);
            let line = &answer_with(&bold, &warm).lines[0];
            assert!(!line.exact && line.selectivity >= percent && line.selectivity < 100, "{line:?}");
            assert_eq!(u32::from(line.depth), position.empties());
        }
        for threads in [1, 2] {
            let found = answer_with(&Job { threads, ..proof.clone() }, &warm);
            assert_eq!((found.lines[0].value, found.lines[0].exact), (proven, true), "{position:?}");
        }
    }
}

#[test]
fn a_selective_search_visits_fewer_nodes_and_stays_near_the_plain_value() {
    let mut random = Positions::new(23);
    let (mut nodes, mut error) = ([0, 0], 0);
    for _ in 0..20 {
        let position = random.played(36);
        let mut asked = job(position, Goal::Play, 9);
        let plain = answer(&asked);
        asked.limits.selectivity = 73;
        let bold = answer(&asked);
        assert_eq!((bold.lines[0].selectivity, plain.lines[0].selectivity), (73, 100));
        nodes = [nodes[0] + plain.nodes, nodes[1] + bold.nodes];
        error += (plain.lines[0].value.hundredths() - bold.lines[0].value.hundredths()).abs();
    }
    assert!(2 * nodes[1] < nodes[0], "{nodes:?}");
    assert!(error / 20 < 200, "{error} hundredths of a disc in 20 positions");
}

#[test]
fn several_threads_find_the_values_that_one_finds() {
    let mut random = Positions::new(20);
    let table = Table::new(16).unwrap();
    let asked = [(Goal::Exact, 0, 17), (Goal::Exact, 0, 18), (Goal::Wld, 0, 19), (Goal::Play, 9, 40)];
    for (goal, depth, empties) in asked.into_iter().cycle().take(16) {
        let alone = job(random.played(empties), goal, depth);
        let values = [1, 2, 7].map(|threads| {
            table.clear();
            let found = answer_with(&Job { threads, ..alone.clone() }, &table);
            replayed(&alone.position, &found.lines[0].pv);
            if goal == Goal::Exact {
                assert_ends_with_its_score(&alone.position, &found.lines[0]);
            }
            (found.lines[0].value, found.lines[0].exact)
        });
        assert_eq!(values, [values[0]; 3], "{:?}", alone.position);
    }
}

#[test]
fn several_threads_keep_the_limit_of_nodes_and_report_all_they_visit() {
    let mut limited = Job { threads: 4, ..job(Positions::new(21).played(30), Goal::Exact, 60) };
    limited.limits.nodes = Some(2_000_000);
    let found = answer(&limited);
    assert!(found.nodes.abs_diff(2_000_000) < 10_000, "{}", found.nodes);
}
