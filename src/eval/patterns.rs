//! The patterns: which cells they have, their images on the board, and how the states of their cells are
//! numbered.
//!
//! A pattern is an ordered set of cells (Buro 1998, *From simple features to sophisticated evaluation
//! functions*). Each of the eight symmetries of the board lays it somewhere; the images that cover different
//! cells are its *features*. The state of a feature is a number in balanced ternary: an empty cell counts 0,
//! the mover's disc +1, the opponent's -1, times the power of three of the cell. Seeing the position from the
//! other side therefore negates every index.
//!
//! A symmetry that lays a pattern onto its own cells must leave its weight as it is; [`Folding`] is where that
//! law is kept, for the fit, the file and the tables alike.

/// A pattern by its cells.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// What it is called in reports.
    pub name: &'static str,
    /// Its cells in the order of their powers of three, two characters each.
    cells: &'static str,
}

/// The patterns, in the order of their weights.
///
/// Lines, diagonals, corner blocks and the edge with its X squares are those of Logistello (Buro 1998);
/// the other ten-cell shapes tie corners and edges to the squares that decide them.
pub const PATTERNS: [Pattern; 15] = [
    Pattern { name: "edge+2X", cells: "a1b1c1d1e1f1g1h1b2g2" },
    Pattern { name: "corner 3x3", cells: "a1b1c1a2b2c2a3b3c3" },
    Pattern { name: "corner 2x5", cells: "a1b1c1d1e1a2b2c2d2e2" },
    Pattern { name: "line 2+2 corners", cells: "a1a2b2c2d2e2f2g2h2h1" },
    Pattern { name: "line 3", cells: "a3b3c3d3e3f3g3h3" },
    Pattern { name: "line 4", cells: "a4b4c4d4e4f4g4h4" },
    Pattern { name: "diagonal 8+2C", cells: "a1b2c3d4e5f6g7h8b1g8" },
    Pattern { name: "diagonal 7+2 corners", cells: "a1b1c2d3e4f5g6h7h8" },
    Pattern { name: "diagonal 6+2C+2X", cells: "b1c1d2e3f4g5h6h7b2g7" },
    Pattern { name: "diagonals 5 and 4+X", cells: "d1e2f3g4h5e1f2g3h4g2" },
    Pattern { name: "triangle", cells: "a1b1c1d1a2b2c2a3b3a4" },
    Pattern { name: "cross", cells: "a1b2c3d4b1a2c2b3d3c4" },
    Pattern { name: "corners+block", cells: "a1c1d1e1f1h1c2d2e2f2" },
    Pattern { name: "kite", cells: "a1b1a2b2c2d2e2b3b4b5" },
    Pattern { name: "narrow triangle", cells: "a1b1c1d1e1a2b2a3a4a5" },
];

/// How many features there are: the images of all patterns that cover different cells.
pub const FEATURES: usize = 64;

/// The most cells of a pattern.
const MAX_CELLS: usize = 10;

/// One image of a pattern.
#[derive(Clone, Copy)]
struct Image {
    /// Which of [`PATTERNS`] it is an image of.
    pattern: usize,
    /// Squares (a1 = 0) in the order of the cells.
    squares: [u8; MAX_CELLS],
}

impl Pattern {
    /// How many cells it has (at most 10).
    pub const fn size(&self) -> usize {
        self.cells.len() / 2
    }

    /// The number of indices above zero: its indices are `-max_index()..=max_index()`.
    pub const fn max_index(&self) -> usize {
        (3usize.pow(self.size() as u32) - 1) / 2
    }

    /// Square (a1 = 0) of one cell.
    const fn square(&self, cell: usize) -> u8 {
        let bytes = self.cells.as_bytes();
        (bytes[2 * cell] - b'a') + 8 * (bytes[2 * cell + 1] - b'1')
    }

    /// Its image under one of the eight symmetries of the board.
    const fn image(&self, symmetry: u8) -> [u8; MAX_CELLS] {
        let mut squares = [0; MAX_CELLS];
        let mut cell = 0;
        while cell < self.size() {
            squares[cell] = laid_over(self.square(cell), symmetry);
            cell += 1;
        }
        squares
    }

    /// The set of squares under its first `len` cells.
    const fn bits(&self, squares: &[u8; MAX_CELLS]) -> u64 {
        let mut bits = 0;
        let mut cell = 0;
        while cell < self.size() {
            bits |= 1 << squares[cell];
            cell += 1;
        }
        bits
    }
}

/// Where one of the eight symmetries (bit 0 mirrors columns, bit 1 rows, bit 2 exchanges both) takes a square.
const fn laid_over(square: u8, symmetry: u8) -> u8 {
    let (mut column, mut row) = (square & 7, square >> 3);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 { column * 8 + row } else { row * 8 + column }
}

