//! Time controls, and the clock of one side in one game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::config::words::{WordError, Words, duration, write_duration};

/// What limits an engine's thinking.
///
/// As text: `nodes=1000`, `depth=8`, `movetime=0.1`, or a game clock such as `10+0.1` (seconds and increment),
/// `40/60:20/30:10+0.5` (moves/seconds, period by period; the last one repeats if it has moves), perhaps with one of
/// `byoyomi=5`, `delay=2` and `bronstein=2`. `margin=0.05` forgives so much on each move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// The time for each move.
    pub movetime: Option<Duration>,
    /// The periods of the game clock; none if there is no game clock.
    pub periods: Vec<Period>,
    /// What each move gets beyond its period.
    pub bonus: Bonus,
    /// By how much a time may be exceeded.
    pub margin: Duration,
}

/// A period of a game clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The moves to make in it; `None` if it lasts to the end of the game.
    pub moves: Option<u32>,
    /// The time that it adds to the clock.
    pub time: Duration,
}

/// What each move gets beyond its period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Added to the clock after each move (Fischer).
    Increment(Duration),
    /// Free on each move once the clock has run down; what is not used is lost.
    Byoyomi(Duration),
    /// The clock starts so much later on each move (simple delay).
    Delay(Duration),
    /// Given back after each move, as far as it was used (Bronstein).
    Bronstein(Duration),
}

const WORDS: &str = "nodes=N, depth=N, movetime=TIME, [MOVES/]TIME[+TIME], byoyomi=TIME, delay=TIME, bronstein=TIME, \
    margin=TIME";

impl TimeControl {
    /// It in words: `10 s, 0.1 s more a move`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        let period = |period: &Period| match period.moves {
            Some(moves) => format!("{moves} moves in {}", seconds(period.time)),
            None => seconds(period.time),
        };
        let periods: Vec<String> = self.periods.iter().map(period).collect();
        let bonus = match self.bonus {
            Bonus::None => None,
            Bonus::Increment(time) => Some(format!("{} more a move", seconds(time))),
            Bonus::Byoyomi(time) => Some(format!("{} a move once that is used up", seconds(time))),
            Bonus::Delay(time) => Some(format!("the first {} of a move free", seconds(time))),
            Bonus::Bronstein(time) => Some(format!("up to {} of a move given back", seconds(time))),
        };
        let parts = [
            (!periods.is_empty()).then(|| periods.join(", then ")),
            bonus,
            self.nodes.map(|nodes| format!("{nodes} nodes a move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.movetime.map(|time| format!("{} a move", seconds(time))),
            (!self.margin.is_zero()).then(|| format!("{} forgiven", seconds(self.margin))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for TimeControl {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = Words::new(text);
        let (periods, increment) = match words.head() {
            Some(clock) => game_clock(clock)?,
            None => (Vec::new(), None),
        };
        let bonuses = [
            increment.map(Bonus::Increment),
            words.duration("byoyomi")?.map(Bonus::Byoyomi),
            words.duration("delay")?.map(Bonus::Delay),
            words.duration("bronstein")?.map(Bonus::Bronstein),
        ];
        let mut bonuses = bonuses.into_iter().flatten();
        let control = Self {
            nodes: words.number("nodes")?.filter(|&nodes| nodes > 0),
            depth: words.number("depth")?.filter(|&depth| depth > 0),
            movetime: words.duration("movetime")?,
            periods,
            bonus: bonuses.next().unwrap_or_default(),
            margin: words.duration("margin")?.unwrap_or_default(),
        };
        if bonuses.next().is_some() {
            return Err(WordError::Twice("what a move gets beyond its period".to_owned()));
        }
        let timed = !control.periods.is_empty();
        if !timed && control.bonus != Bonus::None {
            return Err(words.lacks("a game clock"));
        }
        if timed && control.movetime.is_some() {
            return Err(WordError::Twice("the time".to_owned()));
        }
        if !timed && control.movetime.is_none() && control.nodes.is_none() && control.depth.is_none() {
            return Err(words.lacks("a limit"));
        }
        words.finish(WORDS)?;
        Ok(control)
    }
}

/// Reads `40/60:20/30:10+0.5`.
fn game_clock(text: &str) -> Result<(Vec<Period>, Option<Duration>), WordError> {
    let bad = |why| WordError::Value { word: text.to_owned(), why };
    let (periods, increment) = match text.split_once('+') {
        None => (text, None),
        Some((periods, increment)) => (periods, Some(duration(increment).ok_or(bad("no increment behind '+'"))?)),
    };
    let read = |period: &str| {
        let (moves, time) = match period.split_once('/') {
            None => (None, period),
            Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), time),
        };
        Some(Period { moves, time: duration(time)? })
    };
    let periods: Option<Vec<Period>> = periods.split(':').map(read).collect();
    let periods = periods.ok_or(bad("[MOVES/]TIME[:...][+TIME] is expected"))?;
    let endless = periods.iter().position(|period| period.moves.is_none());
    if endless.is_some_and(|place| place + 1 < periods.len()) {
        return Err(bad("only the last period may lack its number of moves"));
    }
    Ok((periods, increment))
}

impl TryFrom<String> for TimeControl {
    type Error = WordError;

    fn try_from(text: String) -> Result<Self, WordError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let periods: Vec<String> = self.periods.iter().map(Period::to_string).collect();
        let increment = match self.bonus {
            Bonus::Increment(time) => format!("+{}", write_duration(time)),
            _ => String::new(),
        };
        if !periods.is_empty() {
            words.push(periods.join(":") + &increment);
        }
        match self.bonus {
            Bonus::None | Bonus::Increment(_) => {}
            Bonus::Byoyomi(time) => words.push(format!("byoyomi={}", write_duration(time))),
            Bonus::Delay(time) => words.push(format!("delay={}", write_duration(time))),
            Bonus::Bronstein(time) => words.push(format!("bronstein={}", write_duration(time))),
        }
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.depth.map(|depth| format!("depth={depth}")));
        words.extend(self.movetime.map(|time| format!("movetime={}", write_duration(time))));
        if self.margin > Duration::ZERO {
            words.push(format!("margin={}", write_duration(self.margin)));
        }
        f.write_str(&words.join(" "))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&write_duration(self.time))
    }
}

