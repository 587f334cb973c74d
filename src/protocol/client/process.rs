//! A program whose stdin and stdout carry lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::ClientError;

/// Lines kept of what a program says while nobody listens; with more than these it has to wait.
const MOST_UNREAD: usize = 1024;

/// How long a program that has been told to end, or has closed its output, may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program; dropping it closes its input, and ends it if it does not end by itself.
pub(in crate::protocol) struct Process {
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
        let (sender, lines) = sync_channel(MOST_UNREAD);
        let read = move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
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
    pub(in crate::protocol) fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let input = self.input.as_mut();
        let sent = input.is_some_and(|input| writeln!(input, "{line}").and_then(|()| input.flush()).is_ok());
        if sent { Ok(()) } else { Err(self.ended()) }
    }

    /// The next line for which `wanted` has an answer; others are skipped.
    pub(in crate::protocol) fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ClientError> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(ClientError::Silent(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// The error of a program that reads or writes no more: how it ended, if it did.
    fn ended(&mut self) -> ClientError {
        ClientError::Ended(match self.wait(FAREWELL) {
            Some(status) => status,
            None => "its output is closed, but it still runs".to_owned(),
        })
    }

    /// How the program has ended; `None` where it has not after `patience`.
    fn wait(&mut self, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if Instant::now() >= until => return None,
                Ok(None) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        self.wait(FAREWELL);
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_there_and_come_back() {
        let mut process = Process::start("cat").unwrap();
        process.send("one").unwrap();
        process.send("two").unwrap();
        let two =
            process.wait_for(Duration::from_secs(10), |line| (line == "two").then_some(line.to_owned()));
        assert_eq!(two.unwrap(), "two");
    }

    #[test]
    fn silence_and_the_end_of_a_program_are_told_apart() {
        let mut hangs = Process::start("sleep 60").unwrap();
        let patience = Duration::from_millis(20);
        assert!(matches!(hangs.wait_for(patience, |_| Some(())), Err(ClientError::Silent(_))));
        let mut ends = Process::start("sh -c 'exit 3'").unwrap();
        let error = ends.wait_for(Duration::from_secs(10), |_| Some(())).unwrap_err();
        assert!(error.to_string().contains("exit status: 3"), "{error}");
    }
}
