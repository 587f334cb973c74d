//! A match that ends as soon as it has decided between two rating differences: the sequential probability ratio
//! test (Wald 1945) on the results of pairs.
//!
//! The likelihood of a rating difference is that of the likeliest distribution of pair results which has the
//! expected share of the points as its mean (generalised test; Van den Bergh, "A practical introduction to the
//! GSPRT", 2016).

use std::fmt;

/// The results that a pair of games can have: 0, 1, 2, 3 or 4 half points.
pub(super) const PAIR_RESULTS: usize = 5;

/// Stands for the pairs not seen yet of each result, so that no result counts as impossible.
const UNSEEN: f64 = 1e-3;

/// Halvings of an interval that leave nothing of it in an `f64`.
const BISECTIONS: u32 = 60;

/// The test: is the rating difference `elo[1]` rather than `elo[0]`?
#[derive(Clone, Copy, Debug)]
pub(super) struct Sprt {
    elo: [f64; 2],
    /// The log-likelihood ratios at which it is decided.
    bounds: [f64; 2],
}

/// What the results say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    test: Sprt,
    /// The logarithm of how much likelier the second difference is than the first.
    ratio: f64,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, with `alpha` the risk of taking the second where the first is true, and
    /// `beta` the other way round; `None` where `elo0 < elo1` and risks between 0 and 0.5 are not given.
    pub(super) fn new([elo0, elo1, alpha, beta]: [f64; 4]) -> Option<Self> {
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        let is_sound = elo0 < elo1 && elo0.abs() < 1e4 && elo1.abs() < 1e4 && is_risk(alpha) && is_risk(beta);
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        is_sound.then_some(Self { elo: [elo0, elo1], bounds })
    }

    /// What these numbers of pairs, by half points, say.
    pub(super) fn verdict(self, pairs: &[u32; PAIR_RESULTS]) -> Verdict {
        let [share0, share1] = self.elo.map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        let counts = pairs.map(|pairs| f64::from(pairs).max(UNSEEN));
        let [tilt0, tilt1] = [tilt(&counts, share0), tilt(&counts, share1)];
        let terms = counts.iter().enumerate().map(|(half_points, count)| {
            let share = share_of(half_points);
            count * ((1.0 + tilt0 * (share - share0)) / (1.0 + tilt1 * (share - share1))).ln()
        });
        Verdict { test: self, ratio: if pairs == &[0; PAIR_RESULTS] { 0.0 } else { terms.sum() } }
    }
}

const fn share_of(half_points: usize) -> f64 {
    half_points as f64 / (PAIR_RESULTS - 1) as f64
}

/// The x with which probabilities proportional to `count / (1 + x (share - mean))` are those of the likeliest
/// distribution of this mean, 0 < mean < 1.
fn tilt(counts: &[f64; PAIR_RESULTS], mean: f64) -> f64 {
    // The sum falls as x grows, from plus to minus infinity between these ends.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let x = f64::midpoint(low, high);
        let sum = counts.iter().enumerate().map(|(half_points, count)| {
            let above = share_of(half_points) - mean;
            count * above / (1.0 + x * above)
        });
        if sum.sum::<f64>() > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    f64::midpoint(low, high)
}

impl Verdict {
    /// Whether no more games are needed.
    pub(super) fn is_decided(&self) -> bool {
        let [lower, upper] = self.test.bounds;
        self.ratio <= lower || self.ratio >= upper
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo: [elo0, elo1], bounds: [lower, upper] } = self.test;
        write!(f, "SPRT Elo {elo0} against {elo1}: LLR {:+.2} [{lower:.2}, {upper:.2}], ", self.ratio)?;
        if self.ratio >= upper {
            write!(f, "{elo1} accepted")
        } else if self.ratio <= lower {
            write!(f, "{elo0} accepted")
        } else {
            f.write_str("undecided")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        Sprt::new([0.0, 100.0, 0.05, 0.05]).unwrap()
    }

    #[test]
    fn pairs_won_or_lost_as_a_whole_give_walds_ratio_of_binomials() {
        let [share0, share1] = [0.5, 1.0 / (1.0 + 10_f64.powf(-0.25))];
        for (won, lost) in [(30, 20), (10, 40), (5, 5)] {
            let expected = f64::from(won) * f64::ln(share1 / share0)
                + f64::from(lost) * f64::ln((1.0 - share1) / (1.0 - share0));
            let found = test().verdict(&[lost, 0, 0, 0, won]).ratio;
            // The results not seen count for a little.
            assert!((found - expected).abs() < 0.01, "{won} {lost}: {found} {expected}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        // ln(0.95 / 0.05), as every table of the test has it.
        let [lower, upper] = test().bounds;
        assert!((upper - 2.944).abs() < 0.001 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn many_results_decide_and_few_do_not() {
        assert!(!test().verdict(&[0; 5]).is_decided());
        assert!(!test().verdict(&[0, 0, 0, 0, 2]).is_decided());
        let won = test().verdict(&[5, 10, 30, 60, 40]);
        assert!(won.is_decided() && won.to_string().ends_with("100 accepted"), "{won}");
        let even = test().verdict(&[20, 40, 60, 40, 20]);
        assert!(even.is_decided() && even.to_string().ends_with(", 0 accepted"), "{even}");
    }

    #[test]
    fn exchanging_the_engines_changes_the_sign() {
        let mirrored = Sprt::new([-20.0, 20.0, 0.05, 0.05]).unwrap();
        let [one, other] =
            [[3, 9, 20, 30, 11], [11, 30, 20, 9, 3]].map(|pairs| mirrored.verdict(&pairs).ratio);
        assert!((one + other).abs() < 1e-9 && one > 0.0);
    }

    #[test]
    fn tests_that_decide_nothing_are_refused() {
        for numbers in [[10.0, 0.0, 0.05, 0.05], [0.0, 10.0, 0.0, 0.05], [0.0, 10.0, 0.05, 0.6], [0.0; 4]] {
            assert!(Sprt::new(numbers).is_none(), "{numbers:?}");
        }
        assert!(Sprt::new([f64::NAN, 10.0, 0.05, 0.05]).is_none());
    }
}
