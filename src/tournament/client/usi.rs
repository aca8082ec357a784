//! USI, from the runner's side: its words. Who moves first is Black there, and White in here.

use super::super::clock::{Bonus, Clock};
use super::super::config::Protocol;
use super::Turn;
use super::worded::{Worded, Wording};
use crate::board::Color;
use crate::notation::{Dialect, Form};
use crate::rules::{Outcome, Spec};

/// The Universal Shogi Interface.
pub type Usi = Worded<UsiWords>;

/// Its words.
pub struct UsiWords;

impl Wording for UsiWords {
    const PROTOCOL: Protocol = Protocol::Usi;
    const DIALECT: Dialect = Dialect::Usi;
    const HELLO: &'static str = "usi";
    const WELCOME: &'static str = "usiok";
    const NEW_GAME: &'static str = "usinewgame";
    const VARIANT: &'static str = "USI_Variant";

    /// Engines for a single small game have nothing to choose, and say nowhere which one it is.
    fn needs_no_choice(spec: &Spec) -> Option<bool> {
        spec.usi.then_some(true)
    }

    fn start(turn: &Turn<'_>) -> String {
        let sfen = turn.start.and_then(|fen| {
            let mut game = turn.game.fork();
            game.set_position(fen, Form::Fen).ok()?;
            game.sfen()
        });
        sfen.map_or_else(|| "startpos".to_owned(), |sfen| format!("sfen {sfen}"))
    }

    fn clocks(turn: &Turn<'_>) -> String {
        let own = &turn.clocks[turn.game.turn().index()];
        let [first, second] = turn.clocks.each_ref().map(told);
        let bonus = match own.control().bonus {
            Bonus::Byoyomi(time) => format!(" byoyomi {}", time.as_millis()),
            _ if first.1 + second.1 > 0 => format!(" binc {} winc {}", first.1, second.1),
            _ => String::new(),
        };
        format!(" btime {} wtime {}{bonus}", first.0, second.0)
    }

    /// Mates count in plies.
    fn mate(plies: i64) -> i32 {
        plies as i32
    }

    fn result(outcome: Outcome, side: Color) -> Option<&'static str> {
        Some(match outcome.winner {
            None => "draw",
            Some(winner) if winner == side => "win",
            Some(_) => "lose",
        })
    }
}

/// The time and the increment, in ms.
fn told(clock: &Clock) -> (u128, u128) {
    let increment = match clock.control().bonus {
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time.as_millis(),
        Bonus::None | Bonus::Byoyomi(_) => 0,
    };
    (clock.remaining().as_millis(), increment)
}

#[cfg(test)]
mod tests {
    use super::super::{CannotPlay, Language};
    use super::*;
    use crate::engine::new_game;
    use crate::rules::Reason;
    use crate::search::Score;

    fn said(clocks: [&str; 2], start: Option<&str>, moves: &[&str]) -> Vec<String> {
        let clocks = clocks.map(|text| Clock::new(&text.parse().expect("a clock")));
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        let game = new_game("micro").expect("a known variant");
        Usi::default().go(&Turn { game: &*game, start, moves: &moves, clocks: &clocks }).expect("USI can say it")
    }

    #[test]
    fn positions_and_clocks() {
        let start = Some("4/1k2/4/4/K3[LLr] b - - 0 3");
        let lines = said(["10 byoyomi=2", "10 byoyomi=2"], start, &["2e3d"]);
        assert_eq!(lines, ["position sfen 4/1k2/4/4/K3 w 2Lr 6 moves 2e3d", "go btime 10000 wtime 10000 byoyomi 2000"]);
        assert_eq!(said(["5+1", "6"], None, &[]), ["position startpos", "go btime 5000 wtime 6000 binc 1000 winc 0"]);
        assert_eq!(said(["5", "5"], None, &[])[1], "go btime 5000 wtime 5000");
        assert_eq!(said(["nodes=7", "5"], None, &[])[1], "go nodes 7");
    }

    #[test]
    fn results_are_told_from_each_side() {
        let mut usi = Usi::default();
        let won = Some(Outcome::win(Color::White, Reason::Checkmate));
        assert_eq!(usi.game_over(won, true), ["gameover win"]);
        assert_eq!(usi.game_over(won, false), ["gameover lose"]);
        assert_eq!(usi.game_over(Some(Outcome::draw(Reason::BareKings)), true), ["gameover draw"]);
        assert!(usi.game_over(None, true).is_empty());
        assert_eq!(usi.thinking("info score mate -4").score, Some(Score::Mate(-4)));
    }

    #[test]
    fn only_games_with_sfen_are_played() {
        let chess = new_game("chess").expect("a known variant");
        assert_eq!(Usi::default().new_game(&*chess), Err(CannotPlay::Variant("chess")));
    }
}
