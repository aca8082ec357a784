//! Pieces held in hand, counted by kind.

use super::zobrist::{self, MAX_KINDS};
use super::{Color, Kind, Observer, Silent};

/// How many pieces of each kind a side holds; four bits a kind in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// The most pieces of one kind that a hand can count.
    pub const MAX: u32 = 15;

    /// Pieces of `kind` held.
    #[must_use]
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        ((self.0 >> (kind.index() * 4)) & 15) as u32
    }

    /// Whether nothing is held.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more of `kind`. The caller sees to it that the count stays within [`Hand::MAX`].
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        self.0 = self.0.wrapping_add(1 << (kind.index() * 4));
    }

    /// One less of `kind`, of which at least one must be held.
    #[inline]
    pub const fn remove(&mut self, kind: Kind) {
        self.0 = self.0.wrapping_sub(1 << (kind.index() * 4));
    }
}

/// What both sides hold, with the part of the key that it makes up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    hands: [Hand; 2],
    key: u64,
}

impl Hands {
    /// Hands that hold `counts` (by colour and kind) of the kinds in `order`, each at most [`Hand::MAX`].
    #[must_use]
    pub fn holding(counts: &[[u32; MAX_KINDS]; 2], order: &[Kind]) -> Self {
        let mut hands = Self::default();
        for color in Color::ALL {
            for &kind in order {
                for _ in 0..counts[color.index()][kind.index()].min(Hand::MAX) {
                    hands.gain(color, kind, &mut Silent);
                }
            }
        }
        hands
    }

    /// How many pieces of each kind either side holds, by colour and kind.
    #[must_use]
    pub fn counts(&self) -> [[u32; MAX_KINDS]; 2] {
        self.hands.map(|hand| std::array::from_fn(|kind| hand.count(Kind(kind as u8))))
    }

    /// What `color` holds.
    #[must_use]
    #[inline]
    pub const fn of(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The zobrist key of the hands.
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// One more of `kind` for `color`, which must stay within [`Hand::MAX`].
    #[inline]
    pub fn gain<O: Observer>(&mut self, color: Color, kind: Kind, observer: &mut O) {
        let held = self.of(color).count(kind);
        self.hands[color.index()].add(kind);
        self.key ^= zobrist::held(color, kind.index(), held as usize);
        observer.gain(color, kind, held + 1);
    }

    /// One less of `kind` for `color`, who must hold one.
    #[inline]
    pub fn spend<O: Observer>(&mut self, color: Color, kind: Kind, observer: &mut O) {
        let left = self.of(color).count(kind).saturating_sub(1);
        self.hands[color.index()].remove(kind);
        self.key ^= zobrist::held(color, kind.index(), left as usize);
        observer.spend(color, kind, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_apart() {
        let (a, b) = (Kind(0), Kind(15));
        let mut hand = Hand::default();
        hand.add(a);
        hand.add(b);
        hand.add(b);
        assert_eq!((hand.count(a), hand.count(b), hand.count(Kind(7))), (1, 2, 0));
        hand.remove(b);
        hand.remove(b);
        hand.remove(a);
        assert!(hand.is_empty());
    }

    #[test]
    fn the_key_depends_on_what_is_held_alone() {
        let (order, mut counts) = ([Kind(2), Kind(4)], [[0; MAX_KINDS]; 2]);
        counts[1][2] = 2;
        counts[0][4] = 1;
        let mut hands = Hands::default();
        hands.gain(Color::Black, Kind(2), &mut Silent);
        hands.gain(Color::White, Kind(2), &mut Silent);
        hands.gain(Color::White, Kind(4), &mut Silent);
        hands.gain(Color::Black, Kind(2), &mut Silent);
        assert_ne!(hands, Hands::holding(&counts, &order));
        hands.spend(Color::White, Kind(2), &mut Silent);
        assert_eq!(hands, Hands::holding(&counts, &order));
        assert_eq!(hands.counts(), counts);
    }
}
