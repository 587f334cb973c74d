//! The transposition table: what is known of positions already searched, shared by all threads without locks.
//!
//! A bucket is one cache line of four entries of two words, the second of which is stored xor-ed with the
//! check word of the position (Hyatt and Mann 2002): a reader that meets halves of two stores sees a check
//! that fits nothing and takes it for a miss.
//!
//! An entry is about a position searched to a depth. A depth equal to the empties of the position means that
//! the game was played out: then the bounds are discs; else they are hundredths of a disc by evaluation. No
//! search below the root asks for the one and gets the other, because an evaluation is only ever searched
//! to a depth below the number of empties.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::selectivity::Selectivity;
use crate::othello::{Position, Square};

/// Entries in a bucket, and words in an entry.
const ENTRIES: usize = 4;
const ENTRY_WORDS: usize = 2;
const BUCKET_WORDS: usize = ENTRIES * ENTRY_WORDS;
const BUCKET_BYTES: usize = 64;

/// Ages run from 1 to 127, so that a word in use is never zero.
const AGES: u8 = 127;

/// A table that could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The system has not that much memory to give.
    #[error("a table of {mebibytes} MiB was refused by the system")]
    Refused {
        /// The size asked for.
        mebibytes: usize,
    },
}

/// Where a position belongs in a table, and how it is told from the others there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash {
    bucket: u64,
    check: u64,
}

impl Hash {
    /// Two independent words, each the folded 128-bit product of the two sides (the mixing step of wyhash,
    /// Wang Yi 2019). The constants are the first hexadecimal digits of pi after the point.
    #[inline]
    pub(super) fn of(position: &Position) -> Self {
        let (mover, opponent) = (position.mover().0, position.opponent().0);
        Self {
            bucket: folded_product(mover ^ 0x243f_6a88_85a3_08d3, opponent ^ 0x1319_8a2e_0370_7344),
            check: folded_product(opponent ^ 0xa409_3822_299f_31d0, mover ^ 0x082e_fa98_ec4e_6c89),
        }
    }

    /// An index below `count`, a power of two, into some other table.
    #[inline]
    pub(super) const fn place(self, count: usize) -> usize {
        self.bucket as usize & (count - 1)
    }

    /// What tells positions of one place apart.
    #[inline]
    pub(super) const fn check(self) -> u64 {
        self.check
    }
}

#[inline]
fn folded_product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// What a table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value is at least this (discs in a solved entry, else hundredths of a disc).
    pub(super) lower: i16,
    /// The value is at most this.
    pub(super) upper: i16,
    /// Plies searched; the number of empties in an entry that is solved.
    pub(super) depth: u8,
    /// How the bounds were found.
    pub(super) selectivity: Selectivity,
    /// The best move, and the one that was best before it.
    pub(super) moves: [Option<Square>; 2],
}

impl Entry {
    fn packed(&self, age: u8) -> u64 {
        let bytes = |value: i16| u64::from(value.cast_unsigned());
        let square = |square: Option<Square>| square.map_or(0, |square| square.index() as u64 + 1);
        bytes(self.lower)
            | bytes(self.upper) << 16
            | square(self.moves[0]) << 32
            | square(self.moves[1]) << 40
            | u64::from(self.depth & 63) << 48
            | u64::from(self.selectivity.code()) << 54
            | u64::from(age) << 57
    }

    fn unpacked(word: u64) -> Self {
        let square = |byte: u64| Square::new((byte as u8).wrapping_sub(1));
        Self {
            lower: (word as u16).cast_signed(),
            upper: ((word >> 16) as u16).cast_signed(),
            depth: (word >> 48) as u8 & 63,
            selectivity: Selectivity::from_code((word >> 54) as u8),
            moves: [square(word >> 32 & 0xff), square(word >> 40 & 0xff)],
        }
    }

    /// What is worth more is kept longer: more plies, then less selectivity.
    fn rank(&self) -> u16 {
        u16::from(self.depth) << 3 | u16::from(self.selectivity.code())
    }

