//! The executable as a child process whose output is read all the while, so that no test can block on it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a reply may take where a test says nothing else: only a hang takes longer.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A line of standard output with the time at which it was read.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text without its LF.
    pub text: String,
    /// When the whole line had arrived.
    pub at: Instant,
}

/// Why there was no next line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The time was up.
    TimedOut,
    /// Standard output was closed.
    Closed,
    /// Bytes that are no UTF-8, or a last line without LF: told in words.
    Broken(String),
}

/// A running executable with pipes at all three ends. Dropped, it is killed, and must not have panicked.
pub struct Program {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<Result<Line, NoLine>>,
    put_back: Option<Line>,
    errors: Option<JoinHandle<Vec<u8>>>,
    standard_error: String,
}

impl Program {
    /// Starts the executable under test with these arguments.
    pub fn start(arguments: &[String]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the executable under test starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let (input, to_write) = channel::<Vec<u8>>();
        // A thread of its own, because a full pipe blocks its writer.
        std::thread::spawn(move || {
            for bytes in to_write {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (line_sender, lines) = channel();
        std::thread::spawn(move || read_lines(BufReader::new(stdout), &line_sender));
        let errors = std::thread::spawn(move || {
            let mut all = Vec::new();
            // What was read before a fault is still worth showing.
            let _ = stderr.read_to_end(&mut all);
            all
        });
        Self {
            child,
            input: Some(input),
            lines,
            put_back: None,
            errors: Some(errors),
            standard_error: String::new(),
        }
    }

    /// Starts it without arguments.
    pub fn plain() -> Self {
        Self::start(&[])
    }

    /// Writes these bytes; never blocks. A program that is gone is noticed by what it no longer answers.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Writes one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Closes standard input once all that was sent is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if it comes before `deadline`.
    pub fn line_by(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        if let Some(line) = self.put_back.take() {
            return Ok(line);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(NoLine::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Closed),
        }
    }

    /// Gives a line back, to be the next one again.
    pub fn put_back(&mut self, line: Line) {
        self.put_back = Some(line);
    }

    /// The next line that starts with `prefix`, all before it left out.
    ///
    /// # Panics
    /// If none comes within [`PATIENCE`].
    pub fn line_with(&mut self, prefix: &str) -> Line {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.line_by(deadline) {
                Ok(line) if line.text.starts_with(prefix) => return line,
                Ok(_) => {}
                Err(why) => panic!("no line that starts with `{prefix}`: {why:?}"),
            }
        }
    }

    /// All lines up to the end of standard output.
    ///
    /// # Panics
    /// If the end does not come within [`PATIENCE`], or what came was broken.
    pub fn rest(&mut self) -> Vec<Line> {
        let deadline = Instant::now() + PATIENCE;
        let mut all = Vec::new();
        loop {
            match self.line_by(deadline) {
                Ok(line) => all.push(line),
                Err(NoLine::Closed) => return all,
                Err(why) => panic!("standard output did not end in order: {why:?}"),
            }
        }
    }

    /// How the program ended, if it does so before `deadline`.
    pub fn exit_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// How the program ended.
    ///
    /// # Panics
    /// If it is still running after [`PATIENCE`].
    pub fn exit(&mut self) -> ExitStatus {
        self.exit_by(Instant::now() + PATIENCE).expect("the program ends")
    }

    /// The process id, for signals.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// All of standard error. The program is killed first if it is still running.
    pub fn standard_error(&mut self) -> String {
        if self.exit_by(Instant::now()).is_none() {
            // It may have ended just now.
            let _ = self.child.kill();
        }
        if let Some(thread) = self.errors.take() {
            let bytes = thread.join().unwrap_or_default();
            self.standard_error = String::from_utf8_lossy(&bytes).into_owned();
        }
        self.standard_error.clone()
    }
}

impl Drop for Program {
    /// A panic behind an answer that looks right is a fault too: no test is passed with one.
    fn drop(&mut self) {
        let errors = self.standard_error();
        // Fails only if it has been waited for already.
        let _ = self.child.wait();
        if !std::thread::panicking() {
            assert!(!errors.contains("panicked at"), "{errors}");
        }
    }
}

fn read_lines(mut stdout: impl BufRead, lines: &Sender<Result<Line, NoLine>>) {
    loop {
        let mut bytes = Vec::new();
        let item = match stdout.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) if bytes.pop() != Some(b'\n') => Err(NoLine::Broken("a last line without LF".to_owned())),
            Ok(_) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Line { text, at: Instant::now() }),
                Err(error) => Err(NoLine::Broken(format!("a line that is no UTF-8: {error}"))),
            },
            Err(error) => Err(NoLine::Broken(error.to_string())),
        };
        let broken = item.is_err();
        if lines.send(item).is_err() || broken {
            return;
        }
    }
}
