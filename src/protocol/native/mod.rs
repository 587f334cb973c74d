//! The native protocol: UCI's grammar with Othello's words, one command a line.
//!
//! This file says what each command does; [`parse`] reads its words and [`write`] forms the replies.

mod client;
mod parse;
mod write;

use std::time::Instant;

use super::text::quoted;
use super::{Flow, Session};
use crate::engine::{Engine, Event, Mode, Request};
use crate::formats::ggf::GgfGame;
use crate::formats::{RecordedGame, sgf};
use crate::othello::{Game, Turn};
pub(super) use client::NativeClient;
use parse::{CommandError, Parsed};
use write::Answered;
use write::position_words;

/// A conversation in the native protocol.
pub(super) struct Native {
    engine: Engine,
    /// What the running search is to be answered with.
    answered: Answered,
    /// Whether an `info` line has been sent since it began: there is one before each `bestmove`.
    informed: bool,
}

/// The commands with their arguments, as `help` lists them.
const HELP: [&str; 21] = [
    "uoi | uci | ugi : name the engine and its options",
    "isready : answer readyok",
    "setoption name N value V : set an option",
    "newgame : forget the game and what was learnt from it",
    "position startpos|board S [X|O] [moves M ...] : set up a position",
    "move M ... : play moves",
    "pass : pass, where the side to move has no move",
    "timeout : the side to move has run out of its turn",
    "resign : the side to move gives up",
    "undo [n] : take back turns",
    "board (d) : draw the position",
    "legal : list the legal moves",
    "result : say how the game stands",
    "record [transcript|ggf|sgf] : the game so far on one line",
    "eval : the static evaluation of the discs, whoever is to move",
    "hint [n] [limits as for go] : the n best moves",
    "go [movetime MS] [depth N] [nodes N] [btime MS] [wtime MS] [binc MS] [winc MS] [movestogo N] \
     [infinite] [ponder] [exact] [wld] [searchmoves M ...] : search",
    "stop : end the search and answer",
    "ponderhit : the expected move was played",
    "help : this list",
    "quit : end",
];

impl Native {
    pub(super) fn new(engine: Engine) -> Self {
        Self { engine, answered: Answered::BestMove, informed: false }
    }

