//! Whole games through the crate `usi`, a client that others wrote, in every game that is written in SFEN. The rules of this
//! crate are the referee; other tests hold them against other programs.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use bonsai::engine::{AnyGame, new_game};
use bonsai::notation::Dialect;
use bonsai::variants::SPECS;
use usi::{BestMoveParams, CheckmateParams, EngineCommand, Error, GuiCommand, ThinkParams, UsiEngineHandler};

/// Longer than any answer may take on a slow machine.
const LONG: Duration = Duration::from_secs(60);
/// The time for a move.
const BYOYOMI: Duration = Duration::from_millis(20);
/// Longer than games between equals last.
const MOST_PLIES: usize = 400;

/// A client and what it hears. It ends the engine when it is dropped; to end it before would be to write to an engine
/// that may be gone by the time of the drop, which panics then.
struct Client {
    handler: UsiEngineHandler,
    heard: Receiver<EngineCommand>,
}

impl Client {
    fn start(variant: &str) -> Self {
        let mut handler = UsiEngineHandler::spawn(env!("CARGO_BIN_EXE_bonsai"), ".").expect("the engine starts");
        let info = handler.get_info().expect("the engine says who it is");
        assert!(info.name().starts_with("Bonsai "), "{}", info.name());
        assert!(info.options().contains_key("USI_Variant"), "{:?}", info.options());
        let set = |name: &str, value: &str| GuiCommand::SetOption(name.to_owned(), Some(value.to_owned()));
        handler.send_command(&set("USI_Hash", "8")).expect("the engine listens");
        handler.send_command(&set("USI_Variant", variant)).expect("the engine listens");
        handler.prepare().expect("the engine is ready");
        let (sender, heard) = mpsc::channel();
        let listen = move |output: &usi::EngineOutput| -> Result<(), Error> {
            if let Some(command) = output.response() {
                // When the game is over nobody listens.
                let _ = sender.send(command.clone());
            }
            Ok(())
        };
        handler.listen(listen).expect("the client listens");
        handler.send_command(&GuiCommand::UsiNewGame).expect("the engine listens");
        Self { handler, heard }
    }

    /// The answer to `go` in the current position of `game`.
    fn ask(&mut self, game: &dyn AnyGame, params: ThinkParams) -> EngineCommand {
        let start = new_game(game.spec().name).and_then(|start| start.sfen()).expect("a game in SFEN");
        let moves = game.history(Dialect::Usi).join(" ");
        let position = format!("{start} moves {moves}");
        self.handler.send_command(&GuiCommand::Position(position)).expect("the engine listens");
        self.handler.send_command(&GuiCommand::Go(params)).expect("the engine listens");
        let mut heard = std::iter::from_fn(|| self.heard.recv_timeout(LONG).ok());
        let is_answer =
            |command: &EngineCommand| matches!(command, EngineCommand::BestMove(_) | EngineCommand::Checkmate(_));
        heard.find(is_answer).expect("an answer")
    }
}

#[test]
fn a_whole_game_of_every_kind() {
    for spec in SPECS.iter().filter(|spec| spec.usi) {
        let mut client = Client::start(spec.name);
        let mut game = new_game(spec.name).expect("a known variant");
        while game.outcome().is_none() && game.ply_count() < MOST_PLIES {
            match client.ask(&*game, ThinkParams::new().byoyomi(BYOYOMI)) {
                EngineCommand::BestMove(BestMoveParams::MakeMove(mv, _)) => {
                    game.push(&mv, Some(Dialect::Usi)).expect("a legal move");
                }
                other => panic!("{}: {other:?} in {}", spec.name, game.fen()),
            }
        }
        assert!(game.ply_count() > 8, "{}", game.fen());
        if game.moves().is_empty() {
            let answer = client.ask(&*game, ThinkParams::new().byoyomi(BYOYOMI));
            assert_eq!(answer, EngineCommand::BestMove(BestMoveParams::Resign));
        }
    }
}

#[test]
fn a_mate_that_is_none() {
    let mut client = Client::start("micro");
    let game = new_game("micro").expect("a known variant");
    let look = ThinkParams::new().mate(usi::MateParam::Timeout(Duration::from_millis(50)));
    let answer = client.ask(&*game, look);
    assert!(
        matches!(answer, EngineCommand::Checkmate(CheckmateParams::Timeout | CheckmateParams::NoMate)),
        "{answer:?}"
    );
}
