//! What the end of input does to a session, wherever it comes.

use std::time::{Duration, Instant};

use crate::support::program::{PATIENCE, Program};

/// Sends `bytes`, closes the input, and returns all lines; the status must be 0.
#[track_caller]
fn answers_to(bytes: &[u8]) -> Vec<String> {
    let mut program = Program::plain();
    program.send_bytes(bytes);
    program.close_input();
    let lines = program.rest().into_iter().map(|line| line.text).collect();
    let status = program.exit();
    assert!(status.success(), "{status} after {:?}", String::from_utf8_lossy(bytes));
    lines
}

fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}

#[test]
fn every_reply_is_flushed_without_an_end_of_input() {
    // A reply left in a buffer would come with the end of input only, which never comes here.
    let mut program = Program::plain();
    for (sent, awaited) in [
        ("uoi", "uoiok"),
        ("isready", "readyok"),
        ("legal", "legal d3 c4 f5 e6"),
        ("go depth 2", "bestmove"),
        ("hint depth 1", "hintdone"),
        ("foo", "error unknown command: foo"),
        ("board", "result ongoing 2-2"),
    ] {
        program.send(sent);
        program.line_with(awaited);
    }
}

#[test]
fn a_piped_search_uses_its_time_and_prints_one_bestmove() {
    let begin = Instant::now();
    let lines = answers_to(b"position startpos moves f5\ngo movetime 1000\n");
    let taken = begin.elapsed();
    assert_eq!(count(&lines, "bestmove"), 1, "{lines:#?}");
    let last = lines.last().map(String::as_str);
    assert!(matches!(last, Some("bestmove d6" | "bestmove f4" | "bestmove f6")), "{last:?}");
    // Half of it would do: an end of input read as `quit` or `stop` takes a few milliseconds.
    assert!(taken > Duration::from_millis(500), "{taken:?}");
    assert!(taken < PATIENCE, "{taken:?}");
}

#[test]
fn input_may_end_at_every_byte_of_a_native_session() {
    let session = b"setoption name Level value 2\nuoi\nposition startpos moves f5 d6\ngo depth 3\n\
        hint 2 depth 2\nundo\nmove d6 c3\ntimeout\nboard\nrecord ggf\ngo nodes 50\nresign\nresult\nstop\n";
    for end in 0..=session.len() {
        let cut = &session[..end];
        let lines = answers_to(cut);
        // `go` alone is a whole command as well; what is cut inside a later word is none.
        let asked = String::from_utf8_lossy(cut)
            .lines()
            .filter(|line| ["go", "go depth 3", "go nodes 5", "go nodes 50"].contains(&line.trim_end()))
            .count();
        let unclear = ["go d", "go de", "go dep", "go dept", "go n", "go no", "go nod", "go node"];
        if !unclear.iter().any(|partial| cut.ends_with(partial.as_bytes())) {
            assert_eq!(count(&lines, "bestmove"), asked, "{:?}: {lines:#?}", String::from_utf8_lossy(cut));
        }
    }
}

#[test]
fn input_may_end_at_every_byte_of_an_nboard_session() {
    let session = b"nboard 2\nset depth 2\nset game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.4]W[D6/0.50];)\n\
        ping 1\nhint 2\nmove C3//1.5\nping 2\ngo\nlearn\nanalyze\nset contempt 100\nping 3\n";
    for end in "nboard 2\n".len()..=session.len() {
        let lines = answers_to(&session[..end]);
        let known = ["set myname", "pong", "===", "search", "status", "nodestats", "analysis", "learned"];
        for line in &lines {
            assert!(known.iter().any(|word| line.starts_with(word)), "{end}: {line}");
        }
    }
}

#[test]
fn quit_during_a_search_ends_within_50_ms() {
    // The quickest of several: the machine may be busy, a program that waits for its search is never quick.
    let quickest = (0..8)
        .map(|_| {
            let mut program = Program::plain();
            program.send("position startpos moves f5");
            program.send("go infinite");
            program.line_with("info");
            std::thread::sleep(Duration::from_millis(50));
            let begin = Instant::now();
            program.send("quit");
            let status = program.exit();
            let taken = begin.elapsed();
            assert!(status.success(), "{status}");
            assert_eq!(program.rest().iter().filter(|line| line.text.starts_with("bestmove")).count(), 0);
            taken
        })
        .min();
    assert!(quickest < Some(Duration::from_millis(50)), "{quickest:?}");
}
