//! The way from games to weights: labelled positions, and the fit of the evaluation to them.
//!
//! Every step is a function with its own command-line arguments, run by `outflank train`; each is determined by
//! its arguments and its seed, whatever the number of threads.
//!
//! | step | file |
//! | --- | --- |
//! | labelled positions and their files | [`samples`] |
//! | positions of recorded games with their outcomes | [`games`] |
//! | positions of games and beside them, solved and searched | [`generate`], [`label`] |
//! | how many different positions there are | [`count`] |
//! | the least-squares fit of the weights | [`fit`] |
//! | how far they are from labelled positions | [`errors`] |
//! | how good they are on solved positions | [`judge`] |
//! | how far deep searches spread around shallow ones | [`probcut`] |

pub mod count;
mod data;
pub mod errors;
pub mod fit;
pub mod games;
pub mod generate;
pub mod judge;
pub mod label;
pub mod probcut;
mod report;
pub mod samples;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::formats::FormatError;
use crate::search::TableError;

/// Why a step of the training could not be done.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file of samples is not what it should be.
    #[error("{}: {source}", path.display())]
    Samples {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: samples::SamplesError,
    },
    /// A file of games is not what it should be.
    #[error("{}: {source}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// No memory for the table of a search.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No position to work on.
    #[error("no positions in the data")]
    NoData,
}

impl TrainingError {
    /// For `map_err`: an error of the system about this file.
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        |source| Self::File { path: path.to_path_buf(), source }
    }

    /// For `map_err`: what is wrong with this file of games.
    fn format(path: &Path) -> impl FnOnce(FormatError) -> Self + '_ {
        |source| Self::Games { path: path.to_path_buf(), source }
    }
}
