//! Random games of every rule set: counting agrees with listing, the key with a recomputation, text with the position.
#![no_main]

use bonsai::engine::start_position;
use bonsai::game::Game;
use bonsai::notation::{Form, read_position, write_fen};
use bonsai::rules::Position;
use bonsai::variants::{SPECS, Visitor, with};
use libfuzzer_sys::fuzz_target;

struct Play<'a>(&'a [u8]);

impl Visitor for Play<'_> {
    type Output = ();
    fn visit<P: Position>(self) {
        let mut game = Game::new(start_position::<P>());
        for &choice in self.0.iter().take(300) {
            let moves = game.position().legal_moves();
            assert_eq!(moves.len() as u64, game.position().count_moves());
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            game.push(mv);
            let position = game.position();
            let read: P = read_position(&write_fen(position), Form::Fen).expect("positions of games are positions");
            assert_eq!((read, read.key()), (*position, position.key()));
        }
        let _ = game.outcome();
    }
}

fuzz_target!(|input: (u8, &[u8])| {
    let (variant, choices) = input;
    with(SPECS[usize::from(variant) % SPECS.len()].name, Play(choices));
});
