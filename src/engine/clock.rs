//! Clocks as GUIs run them: the time one colour has left, under every way of counting it, and what that allows
//! for a move.
//!
//! The ways are those of the Go Text Protocol (version 2, draft 2, 2002), of KGS, and of chess servers.

use std::time::Duration;

use crate::search::Allowance;

/// A way of counting time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSystem {
    /// No clock.
    Untimed,
    /// This long for each move.
    PerMove(Duration),
    /// A clock for the whole game, or for so many moves after which it is filled up again.
    Clock {
        /// On the clock at the start, and added after each session.
        main: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves of a session; `None`: the whole game is one.
        session: Option<u32>,
    },
    /// Main time, and after it `moves` moves in each `period`.
    Canadian {
        /// Before the periods.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in a period (at least 1).
        moves: u32,
    },
    /// Main time, and after it `periods` periods, one of which is lost only by a move that outlasts it.
    ByoYomi {
        /// Before the periods.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
}

/// The clock of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    system: TimeSystem,
    stage: Stage,
}

/// How a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Untimed,
    /// In main time, with so many moves until it is filled up.
    Main {
        left: Duration,
        moves: Option<u32>,
    },
    /// In a period with so many moves to make in it, so many more periods behind it.
    Period {
        left: Duration,
        moves: u32,
        more: u32,
    },
}

impl GameClock {
    /// A clock at the start of a game.
    pub const fn new(system: TimeSystem) -> Self {
        let stage = match system {
            TimeSystem::Untimed => Stage::Untimed,
            TimeSystem::PerMove(time) => Stage::Period { left: time, moves: 1, more: u32::MAX },
            TimeSystem::Clock { main, session, .. } => Stage::Main { left: main, moves: session },
            TimeSystem::Canadian { main, period, moves } if main.is_zero() => {
                Stage::Period { left: period, moves, more: u32::MAX }
            }
            TimeSystem::ByoYomi { main, period, periods } if main.is_zero() && periods > 0 => {
                Stage::Period { left: period, moves: 1, more: periods - 1 }
            }
            TimeSystem::Canadian { main, .. } | TimeSystem::ByoYomi { main, .. } => {
                Stage::Main { left: main, moves: None }
            }
        };
        Self { system, stage }
    }

    /// What the next move may take; `None` where there is no clock.
    pub fn allowance(&self) -> Option<Allowance> {
        let increment = match self.system {
            TimeSystem::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        };
        match (self.stage, self.system) {
            (Stage::Untimed, _) => None,
            (Stage::Period { left, .. }, TimeSystem::PerMove(_)) => Some(Allowance::Move(left)),
            (Stage::Period { left, moves, .. }, _) => {
                Some(Allowance::Game { remaining: left, increment, moves_to_go: Some(moves) })
            }
            // A move that outlasts the main time is the first one of a period: its share is there in any case.
            (Stage::Main { left, .. }, TimeSystem::Canadian { period, moves, .. }) if !left.is_zero() => {
                let remaining = left.saturating_add(period / moves.max(1));
                Some(Allowance::Game { remaining, increment, moves_to_go: None })
            }
            (Stage::Main { left, .. }, TimeSystem::ByoYomi { period, periods: 1.., .. })
                if !left.is_zero() =>
            {
                let remaining = left.saturating_add(period);
                Some(Allowance::Game { remaining, increment, moves_to_go: None })
            }
            (Stage::Main { left, moves }, _) => {
                Some(Allowance::Game { remaining: left, increment, moves_to_go: moves })
            }
        }
    }

    /// The caller's own reading of the clock: `left` for the next `moves` moves of a period, or main time
    /// where `moves` is 0. Nothing where each move has its own time.
    pub fn set(&mut self, left: Duration, moves: u32) {
        if let TimeSystem::PerMove(_) = self.system {
            return;
        }
        self.stage = match (self.stage, moves) {
            (Stage::Main { moves, .. }, 0) => Stage::Main { left, moves },
            (_, 0) => Stage::Main { left, moves: None },
            (Stage::Period { more, .. }, moves) => Stage::Period { left, moves, more },
            (_, moves) => Stage::Period { left, moves, more: u32::MAX },
        };
    }

    /// A move was made that took this long.
    pub fn spend(&mut self, used: Duration) {
        self.stage = match self.stage {
            Stage::Untimed => Stage::Untimed,
            Stage::Main { left, .. } if used > left => self.after_main(used - left),
            Stage::Main { left, moves } => self.main_after(left - used, moves),
            Stage::Period { left, moves, more } => self.period_after(left.saturating_sub(used), moves, more),
        };
    }

    /// Main time after a move that was made within it.
    fn main_after(&self, left: Duration, moves: Option<u32>) -> Stage {
        let TimeSystem::Clock { main, increment, session } = self.system else {
            return Stage::Main { left, moves };
        };
        let left = left.saturating_add(increment);
        match moves {
            Some(0 | 1) => Stage::Main { left: left.saturating_add(main), moves: session },
            Some(moves) => Stage::Main { left, moves: Some(moves - 1) },
            None => Stage::Main { left, moves: None },
        }
    }

