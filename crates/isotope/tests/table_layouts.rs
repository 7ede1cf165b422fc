//! The engine carries the other two layouts as well: gfx1100 words with trailing literals, and vISA's byte-serial
//! instructions whose operands are declared names. The few rows here are a proof, not the rooms.
//! The vectors are lines of llvm-mc 19 and GenX_IR 1.0.12504.6.
use isotope::table::*;
use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

const fn uint(hex: bool) -> Kind {
    Kind::Int(Int { signed: false, scale: 0, hex, alone: Alone::Number })
}
const fn sint() -> Kind {
    Kind::Int(Int { signed: true, scale: 0, hex: false, alone: Alone::Number })
}
const ROW: Row = Row {
    syntax: "",
    ops: &[],
    fields: &[],
    legal: &[],
    profiles: 1,
    bits: 64,
    reuse: false,
    aliases: &[],
    source: "llvm-mc 19",
};

// ---- gfx1100 ----------------------------------------------------------------------------------------------------

static V1: RegFile = RegFile { ranges: &[(0, 255, "v")], names: &[], count: 1, literal: None };
static V2: RegFile = RegFile { ranges: &[(0, 255, "v")], names: &[], count: 2, literal: None };
static S1: RegFile = RegFile {
    ranges: &[(0, 105, "s")],
    names: &[(106, "vcc_lo"), (107, "vcc_hi"), (124, "null"), (125, "m0")],
    count: 1,
    literal: None,
};
static S2: RegFile = RegFile { ranges: &[(0, 105, "s")], names: &[(106, "vcc")], count: 2, literal: None };
/// Scalar or vector source: registers, inline constants, and 255 for the dword behind the instruction.
static SRC: RegFile = RegFile {
    ranges: &[(0, 105, "s"), (256, 511, "v")],
    names: &[
        (106, "vcc_lo"),
        (107, "vcc_hi"),
        (124, "null"),
        (125, "m0"),
        (128, "0"),
        (129, "1"),
        (130, "2"),
        (131, "3"),
        (143, "15"),
        (144, "16"),
        (159, "31"),
        (192, "64"),
        (193, "-1"),
        (208, "-16"),
        (240, "0.5"),
        (241, "-0.5"),
        (242, "1.0"),
        (243, "-1.0"),
        (244, "2.0"),
        (245, "-2.0"),
        (246, "4.0"),
        (247, "-4.0"),
    ],
    count: 1,
    literal: Some((255, "literal")),
};

const fn v(name: &'static str, lo: u16) -> Field {
    Field::new(name, lo, lo + 7, Kind::Reg(&V1))
}
const fn op(lo: u32, len: u32, value: u128, encoding: Pattern) -> [Variant; 1] {
    [Variant { opcode: Pattern::bits(lo, len, value).and(encoding), operands: &[], fields: &[] }]
}
const DS: Pattern = Pattern::bits(26, 6, 0b110110);
const FLAT: Pattern = Pattern::bits(26, 6, 0b110111).and(Pattern::bits(16, 2, 0)).and(Pattern::bits(48, 7, 0x7c));
const GLOBAL: Pattern = Pattern::bits(26, 6, 0b110111).and(Pattern::bits(16, 2, 2));
const SOP2: Pattern = Pattern::bits(30, 2, 0b10);
const VOP2: Pattern = Pattern::bits(31, 1, 0);
const OFFSET: Field = Field::new("offset", 0, 15, uint(false));
const GDS: Field = Field::new("gds", 17, 17, Kind::Flag);
const CACHE: &[Field] = &[Field::new("dlc", 13, 13, Kind::Flag), Field::new("slc", 15, 15, Kind::Flag)];
const LITERAL: Field = Field::new("literal", 32, 63, uint(true));
const SOP2_FIELDS: &[Field] = &[
    Field::new("sdst", 16, 22, Kind::Reg(&S1)),
    Field::new("ssrc0", 0, 7, Kind::Reg(&SRC)),
    Field::new("ssrc1", 8, 15, Kind::Reg(&SRC)),
    LITERAL,
];
const VOP2_FIELDS: &[Field] = &[
    Field::new("vdst", 17, 24, Kind::Reg(&V1)),
    Field::new("src0", 0, 8, Kind::Reg(&SRC)),
    Field::new("vsrc1", 9, 16, Kind::Reg(&V1)),
    LITERAL,
];

