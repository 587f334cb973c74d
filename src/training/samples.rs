//! Labelled positions and the files they are kept in.
//!
//! # The file, version 1
//!
//! Numbers are little-endian. The file begins with `OUTFDATA` and the version (4 bytes). Blocks follow:
//!
//! | bytes | what |
//! | --- | --- |
//! | 4 | number n of samples in the block |
//! | 4 | CRC-32 of the samples |
//! | 24 n | the samples |
//!
//! A sample is the mover's discs (8 bytes, bit 0 = a1), the opponent's (8), the number of the game (4), the label in
//! hundredths of a disc for the side to move (2, signed), the kind of label (1: 0 outcome of a game, 255 exact,
//! otherwise the depth in plies of the search that gave it) and the source of the position (1: [`Source`]).
//!
//! Blocks are written whole. A writer that was killed leaves at most one block unfinished at the end; [`Appender`]
//! cuts it off and goes on behind the last good one.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::TrainingError;
use crate::eval::Value;
use crate::othello::{Bitboard, Position, Symmetry};

const MAGIC: &[u8; 8] = b"OUTFDATA";
const VERSION: u32 = 1;
/// Bytes of a sample.
const RECORD: usize = 24;
/// The most samples of a block.
const MAX_BLOCK: u32 = 1 << 20;

/// How a label was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The outcome of the game that the position is from.
    Outcome,
    /// A search of this many plies (1..=254).
    Search(u8),
    /// Solved to the end.
    Exact,
}

/// Where a position is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A recorded game of people or programs.
    Recorded,
    /// A game of the engine against itself.
    SelfPlay,
    /// Random moves after a position of either.
    Disturbed,
}

/// A position with the value it should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position; its side to move has a move.
    pub position: Position,
    /// What the evaluation should say, for the side to move.
    pub value: Value,
    /// How `value` was found.
    pub label: Label,
    /// Where the position is from.
    pub source: Source,
    /// The game it is from; samples of one game are held out together.
    pub game: u32,
}

/// What is wrong with a file of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SamplesError {
    /// Another kind of file.
    #[error("not a file of Outflank samples")]
    Foreign,
    /// A version that this program does not read.
    #[error("samples of version {0}, wanted version {VERSION}")]
    Version(u32),
    /// The file ends inside a block, or a block is damaged.
    #[error("block {0} is cut short or damaged")]
    Block(usize),
}

impl Sample {
    /// The one of the eight images of the position that stands for all.
    pub fn canonical(&self) -> Position {
        Symmetry::canonical(&self.position).1
    }

    fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&self.position.mover().0.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.position.opponent().0.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.game.to_le_bytes());
        bytes[20..22].copy_from_slice(&(self.value.hundredths() as i16).to_le_bytes());
        bytes[22] = match self.label {
            Label::Outcome => 0,
            Label::Search(depth) => depth,
            Label::Exact => u8::MAX,
        };
        bytes[23] = self.source as u8;
        bytes
    }

    /// `None` where the two sides share a square or the source is unknown.
    fn from_bytes(bytes: &[u8; RECORD]) -> Option<Self> {
        let board =
            |at: usize| bytes[at..].first_chunk::<8>().map(|chunk| Bitboard(u64::from_le_bytes(*chunk)));
        Some(Self {
            position: Position::new(board(0)?, board(8)?)?,
            game: u32::from_le_bytes(*bytes[16..].first_chunk()?),
            value: Value::saturating(i16::from_le_bytes(*bytes[20..].first_chunk()?).into()),
            label: match bytes[22] {
                0 => Label::Outcome,
                u8::MAX => Label::Exact,
                depth => Label::Search(depth),
            },
            source: match bytes[23] {
                0 => Source::Recorded,
                1 => Source::SelfPlay,
                2 => Source::Disturbed,
                _ => return None,
            },
        })
    }
}

/// What could not be got from a file of samples.
enum Failure {
    System(io::Error),
    Content(SamplesError),
}

impl Failure {
    fn at(self, path: &Path) -> TrainingError {
        let path = path.to_path_buf();
        match self {
            Self::System(source) => TrainingError::File { path, source },
            Self::Content(source) => TrainingError::Samples { path, source },
        }
    }
}

/// Reads the head of a file.
fn read_head(reader: &mut impl Read) -> Result<(), Failure> {
    let mut head = [0; MAGIC.len() + 4];
    match reader.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(Failure::Content(SamplesError::Foreign));
        }
        result => result.map_err(Failure::System)?,
    }
    let [magic @ .., a, b, c, d] = head;
    match u32::from_le_bytes([a, b, c, d]) {
        _ if magic != *MAGIC => Err(Failure::Content(SamplesError::Foreign)),
        VERSION => Ok(()),
        version => Err(Failure::Content(SamplesError::Version(version))),
    }
}

/// The samples of the next block and how many bytes it takes; `None` where the file ends before it, or inside it,
/// or the block is damaged (told apart by the second part: whether there was anything).
fn read_block(reader: &mut impl Read) -> io::Result<Result<Vec<Sample>, bool>> {
    let mut head = [0; 8];
    let mut filled = 0;
    while filled < head.len() {
        match reader.read(&mut head[filled..])? {
            0 => return Ok(Err(filled > 0)),
            more => filled += more,
        }
    }
    let [a, b, c, d, checksum @ ..] = head;
    let count = u32::from_le_bytes([a, b, c, d]);
    if count == 0 || count > MAX_BLOCK {
        return Ok(Err(true));
    }
    let mut bytes = vec![0; count as usize * RECORD];
    match reader.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Err(true)),
        result => result?,
    }
    if u32::from_le_bytes(checksum) != crc32fast::hash(&bytes) {
        return Ok(Err(true));
    }
    let (records, _) = bytes.as_chunks::<RECORD>();
    Ok(records.iter().map(Sample::from_bytes).collect::<Option<_>>().ok_or(true))
}

