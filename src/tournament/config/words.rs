//! Settings that are written as a few words, `random plies=6 balance=50`, alike in the file and on the command line.

use std::time::Duration;

/// Why a setting cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// A word that has no meaning there.
    #[error("'{word}' is not among {known}")]
    Unknown {
        /// The word.
        word: String,
        /// What could have stood there.
        known: &'static str,
    },
    /// A word's value cannot be read.
    #[error("'{word}': {why}")]
    Value {
        /// The whole word.
        word: String,
        /// What is expected.
        why: &'static str,
    },
    /// Something is missing.
    #[error("'{text}' lacks {what}")]
    Missing {
        /// The whole setting.
        text: String,
        /// What it lacks.
        what: &'static str,
    },
    /// The words are fine one by one, but not together.
    #[error("'{text}': {why}")]
    Other {
        /// The whole setting.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A word stands twice.
    #[error("'{0}' is said twice")]
    Twice(String),
}

/// The words of a setting that have not been read yet.
#[derive(Debug)]
pub struct Words<'a> {
    text: &'a str,
    left: Vec<&'a str>,
}

impl<'a> Words<'a> {
    /// The words of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, left: text.split_whitespace().collect() }
    }

    /// Takes the first word if it is no `key=value`.
    pub fn head(&mut self) -> Option<&'a str> {
        let first = self.left.first().copied().filter(|word| !word.contains('='))?;
        self.left.remove(0);
        Some(first)
    }

    /// Takes the word `key=value`, and reads the value with `read`; `why` says what it expects.
    ///
    /// # Errors
    /// The value cannot be read, or the key stands twice.
    pub fn take<T>(
        &mut self,
        key: &str,
        why: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, WordError> {
        let is_key = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == key);
        let Some(place) = self.left.iter().position(is_key) else {
            return Ok(None);
        };
        let word = self.left.remove(place);
        if self.left.iter().any(is_key) {
            return Err(WordError::Twice(key.to_owned()));
        }
        let value = word.split_once('=').map_or("", |(_, value)| value);
        read(value).map(Some).ok_or_else(|| WordError::Value { word: word.to_owned(), why })
    }

    /// Takes a whole number.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn number<T: TryFrom<u64>>(&mut self, key: &str) -> Result<Option<T>, WordError> {
        self.take(key, "a whole number is expected", |text| T::try_from(text.parse::<u64>().ok()?).ok())
    }

    /// Takes a duration; see [`duration`].
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn duration(&mut self, key: &str) -> Result<Option<Duration>, WordError> {
        self.take(key, "a time such as 10, 0.5, 200ms or 3m is expected", duration)
    }

    /// Takes a finite number.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn real(&mut self, key: &str) -> Result<Option<f64>, WordError> {
        let read = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        self.take(key, "a number is expected", read)
    }

    /// Takes the bare word `name`; whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let place = self.left.iter().position(|&word| word == name);
        place.map(|place| self.left.remove(place)).is_some()
    }

    /// The whole text lacks `what`.
    #[must_use]
    pub fn lacks(&self, what: &'static str) -> WordError {
        WordError::Missing { text: self.text.to_owned(), what }
    }

    /// Says that nothing may be left.
    ///
    /// # Errors
    /// A word is left; `known` lists those that could have been there.
    pub fn finish(self, known: &'static str) -> Result<(), WordError> {
        match self.left.first() {
            None => Ok(()),
            Some(&word) => Err(WordError::Unknown { word: word.to_owned(), known }),
        }
    }
}

/// Reads a time: a number of seconds, or with a unit `ms`, `s`, `m` or `h`; at most 30 days.
#[must_use]
pub fn duration(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * scale;
    (seconds <= 30.0 * 24.0 * 3600.0).then(|| Duration::from_secs_f64(seconds))
}

/// Writes a time so that [`duration`] reads it back.
#[must_use]
pub fn write_duration(time: Duration) -> String {
    if time.subsec_nanos() == 0 { format!("{}s", time.as_secs()) } else { format!("{}ms", time.as_secs_f64() * 1000.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_one_by_one() {
        let mut words = Words::new(" random plies=6  balance=50 both");
        assert_eq!((words.head(), words.head()), (Some("random"), None));
        assert_eq!(words.number::<u32>("plies"), Ok(Some(6)));
        assert_eq!(words.number::<u32>("plies"), Ok(None));
        assert!(words.flag("both") && !words.flag("both"));
        let unknown = WordError::Unknown { word: "balance=50".to_owned(), known: "plies" };
        assert_eq!(words.finish("plies"), Err(unknown));
    }

    #[test]
    fn faults_quote_the_word() {
        let said = |text: &str| Words::new(text).number::<u8>("n").map_err(|error| error.to_string());
        assert_eq!(said("n=300"), Err("'n=300': a whole number is expected".to_owned()));
        assert_eq!(said("n=-1"), Err("'n=-1': a whole number is expected".to_owned()));
        assert_eq!(said("n=1 n=2"), Err("'n' is said twice".to_owned()));
        assert_eq!(said("m=1"), Ok(None));
    }

    #[test]
    fn times() {
        let ms = |text| duration(text).map(|time| time.as_millis());
        assert_eq!(["10", "0.5", "200ms", "3m", "1h"].map(ms), [10_000, 500, 200, 180_000, 3_600_000].map(Some));
        for bad in ["", "-1", "x", "1x", "1e9", "nan", "inf", "1000h", ".", "1.2.3"] {
            assert_eq!(duration(bad), None, "{bad}");
        }
        for text in ["10s", "1.5ms", "250ms"] {
            assert_eq!(duration(text).map(write_duration).as_deref(), Some(text));
        }
    }
}