static RDNA_ROWS: &[Row] = &[
    Row {
        syntax: "ds_add_u32 addr, data0{ 'offset:'offset}{ gds}",
        ops: &op(18, 8, 0x00, DS),
        fields: &[&[OFFSET, GDS, v("addr", 32), v("data0", 40)]],
        ..ROW
    },
    Row {
        syntax: "ds_max_rtn_f32 vdst, addr, data0{ 'offset:'offset}{ gds}",
        ops: &op(18, 8, 0x33, DS),
        fields: &[&[OFFSET, GDS, v("addr", 32), v("data0", 40), v("vdst", 56)]],
        ..ROW
    },
    Row {
        syntax: "ds_add_rtn_u64 vdst, addr, data0{ 'offset:'offset}{ gds}",
        ops: &op(18, 8, 0x60, DS),
        fields: &[&[
            OFFSET,
            GDS,
            v("addr", 32),
            Field::new("data0", 40, 47, Kind::Reg(&V2)),
            Field::new("vdst", 56, 63, Kind::Reg(&V2)),
        ]],
        ..ROW
    },
    Row {
        syntax: "flat_atomic_swap_b32 addr, data{ 'offset:'offset}{ slc}{ dlc}",
        ops: &op(18, 7, 0x33, FLAT.and(Pattern::bits(14, 1, 0))),
        fields: &[
            &[Field::new("offset", 0, 11, uint(false)), Field::new("addr", 32, 39, Kind::Reg(&V2)), v("data", 40)],
            CACHE,
        ],
        ..ROW
    },
    Row {
        syntax: "global_atomic_add_u32 addr, data, off{ 'offset:'offset}{ slc}{ dlc}",
        ops: &op(18, 7, 0x35, GLOBAL.and(Pattern::bits(48, 7, 0x7c)).and(Pattern::bits(14, 1, 0))),
        fields: &[
            &[Field::new("offset", 0, 12, sint()), Field::new("addr", 32, 39, Kind::Reg(&V2)), v("data", 40)],
            CACHE,
        ],
        ..ROW
    },
    Row {
        syntax: "global_atomic_add_u32 addr, data, saddr{ 'offset:'offset}{ slc}{ dlc}",
        ops: &op(18, 7, 0x35, GLOBAL.and(Pattern::bits(14, 1, 0))),
        fields: &[
            &[
                Field::new("offset", 0, 12, sint()),
                v("addr", 32),
                v("data", 40),
                Field::new("saddr", 48, 54, Kind::Reg(&S2)),
            ],
            CACHE,
        ],
        ..ROW
    },
    Row {
        syntax: "s_add_u32 sdst, ssrc0, ssrc1",
        ops: &op(23, 7, 0x00, SOP2),
        fields: &[SOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "s_and_b32 sdst, ssrc0, ssrc1",
        ops: &op(23, 7, 0x16, SOP2),
        fields: &[SOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "s_mov_b32 sdst, ssrc0",
        ops: &op(8, 8, 0, Pattern::bits(23, 9, 0b101111101)),
        fields: &[SOP2_FIELDS_1],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "v_mov_b32_e32 vdst, src0",
        ops: &op(9, 8, 1, Pattern::bits(25, 7, 0b0111111)),
        fields: &[VOP1_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "v_add_f32_e32 vdst, src0, vsrc1",
        ops: &op(25, 6, 0x03, VOP2),
        fields: &[VOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "v_mul_f32_e32 vdst, src0, vsrc1",
        ops: &op(25, 6, 0x08, VOP2),
        fields: &[VOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "v_and_b32_e32 vdst, src0, vsrc1",
        ops: &op(25, 6, 0x1b, VOP2),
        fields: &[VOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "v_add_nc_u32_e32 vdst, src0, vsrc1",
        ops: &op(25, 6, 0x25, VOP2),
        fields: &[VOP2_FIELDS],
        bits: 32,
        ..ROW
    },
    Row {
        syntax: "s_waitcnt{ 'vmcnt('vmcnt')'}{ 'expcnt('expcnt')'}{ 'lgkmcnt('lgkmcnt')'}",
        ops: &op(16, 16, 0xbf89, Pattern::bits(0, 0, 0)),
        fields: &[&[
            Field::new("expcnt", 0, 2, uint(false)).or(7),
            Field::new("lgkmcnt", 4, 9, uint(false)).or(63),
            Field::new("vmcnt", 10, 15, uint(false)).or(63),
        ]],
        bits: 32,
        ..ROW
    },
];
const SOP2_FIELDS_1: &[Field] =
    &[Field::new("sdst", 16, 22, Kind::Reg(&S1)), Field::new("ssrc0", 0, 7, Kind::Reg(&SRC)), LITERAL];
const VOP1_FIELDS: &[Field] =
    &[Field::new("vdst", 17, 24, Kind::Reg(&V1)), Field::new("src0", 0, 8, Kind::Reg(&SRC)), LITERAL];

static RDNA: LazyLock<Table> = LazyLock::new(|| {
    let layout = Layout {
        index: (18, 14),
        prefix: "",
        skip_prefix: |_| 0,
        end: "",
        profiles: &["gfx1100"],
        reuse_slots: &[],
        style: Style::PLAIN,
    };
    Table::new(layout, &[RDNA_ROWS])
});

fn read(file: &str) -> String {
    let path = format!("{}/../../tests/data/layouts/{file}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn words(hex: &str) -> Vec<u64> {
    let bytes: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    bytes.chunks(8).map(|c| c.iter().rev().fold(0, |w, b| w << 8 | *b as u64)).collect()
}

fn hex(words: &[u64], bits: u32) -> String {
    let bytes = words.iter().flat_map(|w| w.to_le_bytes()).take(bits as usize / 8);
    bytes.map(|b| format!("{b:02x}")).collect()
}

/// Text and bytes equal both ways.
fn check(table: &'static Table, cx: &Context, text: &str, bytes: &str) {
    let inst = table.decode(1, &words(bytes)).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut shown = String::new();
    print(cx, &inst, &mut shown);
    assert_eq!(shown, text);
    assert_eq!(inst.bits() as usize / 4, bytes.len(), "{text}");
    let parsed = table.parse(cx, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut out = [0; 4];
    parsed.inst.encode(&mut out);
    assert_eq!(hex(&out, parsed.inst.bits()), bytes, "{text}");
}

#[test]
fn rdna_words_and_literals() {
    let mut lines = 0;
    for line in read("gfx1100.tsv").lines() {
        let (text, bytes) = line.split_once('\t').unwrap();
        check(&RDNA, &Context::new(1), text, bytes);
        lines += 1;
    }
    assert!(lines > 60);
}

// ---- vISA -------------------------------------------------------------------------------------------------------

static OP: Names = Names {
    list: &[
        name(0, "add"),
        name(1, "sub"),
        name(2, "inc"),
        name(3, "dec"),
        name(4, "min"),
        name(5, "max"),
        name(6, "xchg"),
        name(7, "cmpxchg"),
        name(8, "and"),
        name(9, "or"),
        name(10, "xor"),
        name(11, "minsint"),
        name(12, "maxsint"),
        name(16, "fmax"),
        name(17, "fmin"),
        name(18, "fcmpwr"),
        name(19, "fadd"),
        name(20, "fsub"),
    ],
    fallback: None,
    fallback_ok: false,
};
static WIDTH: Names = Names { list: &[name(0, ""), name(1, "16"), name(2, "64")], fallback: None, fallback_ok: false };
static SIZE: Names = Names {
    list: &[name(0, "1"), name(1, "2"), name(2, "4"), name(3, "8"), name(4, "16"), name(5, "32")],
    fallback: None,
    fallback_ok: false,
};
static MASK: Names = Names {
    list: &[
        name(0, "M1"),
        name(1, "M2"),
        name(2, "M3"),
        name(3, "M4"),
        name(4, "M5"),
        name(5, "M6"),
        name(6, "M7"),
        name(7, "M8"),
        name(8, "M1_NM"),
        name(9, "M2_NM"),
        name(10, "M3_NM"),
        name(11, "M4_NM"),
        name(12, "M5_NM"),
        name(13, "M6_NM"),
        name(14, "M7_NM"),
        name(15, "M8_NM"),
    ],
    fallback: None,
    fallback_ok: false,
};
static COMBINE: Names =
    Names { list: &[name(0, ""), name(1, "any"), name(2, "all")], fallback: None, fallback_ok: false };

const fn name(value: u64, text: &'static str) -> Name {
    Name { value, text, profiles: 1, status: Status::Ok }
}
const GENERAL: u8 = 0;
const PREDICATE: u8 = 1;
const SURFACE: u8 = 2;
const fn var(name: &'static str, lo: u16) -> Field {
    Field::new(name, lo, lo + 31, Kind::Symbol(GENERAL))
}
const fn at(name: &'static str, lo: u16) -> Field {
    Field::new(name, lo, lo + 15, uint(false))
}
/// Execution size, mask and predicate from bit `lo` on.
const fn execution(lo: u16) -> [Field; 5] {
    [
        Field::new("size", lo, lo + 3, Kind::Names(&SIZE)),
        Field::new("mask", lo + 4, lo + 7, Kind::Names(&MASK)),
        Field::new("pred", lo + 8, lo + 19, Kind::Symbol(PREDICATE)),
        Field::new("combine", lo + 21, lo + 22, Kind::Names(&COMBINE)),
        Field::new("!pred", lo + 23, lo + 23, Kind::Flag),
    ]
}
const fn operation(lo: u16) -> [Field; 2] {
    [Field::new("op", lo, lo + 4, Kind::Names(&OP)), Field::new("width", lo + 5, lo + 7, Kind::Names(&WIDTH))]
}

static VISA_ROWS: &[Row] = &[
    Row {
        syntax: "svm_atomic.op{.width} '('mask, size')' addr'.'addr_at dst'.'dst_at src0'.'src0_at src1'.'src1_at",
        ops: &op(0, 16, 0x054e, Pattern::bits(0, 0, 0)),
        fields: &[
            &execution(16),
            &operation(40),
            &[
                var("addr", 48),
                at("addr_at", 80),
                var("src0", 96),
                at("src0_at", 128),
                var("src1", 144),
                at("src1_at", 176),
                var("dst", 192),
                at("dst_at", 224),
            ],
        ],
        bits: 240,
        source: "GenX_IR 1.0.12504.6",
        ..ROW
    },
    Row {
        syntax: "dword_atomic.op{.width} '('mask, size')' surface offs'.'offs_at src0'.'src0_at src1'.'src1_at dst'.'dst_at",
        ops: &op(0, 8, 0x7d, Pattern::bits(0, 0, 0)),
        fields: &[
            &operation(8),
            &execution(16),
            &[
                Field::new("surface", 40, 47, Kind::Symbol(SURFACE)),
                var("offs", 48),
                at("offs_at", 80),
                var("src0", 96),
                at("src0_at", 128),
                var("src1", 144),
                at("src1_at", 176),
                var("dst", 192),
                at("dst_at", 224),
            ],
        ],
        bits: 240,
        source: "GenX_IR 1.0.12504.6",
        ..ROW
    },
];

static VISA: LazyLock<Table> = LazyLock::new(|| {
    let layout = Layout {
        index: (0, 16),
        prefix: "{'('{!}pred{.combine}')' }",
        skip_prefix: |text| if text.starts_with('(') { text.find(')').map_or(0, |i| i + 1) } else { 0 },
        end: "",
        profiles: &["visa"],
        reuse_slots: &[],
        style: Style::PLAIN,
    };
    Table::new(layout, &[VISA_ROWS])
});

/// The declarations of a kernel; predicates print by their index.
#[derive(Default)]
struct Declared {
    names: [HashMap<u64, String>; 3],
}

impl Declared {
    fn new(declarations: &str) -> Self {
        let mut declared = Declared::default();
        for (index, name) in [
            (0, "%null"),
            (1, "%thread_x"),
            (2, "%thread_y"),
            (3, "%group_id_x"),
            (6, "%tsc"),
            (7, "%r0"),
            (10, "%sp"),
            (11, "%fp"),
            (13, "%sr0"),
        ] {
            declared.names[0].insert(index, name.into());
        }
        for (index, name) in [(0, "%slm"), (1, "T1"), (2, "T2"), (3, "TSS"), (4, "%bss"), (5, "%scratch")] {
            declared.names[2].insert(index, name.into());
        }
        let mut next = [32, 1, 6];
        for line in declarations.split(';') {
            let name = line.split_whitespace().nth(1).unwrap_or("");
            let space = match () {
                _ if line.contains("v_type=G") => 0,
                _ if line.contains("v_type=P") => 1,
                _ if line.contains("v_type=T") => 2,
                _ => continue,
            };
            let name = if space == 1 { format!("P{}", next[1]) } else { name.to_string() };
            declared.names[space].insert(next[space], name);
            next[space] += 1;
        }
        declared
    }
}

impl Scope for Declared {
    fn name(&self, space: u8, index: u64) -> Option<&str> {
        self.names[space as usize].get(&index).map(String::as_str)
    }
    fn find(&self, space: u8, name: &str) -> Option<u64> {
        self.names[space as usize].iter().find(|(_, n)| *n == name).map(|(i, _)| *i)
    }
}

#[test]
fn visa_bytes_and_declared_names() {
    let mut lines = 0;
    for line in read("visa.tsv").lines() {
        let mut columns = line.split('\t');
        let (text, bytes, declarations) = (columns.next().unwrap(), columns.next().unwrap(), columns.next().unwrap());
        let declared = Declared::new(declarations);
        check(&VISA, &Context { scope: &declared, ..Context::new(1) }, text, bytes);
        lines += 1;
    }
    assert!(lines > 40);
}
