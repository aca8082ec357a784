//! Micro Shogi: 4 files x 5 ranks, drops, and every capture turns the captor over.

use crate::board::attacks::{self, SquareTable, both_ways, leaps};
use crate::board::{Bitboard, Color, Geometry, Hands, Kind, Observer, Piece, Placement, Silent, Square, zobrist};
use crate::rules::{
    EvalSpec, Fault, HandSpec, Layout, Outcome, PieceMove, PieceSpec, Position, Reason, Repetition, Setup, Sink, Spec,
    Special, Suffix, Symmetry, WinRate,
};

// The two faces of a piece are neighbours, the plain face even, so that turning over is `kind ^ 1`.
const PAWN: Kind = Kind(0);
const KNIGHT: Kind = Kind(1);
const LANCE: Kind = Kind(2);
const SILVER: Kind = Kind(3);
const BISHOP: Kind = Kind(4);
const TOKIN: Kind = Kind(5);
const ROOK: Kind = Kind(6);
const GOLD: Kind = Kind(7);
const KING: Kind = Kind(8);
const KINDS: usize = 9;

const HAND_ORDER: [Kind; 4] = [ROOK, BISHOP, LANCE, PAWN];

const GEOMETRY: Geometry = Geometry::full(4, 5);
const BOARD: Bitboard = GEOMETRY.playable;

static SPEC: Spec = Spec {
    name: "micro",
    aliases: &["microshogi"],
    title: "Micro Shogi",
    geometry: GEOMETRY,
    pieces: &[
        PieceSpec { symbol: "P", letter: 'P', name: "pawn" },
        PieceSpec { symbol: "+P", letter: 'N', name: "knight" },
        PieceSpec { symbol: "L", letter: 'L', name: "lance" },
        PieceSpec { symbol: "+L", letter: 'S', name: "silver" },
        PieceSpec { symbol: "B", letter: 'B', name: "bishop" },
        PieceSpec { symbol: "+B", letter: 'T', name: "tokin" },
        PieceSpec { symbol: "R", letter: 'R', name: "rook" },
        PieceSpec { symbol: "+R", letter: 'G', name: "gold" },
        PieceSpec { symbol: "K", letter: 'K', name: "king" },
    ],
    start: "kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1",
    repetition: Repetition { occurrences: 4, perpetual_check_loses: true, first_side_loses: false },
    ply_limit: None,
    captures_reversible: true,
    suffix: Suffix::Sign,
    hands: Some(HandSpec { order: &HAND_ORDER, most: 2 }),
    castling: false,
    points: false,
    usi: true,
    layouts: &[
        // Holdings for more than nine sorts would spoil the board, so there is a place for each piece's plain face only.
        Layout {
            pictures: "P.BRL......+.+++K",
            holdings: 4,
            parent: "shogi",
            by_letter: false,
            betza: &["fW", "fN", "fR", "FfW", "B", "WfF", "R", "WfF", "K"],
        },
        // Between programs every face is a piece of its own: so every move is one line.
        Layout {
            pictures: "PNBR.....GT.....S.LK",
            holdings: 0,
            parent: "bughouse",
            by_letter: true,
            betza: &["fW", "fN", "fR", "FfW", "B", "WfF", "R", "WfF", "K"],
        },
    ],
};

//                      P    N    L    S    B    T    R    G    K
static EVAL: EvalSpec = EvalSpec {
    board: [105, 117, 64, 204, 289, 305, 364, 337, 0, 0, 0, 0, 0, 0, 0, 0],
    hand: [193, 0, 295, 0, 352, 0, 438, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    stage: [0; 16],
    full_stage: 0,
    exchanges: false,
    symmetry: Symmetry::Rotation,
    weights: include!("weights/micro.rs"),
    win_rate: WinRate { offset: 20.0, scale: 250.0 },
};

/// A knight of shogi jumps forward only.
const KNIGHT_LEAPS: [(i8, i8); 2] = [(-1, 2), (1, 2)];

static GOLD_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::GOLD_STEPS);
static SILVER_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::SILVER_STEPS);
static PAWN_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::PAWN_STEPS);
static KNIGHT_ATTACKS: [SquareTable; 2] = both_ways(BOARD, KNIGHT_LEAPS);
static KING_ATTACKS: SquareTable = leaps(BOARD, &attacks::DIRECTIONS);
static AHEAD: [SquareTable; 2] = [attacks::rays((0, 1)), attacks::rays((0, -1))];

/// The other face of a piece; a king has none.
#[inline]
const fn turned(kind: Kind) -> Kind {
    if kind.0 == KING.0 { KING } else { Kind(kind.0 ^ 1) }
}

/// The face with which a piece lies in a hand.
#[inline]
const fn plain(kind: Kind) -> Kind {
    Kind(kind.0 & !1)
}

/// A Micro Shogi position.
#[derive(Clone, Copy, Debug)]
pub struct MicroShogi {
    pieces: Placement<KINDS>,
    hands: Hands,
    turn: Color,
    clock: u32,
    move_number: u32,
}

impl PartialEq for MicroShogi {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.hands == other.hands && self.turn == other.turn
    }
}

