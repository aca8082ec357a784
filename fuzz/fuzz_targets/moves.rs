//! Any text as a move, in every dialect of every game: refused, or found among the legal moves.
#![no_main]

use bonsai::engine::new_game;
use bonsai::notation::Dialect;
use bonsai::variants::SPECS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (variant, choices, text) = input;
    let spec = SPECS[usize::from(variant) % SPECS.len()];
    let mut game = new_game(spec.name).expect("registered");
    for choice in choices.into_iter().take(40) {
        let moves = game.legal_moves(Dialect::Uci);
        if moves.is_empty() {
            break;
        }
        game.push(&moves[usize::from(choice) % moves.len()], Some(Dialect::Uci)).expect("legal");
    }
    for dialect in [None, Some(Dialect::Uci), Some(Dialect::Usi), Some(Dialect::Book), Some(Dialect::Pgn)] {
        let before = game.fen();
        match game.push(text, dialect) {
            Ok(()) => assert!(game.undo()),
            Err(error) => assert!(error.to_string().contains(text)),
        }
        assert_eq!(game.fen(), before);
    }
});
