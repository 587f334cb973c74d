//! One game of a match, every answer checked.

use std::fmt;

use crate::formats::write_line;
use crate::othello::{Color, Game, Turn};
use crate::protocol::client::{Client, MoveLimit};

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By the rules.
    Regular,
    /// The engine of this colour gave no legal answer, and has lost.
    Failure { color: Color, reason: String },
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) game: Game,
    /// The colour of the first engine.
    pub(super) first: Color,
    pub(super) ending: Ending,
}

impl Played {
    /// Final disc difference for the first engine, empties to the winner; a failure costs all discs.
    pub(super) fn discs(&self) -> i32 {
        match &self.ending {
            Ending::Failure { color, .. } => {
                if *color == self.first {
                    -64
                } else {
                    64
                }
            }
            Ending::Regular => {
                let score = self.game.position().final_score().discs();
                if self.game.side_to_move() == self.first { score } else { -score }
            }
        }
    }
}

impl fmt::Display for Played {
    /// Colour of the first engine, its score, the moves, and what went wrong, if anything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:+} {}", self.first, self.discs(), write_line(&self.game))?;
        match &self.ending {
            Ending::Regular => Ok(()),
            Ending::Failure { color, reason } => write!(f, " % {color} failed: {reason}"),
        }
    }
}

/// Plays `opening` to the end between black's and white's engine; the first engine of the match is `first`.
pub(super) fn play(
    opening: &Game,
    [black, white]: [&mut dyn Client; 2],
    first: Color,
    limit: MoveLimit,
) -> Played {
    let mut game = opening.clone();
    let failure =
        |game: Game, color, reason| Played { game, first, ending: Ending::Failure { color, reason } };
    for (color, engine) in [(Color::Black, &mut *black), (Color::White, &mut *white)] {
        if let Err(error) = engine.new_game() {
            return failure(game, color, error.to_string());
        }
    }
    while !game.is_over() {
        let color = game.side_to_move();
        let engine = if color == Color::Black { &mut *black } else { &mut *white };
        let turn = if game.must_pass() { Ok(Turn::Pass) } else { engine.choose(&game, limit) };
        let played = turn
            .map_err(|error| error.to_string())
            .and_then(|turn| game.play(turn).map_err(|error| format!("illegal answer {turn}: {error}")));
        if let Err(reason) = played {
            return failure(game, color, reason);
        }
    }
    Played { game, first, ending: Ending::Regular }
}
