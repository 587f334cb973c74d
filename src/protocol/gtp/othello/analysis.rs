//! Live analysis as Sabaki and Lizzie's kin read it: all moves on one line, again and again.

use std::time::{Duration, Instant};

use super::super::game::{Arguments, Refusal, read_color};
use super::vertex;
use crate::othello::Color;
use crate::protocol::text::number;
use crate::search::{Bound, Info, Line};

/// How chances to win are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// In ten-thousandths.
    Plain,
    /// As a part of 1.
    Kata,
}

/// What stands behind an analysis command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// For whom; the side to move where nobody is named.
    pub(super) color: Option<Color>,
    /// Between two lines.
    interval: Duration,
}

/// Where no interval is named.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);
/// More lines a second than this would only fill the pipe.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

impl Wanted {
    /// A colour and an interval in hundredths of a second in any order, among pairs of other words.
    pub(super) fn read(mut arguments: Arguments<'_>) -> Result<Self, Refusal> {
        let mut wanted = Self { color: None, interval: USUAL_INTERVAL };
        while let Some(word) = arguments.word() {
            if let Some(color) = read_color(word) {
                wanted.color = Some(color);
            } else if let Some(interval) = number(word) {
                wanted.interval = hundredths(interval);
            } else if word == "interval" {
                wanted.interval = hundredths(arguments.integer()?);
            } else {
                // `minmoves 5`: not for us, and neither is its value.
                arguments.word();
            }
        }
        Ok(wanted)
    }
}

fn hundredths(count: i64) -> Duration {
    let interval = Duration::from_millis(u64::try_from(count).unwrap_or(0).saturating_mul(10));
    interval.max(SHORTEST_INTERVAL)
}

/// The lines of a search, as they are to be told.
pub(super) struct Stream {
    dialect: Dialect,
    interval: Duration,
    next: Instant,
    /// How many moves the search tells of.
    moves: usize,
    /// The latest line of each move, best first, with the nodes searched until then.
    lines: Vec<(Line, u64)>,
    has_spoken: bool,
}

impl Stream {
    /// A stream about as many moves, of a search that begins at `start`.
    pub(super) fn new(dialect: Dialect, wanted: Wanted, moves: usize, start: Instant) -> Self {
        let Wanted { interval, .. } = wanted;
        Self { dialect, interval, next: start + interval, moves, lines: Vec::new(), has_spoken: false }
    }

    /// Takes a line of the search. It replaces the older one of the same move.
    pub(super) fn note(&mut self, info: &Info) {
        if info.line.bound != Bound::None || info.line.pv.is_empty() {
            return;
        }
        self.lines.retain(|(line, _)| line.pv.first() != info.line.pv.first());
        let place = info.rank.saturating_sub(1).min(self.lines.len());
        self.lines.insert(place, (info.line.clone(), info.nodes));
    }

    /// When a line is to be told; never in a finished game, which has no moves.
    pub(super) fn due(&self) -> Option<Instant> {
        (self.moves > 0).then_some(self.next)
    }

    /// A line for all moves, if it is time and something is known of each.
    pub(super) fn tell(&mut self, now: Instant) -> Option<String> {
        if now < self.next {
            return None;
        }
        if self.lines.len() < self.moves {
            self.next = now + SHORTEST_INTERVAL;
            return None;
        }
        self.next = now + self.interval;
        self.tell_now()
    }

    /// The line for a search that ends before the first one was due.
    pub(super) fn tell_last(&mut self) -> Option<String> {
        if self.has_spoken { None } else { self.tell_now() }
    }

    fn tell_now(&mut self) -> Option<String> {
        if self.lines.is_empty() {
            return None;
        }
        self.has_spoken = true;
        let parts = self.lines.iter().enumerate().map(|(order, (line, nodes))| {
            let moves: Vec<String> = line.pv.iter().map(|&turn| vertex(turn)).collect();
            format!(
                "info move {} visits {} winrate {} scoreLead {} order {order} pv {}",
                moves[0],
                visits(*nodes),
                self.winrate(line),
                line.value,
                moves.join(" "),
            )
        });
        Some(parts.collect::<Vec<_>>().join(" "))
    }

