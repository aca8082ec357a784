//! The solver against the search that leaves nothing out.

use std::time::Instant;

use super::{Mate, Verdict};
use crate::board::zobrist::mix;
use crate::game::Game;
use crate::notation::{Form, read_move, read_position};
use crate::rules::{GameMove, Position};
use crate::search::params::Params;
use crate::search::{Answer, Bound, Brain, Control, Info, Limits, Mute, Score, Task, search, search_with};
use crate::variants::{self, Chess, MicroShogi, Visitor};

/// Positions a game, and the longest mate looked for in each.
struct Compare {
    positions: usize,
    moves: u32,
}

fn solve<P: Position>(game: &Game<P>, moves: u32) -> Answer {
    let limits = Limits { mate: Some(moves), ..Limits::default() };
    search(game, &mut Brain::new(16, 1), &limits, &Control::new(Instant::now()), &mut Mute)
}

/// The plies of the shortest mate, by alpha-beta.
fn full_width<P: Position>(game: &Game<P>, moves: u32) -> Option<i32> {
    let limits = Limits { depth: Some(2 * moves), ..Limits::default() };
    let control = Control::new(Instant::now());
    let task = Task { game, limits: &limits, control: &control };
    let answer = search_with(Params::full_width::<P>(), task, &mut Brain::new(8, 1), &mut Mute);
    answer.info.and_then(|info| info.score.plies()).filter(|&plies| plies > 0 && plies <= 2 * moves as i32)
}

impl Compare {
    fn check<P: Position>(&self, game: &Game<P>) -> bool {
        let name = P::SPEC.name;
        let mut expected = None;
        for moves in 1..=self.moves {
            expected = expected.or_else(|| full_width(game, moves));
            let answer = solve(game, moves);
            let place = format!("{name} mate in {moves}: {:?}", game.position());
            let verdict = answer.mate.expect("a mate was looked for").verdict;
            let Some(plies) = expected else {
                assert_eq!(verdict, Verdict::Refuted, "{place}");
                continue;
            };
            let distance = (plies as u32).div_ceil(2);
            assert_eq!(verdict, Verdict::Proved { moves: distance, shortest: true }, "{place}");
            let info = answer.info.expect("a mate is reported");
            assert_eq!((info.score, info.bound), (Score::Mate(plies), Bound::Exact), "{place}");
            assert_line(game, &info);
        }
        expected.is_some()
    }
}

/// The line leads to a win, in as many plies as are said.
fn assert_line<P: Position>(game: &Game<P>, info: &Info) {
    let attacker = game.position().turn();
    let mut game = game.clone();
    for &mv in &info.pv {
        let mv = P::Move::from_bits(mv);
        assert!(game.outcome().is_none() && game.position().legal_moves().contains(&mv), "{info:?}");
        game.push(mv);
    }
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(attacker), "{info:?}");
    assert_eq!(Some(info.pv.len() as i32), info.score.plies(), "{info:?}");
}

impl Visitor for Compare {
    type Output = [usize; 2];

    /// Random games, looked at a few plies before their end, where mates are near.
    fn visit<P: Position>(self) -> Self::Output {
        let (mut compared, mut mates) = (0, 0);
        for seed in 0.. {
            let mut game = Game::new(crate::engine::start_position::<P>());
            while game.outcome().is_none() && game.moves().len() < 300 {
                let moves = game.position().legal_moves();
                let choice = mix(seed << 32 | game.moves().len() as u64) % moves.len() as u64;
                game.push(moves[choice as usize]);
            }
            let Some(winner) = game.outcome().and_then(|outcome| outcome.winner) else { continue };
            for back in 0..7 {
                game.pop();
                // The last move mates, often the only one in sight; what the loser can do is worth few questions.
                let often = back > 0 && game.position().turn() == winner;
                if game.outcome().is_none() && (often || mix(seed ^ back).is_multiple_of(4)) {
                    compared += 1;
                    mates += usize::from(self.check(&game));
                }
                if compared == self.positions {
                    return [compared, mates];
                }
            }
        }
        unreachable!("seeds never end")
    }
}

fn compare(positions: usize, moves: u32) {
    for spec in variants::SPECS {
        let [compared, mates] = variants::with(spec.name, Compare { positions, moves }).expect("a registered game");
        assert!(mates * 4 >= compared && mates < compared, "{}: {mates} mates in {compared} positions", spec.name);
    }
}

#[test]
fn shortest_mates_are_those_of_full_width_search() {
    compare(12, 2);
}

#[test]
#[ignore = "takes minutes"]
fn shortest_mates_are_those_of_full_width_search_in_many_positions() {
    compare(200, 3);
}

