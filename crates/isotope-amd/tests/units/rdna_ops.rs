//! AMD's atomics by name.

use isotope_amd::ops::{assumptions, parse_mnemonic};
use isotope_amd::rmw::{self, Atomic, Family};
use isotope_op::policy::AmdUnit;

fn parse(text: &str) -> Result<(Atomic, bool), String> {
    parse_mnemonic(isotope_amd::GFX1100, text).map_err(|e| e.to_string())
}

#[test]
fn modifiers_change_nothing() {
    for (long, short) in [
        ("ds_add_u32 offset:4 gds", "ds_add_u32"),
        ("ds_add_u32.rtn", "ds_add_u32"),
        ("ds_max_rtn_f32", "ds_max_f32"),
        ("global_atomic_add_f32 offset:-4 glc slc dlc", "global_atomic_add_f32"),
        ("buffer_atomic_add idxen offen offset:16", "buffer_atomic_add_u32"),
        ("DS_MAX_RTN_F32", "ds_max_rtn_f32"),
        ("image_atomic_add dmask:0x1 dim:SQ_RSRC_IMG_2D unorm glc", "image_atomic_add dmask:1"),
    ] {
        assert_eq!(parse(long), parse(short), "{long}");
        assert!(parse(long).is_ok(), "{long}");
    }
}

#[test]
fn sizes_said_by_a_modifier() {
    let bits = |text: &str| parse(text).map(|(named, settled)| (named.size.bits(), settled));
    assert_eq!(bits("image_atomic_add"), Ok((32, false)));
    assert_eq!(bits("image_atomic_add dmask:0x3"), Ok((64, true)));
    assert_eq!(bits("image_atomic_cmpswap.dmask:0x3"), Ok((32, true)));
    assert_eq!(bits("image_atomic_cmpswap dmask:0xf"), Ok((64, true)));
    assert_eq!(bits("ds_add_gs_reg_rtn offset:28 gds"), Ok((32, true)));
    assert_eq!(bits("ds_add_gs_reg_rtn offset:32 gds"), Ok((64, true)));
    assert_eq!(bits("global_atomic_add_u32 dmask:0x3"), Ok((32, true)));
    for (text, want) in [
        ("image_atomic_add dmask:0x7", "`dmask:0x7`: `image_atomic_add` takes dmask 0x1 or 0x3 (64 bits)"),
        (
            "image_atomic_cmpswap dmask:1",
            "`dmask:1`: `image_atomic_cmpswap` takes dmask 0x3 (32 bits) or 0xf (64 bits)",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err(), want);
    }
}

#[test]
fn refusals_say_what_there_is() {
    for (text, want) in [
        ("ds_add_f64", "f64 atomics are ds_min_f64, ds_max_f64 and ds_cmpstore_f64 alone, in LDS and GDS"),
        ("global_atomic_add_f64", "f64 atomics are ds_min_f64, "),
        ("global_atomic_pk_add_f16", "there are no f16 or bf16 atomics"),
        ("ds_pk_add_rtn_bf16", "there are no f16 or bf16 atomics"),
        ("flat_atomic_csub_u32", "there is `global_atomic_csub_u32`, `buffer_atomic_csub_u32`"),
        ("global_atomic_rsub_u32", "there is `ds_rsub_u32`"),
        ("ds_wrap_b32", "there is `ds_wrap_rtn_b32`"),
        ("ds_storexchg_b64", "there is `ds_storexchg_rtn_b64`"),
        ("global_atomic_fadd", "the float add is spelled `global_atomic_add_f32`"),
        ("image_atomic_fmin", "there is `flat_atomic_fmin`, `global_atomic_fmin`, `buffer_atomic_fmin`"),
        ("scratch_atomic_add_u32", "there are no atomics on scratch memory"),
        ("image_atomic_frob", "`image_atomic_` is followed by one of add, sub, inc, "),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(&format!("`{text}` is not on gfx1100: {want}")), "{error}");
    }
    for (text, want) in [
        ("ds_cmpst_rtn_b32", "`ds_cmpst_rtn_b32` is a name of older targets, whose data is (compare, new): "),
        ("ds_gws_barrier", "`ds_gws_barrier` synchronises waves: "),
        ("ds_ordered_count", "`ds_ordered_count` takes its operation from offset1: "),
        ("ATOM.ADD", "no atomic instruction `atom`: expected one of ds_.., flat_atomic_.., "),
        ("", "no atomic instruction ``: expected one of "),
        ("ds_add_u32 v0, v1", "`v0` is no modifier of `ds_add_u32`: "),
        ("ds_add_u32 frob:1", "`frob:1` is no modifier of `ds_add_u32`: "),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(want), "{error}");
    }
}

#[test]
fn every_assumption_is_listed() {
    for family in Family::ALL {
        for name in rmw::mnemonics(isotope_amd::GFX1100, family) {
            let (named, _) = parse(&name).unwrap();
            for id in [named.family.unit(), AmdUnit::Gds].into_iter().flat_map(|unit| assumptions(&named, unit)) {
                assert!(isotope_op::assume::find(id).is_some(), "{id}");
            }
        }
    }
}
