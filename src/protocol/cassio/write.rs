//! The result lines of Cassio's protocol.

use std::time::Duration;

use super::parse::Question;
use crate::eval::Value;
use crate::othello::{Color, Turn};
use crate::search::Line;

/// Who asked what, and what has been found: one line.
///
/// Cassio cuts lines at 510 characters; the longest of these has some 330.
pub(super) fn result(question: &Question, line: &Line, nodes: u64, time: Duration) -> String {
    let board = question.board.to_string().replace(' ', "");
    let empties = question.board.game().position().empties();
    // A search to the end is as deep as any that was asked for.
    let depth = match question.depth {
        Some(asked) if line.exact || u32::from(line.depth) >= empties => asked.max(line.depth),
        _ => line.depth,
    };
    let pv: String = line.pv.iter().filter_map(move_name).collect();
    let (best, pv) = match line.pv.iter().find_map(move_name) {
        Some(best) => (best, pv),
        None => ("--".to_owned(), "--".to_owned()),
    };
    format!(
        "{board}, move {best}, depth {depth}, @{}%, {}, {pv}, node {nodes}, time {:.3}",
        line.selectivity,
        bounds(question, line.value),
        time.as_secs_f64(),
    )
}

/// `W-1.00 <= v <= W-1.00`: the value where it lies inside the window, else how far it lies outside.
fn bounds(question: &Question, value: Value) -> String {
    let (lower, upper) = if value <= question.alpha {
        (Value::MIN, value)
    } else if value >= question.beta {
        (value, Value::MAX)
    } else {
        (value, value)
    };
    let side = if question.board.side() == Some(Color::White) { 'W' } else { 'B' };
    let discs = |value: Value| f64::from(value.hundredths()) / 100.0;
    format!("{side}{:+.2} <= v <= {side}{:+.2}", discs(lower), discs(upper))
}

/// A move in capitals; passes are no part of a line here.
fn move_name(turn: &Turn) -> Option<String> {
    match turn {
        Turn::Move(square) => Some(square.to_string().to_uppercase()),
        Turn::Pass | Turn::TimedOut => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Board, read_turns};
    use crate::search::Bound;

    const AFTER_F5: &str = "---------------------------OX------XXX--------------------------O";

    fn question(alpha: i32, beta: i32) -> Question {
        let board: Board = AFTER_F5.parse().unwrap();
        let value = |discs| Value::saturating(100 * discs);
        Question { board, alpha: value(alpha), beta: value(beta), depth: Some(12), precision: 73 }
    }

    fn line(hundredths: i32, pv: &str) -> Line {
        Line {
            depth: 12,
            selectivity: 73,
            value: Value::saturating(hundredths),
            bound: Bound::None,
            exact: false,
            pv: pv.split(' ').flat_map(|word| read_turns(word).unwrap()).collect(),
        }
    }

    fn written(question: &Question, line: &Line) -> String {
        result(question, line, 183_400, Duration::from_millis(35))
    }

    #[test]
    fn a_value_inside_the_window_is_both_bounds() {
        assert_eq!(
            written(&question(-64, 64), &line(-100, "d6c3d3c4")),
            format!(
                "{AFTER_F5}, move D6, depth 12, @73%, W-1.00 <= v <= W-1.00, D6C3D3C4, node 183400, time 0.035"
            )
        );
    }

    #[test]
    fn a_value_outside_the_window_is_a_bound_that_does_not_straddle_it() {
        let bounds = |alpha, beta, discs| bounds(&question(alpha, beta), Value::saturating(100 * discs));
        assert_eq!(bounds(-3, 5, -3), "W-64.00 <= v <= W-3.00");
        assert_eq!(bounds(-3, 5, -10), "W-64.00 <= v <= W-10.00");
        assert_eq!(bounds(-3, 5, 5), "W+5.00 <= v <= W+64.00");
        assert_eq!(bounds(-3, 5, 0), "W+0.00 <= v <= W+0.00");
        assert_eq!(bounds(-64, 64, 64), "W+64.00 <= v <= W+64.00");
    }

    #[test]
    fn passes_are_left_out_of_the_line_and_the_move_is_its_first() {
        let text = written(&question(-64, 64), &line(0, "pass d6 pass c3"));
        assert!(text.contains(", move D6, ") && text.contains(", D6C3, "), "{text}");
    }

    #[test]
    fn a_search_to_the_end_is_as_deep_as_was_asked() {
        let mut question = question(-64, 64);
        question.depth = Some(100);
        assert!(written(&question, &line(0, "d6")).contains("depth 12,"));
        let solved = Line { exact: true, ..line(0, "d6") };
        assert!(written(&question, &solved).contains("depth 100,"));
    }

    #[test]
    fn the_longest_line_is_short_enough() {
        let pv = "h8".repeat(60);
        let text = result(&question(-64, 64), &line(-6400, &pv), u64::MAX, Duration::from_secs(1 << 40));
        assert!(text.len() < 500, "{}", text.len());
        assert!(written(&question(-64, 64), &line(0, "d6")).len() > 80);
    }
}
