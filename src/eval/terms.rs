//! What the evaluation counts in a position, told to a [`Ledger`]: one that adds weights up evaluates, one that keeps the
//! counts learns.

use crate::board::{Bitboard, Color, Kind, Piece, Square};
use crate::rules::Position;
use crate::rules::weights::{Ledger, Table};

/// Where tables that are not by kind stand.
const ANY: Kind = Kind(0);

/// The squares of `set` and all squares beside them.
#[inline]
pub(super) fn neighbourhood(set: Bitboard) -> Bitboard {
    let row = set | set.east() | set.west();
    row | row.north() | row.south()
}

/// Where the weight of a piece on a square stands.
#[inline]
pub(super) fn on_square<P: Position>(piece: Piece, square: Square) -> usize {
    Table::on(piece.kind, P::EVAL.symmetry.seen_from(piece.color, &P::SPEC.geometry, square))
}

/// Where the weight of the `count`-th piece of a kind in hand stands.
#[inline]
pub(super) const fn in_hand(kind: Kind, count: u32) -> usize {
    Table::Hand.at(kind, 0, count.saturating_sub(1) as usize)
}

/// Tells what changes with moves one by one: pieces on squares and in hands.
pub(super) fn tell_placement<P: Position>(position: &P, ledger: &mut impl Ledger) {
    for color in Color::ALL {
        for kind in P::SPEC.kinds() {
            for square in position.pieces(color, kind) {
                ledger.add(color, on_square::<P>(Piece { color, kind }, square), 1);
            }
            for count in 1..=position.held(color, kind) {
                ledger.add(color, in_hand(kind, count), 1);
            }
        }
    }
}

/// How much of the game's middle is left.
pub(super) fn stage<P: Position>(position: &P) -> i32 {
    let count = |kind| Color::ALL.map(|color| position.pieces(color, kind).count() as i32).iter().sum::<i32>();
    P::SPEC.kinds().map(|kind| P::EVAL.stage[kind.index()] * count(kind)).sum()
}

/// What one side attacks.
struct Attacks {
    all: Bitboard,
    /// Without the king's.
    of_others: Bitboard,
}

/// Tells what depends on the whole board: mobility, distances to the kings, threats, the safety of the kings, the tempo, and
/// what only this game knows.
#[inline]
pub(super) fn tell_activity<P: Position, L: Ledger>(position: &P, ledger: &mut L) {
    let occupied = position.occupied_by(Color::White) | position.occupied_by(Color::Black);
    // Each side by itself, so that the compiler sees which sign its weights have.
    let attacks =
        [tell_pieces(position, Color::White, occupied, ledger), tell_pieces(position, Color::Black, occupied, ledger)];
    let turn = position.turn();
    for color in Color::ALL {
        let row = usize::from(color != turn);
        tell_threats(position, color, row, &attacks, ledger);
        tell_king(position, color, row, &attacks, ledger);
    }
    ledger.add(turn, Table::Tempo.at(ANY, 0, 0), 1);
    position.tell_extra(ledger);
}

/// Tells what the pieces of one side do, and returns what they attack.
#[inline(always)]
fn tell_pieces<P: Position, L: Ledger>(position: &P, color: Color, occupied: Bitboard, ledger: &mut L) -> Attacks {
    let kings = [position.kings(color), position.kings(!color)];
    let (own, zone) = (position.occupied_by(color), neighbourhood(kings[1]));
    let [own_king, enemy_king] = kings.map(|kings| kings.into_iter().next());
    let mut attacks = Attacks { all: Bitboard::EMPTY, of_others: Bitboard::EMPTY };
    for kind in 0..P::SPEC.pieces.len() as u8 {
        let kind = Kind(kind);
        for from in position.pieces(color, kind) {
            let reach = P::attacks(color, kind, from, occupied);
            attacks.all |= reach;
            if !kings[0].has(from) {
                attacks.of_others |= reach;
            }
            ledger.add(color, Table::Mobility.at(kind, 0, reach.without(own).count() as usize), 1);
            ledger.add(color, Table::Pressure.at(kind, 0, (reach & zone).count() as usize), 1);
            if let Some(king) = enemy_king {
                ledger.add(color, distance(Table::EnemyKing, color, kind, from, king), 1);
            }
            if let Some(king) = own_king {
                ledger.add(color, distance(Table::OwnKing, color, kind, from, king), 1);
            }
        }
    }
    attacks
}

