//! Minishogi: shogi on 5 x 5 squares, with one rank to promote on.

use crate::board::attacks::{self, SquareTable, both_ways, leaps};
use crate::board::{Bitboard, Color, Geometry, Hands, Kind, Observer, Piece, Placement, Silent, Square, zobrist};
use crate::rules::{
    EvalSpec, Fault, HandSpec, Layout, Outcome, PieceMove, PieceSpec, Position, Reason, Repetition, Setup, Sink, Spec,
    Special, Suffix, Symmetry, WinRate,
};

#[cfg(test)]
mod tests;

// A piece and its promoted face are neighbours, the plain face even.
const PAWN: Kind = Kind(0);
const TOKIN: Kind = Kind(1);
const SILVER: Kind = Kind(2);
const NARIGIN: Kind = Kind(3);
const BISHOP: Kind = Kind(4);
const HORSE: Kind = Kind(5);
const ROOK: Kind = Kind(6);
const DRAGON: Kind = Kind(7);
const GOLD: Kind = Kind(8);
const KING: Kind = Kind(9);
const KINDS: usize = 10;

const HAND_ORDER: [Kind; 5] = [ROOK, BISHOP, GOLD, SILVER, PAWN];

const GEOMETRY: Geometry = Geometry::full(5, 5);
const BOARD: Bitboard = GEOMETRY.playable;

// Promoted pieces go by the letters of their names in shogi literature, with N for narigin, the promoted silver: the game
// has no knight that it could be taken for.
static SPEC: Spec = Spec {
    name: "minishogi",
    aliases: &[],
    title: "Minishogi",
    geometry: GEOMETRY,
    pieces: &[
        PieceSpec { symbol: "P", letter: 'P', name: "pawn" },
        PieceSpec { symbol: "+P", letter: 'T', name: "tokin" },
        PieceSpec { symbol: "S", letter: 'S', name: "silver" },
        PieceSpec { symbol: "+S", letter: 'N', name: "promoted silver" },
        PieceSpec { symbol: "B", letter: 'B', name: "bishop" },
        PieceSpec { symbol: "+B", letter: 'H', name: "horse" },
        PieceSpec { symbol: "R", letter: 'R', name: "rook" },
        PieceSpec { symbol: "+R", letter: 'D', name: "dragon" },
        PieceSpec { symbol: "G", letter: 'G', name: "gold" },
        PieceSpec { symbol: "K", letter: 'K', name: "king" },
    ],
    start: "rbsgk/4p/5/P4/KGSBR[] w - - 0 1",
    repetition: Repetition { occurrences: 4, perpetual_check_loses: true, first_side_loses: true },
    ply_limit: None,
    captures_reversible: true,
    suffix: Suffix::Sign,
    hands: Some(HandSpec { order: &HAND_ORDER, most: 2 }),
    castling: false,
    points: false,
    usi: true,
    layouts: &[Layout {
        pictures: "P.BR.S...G.+.++.+K",
        holdings: 5,
        parent: "shogi",
        by_letter: false,
        betza: &["fW", "WfF", "FfW", "WfF", "B", "BW", "R", "RF", "WfF", "K"],
    }],
};

//                      P    T    S    N    B    H    R    D    G    K
static EVAL: EvalSpec = EvalSpec {
    board: [121, 358, 216, 221, 300, 427, 353, 588, 274, 0, 0, 0, 0, 0, 0, 0],
    hand: [90, 0, 229, 0, 300, 0, 389, 0, 280, 0, 0, 0, 0, 0, 0, 0],
    stage: [0; 16],
    full_stage: 0,
    exchanges: true,
    symmetry: Symmetry::Rotation,
    weights: include!("weights/minishogi.rs"),
    win_rate: WinRate { offset: 20.0, scale: 250.0 },
};

static GOLD_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::GOLD_STEPS);
static SILVER_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::SILVER_STEPS);
static PAWN_ATTACKS: [SquareTable; 2] = both_ways(BOARD, attacks::PAWN_STEPS);
static KING_ATTACKS: SquareTable = leaps(BOARD, &attacks::DIRECTIONS);

/// The face with which a piece lies in a hand.
#[inline]
const fn plain(kind: Kind) -> Kind {
    if kind.0 < GOLD.0 { Kind(kind.0 & !1) } else { kind }
}

