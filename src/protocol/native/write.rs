//! The replies of the native protocol.

use std::fmt::Write;

use crate::engine::{OptionKind, Options, SPECS};
use crate::formats::{Board, write_line};
use crate::othello::{Color, Game, Outcome, Square, Turn};
use crate::search::{Answer, Bound, Info, Line};

/// What a search is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// `go`: `bestmove`, with `info` lines before it.
    BestMove,
    /// `hint`: a line for each move and `hintdone`.
    Hints,
    /// A `hint` that was given no limits.
    OpenHints,
}

/// `id`, `option` and the word that ends them.
pub(super) fn greeting(word: &str, options: &Options, out: &mut Vec<String>) {
    out.push(format!("id name Outflank {}", env!("CARGO_PKG_VERSION")));
    out.push("id author the Outflank developers".to_owned());
    for spec in SPECS {
        let value = spec.value(&Options::default());
        out.push(match spec.kind {
            OptionKind::Spin { min, max } => {
                format!("option name {} type spin default {value} min {min} max {max}", spec.name)
            }
            OptionKind::Check => format!("option name {} type check default {value}", spec.name),
            OptionKind::File => format!("option name {} type string default {value}", spec.name),
        });
    }
    log::debug!("options in force: {options:?}");
    out.push(format!("{word}ok"));
}

/// The drawing, and the lines that say the same to a program.
pub(super) fn board(game: &Game, out: &mut Vec<String>) {
    let (black, white) = (game.discs(Color::Black), game.discs(Color::White));
    out.push("  a b c d e f g h".to_owned());
    for row in 0..8_u8 {
        let mut line = format!("{}", row + 1);
        for square in (0..8).filter_map(|column| Square::at(column, row)) {
            let disc = match (black.contains(square), white.contains(square)) {
                (true, _) => " X",
                (false, true) => " O",
                (false, false) => " -",
            };
            line.push_str(disc);
        }
        out.push(format!("{line} {}", row + 1));
    }
    out.push("  a b c d e f g h".to_owned());
    out.push(format!("position board {}", Board::of(game)));
    out.push(legal(game));
    out.push(result(game));
}

/// `legal f5 d6 ...`, `legal pass` or `legal none`.
pub(super) fn legal(game: &Game) -> String {
    let moves = game.legal_moves();
    if !moves.is_empty() {
        return moves.fold("legal".to_owned(), |line, square| format!("{line} {square}"));
    }
    if game.must_pass() { "legal pass".to_owned() } else { "legal none".to_owned() }
}

/// `result black 40-24`: discs as they lie, black's first.
pub(super) fn result(game: &Game) -> String {
    let (black, white) = (game.discs(Color::Black).count(), game.discs(Color::White).count());
    match game.outcome() {
        Outcome::Ongoing => format!("result ongoing {black}-{white}"),
        Outcome::Draw => format!("result draw {black}-{white}"),
        Outcome::Won(winner) => format!("result {winner} {black}-{white}"),
        Outcome::WonByResignation(winner) => format!("result {winner} resignation {black}-{white}"),
    }
}

/// The game as the words behind `position`: the set-up and the turns.
pub(super) fn position_words(game: &Game) -> String {
    let start = Game::default();
    let set_up = if (start.start(), start.first_side()) == (game.start(), game.first_side()) {
        "startpos".to_owned()
    } else {
        format!("board {}", Board::of_start(game))
    };
    let turns = write_line(game);
    if turns.is_empty() { set_up } else { format!("{set_up} moves {turns}") }
}

/// `info ...` of one line of a search.
pub(super) fn info(info: &Info) -> String {
    let milliseconds = info.time.as_millis();
    let per_second = (u128::from(info.nodes) * 1_000_000).checked_div(info.time.as_micros()).unwrap_or(0);
    let mut text = format!(
        "info depth {} selectivity {} {} nodes {} nps {per_second} time {milliseconds} hashfull {} multipv {} pv",
        info.line.depth,
        info.line.selectivity,
        score(&info.line),
        info.nodes,
        info.hashfull,
        info.rank,
    );
    push_line(&mut text, &info.line);
    text
}

/// The `info` line of a search that had no time to report one.
pub(super) fn late_info(answer: &Answer) -> Option<String> {
    let line = answer.lines.first()?.clone();
    Some(info(&Info { line, rank: 1, nodes: answer.nodes, time: answer.time, hashfull: 0 }))
}

/// `bestmove M`, with the expected reply where the caller lets us ponder on it.
pub(super) fn best_move(answer: &Answer, ponder: bool, out: &mut Vec<String>) {
    let pv = answer.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
    out.push(match pv {
        [] => "bestmove none".to_owned(),
        [best @ Turn::Move(_), reply, ..] if ponder => format!("bestmove {best} ponder {reply}"),
        [best, ..] => format!("bestmove {best}"),
    });
}

/// A `hint` line for each move, and `hintdone`.
pub(super) fn hints(answer: &Answer, out: &mut Vec<String>) {
    for (rank, line) in (1..).zip(&answer.lines) {
        let Some(best) = line.pv.first() else { continue };
        let mut text = format!(
            "hint {rank} {best} {} depth {} selectivity {} nodes {} pv",
            score(line),
            line.depth,
            line.selectivity,
            answer.nodes
        );
        push_line(&mut text, line);
        out.push(text);
    }
    out.push("hintdone".to_owned());
}

/// `score cp C`, with what is known of it.
fn score(line: &Line) -> String {
    let bound = match line.bound {
        Bound::None => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let exact = if line.exact { " exact" } else { "" };
    format!("score cp {}{bound}{exact}", line.value.hundredths())
}

fn push_line(text: &mut String, line: &Line) {
    for turn in &line.pv {
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn}");
    }
}
