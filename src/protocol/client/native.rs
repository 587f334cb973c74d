//! The native protocol from the asking side.

use std::time::Duration;

use super::process::Process;
use super::{Client, ClientError, MoveLimit};
use crate::formats::read_turn;
use crate::othello::{Game, Turn};
use crate::protocol::native::position_words;

/// How long an engine may take over what costs no thinking.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a search may take that has no time limit.
const SEARCH_PATIENCE: Duration = Duration::from_secs(600);

/// An engine that speaks the native protocol.
pub struct NativeClient {
    process: Process,
}

impl NativeClient {
    /// Starts `command` (read as a shell reads it) and sets its options.
    ///
    /// # Errors
    /// It does not start, or does not answer the greeting.
    pub fn start(command: &str, options: &[(String, String)]) -> Result<Self, ClientError> {
        let mut process = Process::start(command)?;
        process.send("uoi")?;
        process.wait_for(PATIENCE, |line| (line == "uoiok").then_some(()))?;
        for (name, value) in options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        let mut client = Self { process };
        client.synchronise()?;
        Ok(client)
    }

    /// Waits until everything sent has been worked on; an `error` line in between is the answer.
    fn synchronise(&mut self) -> Result<(), ClientError> {
        self.process.send("isready")?;
        self.process.wait_for(PATIENCE, |line| {
            if line.starts_with("error") {
                Some(Err(ClientError::Unexpected(line.to_owned())))
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

    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Turn, ClientError> {
        self.process.send(&format!("position {}", position_words(game)))?;
        let (words, patience) = match limit {
            MoveLimit::Time(time) => (format!("go movetime {}", time.as_millis()), time + PATIENCE),
            MoveLimit::Depth(depth) => (format!("go depth {depth}"), SEARCH_PATIENCE),
            MoveLimit::Nodes(nodes) => (format!("go nodes {nodes}"), SEARCH_PATIENCE),
            MoveLimit::Level => ("go".to_owned(), SEARCH_PATIENCE),
        };
        self.process.send(&words)?;
        self.process.wait_for(patience, |line| {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let turn = words.next().and_then(|word| read_turn(word).ok());
                    Some(turn.ok_or_else(|| ClientError::Unexpected(line.to_owned())))
                }
                Some("error") => Some(Err(ClientError::Unexpected(line.to_owned()))),
                _ => None,
            }
        })?
    }
}
