//! The protocol of XBoard and WinBoard (CECP), version 2, for Othello.
//!
//! Chess White moves first and is Othello's black. Sources: the protocol's description (Tim Mann and H.G.
//! Muller, `engine-intf.html` of XBoard 4.9), and what WinBoard's Alien Edition and Fairy-Stockfish expect of
//! variants `reversi` and `flipello`. This file says what each command does.

mod notation;
mod thinking;
mod write;

use std::time::{Duration, Instant};

use thiserror::Error;

use super::text::{decimal, duration, number, quoted};
use super::{Flow, Session};
use crate::engine::{Engine, Event, GameClock, NO_FILE, OptionError, OptionKind, Options, SPECS, TimeSystem};
use crate::othello::{Color, Game, Turn};
use crate::search::Info;
use notation::{Editor, Start};
use thinking::Task;

/// A conversation with a chess GUI.
pub(super) struct Xboard {
    engine: Engine,
    start: Start,
    role: Role,
    clock: GameClock,
    time_system: TimeSystem,
    /// The user's limit, plies.
    depth: Option<u8>,
    /// Whether lines of thinking are wanted.
    posts: bool,
    /// Whether we may think in the user's time.
    ponders: bool,
    task: Task,
    /// The latest line of the running search.
    latest: Option<Info>,
    /// The reply that our last move expects.
    expected: Option<Turn>,
    /// Commands that our move goes before.
    waiting: Vec<String>,
    /// Whether the end of this game has been told.
    claimed: bool,
    editor: Option<Editor>,
    /// No more lines will come.
    ended: bool,
}

/// What we do in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Watch.
    Force,
    /// Play this side.
    Plays(Color),
    /// Tell what we think of each position.
    Analyzes,
}

/// Why a command was refused. Nothing has changed. Texts from outside are quoted already.
#[derive(Debug, Error)]
enum Refusal {
    #[error("Error (unknown command): {0}")]
    UnknownCommand(String),
    #[error("Error (bad argument): {0}")]
    BadArgument(String),
    #[error("Error ({error}): {command}")]
    Option { error: OptionError, command: String },
    #[error("Error (unsupported variant): {0}")]
    UnknownVariant(String),
    #[error("Error (no move to take back): {0}")]
    NothingToUndo(&'static str),
    #[error("Illegal move: {0}")]
    IllegalMove(String),
    #[error("tellusererror Illegal position")]
    IllegalPosition,
}

/// A line under work.
struct Command<'a> {
    /// The whole line, without blanks at its ends.
    line: &'a str,
    arguments: Vec<&'a str>,
    received: Instant,
}

impl Command<'_> {
    fn bad_argument(&self) -> Refusal {
        Refusal::BadArgument(quoted(self.line))
    }

    /// The first argument.
    fn argument(&self) -> Result<&str, Refusal> {
        self.arguments.first().copied().ok_or_else(|| self.bad_argument())
    }

    /// The first argument as a whole number.
    fn number(&self) -> Result<i64, Refusal> {
        number(self.argument()?).ok_or_else(|| self.bad_argument())
    }

    /// The words behind the first one, as they were written.
    fn rest(&self) -> &str {
        self.line.split_once(' ').map_or("", |(_, rest)| rest.trim_start())
    }
}

