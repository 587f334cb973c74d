//! Moves and positions as chess GUIs write them.
//!
//! The first player, Othello's black, is chess White: capital letters and `w`. Squares keep their names, and a
//! FEN lists rank 8 first (Forsyth-Edwards notation, with pawns for discs).

use std::fmt::Write;

use crate::formats::read_turn;
use crate::othello::{Bitboard, Color, Game, Position, Square, Turn};

/// The turn that a GUI's move means; `None` for what is no move on this board.
pub(super) fn read_move(word: &str) -> Option<Turn> {
    if word.eq_ignore_ascii_case("z0") {
        return Some(Turn::Pass);
    }
    if let Some(square) = word.strip_prefix("P@").or_else(|| word.strip_prefix("p@")) {
        return square.parse().ok().map(Turn::Move);
    }
    read_turn(word).ok().filter(|turn| *turn != Turn::TimedOut)
}

/// Whether a line's first word is meant as a move, of whatever game: `f5`, `P@z9`, `e2e4`, `N@d5`, `e7e8q`.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    let square = |at: usize| {
        matches!(word.as_bytes().get(at..at + 2), Some([file, rank])
            if file.is_ascii_alphabetic() && rank.is_ascii_digit())
    };
    let is_short = word.len() <= 5;
    read_move(word).is_some()
        || is_short && word.contains('@')
        || word.len() == 2 && square(0)
        || is_short && square(0) && square(2)
}

/// `P@f5`, or `@@@@` for a pass.
pub(super) fn move_text(turn: Turn) -> String {
    match turn {
        Turn::Move(square) => format!("P@{square}"),
        Turn::Pass | Turn::TimedOut => "@@@@".to_owned(),
    }
}

/// Moves with a blank between them.
pub(super) fn line_text(turns: &[Turn]) -> String {
    turns.iter().map(|&turn| move_text(turn)).collect::<Vec<_>>().join(" ")
}

/// The game set up with this FEN; `None` where it cannot be read. A holdings part and what follows the side
/// are not looked at.
pub(super) fn read_fen(text: &str) -> Option<Game> {
    let mut words = text.split_ascii_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let board = board.split('[').next()?;
    let side = match side {
        "w" => Color::Black,
        "b" => Color::White,
        _ => return None,
    };
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut ranks = board.split('/');
    for row in (0..8).rev() {
        let mut column = 0;
        for cell in ranks.next()?.chars() {
            match cell {
                '1'..='8' => column += cell as u8 - b'0',
                'P' | 'p' => {
                    let discs = if cell == 'P' { &mut black } else { &mut white };
                    *discs = *discs | Bitboard::of(Square::at(column, row)?);
                    column += 1;
                }
                _ => return None,
            }
            if column > 8 {
                return None;
            }
        }
        if column != 8 {
            return None;
        }
    }
    if ranks.next().is_some() { None } else { Game::set_up(black, white, side) }
}

/// The FEN of the position that `game` stands at.
pub(super) fn fen(game: &Game) -> String {
    let (black, white) = (game.discs(Color::Black), game.discs(Color::White));
    let rank = |row: u8| {
        let mut text = String::new();
        let mut empties = 0;
        for square in (0..8).filter_map(|column| Square::at(column, row)) {
            let disc = match (black.contains(square), white.contains(square)) {
                (true, _) => 'P',
                (false, true) => 'p',
                (false, false) => {
                    empties += 1;
                    continue;
                }
            };
            push_empties(&mut text, empties);
            empties = 0;
            text.push(disc);
        }
        push_empties(&mut text, empties);
        text
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let side = if game.side_to_move() == Color::Black { 'w' } else { 'b' };
    format!("{} {side} - - 0 1", ranks.join("/"))
}

fn push_empties(text: &mut String, count: u8) {
    if count > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{count}");
    }
}

/// A board being edited piece by piece, as protocol version 1 sets up positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Editor {
    black: Bitboard,
    white: Bitboard,
    side: Color,
    /// The colour of the discs that are put down.
    putting: Color,
}

impl Editor {
    /// An editor of the board of `game`; the side to move stays what it is.
    pub(super) fn new(game: &Game) -> Self {
        Self {
            black: game.discs(Color::Black),
            white: game.discs(Color::White),
            side: game.side_to_move(),
            putting: Color::Black,
        }
    }

