//! What a command reads: files in the order in which they are named, or stdin.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::PathBuf;

use clap::Args;

/// The inputs of a command.
#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// Files to read; stdin where none is named, or where one is called `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Stdin,
    File(PathBuf),
}

/// No archive of games and no list of positions is longer, in bytes.
const MOST: u64 = 1 << 30;

impl InputArgs {
    /// The inputs in order.
    pub(super) fn inputs(&self) -> Vec<Input> {
        if self.files.is_empty() {
            return vec![Input::Stdin];
        }
        let input = |path: &PathBuf| match path.to_str() {
            Some("-") => Input::Stdin,
            _ => Input::File(path.clone()),
        };
        self.files.iter().map(input).collect()
    }
}

impl Input {
    /// Opens it for reading line by line.
    ///
    /// # Errors
    /// It cannot be opened, or is a folder.
    pub(super) fn open(&self) -> io::Result<Box<dyn BufRead>> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => {
                let file = File::open(path)?;
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                Ok(Box::new(BufReader::new(file)))
            }
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// It cannot be read, or has no end within [`MOST`] bytes.
    pub(super) fn read_whole(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.take(MOST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("longer than {MOST} bytes")));
        }
        Ok(bytes)
    }

    /// Whether a person types it: the terminal is no place for a progress bar then.
    pub(super) fn is_typed(&self) -> bool {
        *self == Self::Stdin && io::stdin().is_terminal()
    }

    /// How many lines it has, where it can be read twice.
    pub(super) fn count_lines(&self) -> Option<u64> {
        if !self.is_plain_file() {
            return None;
        }
        let mut reader = self.open().ok()?;
        let mut lines = 0;
        loop {
            let chunk = reader.fill_buf().ok()?;
            if chunk.is_empty() {
                return Some(lines);
            }
            lines += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
            let used = chunk.len();
            reader.consume(used);
        }
    }

    fn is_plain_file(&self) -> bool {
        match self {
            Self::Stdin => false,
            Self::File(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
        }
    }
}

impl fmt::Display for Input {
    /// As a complaint names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("stdin"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
