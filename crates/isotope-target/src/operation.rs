//! An operation by mnemonic and mode: its results as bits, and its rules as text.
//!
//! A target makes it ([`Target::operation`](crate::Target::operation)); its use is the same for all targets.

use std::fmt::Write as _;

use isotope_op::assume::{self, Assumption, Assumptions};
use isotope_op::atomic::{OpenRule, Rmw};
use isotope_op::claim::{self, Claim, Evidence, Unit};

use isotope_option::OptionName;
use isotope_term::explain::{explain_rmw, path};

/// The operands of an item, in order.
pub const NAMES: [&str; 3] = ["mem", "src0", "src1"];

/// An operation, ready to be computed.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The assumptions in force.
    pub readings: Readings,
    /// The definition, or the rule that is unspecified.
    pub rmw: Result<Rmw, &'static OpenRule>,
    /// A second definition that it may have.
    pub other: Option<Other>,
    /// The row that has it, with the row's source.
    pub row: String,
    /// The source of the row.
    pub source: &'static str,
    /// The unit that performs it.
    pub by: Unit,
    /// The unit as text, if the result depends on it.
    pub unit: String,
    /// Ids of the assumptions on which it depends.
    pub assumptions: Vec<&'static str>,
    /// The destination of the returned value.
    pub gives: Gives,
}

/// What an instruction does with the returned value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The destination register receives it.
    Back,
    /// The destination register receives it if this modifier is present.
    With(&'static str),
    /// The instruction has no destination. This other form has one.
    Nothing(String),
}

impl Gives {
    /// Adds this to a text about the returned value.
    pub fn of(&self, words: &str) -> String {
        match self {
            Gives::Back => words.to_string(),
            Gives::With(modifier) => format!("with {modifier}, {words}; without it nothing is returned"),
            Gives::Nothing(form) => format!("nothing is returned; of {form}, {words}"),
        }
    }

    /// The lines of a definition, for this instruction.
    pub fn formula(&self, rmw: &Rmw) -> Vec<String> {
        let said = |line: String| if line.starts_with("returned = ") { self.of(&line) } else { line };
        explain_rmw(rmw).into_iter().map(said).collect()
    }

    /// A rule as text, for this instruction.
    pub fn rule(&self, claim: &Claim) -> String {
        if claim.rule == claim::Rule::Returned { self.of(claim.words) } else { claim.words.to_string() }
    }

    /// A short name, for JSON.
    pub fn name(&self) -> String {
        match self {
            Gives::Back => "always".into(),
            Gives::With(modifier) => format!("with {modifier}"),
            Gives::Nothing(_) => "never".into(),
        }
    }
}

/// The results of an operation; `None` if the documents leave a value unspecified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Final memory.
    pub new: Option<u64>,
    /// Returned value.
    pub returned: Option<u64>,
}

/// A second definition, if mnemonic and mode do not decide between two.
#[derive(Clone, Copy, Debug)]
pub enum Other {
    /// The surface's data type is signed: results that differ are unspecified.
    Signed(Rmw),
    /// An image or GDS register of 64 bits: the width of `mem` selects it.
    Wide(Rmw),
}

impl Operation {
    /// Appends the new value and the returned value for `mem`, `src0` and `src1`, each a bit pattern, or `-` if the operation does not take
    /// it.
    ///
    /// # Errors
    /// The text that is not a bit pattern of its width.
    pub fn compute(&self, texts: [&str; 3], out: &mut String) -> Result<(), String> {
        let Ok(rmw) = self.width_of(texts[0]) else {
            out.push_str("-\t-");
            return Ok(());
        };
        let [mem, src0, src1] = values(&rmw, texts)?;
        let Applied { new, returned } = self.applied(&rmw, mem, [src0, src1]);
        let digits = rmw.size.bits() / 4;
        push_value(new, digits, out);
        out.push('\t');
        push_value(returned, digits, out);
        Ok(())
    }

    /// Its results; `bits` is the width if nothing else specifies it.
    pub fn apply(&self, bits: Option<u32>, mem: u64, src: [u64; 2]) -> Applied {
        match (self.other, self.rmw) {
            (Some(Other::Wide(wide)), _) if bits == Some(wide.size.bits()) => self.applied(&wide, mem, src),
            (_, Ok(rmw)) => self.applied(&rmw, mem, src),
            (_, Err(_)) => Applied { new: None, returned: None },
        }
    }

