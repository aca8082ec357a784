//! Suites: positions with one best move, found in games of the engine against itself.
//!
//! A position is taken if a search of so many nodes finds a best move whose alternatives all give away winning chances, a search of a hundredth
//! of the nodes would have played something else, and a search of ten times the nodes agrees with the first. Everything follows from the
//! seed: neither the time nor the number of threads matters.

use std::collections::HashSet;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use super::batch::STACK_SIZE;
use super::judgement;
use super::result::Distance;
use crate::board::zobrist::mix;
use crate::engine::AnyGame;
use crate::notation::{Dialect, Form};
use crate::search::{Bound, Brain, Control, Info, Limits, Reporter};

/// The least chances that every other move gives away, from 0 to 1.
const LEAST_GAP: f64 = 0.1;
/// How many times the nodes the second search has.
const VERIFICATION: u64 = 10;
/// A search of this part of the nodes must find something else.
const GLANCE: u64 = 100;
/// The part of the nodes for each move of the games.
const PLAY: u64 = 10;
/// The longest game, in plies.
const LONGEST_GAME: usize = 120;
/// Plies of a game between two positions that are taken, at least.
const DISTANCE: usize = 5;
/// Games played at a time; their number decides nothing.
const BUNDLE: u64 = 16;
/// Games that are worth playing for one position.
const PATIENCE: u64 = 60;
/// The largest table of a search, in MiB.
const HASH_MB: usize = 16;

/// What a suite shall be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The number of positions.
    pub count: usize,
    /// What everything follows from.
    pub seed: u64,
    /// The nodes of the first search; the second one has ten times as many.
    pub nodes: u64,
    /// The number of threads; it changes nothing but the time.
    pub threads: usize,
}

/// A position with one best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, as the first fields of an EPD.
    pub position: String,
    /// The best move; SAN in chess, else UCI.
    pub best: String,
    /// Its value for the side to move, by the second search.
    pub score: Distance,
    /// Plies that the second search went deep.
    pub depth: u32,
}

impl Problem {
    /// The line of EPD, with this name. The length of a mate is left out: the searches have not proved that there is no shorter one.
    #[must_use]
    pub fn epd(&self, id: &str) -> String {
        let Self { position, best, score, depth } = self;
        let score = match score {
            Distance::Cp(value) => format!(" ce {value};"),
            Distance::Mate(_) => String::new(),
        };
        format!("{position} bm {best}; id \"{id}\"; acd {depth};{score}")
    }
}

