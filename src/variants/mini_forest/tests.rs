//! Rules one by one on small boards, and the generator against a slow one.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::game::Game;
use crate::perft::{Options, perft};
use crate::rules::GameMove;

const LETTERS: &str = "PKFBADCG";

const START: &str = "Kc1 Ga1 De1 Dd2 Ag1 Af2 Bb2 Ch2 Pa3 Pc3 Pe3 Pg3 kf8 gh8 dd8 de7 ab8 ac7 bg7 ca7 pb6 pd6 pf6 ph6";

/// A set-up with White to move from `Kc1 pa7 ...`: White's pieces in capitals, each with its square.
fn setup(pieces: &str) -> Setup {
    let mut setup = Setup::default();
    for word in pieces.split_whitespace() {
        let (letter, square) = word.split_at(1);
        let color = if letter == letter.to_uppercase() { Color::White } else { Color::Black };
        let kind = Kind(LETTERS.find(&letter.to_uppercase()).expect("a piece letter") as u8);
        setup.board[Square::parse(square).expect("a square").index()] = Some(Piece { color, kind });
    }
    setup
}

fn position<R: ForestRules>(setup: &Setup) -> MiniForest<R> {
    MiniForest::from_setup(setup).expect("a position")
}

fn text(mv: PieceMove) -> String {
    let promotion = if mv.piece() == mv.after() { "" } else { &LETTERS[mv.after().index()..=mv.after().index()] };
    format!("{}{}{}", mv.from(), mv.to(), promotion.to_lowercase())
}

fn find<R: ForestRules>(position: &MiniForest<R>, wanted: &str) -> PieceMove {
    let found = position.legal_moves().into_iter().find(|&mv| text(mv) == wanted);
    found.unwrap_or_else(|| panic!("{wanted} is not legal"))
}

fn played<R: ForestRules>(position: &MiniForest<R>, mv: &str) -> MiniForest<R> {
    let mut next = *position;
    next.play(find(position, mv), &mut Silent);
    next
}

/// Where the piece on `from` can go, sorted and joined.
fn targets<R: ForestRules>(pieces: &str, from: &str) -> String {
    let moves = position::<R>(&setup(pieces)).legal_moves();
    let mut found: Vec<String> =
        moves.into_iter().filter(|mv| mv.from().to_string() == from).map(|mv| text(mv)[2..].to_owned()).collect();
    found.sort();
    found.join(" ")
}

fn faults_of(setup: &Setup) -> Vec<Fault> {
    MiniForest::<Standard>::from_setup(setup).err().unwrap_or_default()
}

#[test]
fn start_positions_have_the_published_counts() {
    let start = setup(START);
    let count = |depth| perft(&position::<Standard>(&start), depth, Options::default());
    assert_eq!([1, 2, 3, 4, 5].map(count), [12, 142, 1_760, 21_478, 278_474]);
    let count = |depth| perft(&position::<Hopper>(&start), depth, Options::default());
    assert_eq!([1, 2, 3, 4, 5].map(count), [12, 144, 1_812, 22_676, 301_910]);
    let count = |depth| perft(&position::<Classic>(&start), depth, Options::default());
    assert_eq!([1, 2, 3, 4, 5].map(count), [11, 121, 1_393, 15_921, 194_995]);
}

#[test]
fn leapers_jump_over_anything_but_stay_on_the_board() {
    let around = "Kc3 kh8 pe5 pc5";
    assert_eq!(targets::<Standard>(&format!("{around} Ad4"), "d4"), "b2 b6 f2 f6");
    assert_eq!(targets::<Standard>(&format!("{around} Dd4"), "d4"), "b4 d2 d6 f4");
    assert_eq!(targets::<Standard>(&format!("{around} Cd4"), "d4"), "a3 a5 c1 c7 e1 e7 g3 g5");
    assert_eq!(targets::<Standard>(&format!("{around} Fd4"), "d4"), "c5 e3 e5");
    assert_eq!(targets::<Standard>("Kc1 kf8 Aa1 Dh2 Cg1 Fa7", "a1"), "c3");
    assert_eq!(targets::<Standard>("Kc1 kf8 Aa1 Dh2 Cg1 Fa7", "h2"), "f2 h4");
    assert_eq!(targets::<Standard>("Kc1 kf8 Aa1 Dh2 Cg1 Fa7", "g1"), "d2 f4 h4");
    assert_eq!(targets::<Standard>("Kc1 kf8 Aa1 Dh2 Cg1 Fa7", "a7"), "b6 b8");
}

