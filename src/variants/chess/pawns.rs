//! What the evaluation counts in chess only: pawn structure, the pair of bishops, rooks on open files.

use crate::board::{Bitboard, Color, Kind, Square};
use crate::rules::weights::{Ledger, Table};

/// A group of weights, one row of the game's own table each.
#[derive(Clone, Copy)]
enum Group {
    /// Passed pawns, by rank.
    Passed,
    /// Passed pawns whose next square is empty, by rank.
    Free,
    /// Pawns beside or defended by a pawn, by rank.
    Together,
    /// Steps of the enemy king to the next square of a passed pawn.
    EnemyKing,
    /// Steps of the own king to the next square of a passed pawn.
    OwnKing,
    /// Pieces attacked by pawns, by kind.
    PawnThreat,
    /// Everything else, by [`Other`].
    Other,
}

/// What has one weight.
#[derive(Clone, Copy)]
enum Other {
    Isolated,
    Doubled,
    Backward,
    BishopPair,
    OpenFile,
    HalfOpenFile,
    SeventhRank,
}

/// What the terms need to know of one side.
pub(super) struct Side {
    pub color: Color,
    pub pawns: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub king: Square,
}

const fn weight(group: Group, nth: usize) -> usize {
    Table::Extra.at(Kind(0), group as usize, nth)
}

/// The squares in front of a set, as `color` moves, the set itself left out.
#[inline]
fn front(color: Color, set: Bitboard) -> Bitboard {
    let step = |set: Bitboard, by: u32| match color {
        Color::White => Bitboard(set.0 << (8 * by)),
        Color::Black => Bitboard(set.0 >> (8 * by)),
    };
    let once = step(set, 1);
    let twice = once | step(once, 1);
    let four = twice | step(twice, 2);
    four | step(four, 4)
}

/// A set with its neighbours to both sides, the set itself left out.
#[inline]
fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

#[inline]
fn step(color: Color, set: Bitboard) -> Bitboard {
    if color == Color::White { set.north() } else { set.south() }
}

/// King steps between two squares.
#[inline]
fn steps(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// The rank as `color` counts it, from 0.
#[inline]
fn rank(color: Color, square: Square) -> usize {
    usize::from(if color == Color::White { square.rank() } else { 7 - square.rank() })
}

/// Tells what counts for one side; `targets` are the enemy's pieces by kind, pawns not among them.
#[inline]
pub(super) fn tell<L: Ledger>(
    us: &Side,
    them: &Side,
    occupied: Bitboard,
    targets: &[(Kind, Bitboard)],
    ledger: &mut L,
) {
    let (color, pawns) = (us.color, us.pawns);
    let threats = beside(step(color, pawns));
    let enemy_fronts = front(them.color, them.pawns);
    let passed = pawns.without(enemy_fronts | beside(enemy_fronts) | front(them.color, pawns));
    for pawn in passed {
        let rank = rank(color, pawn);
        let next = pawn.forward(color);
        ledger.add(color, weight(Group::Passed, rank), 1);
        if !occupied.has(next) {
            ledger.add(color, weight(Group::Free, rank), 1);
        }
        ledger.add(color, weight(Group::EnemyKing, steps(them.king, next)), 1);
        ledger.add(color, weight(Group::OwnKing, steps(us.king, next)), 1);
    }
    for pawn in pawns & (threats | beside(pawns)) {
        ledger.add(color, weight(Group::Together, rank(color, pawn)), 1);
    }
    let files = front(Color::White, pawns) | front(Color::Black, pawns) | pawns;
    let enemy_files = front(Color::White, them.pawns) | front(Color::Black, them.pawns) | them.pawns;
    let isolated = pawns.without(beside(files));
    // No pawn beside or behind can defend it, and the next square is the enemy pawns'.
    let guarded = front(color, beside(pawns)) | beside(pawns);
    let backward = pawns.without(guarded | isolated) & step(them.color, beside(step(them.color, them.pawns)));
    let mut count = |other: Other, set: Bitboard| {
        if set.any() {
            ledger.add(color, weight(Group::Other, other as usize), set.count() as i32);
        }
    };
    count(Other::Isolated, isolated);
    count(Other::Doubled, pawns & front(color, pawns));
    count(Other::Backward, backward);
    count(Other::OpenFile, us.rooks.without(files | enemy_files));
    count(Other::HalfOpenFile, us.rooks.without(files) & enemy_files);
    count(Other::SeventhRank, us.rooks & Bitboard::rank(if color == Color::White { 6 } else { 1 }));
    if us.bishops.several() {
        ledger.add(color, weight(Group::Other, Other::BishopPair as usize), 1);
    }
    for &(kind, set) in targets {
        let attacked = (set & threats).count() as i32;
        if attacked > 0 {
            ledger.add(color, weight(Group::PawnThreat, kind.index()), attacked);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what it hears of White.
    #[derive(Default)]
    struct Notes(Vec<(usize, i32)>);

    impl Ledger for Notes {
        fn add(&mut self, color: Color, at: usize, times: i32) {
            assert_eq!(color, Color::White);
            self.0.push((at, times));
        }
    }

    fn set(squares: &[&str]) -> Bitboard {
        squares.iter().filter_map(|text| Square::parse(text)).fold(Bitboard::EMPTY, |set, square| set | square.bit())
    }

    fn side(color: Color, pawns: &[&str], rooks: &[&str], king: &str) -> Side {
        let king = Square::parse(king).expect("a square");
        Side { color, pawns: set(pawns), bishops: Bitboard::EMPTY, rooks: set(rooks), king }
    }

    #[test]
    fn a_structure_is_taken_apart() {
        let white = side(Color::White, &["a2", "a4", "d5", "e5", "g2", "h3"], &["b1", "c7"], "e4");
        let black = side(Color::Black, &["a7", "c7", "f4", "h4"], &[], "e8");
        let targets = [(Kind(1), set(&["f6", "c6"])), (Kind(3), set(&["b3"]))];
        let mut notes = Notes::default();
        tell(&white, &black, white.pawns | black.pawns, &targets, &mut notes);
        let times =
            |group, nth| notes.0.iter().filter(|&&(at, _)| at == weight(group, nth)).map(|&(_, n)| n).sum::<i32>();
        // c7 stops the d-pawn, nobody the e-pawn; it is two steps from the king at e4 and two from the one at e8.
        assert_eq!((times(Group::Passed, 4), times(Group::Free, 4)), (1, 1));
        assert_eq!((times(Group::OwnKing, 2), times(Group::EnemyKing, 2)), (1, 1));
        assert_eq!((times(Group::Together, 4), times(Group::Together, 2)), (2, 1));
        let other = |other: Other| times(Group::Other, other as usize);
        assert_eq!((other(Other::Isolated), other(Other::Doubled), other(Other::Backward)), (2, 1, 1));
        assert_eq!((other(Other::OpenFile), other(Other::HalfOpenFile), other(Other::SeventhRank)), (1, 1, 1));
        assert_eq!((times(Group::PawnThreat, 1), times(Group::PawnThreat, 3)), (2, 1));
    }
}
