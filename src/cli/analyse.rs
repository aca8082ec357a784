//! `bonsai analyse`: the best moves of a position, or of many.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bonsai::engine::AnyGame;
use bonsai::rules::Outcome;
use bonsai::search::{Brain, Control, Limits};
use bonsai::tournament::config::words;
use clap::builder::RangedU64ValueParser;

use super::batch::{self, BatchArgs};
use super::board_args::BoardArgs;
use super::engines::{EngineArgs, Team};
use super::error::Error;
use super::game_args::{GameArgs, NotationArgs};
use super::opinions::Survey;
use super::report::{self, Line, Reports, Style, View};

/// How long to search when nothing says it, in milliseconds.
const DEFAULT_MOVETIME: u64 = 5000;

/// The same for each of many positions.
const DEFAULT_BATCH_MOVETIME: u64 = 1000;

/// The size of the table when nothing says it, in MiB.
const DEFAULT_HASH: usize = 64;

/// Search a position for the best move: a table of the best lines, depth by depth. Or, with FILEs, search many.
///
/// Without --depth, --nodes or a time the search takes 5 seconds, each of many positions 1 second. With several limits the
/// first one reached ends it. One thread gives the same answer on every run, unless the limit is a time; and so do many
/// positions with any number of threads, for each is searched by one of them, with a small table of its own.
/// Boards of many positions are drawn only if --board names a style.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bonsai analyse --variant micro --depth 12
  bonsai analyse --fen '7k/8/5K2/8/8/8/8/R7 w - - 0 1' --mate 2
  bonsai analyse --variant micro --moves d2d3 --depth 12 --explain --threats --board unicode
  bonsai analyse --variant miniforest --moves c3d4 f6g5 --multipv 3 --movetime 2000
  bonsai analyse --nodes 100000 --json | tail -1 | jq -r .bestmove
  bonsai analyse suite.epd --nodes 100000 --require 90%
  bonsai analyse games.epd --depth 10 --csv > games.csv
  bonsai analyse positions.txt --variant micro --nodes 1000000 --resume answers.jsonl
  bonsai analyse --variant micro --engine fairy-stockfish --engine bonsai --movetime 1000
  bonsai analyse suite.epd --engine fairy-stockfish --engine bonsai --nodes 100000
  echo '{\"id\": 1, \"variant\": \"micro\", \"moves\": [\"d2d3\"], \"depth\": 8}' | bonsai analyse - --json

Lines of a FILE: FEN, SFEN or EPD, of which these operations count: id; bm, am (best move, avoid move, in any notation; \
in quotation marks if it has a semicolon), dm (mate in so many moves), hmvc, fmvn. Or JSON objects with any of id, variant, \
position (FEN or SFEN), moves, depth, nodes, movetime, mate, multipv, bm, am, dm. Empty lines and those that begin with # are \
nothing. A line that cannot be read is named on stderr, the others go on, and the exit code is 1.

Solved is a position if the best move is one of bm and none of am at the end; the solution is the moment from which it \
stayed so. With dm alone a mate in so many moves is to be found.

Engines (--engine) answer one after the other, each position as a new game, within --depth, --nodes or --movetime as far as their protocol knows them. \
An engine that fails is named with the position, the others go on, and the exit code is 1. Scores are as elsewhere for the side to move, in the \
engine's own centipawns; what an engine does not say is 0 or null.

JSON of many positions: one object a line, as answers come, with id, file, line, variant, fen, limits, over (result and \
reason of a game that is over), bestmove, score, depth, seldepth, nodes, nps, time_ms, lines (score, depth, pv), mate (below, if one was looked for), bm, am, dm, \
solved, solution (depth, nodes, time_ms); for a line that cannot be read id, file, line, error. With --engine also engine; with --explain each of the lines has an explanation.

JSON of one position: one object a line, with depth, seldepth, multipv, score ({cp} in centipawns or {mate} in moves, for the \
side to move; null if an engine gives none), nodes, nps, time_ms, hashfull (permille), pv, bestmove (the best move so far, the same for all \
lines of a depth), with --explain explanation (the pv in words). What the other side threatens has a member threat, what an engine says a member engine (and only error besides, if it fails). With --mate a last object says it all: its mate has verdict (proved, refuted or unknown), moves and \
shortest (whether there is none in fewer moves; both null unless proved), refuted (there is none in so many moves). A game that is over gives one object with depth 0, an empty pv and no bestmove.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Search this many plies deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Search for this many milliseconds.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Search for this time, in seconds or with a unit: 90, 500ms, 2m, 1h.
    #[arg(long, value_name = "TIME", conflicts_with = "movetime", value_parser = time)]
    time_limit: Option<Duration>,

    /// Search this many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Look for the shortest mate in at most N moves, and say whether there is one: proved, refuted, or not known within the
    /// limits (the exit code is 0 in any case).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    mate: Option<u32>,

    /// Search until a mate is proved, for either side, or a limit is reached; by default there is none.
    #[arg(long, conflicts_with = "mate")]
    until_mate: bool,

    /// Then show, apart, what the other side would do if it were to move, with the same limits.
    #[arg(long, conflicts_with_all = ["mate", "files"])]
    threats: bool,

    /// Say in words what the moves of the best line do.
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    board: BoardArgs,

    /// Show the K best lines.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    multipv: usize,

    /// Threads to search with [default: 1; with FILEs one for each processor]. With --engine and FILEs, each engine runs so
    /// often.
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: Option<usize>,

    /// The size of the hash table in MiB [default: 64; with FILEs what the nodes need, at most 16 a thread].
    #[arg(long, value_name = "MB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    hash: Option<usize>,

    #[command(flatten)]
    notation: NotationArgs,

    /// Write JSON, one object a line.
    #[arg(long, conflicts_with = "board")]
    json: bool,

    #[command(flatten)]
    engines: EngineArgs,

    #[command(flatten)]
    batch: BatchArgs,
}

