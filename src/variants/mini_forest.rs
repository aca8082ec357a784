//! Mini Forest: the dark squares of a chessboard, no check, and the points collected decide once a king is taken.
//!
//! Every piece stays on the 32 dark squares: all of them move by diagonal steps or by steps of even length. So a rank or a
//! file is, for the grasshopper, a line of every second square.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::marker::PhantomData;

use crate::board::attacks::{self, DIRECTIONS, SquareTable, leaps};
use crate::board::{Bitboard, Color, Geometry, Kind, Observer, Piece, Placement, Silent, Square, zobrist};
use crate::rules::weights::Weights;
use crate::rules::{
    EvalSpec, Fault, Layout, Outcome, PieceMove, PieceSpec, Position, Reason, Repetition, Setup, Sink, Spec, Suffix,
    Symmetry, WinRate,
};

const PAWN: Kind = Kind(0);
const KING: Kind = Kind(1);
const FERZ: Kind = Kind(2);
const BISHOP: Kind = Kind(3);
const ALFIL: Kind = Kind(4);
const DABBABA: Kind = Kind(5);
const CAMEL: Kind = Kind(6);
const GRASSHOPPER: Kind = Kind(7);
const KINDS: usize = 8;

/// What a pawn can become.
const PROMOTIONS: [Kind; 6] = [BISHOP, CAMEL, GRASSHOPPER, ALFIL, DABBABA, FERZ];

/// The points for capturing each kind.
const POINTS: [u32; KINDS] = [1, 20, 1, 5, 1, 1, 3, 3];

const GEOMETRY: Geometry = Geometry::dark_squares(8, 8);
const BOARD: Bitboard = GEOMETRY.playable;

const fn spec(name: &'static str, title: &'static str) -> Spec {
    Spec {
        name,
        aliases: &[],
        title,
        geometry: GEOMETRY,
        pieces: &[
            PieceSpec { symbol: "P", letter: 'P', name: "pawn" },
            PieceSpec { symbol: "K", letter: 'K', name: "king" },
            PieceSpec { symbol: "F", letter: 'F', name: "ferz" },
            PieceSpec { symbol: "B", letter: 'B', name: "bishop" },
            PieceSpec { symbol: "A", letter: 'A', name: "alfil" },
            PieceSpec { symbol: "D", letter: 'D', name: "dabbaba" },
            PieceSpec { symbol: "C", letter: 'C', name: "camel" },
            PieceSpec { symbol: "G", letter: 'G', name: "grasshopper" },
        ],
        start: "1a1d1k1g/c1a1d1b1/1p1p1p1p/8/8/P1P1P1P1/1B1D1A1C/G1K1D1A1 w - - 0 1 0:0",
        repetition: Repetition::THREEFOLD,
        ply_limit: Some(100),
        captures_reversible: false,
        suffix: Suffix::Letter,
        hands: None,
        castling: false,
        points: true,
        usi: false,
        layouts: &[Layout {
            pictures: "P.B..FA........G........CDK",
            holdings: 0,
            parent: "fairy",
            by_letter: true,
            betza: &["fF", "F", "F", "B", "A", "D", "C", "gQ"],
        }],
    }
}

/// What search and evaluation need to know of a rule set: the rough values of its pieces and its weights.
///
/// A king has no value: losing it ends the game, and what that is worth the search knows.
const fn evaluation(board: [i32; zobrist::MAX_KINDS], weights: Weights) -> EvalSpec {
    EvalSpec {
        board,
        hand: [0; zobrist::MAX_KINDS],
        //      P  K  F  B  A  D  C  G
        stage: [0, 0, 1, 2, 1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        full_stage: 18,
        exchanges: true,
        symmetry: Symmetry::Rotation,
        weights,
        win_rate: WinRate { offset: 150.0, scale: 150.0 },
    }
}

// By kind: pawn, king, ferz, bishop, alfil, dabbaba, camel, grasshopper.
static STANDARD_EVAL: EvalSpec =
    evaluation([86, 0, 149, 336, 85, 119, 241, 61, 0, 0, 0, 0, 0, 0, 0, 0], include!("weights/miniforest.rs"));
static HOPPER_EVAL: EvalSpec =
    evaluation([47, 0, 143, 356, 78, 102, 213, 141, 0, 0, 0, 0, 0, 0, 0, 0], include!("weights/miniforest-hopper.rs"));
static CLASSIC_EVAL: EvalSpec =
    evaluation([62, 0, 148, 411, 86, 118, 253, 89, 0, 0, 0, 0, 0, 0, 0, 0], include!("weights/miniforest-classic.rs"));

/// What distinguishes the rule sets of Mini Forest.
pub trait ForestRules: Copy + Eq + Debug + Send + Sync + 'static {
    /// Names and data.
    const SPEC: &'static Spec;
    /// The evaluation's data.
    const EVAL: &'static EvalSpec;
    /// Whether a grasshopper also hops along ranks and files, not only along diagonals.
    const STRAIGHT_HOPS: bool;
    /// Whether a grasshopper may land on an enemy piece and capture it.
    const HOPS_CAPTURE: bool;
    /// Whether the points decide when a king has been taken; otherwise its owner has lost.
    const POINTS_DECIDE: bool;
}

