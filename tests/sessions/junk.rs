//! Lines that nobody meant: words of the protocols in any order, cut and mixed with junk bytes.

use outflank::random::Random;

use crate::support::program::Program;

/// A number below `limit`, which is not 0.
fn below(random: &mut Random, limit: usize) -> usize {
    usize::try_from(random.below(limit as u64)).expect("less than a usize")
}

/// `OUTFLANK_JUNK=n` sends n batches instead, from a seed that depends on n.
const BATCHES: usize = 40;
const LINES: usize = 250;

const START: &str = "---------------------------OX------XO---------------------------";

const COMMANDS: &[&str] = &[
    "uoi",
    "uci",
    "isready",
    "setoption",
    "setoption name",
    "newgame",
    "position",
    "position startpos moves",
    "position board",
    "move",
    "pass",
    "timeout",
    "resign",
    "undo",
    "board",
    "d",
    "legal",
    "result",
    "record",
    "eval",
    "hint",
    "go",
    "stop",
    "ponderhit",
    "help",
    "nboard 2",
    "ping 3",
    "foo",
    "#",
];

const WORDS: &[&str] = &[
    "startpos",
    "board",
    START,
    "moves",
    "name",
    "value",
    "Level",
    "Hash",
    "MultiPV",
    "Ponder",
    "MoveOverhead",
    "movetime",
    "depth",
    "nodes",
    "btime",
    "wtime",
    "binc",
    "winc",
    "movestogo",
    "infinite",
    "ponder",
    "exact",
    "wld",
    "searchmoves",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "17",
    "60",
    "1.5",
    "99999999999999999999999",
    "-9999999999999999999",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "true",
    "false",
    "f5",
    "d6",
    "c3",
    "d3",
    "c4",
    "f4",
    "f6",
    "e6",
    "a1",
    "h8",
    "f5d6c3",
    "i9",
    "pass",
    "--",
    "@@@@",
    "null",
    "timeout",
    "X",
    "O",
    "white",
    "ggf",
    "sgf",
    "transcript",
    "[8",
    "]",
    "XO",
    "\u{fffd}",
    "\t",
    "\u{0}",
    "=",
    "",
];

const NBOARD_COMMANDS: &[&str] = &[
    "set game",
    "set depth",
    "set contempt",
    "set",
    "move",
    "F5",
    "PA",
    "hint",
    "go",
    "ping",
    "learn",
    "analyze",
    "nboard 2",
    "quiet",
    "new 8",
    "",
];

const NBOARD_WORDS: &[&str] = &[
    "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8",
    "(;",
    "GM[Othello]",
    "BO[8",
    START,
    "*]",
    "O]",
    "*",
    "B[F5]",
    "W[D6/1,5/3]",
    "B[C3//9.5E-4]",
    "W[F4]",
    "W[F6]",
    "B[PA]",
    "W[PA//1]",
    "B[",
    "]",
    ";)",
    "TI[0]",
    "TI[1/2/3]",
    "TI[99999999999999999999:00]",
    "TI[-1]",
    "TI[1e999]",
    "TB[5:00]",
    "TY[88]",
    "1",
    "2",
    "-1",
    "64",
    "0",
    "99999999999999999999",
    "NaN",
    "F5",
    "d6/0.5/1",
    "PA",
    "c3//",
    "\u{e9}",
    "\u{0}",
];

fn line(random: &mut Random, commands: &[&str], words: &[&str]) -> Vec<u8> {
    let mut text = random.choose(commands).copied().unwrap_or_default().to_owned();
    for _ in 0..below(random, 6) {
        text.push_str(if below(random, 8) == 0 { "" } else { " " });
        text.push_str(random.choose(words).copied().unwrap_or_default());
    }
    let mut bytes = text.into_bytes();
    match below(random, 12) {
        0 => bytes.truncate(below(random, bytes.len() + 1)),
        1 if !bytes.is_empty() => {
            let place = below(random, bytes.len());
            bytes[place] = u8::try_from(below(random, 256)).expect("a byte");
        }
        2 => bytes.push(b'\r'),
        _ => {}
    }
    bytes.push(b'\n');
    bytes
}

/// How many batches to send, and the seed.
fn amount() -> (usize, u64) {
    let asked = std::env::var("OUTFLANK_JUNK").ok().and_then(|number| number.parse().ok());
    asked.map_or((BATCHES, 1), |batches| (batches, batches as u64))
}

/// Sends the batches, each with a question behind it whose answer shows that all of it was survived.
fn survives(
    first: &str,
    commands: &[&str],
    words: &[&str],
    question: impl Fn(usize) -> (String, String),
    known: &[&str],
) {
    let (batches, seed) = amount();
    let mut random = Random::new(seed);
    let mut program = Program::plain();
    program.send(first);
    for batch in 0..batches {
        let lines: Vec<Vec<u8>> = (0..LINES).map(|_| line(&mut random, commands, words)).collect();
        for bytes in &lines {
            program.send_bytes(bytes);
        }
        let (asked, answer) = question(batch);
        program.send(&asked);
        loop {
            let deadline = std::time::Instant::now() + crate::support::program::PATIENCE;
            match program.line_by(deadline) {
                Ok(line) if line.text == answer => break,
                Ok(line) => {
                    let word = line.text.split([' ', '/']).next().unwrap_or_default();
                    assert!(known.contains(&word), "batch {batch}: {}", line.text);
                }
                Err(why) => {
                    let sent = String::from_utf8_lossy(&lines.concat()).into_owned();
                    panic!("batch {batch}: {why:?}\n{}\nsent:\n{sent}", program.standard_error());
                }
            }
        }
    }
    program.send("quit");
    assert!(program.exit().success());
    let errors = program.standard_error();
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn a_native_session_survives_words_in_any_order() {
    survives(
        "isready",
        COMMANDS,
        WORDS,
        |batch| (format!("stop\nunknown{batch}"), format!("error unknown command: unknown{batch}")),
        &[
            "id",
            "option",
            "uoiok",
            "uciok",
            "ugiok",
            "readyok",
            "error",
            "info",
            "bestmove",
            "hint",
            "hintdone",
            "legal",
            "result",
            "record",
            "eval",
            "position",
            "",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "uoi",
            "isready",
            "setoption",
            "newgame",
            "move",
            "pass",
            "timeout",
            "resign",
            "undo",
            "board",
            "go",
            "stop",
            "ponderhit",
            "help",
            "quit",
        ],
    );
}

#[test]
fn an_nboard_session_survives_words_in_any_order() {
    survives(
        "nboard 2",
        NBOARD_COMMANDS,
        NBOARD_WORDS,
        |batch| (format!("ping {}", 1_000_000 + batch), format!("pong {}", 1_000_000 + batch)),
        &["set", "pong", "===", "search", "status", "nodestats", "analysis", "learned"],
    );
}