#[test]
fn grasshopper_hops_in_steps_of_two_on_straight_lines() {
    // d4 to the right: over f4 to h4; upwards over d6 to d8; to the left over b4 there is nothing; over c3 to b2.
    assert_eq!(targets::<Standard>("Kh2 ka7 Gd4 Pf4 pd6 pb4 Pc3", "d4"), "b2 d8 h4");
    assert_eq!(targets::<Hopper>("Kh2 ka7 Gd4 Pf4 pd6 pb4 Pc3", "d4"), "b2 d8 h4");
    assert_eq!(targets::<Classic>("Kh2 ka7 Gd4 Pf4 pd6 pb4 Pc3", "d4"), "b2");
    // Down and to the left from the far corner, over pieces at a distance.
    assert_eq!(targets::<Standard>("Kh2 ka7 Gh8 pc3 Ph4 pd8", "h8"), "b2 b8");
}

#[test]
fn only_some_grasshoppers_capture() {
    let blocked = "Kh2 ka7 Gd4 Pe5 pf6 Pc5 Fb6 pd6 gd8";
    assert_eq!(targets::<Standard>(blocked, "d4"), "");
    assert_eq!(targets::<Hopper>(blocked, "d4"), "d8 f6");
    assert_eq!(targets::<Classic>(blocked, "d4"), "f6");
    let square = Square::parse("d4").expect("a square");
    let occupied = position::<Hopper>(&setup(blocked)).pieces.occupied();
    let attacked = |set: Bitboard| set.into_iter().map(|to| to.to_string()).collect::<Vec<_>>().join(" ");
    // The squares of own pieces are attacked, too: that is what protects them.
    let hopper = MiniForest::<Hopper>::attacks(Color::White, GRASSHOPPER, square, occupied);
    assert_eq!(attacked(hopper), "b6 f6 d8");
    assert_eq!(MiniForest::<Standard>::attacks(Color::White, GRASSHOPPER, square, occupied), Bitboard::EMPTY);
}

#[test]
fn pawn_promotes_to_six_pieces_moving_and_capturing() {
    let start = position::<Standard>(&setup("Kc1 kf8 Pg7 bh8"));
    let promotions: BTreeSet<String> =
        start.legal_moves().into_iter().filter(|mv| mv.piece() == PAWN).map(text).collect();
    let expected = ["f8", "h8"].iter().flat_map(|to| "abcdfg".chars().map(move |letter| format!("g7{to}{letter}")));
    assert_eq!(promotions, expected.collect());
    let after = played(&start, "g7h8g");
    assert_eq!(after.points, [5, 0]);
    assert_eq!(after.pieces(Color::White, GRASSHOPPER), Square::parse("h8").expect("a square").bit());
    assert!(after.pieces(Color::White, PAWN).is_empty());
    assert_eq!(targets::<Standard>("Kc1 kf8 Pa3", "a3"), "b4");
    let mut black = setup("Kc1 kf8 pd4 Fe3");
    black.turn = Color::Black;
    let moves: Vec<String> = position::<Standard>(&black).legal_moves().into_iter().map(text).collect();
    assert!(moves.contains(&"d4c3".to_owned()) && moves.contains(&"d4e3".to_owned()));
}

#[test]
fn captures_score_and_a_promoted_piece_counts_as_what_it_is() {
    for (victim, points) in [('p', 1), ('b', 5), ('g', 3), ('c', 3), ('a', 1), ('d', 1), ('f', 1)] {
        let start = position::<Standard>(&setup(&format!("Kc1 kf8 {victim}d2")));
        assert_eq!(played(&start, "c1d2").points, [points, 0], "{victim}");
    }
    let mut start = setup("Ka1 kf8 Pg7 ch4");
    start.clock = 5;
    let line = ["g7h8b", "h4g7", "a1b2", "g7h4"];
    let end = line.iter().fold(position::<Standard>(&start), |position, mv| played(&position, mv));
    assert_eq!((end.points, end.clock, end.move_number), ([0, 0], 3, 3));
    let mut black = setup("Ka1 kg7 Bh8");
    black.turn = Color::Black;
    assert_eq!(played(&position::<Standard>(&black), "g7h8").points, [0, 5]);
}