macro_rules! rule_set {
    ($(#[$doc:meta])* $marker:ident, $name:literal, $title:literal, $eval:ident,
     straight_hops: $straight:literal, hops_capture: $capture:literal, points_decide: $points:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $marker;

        impl ForestRules for $marker {
            const SPEC: &'static Spec = {
                static SPEC: Spec = spec($name, $title);
                &SPEC
            };
            const EVAL: &'static EvalSpec = &$eval;
            const STRAIGHT_HOPS: bool = $straight;
            const HOPS_CAPTURE: bool = $capture;
            const POINTS_DECIDE: bool = $points;
        }
    };
}

rule_set!(
    /// `miniforest`: grasshoppers hop along all lines and never capture.
    Standard, "miniforest", "Mini Forest", STANDARD_EVAL,
    straight_hops: true, hops_capture: false, points_decide: true
);
rule_set!(
    /// `miniforest-hopper`: grasshoppers may capture what they land on.
    Hopper, "miniforest-hopper", "Mini Forest with capturing grasshoppers", HOPPER_EVAL,
    straight_hops: true, hops_capture: true, points_decide: true
);
rule_set!(
    /// `miniforest-classic`: what other engines can be configured to play.
    Classic, "miniforest-classic", "Mini Forest as other engines play it", CLASSIC_EVAL,
    straight_hops: false, hops_capture: true, points_decide: false
);

type Offset = (i8, i8);

const DIAGONAL_STEPS: [Offset; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const ALFIL_LEAPS: [Offset; 4] = [(2, 2), (-2, 2), (2, -2), (-2, -2)];
const DABBABA_LEAPS: [Offset; 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];
const CAMEL_LEAPS: [Offset; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
/// A pawn's steps, White's and Black's.
const PAWN_STEPS: [[Offset; 2]; 2] = [[(-1, 1), (1, 1)], [(-1, -1), (1, -1)]];

static PAWN_ATTACKS: [SquareTable; 2] = [leaps(BOARD, &PAWN_STEPS[0]), leaps(BOARD, &PAWN_STEPS[1])];
static STEP_ATTACKS: SquareTable = leaps(BOARD, &DIAGONAL_STEPS);
static ALFIL_ATTACKS: SquareTable = leaps(BOARD, &ALFIL_LEAPS);
static DABBABA_ATTACKS: SquareTable = leaps(BOARD, &DABBABA_LEAPS);
static CAMEL_ATTACKS: SquareTable = leaps(BOARD, &CAMEL_LEAPS);

/// The eight rays of each square in the order of [`DIRECTIONS`], together so that one square's share a cache line.
static RAYS: [[Bitboard; 8]; 64] = {
    let mut table = [[Bitboard::EMPTY; 8]; 64];
    let mut d = 0;
    while d < 8 {
        let rays = attacks::rays(DIRECTIONS[d]);
        let mut from = 0;
        while from < 64 {
            table[from][d] = rays[from];
            from += 1;
        }
        d += 1;
    }
    table
};

/// How far the index of a square moves with `offset`.
#[inline]
const fn index_step(offset: Offset) -> i8 {
    offset.0 + 8 * offset.1
}

/// All squares of `set` moved by `offset` at once; those that would leave the board fall off.
#[inline]
const fn shifted(set: Bitboard, offset: Offset) -> Bitboard {
    const FILE_A: u64 = Bitboard::file(0).0;
    let files = offset.0.unsigned_abs();
    // The files at the edge towards which the offset points, as many as it crosses.
    let edge = if offset.0 > 0 { (0xFF << (8 - files)) & 0xFF } else { (1 << files) - 1 } * FILE_A;
    let step = index_step(offset);
    let kept = set.0 & !edge;
    Bitboard(if step >= 0 { kept << step } else { kept >> -step })
}

/// The square from which `offset` leads to `to`.
#[inline]
const fn origin(to: Square, offset: Offset) -> Square {
    Square::from_index((to.index() as i8 - index_step(offset)) as u8)
}

/// The squares on which a grasshopper lands, whatever stands there: on each line the first one behind the first piece.
#[inline]
fn hops<R: ForestRules>(from: Square, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[from.index()];
    let mut landings = Bitboard::EMPTY;
    for (d, &(df, dr)) in DIRECTIONS.iter().enumerate() {
        let straight = df == 0 || dr == 0;
        if straight && !R::STRAIGHT_HOPS {
            continue;
        }
        // The next dark square of a rank or file is two away.
        let step = index_step((df, dr)) * if straight { 2 } else { 1 };
        let ray = rays[d];
        let pieces = (occupied & ray).0;
        let landing = if step > 0 {
            (pieces & pieces.wrapping_neg()) << step
        } else {
            // An empty ray yields a1, from which no step down stays on the board; no branch is needed.
            ((1 << 63) >> (pieces | 1).leading_zeros()) >> -step
        };
        landings |= Bitboard(landing) & ray;
    }
    landings
}

/// A Mini Forest position under the rule set `R`.
#[derive(Clone, Copy, Debug)]
pub struct MiniForest<R> {
    pieces: Placement<KINDS>,
    points: [u32; 2],
    /// The part of the key that is not about the board: points and side to move.
    rest_key: u64,
    turn: Color,
    clock: u32,
    move_number: u32,
    rules: PhantomData<R>,
}

impl<R> PartialEq for MiniForest<R> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.points == other.points && self.turn == other.turn
    }
}

