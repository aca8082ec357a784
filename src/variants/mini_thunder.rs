//! Mini Thunder Chess: 6 files x 7 ranks, pieces that merge, split, promote when attacked and demote when they capture.
//!
//! Everything is made of four simple pieces, the king, rook, bishop and knight; a compound is two of them on one square.
//! A side's royal piece is its king or the compound that the king is a part of.

use std::fmt::Debug;
use std::marker::PhantomData;

use self::pieces::{
    BISHOP, BOARD, DRAGON_KING, EQUES_REX, GEOMETRY, KINDS, KING, KING_ATTACKS, KNIGHT, KNIGHT_ATTACKS, MARSHAL,
    MINISTERS, OBLIQUE_LINES, PALADIN, PAWN, PAWN_ATTACKS, POPE, QUEEN, ROOK, STRAIGHT_LINES, ahead, is_royal, joined,
    metamorphosed, parts, simple_reach,
};
use crate::board::attacks;
use crate::board::{Bitboard, Color, Kind, Observer, Piece, Placement, Silent, Square, zobrist};
use crate::rules::{
    EvalSpec, Fault, Layout, Outcome, PieceMove, PieceSpec, Position, Reason, Repetition, Setup, Sink, Spec, Special,
    Suffix, Symmetry, WinRate,
};

mod pieces;
#[cfg(test)]
mod tests;

/// What a rule set of Mini Thunder Chess fixes.
pub trait ThunderRules: Copy + Debug + Send + Sync + 'static {
    /// Name, board, pieces and counters.
    const SPEC: &'static Spec;
    /// Whether an attacked rook, bishop or knight that moves to an empty square must promote (else it may).
    const PROMOTION_FORCED: bool;
    /// Whether a whole Pope or Dragon King may not slide across attacked squares.
    const ROYAL_SLIDES_GUARDED: bool;
}

/// The rules of `minithunder`.
#[derive(Clone, Copy, Debug)]
pub struct OriginalRules;

impl ThunderRules for OriginalRules {
    const SPEC: &'static Spec = &ORIGINAL;
    const PROMOTION_FORCED: bool = false;
    const ROYAL_SLIDES_GUARDED: bool = false;
}

/// The rules of `minithunder-revised`, which follow the inventor's later remarks.
#[derive(Clone, Copy, Debug)]
pub struct RevisedRules;

impl ThunderRules for RevisedRules {
    const SPEC: &'static Spec = &REVISED;
    const PROMOTION_FORCED: bool = true;
    const ROYAL_SLIDES_GUARDED: bool = true;
}

static ORIGINAL: Spec = spec("minithunder", "Mini Thunder Chess");
static REVISED: Spec = spec("minithunder-revised", "Mini Thunder Chess, revised rules");

const fn spec(name: &'static str, title: &'static str) -> Spec {
    Spec {
        name,
        aliases: &[],
        title,
        geometry: GEOMETRY,
        pieces: &[
            PieceSpec { symbol: "P", letter: 'P', name: "pawn" },
            PieceSpec { symbol: "R", letter: 'R', name: "rook" },
            PieceSpec { symbol: "B", letter: 'B', name: "bishop" },
            PieceSpec { symbol: "N", letter: 'N', name: "knight" },
            PieceSpec { symbol: "Q", letter: 'Q', name: "queen" },
            PieceSpec { symbol: "M", letter: 'M', name: "marshal" },
            PieceSpec { symbol: "A", letter: 'A', name: "paladin" },
            PieceSpec { symbol: "K", letter: 'K', name: "king" },
            PieceSpec { symbol: "D", letter: 'D', name: "dragon king" },
            PieceSpec { symbol: "O", letter: 'O', name: "pope" },
            PieceSpec { symbol: "E", letter: 'E', name: "eques rex" },
        ],
        start: "raqkar/pppppp/6/6/6/PPPPPP/RAQKAR w - - 0 1",
        repetition: Repetition::THREEFOLD,
        ply_limit: Some(100),
        // Fission and assimilation make new pieces, so captured material can come back.
        captures_reversible: true,
        suffix: Suffix::Letter,
        hands: None,
        castling: false,
        points: false,
        usi: false,
        // The king has the picture of the Man: the program's own king would castle when it fuses with a rook.
        layouts: &[Layout {
            pictures: "PNBRQ..AM.K...D..O...E.",
            holdings: 0,
            parent: "bughouse",
            by_letter: true,
            betza: &["fmWfcF", "R", "B", "N", "Q", "RN", "BN", "K", "KR", "KB", "KN"],
        }],
    }
}

