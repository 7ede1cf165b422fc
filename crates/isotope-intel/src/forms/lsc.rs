//! Load-store controller (DG2, PVC).
use super::*;

const SFID: &[Name] = &[name(0, "ugm"), name(1, "ugml"), name(3, "slm")];
const TYPED_SFID: &[Name] = &[name(2, "tgm")];
const ANY_SFID: &[Name] = &[name(0, "ugm"), name(1, "ugml"), name(2, "tgm"), name(3, "slm")];
const CACHING: &[Name] = &[
    name(0, ""),
    name(0, "df"),
    name(1, "uc"),
    name(2, "ca"),
    name(3, "wb"),
    name(4, "wt"),
    name(5, "st"),
    name(6, "ri"),
];
const FENCE_OP: &[Name] = &[
    name(0, "none"),
    name(1, "evict"),
    name(2, "invalidate"),
    name(3, "discard"),
    name(4, "clean"),
    name(5, "flushl3"),
    name(6, "type6"),
];
const SCOPE: &[Name] = &[
    name(0, "group"),
    name(1, "local"),
    name(2, "tile"),
    name(3, "gpu"),
    name(4, "gpus"),
    name(5, "sysrel"),
    name(6, "sysacq"),
];

const HEAD: &[Field] = &[
    part("sfid", FieldKind::Names(closed(SFID))),
    part("l1", FieldKind::Names(closed(CACHING))),
    part("l3", FieldKind::Names(closed(CACHING))),
];
const BODY: &[Field] = &[
    part("address", FieldKind::Address),
    part("shape", FieldKind::Shape),
    part("surface", FieldKind::Src(GI_IMM)),
    part("dst", FieldKind::Bare),
    part("addr", FieldKind::Bare),
    part("src1", FieldKind::Bare),
    part("src2", FieldKind::Bare),
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

/// Strided: one base address and the distance between lanes, instead of an address per lane.
const STRIDED: &[Field] = &[
    part("address", FieldKind::Address),
    part("shape", FieldKind::Shape),
    part("surface", FieldKind::Src(GI_IMM)),
    part("dst", FieldKind::Bare),
    part("addr", FieldKind::Bare),
    part("pitch", FieldKind::Src(GI_IMM)),
    part("src1", FieldKind::Bare),
];
const STRIDED_BYTES: &str = "exec pred sfid l1 l3 address shape surface dst addr pitch src1";

/// Typed access: coordinates in a surface.
const TYPED_HEAD: &[Field] = &[
    part("sfid", FieldKind::Names(closed(TYPED_SFID))),
    part("l1", FieldKind::Names(closed(CACHING))),
    part("l3", FieldKind::Names(closed(CACHING))),
];
const TYPED: &[Field] = &[
    part("address", FieldKind::Coordinates),
    part("shape", FieldKind::Shape),
    part("surface", FieldKind::Src(GI_IMM)),
    part("dst", FieldKind::Bare),
    part("u", FieldKind::Bare),
    part("v", FieldKind::Bare),
    part("r", FieldKind::Bare),
    part("lod", FieldKind::Bare),
    part("src1", FieldKind::Bare),
    part("src2", FieldKind::Bare),
];
const TYPED_BYTES: &str = "exec pred l1 l3 address shape surface dst u v r lod src1 src2";

const fn typed(row: Row, code: &'static [u8]) -> Row {
    Row { code, bytes: TYPED_BYTES, parts: &[TYPED_HEAD, TYPED], ..row }
}
const fn typed_atomic(name: &'static str, code: &'static [u8]) -> Row {
    typed(atomic(name, code), code)
}
const fn strided(row: Row) -> Row {
    Row { bytes: STRIDED_BYTES, parts: &[HEAD, STRIDED], ..row }
}

pub(super) static ROWS: &[Row] = &[
    load("lsc_load", &[0x89, 0x00]),
    strided(load("lsc_load_strided", &[0x89, 0x01])),
    strided(store("lsc_store_strided", &[0x89, 0x05])),
    load("lsc_load_status", &[0x89, 0x1b]),
    store("lsc_store_uncompressed", &[0x89, 0x1c]),
    typed(load("lsc_load_quad", &[]), &[0x8a, 0x02]),
    typed(store("lsc_store_quad", &[]), &[0x8a, 0x06]),
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
    typed_atomic("lsc_atomic_iinc", &[0x8a, 0x08]),
    typed_atomic("lsc_atomic_idec", &[0x8a, 0x09]),
    typed_atomic("lsc_atomic_load", &[0x8a, 0x0a]),
    typed_atomic("lsc_atomic_store", &[0x8a, 0x0b]),
    typed_atomic("lsc_atomic_iadd", &[0x8a, 0x0c]),
    typed_atomic("lsc_atomic_isub", &[0x8a, 0x0d]),
    typed_atomic("lsc_atomic_smin", &[0x8a, 0x0e]),
    typed_atomic("lsc_atomic_smax", &[0x8a, 0x0f]),
    typed_atomic("lsc_atomic_umin", &[0x8a, 0x10]),
    typed_atomic("lsc_atomic_umax", &[0x8a, 0x11]),
    typed_atomic("lsc_atomic_icas", &[0x8a, 0x12]),
    typed_atomic("lsc_atomic_fadd", &[0x8a, 0x13]),
    typed_atomic("lsc_atomic_fsub", &[0x8a, 0x14]),
    typed_atomic("lsc_atomic_fmin", &[0x8a, 0x15]),
    typed_atomic("lsc_atomic_fmax", &[0x8a, 0x16]),
    typed_atomic("lsc_atomic_fcas", &[0x8a, 0x17]),
    typed_atomic("lsc_atomic_and", &[0x8a, 0x18]),
    typed_atomic("lsc_atomic_or", &[0x8a, 0x19]),
    typed_atomic("lsc_atomic_xor", &[0x8a, 0x1a]),
    Row {
        name: "lsc_fence",
        code: &[0x8b],
        text: ".sfid.op.scope",
        bytes: "00 00 00 sfid op scope",
        parts: &[&[
            part("sfid", FieldKind::Names(closed(ANY_SFID))),
            part("op", FieldKind::Names(closed(FENCE_OP))),
            part("scope", FieldKind::Names(closed(SCOPE))),
        ]],
        ..ROW
    },
];
