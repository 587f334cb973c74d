//! `outflank book build`: the positions of many games, searched and joined to a book.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::in_file;
use super::tree::{Leaf, Question, Tree};
use crate::book::Book;
use crate::commands::CommandFailure;
use crate::commands::progress::bar;
use crate::commands::resumable::Lines;
use crate::eval::{Value, weights};
use crate::files::{is_same, require_plain};
use crate::formats::wthor::Archive;
use crate::othello::{Bitboard, Position, Square, Symmetry, Turn};
use crate::search::{Control, Goal, Job, Limits, Table, search};

/// The arguments of `outflank book build`.
#[derive(Args, Clone, Debug)]
pub struct BuildArgs {
    /// WTHOR files (.wtb)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File of the book to make; an old one is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games that a position must have been played in
    #[arg(long, value_name = "N", default_value_t = 50)]
    games: u32,
    /// Plies from the start that the book goes on for at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=40))]
    plies: u8,
    /// Plies of each search
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: u8,
    /// Positions to take in because best moves lead to them
    #[arg(long, value_name = "N", default_value_t = 1000)]
    expand: usize,
}

/// Size of the table of the searches, in MiB.
const HASH: usize = 16;

/// A full board has so many squares beyond the four of the start.
const ALL_PLIES: u32 = 60;

/// Makes the book and says how large it is.
///
/// # Errors
/// A file cannot be read or written, or no position was played often enough.
pub(super) fn run(arguments: &BuildArgs, out: &mut impl Write) -> Result<(), CommandFailure> {
    require_plain(&arguments.out).map_err(|error| in_file(&arguments.out, &error))?;
    if arguments.files.iter().any(|path| is_same(path, &arguments.out)) {
        let path = arguments.out.display();
        return Err(CommandFailure::Usage(format!("{path}: is read for its games, and not written over")));
    }
    let mut tree = often_played(arguments)?;
    let played = tree.len();
    let mut searches = Searches::open(arguments)?;
    let least_empties = ALL_PLIES - u32::from(arguments.plies) + 1;
    let mut left = arguments.expand;
    let book = loop {
        searches.answer(&tree)?;
        let book = tree.book(&searches.leaves);
        let exits = tree.exits(&book, least_empties, left);
        if exits.is_empty() {
            break book;
        }
        left -= exits.len();
        for exit in exits {
            tree.add(&exit);
        }
    };
    write(&book, &arguments.out)?;
    // The book is whole: what it was made of is needed no more.
    let _ = fs::remove_file(&searches.path);
    let moves: usize = book.nodes().iter().map(|node| node.moves().len()).sum();
    let bytes = book.write().len();
    writeln!(
        out,
        "{} positions, {played} of them from games, {moves} moves, depth {}, {bytes} bytes",
        tree.len(),
        arguments.depth
    )?;
    Ok(())
}

/// Writes the book beside its place and puts it there: what stood there is kept until the new one is whole.
fn write(book: &Book, path: &Path) -> Result<(), CommandFailure> {
    let beside = beside(path, "new");
    fs::write(&beside, book.write())
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| in_file(path, &error))
}

/// The path with another extension behind it.
fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// The positions that were played in enough games.
fn often_played(arguments: &BuildArgs) -> Result<Tree, CommandFailure> {
    let mut counts: HashMap<Position, u32> = HashMap::new();
    for path in &arguments.files {
        let bytes = fs::read(path).map_err(|error| in_file(path, &error))?;
        let archive = Archive::new(&bytes).map_err(|error| in_file(path, &error))?;
        for record in archive.games() {
            match record {
                Ok(record) => {
                    let moves = record.game.turns().filter(|turn| matches!(turn.turn, Turn::Move(_)));
                    for turn in moves.take(arguments.plies.into()) {
                        *counts.entry(Symmetry::canonical(&turn.before).1).or_default() += 1;
                    }
                }
                Err(error) => log::warn!("{}: {error}; left out", path.display()),
            }
        }
    }
    let mut often: Vec<Position> = counts
        .into_iter()
        .filter(|(_, games)| *games >= arguments.games)
        .map(|(position, _)| position)
        .collect();
    if often.is_empty() {
        return Err(CommandFailure::Input(format!("no position was played in {} games", arguments.games)));
    }
    // In an order that does not depend on the table that they were counted in.
    often.sort_by_key(|position| (position.mover(), position.opponent()));
    let mut tree = Tree::default();
    for position in &often {
        tree.add(position);
    }
    Ok(tree)
}