// Compounds are worth less than in chess, since they demote when they capture; a royal compound counts its other part.
//                       P    R    B    N    Q    M    A   K    D    O    E
static EVAL: EvalSpec = EvalSpec {
    board: [76, 312, 230, 256, 562, 594, 502, 0, 302, 141, 210, 0, 0, 0, 0, 0],
    hand: [0; zobrist::MAX_KINDS],
    stage: [0, 1, 1, 1, 2, 2, 2, 0, 1, 1, 1, 0, 0, 0, 0, 0],
    full_stage: 16,
    exchanges: true,
    symmetry: Symmetry::Mirror,
    weights: include!("weights/minithunder.rs"),
    win_rate: WinRate { offset: 100.0, scale: 150.0 },
};

/// A Mini Thunder Chess position under the rules `R`.
#[derive(Clone, Copy, Debug)]
pub struct MiniThunder<R> {
    pieces: Placement<KINDS>,
    turn: Color,
    clock: u32,
    move_number: u32,
    rules: PhantomData<R>,
}

impl<R> PartialEq for MiniThunder<R> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.turn == other.turn
    }
}

impl<R> Eq for MiniThunder<R> {}

/// What limits the moves of a side: checks to answer, pins, squares under attack.
struct Restraint {
    royal: Square,
    checkers: Bitboard,
    /// Targets that answer the check without a move of the royal piece; all squares without a check, none in double check.
    answers: Bitboard,
    /// Own pieces that alone stand between the royal piece and an enemy slider.
    pinned: Bitboard,
    /// What the enemy attacks now.
    attacked: Bitboard,
    /// What the enemy attacks once the royal piece has left its square.
    exposed: Bitboard,
}

/// The squares to which moves are wanted, by what stands there.
#[derive(Clone, Copy)]
struct Targets {
    empty: Bitboard,
    enemy: Bitboard,
    /// Own rooks, bishops and knights, with which another simple piece can fuse.
    partners: Bitboard,
}

impl Targets {
    #[inline(always)]
    fn within(self, squares: Bitboard) -> Self {
        Self { empty: self.empty & squares, enemy: self.enemy & squares, partners: self.partners & squares }
    }
}

impl<R: ThunderRules> MiniThunder<R> {
    /// Where something stands that moves as a rook, of either side.
    #[inline(always)]
    fn rooks(&self) -> Bitboard {
        let kind = |kind| self.pieces.kind(kind);
        kind(ROOK) | kind(QUEEN) | kind(MARSHAL) | kind(DRAGON_KING)
    }

    /// Where something stands that moves as a bishop, of either side.
    #[inline(always)]
    fn bishops(&self) -> Bitboard {
        let kind = |kind| self.pieces.kind(kind);
        kind(BISHOP) | kind(QUEEN) | kind(PALADIN) | kind(POPE)
    }

    /// Where something stands that moves as a knight, of either side.
    #[inline(always)]
    fn knights(&self) -> Bitboard {
        let kind = |kind| self.pieces.kind(kind);
        kind(KNIGHT) | kind(MARSHAL) | kind(PALADIN) | kind(EQUES_REX)
    }

    /// Where the royal pieces stand.
    #[inline(always)]
    fn royals(&self) -> Bitboard {
        let kind = |kind| self.pieces.kind(kind);
        kind(KING) | kind(DRAGON_KING) | kind(POPE) | kind(EQUES_REX)
    }

    #[inline(always)]
    fn royal(&self, color: Color) -> Square {
        (self.royals() & self.pieces.color(color)).first()
    }

    /// All squares that `by` attacks, were `occupied` the occupied squares.
    #[inline]
    fn attacked(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let own = self.pieces.color(by);
        let pawns = ahead(by, self.pieces.kind(PAWN) & own);
        let mut sum = pawns.east() | pawns.west() | KING_ATTACKS[self.royal(by).index()];
        for from in self.knights() & own {
            sum |= KNIGHT_ATTACKS[from.index()];
        }
        for from in self.rooks() & own {
            sum |= attacks::rook(from, occupied);
        }
        for from in self.bishops() & own {
            sum |= attacks::bishop(from, occupied);
        }
        sum
    }

