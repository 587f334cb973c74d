//! Clocks and times of GGF.

use std::time::Duration;

/// The time that a player has for a game, as `TI`, `TB` and `TW` tags give it: `main/increment/grace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For all moves together.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Left after the flag has fallen, before the game is lost.
    pub grace: Duration,
}

impl Clock {
    /// The grace of a clock that names none.
    pub const DEFAULT_GRACE: Duration = Duration::from_secs(120);

    /// A clock of `main` time with no increment and the default grace.
    pub const fn of(main: Duration) -> Self {
        Self { main, increment: Duration::ZERO, grace: Self::DEFAULT_GRACE }
    }

    /// The clock of a tag value; `None` where it sets none (`0`) or cannot be read.
    ///
    /// An increment or a grace that is empty or cannot be read has its default.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    /// use outflank::formats::ggf::Clock;
    ///
    /// let clock = Clock::read("15:00/0:05").ok_or("no clock")?;
    /// assert_eq!((clock.main.as_secs(), clock.increment.as_secs(), clock.grace.as_secs()), (900, 5, 120));
    /// assert_eq!(Clock::read("0"), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn read(value: &str) -> Option<Self> {
        let mut parts = value.split('/');
        let main = read_span(parts.next()?)?;
        let increment = parts.next().and_then(read_span).unwrap_or_default();
        let grace = parts.next().and_then(read_span).unwrap_or(Self::DEFAULT_GRACE);
        let is_set = !(main.is_zero() && increment.is_zero());
        is_set.then_some(Self { main, increment, grace })
    }

    /// The tag value of `clock`: `0` where there is none, defaults left out.
    pub(super) fn write(clock: Option<Self>) -> String {
        let Some(Self { main, increment, grace }) = clock else { return "0".to_string() };
        let increment_text = if increment.is_zero() { String::new() } else { write_span(increment) };
        if grace != Self::DEFAULT_GRACE {
            format!("{}/{increment_text}/{}", write_span(main), write_span(grace))
        } else if increment.is_zero() {
            write_span(main)
        } else {
            format!("{}/{increment_text}", write_span(main))
        }
    }
}

/// The time that `[[days.]hours:]minutes:seconds` or plain seconds name; a comma may stand for the decimal
/// point, and seconds may have an exponent (`9.5E-4`).
pub(super) fn read_span(text: &str) -> Option<Duration> {
    let fields: Vec<&str> = text.trim().split(':').collect();
    let (&last, before) = fields.split_last()?;
    let seconds = read_decimal(last).filter(|seconds| *seconds >= 0.0)?;
    let whole = match before {
        [] => 0.0,
        [minutes] => 60.0 * read_count(minutes)?,
        [hours, minutes] => {
            let (days, hours) = hours.split_once('.').unwrap_or(("0", hours));
            60.0 * (60.0 * (24.0 * read_count(days)? + read_count(hours)?) + read_count(minutes)?)
        }
        _ => return None,
    };
    Duration::try_from_secs_f64(whole + seconds).ok()
}

/// `m:ss` or `h:mm:ss`, with as many decimals of the seconds as there are, at most three.
fn write_span(span: Duration) -> String {
    let millis = span.as_millis();
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60);
    let fraction = match millis % 1000 {
        0 => String::new(),
        part => format!(".{part:03}").trim_end_matches('0').to_string(),
    };
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}{fraction}")
    } else {
        format!("{minutes}:{seconds:02}{fraction}")
    }
}

/// A finite number; a comma may stand for the decimal point.
pub(super) fn read_decimal(text: &str) -> Option<f64> {
    text.trim().replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

fn read_count(text: &str) -> Option<f64> {
    text.trim().parse::<u32>().ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<f64> {
        read_span(text).map(|span| span.as_secs_f64())
    }

    #[test]
    fn spans_of_every_form_are_read() {
        for (text, expected) in [
            ("23", 23.0),
            ("2.449", 2.449),
            ("0,5", 0.5),
            ("9.5E-4", 0.000_95),
            ("15:00", 900.0),
            ("05:00", 300.0),
            ("5:00,5", 300.5),
            ("1:02:03", 3723.0),
            ("2.01:00:00", 176_400.0),
            (" 7 ", 7.0),
        ] {
            let read = seconds(text).unwrap_or_else(|| panic!("{text}"));
            assert!((read - expected).abs() < 1e-6, "{text}: {read}");
        }
        for text in ["", "x", "-1", "1:2:3:4", "NaN", "inf", "1e300", "1:-2", "5:", ":"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn clocks_have_their_defaults() {
        let clock = |main, increment, grace| {
            let [main, increment, grace] = [main, increment, grace].map(Duration::from_secs);
            Some(Clock { main, increment, grace })
        };
        assert_eq!(Clock::read("15:00"), clock(900, 0, 120));
        assert_eq!(Clock::read("05:00//02:00"), clock(300, 0, 120));
        assert_eq!(Clock::read("5:00//0"), clock(300, 0, 0));
        assert_eq!(Clock::read("23/1"), clock(23, 1, 120));
        assert_eq!(Clock::read("0/5"), clock(0, 5, 120));
        assert_eq!(Clock::read("15:00/x/y"), clock(900, 0, 120));
        for text in ["0", "", "0:00", "0//0", "soon"] {
            assert_eq!(Clock::read(text), None, "{text}");
        }
    }

    #[test]
    fn written_clocks_read_back() {
        assert_eq!(Clock::write(None), "0");
        for text in ["15:00", "5:00//0:00", "0:23/0:01", "0:00/0:05", "1:00:00/0:30/5:00", "0:00.5"] {
            assert_eq!(Clock::write(Clock::read(text)), text);
        }
    }
}