fn read<P: Position>(fen: &str) -> Game<P> {
    Game::new(read_position(fen, Form::Fen).expect("a position"))
}

fn verdict<P: Position>(game: &Game<P>, moves: u32) -> Verdict {
    solve(game, moves).mate.expect("a mate was looked for").verdict
}

const fn proved(moves: u32) -> Verdict {
    Verdict::Proved { moves, shortest: true }
}

#[test]
fn the_ply_limit_ends_hopes_but_not_on_its_last_ply() {
    for (clock, expected) in [(0, proved(2)), (97, proved(2)), (98, Verdict::Refuted), (99, Verdict::Refuted)] {
        let game = read::<Chess>(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80"));
        assert_eq!(verdict(&game, 3), expected, "after {clock} plies");
    }
    assert_eq!(verdict(&read::<Chess>("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), 3), proved(1));
}

#[test]
fn no_legal_move_is_a_mate_where_it_loses() {
    // The rook to the next file leaves the king without a move, but not in check.
    assert_eq!(verdict(&read::<MicroShogi>("k3/4/K3/4/R3[] w - - 0 1"), 1), proved(1));
    assert_eq!(verdict(&read::<Chess>("k7/8/K7/8/8/8/8/R7 w - - 0 1"), 1), Verdict::Refuted);
}

/// Kg6 mates in two, unless the position after it has occurred twice: then it ends the game.
#[test]
fn what_has_occurred_too_often_is_closed() {
    let mut game = read::<Chess>("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let mv = |game: &Game<Chess>, token| read_move(game.position(), token, None).expect("a legal move");
    let limits = Limits { mate: Some(4), search_moves: vec![mv(&game, "f6g6").to_bits()], ..Limits::default() };
    let verdict = |game: &Game<Chess>| {
        let answer = search(game, &mut Brain::new(1, 1), &limits, &Control::new(Instant::now()), &mut Mute);
        answer.mate.expect("a mate was looked for").verdict
    };
    assert_eq!(verdict(&game), proved(2));
    for token in ["f6g6", "h8g8", "g6f6", "g8h8"].into_iter().cycle().take(8) {
        game.push(mv(&game, token));
    }
    assert_eq!(verdict(&game), Verdict::Refuted);
}

/// Mates that take the first search far too long. The nodes are twice what they took when this was written.
#[test]
fn long_mates_are_found() {
    for (fen, moves, nodes) in [
        ("2k1/1+r2/Lb1P/r+L+p1/2BK[] b - - 3 21", 10, 150_000),
        ("1k2/1+l1+B/4/1K+BP/4[LPrr] w - - 1 24", 10, 1_600_000),
    ] {
        let game = read::<MicroShogi>(fen);
        let limits = Limits { mate: Some(moves), nodes: Some(nodes), ..Limits::default() };
        let answer = search(&game, &mut Brain::new(64, 1), &limits, &Control::new(Instant::now()), &mut Mute);
        let mate = answer.mate.expect("a mate was looked for");
        assert!(matches!(mate.verdict, Verdict::Proved { moves: 6..=10, shortest: false }), "{fen}: {mate:?}");
        assert_line(&game, &answer.info.expect("a mate is reported"));
    }
}

/// The second search finds this one while the first is still refuting shorter ones.
#[test]
fn a_mate_found_early_is_exact_in_the_end() {
    let game = read::<Chess>("1nb1k2r/rp1pP1B1/3P2p1/2pQ1pP1/pPP4p/P3K2N/3P3P/2n2R1R w - - 3 36");
    let info = solve(&game, 3).info.expect("a mate is reported");
    assert_eq!((info.score, info.bound), (Score::Mate(5), Bound::Exact));
    assert_line(&game, &info);
}

#[test]
fn limits_are_heeded() {
    let game = read::<MicroShogi>(MicroShogi::SPEC.start);
    let limits = Limits { mate: Some(20), nodes: Some(50_000), ..Limits::default() };
    let answer = search(&game, &mut Brain::new(1, 1), &limits, &Control::new(Instant::now()), &mut Mute);
    assert_eq!(answer.mate.map(|mate| mate.verdict), Some(Verdict::Unknown));
    assert!(answer.best.is_some() && (50_000..60_000).contains(&answer.nodes), "{}", answer.nodes);
    let control = Control::new(Instant::now());
    control.stop();
    let endless = Limits { mate: Some(20), ..Limits::default() };
    let stopped = search(&game, &mut Brain::new(1, 1), &endless, &control, &mut Mute);
    assert_eq!(stopped.mate, Some(Mate { verdict: Verdict::Unknown, refuted: 0 }));
}