/// All features, pattern by pattern.
const IMAGES: [Image; FEATURES] = {
    let mut images = [Image { pattern: 0, squares: [0; MAX_CELLS] }; FEATURES];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = PATTERNS[pattern].image(symmetry);
            let bits = PATTERNS[pattern].bits(&squares);
            let mut known = false;
            let mut earlier = first;
            while earlier < count {
                known |= PATTERNS[pattern].bits(&images[earlier].squares) == bits;
                earlier += 1;
            }
            if !known {
                images[count] = Image { pattern, squares };
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(count == FEATURES);
    images
};

/// Which of [`PATTERNS`] each feature is an image of.
pub const PATTERN_OF: [usize; FEATURES] = {
    let mut patterns = [0; FEATURES];
    let mut feature = 0;
    while feature < FEATURES {
        patterns[feature] = IMAGES[feature].pattern;
        feature += 1;
    }
    patterns
};

/// The powers of three of one square, by feature; 0 for a feature that does not cover the square.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Powers(pub [i16; FEATURES]);

/// What a mover's disc on each square (a1 = 0) adds to the index of each feature.
pub static POWERS: [Powers; 64] = {
    let mut powers = [Powers([0; FEATURES]); 64];
    let mut feature = 0;
    while feature < FEATURES {
        let image = IMAGES[feature];
        let mut power = 1;
        let mut cell = 0;
        while cell < PATTERNS[image.pattern].size() {
            powers[image.squares[cell] as usize].0[feature] = power;
            // The power after the last cell of ten does not fit and is not needed.
            power = power.wrapping_mul(3);
            cell += 1;
        }
        feature += 1;
    }
    powers
};

/// How the weights of one pattern are tied together: from a state to the weight that it shares.
#[derive(Clone, Debug)]
pub struct Folding {
    /// For each index from the lowest to the highest the number of its weight.
    weights: Vec<u32>,
    /// How many different weights there are.
    len: usize,
}

impl Folding {
    /// The folding of this pattern.
    pub fn new(pattern: &Pattern) -> Self {
        let cells = pattern.image(0);
        let own = pattern.bits(&cells);
        let onto_itself =
            (1..8).map(|symmetry| pattern.image(symmetry)).filter(|image| pattern.bits(image) == own);
        let place =
            |square| cells.iter().position(|&cell| cell == square).expect("an image with the same cells");
        // For each symmetry the image of every state, from the lowest index.
        let images: Vec<Vec<i32>> = onto_itself
            .map(|image| turned(image[..pattern.size()].iter().map(|&square| place(square))))
            .collect();
        let max = pattern.max_index() as i32;
        let mut weights: Vec<u32> = Vec::with_capacity(2 * pattern.max_index() + 1);
        let mut len = 0;
        for index in -max..=max {
            // The smallest image was met before, unless it is the index itself.
            let first = images.iter().map(|images| images[(index + max) as usize]).fold(index, i32::min);
            if first == index {
                weights.push(len);
                len += 1;
            } else {
                weights.push(weights[(first + max) as usize]);
            }
        }
        Self { weights, len: len as usize }
    }

    /// How many independent weights the pattern has.
    pub const fn weight_count(&self) -> usize {
        self.len
    }

    /// The number of its weight for each index in turn, from the lowest index to the highest.
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }
}

/// For each state, from the lowest index to the highest, the index of the state whose cell `turn[k]` has what
/// its own cell k has.
fn turned(turn: impl Iterator<Item = usize>) -> Vec<i32> {
    turn.fold(vec![0], |images, cell| {
        let power = 3i32.pow(cell as u32);
        let mut longer = Vec::with_capacity(3 * images.len());
        for disc in [-power, 0, power] {
            longer.extend(images.iter().map(|image| image + disc));
        }
        longer
    })
}

/// A number that tells sets of patterns apart: the CRC-32 of all cells.
pub fn fingerprint() -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for pattern in &PATTERNS {
        hasher.update(pattern.cells.as_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Indices;
    use crate::othello::{Bitboard, Position, Symmetry};
    use crate::random::Random;

    #[test]
    fn every_pattern_has_all_its_images() {
        for (number, pattern) in PATTERNS.iter().enumerate() {
            let images: Vec<u64> = IMAGES
                .iter()
                .filter(|image| image.pattern == number)
                .map(|image| pattern.bits(&image.squares))
                .collect();
            for symmetry in Symmetry::all() {
                for &image in &images {
                    let turned = symmetry.bitboard(Bitboard(image)).0;
                    assert!(images.contains(&turned), "{} {symmetry:?}", pattern.name);
                }
            }
            assert!(
                images.iter().all(|image| image.count_ones() as usize == pattern.size()),
                "{}",
                pattern.name
            );
        }
    }

    #[test]
    fn the_weights_met_are_the_same_for_all_images_of_a_position() {
        let foldings: Vec<Folding> = PATTERNS.iter().map(Folding::new).collect();
        let weights = |position: &Position| {
            let indices = Indices::new(position);
            let mut weights: Vec<(usize, u32)> = (0..FEATURES)
                .map(|feature| {
                    let pattern = PATTERN_OF[feature];
                    let state =
                        i32::from(indices.by_feature()[feature]) + PATTERNS[pattern].max_index() as i32;
                    (pattern, foldings[pattern].weights()[state as usize])
                })
                .collect();
            weights.sort_unstable();
            weights
        };
        let mut random = Random::new(3);
        for _ in 0..1_000 {
            let (discs, mine) = (random.bits(), random.bits());
            let position = Position::new(Bitboard(discs & mine), Bitboard(discs & !mine)).unwrap();
            let expected = weights(&position);
            for symmetry in Symmetry::all() {
                assert_eq!(weights(&symmetry.position(&position)), expected, "{symmetry:?} {position:?}");
            }
        }
    }

    #[test]
    fn a_line_of_eight_folds_to_half_its_states_and_its_palindromes() {
        // 3^8 states; those equal to their mirror image are given by four cells.
        let line = PATTERNS.iter().find(|pattern| pattern.name == "line 4").unwrap();
        assert_eq!(Folding::new(line).weight_count(), (6561 + 81) / 2);
    }
}
