//! The games held against data from an independent program: move lists, checks, perft, results (see `data/README.md`).
//!
//! Counts of more than three million nodes take time and run only on request:
//! `cargo test --test reference -- --ignored`.

use std::collections::BTreeMap;

use bonsai::engine::{self, AnyGame};
use bonsai::notation::{Dialect, Form};
use bonsai::perft::Options;
use serde::Deserialize;

/// The most nodes of a count that every test run does.
const QUICK: u64 = 3_000_000;

#[derive(Deserialize)]
struct GamePositions {
    start: Start,
    positions: Vec<Case>,
}

#[derive(Deserialize)]
struct Start {
    fen: String,
    moves: Vec<String>,
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct Case {
    fen: String,
    check: bool,
    moves: Vec<String>,
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct Played {
    start: String,
    moves: Vec<String>,
    plies: usize,
    final_fen: String,
    result: String,
    reason: String,
}

fn positions() -> BTreeMap<String, GamePositions> {
    serde_json::from_str(include_str!("data/positions.json"))
        .expect("positions.json has the shape that its README tells")
}

fn games() -> BTreeMap<String, Vec<Played>> {
    serde_json::from_str(include_str!("data/games.json")).expect("games.json has the shape that its README tells")
}

fn new_game(variant: &str) -> Box<dyn AnyGame> {
    engine::new_game(variant).unwrap_or_else(|| panic!("{variant} is a rule set"))
}

fn set_up(variant: &str, fen: &str) -> Box<dyn AnyGame> {
    let mut game = new_game(variant);
    game.set_position(fen, Form::Fen).unwrap_or_else(|error| panic!("{variant}, {fen}: {error}"));
    game
}

fn perft(game: &dyn AnyGame, depth: u32) -> u64 {
    game.divide(depth, Options::default()).iter().map(|(_, nodes)| nodes).sum()
}

/// Compares the counts (for depth 1, 2, ...) that `wanted` picks.
fn check_perft(game: &dyn AnyGame, counts: &[u64], wanted: impl Fn(u64) -> bool) {
    for (depth, &nodes) in (1..).zip(counts).filter(|&(_, &nodes)| wanted(nodes)) {
        assert_eq!(perft(game, depth), nodes, "{}, {}, depth {depth}", game.spec().name, game.fen());
    }
}

/// Compares all counts of all games that `wanted` picks.
fn check_all_perft(wanted: impl Fn(u64) -> bool + Copy) {
    for (variant, data) in positions() {
        check_perft(&*new_game(&variant), &data.start.perft, wanted);
        for case in data.positions {
            check_perft(&*set_up(&variant, &case.fen), &case.perft, wanted);
        }
    }
    check_perft(&*new_game("miniforest-classic"), &CLASSIC, wanted);
    check_perft(&*new_game("minishogi"), &MINISHOGI, wanted);
    check_perft(&*new_game("chess"), &CHESS, wanted);
}

/// Mini Forest as other engines can be configured to play it, from the start position.
const CLASSIC: [u64; 8] = [11, 121, 1_393, 15_921, 194_995, 2_389_472, 31_058_703, 405_840_570];

/// Minishogi from the start position, as other engines count it.
const MINISHOGI: [u64; 6] = [14, 181, 2_512, 35_401, 533_203, 8_276_188];

/// Chess from the start position, as published in many places.
const CHESS: [u64; 6] = [20, 400, 8_902, 197_281, 4_865_609, 119_060_324];

#[test]
fn start_positions() {
    for (variant, data) in positions() {
        let game = new_game(&variant);
        assert_eq!(game.fen(), data.start.fen, "{variant}");
        assert_eq!(game.legal_moves(Dialect::Uci), data.start.moves, "{variant}");
        assert_eq!(game.outcome(), None, "{variant}");
    }
}

#[test]
fn move_lists_and_checks() {
    for (variant, data) in positions() {
        for case in data.positions {
            let game = set_up(&variant, &case.fen);
            assert_eq!(game.legal_moves(Dialect::Uci), case.moves, "{variant}, {}", case.fen);
            assert_eq!(game.in_check(), case.check, "{variant}, {}", case.fen);
            assert_eq!(game.fen(), case.fen, "{variant}");
        }
    }
}

#[test]
fn counts() {
    check_all_perft(|nodes| nodes <= QUICK);
}

#[test]
#[ignore = "counts hundreds of millions of nodes"]
fn large_counts() {
    check_all_perft(|nodes| nodes > QUICK);
}

#[test]
fn whole_games() {
    for (variant, games) in games() {
        for (number, played) in games.iter().enumerate() {
            replay(&variant, played, &format!("{variant}, game {number}"));
        }
    }
}

/// Plays a recorded game; the result must come with the last move, not earlier, and moves be written as recorded.
fn replay(variant: &str, played: &Played, label: &str) {
    let mut game = set_up(variant, &played.start);
    assert_eq!(played.moves.len(), played.plies, "{label}");
    for (ply, token) in played.moves.iter().enumerate() {
        assert_eq!(game.outcome(), None, "{label}, before ply {ply}");
        game.push(token, Some(Dialect::Uci)).unwrap_or_else(|error| panic!("{label}, ply {ply}: {error}"));
    }
    assert_eq!(game.history(Dialect::Uci), played.moves, "{label}");
    assert_eq!(game.fen(), played.final_fen, "{label}");
    let outcome = game.outcome().unwrap_or_else(|| panic!("{label} is over"));
    assert_eq!(outcome.result(), played.result, "{label}");
    assert_eq!(outcome.reason.to_string(), played.reason, "{label}");
}
