//! Numbers for people.

use std::time::Duration;

use indicatif::HumanCount;

/// A count with its thousands set apart: `1,234,567`.
pub fn count(number: u64) -> String {
    HumanCount(number).to_string()
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
        assert_eq!(seconds(Duration::from_micros(12_345)), "0.012 s");
    }
}
