//! What is given beside an instruction: items of the command line, or lines of a file, which are the same.

use isotope_machine::mem::{ADDRESS_BITS, Memory};
use isotope_machine::state::Wave;
use isotope_op::assume;
use isotope_option::OptionName;
use isotope_target::Target;
use isotope_target::operation::Readings;
use isotope_target::setup::number::{Bytes, Number, bracketed, fill};
use isotope_target::setup::{RegisterNames, Setting, Setup, settled};
use isotope_target::single::{Single, Surroundings};

use crate::error::{Context, Error, Result, bail, ensure};

/// An argument or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenItem {
    /// Without blanks around it.
    pub text: String,
    /// `FILE:LINE`, or nothing for an argument.
    pub origin: String,
}

impl GivenItem {
    /// One that stands in no file.
    pub fn argument(text: &str) -> GivenItem {
        GivenItem { text: text.trim().into(), origin: String::new() }
    }

    fn wrong(&self, why: impl std::fmt::Display) -> Error {
        if self.origin.is_empty() { Error::new(why) } else { Error::new(format!("{}: {why}", self.origin)) }
    }
}

/// The items of a file; `#` begins a comment where a blank or nothing is before it.
pub fn items(name: &str, text: &str, items: &mut Vec<GivenItem>) {
    for (number, line) in text.lines().enumerate() {
        let comment = line
            .match_indices('#')
            .map(|(at, _)| at)
            .find(|&at| line[..at].is_empty() || line[..at].ends_with([' ', '\t']));
        let text = line[..comment.unwrap_or(line.len())].trim();
        if !text.is_empty() {
            items.push(GivenItem { text: text.into(), origin: format!("{name}:{}", number + 1) });
        }
    }
}

/// Everything that is given.
pub struct StepInput {
    /// The instruction.
    pub text: String,
    /// What the instruction set takes.
    pub surroundings: Surroundings,
    global: Bytes,
    shared: Bytes,
    private: Bytes,
    /// The rest of the machine.
    pub setup: Setup,
    /// Where the items stand that set registers, in their order.
    origins: Vec<String>,
}

impl StepInput {
    /// Sorts the items. Assumptions among them go to `readings`.
    pub fn read(items: &[GivenItem], target: &dyn Target, readings: &mut Readings) -> Result<StepInput> {
        let mut given = StepInput {
            text: String::new(),
            surroundings: Surroundings::default(),
            global: Bytes::new(),
            shared: Bytes::new(),
            private: Bytes::new(),
            setup: Setup::default(),
            origins: Vec::new(),
        };
        let mut seen: Vec<&str> = Vec::new();
        for item in items {
            if item.text.starts_with('.') {
                given.surroundings.declarations.push(item.text.clone());
            } else if given.text.is_empty() {
                given.text.clone_from(&item.text);
            } else {
                let (place, value) = item.text.split_once('=').ok_or_else(|| {
                    item.wrong(format!(
                        "expected PLACE=VALUE such as lanes=4, found `{}`; one instruction is explained at a time",
                        item.text
                    ))
                })?;
                let (place, value) = (place.trim(), value.trim());
                if seen.contains(&place) {
                    return Err(item.wrong(format!("`{place}` is given twice")));
                }
                seen.push(place);
                let taken = given.place(place, value, target, readings);
                if !taken.map_err(|e| item.wrong(format!("{place}: {e}")))? {
                    given.setup.settings.push(Setting { place: place.into(), value: value.into() });
                    given.origins.push(item.origin.clone());
                }
            }
        }
        ensure!(!given.text.is_empty(), "expected an instruction, found nothing; try {}", OptionName::Help);
        given.surroundings.assumptions = readings.assumptions;
        given.surroundings.keys.clone_from(&given.setup.keys);
        Ok(given)
    }

