//! Orthodox chess: castling, en passant, promotion; draws by stalemate, repetition, 100 plies and dead material.

use self::tables::{
    ANTI_DIAGONALS, CASTLING_KEYS, CASTLINGS, DIAGONALS, EN_PASSANT_KEYS, KING_ATTACKS, KNIGHT_ATTACKS, OBLIQUES,
    PAWN_ATTACKS, PAWN_STEPS, RIGHTS_LEFT, STRAIGHTS, origin, rotate,
};
use crate::board::{Bitboard, Color, Geometry, Kind, Observer, Piece, Placement, Silent, Square, attacks, zobrist};
use crate::rules::weights::Ledger;
use crate::rules::{
    CastlingRights, EvalSpec, Fault, Outcome, PieceMove, PieceSpec, Position, Reason, Repetition, Setup, Sink, Spec,
    Special, Suffix, Symmetry, WinRate,
};

mod pawns;
mod tables;
#[cfg(test)]
mod tests;

const PAWN: Kind = Kind(0);
const KNIGHT: Kind = Kind(1);
const BISHOP: Kind = Kind(2);
const ROOK: Kind = Kind(3);
const QUEEN: Kind = Kind(4);
const KING: Kind = Kind(5);
const KINDS: usize = 6;

const PROMOTIONS: [Kind; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

const GEOMETRY: Geometry = Geometry::full(8, 8);

static SPEC: Spec = Spec {
    name: "chess",
    aliases: &["standard"],
    title: "Chess",
    geometry: GEOMETRY,
    pieces: &[
        PieceSpec { symbol: "P", letter: 'P', name: "pawn" },
        PieceSpec { symbol: "N", letter: 'N', name: "knight" },
        PieceSpec { symbol: "B", letter: 'B', name: "bishop" },
        PieceSpec { symbol: "R", letter: 'R', name: "rook" },
        PieceSpec { symbol: "Q", letter: 'Q', name: "queen" },
        PieceSpec { symbol: "K", letter: 'K', name: "king" },
    ],
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    repetition: Repetition::THREEFOLD,
    ply_limit: Some(100),
    captures_reversible: false,
    suffix: Suffix::Letter,
    hands: None,
    castling: true,
    points: false,
    usi: false,
    layouts: &[],
};

//                     P    N    B    R    Q   K
static EVAL: EvalSpec = EvalSpec {
    board: [100, 320, 330, 500, 900, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    hand: [0; 16],
    stage: [0, 1, 1, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    full_stage: 24,
    exchanges: true,
    symmetry: Symmetry::Mirror,
    weights: include!("weights/chess.rs"),
    win_rate: WinRate { offset: 120.0, scale: 110.0 },
};

/// A chess position.
#[derive(Clone, Copy, Debug)]
pub struct Chess {
    pieces: Placement<KINDS>,
    /// The part of the key that is not about the board: castling, en passant and side to move.
    rest_key: u64,
    clock: u32,
    move_number: u32,
    turn: Color,
    castling: CastlingRights,
    /// The square that a pawn has just passed, only while it can legally be captured there: positions that differ in
    /// nothing but a right without use are the same.
    en_passant: Option<Square>,
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }
}

impl Eq for Chess {}

#[inline]
fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    attacks::bishop(from, occupied) | attacks::rook(from, occupied)
}

#[inline]
fn reach(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PAWN => PAWN_ATTACKS[color.index()][from.index()],
        KNIGHT => KNIGHT_ATTACKS[from.index()],
        BISHOP => attacks::bishop(from, occupied),
        ROOK => attacks::rook(from, occupied),
        QUEEN => queen(from, occupied),
        _ => KING_ATTACKS[from.index()],
    }
}

/// What limits the moves of a side.
struct Restraint {
    king: Square,
    checkers: Bitboard,
    /// The own pieces that alone stand between the king and an enemy slider.
    pinned: Bitboard,
}

impl Restraint {
    /// The squares that answer the check, if one piece gives check; all squares without a check.
    #[inline]
    fn answers(&self) -> Bitboard {
        match self.checkers.try_first() {
            None => GEOMETRY.playable,
            Some(checker) => attacks::between(self.king, checker) | self.checkers,
        }
    }
}

