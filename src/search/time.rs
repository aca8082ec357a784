//! Time management: how much of the clock a move may take.

use std::time::Duration;

use super::limits::{Clock, Limits};
use crate::board::Color;

/// Moves that the time is spread over when nobody says how many there are to go.
const HORIZON: u32 = 20;
/// Never plan for more moves than this, however many are to go.
const MOST_MOVES: u32 = 50;

/// How long a search may take. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this time a new iteration is not worth beginning.
    pub soft: Option<Duration>,
    /// At this time the search ends wherever it is.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The time for a move of `mover`; always such that the clock cannot run out, overhead included.
    pub(super) fn new(limits: &Limits, mover: Color) -> Self {
        if limits.infinite {
            return Self::default();
        }
        // A time for the move that is hardly longer than the overhead is still for thinking: half of it at least.
        let fixed = limits.movetime.map(|time| time.saturating_sub(limits.overhead).max(time / 2));
        let shared = limits.clock.as_ref().map(|clock| share(clock, mover, limits.overhead));
        match (fixed, shared) {
            (None, None) => Self::default(),
            (Some(time), None) => Self { soft: None, hard: Some(time) },
            (None, Some((soft, hard))) => Self { soft: Some(soft), hard: Some(hard) },
            (Some(time), Some((_, hard))) => Self { soft: None, hard: Some(time.min(hard)) },
        }
    }
}

/// The soft and the hard limit for one move on a game clock.
fn share(clock: &Clock, mover: Color, overhead: Duration) -> (Duration, Duration) {
    let side = mover.index();
    let (remaining, increment) = (clock.remaining[side], clock.increment[side]);
    // An overhead falls due on every move that the time must last for.
    let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, MOST_MOVES);
    let usable = remaining.saturating_sub(overhead * moves.min(4));
    let part = usable / moves + increment * 3 / 4;
    // With one move to go nothing need be left; otherwise a bad surprise may take three shares, never most of the time.
    let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
    let hard = (part * 3).min(most);
    let soft = (part * 8 / 10).min(hard);
    let free = clock.byoyomi.saturating_sub(overhead);
    let ceiling = (remaining + clock.byoyomi).saturating_sub(overhead);
    ((soft + free * 8 / 10).min(ceiling), (hard + free).min(ceiling))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>, byoyomi: u64, overhead: u64) -> Budget {
        let clock = Clock {
            remaining: [ms(remaining), ms(1)],
            increment: [ms(increment), ms(1)],
            moves_to_go,
            byoyomi: ms(byoyomi),
        };
        let limits = Limits { clock: Some(clock), overhead: ms(overhead), ..Limits::default() };
        Budget::new(&limits, Color::White)
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for remaining in [0, 1, 9, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 2_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    for byoyomi in [0, 100, 10_000] {
                        for overhead in [0, 10, 500] {
                            let Budget { soft: Some(soft), hard: Some(hard) } =
                                budget(remaining, increment, moves, byoyomi, overhead)
                            else {
                                panic!("a clock limits");
                            };
                            assert!(soft <= hard);
                            assert!(hard <= (ms(remaining) + ms(byoyomi)).saturating_sub(ms(overhead)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_session_of_worst_moves_fits_the_clock() {
        for (start, increment, to_go) in [(60_000, 0, None), (1_000, 50, None), (10_000, 0, Some(40))] {
            let overhead = 10;
            let mut left = ms(start);
            for played in 0..40 {
                let to_go = to_go.map(|n: u32| n - played);
                let hard = budget(left.as_millis() as u64, increment, to_go, 0, overhead).hard.unwrap_or_default();
                left = left.checked_sub(hard).expect("no move takes more than is left") + ms(increment);
            }
        }
    }

    #[test]
    fn movetime_is_used_but_for_the_overhead() {
        let limits = Limits { movetime: Some(ms(100)), overhead: ms(10), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::Black), Budget { soft: None, hard: Some(ms(90)) });
        let limits = Limits { movetime: Some(ms(5)), overhead: ms(10), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::Black).hard, Some(Duration::from_micros(2_500)));
        let limits = Limits { movetime: Some(ms(0)), overhead: ms(10), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::Black).hard, Some(ms(0)));
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let clock = Clock { remaining: [ms(100_000), ms(1_000)], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(Budget::new(&limits, Color::White).hard > Budget::new(&limits, Color::Black).hard);
    }

    #[test]
    fn byoyomi_is_used_up_when_the_clock_is_empty() {
        assert_eq!(budget(0, 0, None, 1_000, 50).hard, Some(ms(950)));
    }

    #[test]
    fn infinite_has_no_end() {
        let limits = Limits { infinite: true, movetime: Some(ms(1)), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::White), Budget::default());
    }
}
