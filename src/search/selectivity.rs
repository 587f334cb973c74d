//! How boldly a search may cut on a prediction instead of a proof.

/// A level of selectivity, from the boldest to the search that proves what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Selectivity(u8);

impl Selectivity {
    /// Confidence of each level in per cent.
    const PERCENT: [u8; 6] = [73, 87, 95, 98, 99, 100];

    /// Cuts on the least sure predictions.
    pub(super) const BOLDEST: Self = Self(0);

    /// Nothing is cut on a prediction.
    pub(super) const NONE: Self = Self(5);

    /// Confidence that a cut is right, in per cent; 100 where nothing is cut on a prediction.
    pub(super) fn percent(self) -> u8 {
        Self::PERCENT[usize::from(self.0)]
    }

    /// The surest level whose confidence is no higher than this; the boldest where all are.
    pub(super) fn at_most(percent: u8) -> Self {
        let surest = Self::PERCENT.iter().rposition(|&level| level <= percent);
        Self(surest.unwrap_or(0) as u8)
    }

    /// The boldest level whose confidence is no lower than this; the surest where there is none.
    pub(super) fn at_least(percent: u8) -> Self {
        let boldest = Self::PERCENT.iter().position(|&level| level >= percent);
        boldest.map_or(Self::NONE, |code| Self(code as u8))
    }

    /// How many standard deviations a prediction must lie beyond a bound to cut: the two-sided normal quantile of
    /// the confidence; none where nothing is cut.
    pub(super) fn quantile(self) -> Option<f32> {
        const QUANTILES: [f32; 5] = [1.10, 1.51, 1.96, 2.33, 2.58];
        QUANTILES.get(usize::from(self.0)).copied()
    }

    /// A number for storage (0..=5), smaller where the search is bolder.
    pub(super) const fn code(self) -> u8 {
        self.0
    }

    /// The level with this number; the bits above the lowest three are not looked at.
    pub(super) const fn from_code(code: u8) -> Self {
        let code = code & 7;
        if code > Self::NONE.0 { Self::NONE } else { Self(code) }
    }
}
