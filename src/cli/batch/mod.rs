//! `bonsai analyse FILE...`: many positions.

mod input;
mod output;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use bonsai::analysis::batch::{Answer, Batch, Reply};
use bonsai::analysis::{Analysis, Defaults};
use bonsai::engine::AnyGame;
use bonsai::notation::Dialect;
use bonsai::search::Limits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::error::Error;
use super::numbers;
use output::{Earlier, Format, Output};

/// Which positions, and what is done with the answers.
#[derive(clap::Args)]
#[command(next_help_heading = "Many positions")]
pub struct BatchArgs {
    /// Analyse the positions of these files instead, one a line: EPD, FEN, SFEN or JSON; `-` is stdin.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves", "pgn", "until_mate"])]
    pub files: Vec<PathBuf>,

    /// Write CSV, a row for each position.
    #[arg(long, requires = "files", conflicts_with_all = ["json", "notation"])]
    csv: bool,

    /// Add the answers, as JSON lines, to this file, and leave out the positions that it has answers for.
    #[arg(long, value_name = "FILE", requires = "files", conflicts_with = "csv")]
    resume: Option<PathBuf>,

    /// Fail (exit code 1) if fewer positions than N, or than P% of those with `bm`, `am` or `dm`, are solved.
    #[arg(long, value_name = "N|P%", requires = "files")]
    require: Option<Required>,
}

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

/// What holds for all positions.
pub struct Common<'a> {
    /// A game of the rule set.
    pub game: &'a dyn AnyGame,
    /// The limits of each search.
    pub limits: Limits,
    /// The size of each thread's table in MiB, if it is given.
    pub hash_mb: Option<usize>,
    /// The number of threads, if it is given.
    pub threads: Option<usize>,
    /// How a table writes moves; `None` for JSON.
    pub dialect: Option<Dialect>,
}

/// What has come of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Positions answered, now or in the file that is resumed.
    analysed: usize,
    /// Those that were left out.
    known: usize,
    /// Nodes searched now.
    nodes: u64,
    /// Positions for which something was expected.
    judged: usize,
    /// Those in which it was found.
    solved: usize,
    /// Lines that cannot be read.
    refused: usize,
}

impl Tally {
    fn count(&mut self, analysis: &Analysis) {
        self.analysed += 1;
        self.judged += usize::from(analysis.solved.is_some());
        self.solved += usize::from(analysis.solved == Some(true));
    }
}

/// Takes the answers, counts them and has them written.
struct Desk<'a> {
    tally: Tally,
    progress: ProgressBar,
    output: Output<'a>,
    /// Why nothing can be written any more.
    failure: Option<Error>,
}

impl Desk<'_> {
    fn take(&mut self, reply: Reply) -> ControlFlow<()> {
        self.progress.inc(1);
        let tally = &mut self.tally;
        let mut said = None;
        match &reply.answer {
            Answer::Analysed(analysis) => {
                tally.count(analysis);
                tally.nodes += analysis.nodes;
            }
            Answer::Known(analysis) => {
                tally.count(analysis);
                tally.known += 1;
            }
            Answer::Refused(refusal) => {
                tally.refused += 1;
                said = Some(format!("bonsai: {}:{}: {}", reply.line.file, reply.line.number, refusal.error));
            }
        }
        let write = || -> Result<(), Error> {
            said.iter().try_for_each(|said| writeln!(io::stderr(), "{said}"))?;
            self.output.write(reply)
        };
        match self.progress.suspend(write) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Analyses all positions.
///
/// # Errors
/// A file cannot be read or written, a line is no position, or fewer positions are solved than are required.
pub fn run(args: &BatchArgs, common: &Common<'_>, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    let input = input::open(&args.files)?;
    let format = match common.dialect {
        _ if args.csv => Format::Csv,
        Some(dialect) if args.resume.is_none() => Format::Table(dialect),
        _ => Format::Json,
    };
    let earlier = args.resume.as_deref().map(Earlier::read).transpose()?.unwrap_or_default();
    let mut file = args.resume.as_deref().map(|path| earlier.append_to(path)).transpose()?;
    let written: &mut (dyn Write + Send) = match &mut file {
        Some(file) => file,
        None => out,
    };
    let (output, progress) = (Output::new(format, written), progress_bar(input.total));
    let mut desk = Desk { tally: Tally::default(), progress, output, failure: None };
    let started = Instant::now();
    let batch = Batch {
        defaults: Defaults { game: common.game, limits: &common.limits },
        hash_mb: common.hash_mb,
        threads: common.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        known: &|file, line, fen, limits| earlier.get(file, line, fen, limits).cloned(),
    };
    let run = batch.run(input.lines, |reply| desk.take(reply));
    run.map_err(|error| Error::Flag(format!("--threads: {error}")))?;
    let Desk { tally, progress, failure, .. } = desk;
    progress.finish_and_clear();
    failure.map_or(Ok(()), Err)?;
    let summary = summary(&tally, started.elapsed().as_secs_f64());
    match format {
        Format::Table(_) => writeln!(out, "\n{summary}")?,
        _ => writeln!(io::stderr(), "{summary}")?,
    }
    judge(args.require, &tally)
}

/// What the exit code says.
fn judge(required: Option<Required>, tally: &Tally) -> Result<(), Error> {
    if tally.refused > 0 {
        return Err(Error::Lines(tally.refused));
    }
    match required {
        Some(required) if !required.is_met(tally) => {
            Err(Error::Unsolved { required: required.to_string(), solved: tally.solved, judged: tally.judged })
        }
        _ => Ok(()),
    }
}

/// The last line: what was done, how fast, and how well.
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

/// Shows on a terminal how far it is, and how long it will take if that is known.
fn progress_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = match total {
        Some(_) => "{bar:30} {human_pos}/{human_len} {per_sec}, {eta} left",
        None => "{spinner} {human_pos} positions, {per_sec}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
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
        let tally = Tally { analysed: 1500, known: 500, nodes: 30_000, judged: 3, solved: 1, refused: 0 };
        let said = "1,000 positions, 500 known before, 30,000 nodes, 2.00 s: 500 positions and 15,000 nodes a second\n\
            solved: 1 of 3 (33.3 %)";
        assert_eq!(summary(&tally, 2.0), said);
        let tally = Tally { analysed: 1, nodes: 1, ..Tally::default() };
        assert_eq!(summary(&tally, 1.0), "1 position, 1 node, 1.00 s: 1 position and 1 node a second");
    }
}
