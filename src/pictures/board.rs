//! A position as a picture.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::glyphs::{piece_id, piece_symbol};
use super::letters;
use crate::board::{Bitboard, Color, Piece, Square};
use crate::rules::{MoveFacts, Setup, Spec};

/// The side of a square.
const UNIT: f64 = 100.0;
/// The space around the board, where the coordinates stand.
const MARGIN: f64 = 44.0;
/// The height of the strips above and below the board that belong to the players.
const STRIP: f64 = 84.0;
/// The size of a picture: so many pixels for each unit.
const PIXELS: f64 = 0.6;
/// The size of a piece in hand against one on the board.
const HELD: f64 = 0.72;

const INK: &str = "#3b3a36";
const PAPER: &str = "#f7f4ec";

/// A picture of a position: a builder whose [`to_svg`](Self::to_svg) draws it.
///
/// Next to each player's edge stand a disc of the player's colour, with a ring around it if it is that player's move, what the
/// player holds, and the player's points.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    spec: &'static Spec,
    setup: &'a Setup,
    bottom: Color,
    last: Option<MoveFacts>,
    arrows: Vec<MoveFacts>,
}

impl<'a> Board<'a> {
    /// A picture of a position, seen by White.
    #[must_use]
    pub const fn new(spec: &'static Spec, setup: &'a Setup) -> Self {
        Self { spec, setup, bottom: Color::White, last: None, arrows: Vec::new() }
    }

    /// Seen by `color`, whose pieces then stand at the bottom.
    #[must_use]
    pub const fn seen_by(mut self, color: Color) -> Self {
        self.bottom = color;
        self
    }

    /// Lights up the squares of the move that led here.
    #[must_use]
    pub const fn last_move(mut self, last: Option<MoveFacts>) -> Self {
        self.last = last;
        self
    }

    /// Draws arrows for these moves, and rings around pieces that would be dropped.
    #[must_use]
    pub fn arrows(mut self, arrows: Vec<MoveFacts>) -> Self {
        self.arrows = arrows;
        self
    }

