//! The clock of an engine that plays a game itself, as the other side sets it.

use std::time::Duration;

use crate::board::Color;
use crate::search::{Clock, Limits};

/// A way to count time over a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The moves for which the time is given, again and again; `None`: for the whole game.
    pub moves: Option<u32>,
    /// The time on the clock at the start, and added after so many moves.
    pub base: Duration,
    /// What each move adds to the clock.
    pub increment: Duration,
}

/// Something new about the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChange {
    /// Time is counted in this way from now on.
    Control(TimeControl),
    /// Every move has this time.
    MoveTime(Duration),
    /// No search goes deeper, in plies; `None`: as deep as the time allows.
    Depth(Option<u32>),
    /// The engine has so much time left.
    Own(Duration),
    /// The other side has so much time left.
    Other(Duration),
}

/// The clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    control: Option<TimeControl>,
    movetime: Option<Duration>,
    depth: Option<u32>,
    own: Duration,
    other: Duration,
    /// The engine's moves since the control began.
    moves: u32,
}

impl GameClock {
    /// Takes note of a change.
    pub fn change(&mut self, change: ClockChange) {
        match change {
            ClockChange::Control(control) => {
                let TimeControl { base, .. } = control;
                *self = Self { control: Some(control), own: base, other: base, depth: self.depth, ..Self::default() };
            }
            ClockChange::MoveTime(time) => *self = Self { movetime: Some(time), depth: self.depth, ..Self::default() },
            ClockChange::Depth(depth) => self.depth = depth,
            ClockChange::Own(time) => self.own = time,
            ClockChange::Other(time) => self.other = time,
        }
    }

    /// The engine has made a move that took so long.
    pub fn moved(&mut self, took: Duration) {
        let Some(control) = self.control else {
            return;
        };
        self.moves += 1;
        self.own = self.own.saturating_sub(took) + control.increment;
        if control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
            self.own += control.base;
        }
    }

    /// The limits of a search in which the engine, playing `color`, finds its next move.
    pub fn limits(&self, color: Color) -> Limits {
        let clock = self.control.map(|control| {
            let mut remaining = [self.other; 2];
            remaining[color.index()] = self.own;
            Clock {
                remaining,
                increment: [control.increment; 2],
                moves_to_go: control.moves.map(|moves| moves - self.moves % moves),
                ..Clock::default()
            }
        });
        Limits { clock, movetime: self.movetime, depth: self.depth, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn clock(moves: Option<u32>, base: u64, increment: u64) -> GameClock {
        let mut clock = GameClock::default();
        let control = TimeControl { moves, base: secs(base), increment: secs(increment) };
        clock.change(ClockChange::Control(control));
        clock
    }

    fn left(clock: &GameClock) -> (Duration, Option<u32>) {
        let clock = clock.limits(Color::Black).clock.expect("a clock");
        (clock.remaining[1], clock.moves_to_go)
    }

    #[test]
    fn time_is_counted_by_sessions() {
        let mut clock = clock(Some(2), 60, 0);
        assert_eq!(left(&clock), (secs(60), Some(2)));
        clock.moved(secs(10));
        assert_eq!(left(&clock), (secs(50), Some(1)));
        clock.moved(secs(10));
        assert_eq!(left(&clock), (secs(100), Some(2)));
    }

    #[test]
    fn increments_are_added_and_the_other_sides_word_counts() {
        let mut clock = clock(None, 60, 5);
        clock.moved(secs(10));
        assert_eq!(left(&clock), (secs(55), None));
        clock.change(ClockChange::Own(secs(30)));
        clock.change(ClockChange::Other(secs(7)));
        assert_eq!(left(&clock), (secs(30), None));
        assert_eq!(clock.limits(Color::Black).clock.map(|clock| clock.remaining[0]), Some(secs(7)));
        clock.moved(secs(100));
        assert_eq!(left(&clock), (secs(5), None));
    }

    #[test]
    fn a_depth_holds_under_every_control() {
        let mut clock = clock(None, 60, 0);
        clock.change(ClockChange::Depth(Some(4)));
        clock.change(ClockChange::MoveTime(secs(3)));
        let limits = clock.limits(Color::White);
        assert_eq!((limits.depth, limits.movetime, limits.clock), (Some(4), Some(secs(3)), None));
        clock.change(ClockChange::Depth(None));
        assert_eq!(clock.limits(Color::White).depth, None);
    }
}
