//! Loads and stores outside the load-store controller: gathers, scatters, blocks, media.
use super::*;

const SURFACE: Field = part("surface", FieldKind::Surface);
/// Bit 0 R, 1 G, 2 B, 3 A.
const CHANNELS: &[Name] =
    &list(1, ["R", "G", "RG", "B", "RB", "GB", "RGB", "A", "RA", "GA", "RGA", "BA", "RBA", "GBA", "RGBA"]);
/// Bytes of an element.
const ELEMENT: Field = names("bytes", &list(0, ["1", "2", "4"]));
const MODIFIED: Field = names("modified", &list(0, ["", "mod"]));

const SCALED: &[Field] = &[SURFACE, src("base"), raw("offset"), raw("data")];
const SCALED_4: &[Field] = &[names("channels", CHANNELS)];
const TYPED: &[Field] = &[SURFACE, raw("u"), raw("v"), raw("r"), raw("lod"), raw("data")];
/// Offsets of texels: four bits each for r, v and u.
const TEXELS: &[Field] = &[src("offsets"), SURFACE, raw("dst")];
const BLOCKS: &[Field] = &[part("owords", FieldKind::Power), SURFACE, src("offset"), raw("data")];

/// Bytes of a block, and number of blocks.
const SVM: &[Field] = &[
    names("bytes", &list(0, ["1", "4", "8"])),
    names("count", &list(0, ["1", "2", "4", "8", "16"])),
    raw("addr"),
    raw("data"),
];
const SVM_4: &[Field] = &[src("base"), raw("addr"), raw("data")];
const SVM_BLOCK: &[Field] =
    &[part("owords", FieldKind::Power), names("unaligned", &list(0, ["", "unaligned"])), src("addr"), raw("data")];
const MEDIA: &[Field] = &[
    names("mode", &list(0, ["nomod", "modified", "top", "bottom", "top_mod", "bottom_mod"])),
    SURFACE,
    part("plane", FieldKind::Number(1)),
    part("width", FieldKind::Number(1)),
    part("height", FieldKind::Number(1)),
    src("x"),
    src("y"),
    raw("data"),
];
const fn scaled_4(name: Text, code: Bytes) -> Row {
    let bytes = "exec pred channels 00 00 surface base offset data";
    row(name, code, ".channels exec surface base offset data", bytes, &[SCALED_4, SCALED])
}
const fn scaled(name: Text, code: Bytes) -> Row {
    let bytes = "exec pred 00 bytes 00 00 surface base offset data";
    row(name, code, ".bytes exec surface base offset data", bytes, &[&[ELEMENT], SCALED])
}
const fn svm(name: Text, code: Bytes) -> Row {
    row(name, code, ".bytes.count exec addr data", "exec pred bytes count addr data", &[SVM])
}
const fn svm_4(name: Text, code: Bytes) -> Row {
    row(name, code, ".channels exec base addr data", "exec pred channels 00 00 base addr data", &[SCALED_4, SVM_4])
}
const fn svm_block(name: Text, code: Bytes) -> Row {
    row(name, code, "{.unaligned} (owords) addr data", "owords:3+unaligned:5 addr data", &[SVM_BLOCK])
}
const fn typed(name: Text, code: Bytes) -> Row {
    let (text, bytes) = (".channels exec surface u v r lod data", "exec pred channels surface u v r lod data");
    row(name, code, text, bytes, &[SCALED_4, TYPED])
}
/// The parameters follow their number. The third byte would request a mask of null pages.
const fn load_lz(text: Text, bytes: Text, parts: Parts) -> Row {
    let source = "spec: vISA documentation, 3D_LOAD; oracle: containers of GenX_IR 1.0.12504.6";
    Row { source, ..row("load_lz", &[0x6e, 0x1a, 0x00], text, bytes, parts) }
}
const fn oword_load(name: Text, code: Bytes) -> Row {
    let text = "{.modified} (owords) surface offset data";
    row(name, code, text, "owords modified surface offset data", &[&[MODIFIED], BLOCKS])
}
const fn media(name: Text, code: Bytes) -> Row {
    let text = ".mode (width,height) surface plane x y data";
    row(name, code, text, "mode surface plane width height x y data", &[MEDIA])
}

pub(super) static ROWS: &[Row] = &[
    scaled_4("gather4_scaled", &[0x74]),
    scaled_4("scatter4_scaled", &[0x75]),
    scaled("gather_scaled", &[0x78]),
    scaled("scatter_scaled", &[0x79]),
    svm_block("svm_block_ld", &[0x4e, 0x01]),
    svm_block("svm_block_st", &[0x4e, 0x02]),
    svm("svm_gather", &[0x4e, 0x03]),
    svm("svm_scatter", &[0x4e, 0x04]),
    svm_4("svm_gather4scaled", &[0x4e, 0x06]),
    svm_4("svm_scatter4scaled", &[0x4e, 0x07]),
    typed("gather4_typed", &[0x4b]),
    typed("scatter4_typed", &[0x4c]),
    load_lz(
        ".channels exec  offsets surface dst u v r",
        "exec pred channels offsets surface dst 03 u v r",
        &[SCALED_4, TEXELS, &[raw("u"), raw("v"), raw("r")]],
    ),
    load_lz(
        ".channels exec  offsets surface dst u v",
        "exec pred channels offsets surface dst 02 u v",
        &[SCALED_4, TEXELS, &[raw("u"), raw("v")]],
    ),
    load_lz(
        ".channels exec  offsets surface dst u",
        "exec pred channels offsets surface dst 01 u",
        &[SCALED_4, TEXELS, &[raw("u")]],
    ),
    Row {
        name: "resinfo",
        code: &[0x70, 0x0a],
        text: ".channels exec  surface lod dst",
        bytes: "exec channels surface lod dst",
        parts: &[SCALED_4, &[SURFACE, raw("lod"), raw("dst")]],
        source: "spec: vISA documentation, INFO; oracle: containers of GenX_IR 1.0.12504.6",
        ..ROW
    },
    oword_load("oword_ld", &[0x35]),
    oword_load("oword_ld_unaligned", &[0x3c]),
    row("oword_st", &[0x36], " (owords) surface offset data", "owords surface offset data", &[BLOCKS]),
    media("media_ld", &[0x37]),
    media("media_st", &[0x38]),
    Row {
        name: "gather",
        code: &[0x39],
        text: ".bytes exec{.modified} surface base offset data",
        bytes: "bytes modified exec3 surface base offset data",
        parts: &[&[ELEMENT, MODIFIED], SCALED],
        ..ROW
    },
    Row { bytes: "bytes exec3 surface base offset data", ..scaled("scatter", &[0x3a]) },
];
