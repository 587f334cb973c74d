//! A set of weights: the file it comes from, and its tables, unpacked phase by phase when first needed.
//!
//! # The file, version 2
//!
//! Numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `OUTFEVAL` |
//! | 4 | version: 2 |
//! | 4 | the patterns the weights belong to: CRC-32 of their cells as written in the source, one after the other |
//! | 4 | number of phases: 30 |
//! | 4 for each phase | length of its block in bytes |
//! | the rest but 4 | the blocks, phase 0 first |
//! | 4 | CRC-32 of all bytes before |
//!
//! A block is one sequence of 16-bit weights in hundredths of a disc, packed as [`super::rice`] says: those of
//! the patterns in order, each pattern's as its folding numbers them, then the mobility table row by row, then the
//! weights of an even and of an odd number of empties.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use thiserror::Error;

use super::Indices;
use super::patterns::{Folding, PATTERNS, fingerprint};
use super::rice;
use super::tables::Tables;
use crate::othello::Position;

/// How many phases there are. Phase 0 is that of 59 and more empties, phase 29 that of 1 and none.
pub const PHASES: usize = 30;

/// Rows and columns of the mobility table: numbers of moves from there on share the last one.
pub const MOBILITIES: usize = 32;

/// Weights of the parity: of an even number of empties, and of an odd one.
pub const PARITIES: usize = 2;

const MAGIC: &[u8; 8] = b"OUTFEVAL";
const VERSION: u32 = 2;
/// Bytes before the lengths of the blocks.
const HEADER: usize = 20;

/// The phase whose weights a position with this many empties takes (0..[`PHASES`]).
#[inline]
pub const fn phase(empties: u32) -> usize {
    // 60 empties and more, as at the start and in set-up positions with fewer discs, are of phase 0 as well.
    (PHASES - 1).saturating_sub(empties as usize / 2)
}

/// Why a file of weights was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error("not a file of Outflank weights")]
    Foreign,
    /// A version that this program does not read.
    #[error("weights of version {0}, wanted version {VERSION}")]
    Version(u32),
    /// Weights of other patterns or phases.
    #[error("weights of another set of patterns or phases")]
    Patterns,
    /// Fewer bytes than the file promises.
    #[error("cut short: {found} bytes, wanted {wanted}")]
    Short {
        /// Bytes that there are.
        found: usize,
        /// Bytes that there should be.
        wanted: usize,
    },
    /// More bytes than the file promises.
    #[error("{0} bytes too many")]
    Long(usize),
    /// The checksum is not that of the content.
    #[error("damaged: the checksum does not match")]
    Damaged,
}

/// The weights of one phase before they are laid out, in hundredths of a disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseWeights {
    /// For each pattern its weights as its folding numbers them.
    pub patterns: Vec<Vec<i16>>,
    /// By the mover's mobility, then by the opponent's: `MOBILITIES * MOBILITIES`.
    pub mobility: Vec<i16>,
    /// Of an even and of an odd number of empties.
    pub parity: [i16; PARITIES],
}

/// A set of weights.
#[derive(Debug)]
pub struct Weights {
    bytes: std::borrow::Cow<'static, [u8]>,
    blocks: Vec<Range<usize>>,
    phases: [OnceLock<Phase>; PHASES],
}

/// The weights of one phase, ready for use.
#[derive(Debug)]
struct Phase {
    tables: Tables,
    mobility: Box<[i16; MOBILITIES * MOBILITIES]>,
    parity: [i16; PARITIES],
}

/// What every set of weights shares: how the states of each pattern are folded.
pub static FOLDINGS: LazyLock<Vec<Folding>> = LazyLock::new(|| PATTERNS.iter().map(Folding::new).collect());

