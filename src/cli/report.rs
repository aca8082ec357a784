//! What a search reports, as a table for people or as JSON lines.

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use bonsai::analysis::{Distance, MateReport};
use bonsai::board::Color;
use bonsai::engine::AnyGame;
use bonsai::notation::{BoardStyle, Dialect};
use bonsai::rules::Outcome;
use bonsai::search::{Answer, Bound, Control, Info, Mate, Reporter, Score, Verdict, per_second};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::error::Error;
use super::numbers;

/// Moves of a line that fit on a terminal behind the figures.
const SHOWN_PLIES: usize = 8;

/// How reports are written.
#[derive(Clone, Copy)]
pub enum Style {
    /// One JSON object a line.
    Json,
    /// A table.
    Table {
        /// How moves are written.
        dialect: Dialect,
        /// Whether it is a terminal: lines are cut to its width, and a clock runs below the table.
        live: bool,
        /// Whether several lines are searched, so that they need numbers.
        multipv: bool,
    },
}

/// What is looked for, and what of it is shown.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of the command line")]
pub struct View {
    /// Whether a proved mate, for either side, ends the search.
    pub until_mate: bool,
    /// Whether a mate is looked for, and nothing else: it is shown also if there may be a shorter one.
    pub mate: bool,
    /// Whether it is the other side whose moves are looked for, as if it were to move.
    pub threat: bool,
    /// Whether the moves of the best line are put in words.
    pub explains: bool,
    /// How the board is drawn, if it is.
    pub board: Option<BoardStyle>,
}

/// A report as JSON.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    depth: u32,
    seldepth: u32,
    multipv: usize,
    score: Option<Distance>,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    hashfull: u32,
    pv: Vec<String>,
    bestmove: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    threat: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<MateReport>,
}

impl<'a> Line<'a> {
    /// The only line of a game that is over, as `mover` sees it: lost is mate in 0, won counts as mate in 1.
    pub fn of_finished_game(outcome: Outcome, mover: Color) -> Self {
        let score = match outcome.winner {
            None => Distance::Cp(0),
            Some(winner) => Distance::Mate(i32::from(winner == mover)),
        };
        Self {
            engine: None,
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: Some(score),
            nodes: 0,
            nps: 0,
            time_ms: 0,
            hashfull: 0,
            pv: Vec::new(),
            bestmove: None,
            explanation: None,
            threat: false,
            mate: None,
        }
    }

    /// What an engine has answered; 0 is what it has not said.
    pub fn of_engine(name: &'a str, game: &dyn AnyGame, answer: &Answer, explains: bool, threat: bool) -> Self {
        let info = last_info(answer);
        Self {
            engine: Some(name),
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: 1,
            score: answer.info.as_ref().map(|info| info.score.into()),
            nodes: answer.nodes,
            nps: per_second(answer.nodes, answer.time),
            time_ms: u64::try_from(answer.time.as_millis()).unwrap_or(u64::MAX),
            hashfull: 0,
            pv: game.line(&info.pv, Dialect::Uci),
            bestmove: game.line(answer.best.as_slice(), Dialect::Uci).pop().map(Cow::Owned),
            explanation: explains.then(|| game.explain(&info.pv)),
            threat,
            mate: None,
        }
    }
}

/// A line in words, a row for each move.
pub fn explanation(game: &dyn AnyGame, line: &[u32]) -> String {
    let moves = game.line(line, Dialect::Book);
    let width = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let row = |(mv, words): (&String, String)| format!("  {mv:width$}  {words}\n");
    moves.iter().zip(game.explain(line)).map(row).collect()
}

/// Writes a line of JSON.
///
/// # Errors
/// Output failed.
pub fn write_json(line: &Line<'_>, out: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, line)?;
    Ok(writeln!(out)?)
}

/// Takes the reports of a search and writes them.
pub struct Reports<'a> {
    game: &'a dyn AnyGame,
    control: &'a Control,
    style: Style,
    out: &'a mut (dyn Write + Send),
    clock: Option<ProgressBar>,
    /// The best move so far, in UCI.
    best: Option<String>,
    view: View,
    /// Why nothing can be written any more.
    failure: Option<Error>,
    headed: bool,
}

impl<'a> Reports<'a> {
    /// Reports of a search in `game` under `control`, which is stopped if `out` fails.
    pub fn new(
        game: &'a dyn AnyGame,
        control: &'a Control,
        style: Style,
        view: View,
        out: &'a mut (dyn Write + Send),
    ) -> Self {
        let clock = matches!(style, Style::Table { live: true, .. }).then(running_clock);
        Self { game, control, style, out, clock, best: None, view, failure: None, headed: false }
    }

    /// Writes the answer.
    ///
    /// # Errors
    /// Output failed, now or earlier.
    pub fn finish(mut self, answer: &Answer) -> Result<(), Error> {
        if let Some(clock) = self.clock.take() {
            clock.finish_and_clear();
        }
        if let Some(error) = self.failure {
            return Err(error);
        }
        match self.style {
            // Limits too tight for a single iteration leave nothing reported.
            Style::Json if self.best.is_none() || answer.mate.is_some() => {
                let info = Info { nodes: answer.nodes, time: answer.time, ..last_info(answer) };
                self.best = self.game.line(&info.pv, Dialect::Uci).into_iter().next();
                self.json(&info, answer.mate)
            }
            Style::Json => Ok(()),
            Style::Table { dialect, .. } => {
                let verdict = verdict(self.game, answer, self.view.threat, dialect);
                writeln!(self.out, "\n{verdict}")?;
                self.illustrate(answer)
            }
        }
    }