/// Reads a time for the command line.
fn time(text: &str) -> Result<Duration, String> {
    words::duration(text).ok_or_else(|| format!("'{text}' is no time such as 90, 500ms, 2m or 1h"))
}

impl Args {
    /// The limits of a search, which takes `time` milliseconds if nothing limits it.
    fn limits(&self, time: u64) -> Limits {
        let given = self.movetime.map(Duration::from_millis).or(self.time_limit);
        let limited = self.depth.is_some() || given.is_some() || self.nodes.is_some() || self.until_mate;
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: given.or((!limited).then_some(Duration::from_millis(time))),
            mate: self.mate,
            multipv: self.multipv,
            ..Limits::default()
        }
    }

    fn view(&self) -> View {
        View {
            until_mate: self.until_mate,
            mate: self.mate.is_some(),
            threat: false,
            explains: self.explain,
            board: self.board.style(),
        }
    }

    fn style(&self, game: &dyn AnyGame) -> Result<Style, Error> {
        Ok(if self.json {
            Style::Json
        } else {
            Style::Table {
                dialect: self.notation.dialect(game)?,
                live: io::stdout().is_terminal(),
                multipv: self.multipv > 1,
            }
        })
    }
}

/// Searches, and writes what is found on the way.
///
/// # Errors
/// The options describe no game, or output failed.
pub fn run(args: &Args, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    if !args.batch.files.is_empty() {
        return many(args, out);
    }
    let game = args.game.game()?;
    if let Some(outcome) = game.outcome() {
        return over(outcome, &*game, args.json, out);
    }
    match args.engines.team(&args.limits(DEFAULT_MOVETIME))? {
        Some(_) if args.threads.is_some() => Err(Error::Flag(
            "--threads cannot be used with --engine and one position: engines have options of their own".to_owned(),
        )),
        Some(team) => survey(&*game, args, &team, out),
        None => search(&*game, args, out),
    }
}

/// Asks other engines.
fn survey(game: &dyn AnyGame, args: &Args, team: &Team, out: &mut dyn Write) -> Result<(), Error> {
    let passed = if args.threats { Some(game.passed()?) } else { None };
    let mut survey = Survey {
        team,
        limits: args.limits(DEFAULT_MOVETIME),
        dialect: (!args.json).then(|| args.notation.dialect(game)).transpose()?,
        explains: args.explain,
        threat: false,
    };
    let mut failed = team.missing + survey.run(game, out)?;
    if let Some(passed) = passed {
        if !args.json {
            writeln!(out, "\nif {} were to move:\n", passed.turn())?;
        }
        survey.threat = true;
        failed += survey.run(&*passed, out)?;
    }
    if failed > 0 { Err(Error::Unanswered(failed)) } else { Ok(()) }
}

fn many(args: &Args, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    let game = args.game.variant();
    let limits = args.limits(DEFAULT_BATCH_MOVETIME);
    let common = batch::Common {
        game,
        team: args.engines.team(&limits)?,
        limits,
        hash_mb: args.hash,
        threads: args.threads,
        dialect: (!args.json).then(|| args.notation.dialect(game)).transpose()?,
        explains: args.explain,
        board: args.board.named(),
    };
    batch::run(&args.batch, &common, out)
}

fn over(outcome: Outcome, game: &dyn AnyGame, json: bool, out: &mut dyn Write) -> Result<(), Error> {
    if json {
        return report::write_json(&Line::of_finished_game(outcome, game.turn()), out);
    }
    writeln!(out, "the game is over: {}, {}", outcome.result(), outcome.reason)?;
    Ok(())
}

fn search(game: &dyn AnyGame, args: &Args, out: &mut (dyn Write + Send)) -> Result<(), Error> {
    // What makes no sense is refused before it takes time.
    let passed = if args.threats { Some(game.passed()?) } else { None };
    let hash = args.hash.unwrap_or(DEFAULT_HASH);
    let mut brain = Brain::new(hash, args.threads.unwrap_or(1));
    if brain.hash_mb() < hash {
        return Err(Error::Memory(hash));
    }
    let view = args.view();
    look(game, args, view, &mut brain, out)?;
    let Some(passed) = passed else { return Ok(()) };
    if !args.json {
        writeln!(out, "\nif {} were to move:\n", passed.turn())?;
    }
    brain.clear();
    look(&*passed, args, View { threat: true, ..view }, &mut brain, out)
}

/// Searches one position.
fn look(
    game: &dyn AnyGame,
    args: &Args,
    view: View,
    brain: &mut Brain,
    out: &mut (dyn Write + Send),
) -> Result<(), Error> {
    let control = Control::new(Instant::now());
    let mut reports = Reports::new(game, &control, args.style(game)?, view, out);
    let answer = game.search(brain, &args.limits(DEFAULT_MOVETIME), &control, &mut reports);
    reports.finish(&answer)
}