type Handler = fn(&mut Xboard, &Command<'_>, &mut Vec<String>) -> Result<(), Refusal>;

/// Commands without an answer or an effect here.
const IDLE: [&str; 12] = [
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "egtpath", "draw",
    "white", "black",
];

/// The commands that do something, `quit` apart.
static COMMANDS: &[(&str, Handler)] = &[
    ("protover", |xboard, command, out| {
        if command.number()? >= 2 {
            write::features(xboard.engine.options(), out);
        }
        Ok(())
    }),
    ("new", |xboard, command, out| {
        xboard.new_game(command.received, out);
        Ok(())
    }),
    ("variant", Xboard::variant),
    ("force", |xboard, _, out| {
        xboard.stop(out);
        xboard.role = Role::Force;
        Ok(())
    }),
    ("go", |xboard, command, out| {
        xboard.stop(out);
        xboard.role = Role::Plays(xboard.game().side_to_move());
        xboard.think(command.received, out);
        Ok(())
    }),
    ("playother", |xboard, command, out| {
        xboard.stop(out);
        xboard.role = Role::Plays(!xboard.game().side_to_move());
        xboard.ponder(command.received);
        Ok(())
    }),
    ("level", Xboard::level),
    ("st", Xboard::time_for_each_move),
    ("sd", |xboard, command, _| {
        let depth = u8::try_from(command.number()?.clamp(0, 60)).unwrap_or(0);
        xboard.depth = Some(depth);
        Ok(())
    }),
    ("time", |xboard, command, _| {
        let centiseconds = decimal(command.argument()?).ok_or_else(|| command.bad_argument())?;
        xboard.clock.set(duration(centiseconds / 100.0), 0);
        Ok(())
    }),
    ("otim", |_, _, _| Ok(())),
    ("usermove", |xboard, command, out| {
        command.argument()?;
        xboard.user_move(command.rest(), command.received, out)
    }),
    ("?", |xboard, _, out| {
        if xboard.is_thinking() {
            let events = xboard.engine.stop();
            xboard.tell(events, out);
        }
        Ok(())
    }),
    ("ping", Xboard::ping),
    ("result", |xboard, _, out| {
        xboard.stop(out);
        xboard.role = Role::Force;
        Ok(())
    }),
    ("setboard", |xboard, command, out| {
        let game = notation::read_fen(command.rest()).ok_or(Refusal::IllegalPosition)?;
        xboard.put(game, command.received, out);
        Ok(())
    }),
    ("edit", |xboard, _, out| {
        xboard.stop(out);
        xboard.editor = Some(Editor::new(xboard.game()));
        Ok(())
    }),
    ("hint", |xboard, command, out| {
        let hint = xboard.hint(command.received);
        out.extend(hint.map(|turn| format!("Hint: {}", notation::move_text(turn))));
        Ok(())
    }),
    ("bk", |xboard, _, out| {
        write::book(&xboard.engine.book_moves(), out);
        Ok(())
    }),
    ("undo", |xboard, command, out| xboard.take_back(1, "undo", command.received, out)),
    ("remove", |xboard, command, out| xboard.take_back(2, "remove", command.received, out)),
    ("hard", |xboard, command, _| {
        xboard.ponders = true;
        if matches!(xboard.task, Task::None) {
            xboard.ponder(command.received);
        }
        Ok(())
    }),
    ("easy", |xboard, _, out| {
        xboard.ponders = false;
        if let Task::Pondering { .. } = xboard.task {
            xboard.stop(out);
        }
        Ok(())
    }),
    ("post", |xboard, _, _| {
        xboard.posts = true;
        Ok(())
    }),
    ("nopost", |xboard, _, _| {
        xboard.posts = false;
        Ok(())
    }),
    ("analyze", |xboard, command, out| {
        xboard.stop(out);
        xboard.role = Role::Analyzes;
        xboard.analyze_on(command.received);
        Ok(())
    }),
    ("exit", |xboard, _, out| {
        if xboard.role == Role::Analyzes {
            xboard.stop(out);
            xboard.role = Role::Force;
        }
        Ok(())
    }),
    (".", |xboard, _, out| {
        out.extend(xboard.status());
        Ok(())
    }),
    ("memory", |xboard, command, out| {
        let mebibytes = command.number()?.to_string();
        xboard.set_option("Hash", &mebibytes, command, out)
    }),
    ("cores", |xboard, command, out| {
        let threads = command.number()?.to_string();
        match xboard.set_option("Threads", &threads, command, out) {
            // There is nothing to set as long as there is one thread.
            Err(Refusal::Option { error: OptionError::Unknown, .. }) => Ok(()),
            set => set,
        }
    }),
    ("option", |xboard, command, out| {
        let (name, value) = command.rest().split_once('=').ok_or_else(|| command.bad_argument())?;
        xboard.set_option(name.trim(), value.trim(), command, out)
    }),
];

/// Commands that our move goes before, when we think about one.
const AFTER_OUR_MOVE: [&str; 4] = ["ping", "memory", "cores", "option"];

/// More commands than this do not wait: the move is made at once.
const MOST_WAITING: usize = 10_000;

impl Xboard {
    /// A conversation at the start of a game in which we play second.
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            engine,
            start: Start::Usual,
            role: Role::Plays(Color::White),
            clock: GameClock::new(TimeSystem::Untimed),
            time_system: TimeSystem::Untimed,
            depth: None,
            posts: false,
            ponders: false,
            task: Task::None,
            latest: None,
            expected: None,
            waiting: Vec::new(),
            claimed: false,
            editor: None,
            ended: false,
        }
    }

    const fn game(&self) -> &Game {
        self.engine.game()
    }

    fn obey(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Result<Flow, Refusal> {
        let line = line.trim();
        let mut words = line.split_ascii_whitespace();
        let Some(name) = words.next() else { return Ok(Flow::Continue) };
        if name == "quit" {
            self.engine.abandon();
            return Ok(Flow::Quit);
        }
        if self.editor.is_some() {
            return self.edit(line, received, out).map(|()| Flow::Continue);
        }
        if self.is_thinking() && AFTER_OUR_MOVE.contains(&name) {
            self.waiting.push(line.to_owned());
            if self.waiting.len() > MOST_WAITING {
                let events = self.engine.stop();
                self.tell(events, out);
            }
            return Ok(Flow::Continue);
        }
        let command = Command { line, arguments: words.collect(), received };
        if let Some((_, handler)) = COMMANDS.iter().find(|(known, _)| *known == name) {
            handler(self, &command, out)?;
        } else if notation::looks_like_a_move(name) {
            self.user_move(line, received, out)?;
        } else if !IDLE.contains(&name) && !name.starts_with('#') {
            return Err(Refusal::UnknownCommand(quoted(line)));
        }
        Ok(Flow::Continue)
    }

    /// Works on one line and says what was wrong with it.
    fn work(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        self.obey(line, received, out).unwrap_or_else(|refusal| {
            out.push(refusal.to_string());
            Flow::Continue
        })
    }

    fn do_what_waited(&mut self, out: &mut Vec<String>) {
        for line in std::mem::take(&mut self.waiting) {
            self.work(&line, Instant::now(), out);
        }
    }

    fn new_game(&mut self, received: Instant, out: &mut Vec<String>) {
        self.stop(out);
        self.engine.new_game();
        self.start = Start::Usual;
        self.depth = None;
        self.clock = GameClock::new(self.time_system);
        if self.role != Role::Analyzes {
            self.role = Role::Plays(Color::White);
        }
        self.put(self.start.game(), received, out);
    }

    /// Sets up the start of a variant, and tells the GUI how it looks.
    fn variant(&mut self, command: &Command<'_>, out: &mut Vec<String>) -> Result<(), Refusal> {
        let name = command.argument()?;
        // WinBoard's Alien Edition has the first two names of its own.
        let (start, is_known) = match name {
            "reversi" | "alien" => (Start::Usual, true),
            "othello" => (Start::Usual, false),
            "flipello" => (Start::Mirrored, false),
            _ => return Err(Refusal::UnknownVariant(quoted(name))),
        };
        self.start = start;
        self.put(start.game(), command.received, out);
        write::setup(self.game(), is_known, out);
        Ok(())
    }

    /// Puts another game in place.
    fn put(&mut self, game: Game, received: Instant, out: &mut Vec<String>) {
        self.stop(out);
        self.engine.set_game(game);
        self.expected = None;
        self.claimed = false;
        self.analyze_on(received);
    }

    /// A line while the board is edited.
    fn edit(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Result<(), Refusal> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        if line == "." {
            let game = editor.game().ok_or(Refusal::IllegalPosition)?;
            self.editor = None;
            self.put(game, received, out);
            return Ok(());
        }
        editor.edit(line).ok_or_else(|| Refusal::BadArgument(quoted(line)))
    }

    /// A move of the user: on the board, and then perhaps ours.
    fn user_move(&mut self, text: &str, received: Instant, out: &mut Vec<String>) -> Result<(), Refusal> {
        let illegal = || Refusal::IllegalMove(quoted(text));
        let turn = notation::read_move(text).ok_or_else(illegal)?;
        if self.game().is_over() && turn == Turn::Pass {
            // Some programs go on passing after the end.
            return Ok(());
        }
        if self.is_thinking() {
            return Err(illegal());
        }
        let mut game = self.game().clone();
        game.play(turn).map_err(|_| illegal())?;
        if let Task::Pondering { expected } = self.task
            && expected == turn
        {
            self.engine.set_game(game);
            self.ponder_hit(received, out);
            return Ok(());
        }
        self.put(game, received, out);
        if self.role == Role::Plays(self.game().side_to_move()) {
            self.think(received, out);
        } else {
            self.claim(out);
        }
        Ok(())
    }

    fn take_back(
        &mut self,
        turns: usize,
        command: &'static str,
        received: Instant,
        out: &mut Vec<String>,
    ) -> Result<(), Refusal> {
        let mut game = self.game().clone();
        game.undo(turns).map_err(|_| Refusal::NothingToUndo(command))?;
        self.put(game, received, out);
        Ok(())
    }

    fn ping(&mut self, command: &Command<'_>, out: &mut Vec<String>) -> Result<(), Refusal> {
        out.push(format!("pong {}", command.number()?));
        Ok(())
    }

    /// `level MPS BASE INC`: moves in a session (0: the game is one), minutes or `minutes:seconds`, seconds.
    fn level(&mut self, command: &Command<'_>, _out: &mut Vec<String>) -> Result<(), Refusal> {
        let bad = || command.bad_argument();
        let &[moves, base, increment, ..] = command.arguments.as_slice() else { return Err(bad()) };
        let moves = number(moves).and_then(|moves| u32::try_from(moves).ok()).ok_or_else(bad)?;
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let (minutes, seconds) = (decimal(minutes).ok_or_else(bad)?, decimal(seconds).ok_or_else(bad)?);
        self.set_time_system(TimeSystem::Clock {
            main: duration(60.0 * minutes + seconds),
            increment: decimal(increment).map(duration).ok_or_else(bad)?,
            session: (moves > 0).then_some(moves),
        });
        Ok(())
    }

    fn time_for_each_move(&mut self, command: &Command<'_>, _out: &mut Vec<String>) -> Result<(), Refusal> {
        let seconds: Duration =
            decimal(command.argument()?).map(duration).ok_or_else(|| command.bad_argument())?;
        self.set_time_system(TimeSystem::PerMove(seconds));
        Ok(())
    }

    fn set_time_system(&mut self, system: TimeSystem) {
        self.time_system = system;
        self.clock = GameClock::new(system);
    }

    /// Sets an option; a search in the user's time is begun anew under it.
    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        command: &Command<'_>,
        out: &mut Vec<String>,
    ) -> Result<(), Refusal> {
        let refused = |error| Refusal::Option { error, command: quoted(command.line) };
        let options: Options = self.engine.options().with(name, value_of(name, value)).map_err(refused)?;
        let was_pondering = matches!(self.task, Task::Pondering { .. });
        self.stop(out);
        let set = self.engine.set_options(options).map_err(refused);
        if was_pondering {
            self.ponder(command.received);
        }
        self.analyze_on(command.received);
        set
    }
}

/// The value of an option as the engine writes it: this protocol has 1 and 0 for true and false, and no word for no
/// file.
fn value_of<'a>(name: &str, value: &'a str) -> &'a str {
    let spec = SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    match (spec.map(|spec| spec.kind), value) {
        (Some(OptionKind::Check), "1") => "true",
        (Some(OptionKind::Check), "0") => "false",
        (Some(OptionKind::File), "") => NO_FILE,
        _ => value,
    }
}

impl Session for Xboard {
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        self.work(line, received, out)
    }

    fn overlong_line(&mut self, out: &mut Vec<String>) {
        out.push(Refusal::UnknownCommand("line too long".to_owned()).to_string());
    }

    fn poll(&mut self, out: &mut Vec<String>) {
        let events: Vec<Event> = self.engine.poll();
        self.tell(events, out);
    }

    fn poll_due(&self) -> Option<Instant> {
        self.engine.answer_due()
    }

    fn end_of_input(&mut self, out: &mut Vec<String>) {
        self.ended = true;
        if !self.is_thinking() {
            self.stop(out);
        }
    }

    fn is_busy(&self) -> bool {
        self.is_thinking()
    }
}