/// What a piece becomes by promoting; `None` for pieces that cannot, or already have.
#[inline]
const fn promoted(kind: Kind) -> Option<Kind> {
    if kind.0 < GOLD.0 && kind.0 & 1 == 0 { Some(Kind(kind.0 + 1)) } else { None }
}

/// A Minishogi position.
#[derive(Clone, Copy, Debug)]
pub struct Minishogi {
    pieces: Placement<KINDS>,
    hands: Hands,
    turn: Color,
    clock: u32,
    move_number: u32,
}

impl PartialEq for Minishogi {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.hands == other.hands && self.turn == other.turn
    }
}

impl Eq for Minishogi {}

#[inline]
fn reach(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    let (side, at) = (color.index(), from.index());
    match kind {
        PAWN => PAWN_ATTACKS[side][at],
        SILVER => SILVER_ATTACKS[side][at],
        GOLD | TOKIN | NARIGIN => GOLD_ATTACKS[side][at],
        BISHOP => attacks::bishop(from, occupied) & BOARD,
        HORSE => attacks::bishop(from, occupied) & BOARD | KING_ATTACKS[at],
        ROOK => attacks::rook(from, occupied) & BOARD,
        DRAGON => attacks::rook(from, occupied) & BOARD | KING_ATTACKS[at],
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

impl Minishogi {
    #[inline]
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, KING).first()
    }

    /// All pieces of both sides that move as a gold, slide straight, and slide diagonally.
    #[inline]
    fn families(&self) -> [Bitboard; 3] {
        let kind = |kind| self.pieces.kind(kind);
        [kind(GOLD) | kind(TOKIN) | kind(NARIGIN), kind(ROOK) | kind(DRAGON), kind(BISHOP) | kind(HORSE)]
    }

    /// All squares that `by` attacks, were `occupied` the occupied squares.
    #[inline]
    fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let mut sum = Bitboard::EMPTY;
        for kind in SPEC.kinds() {
            for from in self.pieces.of(by, kind) {
                sum |= reach(by, kind, from, occupied);
            }
        }
        sum
    }

    #[inline]
    fn restraint(&self) -> Restraint {
        let king = self.king(self.turn);
        let occupied = self.pieces.occupied();
        let checkers = self.attackers(!self.turn, king, occupied);
        let answers = match checkers.try_first() {
            None => BOARD,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        Restraint { king, checkers, answers, pinned: self.pinned(king, occupied) }
    }

    /// The own pieces that alone stand between the king and an enemy slider.
    #[inline]
    fn pinned(&self, king: Square, occupied: Bitboard) -> Bitboard {
        let [_, straight, diagonal] = self.families();
        let snipers =
            attacks::rook(king, Bitboard::EMPTY) & straight | attacks::bishop(king, Bitboard::EMPTY) & diagonal;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & self.pieces.color(!self.turn) {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.several() {
                pinned |= blockers;
            }
        }
        pinned & self.pieces.color(self.turn)
    }

    /// Gives to `sink` the legal moves on the board: all promotions, and the other moves to targets in `wanted`.
    #[inline]
    fn generate_board<S: Sink<PieceMove>>(&self, wanted: Bitboard, restraint: &Restraint, sink: &mut S) {
        let us = self.turn;
        let (own, occupied) = (self.pieces.color(us), self.pieces.occupied());
        let Restraint { king, checkers, answers, pinned } = *restraint;
        let near = KING_ATTACKS[king.index()] & wanted.without(own);
        if near.any() {
            let safe = near.without(self.attacked(!us, occupied ^ king.bit()));
            self.emit(KING, KING, king, safe, sink);
        }
        if checkers.several() {
            return;
        }
        for kind in 0..KING.0 {
            let kind = Kind(kind);
            for from in self.pieces.kind(kind) & own {
                let mut to = reach(us, kind, from, occupied).without(own) & answers;
                if pinned.has(from) {
                    to &= attacks::line(king, from);
                }
                self.emit_both_faces(kind, from, to, wanted, sink);
            }
        }
    }

    /// Gives the moves of a piece to `to` to `sink`: promoting ones, and of the others those to targets in `wanted`.
    #[inline]
    fn emit_both_faces<S: Sink<PieceMove>>(
        &self,
        kind: Kind,
        from: Square,
        to: Bitboard,
        wanted: Bitboard,
        sink: &mut S,
    ) {
        let zone = GEOMETRY.last_rank(self.turn);
        if let Some(after) = promoted(kind) {
            self.emit(kind, after, from, if zone.has(from) { to } else { to & zone }, sink);
        }
        // On the last rank an unpromoted pawn could never move again.
        let staying = if kind == PAWN { to.without(zone) } else { to };
        self.emit(kind, kind, from, staying & wanted, sink);
    }

    #[inline]
    fn emit<S: Sink<PieceMove>>(&self, kind: Kind, after: Kind, from: Square, to: Bitboard, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        sink.push_all(to & enemy, |to| {
            PieceMove::quiet(kind, from, to).capturing(self.pieces.kind_on(to)).becoming(after)
        });
        sink.push_all(to.without(enemy), |to| PieceMove::quiet(kind, from, to).becoming(after));
    }

    /// Gives the legal drops on `targets`, which are empty, to `sink`.
    #[inline]
    fn generate_drops<S: Sink<PieceMove>>(&self, targets: Bitboard, sink: &mut S) {
        let hand = self.hands.of(self.turn);
        if hand.is_empty() || targets.is_empty() {
            return;
        }
        for kind in HAND_ORDER {
            if hand.count(kind) > 0 {
                let targets = if kind == PAWN { self.pawn_drops(targets) } else { targets };
                sink.push_all(targets, |to| PieceMove::drop(kind, to));
            }
        }
    }

    /// The squares of `targets` on which a pawn may be dropped: not on the last rank, not on a file with an own unpromoted
    /// pawn, not with mate.
    fn pawn_drops(&self, targets: Bitboard) -> Bitboard {
        let (us, them) = (self.turn, !self.turn);
        let mut allowed = targets.without(GEOMETRY.last_rank(us));
        for pawn in self.pieces.of(us, PAWN) {
            allowed = allowed.without(Bitboard::file(pawn.file()));
        }
        // The one square from which a pawn gives check is where the enemy king, were it a pawn, would go.
        let checking = PAWN_ATTACKS[them.index()][self.king(them).index()] & allowed;
        match checking.try_first() {
            Some(to) if self.drop_mates(to) => allowed.without(checking),
            _ => allowed,
        }
    }

    /// Whether a pawn dropped on `to`, where it gives check, mates. No drop answers it, for there is nothing between.
    fn drop_mates(&self, to: Square) -> bool {
        let mut next = *self;
        next.play(PieceMove::drop(PAWN, to), &mut Silent);
        next.count_moves() == 0
    }
}

