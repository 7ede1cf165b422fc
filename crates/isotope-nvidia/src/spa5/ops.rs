//! Atomics by mnemonic: converts text such as `ATOM.ADD.F32.FTZ.RN` to its operation, or explains why there is none.
//!
//! [`rmw`] maps names to definitions; the rows define the sizes of an operation. This file adds the text, the refusals
//! and the assumptions. It does *not* handle addresses, lanes or surfaces.

use std::fmt;

use isotope_op::assume::{
    Assumptions, NV_F16X2_MINMAX_NAN, NV_L2_F64_NAN, NV_L2_NAN, NV_RED64, NV_SD32_SIGN, NV_SM52_F16X2_FLUSH, OtherSign,
};
use isotope_op::atomic::{OpenRule, Packing, Rmw};
use isotope_op::claim::{NvidiaForm, Unit};
use isotope_option::RestsOn;

use super::rmw::{self, Number};
use super::{Inst, Mode, ParseError, Profile, TABLE, Violation};
use isotope_table::{Context, FieldKind};
use isotope_target::operation::{Gives, Operation, Other, Readings};

/// The reason why an instruction has no definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpError {
    /// The text is not an atomic instruction, or the documents do not define it.
    Syntax(ParseError),
    /// The documents do not define this operation at this size.
    Undefined(Violation),
    /// It exists, but no public document describes it.
    Open(&'static OpenRule),
    /// It is not an atomic instruction.
    NotAtomic(&'static str),
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpError::Syntax(e) => e.fmt(f),
            OpError::Undefined(v) => write!(f, "{v}{}", RestsOn(&v.message)),
            OpError::Open(rule) => write!(f, "unspecified ({}): {}", rule.id, rule.text),
            OpError::NotAtomic(name) => write!(f, "expected one of {}, found `{name}`", FAMILIES.join(", ")),
        }
    }
}

impl std::error::Error for OpError {}

/// The mnemonics of atomics and reductions.
pub const FAMILIES: [&str; 5] = ["ATOM", "ATOMS", "RED", "SUATOM", "SURED"];

/// `CAST` and `CAST.SPIN` exist in the encoding only.
pub const CAST: OpenRule = OpenRule {
    id: "nv.cast",
    text: "ATOMS.CAST and .CAST.SPIN have an encoding; no public document says what they write",
};
/// `.SD32` if the assumption `nv.sd32_sign` is `unspecified`.
pub const SD_SIGN: OpenRule = OpenRule {
    id: NV_SD32_SIGN.id,
    text: ".SD32 and .SD64 take the sign from the surface's data type, which is neither SINT nor UINT here",
};

/// The operation of an instruction. `signed` is the signedness of the surface's data type, if known; it is used only for
/// `.SD32` and `.SD64`.
///
/// # Errors
/// The documents do not define the operation at this size, or do not define its result. Operands are not checked.
///
/// # Source
/// * `.SD32`, `.SD64`: **spec**, PTX `sured.p` takes the sign from the surface's format
pub fn of_instruction(profile: Profile, inst: &Inst, signed: Option<bool>, a: &Assumptions) -> Result<Rmw, OpError> {
    let mnemonic = inst.form.mnemonic;
    if !FAMILIES.contains(&mnemonic) {
        return Err(OpError::NotAtomic(mnemonic));
    }
    let formatted = inst.try_get("sz").is_none();
    if let Some(v) = inst.violation(profile.bit())
        && (formatted || matches!(v.field, "op" | "sz" | "kind"))
    {
        return Err(OpError::Undefined(v));
    }
    if let Some(v) = red64(profile, inst, a) {
        return Err(OpError::Undefined(v));
    }
    let (name, size) = rmw::words(profile, inst);
    if rmw::CASTS.contains(&name) {
        return Err(OpError::Open(&CAST));
    }
    let signed = match (signed, a.get(NV_SD32_SIGN)) {
        (Some(signed), _) => signed,
        (None, OtherSign::Unspecified) if sign_by_format(profile, inst) => return Err(OpError::Open(&SD_SIGN)),
        (None, other) => other == OtherSign::Signed,
    };
    rmw::of(profile, inst, signed, a).ok_or_else(|| {
        let message = format!("`{mnemonic}.{name}` is not defined for size `{size}`");
        OpError::Undefined(Violation { field: "op", message, expected: String::new(), source: inst.form.row.source })
    })
}

/// The violation of a 64-bit RED other than ADD, if `nv.red64` is `illegal`.
pub fn red64(profile: Profile, inst: &Inst, a: &Assumptions) -> Option<Violation> {
    let as_atom = a.get(NV_RED64);
    let refused = is_red64(profile, inst) && !as_atom;
    refused.then(|| Violation {
        field: "op",
        message: format!(
            "`.{}` of `RED` does not take size `.{}` ({})",
            inst.text(profile.bit(), "op"),
            inst.text(profile.bit(), "sz"),
            a.chosen(NV_RED64)
        ),
        expected: String::new(),
        source: "what ptxas 11.8, 12.4 and 12.8 emit",
    })
}

