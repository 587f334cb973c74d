//! How long a move may take: from what the caller says of its clocks to the two time limits of a search.

use std::time::Duration;

/// A turn without any other limit lasts this long.
pub const DEFAULT_TURN: Duration = Duration::from_secs(60);

/// What the caller allows for the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// This much for the move; zero or a clock that has run out: answer at once.
    Move(Duration),
    /// A clock for the rest of the game or session.
    Game {
        /// On the mover's clock.
        remaining: Duration,
        /// Added after each of the mover's turns.
        increment: Duration,
        /// Moves of the mover until the clock is filled again; `None`: none before the end of the game.
        moves_to_go: Option<u32>,
    },
}

/// The two limits of a search, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search has ended by then.
    pub hard: Duration,
    /// The answer is written by then, whatever the search is doing.
    pub answer: Duration,
}

/// Turns of the mover that are expected to be answered from a solved game tree, at almost no cost.
const SOLVED_TURNS: u32 = 8;

impl Budget {
    /// The limits for a move under `allowance` with `empties` squares left, keeping `overhead` for the wire.
    pub fn new(allowance: Allowance, overhead: Duration, empties: u32) -> Self {
        match allowance {
            Allowance::Move(time) => {
                let answer = less_overhead(time, overhead);
                Self::ending_by(answer, answer)
            }
            Allowance::Game { remaining, increment, moves_to_go } => {
                let usable = less_overhead(remaining, overhead);
                let own_turns = empties.div_ceil(2).max(1);
                let turns = moves_to_go.unwrap_or(own_turns).clamp(1, own_turns);
                // The last turns are cheap once the end is solved, so the time is for those before.
                let searched_turns = if moves_to_go.is_some_and(|moves| moves < own_turns) {
                    turns
                } else {
                    turns.saturating_sub(SOLVED_TURNS).max(2) + 1
                };
                let share = usable / searched_turns + increment.mul_f64(0.8);
                // However hard the position, enough stays for the turns to come.
                let most = if turns == 1 { usable } else { usable.mul_f64(0.4) + increment.mul_f64(0.5) };
                let hard = share.mul_f64(2.5).min(most).min(usable);
                Self::ending_by(share.mul_f64(0.6).min(hard), hard)
            }
        }
    }

    /// The search itself ends a little before the answer is due.
    fn ending_by(soft: Duration, answer: Duration) -> Self {
        let hard = answer.saturating_sub((answer / 8).min(Duration::from_millis(2)));
        Self { soft: soft.min(hard), hard, answer }
    }
}

/// The time without the overhead; half of it where the overhead leaves nothing.
fn less_overhead(time: Duration, overhead: Duration) -> Duration {
    if time > overhead { time - overhead } else { time / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(5);

    #[test]
    fn a_move_is_answered_before_its_limit_less_the_overhead() {
        for milliseconds in [6, 10, 50, 200, 60_000] {
            let time = Duration::from_millis(milliseconds);
            let budget = Budget::new(Allowance::Move(time), OVERHEAD, 60);
            assert!(budget.answer <= time - OVERHEAD, "{milliseconds} ms");
            assert!(budget.soft <= budget.hard && budget.hard <= budget.answer);
        }
        assert_eq!(Budget::new(Allowance::Move(Duration::ZERO), OVERHEAD, 60).hard, Duration::ZERO);
    }

    #[test]
    fn a_whole_game_never_spends_more_than_its_clock() {
        for seconds in [0, 1, 60, 900] {
            let mut remaining = Duration::from_secs(seconds);
            for empties in (1..=60).rev().step_by(2) {
                let game = Allowance::Game { remaining, increment: Duration::ZERO, moves_to_go: None };
                let budget = Budget::new(game, OVERHEAD, empties);
                assert!(budget.answer <= remaining, "{seconds} s, {empties} empties");
                remaining -= budget.answer;
            }
        }
    }

    #[test]
    fn the_increment_of_a_spent_clock_is_not_borrowed() {
        let game = Allowance::Game {
            remaining: Duration::from_millis(40),
            increment: Duration::from_secs(12),
            moves_to_go: None,
        };
        assert!(Budget::new(game, OVERHEAD, 50).answer <= Duration::from_millis(35));
    }
}
