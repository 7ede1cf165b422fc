//! Every name of AMD's atomics.

use crate::common::rows;
use isotope_amd::GFX1100;
use isotope_amd::rmw::{self, Atomic, Family};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::{Packing, Size};
use isotope_op::policy::{AmdUnit, FpDenorm};

fn named(name: &str) -> Option<Atomic> {
    rmw::named(GFX1100, name)
}

fn mnemonics(family: Family) -> impl Iterator<Item = String> {
    rmw::mnemonics(GFX1100, family)
}

#[test]
fn every_spelling_has_one_meaning() {
    for family in Family::ALL {
        let mut all: Vec<String> = mnemonics(family).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "{family:?}");
        for name in &all {
            assert_eq!(named(name).map(|n| n.family), Some(family), "{name}");
        }
    }
    let count = |f| mnemonics(f).count();
    // The counts of LLVM 19.1.7's disassembler.
    assert_eq!((count(Family::Ds), count(Family::Flat), count(Family::Global)), (80, 30, 31));
    assert_eq!((count(Family::Buffer), count(Family::Image)), (31, 13));
}

/// Every name that the assembler accepts is equivalent to the name that it prints.
#[test]
fn older_spellings() {
    let names = include_str!("../../../../tests/data/amd/op_names.tsv");
    let mut printed = std::collections::HashSet::new();
    for line in names.lines() {
        let (read, canonical) = line.split_once('\t').unwrap();
        assert!(named(read).is_some(), "{read}");
        assert_eq!(named(read), named(canonical), "{read}");
        printed.insert(canonical.to_string());
    }
    let all: std::collections::HashSet<String> = Family::ALL.into_iter().flat_map(mnemonics).collect();
    assert_eq!(all, printed);
}

#[test]
fn what_gfx1100_does_not_have() {
    let rows = rows("amd/no_operations.tsv");
    assert!(rows.len() >= 26, "{}", rows.len());
    for row in &rows {
        let [name] = &row[..] else { panic!("{row:?}") };
        assert_eq!(named(if name == "-" { "" } else { name }), None, "{name}");
    }
}

#[test]
fn sizes_and_units() {
    let of = |name: &str| named(name).unwrap();
    assert_eq!(of("ds_min_rtn_f64").size, Size::B64);
    assert_eq!(of("buffer_atomic_smin_x2"), of("buffer_atomic_min_i64"));
    assert_eq!(of("ds_wrxchg2st64_rtn_b64"), of("ds_storexchg_2addr_stride64_rtn_b64"));
    assert_eq!(of("global_atomic_add_x2").to_string(), "global_atomic_add_u64");
    assert_eq!(of("ds_condxchg32_rtn_b64").packing, Packing::Pair32);
    assert!(of("image_atomic_add").sized_elsewhere && of("ds_sub_gs_reg_rtn").sized_elsewhere);
    let a = Assumptions::default();
    // In memory, an add always flushes its operands; in LDS it depends on MODE.
    let new = |name: &str, mode| of(name).rmw(FpDenorm::new(mode), &a).apply(1, 1, 0).unwrap().new;
    assert_eq!((new("flat_atomic_add_f32", 15), new("ds_add_f32", 15), new("ds_add_f32", 12)), (0, 2, 0));
    let lds = of("flat_atomic_max_f32").rmw_in(AmdUnit::LdsThroughFlat, FpDenorm::new(14), &a);
    assert_eq!(lds, of("flat_atomic_max_f32").rmw(FpDenorm::new(14), &a));
    assert_eq!(of("image_atomic_add").wide().rmw(FpDenorm::ALL, &a).apply(u64::MAX, 2, 0).unwrap().new, 1);
}
