//! Runs of the executable with a given input, and what came of them.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

#[path = "../support/mod.rs"]
mod folder;

pub use folder::Folder;

/// What a run came to.
pub struct Run {
    pub out: String,
    pub err: String,
    pub status: Option<i32>,
}

impl Run {
    /// The lines on stdout.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// The lines on stdout as JSON objects.
    #[track_caller]
    pub fn objects(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let objects: Vec<Value> = self.out.lines().map(read).collect();
        assert!(objects.iter().all(Value::is_object), "{}", self.out);
        objects
    }

    /// All is well: status 0 and nothing on stderr.
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!((self.status, &*self.err), (Some(0), ""), "{}", self.out);
        self
    }

    /// Some of the input was bad: status 1 and these lines on stderr.
    #[track_caller]
    pub fn complained(self, lines: &[&str]) -> Self {
        assert_eq!(
            (self.status, self.err.lines().collect::<Vec<_>>()),
            (Some(1), lines.to_vec()),
            "{}",
            self.out
        );
        self
    }
}

/// The command that runs the executable with these arguments, with pipes at all three ends.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the executable with these arguments and this input.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = command(arguments).spawn().expect("the executable was built for this test");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    let input = input.as_ref().to_vec();
    // A thread of its own, because the executable writes while it reads; it may also end before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("its output can be read");
    writer.join().expect("writing does not panic");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked at"), "{err}");
    Run { out, err, status: output.status.code() }
}

/// A text in JSON.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// A whole number in JSON.
#[track_caller]
pub fn whole(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// A list in JSON.
#[track_caller]
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}
