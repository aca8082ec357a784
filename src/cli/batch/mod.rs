//! `bonsai analyse FILE...`: many positions.

mod input;
mod output;
mod table;
mod tally;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use bonsai::analysis::batch::{Batch, Reply};
use bonsai::analysis::{Analyst, Defaults, Own};
use bonsai::engine::AnyGame;
use bonsai::notation::{BoardStyle, Dialect};
use bonsai::search::Limits;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::engines::Team;
use super::error::Error;
use output::{Earlier, Format, Output};
use table::Layout;
use tally::{Required, Totals};

/// Which positions, and what is done with the answers.
#[derive(clap::Args)]
#[command(next_help_heading = "Many positions")]
pub struct BatchArgs {
    /// Analyse the positions of these files instead, one a line: EPD, FEN, SFEN or JSON; `-` is stdin.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves", "pgn", "until_mate", "threats"])]
    pub files: Vec<PathBuf>,

    /// Write CSV, a row for each position.
    #[arg(long, requires = "files", conflicts_with_all = ["json", "notation", "board", "explain"])]
    csv: bool,

    /// Add the answers, as JSON lines, to this file, and leave out the positions that it has answers for.
    #[arg(long, value_name = "FILE", requires = "files", conflicts_with_all = ["csv", "board"])]
    resume: Option<PathBuf>,

    /// Fail (exit code 1) if fewer positions than N, or than P% of those with `bm`, `am` or `dm`, are solved; by any of the
    /// engines, if there are several.
    #[arg(long, value_name = "N|P%", requires = "files")]
    require: Option<Required>,
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
    /// Who is asked instead of this program.
    pub team: Option<Team>,
    /// Whether best lines are put in words.
    pub explains: bool,
    /// How boards are drawn, if they are.
    pub board: Option<BoardStyle>,
}

/// Takes the answers, counts them and has them written.
struct Desk<'a> {
    totals: Totals,
    progress: ProgressBar,
    output: Output<'a>,
    team: Option<&'a Team>,
    /// Why nothing can be written any more.
    failure: Option<Error>,
}

impl Desk<'_> {
    fn take(&mut self, reply: Reply) -> ControlFlow<()> {
        self.progress.inc(1);
        if self.team.is_some_and(Team::is_stopped) {
            self.failure = Some(Error::Stopped);
            return ControlFlow::Break(());
        }
        let write = || -> Result<(), Error> {
            self.totals.count(&reply)?;
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

impl Common<'_> {
    /// How answers are written.
    fn format(&self, args: &BatchArgs) -> Format {
        match self.dialect {
            _ if args.csv => Format::Csv,
            Some(dialect) if args.resume.is_none() => {
                let widths = |team: &Team| team.names().chain(["engine"]).map(|name| name.chars().count()).max();
                let engines = self.team.as_ref().and_then(widths);
                Format::Table(Layout { dialect, engines, explains: self.explains, board: self.board })
            }
            _ => Format::Json { explains: self.explains },
        }
    }

    /// Who searches the positions of a thread.
    fn analysts(&self) -> Vec<Box<dyn Analyst + '_>> {
        self.team.as_ref().map_or_else(|| vec![Box::new(Own::new(self.hash_mb)) as Box<dyn Analyst>], Team::analysts)
    }
}

/// Analyses all positions.
///
/// # Errors
/// A file cannot be read or written, a line is no position, an engine gives no answer, or fewer positions are solved than
/// are required.
pub fn run(args: &BatchArgs, common: &Common<'_>, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    let input = input::open(&args.files)?;
    let format = common.format(args);
    let earlier = args.resume.as_deref().map(Earlier::read).transpose()?.unwrap_or_default();
    let mut file = args.resume.as_deref().map(|path| earlier.append_to(path)).transpose()?;
    let written: &mut (dyn Write + Send) = match &mut file {
        Some(file) => file,
        None => out,
    };
    let (output, progress) = (Output::new(format, written), progress_bar(input.total));
    let team = common.team.as_ref();
    let totals = Totals::new(team.map(Team::names), team.map_or(0, |team| team.missing));
    let mut desk = Desk { totals, progress, output, team, failure: None };
    let started = Instant::now();
    let batch = Batch {
        defaults: Defaults { game: common.game, limits: &common.limits },
        analysts: &|| common.analysts(),
        threads: common.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        known: &|asked| earlier.get(asked).cloned(),
    };
    let run = batch.run(input.lines, |reply| desk.take(reply));
    run.map_err(|error| Error::Flag(format!("--threads: {error}")))?;
    let Desk { totals, progress, failure, .. } = desk;
    progress.finish_and_clear();
    failure.map_or(Ok(()), Err)?;
    let summary = totals.summary(started.elapsed().as_secs_f64());
    match format {
        Format::Table(_) => writeln!(out, "\n{summary}")?,
        _ => writeln!(io::stderr(), "{summary}")?,
    }
    totals.judge(args.require)
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
