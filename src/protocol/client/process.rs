//! A program whose stdin and stdout carry lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::ClientError;

/// A running program; dropping it closes its input, and ends it if it does not end by itself.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts `command`, read as a shell reads it. Its stderr goes where ours goes.
    pub(super) fn start(command: &str) -> Result<Self, ClientError> {
        let refused = |reason: String| ClientError::Start { command: command.to_owned(), reason };
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("exec {command}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| refused(error.to_string()))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or_else(|| refused("no output".to_owned()))?;
        let (sender, lines) = channel();
        let read = move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("engine output".into())
            .spawn(read)
            .map_err(|error| refused(error.to_string()))?;
        Ok(Self { child, input, lines })
    }

    /// Sends one line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let input = self.input.as_mut().ok_or(ClientError::Ended)?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| ClientError::Ended)
    }

    /// The next line for which `wanted` has an answer; others are skipped.
    pub(super) fn wait_for<T>(
        &self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::Silent(patience),
                RecvTimeoutError::Disconnected => ClientError::Ended,
            })?;
            if let Some(answer) = wanted(&line) {
                return Ok(answer);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let until = Instant::now() + Duration::from_millis(500);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
