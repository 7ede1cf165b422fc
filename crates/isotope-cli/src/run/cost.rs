//! What launches took.

use std::time::Duration;

use isotope::machine::Stats;

/// What the engine did and how long it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// What ran.
    pub stats: Stats,
    /// Time inside the engine.
    pub wall: Duration,
    /// CPU time of its threads during that time.
    pub cpu: Duration,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.stats += other.stats;
        self.wall += other.wall;
        self.cpu += other.cpu;
    }
}
