//! What a position is estimated to be worth.

use std::fmt;
use std::ops::Neg;

use crate::othello::Score;

/// An estimate of a [`Score`] in hundredths of a disc, -6400..=6400, seen by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i16);

impl Value {
    /// Every disc is the mover's.
    pub const MAX: Self = Self(6400);
    /// Every disc is the opponent's.
    pub const MIN: Self = Self(-6400);
    /// Neither side is ahead.
    pub const DRAW: Self = Self(0);

    /// The value of this many hundredths of a disc, cut to -6400..=6400.
    pub const fn saturating(hundredths: i32) -> Self {
        if hundredths > 6400 {
            Self::MAX
        } else if hundredths < -6400 {
            Self::MIN
        } else {
            Self(hundredths as i16)
        }
    }

    /// In hundredths of a disc.
    pub const fn hundredths(self) -> i32 {
        self.0 as i32
    }

    /// The nearest whole number of discs; halves go away from zero. Exact values come back unchanged.
    pub const fn score(self) -> Score {
        let hundredths = self.0 as i32;
        Score::saturating((hundredths + 50 * hundredths.signum()) / 100)
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        Self::saturating(100 * score.discs())
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Value {
    /// In discs with two decimals: `-1.25`, `0.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f64::from(self.0) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back_from_their_values() {
        for discs in -64..=64 {
            let score = Score::new(discs).unwrap();
            assert_eq!(Value::from(score).score(), score);
        }
    }

    #[test]
    fn values_round_to_the_nearest_disc() {
        for (hundredths, discs) in [(149, 1), (150, 2), (-149, -1), (-150, -2), (49, 0), (-49, 0), (6399, 64)]
        {
            assert_eq!(Value::saturating(hundredths).score().discs(), discs, "{hundredths}");
        }
        assert_eq!(Value::saturating(7000), Value::MAX);
        assert_eq!(Value::saturating(-125).to_string(), "-1.25");
    }
}
