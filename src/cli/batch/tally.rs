//! What has come of the lines: counts, the last words about them, and what the exit code says.

use std::io::{self, Write};
use std::str::FromStr;

use bonsai::analysis::Analysis;
use bonsai::analysis::batch::{Answer, Reply};

use super::super::error::Error;
use super::super::numbers;

/// How many positions must be solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Required {
    /// So many.
    Count(usize),
    /// So many of a hundred.
    Percent(f64),
}

impl FromStr for Required {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = |text: &str| text.parse().ok().filter(|value| (0.0..=100.0).contains(value)).map(Self::Percent);
        let read = match text.strip_suffix('%') {
            Some(number) => percent(number.trim_end()),
            None => text.parse().ok().map(Self::Count),
        };
        read.ok_or_else(|| format!("'{text}' is neither a number of positions nor a percentage such as 90%"))
    }
}

impl std::fmt::Display for Required {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

impl Required {
    fn is_met(self, tally: &Tally) -> bool {
        match self {
            Self::Count(count) => tally.solved >= count,
            Self::Percent(percent) => 100.0 * tally.solved as f64 >= percent * tally.judged as f64,
        }
    }
}

/// What has come of all lines.
#[derive(Debug, Default)]
pub struct Totals {
    /// Of each engine, or of this program alone.
    tallies: Vec<Tally>,
    /// Lines that cannot be read.
    refused: usize,
    /// Answers that engines did not give.
    unanswered: usize,
}

/// What has come of the positions that one engine was asked about.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    /// The engine; `None` for this program.
    engine: Option<String>,
    /// Positions answered, now or in the file that is resumed.
    analysed: usize,
    /// Those that were left out.
    known: usize,
    /// Nodes searched now.
    nodes: u64,
    /// How long these searches took together, in ms.
    time_ms: f64,
    /// Positions for which something was expected.
    judged: usize,
    /// Those in which it was found.
    solved: usize,
}

impl Totals {
    /// Nothing has come of anything yet. `unanswered` engines are known to answer nothing.
    pub fn new<'a>(engines: Option<impl Iterator<Item = &'a str>>, unanswered: usize) -> Self {
        let of = |engine| Tally { engine, ..Tally::default() };
        let tallies = match engines {
            Some(engines) => engines.map(|name| of(Some(name.to_owned()))).collect(),
            None => vec![of(None)],
        };
        Self { tallies, refused: 0, unanswered }
    }

    /// Counts the answers to a line, and names those that are none on stderr.
    ///
    /// # Errors
    /// stderr is closed.
    pub fn count(&mut self, reply: &Reply) -> io::Result<()> {
        let say = |error: &dyn std::fmt::Display| {
            writeln!(io::stderr(), "bonsai: {}:{}: {error}", reply.line.file, reply.line.number)
        };
        for answer in &reply.answers {
            match answer {
                Answer::Analysed(analysis) => self.add(analysis, true),
                Answer::Known(analysis) => self.add(analysis, false),
                Answer::Refused(refusal) => {
                    self.refused += 1;
                    say(&refusal.error)?;
                }
                Answer::Unanswered { error, .. } => {
                    self.unanswered += 1;
                    say(error)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, analysis: &Analysis, fresh: bool) {
        let Some(tally) = self.tallies.iter_mut().find(|tally| tally.engine == analysis.engine) else { return };
        tally.analysed += 1;
        tally.judged += usize::from(analysis.solved.is_some());
        tally.solved += usize::from(analysis.solved == Some(true));
        if fresh {
            tally.nodes += analysis.nodes;
            tally.time_ms += analysis.time_ms;
        } else {
            tally.known += 1;
        }
    }

    /// The last lines: what was done, how fast, and how well. This program took so many `seconds`; of engines the time that
    /// each thought counts.
    pub fn summary(&self, seconds: f64) -> String {
        let of = |tally: &Tally| match &tally.engine {
            None => summary(tally, seconds),
            Some(name) => {
                format!("{name}: {}", summary(tally, tally.time_ms / 1000.0).replace('\n', &format!("\n{name}: ")))
            }
        };
        self.tallies.iter().map(of).collect::<Vec<_>>().join("\n")
    }

    /// What the exit code says.
    ///
    /// # Errors
    /// A line could not be read, an answer is missing, or too few positions are solved.
    pub fn judge(&self, required: Option<Required>) -> Result<(), Error> {
        if self.refused > 0 {
            return Err(Error::Lines(self.refused));
        }
        if self.unanswered > 0 {
            return Err(Error::Unanswered(self.unanswered));
        }
        let Some(required) = required else { return Ok(()) };
        match self.tallies.iter().find(|tally| !required.is_met(tally)) {
            Some(Tally { engine, solved, judged, .. }) => {
                let (engine, required) = (engine.clone(), required.to_string());
                Err(Error::Unsolved { engine, required, solved: *solved, judged: *judged })
            }
            None => Ok(()),
        }
    }
}

/// What was done, how fast, and how well.
fn summary(tally: &Tally, seconds: f64) -> String {
    let count = |number: usize| numbers::count(number as u64);
    let fresh = tally.analysed - tally.known;
    let known = if tally.known > 0 { format!(", {} known before", count(tally.known)) } else { String::new() };
    let a_second = |number: f64, thing| numbers::counted((number / seconds.max(1e-9)) as u64, thing);
    let (positions, nodes) = (a_second(fresh as f64, "position"), a_second(tally.nodes as f64, "node"));
    let speed = format!("{positions} and {nodes} a second");
    let (fresh, nodes) = (numbers::counted(fresh as u64, "position"), numbers::counted(tally.nodes, "node"));
    let done = format!("{fresh}{known}, {nodes}, {seconds:.2} s: {speed}");
    if tally.judged == 0 {
        return done;
    }
    let percent = 100.0 * tally.solved as f64 / tally.judged as f64;
    format!("{done}\nsolved: {} of {} ({percent:.1} %)", count(tally.solved), count(tally.judged))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_read_and_judged() {
        assert_eq!("12".parse(), Ok(Required::Count(12)));
        assert_eq!("62.5%".parse(), Ok(Required::Percent(62.5)));
        for wrong in ["", "-1", "101%", "x%", "NaN%", "1.5"] {
            assert!(wrong.parse::<Required>().is_err_and(|said| said.starts_with(&format!("'{wrong}'"))), "{wrong}");
        }
        let tally = Tally { judged: 8, solved: 5, ..Tally::default() };
        let met = [Required::Count(5), Required::Count(6), Required::Percent(62.5), Required::Percent(62.6)];
        assert_eq!(met.map(|required| required.is_met(&tally)), [true, false, true, false]);
    }

    #[test]
    fn summaries_tell_what_was_done() {
        let counts = Tally { analysed: 1500, known: 500, nodes: 30_000, judged: 3, solved: 1, ..Tally::default() };
        let said = "1,000 positions, 500 known before, 30,000 nodes, 2.00 s: 500 positions and 15,000 nodes a second\n\
            solved: 1 of 3 (33.3 %)";
        assert_eq!(summary(&counts, 2.0), said);
        let of_engine = Tally { engine: Some("a".to_owned()), time_ms: 2000.0, ..counts };
        let totals = Totals { tallies: vec![of_engine], refused: 0, unanswered: 0 };
        assert_eq!(totals.summary(9.0), format!("a: {}", said.replace("solved", "a: solved")));
        let tally = Tally { analysed: 1, nodes: 1, ..Tally::default() };
        assert_eq!(summary(&tally, 1.0), "1 position, 1 node, 1.00 s: 1 position and 1 node a second");
    }
}