    #[inline]
    fn restraint(&self) -> Restraint {
        let (us, them) = (self.turn, !self.turn);
        let (own, enemy, occupied) = (self.pieces.color(us), self.pieces.color(them), self.pieces.occupied());
        let royal = self.royal(us);
        let at = royal.index();
        let mut checkers =
            (KNIGHT_ATTACKS[at] & self.knights() | PAWN_ATTACKS[us.index()][at] & self.pieces.kind(PAWN)) & enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in (STRAIGHT_LINES[at] & self.rooks() | OBLIQUE_LINES[at] & self.bishops()) & enemy {
            let blockers = attacks::between(royal, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bit();
            } else if !blockers.several() {
                pinned |= blockers & own;
            }
        }
        let answers = match checkers.try_first() {
            None => BOARD,
            Some(_) if checkers.several() => Bitboard::EMPTY,
            Some(checker) => attacks::between(royal, checker) | checkers,
        };
        let exposed = self.attacked(them, occupied ^ royal.bit());
        // Only a line that ends at the royal piece now is longer without it.
        let attacked = if checkers.is_empty() { exposed } else { self.attacked(them, occupied) };
        Restraint { royal, checkers, answers, pinned, attacked, exposed }
    }

    /// Gives the legal moves to squares in `wanted` to `sink`, and pawn promotions anywhere.
    #[inline]
    fn generate_to<S: Sink<PieceMove>>(&self, wanted: Bitboard, sink: &mut S) {
        let (us, them) = (self.turn, !self.turn);
        let ministers = self.pieces.kind(ROOK) | self.pieces.kind(BISHOP) | self.pieces.kind(KNIGHT);
        let targets = Targets {
            empty: wanted & BOARD.without(self.pieces.occupied()),
            enemy: wanted & self.pieces.color(them),
            partners: wanted & self.pieces.color(us) & ministers,
        };
        let restraint = self.restraint();
        self.generate_royal(&targets, &restraint, sink);
        if restraint.checkers.several() {
            return;
        }
        let targets = targets.within(restraint.answers);
        self.generate_simple(ROOK, &targets, &restraint, sink);
        self.generate_simple(BISHOP, &targets, &restraint, sink);
        self.generate_simple(KNIGHT, &targets, &restraint, sink);
        self.generate_compounds(QUEEN, &targets, &restraint, sink);
        self.generate_compounds(MARSHAL, &targets, &restraint, sink);
        self.generate_compounds(PALADIN, &targets, &restraint, sink);
        let pawns = self.pieces.of(us, PAWN);
        let allowed = (wanted | GEOMETRY.last_rank(us)) & restraint.answers;
        self.generate_pawns(pawns.without(restraint.pinned), allowed, sink);
        for from in pawns & restraint.pinned {
            self.generate_pawns(from.bit(), allowed & attacks::line(restraint.royal, from), sink);
        }
    }

    /// The moves of the royal piece, and those of the part that leaves it.
    #[inline(always)]
    fn generate_royal<S: Sink<PieceMove>>(&self, targets: &Targets, restraint: &Restraint, sink: &mut S) {
        let Restraint { royal: from, answers, attacked, exposed, .. } = *restraint;
        let steps = KING_ATTACKS[from.index()];
        if self.pieces.kind(KING).has(from) {
            self.emit_simple(KING, from, &targets.within(steps.without(exposed)), false, sink);
            return;
        }
        let kind = self.pieces.kind_on(from);
        let Some((_, part)) = parts(kind) else { return };
        let occupied = self.pieces.occupied();
        // A slide that stops at the first attacked square crosses none.
        let blockers = if R::ROYAL_SLIDES_GUARDED { occupied | attacked } else { occupied };
        let whole = targets.within((steps | simple_reach(part, from, blockers)).without(exposed));
        sink.push_all(whole.enemy, |to| {
            PieceMove::quiet(kind, from, to).capturing(self.pieces.kind_on(to)).becoming(KING)
        });
        sink.push_all(whole.empty, |to| PieceMove::quiet(kind, from, to));
        // The part that stays goes on blocking the lines through the origin.
        sink.push_all(targets.empty & steps.without(attacked), |to| {
            PieceMove::quiet(kind, from, to).becoming(KING).leaving(part)
        });
        sink.push_all(targets.empty & simple_reach(part, from, occupied) & answers, |to| {
            PieceMove::quiet(kind, from, to).becoming(part).leaving(KING)
        });
    }

    /// The moves of the side's rooks, bishops or knights.
    #[inline(always)]
    fn generate_simple<S: Sink<PieceMove>>(&self, kind: Kind, targets: &Targets, restraint: &Restraint, sink: &mut S) {
        let occupied = self.pieces.occupied();
        let other_types = Targets { partners: targets.partners.without(self.pieces.kind(kind)), ..*targets };
        for from in self.pieces.of(self.turn, kind) {
            let reach = simple_reach(kind, from, occupied) & restraint.freedom(from);
            self.emit_simple(kind, from, &other_types.within(reach), restraint.attacked.has(from), sink);
        }
    }

