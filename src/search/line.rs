//! Lines of play: the moves behind a value, read out of the table and, where the table has lost them, searched
//! again.

use super::aim::Aim;
use super::table::{Entry, Hash};
use super::worker::{Node, Stopped, Window, Worker};
use crate::othello::{Position, Square, Turn};

/// A line being put together: where it has led to, and how.
struct Walk {
    position: Position,
    turns: Vec<Turn>,
}

impl Walk {
    /// Goes over a forced pass. Whether the side to move now has a move.
    fn may_move(&mut self) -> bool {
        if self.position.must_pass() {
            self.position = self.position.passed();
            self.turns.push(Turn::Pass);
        }
        !self.position.legal_moves().is_empty()
    }

    fn play(&mut self, square: Square) {
        self.position = self.position.after(square, self.position.flips(square));
        self.turns.push(Turn::Move(square));
    }
}

impl Worker<'_> {
    /// What the table holds of the line that a midgame search of `position` to `depth` found: every turn
    /// is legal, and the line may be short.
    pub(super) fn midgame_line(&self, position: &Position, depth: u8) -> Vec<Turn> {
        let mut walk = Walk { position: *position, turns: Vec::new() };
        for depth in (1..=depth).rev() {
            if !walk.may_move() {
                break;
            }
            let of_this_depth = |entry: &Entry| entry.depth == depth;
            let entry = self.table.probe(Hash::of(&walk.position)).filter(of_this_depth);
            let Some(square) = entry.and_then(|entry| best_move(&entry, &walk.position)) else { break };
            walk.play(square);
        }
        walk.turns
    }

    /// A line of best play to the end of the game that ends with `score`, which is the proven score of
    /// `position` in discs for its side to move. Under `sign_only` the line keeps the sign of the score.
    /// Cut short where the search must end.
    pub(super) fn solved_line(&mut self, position: &Position, score: i32, sign_only: bool) -> Vec<Turn> {
        let mut walk = Walk { position: *position, turns: Vec::new() };
        let mut score = score;
        loop {
            let turns = walk.turns.len();
            if !walk.may_move() {
                return walk.turns;
            }
            if walk.turns.len() > turns {
                score = -score;
            }
            let Ok(Some(square)) = self.move_with_score(&walk.position, score, sign_only) else {
                return walk.turns;
            };
            walk.play(square);
            score = -score;
        }
    }

    /// A move that keeps `score`, the one the table names if it does.
    fn move_with_score(
        &mut self,
        position: &Position,
        score: i32,
        sign_only: bool,
    ) -> Result<Option<Square>, Stopped> {
        let moves = position.legal_moves();
        let named = self.table.probe(Hash::of(position)).and_then(|entry| best_move(&entry, position));
        let window = if sign_only { Window::new(-1, 1) } else { Window::new(-score - 1, -score + 1) };
        for square in named.into_iter().chain(moves.filter(|&square| Some(square) != named)) {
            let child = position.after(square, position.flips(square));
            let value = -self.solve(&Node::new(child), Aim::exact(child.empties()), window)?;
            if value == score || sign_only && value.signum() == score.signum() {
                return Ok(Some(square));
            }
        }
        Ok(None)
    }
}

/// The best move of an entry, if it is legal here.
fn best_move(entry: &Entry, position: &Position) -> Option<Square> {
    entry.moves[0].filter(|&square| position.legal_moves().contains(square))
}
