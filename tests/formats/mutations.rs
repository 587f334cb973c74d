//! Damaged files: no reader panics, each fault has its place in the file, and the games around it are read.

use outflank::formats::wthor::{Archive, Names};
use outflank::formats::{
    Board, FormatError, GameFile, Place, RecordedGame, decode, ggf, logbook, obf, play_line, read_turns, sgf,
    transcript,
};
use outflank::othello::{Game, Turn};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const GGF: &str = "\
    2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]\
    RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[d3//0.01]W[c3/1,5]B[f5]W[d2]B[d1]W[e1]B[b2]W[c1]B[pass]W[a3];)\n\
    (;GM[Othello]PB[\u{e9}]PW[d]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------\
    ------- *]B[F5/0.00/0.05]W[D6//3.107]B[C3];)\n\
    (;GM[Othello]PB[e]PW[f]B[f5]W[f6];)\n";

const SGF: &str = "\
    (;FF[4]GM[2]SZ[8]PB[a]PW[b]RE[B+2]AB[d5][e4]AW[d4:d4][e5]PL[B];B[d3];W[cc];B[f5];W[d2];B[d1];W[e1];B[b2];\
    W[c1];B[];W[a3])\n\
    (;FF[4]GM[2]PB[\u{e9}\\]\\\\]C[x];B[f5](;W[d6];B[c3])(;W[f4]))\n\
    (;GM[2];B[f5];W[f6])\n";

const LOGBOOK: &str = "\
    +d3-c3+f5-d2+d1-e1+b2-c1-a3: -04 10\n\
    +f5-d6+c3-d3: +02 3\n\
    +f5-f6\n";

const TAGGED: &str = "\
    [Event \"?\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"37-27\"]\n\n1. d3 c3 2. f5 d2 3. d1 e1\n4. b2 c1 5. -- a3 \
    37-27\n\n\
    [Black \"\u{e9}\"]\n[White \"d\"]\n\n1. f5 d6 2. c3 1-0\n\n\
    [Black \"e\"]\n\n1. f5 f6\n";

const LIST: &str = "\
    d3c3f5d2d1e1b2c1paa3\nF5-D6-C3\nf5 d6 c4\n1. f5 f4 2. e3 +14\nf5f6e6\nf5d6c5\nf5f6\n";

const OBF: &str = "\
    % suite\n\
    O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34; --:-127;\n\
    --OOO----*-O------**-------**------***-------------------------- *; PS:-12; % \u{e9}\n\
    ---------------------------OX------XO--------------------------- X; +0;\n";

/// Three games of the database: with a pass, with a wipe-out, with two moves.
fn wthor() -> Vec<u8> {
    let mut bytes = vec![20, 24, 1, 31, 3, 0, 0, 0, 0, 0, 0xe7, 7, 8, 0, 24, 0];
    let games: [&[u8]; 3] =
        [&[34, 33, 56, 24, 14, 15, 22, 13, 31], &[65, 46, 35, 66, 57, 64, 75, 56, 53], &[56, 66]];
    for moves in games {
        bytes.extend([1, 0, 2, 0, 3, 0, 40, 32]);
        bytes.extend(moves);
        bytes.resize(bytes.len() + 60 - moves.len(), 0);
    }
    bytes
}

