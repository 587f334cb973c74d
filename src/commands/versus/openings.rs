//! The openings of a match: out of a file, or random.

use std::fs;
use std::path::Path;

use crate::commands::CommandFailure;
use crate::formats::play_line;
use crate::othello::{Game, Turn};
use crate::random::Random;

/// Openings in the order in which they are played, and a word for which they are.
pub(super) struct Openings {
    openings: Vec<Game>,
    /// Equal for equal openings.
    pub(super) title: String,
}

impl Openings {
    /// Random openings of so many plies, one for each pair. Those of a longer match begin with the same.
    pub(super) fn random(seed: u64, plies: u8, pairs: usize) -> Self {
        let mut random = Random::new(seed);
        let openings = (0..pairs).map(|_| random_opening(&mut random, plies)).collect();
        Self { openings, title: format!("{plies} random plies, seed {seed}") }
    }

    /// The openings in a file, one transcript a line, in random order.
    ///
    /// # Errors
    /// The file cannot be read or holds something else.
    pub(super) fn read(path: &Path, seed: u64) -> Result<Self, CommandFailure> {
        let in_file = |reason: String| CommandFailure::Input(format!("{}: {reason}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| in_file(error.to_string()))?;
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let opening = play_line(&Game::default(), line);
                openings.push(opening.map_err(|error| in_file(format!("line {number}: {error}")))?);
            }
        }
        if openings.is_empty() {
            return Err(in_file("no opening in it".to_owned()));
        }
        Random::new(seed).shuffle(&mut openings);
        let checksum = crc32fast::hash(text.as_bytes());
        let title = format!("{} openings {checksum:08x}, seed {seed}", openings.len());
        Ok(Self { openings, title })
    }

    /// The opening of the pair with this number, from 0; after the last the first again.
    pub(super) fn of_pair(&self, pair: usize) -> &Game {
        &self.openings[pair % self.openings.len()]
    }
}

/// A game after this many random plies; begun again if it ends before.
fn random_opening(random: &mut Random, plies: u8) -> Game {
    'again: loop {
        let mut game = Game::default();
        for _ in 0..plies {
            let moves: Vec<Turn> = game.legal_moves().map(Turn::Move).collect();
            let turn = if game.must_pass() { Some(&Turn::Pass) } else { random.choose(&moves) };
            if turn.is_none_or(|&turn| game.play(turn).is_err()) {
                continue 'again;
            }
        }
        if !game.is_over() {
            return game;
        }
    }
}
