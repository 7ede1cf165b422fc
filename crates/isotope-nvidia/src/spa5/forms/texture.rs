//! Texture fetches and queries.
use super::super::fields::*;
use isotope_table::*;

static DIM: Names = closed(&list(["1D", "ARRAY_1D", "2D", "ARRAY_2D", "3D", "ARRAY_3D", "CUBE", "ARRAY_CUBE"]));
/// Level of detail.
static LOD: Names =
    open(&[name(0, ""), name(1, "LZ"), name(2, "LB"), name(3, "LL"), name(6, "LBA"), name(7, "LLA")], "INVALIDBLOD");
static LZ: Names = closed(&list(["LZ", "LL"]));
/// Component that a gather returns.
static RGBA: Names = closed(&list(["R", "G", "B", "A"]));
static OFFSET: Names = open(&list(["", "AOFFI", "PTP"]), "INVALIDBTOFF0");
/// Short forms: one field holds level of detail and dimension.
static SHORT_LOD: Names =
    closed(&list(["LZ", "", "LZ", "LL", "DC", "LL.DC", "LZ.DC", "", "LZ", "LZ.DC", "", "LZ", "", "LL"]));
static SHORT_DIM: Names = closed(&list([
    "1D", "2D", "2D", "2D", "2D", "2D", "2D", "ARRAY_2D", "ARRAY_2D", "ARRAY_2D", "3D", "3D", "CUBE", "CUBE",
]));
static FETCH_LOD: Names = closed(&[
    name(0, "LZ"),
    name(1, "LL"),
    name(2, "LZ"),
    name(4, "LZ.AOFFI"),
    name(5, "LL"),
    name(6, "LZ.MS"),
    name(7, "LZ"),
    name(8, "LZ"),
    name(12, "LL.AOFFI"),
]);
static FETCH_DIM: Names = closed(&[
    name(0, "1D"),
    name(1, "1D"),
    name(2, "2D"),
    name(4, "2D"),
    name(5, "2D"),
    name(6, "2D"),
    name(7, "3D"),
    name(8, "ARRAY_2D"),
    name(12, "2D"),
]);
/// Components if the second destination is RZ.
static ONE: Names = closed(&list(["R", "G", "B", "A", "RG", "RA", "GA", "BA"]));
static MORE: Names = closed(&list(["RGB", "RGA", "RBA", "GBA", "RGBA", "INVALID5", "INVALID6", "INVALID7"]));
static QUERY: Names = closed(&[
    name(1, "TEX_HEADER_DIMENSION"),
    name(2, "TEX_HEADER_TEXTURE_TYPE"),
    name(5, "TEX_HEADER_SAMPLER_POS"),
    reserved(6, "3"),
    reserved(8, "4"),
    reserved(10, "5"),
    reserved(12, "6"),
    reserved(14, "7"),
    name(16, "TEX_SAMPLER_FILTER"),
    name(18, "TEX_SAMPLER_LOD"),
    name(20, "TEX_SAMPLER_WRAP"),
    name(22, "TEX_SAMPLER_BORDER_COLOR"),
    reserved(24, "12"),
    reserved(26, "13"),
    reserved(28, "14"),
    reserved(30, "15"),
    reserved(32, "16"),
    reserved(34, "17"),
    reserved(36, "18"),
    reserved(38, "19"),
    reserved(40, "20"),
    reserved(42, "21"),
    reserved(44, "22"),
    reserved(46, "23"),
    reserved(48, "24"),
    reserved(50, "25"),
    reserved(52, "26"),
    reserved(54, "27"),
    reserved(56, "28"),
    reserved(58, "29"),
    reserved(60, "30"),
    reserved(62, "31"),
]);

