//! One playing session: the game, the options and a search that runs in its own thread.
//!
//! This is the only thing that a protocol talks to. Nothing here reads or writes a stream: a search tells the
//! caller through [`Wake`] that there is something to collect, and [`Engine::poll`] collects it. So all
//! answers of a session are formed in one thread, in one order.

mod clock;
mod load;
mod opening;
mod options;
mod running;

pub use clock::{GameClock, TimeSystem};
pub use load::{LoadError, load_game};
pub use options::{NO_FILE, OptionError, OptionKind, OptionSpec, Options, SPECS};
pub use running::Event;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::book::BookMove;
use crate::eval::{Evaluation, Value};
use crate::othello::{Bitboard, Game, Position};
use crate::search::{Allowance, DEFAULT_TURN, Goal, Known, Level, Limits, Table};
use opening::Opening;
use running::Running;

/// Called from the search thread each time there is something to poll. It must not block.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A side with a single move, or none, is answered after this long at most.
const FORCED_TURN: Duration = Duration::from_millis(20);

/// When a search is finished and may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As soon as it has reached a limit; at once where there is no choice of moves.
    Normal,
    /// As soon as it has reached a limit, also where there is no choice: the value is what is asked for.
    Analysis,
    /// Only when it is stopped.
    Infinite,
    /// When it is stopped, or from [`Engine::ponderhit`] on, when the clock starts to count.
    Ponder,
}

impl Mode {
    /// Whether something has to happen outside before the search is answered.
    const fn waits(self) -> bool {
        matches!(self, Self::Infinite | Self::Ponder)
    }
}

/// A search as a protocol asks for it; the position is the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is to be found out.
    pub goal: Goal,
    /// How deep, and how many nodes.
    pub limits: Limits,
    /// How long, if there is a limit.
    pub allowance: Option<Allowance>,
    /// The moves to consider, each legal; all where empty.
    pub moves: Bitboard,
    /// Lines to report.
    pub multi_pv: usize,
    /// Threads that search, at least 1.
    pub threads: usize,
    /// When the answer is wanted.
    pub mode: Mode,
    /// Whether a side with a single move, or none, is answered at once: a move is wanted, not its value.
    pub forced_at_once: bool,
}

/// One playing session.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use std::time::Instant;
/// use outflank::engine::{Engine, Event, Options};
///
/// let mut engine = Engine::new(Options::default(), Arc::new(|| {}));
/// let mut request = engine.level_request();
/// request.limits.depth = 3;
/// engine.start(request, Instant::now());
/// let Some(Event::Done(answer)) = engine.finish().pop() else { panic!("a search ends with its answer") };
/// assert_eq!(answer.lines[0].depth, 3);
/// ```
pub struct Engine {
    game: Game,
    options: Options,
    opening: Opening,
    /// Made for the first search: starting up stays cheap.
    table: Option<Arc<Table>>,
    running: Option<Running>,
    /// Answered searches whose threads may still be on their way out. Neither an answer nor the next search
    /// waits for them: on a busy machine a thread that has been told to stop may not run for a while.
    ending: Vec<Running>,
    wake: Wake,
}

impl Engine {
    /// A session at the start of a game. `wake` is called whenever a search has something to say.
    pub fn new(options: Options, wake: Wake) -> Self {
        Self {
            game: Game::default(),
            options,
            opening: Opening::default(),
            table: None,
            running: None,
            ending: Vec::new(),
            wake,
        }
    }

    /// The game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another game, or another state of it, in place. A search that runs goes on with its own position:
    /// stop it first.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// The settings.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Puts `options` in force, for the next search. The table is made anew if its size changes, and a book is read
    /// if its name does.
    ///
    /// # Errors
    /// The system refuses the memory, or the file is no book; everything stays as it was.
    pub fn set_options(&mut self, options: Options) -> Result<(), OptionError> {
        let opening = self.opening.with(&options, &self.options)?;
        if options.hash != self.options.hash {
            let kept = self.options.hash;
            let table = Table::new(options.hash as usize)
                .map_err(|_| OptionError::OutOfMemory { wanted: options.hash, kept })?;
            self.table = Some(Arc::new(table));
        }
        self.opening = opening;
        self.options = options;
        Ok(())
    }

    /// Forgets the game and what was learnt from it. A running search is to be stopped first.
    pub fn new_game(&mut self) {
        self.game = Game::default();
        self.forget();
    }

