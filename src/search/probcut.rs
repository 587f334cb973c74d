//! ProbCut: a cut-off predicted by a shallow search instead of proven by a deep one (Buro 1995), at many depths
//! (multi-ProbCut, Buro 1997).
//!
//! The value of a deep search spreads around that of a shallow one with a known standard deviation. Where the
//! shallow value lies further beyond a bound than a number of deviations, which the selectivity gives, the deep
//! one is taken to lie beyond it too.

use std::sync::LazyLock;

use super::aim::Aim;
use super::worker::{Node, Stopped, Window, Worker};

/// From this many plies on a midgame search may be cut.
const ESTIMATED_FROM: u8 = 3;
/// From this many empties on a solution may be cut.
const SOLVED_FROM: u8 = 12;
/// Plies of the shallow search, in hundredths of those of the deep one; the parity of the depth is kept, because
/// values of odd and even depths differ.
const ESTIMATED_SHARE: u32 = 50;
const SOLVED_SHARE: u32 = 40;

/// The law of the spread, in hundredths of a disc:
/// `exp(scale + empties * e / 60) * (deep - shallow)^gap * (shallow + 2)^shallow * deep^deep`.
struct Spread {
    scale: f64,
    gap: f64,
    shallow: f64,
    deep: f64,
    empties: f64,
}

/// Fitted by `outflank train probcut`, which prints discs: the scale here is in hundredths.
const ESTIMATED: Spread = Spread { scale: 6.740, gap: 0.410, shallow: -0.240, deep: -0.211, empties: -1.393 };
/// The same for the score under best play. Its depth is the number of empties.
const SOLVED: Spread = Spread { scale: 6.225, gap: 0.738, shallow: -0.047, deep: -0.477, empties: -1.058 };

/// One more than the most plies and empties.
const COUNT: usize = 61;

/// The spreads of one kind, worked out once.
struct Spreads {
    /// By deep and shallow depth, with no empties.
    by_depths: Box<[[f32; COUNT]; COUNT]>,
    /// What the empties multiply it by.
    by_empties: [f32; COUNT],
}

impl Spreads {
    fn of(law: &Spread) -> Self {
        let mut by_depths = Box::new([[0.0; COUNT]; COUNT]);
        for (deep, row) in by_depths.iter_mut().enumerate() {
            for (shallow, spread) in row.iter_mut().enumerate().take(deep) {
                let (deep, shallow) = (deep as f64, shallow as f64);
                let logarithm = law.scale
                    + law.gap * (deep - shallow).ln()
                    + law.shallow * (shallow + 2.0).ln()
                    + law.deep * deep.ln();
                *spread = logarithm.exp() as f32;
            }
        }
        let by_empties = std::array::from_fn(|empties| (law.empties * empties as f64 / 60.0).exp() as f32);
        Self { by_depths, by_empties }
    }
}

static SPREADS: LazyLock<[Spreads; 2]> = LazyLock::new(|| [Spreads::of(&ESTIMATED), Spreads::of(&SOLVED)]);

/// How far beyond a bound a shallow value must lie, in hundredths of a disc.
fn margin(aim: Aim, empties: u32, shallow: u8, quantile: f32) -> i32 {
    let spreads = &SPREADS[usize::from(aim.solves)];
    let spread = spreads.by_depths[usize::from(aim.depth)][usize::from(shallow)]
        * spreads.by_empties[empties as usize];
    (quantile * spread) as i32
}

impl Worker<'_> {
    /// The bound of the window beyond which the value of this node is predicted to lie, if it is predicted.
    ///
    /// # Errors
    /// [`Stopped`] once the search must end.
    pub(super) fn probcut(&mut self, node: &Node, aim: Aim, window: Window) -> Result<Option<i32>, Stopped> {
        let (from, share) =
            if aim.solves { (SOLVED_FROM, SOLVED_SHARE) } else { (ESTIMATED_FROM, ESTIMATED_SHARE) };
        let Some(quantile) = aim.selectivity.quantile() else { return Ok(None) };
        if aim.depth < from || !window.is_null() {
            return Ok(None);
        }
        let empties = node.position.empties();
        let shallow = (u32::from(aim.depth) * share / 100) as u8 & !1 | aim.depth & 1;
        let probe = Aim { depth: shallow, solves: false, selectivity: aim.selectivity };
        let (alpha, beta) = (window.alpha * aim.unit(), window.beta * aim.unit());
        let reach = margin(aim, empties, shallow, quantile);
        // Where the evaluation itself speaks against a cut, the shallow search is not worth its nodes.
        let doubt = margin(aim, empties, 0, quantile);
        let estimate = node.evaluation.value(&node.position).hundredths();
        let high = beta + reach;
        if high < probe.highest()
            && estimate >= beta - doubt
            && self.midgame(node, probe, Window::null(high - 1))? >= high
        {
            return Ok(Some(window.beta));
        }
        let low = alpha - reach;
        if low > -probe.highest()
            && estimate <= alpha + doubt
            && self.midgame(node, probe, Window::null(low))? <= low
        {
            return Ok(Some(window.alpha));
        }
        Ok(None)
    }
}
