//! Jumps, labels, calls, barriers, fences, remarks.
use super::*;

const LABEL: Field = part("label", FieldKind::Label);
const SIZES: &[Field] = &[part("args", FieldKind::Number(1)), part("results", FieldKind::Number(1))];
const SPLIT: &[Name] = &[name(0, "wait"), name(1, "signal")];

const fn jump(name: &'static str, code: &'static [u8]) -> Row {
    Row { name, code, text: " exec label", bytes: "exec pred label", parts: &[&[LABEL]], ..ROW }
}
const fn plain(name: &'static str, code: &'static [u8]) -> Row {
    Row { name, code, ..ROW }
}
const fn fence(name: &'static str, parts: &'static [&'static [Field]]) -> Row {
    Row { name, code: &[0x5c], text: "options", bytes: "options", parts, ..ROW }
}

pub(super) static ROWS: &[Row] = &[
    // Written as `name:`; the listing parses and prints these two.
    Row { name: "subroutine", code: &[0x30], text: " label", bytes: "label", parts: &[&[LABEL]], ..ROW },
    Row { name: "label", code: &[0x31], text: " label", bytes: "label", parts: &[&[LABEL]], ..ROW },
    jump("jmp", &[0x32]),
    jump("call", &[0x33]),
    Row { name: "ret", code: &[0x34], text: " exec", bytes: "exec pred", ..ROW },
    Row { name: "fret", code: &[0x68], text: " exec", bytes: "exec pred", ..ROW },
    jump("goto", &[0x6c]),
    Row {
        name: "fcall",
        code: &[0x67],
        text: " exec function args results",
        bytes: "exec pred function args results",
        parts: &[&[part("function", FieldKind::Name)], SIZES],
        ..ROW
    },
    Row {
        name: "faddr",
        code: &[0x50],
        text: " function dst",
        bytes: "function dst",
        parts: &[&[part("function", FieldKind::Name), dst("dst")]],
        source: SPEC,
        ..ROW
    },
    Row {
        name: "ifcall",
        code: &[0x4f],
        text: " exec address args results",
        bytes: "exec pred address args results",
        parts: &[&[src("address")], SIZES],
        source: SPEC,
        ..ROW
    },
    plain("barrier", &[0x59]),
    plain("sampler_cache_flush", &[0x5a]),
    plain("yield", &[0x5f]),
    Row { name: "wait", code: &[0x5b], text: " mask", bytes: "mask", parts: &[&[src("mask")]], ..ROW },
    fence("fence_sw", &[&[part("options", FieldKind::Fence(0x80, 0))]]),
    fence("fence_local", &[&[part("options", FieldKind::Fence(0x20, 0x80))]]),
    fence("fence_global", &[&[part("options", FieldKind::Fence(0, 0xa0))]]),
    Row {
        name: "sbarrier",
        code: &[0x7c],
        text: ".mode",
        bytes: "mode",
        parts: &[&[part("mode", FieldKind::Names(closed(SPLIT)))]],
        ..ROW
    },
    Row {
        name: "nbarrier",
        code: &[0x60],
        text: ".wait id",
        // The tool stores the barrier at the position where the other form has its count.
        bytes: "00 id id",
        parts: &[&[part("wait", FieldKind::Names(closed(&[name(0, "wait")]))), src("id")]],
        ..ROW
    },
    Row {
        name: "nbarrier",
        code: &[0x60],
        text: ".signal id count",
        bytes: "01 id count",
        parts: &[&[part("signal", FieldKind::Names(closed(&[name(0, "signal")]))), src("id"), src("count")]],
        ..ROW
    },
    Row {
        name: "lifetime",
        code: &[0x7b],
        text: ".edge variable",
        bytes: "variable",
        parts: &[&[
            part("edge", FieldKind::Names(closed(&[name(0, "start"), name(1, "end")]))),
            part("variable", FieldKind::Lifetime),
        ]],
        ..ROW
    },
    Row {
        name: "FILE",
        code: &[0x51],
        text: " file",
        bytes: "file",
        parts: &[&[part("file", FieldKind::Text)]],
        ..ROW
    },
    Row {
        name: "LOC",
        code: &[0x52],
        text: " line",
        bytes: "line",
        parts: &[&[part("line", FieldKind::Number(4))]],
        ..ROW
    },
];