/// A list of two players.
fn names() -> Vec<u8> {
    let mut bytes = vec![20, 24, 1, 31, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(b"Andr\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0B. C.              ");
    bytes
}

/// One damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index, usize),
    Repeat(Index, Index, usize),
    Truncate(Index),
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let byte = || {
        prop_oneof![
            any::<u8>(),
            select(b"()[];:\\\"+-.,%*/ \n\r\t0189aAbBfFxXoOpPwW\x00\x14\xc3\xe9\xff".to_vec())
        ]
    };
    prop_oneof![
        4 => (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        2 => (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        2 => (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        1 => (any::<Index>(), any::<Index>(), 1..80_usize)
            .prop_map(|(from, to, length)| Damage::Repeat(from, to, length)),
        1 => any::<Index>().prop_map(Damage::Truncate),
    ]
}

fn damaged(bytes: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for damage in damages {
        let size = bytes.len() + 1;
        let range = |at: usize, length: usize| at..(at + length).min(size - 1);
        match damage {
            Damage::Insert(at, byte) => bytes.insert(at.index(size), *byte),
            Damage::Replace(at, byte) => {
                if let Some(old) = bytes.get_mut(at.index(size)) {
                    *old = *byte;
                }
            }
            Damage::Remove(at, length) => drop(bytes.drain(range(at.index(size), *length))),
            Damage::Repeat(from, to, length) => {
                let copy = bytes[range(from.index(size), *length)].to_vec();
                let to = to.index(size);
                bytes.splice(to..to, copy);
            }
            Damage::Truncate(at) => bytes.truncate(at.index(size)),
        }
    }
    bytes
}

fn any_damages() -> impl Strategy<Value = Vec<Damage>> {
    vec(any_damage(), 1..6)
}

/// Whether the place of an error lies in `text`, and its message is a line of ASCII.
fn is_in_text(error: &FormatError, text: &str) -> bool {
    let in_text = match error.place {
        Place::Text { line, column } => {
            let lines: Vec<&str> = text.split('\n').collect();
            let reached = line.checked_sub(1).and_then(|line| lines.get(line));
            column > 0 && reached.is_some_and(|line| column <= line.chars().count() + 1)
        }
        Place::Record(_) | Place::File => false,
    };
    in_text && is_one_line(error)
}

fn is_one_line(error: &FormatError) -> bool {
    let message = error.to_string();
    message.is_ascii() && !message.contains(char::is_control)
}

/// The moves of the games that could be read.
fn games(text: &str, read: impl Iterator<Item = Result<RecordedGame, FormatError>>) -> Vec<String> {
    let mut moves = Vec::new();
    for game in read {
        match game {
            Ok(record) => moves.push(line(&record.game)),
            Err(error) => assert!(is_in_text(&error, text), "{error}"),
        }
    }
    moves
}

fn line(game: &Game) -> String {
    game.turns().map(|record| record.turn.to_string()).collect()
}

/// `text` with its line `number` damaged, still one line.
fn with_damaged_line(text: &str, number: usize, damage: &Damage) -> String {
    let lines = text.lines().enumerate().map(|(at, line)| {
        if at != number {
            return line.to_string();
        }
        decode(&damaged(line.as_bytes(), std::slice::from_ref(damage))).replace(['\n', '\r'], " ")
    });
    lines.map(|line| line + "\n").collect()
}

fn read_ggf(text: &str) -> Vec<String> {
    games(text, ggf::read_games(text).map(|game| game.map(RecordedGame::from)))
}

fn read_sgf(text: &str) -> Vec<String> {
    games(text, sgf::read_games(text))
}

fn read_logbook(text: &str) -> Vec<String> {
    games(text, logbook::read_games(text))
}

fn read_transcripts(text: &str) -> Vec<String> {
    games(text, transcript::read_games(text))
}

#[test]
fn the_undamaged_files_are_good() {
    assert_eq!(read_ggf(GGF), ["d3c3f5d2d1e1b2c1passa3", "f5d6c3", "f5f6"]);
    assert_eq!(read_sgf(SGF), ["d3c3f5d2d1e1b2c1passa3", "f5d6c3", "f5f6"]);
    assert_eq!(read_logbook(LOGBOOK), ["d3c3f5d2d1e1b2c1passa3", "f5d6c3d3", "f5f6"]);
    assert_eq!(read_transcripts(TAGGED), ["d3c3f5d2d1e1b2c1passa3", "f5d6c3", "f5f6"]);
    assert_eq!(read_transcripts(LIST).len(), 7);
    assert_eq!(obf::read_problems(OBF).filter(Result::is_ok).count(), 3);
    assert_eq!(Archive::new(&wthor()).unwrap().games().filter(Result::is_ok).count(), 3);
    assert_eq!(Names::players(&names()).unwrap().get(0), "Andr\u{e9}");
}

// Each took minutes where a reader looked to the end of the line at each of its parts.
#[test]
fn very_long_lines_of_one_part_are_read_in_time_linear_in_their_length() {
    for part in
        ["(;", "(;B[", "(;GM[2];B[", "(;GM[Othello]B[", "1.", "p", "f5", "[a \"", "+d3", "--", "37-27 "]
    {
        let text = part.repeat((1 << 20) / part.len());
        let games = GameFile::new(text.as_bytes()).games().count();
        assert!((1..=text.len()).contains(&games), "{part}: {games}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn a_damaged_ggf_file_is_games_and_placed_errors(damages in any_damages()) {
        read_ggf(&decode(&damaged(GGF.as_bytes(), &damages)));
    }

    #[test]
    fn a_damaged_sgf_file_is_games_and_placed_errors(damages in any_damages()) {
        read_sgf(&decode(&damaged(SGF.as_bytes(), &damages)));
    }

    #[test]
    fn a_damaged_logbook_is_games_and_placed_errors(damages in any_damages()) {
        read_logbook(&decode(&damaged(LOGBOOK.as_bytes(), &damages)));
    }

    #[test]
    fn damaged_transcripts_are_games_and_placed_errors(text in select(vec![TAGGED, LIST]), damages in any_damages()) {
        read_transcripts(&decode(&damaged(text.as_bytes(), &damages)));
    }

    #[test]
    fn a_damaged_transcript_is_a_game_or_a_placed_error(text in select(vec![TAGGED, LIST]), damages in any_damages()) {
        let bytes = damaged(text.as_bytes(), &damages);
        let text = decode(&bytes);
        if let Err(error) = transcript::read(&text) {
            prop_assert!(is_in_text(&error, &text), "{}", error);
        }
    }

    #[test]
    fn a_damaged_suite_is_problems_and_placed_errors(damages in any_damages()) {
        let bytes = damaged(OBF.as_bytes(), &damages);
        let text = decode(&bytes);
        for error in obf::read_problems(&text).filter_map(Result::err) {
            prop_assert!(is_in_text(&error, &text), "{}", error);
        }
    }

    #[test]
    fn a_damaged_archive_is_games_and_placed_errors(damages in any_damages()) {
        let bytes = damaged(&wthor(), &damages);
        let errors: Vec<FormatError> = match Archive::new(&bytes) {
            Ok(archive) => archive.games().filter_map(Result::err).collect(),
            Err(error) => vec![error],
        };
        for error in errors {
            let is_placed = match error.place {
                Place::Record(number) => number > 0 && 16 + 68 * number <= bytes.len(),
                Place::File => true,
                Place::Text { .. } => false,
            };
            prop_assert!(is_placed && is_one_line(&error), "{}", error);
        }
    }

    #[test]
    fn a_damaged_list_of_names_is_names_or_one_error(damages in any_damages()) {
        let bytes = damaged(&names(), &damages);
        for read in [Names::players(&bytes), Names::tournaments(&bytes)] {
            let error = read.as_ref().map_or_else(Some, Names::warning);
            prop_assert!(error.is_none_or(|error| error.place == Place::File && is_one_line(error)));
        }
    }

    #[test]
    fn a_damaged_board_is_a_board_or_an_error(line in select(OBF.lines().collect::<Vec<_>>()), damages in any_damages()) {
        let text = line.split(';').next().unwrap_or("");
        let bytes = damaged(text.as_bytes(), &damages);
        if let Err(error) = decode(&bytes).parse::<Board>() {
            prop_assert!(error.to_string().is_ascii());
        }
    }

    #[test]
    fn a_damaged_line_of_turns_is_a_game_or_an_error(line in select(LIST.lines().collect::<Vec<_>>()), damages in any_damages()) {
        let bytes = damaged(line.as_bytes(), &damages);
        let text = decode(&bytes);
        let error = play_line(&Game::default(), &text).err().map(|error| error.to_string());
        prop_assert!(error.is_none_or(|error| error.is_ascii()));
        prop_assert!(read_turns(&text).map_or_else(|error| error.to_string().is_ascii(), |turns| !turns.is_empty()));
        let note = ggf::read_move(&text).map(|(turn, _)| turn);
        prop_assert!(note.map_or_else(|error| error.to_string().is_ascii(), |turn: Turn| !turn.to_string().is_empty()));
    }

    #[test]
    fn any_damaged_file_is_games_and_errors_or_one_error(
        bytes in select(vec![
            GGF.as_bytes().to_vec(),
            SGF.as_bytes().to_vec(),
            LOGBOOK.as_bytes().to_vec(),
            TAGGED.as_bytes().to_vec(),
            LIST.as_bytes().to_vec(),
            OBF.as_bytes().to_vec(),
            wthor(),
            names(),
        ]),
        damages in any_damages(),
    ) {
        let bytes = damaged(&bytes, &damages);
        let games: Vec<_> = GameFile::new(&bytes).games().collect();
        prop_assert!(!games.is_empty() && games.len() <= bytes.len() + 1);
        prop_assert!(games.iter().filter_map(|game| game.as_ref().err()).all(is_one_line));
    }

    #[test]
    fn any_bytes_are_games_and_errors_or_one_error(bytes in vec(any::<u8>(), 0..200)) {
        let games: Vec<_> = GameFile::new(&bytes).games().collect();
        prop_assert!(!games.is_empty() && games.len() <= bytes.len() + 1);
        prop_assert!(games.iter().filter_map(|game| game.as_ref().err()).all(is_one_line));
    }

    #[test]
    fn a_damaged_game_does_not_cost_its_neighbours(damage in any_damage()) {
        for (text, read) in [
            (GGF, read_ggf as fn(&str) -> Vec<String>),
            (SGF, read_sgf),
            (LOGBOOK, read_logbook),
        ] {
            let good = read(text);
            let now = read(&with_damaged_line(text, 1, &damage));
            prop_assert!(now.len() >= 2);
            prop_assert_eq!((now.first(), now.last()), (good.first(), good.last()));
        }
        let now = read_transcripts(&with_damaged_line(LIST, 3, &damage));
        prop_assert_eq!((&now[..3], &now[now.len() - 3..]), (&read_transcripts(LIST)[..3], &read_transcripts(LIST)[4..]));
        let good: Vec<_> = obf::read_problems(OBF).collect();
        let text = with_damaged_line(OBF, 2, &damage);
        let now: Vec<_> = obf::read_problems(&text).collect();
        prop_assert_eq!((now.first(), now.last()), (good.first(), good.last()));
    }

    #[test]
    fn a_damaged_record_does_not_cost_its_neighbours(at in 0..68_usize, byte in any::<u8>()) {
        let mut bytes = wthor();
        let good: Vec<_> = Archive::new(&bytes).expect("a file of games").games().collect();
        bytes[16 + 68 + at] = byte;
        let now: Vec<_> = Archive::new(&bytes).expect("a file of games").games().collect();
        prop_assert_eq!((now.len(), &now[0], &now[2]), (3, &good[0], &good[2]));
    }
}
