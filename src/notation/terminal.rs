//! The board drawn with characters: letters, lines and chess figures, or coloured squares.

use std::fmt::Write as _;

use super::diagram::{captions, letters};
use crate::board::{Color, Kind, Piece, Square};
use crate::game::Game;
use crate::rules::{GameMove, Position, Spec};

/// How a board is drawn with characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// With letters and ASCII alone.
    Ascii,
    /// With box-drawing lines, and with figures where Unicode has them for all pieces of the game.
    Unicode,
    /// With the colours of a terminal that has 256 (ANSI escape sequences).
    Ansi,
}

/// Figures of chess, the outlined and the filled one, by letter.
const FIGURES: [(char, [char; 2]); 6] =
    [('K', ['♔', '♚']), ('Q', ['♕', '♛']), ('R', ['♖', '♜']), ('B', ['♗', '♝']), ('N', ['♘', '♞']), ('P', ['♙', '♟'])];

/// Colours of the terminal's table of 256: squares by their shade, those of a move, and those that do not exist.
const SHADES: [u8; 2] = [173, 130];
const MARKED: [u8; 2] = [143, 100];
const VOID: u8 = 236;
/// Colours of White's and of Black's pieces.
const SIDES: [u8; 2] = [231, 16];

/// Draws the current position, with hands, points and the side to move below the board. The squares of `mv` are marked, or those of
/// the last move if there is none.
#[must_use]
pub fn draw<P: Position>(game: &Game<P>, style: BoardStyle, mv: Option<P::Move>) -> String {
    let marked: Vec<Square> = mv.or_else(|| game.moves().last().copied()).map_or_else(Vec::new, |mv| {
        let facts = mv.facts();
        facts.from.into_iter().chain([facts.to]).collect()
    });
    let canvas = Canvas { spec: P::SPEC, board: game.position().setup().board, marked };
    let board = match style {
        BoardStyle::Ascii => letters(game, &canvas.marked),
        BoardStyle::Unicode => canvas.lined(),
        BoardStyle::Ansi => canvas.coloured(),
    };
    board + &captions(game)
}

/// What is to be drawn.
struct Canvas {
    spec: &'static Spec,
    board: [Option<Piece>; 64],
    marked: Vec<Square>,
}

