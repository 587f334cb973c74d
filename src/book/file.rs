//! Books as files.
//!
//! # The file, version 1
//!
//! Numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `OUTFBOOK` |
//! | 4 | version |
//! | 1 | per cent confidence of the boldest search behind the values (0..=100) |
//! | 4 | number of positions |
//! | ... | the positions |
//! | 4 | CRC-32 of everything before it |
//!
//! A position is the mover's discs (8 bytes, bit 0 = a1), the opponent's (8), the number of moves (1) and the moves:
//! square (1, a1 = 0, h8 = 63), value in hundredths of a disc for the side to move (2, signed) and depth in plies
//! (1). Positions are canonical and ascend by the mover's discs, then the opponent's; moves stand best first,
//! equals in square order. So there is one file for each book.

use thiserror::Error;

use super::{Book, BookMove, Node};
use crate::eval::Value;
use crate::othello::{Bitboard, Position, Square};

const MAGIC: &[u8; 8] = b"OUTFBOOK";
const VERSION: u32 = 1;

/// No book is larger, in bytes.
pub const LARGEST_BOOK: u64 = 256 << 20;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 4;

/// What is wrong with a file of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// Another kind of file.
    #[error("not a book of Outflank")]
    Foreign,
    /// A version that this program does not read.
    #[error("a book of version {0}, wanted version {VERSION}")]
    Version(u32),
    /// The checksum does not fit: the file was cut short or damaged.
    #[error("the book is cut short or damaged")]
    Damaged,
    /// The position with this number, from 1, breaks a rule of the format.
    #[error("position {0} of the book is none")]
    Node(usize),
}

impl Book {
    /// The book in the content of a file.
    ///
    /// # Errors
    /// It is another kind of file, or not whole.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(BookError::Foreign)?;
        let mut rest = content;
        if rest.split_off(..MAGIC.len()) != Some(MAGIC) {
            return Err(BookError::Foreign);
        }
        let version = u32::from_le_bytes(take(&mut rest).ok_or(BookError::Damaged)?);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(BookError::Damaged);
        }
        let [selectivity] = take(&mut rest).ok_or(BookError::Damaged)?;
        let count = u32::from_le_bytes(take(&mut rest).ok_or(BookError::Damaged)?);
        let mut nodes: Vec<Node> = Vec::new();
        for number in 1..=count as usize {
            let node = read_node(&mut rest).ok_or(BookError::Node(number))?;
            if nodes.last().is_some_and(|last| last.key() >= node.key()) {
                return Err(BookError::Node(number));
            }
            nodes.push(node);
        }
        if selectivity > 100 || !rest.is_empty() {
            return Err(BookError::Damaged);
        }
        Ok(Self { nodes, selectivity })
    }

    /// The content of the file of this book.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.selectivity);
        bytes.extend((self.nodes.len() as u32).to_le_bytes());
        for node in &self.nodes {
            bytes.extend(node.position.mover().0.to_le_bytes());
            bytes.extend(node.position.opponent().0.to_le_bytes());
            bytes.push(node.moves.len() as u8);
            for known in &node.moves {
                bytes.push(known.square.index() as u8);
                bytes.extend((known.value.hundredths() as i16).to_le_bytes());
                bytes.push(known.depth);
            }
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Takes the next bytes; `None` where there are not so many.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*taken)
}

/// The next position; `None` where it is cut short or breaks a rule.
fn read_node(rest: &mut &[u8]) -> Option<Node> {
    let mut board = || take(rest).map(|bytes| Bitboard(u64::from_le_bytes(bytes)));
    let position = Position::new(board()?, board()?)?;
    let [count] = take(rest)?;
    let mut moves = Vec::new();
    for _ in 0..count {
        let [square, low, high, depth] = take(rest)?;
        let hundredths = i32::from(i16::from_le_bytes([low, high]));
        let value = Value::saturating(hundredths);
        if value.hundredths() != hundredths {
            return None;
        }
        moves.push(BookMove { square: Square::new(square)?, value, depth });
    }
    let node = Node::new(position, moves.clone())?;
    (node.moves == moves).then_some(node)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{node, some_book};
    use super::*;
    use crate::random::Random;

    /// The content with its checksum made right again.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let end = bytes.len().saturating_sub(CHECKSUM);
        bytes.truncate(end);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn books_come_back_from_their_files() {
        for book in
            [some_book(), Book::new(Vec::new(), 100), Book::new(vec![node("f5", &[("d6", -6400)])], 0)]
        {
            assert_eq!(Book::read(&book.write()), Ok(book));
        }
    }

    #[test]
    fn other_files_are_refused() {
        let good = some_book().write();
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Book::read(&bytes).unwrap_err()
        };
        assert_eq!(refused(&|bytes| bytes.clear()), BookError::Foreign);
        assert_eq!(refused(&|bytes| bytes[0] = b'o'), BookError::Foreign);
        assert_eq!(refused(&|bytes| bytes[8] = 2), BookError::Version(2));
        assert_eq!(refused(&|bytes| bytes.truncate(bytes.len() - 1)), BookError::Damaged);
        assert_eq!(refused(&|bytes| bytes.push(0)), BookError::Damaged);
        assert_eq!(refused(&|bytes| bytes[20] ^= 1), BookError::Damaged);
    }

    #[test]
    fn no_content_is_too_strange_to_be_refused() {
        // With the right checksum, so that each rule of the format is met.
        let good = some_book().write();
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            let mut bytes = good.clone();
            for _ in 0..=random.below(3) {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len() as u64) as usize;
                match random.below(4) {
                    0 => bytes[at] = random.bits() as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at + 1),
                }
            }
            // What is accepted all the same is a book, and this is its file.
            let bytes = sealed(bytes);
            if let Ok(book) = Book::read(&bytes) {
                assert_eq!(book.write(), bytes);
            }
        }
        for position in 1..=3 {
            let mut bytes = good.clone();
            let at = 17 + (position - 1) * 17;
            bytes[at] = 0xff;
            bytes[at + 8] = 0xff;
            assert!(matches!(Book::read(&sealed(bytes)), Err(BookError::Node(_))), "{position}");
        }
    }
}