impl Eq for MicroShogi {}

#[inline]
fn lance_slide(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::file_slide(from, occupied) & AHEAD[color.index()][from.index()]
}

#[inline]
fn reach(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    let (side, at) = (color.index(), from.index());
    match kind {
        PAWN => PAWN_ATTACKS[side][at],
        KNIGHT => KNIGHT_ATTACKS[side][at],
        SILVER => SILVER_ATTACKS[side][at],
        GOLD | TOKIN => GOLD_ATTACKS[side][at],
        LANCE => lance_slide(color, from, occupied) & BOARD,
        BISHOP => attacks::bishop(from, occupied) & BOARD,
        ROOK => attacks::rook(from, occupied) & BOARD,
        _ => KING_ATTACKS[at],
    }
}

/// What limits the moves of a side: checks to answer, pins, squares the king may not enter.
struct Restraint {
    king: Square,
    checkers: Bitboard,
    /// Targets that answer the check, if one piece gives check; all squares without a check.
    answers: Bitboard,
    pinned: Bitboard,
}

impl MicroShogi {
    #[inline]
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, KING).first()
    }

    /// All squares that `by` attacks, were `occupied` the occupied squares.
    #[inline]
    fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let (side, own) = (by.index(), self.pieces.color(by));
        let all = |table: &[SquareTable; 2], set: Bitboard| {
            (set & own).into_iter().fold(Bitboard::EMPTY, |sum, from| sum | table[side][from.index()])
        };
        let pieces = &self.pieces;
        let pawns = pieces.kind(PAWN) & own;
        let mut sum = match by {
            Color::White => pawns.north(),
            Color::Black => pawns.south(),
        };
        sum |= KING_ATTACKS[self.king(by).index()];
        sum |= all(&GOLD_ATTACKS, pieces.kind(GOLD) | pieces.kind(TOKIN));
        sum |= all(&SILVER_ATTACKS, pieces.kind(SILVER));
        sum |= all(&KNIGHT_ATTACKS, pieces.kind(KNIGHT));
        for from in pieces.kind(LANCE) & own {
            sum |= lance_slide(by, from, occupied);
        }
        for from in pieces.kind(BISHOP) & own {
            sum |= attacks::bishop(from, occupied);
        }
        for from in pieces.kind(ROOK) & own {
            sum |= attacks::rook(from, occupied);
        }
        sum
    }

    #[inline]
    fn restraint(&self) -> Restraint {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let occupied = self.pieces.occupied();
        let checkers = self.attackers(them, king, occupied);
        let answers = match checkers.try_first() {
            None => BOARD,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        Restraint { king, checkers, answers, pinned: self.pinned(king, occupied) }
    }

    /// The own pieces that alone stand between the king and an enemy slider.
    #[inline]
    fn pinned(&self, king: Square, occupied: Bitboard) -> Bitboard {
        let (us, enemy) = (self.turn, self.pieces.color(!self.turn));
        let pieces = &self.pieces;
        let (rooks, bishops, lances) = (pieces.kind(ROOK), pieces.kind(BISHOP), pieces.kind(LANCE));
        let mut pinned = Bitboard::EMPTY;
        if (rooks | bishops | lances).meets(enemy) {
            let snipers = attacks::rook(king, Bitboard::EMPTY) & (rooks | lances & AHEAD[us.index()][king.index()])
                | attacks::bishop(king, Bitboard::EMPTY) & bishops;
            for sniper in snipers & enemy {
                let blockers = attacks::between(king, sniper) & occupied;
                if !blockers.several() {
                    pinned |= blockers & pieces.color(us);
                }
            }
        }
        pinned
    }

    /// Gives the legal moves on the board to targets in `wanted` to `sink`.
    #[inline]
    fn generate_board<S: Sink<PieceMove>>(&self, wanted: Bitboard, restraint: &Restraint, sink: &mut S) {
        let us = self.turn;
        let (own, occupied) = (self.pieces.color(us), self.pieces.occupied());
        let Restraint { king, checkers, answers, pinned } = *restraint;
        let near = KING_ATTACKS[king.index()] & wanted.without(own);
        if near.any() {
            let safe = near.without(self.attacked(!us, occupied ^ king.bit()));
            self.emit(KING, king, safe, sink);
        }
        if checkers.several() {
            return;
        }
        let targets = wanted.without(own) & answers;
        for kind in 0..KING.0 {
            let kind = Kind(kind);
            for from in self.pieces.kind(kind) & own {
                let mut to = reach(us, kind, from, occupied) & targets;
                if pinned.has(from) {
                    to &= attacks::line(king, from);
                }
                self.emit(kind, from, to, sink);
            }
        }
    }

    #[inline]
    fn emit<S: Sink<PieceMove>>(&self, kind: Kind, from: Square, to: Bitboard, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        sink.push_all(to & enemy, |to| {
            PieceMove::quiet(kind, from, to).capturing(self.pieces.kind_on(to)).becoming(turned(kind))
        });
        sink.push_all(to.without(enemy), |to| PieceMove::quiet(kind, from, to));
    }

    #[inline]
    fn generate_drops<S: Sink<PieceMove>>(&self, targets: Bitboard, sink: &mut S) {
        let hand = self.hands.of(self.turn);
        if hand.is_empty() || targets.is_empty() {
            return;
        }
        for kind in HAND_ORDER {
            if hand.count(kind) > 0 {
                sink.push_all(targets, |to| PieceMove::drop(kind, to));
                sink.push_all(targets, |to| PieceMove::drop(turned(kind), to));
            }
        }
    }
}

