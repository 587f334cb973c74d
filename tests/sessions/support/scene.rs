//! A scene: one conversation with the executable, read from a file and played line by line.
//! The format is described in `tests/README.md`.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use super::pattern::{Bindings, Pattern};
use super::program::{NoLine, PATIENCE, Program};

/// The lines of the conversation that a failure shows.
const LINES_SHOWN: usize = 24;
/// The length at which a shown line is cut, characters.
const WIDTH_SHOWN: usize = 200;

/// One parsed scene.
pub struct Scene {
    file: String,
    arguments: Vec<String>,
    /// Too long for every run: played where asked for.
    pub slow: bool,
    standard_error: StandardError,
    steps: Vec<(usize, Step)>,
}

enum StandardError {
    /// These lines and no others.
    Lines(Vec<Pattern>),
    /// Whatever it likes.
    Anything,
}

enum Step {
    Send(Vec<u8>),
    /// The next line.
    Expect(Pattern),
    /// As many lines as match, and no fewer than this.
    Run(Pattern, usize),
    /// One line for each of these, in whatever order.
    AnyOrder(Vec<Pattern>),
    /// The line read last is of this shape as well.
    Again(Pattern),
    /// Nothing for so long, save lines of this shape.
    Quiet(Duration, Option<Pattern>),
    Pause(Duration),
    /// The next awaited line comes so soon after the last one sent.
    Within(Duration),
    CloseInput,
    /// The program ends by itself with this status.
    Status(i32),
}

impl Scene {
    /// Reads the scene of this file.
    ///
    /// # Errors
    /// `file:line: what is wrong`.
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        let mut scene = Self {
            file,
            arguments: Vec::new(),
            slow: false,
            standard_error: StandardError::Lines(Vec::new()),
            steps: Vec::new(),
        };
        let mut glue = false;
        for (number, line) in (1..).zip(text.lines()) {
            let sends = line.starts_with('>');
            scene.add(number, line, glue).map_err(|fault| format!("{}:{number}: {fault}", scene.file))?;
            glue = sends;
        }
        Ok(scene)
    }

    /// Takes one line of the file. `glue`: the line before it was a sent one as well.
    fn add(&mut self, number: usize, line: &str, glue: bool) -> Result<(), String> {
        let step = if line.trim().is_empty() || line.starts_with('~') {
            return Ok(());
        } else if let Some(words) = line.strip_prefix("! ") {
            match self.directive(words)? {
                Some(step) => step,
                None => return Ok(()),
            }
        } else if let Some(sent) = line.strip_prefix(">-") {
            Step::Send(bytes_of(sent.strip_prefix(' ').unwrap_or(sent))?)
        } else if let Some(sent) = line.strip_prefix('>') {
            let mut bytes = bytes_of(sent.strip_prefix(' ').unwrap_or(sent))?;
            bytes.push(b'\n');
            Step::Send(bytes)
        } else if let Some(awaited) = line.strip_prefix("<+ ") {
            Step::Run(Pattern::parse(awaited)?, 1)
        } else if let Some(awaited) = line.strip_prefix("<* ") {
            Step::Run(Pattern::parse(awaited)?, 0)
        } else if let Some(shape) = line.strip_prefix("<^ ") {
            Step::Again(Pattern::parse(shape)?)
        } else if let Some(awaited) = line.strip_prefix("<| ") {
            let pattern = Pattern::parse(awaited)?;
            if let Some((_, Step::AnyOrder(patterns))) = self.steps.last_mut() {
                patterns.push(pattern);
                return Ok(());
            }
            Step::AnyOrder(vec![pattern])
        } else if let Some(awaited) = line.strip_prefix('<') {
            Step::Expect(Pattern::parse(awaited.strip_prefix(' ').unwrap_or(awaited))?)
        } else {
            return Err("a line begins with `>`, `<`, `!` or `~`".to_owned());
        };
        if let (true, Step::Send(more), Some((_, Step::Send(bytes)))) = (glue, &step, self.steps.last_mut()) {
            bytes.extend_from_slice(more);
            return Ok(());
        }
        self.steps.push((number, step));
        Ok(())
    }

    fn directive(&mut self, words: &str) -> Result<Option<Step>, String> {
        let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
        let milliseconds = || {
            let number = rest.split(' ').next().unwrap_or_default();
            number.parse().map(Duration::from_millis).map_err(|_| format!("`{rest}` is no number of ms"))
        };
        Ok(Some(match name {
            "args" => {
                self.arguments = rest.split_whitespace().map(str::to_owned).collect();
                return Ok(None);
            }
            "slow" => {
                self.slow = true;
                return Ok(None);
            }
            "stderr" => {
                match &mut self.standard_error {
                    _ if rest == "any" => self.standard_error = StandardError::Anything,
                    StandardError::Lines(patterns) => patterns.push(Pattern::parse(rest)?),
                    StandardError::Anything => {}
                }
                return Ok(None);
            }
            "quiet" => {
                let except = rest.split_once(' ').map(|(_, shape)| Pattern::parse(shape)).transpose()?;
                Step::Quiet(milliseconds()?, except)
            }
            "pause" => Step::Pause(milliseconds()?),
            "within" => Step::Within(milliseconds()?),
            "eof" => Step::CloseInput,
            "status" => Step::Status(rest.parse().map_err(|_| format!("`{rest}` is no exit status"))?),
            _ => return Err(format!("unknown directive `{name}`")),
        }))
    }

    /// Plays the scene. After its last step the input is closed, nothing more may come, the status must be
    /// 0 and standard error empty, unless the scene says otherwise.
    ///
    /// # Errors
    /// What differed, with file and line, and the end of the conversation.
    pub fn play(&self, ascii: bool) -> Result<(), String> {
        let mut stage = Stage {
            program: Program::start(&self.arguments),
            bindings: Bindings::new(),
            conversation: Vec::new(),
            last: String::new(),
            sent_at: Instant::now(),
            limit: None,
            ascii,
        };
        for (number, step) in &self.steps {
            stage.take(step).map_err(|fault| self.report(*number, &fault, &mut stage))?;
        }
        let last = self.steps.last().map_or(0, |(number, _)| *number);
        let mut end = || {
            if !matches!(self.steps.last(), Some((_, Step::Status(_)))) {
                stage.program.close_input();
                stage.ends_with(0)?;
            }
            self.check_standard_error(&stage.program.standard_error(), ascii)
        };
        let outcome = end();
        outcome.map_err(|fault| self.report(last, &format!("at the end: {fault}"), &mut stage))
    }

    fn check_standard_error(&self, text: &str, ascii: bool) -> Result<(), String> {
        if ascii && !text.is_ascii() {
            return Err(format!("standard error is not ASCII: {text}"));
        }
        let StandardError::Lines(patterns) = &self.standard_error else {
            return Ok(());
        };
        let lines: Vec<&str> = text.lines().collect();
        let fits = lines.len() == patterns.len()
            && patterns.iter().zip(&lines).all(|(pattern, line)| pattern.matches(line, &mut Bindings::new()));
        if fits {
            return Ok(());
        }
        let wanted: Vec<&str> = patterns.iter().map(Pattern::source).collect();
        Err(format!("standard error\n  expected: {wanted:?}\n  got:      {lines:?}"))
    }

    fn report(&self, number: usize, fault: &str, stage: &mut Stage) -> String {
        let mut report = format!("{}:{number}: {fault}\n", self.file);
        let skipped = stage.conversation.len().saturating_sub(LINES_SHOWN);
        if skipped > 0 {
            let _ = writeln!(report, "    ... {skipped} lines before");
        }
        for line in &stage.conversation[skipped..] {
            let _ = writeln!(report, "    {line}");
        }
        let errors = stage.program.standard_error();
        if !errors.is_empty() {
            let _ = writeln!(report, "  standard error: {}", shortened(&errors));
        }
        report
    }
}

