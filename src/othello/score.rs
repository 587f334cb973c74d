//! The score of a finished game.

use std::fmt;
use std::ops::Neg;

/// Final disc difference with the empties given to the winner, in whole discs, -64..=64.
///
/// Seen by the side to move of the position it belongs to. A draw keeps its empties and is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// Every disc is the mover's.
    pub const MAX: Self = Self(64);
    /// Every disc is the opponent's.
    pub const MIN: Self = Self(-64);
    /// Equal discs.
    pub const DRAW: Self = Self(0);

    /// The score of this many discs, if it lies in -64..=64.
    pub const fn new(discs: i32) -> Option<Self> {
        if discs >= -64 && discs <= 64 { Some(Self(discs as i8)) } else { None }
    }

    /// The score of this many discs, cut to -64..=64.
    pub const fn saturating(discs: i32) -> Self {
        match Self::new(discs) {
            Some(score) => score,
            None if discs < 0 => Self::MIN,
            None => Self::MAX,
        }
    }

    /// The score when the game ends with this many discs: the empties go to whoever leads.
    ///
    /// `mover + opponent` is at most 64.
    #[inline]
    pub const fn of_counts(mover: u32, opponent: u32) -> Self {
        let difference = mover as i32 - opponent as i32;
        let empties = 64 - mover as i32 - opponent as i32;
        Self((difference + difference.signum() * empties) as i8)
    }

    /// In whole discs.
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// With its sign, as problem suites write it: `+38`, `-4`, `+0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empties_go_to_the_winner_and_a_draw_keeps_them() {
        assert_eq!(Score::of_counts(13, 0), Score::MAX);
        assert_eq!(Score::of_counts(0, 13), Score::MIN);
        assert_eq!(Score::of_counts(33, 30).discs(), 4);
        assert_eq!(Score::of_counts(30, 30), Score::DRAW);
        assert_eq!(Score::of_counts(0, 0), Score::DRAW);
        assert_eq!(Score::of_counts(40, 24).discs(), 16);
    }
}
