//! The native protocol from the asking side.

use super::position_words;
use crate::formats::read_turn;
use crate::othello::{Color, Game};
use crate::protocol::client::{Choice, Client, ClientError, Clocks, MoveLimit, PATIENCE, Process};

/// An engine that speaks the native protocol.
pub(in crate::protocol) struct NativeClient {
    process: Process,
}

impl NativeClient {
    /// Greets the engine and sets its options.
    ///
    /// # Errors
    /// It does not answer the greeting, or refuses an option.
    pub(in crate::protocol) fn start(
        mut process: Process,
        options: &[(String, String)],
    ) -> Result<Self, ClientError> {
        process.send("uoi")?;
        process.wait_for(PATIENCE, |line| (line == "uoiok").then_some(()))?;
        let mut client = Self { process };
        for (name, value) in options {
            client.process.send(&format!("setoption name {name} value {value}"))?;
            client.synchronise()?;
        }
        client.synchronise()?;
        Ok(client)
    }

    /// Waits until everything sent has been worked on; an `error` line in between is the answer.
    fn synchronise(&mut self) -> Result<(), ClientError> {
        self.process.send("isready")?;
        self.process.wait_for(PATIENCE, |line| {
            if line.starts_with("error") {
                Some(Err(ClientError::unexpected(line)))
            } else {
                (line == "readyok").then_some(Ok(()))
            }
        })?
    }
}

impl Client for NativeClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.process.send("newgame")?;
        self.synchronise()
    }

    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Choice, ClientError> {
        self.process.send(&format!("position {}", position_words(game)))?;
        let words = match limit {
            MoveLimit::Time(time) => format!("go movetime {}", time.as_millis()),
            MoveLimit::Depth(depth) => format!("go depth {depth}"),
            MoveLimit::Nodes(nodes) => format!("go nodes {nodes}"),
            MoveLimit::Clock(Clocks { own, other, increment }) => {
                let (black, white) =
                    if game.side_to_move() == Color::Black { (own, other) } else { (other, own) };
                let [black, white, increment] = [black, white, increment].map(|time| time.as_millis());
                format!("go btime {black} wtime {white} binc {increment} winc {increment}")
            }
            MoveLimit::Level => "go".to_owned(),
        };
        self.process.send(&words)?;
        self.process.wait_for(limit.patience(), |line| {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let turn = words.next().and_then(|word| read_turn(word).ok());
                    Some(turn.map(Choice::Turn).ok_or_else(|| ClientError::unexpected(line)))
                }
                Some("error") => Some(Err(ClientError::unexpected(line))),
                _ => None,
            }
        })?
    }
}