    /// The moves of a simple piece to all of `to`; if it is `attacked`, it can metamorphose.
    #[inline(always)]
    fn emit_simple<S: Sink<PieceMove>>(&self, kind: Kind, from: Square, to: &Targets, attacked: bool, sink: &mut S) {
        sink.push_all(to.enemy, |to| {
            let captured = self.pieces.kind_on(to);
            PieceMove::quiet(kind, from, to).capturing(captured).becoming(joined(kind, captured))
        });
        sink.push_all(to.partners, |to| {
            PieceMove::quiet(kind, from, to).becoming(joined(kind, self.pieces.kind_on(to))).special(Special::Fusion)
        });
        if attacked {
            sink.push_all(to.empty, |to| PieceMove::quiet(kind, from, to).becoming(metamorphosed(kind)));
        }
        if !(attacked && R::PROMOTION_FORCED) {
            sink.push_all(to.empty, |to| PieceMove::quiet(kind, from, to));
        }
    }

    /// The moves of the side's compounds of one kind (not royal), and those of the parts that leave them.
    #[inline(always)]
    fn generate_compounds<S: Sink<PieceMove>>(
        &self,
        kind: Kind,
        targets: &Targets,
        restraint: &Restraint,
        sink: &mut S,
    ) {
        let Some((first, second)) = parts(kind) else { return };
        let occupied = self.pieces.occupied();
        for from in self.pieces.of(self.turn, kind) {
            let freedom = restraint.freedom(from);
            let mut whole = Bitboard::EMPTY;
            for (part, left) in [(first, second), (second, first)] {
                let reach = simple_reach(part, from, occupied);
                whole |= reach & targets.empty;
                sink.push_all(reach & targets.enemy & freedom, |to| {
                    PieceMove::quiet(kind, from, to).capturing(self.pieces.kind_on(to)).becoming(part)
                });
                // Even a pinned compound splits: the part that stays goes on blocking the line.
                sink.push_all(reach & targets.empty, |to| {
                    PieceMove::quiet(kind, from, to).becoming(part).leaving(left)
                });
            }
            sink.push_all(whole & freedom, |to| PieceMove::quiet(kind, from, to));
        }
    }

    /// The moves of the pawns in `movers` to squares in `allowed`.
    #[inline]
    fn generate_pawns<S: Sink<PieceMove>>(&self, movers: Bitboard, allowed: Bitboard, sink: &mut S) {
        let us = self.turn;
        let ahead = ahead(us, movers);
        let prey = self.pieces.color(!us) & allowed;
        let back = |to: Square| to.forward(!us).index() as u8;
        self.emit_pawns(ahead.without(self.pieces.occupied()) & allowed, |to| Square::from_index(back(to)), sink);
        self.emit_pawns(ahead.east() & prey, |to| Square::from_index(back(to).wrapping_sub(1)), sink);
        self.emit_pawns(ahead.west() & prey, |to| Square::from_index(back(to).wrapping_add(1)), sink);
    }

    /// Pawn moves to all of `targets`, with every promotion on the last rank; `origin` says where a pawn comes from.
    #[inline(always)]
    fn emit_pawns<S: Sink<PieceMove>>(&self, targets: Bitboard, origin: impl Fn(Square) -> Square, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        let last = GEOMETRY.last_rank(self.turn);
        let pawn_move = |to| {
            let mv = PieceMove::quiet(PAWN, origin(to), to);
            if enemy.has(to) { mv.capturing(self.pieces.kind_on(to)) } else { mv }
        };
        sink.push_all(targets.without(last), pawn_move);
        if targets.meets(last) {
            for kind in MINISTERS {
                sink.push_all(targets & last, |to| pawn_move(to).becoming(kind));
            }
        }
    }
}

impl Restraint {
    /// Where the whole piece on `from` can go without uncovering an attack on the royal piece.
    #[inline(always)]
    fn freedom(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { attacks::line(self.royal, from) } else { BOARD }
    }
}

impl<R: ThunderRules> Position for MiniThunder<R> {
    type Move = PieceMove;

