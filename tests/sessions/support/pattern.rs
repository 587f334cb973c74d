//! Patterns for one line of output: plain text with a few wildcards, described in `tests/README.md`.

use std::collections::HashMap;

/// What earlier lines of a scene bound to names, by name.
pub type Bindings = HashMap<String, String>;

/// One parsed pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    parts: Vec<Part>,
    source: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// This text and no other.
    Text(String),
    /// Any text, also none.
    Anything,
    /// A text of this kind.
    Kind(Kind),
    /// A text of this kind, remembered under a name.
    Bind(String, Kind),
    /// The text that was remembered under this name.
    Recall(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Int,
    Nat,
    Decimal,
    Hundredths,
    LowerSquare,
    AnySquare,
    Move,
    Pv,
    JoinedPv,
    Word,
    OneOf(Vec<String>),
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// A sentence that names the fault: a brace left open, a backslash at the end, an empty brace.
    pub fn parse(source: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = source.chars();
        while let Some(next) = rest.next() {
            let part = match next {
                '*' => Part::Anything,
                '{' => {
                    let inside: String = rest.by_ref().take_while(|c| *c != '}').collect();
                    if !source[..source.len() - rest.as_str().len()].ends_with('}') {
                        return Err(format!("`{{{inside}` is not closed"));
                    }
                    Part::in_braces(&inside)?
                }
                '\\' => {
                    text.push(rest.next().ok_or("a backslash at the end")?);
                    continue;
                }
                plain => {
                    text.push(plain);
                    continue;
                }
            };
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            parts.push(part);
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Self { parts, source: source.to_owned() })
    }

    /// Whether the whole of `line` is of this shape; names bound on the way are added to `bindings`
    /// only if it is.
    pub fn matches(&self, line: &str, bindings: &mut Bindings) -> bool {
        let mut found = Vec::new();
        let matched = matches_from(&self.parts, line, bindings, &mut found);
        if matched {
            bindings.extend(found);
        }
        matched
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl Part {
    fn in_braces(inside: &str) -> Result<Self, String> {
        if let Some((name, kind)) = inside.split_once('=')
            && !name.contains('|')
        {
            let kind = Kind::named(kind).ok_or(format!("`{kind}` is no kind of text"))?;
            return Ok(Self::Bind(name.to_owned(), kind));
        }
        match Kind::named(inside) {
            Some(kind) => Ok(Self::Kind(kind)),
            None if inside.is_empty() => Err("an empty pair of braces".to_owned()),
            None => Ok(Self::Recall(inside.to_owned())),
        }
    }
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "int" => Self::Int,
            "nat" => Self::Nat,
            "decimal" => Self::Decimal,
            "hundredths" => Self::Hundredths,
            "square" => Self::LowerSquare,
            "Square" => Self::AnySquare,
            "move" => Self::Move,
            "pv" => Self::Pv,
            "Pv" => Self::JoinedPv,
            "word" => Self::Word,
            _ if name.contains('|') => Self::OneOf(name.split('|').map(str::to_owned).collect()),
            _ => return None,
        })
    }

    fn accepts(&self, text: &str) -> bool {
        match self {
            Self::Int => is_digits(text.strip_prefix('-').unwrap_or(text)),
            Self::Nat => is_digits(text),
            Self::Decimal => {
                let unsigned = text.strip_prefix('-').unwrap_or(text);
                let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
                is_digits(whole) && is_digits(fraction)
            }
            Self::Hundredths => {
                let unsigned = text.strip_prefix('-').unwrap_or(text);
                unsigned.split_once('.').is_some_and(|(whole, fraction)| {
                    is_digits(whole) && is_digits(fraction) && fraction.len() == 2
                })
            }
            Self::LowerSquare => is_square(text),
            Self::AnySquare => is_square(&text.to_ascii_lowercase()),
            Self::Move => is_square(text) || text == "pass",
            Self::Pv => text.split(' ').all(|word| is_square(word) || word == "pass"),
            Self::JoinedPv => {
                let moves = text.to_ascii_lowercase();
                moves.len() >= 2
                    && moves.as_bytes().chunks(2).all(|pair| {
                        std::str::from_utf8(pair).is_ok_and(|pair| is_square(pair) || pair == "pa")
                    })
            }
            Self::Word => !text.is_empty() && !text.contains(' '),
            Self::OneOf(choices) => choices.iter().any(|choice| choice == text),
        }
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Tries each length that the first part may take, the longest first, and the rest of the parts behind it.
fn matches_from(parts: &[Part], text: &str, bindings: &Bindings, found: &mut Vec<(String, String)>) -> bool {
    let Some((part, later)) = parts.split_first() else {
        return text.is_empty();
    };
    let fixed = match part {
        Part::Text(fixed) => Some(fixed.clone()),
        Part::Recall(name) => {
            let here = found.iter().rev().find(|(bound, _)| bound == name).map(|(_, value)| value.clone());
            match here.or_else(|| bindings.get(name).cloned()) {
                Some(value) => Some(value),
                // A name that nothing bound matches nothing.
                None => return false,
            }
        }
        _ => None,
    };
    if let Some(fixed) = fixed {
        return text
            .strip_prefix(fixed.as_str())
            .is_some_and(|rest| matches_from(later, rest, bindings, found));
    }
    if *part == Part::Anything && later.is_empty() {
        return true;
    }
    let mut end = text.len();
    loop {
        if text.is_char_boundary(end) {
            let (head, rest) = text.split_at(end);
            let depth = found.len();
            let fits = match part {
                Part::Kind(kind) => kind.accepts(head),
                Part::Bind(name, kind) => {
                    found.push((name.clone(), head.to_owned()));
                    kind.accepts(head)
                }
                _ => true,
            };
            if fits && matches_from(later, rest, bindings, found) {
                return true;
            }
            found.truncate(depth);
        }
        if end == 0 {
            return false;
        }
        end -= 1;
    }
}
