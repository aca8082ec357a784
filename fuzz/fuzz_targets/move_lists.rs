//! Any text as a list of moves: it splits into tokens that are parts of it, in order.
#![no_main]

use bonsai::notation::split_moves;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut rest = text;
    for token in split_moves(text) {
        let at = rest.find(token).expect("tokens come from the text, in order");
        rest = &rest[at + token.len()..];
        assert!(!token.is_empty());
    }
});
