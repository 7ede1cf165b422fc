//! Every atomic operation of every vendor, by class; taken from the instruction sets' own tables.

use isotope_op::atomic::{AtomicOp, Rmw};
use isotope_target::Target;
use isotope_target::operation::Other;
use isotope_targets::TARGETS;

use crate::Op;

/// Operations that users compare with each other.
#[non_exhaustive]
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
#[non_exhaustive]
pub struct ClassRow {
    /// The spelling that stands for all.
    pub spec: String,
    /// The others.
    pub also: Vec<String>,
    /// What they compute.
    pub rmw: Rmw,
}

/// The operations of a class, those of one definition together, narrow before wide.
pub fn rows(class: &Class) -> Vec<ClassRow> {
    let mut rows: Vec<ClassRow> = Vec::new();
    for spec in specs() {
        let Ok(op) = Op::parse(&spec) else { continue };
        let Ok(rmw) = op.operation.rmw else { continue };
        let widths = match op.operation.other {
            None => vec![rmw],
            Some(Other::Wide(wide)) => vec![rmw, wide],
            Some(Other::Signed(_)) => continue,
        };
        let isa = |spec: &str| TARGETS.find(spec.split(':').next().unwrap_or(spec)).ok().map(|t| t.isa().name);
        for rmw in widths.into_iter().filter(|rmw| class.ops.contains(&rmw.op)) {
            match rows.iter_mut().find(|r| r.rmw == rmw && isa(&r.spec) == isa(&spec)) {
                Some(row) => row.also.push(spec.clone()),
                None => rows.push(ClassRow { spec: spec.clone(), also: Vec::new(), rmw }),
            }
        }
    }
    rows.sort_by_key(|r| r.rmw.size.bits());
    rows
}

/// `TARGET:OP` of everything that may be an operation; those that are none are sorted out by reading them.
fn specs() -> Vec<String> {
    let of_target =
        |target: &'static dyn Target| target.operations().into_iter().map(move |op| format!("{target}:{op}"));
    let mut all: Vec<String> = TARGETS.all().flat_map(of_target).collect();
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
