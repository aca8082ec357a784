//! What must hold in every game, tried on random games of each registered rule set: a new game is covered as soon as it
//! is registered.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{SPECS, Visitor, with};
use crate::board::{Bitboard, Color, Silent};
use crate::engine::start_position;
use crate::game::{Game, Step};
use crate::notation::{Dialect, Form, read_move, read_position, write_fen, write_move, write_sfen};
use crate::perft::{Options, perft};
use crate::rules::{Fault, GameMove, HandSpec, Position};

/// A check of one position of a game.
trait Check {
    fn position<P: Position>(game: &Game<P>);
}

/// Plays random games of every rule set and checks every position on the way.
fn everywhere<C: Check>(games: u32) {
    struct Run<C>(std::marker::PhantomData<C>, u32);
    impl<C: Check> Visitor for Run<C> {
        type Output = ();
        fn visit<P: Position>(self) {
            let mut runner = TestRunner::new(ProptestConfig { cases: self.1, ..ProptestConfig::default() });
            let choices = proptest::collection::vec(any::<u16>(), 0..120);
            let outcome = runner.run(&choices, |choices| {
                let mut game = Game::new(start_position::<P>());
                C::position(&game);
                for choice in choices {
                    let moves = game.position().legal_moves();
                    let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                        break;
                    };
                    game.push(mv);
                    C::position(&game);
                }
                Ok(())
            });
            outcome.unwrap_or_else(|error| panic!("{}: {error}", P::SPEC.name));
        }
    }
    for spec in SPECS {
        with(spec.name, Run::<C>(std::marker::PhantomData, games)).expect("registered");
    }
}

#[test]
fn positions_survive_text() {
    struct RoundTrip;
    impl Check for RoundTrip {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            let fen = write_fen(position);
            let read: P = read_position(&fen, Form::Fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(read, *position, "{fen}");
            assert_eq!(write_fen(&read), fen);
            assert_eq!(read.key(), position.key(), "incremental and recomputed key of {fen}");
            if let Some(sfen) = write_sfen(position) {
                for form in [Form::Sfen, Form::Either] {
                    assert_eq!(read_position::<P>(&sfen, form).as_ref(), Ok(position), "{sfen}");
                }
            }
            assert_eq!(read_position::<P>(&fen, Form::Either).as_ref(), Ok(position), "{fen}");
        }
    }
    everywhere::<RoundTrip>(30);
}

#[test]
fn moves_survive_text() {
    struct RoundTrip;
    impl Check for RoundTrip {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            for mv in position.legal_moves() {
                assert_eq!(P::Move::from_bits(mv.to_bits()), mv);
                for dialect in Dialect::ALL {
                    if dialect == Dialect::Usi && !P::SPEC.usi {
                        continue;
                    }
                    let text = write_move(position, mv, dialect);
                    let fen = write_fen(position);
                    assert_eq!(read_move(position, &text, Some(dialect)), Ok(mv), "{text} in {fen}");
                }
                let text = write_move(position, mv, Dialect::Uci);
                assert_eq!(read_move(position, &text, None), Ok(mv), "{text} in any dialect");
            }
        }
    }
    everywhere::<RoundTrip>(6);
}

#[test]
fn generators_agree() {
    struct Agree;
    impl Check for Agree {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            let moves = position.legal_moves();
            assert_eq!(position.count_moves(), moves.len() as u64);
            for (i, mv) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(mv), "{mv:?} twice");
            }
            let mut tactical = Vec::new();
            position.generate_tactical(&mut tactical);
            for mv in &tactical {
                assert!(moves.contains(mv), "{mv:?} is tactical, but not legal");
            }
            // Of the promotions by one capture, a game may leave out those that are never better.
            let journey = |mv: &P::Move| (mv.facts().from, mv.facts().to);
            for mv in moves.iter().filter(|mv| mv.facts().captured.is_some()) {
                let covered = tactical.iter().any(|other| journey(other) == journey(mv));
                assert!(covered, "{mv:?} captures, but is not tactical");
            }
        }
    }
    everywhere::<Agree>(30);
}

#[test]
fn check_is_an_attack_on_the_king() {
    struct Attacked;
    impl Check for Attacked {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            let (us, them) = (position.turn(), !position.turn());
            let occupied = position.occupied_by(us) | position.occupied_by(them);
            let mut attackers = Bitboard::EMPTY;
            for kind in P::SPEC.kinds() {
                for from in position.pieces(them, kind) {
                    let reach = P::attacks(them, kind, from, occupied);
                    // Only a royal piece is never captured; every checker attacks the same square.
                    if position.checkers().has(from) {
                        attackers |= reach & position.occupied_by(us);
                        assert!((reach & position.occupied_by(us)).any());
                    }
                }
            }
            assert_eq!(attackers.any(), position.in_check());
        }
    }
    everywhere::<Attacked>(20);
}