    /// Does what the line asks; nothing has changed where the answer is an error.
    fn obey(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Result<Flow, CommandError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [comment, ..] if comment.starts_with('#') => {}
            [greeting @ ("uoi" | "uci" | "ugi"), rest @ ..] => {
                parse::skip(greeting, rest);
                write::greeting(greeting, self.engine.options(), out);
            }
            ["isready", rest @ ..] => {
                parse::skip("isready", rest);
                out.push("readyok".to_owned());
            }
            ["setoption", rest @ ..] => self.set_option(rest, out)?,
            ["newgame" | "ucinewgame" | "uginewgame", rest @ ..] => {
                parse::skip("newgame", rest);
                self.end_search(out);
                self.engine.new_game();
            }
            ["position", rest @ ..] => {
                let game = parse::position(rest)?;
                self.put(game, out);
            }
            ["move", rest @ ..] => {
                let game = parse::moves(self.engine.game(), rest)?;
                self.put(game, out);
            }
            ["pass", rest @ ..] => {
                parse::skip("pass", rest);
                self.change(out, |game| Ok(game.play(Turn::Pass)?))?;
            }
            ["timeout", rest @ ..] => {
                parse::skip("timeout", rest);
                self.change(out, |game| Ok(game.play(Turn::TimedOut)?))?;
            }
            ["resign", rest @ ..] => {
                parse::skip("resign", rest);
                self.change(out, |game| Ok(game.resign()?))?;
            }
            ["undo", rest @ ..] => {
                let turns = parse::count_of_turns(rest)?;
                self.change(out, |game| Ok(game.undo(turns)?))?;
            }
            ["board" | "d", rest @ ..] => {
                parse::skip("board", rest);
                write::board(self.engine.game(), out);
            }
            ["legal", rest @ ..] => {
                parse::skip("legal", rest);
                out.push(write::legal(self.engine.game()));
            }
            ["result", rest @ ..] => {
                parse::skip("result", rest);
                out.push(write::result(self.engine.game()));
            }
            ["record", rest @ ..] => self.record(rest, out)?,
            ["eval", rest @ ..] => {
                parse::skip("eval", rest);
                out.push(format!("eval cp {}", self.engine.evaluation().hundredths()));
            }
            ["hint", rest @ ..] => self.hint(rest, received, out)?,
            ["go", rest @ ..] => {
                let request = parse::go(rest, &self.engine)?;
                self.search(request, Answered::BestMove, received, out);
            }
            ["stop", rest @ ..] => {
                parse::skip("stop", rest);
                self.end_search(out);
            }
            ["ponderhit", rest @ ..] => {
                parse::skip("ponderhit", rest);
                self.engine.ponderhit(received);
            }
            ["help", rest @ ..] => {
                parse::skip("help", rest);
                out.extend(HELP.map(str::to_owned));
            }
            ["quit", ..] => {
                self.engine.abandon();
                return Ok(Flow::Quit);
            }
            [command, ..] => return Err(CommandError::Unknown(quoted(command))),
        }
        Ok(Flow::Continue)
    }

    fn set_option(&mut self, words: &[&str], out: &mut Vec<String>) -> Result<(), CommandError> {
        let (name, value) = parse::option(words)?;
        let refused = |error| CommandError::Option { name: quoted(&name), value: quoted(&value), error };
        let options = self.engine.options().with(&name, &value).map_err(refused)?;
        self.end_search(out);
        self.engine.set_options(options).map_err(refused)
    }

    fn record(&self, words: &[&str], out: &mut Vec<String>) -> Result<(), CommandError> {
        let game = self.engine.game();
        let text = match words {
            [] | ["transcript"] => position_words(game),
            ["ggf"] => GgfGame::new(game.clone()).to_string(),
            ["sgf"] => sgf::write(&RecordedGame::new(game.clone())),
            [form, ..] => return Err(CommandError::RecordForm(quoted(form))),
        };
        out.push(format!("record {text}"));
        Ok(())
    }

    fn hint(&mut self, words: &[&str], received: Instant, out: &mut Vec<String>) -> Result<(), CommandError> {
        let (count, limits) = parse::hint(words)?;
        let Parsed { mut request, is_limited } = parse::go(limits, &self.engine)?;
        request.multi_pv = count;
        request.forced_at_once = false;
        self.search(Parsed { request, is_limited }, Answered::Hints, received, out);
        Ok(())
    }

    /// Begins a search after ending the one that runs.
    fn search(&mut self, parsed: Parsed, answered: Answered, received: Instant, out: &mut Vec<String>) {
        self.end_search(out);
        self.answered = answered;
        self.informed = false;
        let mut request: Request = parsed.request;
        if answered == Answered::Hints && !parsed.is_limited {
            // A hint without limits ends with the input: nobody is there to read more of it.
            self.answered = Answered::OpenHints;
        }
        if self.engine.game().is_over() {
            request.mode = Mode::Normal;
        }
        self.engine.start(request, received);
    }

    /// Ends the running search, which answers first.
    fn end_search(&mut self, out: &mut Vec<String>) {
        let events = self.engine.stop();
        self.tell(events, out);
    }

    /// Puts another state of the game in force.
    fn put(&mut self, game: Game, out: &mut Vec<String>) {
        self.end_search(out);
        self.engine.set_game(game);
    }

    /// Changes the game if `change` accepts it.
    fn change(
        &mut self,
        out: &mut Vec<String>,
        change: impl FnOnce(&mut Game) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let mut game = self.engine.game().clone();
        change(&mut game)?;
        self.put(game, out);
        Ok(())
    }

    fn tell(&mut self, events: Vec<Event>, out: &mut Vec<String>) {
        for event in events {
            match (event, self.answered) {
                (Event::Info(info), Answered::BestMove) => {
                    self.informed = true;
                    out.push(write::info(&info));
                }
                (Event::Info(_), _) => {}
                (Event::Done(answer), Answered::BestMove) => {
                    if !self.informed {
                        out.extend(write::late_info(&answer));
                    }
                    write::best_move(&answer, self.engine.options().ponder, out);
                }
                (Event::Done(answer), _) => write::hints(&answer, out),
            }
        }
    }
}

impl Session for Native {
    fn line(&mut self, line: &str, received: Instant, out: &mut Vec<String>) -> Flow {
        self.obey(line, received, out).unwrap_or_else(|error| {
            out.push(format!("error {error}"));
            Flow::Continue
        })
    }

    fn overlong_line(&mut self, out: &mut Vec<String>) {
        out.push(format!("error line too long: at most {} bytes are read", crate::lines::MAX_LINE));
    }

    fn poll(&mut self, out: &mut Vec<String>) {
        let events = self.engine.poll();
        self.tell(events, out);
    }

    fn poll_due(&self) -> Option<Instant> {
        self.engine.answer_due()
    }

    fn end_of_input(&mut self, out: &mut Vec<String>) {
        if self.engine.is_waiting() || self.answered == Answered::OpenHints {
            self.end_search(out);
        }
    }

    fn is_busy(&self) -> bool {
        self.engine.is_searching()
    }
}
