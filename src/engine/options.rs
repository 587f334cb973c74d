//! What a caller may set: names, ranges and values of the options, in one table.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::search::Level;

/// The settings of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads of a search.
    pub threads: u32,
    /// Size of the transposition table in MiB.
    pub hash: u32,
    /// Strength where a search has no other limit.
    pub level: Level,
    /// Time kept back for the wire.
    pub move_overhead: Duration,
    /// Whether the caller lets us think in the opponent's time: the answer then names the expected reply.
    pub ponder: bool,
    /// Lines reported by a search.
    pub multi_pv: u32,
    /// Whether moves of the opening book are played.
    pub book: bool,
    /// The file of the book; empty for the one that is used where no other is named.
    pub book_file: Arc<str>,
    /// How much worse than the best a move of the book may be, in hundredths of a disc, to be chosen at random.
    pub book_randomness: u32,
    /// Chooses the random moves; 0: other ones in each session.
    pub book_seed: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: available_threads(),
            hash: 64,
            level: Level::default(),
            move_overhead: Duration::from_millis(5),
            ponder: false,
            multi_pv: 1,
            book: false,
            book_file: Arc::default(),
            book_randomness: 0,
            book_seed: 0,
        }
    }
}

/// Why an option was not set. The old value is kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option")]
    Unknown,
    /// The value is no number, or outside the range.
    #[error("{name} takes a number from {min} to {max}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// The value is neither true nor false.
    #[error("{name} takes true or false")]
    NotABoolean {
        /// The option.
        name: &'static str,
    },
    /// A file holds no book that can be played from.
    #[error("{reason}")]
    Book {
        /// What is wrong with it.
        reason: String,
    },
    /// The system has not that much memory for us.
    #[error("the system refuses {wanted} MiB, keeping {kept} MiB")]
    OutOfMemory {
        /// MiB asked for.
        wanted: u32,
        /// MiB of the table as it stays.
        kept: u32,
    },
}

/// The kinds of option, with what their values may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in a range.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// `true` or `false`.
    Check,
    /// The name of a file; [`NO_FILE`] for none.
    File,
}

/// The word for no file, as UCI has it.
pub const NO_FILE: &str = "<empty>";

/// An option as callers see it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Matched without regard to case.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    id: Id,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Threads,
    Hash,
    Level,
    MoveOverhead,
    Ponder,
    MultiPv,
    Book,
    BookFile,
    BookRandomness,
    BookSeed,
}

const fn spin(name: &'static str, min: i64, max: i64, id: Id) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Spin { min, max }, id }
}

/// Every option there is.
pub const SPECS: [OptionSpec; 10] = [
    spin("Threads", 1, MOST_THREADS as i64, Id::Threads),
    spin("Hash", 1, 1 << 20, Id::Hash),
    spin("Level", 0, Level::MAX.number() as i64, Id::Level),
    spin("MoveOverhead", 0, 10_000, Id::MoveOverhead),
    OptionSpec { name: "Ponder", kind: OptionKind::Check, id: Id::Ponder },
    spin("MultiPV", 1, 64, Id::MultiPv),
    OptionSpec { name: "Book", kind: OptionKind::Check, id: Id::Book },
    OptionSpec { name: "BookFile", kind: OptionKind::File, id: Id::BookFile },
    spin("BookRandomness", 0, 12_800, Id::BookRandomness),
    spin("BookSeed", 0, i32::MAX as i64, Id::BookSeed),
];

impl OptionSpec {
    /// The value of this option in `options`, as text.
    pub fn value(&self, options: &Options) -> String {
        match self.id {
            Id::Threads => options.threads.to_string(),
            Id::Hash => options.hash.to_string(),
            Id::Level => options.level.number().to_string(),
            Id::MoveOverhead => options.move_overhead.as_millis().to_string(),
            Id::Ponder => options.ponder.to_string(),
            Id::MultiPv => options.multi_pv.to_string(),
            Id::Book => options.book.to_string(),
            Id::BookFile if options.book_file.is_empty() => NO_FILE.to_owned(),
            Id::BookFile => options.book_file.to_string(),
            Id::BookRandomness => options.book_randomness.to_string(),
            Id::BookSeed => options.book_seed.to_string(),
        }
    }

    /// The number that `text` gives this option.
    fn number(&self, text: &str) -> Result<i64, OptionError> {
        let OptionKind::Spin { min, max } = self.kind else { return Err(OptionError::Unknown) };
        match text.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(OptionError::OutOfRange { name: self.name, min, max }),
        }
    }

    /// What `text` turns this option to.
    fn switch(&self, text: &str) -> Result<bool, OptionError> {
        text.to_ascii_lowercase().parse().map_err(|_| OptionError::NotABoolean { name: self.name })
    }
}

impl Options {
    /// These options with the one called `name` set to `value`.
    ///
    /// # Errors
    /// No such option, or a value that it does not take.
    pub fn with(&self, name: &str, value: &str) -> Result<Self, OptionError> {
        let spec =
            SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or(OptionError::Unknown)?;
        let mut options = self.clone();
        match spec.id {
            Id::Threads => options.threads = small(spec.number(value)?),
            Id::Hash => options.hash = small(spec.number(value)?),
            Id::Level => {
                let number = small(spec.number(value)?);
                options.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or(options.level);
            }
            Id::MoveOverhead => {
                options.move_overhead = Duration::from_millis(small(spec.number(value)?).into());
            }
            Id::Ponder => options.ponder = spec.switch(value)?,
            Id::MultiPv => options.multi_pv = small(spec.number(value)?),
            Id::Book => options.book = spec.switch(value)?,
            Id::BookFile => options.book_file = if value == NO_FILE { "" } else { value }.into(),
            Id::BookRandomness => options.book_randomness = small(spec.number(value)?),
            Id::BookSeed => options.book_seed = small(spec.number(value)?),
        }
        Ok(options)
    }
}

/// The most threads that a search may have.
const MOST_THREADS: u32 = 256;

/// As many threads as the processor runs at once.
fn available_threads() -> u32 {
    let count = std::thread::available_parallelism().map_or(1, NonZero::get);
    u32::try_from(count).unwrap_or(MOST_THREADS).min(MOST_THREADS)
}

/// A number that its range has shown to fit.
fn small(number: i64) -> u32 {
    u32::try_from(number).expect("the ranges of the options lie within u32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_default_and_the_ends_of_its_range_and_no_more() {
        let defaults = Options::default();
        for spec in SPECS {
            let set = |value: &str| defaults.with(&spec.name.to_uppercase(), value);
            assert_eq!(set(&spec.value(&defaults)), Ok(defaults.clone()), "{}", spec.name);
            if let OptionKind::Spin { min, max } = spec.kind {
                for value in [min, max] {
                    let options = set(&value.to_string()).unwrap();
                    assert_eq!(spec.value(&options), value.to_string(), "{}", spec.name);
                }
                for value in [(min - 1).to_string(), (max + 1).to_string(), "x".into(), String::new()] {
                    let expected = OptionError::OutOfRange { name: spec.name, min, max };
                    assert_eq!(set(&value), Err(expected), "{}", spec.name);
                }
            }
        }
    }

    #[test]
    fn other_names_are_unknown() {
        assert_eq!(Options::default().with("Nope", "1"), Err(OptionError::Unknown));
        assert_eq!(
            Options::default().with("ponder", "maybe"),
            Err(OptionError::NotABoolean { name: "Ponder" })
        );
    }
}
