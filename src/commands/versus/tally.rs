//! The score of a match, and how far it can be trusted.

use std::fmt;

use super::game::Counted;
use super::sprt::PAIR_RESULTS;

/// The half-width of a 95 % interval in standard errors: the two-sided normal quantile.
const NORMAL_95: f64 = 1.96;

/// What has been played so far, seen by the first engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    failures: u32,
    discs: i64,
    /// How many pairs brought no point, half a point, and so on up to two: the two games of an opening are not
    /// independent, so that pairs are what the error is computed from.
    pairs: [u32; PAIR_RESULTS],
}

impl Tally {
    /// Counts the two games of an opening.
    pub(super) fn add(&mut self, pair: [Counted; 2]) {
        let mut half_points = 0;
        for Counted { discs, failed } in pair {
            self.discs += i64::from(discs);
            self.failures += u32::from(failed);
            match discs {
                0 => self.draws += 1,
                1.. => self.wins += 1,
                _ => self.losses += 1,
            }
            half_points += usize::try_from(discs.signum() + 1).unwrap_or(0);
        }
        self.pairs[half_points] += 1;
    }

    /// How many pairs brought 0, 1, 2, 3 and 4 half points.
    pub(super) const fn pairs(&self) -> &[u32; PAIR_RESULTS] {
        &self.pairs
    }

    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points won (0 to 1), and the half-width of its 95 % interval.
    fn share(&self) -> (f64, f64) {
        let count = f64::from(self.pairs.iter().sum::<u32>());
        let shares = || {
            let most = (PAIR_RESULTS - 1) as f64;
            self.pairs.iter().enumerate().map(move |(half, &pairs)| (half as f64 / most, f64::from(pairs)))
        };
        let mean = shares().map(|(share, pairs)| pairs * share).sum::<f64>() / count;
        let variance = shares().map(|(share, pairs)| pairs * (share - mean).powi(2)).sum::<f64>() / count;
        (mean, NORMAL_95 * (variance / count).sqrt())
    }
}

/// The rating difference that makes one expect this share of the points (Elo 1978).
fn elo(share: f64) -> f64 {
    // An all-won match says only that the difference is large: half a game is left open.
    // Adding zero takes the sign from a negative zero.
    -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10() + 0.0
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games();
        if games == 0 {
            return f.write_str("no games");
        }
        let (share, error) = self.share();
        write!(
            f,
            "{games} games: {} won, {} drawn, {} lost, {} failed; {:.1} % of the points, \
             {:+.2} discs a game, Elo {:+.0} [{:+.0}, {:+.0}]",
            self.wins,
            self.draws,
            self.losses,
            self.failures,
            100.0 * share,
            self.discs as f64 / f64::from(games),
            elo(share),
            elo(share - error),
            elo(share + error),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_is_the_logistic_of_the_share() {
        assert!(elo(0.5).abs() < 1e-9);
        // 10/11 of the points are 400 points of rating by definition.
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.25) + elo(0.75)).abs() < 1e-9);
    }

    #[test]
    fn the_error_shrinks_with_the_root_of_the_pairs() {
        let tally = |pairs: u32| Tally { pairs: [pairs / 2, 0, 0, 0, pairs / 2], ..Tally::default() };
        let (share, error) = tally(100).share();
        assert!((share - 0.5).abs() < 1e-12);
        // Points of half the pairs all, of half none: a standard deviation of one half.
        assert!((error - 1.96 * 0.5 / 10.0).abs() < 1e-12);
        assert!((tally(400).share().1 - error / 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_pair_counts_by_the_points_of_both_games() {
        let mut tally = Tally::default();
        let game = |discs| Counted { discs, failed: false };
        tally.add([game(10), game(-64)]);
        tally.add([game(0), game(2)]);
        assert_eq!(tally.pairs(), &[0, 0, 1, 1, 0]);
        assert!(tally.to_string().starts_with("4 games: 2 won, 1 drawn, 1 lost, 0 failed"), "{tally}");
    }
}
