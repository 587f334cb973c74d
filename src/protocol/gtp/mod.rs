//! The Go Text Protocol, version 2: the order of commands and answers, and the commands about no board.
//!
//! [`wire`] lays out the lines, a [`game::GtpGame`] does what concerns its board. One command is answered
//! before the next is begun; those that come meanwhile wait, save for GoGui's `# interrupt`, for `quit`, which
//! nobody wants to wait for, and for any line at all during live analysis.

mod client;
mod game;
mod othello;
mod wire;

use std::collections::VecDeque;
use std::time::Instant;

use super::{Flow, Session};
use crate::engine::{Options, Wake};
pub(super) use client::GtpClient;
use game::{GtpGame, Refusal, Reply, Said};
use othello::Othello;
use wire::{Command, respond};

/// Bytes of commands that may wait. With more than these the running one is ended early.
const MOST_WAITING: usize = 16 << 20;

/// A game that can be chosen.
struct Choice {
    /// As `list_games` names it.
    name: &'static str,
    /// Sets up the start of a game.
    start: fn(Options, Wake) -> Box<dyn GtpGame>,
    /// Whether a command of this name is one of the game's.
    knows: fn(&str) -> bool,
}

/// The games that there are; a conversation begins with the first.
static GAMES: [Choice; 1] = [Choice {
    name: "Othello",
    start: |options, wake| Box::new(Othello::new(options, wake)),
    knows: Othello::knows,
}];

/// A conversation in GTP.
pub(super) struct Gtp {
    options: Options,
    wake: Wake,
    game: Box<dyn GtpGame>,
    running: Option<Running>,
    /// Lines, cleaned, that are to be worked on after the running command.
    waiting: VecDeque<String>,
    bytes_waiting: usize,
    /// No more lines will come.
    ended: bool,
}

/// A command whose answer is not complete.
struct Running {
    id: String,
    /// Its first line is out: the rest is not laid out as a response.
    streams: bool,
    until_input: bool,
}

type Handler = fn(&mut Gtp, &str) -> Result<Reply, Refusal>;

/// The commands about no board.
static COMMANDS: [(&str, Handler); 11] = [
    ("protocol_version", |_, _| Ok(Reply::Text("2".to_owned()))),
    ("name", |_, _| Ok(Reply::Text("Outflank".to_owned()))),
    ("version", |_, _| Ok(Reply::Text(env!("CARGO_PKG_VERSION").to_owned()))),
    ("known_command", |gtp, name| Ok(Reply::Text(gtp.commands().any(|known| known == name).to_string()))),
    ("list_commands", |gtp, _| Ok(Reply::Text(gtp.commands().collect::<Vec<_>>().join("\n")))),
    ("list_games", |_, _| Ok(Reply::Text(names_of_games()))),
    ("set_game", Gtp::set_game),
    ("quit", |_, _| Ok(Reply::empty())),
    ("gogui-interrupt", |_, _| Ok(Reply::empty())),
    ("gogui-title", |_, _| Ok(Reply::Text("Outflank".to_owned()))),
    ("gogui-version", |_, _| Ok(Reply::empty())),
];

/// One a line.
fn names_of_games() -> String {
    let names: Vec<&str> = GAMES.iter().map(|choice| choice.name).collect();
    names.join("\n")
}

/// Whether `line` holds a command of any game that no other protocol has: one of GTP's own, or any behind an
/// identity number.
pub(super) fn is_first_line(line: &str) -> bool {
    let line = wire::cleaned(line);
    Command::read(&line).is_some_and(|command| {
        let known = COMMANDS.iter().any(|(name, _)| *name == command.name)
            || GAMES.iter().any(|choice| (choice.knows)(command.name));
        let native = matches!(command.name, "undo" | "quit");
        known && !(native && command.id.is_empty())
    })
}

impl Gtp {
    /// A conversation that begins with the first game.
    pub(super) fn new(options: Options, wake: Wake) -> Self {
        let game = (GAMES[0].start)(options.clone(), wake.clone());
        Self { options, wake, game, running: None, waiting: VecDeque::new(), bytes_waiting: 0, ended: false }
    }