/// Result format: half floats.
static TO_F16: Names = closed(&[name(2, ""), later(0, "F16"), name_in(1, "F16.RTZ", SM60, NameStatus::Ok)]);
static GATHER_F16: Names = closed(&[name(0, ""), later(2, "F16"), name_in(3, "F16.RTZ", SM60, NameStatus::Ok)]);
const NODEP: Field = flag("NODEP", 49);
const DC: Field = flag("DC", 50);
const NDV: Field = flag("NDV", 35);
/// Omitted when RZ.
const RB_OR_RZ: Field = reg("Rb", 20).or(255);
const TIC: Field = uimm("tic", 36, 48);
const MASK: Field = uimm("mask", 31, 34);
const SHAPE: &[Field] = &[NODEP, names("dim", 28, 30, &DIM), MASK];
const SHORT: &[Field] = &[NODEP, TIC, RB_OR_RZ, names("f16", 58, 59, &TO_F16)];
const CLEAR40: Pattern = Pattern::bits(40, 1, 0);
/// Set if the texture is resident; sm_50 has only PT.
const PD: Field = names("Pd", 51, 53, &RESIDENT);
static RESIDENT: Names = closed(&[
    name(7, ""),
    later(0, "P0"),
    later(1, "P1"),
    later(2, "P2"),
    later(3, "P3"),
    later(4, "P4"),
    later(5, "P5"),
    later(6, "P6"),
]);
static LC: Names = closed(&[name(0, ""), later(1, "LC")]);
const fn later(value: u64, text: &'static str) -> Name {
    name_in(value, text, SM52 | SM60, NameStatus::Ok)
}
const fn lc(at: u16) -> Field {
    names("LC", at, at, &LC)
}

