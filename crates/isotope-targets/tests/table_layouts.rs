//! The engine carries a third layout as well: vISA's byte-serial instructions whose operands are declared names. The few
//! rows here are a proof, not the room. The vectors are lines of GenX_IR 1.0.12504.6.
use isotope_table::*;
use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

const fn uint(hex: bool) -> Kind {
    Kind::Int(Int { signed: false, scale: 0, hex, alone: Alone::Number })
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
    source: "GenX_IR 1.0.12504.6",
};
const fn op(lo: u32, len: u32, value: u128) -> [Variant; 1] {
    [Variant { opcode: Pattern::bits(lo, len, value), operands: &[], fields: &[] }]
}

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
        ops: &op(0, 16, 0x054e),
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
        ..ROW
    },
    Row {
        syntax: "dword_atomic.op{.width} '('mask, size')' surface offs'.'offs_at src0'.'src0_at src1'.'src1_at dst'.'dst_at",
        ops: &op(0, 8, 0x7d),
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
