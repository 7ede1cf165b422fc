//! Loads, stores, constants, special registers, caches.
use super::super::fields::*;
use isotope_table::*;

/// Loads have one more size than stores and surfaces, and `LDC` one less.
const SIZES: &[Name] = &[
    name(0, "U8"),
    name(1, "S8"),
    name(2, "U16"),
    name(3, "S16"),
    name(4, ""),
    name(4, "32"),
    name(5, "64"),
    name(6, "128"),
    name(7, "U.128"),
];
pub(super) static SIZE: Names = open(SIZES.split_at(8).0, "INVALIDSIZE");
static LOAD_SIZE: Names = closed(SIZES);
/// `LDS.U` always prints the size.
static U_SIZE: Names = open(&list(["U8", "S8", "U16", "S16", "32", "64", "128"]), "INVALIDSIZE");
static LDC_SIZE: Names = open(SIZES.split_at(7).0, "INVALIDSIZE");
pub(super) static LOAD: Names = closed(&list(["", "CG", "CI", "CV"]));
pub(super) static STORE: Names = closed(&list(["", "CG", "CS", "WT"]));
static LOAD_LOCAL: Names = closed(&list(["", "LU", "CI", "CV"]));
static LDC_MODE: Names = closed(&list(["", "IL", "IS", "ISL"]));
static LEVEL: Names = closed(&list(["CTA", "GL", "SYS", "VC"]));
static IVALL: Names = closed(&list(["", "IVALLD", "IVALLT", "IVALLTD"]));
static CCTL: Names = closed(&[
    name(1, "PF1"),
    name(2, "PF1.5"),
    name(3, "PF2"),
    name(4, "WB"),
    name(5, "IV"),
    name(7, "RS"),
    name(9, "RSLB"),
    reserved(10, "INVALIDCCTLOP10"),
    reserved(11, "INVALIDCCTLOP11"),
    reserved(12, "INVALIDCCTLOP12"),
    reserved(13, "INVALIDCCTLOP13"),
    reserved(14, "INVALIDCCTLOP14"),
    reserved(15, "INVALIDCCTLOP15"),
]);
static CACHE: Names = open(&list(["", "U", "C", "I", "CRS"]), "INVALIDCACHETYPE");
const CCTL_AT: &[Field] =
    &[names("cache", 4, 6, &CACHE), Field::new("off", 22, 51, int(true, 2, Alone::Unsigned)), flag("E", 52)];