    fn winrate(&self, line: &Line) -> String {
        let chance = chance_to_win(line);
        match self.dialect {
            Dialect::Plain => format!("{:.0}", 10_000.0 * chance),
            Dialect::Kata => format!("{chance:.4}"),
        }
    }
}

/// Sabaki labels no move with fewer than ten visits.
fn visits(nodes: u64) -> u64 {
    (nodes / 1000).max(10)
}

/// The chance to win behind a value (0..=1): certain where the value is proven, else a logistic curve.
fn chance_to_win(line: &Line) -> f64 {
    /// Discs ahead that make the odds e to 1; by eye, for games of good players.
    const SCALE: f64 = 6.0;
    let hundredths = line.value.hundredths();
    if line.exact {
        return f64::from(hundredths.signum() + 1) / 2.0;
    }
    1.0 / (1.0 + (-f64::from(hundredths) / 100.0 / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Value;
    use crate::formats::read_turns;

    fn wanted(text: &str) -> Result<(Option<Color>, u128), Refusal> {
        Wanted::read(Arguments::new(text)).map(|wanted| (wanted.color, wanted.interval.as_millis()))
    }

    fn info(rank: usize, discs: i32, exact: bool, pv: &str) -> Info {
        let line = Line {
            depth: 5,
            selectivity: 100,
            value: Value::saturating(100 * discs),
            bound: Bound::None,
            exact,
            pv: read_turns(pv).unwrap(),
        };
        Info { line, rank, nodes: 5_210_000, time: Duration::ZERO, hashfull: 0 }
    }

    #[test]
    fn arguments_come_in_any_order_among_pairs_of_other_words() {
        assert_eq!(wanted("b 50"), Ok((Some(Color::Black), 500)));
        assert_eq!(wanted("50 W"), Ok((Some(Color::White), 500)));
        assert_eq!(wanted("minmoves 0 interval 25 maxmoves 5 white"), Ok((Some(Color::White), 250)));
        assert_eq!(wanted(""), Ok((None, 1000)));
        assert_eq!(wanted("b 0"), Ok((Some(Color::Black), 10)));
        assert_eq!(wanted("b interval x"), Err(Refusal::Syntax));
    }

    #[test]
    fn a_line_names_all_moves_best_first_and_the_newest_value_of_each() {
        let start = Instant::now();
        let wanted = Wanted { color: None, interval: Duration::from_secs(1) };
        let mut stream = Stream::new(Dialect::Plain, wanted, 2, start);
        stream.note(&info(1, 0, false, "d3c5"));
        assert_eq!(stream.tell(start + Duration::from_secs(1)), None, "nothing is known of the other move");
        stream.note(&info(2, 0, false, "c4e3"));
        stream.note(&info(1, 3, true, "c4"));
        assert_eq!(stream.tell(start), None);
        assert_eq!(
            stream.tell(start + Duration::from_secs(2)).as_deref(),
            Some(
                "info move C4 visits 5210 winrate 10000 scoreLead 3.00 order 0 pv C4 \
                 info move D3 visits 5210 winrate 5000 scoreLead 0.00 order 1 pv D3 C5"
            )
        );
        assert_eq!(stream.tell_last(), None);
    }

    #[test]
    fn chances_are_even_at_level_certain_when_solved_and_rise_with_the_score() {
        let chance = |discs, exact| chance_to_win(&info(1, discs, exact, "d3").line);
        assert_eq!([-2, 0, 2].map(|discs| chance(discs, true)), [0.0, 0.5, 1.0]);
        assert!((chance(0, false) - 0.5).abs() < 1e-9);
        // The logistic curve at one scale: 1 / (1 + 1/e).
        assert!((chance(6, false) - 0.731_058_6).abs() < 1e-6);
        assert!((chance(6, false) + chance(-6, false) - 1.0).abs() < 1e-9);
    }
}
