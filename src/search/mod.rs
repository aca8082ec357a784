//! The search: which move is best, by parallel alpha-beta with iterative deepening.
//!
//! It knows a game only as a [`Position`] and an evaluation only as an [`Evaluator`], prints
//! nothing, and speaks to the outside through four things: [`Limits`] and [`Control`] in, [`Reporter`] and [`Answer`] out.
//!
//! ```text
//! search       one call, from the limits to the answer
//! iterate      iterative deepening, aspiration windows, the threads
//! course       where they all are             report    what the outside hears
//! root         the root's moves               marks     moves left to each other by the threads
//! node, moves  principal variation search     quiesce   captures at the leaves
//! mate         forced mates, by proof numbers
//! order, heuristics, table, evals, path, pv   what makes it fast, and what it remembers
//! exchange     which captures lose material
//! memory       large pages and prefetching, the only unsafe code
//! odds         what a score means for the result
//! skill        playing below one's strength
//! time, params, score, limits, control        numbers and wires
//! ```

mod control;
mod course;
mod evals;
mod exchange;
mod heuristics;
mod iterate;
mod limits;
mod marks;
mod mate;
mod memory;
mod moves;
mod node;
mod odds;
mod order;
mod params;
mod path;
mod pv;
mod quiesce;
mod report;
mod root;
mod score;
mod skill;
mod table;
#[cfg(test)]
mod tests;
mod time;
mod worker;

pub use control::Control;
pub use limits::{Clock, Limits};
pub use mate::{Mate, Verdict};
pub use odds::odds;
pub use score::{Bound, MAX_PLY, Score};
pub use skill::Skill;
pub use table::{Entry, Table};

use std::sync::Mutex;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::eval::{Evaluation, Evaluator};
use crate::game::Game;
use crate::rules::weights::Weights;
use crate::rules::{GameMove, Position};
use course::Course;
use evals::Evals;
use heuristics::History;
use iterate::{Iterations, Searcher};
use params::Params;
use path::Path;
use report::Report;
use time::Budget;
use worker::{Frame, Knowledge, Own, Team};

/// Stack of a search thread in bytes: the deepest line must fit.
const STACK_SIZE: usize = 16 << 20;

/// Bytes of a table that a node may fill: each writes at most one entry of 16 bytes, and a half-empty table loses few.
const BYTES_PER_NODE: u64 = 32;

/// What an engine keeps between searches: the transposition table and the threads.
#[derive(Debug)]
pub struct Brain {
    known: Knowledge,
    /// The threads, if there are several: one thread needs no pool.
    pool: Option<ThreadPool>,
    threads: usize,
    /// Static values, one table for each thread that has searched.
    evals: Vec<Evals>,
    /// What the evaluation uses instead of what it comes with.
    weights: Option<&'static Weights>,
}

impl Brain {
    /// A brain with a table of `hash_mb` MiB that searches with `threads` threads (0 counts as 1).
    #[must_use]
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        let mut brain = Self::with_table(Table::new(hash_mb));
        brain.set_threads(threads);
        brain
    }

    /// A brain of one thread for searches of at most `nodes` nodes, with a table that is large enough for them and not larger than
    /// `most_mb` MiB: what is to be [cleared](Self::clear) often should be small.
    #[must_use]
    pub fn for_short_searches(nodes: u64, most_mb: usize) -> Self {
        let wanted = usize::try_from(nodes.saturating_mul(BYTES_PER_NODE)).unwrap_or(usize::MAX);
        let table = Table::with_bytes(wanted.min(most_mb.saturating_mul(1 << 20)));
        Self::with_table(table)
    }

    fn with_table(table: Table) -> Self {
        let known = Knowledge { table, history: History::default() };
        Self { known, pool: None, threads: 1, evals: Vec::new(), weights: None }
    }

    /// Evaluates with these weights from now on, whatever the game comes with.
    pub fn set_weights(&mut self, weights: &'static Weights) {
        self.weights = Some(weights);
        self.evals.clear();
    }

    /// Replaces the table by an empty one of `hash_mb` MiB, or smaller if the system has not so much memory; see
    /// [`hash_mb`](Self::hash_mb).
    pub fn resize_hash(&mut self, hash_mb: usize) {
        // The old table must go first, or both would be in memory.
        self.known.table = Table::new(0);
        self.known.table = Table::new(hash_mb);
    }

    /// The size of the table in MiB.
    #[must_use]
    pub fn hash_mb(&self) -> usize {
        self.known.table.megabytes()
    }

    /// Searches with `threads` threads from now on; 0 counts as 1. If the system cannot give that many, one thread
    /// searches.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        if threads == self.threads {
            return;
        }
        let build = || ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE).build().ok();
        self.pool = if threads > 1 { build() } else { None };
        self.threads = if self.pool.is_some() { threads } else { 1 };
    }

    /// The number of threads that search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Forgets everything: the next search is as of a new brain.
    pub fn clear(&mut self) {
        self.evals.clear();
        self.known.history = History::default();
        let Self { known, pool, .. } = self;
        match pool {
            Some(pool) => pool.install(|| known.table.clear()),
            None => known.table.clear(),
        }
    }

    /// How full the table is with entries of the last search, in permille.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.known.table.hashfull()
    }
}

/// What is known of one line at some moment of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration, in plies; 0 if there is nothing to search.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which best line this is, from 1.
    pub multipv: usize,
    /// The value for the side to move.
    pub score: Score,
    /// What the value says.
    pub bound: Bound,
    /// Moves played by all threads since the search began.
    pub nodes: u64,
    /// The time since the search was asked for.
    pub time: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// The line, as move bits.
    pub pv: Vec<u32>,
}

