//! What a search tells the outside while it runs.

use super::root::RootMove;
use super::score::{Bound, INFINITE, Score};
use super::worker::Team;
use super::{Info, Reporter};

/// The reporter of a search, and what it was told last.
pub(super) struct Report<'a, 'r> {
    pub team: &'a Team<'a>,
    pub reporter: &'r mut dyn Reporter,
    /// The last report about the best line.
    pub last: Option<Info>,
}

impl Report<'_, '_> {
    /// Reports all lines of a finished iteration.
    pub(super) fn lines(&mut self, depth: u32, lines: &[RootMove]) {
        for (nth, root_move) in lines.iter().enumerate() {
            self.line(nth, depth, (root_move.value, Bound::Exact), root_move);
        }
    }

    /// If an unfinished iteration has found a better move, says so: the last report should show the move that is played.
    pub(super) fn late_change(&mut self, depth: u32, best: &RootMove) {
        let shown = self.last.as_ref().and_then(|info| info.pv.first());
        if best.value > -INFINITE && shown != Some(&best.mv) {
            self.line(0, depth, (best.value, Bound::Exact), best);
        }
    }

    /// Reports the `nth` best line (from 0) and what its value says.
    pub(super) fn line(&mut self, nth: usize, depth: u32, (value, bound): (i32, Bound), root_move: &RootMove) {
        let info = Info {
            depth,
            seldepth: self.team.take_seldepth().max(depth as usize) as u32,
            multipv: nth + 1,
            score: Score::from_value(value),
            bound,
            nodes: self.team.nodes(),
            time: self.team.control.elapsed(),
            hashfull: self.team.table.hashfull(),
            pv: root_move.line.clone(),
        };
        self.reporter.info(&info);
        if nth == 0 {
            self.last = Some(info);
        }
    }
}
