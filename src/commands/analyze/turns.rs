//! The turns of a game, each with its score and that of the best move.

use std::time::Duration;

use super::super::searcher::{Question, Searcher};
use crate::eval::Value;
use crate::othello::{Bitboard, Color, Game, Position, Turn, TurnRecord};
use crate::search::{Goal, Limits, Line};

/// How far the search of a position goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) goal: Goal,
    pub(super) limits: Limits,
    /// No search lasts longer.
    pub(super) time: Option<Duration>,
}

/// One turn of a game and what it was worth. Both values are seen by the side that had the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JudgedTurn {
    /// Its number in the game, from 1, passes counted.
    pub(super) ply: usize,
    pub(super) side: Color,
    pub(super) turn: Turn,
    /// What the turn is worth.
    pub(super) value: Value,
    /// The best turn: the one that was made where none is better.
    pub(super) best: Turn,
    /// What the best turn is worth: never less than `value`.
    pub(super) best_value: Value,
    /// Plies searched; the number of empties where the end was reached.
    pub(super) depth: u8,
    /// Whether both values are proven.
    pub(super) exact: bool,
}

/// What is known of a position, seen by its side to move.
#[derive(Clone, Copy, Debug)]
struct Known {
    best: Turn,
    value: Value,
    depth: u8,
    exact: bool,
}

impl Known {
    /// The same seen by the other side, by which `turn` led here.
    fn behind(self, turn: Turn) -> Self {
        Self { best: turn, value: -self.value, ..self }
    }
}

/// Judges games.
pub(super) struct Analyst<'a> {
    searcher: &'a Searcher,
    reach: Reach,
}

impl<'a> Analyst<'a> {
    pub(super) const fn new(searcher: &'a Searcher, reach: Reach) -> Self {
        Self { searcher, reach }
    }

    /// The turns of `game` in order; `judged` is called after each that was judged.
    ///
    /// They are judged from the last to the first: what has been found behind a turn stands in the table then, and a
    /// proven score behind it is the score of the turn. So the losses of the solved part add up exactly.
    pub(super) fn analyze(&self, game: &Game, judged: impl Fn()) -> Vec<JudgedTurn> {
        self.searcher.forget();
        let records: Vec<TurnRecord> = game.turns().collect();
        let mut behind = end_of(game);
        let mut turns = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate().rev() {
            let (turn, known) = self.judge(index + 1, record, behind);
            turns.push(turn);
            behind = Some(known);
            judged();
        }
        turns.reverse();
        turns
    }

    /// One turn, and what is known of the position before it. `behind` is what is known of the one after it.
    fn judge(&self, ply: usize, record: &TurnRecord, behind: Option<Known>) -> (JudgedTurn, Known) {
        let TurnRecord { color: side, turn, before } = *record;
        let (mut best, mut played) = match turn {
            Turn::Move(square) => {
                let best = self.search(&before, self.reach, Bitboard::EMPTY);
                let played = match behind {
                    _ if best.best == turn => best,
                    Some(behind) if best.exact && behind.exact => behind.behind(turn),
                    _ => self.search(&before, self.reach.like(&best, before.empties()), Bitboard::of(square)),
                };
                (best, played)
            }
            Turn::Pass | Turn::TimedOut => {
                let behind = behind.unwrap_or_else(|| {
                    let after = before.passed();
                    self.search(&after, self.reach, Bitboard::EMPTY)
                });
                let played = behind.behind(turn);
                let forced = before.legal_moves().is_empty();
                (if forced { played } else { self.search(&before, self.reach, Bitboard::EMPTY) }, played)
            }
        };
        if played.value > best.value && best.exact && matches!(turn, Turn::Move(_)) {
            // An estimate does not outweigh a proof.
            played.value = best.value;
        }
        if played.value >= best.value {
            let exact = best.exact && (played.exact || played.value == best.value);
            best = Known { best: turn, value: played.value, exact, ..best };
        }
        let judged = JudgedTurn {
            ply,
            side,
            turn,
            value: played.value,
            best: best.best,
            best_value: best.value,
            depth: best.depth,
            exact: best.exact && played.exact,
        };
        (judged, best)
    }

    /// What a search within `reach` finds for one of `moves`, or for all where there are none.
    fn search(&self, position: &Position, reach: Reach, moves: Bitboard) -> Known {
        let Reach { goal, limits, time } = reach;
        let question = Question { position: *position, goal, limits, time, moves, lines: 1 };
        let answer = self.searcher.search(&question);
        let Line { value, depth, exact, pv, .. } =
            answer.lines.into_iter().next().expect("an answer has at least one line");
        Known { best: pv.first().copied().unwrap_or(Turn::Pass), value, depth, exact }
    }
}

impl Reach {
    /// As far as `found` was searched, so that another move of the position can be compared with it.
    fn like(&self, found: &Known, empties: u32) -> Self {
        let goal = if found.exact { Goal::Exact } else { Goal::Play };
        let is_solution = u32::from(found.depth) >= empties;
        let limits = if is_solution { self.limits } else { Limits::plies(found.depth) };
        Self { goal, limits: Limits { nodes: self.limits.nodes, ..limits }, time: self.time }
    }
}

/// What is known of the position that the game has come to: its score, if nobody can move in it.
fn end_of(game: &Game) -> Option<Known> {
    let position = game.position();
    position.is_over().then(|| Known {
        best: Turn::Pass,
        value: position.final_score().into(),
        depth: 0,
        exact: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::searcher::SearchArgs;
    use crate::formats::Board;

    /// Judges a game that was set up, every turn solved.
    fn judged(board: &str, turns: &[Turn]) -> Vec<JudgedTurn> {
        let mut game = board.parse::<Board>().unwrap().game();
        for turn in turns {
            game.play(*turn).unwrap();
        }
        let searcher = Searcher::new(SearchArgs { threads: None, hash: 1 }).unwrap();
        let limits = Limits::plies(60);
        Analyst::new(&searcher, Reach { goal: Goal::Exact, limits, time: None }).analyze(&game, || {})
    }

    fn discs(turn: &JudgedTurn) -> (i32, i32) {
        (turn.value.score().discs(), turn.best_value.score().discs())
    }

    #[test]
    fn a_timed_out_turn_costs_what_the_best_move_would_have_brought() {
        // White takes h1 and a row, 8 to 56; black has no move, so that white loses nothing by waiting.
        let board = format!("OXXXXXX-{} O", "X".repeat(56));
        let turns = judged(&board, &[Turn::TimedOut]);
        assert_eq!(discs(&turns[0]), (-48, -48));
        assert_eq!((turns[0].best, turns[0].exact), (Turn::TimedOut, true));
        // White has no move either, so that black wipes it out all the same.
        let board = format!("XO{} X", "-".repeat(62));
        let turns = judged(&board, &[Turn::TimedOut, Turn::Pass]);
        assert_eq!(turns.iter().map(discs).collect::<Vec<_>>(), [(64, 64), (-64, -64)]);
        assert_eq!(turns[1].best, Turn::Pass);
        // Whoever moves first wipes the other out: black by d1, or white by a1 with the turn that black lost.
        let board = format!("-XO{} X", "-".repeat(61));
        let turns = judged(&board, &[Turn::TimedOut]);
        assert_eq!((discs(&turns[0]), turns[0].best.to_string()), ((-64, 64), "d1".to_owned()));
        assert_eq!(turns[0].loss().as_f64(), 128.0);
    }

    #[test]
    fn a_game_without_a_turn_has_none_to_judge() {
        assert_eq!(judged(&"-".repeat(64), &[]), []);
    }
}
