//! A thread's own small table for positions with few empties.
//!
//! Most positions of a solution have few empties and are soon forgotten; in the shared table each would cost a
//! line from distant memory. This one stays in the nearest caches. Bounds in discs, always replaced.

use super::super::table::Hash;
use crate::othello::Square;

/// Entries, a power of two: 128 KiB of the processor's second cache (2^13 to 2^15 measure alike, more is slower).
const ENTRIES: usize = 1 << 13;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocalEntry {
    check: u64,
    /// The score is at least this, in discs.
    pub(super) lower: i8,
    /// The score is at most this, in discs.
    pub(super) upper: i8,
    /// The move that was best.
    pub(super) best: Option<Square>,
}

/// A direct-mapped table; it belongs to one thread. It takes memory only once something is stored: most searches
/// of the middle game, and most helpers of a short search, never come to the end of the game.
#[derive(Default)]
pub(in crate::search) struct LocalTable(Option<Box<[LocalEntry; ENTRIES]>>);

impl LocalTable {
    /// What is known of the position with this hash.
    #[inline]
    pub(super) fn probe(&self, hash: Hash) -> Option<LocalEntry> {
        let entry = self.0.as_ref()?[hash.place(ENTRIES)];
        (entry.check == hash.check()).then_some(entry)
    }

    /// Remembers that the score is `value`, or, outside the null window above `alpha`, a bound of it.
    #[inline]
    pub(super) fn store(&mut self, hash: Hash, alpha: i32, value: i32, best: Option<Square>) {
        let entries = self.0.get_or_insert_with(nothing);
        let entry = &mut entries[hash.place(ENTRIES)];
        if entry.check != hash.check() {
            *entry = LocalEntry { check: hash.check(), lower: -64, upper: 64, best: None };
        }
        if value > alpha {
            entry.lower = value as i8;
        } else {
            entry.upper = value as i8;
        }
        entry.best = best.or(entry.best);
    }
}

/// Entries that fit no position, or say nothing about it.
#[cold]
fn nothing() -> Box<[LocalEntry; ENTRIES]> {
    let nothing = LocalEntry { check: 0, lower: -64, upper: 64, best: None };
    let entries = vec![nothing; ENTRIES].into_boxed_slice();
    entries.try_into().expect("as many entries as asked for")
}