    fn commands(&self) -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().map(|(name, _)| *name).chain(self.game.commands())
    }

    fn set_game(&mut self, name: &str) -> Result<Reply, Refusal> {
        let choice = GAMES.iter().find(|choice| choice.name.eq_ignore_ascii_case(name));
        let choice = choice.ok_or(Refusal::UnsupportedGame)?;
        self.game = (choice.start)(self.options.clone(), self.wake.clone());
        Ok(Reply::empty())
    }

    /// Begins the command in a cleaned line, and answers it if that takes no search.
    fn begin(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        let Some(command) = Command::read(line) else { return Flow::Continue };
        let own = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let reply = match own {
            Some((_, handler)) => handler(self, command.arguments),
            None => self.game.obey(command.name, command.arguments, received),
        };
        let running =
            |streams, until_input| Some(Running { id: command.id.to_owned(), streams, until_input });
        match reply {
            Ok(Reply::Text(text)) => respond('=', command.id, &text, out),
            Ok(Reply::Search) => self.running = running(false, false),
            Ok(Reply::Stream { until_input }) => {
                out.push(format!("={}", command.id));
                self.running = running(true, until_input);
            }
            Err(refusal) => respond('?', command.id, &refusal.to_string(), out),
        }
        if command.name == "quit" { Flow::Quit } else { Flow::Continue }
    }

    /// Writes what the running command has said.
    fn tell(&mut self, said: Vec<Said>, out: &mut Vec<String>) {
        for said in said {
            match said {
                Said::Line(line) => out.push(line),
                Said::Done(text) => {
                    let Some(running) = self.running.take() else { continue };
                    if running.streams {
                        out.extend((!text.is_empty()).then_some(text));
                        out.push(String::new());
                    } else {
                        respond('=', &running.id, &text, out);
                    }
                }
            }
        }
    }

    /// Ends the running command early, with the answer that it has so far.
    fn interrupt(&mut self, out: &mut Vec<String>) {
        let said = self.game.interrupt();
        self.tell(said, out);
    }

    /// Works on what waits until a command runs. An analysis with lines behind it is over as it begins.
    fn go_on(&mut self, out: &mut Vec<String>) -> Flow {
        while self.running.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            self.bytes_waiting -= line.len();
            if self.begin(&line, Instant::now(), out) == Flow::Quit {
                return Flow::Quit;
            }
            if self.is_until_input() && (self.ended || !self.waiting.is_empty()) {
                self.interrupt(out);
            }
        }
        Flow::Continue
    }

    /// Works on all that waits and ends each search at once.
    fn hurry(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            self.interrupt(out);
            let flow = self.go_on(out);
            if flow == Flow::Quit || self.running.is_none() {
                return flow;
            }
        }
    }

    fn is_until_input(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.until_input)
    }
}

impl Session for Gtp {
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        if self.is_until_input() || self.running.is_some() && wire::is_interrupt(line) {
            self.interrupt(out);
        }
        let line = wire::cleaned(line);
        let Some(command) = Command::read(&line) else { return self.go_on(out) };
        if self.running.is_none() && self.waiting.is_empty() {
            return self.begin(&line, received, out);
        }
        let quits = command.name == "quit";
        self.bytes_waiting += line.len();
        self.waiting.push_back(line);
        if quits || self.bytes_waiting > MOST_WAITING { self.hurry(out) } else { Flow::Continue }
    }

    fn overlong_line(&mut self, out: &mut Vec<String>) {
        /// A name that no command has: what is not kept is answered in its turn like what is not known.
        const NOT_KEPT: &str = "?";
        self.line(NOT_KEPT, Instant::now(), out);
    }

    fn poll(&mut self, out: &mut Vec<String>) {
        loop {
            let said = self.game.poll();
            self.tell(said, out);
            // `quit` never waits, so that there is no flow to give on.
            if self.running.is_some() || self.waiting.is_empty() {
                return;
            }
            self.go_on(out);
        }
    }

    fn poll_due(&self) -> Option<Instant> {
        self.game.poll_due()
    }

    fn end_of_input(&mut self, out: &mut Vec<String>) {
        self.ended = true;
        if self.is_until_input() {
            self.interrupt(out);
        }
    }

    fn is_busy(&self) -> bool {
        self.running.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_is_gtp_where_only_gtp_has_the_command_or_an_id_stands_before_it() {
        for line in ["name", " version ", "genmove b", "1 undo", "7 quit", "play\tb d3", "list_commands # hi"]
        {
            assert!(is_first_line(line), "{line:?}");
        }
        for line in ["undo", "quit", "undo 2", "position startpos", "1 position startpos", "5", "", "Name"] {
            assert!(!is_first_line(line), "{line:?}");
        }
    }

    #[test]
    fn no_command_is_listed_twice() {
        let gtp = Gtp::new(Options::default(), std::sync::Arc::new(|| {}));
        let mut names: Vec<&str> = gtp.commands().collect();
        let listed = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), listed);
    }
}