impl Chess {
    #[inline]
    fn king(&self, color: Color) -> Square {
        self.pieces.of(color, KING).first()
    }

    #[inline]
    fn diagonal_sliders(&self) -> Bitboard {
        self.pieces.kind(BISHOP) | self.pieces.kind(QUEEN)
    }

    #[inline]
    fn straight_sliders(&self) -> Bitboard {
        self.pieces.kind(ROOK) | self.pieces.kind(QUEEN)
    }

    /// Checks and pins against the side to move.
    #[inline]
    fn restraint(&self) -> Restraint {
        let (us, them) = (self.turn, !self.turn);
        let pieces = &self.pieces;
        let king = self.king(us);
        let (enemy, occupied) = (pieces.color(them), pieces.occupied());
        let leapers = PAWN_ATTACKS[us.index()][king.index()] & pieces.kind(PAWN)
            | KNIGHT_ATTACKS[king.index()] & pieces.kind(KNIGHT);
        let snipers =
            OBLIQUES[king.index()] & self.diagonal_sliders() | STRAIGHTS[king.index()] & self.straight_sliders();
        let mut checkers = leapers & enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & enemy {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.bit();
            } else if !blockers.several() {
                pinned |= blockers;
            }
        }
        Restraint { king, checkers, pinned: pinned & pieces.color(us) }
    }

    /// Whether the pawn of the side to move on `from` may capture en passant on `target`: a look at the board
    /// afterwards, since two pawns leave their squares at once.
    fn en_passant_is_legal(&self, from: Square, target: Square) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let victim = target.forward(them).bit();
        let occupied = self.pieces.occupied() ^ from.bit() ^ target.bit() ^ victim;
        self.attackers(them, self.king(us), occupied).without(victim).is_empty()
    }

    /// The pawns of the side to move that may capture en passant on `target`.
    #[inline]
    fn en_passant_captors(&self, target: Square) -> Bitboard {
        let beside = PAWN_ATTACKS[(!self.turn).index()][target.index()] & self.pieces.of(self.turn, PAWN);
        beside.into_iter().filter(|&from| self.en_passant_is_legal(from, target)).collect()
    }

    /// Notes that a pawn has just passed `target`, if the side to move can make use of that.
    #[inline]
    fn set_en_passant(&mut self, target: Square) {
        if self.en_passant_captors(target).any() {
            self.en_passant = Some(target);
            self.rest_key ^= EN_PASSANT_KEYS[target.file() as usize];
        }
    }

    #[inline]
    fn clear_en_passant(&mut self) {
        if let Some(target) = self.en_passant.take() {
            self.rest_key ^= EN_PASSANT_KEYS[target.file() as usize];
        }
    }

    /// Gives the legal moves, or of them the tactical ones only, to `sink`.
    #[inline]
    fn generate_moves<const TACTICAL: bool, S: Sink<PieceMove>>(&self, sink: &mut S) {
        let restraint = self.restraint();
        let wanted = if TACTICAL { self.pieces.color(!self.turn) } else { !self.pieces.color(self.turn) };
        self.generate_king::<TACTICAL, S>(wanted, &restraint, sink);
        if !restraint.checkers.several() {
            self.generate_officers(wanted & restraint.answers(), &restraint, sink);
            self.generate_pawns::<TACTICAL, S>(&restraint, sink);
            if let Some(target) = self.en_passant {
                for from in self.en_passant_captors(target) {
                    sink.push(PieceMove::quiet(PAWN, from, target).capturing(PAWN).special(Special::EnPassant));
                }
            }
        }
    }

    #[inline]
    fn generate_king<const TACTICAL: bool, S: Sink<PieceMove>>(
        &self,
        wanted: Bitboard,
        restraint: &Restraint,
        sink: &mut S,
    ) {
        let king = restraint.king;
        // The king does not hide the squares behind it from a slider.
        let occupied = self.pieces.occupied() ^ king.bit();
        let is_safe = |&to: &Square| self.attackers(!self.turn, to, occupied).is_empty();
        let safe: Bitboard = (KING_ATTACKS[king.index()] & wanted).into_iter().filter(is_safe).collect();
        self.emit(KING, king, safe, sink);
        if TACTICAL || restraint.checkers.any() {
            return;
        }
        for castling in &CASTLINGS[self.turn.index()] {
            let [from, to] = castling.king;
            // The square that the king crosses is the rook's target, and one that the king may step on.
            if self.castling.has(castling.right)
                && !castling.path.meets(occupied)
                && safe.has(castling.rook[1])
                && is_safe(&to)
            {
                sink.push(PieceMove::quiet(KING, from, to).special(Special::Castle));
            }
        }
    }

    /// Knights, bishops, rooks and queens to `targets`.
    #[inline]
    fn generate_officers<S: Sink<PieceMove>>(&self, targets: Bitboard, restraint: &Restraint, sink: &mut S) {
        let own = self.pieces.color(self.turn);
        for from in (self.pieces.kind(KNIGHT) & own).without(restraint.pinned) {
            self.emit(KNIGHT, from, KNIGHT_ATTACKS[from.index()] & targets, sink);
        }
        self.generate_sliders(BISHOP, attacks::bishop, targets, restraint, sink);
        self.generate_sliders(ROOK, attacks::rook, targets, restraint, sink);
        self.generate_sliders(QUEEN, queen, targets, restraint, sink);
    }

    #[inline(always)]
    fn generate_sliders<S: Sink<PieceMove>>(
        &self,
        kind: Kind,
        slide: impl Fn(Square, Bitboard) -> Bitboard,
        targets: Bitboard,
        restraint: &Restraint,
        sink: &mut S,
    ) {
        let occupied = self.pieces.occupied();
        for from in self.pieces.of(self.turn, kind) {
            let mut to = slide(from, occupied) & targets;
            if restraint.pinned.has(from) {
                to &= attacks::line(restraint.king, from);
            }
            self.emit(kind, from, to, sink);
        }
    }

    #[inline]
    fn emit<S: Sink<PieceMove>>(&self, kind: Kind, from: Square, to: Bitboard, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        sink.push_all(to, |to| {
            let mv = PieceMove::quiet(kind, from, to);
            if enemy.has(to) { mv.capturing(self.pieces.kind_on(to)) } else { mv }
        });
    }

    /// All pawn moves but en passant, for all pawns at once.
    #[inline]
    fn generate_pawns<const TACTICAL: bool, S: Sink<PieceMove>>(&self, restraint: &Restraint, sink: &mut S) {
        let steps = &PAWN_STEPS[self.turn.index()];
        let pawns = self.pieces.of(self.turn, PAWN);
        let (enemy, empty) = (self.pieces.color(!self.turn), !self.pieces.occupied());
        let answers = restraint.answers();
        let king = restraint.king;
        // A pinned pawn on a line with its king is pinned along that line, so it may move along it, and only so.
        let free_along = |line: Bitboard| pawns & (line | !restraint.pinned);
        let (rising, falling) = (DIAGONALS[king.index()], ANTI_DIAGONALS[king.index()]);
        let (west_line, east_line) = match self.turn {
            Color::White => (falling, rising),
            Color::Black => (rising, falling),
        };
        let captors_west = free_along(west_line).without(Bitboard::file(0));
        let captors_east = free_along(east_line).without(Bitboard::file(7));
        self.emit_pawns::<TACTICAL, S>(rotate(captors_west, steps.west) & enemy & answers, steps.west, sink);
        self.emit_pawns::<TACTICAL, S>(rotate(captors_east, steps.east) & enemy & answers, steps.east, sink);

        let ahead = rotate(free_along(Bitboard::file(king.file())), steps.ahead) & empty;
        if TACTICAL {
            self.emit_pawns::<TACTICAL, S>(ahead & answers & steps.last, steps.ahead, sink);
        } else {
            self.emit_pawns::<TACTICAL, S>(ahead & answers, steps.ahead, sink);
            let double = rotate(ahead & steps.halfway, steps.ahead) & empty & answers;
            sink.push_all(double, |to| {
                let from = origin(origin(to, steps.ahead), steps.ahead);
                PieceMove::quiet(PAWN, from, to).special(Special::DoubleStep)
            });
        }
    }

    /// The pawn moves to `targets`, all by the same step. The tactical promotions are those to a queen.
    #[inline]
    fn emit_pawns<const TACTICAL: bool, S: Sink<PieceMove>>(&self, targets: Bitboard, step: u32, sink: &mut S) {
        let enemy = self.pieces.color(!self.turn);
        let make = |to| {
            let mv = PieceMove::quiet(PAWN, origin(to, step), to);
            if enemy.has(to) { mv.capturing(self.pieces.kind_on(to)) } else { mv }
        };
        let last = PAWN_STEPS[self.turn.index()].last;
        sink.push_all(targets.without(last), make);
        if targets.meets(last) {
            for &kind in if TACTICAL { &PROMOTIONS[..1] } else { &PROMOTIONS } {
                sink.push_all(targets & last, |to| make(to).becoming(kind));
            }
        }
    }

    /// Whether a pawn of the side that is not to move can just have passed `target`.
    fn may_have_been_passed(&self, target: Square) -> bool {
        let them = !self.turn;
        let occupied = self.pieces.occupied();
        target.rank() == PAWN_STEPS[them.index()].passed
            && !occupied.has(target)
            && !occupied.has(target.forward(self.turn))
            && self.pieces.of(them, PAWN).has(target.forward(them))
    }

    /// Takes over the castling rights of a set-up and notes those that cannot be.
    fn set_castling(&mut self, rights: CastlingRights, faults: &mut Vec<Fault>) {
        for color in Color::ALL {
            for castling in CASTLINGS[color.index()].iter().filter(|castling| rights.has(castling.right)) {
                let king_stands = self.pieces.of(color, KING).has(castling.king[0]);
                if king_stands && self.pieces.of(color, ROOK).has(castling.rook[0]) {
                    self.castling.0 |= castling.right;
                } else {
                    faults.push(Fault::CastlingWithoutRook(castling.letter));
                }
            }
        }
        self.rest_key ^= CASTLING_KEYS[self.castling.0 as usize];
    }

    /// Drops the castling rights that end with a move between these squares.
    #[inline]
    fn lose_castling(&mut self, from: Square, to: Square) {
        let left = self.castling.0 & RIGHTS_LEFT[from.index()] & RIGHTS_LEFT[to.index()];
        self.rest_key ^= CASTLING_KEYS[(self.castling.0 & 15) as usize] ^ CASTLING_KEYS[(left & 15) as usize];
        self.castling.0 = left;
    }

    /// Moves the rook of a castling whose king has gone to `king`.
    fn castle_rook<O: Observer>(&mut self, king: Square, observer: &mut O) {
        let rook = Piece { color: self.turn, kind: ROOK };
        if let Some(castling) = CASTLINGS[self.turn.index()].iter().find(|castling| castling.king[1] == king) {
            self.pieces.lift(rook, castling.rook[0], observer);
            self.pieces.put(rook, castling.rook[1], observer);
        }
    }
}

