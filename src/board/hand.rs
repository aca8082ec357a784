//! Pieces held in hand, counted by kind.

use super::Kind;

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
}