const SZ48: Field = names("sz", 48, 50, &SIZE);

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    Row { syntax: "LD{.E}{.cop}{.sz} Rd, [Ra+off]{, Pp}", ops: &op(0x8000, 0xe000),
        fields: &[GDA, GENERIC, &[names("sz", 53, 55, &LOAD_SIZE), names("cop", 56, 57, &LOAD)]], ..ROW },
    Row { syntax: "ST{.E}{.cop}{.sz} [Ra+off], Rd{, Pp}", ops: &op(0xa000, 0xe000),
        fields: &[GDA, GENERIC, &[names("sz", 53, 55, &SIZE), names("cop", 56, 57, &STORE)]], ..ROW },
    Row { syntax: "LDG{.E}{.cop}{.sz} Rd, [Ra+off]", ops: &op(0xeed0, 0xfff8),
        fields: &[GDA, &[off(20, 43), flag("E", 45), names("cop", 46, 47, &LOAD), names("sz", 48, 50, &LOAD_SIZE)]], ..ROW },
    Row { syntax: "LDG{.E}{.cop}{.sz} Ps, Rd, [Ra+off]", ops: &op(0xeec8, 0xfff8), profiles: SM52 | SM60,
        fields: &[GDA, &[off(20, 39), Field::new("Ps", 41, 43, FieldKind::Reg(&INVERTED)), flag("E", 45), names("cop", 46, 47, &LOAD), names("sz", 48, 50, &LOAD_SIZE)]], ..ROW },
    Row { syntax: "STG{.E}{.cop}{.sz} [Ra+off], Rd", ops: &op(0xeed8, 0xfff8),
        fields: &[GDA, &[off(20, 43), flag("E", 45), names("cop", 46, 47, &STORE), SZ48]], ..ROW },
    Row { syntax: "LDL{.cop}{.sz} Rd, [Ra+off]", ops: &op(0xef40, 0xfff8), fields: &[GDA, &[off(20, 43), names("cop", 44, 45, &LOAD_LOCAL), SZ48]], ..ROW },
    Row { syntax: "STL{.cop}{.sz} [Ra+off], Rd", ops: &op(0xef50, 0xfff8), fields: &[GDA, &[off(20, 43), names("cop", 44, 45, &STORE), SZ48]], ..ROW },
    Row { syntax: "LDS{.sz} Rd, [Ra+off]", ops: &op_and(0xef48, 0xfff8, Pattern::bits(44, 1, 0)), fields: &[GDA, &[off(20, 43), SZ48]], ..ROW },
    Row { syntax: "LDS.U.sz Rd, [Ra+off]", ops: &op_and(0xef48, 0xfff8, Pattern::bits(44, 1, 1)),
        fields: &[GDA, &[off(20, 43), names("sz", 48, 50, &U_SIZE)]], ..ROW },
    Row { syntax: "STS{.sz} [Ra+off], Rd", ops: &op(0xef58, 0xfff8), fields: &[GDA, &[off(20, 43), SZ48]], ..ROW },
    Row { syntax: "LDC{.sz}{.mode} Rd, c[bank][Ra+off]", ops: &op(0xef90, 0xfff8),
        fields: &[GDA, &[simm("off", 20, 35), uimm("bank", 36, 40), names("mode", 44, 45, &LDC_MODE), names("sz", 48, 50, &LDC_SIZE)]], ..ROW },
    Row { syntax: "S2R Rd, sr", ops: &op(0xf0c8, 0xfff8), fields: &[GD, &[names("sr", 20, 27, &SPECIAL)]], ..ROW },
    Row { syntax: "CS2R Rd, sr", ops: &op(0x50c8, 0xfff8), fields: &[GD, &[names("sr", 20, 27, &SPECIAL)]], ..ROW },
    Row { syntax: "MEMBAR.level{.ivall}", ops: &op(0xef98, 0xfff8), fields: &[G, &[names("ivall", 0, 1, &IVALL), names("level", 8, 9, &LEVEL)]], ..ROW },
    Row { syntax: "CCTL{.E}{.cache}.op [Ra+off]", ops: &op(0xef60, 0xffe0), fields: &[GA, CCTL_AT, &[names("op", 0, 3, &CCTL)]], ..ROW },
    // nvdisasm prints no blank here.
    Row { syntax: "CCTL{.E}{.cache}.QRY1[Ra+off]", ops: &op_and(0xef60, 0xffe0, Pattern::bits(0, 4, 0)), fields: &[GA, CCTL_AT], ..ROW },
    Row { syntax: "CCTL{.E}{.cache}.IVALL", ops: &op_and(0xef60, 0xffe0, Pattern::bits(0, 4, 6).and(Pattern::bits(8, 8, 255)).and(Pattern::bits(22, 30, 0))),
        fields: &[G, &[names("cache", 4, 6, &CACHE), flag("E", 52)]], ..ROW },
    Row { syntax: "CCTLL{.cache}.op [Ra+off]", ops: &op(0xef80, 0xfff8),
        fields: &[GA, &[names("op", 0, 3, &CCTL), names("cache", 4, 5, &LOCAL_CACHE), Field::new("off", 22, 43, int(true, 2, Alone::Unsigned))]], ..ROW },
    Row { syntax: "CCTLL.IVALL", ops: &op_and(0xef80, 0xfff8, NOWHERE.and(Pattern::bits(0, 6, 6))), fields: &[G], ..ROW },
    Row { syntax: "CCTLL.cache.WBALL", ops: &op_and(0xef80, 0xfff8, NOWHERE.and(Pattern::bits(0, 4, 8))),
        fields: &[G, &[names("cache", 4, 5, &CRS)]], ..ROW },
    Row { syntax: "CCTLT.op Rc", ops: &op(0xebe8, 0xfff8), fields: &[G, &[RC, names("op", 0, 1, &CCTLT)]], ..ROW },
    Row { syntax: "CCTLT.op tic", ops: &op(0xebf0, 0xfff8), fields: &[G, &[uimm("tic", 36, 48), names("op", 0, 1, &CCTLT)]], ..ROW },
    Row { syntax: "CCTLT.IVALL", ops: &op_and(0xebf0, 0xfff8, Pattern::bits(0, 2, 0).and(Pattern::bits(36, 13, 0))), fields: &[G], ..ROW },
];
static LOCAL_CACHE: Names = closed(&list(["", "???1", "INVALIDLCACHETYPE2", "INVALIDLCACHETYPE3"]));
static CRS: Names = closed(&list(["???0", "CRS", "???2", "???3"]));
static CCTLT: Names = closed(&[name(1, "IVTH"), reserved(2, "INVALIDCCTLTOP2"), reserved(3, "INVALIDCCTLTOP3")]);
/// RZ and offset 0.
const NOWHERE: Pattern = Pattern::bits(8, 8, 255).and(Pattern::bits(22, 22, 0));

