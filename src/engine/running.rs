//! A search under way in its own thread, and the promise that it is answered in time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::{Mode, Request, Wake};
use crate::eval::Value;
use crate::othello::{Position, Turn};
use crate::search::{Answer, Bound, Budget, Control, Info, Job, Line, Table, search};

/// What a search says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line it has found so far.
    Info(Info),
    /// Its answer: nothing follows.
    Done(Answer),
}

/// A search under way. Dropping it ends the search and waits for its thread.
pub(super) struct Running {
    control: Arc<Control>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<()>>,
    request: Request,
    overhead: Duration,
    empties: u32,
    mode: Mode,
    /// The answer of a search that has ended but waits to be asked.
    held: Option<Answer>,
    /// The latest complete line of each rank, for an answer that is due before the search has ended.
    lines: Vec<Line>,
    nodes: u64,
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
        let job = Job {
            position,
            goal: request.goal,
            limits: request.limits,
            moves: request.moves,
            multi_pv: request.multi_pv,
        };
        let control = Arc::new(Control::new(received));
        let (sender, events) = channel();
        let mut running = Self::idle(Arc::clone(&control), events, request);
        running.overhead = overhead;
        running.empties = position.empties();
        if running.mode != Mode::Ponder {
            running.set_clock(received);
        }
        let work = {
            let (job, control, sender) = (job.clone(), control, sender.clone());
            move || run(&job, &table, &control, &sender, &wake)
        };
        match Builder::new().name("search".into()).spawn(work) {
            Ok(thread) => running.thread = Some(thread),
            Err(error) => {
                log::error!("no search thread: {error}; answering with the first legal move");
                drop(sender.send(Event::Done(fallback(&job))));
            }
        }
        running
    }

    /// A search that there is no need of: the game is over, and its score is the answer.
    pub(super) fn answered(position: Position, request: Request, received: Instant) -> Self {
        let request = Request { mode: Mode::Normal, ..request };
        let line = final_line(&position);
        let (_, events) = channel();
        let mut running = Self::idle(Arc::new(Control::new(received)), events, request);
        running.held = Some(Answer { lines: vec![line], nodes: 0, time: Duration::ZERO });
        running
    }

    fn idle(control: Arc<Control>, events: Receiver<Event>, request: Request) -> Self {
        Self {
            control,
            events,
            thread: None,
            request,
            overhead: Duration::ZERO,
            empties: 0,
            mode: request.mode,
            held: None,
            lines: Vec::new(),
            nodes: 0,
            due: None,
        }
    }

    /// Sets the time limits for a clock that counts from `from`.
    fn set_clock(&mut self, from: Instant) {
        let Some(allowance) = self.request.allowance else { return };
        let budget = Budget::new(allowance, self.overhead, self.empties);
        let lead = from.saturating_duration_since(self.control.start());
        self.control.set_limits(lead + budget.soft, lead + budget.hard);
        self.due = from.checked_add(budget.answer);
    }

    pub(super) fn waits(&self) -> bool {
        self.mode != Mode::Normal
    }

    pub(super) fn answer_due(&self) -> Option<Instant> {
        if self.waits() { None } else { self.due }
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
            self.control.stop();
            self.answer_now(&mut events);
        }
        events
    }

    pub(super) fn stop(&mut self) -> Vec<Event> {
        self.control.stop();
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
                    self.control.stop();
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
                self.nodes = info.nodes;
                if info.line.bound != Bound::Upper {
                    let slot = info.rank - 1;
                    match self.lines.get_mut(slot) {
                        Some(line) => *line = info.line.clone(),
                        None => self.lines.push(info.line.clone()),
                    }
                }
                events.push(Event::Info(info));
            }
        }
    }

    /// The answer is due: what is known is the answer. The search thread, told to stop, ends by itself.
    fn answer_now(&mut self, events: &mut Vec<Event>) {
        while self.lines.is_empty() && self.held.is_none() {
            match self.events.recv() {
                Ok(event) => self.take(event, events),
                Err(_) => break,
            }
        }
        // A move that has risen in the unfinished iteration is still in its old place too: the first counts.
        let mut lines: Vec<Line> = Vec::new();
        for line in self.lines.drain(..) {
            if lines.iter().all(|known| known.pv.first() != line.pv.first()) {
                lines.push(line);
            }
        }
        let known = Answer { lines, nodes: self.nodes, time: self.control.start().elapsed() };
        events.push(Event::Done(self.held.take().unwrap_or(known)));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // The thread catches its own panics, so there is nothing to learn from the result.
            drop(thread.join());
        }
    }
}

/// What the search thread does: whatever happens, an answer is sent.
fn run(job: &Job, table: &Table, control: &Control, sender: &Sender<Event>, wake: &Wake) {
    let send = |event| {
        // Nobody listens any more when the search was abandoned.
        if sender.send(event).is_ok() {
            wake();
        }
    };
    let found = catch_unwind(AssertUnwindSafe(|| {
        search(job, table, control, &mut |info| send(Event::Info(info.clone())))
    }));
    let answer = found.unwrap_or_else(|_| {
        log::error!("the search failed on {:?}; answering with the first legal move", job.position);
        fallback(job)
    });
    send(Event::Done(answer));
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
