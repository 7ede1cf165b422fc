//! The result of lifting an instruction, the same for every target.
//!
//! No bit is ignored silently. Lifting reads an instruction through a [`Reader`]. If a bit is set, nothing has read it and no row of
//! [`Ignored`] declares it, the run stops and names the bit.

use std::fmt::Write;

use isotope_ir::effect::Control;
use isotope_ir::program::Refusal;
use isotope_machine::fault::FaultKind;
use isotope_table::{FieldKind, Inst, Reader};

/// The reason why an instruction is not run.
pub enum Refused {
    /// Not modelled, with the reason.
    NotModelled(&'static str),
    /// Bits are set that nothing in the model reads; names them.
    Unread(String),
    /// The machine faults, or the program is not valid.
    Fault(FaultKind, String),
}

/// The result of lifting an instruction: the control flow after it, or the reason why it is not run.
pub type Lifted = Result<Control, Refused>;

/// Not modelled, with this reason.
pub const fn not_modelled(what: &'static str) -> Refused {
    Refused::NotModelled(what)
}

impl Refused {
    /// The refusal of the instruction with this text.
    pub fn of(self, text: &str) -> Refusal {
        match self {
            Refused::NotModelled(what) => Refusal::NotModelled { text: format!("`{text}`: {what}") },
            Refused::Unread(what) => Refusal::NotModelled { text: format!("`{text}`: {what}") },
            Refused::Fault(kind, detail) => Refusal::Fault { kind, detail: format!("`{text}`: {detail}") },
        }
    }
}

/// Bits of an encoding that change nothing in the model.
pub struct Ignored {
    /// The instructions, without the suffix that only names their encoding; `*` at the end matches any rest (`v_cmp_*`).
    pub of: &'static [&'static str],
    /// The bits.
    pub bits: IgnoredBits,
    /// The instructions to which it applies.
    pub when: fn(&Inst) -> bool,
    /// Why they change nothing.
    pub why: &'static str,
    /// The source of the reason.
    pub source: &'static str,
}

/// Bits of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoredBits {
    /// The bits of every field.
    All,
    /// The bits of the named field.
    Field(&'static str),
    /// The bits of the named field under a mask.
    Part(&'static str, u64),
    /// Bits of no field: the lowest and the highest.
    Word(u8, u8),
}

/// For all instructions of a row.
pub const fn always(_: &Inst) -> bool {
    true
}

impl Ignored {
    /// Whether the row applies to an instruction; `name` is its mnemonic without the suffix that only names its encoding.
    pub fn is_of(&self, name: &str, inst: &Inst) -> bool {
        let named = |of: &&str| of.strip_suffix('*').map_or(*of == name, |start| name.starts_with(start));
        self.of.iter().any(named) && (self.when)(inst)
    }
    /// The bits of a field that the row declares.
    fn of_field(&self, field: &str) -> u64 {
        match self.bits {
            IgnoredBits::All => u64::MAX,
            IgnoredBits::Field(name) if name == field => u64::MAX,
            IgnoredBits::Part(name, mask) if name == field => mask,
            _ => 0,
        }
    }
    /// The bits outside of fields that the row declares.
    fn of_word(&self) -> u128 {
        match self.bits {
            IgnoredBits::Word(lo, hi) => (u128::MAX >> (127 - hi)) & (u128::MAX << lo),
            IgnoredBits::All | IgnoredBits::Field(_) | IgnoredBits::Part(..) => 0,
        }
    }
}

/// Refuses an instruction with set bits that nothing has read and no row declares. `outside_fields` are set bits that no field has;
/// `on_ignored` is called with each row that declares set bits.
pub fn unread(
    rows: &'static [Ignored],
    name: &str,
    reader: &Reader<'_>,
    outside_fields: u128,
    mut on_ignored: impl FnMut(&'static Ignored),
) -> Option<Refused> {
    let form = reader.form;
    if outside_fields != 0 {
        let mut rest = outside_fields;
        for row in declared(rows, name, reader.whole()).filter(|row| row.of_word() & outside_fields != 0) {
            rest &= !row.of_word();
            on_ignored(row);
        }
        if rest != 0 {
            return Some(Refused::Unread(format!("{}, which no field of the instruction keeps", set_bits(rest))));
        }
    }
    for (at, bits) in reader.unread() {
        let field = &form.fields[at];
        let mut rest = bits;
        for row in declared(rows, name, reader.whole()).filter(|row| row.of_field(field.name) & bits != 0) {
            rest &= !row.of_field(field.name);
            on_ignored(row);
        }
        // Bits that the encoding fixes only select the form.
        let at = field.at[0];
        let fixed = at.len == 1 && at.lo < 128 && form.opcode.mask >> at.lo & 1 != 0;
        if rest == 0 || field.is_empty() || fixed {
            continue;
        }
        let what = match field.kind {
            _ if field.len() == 1 => format!("the bit `{}`", field.name),
            FieldKind::Reg(_) | FieldKind::Pair(_) | FieldKind::Sized(_) | FieldKind::List(_) | FieldKind::Names(_) => {
                format!("the field `{}`", field.name)
            }
            _ => format!("{} of `{}`", set_bits(rest.into()), field.name),
        };
        return Some(Refused::Unread(format!("{what}, which no rule of the model reads")));
    }
    None
}

/// The rows that apply to an instruction.
fn declared<'a>(
    rows: &'static [Ignored],
    name: &'a str,
    inst: &'a Inst,
) -> impl Iterator<Item = &'static Ignored> + use<'a> {
    rows.iter().filter(move |row| row.is_of(name, inst))
}

/// Bits by their numbers: `bit 3`, `bits 3 and 14`.
fn set_bits(bits: u128) -> String {
    let all: Vec<u32> = (0..128).filter(|bit| bits >> bit & 1 != 0).collect();
    let mut text = String::from(if all.len() == 1 { "bit " } else { "bits " });
    for (n, bit) in all.iter().enumerate() {
        let between = if n == 0 {
            ""
        } else if n + 1 == all.len() {
            " and "
        } else {
            ", "
        };
        let _ = write!(text, "{between}{bit}");
    }
    text
}
