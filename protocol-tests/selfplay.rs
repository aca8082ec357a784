//! Games of the engine against itself, each move looked up in the list of legal moves.
//!
//! A few games of every rule set run with the other tests. The long run prints how games end:
//!
//! ```sh
//! SELFPLAY_GAMES=1000 cargo test --release --test selfplay -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::time::Instant;

use bonsai::engine::{AnyGame, new_game};
use bonsai::notation::Dialect;
use bonsai::search::{Brain, Control, Limits, Mute};
use bonsai::variants::SPECS;

/// Nodes for each move.
const NODES: u64 = 1000;
/// A game that is longer than this many plies is given up and counted as unfinished.
const LONGEST: usize = 1000;

/// A small generator of random numbers (xorshift, Marsaglia 2003): the same games on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Plays one game after a few random plies and says how it ended.
fn play(variant: &str, brain: &mut Brain, random: &mut Random) -> String {
    let mut game = new_game(variant).expect("registered");
    brain.clear();
    let opening = 2 + random.below(5);
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return format!("{} {}", outcome.result(), category(&outcome.reason.to_string()));
        }
        let legal = game.legal_moves(Dialect::Uci);
        let mv = if ply < opening { legal[random.below(legal.len())].clone() } else { think(game.as_ref(), brain) };
        assert!(legal.contains(&mv), "{variant}: {mv} is not legal in {}", game.fen());
        game.push(&mv, Some(Dialect::Uci)).expect("it is in the list");
    }
    "* unfinished".to_owned()
}

fn think(game: &dyn AnyGame, brain: &mut Brain) -> String {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let answer = game.search(brain, &limits, &Control::new(Instant::now()), &mut Mute);
    let best = answer.best.unwrap_or_else(|| panic!("no move in {}", game.fen()));
    game.line(&[best], Dialect::Uci).pop().unwrap_or_else(|| panic!("an illegal move in {}", game.fen()))
}

/// The reason without the points that differ from game to game.
fn category(reason: &str) -> &str {
    reason.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':').trim_end()
}

fn tally(variant: &str, games: usize) -> BTreeMap<String, usize> {
    let mut brain = Brain::new(4, 1);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut ends = BTreeMap::new();
    for _ in 0..games {
        *ends.entry(play(variant, &mut brain, &mut random)).or_default() += 1;
    }
    ends
}

#[test]
fn games_end_by_the_rules() {
    for spec in SPECS {
        let ends = tally(spec.name, 3);
        assert_eq!(ends.values().sum::<usize>(), 3);
        assert!(!ends.contains_key("* unfinished"), "{}: {ends:?}", spec.name);
    }
}

#[test]
#[ignore = "takes minutes; see the top of the file"]
fn many_games_end_by_the_rules() {
    let games = std::env::var("SELFPLAY_GAMES").map_or(100, |games| games.parse().expect("SELFPLAY_GAMES is a number"));
    for spec in SPECS {
        println!("{}", spec.name);
        for (end, count) in tally(spec.name, games) {
            println!("  {count:6} {end}");
        }
    }
}
