//! The opening book: positions whose moves were searched beforehand, with the value of each.
//!
//! A position stands for its eight images, and every position in it has a move: where a move leaves the other side
//! without one, the position that follows is the one after the pass. The value of a move into a position of the
//! book is what that position's best move brings (negamax); that of a move out of it, what a search found.
//! [`file`] says how a book is stored, `outflank book build` makes one.

mod file;

use std::cmp::Reverse;
use std::sync::OnceLock;

use thiserror::Error;

pub use file::{BookError, LARGEST_BOOK};

use crate::eval::Value;
use crate::othello::{Position, Square, Symmetry, Turn};
use crate::random::Random;

/// The book used where no other is named.
static BOOK: OnceLock<Book> = OnceLock::new();

/// The book that is carried along.
static EMBEDDED: &[u8] = include_bytes!("book.bin");

/// A book is in use already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("another book is in use already")]
pub struct BookInUse;

/// Makes `book` the one that is used where no other is named, in place of the one carried along.
///
/// # Errors
/// One of them has been used already.
pub fn use_book(book: Book) -> Result<(), BookInUse> {
    BOOK.set(book).map_err(|_| BookInUse)
}

/// The book used where no other is named.
pub fn book() -> &'static Book {
    BOOK.get_or_init(|| Book::read(EMBEDDED).expect("the tests read the book that is carried along"))
}

/// A move of a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where the disc goes.
    pub square: Square,
    /// What it is worth, for the side that plays it.
    pub value: Value,
    /// Plies looked ahead for the value, the moves of the book included (at least 1).
    pub depth: u8,
}

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The canonical image of the position ([`Symmetry::canonical`]).
    position: Position,
    /// Best first, at least one.
    moves: Vec<BookMove>,
}

/// An opening book.
///
/// # Examples
/// ```
/// use outflank::book::{Book, BookMove, Node};
/// use outflank::eval::Value;
/// use outflank::othello::{Position, Symmetry};
///
/// let (_, position) = Symmetry::canonical(&Position::START);
/// let square = position.legal_moves().next().ok_or("it has moves")?;
/// let known = BookMove { square, value: Value::DRAW, depth: 12 };
/// let book = Book::new(vec![Node::new(position, vec![known]).ok_or("a node")?], 100);
/// assert_eq!(book.moves(&Position::START).len(), 1);
/// assert_eq!(Book::read(&book.write()), Ok(book));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// In the order of their discs.
    nodes: Vec<Node>,
    /// Per cent confidence of the boldest search behind the values.
    selectivity: u8,
}

impl Node {
    /// A node of these moves, in any order; `None` where the position is not canonical, a move is not legal in it
    /// or stands twice, a depth is 0, or there is no move.
    pub fn new(position: Position, mut moves: Vec<BookMove>) -> Option<Self> {
        let legal = position.legal_moves();
        let is_sound = |known: &BookMove| legal.contains(known.square) && known.depth > 0;
        moves.sort_by_key(|known| (Reverse(known.value), known.square));
        let mut squares: Vec<Square> = moves.iter().map(|known| known.square).collect();
        squares.sort_unstable();
        squares.dedup();
        let whole = !moves.is_empty() && squares.len() == moves.len() && moves.iter().all(is_sound);
        (whole && Symmetry::canonical(&position).1 == position).then_some(Self { position, moves })
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Its known moves, best first.
    pub fn moves(&self) -> &[BookMove] {
        &self.moves
    }

    /// What nodes are ordered by.
    fn key(&self) -> (u64, u64) {
        key(&self.position)
    }
}

const fn key(position: &Position) -> (u64, u64) {
    (position.mover().0, position.opponent().0)
}

impl Book {
    /// The book of these nodes; of several with one position the first counts. `selectivity`: per cent confidence
    /// of the boldest search behind them.
    pub fn new(mut nodes: Vec<Node>, selectivity: u8) -> Self {
        nodes.sort_by_key(Node::key);
        nodes.dedup_by_key(|node| node.key());
        Self { nodes, selectivity: selectivity.min(100) }
    }

    /// The positions, in the order of their discs.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Per cent confidence of the boldest search behind the values.
    pub const fn selectivity(&self) -> u8 {
        self.selectivity
    }

