//! Games out of files, for callers that name one.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use crate::formats::{FormatError, GameFile};
use crate::othello::Game;

/// Why there is no game to be had from a file.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("{0}")]
    Input(#[from] io::Error),
    /// It is no file, or larger than any that holds a game to be shown.
    #[error("not a file of at most {MOST} bytes")]
    Unsuitable,
    /// No game of any format, or a broken one, stands at its beginning.
    #[error("{0}")]
    Format(#[from] FormatError),
}

/// The largest file that is read, in bytes.
const MOST: u64 = 16 << 20;

/// The first game in the file at `path`, in whatever format it is.
///
/// # Errors
/// The file cannot be read, or does not begin with a game.
pub fn load_game(path: &Path) -> Result<Game, LoadError> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > MOST {
        return Err(LoadError::Unsuitable);
    }
    let mut bytes = Vec::new();
    file.take(MOST).read_to_end(&mut bytes)?;
    let file = GameFile::new(&bytes);
    let mut games = file.games();
    let game = games.next().ok_or(LoadError::Unsuitable)??;
    Ok(game.game)
}