/// Notes a fault for every pawn on its own first rank.
fn check_first_ranks(setup: &Setup, faults: &mut Vec<Fault>) {
    for (square, Piece { color, kind }) in setup.pieces() {
        if kind == PAWN && GEOMETRY.last_rank(!color).has(square) {
            faults.push(Fault::PawnOnFirstRank { square, color });
        }
    }
}

impl Position for Chess {
    type Move = PieceMove;

    const SPEC: &'static Spec = &SPEC;
    const EVAL: &'static EvalSpec = &EVAL;

    fn from_setup(setup: &Setup) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        setup.check_one_royal(|kind| kind == KING, &mut faults);
        setup.check_pawn_ranks(PAWN, |color| if color == Color::White { 7 } else { 0 }, &mut faults);
        check_first_ranks(setup, &mut faults);
        let mut position = Self {
            pieces: Placement::default(),
            rest_key: if setup.turn == Color::Black { zobrist::TURN } else { 0 },
            clock: setup.clock,
            move_number: setup.move_number,
            turn: setup.turn,
            castling: CastlingRights::default(),
            en_passant: None,
        };
        for (square, piece) in setup.pieces() {
            position.pieces.put(piece, square, &mut Silent);
        }
        position.set_castling(setup.castling, &mut faults);
        let passed = setup.en_passant;
        faults.extend(passed.filter(|&target| !position.may_have_been_passed(target)).map(Fault::ImpossibleEnPassant));
        let checked = |side: Color| position.attackers(!side, position.king(side), position.pieces.occupied()).any();
        setup.check_waiting_side(|kind| kind == KING, checked, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        if let Some(target) = passed {
            position.set_en_passant(target);
        }
        Ok(position)
    }