/// All samples of a file.
///
/// # Errors
/// The file cannot be read, is of another kind, or a block of it is not whole.
pub fn read(path: &Path) -> Result<Vec<Sample>, TrainingError> {
    let mut reader = BufReader::new(File::open(path).map_err(TrainingError::file(path))?);
    read_head(&mut reader).map_err(|failure| failure.at(path))?;
    let mut samples = Vec::new();
    for block in 1.. {
        match read_block(&mut reader).map_err(TrainingError::file(path))? {
            Ok(more) => samples.extend(more),
            Err(false) => break,
            Err(true) => return Err(Failure::Content(SamplesError::Block(block)).at(path)),
        }
    }
    Ok(samples)
}

/// Adds samples to a file, block by block.
pub struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Opens the file behind its last good block, or makes it; gives the samples that are already there.
    ///
    /// # Errors
    /// The file cannot be read and written, or is of another kind.
    pub fn open(path: &Path) -> Result<(Self, Vec<Sample>), TrainingError> {
        let failed = || TrainingError::file(path);
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed())?;
        let mut samples = Vec::new();
        if file.metadata().map_err(failed())?.len() == 0 {
            let head = [MAGIC.as_slice(), &VERSION.to_le_bytes()].concat();
            file.write_all(&head).map_err(failed())?;
        } else {
            let mut reader = BufReader::new(&mut file);
            read_head(&mut reader).map_err(|failure| failure.at(path))?;
            let mut end = reader.stream_position().map_err(failed())?;
            while let Ok(more) = read_block(&mut reader).map_err(failed())? {
                samples.extend(more);
                end = reader.stream_position().map_err(failed())?;
            }
            file.set_len(end).map_err(failed())?;
            file.seek(SeekFrom::End(0)).map_err(failed())?;
        }
        Ok((Self { path: path.to_path_buf(), file }, samples))
    }

    /// Writes these samples as blocks of their own.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, samples: &[Sample]) -> Result<(), TrainingError> {
        for block in samples.chunks(MAX_BLOCK as usize) {
            let records: Vec<u8> = block.iter().flat_map(|sample| sample.to_bytes()).collect();
            let mut bytes = (block.len() as u32).to_le_bytes().to_vec();
            bytes.extend(crc32fast::hash(&records).to_le_bytes());
            bytes.extend(records);
            self.file.write_all(&bytes).map_err(TrainingError::file(&self.path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn sample(number: u32) -> Sample {
        Sample {
            position: Position::START,
            value: Value::saturating(number as i32 * 37 - 3_000),
            label: [Label::Outcome, Label::Search(8), Label::Exact][number as usize % 3],
            source: [Source::Recorded, Source::SelfPlay, Source::Disturbed][number as usize % 3],
            game: number,
        }
    }

    /// A file of its own in the directory for temporary files, removed at the end.
    pub struct Scratch(pub PathBuf);

    impl Scratch {
        pub fn new(name: &str) -> Self {
            let name = format!("outflank-{}-{name}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn samples_come_back_from_their_file() {
        let scratch = Scratch::new("back");
        let all: Vec<Sample> = (0..100).map(sample).collect();
        for part in all.chunks(30) {
            let (mut appender, _) = Appender::open(&scratch.0).unwrap();
            appender.append(part).unwrap();
        }
        assert_eq!(read(&scratch.0).unwrap(), all);
    }

    #[test]
    fn an_unfinished_block_is_cut_off_and_the_rest_kept() {
        let scratch = Scratch::new("cut");
        let all: Vec<Sample> = (0..60).map(sample).collect();
        let (mut appender, _) = Appender::open(&scratch.0).unwrap();
        appender.append(&all[..30]).unwrap();
        appender.append(&all[30..]).unwrap();
        let bytes = std::fs::read(&scratch.0).unwrap();
        std::fs::write(&scratch.0, &bytes[..bytes.len() - 1]).unwrap();
        assert!(matches!(
            read(&scratch.0),
            Err(TrainingError::Samples { source: SamplesError::Block(2), .. })
        ));
        let (mut appender, kept) = Appender::open(&scratch.0).unwrap();
        assert_eq!(kept, all[..30]);
        appender.append(&all[30..]).unwrap();
        assert_eq!(read(&scratch.0).unwrap(), all);
    }

    #[test]
    fn other_files_are_refused() {
        let scratch = Scratch::new("foreign");
        for (bytes, expected) in [
            (b"OUTF".as_slice(), SamplesError::Foreign),
            (b"OUTFDATX\x01\0\0\0", SamplesError::Foreign),
            (b"OUTFDATA\x02\0\0\0", SamplesError::Version(2)),
            (b"OUTFDATA\x01\0\0\0\x01\0\0\0", SamplesError::Block(1)),
        ] {
            std::fs::write(&scratch.0, bytes).unwrap();
            assert!(
                matches!(read(&scratch.0), Err(TrainingError::Samples { source, .. }) if source == expected),
                "{bytes:?}"
            );
        }
    }
}
