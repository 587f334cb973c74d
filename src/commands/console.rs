//! Where a command over many inputs puts its results and its complaints.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use indicatif::ProgressBar;

use super::CommandFailure;

/// Results on one stream, complaints on stderr, and a progress bar that gives way to both.
pub(super) struct Console<'a> {
    out: &'a mut dyn Write,
    bar: ProgressBar,
    /// Whether results may show up where the bar is.
    shares_terminal: bool,
    complained: bool,
}

impl<'a> Console<'a> {
    /// A console that writes its results to `out` and shows `bar` meanwhile.
    pub(super) fn new(out: &'a mut dyn Write, bar: ProgressBar) -> Self {
        Self { out, bar, shares_terminal: io::stdout().is_terminal(), complained: false }
    }

    /// The bar, to be moved on.
    pub(super) const fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Writes lines, each flushed.
    ///
    /// # Errors
    /// A line cannot be written.
    pub(super) fn results(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        let out = &mut self.out;
        let write = || {
            lines.into_iter().try_for_each(|line| {
                out.write_all(format!("{line}\n").as_bytes())?;
                out.flush()
            })
        };
        // Taking the bar away and back costs more than a line, and is of no use where results go elsewhere.
        if self.shares_terminal { self.bar.suspend(write) } else { write() }
    }

    /// Says on stderr that some of the input was not done; the rest still is.
    pub(super) fn complain(&mut self, what: impl Display) {
        self.complained = true;
        // Stderr may be closed; the status says the same.
        let _ = self.bar.suspend(|| writeln!(io::stderr(), "outflank: {what}"));
    }

    /// Takes the bar away.
    ///
    /// # Errors
    /// [`CommandFailure::Reported`] after a complaint.
    pub(super) fn finish(self) -> Result<(), CommandFailure> {
        self.bar.finish_and_clear();
        if self.complained { Err(CommandFailure::Reported) } else { Ok(()) }
    }
}
