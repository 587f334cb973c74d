//! The two engines of a match: which they are, and those that run.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use super::game::{Ending, Played, Side, play};
use super::{MatchArgs, limit};
use crate::commands::CommandFailure;
use crate::othello::{Color, Game};
use crate::protocol::client::{Client, ClientError, EngineCommand, MoveLimit};

/// Who plays.
pub(super) struct Contestants([Contestant; 2]);

struct Contestant {
    /// As the user calls it: the same in a later run.
    name: String,
    command: EngineCommand,
    limit: MoveLimit,
}

impl Contestants {
    /// The engines that the arguments name. Says on stderr whose protocol has no words for the limit.
    pub(super) fn read(arguments: &MatchArgs) -> Result<Self, CommandFailure> {
        if arguments.engine.len() > 2 {
            return Err(CommandFailure::Usage(
                "a match has two engines: --engine is given at most twice".into(),
            ));
        }
        Ok(Self([contestant(arguments, 0)?, contestant(arguments, 1)?]))
    }

    pub(super) fn names(&self) -> [String; 2] {
        self.0.each_ref().map(|contestant| contestant.name.clone())
    }
}

impl fmt::Display for Contestants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = &self.0;
        write!(f, "{:?} at {}, {:?} at {}", one.name, one.limit, two.name, two.limit)
    }
}

fn contestant(arguments: &MatchArgs, index: usize) -> Result<Contestant, CommandFailure> {
    let options = if index == 0 { &arguments.options1 } else { &arguments.options2 };
    let (text, own_name) = match arguments.engine.get(index) {
        Some(text) => (text.clone(), None),
        None => {
            let path = std::env::current_exe()?.display().to_string().replace('\'', r"'\''");
            (format!("native:'{path}' --protocol native"), Some("outflank"))
        }
    };
    let settings = options
        .split_whitespace()
        .map(|option| option.split_once('=').unwrap_or((option, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let command = EngineCommand::read(&text, settings).map_err(failed)?;
    let mut limit = limit(arguments);
    if !command.expresses(limit) {
        let _ = writeln!(
            io::stderr(),
            "`{}` cannot be told {limit} in its protocol: it plays at its own pace",
            command.command()
        );
        limit = MoveLimit::Level;
    }
    let name = own_name.unwrap_or(&text);
    let name = if options.trim().is_empty() { name.to_owned() } else { format!("{name} {}", options.trim()) };
    Ok(Contestant { name, command, limit })
}

fn failed(error: ClientError) -> CommandFailure {
    CommandFailure::Input(error.to_string())
}

/// The two engines of one thread of the match.
pub(super) struct Engines {
    clients: [Box<dyn Client>; 2],
    limits: [MoveLimit; 2],
}

impl Engines {
    pub(super) fn start(contestants: &Contestants) -> Result<Self, CommandFailure> {
        let [one, two] = &contestants.0;
        Ok(Self { clients: [one.start()?, two.start()?], limits: [one.limit, two.limit] })
    }

    /// One game; the first engine has the colour `first`.
    pub(super) fn play(&mut self, number: usize, opening: &Game, first: Color, margin: Duration) -> Played {
        let [one, two] = &mut self.clients;
        let one = Side { engine: one.as_mut(), limit: self.limits[0] };
        let two = Side { engine: two.as_mut(), limit: self.limits[1] };
        let sides = if first == Color::Black { [one, two] } else { [two, one] };
        play(number, opening, sides, first, margin)
    }

    /// An engine that failed in a game is started anew for the next.
    pub(super) fn restart_failed(
        &mut self,
        contestants: &Contestants,
        played: &Played,
    ) -> Result<(), CommandFailure> {
        if let Ending::Failure { color, .. } = &played.ending {
            let index = usize::from(*color != played.first);
            self.clients[index] = contestants.0[index].start()?;
        }
        Ok(())
    }
}

impl Contestant {
    fn start(&self) -> Result<Box<dyn Client>, CommandFailure> {
        self.command.start(self.limit).map_err(failed)
    }
}
