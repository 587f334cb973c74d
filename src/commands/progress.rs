//! Progress on stderr, for people: invisible where stderr is no terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::input::Input;

/// How often a bar shows the time while nothing else happens.
const TICK: Duration = Duration::from_millis(200);

/// A bar with rate and time left for this many steps; the steps done alone where their number is not known.
pub(super) fn bar(length: Option<u64>) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{wide_bar} {pos}/{len} {per_sec} {elapsed}, {eta} left {msg}")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {pos} {per_sec} {elapsed} {msg}"),
    };
    let style = ProgressStyle::with_template(template);
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

/// A bar for work on these inputs; none where a person types them. `length` is asked for the number of steps only
/// where the bar is seen.
pub(super) fn bar_over(inputs: &[Input], length: impl FnOnce() -> Option<u64>) -> ProgressBar {
    if inputs.iter().any(Input::is_typed) || !io::stderr().is_terminal() {
        ProgressBar::hidden()
    } else {
        bar(length())
    }
}
