//! The static values that a thread has computed of late: a search comes back to many positions, and looking at the whole
//! board takes longer than a look into a small table.

/// Slots; a power of two, so few that the table stays within a core's own cache.
const SLOTS: usize = 1 << 14;
/// The bits of a slot that hold the value; the others hold those of the key.
const VALUE: u64 = 0xFFFF;

/// A direct-mapped table of static values by zobrist key.
#[derive(Clone, Debug)]
pub(super) struct Evals(Box<[u64; SLOTS]>);

impl Default for Evals {
    fn default() -> Self {
        // An empty slot looks like a value of 0 for a key whose upper bits are all 0; one key in 2^48 has such bits.
        Self(bytemuck::zeroed_box())
    }
}

impl Evals {
    /// The static value of the position with this key, in centipawns: as it was computed before, or by `compute`.
    #[inline]
    pub(super) fn get(&mut self, key: u64, compute: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.0[key as usize % SLOTS];
        if (*slot ^ key) & !VALUE == 0 {
            return i32::from(*slot as u16 as i16);
        }
        let value = compute();
        *slot = key & !VALUE | u64::from(value as i16 as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;
    use crate::eval::MAX_EVAL;

    #[test]
    fn a_value_is_computed_once_until_another_takes_its_place() {
        let mut evals = Evals::default();
        let key = mix(1);
        for value in [-MAX_EVAL, -1, 0, 1, MAX_EVAL] {
            let other = key ^ 1 << 40;
            assert_eq!(evals.get(other, || value), value, "the slot is the same, the position is not");
            assert_eq!(evals.get(other, || 7), value);
            assert_eq!(evals.get(key, || 9), 9);
        }
    }
}