/// Whether assumption `nv.red64` applies to an instruction: a 64-bit RED other than ADD.
fn is_red64(profile: Profile, inst: &Inst) -> bool {
    let text = |field| inst.text(profile.bit(), field);
    inst.form.mnemonic == "RED" && matches!(text("sz"), "U64" | "S64") && text("op") != rmw::ADD.text
}

/// Whether an operation compares numbers.
fn is_ordered(op: &rmw::Operation) -> bool {
    *op == rmw::MIN || *op == rmw::MAX
}

/// Whether the sign of a minimum or maximum comes from the surface's data type.
pub fn sign_by_format(profile: Profile, inst: &Inst) -> bool {
    let words = rmw::spelled(profile, inst);
    words.is_some_and(|(op, data)| is_ordered(op) && matches!(data.number, Number::OfSurface))
}

/// The assumptions (ids of [`isotope_op::assume::ALL`]) that the operation depends on.
pub fn assumptions(profile: Profile, inst: &Inst) -> Vec<&'static str> {
    let Some((op, data)) = rmw::spelled(profile, inst) else { return Vec::new() };
    let mut ids = Vec::new();
    match data.number {
        Number::Float(Packing::Scalar, _) if data.text == rmw::F64.text => ids.push(NV_L2_F64_NAN.id),
        Number::Float(..) => ids.push(NV_L2_NAN.id),
        Number::OfSurface if is_ordered(op) => ids.push(NV_SD32_SIGN.id),
        _ => {}
    }
    if data.text == rmw::F16X2_FTZ.text {
        ids.push(NV_SM52_F16X2_FLUSH.id);
    }
    if is_ordered(op) && matches!(data.number, Number::Float(Packing::Pair16, _)) {
        ids.push(NV_F16X2_MINMAX_NAN.id);
    }
    if is_red64(profile, inst) {
        ids.push(NV_RED64.id);
    }
    ids
}

/// The instruction for a mnemonic with modifiers and without operands, such as `ATOM.ADD.F32.FTZ.RN` or
/// `SURED.D.MIN.SD32`. Operands are filled in; a surface instruction without `.D` or dimension gets `.D.1D`.
///
/// # Errors
/// [`OpError::Syntax`] if the text is not an atomic instruction or the documents do not define it.
///
/// # Examples
/// ```
/// use isotope_nvidia::spa5::{Profile, ops};
/// use isotope_op::assume::Assumptions;
/// let inst = ops::parse_mnemonic(Profile::Sm50, "ATOM.INC").unwrap();
/// let inc = ops::of_instruction(Profile::Sm50, &inst, None, &Assumptions::default()).unwrap();
/// assert_eq!(inc.apply(7, 9, 0).unwrap().new, 8);
/// let e = ops::parse_mnemonic(Profile::Sm50, "ATOM.XOR.F32.FTZ.RN").unwrap_err();
/// assert!(e.to_string().starts_with("`.XOR` does not take size `.F32.FTZ.RN`: expected "));
/// ```
pub fn parse_mnemonic(profile: Profile, text: &str) -> Result<Inst, OpError> {
    let refuse = |message: String, expected: &str| {
        OpError::Syntax(ParseError { span: 0..text.len(), message, expected: expected.into(), source: "".into() })
    };
    let mut words = text.split('.');
    let family = words.next().unwrap_or("");
    if !FAMILIES.contains(&family) {
        return Err(refuse(format!("no atomic instruction `{family}`"), &FAMILIES.join(", ")));
    }
    if text.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))) {
        return Err(refuse(format!("`{text}` has operands"), "a mnemonic with its modifiers alone"));
    }
    let mut full = family.to_string();
    let words: Vec<&str> = words.collect();
    let mut rest = &words[..];
    if family.starts_with("SU") {
        let access = ["D", "P"].into_iter().find(|d| rest.first() == Some(d));
        full.extend([".", access.unwrap_or("D")]);
        rest = &rest[usize::from(access.is_some())..];
        if let Some((&"BA", tail)) = rest.split_first() {
            full.push_str(".BA");
            rest = tail;
        }
        if !rest.first().is_some_and(|word| is_dimension(word)) {
            full.push_str(".1D");
        }
    }
    rest.iter().for_each(|word| full.extend([".", *word]));
    let wide = rest.iter().any(|w| matches!(*w, "64" | "U64"));
    let operands = match (family, rest.contains(&"CAS") || rest.contains(&"CAST")) {
        ("ATOM" | "ATOMS", false) => " R0, [R4], R8",
        ("ATOM" | "ATOMS", true) if wide => " R0, [R4], R8, R10",
        ("ATOM" | "ATOMS", true) => " R0, [R4], R8, R9",
        ("RED", _) => " [R4], R8",
        ("SURED", _) => " [R4], R8, R12",
        _ => " R0, [R4], R8, R12",
    };
    full.push_str(operands);
    let cx = Context { mode: Mode::Documented, ..Context::new(profile.bit()) };
    let parsed = TABLE.parse(&cx, &full).map_err(|e| OpError::Syntax(ParseError { span: 0..text.len(), ..e }))?;
    if parsed.len < full.len() {
        return Err(refuse(format!("`{text}` has a modifier too many"), ""));
    }
    Ok(parsed.inst)
}