    fn applied(&self, rmw: &Rmw, mem: u64, [src0, src1]: [u64; 2]) -> Applied {
        let (mut new, returned) = match rmw.apply(mem, src0, src1) {
            Ok(update) => (Some(update.new), Some(update.returned)),
            Err(open) => (None, open.returned),
        };
        if let Some(Other::Signed(other)) = self.other
            && other.apply(mem, src0, src1).ok().map(|update| update.new) != new
        {
            new = None;
        }
        Applied { new, returned }
    }

    /// The definition; the width of `mem` is used if nothing else specifies it.
    fn width_of(&self, mem: &str) -> Result<Rmw, &'static OpenRule> {
        match self.other {
            Some(Other::Wide(wide)) if mem.starts_with("0x") && mem.len() > "0x00000000".len() => Ok(wide),
            _ => self.rmw,
        }
    }

    /// The conditions that lead to the result on these bits.
    ///
    /// # Errors
    /// As [`Operation::compute`].
    pub fn path(&self, texts: [&str; 3], out: &mut String) -> Result<(), String> {
        let Ok(rmw) = self.width_of(texts[0]) else { return Ok(()) };
        let [mem, src0, src1] = values(&rmw, texts)?;
        out.push_str("\non these bits (old is mem)\n");
        self.readings.path(self.by, &rmw, [mem, src0, src1], "  ", out);
        Ok(())
    }

    /// The rules with their sources. `target` and `op` are the names to print.
    pub fn explain(&self, target: &str, op: &str, out: &mut String) {
        if let Gives::Nothing(form) = &self.gives {
            let _ = writeln!(out, "\n{op} returns nothing: the second value above is what {form} would give");
        }
        let _ = writeln!(out, "\n{op} on {target}");
        match self.rmw {
            Err(rule) => {
                let _ = writeln!(out, "  unspecified ({}): {}", rule.id, rule.text);
            }
            Ok(rmw) => {
                for line in self.gives.formula(&rmw) {
                    let _ = writeln!(out, "  {line}");
                }
                if let Some(Other::Signed(other)) = self.other {
                    let _ =
                        writeln!(out, "or, where the surface's data type is SINT (give format=sint or format=uint):");
                    for line in self.gives.formula(&other) {
                        let _ = writeln!(out, "  {line}");
                    }
                }
                if let Some(Other::Wide(_)) = self.other {
                    let _ = writeln!(out, "at 32 or 64 bits, as wide as mem is given");
                }
                let _ = writeln!(out, "rules{}:", self.unit);
                self.readings.rules(self.by, &self.gives, &rmw, "  ", out);
            }
        }
        let _ = writeln!(out, "row: {}", self.row);
        let _ = writeln!(out, "source: {}", self.source);
        for id in &self.assumptions {
            let Some(a) = assume::find(id) else { continue };
            let _ = writeln!(out, "{}", self.readings.words(a));
        }
    }
}

/// The assumptions in force.
#[derive(Clone, Debug, Default)]
pub struct Readings {
    /// All assumptions.
    pub assumptions: Assumptions,
    /// Assumptions that do not have their default, for `--explain`.
    chosen: Vec<(String, String)>,
}

impl Readings {
    /// Reads `-` or pairs joined by commas: assumptions by their ids; other keys are passed to `own`, which returns whether it knows the
    /// key. `expected` names those keys.
    ///
    /// # Errors
    /// The text that is no such pair.
    pub fn read_mode(
        &mut self,
        mode: &str,
        expected: &str,
        mut own: impl FnMut(&str, &str) -> Result<bool, String>,
    ) -> Result<(), String> {
        for pair in mode.split(',').filter(|_| mode != "-") {
            match pair.split_once('=') {
                Some((id, value)) if id.contains('.') => self.choose(id, value)?,
                Some((key, value)) if own(key, value)? => {}
                _ => return Err(format!("mode: expected `-`, {expected}, found `{pair}`")),
            }
        }
        Ok(())
    }

    /// Chooses another value of one assumption.
    ///
    /// # Errors
    /// If there is no such assumption or value.
    pub fn choose(&mut self, id: &str, value: &str) -> Result<(), String> {
        choose(&mut self.assumptions, id, value)?;
        self.chosen.push((id.into(), value.into()));
        Ok(())
    }

