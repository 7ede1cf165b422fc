//! Load-store controller (DG2, PVC).
use super::*;

const SFID: &[Word] = &[word(0, "ugm"), word(1, "ugml"), word(2, "tgm"), word(3, "slm")];
const CACHING: &[Word] = &[
    word(0, ""),
    word(0, "df"),
    word(1, "uc"),
    word(2, "ca"),
    word(3, "wb"),
    word(4, "wt"),
    word(5, "st"),
    word(6, "ri"),
];
const FENCE_OP: &[Word] = &[
    word(0, "none"),
    word(1, "evict"),
    word(2, "invalidate"),
    word(3, "discard"),
    word(4, "clean"),
    word(5, "flushl3"),
    word(6, "type6"),
];
const SCOPE: &[Word] = &[
    word(0, "group"),
    word(1, "local"),
    word(2, "tile"),
    word(3, "gpu"),
    word(4, "gpus"),
    word(5, "sysrel"),
    word(6, "sysacq"),
];

const HEAD: &[Part] =
    &[part("sfid", Kind::Words(SFID)), part("l1", Kind::Words(CACHING)), part("l3", Kind::Words(CACHING))];
const BODY: &[Part] = &[
    part("address", Kind::Address),
    part("shape", Kind::Shape),
    part("surface", Kind::Src(GI_IMM)),
    part("dst", Kind::Bare),
    part("addr", Kind::Bare),
    part("src1", Kind::Bare),
    part("src2", Kind::Bare),
];
const BYTES: &str = "exec pred sfid l1 l3 address shape surface dst addr src1 src2";

const fn row(name: &'static str, code: &'static [u8], text: &'static str) -> Row {
    Row { name, code, text, bytes: BYTES, parts: &[HEAD, BODY], ..ROW }
}
const fn load(name: &'static str, code: &'static [u8]) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  dst:shape  address")
}
const fn store(name: &'static str, code: &'static [u8]) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  address  src1:shape")
}
const fn atomic(name: &'static str, code: &'static [u8]) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  dst:shape  address  src1  src2")
}

pub(super) static ROWS: &[Row] = &[
    load("lsc_load", &[0x89, 0x00]),
    load("lsc_load_quad", &[0x89, 0x02]),
    store("lsc_store", &[0x89, 0x04]),
    store("lsc_store_quad", &[0x89, 0x06]),
    atomic("lsc_atomic_iinc", &[0x89, 0x08]),
    atomic("lsc_atomic_idec", &[0x89, 0x09]),
    atomic("lsc_atomic_load", &[0x89, 0x0a]),
    atomic("lsc_atomic_store", &[0x89, 0x0b]),
    atomic("lsc_atomic_iadd", &[0x89, 0x0c]),
    atomic("lsc_atomic_isub", &[0x89, 0x0d]),
    atomic("lsc_atomic_smin", &[0x89, 0x0e]),
    atomic("lsc_atomic_smax", &[0x89, 0x0f]),
    atomic("lsc_atomic_umin", &[0x89, 0x10]),
    atomic("lsc_atomic_umax", &[0x89, 0x11]),
    atomic("lsc_atomic_icas", &[0x89, 0x12]),
    atomic("lsc_atomic_fadd", &[0x89, 0x13]),
    atomic("lsc_atomic_fsub", &[0x89, 0x14]),
    atomic("lsc_atomic_fmin", &[0x89, 0x15]),
    atomic("lsc_atomic_fmax", &[0x89, 0x16]),
    atomic("lsc_atomic_fcas", &[0x89, 0x17]),
    atomic("lsc_atomic_and", &[0x89, 0x18]),
    atomic("lsc_atomic_or", &[0x89, 0x19]),
    atomic("lsc_atomic_xor", &[0x89, 0x1a]),
    Row {
        name: "lsc_fence",
        code: &[0x8b],
        text: ".sfid.op.scope",
        bytes: "00 00 00 sfid op scope",
        parts: &[&[
            part("sfid", Kind::Words(SFID)),
            part("op", Kind::Words(FENCE_OP)),
            part("scope", Kind::Words(SCOPE)),
        ]],
        ..ROW
    },
];
