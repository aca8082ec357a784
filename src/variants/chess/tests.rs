use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

use super::*;
use crate::game::Game;
use crate::notation::{Dialect, Form, read_move, read_position, write_fen, write_move};
use crate::perft::{Options, perft};
use crate::rules::GameMove;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PAWNS_AND_ROOKS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PROMOTIONS_BOTH_WAYS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

fn position(fen: &str) -> Chess {
    read_position(fen, Form::Fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn faults(fen: &str) -> Vec<Fault> {
    read_position::<Chess>(fen, Form::Fen).expect_err(fen).faults
}

fn square(text: &str) -> Square {
    Square::parse(text).expect("a square")
}

/// The position after moves from `fen`, with its history.
fn played(fen: &str, moves: &str) -> Game<Chess> {
    let mut game = Game::new(position(fen));
    for token in moves.split_whitespace() {
        let mv = read_move(game.position(), token, Some(Dialect::Uci)).expect(token);
        game.push(mv);
    }
    game
}

fn uci_moves(position: &Chess, moves: &[PieceMove]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|&mv| write_move(position, mv, Dialect::Uci)).collect();
    texts.sort();
    texts
}

/// The tables of chessprogramming.org, "Perft Results".
#[test]
fn published_perft() {
    let tables: [(&str, &[u64]); 7] = [
        (SPEC.start, &[20, 400, 8902, 197_281, 4_865_609]),
        (KIWIPETE, &[48, 2039, 97_862, 4_085_603]),
        (PAWNS_AND_ROOKS, &[14, 191, 2812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]),
        ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[6, 264, 9467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379, 2_103_487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890, 3_894_594]),
    ];
    for (fen, counts) in tables {
        for (&nodes, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(&position(fen), depth, Options::default()), nodes, "{fen} at depth {depth}");
        }
    }
}

/// What every position of a game must fulfil by itself.
fn check_position(position: &Chess) {
    let again = Chess::from_setup(&position.setup()).expect("a position reached by play");
    assert_eq!(*position, again);
    assert_eq!(position.key(), again.key(), "{position:?}");

    let legal = position.legal_moves();
    assert_eq!(position.count_moves(), legal.len() as u64);
    let mut tactical = Vec::new();
    position.generate_tactical(&mut tactical);
    let underpromotes = |mv: &PieceMove| mv.facts().changes_piece() && mv.after() != QUEEN;
    let wins_material = |mv: &PieceMove| mv.captured().is_some() || mv.facts().changes_piece();
    let expected: Vec<_> = legal.iter().copied().filter(|mv| wins_material(mv) && !underpromotes(mv)).collect();
    assert_eq!(uci_moves(position, &tactical), uci_moves(position, &expected));
}

#[test]
fn random_games_agree_with_shakmaty() {
    for (nth, start) in
        [SPEC.start, KIWIPETE, PAWNS_AND_ROOKS, PROMOTIONS_BOTH_WAYS].into_iter().cycle().take(120).enumerate()
    {
        let mut ours = position(start);
        let theirs: Fen = start.parse().expect(start);
        let mut theirs: shakmaty::Chess = theirs.into_position(CastlingMode::Standard).expect(start);
        let mut random = zobrist::mix(nth as u64);
        for _ in 0..120 {
            assert_eq!(write_fen(&ours), Fen::from_position(&theirs, EnPassantMode::Legal).to_string());
            assert_eq!(ours.in_check(), theirs.is_check());
            check_position(&ours);
            let (moves, mut expected) = (ours.legal_moves(), Vec::new());
            let their_moves = theirs.legal_moves();
            expected.extend(their_moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()));
            expected.sort();
            assert_eq!(uci_moves(&ours, &moves), expected, "{}", write_fen(&ours));
            if moves.is_empty() {
                break;
            }
            random = zobrist::mix(random);
            let mv = moves[random as usize % moves.len()];
            let text = write_move(&ours, mv, Dialect::Uci);
            let their_move = their_moves.iter().find(|mv| mv.to_uci(CastlingMode::Standard).to_string() == text);
            theirs.play_unchecked(*their_move.expect("both lists are equal"));
            ours.play(mv, &mut Silent);
        }
    }
}

