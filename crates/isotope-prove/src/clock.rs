//! Time from outside: not every host of this library has a clock of its own.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What tells the time: how long ago some moment of its choice was.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use isotope_prove::clock::Clock;
/// // In a browser this would ask the page.
/// let standing = Clock::new(|| Duration::from_secs(3));
/// let deadline = standing.after(Duration::from_secs(1));
/// assert!(!deadline.is_over() && deadline.left() == Duration::from_secs(1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// The host's own. In WebAssembly the standard library has none, and asking it panics.
    pub const SYSTEM: Clock = Clock(|| {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    });

    /// One that asks `now`, which must not go backwards.
    pub const fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// Time since its moment.
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// The moment after so much time.
    pub fn after(self, time: Duration) -> Deadline {
        Deadline { clock: self, at: self.now().saturating_add(time) }
    }
}

/// A moment up to which something may take.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: Clock,
    at: Duration,
}

impl Deadline {
    /// Whether it has passed.
    pub fn is_over(self) -> bool {
        self.clock.now() >= self.at
    }

    /// Time until then.
    pub fn left(self) -> Duration {
        self.at.saturating_sub(self.clock.now())
    }
}

/// Work that takes time.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    clock: Clock,
    at: Duration,
}

impl Started {
    /// Now.
    pub fn now(clock: Clock) -> Started {
        Started { clock, at: clock.now() }
    }

    /// Time since.
    pub fn elapsed(self) -> Duration {
        self.clock.now().saturating_sub(self.at)
    }

    /// The moment so much time after the start.
    pub fn after(self, time: Duration) -> Deadline {
        Deadline { clock: self.clock, at: self.at.saturating_add(time) }
    }
}
