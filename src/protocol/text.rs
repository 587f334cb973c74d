//! Words in, words out: what the protocols share in reading numbers and quoting what they do not understand.

/// Characters of an offending text that an error repeats.
const QUOTED: usize = 60;

/// `text` as an error line may repeat it: cut, and in printable ASCII.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTED).flat_map(char::escape_default).collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// A whole number with an optional sign. One that is too large or too small for `i64` is cut to its range.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign_and_digits_and_saturate() {
        assert_eq!(number("-12"), Some(-12));
        assert_eq!(number("+7"), Some(7));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for word in ["", "-", "1.5", "0x10", "1e3", "ten", "\u{663}"] {
            assert_eq!(number(word), None, "{word:?}");
        }
    }

    #[test]
    fn quotes_are_short_and_ascii() {
        assert_eq!(quoted("caf\u{e9}\0"), "caf\\u{e9}\\u{0}");
        assert_eq!(quoted(&"x".repeat(100)).len(), QUOTED + 3);
    }
}