/// The clock of one side in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    period: usize,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the beginning of a game.
    #[must_use]
    pub fn new(control: &TimeControl) -> Self {
        let first = control.periods.first().copied();
        Self {
            control: control.clone(),
            remaining: first.map_or(Duration::ZERO, |period| period.time),
            period: 0,
            moves_to_go: first.and_then(|period| period.moves),
        }
    }

    /// The rules of the clock.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time on the clock; nothing if there is no game clock.
    #[must_use]
    pub const fn remaining(&self) -> Duration {
        self.remaining
    }

    /// The moves until the next period.
    #[must_use]
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Whether there is a game clock.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        !self.control.periods.is_empty()
    }

    /// How long the next move may take, the margin included; `None` if time does not matter.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        if let Some(time) = self.control.movetime {
            return Some(time + self.control.margin);
        }
        let free = match self.control.bonus {
            Bonus::Byoyomi(time) | Bonus::Delay(time) => time,
            _ => Duration::ZERO,
        };
        self.is_timed().then(|| self.remaining + free + self.control.margin)
    }

    /// Takes the time of a move off the clock.
    ///
    /// # Errors
    /// The flag has fallen: by how much, the margin not counted.
    pub fn spend(&mut self, elapsed: Duration) -> Result<(), Duration> {
        if self.allowance().is_some_and(|allowed| elapsed > allowed) {
            let allowed = self.allowance().unwrap_or_default().saturating_sub(self.control.margin);
            return Err(elapsed.saturating_sub(allowed));
        }
        if !self.is_timed() {
            return Ok(());
        }
        let left = |used: Duration| self.remaining.saturating_sub(used);
        self.remaining = match self.control.bonus {
            Bonus::None | Bonus::Byoyomi(_) => left(elapsed),
            Bonus::Increment(time) => left(elapsed) + time,
            Bonus::Delay(time) => left(elapsed.saturating_sub(time)),
            Bonus::Bronstein(time) => left(elapsed) + time.min(elapsed),
        };
        self.count_move();
        Ok(())
    }

    /// Counts a move, and begins the next period if it was the last of its own.
    fn count_move(&mut self) {
        let Some(moves) = self.moves_to_go else { return };
        if moves > 1 {
            self.moves_to_go = Some(moves - 1);
            return;
        }
        self.period = (self.period + 1).min(self.control.periods.len() - 1);
        let next = self.control.periods[self.period];
        self.remaining += next.time;
        self.moves_to_go = next.moves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The time on the clock after each move that takes so many ms; -1 when the flag falls.
    fn run(text: &str, moves: &[u64]) -> Vec<i64> {
        let mut clock = Clock::new(&control(text));
        let step = |&ms: &u64| match clock.spend(Duration::from_millis(ms)) {
            Ok(()) => clock.remaining().as_millis() as i64,
            Err(_) => -1,
        };
        moves.iter().map(step).collect()
    }

    #[test]
    fn text_and_back() {
        for text in [
            "10s+100ms",
            "40/60s",
            "40/60s:20/30s:10s+500ms",
            "60s byoyomi=5s",
            "60s delay=2s margin=50ms",
            "60s bronstein=2s",
            "nodes=1000",
            "depth=8",
            "nodes=1000 depth=8",
            "movetime=100ms margin=20ms",
        ] {
            assert_eq!(control(text).to_string(), text);
        }
    }

    #[test]
    fn faults() {
        let said = |text: &str| text.parse::<TimeControl>().expect_err(text).to_string();
        assert_eq!(said("ten"), "'ten': [MOVES/]TIME[:...][+TIME] is expected");
        assert_eq!(said("10:5"), "'10:5': only the last period may lack its number of moves");
        assert_eq!(said("10+0.1 byoyomi=5"), "'what a move gets beyond its period' is said twice");
        assert_eq!(said("byoyomi=5"), "'byoyomi=5' lacks a game clock");
        assert_eq!(said(""), "'' lacks a limit");
        assert_eq!(said("margin=1"), "'margin=1' lacks a limit");
        assert_eq!(said("nodes=0"), "'nodes=0' lacks a limit");
        assert_eq!(said("10 movetime=1"), "'the time' is said twice");
        assert!(said("nodes=5 fish").starts_with("'fish' is not among"));
        assert!(said("0/10").starts_with("'0/10'"));
    }

    #[test]
    fn clocks_in_words() {
        for (text, words) in [
            ("nodes=1000", "1000 nodes a move"),
            ("movetime=30", "30 s a move"),
            ("movetime=50ms margin=0.01", "0.05 s a move, 0.01 s forgiven"),
            ("10+0.1", "10 s, 0.1 s more a move"),
            (
                "40/60:20/30:10 byoyomi=5",
                "40 moves in 60 s, then 20 moves in 30 s, then 10 s, 5 s a move once that is used up",
            ),
            ("1m delay=2 depth=9", "60 s, the first 2 s of a move free, depth 9"),
        ] {
            assert_eq!(control(text).in_words(), words);
        }
    }

    #[test]
    fn increment_and_sudden_death() {
        assert_eq!(run("1+0.1", &[300, 800, 1]), [800, 100, 199]);
        assert_eq!(run("1", &[300, 700, 1]), [700, 0, -1]);
        assert_eq!(run("1+5", &[1001]), [-1]);
    }

    #[test]
    fn periods_repeat_or_end() {
        assert_eq!(run("2/1", &[400, 500, 100]), [600, 1100, 1000]);
        assert_eq!(run("1/1:0.5", &[400, 100, 1001]), [1100, 1000, -1]);
    }

    #[test]
    fn byoyomi_and_delays() {
        assert_eq!(run("1 byoyomi=0.5", &[800, 700, 500, 501]), [200, 0, 0, -1]);
        assert_eq!(run("1 delay=0.5", &[400, 800, 1200, 501]), [1000, 700, 0, -1]);
        assert_eq!(run("1 bronstein=0.5", &[400, 800, 701]), [1000, 700, -1]);
    }

    #[test]
    fn margin_and_move_time() {
        assert_eq!(run("1 margin=0.1", &[1100, 101]), [0, -1]);
        assert_eq!(run("movetime=0.1", &[100, 101]), [0, -1]);
        assert_eq!(run("nodes=10", &[1_000_000]), [0]);
        let mut clock = Clock::new(&control("movetime=0.1 margin=0.05"));
        assert_eq!(clock.spend(Duration::from_millis(160)), Err(Duration::from_millis(60)));
    }
}
