//! What ends a search from outside: a stop, and two points in time that may be set while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shared by a running search and whoever may end it. Made before the search begins, so that a stop that
/// comes early is not lost.
#[derive(Debug)]
pub struct Control {
    start: Instant,
    stop: AtomicBool,
    /// Nanoseconds after `start`; `u64::MAX` for never.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Control {
    /// A search that began at `start` and has no time limit yet.
    pub const fn new(start: Instant) -> Self {
        let never = u64::MAX;
        Self { start, stop: AtomicBool::new(false), soft: AtomicU64::new(never), hard: AtomicU64::new(never) }
    }

    /// When the search began.
    pub const fn start(&self) -> Instant {
        self.start
    }

    /// Ends the search at the next check.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Sets the time limits, as points after the start: past `soft` no new iteration begins, at `hard` the
    /// search ends wherever it is.
    pub fn set_limits(&self, soft: Duration, hard: Duration) {
        let nanoseconds = |limit: Duration| u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
        self.soft.store(nanoseconds(soft), Ordering::Release);
        self.hard.store(nanoseconds(hard), Ordering::Release);
    }

    /// Whether a stop was asked for, without a look at the clock.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search must end now: asked to, or out of time.
    pub fn must_end(&self) -> bool {
        self.is_stopped() || self.is_past(&self.hard)
    }

    /// Whether no new iteration should begin.
    pub fn is_past_soft_limit(&self) -> bool {
        self.is_past(&self.soft)
    }

    fn is_past(&self, limit: &AtomicU64) -> bool {
        let limit = limit.load(Ordering::Acquire);
        limit != u64::MAX && self.start.elapsed() >= Duration::from_nanos(limit)
    }
}