#[test]
fn special_moves_say_what_they_are() {
    let cases = [
        (KIWIPETE, "e1g1", Special::Castle, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1"),
        (KIWIPETE, "e1c1", Special::Castle, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R b kq - 1 1"),
        (
            KIWIPETE,
            "a2a4",
            Special::DoubleStep,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
        ),
        ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 5 9", "b4a3", Special::EnPassant, "4k3/8/8/8/8/p7/8/4K3 w - - 0 10"),
    ];
    for (fen, text, special, after) in cases {
        let game = played(fen, text);
        let mv = game.moves()[0];
        assert_eq!(mv.facts().special, special, "{text}");
        assert_eq!((mv.from(), mv.to()), (square(&text[..2]), square(&text[2..])));
        assert_eq!(write_fen(game.position()), after);
    }
}

#[test]
fn en_passant_counts_only_while_it_can_be_played() {
    let cases = [
        // Both pawns would leave the rank on which the king stands with a queen.
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", false),
        ("8/8/8/8/k2Pp3/8/8/3K3Q b - d3 0 1", true),
        // The capturing pawn is pinned on its file.
        ("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1", false),
        // The pawn that has just moved gives check, or another piece does.
        ("8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1", true),
        ("8/8/8/2k5/3Pp3/1N6/8/3K4 b - d3 0 1", false),
        // Nobody stands beside it.
        ("4k3/8/8/8/3P1p2/8/8/3K4 b - d3 0 1", false),
    ];
    for (fen, playable) in cases {
        let with = position(fen);
        let without = position(&fen.replace(" d3 ", " - "));
        assert_eq!(with.setup().en_passant, playable.then(|| square("d3")), "{fen}");
        assert_eq!(with != without, playable, "{fen}");
        assert_eq!(with.key() != without.key(), playable, "{fen}");
        assert_eq!(with.legal_moves().iter().any(|mv| mv.is(Special::EnPassant)), playable, "{fen}");
    }
}

#[test]
fn a_pass_forgoes_en_passant() {
    let mut position = position("4k3/8/8/8/3Pp3/8/8/3K4 b - d3 0 1");
    position.pass();
    assert_eq!(position, self::position("4k3/8/8/8/3Pp3/8/8/3K4 w - - 0 1"));
    assert_eq!(position.key(), Chess::from_setup(&position.setup()).expect("legal").key());
}

#[test]
fn impossible_positions_are_refused() {
    let (white, black) = (Color::White, Color::Black);
    let cases = [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", vec![Fault::NoKing(black)]),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", vec![Fault::TooManyKings { color: white, count: 2 }]),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", vec![Fault::PawnOnLastRank { square: square("a8"), color: white }]),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", vec![Fault::PawnOnFirstRank { square: square("h1"), color: white }]),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", vec![Fault::PawnOnFirstRank { square: square("h8"), color: black }]),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", vec![Fault::OpponentInCheck(black)]),
        ("8/8/8/3kK3/8/8/8/8 b - - 0 1", vec![Fault::OpponentInCheck(white)]),
        ("r3k3/8/8/8/8/8/8/R4K2 w Qkq - 0 1", vec![Fault::CastlingWithoutRook('Q'), Fault::CastlingWithoutRook('k')]),
    ];
    for (fen, expected) in cases {
        assert_eq!(faults(fen), expected, "{fen}");
    }
}

#[test]
fn impossible_en_passant_squares_are_refused() {
    for (target, board) in [
        ("e3", "4k3/8/8/4Pp2/8/8/8/4K3 b"),
        ("e6", "4k3/8/8/4pP2/8/8/8/4K3 b"),
        ("e5", "4k3/8/8/4pP2/8/8/8/4K3 w"),
        ("d6", "4k3/8/8/4pP2/8/8/8/4K3 w"),
        ("e6", "4k3/8/4n3/4pP2/8/8/8/4K3 w"),
        ("e6", "3k4/4n3/8/4pP2/8/8/8/4K3 w"),
        ("e6", "4k3/8/8/4PP2/8/8/8/4K3 w"),
    ] {
        let fen = format!("{board} - {target} 0 1");
        assert_eq!(faults(&fen), [Fault::ImpossibleEnPassant(square(target))], "{fen}");
    }
}

#[test]
fn positions_that_never_occur_are_accepted() {
    for (fen, moves) in [
        ("QQQQQQQQ/Q7/8/8/8/8/pp6/kn4K1 w - - 0 1", 123),
        ("NNNNNNNN/NNNNNNNN/NNNNNNNN/8/NNNNNN2/8/8/k6K w - - 4294967295 4294967295", 63),
        // Check from three sides.
        ("4k3/8/8/b3r3/8/2n5/8/4K3 w - - 0 1", 3),
    ] {
        let position = position(fen);
        assert_eq!(write_fen(&position), fen);
        check_position(&position);
        assert_eq!(position.count_moves(), moves, "{fen}");
    }
}

#[test]
fn counters_stop_at_their_limit() {
    let game = played("4k3/8/8/8/8/8/8/4K2R b - - 4294967295 4294967295", "e8e7");
    assert_eq!((game.position().clock(), game.position().setup().move_number), (u32::MAX, u32::MAX));
}

#[test]
fn material_that_cannot_mate() {
    for (pieces, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4K1N1", true),
        ("4k1b1/8/8/8/8/8/8/4K3", true),
        ("4kb2/8/8/8/8/8/8/B1B1K3", true),
        ("4k1b1/8/8/8/8/8/8/B3K3", false),
        ("4k1n1/8/8/8/8/8/8/4K1N1", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
        ("4kn2/8/8/8/8/8/8/B3K3", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
    ] {
        let reason = position(&format!("{pieces} b - - 0 1")).dead();
        assert_eq!(reason, dead.then_some(Reason::InsufficientMaterial), "{pieces}");
    }
}

#[test]
fn games_end() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let cases = [
        (SPEC.start, "f2f3 e7e5 g2g4 d8h4", Some(Outcome::win(Color::Black, Reason::Checkmate))),
        ("7k/8/8/6Q1/8/8/8/6K1 w - - 0 1", "g5g6", Some(Outcome::draw(Reason::Stalemate))),
        ("7k/8/6K1/8/8/8/8/R7 w - - 98 80", "g6f6", None),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "g6f6", Some(Outcome::draw(Reason::HundredPlies))),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", Some(Outcome::win(Color::White, Reason::Checkmate))),
        ("7k/8/8/8/8/8/6r1/6K1 w - - 0 1", "g1g2", Some(Outcome::draw(Reason::InsufficientMaterial))),
        (SPEC.start, shuffle, Some(Outcome::draw(Reason::ThreefoldRepetition))),
        // The first of the three positions still had castling rights that the king then gave up.
        ("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", None),
        // The first of the three positions allowed a capture en passant.
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", None),
    ];
    for (fen, moves, outcome) in cases {
        assert_eq!(played(fen, moves).outcome(), outcome, "{fen} {moves}");
    }
}
