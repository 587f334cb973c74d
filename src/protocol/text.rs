//! Words in, words out: what the protocols share in reading numbers and quoting what they do not understand.

use std::time::Duration;

use crate::formats::quoted_up_to;

/// Characters of an offending text that an error repeats.
const QUOTED: usize = 60;

/// `text` as an error line may repeat it: cut, and in printable ASCII.
pub(super) fn quoted(text: &str) -> String {
    quoted_up_to(QUOTED, text)
}

/// A whole number with an optional sign. One that is too large or too small for `i64` is cut to its range.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// A decimal number with an optional sign and a point: `5`, `-0.25`, `.5`. No exponent, nothing infinite.
pub(super) fn decimal(word: &str) -> Option<f64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = if is_plain { word.parse().ok()? } else { return None };
    value.is_finite().then_some(value)
}

/// A time of so many seconds: none where the number is below zero, and never more than anyone waits for.
pub(super) fn duration(seconds: f64) -> Duration {
    /// Thirty years: sums and multiples of such times still are times.
    const MOST: f64 = 1e9;
    Duration::from_secs_f64(seconds.clamp(0.0, MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_a_point_and_no_exponent() {
        assert_eq!(["5", "-0.25", "+1.", ".5"].map(decimal), [Some(5.0), Some(-0.25), Some(1.0), Some(0.5)]);
        for word in ["", "-", ".", "1e3", "inf", "nan", "1,5", "1.2.3", "--1", &"9".repeat(400)] {
            assert_eq!(decimal(word), None, "{word:?}");
        }
    }

    #[test]
    fn times_are_neither_negative_nor_endless() {
        assert_eq!(duration(-3.0), Duration::ZERO);
        assert_eq!(duration(0.25), Duration::from_millis(250));
        assert_eq!(duration(1e300), Duration::from_secs(1_000_000_000));
    }

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
