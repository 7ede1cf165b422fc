//! An injected clock: not every host of this library has one.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A source of time: how long ago some fixed moment was.
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
    /// The host's clock. WebAssembly's standard library has none, and asking it panics.
    pub const SYSTEM: Clock = Clock(|| {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    });

    /// A clock that asks `now`, which must not go backwards.
    pub const fn new(now: fn() -> Duration) -> Clock {
        Clock(now)
    }

    /// Time since its fixed moment.
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// The moment after this much time.
    pub fn after(self, time: Duration) -> Deadline {
        Deadline { clock: self, at: self.now().saturating_add(time) }
    }
}

/// A deadline.
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

/// Measures elapsed time.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    clock: Clock,
    at: Duration,
}

impl Started {
    /// Starts now.
    pub fn now(clock: Clock) -> Started {
        Started { clock, at: clock.now() }
    }

    /// Time since the start.
    pub fn elapsed(self) -> Duration {
        self.clock.now().saturating_sub(self.at)
    }

    /// The deadline this much after the start.
    pub fn after(self, time: Duration) -> Deadline {
        Deadline { clock: self.clock, at: self.at.saturating_add(time) }
    }
}
