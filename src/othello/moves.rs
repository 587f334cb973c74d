//! Where a side may move: the one door to the paths behind it.

use super::Bitboard;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
mod portable;

/// The columns b to g: no line that turns a corner of the board can be outflanked through them.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares where `mover` outflanks at least one disc of `opponent`.
///
/// The two sets share no square. The answer is the same on every processor.
#[inline]
pub fn legal_moves(mover: Bitboard, opponent: Bitboard) -> Bitboard {
    debug_assert!(!mover.meets(opponent));
    cfg_select! {
        // SAFETY: this arm is compiled only where AVX-512 F is assumed, which is all that the function asks.
        all(target_arch = "x86_64", target_feature = "avx512f") => unsafe {
            avx512::legal_moves(mover, opponent)
        },
        // SAFETY: this arm is compiled only where AVX2 is assumed, which is all that the function asks.
        all(target_arch = "x86_64", target_feature = "avx2") => unsafe { avx2::legal_moves(mover, opponent) },
        _ => portable::legal_moves(mover, opponent),
    }
}

/// A way to compute [`legal_moves`].
pub type MovesPath = fn(Bitboard, Bitboard) -> Bitboard;

/// The paths compiled into this build, by name.
pub fn paths() -> Vec<(&'static str, MovesPath)> {
    vec![
        ("portable", portable::legal_moves),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        // SAFETY: compiled only where AVX2 is assumed.
        ("avx2", |mover, opponent| unsafe { avx2::legal_moves(mover, opponent) }),
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
        // SAFETY: compiled only where AVX-512 F is assumed.
        ("avx512", |mover, opponent| unsafe { avx512::legal_moves(mover, opponent) }),
    ]
}
