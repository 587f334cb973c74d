//! The Go Text Protocol from the asking side, for Othello.
//!
//! Engines disagree about forced passes: some want them played, others refuse `play` with a pass and make it
//! themselves before the move that follows. Both kinds are served: a pass is sent, and may be refused.

use std::time::Duration;

use super::othello::vertex;
use super::wire::Response;
use crate::formats::read_turn;
use crate::othello::{Color, Game, Turn, TurnRecord};
use crate::protocol::client::{Choice, Client, ClientError, Clocks, MoveLimit, PATIENCE, Process};

/// An engine that speaks GTP.
pub(in crate::protocol) struct GtpClient {
    process: Process,
    /// Sent before each game.
    time_settings: Option<String>,
    /// The turns made on the engine's board.
    made: Vec<Turn>,
}

impl GtpClient {
    /// Whether GTP has words for the limit: whole seconds, for the game or for each move, which are a period
    /// with one move in it.
    pub(in crate::protocol) const fn expresses(limit: MoveLimit) -> bool {
        match limit {
            MoveLimit::Time(time) => is_seconds(time),
            MoveLimit::Clock(Clocks { own, increment, .. }) => is_seconds(own) && increment.is_zero(),
            MoveLimit::Level => true,
            MoveLimit::Depth(_) | MoveLimit::Nodes(_) => false,
        }
    }

    /// Greets the engine, chooses the game where there is a choice, and sends the settings: a command and its
    /// arguments each.
    ///
    /// # Errors
    /// It does not answer, or refuses something.
    pub(in crate::protocol) fn start(
        process: Process,
        settings: &[(String, String)],
        limit: MoveLimit,
    ) -> Result<Self, ClientError> {
        let time_settings = match limit {
            MoveLimit::Time(time) => Some(format!("time_settings 0 {} 1", time.as_secs())),
            MoveLimit::Clock(clocks) => Some(format!("time_settings {} 0 0", clocks.own.as_secs())),
            _ => None,
        };
        let mut client = Self { process, time_settings, made: Vec::new() };
        let commands = client.order("list_commands")?;
        if commands.lines().any(|command| command.trim() == "set_game") {
            client.order("set_game Othello")?;
        }
        for (command, arguments) in settings {
            client.order(&format!("{command} {arguments}"))?;
        }
        client.new_game()?;
        Ok(client)
    }

    /// Sends a command that takes no thinking and must be obeyed.
    fn order(&mut self, command: &str) -> Result<String, ClientError> {
        self.ask(command, PATIENCE)
    }

    /// Sends a command: what it is answered with.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, ClientError> {
        self.process.send(command)?;
        let mut response = Response::default();
        let answer = self.process.wait_for(patience, |line| response.read(line))?;
        answer.map_err(|reason| ClientError::Refused { command: command.to_owned(), reason })
    }

    /// Puts an empty board before the engine.
    fn clear_board(&mut self) -> Result<(), ClientError> {
        self.made.clear();
        self.order("boardsize 8")?;
        self.order("clear_board")?;
        Ok(())
    }

    /// Makes a turn on the engine's board.
    fn play(&mut self, record: TurnRecord) -> Result<(), ClientError> {
        let command = format!("play {} {}", letter(record.color), vertex(record.turn));
        match self.order(&command) {
            Err(ClientError::Refused { .. }) if record.turn == Turn::Pass => {}
            answer => drop(answer?),
        }
        self.made.push(record.turn);
        Ok(())
    }
}

impl Client for GtpClient {
    fn new_game(&mut self) -> Result<(), ClientError> {
        self.clear_board()?;
        if let Some(command) = self.time_settings.clone() {
            self.order(&command)?;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Choice, ClientError> {
        let turns: Vec<TurnRecord> = game.turns().collect();
        let known = turns.iter().zip(&self.made).all(|(record, made)| record.turn == *made);
        if !known || self.made.len() > turns.len() {
            self.clear_board()?;
        }
        for record in turns.into_iter().skip(self.made.len()) {
            self.play(record)?;
        }
        let color = letter(game.side_to_move());
        if let MoveLimit::Clock(clocks) = limit {
            match self.order(&format!("time_left {color} {} 0", clocks.own.as_secs())) {
                // An engine may keep the clock itself.
                Err(ClientError::Refused { .. }) => {}
                answer => drop(answer?),
            }
        }
        let command = format!("genmove {color}");
        let answer = self.ask(&command, limit.patience())?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resignation);
        }
        let turn = read_turn(&answer).map_err(|_| ClientError::unexpected(&answer))?;
        self.made.push(turn);
        Ok(Choice::Turn(turn))
    }
}

/// Whether a time is a number of seconds, at least one.
const fn is_seconds(time: Duration) -> bool {
    time.as_secs() > 0 && time.subsec_nanos() == 0
}

/// A colour as every engine reads it.
const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_said_in_whole_seconds_or_not_at_all() {
        let expresses =
            |milliseconds| GtpClient::expresses(MoveLimit::Time(Duration::from_millis(milliseconds)));
        assert!(expresses(1000) && expresses(60_000));
        assert!(!expresses(0) && !expresses(999) && !expresses(1500));
        assert!(!GtpClient::expresses(MoveLimit::Depth(8)) && !GtpClient::expresses(MoveLimit::Nodes(8)));
    }
}