    fn setup(&self) -> Setup {
        Setup {
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
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
        self.pieces.key() ^ self.rest_key
    }

    #[inline]
    fn clock(&self) -> u32 {
        self.clock
    }

    #[inline]
    fn checkers(&self) -> Bitboard {
        self.restraint().checkers
    }

    #[inline]
    fn generate<S: Sink<PieceMove>>(&self, sink: &mut S) {
        self.generate_moves::<false, S>(sink);
    }

    #[inline]
    fn generate_tactical<S: Sink<PieceMove>>(&self, sink: &mut S) {
        self.generate_moves::<true, S>(sink);
    }

    #[inline]
    fn play<O: Observer>(&mut self, mv: PieceMove, observer: &mut O) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (mv.from(), mv.to());
        self.clear_en_passant();
        self.clock = if mv.piece() == PAWN { 0 } else { self.clock.saturating_add(1) };
        self.pieces.lift(Piece { color: us, kind: mv.piece() }, from, observer);
        if let Some(captured) = mv.captured() {
            let square = if mv.is(Special::EnPassant) { to.forward(them) } else { to };
            self.pieces.lift(Piece { color: them, kind: captured }, square, observer);
            self.clock = 0;
        }
        self.pieces.put(Piece { color: us, kind: mv.after() }, to, observer);
        if mv.is(Special::Castle) {
            self.castle_rook(to, observer);
        }
        self.lose_castling(from, to);
        self.move_number = self.move_number.saturating_add(us.index() as u32);
        self.rest_key ^= zobrist::TURN;
        self.turn = them;
        if mv.is(Special::DoubleStep) {
            self.set_en_passant(to.forward(them));
        }
    }