    /// Forgets what earlier searches have learnt.
    pub fn forget(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Remembers what the caller knows of a position, for searches to come.
    pub fn learn(&mut self, position: &Position, known: &Known) {
        self.table().learn(position, known);
    }

    /// The static evaluation of the position as it is shown to people, for the side to move: the balance, which is
    /// negated when the two sides exchange their discs; the final score of a finished game.
    pub fn evaluation(&self) -> Value {
        let position = self.game.position();
        if position.is_over() {
            position.final_score().into()
        } else {
            Evaluation::new(position).balance(position)
        }
    }

    /// The moves that the opening book knows of the position, best first, also where it is not played from.
    pub fn book_moves(&self) -> Vec<BookMove> {
        if self.game.is_over() { Vec::new() } else { self.opening.book().moves(self.game.position()) }
    }

    /// A search as far as the level goes, without a time limit.
    pub fn level_request(&self) -> Request {
        let level = self.options.level;
        Request {
            goal: Goal::Play,
            limits: level.limits(),
            allowance: None,
            moves: Bitboard::EMPTY,
            multi_pv: self.options.multi_pv as usize,
            threads: self.options.threads as usize,
            mode: Mode::Normal,
            forced_at_once: true,
        }
    }

    /// A search for a move on the clock of a GUI, a turn's time where it has none. The default level leaves the
    /// depth to the clock; any other was chosen, and bounds the search as well.
    pub fn clock_request(&self, allowance: Option<Allowance>) -> Request {
        let mut request = self.level_request();
        if allowance.is_some() && self.options.level == Level::default() {
            request.limits = Limits::plies(Level::MAX.depth());
        }
        request.allowance = Some(allowance.unwrap_or(Allowance::Move(DEFAULT_TURN)));
        request
    }

    /// Begins a search of the game's position; its clock counts from `received`. A search that still runs is
    /// ended without an answer.
    pub fn start(&mut self, request: Request, received: Instant) {
        if self.game.is_over() {
            // A resignation leaves moves on the board, and none to make.
            self.abandon();
            self.running = Some(Running::answered(*self.game.position(), request, self.table(), received));
        } else {
            self.start_from(*self.game.position(), request, received);
        }
    }

    /// Begins a search of any position, as [`Engine::start`] does of the game's. Where the opening book is played
    /// from and knows a move, it is the answer, without a search.
    pub fn start_from(&mut self, position: Position, request: Request, received: Instant) {
        self.abandon();
        let table = self.table();
        if let Some(line) = self.opening.answer(&position, &request, &self.options) {
            self.running = Some(Running::known(position, request, line, table, received));
            return;
        }
        let mut request = request;
        let moves = position.legal_moves().count();
        if moves == 0 && request.mode.waits() {
            request.mode = Mode::Normal;
        }
        if moves <= 1 && request.forced_at_once && request.mode == Mode::Normal && request.goal == Goal::Play
        {
            let time = match request.allowance {
                Some(Allowance::Move(time)) => time.min(FORCED_TURN),
                Some(Allowance::Game { remaining, .. }) => remaining.min(FORCED_TURN),
                None => FORCED_TURN,
            };
            request.allowance = Some(Allowance::Move(time));
        }
        log::debug!("search with {} empties: {request:?}", position.empties());
        let overhead = self.options.move_overhead;
        self.running =
            Some(Running::start(position, request, overhead, table, received, Arc::clone(&self.wake)));
    }

    /// Whether a search has not been answered yet.
    pub const fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the search waits for a stop, or a ponderhit, before it is answered.
    pub fn is_waiting(&self) -> bool {
        self.running.as_ref().is_some_and(Running::waits)
    }

    /// When [`Engine::poll`] should be called at the latest, because an answer is due then.
    pub fn answer_due(&self) -> Option<Instant> {
        self.running.as_ref().and_then(Running::answer_due)
    }

    /// What the search has found since the last call, the answer last if it is there or due.
    pub fn poll(&mut self) -> Vec<Event> {
        self.collect(Running::poll)
    }

    /// Ends the search and collects the rest, the answer last; nothing where no search runs.
    pub fn stop(&mut self) -> Vec<Event> {
        self.collect(Running::stop)
    }

    /// Waits until the search has reached its limits and collects the rest, the answer last. A search that
    /// waits for a stop is stopped.
    pub fn finish(&mut self) -> Vec<Event> {
        if self.is_waiting() { self.stop() } else { self.collect(Running::finish) }
    }

    /// What the running search may take, where a ponderhit has not started its clock yet.
    pub fn set_allowance(&mut self, allowance: Allowance) {
        if let Some(running) = &mut self.running {
            running.set_allowance(allowance);
        }
    }

    /// The expected move was played: from now on the clock counts. Nothing where nobody ponders.
    pub fn ponderhit(&mut self, now: Instant) {
        if let Some(running) = &mut self.running {
            running.ponderhit(now);
        }
    }

    /// Ends the search without an answer.
    pub fn abandon(&mut self) {
        self.running = None;
        self.ending.retain(|running| !running.has_ended());
    }

    fn collect(&mut self, from: fn(&mut Running) -> Vec<Event>) -> Vec<Event> {
        let Some(running) = &mut self.running else { return Vec::new() };
        let events = from(running);
        if matches!(events.last(), Some(Event::Done(_))) {
            self.ending.extend(self.running.take());
        }
        events
    }

    /// The table, made now if there is none; smaller than asked for where memory is short.
    fn table(&mut self) -> Arc<Table> {
        if let Some(table) = &self.table {
            return Arc::clone(table);
        }
        let wanted = self.options.hash as usize;
        let mut mebibytes = wanted;
        let table = loop {
            match Table::new(mebibytes) {
                Ok(table) => break Arc::new(table),
                Err(_) => mebibytes /= 2,
            }
        };
        if mebibytes < wanted {
            log::warn!("hash {mebibytes} MiB: the system refuses {wanted} MiB");
        } else {
            log::info!("hash {mebibytes} MiB");
        }
        self.table = Some(Arc::clone(&table));
        table
    }
}