#[test]
fn attackers_are_the_pieces_that_attack() {
    struct Attackers;
    impl Check for Attackers {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            let occupied = position.occupied_by(Color::White) | position.occupied_by(Color::Black);
            for (color, square) in Color::ALL
                .into_iter()
                .flat_map(|color| P::SPEC.geometry.playable.into_iter().map(move |square| (color, square)))
            {
                // Also as if some other piece did not stand in the way.
                let other = occupied.without(square.bit()).try_first();
                for occupied in [occupied, other.map_or(occupied, |other| occupied.without(other.bit()))] {
                    let aims = |kind, from| P::attacks(color, kind, from, occupied).has(square);
                    let found: Bitboard = P::SPEC
                        .kinds()
                        .flat_map(|kind| position.pieces(color, kind).into_iter().map(move |from| (kind, from)))
                        .filter(|&(kind, from)| aims(kind, from))
                        .map(|(_, from)| from)
                        .collect();
                    assert_eq!(position.attackers(color, square, occupied), found, "{} {square:?}", P::SPEC.name);
                }
            }
        }
    }
    everywhere::<Attackers>(10);
}

#[test]
fn counting_is_the_same_with_threads_and_table() {
    struct Count;
    impl Visitor for Count {
        type Output = ();
        fn visit<P: Position>(self) {
            let position = start_position::<P>();
            let plain = perft(&position, 4, Options::default());
            for (threads, hash_mb) in [(2, 0), (1, 1), (3, 2)] {
                assert_eq!(
                    perft(&position, 4, Options { threads, hash_mb, is_cancelled: None }),
                    plain,
                    "{}",
                    P::SPEC.name
                );
            }
        }
    }
    for spec in SPECS {
        with(spec.name, Count).expect("registered");
    }
}

#[test]
fn taking_back_restores_the_game() {
    struct TakeBack;
    impl Check for TakeBack {
        fn position<P: Position>(game: &Game<P>) {
            let position = game.position();
            for mv in position.legal_moves() {
                let mut next = game.clone();
                next.push(mv);
                assert_eq!(next.position().turn(), !position.turn());
                assert_eq!(next.trail().last(), Some(&Step::of(next.position())));
                assert_eq!(next.pop(), Some(mv));
                assert_eq!((next.position(), write_fen(next.position())), (position, write_fen(position)));
            }
        }
    }
    everywhere::<TakeBack>(4);
}

#[test]
fn hands_beyond_counting_are_refused() {
    struct Huge;
    impl Visitor for Huge {
        type Output = ();
        fn visit<P: Position>(self) {
            let Some(HandSpec { order, most }) = P::SPEC.hands else {
                return;
            };
            let symbol = P::SPEC.piece(order[0]).symbol;
            let hands = format!("[{0}{symbol}{0}{1}]", u32::MAX, symbol.to_lowercase());
            let error = read_position::<P>(&P::SPEC.start.replace("[]", &hands), Form::Fen).expect_err(&hands);
            assert_eq!(error.faults, [Fault::TooMany { piece: symbol.to_owned(), count: u32::MAX, most }]);
        }
    }
    for spec in SPECS {
        with(spec.name, Huge).expect("registered");
    }
}

#[test]
fn passing_only_changes_the_turn() {
    struct Pass;
    impl Check for Pass {
        fn position<P: Position>(game: &Game<P>) {
            let position = *game.position();
            if position.in_check() {
                return;
            }
            let mut passed = position;
            passed.pass();
            assert_eq!(passed.turn(), !position.turn());
            for color in Color::ALL {
                assert_eq!(passed.occupied_by(color), position.occupied_by(color));
            }
            let read: P = read_position(&write_fen(&passed), Form::Fen).expect("nobody was in check");
            assert_eq!(read.key(), passed.key());
        }
    }
    everywhere::<Pass>(20);
}

#[test]
fn observers_hear_every_change() {
    /// Rebuilds board and hands from what it hears.
    #[derive(Clone, PartialEq, Debug)]
    struct Mirror {
        board: [Option<crate::board::Piece>; 64],
        hands: [[u32; 16]; 2],
    }
    impl crate::board::Observer for Mirror {
        fn put(&mut self, piece: crate::board::Piece, square: crate::board::Square) {
            assert_eq!(self.board[square.index()].replace(piece), None);
        }
        fn lift(&mut self, piece: crate::board::Piece, square: crate::board::Square) {
            assert_eq!(self.board[square.index()].take(), Some(piece));
        }
        fn gain(&mut self, color: Color, kind: crate::board::Kind, count: u32) {
            self.hands[color.index()][kind.index()] += 1;
            assert_eq!(self.hands[color.index()][kind.index()], count);
        }
        fn spend(&mut self, color: Color, kind: crate::board::Kind, count: u32) {
            self.hands[color.index()][kind.index()] -= 1;
            assert_eq!(self.hands[color.index()][kind.index()], count);
        }
    }
    struct Observe;
    impl Check for Observe {
        fn position<P: Position>(game: &Game<P>) {
            let before = game.position().setup();
            for mv in game.position().legal_moves() {
                let mut mirror = Mirror { board: before.board, hands: before.hands };
                let (mut next, mut unheard) = (*game.position(), *game.position());
                next.play(mv, &mut mirror);
                unheard.play(mv, &mut Silent);
                assert_eq!(next, unheard);
                let after = next.setup();
                assert_eq!(mirror, Mirror { board: after.board, hands: after.hands }, "{mv:?}");
            }
        }
    }
    everywhere::<Observe>(10);
}
