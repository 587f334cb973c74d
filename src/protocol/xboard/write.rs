//! The replies of the XBoard protocol.

use super::notation::{fen, line_text, move_text};
use crate::book::BookMove;
use crate::engine::{NO_FILE, OptionKind, Options, SPECS};
use crate::othello::{Color, Game, Outcome, Turn};
use crate::search::{Bound, Info};

/// Options that have a command of their own in this protocol, or no use.
const TOLD_OTHERWISE: [&str; 4] = ["Hash", "Threads", "Ponder", "MultiPV"];

/// What we can do, in answer to `protover 2`.
pub(super) fn features(options: &Options, out: &mut Vec<String>) {
    let threads = SPECS.iter().any(|spec| spec.name == "Threads");
    out.push("feature done=0".to_owned());
    out.push(
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1"
            .to_owned(),
    );
    out.push(format!(
        "feature myname=\"Outflank {}\" variants=\"reversi,othello,flipello,alien\" colors=0 ics=0 name=0 pause=0 \
         nps=0 debug=1 memory=1 smp={} exclude=0",
        env!("CARGO_PKG_VERSION"),
        u8::from(threads),
    ));
    let told = SPECS.iter().filter(|spec| !TOLD_OTHERWISE.contains(&spec.name)).map(|spec| {
        let value = spec.value(options);
        match spec.kind {
            OptionKind::Spin { min, max } => format!(" option=\"{} -spin {value} {min} {max}\"", spec.name),
            OptionKind::Check => format!(" option=\"{} -check {}\"", spec.name, u8::from(value == "true")),
            OptionKind::File => {
                let value = if value == NO_FILE { "" } else { &value };
                format!(" option=\"{} -file {}\"", spec.name, value.replace('"', "'"))
            }
        }
    });
    out.push(format!("feature{}", told.collect::<String>()));
    out.push("feature done=1".to_owned());
}

/// The start position for a GUI that does not know the variant, and where it must be told what a disc is.
pub(super) fn setup(game: &Game, is_known: bool, out: &mut Vec<String>) {
    let fen = fen(game);
    if is_known {
        out.push(format!("setup (P.....p.....) {fen}"));
    } else {
        out.push(format!("setup (P.....p.....) 8x8+0_fairy {fen}"));
        out.push("piece P& @8".to_owned());
    }
}

/// A line of thinking: depth, hundredths of a disc, hundredths of a second, nodes, and the moves.
pub(super) fn thinking(info: &Info) -> String {
    let bound = match info.line.bound {
        Bound::None => "",
        Bound::Upper => "?",
        Bound::Lower => "!",
    };
    format!(
        "{} {} {} {} {}{bound}",
        info.line.depth,
        info.line.value.hundredths(),
        info.time.as_millis() / 10,
        info.nodes,
        line_text(&info.line.pv),
    )
}

/// The moves of the book in answer to `bk`: each line behind a blank, and an empty one at the end.
pub(super) fn book(moves: &[BookMove], out: &mut Vec<String>) {
    if moves.is_empty() {
        out.push(" The position is not in the book.".to_owned());
    }
    out.extend(moves.iter().map(|known| {
        let discs = f64::from(known.value.hundredths()) / 100.0;
        format!(" {} {discs:+.2} depth {}", move_text(Turn::Move(known.square)), known.depth)
    }));
    out.push(String::new());
}

/// How an analysis stands: time, nodes, depth, moves left, moves in all, and the best one.
pub(super) fn status(centiseconds: u128, info: Option<&Info>, moves: u32) -> String {
    match info {
        Some(info) => {
            let best = info.line.pv.first().map_or_else(String::new, |&best| format!(" {}", move_text(best)));
            format!("stat01: {centiseconds} {} {} 0 {moves}{best}", info.nodes, info.line.depth)
        }
        None => format!("stat01: {centiseconds} 0 0 {moves} {moves}"),
    }
}

/// The result of a finished game as chess has it, White being the first player; `None` while it goes on.
pub(super) fn result(game: &Game) -> Option<String> {
    let (first, second) = (game.discs(Color::Black).count(), game.discs(Color::White).count());
    match game.outcome() {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(format!("1/2-1/2 {{Draw {first}-{second}}}")),
        Outcome::Won(Color::Black) | Outcome::WonByResignation(Color::Black) => {
            Some(format!("1-0 {{White wins {first}-{second}}}"))
        }
        Outcome::Won(Color::White) | Outcome::WonByResignation(Color::White) => {
            Some(format!("0-1 {{Black wins {second}-{first}}}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::play_line;

    #[test]
    fn results_name_the_winner_as_chess_does() {
        let game = |line| play_line(&Game::default(), line).unwrap();
        assert_eq!(result(&game("f5")), None);
        assert_eq!(result(&game("e6f4e3f6g5d6e7f5c5")).as_deref(), Some("1-0 {White wins 13-0}"));
        let draw = game("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
        assert_eq!(result(&draw).as_deref(), Some("1/2-1/2 {Draw 12-12}"));
    }
}
