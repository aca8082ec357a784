//! The rules one by one, then random games against the slow reading of the rules in [`reference`].

mod reference;

use proptest::prelude::*;

use super::*;
use crate::game::Game;
use crate::notation::{Dialect, Form, read_move, read_position, write_fen, write_move};
use crate::perft::{Options, perft};
use crate::rules::GameMove;

type Original = MiniThunder<OriginalRules>;
type Revised = MiniThunder<RevisedRules>;

fn position<P: Position>(fen: &str) -> P {
    read_position(fen, Form::Fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn faults(fen: &str) -> Vec<Fault> {
    read_position::<Original>(fen, Form::Fen).map_or_else(|error| error.faults, |_| Vec::new())
}

fn written<P: Position>(position: &P) -> Vec<String> {
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| write_move(position, mv, Dialect::Uci)).collect();
    moves.sort();
    moves
}

/// The moves that start with `origin`, without it.
fn moves_from<P: Position>(fen: &str, origin: &str) -> String {
    let all = written(&position::<P>(fen));
    all.iter().filter_map(|mv| mv.strip_prefix(origin)).collect::<Vec<_>>().join(" ")
}

fn after<P: Position>(fen: &str, moves: &str) -> Game<P> {
    let mut game = Game::new(position(fen));
    for token in moves.split_whitespace() {
        let mv = read_move(game.position(), token, Some(Dialect::Uci)).unwrap_or_else(|error| panic!("{error}"));
        game.push(mv);
    }
    game
}

#[test]
fn perft_of_the_start() {
    let count = |depth| {
        let none = Options::default();
        let original: Original = position(ORIGINAL.start);
        let revised: Revised = position(REVISED.start);
        (perft(&original, depth, none), perft(&revised, depth, none))
    };
    assert_eq!([1, 2, 3, 4].map(count), [(14, 14), (196, 196), (3928, 3900), (75_434, 74_037)]);
}

#[test]
fn pawns_step_capture_and_become_a_minister() {
    let fen = "k2r2/4P1/6/6/2p3/1P1P2/K5 w";
    assert_eq!(moves_from::<Original>(fen, "e6"), "d7b d7n d7r e7b e7n e7r");
    assert_eq!(moves_from::<Original>(fen, "b2"), "b3 c3");
    // The rook attacks this one, but a pawn does not promote by fleeing.
    assert_eq!(moves_from::<Revised>(fen, "d2"), "c3 d3");
    // Neither a double step nor a fusion.
    assert_eq!(moves_from::<Original>("k5/6/6/1N4/6/1P4/K5 w", "b2"), "b3");
    assert_eq!(moves_from::<Original>("k5/6/6/6/1N4/1P4/K5 w", "b2"), "");
}

#[test]
fn an_attacked_minister_promotes_by_moving_to_an_empty_square() {
    // The attacker is pinned; that does not matter.
    let fen = "k5/6/b5/6/R1N3/6/K5 w";
    assert_eq!(moves_from::<Original>(fen, "c3"), "a2 a2q a4 a4q b1 b1q b5 b5q d1 d1q d5 d5q e2 e2q e4 e4q");
    assert_eq!(moves_from::<Revised>(fen, "c3"), "a2q a4q b1q b5q d1q d5q e2q e4q");
    assert_eq!(moves_from::<Revised>("k5/6/6/6/2N3/6/K5 w", "c3"), "a2 a4 b1 b5 d1 d5 e2 e4");
    // A pawn attacks, too; the capture is no promotion.
    let fen = "k5/6/6/3p2/2B3/6/K5 w";
    assert_eq!(moves_from::<Revised>(fen, "c3"), "a5a b2a b4a d2a d4 e1a");
    // A part that leaves does not promote.
    let whole_or_part =
        "a2 a2n a4 a4n a5 a5b b1 b1n b2 b2b b4 b4b b5 b5n d1 d1n d2 d2b d4b d5 d5n e1 e1b e2 e2n e4 e4n";
    assert_eq!(moves_from::<Revised>("k5/6/6/3p2/2A3/6/K5 w", "c3"), whole_or_part);
}

#[test]
fn a_compound_that_captures_demotes() {
    let fen = "k5/6/2p1p1/6/2Q3/6/K5 w";
    assert_eq!((moves_from::<Original>(fen, "c3c5"), moves_from::<Original>(fen, "c3e5")), ("r".into(), "b".into()));
    // A royal one becomes a king, whichever part it moved as, and whatever it captured.
    let fen = "k5/6/n5/6/6/1n4/D5 w";
    assert_eq!((moves_from::<Original>(fen, "a1a5"), moves_from::<Original>(fen, "a1b2")), ("k".into(), "k".into()));
    assert_eq!(write_fen(after::<Original>(fen, "a1a5k").position()), "k5/6/K5/6/6/1n4/6 b - - 0 1");
}

#[test]
fn simple_pieces_fuse_with_friends_of_another_type() {
    let fen = "5k/6/6/3R2/6/1N4/KB1RA1 w";
    assert_eq!(moves_from::<Original>(fen, "a1"), "a2 b1o b2e");
    assert_eq!(moves_from::<Original>(fen, "b2"), "a4 c4 d1m d3");
    // Not onto its own type, not onto a compound.
    assert_eq!(moves_from::<Original>(fen, "d1"), "b1q c1 d2 d3");
    assert_eq!(write_fen(after::<Original>(fen, "d1b1q").position()), "5k/6/6/3R2/6/1N4/KQ2A1 b - - 1 1");
    // A compound does not fuse: neither its bishop nor its king moves onto the knight.
    let fen = "5k/6/6/6/6/3N2/4O1 w";
    assert!(!written(&position::<Original>(fen)).iter().any(|mv| mv.starts_with("e1d2")));
}

#[test]
fn simple_pieces_assimilate_what_they_capture() {
    // Bishop: another type; rook: the same; pawn and paladin: nothing to assimilate.
    let fen = "k5/2b3/6/6/p1R1r1/6/K1a3 w";
    assert_eq!(moves_from::<Original>(fen, "c3"), "a3 b3 b3m c1 c2 c2m c4 c4m c5 c5m c6q d3 d3m e3");
    assert_eq!(moves_from::<Original>("k5/6/6/6/6/1n4/K5 w", "a1"), "a2 b1 b2e");
    assert_eq!(write_fen(after::<Original>(fen, "c3c6q").position()), "k5/2Q3/6/6/p3r1/6/K1a3 b - - 0 1");
}

#[test]
fn compounds_split() {
    let fen = "k5/6/6/6/6/6/3O2 w";
    assert_eq!(moves_from::<Original>(fen, "d1e2"), " b k");
    assert_eq!(write_fen(after::<Original>(fen, "d1e2k").position()), "k5/6/6/6/6/4K1/3B2 b - - 1 1");
    assert_eq!(write_fen(after::<Original>(fen, "d1e2b").position()), "k5/6/6/6/6/4B1/3K2 b - - 1 1");
    assert_eq!(write_fen(after::<Original>(fen, "d1e2").position()), "k5/6/6/6/6/4O1/6 b - - 1 1");
}

#[test]
fn the_part_that_stays_blocks() {
    // The queen is pinned on the file; her parts may leave it, since the other one stays.
    let pinned = "k5/r5/6/6/Q5/6/K5 w";
    let expected = "a2 a2r a4 a4r a5 a5r a6r b2b b3r b4b c1b c3r c5b d3r d6b e3r e7b f3r";
    assert_eq!(moves_from::<Original>(pinned, "a3"), expected);
    // The pope is in check on the file: only the king can hide behind the bishop.
    let checked = "k5/r5/6/6/O5/6/6 w";
    assert_eq!(moves_from::<Original>(checked, "a3"), "a2k b2 b2k b3 b3k b4 b4k c1 c5 e7");
}

#[test]
fn revised_royal_slides_cross_no_attacked_square() {
    // The bishop attacks a3 and a7. The rook that leaves is free to go; the whole dragon king stops at a2.
    let fen = "5k/6/2b3/6/6/6/D5 w";
    let first_rank = "b1 b1k b1r b2 b2k c1 c1r d1 d1r e1 e1r f1 f1r";
    let file = "a2 a2k a2r a3r a4 a4r a5 a5r a6 a6r a7r";
    assert_eq!(moves_from::<Original>(fen, "a1"), format!("{file} {first_rank}"));
    let file = "a2 a2k a2r a3r a4r a5r a6r a7r";
    assert_eq!(moves_from::<Revised>(fen, "a1"), format!("{file} {first_rank}"));
    // Also the piece that is about to be captured attacks the squares before it: b3 if it is a queen, not if it is a rook.
    let capture = "5k/6/6/O5/6/2r3/6 w";
    assert_eq!(moves_from::<Revised>(capture, "a4c2"), "k");
    let guarding = "5k/6/6/O5/6/2q3/6 w";
    assert_eq!(moves_from::<Original>(guarding, "a4c2"), "k");
    assert!(!written(&position::<Revised>(guarding)).contains(&"a4c2k".to_owned()));
}

#[test]
fn games_end() {
    let outcome = |fen, moves| after::<Original>(fen, moves).outcome();
    let mate = Outcome::win(Color::White, Reason::Checkmate);
    assert_eq!(outcome("k5/1Q4/2K3/6/6/6/6 b", ""), Some(mate));
    assert_eq!(outcome("k5/2Q3/6/6/6/6/2K3 b", ""), Some(Outcome::draw(Reason::Stalemate)));
    assert_eq!(outcome("k5/6/6/6/6/1p4/K5 w", "a1b2"), Some(Outcome::draw(Reason::BareKings)));
    // A king that has assimilated a knight is not bare.
    assert_eq!(outcome("k5/6/6/6/6/1n4/K5 w", "a1b2e"), None);
    assert_eq!(outcome("k5/6/6/6/6/6/KB4 w - - 99 60", "b1c2"), Some(Outcome::draw(Reason::HundredPlies)));
    let split_and_fuse = "c1b1k a7a6 b1c1d a6a7 c1b1k a7a6 b1c1d a6a7";
    assert_eq!(outcome("k5/6/6/6/6/6/2D3 w", split_and_fuse), Some(Outcome::draw(Reason::ThreefoldRepetition)));
}

#[test]
fn only_pawn_moves_and_captures_reset_the_clock() {
    let fen = "k5/6/6/6/5P/2R1p1/KB4 w - - 7 9";
    let clock = |moves| after::<Original>(fen, moves).position().clock();
    assert_eq!(clock("a1b1o"), 8);
    assert_eq!(clock("a1b1o a7b7 b1a2b"), 10);
    assert_eq!(clock("a1b1o a7b7 f3f4"), 0);
    assert_eq!(clock("a1b1o a7b7 c2e2"), 0);
}

#[test]
fn impossible_positions_are_refused() {
    let two = Fault::TooManyKings { color: Color::White, count: 2 };
    assert_eq!(faults("k5/6/6/6/6/6/KE4 w"), [two]);
    assert_eq!(faults("6/6/6/6/6/6/O5 w"), [Fault::NoKing(Color::Black)]);
    let pawn = |square, color| Fault::PawnOnLastRank { square, color };
    let expected = [pawn(Square::new(5, 0), Color::Black), pawn(Square::new(5, 6), Color::White)];
    assert_eq!(faults("k4P/6/6/6/6/6/K4p w"), expected);
    assert_eq!(faults("k5/6/6/6/6/6/R4K w"), [Fault::OpponentInCheck(Color::Black)]);
    assert_eq!(faults("kE4/6/6/6/6/6/6 w"), [Fault::OpponentInCheck(Color::Black)]);
    // Unreachable, but a position: pawns on their own first rank, more pieces than a game can make.
    assert_eq!(faults("eppppp/qqqqqq/6/6/AAAAAA/QQQQQQ/PPPPPE w"), []);
}

/// A random game: what the fast code says of every position must equal the slow reading of the rules.
fn random_game<R: ThunderRules>(seed: u64) -> Result<(), TestCaseError> {
    let mut game = Game::new(position::<MiniThunder<R>>(R::SPEC.start));
    for ply in 0..100 {
        let position = *game.position();
        let fen = write_fen(&position);
        let board = reference::Board::read(&fen);
        prop_assert_eq!(written(&position), board.legal_moves(R::PROMOTION_FORCED, R::ROYAL_SLIDES_GUARDED), "{}", fen);
        prop_assert_eq!(position.in_check(), board.in_check(), "{}", fen);
        let moves = position.legal_moves();
        prop_assert_eq!(position.count_moves(), moves.len() as u64, "{}", fen);
        let mut tactical = Vec::new();
        position.generate_tactical(&mut tactical);
        let wins = |mv: &&PieceMove| mv.captured().is_some() || mv.piece() == PAWN && mv.facts().changes_piece();
        prop_assert_eq!(tactical, moves.iter().filter(wins).copied().collect::<Vec<_>>(), "{}", fen);
        let rebuilt = MiniThunder::<R>::from_setup(&position.setup());
        prop_assert_eq!(rebuilt.as_ref().map(Position::key), Ok(position.key()), "{}", fen);
        prop_assert_eq!(rebuilt, Ok(position));
        if moves.is_empty() {
            break;
        }
        game.push(moves[zobrist::mix(seed ^ ply) as usize % moves.len()]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_follow_the_rules(seed: u64) {
        random_game::<OriginalRules>(seed)?;
        random_game::<RevisedRules>(seed)?;
    }
}
