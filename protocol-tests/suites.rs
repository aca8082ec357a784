//! The suites beside this file: every line is a position of its game with one legal best move.
//!
//! `README.md` says how they are made and how the engine is measured by them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use bonsai::analysis::{Defaults, read_query};
use bonsai::engine::new_game;
use bonsai::search::Limits;

/// The fewest positions of a suite.
const FEWEST: usize = 100;

/// The games that have a suite.
const GAMES: [&str; 8] = [
    "chess",
    "micro",
    "minishogi",
    "miniforest",
    "miniforest-hopper",
    "miniforest-classic",
    "minithunder",
    "minithunder-revised",
];

/// The lines of a suite, without comments.
fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("protocol-tests/suites/{name}.epd"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn every_problem_is_a_position_with_one_legal_best_move() {
    for variant in GAMES {
        let game = new_game(variant).expect("a registered game");
        let defaults = Defaults { game: &*game, limits: &Limits::default() };
        let lines = lines(variant);
        assert!(lines.len() >= FEWEST, "{variant}: {} positions", lines.len());
        let (mut names, mut positions) = (HashSet::new(), HashSet::new());
        for line in &lines {
            let query = read_query(line, defaults).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
            assert_eq!(query.game.outcome(), None, "{line}");
            assert_eq!((query.expected.best.len(), query.expected.avoid.len()), (1, 0), "{line}");
            assert!(query.game.moves().len() > 1, "{line}: no choice");
            assert!(names.insert(query.id.to_string()), "{line}: the name is taken");
            assert!(positions.insert(query.game.fen()), "{line}: the position is there twice");
        }
    }
}

#[test]
fn the_public_suite_is_read() {
    let chess = new_game("chess").expect("a registered game");
    let lines = lines("bratko-kopec");
    assert_eq!(lines.len(), 24);
    for (number, line) in (1..).zip(&lines) {
        let query = read_query(line, Defaults { game: &*chess, limits: &Limits::default() });
        let query = query.unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
        assert_eq!(query.id, format!("BK.{number:02}"));
        assert_eq!(query.game.fen(), format!("{} 0 1", line.split(" bm ").next().unwrap_or_default()));
        // Two of the positions have two solutions.
        let solutions = if [5, 14].contains(&number) { 2 } else { 1 };
        assert_eq!((query.expected.best.len(), query.expected.avoid.len()), (solutions, 0), "{line}");
    }
}
