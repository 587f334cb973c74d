//! `outflank book`: makes an opening book, and shows what one knows of a position.

mod build;
mod tree;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::CommandFailure;
use crate::book::{Book, LARGEST_BOOK, book};
use crate::files::read_plain;
use crate::formats::{Board, play_line};
use crate::othello::{Game, Position};

/// What to do with a book.
#[derive(Clone, Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book from the positions that games have most often and those that searches lead to
    ///
    /// Every position that was played often enough is searched for the best move that leaves the book, and the
    /// values go back to the start by negamax. Where the best move of a position leaves the book, the position
    /// behind it is taken in. Searches are kept in OUT.searches, so that a build which was stopped goes on.
    Build(build::BuildArgs),
    /// The known moves of a position, best first: move, discs for the side that plays it, plies looked ahead
    Show(ShowArgs),
}

/// The arguments of `outflank book show`.
#[derive(Args, Clone, Debug)]
pub struct ShowArgs {
    /// Moves from the start (f5d6c3), or a board of 64 squares and the side to move; the start where left out
    ///
    /// As a board may begin with a hyphen, options stand before it.
    #[arg(allow_hyphen_values = true)]
    position: Vec<String>,
    /// The book in FILE in place of the one carried along
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// Does what was asked; results go to `out`, progress to stderr.
///
/// # Errors
/// A file cannot be read or written, or the position not be understood.
pub fn run(command: &BookCommand, out: &mut impl Write) -> Result<(), CommandFailure> {
    match command {
        BookCommand::Build(arguments) => build::run(arguments, out),
        BookCommand::Show(arguments) => match &arguments.book {
            Some(path) => show(&read(path)?, &arguments.position, out),
            None => show(book(), &arguments.position, out),
        },
    }
}

/// The book in a file.
///
/// # Errors
/// The file cannot be read, or holds something else.
pub fn read(path: &Path) -> Result<Book, CommandFailure> {
    let bytes = read_plain(path, LARGEST_BOOK).map_err(|error| in_file(path, &error))?;
    Book::read(&bytes).map_err(|error| in_file(path, &error))
}

fn in_file(path: &Path, error: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::Input(format!("{}: {error}", path.display()))
}

fn show(book: &Book, words: &[String], out: &mut impl Write) -> Result<(), CommandFailure> {
    let position = position(&words.join(" "))?;
    let moves = book.moves(&position);
    if moves.is_empty() {
        writeln!(out, "none")?;
    }
    for known in moves {
        let line: Vec<String> = book.line(&position, known.square).iter().map(ToString::to_string).collect();
        let discs = f64::from(known.value.hundredths()) / 100.0;
        writeln!(out, "{} {discs:+.2} depth {} pv {}", known.square, known.depth, line.join(" "))?;
    }
    Ok(())
}

/// The position that the words name.
fn position(text: &str) -> Result<Position, CommandFailure> {
    /// Letters and signs of a board, which no line of moves begins with so many of.
    const BOARD: [char; 12] = ['X', 'x', 'O', 'o', '-', '.', '*', '_', '#', '+', '0', ' '];
    let refused = |error: &dyn std::error::Error| CommandFailure::Input(format!("position: {error}"));
    let is_board = text.len() >= 64 && text.chars().take(32).all(|c| BOARD.contains(&c));
    let game = if is_board {
        text.parse::<Board>().map_err(|error| refused(&error))?.game()
    } else {
        play_line(&Game::default(), text).map_err(|error| refused(&error))?
    };
    Ok(*game.position())
}
