//! Load-store controller (DG2, PVC).
use super::*;

const SFID: &[Name] = &[name(0, "ugm"), name(1, "ugml"), name(3, "slm")];
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

const HEAD: &[Field] = &[names("sfid", SFID), names("l1", CACHING), names("l3", CACHING)];
const ACCESS: &[Field] =
    &[part("address", FieldKind::Address), part("shape", FieldKind::Shape), src("surface"), bare("dst")];
const BODY: &[Field] = &[bare("addr"), bare("src1"), bare("src2")];
const BYTES: &str = "exec pred sfid l1 l3 address shape surface dst addr src1 src2";

const fn load(name: Text, code: Bytes) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  dst:shape  address", BYTES, &[HEAD, ACCESS, BODY])
}
const fn store(name: Text, code: Bytes) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  address  src1:shape", BYTES, &[HEAD, ACCESS, BODY])
}
const fn atomic(name: Text, code: Bytes) -> Row {
    row(name, code, ".sfid{.l1}{.l3} exec  dst:shape  address  src1  src2", BYTES, &[HEAD, ACCESS, BODY])
}

/// Strided: one base address and the distance between lanes, instead of an address per lane.
const STRIDED: &[Field] = &[bare("addr"), src("pitch"), bare("src1")];
const STRIDED_BYTES: &str = "exec pred sfid l1 l3 address shape surface dst addr pitch src1";

/// Typed access: coordinates in a surface.
const TYPED_HEAD: &[Field] = &[names("sfid", &[name(2, "tgm")]), names("l1", CACHING), names("l3", CACHING)];
const TYPED_ACCESS: &[Field] =
    &[part("address", FieldKind::Coordinates), part("shape", FieldKind::Shape), src("surface"), bare("dst")];
const TYPED: &[Field] = &[bare("u"), bare("v"), bare("r"), bare("lod"), bare("src1"), bare("src2")];
const TYPED_BYTES: &str = "exec pred l1 l3 address shape surface dst u v r lod src1 src2";

const fn typed(row: Row, code: Bytes) -> Row {
    Row { code, bytes: TYPED_BYTES, parts: &[TYPED_HEAD, TYPED_ACCESS, TYPED], ..row }
}
const fn typed_atomic(name: Text, code: Bytes) -> Row {
    typed(atomic(name, code), code)
}
const fn strided(row: Row) -> Row {
    Row { bytes: STRIDED_BYTES, parts: &[HEAD, ACCESS, STRIDED], ..row }
}

const FENCE: &[Field] = &[
    names("sfid", &list(0, ["ugm", "ugml", "tgm", "slm"])),
    names("op", &list(0, ["none", "evict", "invalidate", "discard", "clean", "flushl3", "type6"])),
    names("scope", &list(0, ["group", "local", "tile", "gpu", "gpus", "sysrel", "sysacq"])),
];

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
    row("lsc_fence", &[0x8b], ".sfid.op.scope", "00 00 00 sfid op scope", &[FENCE]),
];
