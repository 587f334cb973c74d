//! What is written in a format is what is read from it, for any game and any board.

use std::time::Duration;

use outflank::formats::ggf::{self, Clock, Ending, GgfGame, GgfResult, Player, TurnNote};
use outflank::formats::wthor::Archive;
use outflank::formats::{
    Board, GameFile, RecordedGame, RecordedResult, logbook, obf, play_line, sgf, transcript, write_line,
};
use outflank::othello::{Bitboard, Color, Game, Score, Turn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn any_color() -> impl Strategy<Value = Color> {
    select(vec![Color::Black, Color::White])
}

/// A game without turns on any board, reachable or not: empty, full, of one colour, with no move for a side.
fn any_start() -> impl Strategy<Value = Game> {
    let thinned = (any::<u64>(), any::<u64>(), 0..4_u8).prop_map(|(discs, more, kind)| match kind {
        0 => discs & more,
        1 => discs | more,
        2 => discs & more & (discs << 3),
        _ => discs,
    });
    (thinned, any::<u64>(), any_color()).prop_map(|(discs, black, side)| {
        Game::set_up(Bitboard(discs & black), Bitboard(discs & !black), side).expect("no shared square")
    })
}

/// `game` after one turn for each choice, until it is over. Forced passes are played like moves; the choice
/// 255 is a timed-out turn where these are allowed.
fn played(mut game: Game, choices: &[u8], with_timeouts: bool) -> Game {
    for choice in choices {
        if game.is_over() {
            break;
        }
        let moves: Vec<Turn> = game.legal_moves().map(Turn::Move).collect();
        let turn = match *choice {
            255 if with_timeouts => Turn::TimedOut,
            choice => moves.get(usize::from(choice) % moves.len().max(1)).copied().unwrap_or(Turn::Pass),
        };
        game.play(turn).expect("a legal turn");
    }
    game
}

/// A game from the standard start, which does not end with a pass.
fn any_standard_game() -> impl Strategy<Value = Game> {
    vec(any::<u8>(), 0..70).prop_map(|choices| {
        let mut game = played(Game::default(), &choices, false);
        if game.turns().last().is_some_and(|record| record.turn == Turn::Pass) {
            game.undo(1).expect("a turn was played");
        }
        game
    })
}

/// A game from any board without timed-out turns, or with them.
fn any_game(with_timeouts: bool) -> impl Strategy<Value = Game> {
    let start = prop_oneof![Just(Game::default()), any_start()];
    (start, vec(any::<u8>(), 0..70)).prop_map(move |(start, choices)| played(start, &choices, with_timeouts))
}

/// A text on one line without blanks around it.
fn any_text() -> impl Strategy<Value = String> {
    let text = prop_oneof!["[a-z(;:\\[\\]\\\\%,. \"-]{0,12}", "\\PC{0,8}"];
    text.prop_map(|text| text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_string())
}

fn any_score() -> impl Strategy<Value = Score> {
    (-64..=64_i32).prop_map(Score::saturating)
}

fn turns(game: &Game) -> Vec<(Color, Turn)> {
    game.turns().map(|record| (record.color, record.turn)).collect()
}

fn moves(game: &Game) -> Vec<(Color, Turn)> {
    turns(game).into_iter().filter(|(_, turn)| *turn != Turn::Pass).collect()
}

/// The position now with its colours.
fn now(game: &Game) -> (Bitboard, Bitboard, Color) {
    (game.discs(Color::Black), game.discs(Color::White), game.side_to_move())
}

fn any_result() -> impl Strategy<Value = Option<RecordedResult>> {
    option::of(prop_oneof![
        any_score().prop_map(RecordedResult::Score),
        any_color().prop_map(RecordedResult::Won)
    ])
}

fn any_record() -> impl Strategy<Value = RecordedGame> {
    (any_game(false), [any_text(), any_text(), any_text()], any_result()).prop_map(
        |(game, [black, white, event], result)| RecordedGame {
            black,
            white,
            event,
            result,
            ..RecordedGame::new(game)
        },
    )
}

fn any_span() -> impl Strategy<Value = Duration> {
    (0..400_000_u64).prop_map(Duration::from_millis)
}

fn any_player() -> impl Strategy<Value = Player> {
    // A bracket cannot stand in a value of GGF.
    let text = || any_text().prop_map(|text| text.replace(']', ")"));
    let clock = (any_span(), any_span(), any_span()).prop_map(|(main, increment, grace)| {
        let main = main + Duration::from_millis(1);
        Clock { main, increment, grace }
    });
    (text(), "[0-9.]{0,6}", option::of(clock)).prop_map(|(name, rating, clock)| Player {
        name,
        rating,
        clock,
    })
}

/// Hundredths of a disc, as many as are written.
fn any_eval() -> impl Strategy<Value = f64> {
    (-6400..=6400_i32).prop_map(|hundredths| f64::from(hundredths) / 100.0)
}

fn any_ggf(with_timeouts: bool) -> impl Strategy<Value = GgfGame> {
    let note =
        (option::of(any_eval()), option::of(any_span())).prop_map(|(eval, time)| TurnNote { eval, time });
    let endings = vec![Ending::Played, Ending::Resigned, Ending::TimedOut, Ending::Agreed, Ending::Adjourned];
    let result = (any_eval(), select(endings)).prop_map(|(discs, ending)| GgfResult { discs, ending });
    let game = (any_game(with_timeouts), vec(note, 140));
    (game, any_player(), any_player(), "[0-9. :]{0,9}[0-9]", option::of(result)).prop_map(
        |((game, notes), black, white, date, result)| {
            let start = Game::from_position(*game.start(), game.first_side());
            let mut ggf = GgfGame::new(start);
            for ((_, turn), note) in turns(&game).into_iter().zip(notes) {
                ggf.play(turn, note).expect("the turns of a game");
            }
            ggf.date = date.trim().to_string();
            (ggf.black, ggf.white, ggf.result) = (black, white, result);
            ggf
        },
    )
}

/// A position with scores for some of its moves, or for its forced pass.
fn any_problem() -> impl Strategy<Value = obf::Problem> {
    let known = (option::of(any_score()), vec(option::of(any_score()), 64));
    (any_game(false), known, any_text()).prop_map(|(game, (score, scores), comment)| {
        let pass = game.must_pass().then_some(Turn::Pass);
        let turns = game.legal_moves().map(Turn::Move).chain(pass);
        let moves = turns.zip(scores).filter_map(|(turn, score)| Some((turn, score?))).collect();
        obf::Problem { board: Board::of(&game), score, moves, comment }
    })
}

/// The record of a game in WTHOR after its numbers and scores.
fn wthor_moves(game: &Game) -> Vec<u8> {
    let byte = |turn| match turn {
        Turn::Move(square) => Some(10 * (square.row() + 1) + square.column() + 1),
        Turn::Pass | Turn::TimedOut => None,
    };
    let mut bytes: Vec<u8> = turns(game).into_iter().filter_map(|(_, turn)| byte(turn)).collect();
    bytes.resize(60, 0);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn a_written_board_is_read_back(game in any_start()) {
        let board = Board::of(&game);
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(board.game(), game);
        let squares: String = board.to_string().chars().take(64).collect();
        prop_assert_eq!(squares.parse::<Board>().map(|read| read.to_string()), Ok(squares));
    }

    #[test]
    fn a_written_line_of_turns_plays_the_same_game(game in any_game(true)) {
        let start = Game::from_position(*game.start(), game.first_side());
        let read = play_line(&start, &write_line(&game));
        prop_assert_eq!(read.as_ref().map(turns), Ok(turns(&game)));
        prop_assert_eq!(read.map(|read| now(&read)), Ok(now(&game)));
    }

    #[test]
    fn a_written_transcript_is_the_same_game(game in any_standard_game()) {
        let text = transcript::write(&game).expect("the standard start");
        let read = transcript::read(&text).expect("a transcript");
        prop_assert_eq!(turns(&read.game), turns(&game));
        prop_assert_eq!(read.result, RecordedResult::of(&game));
    }

    #[test]
    fn a_list_of_transcripts_is_as_many_games(choices in vec(vec(any::<u8>(), 0..60), 1..6)) {
        // All begin alike, so that no line could be a later part of the game before it.
        let opening = play_line(&Game::default(), "f5").expect("a legal move");
        let games: Vec<Game> = choices.iter().map(|choices| played(opening.clone(), choices, false)).collect();
        let lines: Vec<String> = games.iter().filter_map(transcript::write).collect();
        let text = lines.join("\n");
        let read: Result<Vec<_>, _> = transcript::read_games(&text).collect();
        let read = read.expect("transcripts");
        prop_assert!(read.iter().map(|record| moves(&record.game)).eq(games.iter().map(moves)));
    }

    #[test]
    fn a_written_ggf_game_is_read_back_whole(ggf in any_ggf(false)) {
        prop_assert_eq!(ggf::read_game(&ggf.to_string()), Ok(ggf));
    }

    #[test]
    fn ggf_games_with_timed_out_turns_end_in_the_same_position(ggf in any_ggf(true)) {
        let read = ggf::read_game(&ggf.to_string()).expect("a game");
        prop_assert_eq!(now(read.game()), now(ggf.game()));
        prop_assert_eq!(read.to_string(), ggf.to_string());
    }

    #[test]
    fn written_sgf_games_are_read_back_whole(records in vec(any_record(), 1..3)) {
        let text: String = records.iter().map(sgf::write).collect();
        let read: Result<Vec<RecordedGame>, _> = sgf::read_games(&text).collect();
        prop_assert_eq!(read, Ok(records));
    }

    #[test]
    fn sgf_games_with_timed_out_turns_end_in_the_same_position(game in any_game(true)) {
        let text = sgf::write(&RecordedGame::new(game.clone()));
        let read = sgf::read_games(&text).next().expect("a game").expect("a good game");
        prop_assert_eq!(now(&read.game), now(&game));
        prop_assert_eq!(sgf::write(&read), text);
    }

    #[test]
    fn a_written_problem_is_read_back(problem in any_problem()) {
        prop_assert_eq!(obf::read_problem(&problem.to_string(), 1), Ok(Some(problem)));
    }

    #[test]
    fn a_wthor_record_gives_its_game_with_the_passes(game in any_standard_game(), discs in 0..=64_u8, black in any::<u16>()) {
        let mut file = vec![20, 24, 1, 31, 1, 0, 0, 0, 0, 0, 0xe7, 7, 8, 0, 24, 0, 0, 0];
        file.extend(black.to_le_bytes());
        file.extend([0, 0, discs, 32]);
        file.extend(wthor_moves(&game));
        let archive = Archive::new(&file).expect("a file of games");
        let read = archive.games().collect::<Result<Vec<_>, _>>().expect("good games");
        prop_assert_eq!((read.len(), read[0].black), (1, black));
        prop_assert_eq!(i32::from(discs) * 2 - 64, read[0].score.discs());
        prop_assert_eq!(turns(&read[0].game), turns(&game));
    }

    #[test]
    fn a_line_of_a_logbook_gives_its_game_with_the_passes(game in any_standard_game(), score in any_score()) {
        let sign = |color| if color == Color::Black { '+' } else { '-' };
        let text: String = moves(&game).iter().map(|(color, turn)| format!("{}{turn}", sign(*color))).collect();
        let line = format!("{text}: {:+03} 1", score.discs());
        let read = logbook::read_games(&line).next().expect("a line").expect("a good line");
        prop_assert_eq!(turns(&read.game), turns(&game));
        prop_assert_eq!(read.result, Some(RecordedResult::Score(score)));
    }

    #[test]
    fn every_written_game_is_told_by_its_content(game in any_standard_game()) {
        let record = RecordedGame::new(game.clone());
        let mut texts = vec![GgfGame::new(game.clone()).to_string(), sgf::write(&record)];
        if game.turns().count() > 0 {
            texts.extend(transcript::write(&game));
        }
        for text in texts {
            let read: Result<Vec<RecordedGame>, _> = GameFile::new(text.as_bytes()).games().collect();
            let read = read.expect("a file of games");
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(turns(&read[0].game), turns(&game));
            prop_assert_eq!(read[0].result, record.result);
        }
    }
}

// Reported of another program: a game in which white begins was saved so that it could not be read back.
#[test]
fn a_game_that_white_begins_is_read_back_by_every_format_that_can_hold_it() {
    let board: Board = "--------------------------XXXXX---XXX-X---XXXXXX----X-X------OOO O".parse().unwrap();
    let game = played(board.game(), &[0; 60], false);
    assert_eq!(game.first_side(), Color::White);
    assert_eq!(ggf::read_game(&GgfGame::new(game.clone()).to_string()).unwrap().game(), &game);
    let text = sgf::write(&RecordedGame::new(game.clone()));
    assert_eq!(sgf::read_games(&text).next().unwrap().unwrap().game, game);
    assert_eq!(play_line(&board.game(), &write_line(&game)).map(|read| turns(&read)), Ok(turns(&game)));
    assert_eq!(transcript::write(&game), None);
}
