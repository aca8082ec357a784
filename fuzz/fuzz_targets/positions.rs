//! Any text as a position of any game: refused with reasons, or read into a position that survives writing.
#![no_main]

use bonsai::engine::new_game;
use bonsai::notation::Form;
use bonsai::variants::SPECS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (variant, form, text) = input;
    let spec = SPECS[usize::from(variant) % SPECS.len()];
    let form = [Form::Fen, Form::Sfen, Form::Either][usize::from(form) % 3];
    let mut game = new_game(spec.name).expect("registered");
    let before = game.fen();
    match game.set_position(text, form) {
        Err(error) => {
            assert!(!error.faults.is_empty() && !error.to_string().is_empty());
            assert_eq!(game.fen(), before);
        }
        Ok(()) => {
            let fen = game.fen();
            let mut again = new_game(spec.name).expect("registered");
            again.set_position(&fen, Form::Fen).expect("written positions are readable");
            assert_eq!(again.fen(), fen);
            let _ = (game.outcome(), game.board(bonsai::notation::BoardStyle::Ascii, None), game.legal_moves(bonsai::notation::Dialect::Uci));
        }
    }
});
