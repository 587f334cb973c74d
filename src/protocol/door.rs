//! The door: reads lines, finds out which protocol is spoken, lets a session answer, writes and flushes.
//!
//! One thread reads and time-stamps lines; the caller's thread does all the rest, woken by lines, by a search
//! that has something to say, and by the time at which an answer is due.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::{Flow, Protocol, Session};
use crate::engine::Wake;
use crate::lines::read_line;

mod transcript;
mod wakeful;

pub use transcript::Transcript;

/// Lines that may wait to be answered before the reader pauses.
const QUEUE: usize = 1024;

/// What wakes the conversation.
enum Event {
    Line(String, Instant),
    OverlongLine,
    EndOfInput,
    SearchSpoke,
}

/// Holds one conversation, from the first line of `input` to its end or to the caller's good-bye.
///
/// `protocol` fixes what is spoken; without it the first line that is neither empty nor a comment decides.
/// Comes back with whether `transcript` has recorded all of it.
///
/// # Errors
/// `output` could not be written. A closed pipe is no error: nobody listens any more, and that is the end.
pub fn converse<R, W>(
    input: R,
    output: W,
    protocol: Option<Protocol>,
    transcript: Option<Transcript>,
    prepare: impl Fn(Wake, Protocol) -> Box<dyn Session>,
) -> io::Result<bool>
where
    R: Read + Send + 'static,
    W: Write,
{
    wakeful::ask_for_short_waits();
    let (sender, events) = sync_channel(QUEUE);
    let wake: Wake = {
        let sender = sender.clone();
        // A full queue means that the conversation is awake already.
        Arc::new(move || drop(sender.try_send(Event::SearchSpoke)))
    };
    thread::Builder::new().name("input".into()).spawn(move || read_lines(input, &sender))?;
    let mut conversation = Conversation { output, transcript, events, replies: Vec::new() };
    match conversation.hold(protocol, |protocol| prepare(Arc::clone(&wake), protocol)) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(conversation.transcript.as_ref().is_none_or(Transcript::is_whole)),
    }
}

struct Conversation<W> {
    output: W,
    transcript: Option<Transcript>,
    events: Receiver<Event>,
    replies: Vec<String>,
}

impl<W: Write> Conversation<W> {
    fn hold(
        &mut self,
        protocol: Option<Protocol>,
        prepare: impl Fn(Protocol) -> Box<dyn Session>,
    ) -> io::Result<()> {
        let mut session = protocol.map(&prepare);
        // A line that waited while the one before it was worked on is counted from the end of that work.
        let mut free_since = Instant::now();
        while let Some(event) = self.next_event(session.as_deref())? {
            match event {
                Event::Line(line, received) => {
                    if let Some(transcript) = &mut self.transcript {
                        transcript.received(&line);
                    }
                    if session.is_none() && !decides(&line) {
                        continue;
                    }
                    let session = session.get_or_insert_with(|| prepare(Protocol::of_first_line(&line)));
                    let flow = session.line(&line, received.max(free_since), &mut self.replies);
                    session.poll(&mut self.replies);
                    self.write_replies()?;
                    if flow == Flow::Quit {
                        return Ok(());
                    }
                    free_since = Instant::now();
                }
                Event::OverlongLine => {
                    session.get_or_insert_with(|| prepare(Protocol::Native)).overlong_line(&mut self.replies);
                }
                Event::EndOfInput => return self.finish(session),
                Event::SearchSpoke => {
                    if let Some(session) = &mut session {
                        session.poll(&mut self.replies);
                    }
                }
            }
            self.write_replies()?;
        }
        Ok(())
    }

    /// Lets what has an end of its own come to it, and ends the rest.
    fn finish(&mut self, session: Option<Box<dyn Session>>) -> io::Result<()> {
        let Some(mut session) = session else { return Ok(()) };
        session.end_of_input(&mut self.replies);
        self.write_replies()?;
        while session.is_busy() {
            if self.next_event(Some(session.as_ref()))?.is_none() {
                break;
            }
            session.poll(&mut self.replies);
            self.write_replies()?;
        }
        Ok(())
    }

    /// Waits for the next event, or until the session has an answer due.
    fn next_event(&self, session: Option<&dyn Session>) -> io::Result<Option<Event>> {
        let Some(due) = session.and_then(Session::poll_due) else { return Ok(self.events.recv().ok()) };
        match self.events.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(Some(Event::SearchSpoke)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    fn write_replies(&mut self) -> io::Result<()> {
        if self.replies.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        for reply in self.replies.drain(..) {
            if let Some(transcript) = &mut self.transcript {
                transcript.sent(&reply);
            }
            text.push_str(&reply);
            text.push('\n');
        }
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// Whether a line says which protocol is spoken: empty ones and comments do not.
fn decides(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// Reads lines until the end of input and sends them on.
fn read_lines(input: impl Read, events: &SyncSender<Event>) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut bytes = Vec::new();
    let mut first = true;
    loop {
        bytes.clear();
        let kept = match read_line(&mut input, &mut bytes) {
            Ok(Some(kept)) => kept,
            // An input that cannot be read has ended for us.
            Ok(None) | Err(_) => break,
        };
        let event = if kept {
            let text = if first { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) } else { &bytes };
            Event::Line(String::from_utf8_lossy(text).replace('\t', " "), Instant::now())
        } else {
            Event::OverlongLine
        };
        first = false;
        if events.send(event).is_err() {
            return;
        }
    }
    // The conversation may be over already.
    drop(events.send(Event::EndOfInput));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::MAX_LINE;

    fn lines(input: &[u8]) -> Vec<Option<String>> {
        let (sender, events) = sync_channel(100);
        read_lines(input, &sender);
        events
            .try_iter()
            .filter_map(|event| match event {
                Event::Line(line, _) => Some(Some(line)),
                Event::OverlongLine => Some(None),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn line_ends_marks_tabs_and_broken_utf8_are_read() {
        let read = lines(b"\xef\xbb\xbfgo\tdepth 1\r\n\r\r\nd\xff\nlast");
        let expected = ["go depth 1", "", "d\u{fffd}", "last"].map(|line| Some(line.to_owned()));
        assert_eq!(read, expected);
    }

    #[test]
    fn an_overlong_line_is_dropped_and_the_next_one_read() {
        let mut input = vec![b'x'; MAX_LINE + 1];
        input.extend_from_slice(b"\nisready\n");
        assert_eq!(lines(&input), [None, Some("isready".to_owned())]);
    }
}
