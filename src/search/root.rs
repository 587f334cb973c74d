//! The root: which searches are made one after the other, what is reported of each, and what is answered when
//! the search has to end.

use std::thread::{self, Builder};

use super::aim::Aim;
use super::control::Control;
use super::selectivity::Selectivity;
use super::table::Table;
use super::team::{Closing, Team};
use super::worker::{Node, Stopped, Window, Worker};
use super::{Answer, Bound, Goal, Info, Job, Line};
use crate::eval::Value;
use crate::othello::{Bitboard, Score, Square, Turn};

/// A search of so many nodes is over before other threads are under way.
const ALONE_TO: u64 = 20_000;
/// Half the first window of a search to the end, in discs.
const SOLVED_MARGIN: i32 = 5;
/// Half the first window of a midgame search, in hundredths of a disc.
const MIDGAME_MARGIN: i32 = 300;
/// Empties that the midgame iterations before a solution leave unsearched.
const LEFT_TO_SOLVER: u32 = 10;
/// Above so many empties, solutions of so many per cent come before the one that is asked for: they leave better
/// moves and bounds in the table, and a score to show. With fewer empties they cost more than they save.
const REHEARSALS: [(u32, u8); 2] = [(20, 73), (22, 95)];

/// The aims of the searches that answer a job after the search of one ply, in order.
fn aims(job: &Job) -> Vec<Aim> {
    let empties = job.position.empties();
    let Some(surely) = solving(job) else {
        let selectivity = Selectivity::at_least(job.limits.selectivity);
        return (2..=job.limits.depth).map(|depth| Aim { selectivity, ..Aim::midgame(depth) }).collect();
    };
    let deepest = empties.saturating_sub(LEFT_TO_SOLVER) as u8;
    let estimates =
        (2..=deepest).map(|depth| Aim { selectivity: Selectivity::BOLDEST, ..Aim::midgame(depth) });
    let rehearsals = REHEARSALS.into_iter().filter(|&(above, _)| empties > above);
    let rehearsals = rehearsals.map(|(_, confidence)| Selectivity::at_least(confidence));
    let solutions = rehearsals.filter(|&bolder| bolder < surely).chain([surely]);
    estimates.chain(solutions.map(|selectivity| Aim { selectivity, ..Aim::exact(empties) })).collect()
}

/// How surely the game is to be played out, where it is.
fn solving(job: &Job) -> Option<Selectivity> {
    match job.goal {
        Goal::Exact | Goal::Wld => Some(Selectivity::NONE),
        Goal::Play => job.limits.solves(job.position.empties()).map(Selectivity::at_least),
    }
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    square: Square,
    child: Node,
}

/// What the root search works with.
pub(super) struct Root<'a> {
    job: &'a Job,
    control: &'a Control,
    worker: Worker<'a>,
    report: &'a mut dyn FnMut(&Info),
    /// The moves to choose from; those before the rank under way have their places.
    moves: Vec<RootMove>,
    /// The value last found for each rank, in hundredths of a disc.
    values: Vec<i32>,
    /// The lines of the last finished iteration.
    lines: Vec<Line>,
    /// In the iteration under way: a later move than the first was found to be better.
    better: Option<Line>,
    /// The move of the first rank as it was last reported.
    shown: Option<Turn>,
}

impl<'a> Root<'a> {
    /// The root of a position in which the side to move has a move.
    pub(super) fn new(
        job: &'a Job,
        table: &'a Table,
        control: &'a Control,
        team: Option<&'a Team>,
        report: &'a mut dyn FnMut(&Info),
    ) -> Self {
        let node = Node::new(job.position);
        let legal = job.position.legal_moves();
        let moves = if legal.meets(job.moves) { legal & job.moves } else { legal };
        let root_move = |square| {
            let child = node.after(square, job.position.flips(square));
            RootMove { square, child }
        };
        Self {
            job,
            control,
            worker: Worker::new(table, control, team, job.limits.nodes),
            report,
            moves: moves.map(root_move).collect(),
            values: Vec::new(),
            lines: Vec::new(),
            better: None,
            shown: None,
        }
    }

    /// Searches until the job is done or has to end. The first iteration is always finished.
    ///
    /// `recruit` is called once, when there is work for several threads.
    pub(super) fn search(mut self, recruit: impl FnOnce()) -> Answer {
        let mut recruit = Some(recruit);
        if self.search_one_ply().is_ok() {
            self.worker.heed_limits();
            for aim in aims(self.job) {
                if self.worker.all_nodes() > ALONE_TO {
                    recruit.take().into_iter().for_each(|recruit| recruit());
                }
                if self.control.is_past_soft_limit() || self.iterate(aim).is_err() {
                    break;
                }
            }
        }
        // Whoever shows the lines is not to see another move played than the one shown last.
        if let Some(best) = self.lines.first().cloned()
            && best.pv.first() != self.shown.as_ref()
        {
            self.report(0, &best);
        }
        Answer { lines: self.lines, nodes: self.worker.all_nodes(), time: self.control.start().elapsed() }
    }

