//! Moves, pondering and analysis: the searches of the XBoard protocol and what is told of them.

use std::time::Instant;

use super::notation::move_text;
use super::{Role, Xboard, write};
use crate::engine::{Event, Mode, Request};
use crate::othello::{Game, Turn};
use crate::search::{Answer, Info, Level, Limits, Line};

/// What the running search is for.
pub(super) enum Task {
    None,
    /// Our move.
    Thinking {
        since: Instant,
    },
    /// Our move after the expected reply of the user.
    Pondering {
        expected: Turn,
    },
    /// The value of the position, until something else is asked.
    Analyzing {
        since: Instant,
    },
}

/// Plies of the search for a hint where none is known.
const HINT_DEPTH: u8 = 6;

impl Xboard {
    pub(super) const fn is_thinking(&self) -> bool {
        matches!(self.task, Task::Thinking { .. })
    }

    /// Ends the search without a word, and does what waited for it.
    pub(super) fn stop(&mut self, out: &mut Vec<String>) {
        self.engine.abandon();
        self.task = Task::None;
        self.latest = None;
        self.do_what_waited(out);
    }

    /// Our move, or the result where there is none to make.
    pub(super) fn think(&mut self, received: Instant, out: &mut Vec<String>) {
        self.expected = None;
        self.latest = None;
        if self.game().is_over() {
            self.claim(out);
        } else if self.game().must_pass() {
            self.make(Turn::Pass, received, out);
        } else {
            self.task = Task::Thinking { since: received };
            self.engine.start(self.request(Mode::Normal), received);
        }
    }

    /// A search for a move of ours, on our clock and within the depth that the user allows.
    fn request(&self, mode: Mode) -> Request {
        let mut request = self.engine.clock_request(self.clock.allowance());
        if let Some(depth) = self.depth {
            request.limits = Limits::plies(request.limits.depth.min(depth));
        }
        request.mode = mode;
        request.multi_pv = 1;
        request
    }

    /// Plays our move and says it.
    fn make(&mut self, turn: Turn, since: Instant, out: &mut Vec<String>) {
        let mut game = self.game().clone();
        if let Err(error) = game.play(turn) {
            log::error!("the search chose {turn}: {error}");
            return;
        }
        self.clock.spend(since.elapsed());
        self.engine.set_game(game);
        out.push(format!("move {}", move_text(turn)));
        self.claim(out);
    }

    /// The result, once for each end of a game.
    pub(super) fn claim(&mut self, out: &mut Vec<String>) {
        if !self.claimed && self.role != Role::Analyzes {
            let result = write::result(self.game());
            self.claimed = result.is_some();
            out.extend(result);
        }
    }

    /// Thinks about what to play after the expected reply, where the user lets us and there is a choice.
    pub(super) fn ponder(&mut self, received: Instant) {
        let (Some(expected), Role::Plays(ours), true) = (self.expected, self.role, self.ponders) else {
            return;
        };
        let Some(game) = after(self.game(), expected) else { return };
        if self.ended || game.side_to_move() != ours || game.legal_moves().count() < 2 {
            return;
        }
        self.latest = None;
        self.task = Task::Pondering { expected };
        self.engine.start_from(*game.position(), self.request(Mode::Ponder), received);
    }

    /// The expected reply has come: what was pondered is now thought, on our clock.
    pub(super) fn ponder_hit(&mut self, received: Instant, out: &mut Vec<String>) {
        self.expected = None;
        self.task = Task::Thinking { since: received };
        if let Some(allowance) = self.request(Mode::Normal).allowance {
            self.engine.set_allowance(allowance);
        }
        self.engine.ponderhit(received);
        if self.posts {
            out.extend(self.latest.as_ref().map(write::thinking));
        }
    }

    /// Begins to analyse the position, if that is what we are here for.
    pub(super) fn analyze_on(&mut self, received: Instant) {
        if self.role != Role::Analyzes || self.game().is_over() {
            return;
        }
        let mut request = self.engine.level_request();
        request.limits = Limits::plies(Level::MAX.depth());
        request.multi_pv = 1;
        request.mode = Mode::Analysis;
        self.latest = None;
        self.task = Task::Analyzing { since: received };
        self.engine.start(request, received);
    }

    /// What we would play for the user; nothing while we think about our own move.
    pub(super) fn hint(&mut self, received: Instant) -> Option<Turn> {
        match self.task {
            Task::Thinking { .. } => None,
            Task::Pondering { expected } => Some(expected),
            Task::Analyzing { .. } => self.latest.as_ref().and_then(|info| info.line.pv.first().copied()),
            Task::None if self.game().is_over() => None,
            Task::None => self.expected.or_else(|| self.quick_move(received)),
        }
    }

    /// The best move by a search that takes no time to speak of.
    fn quick_move(&mut self, received: Instant) -> Option<Turn> {
        let mut request = self.engine.level_request();
        request.limits = Limits::plies(HINT_DEPTH);
        // A value is asked for: no book answers.
        request.mode = Mode::Analysis;
        self.engine.start(request, received);
        match self.engine.finish().pop()? {
            Event::Done(answer) => answer.lines.first()?.pv.first().copied(),
            Event::Info(_) => None,
        }
    }

    /// How the analysis stands.
    pub(super) fn status(&self) -> Option<String> {
        let Task::Analyzing { since } = self.task else { return None };
        let centiseconds = since.elapsed().as_millis() / 10;
        Some(write::status(centiseconds, self.latest.as_ref(), self.game().legal_moves().count()))
    }

    pub(super) fn tell(&mut self, events: Vec<Event>, out: &mut Vec<String>) {
        for event in events {
            match event {
                Event::Info(info) => self.tell_info(info, out),
                Event::Done(answer) => self.tell_answer(&answer, out),
            }
        }
    }

    fn tell_info(&mut self, info: Info, out: &mut Vec<String>) {
        let shown = match self.task {
            Task::Thinking { .. } => self.posts,
            Task::Analyzing { .. } => true,
            Task::Pondering { .. } | Task::None => false,
        };
        if shown {
            out.push(write::thinking(&info));
        }
        self.latest = Some(info);
    }

    /// The answer is our move; an analysis that has found everything goes on in silence.
    fn tell_answer(&mut self, answer: &Answer, out: &mut Vec<String>) {
        let Task::Thinking { since } = self.task else { return };
        self.task = Task::None;
        if self.posts && self.latest.is_none() {
            // The time was up before the search could report anything.
            out.extend(answer.lines.first().map(|line| write::thinking(&info(line, answer))));
        }
        let pv = answer.lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
        if let Some(&best) = pv.first() {
            self.make(best, since, out);
            let reply = pv.get(1).copied().filter(|&reply| after(self.game(), reply).is_some());
            self.expected = reply.or_else(|| only_turn(self.game()));
        }
        self.do_what_waited(out);
        self.ponder(Instant::now());
    }
}

/// A line of an answer as a search reports it.
fn info(line: &Line, answer: &Answer) -> Info {
    Info { line: line.clone(), rank: 1, nodes: answer.nodes, time: answer.time, hashfull: 0 }
}

/// The turn of a side that has no choice.
fn only_turn(game: &Game) -> Option<Turn> {
    let mut moves = game.legal_moves();
    match (moves.next(), moves.next()) {
        (Some(square), None) => Some(Turn::Move(square)),
        (None, _) if game.must_pass() => Some(Turn::Pass),
        _ => None,
    }
}

/// The game after a turn, if it is legal.
fn after(game: &Game, turn: Turn) -> Option<Game> {
    let mut game = game.clone();
    game.play(turn).ok()?;
    Some(game)
}
