//! What an analysis has found, for people and as JSON.

use std::fmt;

use serde::{Serialize, Serializer};

use super::super::side_letter;
use super::turns::JudgedTurn;
use crate::eval::Value;
use crate::formats::RecordedGame;
use crate::othello::{Color, Outcome, Turn};

/// An amount of discs in hundredths: a value, a loss, or a sum of losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Discs(i32);

impl Discs {
    /// In discs, with two decimals.
    pub(super) fn as_f64(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    const fn is_whole(self) -> bool {
        self.0 % 100 == 0
    }
}

impl From<Value> for Discs {
    fn from(value: Value) -> Self {
        Self(value.hundredths())
    }
}

impl std::ops::Add for Discs {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Serialize for Discs {
    /// Proven amounts are whole, and are written so.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() {
            serializer.serialize_i32(self.0 / 100)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
    }
}

impl JudgedTurn {
    /// What the turn cost, never less than nothing.
    pub(super) fn loss(&self) -> Discs {
        Discs(self.best_value.hundredths() - self.value.hundredths())
    }

    /// A score of this turn: whole discs where it is proven.
    fn shown(&self, value: Value) -> String {
        let discs = Discs::from(value).as_f64();
        if self.exact { format!("{discs:+.0}") } else { format!("{discs:+.2}") }
    }

    /// The loss, as [`JudgedTurn::shown`] shows scores.
    pub(super) fn shown_loss(&self) -> String {
        let loss = self.loss().as_f64();
        if self.exact { format!("{loss:.0}") } else { format!("{loss:.2}") }
    }
}

impl fmt::Display for JudgedTurn {
    /// A row of the table of a game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>3} {:<5} {:<7} {:>7}  {:<7} {:>7} {:>7} {:>6}",
            self.ply,
            self.side.to_string(),
            self.turn.to_string(),
            self.shown(self.value),
            self.best.to_string(),
            self.shown(self.best_value),
            self.shown_loss(),
            self.depth,
        )?;
        if self.exact { f.write_str(" exact") } else { Ok(()) }
    }
}

/// The names of the columns of a [`JudgedTurn`].
const HEADER: &str = "ply side  move      score  best      score    loss  depth";

/// A game and what its players lost in it, as JSON has it.
#[derive(Debug, Serialize)]
pub(super) struct GameReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: usize,
    black: String,
    white: String,
    event: String,
    turns: usize,
    /// Black's and White's at the end.
    discs: [u32; 2],
    result: &'static str,
    players: Players,
}

/// The sides by their letters.
#[derive(Debug, Serialize)]
struct Players {
    #[serde(rename = "X")]
    black: PlayerReport,
    #[serde(rename = "O")]
    white: PlayerReport,
}

/// What one side lost. Passes are no moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct PlayerReport {
    moves: usize,
    loss: Discs,
    mean_loss: f64,
    worst: Option<Worst>,
    solved_moves: usize,
    solved_loss: Discs,
}

/// The move that lost most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Worst {
    ply: usize,
    #[serde(rename = "move", serialize_with = "write_turn")]
    turn: Turn,
    loss: Discs,
}

/// One turn, as JSON has it.
#[derive(Debug, Serialize)]
pub(super) struct TurnReport<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: usize,
    ply: usize,
    side: &'static str,
    #[serde(rename = "move", serialize_with = "write_turn")]
    turn: Turn,
    score: Discs,
    #[serde(serialize_with = "write_turn")]
    best: Turn,
    best_score: Discs,
    loss: Discs,
    depth: u8,
    exact: bool,
}

/// A game that could not be read, as JSON has it.
#[derive(Debug, Serialize)]
pub(super) struct Unread {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    pub(super) game: usize,
    pub(super) error: String,
}

fn write_turn<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(turn)
}

impl GameReport {
    /// The report of game `game` of `file`.
    pub(super) fn new(
        file: Option<String>,
        game: usize,
        record: &RecordedGame,
        turns: &[JudgedTurn],
    ) -> Self {
        let discs = |color| record.game.discs(color).count();
        Self {
            file,
            game,
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            turns: turns.len(),
            discs: [Color::Black, Color::White].map(discs),
            result: match record.game.outcome() {
                Outcome::Ongoing => "ongoing",
                Outcome::Draw => "draw",
                Outcome::Won(Color::Black) | Outcome::WonByResignation(Color::Black) => "black",
                Outcome::Won(Color::White) | Outcome::WonByResignation(Color::White) => "white",
            },
            players: Players {
                black: PlayerReport::new(turns, Color::Black),
                white: PlayerReport::new(turns, Color::White),
            },
        }
    }

    /// One turn of this game.
    pub(super) fn turn(&self, judged: &JudgedTurn) -> TurnReport<'_> {
        TurnReport {
            file: self.file.as_deref(),
            game: self.game,
            ply: judged.ply,
            side: side_letter(judged.side),
            turn: judged.turn,
            score: judged.value.into(),
            best: judged.best,
            best_score: judged.best_value.into(),
            loss: judged.loss(),
            depth: judged.depth,
            exact: judged.exact,
        }
    }

    /// Who played whom, as far as it is known.
    pub(super) fn title(&self) -> String {
        let name = |name: &str, side: &str| if name.is_empty() { side.to_owned() } else { name.to_owned() };
        let players = format!("{} - {}", name(&self.black, "black"), name(&self.white, "white"));
        let [black, white] = self.discs;
        if self.event.is_empty() {
            format!("{players} {black}-{white}")
        } else {
            format!("{players} {black}-{white}, {}", self.event)
        }
    }

    /// The lines for people: title, table, summaries, and a blank line.
    pub(super) fn text(&self, turns: &[JudgedTurn]) -> Vec<String> {
        let file = self.file.as_ref().map(|file| format!("{file}: ")).unwrap_or_default();
        let mut lines = vec![format!("{file}game {}: {}", self.game, self.title()), HEADER.to_owned()];
        lines.extend(turns.iter().map(JudgedTurn::to_string));
        lines.push(format!("black: {}", self.players.black));
        lines.push(format!("white: {}", self.players.white));
        lines.push(String::new());
        lines
    }
}

impl PlayerReport {
    fn new(turns: &[JudgedTurn], side: Color) -> Self {
        let mut report = Self::default();
        for turn in turns.iter().filter(|turn| turn.side == side && turn.turn != Turn::Pass) {
            let loss = turn.loss();
            report.moves += 1;
            report.loss = report.loss + loss;
            if turn.exact {
                report.solved_moves += 1;
                report.solved_loss = report.solved_loss + loss;
            }
            if loss > report.worst.map_or(Discs::default(), |worst| worst.loss) {
                report.worst = Some(Worst { ply: turn.ply, turn: turn.turn, loss });
            }
        }
        // Two decimals are more than a mean of estimates deserves.
        let mean = report.loss.as_f64() / report.moves.max(1) as f64;
        report.mean_loss = (mean * 100.0).round() / 100.0;
        report
    }
}

impl fmt::Display for Discs {
    /// Without decimals where there are none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = if self.is_whole() { 0 } else { 2 };
        write!(f, "{:.decimals$}", self.as_f64())
    }
}

impl fmt::Display for PlayerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves, {} discs lost, {:.2} a move", self.moves, self.loss, self.mean_loss)?;
        if let Some(Worst { ply, turn, loss }) = self.worst {
            write!(f, "; worst {ply}. {turn} with {loss}")?;
        }
        if self.solved_moves > 0 {
            write!(f, "; of these {} solved, {} lost in them", self.solved_moves, self.solved_loss)?;
        }
        Ok(())
    }
}