/// The operation of a mnemonic under a mode, `-` or pairs joined by commas.
///
/// # Errors
/// An unknown name, and the alternatives.
pub fn operation(profile: Profile, op: &str, mode: &str, readings: &Readings) -> Result<Operation, String> {
    let mut readings = readings.clone();
    let mut signed = None;
    readings.read_mode(mode, "format=.. or an assumption such as nv.l2_nan=..", |key, value| {
        if key != "format" {
            return Ok(false);
        }
        signed = Some(match value {
            "sint" => Some(true),
            "uint" => Some(false),
            "other" => None,
            _ => return Err(format!("format: expected sint, uint or other, found `{value}`")),
        });
        Ok(true)
    })?;
    let inst = parse_mnemonic(profile, op).map_err(|e| e.to_string())?;
    let form = NvidiaForm::of(inst.form.mnemonic);
    let rmw = |signed| match of_instruction(profile, &inst, signed, &readings.assumptions) {
        Ok(rmw) => Ok(Ok(rmw)),
        Err(OpError::Open(rule)) => Ok(Err(rule)),
        Err(e) => Err(e.to_string()),
    };
    let (first, other) = match signed {
        None if sign_by_format(profile, &inst) => (rmw(Some(false))?, rmw(Some(true))?.ok()),
        signed => (rmw(signed.flatten())?, None),
    };
    Ok(Operation {
        rmw: first,
        other: other.map(Other::Signed),
        row: inst.form.syntax.to_string(),
        source: inst.form.row.source,
        by: Unit::Nvidia { form, ftz: op.contains(".FTZ") },
        unit: String::new(),
        assumptions: assumptions(profile, &inst),
        gives: match form {
            _ if inst.form.syntax.contains("Rd") => Gives::Back,
            NvidiaForm::SurfaceReduction => Gives::Nothing("SUATOM".into()),
            _ => Gives::Nothing("ATOM".into()),
        },
        readings,
    })
}

/// Every operation, with the surface formats that make a difference, as `OP` or `OP,format=..`.
pub fn all() -> Vec<String> {
    let mut all = Vec::new();
    for form in TABLE.forms().filter(|f| FAMILIES.contains(&f.mnemonic)) {
        let name = if form.syntax.contains(".D{") { format!("{}.D", form.mnemonic) } else { form.mnemonic.into() };
        let words = |field: &str| match form.field(field).map(|i| &form.fields[i].kind) {
            Some(FieldKind::Names(names)) => names.list.iter().map(|n| n.text).collect(),
            _ => vec![""],
        };
        let own = if form.syntax.contains(".CAS") { "CAS" } else { "" };
        for op in words("op").into_iter().chain(words("kind")).chain([own]).filter(|w| !w.is_empty()) {
            for size in words("sz") {
                let dot = if size.is_empty() { "" } else { "." };
                let spelled = format!("{name}.{op}{dot}{size}");
                // The signedness comes from the data type of the surface.
                let formats = if size.starts_with("SD") { &["uint", "sint"][..] } else { &[] };
                all.extend(formats.iter().map(|f| format!("{spelled},format={f}")));
                all.push(spelled);
            }
        }
    }
    all
}

/// Why a text is not the name of an atomic; a prefix of a name is accepted.
pub fn refuses(profile: Profile, wanted: &str) -> Option<String> {
    let (family, words) = wanted.split_once('.')?;
    if !FAMILIES.contains(&family) {
        return None;
    }
    let error = parse_mnemonic(profile, wanted).err()?;
    let begins = ["ADD", "CAS", "MIN", "AND"]
        .iter()
        .any(|op| !words.split('.').any(|w| w == *op) && parse_mnemonic(profile, &format!("{wanted}.{op}")).is_ok());
    (!begins).then(|| error.to_string())
}

/// Whether a word names the dimension of a surface.
fn is_dimension(word: &str) -> bool {
    let form = TABLE.forms().find(|f| f.mnemonic == "SURED" && f.field("dim").is_some());
    form.and_then(|f| f.field("dim").map(|at| f.fields[at].kind)).is_some_and(|kind| match kind {
        FieldKind::Names(names) => names.list.iter().any(|n| n.text == word),
        _ => false,
    })
}
