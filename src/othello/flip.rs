//! Which discs turn over: the one door to the paths behind it.

use super::{Bitboard, Square};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
mod avx512;
mod portable;
mod rays;

/// The opponent's discs that turn over when the side to move plays `square`.
///
/// `mover` and `opponent` share no square and `square` is empty. The answer is a subset of `opponent`; an
/// empty one means that the move is not legal. The answer is the same on every processor: the tests hold
/// every path against a disc by disc walk.
#[inline]
pub fn flips(mover: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    debug_assert!(!mover.meets(opponent) && !(mover | opponent).contains(square));
    cfg_select! {
        // SAFETY: this arm is compiled only where AVX-512 CD and VL (and with them F) are assumed, which is all
        // that the function asks.
        all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl") => unsafe {
            avx512::flips(mover, opponent, square)
        },
        // SAFETY: this arm is compiled only where AVX2 is assumed, which is all that the function asks.
        all(target_arch = "x86_64", target_feature = "avx2") => unsafe { avx2::flips(mover, opponent, square) },
        _ => portable::flips(mover, opponent, square),
    }
}

/// A way to compute [`flips`].
pub type FlipPath = fn(Bitboard, Bitboard, Square) -> Bitboard;

/// The paths compiled into this build, by name.
pub fn paths() -> Vec<(&'static str, FlipPath)> {
    vec![
        ("portable", portable::flips),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        // SAFETY: compiled only where AVX2 is assumed.
        ("avx2", |mover, opponent, square| unsafe { avx2::flips(mover, opponent, square) }),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
        // SAFETY: compiled only where AVX-512 CD and VL are assumed.
        ("avx512", |mover, opponent, square| unsafe { avx512::flips(mover, opponent, square) }),
    ]
}
