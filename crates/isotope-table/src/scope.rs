//! Labels, which only the surrounding program knows.
use std::collections::BTreeMap;

/// Names that only the surrounding program knows.
pub trait Scope {
    /// The label at a code address.
    fn label(&self, _address: u64) -> Option<&str> {
        None
    }
    /// The code address of a label.
    fn address(&self, _label: &str) -> Option<u64> {
        None
    }
}

/// A scope without names.
pub struct NoScope;
impl Scope for NoScope {}

/// Labels by address: what a listing shows.
#[derive(Clone, Debug, Default)]
pub struct Labels(pub BTreeMap<u64, String>);

impl Scope for Labels {
    fn label(&self, address: u64) -> Option<&str> {
        self.0.get(&address).map(String::as_str)
    }
    fn address(&self, label: &str) -> Option<u64> {
        self.0.iter().find(|(_, name)| *name == label).map(|(address, _)| *address)
    }
}

impl Labels {
    /// Calls the labels `L0`, `L1` and so on in order of address.
    pub fn number(&mut self) {
        for (n, label) in self.0.values_mut().enumerate() {
            *label = format!("L{n}");
        }
    }
}

/// Addresses by label, several of which may stand at one: what a source defines.
#[derive(Clone, Debug, Default)]
pub struct Defined<'a>(pub BTreeMap<&'a str, u64>);

impl Scope for Defined<'_> {
    fn address(&self, label: &str) -> Option<u64> {
        self.0.get(label).copied()
    }
}