#[test]
fn king_may_stay_attacked_and_its_capture_ends_the_game_by_points() {
    let king_taken = |points: [u32; 2]| {
        let mut start = setup("Kc1 kf8 Pg7 Fa3");
        start.points = points;
        (position::<Standard>(&start), position::<Classic>(&start))
    };
    for (points, winner) in [([3, 8], Some(Color::White)), ([3, 23], None), ([3, 28], Some(Color::Black))] {
        let (standard, classic) = king_taken(points);
        assert!(!standard.in_check());
        let end = played(&standard, "g7f8b");
        assert_eq!(end.decided(), Some(Outcome { winner, reason: Reason::KingCaptured([23, points[1]]) }));
        assert!(end.legal_moves().is_empty());
        assert_eq!(Game::new(end).outcome(), end.decided());
        // In the classic rules the side without a king has lost.
        assert_eq!(played(&classic, "g7f8b").decided().and_then(|end| end.winner), Some(Color::White));
    }
}

#[test]
fn position_without_kings_is_a_finished_game() {
    let mut bare = setup("Pa3 pb6");
    bare.points = [7, 4];
    let outcome = |winner| Some(Outcome { winner, reason: Reason::KingCaptured([7, 4]) });
    assert_eq!(position::<Standard>(&bare).decided(), outcome(Some(Color::White)));
    assert_eq!(position::<Classic>(&bare).decided(), outcome(None));
    assert_eq!(position::<Hopper>(&bare).count_moves(), 0);
}

#[test]
fn no_legal_move_is_a_draw() {
    // The grasshopper shuts the king in and has nothing to hop over that leaves room behind it.
    let stuck = position::<Standard>(&setup("Ka1 Gb2 kh8"));
    assert_eq!(Game::new(stuck).outcome(), Some(Outcome::draw(Reason::NoLegalMove)));
}

#[test]
fn hundred_plies_and_three_occurrences_draw() {
    let mut start = setup("Ka1 kh8");
    start.clock = 99;
    let mut game = Game::new(position::<Standard>(&start));
    assert_eq!(game.outcome(), None);
    game.push(find(game.position(), "a1b2"));
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::HundredPlies)));

    let mut game = Game::new(position::<Standard>(&setup("Ka1 kh8")));
    for mv in ["a1b2", "h8g7", "b2a1", "g7h8", "a1b2", "h8g7", "b2a1"] {
        game.push(find(game.position(), mv));
        assert_eq!(game.outcome(), None);
    }
    game.push(find(game.position(), "g7h8"));
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::ThreefoldRepetition)));
}

#[test]
fn wrong_set_ups_are_refused_with_every_reason() {
    let square = |text| Square::parse(text).expect("a square");
    let color = Color::White;
    assert_eq!(
        faults_of(&setup("Kc1 Ke1 kf8 Pd8 pb1")),
        [
            Fault::LightSquare { piece: "p".to_owned(), square: square("b1") },
            Fault::TooManyKings { color, count: 2 },
            Fault::PawnOnLastRank { square: square("b1"), color: Color::Black },
            Fault::PawnOnLastRank { square: square("d8"), color },
        ]
    );
    assert_eq!(faults_of(&setup("Kc1 kf8 Pa1 ph8 Bb2 Bd2 Bf2")), []);
}

#[test]
fn points_race_matters_up_to_the_worth_of_a_king() {
    let value = |points| {
        let mut start = setup("Kc1 kf8");
        start.points = points;
        (position::<Standard>(&start).special_eval(), position::<Classic>(&start).special_eval())
    };
    let leads = [0, 1, 19, 20, 21].map(|lead| value([lead, 0]).0);
    assert!(leads.is_sorted_by(|a, b| a < b), "{leads:?}");
    assert!(leads[4] - leads[3] > leads[1] - leads[0]);
    assert_eq!(value([500, 0]).0, leads[4]);
    assert_eq!(value([0, 21]).0, -leads[4]);
    assert_eq!(value([u32::MAX, 0]), (leads[4], 0));
}

#[test]
fn counters_saturate() {
    let mut start = setup("Ka1 kh8 pb2");
    (start.clock, start.move_number, start.points) = (u32::MAX, u32::MAX, [u32::MAX, u32::MAX]);
    let captured = played(&position::<Standard>(&start), "a1b2");
    assert_eq!((captured.clock, captured.points), (0, [u32::MAX, u32::MAX]));
    start.turn = Color::Black;
    let moved = played(&position::<Standard>(&start), "h8g7");
    assert_eq!((moved.clock, moved.move_number), (u32::MAX, u32::MAX));
}