    /// What both searches of one position found. Bounds of equal searches are combined; else those of the
    /// deeper or surer search stay. The newest best move leads.
    fn merged(self, old: Self) -> Self {
        let mut entry = if self.rank() < old.rank() { old } else { self };
        if self.rank() == old.rank() {
            let (lower, upper) = (self.lower.max(old.lower), self.upper.min(old.upper));
            if lower <= upper {
                (entry.lower, entry.upper) = (lower, upper);
            }
        }
        entry.moves = match self.moves[0] {
            None => old.moves,
            same if same == old.moves[0] => old.moves,
            newest => [newest, old.moves[0]],
        };
        entry
    }
}

const fn age_of(word: u64) -> u8 {
    (word >> 57) as u8
}

/// A table of a fixed size. Its memory is taken page by page as it is first written.
#[derive(Debug)]
pub struct Table {
    words: Words,
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// An empty table of this size; at least one bucket.
    ///
    /// # Errors
    /// [`TableError::Refused`] where the system does not give the memory.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let refused = TableError::Refused { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(refused)?;
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let words = Words::new(buckets * BUCKET_WORDS).ok_or(refused)?;
        Ok(Self { words, buckets, age: AtomicU8::new(0) })
    }

    /// Forgets everything. No search may be running.
    pub fn clear(&self) {
        // A table that no search has used is empty, and its pages are best left untouched.
        if self.age.swap(0, Ordering::Relaxed) != 0 {
            for word in self.words.as_slice() {
                word.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Entries written or confirmed since the last search began, per mille, from a sample.
    pub fn hashfull(&self) -> u16 {
        const SAMPLE: usize = 250;
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.min(SAMPLE) * BUCKET_WORDS;
        let words = self.words.as_slice()[..sample].chunks_exact(ENTRY_WORDS);
        let entries = words.len();
        let used = words.filter(|words| age_of(words[1].load(Ordering::Relaxed)) == age && age != 0).count();
        (1000 * used / entries) as u16
    }

    /// Makes what earlier searches stored older than what is stored from now on.
    pub(super) fn begin_search(&self) {
        let next = |age| Some(age % AGES + 1);
        // The update never refuses: `next` always has a value.
        let _ = self.age.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }

    /// Brings the bucket of this position nearer to the processor.
    #[inline]
    pub(super) fn prefetch(&self, hash: Hash) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: SSE is part of x86-64, and a prefetch never faults whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.bucket(hash).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is known of the position with this hash.
    #[inline]
    pub(super) fn probe(&self, hash: Hash) -> Option<Entry> {
        self.bucket(hash)
            .chunks_exact(ENTRY_WORDS)
            .find_map(|words| unsealed([&words[0], &words[1]], hash.check).map(Entry::unpacked))
    }

    /// Remembers `entry` for the position with this hash, in place of what is worth least in its bucket.
    pub(super) fn store(&self, hash: Hash, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let (mut place, mut least, mut entry) = (0, u16::MAX, entry);
        let bucket = self.bucket(hash);
        for (index, words) in bucket.chunks_exact(ENTRY_WORDS).enumerate() {
            if let Some(word) = unsealed([&words[0], &words[1]], hash.check) {
                place = index;
                entry = entry.merged(Entry::unpacked(word));
                break;
            }
            let word = words[1].load(Ordering::Relaxed);
            let old = Entry::unpacked(word);
            let worth = if word == 0 { 0 } else { 1 + old.rank() + u16::from(age_of(word) == age) * 1024 };
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        let words = &bucket[place * ENTRY_WORDS..];
        seal([&words[0], &words[1]], hash.check, entry.packed(age));
    }

    #[inline]
    fn bucket(&self, hash: Hash) -> &[AtomicU64] {
        let index = ((u128::from(hash.bucket) * self.buckets as u128) >> 64) as usize;
        &self.words.as_slice()[index * BUCKET_WORDS..][..BUCKET_WORDS]
    }
}

/// A word that threads share. The model of the protocol in the tests puts its own in place of the processor's.
trait Word {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Writes a word that is not 0 for whoever knows the check.
#[inline]
fn seal([seal, word]: [&impl Word; 2], check: u64, value: u64) {
    seal.set(check ^ value);
    word.set(value);
}

/// The word written with this check, if both halves are of one writing.
#[inline]
fn unsealed([seal, word]: [&impl Word; 2], check: u64) -> Option<u64> {
    let (seal, word) = (seal.get(), word.get());
    (seal ^ word == check && word != 0).then_some(word)
}

/// A zeroed array of words that begins on a cache line and takes no memory until it is written.
///
/// The allocation is made with the alignment of a word, since only then does the standard allocator ask the
/// system for zeroed pages instead of writing the zeros itself; the array begins at the first line within.
#[derive(Debug)]
struct Words {
    allocation: NonNull<u8>,
    layout: Layout,
    first: NonNull<AtomicU64>,
    count: usize,
}

// SAFETY: `Words` owns its memory, which is only ever seen as a slice of atomics.
unsafe impl Send for Words {}
// SAFETY: as above; atomics may be shared.
unsafe impl Sync for Words {}

impl Words {
    fn new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?.checked_add(BUCKET_BYTES)?;
        let layout = Layout::from_size_align(bytes, align_of::<AtomicU64>()).ok()?;
        // SAFETY: the size is not zero, since a cache line was added.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = allocation.as_ptr().align_offset(BUCKET_BYTES);
        // SAFETY: aligning a byte pointer to 64 takes at most 63 bytes, and 64 more than needed are there.
        let first = unsafe { allocation.add(offset) }.cast();
        ask_for_huge_pages(allocation, bytes);
        Some(Self { allocation, layout, first, count })
    }

    #[inline]
    fn as_slice(&self) -> &[AtomicU64] {
        // SAFETY: `first` is aligned and followed by `count` words inside the allocation, zeroed at first
        // (a valid atomic) and alive as long as `self`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

/// Asks for pages of 2 MiB: a search reads the table all over, and with small pages most reads cost a walk through
/// the page tables as well. Whether it is granted does not matter, and nothing is written.
fn ask_for_huge_pages(allocation: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let offset = allocation.as_ptr().align_offset(PAGE);
        let whole = bytes.saturating_sub(offset) / PAGE * PAGE;
        if whole > 0 {
            // SAFETY: the pages lie within the allocation, and the advice leaves their contents alone.
            unsafe { libc::madvise(allocation.as_ptr().add(offset).cast(), whole, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (allocation, bytes);
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout, and freed nowhere else.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, lower: i16, upper: i16) -> Entry {
        Entry {
            lower,
            upper,
            depth,
            selectivity: Selectivity::NONE,
            moves: [Square::new(63), Square::new(0)],
        }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(1).unwrap();
        table.begin_search();
        let hash = Hash::of(&Position::START);
        assert_eq!(table.probe(hash), None);
        for (depth, lower, upper) in [(0, 0, 0), (60, -6400, 6400), (33, -64, -1)] {
            let table = Table::new(0).unwrap();
            table.begin_search();
            table.store(hash, entry(depth, lower, upper));
            assert_eq!(table.probe(hash), Some(entry(depth, lower, upper)));
        }
    }

    #[test]
    fn halves_of_two_stores_are_a_miss() {
        let (torn, other) = (Table::new(0).unwrap(), Table::new(0).unwrap());
        let hash = Hash::of(&Position::START);
        for (table, lower) in [(&torn, 1), (&other, 2)] {
            table.begin_search();
            table.store(hash, entry(5, lower, 9));
        }
        let check = other.bucket(hash)[0].load(Ordering::Relaxed);
        torn.bucket(hash)[0].store(check, Ordering::Relaxed);
        assert_eq!(torn.probe(hash), None);
        let word = other.bucket(hash)[1].load(Ordering::Relaxed);
        torn.bucket(hash)[1].store(word, Ordering::Relaxed);
        assert_eq!(torn.probe(hash), Some(entry(5, 2, 9)));
    }

    #[test]
    fn the_bounds_of_equal_searches_are_combined() {
        let table = Table::new(0).unwrap();
        table.begin_search();
        let hash = Hash::of(&Position::START);
        table.store(hash, entry(5, -100, 300));
        table.store(hash, entry(5, 50, 6400));
        assert_eq!(table.probe(hash), Some(entry(5, 50, 300)));
    }

    #[test]
    fn a_shallow_search_does_not_push_out_the_bounds_of_a_deep_one() {
        let table = Table::new(0).unwrap();
        table.begin_search();
        let hash = Hash::of(&Position::START);
        table.store(hash, entry(20, 2, 2));
        let newer = Entry { moves: [Square::new(9), None], ..entry(3, -700, 700) };
        table.store(hash, newer);
        let moves = [Square::new(9), Square::new(63)];
        assert_eq!(table.probe(hash), Some(Entry { moves, ..entry(20, 2, 2) }));
    }

    #[test]
    fn old_entries_make_room_before_new_ones() {
        let table = Table::new(0).unwrap();
        let positions: Vec<Position> =
            Position::START.legal_moves().filter_map(|square| Position::START.play(square)).collect();
        table.begin_search();
        for position in &positions {
            table.store(Hash::of(position), entry(40, 0, 0));
        }
        table.begin_search();
        table.store(Hash::of(&Position::START), entry(1, 0, 0));
        let next = positions[0].passed();
        table.store(Hash::of(&next), entry(1, 0, 0));
        assert!(table.probe(Hash::of(&Position::START)).is_some());
        assert!(table.probe(Hash::of(&next)).is_some());
        assert_eq!(positions.iter().filter(|position| table.probe(Hash::of(position)).is_some()).count(), 2);
        assert_eq!(table.hashfull(), 500);
    }

    impl Word for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    #[test]
    fn in_no_order_of_events_does_a_reader_get_what_nobody_wrote() {
        use loom::sync::Arc;
        use loom::sync::atomic::AtomicU64;
        // Two positions of one place, each written by its own thread and read by a third: every interleaving and
        // every order in which the stores may be seen.
        let written = [(0x0123_4567_89ab_cdef, 0x1111), (0xfedc_ba98_7654_3210, 0x2222)];
        loom::model(move || {
            let words = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
            let writers = written.map(|(check, value)| {
                let words = Arc::clone(&words);
                loom::thread::spawn(move || seal([&words[0], &words[1]], check, value))
            });
            for (check, value) in written {
                let read = unsealed([&words[0], &words[1]], check);
                assert!(read.is_none_or(|read| read == value));
            }
            writers.into_iter().for_each(|writer| writer.join().unwrap());
        });
    }

    #[test]
    fn many_threads_at_few_buckets_never_read_what_nobody_wrote() {
        let table = Table::new(0).unwrap();
        table.begin_search();
        let mut random = super::super::testing::Positions::new(31);
        let positions: Vec<Position> = (0..64).map(|_| random.played(50)).collect();
        // What is stored for a position says which one it is.
        let stored = |index: usize, depth: u8| entry(depth, index as i16, 6400 - index as i16);
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let (table, positions) = (&table, &positions);
                scope.spawn(move || {
                    for round in 0..200_000_usize {
                        let index = (round * 31 + thread * 7) % positions.len();
                        let hash = Hash::of(&positions[index]);
                        if let Some(found) = table.probe(hash) {
                            let found = (found.lower, found.upper);
                            assert_eq!(found, (index as i16, 6400 - index as i16));
                        }
                        table.store(hash, stored(index, (round % 40) as u8));
                    }
                });
            }
        });
    }

    #[test]
    fn an_absurd_size_is_refused() {
        for mebibytes in [usize::MAX, 1 << 43, 1 << 40] {
            assert_eq!(Table::new(mebibytes).unwrap_err(), TableError::Refused { mebibytes });
        }
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let table = Table::new(1).unwrap();
        table.begin_search();
        let hash = Hash::of(&Position::START);
        table.store(hash, entry(5, 1, 2));
        table.clear();
        assert_eq!((table.probe(hash), table.hashfull()), (None, 0));
    }
}
