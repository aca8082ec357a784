//! What a run has used of the processor.

use serde::Serialize;

/// Processor time, of user and system together, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Usage {
    /// The runner's own.
    pub runner_s: f64,
    /// That of the engines that have ended.
    pub engines_s: f64,
}

impl Usage {
    /// What this process and its children have used so far, where the system can tell.
    #[cfg(unix)]
    #[must_use]
    pub fn so_far() -> Option<Self> {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;
        let of = |who| {
            let usage = getrusage(who).ok()?;
            let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
            Some(micros as f64 / 1e6)
        };
        Some(Self { runner_s: of(UsageWho::RUSAGE_SELF)?, engines_s: of(UsageWho::RUSAGE_CHILDREN)? })
    }

    /// Here the system cannot tell.
    #[cfg(not(unix))]
    #[must_use]
    pub const fn so_far() -> Option<Self> {
        None
    }

    /// What has been used since.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self { runner_s: self.runner_s - earlier.runner_s, engines_s: self.engines_s - earlier.engines_s }
    }

    /// The runner's share in percent of what the engines have used.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.engines_s > 0.0).then(|| 100.0 * self.runner_s / self.engines_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_what_the_engines_used() {
        let [before, after] = [(1.0, 2.0), (1.5, 12.0)].map(|(runner_s, engines_s)| Usage { runner_s, engines_s });
        assert_eq!(after.since(before), Usage { runner_s: 0.5, engines_s: 10.0 });
        assert_eq!((after.since(before).share(), after.since(after).share()), (Some(5.0), None));
    }
}