    /// Takes a place; whether it is none of a register.
    fn place(&mut self, place: &str, value: &str, target: &dyn Target, readings: &mut Readings) -> Result<bool> {
        let around = &mut self.surroundings;
        let small = || -> Result<u32> { Ok(Number::of(value, 32).plain()? as u32) };
        match place {
            "lanes" => around.lanes = Some(small()?),
            "shared" => around.shared = around.shared.max(small()?),
            "private" => around.private = around.private.max(small()?),
            "space" => bail!("the address says where an instruction goes; leave it out"),
            _ if assume::find(place).is_some() => readings.choose(place, value).plain()?,
            _ => match bracketed(place).as_ref().map(|p| (p.name, &p.inside[..], p.suffix)) {
                Some(("", [at], suffix)) => {
                    let at = Number::of(at, 64).plain()?;
                    fill(&mut self.global, at, suffix, value, 1 << ADDRESS_BITS).plain()?;
                }
                Some(("shared", [at], suffix)) => {
                    let at = Number::of(at, 64).plain()?;
                    let end = fill(&mut self.shared, at, suffix, value, u64::from(u32::MAX)).plain()?;
                    around.shared = around.shared.max(end as u32);
                }
                Some(("private", [at], suffix)) => {
                    let at = Number::of(at, 64).plain()?;
                    let end = fill(&mut self.private, at, suffix, value, u64::from(u32::MAX)).plain()?;
                    around.private = around.private.max(end as u32);
                }
                Some(("c", [bank, at], suffix)) => {
                    let (bank, at) = (Number::of(bank, 8).plain()? as u8, Number::of(at, 64).plain()?);
                    let mut bytes = Bytes::new();
                    let end = fill(&mut bytes, at, suffix, value, 1 << 16).plain()? as usize;
                    let n = around.banks.iter().position(|(number, _)| *number == bank).unwrap_or_else(|| {
                        around.banks.push((bank, Vec::new()));
                        around.banks.len() - 1
                    });
                    let to = &mut around.banks[n].1;
                    to.resize(to.len().max(end), 0);
                    bytes.into_iter().for_each(|(at, byte)| to[at as usize] = byte);
                }
                _ => return self.setup.place(place, value, &target.isa().machine).plain(),
            },
        }
        Ok(true)
    }

    /// Memory with what is given in it: nothing else is mapped, but for what shares a block of 16 bytes with it.
    pub fn memory(&self) -> Result<Memory> {
        const BLOCK: u64 = 16;
        let mut memory = Memory::new();
        let mut rest = self.global.iter().peekable();
        while let Some((&first, &byte)) = rest.next() {
            let base = first / BLOCK * BLOCK;
            let mut bytes = vec![0; (first - base) as usize];
            bytes.push(byte);
            while let Some((&at, &byte)) =
                rest.next_if(|(at, _)| **at / BLOCK <= (base + bytes.len() as u64 - 1) / BLOCK + 1)
            {
                bytes.resize((at - base) as usize, 0);
                bytes.push(byte);
            }
            memory.allocate_at(&format!("given {base:#x}"), base, &bytes).plain()?;
        }
        Ok(memory)
    }

    /// Bytes of shared memory.
    pub fn shared(&self) -> impl Iterator<Item = (u64, u8)> {
        self.shared.iter().map(|(at, byte)| (*at, *byte))
    }

    /// Bytes of the private memory of each lane.
    pub fn private(&self) -> impl Iterator<Item = (u64, u8)> {
        self.private.iter().map(|(at, byte)| (*at, *byte))
    }

    /// Sets the registers.
    pub fn set(&self, single: &Single, wave: &mut Wave) -> Result<()> {
        let Single { registers, synonyms, known, .. } = single;
        let named = RegisterNames { registers, synonyms, known, items: single.dispatch.items() };
        let given = settled(&self.setup.settings, named).map_err(|(n, error)| {
            let origin = self.origins.get(n).cloned().unwrap_or_default();
            GivenItem { text: String::new(), origin }.wrong(error)
        })?;
        given.iter().for_each(|given| given.set(wave));
        Ok(())
    }
}
