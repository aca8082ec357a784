//! The rules read literally, square by square and letter by letter: slow, and independent of the generator's ideas.

use std::collections::BTreeSet;

const FILES: i32 = 6;
const RANKS: i32 = 7;
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const OBLIQUE: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
const COMPOUNDS: [(char, [char; 2]); 6] =
    [('Q', ['R', 'B']), ('M', ['R', 'N']), ('A', ['B', 'N']), ('O', ['K', 'B']), ('D', ['K', 'R']), ('E', ['K', 'N'])];

/// File and rank, from 0.
type At = (i32, i32);

/// Letters as in FEN, and whether White is to move.
#[derive(Clone)]
pub struct Board {
    squares: [[Option<char>; FILES as usize]; RANKS as usize],
    white: bool,
}

/// What a compound consists of; a simple piece is its own only part.
fn parts(letter: char) -> Vec<char> {
    let compound = COMPOUNDS.iter().find(|(name, _)| *name == letter);
    compound.map_or_else(|| vec![letter], |(_, parts)| parts.to_vec())
}

fn compound(a: char, b: char) -> Option<char> {
    let found = COMPOUNDS.iter().find(|(_, parts)| *parts == [a, b] || *parts == [b, a]);
    found.map(|&(name, _)| name)
}

fn is_minister(letter: char) -> bool {
    "RBN".contains(letter)
}

fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

