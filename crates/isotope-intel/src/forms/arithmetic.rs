//! Integer and float arithmetic, logic, shifts, bit fields, minimum and maximum.
use super::*;

const ONE: &[Field] = &[dst("dst"), src("src0")];
const TWO: &[Field] = &[dst("dst"), src("src0"), src("src1")];
const THREE: &[Field] = &[dst("dst"), src("src0"), src("src1"), src("src2")];
const FOUR: &[Field] = &[dst("dst"), src("src0"), src("src1"), src("src2"), src("src3")];
const CARRY: &[Field] = &[dst("dst"), dst("carry"), src("src0"), src("src1")];
/// Logic also works on predicates.
const LOGIC_DST: Field = part("dst", FieldKind::Dst(GI.or(Classes::PREDICATE)));
const fn logic_src(name: &'static str) -> Field {
    part(name, FieldKind::Src(GI_IMM.or(Classes::PREDICATE)))
}
const LOGIC_ONE: &[Field] = &[LOGIC_DST, logic_src("src0")];
const LOGIC_TWO: &[Field] = &[LOGIC_DST, logic_src("src0"), logic_src("src1")];

const NUMBER: Types = INTEGER.and(FLOAT);
const D: Types = Types::of(&[Type::Ud, Type::D]);
const UD: Types = Types::of(&[Type::Ud]);
const DF: Types = Types::of(&[Type::Df]);

const fn one(name: Text, code: Bytes, types: Types) -> Row {
    Row { types, ..row(name, code, "{.sat} exec dst src0", "exec pred dst src0", &[ONE]) }
}
const fn two(name: Text, code: Bytes, types: Types) -> Row {
    Row { types, ..row(name, code, "{.sat} exec dst src0 src1", "exec pred dst src0 src1", &[TWO]) }
}
/// The tool accepts `.sat` and drops it.
const fn rotate(name: Text, code: Bytes) -> Row {
    Row { text: " exec dst src0 src1", ..two(name, code, INTEGER) }
}
const fn three(name: Text, code: Bytes, types: Types) -> Row {
    Row { types, ..row(name, code, "{.sat} exec dst src0 src1 src2", "exec pred dst src0 src1 src2", &[THREE]) }
}
const fn carry(name: Text, code: Bytes) -> Row {
    Row { types: UD, ..row(name, code, " exec dst carry src0 src1", "exec pred dst carry src0 src1", &[CARRY]) }
}
const fn logic(name: Text, code: Bytes) -> Row {
    Row { parts: &[LOGIC_TWO], ..two(name, code, INTEGER) }
}

pub(super) static ROWS: &[Row] = &[
    two("add", &[0x01], NUMBER),
    two("avg", &[0x02], INTEGER),
    two("div", &[0x03], NUMBER),
    two("dp2", &[0x04], FLOAT),
    two("dp3", &[0x05], FLOAT),
    two("dp4", &[0x06], FLOAT),
    two("dph", &[0x07], FLOAT),
    one("exp", &[0x08], FLOAT),
    one("frc", &[0x09], FLOAT),
    two("line", &[0x0a], FLOAT),
    one("log", &[0x0b], FLOAT),
    three("mad", &[0x0c], NUMBER),
    two("mulh", &[0x0d], D),
    three("lrp", &[0x0e], FLOAT),
    two("mod", &[0x0f], INTEGER),
    two("mul", &[0x10], NUMBER),
    two("pow", &[0x11], FLOAT),
    one("rndd", &[0x12], FLOAT),
    one("rndu", &[0x13], FLOAT),
    one("rnde", &[0x14], FLOAT),
    one("rndz", &[0x15], FLOAT),
    two("sad2", &[0x16], INTEGER),
    one("sin", &[0x17], FLOAT),
    one("cos", &[0x18], FLOAT),
    one("sqrt", &[0x19], FLOAT),
    one("rsqrt", &[0x1a], FLOAT),
    one("inv", &[0x1b], FLOAT),
    one("lzd", &[0x1f], UD),
    logic("and", &[0x20]),
    logic("or", &[0x21]),
    logic("xor", &[0x22]),
    Row { parts: &[LOGIC_ONE], ..one("not", &[0x23], INTEGER) },
    two("shl", &[0x24], INTEGER),
    two("shr", &[0x25], INTEGER),
    two("asr", &[0x26], INTEGER),
    one("cbit", &[0x27], INTEGER),
    one("fbl", &[0x2e], UD),
    one("fbh", &[0x2f], D),
    // Both have the same code; the byte after the execution size distinguishes them. The tool writes no predicate there.
    Row { bytes: "exec 00 dst src0 src1", ..two("min", &[0x45], NUMBER) },
    Row { bytes: "exec 01 dst src0 src1", ..two("max", &[0x45], NUMBER) },
    three("bfe", &[0x46], D),
    Row {
        types: D,
        ..row("bfi", &[0x47], "{.sat} exec dst src0 src1 src2 src3", "exec pred dst src0 src1 src2 src3", &[FOUR])
    },
    one("bfrev", &[0x48], D),
    carry("addc", &[0x49]),
    carry("subb", &[0x4a]),
    three("madw", &[0x53], D),
    three("sad2add", &[0x6a], INTEGER),
    two("plane", &[0x6b], FLOAT),
    one("sqrtm", &[0x7e], DF.and(FLOAT)),
    two("divm", &[0x7f], FLOAT),
    rotate("rol", &[0x80]),
    rotate("ror", &[0x81]),
    three("dp4a", &[0x82], D),
    three("add3", &[0x84], INTEGER),
    Row {
        text: ".function{.sat} exec dst src0 src1 src2",
        bytes: "exec pred dst src0 src1 src2 function",
        parts: &[&[part("function", FieldKind::Hex(1))], THREE],
        ..three("bfn", &[0x85], INTEGER)
    },
];
