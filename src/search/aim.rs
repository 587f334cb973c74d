//! What a search is to find out of a position, and what a table entry says about that.

use super::selectivity::Selectivity;
use super::table::Entry;
use super::worker::Window;
use crate::eval::Value;
use crate::othello::{Score, Square};

/// How deep and how surely a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    /// Plies; the number of empties where the game is played out.
    pub(super) depth: u8,
    /// Whether the game is played out, and values are discs; else they are hundredths of a disc by evaluation.
    pub(super) solves: bool,
    pub(super) selectivity: Selectivity,
}

impl Aim {
    /// A value by evaluation `depth` plies deep, without selectivity.
    pub(super) const fn midgame(depth: u8) -> Self {
        Self { depth, solves: false, selectivity: Selectivity::NONE }
    }

    /// The proven score with this many empties.
    pub(super) const fn exact(empties: u32) -> Self {
        Self { depth: empties as u8, solves: true, selectivity: Selectivity::NONE }
    }

    /// The same after a move.
    pub(super) const fn after_move(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }

    /// Hundredths of a disc in the smallest step between two values.
    pub(super) const fn unit(self) -> i32 {
        if self.solves { 100 } else { 1 }
    }

    /// No value is above this, and none below its negative.
    pub(super) const fn highest(self) -> i32 {
        if self.solves { Score::MAX.discs() } else { Value::MAX.hundredths() }
    }

    /// Whether an entry is about this aim, or about the same at least as surely.
    pub(super) fn is_met_by(self, entry: &Entry) -> bool {
        entry.depth == self.depth && entry.selectivity >= self.selectivity
    }

    /// The value that an entry proves to lie outside the window, or exactly.
    pub(super) fn cut_off(self, entry: &Entry, window: Window) -> Option<i32> {
        if !self.is_met_by(entry) {
            return None;
        }
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower >= window.beta || lower == upper {
            Some(lower)
        } else if upper <= window.alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// What a search with this window proved by `value`.
    pub(super) fn proven(self, window: Window, value: i32, best: Option<Square>) -> Entry {
        Entry {
            lower: if value > window.alpha { value as i16 } else { -self.highest() as i16 },
            upper: if value < window.beta { value as i16 } else { self.highest() as i16 },
            depth: self.depth,
            selectivity: self.selectivity,
            moves: [best, None],
        }
    }
}