/// Finds positions for a suite of the game that `start` begins. `progress` hears how many there are.
///
/// There are fewer than asked for if too many games have nothing to offer.
///
/// # Errors
/// The system cannot give that many threads.
pub fn suite(
    start: &dyn AnyGame,
    recipe: Recipe,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Problem>, ThreadPoolBuildError> {
    let pool = ThreadPoolBuilder::new().num_threads(recipe.threads.max(1)).stack_size(STACK_SIZE).build()?;
    let (mut problems, mut seen) = (Vec::new(), HashSet::new());
    let most_games = PATIENCE * recipe.count as u64;
    for first in (0..most_games).step_by(BUNDLE as usize) {
        let bundle: Vec<Vec<Problem>> = pool.install(|| {
            let games = (first..first + BUNDLE).into_par_iter();
            games.map(|number| harvest(start, recipe, number)).collect()
        });
        problems.extend(bundle.into_iter().flatten().filter(|problem| seen.insert(problem.position.clone())));
        problems.truncate(recipe.count);
        progress(problems.len());
        if problems.len() == recipe.count {
            break;
        }
    }
    Ok(problems)
}

/// The positions that a game has to offer.
fn harvest(start: &dyn AnyGame, recipe: Recipe, number: u64) -> Vec<Problem> {
    let mut game = start.fork();
    let seed = mix(recipe.seed.wrapping_mul(1_000_003) ^ number);
    open(&mut *game, seed);
    let mut problems = Vec::new();
    let mut next = game.ply_count();
    while game.outcome().is_none() && game.ply_count() < LONGEST_GAME {
        if game.ply_count() >= next
            && let Some(problem) = problem(&*game, recipe.nodes)
        {
            problems.push(problem);
            next = game.ply_count() + DISTANCE;
        }
        let Some(mv) = choose(&*game, recipe.nodes / PLAY) else { break };
        game.play(mv);
    }
    problems
}

/// Makes 4 to 8 random moves.
fn open(game: &mut dyn AnyGame, seed: u64) {
    for ply in 0..4 + seed % 5 {
        let mut moves = game.moves();
        moves.sort_unstable();
        let choice = mix(seed ^ (ply + 1)) % moves.len().max(1) as u64;
        if game.outcome().is_some() || !moves.get(choice as usize).is_some_and(|&mv| game.play(mv)) {
            break;
        }
    }
}

/// The move of a search of so many nodes.
fn choose(game: &dyn AnyGame, nodes: u64) -> Option<u32> {
    search(game, nodes, 1, &mut crate::search::Mute)
}

fn search(game: &dyn AnyGame, nodes: u64, multipv: usize, reporter: &mut dyn Reporter) -> Option<u32> {
    let nodes = nodes.max(1);
    let limits = Limits { nodes: Some(nodes), multipv, ..Limits::default() };
    let mut brain = Brain::for_short_searches(nodes, HASH_MB);
    game.search(&mut brain, &limits, &Control::new(Instant::now()), reporter).best
}

/// The position as a problem, if it is one.
fn problem(game: &dyn AnyGame, nodes: u64) -> Option<Problem> {
    // A suite has no history, so the searches shall have none, either.
    let mut alone = game.fork();
    alone.set_position(&game.fen(), Form::Fen).ok()?;
    let game = &*alone;
    let found = clear_choice(game, nodes)?;
    let best = *found.pv.first()?;
    if choose(game, nodes / GLANCE) == Some(best) {
        return None;
    }
    let verified = clear_choice(game, nodes * VERIFICATION).filter(|info| info.pv.first() == Some(&best))?;
    let san = game.spec().castling;
    let dialect = if san { Dialect::Pgn } else { Dialect::Uci };
    let fen = game.fen();
    // EPD proper has no counters; for our other games they belong to the position.
    let fields = if san { 4 } else { usize::MAX };
    Some(Problem {
        position: fen.split(' ').take(fields).collect::<Vec<_>>().join(" "),
        best: game.line(&[best], dialect).pop()?,
        score: verified.score.into(),
        depth: verified.depth,
    })
}

/// What a search says about its best move, if all others are clearly worse and it has not changed its mind at the end.
fn clear_choice(game: &dyn AnyGame, nodes: u64) -> Option<Info> {
    let mut pair = Pair::default();
    let best = search(game, nodes, 2, &mut pair);
    let (first, second) = (pair.first?, pair.second?);
    let chance = |info: &Info| judgement::chance(game.odds(info.score));
    let clear = judgement::loss(chance(&first), chance(&second)) >= LEAST_GAP;
    (clear && best == first.pv.first().copied()).then_some(first)
}

/// Keeps the two best lines of the last iteration that had both.
#[derive(Default)]
struct Pair {
    candidate: Option<Info>,
    first: Option<Info>,
    second: Option<Info>,
}

impl Reporter for Pair {
    fn info(&mut self, info: &Info) {
        match (info.multipv, info.bound) {
            (1, Bound::Exact) => self.candidate = Some(info.clone()),
            (2, Bound::Exact) => (self.first, self.second) = (self.candidate.take(), Some(info.clone())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Defaults, read_query};
    use crate::engine::new_game;

    fn suite_of(variant: &str, threads: usize) -> Vec<Problem> {
        let game = new_game(variant).expect("a game");
        let recipe = Recipe { count: 2, seed: 3, nodes: 400, threads };
        suite(&*game, recipe, &mut |_| ()).expect("threads")
    }

    #[test]
    fn suites_follow_from_the_seed() {
        let found = suite_of("micro", 1);
        assert_eq!(found.len(), 2);
        assert_eq!(suite_of("micro", 2), found);
    }

    #[test]
    fn problems_can_be_read() {
        for variant in ["chess", "micro", "miniforest", "minithunder"] {
            let game = new_game(variant).expect("a game");
            for problem in suite_of(variant, 1) {
                let line = problem.epd("a name");
                let defaults = Defaults { game: &*game, limits: &Limits::default() };
                let query = read_query(&line, defaults).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
                assert_eq!((query.id.as_str(), query.expected.best.len()), (Some("a name"), 1), "{line}");
                assert!(query.game.fen().starts_with(&problem.position), "{line}");
            }
        }
    }

    #[test]
    fn mates_have_no_length() {
        let problem = |score| {
            let (position, best) = ("7k/8/5K2/8/8/8/8/R7 w - -".to_owned(), "Kf7".to_owned());
            Problem { position, best, score, depth: 9 }.epd("one")
        };
        assert_eq!(problem(Distance::Cp(-7)), "7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; id \"one\"; acd 9; ce -7;");
        assert_eq!(problem(Distance::Mate(2)), "7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; id \"one\"; acd 9;");
    }

    #[test]
    fn a_clear_choice_has_one_best_move() {
        let mut game = new_game("chess").expect("a game");
        assert_eq!(clear_choice(&*game, 2000), None, "the start position has many good moves");
        // The queen can be taken, and nothing else is good.
        game.set_position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", Form::Fen).expect("a position");
        let info = clear_choice(&*game, 2000).expect("a clear choice");
        assert_eq!(game.line(&info.pv[..1], Dialect::Uci), ["e4d5"]);
        // A glance is enough to see that, so it is no problem.
        assert_eq!(problem(&*game, 2000), None);
    }
}
