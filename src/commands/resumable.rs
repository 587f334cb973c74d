//! Files of lines that a long job adds to, and goes on from when it was stopped.
//!
//! The first line says which job it is. A line that was not finished when the program ended is cut off.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use crate::files::require_plain;
use crate::formats::quoted_up_to;

/// Characters of a foreign line that an error repeats.
const QUOTED: usize = 160;

/// Why there is no going on with a file.
#[derive(Debug, Error)]
pub(super) enum LinesError {
    #[error("{0}")]
    File(#[from] io::Error),
    #[error("the log of another job: it begins with `{found}` where `{wanted}` is wanted")]
    Other { found: String, wanted: String },
    #[error("line {0} does not belong here")]
    Line(usize),
}

/// The file of a job.
pub(super) struct Lines {
    file: File,
}

impl Lines {
    /// Opens the file at `path` of the job that `title` describes in one line, and makes it where there is none.
    /// Gives what `read` makes of each line after the first.
    ///
    /// # Errors
    /// The file cannot be read and written, is that of another job, or `read` makes nothing of a line; it is what
    /// it was then.
    pub(super) fn open<T>(
        path: &Path,
        title: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(Self, Vec<T>), LinesError> {
        require_plain(path)?;
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let text = io::read_to_string(&file)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            Some(found) if found == title => {}
            // What is no whole line may be the beginning of our own first one.
            None if title.starts_with(&text) => {}
            other => {
                let found = quoted_up_to(QUOTED, other.unwrap_or(&text));
                return Err(LinesError::Other { found, wanted: title.to_owned() });
            }
        }
        let read = (2..).zip(lines).map(|(number, line)| read(line).ok_or(LinesError::Line(number)));
        let read = read.collect::<Result<_, _>>()?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut lines = Self { file };
        if whole == 0 {
            lines.add(title)?;
        }
        Ok((lines, read))
    }

    /// Adds a line, in one write: what another process reads meanwhile is whole.
    pub(super) fn add(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}