    /// The first iteration: every move gets its own value.
    fn search_one_ply(&mut self) -> Result<(), Stopped> {
        let aim = Aim::midgame(1);
        let whole = self.whole_window(aim);
        let mut valued = Vec::with_capacity(self.moves.len());
        for index in 0..self.moves.len() {
            valued.push((self.search_child(aim, index, whole)?, self.moves[index]));
        }
        valued.sort_by_key(|&(value, _)| -value);
        (self.values, self.moves) = valued.into_iter().unzip();
        for rank in 0..self.ranks() {
            let line = self.line(aim, rank, self.values[rank], Bound::None);
            self.report(rank, &line);
            self.lines.push(line);
        }
        Ok(())
    }

    /// How many lines are asked for and can be given.
    fn ranks(&self) -> usize {
        self.job.line_count()
    }

    /// One iteration: the best move, then the best of the rest, and so on.
    ///
    /// Where it is cut short, a single line that was found to be better already counts; several lines are
    /// kept from the iteration before, so that their values can be compared.
    fn iterate(&mut self, aim: Aim) -> Result<(), Stopped> {
        let mut found = Vec::new();
        for rank in 0..self.ranks() {
            self.better = None;
            match self.search_rank(aim, rank) {
                Ok(line) => found.push(line),
                Err(Stopped) => {
                    if let Some(line) = self.better.take()
                        && self.ranks() == 1
                    {
                        self.lines = vec![line];
                    }
                    return Err(Stopped);
                }
            }
        }
        self.lines = found;
        self.rank_by_value();
        Ok(())
    }

    /// Puts the lines in the order of their values: a selective search may find a later move better than one that it
    /// has ranked before. Then all are reported again.
    fn rank_by_value(&mut self) {
        let mut order: Vec<usize> = (0..self.lines.len()).collect();
        order.sort_by_key(|&rank| -self.lines[rank].value);
        if order.is_sorted() {
            return;
        }
        let old = (self.lines.clone(), self.values.clone(), self.moves.clone());
        for (rank, &from) in order.iter().enumerate() {
            (self.lines[rank], self.values[rank], self.moves[rank]) =
                (old.0[from].clone(), old.1[from], old.2[from]);
            self.report(rank, &old.0[from]);
        }
    }

    /// The best of the moves from `rank` on with its value, by windows that open as needed.
    fn search_rank(&mut self, aim: Aim, rank: usize) -> Result<Line, Stopped> {
        let whole = self.whole_window(aim);
        let guess = self.values[rank] / aim.unit();
        let mut margin = if aim.solves { SOLVED_MARGIN } else { MIDGAME_MARGIN };
        let mut window = Window::new(
            (guess - margin).clamp(whole.alpha, whole.beta - 1),
            (guess + margin).clamp(whole.alpha + 1, whole.beta),
        );
        loop {
            let value = self.search_moves(aim, rank, window)?;
            let bound = if value <= window.alpha && window.alpha > whole.alpha {
                Bound::Upper
            } else if value >= window.beta && window.beta < whole.beta {
                Bound::Lower
            } else {
                self.values[rank] = value * aim.unit();
                let line = self.finished_line(aim, rank, value);
                self.report(rank, &line);
                return Ok(line);
            };
            margin *= 3;
            match bound {
                Bound::Upper => window.alpha = (value - margin).max(whole.alpha),
                _ => window.beta = (value + margin).min(whole.beta),
            }
            let line = self.line(aim, rank, value, bound);
            self.report(rank, &line);
        }
    }

    /// Every value that the search can have lies inside, or on a border that no value is beyond.
    fn whole_window(&self, aim: Aim) -> Window {
        if aim.solves && self.job.goal == Goal::Wld {
            return Window::new(-1, 1);
        }
        Window::new(-aim.highest(), aim.highest())
    }