    /// After a move that outlasted the main time by `over`.
    fn after_main(&self, over: Duration) -> Stage {
        match (self.system, self.stage) {
            (TimeSystem::Canadian { period, moves, .. }, _) => {
                self.period_after(period.saturating_sub(over), moves, u32::MAX)
            }
            (TimeSystem::ByoYomi { period, periods: periods @ 1.., .. }, _) => {
                let lost = over.as_nanos().checked_div(period.as_nanos()).unwrap_or(0);
                let more = (periods - 1).saturating_sub(u32::try_from(lost).unwrap_or(u32::MAX));
                Stage::Period { left: period, moves: 1, more }
            }
            (_, Stage::Main { moves, .. }) => self.main_after(Duration::ZERO, moves),
            (_, stage) => stage,
        }
    }

    /// A period after a move in it that left `left` of it.
    fn period_after(&self, left: Duration, moves: u32, more: u32) -> Stage {
        if moves > 1 {
            return Stage::Period { left, moves: moves - 1, more };
        }
        match self.system {
            TimeSystem::PerMove(time) => Stage::Period { left: time, moves: 1, more },
            TimeSystem::Canadian { period, moves, .. } => Stage::Period { left: period, moves, more },
            TimeSystem::ByoYomi { period, .. } => {
                let more = if left.is_zero() { more.saturating_sub(1) } else { more };
                Stage::Period { left: period, moves: 1, more }
            }
            // The caller spoke of a period where none was agreed on: it will say what comes after it.
            TimeSystem::Untimed | TimeSystem::Clock { .. } => Stage::Period { left, moves: 1, more },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const fn game(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Option<Allowance> {
        Some(Allowance::Game { remaining: seconds(remaining), increment: seconds(increment), moves_to_go })
    }

    fn after(system: TimeSystem, moves: &[u64]) -> Option<Allowance> {
        let mut clock = GameClock::new(system);
        moves.iter().for_each(|&used| clock.spend(seconds(used)));
        clock.allowance()
    }

    #[test]
    fn a_clock_for_the_game_runs_down_and_gets_its_increment() {
        let system = TimeSystem::Clock { main: seconds(60), increment: seconds(2), session: None };
        assert_eq!(after(system, &[]), game(60, 2, None));
        assert_eq!(after(system, &[10, 5]), game(49, 2, None));
        assert_eq!(after(system, &[100]), game(2, 2, None), "a fallen flag leaves the increment");
    }

    #[test]
    fn a_session_is_filled_up_after_its_last_move_and_keeps_what_was_left() {
        let system = TimeSystem::Clock { main: seconds(60), increment: seconds(0), session: Some(2) };
        assert_eq!(after(system, &[]), game(60, 0, Some(2)));
        assert_eq!(after(system, &[10]), game(50, 0, Some(1)));
        assert_eq!(after(system, &[10, 20]), game(90, 0, Some(2)));
    }

    #[test]
    fn a_canadian_period_follows_the_main_time_and_starts_anew_after_its_moves() {
        let system = TimeSystem::Canadian { main: seconds(10), period: seconds(30), moves: 3 };
        assert_eq!(after(system, &[]), game(20, 0, None), "10 s, and a move's share of a period");
        assert_eq!(after(system, &[15]), game(25, 0, Some(2)));
        assert_eq!(after(system, &[15, 5]), game(20, 0, Some(1)));
        assert_eq!(after(system, &[15, 5, 5]), game(30, 0, Some(3)));
        let no_main_time = TimeSystem::Canadian { main: seconds(0), period: seconds(30), moves: 3 };
        assert_eq!(after(no_main_time, &[]), game(30, 0, Some(3)));
    }

    #[test]
    fn a_byo_yomi_period_starts_anew_with_each_move() {
        let system = TimeSystem::ByoYomi { main: seconds(10), period: seconds(5), periods: 2 };
        assert_eq!(after(system, &[4]), game(11, 0, None));
        assert_eq!(after(system, &[11, 4, 4]), game(5, 0, Some(1)));
        let without = TimeSystem::ByoYomi { main: seconds(10), period: seconds(5), periods: 0 };
        assert_eq!(after(without, &[4]), game(6, 0, None));
        assert_eq!(after(without, &[40]), game(0, 0, None));
    }

    #[test]
    fn time_for_each_move_is_the_same_for_each() {
        let system = TimeSystem::PerMove(seconds(3));
        assert_eq!(after(system, &[]), Some(Allowance::Move(seconds(3))));
        assert_eq!(after(system, &[2, 9]), Some(Allowance::Move(seconds(3))));
        assert_eq!(after(TimeSystem::Untimed, &[2]), None);
    }

    #[test]
    fn the_callers_reading_overrides_our_own() {
        let mut clock =
            GameClock::new(TimeSystem::Clock { main: seconds(60), increment: seconds(0), session: Some(40) });
        clock.set(seconds(7), 0);
        assert_eq!(clock.allowance(), game(7, 0, Some(40)));
        clock.set(seconds(20), 5);
        assert_eq!(clock.allowance(), game(20, 0, Some(5)));
        clock.spend(seconds(4));
        assert_eq!(clock.allowance(), game(16, 0, Some(4)));
        let mut untimed = GameClock::new(TimeSystem::Untimed);
        untimed.set(seconds(0), 0);
        assert_eq!(untimed.allowance(), game(0, 0, None));
    }
}
