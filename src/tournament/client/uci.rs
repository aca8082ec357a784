//! UCI, from the runner's side: its words.

use super::super::clock::{Bonus, Clock};
use super::super::config::Protocol;
use super::Turn;
use super::worded::{Worded, Wording};
use crate::board::Color;
use crate::notation::Dialect;
use crate::rules::{Outcome, Spec};

/// The Universal Chess Interface.
pub type Uci = Worded<UciWords>;

/// Its words.
pub struct UciWords;

impl Wording for UciWords {
    const PROTOCOL: Protocol = Protocol::Uci;
    const DIALECT: Dialect = Dialect::Uci;
    const HELLO: &'static str = "uci";
    const WELCOME: &'static str = "uciok";
    const NEW_GAME: &'static str = "ucinewgame";
    const VARIANT: &'static str = "UCI_Variant";

    fn needs_no_choice(spec: &Spec) -> Option<bool> {
        Some(spec.name == "chess")
    }

    fn start(turn: &Turn<'_>) -> String {
        turn.start.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {}", without_points(fen)))
    }

    /// UCI has no byoyomi: with a clock that has run down, it is the time for one move.
    fn clocks(turn: &Turn<'_>) -> String {
        let own = &turn.clocks[turn.game.turn().index()];
        let [white, black] = [Color::White, Color::Black].map(|color| told(&turn.clocks[color.index()]));
        let [(white, white_more), (black, black_more)] = [white, black];
        let spent = own.remaining().is_zero() && matches!(own.control().bonus, Bonus::Byoyomi(_));
        let moves = own.moves_to_go().or(spent.then_some(1));
        let moves = moves.map_or_else(String::new, |moves| format!(" movestogo {moves}"));
        format!(" wtime {white} btime {black} winc {white_more} binc {black_more}{moves}")
    }

    /// Mates count in moves: the winner makes the last one.
    fn mate(moves: i64) -> i32 {
        (moves * 2 - i64::from(moves > 0)) as i32
    }

    fn result(_: Outcome, _: Color) -> Option<&'static str> {
        None
    }
}

/// A FEN without points of nobody: other programs know six fields.
fn without_points(fen: &str) -> &str {
    fen.strip_suffix(" 0:0").unwrap_or(fen)
}

/// The time and the increment, in ms, that UCI can say of a clock.
fn told(clock: &Clock) -> (u128, u128) {
    let remaining = clock.remaining().as_millis();
    match clock.control().bonus {
        Bonus::None => (remaining, 0),
        Bonus::Byoyomi(time) => (remaining + time.as_millis(), 0),
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => (remaining, time.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::answer::EngineOption;
    use super::super::{CannotPlay, Language};
    use super::*;
    use crate::engine::{AnyGame, new_game};
    use crate::search::Score;

    fn game(variant: &str) -> Box<dyn AnyGame> {
        new_game(variant).expect("a known variant")
    }

    fn said(clocks: [&str; 2], start: Option<&str>, moves: &[&str]) -> Vec<String> {
        let clocks = clocks.map(|text| Clock::new(&text.parse().expect("a clock")));
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        let turn = Turn { game: &*game("micro"), start, moves: &moves, clocks: &clocks };
        Uci::default().go(&turn).expect("UCI can say it")
    }

    #[test]
    fn positions() {
        assert_eq!(said(["nodes=5", "depth=3"], None, &[]), ["position startpos", "go nodes 5"]);
        let moved = said(["depth=3", "nodes=5"], Some("8/8 w - - 0 1 0:0"), &["a", "b"]);
        assert_eq!(moved, ["position fen 8/8 w - - 0 1 moves a b", "go depth 3"]);
        assert_eq!(said(["depth=3", "nodes=5"], Some("8/8 w 0 1 0:1"), &[])[0], "position fen 8/8 w 0 1 0:1");
    }

    #[test]
    fn clocks() {
        let go = |white, black| said([white, black], None, &[]).pop();
        let told = go("40/10+0.5", "60 delay=1").expect("a line");
        assert_eq!(told, "go wtime 10000 btime 60000 winc 500 binc 1000 movestogo 40");
        assert_eq!(go("0 byoyomi=2", "nodes=9").as_deref(), Some("go wtime 2000 btime 0 winc 0 binc 0 movestogo 1"));
        assert_eq!(go("movetime=0.25", "10").as_deref(), Some("go movetime 250"));
        assert_eq!(go("10 nodes=7", "10").as_deref(), Some("go wtime 10000 btime 10000 winc 0 binc 0 nodes 7"));
        let mut clock = Clock::new(&"1 byoyomi=2".parse().expect("a clock"));
        clock.spend(Duration::from_millis(400)).expect("in time");
        assert_eq!(super::told(&clock), (2600, 0));
    }

    #[test]
    fn variants_are_chosen_once() {
        let mut uci = Uci::default();
        assert_eq!(uci.new_game(&*game("micro")), Err(CannotPlay::Variant("micro")));
        assert_eq!(uci.new_game(&*game("chess")), Ok(vec!["ucinewgame".to_owned()]));
        let name = "UCI_Variant".to_owned();
        uci.identity.options.push(EngineOption { name, kind: "combo".to_owned(), ..EngineOption::default() });
        let lines = ["setoption name UCI_Variant value micro", "ucinewgame"].map(str::to_owned);
        assert_eq!(uci.new_game(&*game("micro")), Ok(lines.to_vec()));
        assert_eq!(uci.new_game(&*game("micro")), Ok(vec!["ucinewgame".to_owned()]));
    }

    #[test]
    fn options_must_exist() {
        let mut uci = Uci::default();
        uci.introduced("option name Hash type spin default 1 min 1 max 9");
        uci.introduced("option name Clear Hash type button");
        let set = |name: &str, value: &str| uci.set(&[(name.to_owned(), value.to_owned())]);
        assert_eq!(set("hash", "7"), Ok(vec!["setoption name Hash value 7".to_owned()]));
        assert_eq!(set("Clear Hash", ""), Ok(vec!["setoption name Clear Hash".to_owned()]));
        assert_eq!(set("Hush", "7"), Err(CannotPlay::Option("Hush".to_owned())));
    }

    #[test]
    fn mates_become_plies() {
        let score = |line| Uci::default().thinking(line).score;
        assert_eq!(score("info score mate 1"), Some(Score::Mate(1)));
        assert_eq!(score("info score mate 3"), Some(Score::Mate(5)));
        assert_eq!(score("info score mate -2"), Some(Score::Mate(-4)));
        assert_eq!(score("info score mate 0"), Some(Score::Mate(0)));
    }
}
