//! The protocol between Cassio and its engines: searches of single positions within a window.
//!
//! Cassio asks whether we live while we search, and counts the `ready.` lines: exactly one ends each search.
//! Sources: Cassio's own unit that drives engines, and Edax 4.6's answers to it.

mod parse;
mod write;

use std::collections::VecDeque;
use std::time::Instant;

use super::text::quoted;
use super::{Flow, Session};
use crate::engine::{Engine, Event, Mode};
use crate::search::{Answer, Bound, Info, Line};
use parse::{CommandError, Question};

/// What every line begins with.
pub(super) const KEYWORD: &str = "ENGINE-PROTOCOL";

/// The end of an answer.
const READY: &str = "ready.";

/// Bytes of lines that may wait for the end of a search. With more than these it is ended early.
const MOST_WAITING: usize = 16 << 20;

/// A conversation with Cassio.
pub(super) struct Cassio {
    engine: Engine,
    search: Option<Search>,
    /// Commands to obey after the search.
    waiting: VecDeque<String>,
    bytes_waiting: usize,
}

/// A search under way.
struct Search {
    question: Question,
    since: Instant,
    nodes: u64,
    /// The line told last.
    told: Option<Line>,
}

impl Search {
    /// The result line for `line`, unless it was told before.
    fn tell(&mut self, line: &Line, nodes: u64, time: std::time::Duration) -> Option<String> {
        if line.bound != Bound::None || self.told.as_ref() == Some(line) {
            return None;
        }
        self.told = Some(line.clone());
        Some(write::result(&self.question, line, nodes, time))
    }
}

impl Cassio {
    pub(super) fn new(engine: Engine) -> Self {
        Self { engine, search: None, waiting: VecDeque::new(), bytes_waiting: 0 }
    }

    /// Does what the words behind the keyword ask; those that begin no search are answered at once.
    fn obey(&mut self, words: &[&str], received: Instant, out: &mut Vec<String>) -> Result<(), CommandError> {
        let (command, arguments) = words.split_first().ok_or(CommandError::Nothing)?;
        match command.to_ascii_lowercase().as_str() {
            "midgame-search" => self.start(parse::midgame(arguments)?, received),
            "endgame-search" => self.start(parse::endgame(arguments)?, received),
            "feed-hash" => {
                for (position, known) in parse::feed(arguments)? {
                    self.engine.learn(&position, &known);
                }
            }
            "empty-hash" => self.engine.forget(),
            "get-version" => {
                out.extend([format!("version: Outflank {}", env!("CARGO_PKG_VERSION")), READY.to_owned()]);
            }
            "init" => {
                self.engine.new_game();
                out.push(READY.to_owned());
            }
            // Nothing is kept from one position to the next that would have to be forgotten.
            "new-position" | "stop" | "get-search-infos" => out.push(READY.to_owned()),
            command => return Err(CommandError::Unknown(quoted(command))),
        }
        Ok(())
    }

    /// Begins a search while none runs.
    fn start(&mut self, question: Question, received: Instant) {
        let mut request = self.engine.level_request();
        request.goal = question.goal();
        request.limits = question.limits();
        request.multi_pv = 1;
        request.mode = Mode::Analysis;
        let position = *question.board.game().position();
        self.search = Some(Search { question, since: received, nodes: 0, told: None });
        self.engine.start_from(position, request, received);
    }

    /// Obeys a line where no search runs, and says what was wrong with it.
    fn work(&mut self, line: &str, received: Instant, out: &mut Vec<String>) {
        let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
        if let Err(error) = self.obey(&words, received, out) {
            out.extend([format!("ERROR: {error}"), READY.to_owned()]);
        }
    }

    /// Takes a line during a search. What is not about the search waits for its end; another search ends it.
    fn meanwhile(&mut self, line: &str, out: &mut Vec<String>) {
        let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
        let command = words.first().map(|word| word.to_ascii_lowercase());
        let replaces = match command.as_deref() {
            Some("get-search-infos") => {
                out.extend(self.progress());
                return;
            }
            Some("stop") => {
                self.waiting.clear();
                self.bytes_waiting = 0;
                self.stop(out);
                return;
            }
            Some("midgame-search") => parse::midgame(&words[1..]).is_ok(),
            Some("endgame-search") => parse::endgame(&words[1..]).is_ok(),
            _ => false,
        };
        self.bytes_waiting += line.len();
        self.waiting.push_back(line.to_owned());
        while self.search.is_some()
            && (replaces && !self.waiting.is_empty() || self.bytes_waiting > MOST_WAITING)
        {
            self.stop(out);
        }
    }

    /// Ends the search with what it has found.
    fn stop(&mut self, out: &mut Vec<String>) {
        let events = self.engine.stop();
        self.tell(events, out);
    }

    fn progress(&self) -> Option<String> {
        let search = self.search.as_ref()?;
        Some(format!("node {}, time {:.3}", search.nodes, search.since.elapsed().as_secs_f64()))
    }

    fn tell(&mut self, events: Vec<Event>, out: &mut Vec<String>) {
        for event in events {
            match event {
                Event::Info(info) => self.tell_info(&info, out),
                Event::Done(answer) => self.tell_answer(&answer, out),
            }
        }
    }

    fn tell_info(&mut self, info: &Info, out: &mut Vec<String>) {
        if let Some(search) = &mut self.search {
            search.nodes = info.nodes;
            out.extend(search.tell(&info.line, info.nodes, info.time));
        }
    }

    /// The end of a search, and then what waited for it.
    fn tell_answer(&mut self, answer: &Answer, out: &mut Vec<String>) {
        if let (Some(mut search), Some(line)) = (self.search.take(), answer.lines.first()) {
            out.extend(search.tell(line, answer.nodes, answer.time));
        }
        out.push(READY.to_owned());
        while self.search.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            self.bytes_waiting -= line.len();
            self.work(&line, Instant::now(), out);
        }
    }

    fn part(&mut self, out: &mut Vec<String>) {
        self.waiting.clear();
        self.bytes_waiting = 0;
        self.stop(out);
        out.push("bye bye!".to_owned());
    }
}

impl Session for Cassio {
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            // A question whether we are alive.
            None if self.search.is_some() => out.push("ok.".to_owned()),
            None => out.push(READY.to_owned()),
            Some(KEYWORD) if words.next().is_some_and(|word| word.eq_ignore_ascii_case("quit")) => {
                self.part(out);
                return Flow::Quit;
            }
            Some(KEYWORD) if self.search.is_some() => self.meanwhile(line, out),
            Some(KEYWORD) => self.work(line, received, out),
            Some(other) => out.push(format!("ERROR: Unknown protocol \"{}\"", quoted(other))),
        }
        Flow::Continue
    }

    fn overlong_line(&mut self, out: &mut Vec<String>) {
        out.push("ERROR: line too long".to_owned());
    }

    fn poll(&mut self, out: &mut Vec<String>) {
        let events = self.engine.poll();
        self.tell(events, out);
    }

    fn poll_due(&self) -> Option<Instant> {
        self.engine.answer_due()
    }

    fn end_of_input(&mut self, out: &mut Vec<String>) {
        self.part(out);
    }

    fn is_busy(&self) -> bool {
        false
    }
}