    /// Puts the best line in words and draws the board with the best move, if that is wanted.
    fn illustrate(self, answer: &Answer) -> Result<(), Error> {
        let line = last_info(answer).pv;
        if self.view.explains {
            write!(self.out, "\n{}", explanation(self.game, &line))?;
        }
        if let Some(style) = self.view.board {
            write!(self.out, "\n{}", self.game.board(style, answer.best))?;
        }
        Ok(())
    }

    fn write(&mut self, info: &Info) -> Result<(), Error> {
        if info.multipv == 1 {
            self.best = self.game.line(&info.pv, Dialect::Uci).into_iter().next();
        }
        match self.style {
            Style::Json => self.json(info, None),
            Style::Table { dialect, live, multipv } => self.row(info, dialect, live, multipv),
        }
    }

    fn json(&mut self, info: &Info, mate: Option<Mate>) -> Result<(), Error> {
        let line = Line {
            engine: None,
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: Some(info.score.into()),
            nodes: info.nodes,
            nps: per_second(info.nodes, info.time),
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            hashfull: info.hashfull,
            pv: self.game.line(&info.pv, Dialect::Uci),
            bestmove: self.best.as_deref().map(Cow::Borrowed),
            explanation: self.view.explains.then(|| self.game.explain(&info.pv)),
            threat: self.view.threat,
            mate: mate.map(MateReport::from),
        };
        write_json(&line, self.out)
    }

    fn row(&mut self, info: &Info, dialect: Dialect, live: bool, multipv: bool) -> Result<(), Error> {
        let mut moves = self.game.line(&info.pv, dialect);
        if live && moves.len() > SHOWN_PLIES {
            moves.truncate(SHOWN_PLIES);
            moves.push("...".to_owned());
        }
        let depth = format!("{}/{}", info.depth, info.seldepth);
        let number = if multipv { format!(" {:>3}", info.multipv) } else { String::new() };
        let nodes = numbers::count(info.nodes);
        let speed = numbers::count(per_second(info.nodes, info.time));
        let (score, time) = (Distance::from(info.score).to_string(), numbers::seconds(info.time));
        let row = format!("{depth:>7}{number} {score:>8} {nodes:>14} {speed:>12} {time:>10}  {}", moves.join(" "));
        let head = (!self.headed).then(|| {
            let number = if multipv { "   #" } else { "" };
            format!("{:>7}{number} {:>8} {:>14} {:>12} {:>10}  line", "depth", "score", "nodes", "nodes/s", "time")
        });
        self.headed = true;
        let out = &mut self.out;
        let mut write = || head.iter().chain([&row]).try_for_each(|text| writeln!(out, "{text}"));
        match &self.clock {
            Some(clock) => clock.suspend(write)?,
            None => write()?,
        }
        Ok(())
    }
}

impl Reporter for Reports<'_> {
    fn info(&mut self, info: &Info) {
        // Bounds come and go within an iteration; its end has the value. A mate, though, is one also if there is a shorter one.
        if info.bound != Bound::Exact && !self.view.mate || self.failure.is_some() {
            return;
        }
        if let Err(error) = self.write(info) {
            self.failure = Some(error);
            self.control.stop();
        }
        if self.view.until_mate && info.multipv == 1 && info.score.plies().is_some() {
            self.control.stop();
        }
    }

    fn refuted(&mut self, moves: u32) {
        if let Some(clock) = &self.clock {
            clock.set_message(format!("no mate in {moves}"));
        }
    }
}

/// The last report of a search; if it was cut short before its first one, the move it chose, without a value.
fn last_info(answer: &Answer) -> Info {
    answer.info.clone().unwrap_or_else(|| Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: Score::Cp(0),
        bound: Bound::Exact,
        nodes: answer.nodes,
        time: answer.time,
        hashfull: 0,
        pv: answer.best.into_iter().collect(),
    })
}

/// A line below the table that shows the search is alive.
fn running_clock() -> ProgressBar {
    let clock = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} searching {msg}") {
        clock.set_style(style);
    }
    clock.enable_steady_tick(Duration::from_millis(100));
    clock
}

/// The last line of the table.
fn verdict(game: &dyn AnyGame, answer: &Answer, threat: bool, dialect: Dialect) -> String {
    let Some(mate) = answer.mate else {
        let best: Vec<u32> = answer.best.into_iter().collect();
        let found = if threat { "threat" } else { "best move" };
        return format!("{found}: {}", game.line(&best, dialect).join(" "));
    };
    match mate.verdict {
        Verdict::Proved { moves, shortest } => {
            let line = answer.info.as_ref().map_or(&[][..], |info| &info.pv);
            let line = game.line(line, dialect).join(" ");
            let open = match mate.refuted {
                _ if shortest => String::new(),
                0 => " or sooner".to_owned(),
                refuted => format!(" or sooner, but not in {refuted}"),
            };
            format!("mate in {moves}{open}: {line}")
        }
        Verdict::Refuted => format!("no mate in {}", mate.refuted),
        Verdict::Unknown => format!("no mate found: a limit was reached, and there is none in {}", mate.refuted),
    }
}
