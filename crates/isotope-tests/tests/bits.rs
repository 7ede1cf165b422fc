//! Every bit has an effect: each bit of each form that executes is read when an instruction is lifted, or is declared as ignored with a
//! reason and a source, or stops the run when it is set. The test walks every form of each instruction set and flips every bit of some of
//! its instructions. It fails if the flipped word is an instruction of the same form that is lifted to the same program, and no row
//! declares why. The counts are in docs/bits.md (`UPDATE=1` writes it).

mod page;
mod table;
mod visa;

use std::collections::{BTreeMap, BTreeSet};

use isotope_ir::effect::Control;
use isotope_ir::program::{Program, Refusal};

/// The effect of flipping a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Flip {
    /// The word is not an instruction, or has another form.
    Elsewhere,
    /// The run stops there.
    Stops,
    /// A row declares that the bit has no effect.
    Ignored,
    /// The lifted program differs.
    Consumed,
}

/// Statistics about the bits of an instruction set.
#[derive(Default)]
struct Tally {
    forms: usize,
    /// Number of forms without an instruction that executes.
    stopped: usize,
    /// Number of flips tried.
    tried: usize,
    /// Number of fixed bits: they determine the form.
    fixed: usize,
    /// Number of bits by their strongest effect.
    bits: BTreeMap<Flip, usize>,
    /// Bits that stop the run because no code reads them, and the instructions.
    unread: BTreeMap<String, BTreeSet<String>>,
    /// Flips without effect and without a row: mnemonic and bits, count, and examples.
    silent: BTreeMap<(String, String), (usize, Vec<String>)>,
}

impl Tally {
    /// Records a flip that stopped the run.
    fn stop(&mut self, mnemonic: &str, why: &str) {
        if let Some((bits, _)) = why.rsplit("`: ").next().and_then(|why| why.split_once(", which no ")) {
            self.unread.entry(bits.into()).or_default().insert(mnemonic.into());
        }
    }

    /// Records a flip without effect.
    fn silent(&mut self, mnemonic: &str, bits: &str, example: impl FnOnce() -> String) {
        let (count, examples) = self.silent.entry((mnemonic.into(), bits.into())).or_default();
        *count += 1;
        if examples.len() < 3 {
            examples.push(example());
        }
    }

    /// Adds the bits of a form, by the strongest effect of the flips.
    fn add(&mut self, bits: impl IntoIterator<Item = Flip>) {
        bits.into_iter().for_each(|flip| *self.bits.entry(flip).or_default() += 1);
    }

    fn of(&self, flip: Flip) -> usize {
        self.bits.get(&flip).copied().unwrap_or(0)
    }

    /// Fails if a bit is silent.
    fn check(&self, name: &str, forms: usize) {
        let mut lines = Vec::new();
        for ((mnemonic, bits), (count, examples)) in &self.silent {
            lines.push(format!("{mnemonic} {bits}: {count} times\n    {}", examples.join("\n    ")));
        }
        assert!(self.silent.is_empty(), "{name}: {} kinds of bits are silent\n{}", lines.len(), lines.join("\n"));
        assert!(self.forms >= forms, "{name}: {} forms", self.forms);
    }
}

/// The lifted program, if its first instruction executes.
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