/// Whole nodes per second; what took no time that the clock can see counts as one nanosecond.
#[must_use]
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}

/// Hears what the search finds while it runs.
pub trait Reporter {
    /// A line has been searched to a new depth.
    fn info(&mut self, info: &Info);

    /// There is no mate in so many moves, where one is looked for.
    fn refuted(&mut self, _moves: u32) {}
}

/// The reporter that nobody listens to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mute;

impl Reporter for Mute {
    fn info(&mut self, _: &Info) {}
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best move's bits; `None` only if there is no legal move.
    pub best: Option<u32>,
    /// The reply that is expected.
    pub ponder: Option<u32>,
    /// The last report about the best line.
    pub info: Option<Info>,
    /// Moves played by all threads.
    pub nodes: u64,
    /// The time since the search was asked for.
    pub time: Duration,
    /// What has become of the mate, if one was looked for.
    pub mate: Option<Mate>,
}

/// Searches the current position of `game`.
///
/// Returns when a limit is reached or the search is stopped; with `infinite` or `ponder` not before it is stopped (or the
/// expected move has been played), however little there is to search. If there is a legal move, there is an answer,
/// however tight the limits.
pub fn search<P: Position>(
    game: &Game<P>,
    brain: &mut Brain,
    limits: &Limits,
    control: &Control,
    reporter: &mut dyn Reporter,
) -> Answer {
    let task = Task { game, limits, control };
    let mut answer = match limits.mate {
        Some(moves) => mate::search_mate(task, moves, brain, reporter),
        None => search_best(task, brain, reporter),
    };
    if limits.infinite {
        control.wait(false);
    } else if limits.ponder {
        control.wait(true);
    }
    answer.time = control.elapsed();
    answer
}

/// What to search, and how far.
#[derive(Clone, Copy)]
struct Task<'a, P: Position> {
    game: &'a Game<P>,
    limits: &'a Limits,
    control: &'a Control,
}

/// [`search`] for the best move.
fn search_best<P: Position>(task: Task<P>, brain: &mut Brain, reporter: &mut dyn Reporter) -> Answer {
    let params = Params::selective::<P>();
    let limits = task.limits;
    if limits.skill.is_full() || limits.infinite {
        return search_with(params, task, brain, reporter);
    }
    let mut lines = skill::Lines::new(reporter, limits.multipv);
    let weakened = limits.skill.weaken(limits);
    let answer = search_with(params, Task { limits: &weakened, ..task }, brain, &mut lines);
    lines.choose(limits.skill, answer)
}

/// [`search`] with the given selectivity.
fn search_with<P: Position>(params: Params, task: Task<P>, brain: &mut Brain, reporter: &mut dyn Reporter) -> Answer {
    let Task { game, limits, control } = task;
    let position = game.position();
    brain.known.table.grow_older();
    brain.known.history.grow_older();
    let weights = brain.weights.unwrap_or_else(Evaluation::<P>::built_in);
    let mut team = Team::new(&brain.known, control, params, brain.threads);
    let moves = root::root_moves(position, &limits.search_moves);
    if moves.is_empty() {
        return nothing_to_search(position, control, reporter);
    }
    team.ponder = limits.ponder;
    team.budget = Budget::new(limits, position.turn());
    team.node_limit = limits.nodes;
    team.course = Course::new(moves.clone(), limits.multipv.clamp(1, moves.len()), iterate::deepest(limits));
    team.evals = Mutex::new(std::mem::take(&mut brain.evals));
    let own = Own::new(Path::new(game.trail()), team.take_evals());
    let searcher = Searcher { team: &team, own, frame: Frame::new(position, weights) };
    let mut iterations = Iterations::new(searcher, moves, Report { team: &team, reporter, last: None });
    iterations.run(limits, brain.pool.as_ref());
    let Iterations { searcher, moves, report, .. } = iterations;
    let best = &moves[0];
    let ponder = best.line.get(1).copied().or_else(|| expected_reply(position, best.mv, &brain.known.table));
    let (info, nodes) = (report.last, team.nodes());
    team.return_evals(searcher.own.evals);
    brain.evals = team.into_evals();
    Answer { best: Some(best.mv), ponder, info, nodes, ..Answer::default() }
}

/// The answer in a position without a legal move: no move, and what the position is worth.
fn nothing_to_search<P: Position>(position: &P, control: &Control, reporter: &mut dyn Reporter) -> Answer {
    let outcome = position.decided().unwrap_or_else(|| position.stuck());
    // "Mate in 0" says that the mover has lost. For a mover who has won already (Mini Forest), the nearest word is 1.
    let ply = usize::from(outcome.winner == Some(position.turn()));
    let value = score::of_outcome(outcome, position.turn(), ply);
    let info = Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: Score::from_value(value),
        bound: Bound::Exact,
        nodes: 0,
        time: control.elapsed(),
        hashfull: 0,
        pv: Vec::new(),
    };
    reporter.info(&info);
    Answer { info: Some(info), ..Answer::default() }
}

/// The reply to `mv` that the table knows, for lines that end too soon.
fn expected_reply<P: Position>(position: &P, mv: u32, table: &Table) -> Option<u32> {
    let mut next = *position;
    next.play(P::Move::from_bits(mv), &mut crate::board::Silent);
    let reply = table.probe(next.key(), 0)?.mv;
    next.legal_moves().iter().any(|legal| legal.to_bits() == reply).then_some(reply)
}
