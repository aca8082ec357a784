//! What a search for a mate knows of a node: proof and disproof numbers, and how soon the mate comes.

use super::table::Known;

/// A proof or disproof number: how many leaves must still be decided to prove or to disprove the node.
pub(super) type Number = u32;

/// The number of what cannot be done any more. Sums stay well below the end of the type.
pub(super) const INFINITE: Number = 1 << 30;

/// More plies than any mate takes.
pub(super) const NEVER: u8 = u8::MAX;

/// What is known of a node: a position with the number of plies within which the attacker must win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// 0 if the attacker wins within the plies left, [`INFINITE`] if not.
    pub proof: Number,
    /// 0 if the attacker does not win within the plies left, [`INFINITE`] if he does.
    pub disproof: Number,
    /// If proved: an upper bound for the plies to the win.
    pub wins_in: u8,
    /// If disproved: plies within which there is no win; at least those left.
    pub safe_for: u8,
}

impl Value {
    /// The attacker wins within so many plies.
    pub(super) const fn won(plies: u8) -> Self {
        Self { proof: 0, disproof: INFINITE, wins_in: plies, safe_for: 0 }
    }

    /// The attacker does not win within so many plies.
    pub(super) const fn safe(plies: u8) -> Self {
        Self { proof: INFINITE, disproof: 0, wins_in: NEVER, safe_for: plies }
    }

    /// Not decided.
    pub(super) const fn open(proof: Number, disproof: Number) -> Self {
        Self { proof, disproof, wins_in: NEVER, safe_for: 0 }
    }

    /// What the table says of a node with so many plies left, if it says anything.
    pub(super) fn of(known: &Known, plies: u8) -> Option<Self> {
        if known.wins_in <= plies {
            Some(Self::won(known.wins_in))
        } else if known.safe_for >= plies {
            Some(Self::safe(known.safe_for))
        } else {
            // The numbers may be those of another depth: as estimates they are the best at hand.
            (known.proof > 0).then(|| Self::open(known.proof, known.disproof))
        }
    }

    /// Whether it is proved or disproved.
    pub(super) const fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of leaves that the side to move needs: `attacks` says whether it is the attacker.
    pub(super) const fn own(&self, attacks: bool) -> Number {
        if attacks { self.proof } else { self.disproof }
    }

    /// The number of leaves that the other side needs.
    pub(super) const fn other(&self, attacks: bool) -> Number {
        self.own(!attacks)
    }
}

/// What the children make of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    /// The node.
    pub value: Value,
    /// The child to be searched next.
    pub best: usize,
    /// The second least number of leaves that the mover needs, by child.
    pub second: Number,
    /// The children that are not decided.
    pub open: u32,
}

/// Puts the children of a node together. `attacks`: the attacker is to move.
///
/// The side to move needs one child, the other side all of them. For all of them it counts the hardest child in full and each other
/// one as a single leaf, since children share most of what is below them, and a plain sum counts that again and again ("weak
/// proof numbers": Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", Computers and Games 2008).
pub(super) fn summarise(children: impl Iterator<Item = Value>, attacks: bool) -> Summary {
    let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
    let (mut hardest, mut open) = (0, 0);
    let (mut soonest, mut latest) = (NEVER, 0);
    let (mut safest, mut weakest) = (0, NEVER);
    for (index, child) in children.enumerate() {
        let own = child.own(attacks);
        if own < least {
            (second, least, best) = (least, own, index);
        } else {
            second = second.min(own);
        }
        if !child.is_decided() {
            open += 1;
            hardest = child.other(attacks).max(hardest);
        }
        (soonest, latest) = (child.wins_in.min(soonest), child.wins_in.max(latest));
        (safest, weakest) = (child.safe_for.max(safest), child.safe_for.min(weakest));
    }
    let value = if least == 0 {
        if attacks { Value::won(later(soonest)) } else { Value::safe(later(safest)) }
    } else if least == INFINITE {
        // Without a child both are right: an attacker who cannot move never wins; the defender's case is not asked.
        if attacks { Value::safe(later(weakest)) } else { Value::won(later(latest)) }
    } else {
        let all = (hardest + open - 1).min(INFINITE - 1);
        if attacks { Value::open(least, all) } else { Value::open(all, least) }
    };
    Summary { value, best, second, open }
}

/// A ply more, seen from the parent; never stays never.
const fn later(plies: u8) -> u8 {
    plies.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(children: &[Value], attacks: bool) -> Summary {
        summarise(children.iter().copied(), attacks)
    }

    #[test]
    fn the_mover_needs_one_child_and_the_other_side_all() {
        let children = [Value::open(5, 2), Value::safe(3), Value::open(3, 4)];
        assert_eq!(sum(&children, true), Summary { value: Value::open(3, 5), best: 2, second: 5, open: 2 });
        let children = [Value::open(5, 2), Value::won(3), Value::open(3, 4)];
        assert_eq!(sum(&children, false), Summary { value: Value::open(6, 2), best: 0, second: 4, open: 2 });
    }

    #[test]
    fn decided_nodes_know_how_long() {
        let won = [Value::won(4), Value::open(1, 1), Value::won(2)];
        assert_eq!(sum(&won, true).value, Value::won(3));
        assert_eq!(sum(&[Value::won(4), Value::won(2)], false).value, Value::won(5));
        assert_eq!(sum(&[Value::safe(4), Value::safe(2)], true).value, Value::safe(3));
        assert_eq!(sum(&[Value::safe(4), Value::safe(2), Value::won(9)], false).value, Value::safe(5));
        assert_eq!(sum(&[Value::safe(NEVER)], true).value, Value::safe(NEVER));
        assert_eq!(sum(&[], true).value, Value::safe(NEVER));
    }

    #[test]
    fn what_is_known_answers_shorter_and_longer_questions() {
        let known = Known { wins_in: 7, safe_for: 4, proof: 6, disproof: 2, work: 1 };
        assert_eq!(Value::of(&known, 8), Some(Value::won(7)));
        assert_eq!(Value::of(&known, 3), Some(Value::safe(4)));
        assert_eq!(Value::of(&known, 5), Some(Value::open(6, 2)));
        assert_eq!(Value::of(&Known::NOTHING, 5), None);
    }
}