impl<R> Eq for MiniForest<R> {}

impl<R: ForestRules> MiniForest<R> {
    #[inline]
    fn has_king(&self, color: Color) -> bool {
        self.pieces.kind(KING).meets(self.pieces.color(color))
    }

    /// Who has won now that a king is missing.
    fn winner(&self) -> Option<Color> {
        let [white, black] =
            if R::POINTS_DECIDE { self.points } else { Color::ALL.map(|color| u32::from(self.has_king(color))) };
        match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Equal => None,
            Ordering::Less => Some(Color::Black),
        }
    }

    /// Gives the moves to targets in `wanted` to `sink`, a pawn's to targets in `for_pawns`.
    #[inline]
    fn generate_to<S: Sink<PieceMove>>(&self, wanted: Bitboard, for_pawns: Bitboard, sink: &mut S) {
        if !self.has_king(Color::White) || !self.has_king(Color::Black) {
            return;
        }
        let (own, occupied) = (self.pieces.color(self.turn), self.pieces.occupied());
        self.emit_pawns(for_pawns, sink);
        self.emit_leaps(KING, &DIAGONAL_STEPS, wanted, sink);
        self.emit_leaps(FERZ, &DIAGONAL_STEPS, wanted, sink);
        self.emit_leaps(ALFIL, &ALFIL_LEAPS, wanted, sink);
        self.emit_leaps(DABBABA, &DABBABA_LEAPS, wanted, sink);
        self.emit_leaps(CAMEL, &CAMEL_LEAPS, wanted, sink);
        for from in self.pieces.kind(BISHOP) & own {
            self.emit(attacks::bishop(from, occupied) & wanted, sink, |to| PieceMove::quiet(BISHOP, from, to));
        }
        let landings = if R::HOPS_CAPTURE { wanted } else { wanted.without(occupied) };
        if landings.any() {
            for from in self.pieces.kind(GRASSHOPPER) & own {
                self.emit(hops::<R>(from, occupied) & landings, sink, |to| PieceMove::quiet(GRASSHOPPER, from, to));
            }
        }
    }

    /// Gives the move that `make` makes for every target to `sink`, completed by what it captures.
    #[inline]
    fn emit<S: Sink<PieceMove>>(&self, targets: Bitboard, sink: &mut S, make: impl Fn(Square) -> PieceMove) {
        let enemy = self.pieces.color(!self.turn);
        sink.push_all(targets & enemy, |to| make(to).capturing(self.pieces.kind_on(to)));
        sink.push_all(targets.without(enemy), make);
    }

    /// Moves all pieces of a kind at once, leap by leap: counting them takes no loop over pieces or targets.
    #[inline]
    fn emit_leaps<S: Sink<PieceMove>>(&self, kind: Kind, offsets: &[Offset], wanted: Bitboard, sink: &mut S) {
        let leapers = self.pieces.of(self.turn, kind);
        if leapers.any() {
            for &offset in offsets {
                self.emit(shifted(leapers, offset) & wanted, sink, |to| PieceMove::quiet(kind, origin(to, offset), to));
            }
        }
    }

    #[inline]
    fn emit_pawns<S: Sink<PieceMove>>(&self, wanted: Bitboard, sink: &mut S) {
        let pawns = self.pieces.of(self.turn, PAWN);
        let last_rank = GEOMETRY.last_rank(self.turn);
        for offset in PAWN_STEPS[self.turn.index()] {
            let targets = shifted(pawns, offset) & wanted;
            let make = |to| PieceMove::quiet(PAWN, origin(to, offset), to);
            self.emit(targets.without(last_rank), sink, make);
            let promoting = targets & last_rank;
            if promoting.any() {
                for kind in PROMOTIONS {
                    self.emit(promoting, sink, |to| make(to).becoming(kind));
                }
            }
        }
    }

    #[inline]
    fn score(&mut self, captured: Kind) {
        let (us, points) = (self.turn, &mut self.points[self.turn.index()]);
        self.rest_key ^= zobrist::points(us, *points);
        *points = points.saturating_add(POINTS[captured.index() % KINDS]);
        self.rest_key ^= zobrist::points(us, *points);
    }
}