    /// The known moves of `position`, best first and equals in square order; none where it is not in the book.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let (symmetry, canonical) = Symmetry::canonical(position);
        let Ok(index) = self.nodes.binary_search_by_key(&key(&canonical), Node::key) else {
            return Vec::new();
        };
        let back = symmetry.inverse();
        let image = |known: &BookMove| BookMove { square: back.square(known.square), ..*known };
        let mut moves: Vec<BookMove> = self.nodes[index].moves.iter().map(image).collect();
        moves.sort_by_key(|known| (Reverse(known.value), known.square));
        moves
    }

    /// A move of `position` whose value is at most `randomness` hundredths of a disc below that of the best: any
    /// of them with equal chance, always the first where it is 0. `None` where the position is not in the book.
    pub fn choose(&self, position: &Position, randomness: u32, random: &mut Random) -> Option<BookMove> {
        let moves = self.moves(position);
        let best = *moves.first()?;
        if randomness == 0 {
            return Some(best);
        }
        let least = best.value.hundredths().saturating_sub_unsigned(randomness);
        let good = moves.partition_point(|known| known.value.hundredths() >= least);
        random.choose(&moves[..good]).copied()
    }

    /// The turns from `square` on as the book has them, best moves after the first, passes where they are forced.
    /// Empty where `square` is no legal move.
    pub fn line(&self, position: &Position, square: Square) -> Vec<Turn> {
        let (mut position, mut next) = (*position, Some(square));
        let mut turns = Vec::new();
        while let Some(after) = next.and_then(|square| Some((square, position.play(square)?))) {
            let (square, after) = after;
            turns.push(Turn::Move(square));
            position = after;
            if position.must_pass() {
                position = position.passed();
                if !self.moves(&position).is_empty() {
                    turns.push(Turn::Pass);
                }
            }
            next = self.moves(&position).first().map(|known| known.square);
        }
        turns
    }
}

