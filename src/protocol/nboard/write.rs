//! The replies that NBoard reads: numbers with a point, moves in capitals, no blank inside a line of play.

use crate::othello::Turn;
use crate::search::{Answer, Line};

/// `search pv eval 0 depth`.
pub(super) fn search(line: &Line, empties: u32) -> String {
    let pv: String = line.pv.iter().map(turn).collect();
    format!("search {pv} {} 0 {}", line.value, depth(line, empties))
}

/// `100%` for a proven score; a selective search to the end shows its confidence; else the plies. NBoard takes
/// any depth with a per cent sign for a solved position.
fn depth(line: &Line, empties: u32) -> String {
    if line.exact {
        "100%".to_owned()
    } else if u32::from(line.depth) >= empties && line.selectivity < 100 {
        format!("{}%", line.selectivity)
    } else {
        line.depth.to_string()
    }
}

/// `nodestats nodes seconds`.
pub(super) fn node_stats(answer: &Answer) -> String {
    format!("nodestats {} {:.2}", answer.nodes, answer.time.as_secs_f64())
}

/// `=== move/eval/seconds`; a forced move has no eval.
pub(super) fn best_move(answer: &Answer, forced: bool) -> String {
    let line = answer.lines.first();
    let best = line.and_then(|line| line.pv.first()).map_or_else(|| "PA".to_owned(), turn);
    let value = line.filter(|_| !forced).map(|line| line.value.to_string()).unwrap_or_default();
    format!("=== {best}/{value}/{:.2}", answer.time.as_secs_f64())
}

fn turn(turn: &Turn) -> String {
    match turn {
        Turn::Move(square) => square.to_string().to_uppercase(),
        Turn::Pass | Turn::TimedOut => "PA".to_owned(),
    }
}