/// All legal moves as (from, to, kind afterwards, captured kind), square by square from the text of the rules.
fn slow_moves(setup: &Setup, straight_hops: bool, hops_capture: bool) -> BTreeSet<(Square, Square, u8, Option<u8>)> {
    let mut moves = BTreeSet::new();
    if Color::ALL.iter().any(|&color| setup.count(color, |kind| kind == KING) == 0) {
        return moves;
    }
    for (from, piece) in setup.pieces().filter(|(_, piece)| piece.color == setup.turn) {
        let ahead = if piece.color == Color::White { 1 } else { -1 };
        for to in slow_targets(setup, from, LETTERS.as_bytes()[piece.kind.index()], ahead, straight_hops) {
            let there = setup.board[to.index()];
            let is_hop = piece.kind == GRASSHOPPER;
            if there.is_some_and(|other| other.color == piece.color || (is_hop && !hops_capture)) {
                continue;
            }
            let captured = there.map(|other| other.kind.0);
            let farthest = if ahead == 1 { 7 } else { 0 };
            if piece.kind == PAWN && to.rank() == farthest {
                moves.extend((2..8).map(|kind| (from, to, kind, captured)));
            } else {
                moves.insert((from, to, piece.kind.0, captured));
            }
        }
    }
    moves
}

fn slow_targets(setup: &Setup, from: Square, letter: u8, ahead: i8, straight_hops: bool) -> Vec<Square> {
    let mut targets = Vec::new();
    for df in -3i8..=3 {
        for dr in -3i8..=3 {
            let fits = match (letter, df.abs(), dr.abs()) {
                (b'P', 1, 1) => dr == ahead,
                (b'K' | b'F', 1, 1) | (b'A', 2, 2) | (b'D', 2, 0) | (b'D', 0, 2) | (b'C', 1, 3) | (b'C', 3, 1) => true,
                _ => false,
            };
            targets.extend(from.offset(df, dr).filter(|_| fits));
        }
    }
    let is_empty = |square: Square| setup.board[square.index()].is_none();
    for df in -1..=1 {
        for dr in -1..=1 {
            let diagonal = df != 0 && dr != 0;
            if (df, dr) == (0, 0) || !(letter == b'B' && diagonal || letter == b'G' && (diagonal || straight_hops)) {
                continue;
            }
            let (df, dr) = if diagonal { (df, dr) } else { (2 * df, 2 * dr) };
            let mut passed = Vec::new();
            let mut at = from.offset(df, dr);
            while let Some(square) = at.filter(|&square| is_empty(square)) {
                passed.push(square);
                at = square.offset(df, dr);
            }
            if letter == b'B' {
                targets.append(&mut passed);
                targets.extend(at);
            } else {
                targets.extend(at.and_then(|hurdle| hurdle.offset(df, dr)));
            }
        }
    }
    targets
}

/// Plays `choices` from `position` and checks every position on the way.
fn check_line<R: ForestRules>(mut position: MiniForest<R>, choices: &[u8]) -> Result<(), TestCaseError> {
    for &choice in choices {
        let setup = position.setup();
        let again = MiniForest::<R>::from_setup(&setup);
        prop_assert_eq!(again.as_ref(), Ok(&position));
        prop_assert_eq!(again.map(|again| again.key()), Ok(position.key()));
        let moves = position.legal_moves();
        let as_set = |moves: &[PieceMove]| -> BTreeSet<_> {
            let facts = moves.iter().map(|mv| mv.facts());
            facts.map(|m| (m.from.unwrap_or(m.to), m.to, m.after.0, m.captured.map(|kind| kind.0))).collect()
        };
        let slow = slow_moves(&setup, R::STRAIGHT_HOPS, R::HOPS_CAPTURE);
        prop_assert_eq!(as_set(&moves), slow.clone());
        prop_assert_eq!((moves.len(), position.count_moves()), (slow.len(), slow.len() as u64));
        let mut tactical = Vec::new();
        position.generate_tactical(&mut tactical);
        let wins_material = |mv: &&PieceMove| mv.captured().is_some() || mv.piece() != mv.after();
        let expected: Vec<PieceMove> = moves.iter().filter(wins_material).copied().collect();
        prop_assert_eq!((tactical.len(), as_set(&tactical)), (expected.len(), as_set(&expected)));
        prop_assert_eq!(position.decided().is_some(), position.pieces.kind(KING).count() < 2);
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()], &mut Silent);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn moves_equal_a_slow_generator(choices in prop::collection::vec(any::<u8>(), 150)) {
        let start = setup(START);
        check_line(position::<Standard>(&start), &choices)?;
        check_line(position::<Hopper>(&start), &choices)?;
        check_line(position::<Classic>(&start), &choices)?;
    }
}