    #[inline]
    fn pass(&mut self) {
        self.clear_en_passant();
        self.rest_key ^= zobrist::TURN;
        self.turn = !self.turn;
    }

    fn stuck(&self) -> Outcome {
        if self.in_check() { Outcome::win(!self.turn, Reason::Checkmate) } else { Outcome::draw(Reason::Stalemate) }
    }

    fn dead(&self) -> Option<Reason> {
        let kind = |kind| self.pieces.kind(kind);
        if (kind(PAWN) | kind(ROOK) | kind(QUEEN)).any() {
            return None;
        }
        let (knights, bishops) = (kind(KNIGHT), kind(BISHOP));
        let one_colored = !bishops.meets(Bitboard::DARK) || bishops.without(Bitboard::DARK).is_empty();
        let cannot_mate = !(knights | bishops).several() || knights.is_empty() && one_colored;
        cannot_mate.then_some(Reason::InsufficientMaterial)
    }

    #[inline]
    fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.pieces.of(color, kind)
    }

    #[inline]
    fn kings(&self, color: Color) -> Bitboard {
        self.pieces.of(color, KING)
    }

    #[inline]
    fn tell_extra<L: Ledger>(&self, ledger: &mut L) {
        let [white, black] = Color::ALL.map(|color| pawns::Side {
            color,
            pawns: self.pieces.of(color, PAWN),
            bishops: self.pieces.of(color, BISHOP),
            rooks: self.pieces.of(color, ROOK),
            king: self.king(color),
        });
        let occupied = self.pieces.occupied();
        for (us, them) in [(&white, &black), (&black, &white)] {
            let targets = [KNIGHT, BISHOP, ROOK, QUEEN].map(|kind| (kind, self.pieces.of(them.color, kind)));
            pawns::tell(us, them, occupied, &targets, ledger);
        }
    }

    #[inline]
    fn occupied_by(&self, color: Color) -> Bitboard {
        self.pieces.color(color)
    }

    #[inline]
    fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let pieces = &self.pieces;
        let found = PAWN_ATTACKS[(!by).index()][square.index()] & pieces.kind(PAWN)
            | KNIGHT_ATTACKS[square.index()] & pieces.kind(KNIGHT)
            | KING_ATTACKS[square.index()] & pieces.kind(KING)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders();
        found & pieces.color(by)
    }

    #[inline]
    fn attacks(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
        reach(color, kind, from, occupied)
    }
}