/// The position that the book has for what follows `square`: after the pass where one is forced, which is then the
/// second part. `None` where the move is not legal or ends the game.
pub fn following(position: &Position, square: Square) -> Option<(Position, bool)> {
    let after = position.play(square)?;
    if !after.legal_moves().is_empty() {
        Some((after, false))
    } else {
        after.must_pass().then(|| (after.passed(), true))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::formats::play_line;
    use crate::othello::Game;

    fn position(moves: &str) -> Position {
        *play_line(&Game::default(), moves).unwrap().position()
    }

    /// A node for the position after `moves`, its squares as they are there.
    pub(super) fn node(moves: &str, known: &[(&str, i32)]) -> Node {
        let (symmetry, canonical) = Symmetry::canonical(&position(moves));
        let known = known.iter().map(|(square, value)| BookMove {
            square: symmetry.square(square.parse().unwrap()),
            value: Value::saturating(*value),
            depth: 10,
        });
        Node::new(canonical, known.collect()).unwrap()
    }

    pub(super) fn some_book() -> Book {
        let nodes = vec![
            node("f5", &[("d6", 5), ("f6", 0), ("f4", -310)]),
            node("f5 d6", &[("c3", 10), ("c5", -5), ("c4", 8)]),
            node("f5 d6 c3", &[("d3", -12)]),
        ];
        Book::new(nodes, 95)
    }

    #[test]
    fn all_eight_images_of_a_position_have_the_images_of_its_moves() {
        let book = some_book();
        for moves in ["f5", "f5 d6", "f5 d6 c3"] {
            let position = position(moves);
            let known = book.moves(&position);
            assert!(!known.is_empty(), "{moves}");
            for symmetry in Symmetry::all() {
                let images = book.moves(&symmetry.position(&position));
                let mut expected: Vec<BookMove> = known
                    .iter()
                    .map(|known| BookMove { square: symmetry.square(known.square), ..*known })
                    .collect();
                expected.sort_by_key(|known| (Reverse(known.value), known.square));
                assert_eq!(images, expected, "{moves} {symmetry:?}");
            }
        }
    }

    #[test]
    fn moves_stand_best_first_and_unknown_positions_have_none() {
        let squares: Vec<String> =
            some_book().moves(&position("f5 d6")).iter().map(|known| known.square.to_string()).collect();
        assert_eq!(squares, ["c3", "c4", "c5"]);
        assert_eq!(some_book().moves(&position("f5 f6")), []);
        assert_eq!(some_book().choose(&position("f5 f6"), 100, &mut Random::new(1)), None);
    }

    #[test]
    fn chance_stays_within_its_limit_and_finds_all_within_it() {
        let book = some_book();
        let position = position("f5");
        for (randomness, expected) in
            [(0, vec!["d6"]), (4, vec!["d6"]), (5, vec!["d6", "f6"]), (315, vec!["d6", "f4", "f6"])]
        {
            let mut random = Random::new(7);
            let chosen = (0..200).filter_map(|_| book.choose(&position, randomness, &mut random));
            let mut squares: Vec<String> = chosen.map(|known| known.square.to_string()).collect();
            squares.sort_unstable();
            squares.dedup();
            assert_eq!(squares, expected, "{randomness}");
        }
        let sequence = |seed| {
            let mut random = Random::new(seed);
            (0..50).map(|_| book.choose(&position, 400, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(sequence(3), sequence(3));
        assert_ne!(sequence(3), sequence(4));
    }

    #[test]
    fn lines_follow_the_best_moves_with_their_passes() {
        let line = |book: &Book, moves, square: &str| {
            let turns = book.line(&position(moves), square.parse().unwrap());
            turns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line(&some_book(), "f5", "d6"), "d6 c3 d3");
        assert_eq!(line(&some_book(), "f5", "f4"), "f4");
        assert_eq!(line(&some_book(), "f5", "a1"), "");
        // After c1 black has no move, and white goes on.
        let to_a_pass = "d3 c3 f5 d2 d1 e1 b2";
        let passing = Book::new(vec![node("d3 c3 f5 d2 d1 e1 b2 c1 pass", &[("a3", 100)])], 100);
        assert_eq!(line(&passing, to_a_pass, "c1"), "c1 pass a3");
    }

    #[test]
    fn what_is_no_position_of_a_book_is_refused() {
        let (_, start) = Symmetry::canonical(&Position::START);
        let known = |square: Square, depth| BookMove { square, value: Value::DRAW, depth };
        let legal = start.legal_moves().next().unwrap();
        let illegal = start.empty().find(|square| !start.legal_moves().contains(*square)).unwrap();
        assert!(Node::new(start, vec![known(legal, 1)]).is_some());
        assert_eq!(Node::new(start, vec![]), None);
        assert_eq!(Node::new(start, vec![known(legal, 0)]), None);
        assert_eq!(Node::new(start, vec![known(illegal, 1)]), None);
        assert_eq!(Node::new(start, vec![known(legal, 1), known(legal, 2)]), None);
        let other =
            Symmetry::all().map(|symmetry| symmetry.position(&position("f5"))).max_by_key(key).unwrap();
        assert_eq!(Node::new(other, vec![known(other.legal_moves().next().unwrap(), 1)]), None);
    }

    /// The law that the values of a book obey, whoever has made it.
    #[test]
    fn in_the_book_carried_along_a_moves_value_is_that_of_the_position_it_leads_to() {
        let book = book();
        let known: HashMap<Position, &Node> = book.nodes().iter().map(|node| (node.position, node)).collect();
        let mut links = 0;
        for node in book.nodes() {
            for known_move in &node.moves {
                let Some((next, passed)) = following(&node.position, known_move.square) else { continue };
                let Some(next) = known.get(&Symmetry::canonical(&next).1) else { continue };
                links += 1;
                let best = next.moves.iter().map(|known| known.value).max().unwrap();
                assert_eq!(known_move.value, if passed { best } else { -best }, "{node:?}");
            }
        }
        assert!(links > 1000, "{links} moves within the book");
    }

    #[test]
    fn the_book_carried_along_is_small_and_knows_the_start() {
        assert!(EMBEDDED.len() <= 300 << 10, "{} bytes", EMBEDDED.len());
        // All four first moves are images of each other.
        let moves = book().moves(&Position::START);
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().all(|known| known.value == moves[0].value));
    }
}
