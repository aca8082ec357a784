//! Numbers for people.

use std::time::Duration;

use indicatif::HumanCount;

/// A count with its thousands set apart: `1,234,567`.
pub fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Whole nodes per second; what took no time that the clock can see counts as one nanosecond.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
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

    #[test]
    fn speed_never_divides_by_zero() {
        assert_eq!(per_second(500, Duration::from_millis(250)), 2_000);
        assert_eq!(per_second(1, Duration::ZERO), 1_000_000_000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
