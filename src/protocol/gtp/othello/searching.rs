//! The commands of Othello that take a search: moves, live analysis and hints.

use std::time::{Duration, Instant};

use super::super::game::{Arguments, Refusal, Reply, Said};
use super::analysis::{Dialect, Stream, Wanted};
use super::{Othello, vertex, write};
use crate::engine::{Event, Mode};
use crate::othello::{Color, Turn};
use crate::search::{Allowance, Answer, Level, Limits};

/// What the running search is for.
pub(super) enum Task {
    None,
    /// A move of `color`, which is played where it `plays`.
    Move {
        color: Color,
        plays: bool,
        since: Instant,
        stream: Option<Stream>,
    },
    /// Values of all moves, until the next line of input.
    Analysis(Stream),
    /// Values of all moves, once.
    Hints,
}

/// Hints for a person who waits take no longer.
const HINT_TIME: Duration = Duration::from_secs(5);

/// As many lines as there may be moves.
const ALL_MOVES: usize = 64;

impl Task {
    const fn stream(&self) -> Option<&Stream> {
        match self {
            Self::Move { stream, .. } => stream.as_ref(),
            Self::Analysis(stream) => Some(stream),
            Self::None | Self::Hints => None,
        }
    }

    const fn stream_mut(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Move { stream, .. } => stream.as_mut(),
            Self::Analysis(stream) => Some(stream),
            Self::None | Self::Hints => None,
        }
    }
}

impl Othello {
    /// `genmove`, and `reg_genmove`, which does not play the move.
    pub(super) fn generate(
        &mut self,
        color: Color,
        plays: bool,
        received: Instant,
    ) -> Result<Reply, Refusal> {
        if let Some(turn) = self.without_search(color, plays)? {
            return Ok(Reply::Text(vertex(turn)));
        }
        self.think(color, plays, None, received)?;
        Ok(Reply::Search)
    }

    /// `genmove` with a stream of lines meanwhile.
    pub(super) fn generate_analyzing(
        &mut self,
        dialect: Dialect,
        arguments: Arguments<'_>,
        received: Instant,
    ) -> Result<Reply, Refusal> {
        let wanted = Wanted::read(arguments)?;
        let color = wanted.color.unwrap_or(self.game().side_to_move());
        if let Some(turn) = self.without_search(color, true)? {
            return Ok(Reply::Text(format!("\nplay {}", vertex(turn))));
        }
        self.think(color, true, Some(Stream::new(dialect, wanted, 1, received)), received)?;
        Ok(Reply::Stream { until_input: false })
    }

    /// The answer to `genmove` where there is nothing to choose: a forced pass, which is made, and in a
    /// finished game another, which has no effect.
    fn without_search(&mut self, color: Color, plays: bool) -> Result<Option<Turn>, Refusal> {
        if self.game().is_over() {
            return Ok(Some(Turn::Pass));
        }
        if !self.position_for(color)?.must_pass() {
            return Ok(None);
        }
        if plays {
            self.make(Turn::Pass)?;
            self.clock(color).spend(Duration::ZERO);
        }
        Ok(Some(Turn::Pass))
    }

    /// Begins to search for a move of `color`, who has one.
    fn think(
        &mut self,
        color: Color,
        plays: bool,
        stream: Option<Stream>,
        received: Instant,
    ) -> Result<(), Refusal> {
        let position = self.position_for(color)?;
        let allowance = self.clock(color).allowance();
        let request = self.engine.clock_request(allowance);
        self.task = Task::Move { color, plays, since: received, stream };
        self.engine.start_from(position, request, received);
        Ok(())
    }

    /// Values of all moves as if `color`, or else the side to move, were to move.
    pub(super) fn analyze(
        &mut self,
        dialect: Dialect,
        arguments: Arguments<'_>,
        received: Instant,
    ) -> Result<Reply, Refusal> {
        let wanted = Wanted::read(arguments)?;
        let game = self.game();
        let position = match wanted.color {
            Some(color) if color != game.side_to_move() => game.position().passed(),
            _ => *game.position(),
        };
        let is_over = position.is_over();
        // A pass counts as the one move of its side.
        let moves = if is_over { 0 } else { position.legal_moves().count().max(1) as usize };
        self.task = Task::Analysis(Stream::new(dialect, wanted, moves, received));
        if !is_over {
            let mut request = self.engine.level_request();
            request.limits = Limits::plies(Level::MAX.depth());
            request.multi_pv = ALL_MOVES;
            request.mode = Mode::Analysis;
            self.engine.start_from(position, request, received);
        }
        Ok(Reply::Stream { until_input: true })
    }

    /// The values of all moves, for GoGui to write on the board.
    pub(super) fn hints(&mut self, received: Instant) -> Reply {
        let mut request = self.engine.level_request();
        request.multi_pv = ALL_MOVES;
        request.mode = Mode::Analysis;
        request.allowance = Some(Allowance::Move(HINT_TIME));
        self.task = Task::Hints;
        self.engine.start(request, received);
        Reply::Search
    }

    pub(super) fn poll_search(&mut self) -> Vec<Said> {
        let events = self.engine.poll();
        let mut said = self.hear(events);
        let line = self.task.stream_mut().and_then(|stream| stream.tell(Instant::now()));
        said.extend(line.map(Said::Line));
        said
    }

    pub(super) fn search_due(&self) -> Option<Instant> {
        let line = self.task.stream().and_then(Stream::due);
        self.engine.answer_due().into_iter().chain(line).min()
    }

    pub(super) fn end_search(&mut self) -> Vec<Said> {
        let events = self.engine.stop();
        let mut said = self.hear(events);
        if let Task::Analysis(stream) = &mut self.task {
            said.extend(stream.tell_last().map(Said::Line));
            said.push(Said::Done(String::new()));
            self.task = Task::None;
        }
        said
    }

    /// Takes what the search has found. An analysis goes on when there is nothing left to find.
    fn hear(&mut self, events: Vec<Event>) -> Vec<Said> {
        let mut said = Vec::new();
        for event in events {
            match event {
                Event::Info(info) => {
                    if let Some(stream) = self.task.stream_mut() {
                        stream.note(&info);
                    }
                }
                Event::Done(answer) => self.answer(&answer, &mut said),
            }
        }
        said
    }

    fn answer(&mut self, answer: &Answer, said: &mut Vec<Said>) {
        match std::mem::replace(&mut self.task, Task::None) {
            Task::Move { color, plays, since, stream } => {
                let best = answer.lines.first().and_then(|line| line.pv.first());
                let turn = best.copied().unwrap_or(Turn::Pass);
                self.clock(color).spend(since.elapsed());
                if plays && let Err(refusal) = self.make(turn) {
                    log::error!("the search chose {turn}: {refusal}");
                }
                let rest = match stream {
                    Some(mut stream) => {
                        said.extend(stream.tell_last().map(Said::Line));
                        format!("play {}", vertex(turn))
                    }
                    None => vertex(turn),
                };
                said.push(Said::Done(rest));
            }
            Task::Hints => said.push(Said::Done(write::hints(answer))),
            analysis => self.task = analysis,
        }
    }

    /// Plays a turn of our own.
    fn make(&mut self, turn: Turn) -> Result<(), Refusal> {
        let mut game = self.game().clone();
        game.play_implying_pass(turn).map_err(|_| Refusal::IllegalMove)?;
        self.engine.set_game(game);
        Ok(())
    }
}