/// The running program and how far the conversation has come.
struct Stage {
    program: Program,
    bindings: Bindings,
    conversation: Vec<String>,
    /// The line read last.
    last: String,
    sent_at: Instant,
    limit: Option<Duration>,
    ascii: bool,
}

impl Stage {
    fn take(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Send(bytes) => {
                for line in String::from_utf8_lossy(bytes).lines() {
                    self.conversation.push(format!("> {}", shortened(line)));
                }
                self.program.send_bytes(bytes);
                self.sent_at = Instant::now();
                Ok(())
            }
            Step::Expect(pattern) => self.expect(pattern),
            Step::Run(pattern, least) => self.run_of(pattern, *least),
            Step::AnyOrder(patterns) => self.in_any_order(patterns),
            Step::Again(pattern) => {
                if pattern.matches(&self.last, &mut self.bindings) {
                    return Ok(());
                }
                Err(differs(pattern, &self.last, &self.bindings))
            }
            Step::Quiet(duration, except) => self.stays_quiet(*duration, except.as_ref()),
            Step::Pause(duration) => {
                std::thread::sleep(*duration);
                Ok(())
            }
            Step::Within(duration) => {
                self.limit = Some(*duration);
                Ok(())
            }
            Step::CloseInput => {
                self.conversation.push("! eof".to_owned());
                self.program.close_input();
                self.sent_at = Instant::now();
                Ok(())
            }
            Step::Status(status) => self.ends_with(*status),
        }
    }

    fn deadline(&mut self) -> Instant {
        match self.limit.take() {
            Some(limit) => self.sent_at + limit,
            None => Instant::now() + PATIENCE,
        }
    }

    /// The next line as text; it joins the conversation once it is accepted.
    fn next_line(&mut self, deadline: Instant, wanted: &str) -> Result<String, String> {
        let line = self.program.line_by(deadline).map_err(|why| match why {
            NoLine::TimedOut => format!("no reply in time\n  expected: {wanted}"),
            NoLine::Closed => format!("standard output was closed\n  expected: {wanted}"),
            NoLine::Broken(how) => format!("{how}\n  expected: {wanted}"),
        })?;
        if self.ascii && !line.text.is_ascii() {
            return Err(format!("a line that is not ASCII\n  got:      {}", line.text));
        }
        Ok(line.text)
    }

    fn expect(&mut self, pattern: &Pattern) -> Result<(), String> {
        let deadline = self.deadline();
        let line = self.next_line(deadline, pattern.source())?;
        if !pattern.matches(&line, &mut self.bindings) {
            return Err(differs(pattern, &line, &self.bindings));
        }
        self.heard(&line);
        Ok(())
    }

    fn run_of(&mut self, pattern: &Pattern, least: usize) -> Result<(), String> {
        let deadline = self.deadline();
        for count in 0.. {
            let line = match self.program.line_by(deadline) {
                Ok(line) => line,
                Err(NoLine::Closed) if count >= least => return Ok(()),
                Err(NoLine::TimedOut) => return Err("no end of this run of lines in time".to_owned()),
                Err(why) => return Err(format!("{why:?}\n  expected: {}", pattern.source())),
            };
            if !pattern.matches(&line.text, &mut self.bindings) {
                if count < least {
                    return Err(differs(pattern, &line.text, &self.bindings));
                }
                self.program.put_back(line);
                return Ok(());
            }
            self.heard(&line.text);
        }
        Ok(())
    }

    fn in_any_order(&mut self, patterns: &[Pattern]) -> Result<(), String> {
        let deadline = self.deadline();
        let mut missing: Vec<&Pattern> = patterns.iter().collect();
        while !missing.is_empty() {
            let wanted =
                missing.iter().map(|pattern| pattern.source()).collect::<Vec<_>>().join("\n     or: ");
            let line = self.next_line(deadline, &wanted)?;
            let Some(index) = missing.iter().position(|pattern| pattern.matches(&line, &mut self.bindings))
            else {
                return Err(format!("an unexpected line\n  expected: {wanted}\n  got:      {line}"));
            };
            missing.remove(index);
            self.heard(&line);
        }
        Ok(())
    }

    fn stays_quiet(&mut self, duration: Duration, except: Option<&Pattern>) -> Result<(), String> {
        let deadline = Instant::now() + duration;
        loop {
            match self.program.line_by(deadline) {
                Err(NoLine::TimedOut) => return Ok(()),
                Ok(line) if except.is_some_and(|shape| shape.matches(&line.text, &mut self.bindings)) => {
                    self.heard(&line.text);
                }
                Ok(line) => return Err(format!("silence was expected\n  got:      {}", line.text)),
                Err(why) => return Err(format!("silence was expected, not the end: {why:?}")),
            }
        }
    }

    fn ends_with(&mut self, status: i32) -> Result<(), String> {
        let deadline = self.deadline();
        match self.program.line_by(deadline) {
            Err(NoLine::Closed) => {}
            Ok(line) => return Err(format!("nothing more was expected\n  got:      {}", line.text)),
            Err(NoLine::TimedOut) => return Err("the program did not end in time".to_owned()),
            Err(why) => return Err(format!("nothing more was expected: {why:?}")),
        }
        let Some(ended) = self.program.exit_by(deadline) else {
            return Err("standard output is closed, but the program did not end in time".to_owned());
        };
        if ended.code() != Some(status) {
            return Err(format!("exit status\n  expected: {status}\n  got:      {ended}"));
        }
        Ok(())
    }

    fn heard(&mut self, line: &str) {
        self.conversation.push(format!("< {}", shortened(line)));
        line.clone_into(&mut self.last);
    }
}