    /// The width and height, in units.
    fn size(&self) -> (f64, f64) {
        let geometry = self.spec.geometry;
        (UNIT * f64::from(geometry.files) + 2.0 * MARGIN, UNIT * f64::from(geometry.ranks) + MARGIN + 2.0 * STRIP)
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let geometry = self.spec.geometry;
        let (column, row) = match self.bottom {
            Color::White => (square.file(), geometry.ranks - 1 - square.rank()),
            Color::Black => (geometry.files - 1 - square.file(), square.rank()),
        };
        (MARGIN + UNIT * f64::from(column), STRIP + UNIT * f64::from(row))
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + UNIT / 2.0, y + UNIT / 2.0)
    }

    /// The picture as an SVG document that needs nothing else.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (width, height) = self.size();
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{:.0}" viewBox="0 0 {width} {height}">"#,
            width * PIXELS,
            height * PIXELS
        );
        let _ = write!(out, "<title>{}</title><defs>{}</defs>", self.spec.title, self.symbols());
        let _ = write!(out, r#"<rect width="{width}" height="{height}" fill="{PAPER}"/>"#);
        self.squares(&mut out);
        self.coordinates(&mut out);
        self.pieces(&mut out);
        for color in Color::ALL {
            self.strip(&mut out, color);
        }
        for arrow in &self.arrows {
            self.arrow(&mut out, arrow);
        }
        out + "</svg>\n"
    }

    /// An empty board as an SVG element on which a script sets the scene: it defines every piece of the game, seen by White,
    /// and ends with an empty group of the class `play`. Its data attributes say how large squares, margin and strips are.
    #[must_use]
    pub fn stage(spec: &'static Spec) -> String {
        let setup = Setup::default();
        let board = Board::new(spec, &setup);
        let (width, height) = board.size();
        let pieces = Color::ALL.into_iter().flat_map(|color| spec.kinds().map(move |kind| Piece { color, kind }));
        let symbols: String = pieces.map(|piece| piece_symbol(spec, piece, board.bottom)).collect();
        let mut out = format!(
            r#"<svg viewBox="0 0 {width} {height}" data-unit="{UNIT}" data-margin="{MARGIN}" data-strip="{STRIP}" data-ranks="{}"><defs>{symbols}</defs><rect width="{width}" height="{height}" fill="{PAPER}"/>"#,
            spec.geometry.ranks
        );
        board.squares(&mut out);
        board.coordinates(&mut out);
        out + r#"<g class="play"></g></svg>"#
    }

    /// The pieces that occur, each once.
    fn symbols(&self) -> String {
        let placed = self.setup.pieces().map(|(_, piece)| piece);
        let dropped = self.arrows.iter().filter(|mv| mv.from.is_none());
        let pieces = placed
            .chain(self.held().map(|(piece, _)| piece))
            .chain(dropped.map(|mv| Piece { color: self.setup.turn, kind: mv.piece }));
        let symbols: BTreeSet<String> = pieces.map(|piece| piece_symbol(self.spec, piece, self.bottom)).collect();
        symbols.into_iter().collect()
    }

    /// What the players hold, and how many of it.
    fn held(&self) -> impl Iterator<Item = (Piece, u32)> + '_ {
        let order = self.spec.hands.map_or(&[][..], |hands| hands.order);
        Color::ALL
            .into_iter()
            .flat_map(move |color| order.iter().map(move |&kind| Piece { color, kind }))
            .map(|piece| (piece, self.setup.hands[piece.color.index()][piece.kind.index()]))
            .filter(|&(_, count)| count > 0)
    }

    fn squares(&self, out: &mut String) {
        let geometry = self.spec.geometry;
        let last: Vec<Square> = self.last.iter().flat_map(|mv| mv.from.into_iter().chain([mv.to])).collect();
        let has_holes = geometry.playable != Bitboard::rectangle(geometry.files, geometry.ranks);
        for square in self.all_squares() {
            let (x, y) = self.corner(square);
            let dark = (square.file() + square.rank()) % 2 == 0;
            let (fill, edge) = match () {
                () if !geometry.playable.has(square) => ("#e9e9dc", "none"),
                () if self.spec.hands.is_some() => ("#eccf93", "#6d5530"),
                () if has_holes => ("#86a97d", "none"),
                () if dark => ("#a3b3c2", "none"),
                () => ("#e8ecee", "none"),
            };
            let _ = write!(
                out,
                r#"<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{fill}" stroke="{edge}" stroke-width="2"/>"#
            );
            if last.contains(&square) {
                let _ = write!(
                    out,
                    r##"<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="#f5c400" fill-opacity=".5"/>"##
                );
            }
        }
        let (left, top) = (MARGIN, STRIP);
        let (width, height) = (UNIT * f64::from(geometry.files), UNIT * f64::from(geometry.ranks));
        let _ = write!(
            out,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="3"/>"#
        );
    }

    fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let geometry = self.spec.geometry;
        (0..geometry.ranks).flat_map(move |rank| (0..geometry.files).map(move |file| Square::new(file, rank)))
    }

    fn coordinates(&self, out: &mut String) {
        let geometry = self.spec.geometry;
        let below = STRIP + UNIT * f64::from(geometry.ranks) + MARGIN / 2.0;
        for file in 0..geometry.files {
            let (x, _) = self.centre(Square::new(file, 0));
            out.push_str(&letters::text(&char::from(b'a' + file).to_string(), (x, below), 20.0, INK));
        }
        for rank in 0..geometry.ranks {
            let (_, y) = self.centre(Square::new(0, rank));
            out.push_str(&letters::text(&(rank + 1).to_string(), (MARGIN / 2.0, y), 20.0, INK));
        }
    }

    fn pieces(&self, out: &mut String) {
        for (square, piece) in self.setup.pieces() {
            self.piece(out, piece, self.corner(square), UNIT);
        }
    }

    /// A piece in a square of side `size`.
    fn piece(&self, out: &mut String, piece: Piece, (x, y): (f64, f64), size: f64) {
        let id = piece_id(self.spec, piece);
        let _ = write!(out, r##"<use href="#{id}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##);
    }

    /// What belongs to a player, at the player's edge of the board.
    fn strip(&self, out: &mut String, color: Color) {
        let (width, height) = self.size();
        let middle = if color == self.bottom { height - STRIP / 2.0 } else { STRIP / 2.0 };
        let x = MARGIN + 20.0;
        if color == self.setup.turn {
            let _ = write!(
                out,
                r##"<circle cx="{x}" cy="{middle}" r="25" fill="none" stroke="#2c7a3f" stroke-width="6"/>"##
            );
        }
        let disc = if color == Color::White { "#ffffff" } else { "#2b2f36" };
        let _ = write!(out, r#"<circle cx="{x}" cy="{middle}" r="16" fill="{disc}" stroke="{INK}" stroke-width="3"/>"#);
        let size = UNIT * HELD;
        let mut left = x + 36.0;
        for (piece, count) in self.held().filter(|(piece, _)| piece.color == color) {
            self.piece(out, piece, (left, middle - size / 2.0), size);
            left += size;
            if count > 1 {
                out.push_str(&letters::text(&count.to_string(), (left + 8.0, middle), 26.0, INK));
                left += 30.0;
            }
        }
        if self.spec.points {
            let points = self.setup.points[color.index()].to_string();
            let half = 8.0 * points.len() as f64;
            out.push_str(&letters::text(&points, (width - MARGIN - half, middle), 30.0, INK));
        }
    }

    fn arrow(&self, out: &mut String, mv: &MoveFacts) {
        const COLOR: &str = "#1b6ec2";
        let (x, y) = self.centre(mv.to);
        let Some(from) = mv.from else {
            out.push_str(r#"<g opacity=".7">"#);
            self.piece(out, Piece { color: self.setup.turn, kind: mv.piece }, self.corner(mv.to), UNIT);
            let _ =
                write!(out, r#"<circle cx="{x}" cy="{y}" r="45" fill="none" stroke="{COLOR}" stroke-width="8"/></g>"#);
            return;
        };
        let (from_x, from_y) = self.centre(from);
        let length = (x - from_x).hypot(y - from_y);
        let angle = (y - from_y).atan2(x - from_x).to_degrees();
        // Drawn towards the right, then turned: a shaft that begins beside the middle of its square, and a head.
        let (shaft, tip) = (length - 34.0, length - 6.0);
        let _ = write!(
            out,
            r#"<path d="M18-7H{shaft:.1}V-20L{tip:.1} 0L{shaft:.1} 20V7H18Z" fill="{COLOR}" fill-opacity=".75" transform="translate({from_x} {from_y}) rotate({angle:.2})"/>"#
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;

    fn drawn(variant: &str, fen: &str, moves: &[&str], arrows: &[&str], bottom: Color) -> String {
        let mut game = new_game(variant).expect("a game");
        game.set_position(fen, crate::notation::Form::Fen).expect("a position");
        for mv in moves {
            game.push(mv, None).expect("a legal move");
        }
        let arrows = arrows.iter().map(|mv| game.facts(game.find(mv, None).expect("a legal move"))).collect();
        let setup = game.setup();
        Board::new(game.spec(), &setup)
            .seen_by(bottom)
            .last_move(game.last_move().map(|mv| game.facts(mv)))
            .arrows(arrows)
            .to_svg()
    }

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn a_board_shows_every_piece_in_its_place() {
        let svg = drawn("micro", "k3/4/4/4/2+RK[LLb] w - - 0 1", &["c1c2"], &[], Color::White);
        assert!(svg.contains(r##"<use href="#bK" x="44" y="84" width="100" height="100"/>"##), "{svg}");
        assert!(svg.contains(r##"<use href="#wpR" x="244" y="384""##), "{svg}");
        // Two lances are one tile with a 2 beside it.
        assert_eq!((count(&svg, r##"href="#wL""##), count(&svg, r##"href="#bB""##)), (1, 1), "{svg}");
        // Both squares of the last move light up; every piece is defined once.
        assert_eq!((count(&svg, "#f5c400"), count(&svg, "<symbol")), (2, 5), "{svg}");
        let turned = drawn("micro", "k3/4/4/4/2+RK[LLb] w - - 0 1", &["c1c2"], &[], Color::Black);
        assert!(turned.contains(r##"<use href="#bK" x="344" y="484" width="100" height="100"/>"##), "{turned}");
        // A tile points away from its owner: the opponent's are turned.
        assert_eq!((count(&svg, "rotate(180"), count(&turned, "rotate(180")), (2, 3));
    }

    #[test]
    fn arrows_lead_from_origin_to_target() {
        let svg = drawn("micro", "k3/4/4/4/2+RK[L] w - - 0 1", &[], &["c1c2", "L@b3"], Color::White);
        assert!(svg.contains("M18-7H66.0V-20L94.0 0L66.0 20V7H18Z"), "{svg}");
        assert!(svg.contains("translate(294 534) rotate(-90.00)"), "{svg}");
        assert!(svg.contains(r#"<circle cx="194" cy="334" r="45""#), "{svg}");
    }

    #[test]
    fn a_stage_knows_every_piece_and_holds_none() {
        let stage = Board::stage(new_game("minithunder").expect("a game").spec());
        assert_eq!((count(&stage, "<symbol"), count(&stage, "<use")), (22, 0));
        assert!(stage.ends_with(r#"<g class="play"></g></svg>"#) && stage.contains(r#"data-ranks="7""#), "{stage}");
    }

    #[test]
    fn points_and_holes_are_drawn() {
        let svg = drawn(
            "miniforest",
            "k7/8/8/8/8/8/8/K7 w - - 0 1 12:7".replace("k7/8", "8/k7").as_str(),
            &[],
            &[],
            Color::White,
        );
        assert_eq!((count(&svg, "#86a97d"), count(&svg, "#e9e9dc")), (32, 32));
        assert!(svg.contains("<title>Mini Forest</title>"));
    }
}
