//! The solver against a plain negamax.

use std::time::Instant;

use super::super::testing::{Positions, plain_score};
use super::super::{Control, Table};
use super::*;

/// Asserts that a fail-soft answer to a window is true of this score.
fn assert_true_of(score: i32, value: i32, window: Window, position: &Position) {
    let is_true = if value <= window.alpha {
        score <= value
    } else if value >= window.beta {
        score >= value
    } else {
        score == value
    };
    assert!(is_true, "{value} for {window:?}, but the score is {score}: {position:?}");
}

#[test]
fn the_solver_agrees_with_plain_negamax_in_every_window() {
    let mut random = Positions::new(1);
    let table = Table::new(1).unwrap();
    table.begin_search();
    let control = Control::new(Instant::now());
    let mut worker = Worker::new(&table, &control, None, None);
    for round in 0..6000 {
        // Most have few empties, so that the plain search stays cheap.
        let empties = if round % 40 == 0 { 9 + round / 40 % 2 } else { round % 9 };
        let position = random.position(empties);
        let score = plain_score(&position, -64, 64);
        let alpha = 2 * random.below(64) as i32 - 64;
        let windows = [
            Window::null(alpha),
            Window::null(alpha + 1),
            Window::null((score - 1).max(-64)),
            Window::null(score.min(63)),
            Window::new(alpha, (alpha + 2 + random.below(40) as i32).min(64)),
            Window::new(-1, 1),
            Window::new(-64, 64),
        ];
        for window in windows {
            let value = worker.solve(&Node::new(position), Aim::exact(position.empties()), window).unwrap();
            assert_true_of(score, value, window, &position);
        }
    }
}

#[test]
fn the_solver_agrees_with_plain_negamax_without_help_from_earlier_searches() {
    let mut random = Positions::new(2);
    let control = Control::new(Instant::now());
    for round in 0..400 {
        let table = Table::new(1).unwrap();
        table.begin_search();
        let mut worker = Worker::new(&table, &control, None, None);
        let position = random.position(7 + round % 3);
        let value =
            worker.solve(&Node::new(position), Aim::exact(position.empties()), Window::new(-64, 64)).unwrap();
        assert_eq!(value, plain_score(&position, -64, 64), "{position:?}");
    }
}

#[test]
fn stable_discs_never_bound_the_score_too_tightly() {
    let mut random = Positions::new(3);
    for round in 0..3000 {
        let position = random.position(round % 8);
        let score = plain_score(&position, -64, 64);
        for alpha in -64..64 {
            if let Some(upper) = stability_cut_off(&position, position.empties(), Window::null(alpha)) {
                assert!(score <= upper && upper <= alpha, "{position:?}");
            }
        }
    }
}
