//! OBF, the Othello board format: problem suites with one position a line, then moves with their scores.
//!
//! As suites and solvers write it: `{board} {side}; {move}:{score}; ... % comment`. Blanks and the last `;`
//! are free, a list may name some of the moves only, a field may hold a score without a move, and `--:-127`
//! fills a list up and says nothing.

use std::fmt;

use super::board::{Board, read_cell};
use super::error::{Fault, FormatError, Place, quoted};
use super::turns::read_turn;
use crate::othello::{Game, Score, Turn};

/// A position with what is known about it.
///
/// It is written by its `Display` form, on one line. The scores are final disc differences with the empties
/// given to the winner, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The discs, and the side to move where the line names it.
    pub board: Board,
    /// The score of the position where the line gives one without a move.
    pub score: Option<Score>,
    /// Moves, or the forced pass, with their scores, in the order of the line.
    pub moves: Vec<(Turn, Score)>,
    /// What stands after `%`, empty where nothing does.
    pub comment: String,
}

impl Problem {
    /// `board` without scores and without a comment.
    pub const fn new(board: Board) -> Self {
        Self { board, score: None, moves: Vec::new(), comment: String::new() }
    }

    /// The score of the position: the one without a move, or else the highest of the moves.
    pub fn best_score(&self) -> Option<Score> {
        self.score.or_else(|| self.moves.iter().map(|(_, score)| *score).max())
    }
}

/// The problems of `text`, one a line; a line that cannot be read is one error and does not cost the others.
///
/// # Examples
/// ```
/// use outflank::formats::obf;
///
/// let text = "% FFO 3\n\
///     ----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; --:-127;\n";
/// let problems: Vec<_> = obf::read_problems(text).collect::<Result<_, _>>()?;
/// assert_eq!(problems[0].best_score().map(|score| score.discs()), Some(2));
/// assert_eq!(problems[0].moves[1].0.to_string(), "g3");
/// # Ok::<(), outflank::formats::FormatError>(())
/// ```
pub fn read_problems(text: &str) -> impl Iterator<Item = Result<Problem, FormatError>> + '_ {
    (1..).zip(text.lines()).filter_map(|(number, line)| read_problem(line, number).transpose())
}

/// The problem of one line, or `None` where it is blank or holds a comment only: after `%`, or after a `#` that
/// begins no board.
///
/// `number` is the number of the line, from 1, for the errors.
///
/// # Errors
/// Where the first fault of the line is. A move that the rules do not allow is one.
pub fn read_problem(line: &str, number: usize) -> Result<Option<Problem>, FormatError> {
    let (fields, comment) = line.split_once('%').unwrap_or((line, ""));
    if fields.trim().is_empty() {
        return Ok(None);
    }
    match read_fields(fields) {
        Ok(problem) => Ok(Some(Problem { comment: comment.trim().to_string(), ..problem })),
        Err(_) if is_remark(fields) => Ok(None),
        Err((at, fault)) => {
            let column = line[..at].chars().count() + 1;
            Err(FormatError { place: Place::Text { line: number, column }, fault })
        }
    }
}

/// Whether a line that is no problem begins with a `#` that is no disc: no other square stands next to it.
fn is_remark(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#');
    rest.is_some_and(|rest| rest.chars().next().is_none_or(|next| read_cell(next).is_none()))
}

/// What the fields before the comment say, or the byte offset of a fault.
fn read_fields(text: &str) -> Result<Problem, (usize, Fault)> {
    let mut fields = fields(text);
    let (at, board) = fields.next().unwrap_or_default();
    let mut problem = Problem::new(board.parse().map_err(|error| (at, Fault::Board(error)))?);
    let game = problem.board.game();
    for (at, field) in fields.filter(|(_, field)| !field.is_empty()) {
        read_field(field, &game, &mut problem).map_err(|fault| (at, fault))?;
    }
    Ok(problem)
}

