//! The bench: a fixed search of built-in positions of all games.
//!
//! Its node count is a fingerprint of the search, equal on every run and machine: a commit that is not meant to change
//! what the search does must not change the count.

use std::time::Instant;

use crate::game::Game;
use crate::notation::{Form, read_position};
use crate::rules::{Position, Spec};
use crate::search::{Brain, Control, Limits, Mute, search};
use crate::variants::{self, Visitor};

/// Size of the table in MiB.
const HASH: usize = 16;

/// Positions of one game and how deep to search them, in plies.
struct Suite {
    variant: &'static str,
    depth: u32,
    positions: &'static [&'static str],
}

const FOREST: &[&str] = &[
    "1a1d1k1g/c1a1d1b1/1p1p1p1p/8/8/P1P1P1P1/1B1D1A1C/G1K1D1A1 w - - 0 1 0:0",
    "1a3k1g/c1a1d1b1/1p1d4/4p1p1/1p1P1P1C/6P1/1B1D1A2/G1K1D1A1 w - - 1 6 0:1",
    "1a1d1k1g/2a1d1b1/8/p1p1P3/8/P3A1p1/5A1C/G1K3D1 w - - 0 11 4:8",
    "8/8/5k2/2P1d3/3K1A2/2D5/1B3p2/8 w - - 0 42 17:11",
];

const THUNDER: &[&str] = &[
    "raqkar/pppppp/6/6/6/PPPPPP/RAQKAR w - - 0 1",
    "rbqk1r/1ppp1p/p2bp1/4n1/1PPP1P/PKR1P1/RAB1R1 b - - 0 9",
    "ra1k1r/pqp2p/1P3a/6/1P2Pp/P1Q3/1RnKAR w - - 0 13",
    "1d4/5R/4N1/6/6/6/4K1 w - - 3 32",
];

static SUITES: &[Suite] = &[
    Suite {
        variant: "chess",
        depth: 10,
        positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ],
    },
    Suite {
        variant: "micro",
        depth: 12,
        positions: &[
            "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1",
            "1k+r+l/p3/2+R1/L1KP/2B1[B] w - - 0 1",
            "k2+B/rpL1/2+l1/4/1K2[BPr] b - - 0 1",
            "3r/1k1+P/r3/4/2K1[Lbblp] b - - 0 1",
        ],
    },
    Suite {
        variant: "minishogi",
        depth: 10,
        positions: &[
            "rbsgk/4p/5/P4/KGSBR[] w - - 0 1",
            "1r2k/2gsp/G1b2/PB3/K1S1R[] w - - 0 8",
            "r2s1/2bkp/1G3/P2G1/1K3[SRb] w - - 0 14",
            "3g1/2s2/4k/PbP2/1K+r2[gsrb] w - - 2 14",
        ],
    },
    Suite { variant: "miniforest", depth: 12, positions: FOREST },
    Suite { variant: "miniforest-hopper", depth: 11, positions: FOREST },
    Suite { variant: "miniforest-classic", depth: 11, positions: FOREST },
    Suite { variant: "minithunder", depth: 10, positions: THUNDER },
    Suite { variant: "minithunder-revised", depth: 9, positions: THUNDER },
];

/// What the bench has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nodes in all.
    pub nodes: u64,
    /// Positions searched.
    pub positions: usize,
}

/// Searches all built-in positions on one thread, each with nothing remembered, and counts the nodes.
///
/// `progress` hears of every game when it is done.
pub fn run(mut progress: impl FnMut(&'static Spec, Tally)) -> Tally {
    let mut brain = Brain::new(HASH, 1);
    let mut total = Tally::default();
    for suite in SUITES {
        // A suite of a game that is not registered would be a mistake; a test looks for it.
        if let Some((spec, tally)) = variants::with(suite.variant, Bench { suite, brain: &mut brain, shallower: 0 }) {
            progress(spec, tally);
            total.nodes += tally.nodes;
            total.positions += tally.positions;
        }
    }
    total
}

struct Bench<'a> {
    suite: &'static Suite,
    brain: &'a mut Brain,
    /// Plies to leave out.
    shallower: u32,
}

impl Visitor for Bench<'_> {
    type Output = (&'static Spec, Tally);

    fn visit<P: Position>(self) -> Self::Output {
        let limits = Limits { depth: Some(self.suite.depth - self.shallower), ..Limits::default() };
        let mut tally = Tally::default();
        let positions = self.suite.positions.iter().filter_map(|fen| read_position::<P>(fen, Form::Fen).ok());
        for position in positions {
            self.brain.clear();
            let control = Control::new(Instant::now());
            tally.nodes += search(&Game::new(position), self.brain, &limits, &control, &mut Mute).nodes;
            tally.positions += 1;
        }
        (P::SPEC, tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_is_searched_alike_on_every_run() {
        for suite in SUITES {
            let once = || {
                let mut brain = Brain::new(1, 1);
                variants::with(suite.variant, Bench { suite, brain: &mut brain, shallower: 7 }).expect("a game").1
            };
            let tally = once();
            assert_eq!(tally.positions, suite.positions.len(), "{} reads all its positions", suite.variant);
            assert!(tally.nodes > 0);
            assert_eq!(tally, once());
        }
    }
}