/// Notes a fault for each file on which a side has two unpromoted pawns.
fn check_pawn_files(setup: &Setup, faults: &mut Vec<Fault>) {
    for color in Color::ALL {
        for file in 0..GEOMETRY.files {
            let pawns = setup
                .pieces()
                .filter(|&(square, piece)| piece == Piece { color, kind: PAWN } && square.file() == file)
                .count();
            if pawns > 1 {
                faults.push(Fault::DoubledPawns { file: char::from(b'a' + file), color });
            }
        }
    }
}

impl Position for Minishogi {
    type Move = PieceMove;

    const SPEC: &'static Spec = &SPEC;
    const EVAL: &'static EvalSpec = &EVAL;

    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        setup.check_one_royal(|kind| kind == KING, &mut faults);
        setup.check_sorts(&SPEC, plain, &mut faults);
        setup.check_pawn_ranks(PAWN, |color| GEOMETRY.last_rank(color).first().rank(), &mut faults);
        check_pawn_files(setup, &mut faults);
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
            self.hands.spend(us, mv.piece(), observer);
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
        let [golds, straight, diagonal] = self.families();
        let found = PAWN_ATTACKS[side][at] & pieces.kind(PAWN)
            | SILVER_ATTACKS[side][at] & pieces.kind(SILVER)
            | GOLD_ATTACKS[side][at] & golds
            | KING_ATTACKS[at] & (pieces.kind(KING) | pieces.kind(HORSE) | pieces.kind(DRAGON))
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal;
        found & pieces.color(by)
    }

    #[inline]
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        reach(color, kind, from, occupied)
    }
}