/// Places within a kind's rows of a table of distances: by colour, by the king's square, by the piece's square.
static DISTANCES: [[[u8; 64]; 64]; 2] = {
    let mut table = [[[0; 64]; 64]; 2];
    let mut king = 0;
    while king < 64 {
        let mut from = 0;
        while from < 64 {
            let (ahead, aside) = (king as i32 / 8 - from as i32 / 8, king as i32 % 8 - from as i32 % 8);
            table[0][king][from] = Table::OwnKing.within((7 + ahead) as usize, aside.unsigned_abs() as usize);
            table[1][king][from] = Table::OwnKing.within((7 - ahead) as usize, aside.unsigned_abs() as usize);
            from += 1;
        }
        king += 1;
    }
    table
};

/// Where the weight for a piece on `from` and a king on `to` stands in a table of distances.
#[inline]
fn distance(table: Table, color: Color, kind: Kind, from: Square, to: Square) -> usize {
    table.at(kind, 0, 0) + usize::from(DISTANCES[color.index()][to.index()][from.index()])
}

/// Tells which pieces of `color` are attacked.
#[inline]
fn tell_threats<P: Position, L: Ledger>(
    position: &P,
    color: Color,
    row: usize,
    attacks: &[Attacks; 2],
    ledger: &mut L,
) {
    let attacked = position.occupied_by(color) & attacks[(!color).index()].all;
    if !attacked.any() {
        return;
    }
    let hanging = attacked.without(attacks[color.index()].all);
    for kind in 0..P::SPEC.pieces.len() as u8 {
        let attacked = attacked & position.pieces(color, Kind(kind));
        if attacked.any() {
            ledger.add(color, Table::Attacked.at(ANY, row, kind.into()), attacked.count() as i32);
            let hanging = (attacked & hanging).count() as i32;
            ledger.add(color, Table::Hanging.at(ANY, row, kind.into()), hanging);
        }
    }
}

/// Tells how safe the king of `color` is.
#[inline]
fn tell_king<P: Position, L: Ledger>(position: &P, color: Color, row: usize, attacks: &[Attacks; 2], ledger: &mut L) {
    let king = position.kings(color);
    if !king.any() {
        return;
    }
    let around = neighbourhood(king) & P::SPEC.geometry.playable;
    let enemy = attacks[(!color).index()].all;
    let weak = (around & enemy).without(attacks[color.index()].of_others);
    let free = around.without(enemy | position.occupied_by(color));
    let held: u32 = P::SPEC.hands.map_or(0, |hands| hands.order.iter().map(|&kind| position.held(!color, kind)).sum());
    ledger.add(color, Table::Danger.at(ANY, row * 4 + held.min(3) as usize, weak.count() as usize), 1);
    ledger.add(color, Table::Escapes.at(ANY, row, free.count() as usize), 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbourhoods_stop_at_the_edges() {
        assert_eq!(neighbourhood(Square::new(0, 0).bit()).count(), 4);
        assert_eq!(neighbourhood(Square::new(7, 4).bit()).count(), 6);
        assert_eq!(neighbourhood(Square::new(3, 3).bit()).count(), 9);
    }

    #[test]
    fn distances_are_seen_by_the_owner() {
        let (low, high) = (Square::new(2, 1), Square::new(4, 6));
        let at = |color, from, to| distance(Table::OwnKing, color, Kind(1), from, to);
        assert_eq!(at(Color::White, low, high), Table::OwnKing.at(Kind(1), 12, 2));
        assert_eq!(at(Color::Black, high, low), at(Color::White, low, high));
        assert_eq!(at(Color::White, high, low), Table::OwnKing.at(Kind(1), 2, 2));
    }
}
