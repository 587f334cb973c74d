//! The command line: composes the arguments that each command owns, and hands over.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use outflank::book::use_book;
use outflank::commands::{CommandFailure, analyze, bench, book, perft, solve, train, versus};
use outflank::eval::{Weights, use_weights};
use outflank::files::read_plain;
use outflank::protocol::door::{self, Transcript};
use outflank::protocol::{Protocol, SessionArgs};

/// An Othello engine for other programs.
///
/// Without a subcommand it speaks a protocol on stdin and stdout. The first line decides which: that of
/// NBoard, GTP, XBoard or Cassio where a GUI begins to speak it, else the native one, which people can type.
#[derive(Parser)]
#[command(version, after_long_help = EXAMPLES, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: SessionCommand,
    /// Evaluate with the weights of FILE, made by `outflank train fit`, in place of those carried along
    #[arg(long, value_name = "FILE", global = true)]
    eval: Option<PathBuf>,
    /// More on stderr: -v what was started, -vv each search, -vvv each iteration
    ///
    /// RUST_LOG sets the same by module. Nothing but replies is ever written to stdout.
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
}

/// The conversation held without a subcommand.
#[derive(Args)]
struct SessionCommand {
    /// The protocol to speak, instead of finding out from the first line
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    #[command(flatten)]
    settings: SessionArgs,
    /// Record both sides of the conversation in FILE, with times in seconds
    ///
    /// After 8 MiB the record begins anew and the old one is kept as FILE.old.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Solve positions: the exact score and the best line of each
    Solve(solve::SolveArgs),
    /// Judge the moves of games: the loss of each, and what was better
    Analyze(analyze::AnalyzeArgs),
    /// Do fixed work: nodes, speed and the signature of the search
    Bench(bench::BenchArgs),
    /// Count the leaves of the move tree
    Perft(perft::PerftArgs),
    /// Let two engines play each other
    Match(versus::MatchArgs),
    /// Make an opening book, or show what one knows
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Make the weights of the evaluation, step by step
    #[command(subcommand)]
    Train(train::TrainCommand),
}

const EXAMPLES: &str = "\
Examples:
  Ask for a move after f5, thinking for half a second:
    printf 'position startpos moves f5\\ngo movetime 500\\n' | outflank

  Type a game (`help` lists the commands):
    outflank
    position startpos moves f5 d6 c3
    board
    go movetime 1000

  Ask about a position of your own, 64 squares from a1 (X black, O white, - empty) and the side to move:
    position board ---------------------------OX------XO--------------------------- X

  Solve positions, and judge a game:
    outflank solve suite.obf
    outflank analyze --svg game.svg game.txt

  Check the move generator:
    outflank perft 9";

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    start_log(cli.verbose);
    let result = cli.eval.map_or(Ok(()), |path| load_weights(&path)).and_then(|()| match cli.command {
        Some(Command::Solve(arguments)) => solve::run(&arguments, &mut io::stdout().lock()),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &mut io::stdout().lock()),
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut io::stdout().lock()),
        Some(Command::Perft(arguments)) => perft::run(&arguments, &mut io::stdout().lock()),
        Some(Command::Match(arguments)) => versus::run(&arguments, &mut io::stdout().lock()),
        Some(Command::Book(command)) => book::run(&command, &mut io::stdout().lock()),
        Some(Command::Train(step)) => train::run(&step, &mut io::stdout().lock()),
        None => converse(cli.session),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CommandFailure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(CommandFailure::Reported) => ExitCode::FAILURE,
        Err(failure) => {
            // Stderr may be closed too; the status says the same.
            let _ = writeln!(io::stderr(), "outflank: {failure}");
            if matches!(failure, CommandFailure::Usage(_)) {
                ExitCode::from(WRONG_USAGE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// The exit status where the arguments are wrong, as clap gives it.
const WRONG_USAGE: u8 = 2;

/// No file of weights is larger, in bytes.
const LARGEST_WEIGHTS: u64 = 256 << 20;

/// Makes the weights of this file those of every evaluation.
fn load_weights(path: &Path) -> Result<(), CommandFailure> {
    let in_file =
        |error: &dyn std::error::Error| CommandFailure::Input(format!("{}: {error}", path.display()));
    let bytes = read_plain(path, LARGEST_WEIGHTS).map_err(|error| in_file(&error))?;
    let weights = Weights::read(bytes).map_err(|error| in_file(&error))?;
    log::info!("weights {:08x} from {}", weights.id(), path.display());
    use_weights(weights).map_err(|error| in_file(&error))
}

/// Warnings and errors are always shown; NBoard, which reads stderr too, takes only lines it knows.
fn start_log(verbose: u8) {
    let level = match verbose {
        0 => log::LevelFilter::Warn,
        1 => log::LevelFilter::Info,
        2 => log::LevelFilter::Debug,
        _ => log::LevelFilter::Trace,
    };
    env_logger::Builder::new()
        .filter_level(level)
        .parse_default_env()
        .format(|out, record| {
            let text: String = record.args().to_string().chars().flat_map(ascii).collect();
            writeln!(out, "log: {}: {text}", record.level().as_str().to_ascii_lowercase())
        })
        .init();
}

/// A character of a log line: GUIs that read stderr choke on anything else.
fn ascii(character: char) -> impl Iterator<Item = char> {
    let plain = (' '..='~').contains(&character);
    plain.then_some(character).into_iter().chain(character.escape_default().filter(move |_| !plain))
}

fn converse(arguments: SessionCommand) -> Result<(), CommandFailure> {
    let SessionCommand { protocol, settings, log } = arguments;
    if let Some(path) = settings.book_file() {
        use_book(book::read(path)?).map_err(|error| CommandFailure::Input(error.to_string()))?;
    }
    let wanted = log.is_some();
    let transcript = log.and_then(|path| {
        Transcript::create(&path)
            .inspect_err(|error| log::warn!("{}: {error}; the conversation is not recorded", path.display()))
            .ok()
    });
    let recording = transcript.is_some();
    let recorded = door::converse(io::stdin(), io::stdout(), protocol, transcript, move |wake, protocol| {
        log::info!("speaking {protocol:?} with {settings:?}");
        protocol.session(wake, &settings)
    })?;
    if recorded && recording == wanted { Ok(()) } else { Err(CommandFailure::Reported) }
}
