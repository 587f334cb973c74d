//! The lines of the Go Text Protocol, version 2: which command a line holds, and how an answer is laid out.
//!
//! Source: GTP version 2, draft 2 (Gunnar Farnebaeck 2002). A response ends at its first empty line, so that
//! none may stand inside it; an identity number is echoed as it was sent, without a blank before it.

/// The largest identity number.
const MAX_ID: u32 = i32::MAX.cast_unsigned();

/// A line as the protocol has it: control characters dropped, tabs as blanks, comments cut off.
pub(super) fn cleaned(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let characters = line.chars().map(|c| if c == '\t' { ' ' } else { c });
    characters.filter(|c| !c.is_ascii_control()).collect()
}

/// Whether the line is GoGui's request to end the running command with what it has found.
pub(super) fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// A command in a cleaned line that is not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Command<'a> {
    /// As it was sent; empty where none was.
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// What follows the name, without blanks at its ends.
    pub(super) arguments: &'a str,
}

impl<'a> Command<'a> {
    /// The command in `line`, which is cleaned; `None` where it is blank.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (first, rest) = split_word(line)?;
        if !is_id(first) {
            return Some(Self { id: "", name: first, arguments: rest });
        }
        let (name, arguments) = split_word(rest).unwrap_or_default();
        Some(Self { id: first, name, arguments })
    }
}

fn is_id(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && word.parse::<u32>().is_ok_and(|id| id <= MAX_ID)
}

/// The first word and the rest, without blanks around either.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some((word, rest.trim_start()))
}

/// Puts a response behind `out`: its lines, and the empty line that ends it.
///
/// `sign` is `=` or `?`. A `text` of several lines has a blank behind the id also where its first line is
/// empty: GUIs take what follows the first blank for the answer.
pub(super) fn respond(sign: char, id: &str, text: &str, out: &mut Vec<String>) {
    let mut lines = text.lines();
    let first = match lines.next() {
        None => format!("{sign}{id}"),
        Some(line) => format!("{sign}{id} {line}"),
    };
    out.push(first);
    out.extend(lines.filter(|line| !line.trim().is_empty()).map(str::to_owned));
    out.push(String::new());
}

/// A response as whoever sent the command reads it, line by line.
#[derive(Debug, Default)]
pub(super) struct Response {
    /// Whether it is a success; `None` before its first line.
    succeeds: Option<bool>,
    text: String,
}

impl Response {
    /// Takes the next line; the result or the error message once the empty line after it has come. Lines before
    /// the response are skipped.
    pub(super) fn read(&mut self, line: &str) -> Option<Result<String, String>> {
        let line = line.trim_end();
        let Some(succeeds) = self.succeeds else {
            let rest = line.strip_prefix(['=', '?'])?;
            self.succeeds = Some(line.starts_with('='));
            rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().clone_into(&mut self.text);
            return None;
        };
        if line.is_empty() {
            let text = self.text.trim_start().to_owned();
            return Some(if succeeds { Ok(text) } else { Err(text) });
        }
        self.text.push('\n');
        self.text.push_str(line);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_control_characters_are_no_part_of_a_command() {
        assert_eq!(cleaned("play\tb d3\u{7} # a move"), "play b d3 ");
        assert_eq!(cleaned("\u{1}\u{7f}# nothing"), "");
        assert_eq!(Command::read(&cleaned("  # nothing")), None);
    }

    #[test]
    fn a_leading_number_is_an_id_and_a_larger_one_a_word() {
        let command = |line| Command::read(line).map(|c| (c.id, c.name, c.arguments));
        assert_eq!(command(" 007  play  b d3 "), Some(("007", "play", "b d3")));
        assert_eq!(command("2147483647 name"), Some(("2147483647", "name", "")));
        assert_eq!(command("2147483648 name"), Some(("", "2147483648", "name")));
        assert_eq!(command("-1 name"), Some(("", "-1", "name")));
        assert_eq!(command("5"), Some(("5", "", "")));
    }

    #[test]
    fn an_interrupt_is_a_comment_with_one_word() {
        assert!(is_interrupt("# interrupt") && is_interrupt(" #interrupt "));
        assert!(!is_interrupt("# interrupted") && !is_interrupt("interrupt"));
    }

    #[test]
    fn no_response_holds_an_empty_line_before_its_end() {
        let mut out = Vec::new();
        respond('=', "7", "\n a\n\n \nb\n", &mut out);
        assert_eq!(out, ["=7 ", " a", "b", ""]);
        out.clear();
        respond('?', "", "", &mut out);
        assert_eq!(out, ["?", ""]);
    }

    #[test]
    fn a_response_is_read_as_it_was_meant() {
        for (sign, id, text) in
            [('=', "", "D3"), ('=', "12", ""), ('?', "", "illegal move"), ('=', "3", "a\nb c")]
        {
            let mut lines = vec!["a word of nobody".to_owned()];
            respond(sign, id, text, &mut lines);
            let mut response = Response::default();
            let read: Vec<_> = lines.iter().filter_map(|line| response.read(line)).collect();
            let expected = if sign == '=' { Ok(text.to_owned()) } else { Err(text.to_owned()) };
            assert_eq!(read, [expected]);
        }
    }
}