const GENERIC: &[Field] = &[off(20, 51), flag("E", 52), pred("Pp", 58)];

/// Special registers; values without a name print `SRn`.
static SPECIAL: Names = Names {
    list: &[
        name(0, "SR_LANEID"),
        name(1, "SR_CLOCK"),
        name(2, "SR_VIRTCFG"),
        name(3, "SR_VIRTID"),
        name(4, "SR_PM0"),
        name(5, "SR_PM1"),
        name(6, "SR_PM2"),
        name(7, "SR_PM3"),
        name(8, "SR_PM4"),
        name(9, "SR_PM5"),
        name(10, "SR_PM6"),
        name(11, "SR_PM7"),
        name(16, "SR_PRIM_TYPE"),
        name(17, "SR_INVOCATION_ID"),
        name(18, "SR_Y_DIRECTION"),
        name(19, "SR_THREAD_KILL"),
        name(20, "SM_SHADER_TYPE"),
        name(21, "SR_DIRECTCBEWRITEADDRESSLOW"),
        name(22, "SR_DIRECTCBEWRITEADDRESSHIGH"),
        name(23, "SR_DIRECTCBEWRITEENABLED"),
        name(24, "SR_MACHINE_ID_0"),
        name(25, "SR_MACHINE_ID_1"),
        name(26, "SR_MACHINE_ID_2"),
        name(27, "SR_MACHINE_ID_3"),
        name(28, "SR_AFFINITY"),
        name(29, "SR_INVOCATION_INFO"),
        name(30, "SR_WSCALEFACTOR_XY"),
        name(31, "SR_WSCALEFACTOR_Z"),
        name(32, "SR_TID"),
        name(33, "SR_TID.X"),
        name(34, "SR_TID.Y"),
        name(35, "SR_TID.Z"),
        name(36, "SR_CTA_PARAM"),
        name(37, "SR_CTAID.X"),
        name(38, "SR_CTAID.Y"),
        name(39, "SR_CTAID.Z"),
        name(40, "SR_NTID"),
        name(41, "SR_CirQueueIncrMinusOne"),
        name(42, "SR_NLATC"),
        name(48, "SR_SWINLO"),
        name(49, "SR_SWINSZ"),
        name(50, "SR_SMEMSZ"),
        name(51, "SR_SMEMBANKS"),
        name(52, "SR_LWINLO"),
        name(53, "SR_LWINSZ"),
        name(54, "SR_LMEMLOSZ"),
        name(55, "SR_LMEMHIOFF"),
        name(56, "SR_EQMASK"),
        name(57, "SR_LTMASK"),
        name(58, "SR_LEMASK"),
        name(59, "SR_GTMASK"),
        name(60, "SR_GEMASK"),
        name(61, "SR_REGALLOC"),
        name_in(62, "SR_CTXADDR", SM50 | SM52, NameStatus::Ok),
        name(64, "SR_GLOBALERRORSTATUS"),
        name(66, "SR_WARPERRORSTATUS"),
        name(67, "SR_WARPERRORSTATUSCLEAR"),
        name(72, "SR_PM_HI0"),
        name(73, "SR_PM_HI1"),
        name(74, "SR_PM_HI2"),
        name(75, "SR_PM_HI3"),
        name(76, "SR_PM_HI4"),
        name(77, "SR_PM_HI5"),
        name(78, "SR_PM_HI6"),
        name(79, "SR_PM_HI7"),
        name(80, "SR_CLOCKLO"),
        name(81, "SR_CLOCKHI"),
        name(82, "SR_GLOBALTIMERLO"),
        name(83, "SR_GLOBALTIMERHI"),
        name(96, "SR_HWTASKID"),
        name(97, "SR_CIRCULARQUEUEENTRYINDEX"),
        name(98, "SR_CIRCULARQUEUEENTRYADDRESSLOW"),
        name(99, "SR_CIRCULARQUEUEENTRYADDRESSHIGH"),
        name_in(15, "SR_ORDERING_TICKET", SM52 | SM60, NameStatus::Ok),
        name_in(44, "SR_SM_SPA_VERSION", SM60, NameStatus::Ok),
        name_in(45, "SR_MULTIPASSSHADERINFO", SM60, NameStatus::Ok),
        name_in(46, "SR_LWINHI", SM60, NameStatus::Ok),
        name_in(47, "SR_SWINHI", SM60, NameStatus::Ok),
        name_in(62, "SR_BARRIERALLOC", SM60, NameStatus::Ok),
    ],
    fallback: Some("SR"),
    fallback_ok: true,
};