    /// Principal variation search over the moves from `rank` on; the best of them is brought to `rank`.
    fn search_moves(&mut self, aim: Aim, rank: usize, window: Window) -> Result<i32, Stopped> {
        let mut best = i32::MIN;
        for index in rank..self.moves.len() {
            let rest = window.above(best);
            let value = if index == rank {
                self.search_child(aim, index, rest)?
            } else {
                let value = self.search_child(aim, index, Window::null(rest.alpha))?;
                if value > rest.alpha && value < rest.beta {
                    self.search_child(aim, index, rest.above(value - 1))?
                } else {
                    value
                }
            };
            if value > best {
                best = value;
                self.moves[rank..=index].rotate_right(1);
                if index > rank && value > window.alpha {
                    let bound = if value < window.beta { Bound::None } else { Bound::Lower };
                    self.better = Some(Line { exact: false, ..self.line(aim, rank, value, bound) });
                }
                if best >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The value of one move, in units of the aim, for the side to move at the root.
    fn search_child(&mut self, aim: Aim, index: usize, window: Window) -> Result<i32, Stopped> {
        let child = self.moves[index].child;
        self.worker.search(&child, aim.after_move(), window.reversed()).map(|value| -value)
    }

    /// The line of the move at `rank` once its value is known, as long as it can be told.
    fn finished_line(&mut self, aim: Aim, rank: usize, value: i32) -> Line {
        let mut line = self.line(aim, rank, value, Bound::None);
        if aim.solves && aim.selectivity == Selectivity::NONE {
            let child = self.moves[rank].child.position;
            line.pv.truncate(1);
            line.pv.extend(self.worker.solved_line(&child, -value, self.job.goal == Goal::Wld));
        }
        line
    }

    /// The line of the move at `rank` with what the table holds of it.
    fn line(&self, aim: Aim, rank: usize, value: i32, bound: Bound) -> Line {
        let RootMove { square, child } = self.moves[rank];
        let mut pv = vec![Turn::Move(square)];
        if !aim.solves {
            pv.extend(self.worker.midgame_line(&child.position, aim.depth - 1));
        }
        Line {
            depth: aim.depth,
            selectivity: aim.selectivity.percent(),
            value: shown(self.job.goal, Value::saturating(value * aim.unit())),
            bound,
            exact: aim.solves && aim.selectivity == Selectivity::NONE && bound == Bound::None,
            pv,
        }
    }

    fn report(&mut self, rank: usize, line: &Line) {
        if rank == 0 {
            self.shown = line.pv.first().copied();
        }
        (self.report)(&Info {
            line: line.clone(),
            rank: rank + 1,
            nodes: self.worker.all_nodes(),
            time: self.control.start().elapsed(),
            hashfull: self.worker.table.hashfull(),
        });
    }
}

/// Answers for a side that has a move, with as many threads as the job has.
pub(super) fn run(job: &Job, table: &Table, control: &Control, report: &mut dyn FnMut(&Info)) -> Answer {
    if job.threads <= 1 {
        return Root::new(job, table, control, None, report).search(|| ());
    }
    let team = Team::default();
    thread::scope(|scope| {
        let _closing = Closing(&team);
        let recruit = || {
            for number in 1..job.threads {
                let help = || Worker::new(table, control, Some(&team), job.limits.nodes).help(&team);
                let helper = Builder::new().name(format!("search helper {number}"));
                if let Err(error) = helper.spawn_scoped(scope, help) {
                    log::warn!("{number} search threads instead of {}: {error}", job.threads);
                    break;
                }
            }
        };
        Root::new(job, table, control, Some(&team), report).search(recruit)
    })
}

/// Answers for a finished game.
pub(super) fn finished(job: &Job, control: &Control, report: &mut dyn FnMut(&Info)) -> Answer {
    let line = Line {
        depth: 0,
        selectivity: Selectivity::NONE.percent(),
        value: shown(job.goal, job.position.final_score().into()),
        bound: Bound::None,
        exact: true,
        pv: Vec::new(),
    };
    let time = control.start().elapsed();
    report(&Info { line: line.clone(), rank: 1, nodes: 0, time, hashfull: 0 });
    Answer { lines: vec![line], nodes: 0, time }
}

/// Answers for a side that must pass: what the other side will do, seen from this side of the board.
pub(super) fn passing(job: &Job, table: &Table, control: &Control, report: &mut dyn FnMut(&Info)) -> Answer {
    let turned = |line: &Line| Line {
        value: -line.value,
        bound: match line.bound {
            Bound::None => Bound::None,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        },
        pv: std::iter::once(Turn::Pass).chain(line.pv.iter().copied()).collect(),
        ..*line
    };
    let replying =
        Job { position: job.position.passed(), moves: Bitboard::EMPTY, multi_pv: 1, ..job.clone() };
    let mut report_turned = |info: &Info| report(&Info { line: turned(&info.line), ..info.clone() });
    let answer = run(&replying, table, control, &mut report_turned);
    Answer { lines: answer.lines.iter().map(turned).collect(), ..answer }
}

/// The value as the goal has it: under `Wld` only its sign counts.
fn shown(goal: Goal, value: Value) -> Value {
    match goal {
        Goal::Wld => Value::from(Score::saturating(value.hundredths().signum())),
        _ => value,
    }
}
