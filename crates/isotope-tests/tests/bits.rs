//! No bit is silent: each bit of each form that executes is read when an instruction is lifted, or declared as ignored with a reason and a source,
//! or stops the run when it is set. Every form of each instruction set is walked, and every bit of some of its instructions flipped. The test fails if
//! the flipped word is an instruction of the same form that is lifted to the same program without a row that declares why. The counts are in
//! docs/bits.md (`UPDATE=1` writes it).

mod page;
mod table;
mod visa;

use std::collections::{BTreeMap, BTreeSet};

use isotope_ir::effect::Control;
use isotope_ir::program::{Program, Refusal};

/// What a flip of a bit came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Flip {
    /// The word is no instruction, or one of another form.
    Elsewhere,
    /// The run stops there.
    Stops,
    /// A row says that it changes nothing.
    Ignored,
    /// The lifted program differs.
    Consumed,
}

/// What is known of the bits of an instruction set.
#[derive(Default)]
struct Tally {
    forms: usize,
    /// Forms of which no instruction executes.
    stopped: usize,
    /// Flips that were tried.
    tried: usize,
    /// Bits that are fixed: they say which form it is.
    fixed: usize,
    /// Bits by the most that a flip came to.
    bits: BTreeMap<Flip, usize>,
    /// Bits that stop the run because nothing reads them, and the instructions.
    unread: BTreeMap<String, BTreeSet<String>>,
    /// Flips that changed nothing, without a row: mnemonic and bits, how many, and examples.
    silent: BTreeMap<(String, String), (usize, Vec<String>)>,
}

impl Tally {
    /// A flip that stopped the run.
    fn stop(&mut self, mnemonic: &str, why: &str) {
        if let Some((bits, _)) = why.rsplit("`: ").next().and_then(|why| why.split_once(", which no ")) {
            self.unread.entry(bits.into()).or_default().insert(mnemonic.into());
        }
    }

    /// A flip that changed nothing.
    fn silent(&mut self, mnemonic: &str, bits: &str, example: impl FnOnce() -> String) {
        let (count, examples) = self.silent.entry((mnemonic.into(), bits.into())).or_default();
        *count += 1;
        if examples.len() < 3 {
            examples.push(example());
        }
    }

    /// The bits of a form, by the most that flips came to.
    fn add(&mut self, bits: impl IntoIterator<Item = Flip>) {
        bits.into_iter().for_each(|flip| *self.bits.entry(flip).or_default() += 1);
    }

    fn of(&self, flip: Flip) -> usize {
        self.bits.get(&flip).copied().unwrap_or(0)
    }

    /// Fails where a bit is silent.
    fn check(&self, name: &str, forms: usize) {
        let mut lines = Vec::new();
        for ((mnemonic, bits), (count, examples)) in &self.silent {
            lines.push(format!("{mnemonic} {bits}: {count} times\n    {}", examples.join("\n    ")));
        }
        assert!(self.silent.is_empty(), "{name}: {} kinds of bits are silent\n{}", lines.len(), lines.join("\n"));
        assert!(self.forms >= forms, "{name}: {} forms", self.forms);
    }
}

/// What a lifted program is, where its first instruction executes.
fn executes(mut program: Program, address: u32) -> Result<Program, String> {
    let stop = program.steps.iter().find_map(|s| match s.control {
        Control::Refuse(index) if s.address == address => Some(index),
        _ => None,
    });
    if let Some(index) = stop {
        return Err(match &program.refusals[index as usize] {
            Refusal::NotModelled { text } => text.clone(),
            other => format!("{other:?}"),
        });
    }
    program.texts.clear();
    Ok(program)
}
