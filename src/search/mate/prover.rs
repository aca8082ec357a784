//! Depth-first proof-number search within a number of plies (df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", thesis, University of Tokyo, 2002).
//!
//! A node is a position together with the plies that are left. That makes the graph acyclic, so that a result never depends on
//! the way to the node: the graph-history interaction problem (Kishimoto and Müller, "A general solution to the graph history
//! interaction problem", AAAI 2004) does not arise. Repetitions need no rule of their own, either. Who mates in the fewest plies never
//! comes back to a position, since after each pair of moves the mate is nearer; so a forced mate exists with the rule if and
//! only if it exists without. What remains of the past is fixed at the root: positions that have occurred so often that one more
//! time ends the game.
//!
//! The ply limit of a game is part of a node wherever it could matter (see [`Prover::key`]).

use super::table::{Known, ProofTable};
use super::value::{INFINITE, NEVER, Number, Summary, Value, summarise};
use crate::board::zobrist::mix;
use crate::board::{Color, Silent};
use crate::rules::Position;
use crate::search::worker::Team;

/// Nodes between two looks at the limits.
const BATCH: u64 = 1024;
/// What a position that is on the path already costs more, in leaves: coming back leads nowhere, but only the plies prove it.
const DETOUR: Number = 1 << 16;
/// Keeps what is found out about checks alone from what holds for all moves.
const CHECKS_SALT: u64 = 0x6a09_e667_f3bc_c908;

/// Which moves the attacker considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// All of them.
    All,
    /// Those that threaten the king: fewer, and most mates consist of them.
    Checks,
}

/// What stays the same during a search for a mate.
pub(super) struct Question<'a, P: Position> {
    /// The position.
    pub root: P,
    /// The attacker's moves there.
    pub moves: Vec<P::Move>,
    /// Keys of the positions whose next occurrence ends the game; sorted.
    pub closed: Vec<u64>,
    pub table: &'a ProofTable,
    pub team: &'a Team<'a>,
}

/// A search for a mate in progress.
pub(super) struct Prover<'a, P: Position> {
    question: &'a Question<'a, P>,
    attacker: Color,
    attack: Attack,
    /// Keys of the positions from the root to the node.
    path: Vec<u64>,
    /// Unused lists of children.
    spare: Vec<Vec<Child<P>>>,
    /// Nodes of this call, and how many it may take.
    nodes: u64,
    allowance: u64,
    /// Nodes that the team knows of.
    reported: u64,
    halted: bool,
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child<P: Position> {
    mv: P::Move,
    value: Value,
}

/// The numbers at which the search of a node gives way to that of another.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: Number,
    disproof: Number,
}

impl Thresholds {
    const NONE: Self = Self { proof: INFINITE, disproof: INFINITE };

    fn are_reached_by(self, value: &Value) -> bool {
        value.proof >= self.proof || value.disproof >= self.disproof
    }
}

impl<'a, P: Position> Prover<'a, P> {
    pub(super) fn new(question: &'a Question<'a, P>) -> Self {
        Self {
            question,
            attacker: question.root.turn(),
            attack: Attack::All,
            path: Vec::new(),
            spare: Vec::new(),
            nodes: 0,
            allowance: 0,
            reported: 0,
            halted: false,
        }
    }

    /// Whether the attacker, moving thus, wins within `plies`. Not decided if it takes more than `nodes`, or a limit of the search is
    /// reached; the next call goes on where this one ends.
    pub(super) fn prove(&mut self, attack: Attack, plies: u8, nodes: u64) -> Value {
        (self.attack, self.allowance, self.halted) = (attack, nodes, false);
        (self.nodes, self.reported) = (0, 0);
        let root = self.question.root;
        let value = self.search(&root, plies, Thresholds::NONE);
        self.report();
        value
    }

    /// The position in question.
    pub(super) fn root(&self) -> &P {
        &self.question.root
    }

    /// The attacker's moves there.
    pub(super) fn root_moves(&self) -> &[P::Move] {
        &self.question.moves
    }

    /// Sees to it that the table has the proof of a node, and of the children that it stands on.
    pub(super) fn prove_again(&mut self, position: &P, plies: u8, at_root: bool) {
        (self.attack, self.allowance, self.halted) = (Attack::All, u64::MAX, false);
        (self.nodes, self.reported) = (0, 0);
        self.path.clear();
        if !at_root {
            self.path.push(self.question.root.key());
        }
        self.search(position, plies, Thresholds::NONE);
        self.path.clear();
        self.report();
    }

    /// If the node is known to be won: plies to the win, at most, and plies within which there is certainly none.
    pub(super) fn proved(&self, position: &P, plies: u8) -> Option<(u8, u8)> {
        let value = self.first_look(position, plies);
        let known = self.question.table.get(self.key(position, plies));
        (value.proof == 0).then_some((value.wins_in, known.safe_for))
    }

    /// Searches a node until a threshold is reached, which is certain when it is decided.
    fn search(&mut self, position: &P, plies: u8, thresholds: Thresholds) -> Value {
        let before = self.nodes;
        let attacks = position.turn() == self.attacker;
        let mut children = self.spare.pop().unwrap_or_default();
        self.path.push(position.key());
        self.expand(position, plies, &mut children);
        let value = loop {
            let summary = summarise(children.iter().map(|child| child.value), attacks);
            if thresholds.are_reached_by(&summary.value) || self.must_stop() {
                break summary.value;
            }
            let child = &mut children[summary.best];
            let mut next = *position;
            next.play(child.mv, &mut Silent);
            let below = share(thresholds, &summary, attacks);
            child.value = self.search(&next, plies - 1, below);
        };
        self.path.pop();
        children.clear();
        self.spare.push(children);
        self.learn(position, plies, value, self.nodes - before);
        value
    }