impl Canvas {
    fn ranks(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.spec.geometry.ranks).rev()
    }

    fn squares(&self, rank: u8) -> impl Iterator<Item = Square> + use<> {
        (0..self.spec.geometry.files).map(move |file| Square::new(file, rank))
    }

    fn exists(&self, square: Square) -> bool {
        self.spec.geometry.playable.has(square)
    }

    /// The names of the files, each in the middle of three characters, with `gap` between them.
    fn files(&self, gap: &str) -> String {
        let name = |file: u8| format!(" {} ", char::from(b'a' + file));
        (0..self.spec.geometry.files).map(name).collect::<Vec<_>>().join(gap)
    }

    fn lined(&self) -> String {
        let border = |[left, middle, right]: [&str; 3]| {
            format!("   {left}{}{right}\n", vec!["───"; usize::from(self.spec.geometry.files)].join(middle))
        };
        let rows: Vec<String> = self.ranks().map(|rank| self.lined_row(rank)).collect();
        let inside = rows.join(&border(["├", "┼", "┤"]));
        let (top, bottom) = (border(["┌", "┬", "┐"]), border(["└", "┴", "┘"]));
        format!("{top}{inside}{bottom}    {}\n", self.files(" "))
    }

    fn lined_row(&self, rank: u8) -> String {
        let mut row = format!(" {} │", rank + 1);
        for square in self.squares(rank) {
            let [left, right] = if self.marked.contains(&square) { ['[', ']'] } else { [' ', ' '] };
            // Writing to a string cannot fail.
            let _ = match self.board[square.index()] {
                _ if !self.exists(square) => write!(row, "░░░│"),
                Some(piece) => write!(row, "{left}{}{right}│", self.figure(piece, piece.color == Color::Black)),
                None => write!(row, "{left} {right}│"),
            };
        }
        row + "\n"
    }

    fn coloured(&self) -> String {
        let mut out = String::new();
        for rank in self.ranks() {
            let _ = write!(out, " {} ", rank + 1);
            for square in self.squares(rank) {
                let shade = usize::from((square.file() + square.rank()).is_multiple_of(2));
                let ground = match () {
                    () if !self.exists(square) => VOID,
                    () if self.marked.contains(&square) => MARKED[shade],
                    () => SHADES[shade],
                };
                let piece = self.board[square.index()];
                let ink = piece.map_or(SIDES[0], |piece| SIDES[piece.color.index()]);
                let inside = piece.map_or(' ', |piece| self.figure(piece, true));
                let _ = write!(out, "\x1b[1;38;5;{ink};48;5;{ground}m {inside} ");
            }
            out.push_str("\x1b[0m\n");
        }
        format!("{out}   {}\n", self.files(""))
    }

    /// The character for a piece: a figure in games in which each has one, else a letter, White's in upper case.
    fn figure(&self, piece: Piece, filled: bool) -> char {
        let letter = |kind: Kind| self.spec.piece(kind).letter;
        let figure = |wanted: char| FIGURES.iter().find(|(letter, _)| *letter == wanted).map(|(_, pair)| pair);
        let complete = !self.spec.usi && self.spec.kinds().all(|kind| figure(letter(kind)).is_some());
        match figure(letter(piece.kind)) {
            Some(pair) if complete => pair[usize::from(filled)],
            _ if piece.color == Color::White => letter(piece.kind),
            _ => letter(piece.kind).to_ascii_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::start_position;
    use crate::variants::{Chess, MicroShogi, MiniForest, Standard};

    fn drawn<P: Position>(style: BoardStyle, token: Option<&str>) -> Vec<String> {
        let game = Game::new(start_position::<P>());
        let mv = token.map(|token| crate::notation::read_move(game.position(), token, None).expect("a legal move"));
        draw(&game, style, mv).lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_and_figures() {
        let chess = drawn::<Chess>(BoardStyle::Unicode, None);
        assert_eq!(chess[0], "   ┌───┬───┬───┬───┬───┬───┬───┬───┐");
        assert_eq!(chess[1], " 8 │ ♜ │ ♞ │ ♝ │ ♛ │ ♚ │ ♝ │ ♞ │ ♜ │");
        assert_eq!(chess[15], " 1 │ ♖ │ ♘ │ ♗ │ ♕ │ ♔ │ ♗ │ ♘ │ ♖ │");
        assert_eq!(chess[17], "     a   b   c   d   e   f   g   h ");
        assert_eq!(chess.last().map(String::as_str), Some("white to move"));
    }

    #[test]
    fn moves_are_marked_and_missing_squares_shaded() {
        let micro = drawn::<MicroShogi>(BoardStyle::Unicode, Some("d2d3"));
        assert_eq!((micro[5].as_str(), micro[7].as_str()), (" 3 │   │   │   │[ ]│", " 2 │   │   │   │[P]│"));
        assert!(drawn::<MiniForest<Standard>>(BoardStyle::Unicode, None)[1].starts_with(" 8 │░░░│ a │"));
    }

    #[test]
    fn colours_tell_sides_squares_and_moves() {
        let micro = drawn::<MicroShogi>(BoardStyle::Ansi, Some("d2d3"));
        assert!(micro[0].starts_with(" 5 \x1b[1;38;5;16;48;5;130m k "), "{micro:?}");
        assert!(micro[3].ends_with("\x1b[1;38;5;231;48;5;100m P \x1b[0m"), "{micro:?}");
        assert_eq!(micro[5], "    a  b  c  d ");
        // No colour goes beyond its line.
        assert!(micro[..5].iter().all(|line| line.ends_with("\x1b[0m")));
    }
}
