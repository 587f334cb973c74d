//! The samples of several files as one set, and which of its games are held out.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;

use super::TrainingError;
use super::samples::{self, Label, Sample};
use crate::random::Random;

/// Which samples are used, and which of them are held out.
#[derive(Args, Clone, Debug)]
pub struct DataArgs {
    /// Files of samples; where one position is solved or searched in several, the first counts
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Hold out one game in this many
    #[arg(long, default_value_t = 20)]
    hold_out: u32,
    /// Chooses the games held out
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl DataArgs {
    /// Gives every sample that counts to `take`, with whether its game is held out.
    ///
    /// # Errors
    /// A file cannot be read, or there are no samples.
    pub(super) fn for_each(&self, mut take: impl FnMut(&Sample, bool)) -> Result<(), TrainingError> {
        let (mut known, mut any) = (HashSet::new(), false);
        for path in &self.data {
            for sample in samples::read(path)? {
                // Outcomes of one position differ from game to game and are all wanted; a label found is found once.
                if sample.label != Label::Outcome && !known.insert(sample.canonical()) {
                    continue;
                }
                any = true;
                take(&sample, self.is_held_out(sample.game));
            }
        }
        if any { Ok(()) } else { Err(TrainingError::NoData) }
    }

    /// Whether a game is held out: decided by its number and the seed alone.
    fn is_held_out(&self, game: u32) -> bool {
        let stream = self.seed << u32::BITS | u64::from(game);
        Random::new(stream).below(self.hold_out.max(1).into()) == 0
    }
}
