//! Instructions and launches that the model does not cover, and how they are named to the user.

use isotope_ir::program::Program;
use isotope_object::lines::{Location, SourceLines};
use isotope_object::{Image, Kernel};
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::{self, Hex};

/// Something that stops a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum NotModelled {
    /// A launch is refused.
    Launch {
        /// Why.
        text: String,
    },
    /// An instruction stops a launch that reaches it.
    Instruction {
        /// Its byte address, as a run names it.
        #[serde(serialize_with = "answer::hex")]
        #[schemars(with = "Hex")]
        address: u32,
        /// Its text, and what of it is not modelled.
        text: String,
        /// Where in the source it comes from, where the file says so.
        #[serde(rename = "at")]
        location: Option<Location>,
    },
    /// Instructions that are not listed.
    More {
        /// How many.
        count: usize,
    },
}

impl NotModelled {
    pub(crate) fn text(&self) -> String {
        match self {
            NotModelled::Launch { text } => format!("a launch is refused: {text}"),
            NotModelled::Instruction { address, text, location } => {
                let at = location.as_ref().map_or(String::new(), |location| format!(", at {location}"));
                format!("{address:#06x} {text}{at}")
            }
            NotModelled::More { count } => format!("and {count} instructions more"),
        }
    }
}

/// The instructions of a kernel that are not modelled and that a run may come to.
pub(crate) fn unmodelled(image: &Image, kernel: &Kernel, program: &Program) -> Vec<NotModelled> {
    let found = isotope_target::unmodelled(image, kernel, program);
    // Tables of lines are read only where one is named.
    let lines = if found.is_empty() { SourceLines::default() } else { TARGETS.lines(image, kernel) };
    let listed = found.into_iter().map(|isotope_target::Unmodelled { address, text }| NotModelled::Instruction {
        address,
        text,
        location: lines.find(address.into()),
    });
    listed.collect()
}
