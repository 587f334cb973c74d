//! What the tests of the search share: random positions, and searches too plain to be wrong.

use crate::eval::{Evaluation, Value};
use crate::othello::{Bitboard, Position, Square};
use crate::random::Random;

/// A seeded source of positions, so that a failure can be repeated.
pub(super) struct Positions(Random);

impl Positions {
    pub(super) const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    pub(super) fn below(&mut self, count: u32) -> u32 {
        self.0.below(count.into()) as u32
    }

    /// A position of a random game when `empties` squares are left, or where the game ended before.
    pub(super) fn played(&mut self, empties: u32) -> Position {
        let mut position = Position::START;
        while position.empties() > empties && !position.is_over() {
            let moves: Vec<Square> = position.legal_moves().collect();
            let chosen = self.0.choose(&moves);
            position = chosen.map_or_else(|| position.passed(), |&square| position.play(square).unwrap());
        }
        position
    }

    /// A board filled at random, one colour rarer than the other: passes, wipe-outs and early ends are common.
    pub(super) fn filled(&mut self, empties: u32) -> Position {
        let mut empty = Bitboard::EMPTY;
        while empty.count() < empties {
            empty = empty | Bitboard::of(Square::new(self.below(64) as u8).unwrap());
        }
        let rare = self.0.bits() & self.0.bits() & if self.below(2) == 0 { self.0.bits() } else { u64::MAX };
        let mover = Bitboard(if self.below(2) == 0 { rare } else { !rare }).without(empty);
        Position::new(mover, !(mover | empty)).unwrap()
    }

    /// One of the two kinds.
    pub(super) fn position(&mut self, empties: u32) -> Position {
        if self.below(3) == 0 { self.filled(empties) } else { self.played(empties) }
    }
}

/// The final score in discs by negamax with bounds and nothing else.
pub(super) fn plain_score(position: &Position, alpha: i32, beta: i32) -> i32 {
    if position.is_over() {
        return position.final_score().discs();
    }
    if position.must_pass() {
        return -plain_score(&position.passed(), -beta, -alpha);
    }
    let mut best = -64;
    for square in position.legal_moves() {
        best = best.max(-plain_score(&position.play(square).unwrap(), -beta, -best.max(alpha)));
        if best >= beta {
            break;
        }
    }
    best
}

/// The minimax value in hundredths of a disc by trying everything; a forced pass costs no depth.
pub(super) fn plain_value(position: &Position, depth: u8) -> i32 {
    if position.is_over() {
        return Value::from(position.final_score()).hundredths();
    }
    if position.must_pass() {
        return -plain_value(&position.passed(), depth);
    }
    if depth == 0 {
        return Evaluation::new(position).value(position).hundredths();
    }
    let children = position.legal_moves().filter_map(|square| position.play(square));
    children.map(|child| -plain_value(&child, depth - 1)).max().unwrap()
}
