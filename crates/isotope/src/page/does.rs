//! What an instruction computes, from the neutral form of the plainest instruction of each row, and what words of the row change in it.

use std::collections::{BTreeMap, BTreeSet};

use isotope_target::Target;
use isotope_target::pseudo;
use isotope_target::pseudo::{Role, Said};
use isotope_target::specimen::{Specimen, Specimens};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A row's plainest instruction, said.
#[derive(Serialize, JsonSchema)]
pub struct Does {
    /// Its text, with the names of fields for registers.
    #[serde(rename = "instruction")]
    pub text: String,
    /// Lines that declare what it names.
    pub declarations: Vec<String>,
    /// Bytes, in the order of memory.
    #[serde(serialize_with = "digits")]
    #[schemars(with = "String")]
    pub bytes: Vec<u8>,
    /// The lines.
    pub lines: Vec<String>,
    /// Why it does not run.
    pub refused: Option<String>,
    /// What each field is for, and the bits that it has, with one word or another.
    pub operands: BTreeMap<String, Operand>,
    /// Words: field, code, the word, and the lines that are different with it.
    pub words: Vec<Modifier>,
}

/// A register in a field.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Operand {
    /// What it is for.
    #[serde(rename = "is")]
    pub roles: Vec<&'static str>,
    /// Bits of a lane, or of the wave.
    pub bits: BTreeSet<u32>,
}

/// An optional modifier of a row.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Word")]
pub struct Modifier {
    /// The field that encodes it
    pub field: String,
    /// Its code in the field
    pub code: u64,
    /// The instruction with the modifier
    #[serde(rename = "instruction")]
    pub text: String,
    /// The lines of the pseudocode that it changes
    pub lines: Vec<String>,
}

/// What a row's instructions do.
pub fn of(target: &dyn Target, specimens: &Specimens) -> Option<Does> {
    let plain = specimens.plain.as_ref()?;
    let said = pseudo::of_specimen(plain, target)?;
    let mut words: Vec<Modifier> = Vec::new();
    let mut operands = operands(plain, &said);
    implicit(target, plain, &said, &mut operands);
    for (field, code, specimen) in &specimens.varied {
        // What the guard's sign does is said once, of all instructions.
        if field.starts_with('!') {
            continue;
        }
        let Some(other) = pseudo::of_specimen(specimen, target) else { continue };
        for (name, operand) in self::operands(specimen, &other) {
            let known = operands.entry(name).or_default();
            known.bits.extend(operand.bits);
            let new: Vec<_> = operand.roles.into_iter().filter(|role| !known.roles.contains(role)).collect();
            known.roles.extend(new);
        }
        let lines = different(&said, &other);
        words.push(Modifier { field: field.clone(), code: *code, text: specimen.spelled(), lines });
    }
    Some(Does {
        text: plain.spelled(),
        declarations: plain.declarations.clone(),
        bytes: plain.bytes.clone(),
        operands,
        lines: said.lines,
        refused: said.refused,
        words,
    })
}

fn different(plain: &Said, other: &Said) -> Vec<String> {
    match &other.refused {
        Some(why) => vec![why.clone()],
        None => other.lines.iter().filter(|line| !plain.lines.contains(line)).cloned().collect(),
    }
}

/// What fields are for: each by its own name, as a group, or as the first of a pair.
fn operands(specimen: &Specimen, said: &Said) -> BTreeMap<String, Operand> {
    let mut all = BTreeMap::new();
    for (field, register) in &specimen.operands {
        let is_mine = |name: &str| {
            let name = name.strip_suffix("[lane]").unwrap_or(name);
            let rest = name.strip_prefix(field.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.', '+']))
        };
        let mine = said.roles.iter().filter(|(name, _)| is_mine(name));
        let roles: BTreeSet<Role> = mine.flat_map(|(_, roles)| roles.iter().copied()).collect();
        let widest = said.widths.iter().filter(|(name, _)| is_mine(name)).map(|(_, bits)| *bits).max();
        // A group is as wide as its registers together.
        let group = register.split_once('[').and_then(|(_, group)| {
            let (first, last) = group.strip_suffix(']')?.split_once(':')?;
            Some(32 * (last.parse::<u32>().ok()? - first.parse::<u32>().ok()? + 1))
        });
        let bits = group.or(widest).into_iter().collect();
        all.insert(field.clone(), Operand { roles: roles.into_iter().map(Role::text).collect(), bits });
    }
    all
}

/// Registers that an instruction uses without naming them.
fn implicit(target: &dyn Target, specimen: &Specimen, said: &Said, all: &mut BTreeMap<String, Operand>) {
    let Some(single) = specimen.single(target) else { return };
    let named = |name: &str| specimen.operands.iter().any(|(_, register)| register == name);
    for register in single.registers.iter().filter(|register| !named(&register.name)) {
        let Some(roles) = said.roles.get(&register.name) else { continue };
        let bits = said.widths.get(&register.name).copied().into_iter().collect();
        let roles = roles.iter().map(|role| role.text()).collect();
        all.entry(register.name.clone()).or_insert(Operand { roles, bits });
    }
}

fn digits<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    bytes.iter().map(|b| format!("{b:02x}")).collect::<String>().serialize(serializer)
}
