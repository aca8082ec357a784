//! Principal variations of the line being searched, one a ply ("triangular table").

use super::score::MAX_PLY;

/// The best lines found so far, from every ply of the current line on.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<Vec<u32>>);

impl Default for Lines {
    fn default() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 1])
    }
}

impl Lines {
    /// Forgets the line from `ply` on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line from `ply` is now `mv` and then the best line from the next ply.
    pub(super) fn extend(&mut self, ply: usize, mv: u32) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// The best line from `ply` on.
    pub(super) fn get(&self, ply: usize) -> &[u32] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaves() {
        let mut lines = Lines::default();
        lines.extend(2, 30);
        lines.extend(1, 20);
        lines.extend(0, 10);
        assert_eq!(lines.get(0), [10, 20, 30]);
        lines.clear(1);
        lines.extend(0, 11);
        assert_eq!(lines.get(0), [11]);
    }
}