    /// Does what one line says: `#` clears, `c` changes the colour, `Pa4` puts a disc, `xa4` takes one away.
    /// `None` for anything else.
    pub(super) fn edit(&mut self, word: &str) -> Option<()> {
        match word {
            "#" => (self.black, self.white) = (Bitboard::EMPTY, Bitboard::EMPTY),
            "c" => self.putting = !self.putting,
            _ => {
                let (piece, square) = word.split_at_checked(1)?;
                let square = Bitboard::of(square.parse().ok()?);
                (self.black, self.white) = (self.black & !square, self.white & !square);
                match (piece, self.putting) {
                    ("x", _) => {}
                    ("P" | "p", Color::Black) => self.black = self.black | square,
                    ("P" | "p", Color::White) => self.white = self.white | square,
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// The game set up with the board as it is now.
    pub(super) fn game(&self) -> Option<Game> {
        Game::set_up(self.black, self.white, self.side)
    }
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Othello's: the first player has e4 and d5.
    Usual,
    /// Fairy-Stockfish's: the first player has d4 and e5.
    Mirrored,
}

impl Start {
    /// A game that begins so.
    pub(super) const fn game(self) -> Game {
        match self {
            Self::Usual => Game::from_position(Position::START, Color::Black),
            Self::Mirrored => Game::from_position(Position::START.passed(), Color::Black),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_passes_are_read_in_every_spelling() {
        let f5 = "f5".parse().ok().map(Turn::Move);
        for word in ["P@f5", "p@f5", "f5", "F5", "P@F5"] {
            assert_eq!(read_move(word), f5, "{word}");
        }
        for word in ["@@@@", "pass", "PASS", "--", "null", "Z0", "z0"] {
            assert_eq!(read_move(word), Some(Turn::Pass), "{word}");
        }
        for word in ["P@i5", "P@", "f9", "e2e4", "timeout", "", "f5d6"] {
            assert_eq!(read_move(word), None, "{word}");
        }
    }

    #[test]
    fn chess_moves_look_like_moves_and_commands_do_not() {
        for word in ["P@z9", "e2e4", "e7e8q", "N@d5", "i9", "a0", "f5"] {
            assert!(looks_like_a_move(word), "{word}");
        }
        for word in ["foo", "go", "st", "level", "d", "x1y", "sd4you", "setboard"] {
            assert!(!looks_like_a_move(word), "{word}");
        }
    }

    #[test]
    fn both_starts_are_written_and_read_as_published() {
        let usual = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1";
        let mirrored = "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1";
        assert_eq!(fen(&Start::Usual.game()), usual);
        assert_eq!(fen(&Start::Mirrored.game()), mirrored);
        assert_eq!(read_fen(usual), Some(Game::default()));
        let holdings = "8/8/8/3pP3/3Pp3/8/8/8[PPPPppp] w 0 1";
        assert_eq!(read_fen(holdings), Some(Start::Mirrored.game()));
    }

    #[test]
    fn every_set_up_reads_back_from_its_fen() {
        for (black, white, side) in [
            (0, 0, Color::Black),
            (u64::MAX, 0, Color::White),
            (0x8100_0000_0000_0081, 0x0018_0000, Color::White),
            (0xaaaa_aaaa_aaaa_aaaa, 0x5555_5555_5555_5555, Color::Black),
        ] {
            let game = Game::set_up(Bitboard(black), Bitboard(white), side).unwrap();
            assert_eq!(read_fen(&fen(&game)), Some(game));
        }
    }

    #[test]
    fn broken_positions_are_refused() {
        for text in [
            "",
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8 w",
            "8/8/8/8/8/8/8/8/8 w",
            "8/8/8/8/8/8/8/7 w",
            "8/8/8/8/8/8/8/8P w",
            "8/8/8/8/8/8/8/9 w",
            "8/8/8/8/8/8/8/K7 w",
            "8/8/8/8/8/8/8/8 x",
            "8/8/8/8/8/8/8/44444444444444444444444444444444444444444444444444444444444444444444 w",
        ] {
            assert_eq!(read_fen(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_edited_board_has_what_was_put_on_it() {
        let mut editor = Editor::new(&Game::default());
        for word in ["#", "Pa1", "c", "Pb1", "Pc1", "xc1"] {
            assert_eq!(editor.edit(word), Some(()), "{word}");
        }
        for word in ["", "Pz9", "Qa1", "P", "\u{e9}a1"] {
            assert_eq!(editor.clone().edit(word), None, "{word}");
        }
        let game = editor.game().unwrap();
        assert_eq!((game.discs(Color::Black), game.discs(Color::White)), (Bitboard(1), Bitboard(2)));
        assert_eq!(game.side_to_move(), Color::Black);
    }
}
