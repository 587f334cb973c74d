//! Othello over the Go Text Protocol: what each command about the board does.
//!
//! Vertices are Othello's own names: a1 is the top left square, and no digit is swapped. Controllers disagree
//! about forced passes: they may be played, or left out before the move that follows.

mod analysis;
mod searching;
mod write;

use std::path::Path;
use std::time::{Duration, Instant};

use super::game::{Arguments, GtpGame, Refusal, Reply, Said, read_color};
use crate::engine::{Engine, GameClock, Options, TimeSystem, Wake, load_game};
use crate::formats::read_turn;
use crate::othello::{Bitboard, Color, Game, Position, Square, Turn};
use crate::protocol::text::{number, quoted};
use analysis::Dialect;
use searching::Task;

/// The board, its clocks and the search that runs.
pub(super) struct Othello {
    engine: Engine,
    /// Black's and white's.
    clocks: [GameClock; 2],
    time_system: TimeSystem,
    task: Task,
}

type Handler = fn(&mut Othello, Arguments<'_>, Instant) -> Result<Reply, Refusal>;

/// Every command about the board, as `list_commands` lists them.
static COMMANDS: &[(&str, Handler)] = &[
    ("boardsize", |othello, arguments, _| othello.board_size(arguments)),
    ("rectangular_boardsize", |othello, arguments, _| othello.rectangular_board_size(arguments)),
    ("clear_board", |othello, _, _| Ok(othello.clear_board())),
    ("komi", |_, mut arguments, _| arguments.decimal().map(|_| Reply::empty())),
    ("play", |othello, arguments, _| othello.play(arguments)),
    ("genmove", |othello, mut arguments, received| othello.generate(arguments.color()?, true, received)),
    ("kgs-genmove_cleanup", |othello, mut arguments, received| {
        othello.generate(arguments.color()?, true, received)
    }),
    ("reg_genmove", |othello, mut arguments, received| othello.generate(arguments.color()?, false, received)),
    ("undo", |othello, _, _| othello.undo(1)),
    ("gg-undo", |othello, arguments, _| othello.undo_some(arguments)),
    ("showboard", |othello, _, _| Ok(Reply::Text(write::board(othello.game())))),
    ("time_settings", |othello, arguments, _| othello.time_settings(arguments)),
    ("time_left", |othello, arguments, _| othello.time_left(arguments)),
    ("kgs-time_settings", |othello, arguments, _| othello.kgs_time_settings(arguments)),
    ("set_level", |othello, arguments, _| othello.set_level(arguments)),
    ("final_score", |othello, _, _| write::final_score(othello.game()).map(Reply::Text)),
    ("final_status_list", |othello, arguments, _| othello.final_status_list(arguments)),
    ("loadsgf", |othello, arguments, _| othello.load(&arguments)),
    ("set_position", |othello, arguments, _| othello.set_up(arguments)),
    ("analyze", |othello, arguments, received| othello.analyze(Dialect::Plain, arguments, received)),
    ("lz-analyze", |othello, arguments, received| othello.analyze(Dialect::Plain, arguments, received)),
    ("kata-analyze", |othello, arguments, received| othello.analyze(Dialect::Kata, arguments, received)),
    ("genmove_analyze", |othello, arguments, received| {
        othello.generate_analyzing(Dialect::Plain, arguments, received)
    }),
    ("lz-genmove_analyze", |othello, arguments, received| {
        othello.generate_analyzing(Dialect::Plain, arguments, received)
    }),
    ("kata-genmove_analyze", |othello, arguments, received| {
        othello.generate_analyzing(Dialect::Kata, arguments, received)
    }),
    ("gogui-setup", |othello, arguments, _| othello.set_up(arguments)),
    ("gogui-setup_player", |othello, arguments, _| othello.set_up_player(arguments)),
    ("gogui-play_sequence", |othello, arguments, _| othello.play_sequence(arguments)),
    ("gogui-rules_game_id", |_, _, _| Ok(Reply::Text("Othello".to_owned()))),
    ("gogui-rules_board_size", |_, _, _| Ok(Reply::Text("8".to_owned()))),
    ("gogui-rules_board", |othello, _, _| Ok(Reply::Text(write::rules_board(othello.game())))),
    ("gogui-rules_legal_moves", |othello, _, _| Ok(Reply::Text(write::legal_moves(othello.game())))),
    ("gogui-rules_side_to_move", |othello, _, _| Ok(Reply::Text(othello.game().side_to_move().to_string()))),
    ("gogui-rules_final_result", |othello, _, _| write::final_result(othello.game()).map(Reply::Text)),
    ("gogui-analyze_commands", |_, _, _| Ok(Reply::Text(write::ANALYZE_COMMANDS.join("\n")))),
    ("outflank-eval", |othello, _, _| Ok(othello.evaluate())),
    ("outflank-hints", |othello, _, received| Ok(othello.hints(received))),
];

impl Othello {
    /// The start of a game.
    pub(super) fn new(options: Options, wake: Wake) -> Self {
        let clock = GameClock::new(TimeSystem::Untimed);
        Self {
            engine: Engine::new(options, wake),
            clocks: [clock; 2],
            time_system: TimeSystem::Untimed,
            task: Task::None,
        }
    }

    /// Whether a command of this name is in the table.
    pub(super) fn knows(name: &str) -> bool {
        COMMANDS.iter().any(|(known, _)| *known == name)
    }

    const fn game(&self) -> &Game {
        self.engine.game()
    }

    fn clock(&mut self, color: Color) -> &mut GameClock {
        match color {
            Color::Black => &mut self.clocks[0],
            Color::White => &mut self.clocks[1],
        }
    }

    fn board_size(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        match arguments.integer()? {
            8 => Ok(self.clear_board()),
            _ => Err(Refusal::UnacceptableSize),
        }
    }

    fn rectangular_board_size(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        match (arguments.integer()?, arguments.integer()?) {
            (8, 8) => Ok(self.clear_board()),
            _ => Err(Refusal::UnacceptableSize),
        }
    }

    fn clear_board(&mut self) -> Reply {
        self.engine.new_game();
        self.restart_clocks();
        Reply::empty()
    }

    fn play(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let (color, turn) = (arguments.color()?, turn(&mut arguments)?);
        let mut game = self.game().clone();
        play(&mut game, color, turn)?;
        self.engine.set_game(game);
        Ok(Reply::empty())
    }

    /// `color vertex color vertex ...`: all of them or none.
    fn play_sequence(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let mut game = self.game().clone();
        while let Some(word) = arguments.word() {
            let color = read_color(word).ok_or(Refusal::Syntax)?;
            play(&mut game, color, turn(&mut arguments)?)?;
        }
        self.engine.set_game(game);
        Ok(Reply::empty())
    }

    fn undo_some(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let mut rest = Arguments::new(arguments.word().unwrap_or("1"));
        self.undo(rest.count()?)
    }

    fn undo(&mut self, turns: u32) -> Result<Reply, Refusal> {
        let mut game = self.game().clone();
        game.undo(turns as usize).map_err(|_| Refusal::CannotUndo)?;
        self.engine.set_game(game);
        Ok(Reply::empty())
    }

    /// `color vertex color vertex ...`: these discs and no others, black to move.
    fn set_up(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        while let Some(word) = arguments.word() {
            let color = read_color(word).ok_or(Refusal::Syntax)?;
            let Turn::Move(square) = turn(&mut arguments)? else { return Err(Refusal::Syntax) };
            if (black | white).contains(square) {
                return Err(Refusal::BadVertexList);
            }
            let discs = if color == Color::Black { &mut black } else { &mut white };
            *discs = *discs | Bitboard::of(square);
        }
        let game = Game::set_up(black, white, Color::Black).ok_or(Refusal::BadVertexList)?;
        self.engine.set_game(game);
        Ok(Reply::empty())
    }

    fn set_up_player(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let color = arguments.color()?;
        let game = self.game();
        if game.turns().next().is_some() {
            return Err(Refusal::MovesPlayed);
        }
        let game = Game::set_up(game.discs(Color::Black), game.discs(Color::White), color);
        self.engine.set_game(game.ok_or(Refusal::BadVertexList)?);
        Ok(Reply::empty())
    }

    /// `file [number]`: the game in a file as it stands before the turn of that number, or else at its end. File
    /// names may hold blanks.
    fn load(&mut self, arguments: &Arguments<'_>) -> Result<Reply, Refusal> {
        let text = arguments.text();
        let (file, before) = match text.rsplit_once(' ').map(|(file, word)| (file, number(word))) {
            Some((file, Some(turn))) => (file.trim_end(), Some(turn)),
            _ => (text, None),
        };
        let kept = match before {
            Some(turn) if turn < 1 => return Err(Refusal::Syntax),
            Some(turn) => usize::try_from(turn - 1).unwrap_or(usize::MAX),
            None => usize::MAX,
        };
        if file.is_empty() {
            return Err(Refusal::Syntax);
        }
        let whole = load_game(Path::new(file)).map_err(|error| {
            log::info!("{}: {error}", quoted(file));
            Refusal::CannotLoadFile
        })?;
        let mut game = Game::from_position(*whole.start(), whole.first_side());
        for record in whole.turns().take(kept) {
            game.play(record.turn).map_err(|_| Refusal::CannotLoadFile)?;
        }
        self.clear_board();
        self.engine.set_game(game);
        Ok(Reply::empty())
    }

    fn final_status_list(&self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        match arguments.word() {
            Some("alive") => Ok(Reply::Text(write::discs(self.game()))),
            Some("dead" | "seki") => Ok(Reply::empty()),
            _ => Err(Refusal::Syntax),
        }
    }

    fn set_level(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let level = arguments.integer()?.to_string();
        let options = self.engine.options().with("Level", &level).map_err(|_| Refusal::UnacceptableLevel)?;
        self.engine.set_options(options).map_err(|_| Refusal::UnacceptableLevel)?;
        Ok(Reply::empty())
    }

    /// `main period moves`. Of a period without moves the specification says that it means no limit.
    fn time_settings(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let (main, period) = (arguments.seconds()?, arguments.seconds()?);
        let moves = arguments.count()?;
        self.set_time_system(match (period.is_zero(), moves) {
            (true, _) => TimeSystem::Clock { main, increment: period, session: None },
            (false, 0) => TimeSystem::Untimed,
            (false, moves) => TimeSystem::Canadian { main, period, moves },
        });
        Ok(Reply::empty())
    }

    /// KGS names the system first.
    fn kgs_time_settings(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let system = match arguments.word() {
            Some("none") => TimeSystem::Untimed,
            Some("absolute") => {
                let main = arguments.seconds()?;
                TimeSystem::Clock { main, increment: Duration::ZERO, session: None }
            }
            Some("byoyomi") => TimeSystem::ByoYomi {
                main: arguments.seconds()?,
                period: arguments.seconds()?,
                periods: arguments.count()?,
            },
            Some("canadian") => TimeSystem::Canadian {
                main: arguments.seconds()?,
                period: arguments.seconds()?,
                moves: arguments.count()?.max(1),
            },
            _ => return Err(Refusal::Syntax),
        };
        self.set_time_system(system);
        Ok(Reply::empty())
    }

    fn set_time_system(&mut self, system: TimeSystem) {
        self.time_system = system;
        self.restart_clocks();
    }

    fn restart_clocks(&mut self) {
        self.clocks = [GameClock::new(self.time_system); 2];
    }

    /// `color seconds moves`: what the controller's clock shows.
    fn time_left(&mut self, mut arguments: Arguments<'_>) -> Result<Reply, Refusal> {
        let color = arguments.color()?;
        let (left, moves) = (arguments.seconds()?, arguments.count()?);
        self.clock(color).set(left, moves);
        Ok(Reply::empty())
    }

    fn evaluate(&self) -> Reply {
        let value = self.engine.evaluation();
        let black = self.game().side_to_move() == Color::Black;
        Reply::Text(write::value(if black { value } else { -value }))
    }

    /// The position in which `color` is to move: as it stands, or after a forced pass of the other side that
    /// the controller has left out.
    fn position_for(&self, color: Color) -> Result<Position, Refusal> {
        let game = self.game();
        if color == game.side_to_move() {
            Ok(*game.position())
        } else if game.must_pass() {
            Ok(game.position().passed())
        } else {
            Err(Refusal::IllegalMove)
        }
    }
}

impl GtpGame for Othello {
    fn commands(&self) -> Vec<&'static str> {
        COMMANDS.iter().map(|(name, _)| *name).collect()
    }

    fn obey(&mut self, name: &str, arguments: &str, received: Instant) -> Result<Reply, Refusal> {
        let (_, handler) =
            COMMANDS.iter().find(|(known, _)| *known == name).ok_or(Refusal::UnknownCommand)?;
        handler(self, Arguments::new(arguments), received)
    }

    fn poll(&mut self) -> Vec<Said> {
        self.poll_search()
    }

    fn poll_due(&self) -> Option<Instant> {
        self.search_due()
    }

    fn interrupt(&mut self) -> Vec<Said> {
        self.end_search()
    }
}

