//! The tree of a book while it is made: its positions, the searches of the moves that leave it, and the values that
//! follow from them.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::book::{Book, BookMove, Node, following};
use crate::eval::Value;
use crate::othello::{Bitboard, Position, Square, Symmetry};

/// What a search found of the moves of a position that leave the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// The best of them.
    pub(super) square: Square,
    pub(super) value: Value,
    /// Plies (at least 1).
    pub(super) depth: u8,
    /// Per cent confidence.
    pub(super) selectivity: u8,
}

/// A position whose moves out of the book are to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    /// Canonical.
    pub(super) position: Position,
    /// The moves; not empty.
    pub(super) moves: Bitboard,
}

/// The positions of the book, canonical, each with a move.
#[derive(Default)]
pub(super) struct Tree {
    positions: HashSet<Position>,
    /// By empties: what follows a position has fewer.
    by_empties: BTreeMap<u32, Vec<Position>>,
}

impl Tree {
    /// Takes in a position that has a move, if it is not there.
    pub(super) fn add(&mut self, position: &Position) -> bool {
        let (_, position) = Symmetry::canonical(position);
        let is_new = self.positions.insert(position);
        if is_new {
            self.by_empties.entry(position.empties()).or_default().push(position);
        }
        is_new
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The position of the book that `square` leads to, canonical, and whether a pass lies between.
    fn link(&self, position: &Position, square: Square) -> Option<(Position, bool)> {
        let (next, passed) = following(position, square)?;
        let (_, next) = Symmetry::canonical(&next);
        self.positions.contains(&next).then_some((next, passed))
    }

    /// What has to be searched for the book to be whole.
    pub(super) fn questions(&self) -> impl Iterator<Item = Question> + '_ {
        self.by_empties.values().rev().flatten().filter_map(|position| {
            let out = position.legal_moves().filter(|square| self.link(position, *square).is_none());
            let moves: Bitboard = out.collect();
            (!moves.is_empty()).then_some(Question { position: *position, moves })
        })
    }

    /// The book, once every question has its answer in `leaves`.
    pub(super) fn book(&self, leaves: &HashMap<Question, Leaf>) -> Book {
        let mut nodes: HashMap<Position, Node> = HashMap::new();
        let mut selectivity = 100;
        let answers: HashMap<Position, Leaf> = self
            .questions()
            .filter_map(|question| Some((question.position, *leaves.get(&question)?)))
            .collect();
        // From the end to the start: what follows is known first.
        for position in self.by_empties.values().flatten() {
            let links = position.legal_moves().filter_map(|square| {
                let (next, passed) = self.link(position, square)?;
                let best = nodes.get(&next)?.moves().first()?;
                let value = if passed { best.value } else { -best.value };
                Some(BookMove { square, value, depth: best.depth.saturating_add(1) })
            });
            let mut moves: Vec<BookMove> = links.collect();
            if let Some(leaf) = answers.get(position) {
                selectivity = selectivity.min(leaf.selectivity);
                moves.extend(images(position, leaf));
            }
            nodes.extend(Node::new(*position, moves).map(|node| (*position, node)));
        }
        Book::new(nodes.into_values().collect(), selectivity)
    }

    /// The positions, up to `most`, that the best moves of `book` lead to outside of it, with at least
    /// `least_empties`: nearest to the start first.
    pub(super) fn exits(&self, book: &Book, least_empties: u32, most: usize) -> Vec<Position> {
        let mut exits: Vec<Position> = book
            .nodes()
            .iter()
            .filter_map(|node| {
                let best = node.moves().first()?.square;
                let (next, _) = following(node.position(), best)?;
                let (_, next) = Symmetry::canonical(&next);
                (next.empties() >= least_empties && !self.positions.contains(&next)).then_some(next)
            })
            .collect();
        exits.sort_by_key(|position| (64 - position.empties(), position.mover(), position.opponent()));
        exits.dedup();
        exits.truncate(most);
        exits
    }
}

/// The move of a leaf, and those that a symmetry of the position makes of it: they are worth the same.
fn images(position: &Position, leaf: &Leaf) -> Vec<BookMove> {
    let of_itself = Symmetry::all().filter(|symmetry| symmetry.position(position) == *position);
    let squares: Bitboard = of_itself.map(|symmetry| symmetry.square(leaf.square)).collect();
    squares.map(|square| BookMove { square, value: leaf.value, depth: leaf.depth }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::play_line;
    use crate::othello::Game;

    fn position(moves: &str) -> Position {
        *play_line(&Game::default(), moves).unwrap().position()
    }

    /// Answers every question with its first move and a value that depends on nothing but the position.
    fn answers(tree: &Tree) -> HashMap<Question, Leaf> {
        let leaf = |question: &Question| Leaf {
            square: question.moves.first().unwrap(),
            value: Value::saturating((question.position.mover().0 % 997) as i32 - 500),
            depth: 8,
            selectivity: 95,
        };
        tree.questions().map(|question| (question, leaf(&question))).collect()
    }

    #[test]
    fn values_go_back_by_negamax_and_turn_no_sign_at_a_pass() {
        // After c1 black must pass: a3, b4 and d6 are white's.
        let line = "d3 c3 f5 d2 d1 e1 b2 c1 pass";
        let mut tree = Tree::default();
        let before = position("d3 c3 f5 d2 d1 e1 b2");
        for position in [before, position(line)] {
            assert!(tree.add(&position));
        }
        assert!(!tree.add(&Symmetry::all().last().unwrap().position(&before)));
        let book = tree.book(&answers(&tree));
        assert_eq!((book.nodes().len(), book.selectivity()), (2, 95));
        let after = book.moves(&position(line));
        let link =
            book.moves(&before).into_iter().find(|known| known.square == "c1".parse().unwrap()).unwrap();
        assert_eq!((link.value, link.depth), (after[0].value, after[0].depth + 1));
    }

    #[test]
    fn the_start_has_one_question_and_four_equal_answers() {
        let mut tree = Tree::default();
        tree.add(&Position::START);
        let questions: Vec<Question> = tree.questions().collect();
        assert_eq!((questions.len(), questions[0].moves.count()), (1, 4));
        assert_eq!(tree.book(&answers(&tree)).moves(&Position::START).len(), 4);
        tree.add(&position("f5"));
        assert_eq!(tree.questions().count(), 1, "all first moves are in the book now");
        let book = tree.book(&answers(&tree));
        let (start, next) = (book.moves(&Position::START), book.moves(&position("f5")));
        assert_eq!(start.len(), 4);
        assert!(start.iter().all(|known| known.value == -next[0].value));
    }

    #[test]
    fn the_exits_are_where_best_moves_leave_the_book() {
        let mut tree = Tree::default();
        tree.add(&Position::START);
        let book = tree.book(&answers(&tree));
        let first = Symmetry::canonical(&position("f5")).1;
        assert_eq!(tree.exits(&book, 50, 10), [first]);
        assert_eq!(tree.exits(&book, 60, 10), []);
        assert_eq!(tree.exits(&book, 50, 0), []);
    }
}
