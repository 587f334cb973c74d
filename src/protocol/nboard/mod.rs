//! The protocol of the NBoard GUI, versions 1 and 2.
//!
//! NBoard merges our stderr into stdout, opens an error box for each reply it cannot read, and never forgives a
//! line it cannot decode: so bad input gets no reply at all, and every line is ASCII. Each command that
//! changes anything ends the running search first, without an answer: nothing of a search may be written
//! after the `pong` that follows.

mod client;
mod write;

use std::time::{Duration, Instant};

use super::text::number;
use super::{Flow, Session};
use crate::engine::{Engine, Event, Mode, Request};
use crate::formats::ggf::{self, GgfGame};
use crate::othello::{Color, Game, Position};
use crate::search::{Allowance, Answer, Bound, DEFAULT_TURN, Info, Level};
pub(super) use client::NboardClient;

/// A conversation with NBoard.
pub(super) struct Nboard {
    engine: Engine,
    level: Level,
    /// The game with the times of its turns; the engine has its position.
    game: GgfGame,
    task: Task,
}

/// What the running search is for.
enum Task {
    /// A move: `===` ends it.
    Move(Progress),
    /// The best moves: an empty `status` ends it.
    Hint(Progress),
    /// The value of each position of the game, last first.
    Analysis { left: Vec<Analysed> },
}

/// A position of the game under analysis.
#[derive(Clone, Copy)]
struct Analysed {
    /// Turns made before it, passes included.
    turns: usize,
    position: Position,
}

/// What has been shown of a search. A GUI that is busy does not read: after the first second lines are held
/// back, so that they never fill the pipe.
struct Progress {
    start: Instant,
    empties: u32,
    forced: bool,
    /// When lines may be shown again.
    next: Instant,
    showing: bool,
    /// Whether nothing has been shown yet of the latest iteration.
    held_back: bool,
}

/// Once the time of the game is used up a move takes this long: the game goes on, in grace.
const IN_GRACE: Duration = Duration::from_millis(50);

/// Shown freely for this long.
const FREE: Duration = Duration::from_secs(1);
/// The time between two lines after that.
const PER_LINE: Duration = Duration::from_millis(50);

impl Progress {
    fn new(engine: &Engine, start: Instant) -> Self {
        let game = engine.game();
        Self {
            start,
            empties: game.position().empties(),
            forced: game.legal_moves().count() == 1,
            next: start,
            showing: true,
            held_back: true,
        }
    }

    /// Whether this line is shown; the lines of one iteration are shown together or not at all.
    fn shows(&mut self, info: &Info, lines: usize) -> bool {
        if info.line.bound != Bound::None {
            return false;
        }
        if info.rank == 1 {
            let now = Instant::now();
            self.showing = now < self.start + FREE || now >= self.next;
            self.held_back = !self.showing;
            if self.showing {
                let lines = u32::try_from(lines).unwrap_or(u32::MAX);
                self.next = now + PER_LINE.saturating_mul(lines);
            }
        }
        self.showing
    }
}

impl Nboard {
    pub(super) fn new(engine: Engine) -> Self {
        let level = engine.options().level;
        let task = Task::Analysis { left: Vec::new() };
        Self { engine, level, game: GgfGame::new(Game::default()), task }
    }

