//! Levels of play, 0 to 60, as players know them from the field's programs.

/// A strength setting: level n searches n plies in the midgame and solves the end exactly from a number of
/// empties that grows with n.
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

    /// From how many empties on the score is solved exactly (0..=60).
    pub const fn solve_from(self) -> u8 {
        match self.0 {
            n @ 0..=10 => 2 * n,
            11..=18 => 21,
            19..=24 => 24,
            25..=29 => 27,
            30..=36 => 30,
            n => n - 6,
        }
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
            assert_eq!(Level::new(level).unwrap().solve_from(), empties, "level {level}");
        }
    }

    #[test]
    fn a_higher_level_never_solves_later() {
        let numbers: Vec<Level> = (0..=60).filter_map(Level::new).collect();
        assert!(numbers.windows(2).all(|pair| pair[0].solve_from() <= pair[1].solve_from()));
        assert_eq!(Level::new(61), None);
    }
}
