//! Time limit of a search. The library has no clock: the caller provides one.

use std::fmt;
use std::sync::Arc;

/// A time limit.
#[derive(Clone, Default)]
pub struct Until(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Until {
    /// A limit that is reached when `is_up` returns true. It is called at every step; a step can be a million instructions of a wave.
    pub fn new(is_up: impl Fn() -> bool + Send + Sync + 'static) -> Until {
        Until(Some(Arc::new(is_up)))
    }

    /// Whether time is up.
    pub(crate) fn is_up(&self) -> bool {
        self.0.as_ref().is_some_and(|is_up| is_up())
    }
}

impl fmt::Debug for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Until(a clock)" } else { "Until(the end)" })
    }
}
