//! Legal moves in plain integer arithmetic, for every processor.

use super::INNER_COLUMNS;
use crate::othello::Bitboard;

/// See [`super::legal_moves`].
///
/// In each direction the mover's discs are pushed through runs of the opponent's (parallel prefix: Kogge and
/// Stone 1973); the square behind a run is a move if it is empty.
#[inline]
pub(super) fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    let (mover, opponent) = (mover.0, opponent.0);
    let inner = opponent & INNER_COLUMNS;
    let reached = beyond(mover, inner, 1)
        | beyond(mover, opponent, 8)
        | beyond(mover, inner, 7)
        | beyond(mover, inner, 9);
    Bitboard(reached & !(mover | opponent))
}

/// The squares just behind the runs of `opponent` next to `mover`, `step` bits apart, both ways.
#[inline]
fn beyond(mover: u64, opponent: u64, step: u32) -> u64 {
    let mut up = opponent & mover << step;
    let mut down = opponent & mover >> step;
    up |= opponent & up << step;
    down |= opponent & down >> step;
    let pairs_up = opponent & opponent << step;
    let pairs_down = opponent & opponent >> step;
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}
