//! Perft: counting the leaves of the move tree, the classic check of move generation.

use super::Position;

/// The leaves of the move tree `depth` plies below `position`.
///
/// A pass counts as a ply; a finished game is a leaf at whatever depth it ends. The last ply is counted in
/// bulk: the moves are counted, not made.
pub fn perft(position: &Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        let passed = position.passed();
        return if passed.legal_moves().is_empty() { 1 } else { perft(&passed, depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count());
    }
    moves.map(|square| perft(&position.after(square, position.flips(square)), depth - 1)).sum()
}
