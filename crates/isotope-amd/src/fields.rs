//! Fields, register files and patterns that many RDNA3 rows share.
use isotope_table::*;

/// Profile bits of each processor in the masks of the rows: wave32 and wave64 in the text of LLVM 19, then both in the text of LLVM 22.
pub const PROFILES: usize = 4;
/// Distance between the profile bits for LLVM 19's text and those for LLVM 22's text, which names halves of VGPRs.
pub const HALVES: u8 = 2;
/// Wave32 of every processor: lane masks are one SGPR.
pub const WAVE32: Profiles = 0x5555_5555;
/// Wave64 of every processor: lane masks are two SGPRs.
pub const WAVE64: Profiles = 0xaaaa_aaaa;
/// Profiles in the text of LLVM 22.
pub const OF_22: Profiles = 0xcccc_cccc;
/// Every processor, in both modes.
pub const ALL: Profiles = Profiles::MAX;

/// Makes a value `'static`: rows are created when the table is built, and are never freed.
pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Defaults of most rows; `..ROW` applies them.
pub(super) const ROW: Row = Row {
    profiles: ALL,
    source: "syntax and bits: llvm-mc 19.1.7 and 22.1.8; RDNA3 ISA guide, microcode formats",
    ..Row::EMPTY
};

/// `count` consecutive vector registers.
pub(super) const fn vgprs(count: u8) -> RegFile {
    RegFile { ranges: &[(0, 255, "v")], names: &[], count, literal: None }
}
static V1: RegFile = vgprs(1);
static V2: RegFile = vgprs(2);
static V3: RegFile = vgprs(3);
static V4: RegFile = vgprs(4);

/// Scalar registers by number: SGPRs and trap temporaries.
pub(super) const SGPRS: &[(u64, u64, &str)] = &[(0, 105, "s"), (108, 123, "ttmp")];

/// Scalar sources with names, and inline constants.
#[rustfmt::skip]
pub(super) const SCALARS: &[(u64, &str)] = &[
    (106, "vcc_lo"), (107, "vcc_hi"), (124, "null"), (125, "m0"), (126, "exec_lo"), (127, "exec_hi"),
    (235, "src_shared_base"), (235, "shared_base"), (236, "src_shared_limit"), (236, "shared_limit"),
    (237, "src_private_base"), (237, "private_base"), (238, "src_private_limit"), (238, "private_limit"),
    (239, "src_pops_exiting_wave_id"), (239, "pops_exiting_wave_id"), (240, "0.5"), (241, "-0.5"), (242, "1.0"),
    (243, "-1.0"), (244, "2.0"), (245, "-2.0"), (246, "4.0"), (247, "-4.0"), (248, "0.15915494"), (251, "src_vccz"),
    (251, "vccz"), (252, "src_execz"), (252, "execz"), (253, "src_scc"), (253, "scc"), (128, "0"), (129, "1"),
    (130, "2"), (131, "3"), (132, "4"), (133, "5"), (134, "6"), (135, "7"), (136, "8"), (137, "9"), (138, "10"),
    (139, "11"), (140, "12"), (141, "13"), (142, "14"), (143, "15"), (144, "16"), (145, "17"), (146, "18"),
    (147, "19"), (148, "20"), (149, "21"), (150, "22"), (151, "23"), (152, "24"), (153, "25"), (154, "26"),
    (155, "27"), (156, "28"), (157, "29"), (158, "30"), (159, "31"), (160, "32"), (161, "33"), (162, "34"),
    (163, "35"), (164, "36"), (165, "37"), (166, "38"), (167, "39"), (168, "40"), (169, "41"), (170, "42"),
    (171, "43"), (172, "44"), (173, "45"), (174, "46"), (175, "47"), (176, "48"), (177, "49"), (178, "50"),
    (179, "51"), (180, "52"), (181, "53"), (182, "54"), (183, "55"), (184, "56"), (185, "57"), (186, "58"),
    (187, "59"), (188, "60"), (189, "61"), (190, "62"), (191, "63"), (192, "64"), (193, "-1"), (194, "-2"),
    (195, "-3"), (196, "-4"), (197, "-5"), (198, "-6"), (199, "-7"), (200, "-8"), (201, "-9"), (202, "-10"),
    (203, "-11"), (204, "-12"), (205, "-13"), (206, "-14"), (207, "-15"), (208, "-16"),
];

/// Vector registers in an 8-bit field at bit `lo`.
pub(super) const fn v(name: &'static str, lo: u16, count: u8) -> Field {
    let file = match count {
        1 => &V1,
        2 => &V2,
        3 => &V3,
        _ => &V4,
    };
    Field::new(name, lo, lo + 7, FieldKind::Reg(file))
}
pub(super) const fn flag(name: &'static str, at: u16) -> Field {
    Field::new(name, at, at, FieldKind::Flag)
}
pub(super) const fn uint(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, FieldKind::Int(Int { signed: false, scale: 0, hex: false, alone: Alone::Number }))
}
pub(super) const fn sint(name: &'static str, lo: u16, hi: u16) -> Field {
    Field::new(name, lo, hi, FieldKind::Int(Int { signed: true, scale: 0, hex: false, alone: Alone::Number }))
}
pub(super) const fn names(name: &'static str, lo: u16, hi: u16, list: &'static Names) -> Field {
    Field::new(name, lo, hi, FieldKind::Names(list))
}

/// The only encoding of a row.
pub(super) const fn one(opcode: Pattern) -> [Variant; 1] {
    [Variant { opcode, operands: &[], fields: &[] }]
}

/// The bits from 32 to 63 that belong to no field are zero.
pub(super) const fn unused(fields: &[Field]) -> Pattern {
    let mut mask = 0xffff_ffff << 32;
    let mut i = 0;
    while i < fields.len() {
        let at = fields[i].at[0];
        if at.lo >= 32 && at.lo < 64 {
            mask &= !(((1 << at.len) - 1) << at.lo);
        }
        i += 1;
    }
    Pattern { value: 0, mask }
}

/// A rule that the encoding enforces: the field has this value.
pub(super) const fn must(
    field: &'static str,
    values: &'static [u64],
    what: &'static str,
    source: &'static str,
) -> Rule {
    Rule { hard: true, ..Rule::new(Need::OneOf(field, values), what, source) }
}
