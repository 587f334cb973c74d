//! The other end of a protocol: engines as separate programs that are asked for moves.
//!
//! What a client says and reads lies in the room of its protocol, beside the engine's end. Here is what they
//! have in common: the program, the question and its answers.

mod process;

use std::fmt;
use std::time::Duration;

use clap::ValueEnum;
use thiserror::Error;

use super::gtp::GtpClient;
use super::native::NativeClient;
use super::nboard::NboardClient;
use super::{Protocol, text};
use crate::othello::{Game, Turn};

pub(super) use process::Process;

/// How long an engine may take over what costs no thinking.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a search may take that has no time limit.
const SEARCH_PATIENCE: Duration = Duration::from_secs(600);

/// How long an engine may work on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// This long.
    Time(Duration),
    /// This many plies.
    Depth(u8),
    /// This many nodes.
    Nodes(u64),
    /// What the clocks of the game leave.
    Clock(Clocks),
    /// As its level says.
    Level,
}

/// The clocks of a game as a move is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Left to the side to move.
    pub own: Duration,
    /// Left to the other side.
    pub other: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{time:?} a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Clock(Clocks { own, increment, .. }) if increment.is_zero() => write!(f, "{own:?} a game"),
            Self::Clock(Clocks { own, increment, .. }) => {
                write!(f, "{own:?} a game and {increment:?} a move")
            }
            Self::Level => f.write_str("its own pace"),
        }
    }
}

impl MoveLimit {
    /// How long to wait for an answer before the engine counts as hanging.
    pub(super) fn patience(self) -> Duration {
        match self {
            Self::Time(time) | Self::Clock(Clocks { own: time, .. }) => time.saturating_add(PATIENCE),
            Self::Depth(_) | Self::Nodes(_) | Self::Level => SEARCH_PATIENCE,
        }
    }
}

/// What an engine answers when it is asked for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this; whether it is legal is for the caller to check.
    Turn(Turn),
    /// It gives up.
    Resignation,
}

/// Why an engine gave no usable answer.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It could not be started, or does not speak the protocol.
    #[error("`{command}` does not start: {reason}")]
    Start {
        /// What was to be run.
        command: String,
        /// The reason, the system's or what was missed.
        reason: String,
    },
    /// No client speaks the protocol that was named.
    #[error("{0:?} is a protocol that engines cannot be asked for moves in: native, nboard or gtp wanted")]
    NoClient(Protocol),
    /// It has ended, or closed its output.
    #[error("the engine has ended ({0})")]
    Ended(String),
    /// It did not answer in time.
    #[error("no answer within {0:?}")]
    Silent(Duration),
    /// It answered something else than was asked.
    #[error("`{0}` is no answer")]
    Unexpected(String),
    /// It refused a command that it has to obey.
    #[error("`{command}` is refused: {reason}")]
    Refused {
        /// What it was told.
        command: String,
        /// What it said.
        reason: String,
    },
}

impl ClientError {
    /// The error of a line that is no answer, quoted.
    pub(super) fn unexpected(line: &str) -> Self {
        Self::Unexpected(text::quoted(line))
    }
}

/// An engine in a program of its own.
pub trait Client: Send {
    /// Tells it that another game begins.
    ///
    /// # Errors
    /// The engine has ended.
    fn new_game(&mut self) -> Result<(), ClientError>;

    /// Asks for its turn in `game`, which is not over.
    ///
    /// # Errors
    /// No usable answer.
    fn choose(&mut self, game: &Game, limit: MoveLimit) -> Result<Choice, ClientError>;
}

/// An engine that can be started: the command, the protocol that it speaks and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    protocol: Protocol,
    command: String,
    settings: Vec<(String, String)>,
}

impl EngineCommand {
    /// The engine that `text` names: a command as a shell reads it, behind `native:`, `nboard:` or `gtp:` where
    /// the protocol is said; the native one else. `settings` are names and values: options of the native
    /// protocol, what follows `set` in NBoard's, commands with their arguments in GTP.
    ///
    /// # Errors
    /// The protocol has no client.
    ///
    /// # Examples
    /// ```
    /// use outflank::protocol::client::{EngineCommand, MoveLimit};
    ///
    /// let rhino = EngineCommand::read("gtp:gtp-rhino -l 5", Vec::new())?;
    /// assert!(rhino.expresses(MoveLimit::Level) && !rhino.expresses(MoveLimit::Depth(8)));
    /// assert!(EngineCommand::read("cassio:outflank", Vec::new()).is_err());
    /// # Ok::<(), outflank::protocol::client::ClientError>(())
    /// ```
    pub fn read(text: &str, settings: Vec<(String, String)>) -> Result<Self, ClientError> {
        let named = text
            .split_once(':')
            .and_then(|(name, command)| Some((Protocol::from_str(name, true).ok()?, command)));
        let (protocol, command) = named.unwrap_or((Protocol::Native, text));
        match protocol {
            Protocol::Native | Protocol::Nboard | Protocol::Gtp => {
                Ok(Self { protocol, command: command.trim().to_owned(), settings })
            }
            Protocol::Xboard | Protocol::Cassio => Err(ClientError::NoClient(protocol)),
        }
    }

    /// The command without the protocol.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Whether the protocol has words for this limit. NBoard's has none for a time for each move, for nodes and,
    /// from this side, for increments; GTP none for a depth, nodes, increments and parts of seconds.
    pub fn expresses(&self, limit: MoveLimit) -> bool {
        match self.protocol {
            Protocol::Gtp => GtpClient::expresses(limit),
            Protocol::Nboard => NboardClient::expresses(limit),
            _ => true,
        }
    }

    /// Starts the engine and sets it up for games within `limit`, which the protocol expresses.
    ///
    /// # Errors
    /// It does not start, or refuses its settings.
    pub fn start(&self, limit: MoveLimit) -> Result<Box<dyn Client>, ClientError> {
        let failed = |error: ClientError| match error {
            ClientError::Start { .. } => error,
            other => ClientError::Start { command: self.command.clone(), reason: other.to_string() },
        };
        let process = Process::start(&self.command)?;
        let settings = &self.settings;
        let client: Result<Box<dyn Client>, ClientError> = match self.protocol {
            Protocol::Gtp => {
                GtpClient::start(process, settings, limit).map(|client| Box::new(client) as Box<dyn Client>)
            }
            Protocol::Nboard => NboardClient::start(process, settings, limit)
                .map(|client| Box::new(client) as Box<dyn Client>),
            _ => NativeClient::start(process, settings).map(|client| Box::new(client) as Box<dyn Client>),
        };
        client.map_err(failed)
    }
}
