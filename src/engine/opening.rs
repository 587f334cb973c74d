//! The opening book of a session: which one it is, and the moves that are played out of it.

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Mode, OptionError, Options, Request};
use crate::book::{Book, LARGEST_BOOK, book};
use crate::files::read_plain;
use crate::othello::Position;
use crate::random::Random;
use crate::search::{Bound, Goal, Line};

/// Where the moves of the opening come from.
#[derive(Default)]
pub(super) struct Opening {
    /// The book of a file that was named; else the common one is used.
    file: Option<Arc<Book>>,
    /// Chooses among moves, from the first choice on.
    random: Option<Random>,
}

impl Opening {
    /// What `options` ask for, where `old` ones were in force.
    ///
    /// # Errors
    /// The file that is named cannot be read, or is no book.
    pub(super) fn with(&self, options: &Options, old: &Options) -> Result<Self, OptionError> {
        let file = if options.book_file == old.book_file {
            self.file.clone()
        } else if options.book_file.is_empty() {
            None
        } else {
            Some(Arc::new(read(Path::new(&*options.book_file))?))
        };
        let same_seed = options.book_seed == old.book_seed;
        Ok(Self { file, random: if same_seed { self.random.clone() } else { None } })
    }

    /// What the book answers to `request`, if it is asked: where a move is wanted, of the whole choice, and neither a
    /// value nor a proof.
    pub(super) fn answer(
        &mut self,
        position: &Position,
        request: &Request,
        options: &Options,
    ) -> Option<Line> {
        let wants_a_move = request.forced_at_once
            && request.goal == Goal::Play
            && request.moves.is_empty()
            && matches!(request.mode, Mode::Normal | Mode::Ponder);
        if !options.book || !wants_a_move {
            return None;
        }
        let book = self.file.as_deref().unwrap_or_else(|| book());
        let random = self.random.get_or_insert_with(|| Random::new(seed(options.book_seed)));
        let known = book.choose(position, options.book_randomness, random)?;
        Some(Line {
            depth: known.depth,
            selectivity: book.selectivity(),
            value: known.value,
            bound: Bound::None,
            exact: false,
            pv: book.line(position, known.square),
        })
    }

    /// The known moves of a position, best first, whether the book is played from or not.
    pub(super) fn book(&self) -> &Book {
        self.file.as_deref().unwrap_or_else(|| book())
    }
}

/// The book in a file.
fn read(path: &Path) -> Result<Book, OptionError> {
    let refused = |reason: String| OptionError::Book { reason };
    let bytes = read_plain(path, LARGEST_BOOK).map_err(|error| refused(error.to_string()))?;
    Book::read(&bytes).map_err(|error| refused(error.to_string()))
}

/// The seed that was asked for; 0 asks for another one each time.
fn seed(wanted: u32) -> u64 {
    if wanted != 0 {
        return wanted.into();
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() << 32 ^ u64::from(since.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::othello::{Bitboard, Game};
    use crate::search::Allowance;

    fn with_book() -> Options {
        Options { book: true, ..Options::default() }
    }

    /// Whether the book answers this request at the start of the game.
    fn answers(options: &Options, change: impl Fn(&mut Request)) -> bool {
        let engine = Engine::new(options.clone(), Arc::new(|| {}));
        let mut request = engine.level_request();
        change(&mut request);
        Opening::default().answer(Game::default().position(), &request, options).is_some()
    }

    #[test]
    fn the_book_answers_where_a_move_is_wanted_and_it_is_on() {
        assert!(!answers(&Options::default(), |_| {}));
        assert!(answers(&with_book(), |_| {}));
        assert!(answers(&with_book(), |request| request.limits.depth = 60));
        assert!(answers(&with_book(), |request| request.mode = Mode::Ponder));
        assert!(answers(&with_book(), |request| {
            request.allowance = Some(Allowance::Move(std::time::Duration::ZERO));
        }));
    }

    #[test]
    fn values_proofs_and_chosen_moves_are_searched() {
        assert!(!answers(&with_book(), |request| request.goal = Goal::Exact));
        assert!(!answers(&with_book(), |request| request.goal = Goal::Wld));
        assert!(!answers(&with_book(), |request| request.mode = Mode::Analysis));
        assert!(!answers(&with_book(), |request| request.mode = Mode::Infinite));
        assert!(!answers(&with_book(), |request| request.forced_at_once = false));
        assert!(!answers(&with_book(), |request| {
            request.moves = Bitboard::of("f5".parse().expect("a square"));
        }));
    }

    #[test]
    fn a_seed_gives_the_same_moves_again() {
        let moves = |seed| {
            let options = Options { book_randomness: 1000, book_seed: seed, ..with_book() };
            let request = Engine::new(options.clone(), Arc::new(|| {})).level_request();
            let mut opening = Opening::default();
            let answer = |_| opening.answer(Game::default().position(), &request, &options);
            (0..30).map(answer).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