    /// Lists the children of a node as far as they matter: up to one that decides it.
    fn expand(&mut self, position: &P, plies: u8, children: &mut Vec<Child<P>>) {
        let attacks = position.turn() == self.attacker;
        let moves = if self.path.len() == 1 { self.question.moves.clone() } else { position.legal_moves() };
        for mv in moves {
            let mut next = *position;
            next.play(mv, &mut Silent);
            self.nodes += 1;
            if attacks && self.attack == Attack::Checks && !next.in_danger() {
                continue;
            }
            let value = self.first_look(&next, plies - 1);
            children.push(Child { mv, value });
            if value.own(attacks) == 0 {
                break;
            }
        }
    }

    /// What is known of a node without searching it.
    fn first_look(&self, position: &P, plies: u8) -> Value {
        let attacks = position.turn() == self.attacker;
        if let Some(outcome) = position.decided() {
            return if outcome.winner == Some(self.attacker) { Value::won(0) } else { Value::safe(NEVER) };
        }
        // Only a defender without a move can have lost now.
        if plies == 0 && (attacks || position.stuck().winner != Some(self.attacker)) {
            return Value::safe(0);
        }
        // That nothing is known of a position does not make it safe now.
        if plies > 0
            && let Some(value) = Value::of(&self.question.table.get(self.key(position, plies)), plies)
        {
            return if value.is_decided() { value } else { self.dearer_if_repeated(position, value) };
        }
        let replies = if attacks { 1 } else { position.count_moves() };
        if replies == 0 {
            return if position.stuck().winner == Some(self.attacker) { Value::won(0) } else { Value::safe(NEVER) };
        }
        if plies == 0 {
            return Value::safe(0);
        }
        if self.is_drawn(position) {
            return Value::safe(NEVER);
        }
        // Each reply must be answered: the fewer there are, the nearer the mate.
        self.dearer_if_repeated(position, Value::open(replies as Number, 1))
    }

    fn dearer_if_repeated(&self, position: &P, value: Value) -> Value {
        let repeated = self.path.contains(&position.key());
        let proof = value.proof + if repeated { DETOUR } else { 0 };
        Value { proof: proof.min(INFINITE - 1), ..value }
    }

    /// Whether the game is over here without a decision on the board. A repetition that one side loses counts, too: it is no mate.
    fn is_drawn(&self, position: &P) -> bool {
        self.question.closed.binary_search(&position.key()).is_ok()
            || P::SPEC.ply_limit.is_some_and(|limit| position.clock() >= limit)
            || position.dead().is_some()
    }

    /// The key of a node. It has no room for the plies left: what is known says for how many it holds. But if so many may run into
    /// the ply limit, the clock is part of it.
    fn key(&self, position: &P, plies: u8) -> u64 {
        let clock = position.clock();
        let late = P::SPEC.ply_limit.is_some_and(|limit| clock + u32::from(plies) > limit);
        let salt = if self.attack == Attack::Checks { CHECKS_SALT } else { 0 };
        position.key() ^ salt ^ if late { mix(u64::from(clock) + 1) } else { 0 }
    }

    /// Stores what has been found out.
    fn learn(&self, position: &P, plies: u8, value: Value, nodes: u64) {
        // At the root not all moves may have been considered.
        if self.path.is_empty() {
            return;
        }
        let open = !value.is_decided();
        let known = Known {
            wins_in: value.wins_in,
            safe_for: value.safe_for,
            proof: if open { value.proof } else { 0 },
            disproof: if open { value.disproof } else { 0 },
            work: nodes.max(1).ilog2() as u8,
        };
        let key = self.key(position, plies);
        self.question.table.learn(key, known);
        // What checks alone win is won.
        if self.attack == Attack::Checks && value.proof == 0 {
            self.question.table.learn(key ^ CHECKS_SALT, known);
        }
    }

    /// Whether the search must leave the tree. Called once a node.
    fn must_stop(&mut self) -> bool {
        if self.nodes - self.reported >= BATCH {
            self.report();
        }
        self.halted
    }

    /// Reports nodes, and looks whether to go on.
    fn report(&mut self) {
        let team = self.question.team;
        team.add_nodes(self.nodes - self.reported);
        self.reported = self.nodes;
        self.question.table.tidy();
        self.halted |= self.nodes >= self.allowance || team.is_over();
    }
}

/// What of its parent's thresholds a child gets: it is searched until its brother seems easier by a quarter, which saves going back and
/// forth (Pawlewicz and Lew, "Improving depth-first PN-search: 1 + ε trick", Computers and Games 2006).
fn share(thresholds: Thresholds, summary: &Summary, attacks: bool) -> Thresholds {
    let next = summary.second.saturating_add(summary.second / 4).saturating_add(1);
    let brothers = summary.open - 1;
    let all = |threshold: Number| if threshold >= INFINITE { INFINITE } else { threshold - brothers };
    let Thresholds { proof, disproof } = thresholds;
    if attacks {
        Thresholds { proof: proof.min(next), disproof: all(disproof) }
    } else {
        Thresholds { proof: all(proof), disproof: disproof.min(next) }
    }
}
