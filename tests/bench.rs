//! The signature of the search: a change of it that was not meant shows here.

use std::process::Command;

/// The nodes of `outflank bench`. They change with the search and the evaluation, and are then to be set anew, with
/// the figures that show what the change is worth; no build and no machine changes them.
const SIGNATURE: &str = "signature 9352665";

#[test]
fn the_search_visits_the_nodes_that_it_did() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_outflank")).arg("bench").output().expect("the executable runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().last(), Some(SIGNATURE));
}
