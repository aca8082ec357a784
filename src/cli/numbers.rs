//! Numbers for people.

use std::time::Duration;

use indicatif::HumanCount;

/// A count with its thousands set apart: `1,234,567`.
pub fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of things, with the word for them: `1 position`, `1,234 positions`.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", count(number))
}

/// A time in seconds: `0.012 s`.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(
            (counted(1, "position"), counted(0, "position")),
            ("1 position".to_owned(), "0 positions".to_owned())
        );
        assert_eq!(seconds(Duration::from_micros(12_345)), "0.012 s");
    }
}
