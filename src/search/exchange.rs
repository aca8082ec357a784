//! Static exchange evaluation: whether a capture loses material when both sides go on taking on its square.
//!
//! It knows what a game makes of a piece that takes: one that turns over, absorbs what it takes or loses a part of itself
//! stands there as something else, and what falls into a hand counts twice. It does not know pins, promotions, or what the
//! moves open elsewhere.

use super::order::Gain;
use crate::board::{Bitboard, Color, Kind, Square};
use crate::rules::{MoveFacts, Position};

/// What a king is worth on the square of an exchange, in centipawns: more than everything else.
const KING: i32 = 20_000;

/// An exchange under way, and what the side that began has won by it so far, in centipawns.
struct Exchange<'p, P> {
    position: &'p P,
    square: Square,
    /// What has not moved to the square yet, and what stands on it.
    occupied: Bitboard,
    standing: Kind,
    won: i32,
}

/// Whether a capture loses material when both sides go on taking on its square, the cheapest piece first, as long as they
/// gain by it.
#[inline]
pub(super) fn loses<P: Position>(position: &P, facts: &MoveFacts) -> bool {
    let won = Gain::<P>::of(facts);
    // Mostly what was taken is worth more than what can be lost.
    let takes_piece = facts.captured.is_some_and(|taken| P::EVAL.board[taken.index()] > 0);
    takes_piece && won < stake::<P>(facts.after) && goes_wrong(position, facts, won)
}

fn goes_wrong<P: Position>(position: &P, facts: &MoveFacts, won: i32) -> bool {
    let us = position.turn();
    let all = position.occupied_by(Color::White) | position.occupied_by(Color::Black);
    let occupied = facts.from.map_or(all, |from| all.without(from.bit())) | facts.to.bit();
    let mut exchange = Exchange { position, square: facts.to, occupied, standing: facts.after, won };
    // Who is behind must take, or has lost the exchange; and has lost it, too, if that is not enough.
    while exchange.won >= 0 {
        if !exchange.take(!us, -1) || exchange.won >= 0 {
            return false;
        }
        if !exchange.take(us, 1) {
            return true;
        }
    }
    true
}

impl<P: Position> Exchange<'_, P> {
    /// `side` takes with its cheapest piece; `sign` is 1 for the side that began and -1 for the other. Whether it can.
    fn take(&mut self, side: Color, sign: i32) -> bool {
        let attackers = self.position.attackers(side, self.square, self.occupied) & self.occupied;
        let of_kind = |kind| attackers & self.position.pieces(side, kind);
        let cheapest = P::SPEC.kinds().filter(|&kind| of_kind(kind).any()).min_by_key(|&kind| stake::<P>(kind));
        let Some(kind) = cheapest else {
            return false;
        };
        let value = &P::EVAL.board;
        let after = P::captor(kind, self.standing);
        self.won += sign * (stake::<P>(self.standing) + value[after.index()] - value[kind.index()]);
        self.occupied = self.occupied.without(of_kind(kind).first().bit());
        self.standing = after;
        true
    }
}

/// What is lost with a piece of this kind, in centipawns.
#[inline]
fn stake<P: Position>(kind: Kind) -> i32 {
    match P::EVAL.board[kind.index()] {
        0 => KING,
        value if P::SPEC.hands.is_some() => 2 * value,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Form, read_move, read_position};
    use crate::rules::GameMove;
    use crate::variants::{Chess, MiniThunder, Minishogi, OriginalRules};

    fn check<P: Position>(fen: &str, losing: &[&str], sound: &[&str]) {
        let position: P = read_position(fen, Form::Fen).expect("a position");
        for (moves, expected) in [(losing, true), (sound, false)] {
            for text in moves {
                let mv = read_move(&position, text, None).expect("a move");
                assert_eq!(loses(&position, &mv.facts()), expected, "{fen} {text}");
            }
        }
    }

    #[test]
    fn chess() {
        check::<Chess>("4k3/8/3p4/4p3/8/5N2/8/4RK2 w - - 0 1", &["f3e5"], &[]);
        check::<Chess>("4k3/8/8/4p3/8/5N2/8/4RK2 w - - 0 1", &[], &["f3e5", "e1e5"]);
        // The second rook stands behind the first; the queen behind the enemy's rook.
        check::<Chess>("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", &["e2e5"], &[]);
        check::<Chess>("6k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", &[], &["e2e5"]);
        // The king may not take what is defended.
        check::<Chess>("8/8/8/3kp3/8/5N2/4R3/6K1 w - - 0 1", &[], &["f3e5"]);
        check::<Chess>("8/8/8/3kp3/8/5N2/8/6K1 w - - 0 1", &["f3e5"], &[]);
    }

    #[test]
    fn what_falls_into_a_hand_counts_twice() {
        // A silver for a pawn and then the pawn's captor: in chess, as much as a bishop for a pawn.
        check::<Minishogi>("k4/1g3/2p2/1S3/K4[] w - - 0 1", &["b2c3"], &[]);
        check::<Minishogi>("k4/5/2p2/1S3/K4[] w - - 0 1", &[], &["b2c3"]);
    }

    #[test]
    fn a_compound_loses_a_part_by_taking() {
        // A queen that takes a defended pawn with its rook is a rook there, and is taken.
        check::<MiniThunder<OriginalRules>>("5k/6/1p4/p5/6/6/Q3K1 w - - 0 1", &["a1a4r"], &[]);
        check::<MiniThunder<OriginalRules>>("5k/6/6/n5/6/6/R3K1 w - - 0 1", &[], &["a1a4m"]);
    }
}
