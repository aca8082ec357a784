//! Mates: is there a forced one in at most so many moves, and which is the shortest?
//!
//! What counts is a win that the board decides, whatever the defender does: mate, no legal move where that loses, a king captured where
//! that (or the points then) wins. A game that a repetition decides (perpetual check, or the first side in Minishogi) is won, but not by
//! mate, and a defender who can have that instead is not mated. Mates count in moves of the attacker, a win in 4 plies being one
//! in 2 moves: where points decide, the defender's own capture can lose.
//!
//! Two searches take turns, each with twice the nodes of the turn before, and share one table:
//!
//! - one asks for a win in 1, 2, 3 and so on moves, all moves considered: what it finds is the shortest mate, and what it does not
//!   find does not exist;
//! - one looks far ahead, with checks alone and with all moves in turn: it finds long mates, which the first would take too long to
//!   reach.
//!
//! So a mate is known soon, with an upper bound for its length, and the exact length once everything shorter is refuted. In five positions
//! of Micro Shogi from games, mates in at most 8 to 11 moves were proved after 0.07 to 3.5 million nodes, that is, in 0.2 to 3.5
//! seconds on a busy machine. In the two easiest, alpha-beta that leaves nothing out found none in 30 seconds.
//!
//! ```text
//! value    proof and disproof numbers      prover   depth-first proof-number search
//! table    the proof table                 line     the moves of a mate
//! ```

mod line;
mod prover;
mod table;
#[cfg(test)]
mod tests;
mod value;

use super::limits::Limits;
use super::params::Params;
use super::root;
use super::score::{Bound, Score};
use super::table::Table;
use super::time::Budget;
use super::worker::Team;
use super::{Answer, Brain, Info, Reporter, Task, search_with};
use crate::game::Game;
use crate::rules::{GameMove, Position};
use prover::{Attack, Prover, Question};
use table::ProofTable;
use value::Value;

/// The longest mate that is looked for, in plies.
const LONGEST: u8 = 250;
/// Plies of the search for a move to answer with if there is no mate.
const FALLBACK_DEPTH: u32 = 3;
/// Nodes of a search's first turn.
const FIRST_TURN: u64 = 1 << 14;
/// How much further than what is refuted the second search looks, in plies.
const AHEAD: u8 = 16;

/// What is known of the mate that was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The answer.
    pub verdict: Verdict,
    /// The number of moves in which there is certainly no mate.
    pub refuted: u32,
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is one.
    Proved {
        /// In so many moves.
        moves: u32,
        /// Whether there is none in fewer.
        shortest: bool,
    },
    /// There is none in as many moves as were asked for.
    Refuted,
    /// A limit was reached before either was proved.
    Unknown,
}

/// Looks for a mate in at most `moves` moves; see [`super::search`].
pub(super) fn search_mate<P: Position>(
    task: Task<P>,
    moves: u32,
    brain: &mut Brain,
    reporter: &mut dyn Reporter,
) -> Answer {
    let Task { game, limits, control } = task;
    // Its memory is the proof table's from now on.
    let bytes = brain.known.table.bytes();
    brain.known.table = Table::new(0);
    let mut answer = fallback(task, brain, reporter);
    if answer.best.is_some() {
        let mut team = Team::new(&brain.known, control, Params::full_width::<P>(), 1);
        team.ponder = limits.ponder;
        team.budget = Budget::new(limits, game.position().turn());
        team.node_limit = limits.nodes;
        team.note_choice();
        team.add_nodes(answer.nodes);
        let table = ProofTable::new(bytes);
        let question = Question::new(game, &limits.search_moves, &table, &team);
        let longest = u8::try_from(moves.saturating_mul(2)).map_or(LONGEST, |plies| plies.clamp(1, LONGEST));
        let mut hunt = Hunt {
            prover: Prover::new(&question),
            question: &question,
            longest,
            refuted: 0,
            found: None,
            reporter,
            info: None,
        };
        let mate = hunt.run();
        let info = hunt.info.take();
        answer.mate = Some(mate);
        if let Some(info) = info {
            answer.best = info.pv.first().copied();
            answer.ponder = info.pv.get(1).copied();
            answer.info = Some(info);
        }
        answer.nodes = team.nodes();
    }
    brain.known.table = Table::with_bytes(bytes);
    answer
}

/// A move and a value for positions without a mate: a search of few plies that leaves nothing out.
fn fallback<P: Position>(task: Task<P>, brain: &mut Brain, reporter: &mut dyn Reporter) -> Answer {
    let limits = task.limits;
    let depth = limits.depth.unwrap_or(FALLBACK_DEPTH).min(FALLBACK_DEPTH);
    let limits = Limits { depth: Some(depth), multipv: 1, mate: None, ..limits.clone() };
    search_with(Params::full_width::<P>(), Task { limits: &limits, ..task }, brain, reporter)
}