impl Position for MicroShogi {
    type Move = PieceMove;

    const SPEC: &'static Spec = &SPEC;
    const EVAL: &'static EvalSpec = &EVAL;

    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        setup.check_one_royal(|kind| kind == KING, &mut faults);
        setup.check_sorts(&SPEC, plain, &mut faults);
        let mut position = Self {
            pieces: Placement::default(),
            hands: Hands::holding(&setup.hands, &HAND_ORDER),
            turn: setup.turn,
            clock: setup.clock,
            move_number: setup.move_number,
        };
        for (square, piece) in setup.pieces() {
            position.pieces.put(piece, square, &mut Silent);
        }
        let checked = |side: Color| position.attackers(!side, position.king(side), position.pieces.occupied()).any();
        setup.check_waiting_side(|kind| kind == KING, checked, &mut faults);
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    fn setup(&self) -> Setup {
        let (turn, hands) = (self.turn, self.hands.counts());
        Setup {
            turn,
            hands,
            clock: self.clock,
            move_number: self.move_number,
            board: self.pieces.to_board(),
            ..Setup::default()
        }
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.pieces.key() ^ self.hands.key() ^ zobrist::turn(self.turn)
    }

    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn checkers(&self) -> Bitboard {
        self.attackers(!self.turn, self.king(self.turn), self.pieces.occupied())
    }

    #[inline]
    fn kings(&self, color: Color) -> Bitboard {
        self.pieces.of(color, KING)
    }

    #[inline]
    fn generate<S: Sink<PieceMove>>(&self, sink: &mut S) {
        let restraint = self.restraint();
        self.generate_board(BOARD, &restraint, sink);
        if !restraint.checkers.several() {
            let empty = BOARD.without(self.pieces.occupied());
            self.generate_drops(empty & restraint.answers, sink);
        }
    }

    #[inline]
    fn generate_tactical<S: Sink<PieceMove>>(&self, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        self.generate_board(enemy, &self.restraint(), sink);
    }

    #[inline]
    fn play<O: Observer>(&mut self, mv: PieceMove, observer: &mut O) {
        let (us, them) = (self.turn, !self.turn);
        self.clock = self.clock.saturating_add(1);
        if mv.is(Special::Drop) {
            self.hands.spend(us, plain(mv.piece()), observer);
            self.clock = 0;
        } else {
            self.pieces.lift(Piece { color: us, kind: mv.piece() }, mv.from(), observer);
        }
        if let Some(captured) = mv.captured() {
            self.pieces.lift(Piece { color: them, kind: captured }, mv.to(), observer);
            self.hands.gain(us, plain(captured), observer);
            self.clock = 0;
        }
        self.pieces.put(Piece { color: us, kind: mv.after() }, mv.to(), observer);
        self.move_number = self.move_number.saturating_add(us.index() as u32);
        self.turn = them;
    }

    #[inline]
    fn pass(&mut self) {
        self.turn = !self.turn;
    }

    fn stuck(&self) -> Outcome {
        let reason = if self.in_check() { Reason::Checkmate } else { Reason::NoLegalMove };
        Outcome::win(!self.turn, reason)
    }

    #[inline]
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.pieces.of(color, kind)
    }

    #[inline]
    fn occupied_by(&self, color: Color) -> Bitboard {
        self.pieces.color(color)
    }

    #[inline]
    fn held(&self, color: Color, kind: Kind) -> u32 {
        self.hands.of(color).count(kind)
    }

    #[inline]
    fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        // A piece attacks the square exactly if the same piece of the other side would attack it from there.
        let (side, at) = ((!by).index(), square.index());
        let pieces = &self.pieces;
        let mut found = PAWN_ATTACKS[side][at] & pieces.kind(PAWN)
            | KNIGHT_ATTACKS[side][at] & pieces.kind(KNIGHT)
            | SILVER_ATTACKS[side][at] & pieces.kind(SILVER)
            | GOLD_ATTACKS[side][at] & (pieces.kind(GOLD) | pieces.kind(TOKIN))
            | KING_ATTACKS[at] & pieces.kind(KING);
        let (rooks, bishops, lances) = (pieces.kind(ROOK), pieces.kind(BISHOP), pieces.kind(LANCE));
        if (rooks | bishops | lances).meets(pieces.color(by)) {
            found |= attacks::rank_slide(square, occupied) & rooks;
            found |= attacks::file_slide(square, occupied) & (rooks | lances & AHEAD[side][at]);
            found |= attacks::bishop(square, occupied) & bishops;
        }
        found & pieces.color(by)
    }

    #[inline]
    fn captor(kind: Kind, _: Kind) -> Kind {
        turned(kind)
    }

    #[inline]
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        reach(color, kind, from, occupied)
    }
}
