//! The last four empties, written out by number: no move lists, null windows only.
//!
//! Values are fail-soft and in discs for the side to move. Squares in quadrants with an odd number of empties
//! come first (parity: the last move in a region is worth having).

use super::super::ordering::odd_quadrants;
use super::super::worker::Worker;
use crate::othello::{Bitboard, Position, Square, flips};

/// Below every score: no move was legal.
const NO_MOVE: i32 = -128;

impl Worker<'_> {
    /// Whether the score with at most four empties is above `alpha`.
    pub(super) fn solve_last(&mut self, position: &Position, alpha: i32) -> i32 {
        let empty = position.empty();
        let odd = odd_quadrants(empty);
        let mut squares = (empty & odd).chain(empty.without(odd));
        match (squares.next(), squares.next(), squares.next(), squares.next()) {
            (Some(a), Some(b), Some(c), Some(d)) => self.solve_four(position, [a, b, c, d], alpha),
            (Some(a), Some(b), Some(c), None) => self.solve_three(position, [a, b, c], alpha),
            (Some(a), Some(b), None, _) => self.solve_two(position, [a, b], alpha),
            (Some(a), None, ..) => self.solve_one(position.mover(), a, alpha),
            (None, ..) => position.final_score().discs(),
        }
    }

    fn solve_four(&mut self, position: &Position, squares: [Square; 4], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_four(position, squares, alpha);
        if best > NO_MOVE {
            return best;
        }
        let best = self.best_of_four(&position.passed(), squares, -alpha - 1);
        if best > NO_MOVE { -best } else { position.final_score().discs() }
    }

    fn solve_three(&mut self, position: &Position, squares: [Square; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_three(position, squares, alpha);
        if best > NO_MOVE {
            return best;
        }
        let best = self.best_of_three(&position.passed(), squares, -alpha - 1);
        if best > NO_MOVE { -best } else { position.final_score().discs() }
    }

    fn solve_two(&mut self, position: &Position, squares: [Square; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_two(position, squares, alpha);
        if best > NO_MOVE {
            return best;
        }
        let best = self.best_of_two(&position.passed(), squares, -alpha - 1);
        if best > NO_MOVE { -best } else { position.final_score().discs() }
    }

    #[inline]
    fn best_of_four(&mut self, position: &Position, [a, b, c, d]: [Square; 4], alpha: i32) -> i32 {
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flipped = position.flips(square);
            if !flipped.is_empty() {
                let value = -self.solve_three(&position.after(square, flipped), rest, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    #[inline]
    fn best_of_three(&mut self, position: &Position, [a, b, c]: [Square; 3], alpha: i32) -> i32 {
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flipped = position.flips(square);
            if !flipped.is_empty() {
                let value = -self.solve_two(&position.after(square, flipped), rest, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    #[inline]
    fn best_of_two(&mut self, position: &Position, [a, b]: [Square; 2], alpha: i32) -> i32 {
        let mut best = NO_MOVE;
        for (square, last) in [(a, b), (b, a)] {
            let flipped = position.flips(square);
            if !flipped.is_empty() {
                let value = -self.solve_one(position.opponent() ^ flipped, last, -alpha - 1);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// One empty: nothing to choose.
    #[inline]
    fn solve_one(&mut self, mover: Bitboard, square: Square, alpha: i32) -> i32 {
        self.nodes += 1;
        let discs = mover.count() as i32;
        let gained = flips(mover, !(mover | Bitboard::of(square)), square).count() as i32;
        if gained > 0 {
            return 2 * (discs + gained) - 62;
        }
        // If the opponent cannot play there either, the empty square goes to whoever leads.
        let unfilled = 2 * discs - if discs < 32 { 64 } else { 62 };
        if unfilled <= alpha {
            return unfilled;
        }
        let opponent = !(mover | Bitboard::of(square));
        let lost = flips(opponent, mover, square).count() as i32;
        if lost > 0 { 2 * (discs - lost) - 64 } else { unfilled }
    }
}
