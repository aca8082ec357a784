//! Moves in words, for people who do not read notation: "silver takes rook on c3 and turns over into a lance, check".

use crate::board::{Kind, Silent, Square};
use crate::game::has_legal_move;
use crate::rules::{GameMove, MoveFacts, Position, Spec, Special, Suffix};

/// What a legal move of `position` does, in words.
#[must_use]
pub fn explain<P: Position>(position: &P, mv: P::Move) -> String {
    let facts = mv.facts();
    let mut after = *position;
    after.play(mv, &mut Silent);
    deed(position, &facts) + &change(P::SPEC, &facts) + &consequence(&after)
}

fn name<P: Position>(kind: Kind) -> &'static str {
    P::SPEC.piece(kind).name
}

/// What moves where, and what it takes.
fn deed<P: Position>(position: &P, facts: &MoveFacts) -> String {
    let (piece, to) = (name::<P>(facts.piece), facts.to);
    let Some(from) = facts.from else {
        return format!("{piece} dropped on {to}");
    };
    let taken = facts.captured.map(name::<P>);
    match (facts.special, facts.left, taken) {
        (Special::Castle, ..) => format!("castles {}", if to.file() < 4 { "queenside" } else { "kingside" }),
        (Special::Fusion, ..) => format!("{piece} joins the {} on {to}", resident(position, to)),
        (Special::EnPassant, _, Some(taken)) => format!("{piece} takes {taken} en passant on {to}"),
        (_, Some(left), None) => {
            format!("{} leaves the {} on {from} for {to}", name::<P>(facts.after), name::<P>(left))
        }
        (_, _, Some(taken)) => format!("{piece} takes {taken} on {to}"),
        (_, None, None) => format!("{piece} from {from} to {to}"),
    }
}

/// What stands on a square.
fn resident<P: Position>(position: &P, square: Square) -> &'static str {
    position.setup().board[square.index()].map_or("piece", |piece| name::<P>(piece.kind))
}

/// What the piece becomes.
fn change(spec: &Spec, facts: &MoveFacts) -> String {
    // The part that leaves a compound has been named already.
    if !facts.changes_piece() || facts.left.is_some() {
        return String::new();
    }
    let becomes = match spec.suffix {
        Suffix::Sign => "turns over into",
        Suffix::Letter if spec.piece(facts.piece).letter == 'P' => "promotes to",
        Suffix::Letter => "becomes",
    };
    format!(" and {becomes} {}", with_article(spec.piece(facts.after).name))
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// What the move means for the other side.
fn consequence<P: Position>(after: &P) -> String {
    if let Some(outcome) = after.decided() {
        return format!(", {}", outcome.reason);
    }
    if !has_legal_move(after) {
        return format!(", {}", after.stuck().reason);
    }
    if after.in_check() { ", check".to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Form, read_move, read_position};
    use crate::variants::{Chess, MicroShogi, MiniForest, MiniThunder, Minishogi, OriginalRules, Standard};

    fn said<P: Position>(fen: &str, token: &str) -> String {
        let position: P = read_position(fen, Form::Fen).expect("a position");
        explain(&position, read_move(&position, token, None).expect("a legal move"))
    }

    #[test]
    fn pieces_of_shogi_turn_over() {
        assert_eq!(said::<MicroShogi>(MicroShogi::SPEC.start, "d2d3"), "pawn from d2 to d3");
        let fen = "3k/4/2r1/1+L2/K3[P] w - - 0 1";
        assert_eq!(said::<MicroShogi>(fen, "b2c3-"), "silver takes rook on c3 and turns over into a lance");
        assert_eq!(said::<MicroShogi>(fen, "+P@a5"), "knight dropped on a5");
        assert_eq!(said::<MicroShogi>(fen, "P@d4"), "pawn dropped on d4, check");
        let fen = "4k/P4/5/5/K4[] w - - 0 1";
        assert_eq!(said::<Minishogi>(fen, "a4a5+"), "pawn from a4 to a5 and turns over into a tokin");
    }

    #[test]
    fn chess_has_its_special_moves() {
        let fen = "4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        assert_eq!(said::<Chess>(fen, "e1g1"), "castles kingside");
        assert_eq!(said::<Chess>(fen, "e1c1"), "castles queenside");
        assert_eq!(said::<Chess>(fen, "e5d6"), "pawn takes pawn en passant on d6");
        assert_eq!(said::<Chess>(fen, "a7a8q"), "pawn from a7 to a8 and promotes to a queen, check");
        assert_eq!(said::<Chess>("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"), "rook from a1 to a8, checkmate");
    }

    #[test]
    fn compounds_come_and_go() {
        type Thunder = MiniThunder<OriginalRules>;
        let fen = "5k/6/6/A5/6/N5/R4K w - - 0 1";
        assert_eq!(said::<Thunder>(fen, "a4b5b"), "bishop leaves the knight on a4 for b5");
        assert_eq!(said::<Thunder>(fen, "a1a2m"), "rook joins the knight on a2 and becomes a marshal");
        let fen = "5k/6/6/Q1p3/6/6/5K w - - 0 1";
        assert_eq!(said::<Thunder>(fen, "a4c4r"), "queen takes pawn on c4 and becomes a rook");
    }

    #[test]
    fn a_captured_king_ends_the_game() {
        let fen = "8/8/8/8/8/2k5/1B6/6K1 w - - 0 1 0:0";
        let said = said::<MiniForest<Standard>>(fen, "b2c3");
        assert_eq!(said, "bishop takes king on c3, king captured 20:0");
    }
}
