//! Plays the scenes under `tests/transcripts`, a directory a protocol, against the real executable.
//!
//! The format is described in `tests/README.md`. `OUTFLANK_SCENE=text` plays only the files with that text
//! in their names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::pattern::{Bindings, Pattern};
use crate::support::scene::Scene;

/// Scenes played at the same time: they wait more than they compute.
const AT_ONCE: usize = 4;

#[test]
fn every_native_scene_is_played_as_written() {
    play_directory("native", false);
}

#[test]
fn every_nboard_scene_is_played_as_written() {
    play_directory("nboard", false);
}

#[test]
fn every_gtp_scene_is_played_as_written() {
    play_directory("gtp", false);
}

#[test]
fn every_xboard_scene_is_played_as_written() {
    play_directory("xboard", false);
}

#[test]
fn every_cassio_scene_is_played_as_written() {
    play_directory("cassio", false);
}

#[test]
#[ignore = "long searches: minutes without optimisation"]
fn every_slow_scene_is_played_as_written() {
    for protocol in protocols() {
        play_directory(&protocol, true);
    }
}

#[test]
fn every_directory_of_scenes_has_a_test() {
    let here = include_str!("scenes.rs");
    for protocol in protocols() {
        assert!(here.contains(&format!("play_directory(\"{protocol}\", false)")), "nobody plays {protocol}");
    }
}

fn scenes_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

fn protocols() -> BTreeSet<String> {
    entries(&scenes_root()).iter().map(|path| name_of(path)).collect()
}

fn entries(directory: &Path) -> BTreeSet<PathBuf> {
    let listing = std::fs::read_dir(directory).expect("the directory of scenes is in the repository");
    listing.map(|entry| entry.expect("the directory can be read").path()).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn play_directory(protocol: &str, slow: bool) {
    // What goes to an NBoard GUI must be ASCII, or its reader dies.
    let ascii = protocol == "nboard";
    let only = std::env::var("OUTFLANK_SCENE").unwrap_or_default();
    let files: Vec<PathBuf> = entries(&scenes_root().join(protocol))
        .into_iter()
        .filter(|path| name_of(path).contains(&only))
        .collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = Scene::read(path)
                        .and_then(|scene| if scene.slow == slow { scene.play(ascii) } else { Ok(()) });
                    if let Err(report) = outcome {
                        failures.lock().expect("no player panics").push(report);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no player panics");
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} scenes differ\n\n{}",
        failures.len(),
        files.len(),
        failures.join("\n")
    );
}

#[track_caller]
fn pattern_accepts(pattern: &str, line: &str) -> bool {
    Pattern::parse(pattern).expect("the pattern can be read").matches(line, &mut Bindings::new())
}

#[test]
fn a_star_matches_any_text_and_an_escaped_one_itself() {
    assert!(pattern_accepts("info * pv", "info depth 1 pv"));
    assert!(pattern_accepts("*", ""));
    assert!(!pattern_accepts("info * pv", "info depth 1 pv f5"));
    assert!(pattern_accepts("BO[8 \\*]", "BO[8 *]"));
    assert!(!pattern_accepts("BO[8 \\*]", "BO[8 O]"));
}

#[test]
fn the_kinds_of_text_accept_what_they_are_named_after() {
    for (pattern, yes, no) in [
        ("{int}", "-12", "1.5"),
        ("{nat}", "0", "-1"),
        ("{decimal}", "-1.25", "1,25"),
        ("{hundredths}", "-64.00", "-64.0"),
        ("{square}", "h8", "H8"),
        ("{Square}", "H8", "i1"),
        ("{move}", "pass", "none"),
        ("{pv}", "f5 d6 pass c3", "f5  d6"),
        ("{Pv}", "F5d6PAc3", "F5 d6"),
        ("{word}", "spin", "two words"),
        ("{d6|f4|f6}", "f4", "d3"),
        ("bestmove {d6|f4}{| ponder c3}", "bestmove f4", "bestmove f4 ponder"),
    ] {
        assert!(pattern_accepts(pattern, yes), "{pattern} takes {yes}");
        assert!(!pattern_accepts(pattern, no), "{pattern} refuses {no}");
    }
}

#[test]
fn a_bound_text_must_come_again_where_it_is_recalled() {
    let mut bindings = Bindings::new();
    let bind = Pattern::parse("info * pv {best=move}*").expect("a pattern");
    let recall = Pattern::parse("bestmove {best}").expect("a pattern");
    assert!(!recall.matches("bestmove f5", &mut bindings));
    assert!(bind.matches("info depth 3 pv f5 d6 c3", &mut bindings));
    assert!(recall.matches("bestmove f5", &mut bindings));
    assert!(!recall.matches("bestmove d6", &mut bindings));
    let within = Pattern::parse("hint 1 {m=move} * pv {m}*").expect("a pattern");
    assert!(within.matches("hint 1 d6 depth 2 pv d6 c5", &mut bindings));
    assert!(!within.matches("hint 1 d6 depth 2 pv f4 c5", &mut bindings));
}

#[test]
fn an_unclosed_brace_is_refused() {
    assert!(Pattern::parse("bestmove {d6").is_err());
    assert!(Pattern::parse("bestmove {}").is_err());
}
