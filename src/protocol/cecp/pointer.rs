//! The commands `lift` and `put`: somebody picks up a piece on a board that does not know the game, and puts it down.
//!
//! When a piece is lifted, the squares that it can go to are marked. A square that it can go to in several ways (whole or split,
//! promoted or not, to become one piece or another) is marked for one of them; lifting the same piece again goes on to the next. The
//! board does not know what becomes of the piece, so it asks when the piece is put down, and is told.

use super::layout;
use super::moves::{self, Style};
use crate::board::Square;
use crate::engine::AnyGame;
use crate::rules::{Layout, MoveFacts, Spec};

/// Where a piece is lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// On the board.
    Board(Square),
    /// From the hand: the letter of its plain face.
    Hand(char),
}

impl Origin {
    /// Reads the square of a `lift`. The holdings stand two files left of the board (Black's, from the top) and right of it
    /// (White's, from the bottom).
    fn parse(token: &str, spec: &Spec, layout: &Layout) -> Option<Self> {
        let (&file, rank) = token.as_bytes().split_first()?;
        let rank: u8 = std::str::from_utf8(rank).ok()?.parse().ok()?;
        let place = match file.checked_sub(b'a') {
            Some(file) if file < spec.geometry.files => return Square::parse(token).map(Self::Board),
            Some(file) if file == spec.geometry.files + 1 => rank.checked_sub(1)?,
            None if file == b'a' - 2 => spec.geometry.ranks.checked_sub(rank)?,
            _ => return None,
        };
        layout::held(layout).nth(place.into()).map(Self::Hand)
    }

    fn is_of(self, spec: &Spec, facts: &MoveFacts) -> bool {
        match self {
            Self::Board(square) => facts.from == Some(square),
            Self::Hand(letter) => facts.from.is_none() && spec.piece(facts.piece).symbol.ends_with(letter),
        }
    }
}

/// The piece in somebody's fingers.
#[derive(Debug, Default)]
pub struct Pointer {
    lifted: Option<(Origin, usize)>,
    /// The move that is offered for each marked square.
    offers: Vec<(Square, u32)>,
}

impl Pointer {
    /// A piece has been lifted; returns the line that marks where it can go.
    pub fn lift(&mut self, token: &str, game: &dyn AnyGame, layout: &Layout, style: Style) -> String {
        let spec = game.spec();
        let Some(origin) = Origin::parse(token, spec, layout) else {
            *self = Self::default();
            return String::new();
        };
        let again = match self.lifted {
            Some((before, count)) if before == origin => count + 1,
            _ => 0,
        };
        self.lifted = Some((origin, again));
        self.offers = offers(game, origin, again);
        format!("highlight {}\n", self.marks(game, style))
    }

    /// The piece has been put down; returns the line that says what becomes of it, if anything does.
    pub fn put(&self, token: &str, game: &dyn AnyGame, style: Style) -> String {
        let square = Square::parse(token.trim_end_matches(','));
        let offer = self.offers.iter().find(|&&(to, _)| Some(to) == square);
        let choice = offer.and_then(|&(_, mv)| moves::choice(game, mv, style));
        choice.map(|choice| format!("choice {choice}\n")).unwrap_or_default()
    }

    /// Whether the move is one of those that are marked.
    pub fn has_offered(&self, mv: u32) -> bool {
        self.offers.iter().any(|&(_, offered)| offered == mv)
    }

    /// The marked squares in the manner of a FEN: `Y` for a move that needs no more words, `B` for one that does.
    fn marks(&self, game: &dyn AnyGame, style: Style) -> String {
        let geometry = game.spec().geometry;
        let mark = |square: Square| {
            let &(_, mv) = self.offers.iter().find(|&&(to, _)| to == square)?;
            Some(if moves::choice(game, mv, style).is_some() { 'B' } else { 'Y' })
        };
        let rank_text = |rank: u8| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..geometry.files {
                match mark(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(mark) => {
                        text += &layout::number(&mut empty);
                        text.push(mark);
                    }
                }
            }
            text + &layout::number(&mut empty)
        };
        (0..geometry.ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
    }
}

/// One move for each square that the piece can go to, when it has been lifted `again` times after the first.
fn offers(game: &dyn AnyGame, origin: Origin, again: usize) -> Vec<(Square, u32)> {
    let spec = game.spec();
    let mut choices: Vec<(Square, Vec<u32>)> = Vec::new();
    let mut moves = game.moves();
    // The plainest way first.
    moves.sort_by_key(|&mv| {
        let facts = game.facts(mv);
        let turned = facts.from.is_none() && spec.piece(facts.piece).symbol.starts_with('+');
        (facts.changes_piece() || turned, facts.left.is_some())
    });
    for mv in moves {
        let facts = game.facts(mv);
        if !origin.is_of(spec, &facts) {
            continue;
        }
        match choices.iter_mut().find(|(to, _)| *to == facts.to) {
            Some((_, ways)) => ways.push(mv),
            None => choices.push((facts.to, vec![mv])),
        }
    }
    let most = choices.iter().map(|(_, ways)| ways.len()).max().unwrap_or(1);
    let chosen = |ways: &[u32]| ways[(again % most).min(ways.len() - 1)];
    choices.iter().map(|(to, ways)| (*to, chosen(ways))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;
    use crate::notation::Form;

    #[test]
    fn the_holdings_stand_beside_the_board() {
        let game = new_game("micro").expect("a known variant");
        let (spec, layout) = (game.spec(), &game.spec().layouts[0]);
        let parse = |token| Origin::parse(token, spec, layout);
        assert_eq!(parse("d2"), Square::parse("d2").map(Origin::Board));
        assert_eq!((parse("f1"), parse("f2"), parse("f4")), (hand('P'), hand('B'), hand('L')));
        assert_eq!((parse("_5"), parse("_4"), parse("_2")), (hand('P'), hand('B'), hand('L')));
        for nowhere in ["e1", "f5", "_1", "f0", "", "g1", "d", "dd", "f99999"] {
            assert_eq!(parse(nowhere), None, "'{nowhere}'");
        }
    }

    fn hand(letter: char) -> Option<Origin> {
        ['P', 'B', 'R', 'L'].contains(&letter).then_some(Origin::Hand(letter))
    }

    #[test]
    fn every_way_to_a_square_is_offered_in_turn() {
        // A paladin goes whole, or sends its bishop or its knight.
        let mut game = new_game("minithunder").expect("a known variant");
        game.set_position("5k/6/6/6/6/2A3/K5 w - - 0 1", Form::Fen).expect("a position");
        let layout = &game.spec().layouts[0];
        let style = Style::Drawn { by_letter: true };
        let mut pointer = Pointer::default();
        assert_eq!(pointer.lift("c2", &*game, layout, style), "highlight 6/6/5Y/YY1YY1/YY1YY1/6/1Y1YY1\n");
        let square = |name| Square::parse(name).expect("a square");
        let offered = |pointer: &Pointer, to| {
            let &(_, mv) = pointer.offers.iter().find(|(square, _)| *square == to).expect("a target");
            moves::word(&*game, mv, style)
        };
        assert_eq!(offered(&pointer, square("d4")), "c2d4");
        assert_eq!(pointer.put("d4", &*game, style), "");
        pointer.lift("c2", &*game, layout, style);
        assert_eq!(offered(&pointer, square("d4")), "c2d4n");
        assert_eq!(pointer.put("d4", &*game, style), "choice N\n");
        assert_eq!(offered(&pointer, square("d3")), "c2d3b");
        pointer.lift("c2", &*game, layout, style);
        assert_eq!(offered(&pointer, square("d4")), "c2d4");
    }
}