impl<R: ForestRules> Position for MiniForest<R> {
    type Move = PieceMove;

    const SPEC: &'static Spec = R::SPEC;
    const EVAL: &'static EvalSpec = R::EVAL;

    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let faults = faults(R::SPEC, setup);
        if !faults.is_empty() {
            return Err(faults);
        }
        let turn_key = if setup.turn == Color::Black { zobrist::TURN } else { 0 };
        let points_key =
            Color::ALL.into_iter().fold(0, |key, color| key ^ zobrist::points(color, setup.points[color.index()]));
        let mut position = Self {
            pieces: Placement::default(),
            points: setup.points,
            rest_key: turn_key ^ points_key,
            turn: setup.turn,
            clock: setup.clock,
            move_number: setup.move_number,
            rules: PhantomData,
        };
        for (square, piece) in setup.pieces() {
            position.pieces.put(piece, square, &mut Silent);
        }
        Ok(position)
    }

    fn setup(&self) -> Setup {
        Setup {
            turn: self.turn,
            clock: self.clock,
            move_number: self.move_number,
            points: self.points,
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
        self.pieces.key() ^ self.rest_key
    }

    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    /// Nothing ever gives check: a king may be left to be taken.
    #[inline]
    fn checkers(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline]
    fn generate<S: Sink<PieceMove>>(&self, sink: &mut S) {
        let wanted = BOARD.without(self.pieces.color(self.turn));
        self.generate_to(wanted, wanted, sink);
    }

    #[inline]
    fn generate_tactical<S: Sink<PieceMove>>(&self, sink: &mut S) {
        let (own, enemy) = (self.pieces.color(self.turn), self.pieces.color(!self.turn));
        self.generate_to(enemy, enemy | GEOMETRY.last_rank(self.turn).without(own), sink);
    }

    #[inline]
    fn play<O: Observer>(&mut self, mv: PieceMove, observer: &mut O) {
        let (us, them) = (self.turn, !self.turn);
        self.clock = if mv.piece() == PAWN { 0 } else { self.clock.saturating_add(1) };
        self.pieces.lift(Piece { color: us, kind: mv.piece() }, mv.from(), observer);
        if let Some(captured) = mv.captured() {
            self.pieces.lift(Piece { color: them, kind: captured }, mv.to(), observer);
            self.score(captured);
            self.clock = 0;
        }
        self.pieces.put(Piece { color: us, kind: mv.after() }, mv.to(), observer);
        self.move_number = self.move_number.saturating_add(us.index() as u32);
        self.rest_key ^= zobrist::TURN;
        self.turn = them;
    }

    #[inline]
    fn pass(&mut self) {
        self.rest_key ^= zobrist::TURN;
        self.turn = !self.turn;
    }

    fn decided(&self) -> Option<Outcome> {
        if Color::ALL.into_iter().all(|color| self.has_king(color)) {
            return None;
        }
        Some(Outcome { winner: self.winner(), reason: Reason::KingCaptured(self.points) })
    }

    fn stuck(&self) -> Outcome {
        Outcome::draw(Reason::NoLegalMove)
    }

    #[inline]
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.pieces.of(color, kind)
    }

    #[inline]
    fn kings(&self, color: Color) -> Bitboard {
        self.pieces.of(color, KING)
    }

    /// An attack on the king counts unless the enemy would have fewer points even after taking it.
    #[inline]
    fn in_danger(&self) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let lead = i64::from(self.points[us.index()]) - i64::from(self.points[them.index()]);
        if R::POINTS_DECIDE && lead > i64::from(POINTS[KING.index()]) {
            return false;
        }
        let Some(king) = self.pieces.of(us, KING).try_first() else {
            return false;
        };
        let (at, occupied) = (king.index(), self.pieces.occupied());
        // All pieces but the pawn and the grasshopper attack both ways.
        let leapers = PAWN_ATTACKS[us.index()][at] & self.pieces.kind(PAWN)
            | STEP_ATTACKS[at] & (self.pieces.kind(KING) | self.pieces.kind(FERZ))
            | ALFIL_ATTACKS[at] & self.pieces.kind(ALFIL)
            | DABBABA_ATTACKS[at] & self.pieces.kind(DABBABA)
            | CAMEL_ATTACKS[at] & self.pieces.kind(CAMEL);
        let bishops = attacks::bishop(king, occupied) & self.pieces.kind(BISHOP);
        (leapers | bishops).meets(self.pieces.color(them))
            || R::HOPS_CAPTURE
                && self.pieces.of(them, GRASSHOPPER).into_iter().any(|from| hops::<R>(from, occupied).has(king))
    }

    #[inline]
    fn occupied_by(&self, color: Color) -> Bitboard {
        self.pieces.color(color)
    }

    fn points(&self) -> Option<[u32; 2]> {
        Some(self.points)
    }

    /// A grasshopper that does not capture attacks nothing.
    #[inline]
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        let at = from.index();
        match kind {
            PAWN => PAWN_ATTACKS[color.index()][at],
            BISHOP => attacks::bishop(from, occupied),
            ALFIL => ALFIL_ATTACKS[at],
            DABBABA => DABBABA_ATTACKS[at],
            CAMEL => CAMEL_ATTACKS[at],
            GRASSHOPPER if R::HOPS_CAPTURE => hops::<R>(from, occupied),
            GRASSHOPPER => Bitboard::EMPTY,
            _ => STEP_ATTACKS[at],
        }
    }

    /// The race for points: they decide when a king falls, and the king itself brings 20.
    ///
    /// So a side that trails by more than 20 cannot win even by taking the king, and its opponent may leave the king to it;
    /// at exactly 20 it can only draw. Up to there a lead is a reserve that grows in value with every point, and at the
    /// threshold it jumps. Leads beyond the threshold add nothing.
    #[inline]
    fn special_eval(&self) -> i32 {
        const PER_POINT: i64 = 8;
        const OUT_OF_REACH: i64 = 250;
        if !R::POINTS_DECIDE {
            return 0;
        }
        let king = i64::from(POINTS[KING.index()]);
        let lead = i64::from(self.points[0]) - i64::from(self.points[1]);
        let beyond = match lead.abs().cmp(&king) {
            Ordering::Less => 0,
            Ordering::Equal => OUT_OF_REACH / 2,
            Ordering::Greater => OUT_OF_REACH,
        };
        (lead.clamp(-king, king) * PER_POINT + lead.signum() * beyond) as i32
    }
}

/// Every reason for which `setup` is not a position of Mini Forest. A missing king is none: that is a finished game.
fn faults(spec: &Spec, setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (square, piece) in setup.pieces().filter(|&(square, _)| !BOARD.has(square)) {
        let symbol = spec.piece(piece.kind).symbol;
        let piece = if piece.color == Color::White { symbol.to_owned() } else { symbol.to_lowercase() };
        faults.push(Fault::LightSquare { piece, square });
    }
    for color in Color::ALL {
        let count = setup.count(color, |kind| kind == KING);
        if count > 1 {
            faults.push(Fault::TooManyKings { color, count });
        }
    }
    setup.check_pawn_ranks(PAWN, |color| GEOMETRY.last_rank(color).first().rank(), &mut faults);
    faults
}

#[cfg(test)]
mod tests;
