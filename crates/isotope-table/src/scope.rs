//! Labels, which only the surrounding program defines.
use std::collections::BTreeMap;

/// Names that only the surrounding program defines.
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

/// Labels by address, for a listing.
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
    /// Names the labels `L0`, `L1` and so on in order of address.
    pub fn number(&mut self) {
        for (n, label) in self.0.values_mut().enumerate() {
            *label = format!("L{n}");
        }
    }
}

/// Addresses by label, as a source defines them; several labels may have the same address.
#[derive(Clone, Debug, Default)]
pub struct Defined<'a>(pub BTreeMap<&'a str, u64>);

impl Scope for Defined<'_> {
    fn address(&self, label: &str) -> Option<u64> {
        self.0.get(label).copied()
    }
}