    const SPEC: &'static Spec = R::SPEC;
    const EVAL: &'static EvalSpec = &EVAL;

    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        setup.check_one_royal(is_royal, &mut faults);
        setup.check_pawn_ranks(PAWN, |color| GEOMETRY.last_rank(color).first().rank(), &mut faults);
        let mut pieces = Placement::default();
        for (square, piece) in setup.pieces() {
            pieces.put(piece, square, &mut Silent);
        }
        let (turn, clock, move_number) = (setup.turn, setup.clock, setup.move_number);
        let position = Self { pieces, turn, clock, move_number, rules: PhantomData };
        let checked = |side: Color| position.attackers(!side, position.royal(side), position.pieces.occupied()).any();
        setup.check_waiting_side(is_royal, checked, &mut faults);
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }

    fn setup(&self) -> Setup {
        Setup {
            turn: self.turn,
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
        match self.turn {
            Color::White => self.pieces.key(),
            Color::Black => self.pieces.key() ^ zobrist::TURN,
        }
    }

    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn checkers(&self) -> Bitboard {
        self.attackers(!self.turn, self.royal(self.turn), self.pieces.occupied())
    }

    #[inline]
    fn generate<S: Sink<PieceMove>>(&self, sink: &mut S) {
        self.generate_to(BOARD, sink);
    }

    /// Captures and pawn promotions. Fusion and metamorphosis make a stronger piece, too, but they are left out: fusion
    /// is open to most pieces at most times and wins nothing from the enemy, and a promotion by flight is open at every
    /// attacked piece, so that a search of them would hardly come to rest.
    #[inline]
    fn generate_tactical<S: Sink<PieceMove>>(&self, sink: &mut S) {
        self.generate_to(self.pieces.color(!self.turn), sink);
    }

    #[inline]
    fn play<O: Observer>(&mut self, mv: PieceMove, observer: &mut O) {
        let (us, them) = (self.turn, !self.turn);
        let own = |kind| Piece { color: us, kind };
        self.clock = self.clock.saturating_add(1);
        self.pieces.lift(own(mv.piece()), mv.from(), observer);
        if let Some(left) = mv.left() {
            self.pieces.put(own(left), mv.from(), observer);
        } else if let Some(kind) = mv.captured() {
            self.pieces.lift(Piece { color: them, kind }, mv.to(), observer);
            self.clock = 0;
        } else if mv.is(Special::Fusion)
            && let Some((first, second)) = parts(mv.after())
        {
            let partner = if mv.piece() == first { second } else { first };
            self.pieces.lift(own(partner), mv.to(), observer);
        }
        self.pieces.put(own(mv.after()), mv.to(), observer);
        if mv.piece() == PAWN {
            self.clock = 0;
        }
        self.move_number = self.move_number.saturating_add(us.index() as u32);
        self.turn = them;
    }

    #[inline]
    fn pass(&mut self) {
        self.turn = !self.turn;
    }

    fn stuck(&self) -> Outcome {
        if self.in_check() { Outcome::win(!self.turn, Reason::Checkmate) } else { Outcome::draw(Reason::Stalemate) }
    }

    /// A king that has fused is not bare: it can split.
    fn dead(&self) -> Option<Reason> {
        (self.pieces.occupied() == self.pieces.kind(KING)).then_some(Reason::BareKings)
    }

    #[inline]
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.pieces.of(color, kind)
    }

    #[inline]
    fn kings(&self, color: Color) -> Bitboard {
        self.royals() & self.pieces.color(color)
    }

    #[inline]
    fn occupied_by(&self, color: Color) -> Bitboard {
        self.pieces.color(color)
    }

    #[inline]
    fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let at = square.index();
        let found = attacks::rook(square, occupied) & self.rooks()
            | attacks::bishop(square, occupied) & self.bishops()
            | KNIGHT_ATTACKS[at] & self.knights()
            | KING_ATTACKS[at] & self.royals()
            // A pawn attacks the square exactly if a pawn of the other side would attack it from there.
            | PAWN_ATTACKS[(!by).index()][at] & self.pieces.kind(PAWN);
        found & self.pieces.color(by)
    }

    /// A compound is left with one of its parts.
    #[inline]
    fn captor(kind: Kind, captured: Kind) -> Kind {
        parts(kind).map_or(joined(kind, captured), |(first, _)| first)
    }

    #[inline]
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        if kind == PAWN {
            return PAWN_ATTACKS[color.index()][from.index()];
        }
        let set = match parts(kind) {
            Some((first, second)) => simple_reach(first, from, occupied) | simple_reach(second, from, occupied),
            None => simple_reach(kind, from, occupied),
        };
        set & BOARD
    }
}