/// The parts between semicolons without the blanks around them, with their byte offsets.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split(';').map(move |field| {
        let at = next + field.len() - field.trim_start().len();
        next += field.len() + 1;
        (at, field.trim())
    })
}

/// Puts one field after the board into `problem`.
fn read_field(field: &str, game: &Game, problem: &mut Problem) -> Result<(), Fault> {
    let Some((turn, score)) = field.split_once(':') else {
        problem.score = Some(read_score(field)?);
        return Ok(());
    };
    // Written where a list has fewer entries than its program has places.
    if turn.trim_end() == "--" {
        return Ok(());
    }
    let turn = match read_turn(turn.trim_end()) {
        Ok(Turn::TimedOut) => return Err(Fault::NotAMove(quoted(turn))),
        Ok(turn) => turn,
        Err(error) => return Err(Fault::NotAMove(error.text)),
    };
    let score = read_score(score.trim_start())?;
    game.clone().play(turn).map_err(|reason| Fault::Illegal { ply: 1, turn, reason })?;
    problem.moves.push((turn, score));
    Ok(())
}

fn read_score(text: &str) -> Result<Score, Fault> {
    text.parse().ok().and_then(Score::new).ok_or_else(|| Fault::NotAScore(quoted(text)))
}

impl fmt::Display for Problem {
    /// One line with moves in capitals, as suites have them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.board)?;
        if let Some(score) = self.score {
            write!(f, " {score};")?;
        }
        for (turn, score) in &self.moves {
            match turn {
                Turn::Move(square) => write!(f, " {}:{score};", square.to_string().to_uppercase())?,
                Turn::Pass | Turn::TimedOut => write!(f, " PS:{score};")?,
            }
        }
        if self.comment.is_empty() {
            return Ok(());
        }
        let comment: String = self.comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        write!(f, " % {comment}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::BoardError;
    use super::*;
    use crate::othello::{Color, MoveError, Position};

    /// Number 40 of the French endgame problems.
    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; \
                          D8:+34; C1:+30; B1:+30; G7:+28; D7:+28; C6:+28; F7:+26; A6:+24;";

    const START: &str = "---------------------------OX------XO---------------------------";

    /// Black, to move, has no move; white has a3, b4 and d6.
    const PASS: &str = "--OOO----*-O------**-------**------***-------------------------- *";

    fn problem(line: &str) -> Problem {
        read_problem(line, 1).unwrap_or_else(|error| panic!("{line}: {error}")).unwrap()
    }

    fn fault(line: &str) -> (usize, Fault) {
        match read_problem(line, 7).unwrap_err() {
            FormatError { place: Place::Text { line: 7, column }, fault } => (column, fault),
            error => panic!("{error}"),
        }
    }

    fn score(discs: i32) -> Score {
        Score::new(discs).unwrap()
    }

    #[test]
    fn a_line_of_a_suite_gives_all_moves_with_their_scores() {
        let problem = problem(FFO_40);
        assert_eq!(problem.board.side(), Some(Color::Black));
        assert_eq!(problem.moves.len(), 10);
        assert_eq!(problem.moves[9], (Turn::Move("a6".parse().unwrap()), score(24)));
        assert_eq!((problem.score, problem.best_score()), (None, Some(score(38))));
        assert_eq!(problem.to_string(), FFO_40);
    }

    #[test]
    fn an_entry_that_fills_up_the_list_is_no_move_and_no_score() {
        let line = "---OX--O----OXOO--XXXOOO--XXXOOX-XXXOOXX--XOXXXX--OOOXXX--XXXXXX X; D2:+2; G1:+0; C1:-2; \
                    B7:-4; B6:-6; F1:-12; --:-127;";
        let problem = problem(line);
        assert_eq!((problem.moves.len(), problem.best_score()), (6, Some(score(2))));
    }

    #[test]
    fn blanks_the_last_semicolon_and_most_fields_are_free() {
        for line in [
            format!("{START} X"),
            format!("{START}X"),
            format!("  {START} *;"),
            format!("{START};"),
            format!("{START} X;;"),
        ] {
            let problem = problem(&line);
            assert_eq!((problem.board.game(), problem.best_score()), (Game::default(), None), "{line}");
        }
        let loose = problem(&format!("{START} X ;f5 : +0;c4:-2 ; D3:0 %  all equal; almost "));
        assert_eq!(loose.moves.iter().map(|(_, score)| score.discs()).collect::<Vec<_>>(), [0, -2, 0]);
        assert_eq!(loose.comment, "all equal; almost");
        assert_eq!(problem(&format!("{START} X; +18;")).best_score(), Some(score(18)));
        assert_eq!(problem(START).board.side(), None);
    }

    #[test]
    fn a_forced_pass_may_have_the_score() {
        for pass in ["PS", "pa", "pass"] {
            let problem = problem(&format!("{PASS}; {pass}:-12;"));
            assert_eq!(problem.moves, [(Turn::Pass, score(-12))]);
            assert!(problem.to_string().ends_with(" X; PS:-12;"), "{problem}");
        }
        let (column, fault) = fault(&format!("{START} X; PS:+0;"));
        assert!(matches!((column, fault), (69, Fault::Illegal { reason: MoveError::PassNotAllowed, .. })));
        let over = read_problem(&format!("{} X; +64;", "X".repeat(64)), 1).unwrap().unwrap();
        assert_eq!(over.best_score(), Some(Score::MAX));
    }

    #[test]
    fn a_bad_line_does_not_cost_the_good_ones_and_comments_are_no_lines() {
        let text =
            format!("% suite\n\n{START} X; f5:+0\r\nnonsense\n{START} O; f5:+0;\n \t\n{START} O; f4:+0;");
        let lines: Vec<Result<Problem, String>> =
            read_problems(&text).map(|problem| problem.map_err(|error| error.to_string())).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[1].as_ref().unwrap_err(),
            "line 4, column 1: board: `n` at character 1 is no square (X, O or -)"
        );
        assert_eq!(lines[2].as_ref().unwrap_err(), "line 5, column 69: turn 1: f5 flips no disc");
        assert_eq!(lines[3].as_ref().unwrap().board.game().position(), &Position::START.passed());
    }

