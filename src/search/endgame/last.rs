//! The last four empties, written out by number: no move lists, null windows only.
//!
//! Values are fail-soft and in discs for the side to move. Squares in quadrants with an odd number of empties
//! come first (parity: the last move in a region is worth having).

use super::super::ordering::odd_quadrants;
use super::super::worker::Worker;
use crate::othello::{Bitboard, Position, Square, flips};

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
            (Some(a), None, ..) => self.solve_one(position, a, alpha),
            (None, ..) => position.final_score().discs(),
        }
    }

    fn solve_four(&mut self, position: &Position, [a, b, c, d]: [Square; 4], alpha: i32) -> i32 {
        self.nodes += 1;
        let plies = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
        solve_each(position, plies, alpha, |child, rest, alpha| self.solve_three(child, rest, alpha))
    }

    fn solve_three(&mut self, position: &Position, [a, b, c]: [Square; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let plies = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
        solve_each(position, plies, alpha, |child, rest, alpha| self.solve_two(child, rest, alpha))
    }

    fn solve_two(&mut self, position: &Position, [a, b]: [Square; 2], alpha: i32) -> i32 {
        self.nodes += 1;
        let plies = [(a, b), (b, a)];
        solve_each(position, plies, alpha, |child, rest, alpha| self.solve_one(child, rest, alpha))
    }

    /// One empty: nothing to choose.
    #[inline]
    fn solve_one(&mut self, position: &Position, square: Square, alpha: i32) -> i32 {
        self.nodes += 1;
        let (mover, opponent) = (position.mover(), position.opponent());
        let discs = mover.count() as i32;
        let gained = flips(mover, opponent, square).count() as i32;
        if gained > 0 {
            return 2 * (discs + gained + 1) - 64;
        }
        // If the opponent cannot play there either, the empty square goes to whoever leads.
        let unfilled = 2 * discs - 63;
        let unfilled = unfilled + unfilled.signum();
        if unfilled <= alpha {
            return unfilled;
        }
        let lost = flips(opponent, mover, square).count() as i32;
        if lost > 0 { 2 * (discs - lost) - 64 } else { unfilled }
    }
}

/// The best of these moves, each a square and the squares left after it; if none is legal, the opponent's
/// best, and if that has none either, the final score.
#[inline]
fn solve_each<Rest: Copy, const N: usize>(
    position: &Position,
    plies: [(Square, Rest); N],
    alpha: i32,
    mut solve: impl FnMut(&Position, Rest, i32) -> i32,
) -> i32 {
    if let Some(value) = best_of(position, plies, alpha, &mut solve) {
        return value;
    }
    match best_of(&position.passed(), plies, -alpha - 1, &mut solve) {
        Some(value) => -value,
        None => position.final_score().discs(),
    }
}

#[inline]
fn best_of<Rest: Copy, const N: usize>(
    position: &Position,
    plies: [(Square, Rest); N],
    alpha: i32,
    solve: &mut impl FnMut(&Position, Rest, i32) -> i32,
) -> Option<i32> {
    let mut best = None;
    for (square, rest) in plies {
        let flipped = position.flips(square);
        if flipped == Bitboard::EMPTY {
            continue;
        }
        let value = -solve(&position.after(square, flipped), rest, -alpha - 1);
        if value > alpha {
            return Some(value);
        }
        best = best.max(Some(value));
    }
    best
}