fn differs(pattern: &Pattern, line: &str, bindings: &Bindings) -> String {
    let mut text =
        format!("the wrong line\n  expected: {}\n  got:      {}", pattern.source(), shortened(line));
    if !bindings.is_empty() {
        let _ = write!(text, "\n  bound:    {bindings:?}");
    }
    text
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH_SHOWN) {
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

/// The bytes of a sent line: plain text, the escapes `\t \r \n \\ \xHH`, and `\(text*count)` for repetition.
fn bytes_of(source: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = source;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let mut after = escaped.chars();
        rest = match after.next().ok_or("a backslash at the end")? {
            't' => {
                bytes.push(b'\t');
                after.as_str()
            }
            'r' => {
                bytes.push(b'\r');
                after.as_str()
            }
            'n' => {
                bytes.push(b'\n');
                after.as_str()
            }
            '\\' => {
                bytes.push(b'\\');
                after.as_str()
            }
            'x' => {
                let digits = after.as_str().get(..2).ok_or("`\\x` wants two digits")?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| format!("`\\x{digits}` is no byte"))?);
                &after.as_str()[2..]
            }
            '(' => {
                let (inside, behind) = after.as_str().split_once(')').ok_or("`\\(` is not closed")?;
                let (text, count) = inside.rsplit_once('*').ok_or("`\\(text*count)` wants a count")?;
                let count = count.parse().map_err(|_| format!("`{count}` is no count"))?;
                bytes.extend(bytes_of(text)?.repeat(count));
                behind
            }
            other => return Err(format!("`\\{other}` is no escape")),
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}
