//! The record of a conversation, for whoever has to find out what a GUI really sent.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A record larger than this begins anew; the one before it is kept as `FILE.old`. So the two together never
/// take more than twice this many bytes.
pub const MAX_BYTES: u64 = 8 << 20;

/// Bytes of a line that are recorded.
const MAX_RECORDED: usize = 4096;

/// Writes both sides of a conversation to a file, each line with the seconds since the start.
pub struct Transcript {
    path: PathBuf,
    file: Option<File>,
    bytes: u64,
    start: Instant,
}

impl Transcript {
    /// Begins a record in a new file at `path`.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = Some(new_file(path)?);
        Ok(Self { path: path.to_owned(), file, bytes: 0, start: Instant::now() })
    }

    /// Whether every line so far has been recorded.
    pub(super) const fn is_whole(&self) -> bool {
        self.file.is_some()
    }

    /// Records a line that came in.
    pub(super) fn received(&mut self, line: &str) {
        self.record('<', line);
    }

    /// Records a line that went out.
    pub(super) fn sent(&mut self, line: &str) {
        self.record('>', line);
    }

    /// A record that cannot be written is given up with one warning: play goes on.
    fn record(&mut self, direction: char, line: &str) {
        let mut end = line.len().min(MAX_RECORDED);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let cut = if end < line.len() { " ..." } else { "" };
        let seconds = self.start.elapsed().as_secs_f64();
        let entry = format!("{seconds:.6} {direction} {}{cut}\n", &line[..end]);
        if let Err(error) = self.write(&entry) {
            log::warn!("{}: {error}; the conversation is no longer recorded", self.path.display());
            self.file = None;
        }
    }

    fn write(&mut self, entry: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.bytes + entry.len() as u64 > MAX_BYTES {
            let mut old = self.path.clone().into_os_string();
            old.push(".old");
            std::fs::rename(&self.path, old)?;
            *file = new_file(&self.path)?;
            self.bytes = 0;
        }
        file.write_all(entry.as_bytes())?;
        self.bytes += entry.len() as u64;
        Ok(())
    }
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_never_grows_past_its_size_and_keeps_the_latest_lines() {
        let path = std::env::temp_dir().join(format!("outflank-transcript-{}", std::process::id()));
        let old = path.with_extension("old");
        let mut transcript = Transcript::create(&path).unwrap();
        let line = "x".repeat(3 * MAX_RECORDED);
        for _ in 0..3 * MAX_BYTES / MAX_RECORDED as u64 {
            transcript.received(&line);
        }
        transcript.sent("last");
        let size = |path: &Path| std::fs::metadata(path).unwrap().len();
        assert!(size(&path) <= MAX_BYTES && size(&old) <= MAX_BYTES);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(" > last\n"));
        assert!(text.lines().next().is_some_and(|line| line.contains(" < xxx") && line.ends_with(" ...")));
        std::fs::remove_file(path).unwrap();
        std::fs::remove_file(old).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_ends_the_record_and_nothing_else() {
        let mut transcript = Transcript::create(Path::new("/dev/full")).unwrap();
        transcript.sent("one");
        assert!(transcript.file.is_none());
        transcript.sent("two");
    }
}
