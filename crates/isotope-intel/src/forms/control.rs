//! Jumps, labels, calls, barriers, fences, remarks.
use super::*;

const LABEL: Field = part("label", FieldKind::Label);
const SIZES: &[Field] = &[part("args", FieldKind::Number(1)), part("results", FieldKind::Number(1))];
const FUNCTION: Field = part("function", FieldKind::Name);
const SIGNAL: Field = names("signal", &[name(0, "signal")]);
const EDGE: Field = names("edge", &list(0, ["start", "end"]));

const fn jump(name: Text, code: Bytes) -> Row {
    row(name, code, " exec label", "exec pred label", &[&[LABEL]])
}
const fn plain(name: Text, code: Bytes) -> Row {
    row(name, code, "", "", &[])
}
const fn fence(name: Text, parts: Parts) -> Row {
    row(name, &[0x5c], "options", "options", parts)
}

pub(super) static ROWS: &[Row] = &[
    // Written as `name:`; the listing parses and prints these two.
    row("subroutine", &[0x30], " label", "label", &[&[LABEL]]),
    row("label", &[0x31], " label", "label", &[&[LABEL]]),
    jump("jmp", &[0x32]),
    jump("call", &[0x33]),
    row("ret", &[0x34], " exec", "exec pred", &[]),
    row("fret", &[0x68], " exec", "exec pred", &[]),
    jump("goto", &[0x6c]),
    row("fcall", &[0x67], " exec function args results", "exec pred function args results", &[&[FUNCTION], SIZES]),
    Row { source: SPEC, ..row("faddr", &[0x50], " function dst", "function dst", &[&[FUNCTION, dst("dst")]]) },
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
    row("wait", &[0x5b], " mask", "mask", &[&[src("mask")]]),
    fence("fence_sw", &[&[part("options", FieldKind::Fence(0x80, 0))]]),
    fence("fence_local", &[&[part("options", FieldKind::Fence(0x20, 0x80))]]),
    fence("fence_global", &[&[part("options", FieldKind::Fence(0, 0xa0))]]),
    row("sbarrier", &[0x7c], ".mode", "mode", &[&[names("mode", &list(0, ["wait", "signal"]))]]),
    // The tool stores the barrier at the position where the other form has its count.
    row("nbarrier", &[0x60], ".wait id", "00 id id", &[&[names("wait", &[name(0, "wait")]), src("id")]]),
    row("nbarrier", &[0x60], ".signal id count", "01 id count", &[&[SIGNAL, src("id"), src("count")]]),
    row("lifetime", &[0x7b], ".edge variable", "variable", &[&[EDGE, part("variable", FieldKind::Lifetime)]]),
    row("FILE", &[0x51], " file", "file", &[&[part("file", FieldKind::Text)]]),
    row("LOC", &[0x52], " line", "line", &[&[part("line", FieldKind::Number(4))]]),
];