impl<'a, P: Position> Question<'a, P> {
    fn new(game: &Game<P>, wanted: &[u32], table: &'a ProofTable, team: &'a Team<'a>) -> Self {
        let moves = root::root_moves(game.position(), wanted);
        let moves = moves.iter().map(|root_move| P::Move::from_bits(root_move.mv)).collect();
        Self { root: *game.position(), moves, closed: closed(game), table, team }
    }
}

/// The keys of the positions whose next occurrence ends the game, sorted.
fn closed<P: Position>(game: &Game<P>) -> Vec<u64> {
    let mut keys: Vec<u64> = game.trail().iter().map(|step| step.key).collect();
    keys.sort_unstable();
    let before = P::SPEC.repetition.occurrences as usize - 1;
    keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= before).map(|same| same[0]).collect()
}

/// The two searches, and what they have found out.
struct Hunt<'a, 'r, P: Position> {
    prover: Prover<'a, P>,
    question: &'a Question<'a, P>,
    /// Plies within which the mate must come.
    longest: u8,
    /// Plies within which there is none.
    refuted: u8,
    /// Plies of the shortest mate found.
    found: Option<u8>,
    reporter: &'r mut dyn Reporter,
    info: Option<Info>,
}

impl<P: Position> Hunt<'_, '_, P> {
    fn run(&mut self) -> Mate {
        let mut turn = FIRST_TURN;
        while !self.is_settled() && !self.question.team.is_over() {
            self.deepen(turn);
            for attack in [Attack::Checks, Attack::All] {
                self.look_ahead(attack, turn);
            }
            turn *= 2;
        }
        let shortest = self.is_settled();
        if let Some(found) =
            self.found.filter(|_| shortest && self.info.as_ref().is_some_and(|info| info.bound == Bound::Lower))
        {
            // It was found before everything shorter was refuted.
            self.report(found);
        }
        let verdict = match self.found {
            Some(plies) => Verdict::Proved { moves: moves(plies), shortest },
            None if shortest => Verdict::Refuted,
            None => Verdict::Unknown,
        };
        Mate { verdict, refuted: u32::from(self.refuted) / 2 }
    }

    /// The plies of the longest mate that is still of interest.
    fn wanted(&self) -> u8 {
        self.found.map_or(self.longest, |found| found - 1)
    }

    fn is_settled(&self) -> bool {
        self.refuted >= self.wanted()
    }

    /// Asks for longer and longer mates, all moves considered, until one is found or so many nodes are spent.
    fn deepen(&mut self, nodes: u64) {
        let end = self.question.team.nodes() + nodes;
        while !self.is_settled() {
            // Only where points decide can a move win for the other side.
            let step = if P::SPEC.points || self.refuted == 0 { 1 } else { 2 };
            let plies = (self.refuted + step).min(self.wanted());
            let left = end.saturating_sub(self.question.team.nodes());
            let value = self.prover.prove(Attack::All, plies, left);
            if !value.is_decided() {
                return;
            }
            self.note(Attack::All, plies, value);
        }
    }

    /// Asks for a mate further ahead.
    fn look_ahead(&mut self, attack: Attack, nodes: u64) {
        if self.is_settled() {
            return;
        }
        let plies = self.refuted.saturating_add(AHEAD).min(self.wanted());
        let value = self.prover.prove(attack, plies, nodes);
        self.note(attack, plies, value);
    }

    /// Takes note of an outcome.
    fn note(&mut self, attack: Attack, plies: u8, value: Value) {
        if value.proof == 0 {
            self.found = Some(value.wins_in);
            self.report(value.wins_in);
        } else if value.disproof == 0 && attack == Attack::All {
            self.refuted = value.safe_for.clamp(plies, LONGEST);
            if !P::SPEC.points && self.refuted % 2 == 1 {
                // With the defender to move nothing is won that was not won before.
                self.refuted += 1;
            }
            self.reporter.refuted(u32::from(self.refuted) / 2);
        }
    }

    /// Reports the mate that has been found.
    fn report(&mut self, plies: u8) {
        let team = self.question.team;
        let shortest = self.refuted + 1 >= plies;
        let info = Info {
            depth: plies.into(),
            seldepth: plies.into(),
            multipv: 1,
            score: Score::Mate(plies.into()),
            bound: if shortest { Bound::Exact } else { Bound::Lower },
            nodes: team.nodes(),
            time: team.control.elapsed(),
            hashfull: self.question.table.fullness(),
            pv: self.prover.line(plies),
        };
        self.reporter.info(&info);
        self.info = Some(info);
    }
}

/// The moves of the attacker in so many plies.
fn moves(plies: u8) -> u32 {
    u32::from(plies).div_ceil(2)
}