    /// Grade and source of a rule, as `--explain` prints them.
    pub fn support(&self, evidence: &Evidence) -> String {
        let id = evidence.assumption();
        let chosen = id.is_some_and(|id| self.chosen.iter().any(|(chosen, _)| chosen == id));
        let grade = if chosen { "chosen" } else { evidence.grade().name() };
        match id {
            Some(id) => format!("{grade}: {id}"),
            None => format!("{grade}: {}", evidence.source()),
        }
    }

    /// An assumption in one line, with the value in force.
    pub fn words(&self, a: &Assumption) -> String {
        let (grade, here) = match self.chosen.iter().rfind(|(chosen, _)| chosen == a.id) {
            Some((_, value)) => ("chosen", value.as_str()),
            None => (a.actual_grade().name(), a.default),
        };
        format!("{grade} {}: {} Here: {here}. ({})", a.id, a.statement, a.source)
    }

    /// The conditions that lead to the result of an atomic on memory and operands, one rule per line.
    pub fn path(&self, by: Unit, rmw: &Rmw, [mem, src0, src1]: [u64; 3], indent: &str, out: &mut String) {
        for decision in path(rmw, mem, src0, src1) {
            let _ = match decision.rule {
                None => writeln!(out, "{indent}{}", decision.line),
                Some(rule) => {
                    let evidence = claim::evidence(by, rule, rmw);
                    writeln!(out, "{indent}{} ({})", decision.line, self.support(&evidence))
                }
            };
        }
    }

    /// The rules of an atomic, one a line.
    pub fn rules(&self, by: Unit, gives: &Gives, rmw: &Rmw, indent: &str, out: &mut String) {
        for claim in claim::claims(by, rmw) {
            let _ = writeln!(out, "{indent}{} ({})", gives.rule(&claim), self.support(&claim.evidence));
        }
    }
}

/// Chooses another value of one assumption.
///
/// # Errors
/// If there is no such assumption or value.
pub fn choose(assumptions: &mut Assumptions, id: &str, value: &str) -> Result<(), String> {
    if assumptions.set(id, value) {
        return Ok(());
    }
    Err(match assume::find(id) {
        None => format!("no assumption `{id}`; {} lists them", OptionName::Assumptions),
        Some(a) if a.alternatives.is_empty() => format!("`{id}` has one value only: {}", a.default),
        Some(a) => format!("{id}: expected {}, {}, found `{value}`", a.default, a.alternatives.join(", ")),
    })
}

/// The operands of an item.
fn values(rmw: &Rmw, texts: [&str; 3]) -> Result<[u64; 3], String> {
    let mut values = [0; 3];
    for (i, text) in texts.into_iter().enumerate() {
        if i > rmw.op.sources() {
            if text != "-" {
                return Err(format!("{}: this operation takes none; give `-`, found `{text}`", NAMES[i]));
            }
        } else {
            values[i] = value(rmw, text).map_err(|e| format!("{}: {e}", NAMES[i]))?;
        }
    }
    Ok(values)
}

/// The value of an operand: bits after `0x`, or a number of the type of the operation ([`crate::value`]).
///
/// # Errors
/// What was found, or the possible interpretations.
pub fn value(rmw: &Rmw, text: &str) -> Result<u64, String> {
    match text.strip_prefix("0x") {
        Some(digits) if !digits.contains(['p', 'P']) => bits(text, rmw.size.bits()),
        _ => crate::value::operand(rmw, text),
    }
}

/// A bit pattern of at most `width` bits.
///
/// # Errors
/// What was found instead.
pub fn bits(text: &str, width: u32) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()) && !d.is_empty());
    let Some(digits) = digits else {
        return Err(format!("expected a bit pattern such as 0x00000001, found `{text}`"));
    };
    let value = u64::from_str_radix(digits, 16).ok();
    let value = value.filter(|v| width == 64 || v >> width == 0);
    value.ok_or_else(|| format!("expected at most {width} bits, found `{text}`"))
}

/// Appends `0x` and `digits` hexadecimal digits, or `-`.
pub fn push_value(value: Option<u64>, digits: u32, out: &mut String) {
    let Some(value) = value else { return out.push('-') };
    out.push_str("0x");
    for i in (0..digits).rev() {
        out.push(char::from(b"0123456789abcdef"[(value >> (4 * i)) as usize & 15]));
    }
}