/// Two destinations, or one and RZ.
const fn pair(value: u16) -> [Variant; 2] {
    let zero = variant(value, 0xf200, &[("Re", "'RZ'")], const { &[names("rgba", 50, 52, &ONE)] });
    [
        Variant { opcode: zero.opcode.and(Pattern::bits(28, 8, 255)), ..zero },
        variant(value, 0xf200, &[], const { &[reg("Re", 28), names("rgba", 50, 52, &MORE)] }),
    ]
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "TEX{.lod}{.LC}{.AOFFI}{.DC}{.NDV}{.NODEP} {Pd, }Rd, Ra{, Rb}, tic, dim, mask", ops: &op(0xc000, 0xf800),
        fields: &[GDA, SHAPE, &[DC, NDV, RB_OR_RZ, TIC, PD, lc(58), flag("AOFFI", 54), names("lod", 55, 57, &LOD)]], ..PHASED },
    Row { syntax: "TEX.B{.lod}{.LC}{.AOFFI}{.DC}{.NDV}{.NODEP} {Pd, }Rd, Ra{, Rb}, 0x0, dim, mask", ops: &op(0xde80, 0xffc0),
        fields: &[GDA, SHAPE, &[DC, NDV, RB_OR_RZ, PD, lc(40), flag("AOFFI", 36), names("lod", 37, 39, &LOD)]], ..PHASED },
    Row { syntax: "TLD.lod{.AOFFI}{.MS}{.CL}{.NODEP} {Pd, }Rd, Ra{, Rb}, tic, dim, mask", ops: &op(0xdc00, 0xff00),
        fields: &[GDA, SHAPE, TLD, &[TIC]], ..PHASED },
    Row { syntax: "TLD.B.lod{.AOFFI}{.MS}{.CL}{.NODEP} {Pd, }Rd, Ra{, Rb}, 0x0, dim, mask", ops: &op(0xdd00, 0xff00),
        fields: &[GDA, SHAPE, TLD], ..PHASED },
    Row { syntax: "TLD4.rgba{.offset}{.DC}{.NDV}{.NODEP} {Pd, }Rd, Ra{, Rb}, tic, dim, mask", ops: &op(0xc800, 0xfc00),
        fields: &[GDA, SHAPE, &[DC, NDV, RB_OR_RZ, TIC, PD, names("offset", 54, 55, &OFFSET), names("rgba", 56, 57, &RGBA)]], profiles: SM50 | SM52, ..PHASED },
    Row { syntax: "TLD4.rgba{.offset}{.DC}{.NODEP} {Pd, }Rd, Ra{, Rb}, tic, dim, mask", ops: &op(0xc800, 0xfc00),
        fields: &[GDA, SHAPE, &[DC, RB_OR_RZ, TIC, PD, names("offset", 54, 55, &OFFSET), names("rgba", 56, 57, &RGBA)]], profiles: SM60, ..PHASED },
    Row { syntax: "TLD4.rgba.B{.offset}{.DC}{.NDV}{.NODEP} {Pd, }Rd, Ra{, Rb}, 0x0, dim, mask", ops: &op_and(0xdec0, 0xffc0, CLEAR40),
        fields: &[GDA, SHAPE, &[DC, NDV, RB_OR_RZ, PD, names("offset", 36, 37, &OFFSET), names("rgba", 38, 39, &RGBA)]], profiles: SM50 | SM52, ..PHASED },
    Row { syntax: "TLD4.rgba.B{.offset}{.DC}{.NODEP} {Pd, }Rd, Ra{, Rb}, 0x0, dim, mask", ops: &op_and(0xdec0, 0xffc0, CLEAR40),
        fields: &[GDA, SHAPE, &[DC, RB_OR_RZ, PD, names("offset", 36, 37, &OFFSET), names("rgba", 38, 39, &RGBA)]], profiles: SM60, ..PHASED },
    Row { syntax: "TXD{.LC}{.AOFFI}{.NODEP} {Pd, }Rd, Ra, Rb, tic, dim, mask", ops: &op(0xde00, 0xffc0),
        fields: &[GDA, SHAPE, &[RB, TIC, PD, lc(50), flag("AOFFI", 35)]], ..PHASED },
    Row { syntax: "TXD.B{.LC}{.AOFFI}{.NODEP} {Pd, }Rd, Ra, Rb, 0x0, dim, mask", ops: &op(0xde40, 0xffc0),
        fields: &[GDA, SHAPE, &[RB, PD, lc(50), flag("AOFFI", 35)]], ..PHASED },
    Row { syntax: "TMML.LOD{.NDV}{.NODEP} Rd, Ra, tic, dim, mask", ops: &op(0xdf58, 0xfff8), fields: &[GDA, SHAPE, &[NDV, TIC]], ..PHASED },
    Row { syntax: "TMML.B.LOD{.NDV}{.NODEP} Rd, Ra{, Rb}, 0x0, dim, mask", ops: &op(0xdf60, 0xfff8), fields: &[GDA, SHAPE, &[NDV, RB_OR_RZ]], ..PHASED },
    Row { syntax: "TXA{.NDV}{.NODEP} Rd, Ra, tic, mask", ops: &op(0xdf40, 0xfff8), fields: &[GDA, &[NODEP, NDV, TIC, MASK]], ..PHASED },
    Row { syntax: "TXQ{.NODEP} Rd, Ra, query, tic, mask", ops: &op(0xdf48, 0xfff8), fields: &[GDA, &[NODEP, TIC, MASK, names("query", 22, 27, &QUERY)]], ..PHASED },
    Row { syntax: "TXQ.B{.NODEP} Rd, Ra, query, 0x0, mask", ops: &op(0xdf50, 0xfff8), fields: &[GDA, &[NODEP, MASK, names("query", 22, 27, &QUERY)]], ..PHASED },
    Row { syntax: "TEXS{.f16}{.lod}{.NODEP} Re, Rd, Ra{, Rb}, tic, dim, rgba", ops: &pair(0xd000),
        fields: &[GDA, SHORT, &[names("lod", 53, 56, &SHORT_LOD), Field::view("dim", &SHORT_DIM, "lod")]], ..PHASED },
    Row { syntax: "TLDS{.f16}.lod{.NODEP} Re, Rd, Ra{, Rb}, tic, dim, rgba", ops: &pair(0xd200),
        fields: &[GDA, SHORT, &[names("lod", 53, 56, &FETCH_LOD), Field::view("dim", &FETCH_DIM, "lod")]], ..PHASED },
    Row { syntax: "TLD4S{.f16}.rgba{.AOFFI}{.DC}{.NODEP} Re, Rd, Ra, Rb, tic", ops: &op(0xdf00, 0xff00),
        fields: &[GDA, &[NODEP, DC, TIC, RB, reg("Re", 28), names("f16", 54, 55, &GATHER_F16), flag("AOFFI", 51), names("rgba", 52, 53, &RGBA)]], ..PHASED },
];

const TLD: &[Field] = &[RB_OR_RZ, PD, flag("AOFFI", 35), flag("MS", 50), flag("CL", 54), names("lod", 55, 55, &LZ)];