impl Weights {
    /// The weights of a file with this content.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(bytes: impl Into<std::borrow::Cow<'static, [u8]>>) -> Result<Self, WeightsError> {
        let bytes = bytes.into();
        let word = |at: usize| {
            let word = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
            word.map(|word| u32::from_le_bytes(*word))
                .ok_or(WeightsError::Short { found: bytes.len(), wanted: at + 4 })
        };
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        match word(8)? {
            VERSION => {}
            version => return Err(WeightsError::Version(version)),
        }
        if word(12)? != fingerprint() || word(16)? as usize != PHASES {
            return Err(WeightsError::Patterns);
        }
        let mut end = HEADER + 4 * PHASES;
        let mut blocks = Vec::with_capacity(PHASES);
        for phase in 0..PHASES {
            let start = end;
            end = end.saturating_add(word(HEADER + 4 * phase)? as usize);
            blocks.push(start..end);
        }
        let wanted = end.saturating_add(4);
        if bytes.len() < wanted {
            return Err(WeightsError::Short { found: bytes.len(), wanted });
        }
        if bytes.len() > wanted {
            return Err(WeightsError::Long(bytes.len() - wanted));
        }
        if word(end)? != crc32fast::hash(&bytes[..end]) {
            return Err(WeightsError::Damaged);
        }
        Ok(Self { bytes, blocks, phases: [const { OnceLock::new() }; PHASES] })
    }

    /// The content of a file with these weights, given by phase.
    pub fn write(phases: &[PhaseWeights; PHASES]) -> Vec<u8> {
        let blocks = phases.iter().map(|phase| {
            let sequence: Vec<i16> = phase
                .patterns
                .iter()
                .flatten()
                .chain(&phase.mobility)
                .chain(&phase.parity)
                .copied()
                .collect();
            rice::pack(&sequence)
        });
        let blocks: Vec<Vec<u8>> = blocks.collect();
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, fingerprint(), PHASES as u32] {
            bytes.extend(word.to_le_bytes());
        }
        for block in &blocks {
            bytes.extend((block.len() as u32).to_le_bytes());
        }
        bytes.extend(blocks.concat());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The CRC-32 at the end of the file: tells sets of weights apart.
    pub fn id(&self) -> u32 {
        self.bytes.last_chunk::<4>().map_or(0, |word| u32::from_le_bytes(*word))
    }

    /// The weights of one phase as they are stored.
    pub fn unpack(&self, phase: usize) -> PhaseWeights {
        let lengths = FOLDINGS.iter().map(Folding::weight_count);
        let all = lengths.clone().sum::<usize>() + MOBILITIES * MOBILITIES + PARITIES;
        let sequence = rice::unpack(&self.bytes[self.blocks[phase].clone()], all);
        let mut rest = sequence.as_slice();
        let mut next = |len: usize| rest.split_off(..len).unwrap_or_default().to_vec();
        let (patterns, mobility) = (lengths.map(&mut next).collect(), next(MOBILITIES * MOBILITIES));
        let parity = rest.first_chunk().copied().unwrap_or_default();
        PhaseWeights { patterns, mobility, parity }
    }

    /// The sum of all weights of a position whose indices these are, in hundredths of a disc.
    #[inline]
    pub fn sum(&self, position: &Position, indices: &Indices) -> i32 {
        let empties = position.empties();
        let phase = phase(empties);
        let phase = self.phases[phase].get_or_init(|| Phase::new(&self.unpack(phase)));
        let beside = i32::from(phase.mobility[mobility_index(position)])
            + i32::from(phase.parity[parity_index(empties)]);
        phase.tables.sum(indices) + beside
    }
}

/// Which weight of the parity this number of empties takes.
#[inline]
pub const fn parity_index(empties: u32) -> usize {
    (empties % 2) as usize
}

/// Where the mobility table holds the weight of this position.
#[inline]
pub fn mobility_index(position: &Position) -> usize {
    let moves = |position: &Position| (position.legal_moves().count() as usize).min(MOBILITIES - 1);
    MOBILITIES * moves(position) + moves(&position.passed())
}

impl Phase {
    fn new(weights: &PhaseWeights) -> Self {
        let unfolded = |(folding, weights): (&'static Folding, &Vec<i16>)| {
            let weights = weights.clone();
            folding.weights().iter().map(move |&number| weights[number as usize])
        };
        let mut mobility = Box::new([0; MOBILITIES * MOBILITIES]);
        mobility.copy_from_slice(&weights.mobility);
        Self {
            tables: Tables::new(FOLDINGS.iter().zip(&weights.patterns).map(unfolded)),
            mobility,
            parity: weights.parity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that differ from phase to phase and from state to state.
    fn some_weights() -> [PhaseWeights; PHASES] {
        std::array::from_fn(|phase| {
            let weights = |len: usize| (0..len).map(|number| (number % (50 + phase)) as i16 - 20).collect();
            PhaseWeights {
                patterns: FOLDINGS.iter().map(|folding| weights(folding.weight_count())).collect(),
                mobility: weights(MOBILITIES * MOBILITIES),
                parity: [phase as i16, -3],
            }
        })
    }

    #[test]
    fn weights_come_back_from_their_file() {
        let written = some_weights();
        let weights = Weights::read(Weights::write(&written)).unwrap();
        for (phase, expected) in written.iter().enumerate() {
            assert_eq!(&weights.unpack(phase), expected);
        }
    }

    #[test]
    fn every_number_of_empties_has_its_phase() {
        assert_eq!([64, 61, 60, 59, 58, 57, 2, 1, 0].map(phase), [0, 0, 0, 0, 0, 1, 28, 29, 29]);
    }

    #[test]
    fn other_files_are_refused() {
        let good = Weights::write(&some_weights());
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Weights::read(bytes).unwrap_err()
        };
        let len = good.len();
        assert_eq!(refused(&|bytes| bytes.clear()), WeightsError::Foreign);
        assert_eq!(refused(&|bytes| bytes[0] = b'o'), WeightsError::Foreign);
        assert_eq!(refused(&|bytes| bytes[8] = 9), WeightsError::Version(9));
        assert_eq!(refused(&|bytes| bytes[12] ^= 1), WeightsError::Patterns);
        assert_eq!(refused(&|bytes| bytes[16] = 31), WeightsError::Patterns);
        assert_eq!(refused(&|bytes| bytes.truncate(10)), WeightsError::Short { found: 10, wanted: 12 });
        assert_eq!(
            refused(&|bytes| bytes.truncate(len - 1)),
            WeightsError::Short { found: len - 1, wanted: len }
        );
        assert_eq!(refused(&|bytes| bytes.push(0)), WeightsError::Long(1));
        assert_eq!(refused(&|bytes| bytes[len / 2] ^= 1), WeightsError::Damaged);
        assert_eq!(refused(&|bytes| bytes[len - 1] ^= 1), WeightsError::Damaged);
    }
}