    #[test]
    fn a_hash_begins_a_remark_unless_it_is_a_disc() {
        for line in ["# suite", "#", "  #40: f5", "#%"] {
            assert_eq!(read_problem(line, 1), Ok(None), "{line}");
        }
        let discs = START.replace(['X', '-'], "#");
        assert_eq!(problem(&discs).board.discs(Color::White).count(), 2);
        let spaced: String = discs.chars().flat_map(|c| [c, ' ']).collect();
        assert_eq!(problem(&format!("{spaced}X")).board.game(), problem(&discs).board.game());
        assert_eq!(fault("#-- X"), (1, Fault::Board(BoardError::SquareCount(3))));
    }

    #[test]
    fn faults_are_found_at_their_column() {
        assert_eq!(fault("--X; f5:+2"), (1, Fault::Board(BoardError::SquareCount(3))));
        assert_eq!(
            fault(&format!("  {START} red; f5:+2")),
            (3, { Fault::Board(BoardError::NotASide("red".into())) })
        );
        assert_eq!(fault(&format!("{START} X; k5:+2")), (69, Fault::NotAMove("k5".into())));
        assert_eq!(fault(&format!("{START} X; timeout:+2")), (69, Fault::NotAMove("timeout".into())));
        assert_eq!(fault(&format!("{START} X; f5:+2; f5")), (76, Fault::NotAScore("f5".into())));
        for text in ["", "+65", "-127", "1.5", "x", "99999999999"] {
            assert_eq!(fault(&format!("{START} X; f5: {text}")), (69, Fault::NotAScore(text.into())));
        }
        let turn = Turn::Move("d4".parse().unwrap());
        let reason = MoveError::Occupied("d4".parse().unwrap());
        assert_eq!(fault(&format!("{START} X; d4:+0")), (69, Fault::Illegal { ply: 1, turn, reason }));
    }
}