impl Board {
    /// Reads a valid FEN.
    pub fn read(fen: &str) -> Self {
        let fields: Vec<_> = fen.split(' ').collect();
        let mut board = Self { squares: Default::default(), white: fields[1] == "w" };
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                if let Some(gap) = c.to_digit(10) {
                    file += gap as i32;
                } else {
                    board.put((file, RANKS - 1 - row as i32), Some(c));
                    file += 1;
                }
            }
        }
        board
    }

    fn put(&mut self, (file, rank): At, piece: Option<char>) {
        self.squares[rank as usize][file as usize] = piece;
    }

    /// The piece on a square as (is it White's, upper-case letter).
    fn get(&self, (file, rank): At) -> Option<(bool, char)> {
        self.squares[rank as usize][file as usize].map(|c| (c.is_uppercase(), c.to_ascii_uppercase()))
    }

    fn all(&self, white: bool) -> Vec<(At, char)> {
        let squares = (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)));
        squares.filter_map(|at| self.get(at).filter(|piece| piece.0 == white).map(|piece| (at, piece.1))).collect()
    }

    /// The squares that one part reaches, each with the squares crossed on the way.
    fn reach(&self, part: char, from: At) -> Vec<(At, Vec<At>)> {
        let (directions, steps) = match part {
            'R' => (STRAIGHT.to_vec(), RANKS),
            'B' => (OBLIQUE.to_vec(), RANKS),
            'N' => (LEAPS.to_vec(), 1),
            _ => ([STRAIGHT, OBLIQUE].concat(), 1),
        };
        let mut reached = Vec::new();
        for (df, dr) in directions {
            let mut crossed = Vec::new();
            for step in 1..=steps {
                let to = (from.0 + step * df, from.1 + step * dr);
                if !(0..FILES).contains(&to.0) || !(0..RANKS).contains(&to.1) {
                    break;
                }
                reached.push((to, crossed.clone()));
                if self.get(to).is_some() {
                    break;
                }
                crossed.push(to);
            }
        }
        reached
    }

    /// Whether a piece of that side could capture on `target`.
    fn attacked(&self, target: At, white: bool) -> bool {
        self.all(white).into_iter().any(|(from, letter)| match letter {
            'P' => target.1 - from.1 == (if white { 1 } else { -1 }) && (target.0 - from.0).abs() == 1,
            _ => parts(letter).iter().any(|&part| self.reach(part, from).iter().any(|(to, _)| *to == target)),
        })
    }

    fn royal_attacked(&self, white: bool) -> bool {
        let royal = self.all(white).into_iter().find(|(_, letter)| parts(*letter).contains(&'K'));
        royal.is_some_and(|(at, _)| self.attacked(at, !white))
    }

    pub fn in_check(&self) -> bool {
        self.royal_attacked(self.white)
    }

    /// The legal moves as UCI strings, sorted.
    pub fn legal_moves(&self, promotion_forced: bool, slides_guarded: bool) -> Vec<String> {
        let mut moves = BTreeSet::new();
        for (from, letter) in self.all(self.white) {
            if letter == 'P' {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for part in parts(letter) {
                for (to, crossed) in self.reach(part, from) {
                    let guarded = slides_guarded && "OD".contains(letter) && "RB".contains(part);
                    let barred = guarded && crossed.iter().any(|&at| self.attacked(at, !self.white));
                    self.part_moves((from, letter), part, to, barred, promotion_forced, &mut moves);
                }
            }
        }
        moves.into_iter().collect()
    }

    fn part_moves(
        &self,
        (from, letter): (At, char),
        part: char,
        to: At,
        barred: bool,
        promotion_forced: bool,
        moves: &mut BTreeSet<String>,
    ) {
        let simple = part == letter;
        match self.get(to) {
            None if simple => {
                let promoted = match letter {
                    'N' => 'Q',
                    'B' => 'A',
                    'R' => 'M',
                    _ => letter,
                };
                let attacked = promoted != letter && self.attacked(from, !self.white);
                if attacked {
                    self.try_move(from, to, promoted, None, moves);
                }
                if !(attacked && promotion_forced) {
                    self.try_move(from, to, letter, None, moves);
                }
            }
            None => {
                if !barred {
                    self.try_move(from, to, letter, None, moves);
                }
                let rest = parts(letter).into_iter().find(|&other| other != part);
                self.try_move(from, to, part, rest, moves);
            }
            Some((white, met)) if white == self.white => {
                if simple
                    && is_minister(met)
                    && let Some(fused) = compound(letter, met)
                {
                    self.try_move(from, to, fused, None, moves);
                }
            }
            Some((_, met)) if simple => {
                let assimilated = compound(letter, met).filter(|_| is_minister(met));
                self.try_move(from, to, assimilated.unwrap_or(letter), None, moves);
            }
            Some(_) => {
                let royal = parts(letter).contains(&'K');
                if !barred {
                    self.try_move(from, to, if royal { 'K' } else { part }, None, moves);
                }
            }
        }
    }

    fn pawn_moves(&self, from: At, moves: &mut BTreeSet<String>) {
        let rank = from.1 + if self.white { 1 } else { -1 };
        let last = if self.white { RANKS - 1 } else { 0 };
        for file in (from.0 - 1..=from.0 + 1).filter(|file| (0..FILES).contains(file)) {
            let to = (file, rank);
            let allowed = match self.get(to) {
                None => file == from.0,
                Some((white, _)) => file != from.0 && white != self.white,
            };
            if allowed {
                let becomes = if rank == last { vec!['R', 'B', 'N'] } else { vec!['P'] };
                for letter in becomes {
                    self.try_move(from, to, letter, None, moves);
                }
            }
        }
    }

    /// Notes a move that leaves the own royal piece in safety.
    fn try_move(&self, from: At, to: At, after: char, left: Option<char>, moves: &mut BTreeSet<String>) {
        let cased = |letter: char| if self.white { letter } else { letter.to_ascii_lowercase() };
        let changes = self.get(from).is_some_and(|(_, before)| before != after);
        let mut next = self.clone();
        next.put(from, left.map(cased));
        next.put(to, Some(cased(after)));
        if !next.royal_attacked(self.white) {
            let suffix = if changes { after.to_ascii_lowercase().to_string() } else { String::new() };
            moves.insert(format!("{}{}{suffix}", name(from), name(to)));
        }
    }
}