    fn obey(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        let line = line.trim();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["set", "game", ..] => {
                self.engine.abandon();
                if let Some(at) = line.find('(') {
                    self.set_game(&line[at..]);
                }
            }
            ["set", "depth", depth, ..] => self.set_depth(depth, out),
            ["set", ..] => self.engine.abandon(),
            ["move", played, ..] => self.play(played),
            ["hint", count, ..] => self.hint(count, received, out),
            ["go", ..] => self.go(received, out),
            ["ping", id, ..] => {
                self.engine.abandon();
                if let Some(id) = number(id) {
                    out.push(format!("pong {id}"));
                }
            }
            ["learn", ..] => {
                self.engine.abandon();
                out.push("learned".to_owned());
            }
            ["analyze", ..] => self.analyze(received, out),
            ["quit", ..] => {
                self.engine.abandon();
                return Flow::Quit;
            }
            ["nboard", ..] | [] => {}
            [word, ..] => {
                // Version 1 sends moves bare.
                if ggf::read_move(word).is_ok() {
                    self.play(word);
                } else {
                    log::info!("ignored: {}", super::text::quoted(line));
                }
            }
        }
        Flow::Continue
    }

    /// Puts the end of a game in force; one that cannot be read changes nothing.
    fn set_game(&mut self, text: &str) {
        match ggf::read_game(text) {
            Ok(game) => {
                self.engine.set_game(game.game().clone());
                self.game = game;
            }
            Err(error) => log::info!("set game: {error}"),
        }
    }

    fn set_depth(&mut self, depth: &str, out: &mut Vec<String>) {
        self.engine.abandon();
        let Some(depth) = number(depth) else { return };
        let depth = u8::try_from(depth.clamp(0, 60)).unwrap_or(0);
        self.level = Level::new(depth).unwrap_or_default();
        out.push(format!("set myname Outflank{depth}"));
    }

    /// `F5`, `F5/1.20/3.5`, `PA//3.107`: plays the move and books its time.
    fn play(&mut self, played: &str) {
        self.engine.abandon();
        let Ok((turn, note)) = ggf::read_move(played) else { return };
        match self.game.play(turn, note) {
            Ok(()) => self.engine.set_game(self.game.game().clone()),
            Err(error) => log::info!("move: {error}"),
        }
    }

    fn go(&mut self, received: Instant, out: &mut Vec<String>) {
        self.engine.abandon();
        let game = self.engine.game();
        if game.legal_moves().is_empty() {
            // A forced pass; a GUI that asks in a finished game gets the same.
            out.push("=== PA".to_owned());
            return;
        }
        let side = game.side_to_move();
        self.task = Task::Move(Progress::new(&self.engine, received));
        out.push("status Thinking".to_owned());
        let allowance = self.allowance(side);
        self.engine.start(self.request(Some(allowance), 1), received);
    }

    fn hint(&mut self, count: &str, received: Instant, out: &mut Vec<String>) {
        self.engine.abandon();
        let Some(count @ 1..) = number(count) else { return };
        if self.engine.game().is_over() {
            out.push("=== PA".to_owned());
            return;
        }
        self.task = Task::Hint(Progress::new(&self.engine, received));
        out.push("status Analyzing".to_owned());
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.engine.start(self.request(None, count), received);
    }

    fn analyze(&mut self, received: Instant, out: &mut Vec<String>) {
        self.engine.abandon();
        let game = self.engine.game();
        let mut left: Vec<Analysed> = game
            .turns()
            .enumerate()
            .map(|(turns, record)| Analysed { turns, position: record.before })
            .collect();
        left.push(Analysed { turns: left.len(), position: *game.position() });
        out.push("status Analysing".to_owned());
        let last = left[left.len() - 1].position;
        self.task = Task::Analysis { left };
        self.engine.start_from(last, self.request(None, 1), received);
    }

    /// What the clock of `side` allows for a move; a turn's time where there is no clock.
    fn allowance(&self, side: Color) -> Allowance {
        match self.game.time_left(side) {
            None => Allowance::Move(DEFAULT_TURN),
            Some(left) if left <= IN_GRACE => Allowance::Move(IN_GRACE),
            Some(remaining) => {
                let increment = self.game.player(side).clock.map(|clock| clock.increment).unwrap_or_default();
                Allowance::Game { remaining, increment, moves_to_go: None }
            }
        }
    }

    /// A search as deep as the level goes.
    fn request(&self, allowance: Option<Allowance>, multi_pv: usize) -> Request {
        let mut request = self.engine.level_request();
        request.limits = self.level.limits();
        request.allowance = allowance;
        request.multi_pv = multi_pv;
        request.mode = Mode::Normal;
        request.forced_at_once = matches!(self.task, Task::Move(_));
        request
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
        let (progress, lines) = match &mut self.task {
            Task::Move(progress) => (progress, 1),
            Task::Hint(progress) => (progress, self.engine.game().legal_moves().count() as usize),
            Task::Analysis { .. } => return,
        };
        if progress.shows(info, lines) {
            out.push(write::search(&info.line, progress.empties));
        }
    }

    fn tell_answer(&mut self, answer: &Answer, out: &mut Vec<String>) {
        match &mut self.task {
            Task::Move(progress) => {
                if progress.held_back {
                    out.extend(answer.lines.first().map(|line| write::search(line, progress.empties)));
                }
                out.push(write::node_stats(answer));
                out.push(write::best_move(answer, progress.forced));
                out.push("status".to_owned());
            }
            Task::Hint(progress) => {
                if progress.held_back {
                    out.extend(answer.lines.iter().map(|line| write::search(line, progress.empties)));
                }
                out.push(write::node_stats(answer));
                out.push("status".to_owned());
            }
            Task::Analysis { left } => {
                let done = left.pop();
                if let (Some(Analysed { turns, .. }), Some(line)) = (done, answer.lines.first()) {
                    out.push(format!("analysis {turns} {}", line.value));
                }
                match left.last() {
                    Some(&Analysed { position, .. }) => {
                        self.engine.start_from(position, self.request(None, 1), Instant::now());
                    }
                    None => out.push("status".to_owned()),
                }
            }
        }
    }
}

impl Session for Nboard {
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        self.obey(line, received, out)
    }

    fn overlong_line(&mut self, _out: &mut Vec<String>) {
        self.engine.abandon();
    }

    fn poll(&mut self, out: &mut Vec<String>) {
        let events = self.engine.poll();
        self.tell(events, out);
    }

    fn poll_due(&self) -> Option<Instant> {
        self.engine.answer_due()
    }

    fn end_of_input(&mut self, out: &mut Vec<String>) {
        match &mut self.task {
            Task::Move(_) => {}
            Task::Hint(_) => {
                let events = self.engine.stop();
                self.tell(events, out);
            }
            Task::Analysis { .. } => self.engine.abandon(),
        }
    }

    fn is_busy(&self) -> bool {
        self.engine.is_searching()
    }
}
