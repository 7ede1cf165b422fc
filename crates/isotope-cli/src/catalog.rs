//! Every atomic operation of every vendor, by class; taken from the rooms' own tables.

use isotope::isa::rdna::rmw::{self as amd, Family};
use isotope::isa::visa::form::{FORMS, Kind as VisaKind};
use isotope::isa::{sass, visa};
use isotope::table::Kind;
use isotope_op::atomic::{AtomicOp, Rmw};
use isotope_op::policy::FpDenorm;

use crate::definition::Other;
use crate::equiv::Side;

/// Operations that users compare with each other.
pub struct Class {
    /// What `isotope matrix` takes.
    pub name: &'static str,
    /// In words.
    pub title: &'static str,
    /// The operations.
    pub ops: &'static [AtomicOp],
}

/// Every class.
pub const CLASSES: &[Class] = {
    use AtomicOp::*;
    const fn class(name: &'static str, title: &'static str, ops: &'static [AtomicOp]) -> Class {
        Class { name, title, ops }
    }
    &[
        class("inc", "increment", &[UincWrap, Inc]),
        class("dec", "decrement", &[UdecWrap, Dec, Predec]),
        class("add", "sum", &[Add]),
        class("sub", "difference", &[Sub, SubReverse, UsubSat]),
        class("min", "minimum of integers", &[Umin, Smin]),
        class("max", "maximum of integers", &[Umax, Smax]),
        class("bits", "and, or, exclusive or", &[And, Or, Xor, MaskOr]),
        class("xchg", "exchange", &[Xchg, CondXchg]),
        class("cas", "compare and swap", &[Cas]),
        class("fcas", "compare and swap of floats, and of bits", &[FCas, Cas]),
        class("fadd", "sum and difference of floats", &[FAdd, FSub]),
        class("fmin", "minimum of floats", &[FMin]),
        class("fmax", "maximum of floats", &[FMax]),
    ]
};

/// Operations of one vendor that are one definition.
pub struct Row {
    /// The spelling that stands for all.
    pub spec: String,
    /// The others.
    pub also: Vec<String>,
    /// What they compute.
    pub rmw: Rmw,
}

/// The operations of a class, those of one definition together, narrow before wide.
pub fn rows(class: &Class) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for spec in specs() {
        let Ok(side) = Side::read(&spec) else { continue };
        let Ok(rmw) = side.definition.rmw else { continue };
        let widths = match side.definition.other {
            None => vec![rmw],
            Some(Other::Wide(wide)) => vec![rmw, wide],
            Some(Other::Signed(_)) => continue,
        };
        let vendor =
            |s: &str| s.split(':').next().map(|t| if t.starts_with("sm_") { "sm".into() } else { t.to_string() });
        for rmw in widths.into_iter().filter(|rmw| class.ops.contains(&rmw.op)) {
            match rows.iter_mut().find(|r| r.rmw == rmw && vendor(&r.spec) == vendor(&spec)) {
                Some(row) => row.also.push(spec.clone()),
                None => rows.push(Row { spec: spec.clone(), also: Vec::new(), rmw }),
            }
        }
    }
    rows.sort_by_key(|r| r.rmw.size.bits());
    rows
}

/// `TARGET:OP` of everything that may be an operation; those that are none are sorted out by reading them.
fn specs() -> Vec<String> {
    let mut all = Vec::new();
    for target in ["sm_50", "sm_52", "sm_60"] {
        let atomics = ["ATOM", "ATOMS", "RED", "SURED", "SUATOM"];
        for form in sass::TABLE.forms.iter().filter(|f| atomics.contains(&f.mnemonic)) {
            let name = if form.syntax.contains(".D{") { format!("{}.D", form.mnemonic) } else { form.mnemonic.into() };
            let words = |field: &str| match form.field(field).map(|i| &form.fields[i].kind) {
                Some(Kind::Names(names)) => names.list.iter().map(|n| n.text).collect(),
                _ => vec![""],
            };
            let own = if form.syntax.contains(".CAS") { "CAS" } else { "" };
            for op in words("op").into_iter().chain(words("kind")).chain([own]).filter(|w| !w.is_empty()) {
                for size in words("sz") {
                    let dot = if size.is_empty() { "" } else { "." };
                    let spec = format!("{target}:{name}.{op}{dot}{size}");
                    // The data type of the surface says whether values have a sign.
                    let formats = if size.starts_with("SD") { &["uint", "sint"][..] } else { &[] };
                    all.extend(formats.iter().map(|f| format!("{spec},format={f}")));
                    all.push(spec);
                }
            }
        }
    }
    for name in ["dword_atomic", "svm_atomic", "typed_atomic"] {
        let Some(form) = FORMS.named(name).next() else { continue };
        let Some(VisaKind::Words(words)) = form.position("op").map(|i| form.parts[i].kind) else { continue };
        for word in words {
            // What the encoding alone has is compared under its own rules.
            let named = visa::ops::parse_mnemonic(&format!("{name}.{}", word.text));
            let undocumented = named.is_ok_and(|n| n.documented(visa::Generation::default()).is_err());
            let rules = if undocumented { ",rules=compat" } else { "" };
            all.extend(["", ".16", ".64"].map(|size| format!("visa:{name}.{}{size}{rules}", word.text)));
        }
    }
    for family in [Family::Ds, Family::Global, Family::Flat, Family::Buffer, Family::Image] {
        for name in amd::mnemonics(family) {
            let modes = if amd::named(&name).is_some_and(|n| n.op.is_float()) { 0..FpDenorm::ALL.bits() } else { 0..0 };
            all.push(format!("gfx1100:{name}"));
            all.extend(modes.rev().map(|m| format!("gfx1100:{name},fp_denorm={m}")));
        }
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|s| seen.insert(s.clone()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_every_vendor_that_has_it() {
        for class in CLASSES {
            let rows = rows(class);
            let has = |target: &str| rows.iter().any(|r| r.spec.starts_with(target));
            let names: Vec<_> = rows.iter().map(|r| r.spec.as_str()).collect();
            assert!(has("gfx1100:"), "{}: {names:?}", class.name);
            assert!(has("visa:"), "{}: {names:?}", class.name);
            // NVIDIA has no subtraction and compares bits alone.
            assert_eq!(has("sm_"), class.name != "sub", "{}: {names:?}", class.name);
        }
        let fadd: Vec<_> = rows(&CLASSES[10]).into_iter().map(|r| r.spec).collect();
        for spec in ["sm_50:ATOM.ADD.F32.FTZ.RN", "sm_60:ATOM.ADD.F64.RN", "gfx1100:ds_add_f32,fp_denorm=14"] {
            assert!(fadd.iter().any(|s| s == spec), "{fadd:?}");
        }
    }
}
