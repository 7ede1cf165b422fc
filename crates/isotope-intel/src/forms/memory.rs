//! Loads and stores outside the load-store controller: gathers, scatters, blocks, media.
use super::*;

const SURFACE: Field = part("surface", FieldKind::Surface);
/// Bit 0 R, 1 G, 2 B, 3 A.
const CHANNELS: &[Name] = &[
    name(1, "R"),
    name(2, "G"),
    name(3, "RG"),
    name(4, "B"),
    name(5, "RB"),
    name(6, "GB"),
    name(7, "RGB"),
    name(8, "A"),
    name(9, "RA"),
    name(10, "GA"),
    name(11, "RGA"),
    name(12, "BA"),
    name(13, "RBA"),
    name(14, "GBA"),
    name(15, "RGBA"),
];
/// Bytes of a block.
const BLOCK: &[Name] = &[name(0, "1"), name(1, "4"), name(2, "8")];
const COUNT: &[Name] = &[name(0, "1"), name(1, "2"), name(2, "4"), name(3, "8"), name(4, "16")];
/// Bytes of an element.
const ELEMENT: &[Name] = &[name(0, "1"), name(1, "2"), name(2, "4")];
const MODIFIED: &[Name] = &[name(0, ""), name(1, "mod")];
const UNALIGNED: &[Name] = &[name(0, ""), name(1, "unaligned")];
const MEDIA: &[Name] = &[
    name(0, "nomod"),
    name(1, "modified"),
    name(2, "top"),
    name(3, "bottom"),
    name(4, "top_mod"),
    name(5, "bottom_mod"),
];

const SCALED: &[Field] = &[SURFACE, src("base"), raw("offset"), raw("data")];
const SCALED_4: &[Field] = &[part("channels", FieldKind::Names(closed(CHANNELS)))];
const TYPED: &[Field] = &[SURFACE, raw("u"), raw("v"), raw("r"), raw("lod"), raw("data")];
/// Offsets of texels: four bits each for r, v and u.
const TEXELS: &[Field] = &[src("offsets"), SURFACE, raw("dst")];
const BLOCKS: &[Field] = &[part("owords", FieldKind::Power), SURFACE, src("offset"), raw("data")];

const SCALED_BYTES: &[Field] = &[part("bytes", FieldKind::Names(closed(ELEMENT)))];
const SVM: &[Field] = &[
    part("bytes", FieldKind::Names(closed(BLOCK))),
    part("count", FieldKind::Names(closed(COUNT))),
    raw("addr"),
    raw("data"),
];
const SVM_4: &[Field] = &[src("base"), raw("addr"), raw("data")];
const SVM_BLOCK: &[Field] = &[
    part("owords", FieldKind::Power),
    part("unaligned", FieldKind::Names(closed(UNALIGNED))),
    src("addr"),
    raw("data"),
];
const LOAD: &[Field] = &[part("modified", FieldKind::Names(closed(MODIFIED)))];
const MEDIA_PARTS: &[Field] = &[
    part("mode", FieldKind::Names(closed(MEDIA))),
    SURFACE,
    part("plane", FieldKind::Number(1)),
    part("width", FieldKind::Number(1)),
    part("height", FieldKind::Number(1)),
    src("x"),
    src("y"),
    raw("data"),
];
const fn scaled_4(name: &'static str, code: &'static [u8]) -> Row {
    let bytes = "exec pred channels 00 00 surface base offset data";
    Row { name, code, text: ".channels exec surface base offset data", bytes, parts: &[SCALED_4, SCALED], ..ROW }
}
const fn scaled(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: ".bytes exec surface base offset data",
        bytes: "exec pred 00 bytes 00 00 surface base offset data",
        parts: &[SCALED_BYTES, SCALED],
        ..ROW
    }
}
const fn svm(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: ".bytes.count exec addr data",
        bytes: "exec pred bytes count addr data",
        parts: &[SVM],
        ..ROW
    }
}
const fn svm_4(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: ".channels exec base addr data",
        bytes: "exec pred channels 00 00 base addr data",
        parts: &[SCALED_4, SVM_4],
        ..ROW
    }
}
const fn svm_block(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: "{.unaligned} (owords) addr data",
        bytes: "owords:3+unaligned:5 addr data",
        parts: &[SVM_BLOCK],
        ..ROW
    }
}
const fn typed(name: &'static str, code: &'static [u8]) -> Row {
    let (text, bytes) = (".channels exec surface u v r lod data", "exec pred channels surface u v r lod data");
    Row { name, code, text, bytes, parts: &[SCALED_4, TYPED], ..ROW }
}
/// The parameters follow their number. The third byte would request a mask of null pages.
const fn load_lz(text: &'static str, bytes: &'static str, parts: &'static [&'static [Field]]) -> Row {
    Row {
        name: "load_lz",
        code: &[0x6e, 0x1a, 0x00],
        text,
        bytes,
        parts,
        source: "spec: vISA documentation, 3D_LOAD; oracle: containers of GenX_IR 1.0.12504.6",
        ..ROW
    }
}
const fn oword_load(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: "{.modified} (owords) surface offset data",
        bytes: "owords modified surface offset data",
        parts: &[LOAD, BLOCKS],
        ..ROW
    }
}
const fn media(name: &'static str, code: &'static [u8]) -> Row {
    Row {
        name,
        code,
        text: ".mode (width,height) surface plane x y data",
        bytes: "mode surface plane width height x y data",
        parts: &[MEDIA_PARTS],
        ..ROW
    }
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
    Row {
        name: "oword_st",
        code: &[0x36],
        text: " (owords) surface offset data",
        bytes: "owords surface offset data",
        parts: &[BLOCKS],
        ..ROW
    },
    media("media_ld", &[0x37]),
    media("media_st", &[0x38]),
    Row {
        name: "gather",
        code: &[0x39],
        text: ".bytes exec{.modified} surface base offset data",
        bytes: "bytes modified exec3 surface base offset data",
        parts: &[
            &[
                part("bytes", FieldKind::Names(closed(ELEMENT))),
                part("modified", FieldKind::Names(closed(MODIFIED))),
                SURFACE,
            ],
            &[src("base"), raw("offset"), raw("data")],
        ],
        ..ROW
    },
    Row {
        name: "scatter",
        code: &[0x3a],
        text: ".bytes exec surface base offset data",
        bytes: "bytes exec3 surface base offset data",
        parts: &[
            &[part("bytes", FieldKind::Names(closed(ELEMENT))), SURFACE],
            &[src("base"), raw("offset"), raw("data")],
        ],
        ..ROW
    },
];
