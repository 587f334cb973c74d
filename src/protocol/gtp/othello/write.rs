//! Boards, results and values as text.

use super::super::game::Refusal;
use super::{square_name, vertex};
use crate::eval::Value;
use crate::othello::{Bitboard, Color, Game, Outcome, Square, Turn};
use crate::search::Answer;

/// What GoGui may offer in its analysis menu: kind, label and command.
pub(super) const ANALYZE_COMMANDS: [&str; 2] =
    ["gfx/Best moves/outflank-hints", "string/Evaluation/outflank-eval"];

/// The drawing for people: row 1 at the top, as Othello is drawn.
pub(super) fn board(game: &Game) -> String {
    let letters = "  A B C D E F G H";
    let mut text = format!("\n{letters}\n");
    for row in 0..8 {
        text.push_str(&format!("{0} {1} {0}\n", row + 1, cells(game, row)));
    }
    let (black, white) = counts(game);
    let state = match game.outcome() {
        Outcome::Ongoing => format!("{} to move", name(game.side_to_move())),
        _ => "The game is over".to_owned(),
    };
    text.push_str(&format!("{letters}\n{state}, {black}-{white}"));
    text
}

/// The drawing for GoGui, whose screen has row 8 at the top.
pub(super) fn rules_board(game: &Game) -> String {
    let rows: Vec<String> = (0..8).rev().map(|row| cells(game, row)).collect();
    rows.join("\n")
}

/// One row of squares, row 0 being row 1.
fn cells(game: &Game, row: u8) -> String {
    let (black, white) = (game.discs(Color::Black), game.discs(Color::White));
    let cells = (0..8).filter_map(|column| Square::at(column, row)).map(|square| {
        match (black.contains(square), white.contains(square)) {
            (true, _) => "X",
            (false, true) => "O",
            (false, false) => ".",
        }
    });
    cells.collect::<Vec<_>>().join(" ")
}

/// The squares, or `pass` if and only if the side to move must pass; nothing in a finished game, by which
/// GoGui knows that it is over.
pub(super) fn legal_moves(game: &Game) -> String {
    if game.must_pass() { vertex(Turn::Pass) } else { squares(game.legal_moves()) }
}

/// All discs, black's in the first line and white's in the second.
pub(super) fn discs(game: &Game) -> String {
    format!("{}\n{}", squares(game.discs(Color::Black)), squares(game.discs(Color::White)))
}

fn squares(set: Bitboard) -> String {
    set.map(square_name).collect::<Vec<_>>().join(" ")
}

/// `B+12`, `W+4`, `0`: discs, the empties given to the winner.
pub(super) fn final_score(game: &Game) -> Result<String, Refusal> {
    if !game.is_over() {
        return Err(Refusal::CannotScore);
    }
    let score = game.position().final_score();
    let black = if game.side_to_move() == Color::Black { score } else { -score };
    Ok(match black.discs() {
        0 => "0".to_owned(),
        discs @ 1.. => format!("B+{discs}"),
        discs => format!("W+{}", -discs),
    })
}

/// For people: discs as they lie, the winner's first.
pub(super) fn final_result(game: &Game) -> Result<String, Refusal> {
    let (black, white) = counts(game);
    match game.outcome() {
        Outcome::Ongoing => Err(Refusal::CannotScore),
        Outcome::Draw => Ok(format!("Draw {black}-{white}")),
        Outcome::Won(Color::Black) | Outcome::WonByResignation(Color::Black) => {
            Ok(format!("Black wins {black}-{white}"))
        }
        Outcome::Won(Color::White) | Outcome::WonByResignation(Color::White) => {
            Ok(format!("White wins {white}-{black}"))
        }
    }
}

/// `B+1.25`, `W+0.50`, `0`; `value` is black's.
pub(super) fn value(value: Value) -> String {
    match value.hundredths() {
        0 => "0".to_owned(),
        1.. => format!("B+{value}"),
        _ => format!("W+{}", -value),
    }
}

/// The best moves as GoGui's graphics: the value on each square.
pub(super) fn hints(answer: &Answer) -> String {
    let labels = answer.lines.iter().filter_map(|line| {
        let discs = f64::from(line.value.hundredths()) / 100.0;
        match line.pv.first()? {
            Turn::Move(square) => Some(format!("LABEL {} {discs:+.1}", square_name(*square))),
            Turn::Pass | Turn::TimedOut => Some(format!("TEXT pass {discs:+.1}")),
        }
    });
    labels.collect::<Vec<_>>().join("\n")
}

fn counts(game: &Game) -> (u32, u32) {
    (game.discs(Color::Black).count(), game.discs(Color::White).count())
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
