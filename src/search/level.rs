//! Levels of play, 0 to 60, as players know them from the field's programs.

use super::{Limits, SolveFrom};

/// A strength setting: level n searches n plies in the midgame and plays the game out from a number of empties that
/// grows with n.
///
/// | level | midgame | exact from | at 98 % from | at 87 % from |
/// | --- | --- | --- | --- | --- |
/// | 0 to 10 | n plies, not selective | 2n empties | | |
/// | 11, 12 | n plies, not selective | 21 | 24 | 27 |
/// | 13 to 18 | n plies at 73 % | 21 | 24 | 27 |
/// | 19 to 24 | n plies at 73 % | 24 | 27 | 30 |
/// | 25 to 29 | n plies at 73 % | 27 | 30 | 33 |
/// | 30 to 36 | n plies at 73 % | 30 | 33 | 36 |
/// | 37 to 60 | n plies at 73 % | n - 6 | n - 3 | n |
///
/// From level 13 on the midgame search itself is carried on to the end where it comes near it (see
/// [`Limits::plies`]), so that some positions with more empties still are played out at 73 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The strongest level.
    pub const MAX: Self = Self(60);

    /// The level with this number, 0..=60.
    pub const fn new(number: u8) -> Option<Self> {
        if number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// 0..=60.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Plies of the midgame search (0..=60).
    pub const fn depth(self) -> u8 {
        self.0
    }

    /// How far a search of this level goes.
    pub const fn limits(self) -> Limits {
        Limits { solve_from: self.solve_from(), ..Limits::plies(self.depth()) }
    }

    /// From how many empties on the game is played out.
    pub const fn solve_from(self) -> SolveFrom {
        let exactly = match self.0 {
            n @ 0..=10 => 2 * n,
            11..=18 => 21,
            19..=24 => 24,
            25..=29 => 27,
            30..=36 => 30,
            n => n - 6,
        };
        // People who play against the low levels are not to meet a solution before its time.
        let step = if self.0 <= 10 { 0 } else { 3 };
        SolveFrom { exactly, nearly: exactly + step, boldly: exactly + 2 * step }
    }
}

impl Default for Level {
    /// The level that every protocol starts with.
    fn default() -> Self {
        Self(21)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_solve_from_the_empties_that_players_know() {
        for (level, empties) in [(0, 0), (1, 2), (10, 20), (11, 21), (19, 24), (25, 27), (30, 30), (60, 54)] {
            assert_eq!(Level::new(level).unwrap().solve_from().exactly, empties, "level {level}");
        }
    }

    #[test]
    fn what_is_less_sure_is_solved_earlier_from_level_11_on() {
        for level in (0..=60).filter_map(Level::new) {
            let SolveFrom { exactly, nearly, boldly } = level.solve_from();
            assert!(exactly <= nearly && nearly <= boldly && boldly <= 60);
            assert_eq!(level.number() > 10, exactly < nearly && nearly < boldly, "{level:?}");
            assert_eq!(level.limits().selectivity, if level.number() > 12 { 73 } else { 100 });
        }
    }

    #[test]
    fn a_higher_level_never_solves_later() {
        let numbers: Vec<Level> = (0..=60).filter_map(Level::new).collect();
        let never_later = |by: fn(SolveFrom) -> u8| {
            numbers.windows(2).all(|pair| by(pair[0].solve_from()) <= by(pair[1].solve_from()))
        };
        assert!(never_later(|from| from.exactly) && never_later(|from| from.nearly));
        assert!(never_later(|from| from.boldly));
        assert_eq!(Level::new(61), None);
    }
}
