//! The worked example of a page: an instruction with registers and memory before, and what it did, as run.

use isotope_machine::mem::Memory;
use isotope_machine::register::Cells;
use isotope_target::Target;
use isotope_target::operation::Readings;
use isotope_target::pseudo;
use isotope_target::pseudo::Role;
use isotope_target::single::Surroundings;
use isotope_target::specimen::Specimen;
use schemars::JsonSchema;
use serde::Serialize;

use super::data::WrittenExample;
use crate::step::{End, GivenItem, step};

/// An example that ran.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Example {
    /// The target that it runs on.
    pub target: &'static str,
    /// The instruction, as the target prints it.
    pub instruction: String,
    /// Its bits: words of 32 or 64 bits, or bytes.
    #[serde(skip)]
    pub bits: String,
    /// What was given besides.
    pub given: Vec<String>,
    /// What it did.
    pub report: String,
}

impl Example {
    /// The command that shows it.
    pub fn command(&self) -> String {
        let quoted =
            |text: &String| if text.contains([' ', '[', '(', '|']) { format!("'{text}'") } else { text.clone() };
        let given: Vec<String> = self.given.iter().map(quoted).collect();
        format!("isotope op -t {} '{}' {}", self.target, self.instruction, given.join(" ")).trim_end().into()
    }
}

/// The example that is written down, run.
pub(super) fn written(target: &'static dyn Target, given: &WrittenExample) -> Option<Example> {
    let all = given.declarations.iter().chain(&given.places).map(|text| text.to_string()).collect();
    ran(target, given.instruction, all)
}

/// An example for an instruction that needs registers only: small numbers, or numbers with fractions where it computes with floats.
pub(super) fn made(target: &'static dyn Target, specimen: &Specimen, page: &str) -> Option<Example> {
    let single = specimen.single(target)?;
    let said = pseudo::of(&single, &|_| None);
    if said.refused.is_some() {
        return None;
    }
    let width = float_width(page, &specimen.declarations);
    let mut given = specimen.declarations.clone();
    let mut count = 0;
    for (name, roles) in &said.roles {
        if !roles.iter().any(|role| matches!(role, Role::Source | Role::Data0 | Role::Data1 | Role::Stored)) {
            continue;
        }
        let (high, low) = name.rsplit_once(':').filter(|_| !name.contains('[')).unwrap_or(("", name));
        let first = low.split(['[', '.']).next().unwrap_or(low);
        let known = |name: &str| single.registers.iter().find(|register| register.name == name);
        let group = name.contains('[') && name.contains(':');
        let value = VALUES[count % VALUES.len()];
        let wide = !high.is_empty() || group;
        let text = match (wide, width) {
            (true, Some(_)) => format!("{:#x}", value.0.to_bits()),
            (true, None) => format!("{:#018x}", value.1),
            (false, Some(16)) => format!("{:#x}", value.2),
            (false, Some(_)) => format!("{:#x}", (value.0 as f32).to_bits()),
            (false, None) => value.1.to_string(),
        };
        let place = if group { name.clone() } else { first.to_string() };
        match known(if group { "" } else { first }) {
            Some(register) if matches!(register.cells, Cells::Mask(_)) => given.push(format!("{first}=1")),
            Some(_) => given.push(format!("{place}={text}")),
            None if group => given.push(format!("{place}={text}")),
            None => continue,
        }
        count += 1;
    }
    ran(target, &specimen.text, given)
}

/// A float, a whole number, and the float in 16 bits.
const VALUES: [(f64, u32, u16); 4] = [(1.5, 7, 0x3e00), (2.25, 3, 0x4080), (-0.5, 12, 0xb800), (4.0, 2, 0x4400)];

/// The bits of the floats that an instruction computes with, by its name or its variables.
fn float_width(page: &str, declarations: &[String]) -> Option<u32> {
    let has = |words: &[&str]| {
        words.iter().any(|word| page.contains(word) || declarations.iter().any(|line| line.contains(word)))
    };
    if has(&["type=df", "_f64"]) || page.starts_with('D') && page.chars().nth(1).is_some_and(|c| "AFMS".contains(c)) {
        Some(64)
    } else if has(&["type=hf", "_f16"]) {
        Some(16)
    } else if has(&["type=f ", "_f32"])
        || ["FADD", "FMUL", "FFMA", "FSET", "FMNMX", "FCMP", "MUFU", "F2"].iter().any(|f| page.starts_with(f))
    {
        Some(32)
    } else {
        None
    }
}

fn ran(target: &'static dyn Target, instruction: &str, given: Vec<String>) -> Option<Example> {
    let items: Vec<GivenItem> =
        std::iter::once(instruction).chain(given.iter().map(String::as_str)).map(GivenItem::argument).collect();
    let done = step(target, &items, &Readings::default(), false).ok()?;
    if done.end != End::Done {
        return None;
    }
    let declarations = given.iter().filter(|line| line.starts_with('.')).cloned().collect();
    let surroundings = Surroundings { declarations, ..Surroundings::default() };
    let bytes = target.single(instruction, &surroundings, &mut Memory::new()).map_or(Vec::new(), |single| single.bytes);
    // A word as a number has its highest byte first.
    let word = |word: &[u8]| word.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    let bits: Vec<String> = bytes.chunks(target.isa().word).map(word).collect();
    Some(Example {
        bits: bits.join(" "),
        target: target.name(),
        instruction: instruction.into(),
        given,
        report: done.report,
    })
}