/// A vertex: a square or a pass.
fn turn(arguments: &mut Arguments<'_>) -> Result<Turn, Refusal> {
    let word = arguments.word().ok_or(Refusal::Syntax)?;
    match read_turn(word) {
        Ok(turn @ (Turn::Move(_) | Turn::Pass)) => Ok(turn),
        _ if is_vertex_of_a_larger_board(word) => Err(Refusal::IllegalMove),
        _ => Err(Refusal::Syntax),
    }
}

/// Column letters leave out I; rows go up to 25.
fn is_vertex_of_a_larger_board(word: &str) -> bool {
    let (letter, row) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
    matches!(letter.to_ascii_lowercase().as_bytes(), [b'a'..=b'h' | b'j'..=b'z'])
        && row.bytes().all(|byte| byte.is_ascii_digit())
        && row.parse::<u8>().is_ok_and(|row| (1..=25).contains(&row))
}

/// Plays a turn of `color`. A forced pass of the other side may have been left out before a move; in a
/// finished game a pass, which controllers send to end it, has no effect.
fn play(game: &mut Game, color: Color, turn: Turn) -> Result<(), Refusal> {
    let is_move = matches!(turn, Turn::Move(_));
    let played = if game.is_over() {
        return if is_move { Err(Refusal::IllegalMove) } else { Ok(()) };
    } else if color == game.side_to_move() {
        game.play(turn)
    } else if is_move && game.must_pass() {
        game.play_implying_pass(turn)
    } else {
        return Err(Refusal::IllegalMove);
    };
    played.map_err(|_| Refusal::IllegalMove)
}

/// A turn as GTP writes it.
pub(super) fn vertex(turn: Turn) -> String {
    match turn {
        Turn::Move(square) => square_name(square),
        Turn::Pass | Turn::TimedOut => "pass".to_owned(),
    }
}

/// In capitals.
fn square_name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}