/// The searches, those of earlier runs with the same weights and depth among them.
struct Searches {
    leaves: HashMap<Question, Leaf>,
    log: Lines,
    path: PathBuf,
    table: Table,
    depth: u8,
}

impl Searches {
    fn open(arguments: &BuildArgs) -> Result<Self, CommandFailure> {
        let path = beside(&arguments.out, "searches");
        let depth = arguments.depth;
        let title = format!("outflank book: searches of {depth} plies, weights {:08x}", weights().id());
        let (log, known) = Lines::open(&path, &title, read_search).map_err(|error| in_file(&path, &error))?;
        let table = Table::new(HASH).map_err(|error| CommandFailure::Input(error.to_string()))?;
        Ok(Self { leaves: known.into_iter().collect(), log, path, table, depth })
    }

    /// Searches what the tree asks and is not known.
    fn answer(&mut self, tree: &Tree) -> Result<(), CommandFailure> {
        let open: Vec<Question> =
            tree.questions().filter(|question| !self.leaves.contains_key(question)).collect();
        let bar = bar(Some(open.len() as u64));
        for question in open {
            let leaf = self.search(question);
            self.log.add(&write_search(&question, &leaf)).map_err(|error| in_file(&self.path, &error))?;
            self.leaves.insert(question, leaf);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn search(&self, question: Question) -> Leaf {
        let Question { position, moves } = question;
        let limits = Limits::plies(self.depth);
        let job = Job { position, goal: Goal::Play, limits, moves, multi_pv: 1, threads: 1 };
        // What other positions have left would not change the values, but their moves among equals.
        self.table.clear();
        let answer = search(&job, &self.table, &Control::new(Instant::now()), &mut |_| {});
        let line = &answer.lines[0];
        let Some(&Turn::Move(square)) = line.pv.first() else {
            unreachable!("a position of the book has a move");
        };
        Leaf { square, value: line.value, depth: line.depth.max(1), selectivity: line.selectivity }
    }
}

/// A search as a line: discs of the mover, of the opponent and moves in hexadecimal, then square, hundredths of a
/// disc, plies and per cent.
fn write_search(question: &Question, leaf: &Leaf) -> String {
    let Question { position, moves } = question;
    let [mover, opponent, moves] = [position.mover().0, position.opponent().0, moves.0];
    let Leaf { square, value, depth, selectivity } = leaf;
    format!("{mover:016x} {opponent:016x} {moves:016x} {square} {} {depth} {selectivity}", value.hundredths())
}

fn read_search(line: &str) -> Option<(Question, Leaf)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [mover, opponent, moves, square, value, depth, selectivity] = words.as_slice() else { return None };
    let set = |word: &str| u64::from_str_radix(word, 16).ok().map(Bitboard);
    let position = Position::new(set(mover)?, set(opponent)?)?;
    let question = Question { position, moves: set(moves)? };
    let square: Square = square.parse().ok()?;
    let value = Value::saturating(value.parse().ok()?);
    let leaf = Leaf { square, value, depth: depth.parse().ok()?, selectivity: selectivity.parse().ok()? };
    (question.moves.contains(square) && leaf.depth > 0).then_some((question, leaf))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_come_back_from_their_lines() {
        let question = Question { position: Position::START, moves: Position::START.legal_moves() };
        let square = question.moves.first().expect("the start has moves");
        let leaf = Leaf { square, value: Value::saturating(-25), depth: 12, selectivity: 73 };
        let line = write_search(&question, &leaf);
        assert_eq!(read_search(&line), Some((question, leaf)));
        for broken in [&line[..line.len() - 3], "", "x", &line.replace("d3", "a1"), &format!("{line} 1")] {
            assert_eq!(read_search(broken), None, "{broken}");
        }
    }
}
