//! A search under way in its own thread, and the promise that it is answered in time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::{Mode, Request, Wake};
use crate::eval::Value;
use crate::othello::{Position, Turn};
use crate::search::{Allowance, Answer, Bound, Budget, Control, Info, Job, Line, Table, search};

/// What a search says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line it has found so far.
    Info(Info),
    /// Its answer: nothing follows.
    Done(Answer),
}

/// What a search needs, shared with its thread.
struct Work {
    job: Job,
    table: Arc<Table>,
    control: Control,
}

/// A search under way. Dropping it ends the search and waits for its thread.
pub(super) struct Running {
    work: Arc<Work>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
    request: Request,
    overhead: Duration,
    mode: Mode,
    /// The answer of a search that has ended but waits to be asked.
    held: Option<Answer>,
    /// The lines to answer with if the answer is due before the search has ended.
    lines: Vec<Line>,
    /// The lines of the iteration under way, from the first rank on.
    unfinished: Vec<Line>,
    nodes: u64,
    /// The move of the first rank as it was last reported.
    shown: Option<Turn>,
    due: Option<Instant>,
}

impl Running {
    /// Begins a search of `position` in a thread of its own.
    pub(super) fn start(
        position: Position,
        request: Request,
        overhead: Duration,
        table: Arc<Table>,
        received: Instant,
        wake: Wake,
    ) -> Self {
        let (sender, events) = channel();
        let mut running = Self::idle(position, request, overhead, table, received, events);
        if running.mode != Mode::Ponder {
            running.set_clock(received);
        }
        let work = Arc::clone(&running.work);
        match Builder::new().name("search".into()).spawn(move || work.run(&sender, &wake)) {
            Ok(thread) => running.thread = Some(thread),
            Err(error) => {
                log::error!("no search thread: {error}; answering at once");
                running.work.control.stop();
                running.held = Some(running.work.answer(&mut |_| {}));
            }
        }
        running
    }

    /// A search that there is no need of: the game is over, and its score is the answer.
    pub(super) fn answered(
        position: Position,
        request: Request,
        table: Arc<Table>,
        received: Instant,
    ) -> Self {
        let (_, events) = channel();
        let request = Request { mode: Mode::Normal, ..request };
        let mut running = Self::idle(position, request, Duration::ZERO, table, received, events);
        running.held = Some(Answer { lines: vec![final_line(&position)], nodes: 0, time: Duration::ZERO });
        running
    }

    /// A search whose answer is known beforehand: it is reported and held until it may be given.
    pub(super) fn known(
        position: Position,
        request: Request,
        line: Line,
        table: Arc<Table>,
        received: Instant,
    ) -> Self {
        let (sender, events) = channel();
        let running = Self::idle(position, request, Duration::ZERO, table, received, events);
        let (nodes, time) = (0, received.elapsed());
        let info = Info { line: line.clone(), rank: 1, nodes, time, hashfull: 0 };
        for event in [Event::Info(info), Event::Done(Answer { lines: vec![line], nodes, time })] {
            sender.send(event).expect("the receiver is at hand");
        }
        running
    }

    fn idle(
        position: Position,
        request: Request,
        overhead: Duration,
        table: Arc<Table>,
        received: Instant,
        events: Receiver<Event>,
    ) -> Self {
        let job = Job {
            position,
            goal: request.goal,
            limits: request.limits,
            moves: request.moves,
            multi_pv: request.multi_pv,
            threads: request.threads,
        };
        Self {
            work: Arc::new(Work { job, table, control: Control::new(received) }),
            events,
            thread: None,
            request,
            overhead,
            mode: request.mode,
            held: None,
            lines: Vec::new(),
            unfinished: Vec::new(),
            nodes: 0,
            shown: None,
            due: None,
        }
    }

    /// Sets the time limits for a clock that counts from `from`.
    fn set_clock(&mut self, from: Instant) {
        let Some(allowance) = self.request.allowance else { return };
        let budget = Budget::new(allowance, self.overhead, self.work.job.position.empties());
        let lead = from.saturating_duration_since(self.work.control.start());
        self.work.control.set_limits(lead + budget.soft, lead + budget.hard);
        self.due = from.checked_add(budget.answer);
    }

    /// Whether the thread of the search is gone.
    pub(super) fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    pub(super) fn waits(&self) -> bool {
        self.mode.waits()
    }

    pub(super) fn answer_due(&self) -> Option<Instant> {
        if self.waits() { None } else { self.due }
    }

    /// The time for the move, which counts from the ponderhit.
    pub(super) fn set_allowance(&mut self, allowance: Allowance) {
        self.request.allowance = Some(allowance);
    }

    pub(super) fn ponderhit(&mut self, now: Instant) {
        if self.mode == Mode::Ponder {
            self.mode = Mode::Normal;
            self.set_clock(now);
        }
    }

