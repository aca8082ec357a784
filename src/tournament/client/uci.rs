//! UCI, from the runner's side.

use super::super::clock::{Bonus, Clock};
use super::super::config::Protocol;
use super::answer::{introduce, read, thinking};
use super::{Answer, CannotPlay, Identity, Language, Thinking, Turn};
use crate::board::Color;
use crate::engine::AnyGame;
use crate::notation::Dialect;
use crate::rules::Outcome;

/// The Universal Chess Interface.
#[derive(Default)]
pub struct Uci {
    identity: Identity,
    /// The variant that was chosen last.
    variant: Option<&'static str>,
}

impl Language for Uci {
    fn protocol(&self) -> Protocol {
        Protocol::Uci
    }

    fn dialect(&self) -> Dialect {
        Dialect::Uci
    }

    fn greet(&self) -> Vec<String> {
        vec!["uci".to_owned()]
    }

    fn introduced(&mut self, line: &str) -> bool {
        introduce(&mut self.identity, line, "uciok")
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn set(&self, options: &[(String, String)]) -> Result<Vec<String>, CannotPlay> {
        options.iter().map(|(name, value)| set_option(&self.identity, name, value)).collect()
    }

    fn new_game(&mut self, game: &dyn AnyGame) -> Result<Vec<String>, CannotPlay> {
        let mut lines = choose_variant(&self.identity, "UCI_Variant", game, "chess", &mut self.variant)?;
        lines.push("ucinewgame".to_owned());
        Ok(lines)
    }

    fn sync(&mut self) -> Option<String> {
        Some("isready".to_owned())
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Vec<String>, CannotPlay> {
        let start = turn.start.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {}", without_points(fen)));
        Ok(vec![position(&start, turn.moves), go(turn)])
    }

    fn read(&mut self, line: &str) -> Answer {
        read(line)
    }

    fn thinking(&self, line: &str) -> Thinking {
        // Mates count in moves: the winner makes the last one.
        thinking(line, |moves| (moves * 2 - i64::from(moves > 0)) as i32)
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn game_over(&mut self, _: Option<Outcome>, _: bool) -> Vec<String> {
        Vec::new()
    }
}

/// The line that sets an option, by the name that the engine gave it.
pub fn set_option(identity: &Identity, name: &str, value: &str) -> Result<String, CannotPlay> {
    let option = identity.option(name).ok_or_else(|| CannotPlay::Option(name.to_owned()))?;
    let name = &option.name;
    Ok(if option.kind == "button" {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    })
}

/// The lines that choose the variant of `game` with the option `option`, if another one was chosen last; `only` is what an
/// engine without that option plays.
pub fn choose_variant(
    identity: &Identity,
    option: &str,
    game: &dyn AnyGame,
    only: &str,
    chosen: &mut Option<&'static str>,
) -> Result<Vec<String>, CannotPlay> {
    let name = game.spec().name;
    if *chosen == Some(name) {
        return Ok(Vec::new());
    }
    let lines = match identity.option(option) {
        Some(_) => vec![set_option(identity, option, name)?],
        None if name == only => Vec::new(),
        None => return Err(CannotPlay::Variant(name)),
    };
    *chosen = Some(name);
    Ok(lines)
}

/// A FEN without points of nobody: other programs know six fields.
fn without_points(fen: &str) -> &str {
    fen.strip_suffix(" 0:0").unwrap_or(fen)
}

/// The line that says where the game is.
pub fn position(start: &str, moves: &[String]) -> String {
    if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {}", moves.join(" ")) }
}

/// The line that starts thinking. UCI has no byoyomi: with a clock that has run down, it is the time for one move.
fn go(turn: &Turn<'_>) -> String {
    let mover = turn.game.turn();
    let own = &turn.clocks[mover.index()];
    let mut line = "go".to_owned();
    if own.is_timed() {
        let [white, black] = [Color::White, Color::Black].map(|color| told(&turn.clocks[color.index()]));
        let [(white, white_more), (black, black_more)] = [white, black];
        line = format!("{line} wtime {white} btime {black} winc {white_more} binc {black_more}");
        let spent = own.remaining().is_zero() && matches!(own.control().bonus, Bonus::Byoyomi(_));
        if let Some(moves) = own.moves_to_go().or(spent.then_some(1)) {
            line = format!("{line} movestogo {moves}");
        }
    }
    line + &limits(own)
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

/// What limits a move besides the game clock.
pub fn limits(clock: &Clock) -> String {
    let control = clock.control();
    let mut text = String::new();
    text += &control.nodes.map_or_else(String::new, |nodes| format!(" nodes {nodes}"));
    text += &control.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
    text += &control.movetime.map_or_else(String::new, |time| format!(" movetime {}", time.as_millis()));
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::answer::EngineOption;
    use super::*;
    use crate::engine::new_game;
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
