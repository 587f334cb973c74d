//! NBoard's protocol from the asking side, as its GUI speaks it.

use super::super::text::number;
use crate::formats::ggf::{self, Clock, GgfGame};
use crate::othello::{Color, Game};
use crate::protocol::client::{Choice, Client, ClientError, Clocks, MoveLimit, PATIENCE, Process};

/// An engine that speaks NBoard's protocol.
pub(in crate::protocol) struct NboardClient {
    process: Process,
    /// The number of the last ping.
    ping: i64,
}

impl NboardClient {
    /// Whether the protocol has words for the limit: a depth has, and a clock without increments, which can be
    /// told as the time that is left.
    pub(in crate::protocol) const fn expresses(limit: MoveLimit) -> bool {
        match limit {
            MoveLimit::Depth(_) | MoveLimit::Level => true,
            MoveLimit::Clock(clocks) => clocks.increment.is_zero(),
            MoveLimit::Time(_) | MoveLimit::Nodes(_) => false,
        }
    }

    /// Greets the engine and sends the settings, `set NAME VALUE` each, and the depth.
    ///
    /// # Errors
    /// It does not answer a ping.
    pub(in crate::protocol) fn start(
        mut process: Process,
        settings: &[(String, String)],
        limit: MoveLimit,
    ) -> Result<Self, ClientError> {
        process.send("nboard 2")?;
        for (name, value) in settings {
            process.send(&format!("set {name} {value}"))?;
        }
        if let MoveLimit::Depth(depth) = limit {
            process.send(&format!("set depth {depth}"))?;
        }
        let mut client = Self { process, ping: 0 };
        client.synchronise()?;
        Ok(client)
    }

    /// Waits until the engine has stopped all work.
    fn synchronise(&mut self) -> Result<(), ClientError> {
        self.ping += 1;
        let ping = self.ping;
        self.process.send(&format!("ping {ping}"))?;
        self.process.wait_for(PATIENCE, |line| {
            let id = line.strip_prefix("pong ").and_then(|id| number(id.trim()));
            (id == Some(ping)).then_some(())
        })
    }
}

impl Client for NboardClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.synchronise()
    }

    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Choice, ClientError> {
        let mut record = GgfGame::new(game.clone());
        if let MoveLimit::Clock(Clocks { own, other, .. }) = limit {
            // No turn of the record has a time: what is left is all there is.
            (record.black.clock, record.white.clock) = match game.side_to_move() {
                Color::Black => (Some(Clock::of(own)), Some(Clock::of(other))),
                Color::White => (Some(Clock::of(other)), Some(Clock::of(own))),
            };
        }
        self.process.send(&format!("set game {record}"))?;
        self.synchronise()?;
        self.process.send("go")?;
        self.process.wait_for(limit.patience(), |line| {
            let answer = line.strip_prefix("===")?;
            // The fields may be set apart by blanks as well as by slashes.
            let fields: Vec<&str> = answer.split_ascii_whitespace().collect();
            let turn = ggf::read_move(&fields.join("/"));
            Some(turn.map(|(turn, _)| Choice::Turn(turn)).map_err(|_| ClientError::unexpected(line)))
        })?
    }
}