    pub(super) fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Ok(event) = self.events.try_recv() {
            self.take(event, &mut events);
        }
        if self.waits() {
            return events;
        }
        if let Some(answer) = self.held.take() {
            events.push(Event::Done(answer));
        } else if self.due.is_some_and(|due| Instant::now() >= due) {
            self.work.control.stop();
            self.answer_now(&mut events);
        }
        events
    }

    pub(super) fn stop(&mut self) -> Vec<Event> {
        self.work.control.stop();
        self.mode = Mode::Normal;
        self.finish()
    }

    pub(super) fn finish(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.held.is_none() {
            let next = match self.answer_due().map(|due| due.saturating_duration_since(Instant::now())) {
                Some(left) => self.events.recv_timeout(left).ok(),
                None => self.events.recv().ok(),
            };
            match next {
                Some(event) => self.take(event, &mut events),
                None => {
                    self.work.control.stop();
                    self.answer_now(&mut events);
                    return events;
                }
            }
        }
        events.extend(self.held.take().map(Event::Done));
        events
    }

    /// Puts an event where it belongs: the answer is held, the rest is passed on and remembered.
    fn take(&mut self, event: Event, events: &mut Vec<Event>) {
        match event {
            Event::Done(answer) => self.held = Some(answer),
            Event::Info(info) => {
                log::trace!("rank {}, {} nodes: {:?}", info.rank, info.nodes, info.line);
                self.nodes = info.nodes;
                if info.rank == 1 {
                    self.shown = info.line.pv.first().copied();
                }
                self.remember(&info);
                events.push(Event::Info(info));
            }
        }
    }

    /// Keeps the lines of the last iteration that has reported all of them; of a single line also one that
    /// was found to be better than it was thought to be.
    fn remember(&mut self, info: &Info) {
        let wanted = self.work.job.line_count();
        let counts = match info.line.bound {
            Bound::None => true,
            Bound::Lower => wanted == 1,
            Bound::Upper => false,
        };
        if !counts {
            return;
        }
        self.unfinished.truncate(info.rank - 1);
        self.unfinished.push(info.line.clone());
        if self.unfinished.len() == wanted {
            self.lines = std::mem::take(&mut self.unfinished);
            // A selective search may find a later line better: it says so at once, but perhaps too late for us.
            self.lines.sort_by_key(|line| -line.value);
        }
    }

    /// The answer is due: what is known is the answer. The search thread, told to stop, ends by itself. Where it
    /// has not even begun, because the processors are busy, the first iteration is done here: a stopped
    /// search does no more than that, in microseconds.
    fn answer_now(&mut self, events: &mut Vec<Event>) {
        if self.lines.is_empty() && self.held.is_none() {
            self.held = Some(self.work.answer(&mut |_| {}));
        }
        let (nodes, time) = (self.nodes, self.work.control.start().elapsed());
        let lines = std::mem::take(&mut self.lines);
        let answer = self.held.take().unwrap_or(Answer { lines, nodes, time });
        // Whoever shows the lines is not to see another move played than the one shown last.
        if let Some(line) = answer.lines.first()
            && line.pv.first() != self.shown.as_ref()
        {
            events.push(Event::Info(Info { line: line.clone(), rank: 1, nodes, time, hashfull: 0 }));
        }
        events.push(Event::Done(answer));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.work.control.stop();
        if let Some(thread) = self.thread.take() {
            // The thread catches its own panics, so there is nothing to learn from the result.
            drop(thread.join());
        }
    }
}

impl Work {
    /// What the search thread does.
    fn run(&self, sender: &Sender<Event>, wake: &Wake) {
        let send = |event| {
            // Nobody listens any more when the search was abandoned.
            if sender.send(event).is_ok() {
                wake();
            }
        };
        let answer = self.answer(&mut |info| send(Event::Info(info.clone())));
        send(Event::Done(answer));
    }

    /// The answer of the search, whatever happens in it.
    fn answer(&self, report: &mut dyn FnMut(&Info)) -> Answer {
        let found = catch_unwind(AssertUnwindSafe(|| search(&self.job, &self.table, &self.control, report)));
        found.unwrap_or_else(|_| {
            log::error!("the search failed on {:?}; answering with a legal move", self.job.position);
            fallback(&self.job)
        })
    }
}

/// A legal answer without a search.
fn fallback(job: &Job) -> Answer {
    let position = &job.position;
    let moves = if job.moves.is_empty() { position.legal_moves() } else { job.moves };
    let turn = match moves.first() {
        Some(square) => Some(Turn::Move(square)),
        None => position.must_pass().then_some(Turn::Pass),
    };
    let line = match turn {
        Some(turn) => Line { value: Value::DRAW, exact: false, pv: vec![turn], ..final_line(position) },
        None => final_line(position),
    };
    Answer { lines: vec![line], nodes: 0, time: Duration::ZERO }
}

/// The score of a position in which nobody moves any more.
fn final_line(position: &Position) -> Line {
    Line {
        depth: 0,
        selectivity: 100,
        value: position.final_score().into(),
        bound: Bound::None,
        exact: true,
        pv: Vec::new(),
    }
}
