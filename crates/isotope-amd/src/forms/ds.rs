//! DS: LDS and GDS, Global Wave Sync, ordered count.
//!
//! The compare-and-store instructions of gfx10, `ds_cmpst_*`, have the opposite operand order, so their names are
//! not aliases here.
use super::super::fields::*;
use super::super::swizzle::Swizzle;
use isotope_table::*;

const DS: Pattern = Pattern::bits(26, 6, 0b110110);
const OFFSET: &[Field] = &[uint("offset", 0, 15), flag("gds", 17)];
const OFFSETS: &[Field] = &[uint("offset0", 0, 7), uint("offset1", 8, 15), flag("gds", 17)];

const fn addr(count: u8) -> Field {
    v("addr", 32, count)
}
const fn data0(count: u8) -> Field {
    v("data0", 40, count)
}
const fn data1(count: u8) -> Field {
    v("data1", 48, count)
}
const fn vdst(count: u8) -> Field {
    v("vdst", 56, count)
}

/// One instruction per line: opcode, syntax, older names, and the registers of each operand. All have the same modifiers
/// and additional fields.
macro_rules! ds {
    ($modifiers:literal, $fields:expr, $fixed:expr;
        $($op:literal $syntax:literal [$($old:literal)*] ($($operand:ident $count:literal)*);)*) => {
        &[$(Row {
            syntax: concat!($syntax, $modifiers),
            ops: &one(DS.and(Pattern::bits(18, 8, $op)).and($fixed).and(unused(&[$($operand($count)),*]))),
            fields: &[$fields, &[$($operand($count)),*]],
            aliases: &[$($old),*],
            ..ROW
        }),*]
    };
}

const ANY: Pattern = Pattern { value: 0, mask: 0 };
const LDS: Pattern = Pattern::bits(17, 1, 0);
const ONLY_GDS: Pattern = Pattern::bits(17, 1, 1);

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = ds! { "{ 'offset:'offset}{ gds}", OFFSET, ANY;
    0x00 "ds_add_u32 addr, data0" [] (addr 1 data0 1);
    0x01 "ds_sub_u32 addr, data0" [] (addr 1 data0 1);
    0x02 "ds_rsub_u32 addr, data0" [] (addr 1 data0 1);
    0x03 "ds_inc_u32 addr, data0" [] (addr 1 data0 1);
    0x04 "ds_dec_u32 addr, data0" [] (addr 1 data0 1);
    0x05 "ds_min_i32 addr, data0" [] (addr 1 data0 1);
    0x06 "ds_max_i32 addr, data0" [] (addr 1 data0 1);
    0x07 "ds_min_u32 addr, data0" [] (addr 1 data0 1);
    0x08 "ds_max_u32 addr, data0" [] (addr 1 data0 1);
    0x09 "ds_and_b32 addr, data0" [] (addr 1 data0 1);
    0x0a "ds_or_b32 addr, data0" [] (addr 1 data0 1);
    0x0b "ds_xor_b32 addr, data0" [] (addr 1 data0 1);
    0x0c "ds_mskor_b32 addr, data0, data1" [] (addr 1 data0 1 data1 1);
    0x0d "ds_store_b32 addr, data0" ["ds_write_b32"] (addr 1 data0 1);
    0x10 "ds_cmpstore_b32 addr, data0, data1" [] (addr 1 data0 1 data1 1);
    0x11 "ds_cmpstore_f32 addr, data0, data1" [] (addr 1 data0 1 data1 1);
    0x12 "ds_min_f32 addr, data0" [] (addr 1 data0 1);
    0x13 "ds_max_f32 addr, data0" [] (addr 1 data0 1);
    0x15 "ds_add_f32 addr, data0" [] (addr 1 data0 1);
    0x1e "ds_store_b8 addr, data0" ["ds_write_b8"] (addr 1 data0 1);
    0x1f "ds_store_b16 addr, data0" ["ds_write_b16"] (addr 1 data0 1);
    0x20 "ds_add_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x21 "ds_sub_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x22 "ds_rsub_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x23 "ds_inc_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x24 "ds_dec_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x25 "ds_min_rtn_i32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x26 "ds_max_rtn_i32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x27 "ds_min_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x28 "ds_max_rtn_u32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x29 "ds_and_rtn_b32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x2a "ds_or_rtn_b32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x2b "ds_xor_rtn_b32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x2c "ds_mskor_rtn_b32 vdst, addr, data0, data1" [] (vdst 1 addr 1 data0 1 data1 1);
    0x2d "ds_storexchg_rtn_b32 vdst, addr, data0" ["ds_wrxchg_rtn_b32"] (vdst 1 addr 1 data0 1);
    0x30 "ds_cmpstore_rtn_b32 vdst, addr, data0, data1" [] (vdst 1 addr 1 data0 1 data1 1);
    0x31 "ds_cmpstore_rtn_f32 vdst, addr, data0, data1" [] (vdst 1 addr 1 data0 1 data1 1);
    0x32 "ds_min_rtn_f32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x33 "ds_max_rtn_f32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x34 "ds_wrap_rtn_b32 vdst, addr, data0, data1" [] (vdst 1 addr 1 data0 1 data1 1);
    0x36 "ds_load_b32 vdst, addr" ["ds_read_b32"] (vdst 1 addr 1);
    0x39 "ds_load_i8 vdst, addr" ["ds_read_i8"] (vdst 1 addr 1);
    0x3a "ds_load_u8 vdst, addr" ["ds_read_u8"] (vdst 1 addr 1);
    0x3b "ds_load_i16 vdst, addr" ["ds_read_i16"] (vdst 1 addr 1);
    0x3c "ds_load_u16 vdst, addr" ["ds_read_u16"] (vdst 1 addr 1);
    0x3d "ds_consume vdst" [] (vdst 1);
    0x3e "ds_append vdst" [] (vdst 1);
    0x40 "ds_add_u64 addr, data0" [] (addr 1 data0 2);
    0x41 "ds_sub_u64 addr, data0" [] (addr 1 data0 2);
    0x42 "ds_rsub_u64 addr, data0" [] (addr 1 data0 2);
    0x43 "ds_inc_u64 addr, data0" [] (addr 1 data0 2);
    0x44 "ds_dec_u64 addr, data0" [] (addr 1 data0 2);
    0x45 "ds_min_i64 addr, data0" [] (addr 1 data0 2);
    0x46 "ds_max_i64 addr, data0" [] (addr 1 data0 2);
    0x47 "ds_min_u64 addr, data0" [] (addr 1 data0 2);
    0x48 "ds_max_u64 addr, data0" [] (addr 1 data0 2);
    0x49 "ds_and_b64 addr, data0" [] (addr 1 data0 2);
    0x4a "ds_or_b64 addr, data0" [] (addr 1 data0 2);
    0x4b "ds_xor_b64 addr, data0" [] (addr 1 data0 2);
    0x4c "ds_mskor_b64 addr, data0, data1" [] (addr 1 data0 2 data1 2);
    0x4d "ds_store_b64 addr, data0" ["ds_write_b64"] (addr 1 data0 2);
    0x50 "ds_cmpstore_b64 addr, data0, data1" [] (addr 1 data0 2 data1 2);
    0x51 "ds_cmpstore_f64 addr, data0, data1" [] (addr 1 data0 2 data1 2);
    0x52 "ds_min_f64 addr, data0" [] (addr 1 data0 2);
    0x53 "ds_max_f64 addr, data0" [] (addr 1 data0 2);
    0x60 "ds_add_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x61 "ds_sub_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x62 "ds_rsub_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x63 "ds_inc_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x64 "ds_dec_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x65 "ds_min_rtn_i64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x66 "ds_max_rtn_i64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x67 "ds_min_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x68 "ds_max_rtn_u64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x69 "ds_and_rtn_b64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x6a "ds_or_rtn_b64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x6b "ds_xor_rtn_b64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x6c "ds_mskor_rtn_b64 vdst, addr, data0, data1" [] (vdst 2 addr 1 data0 2 data1 2);
    0x6d "ds_storexchg_rtn_b64 vdst, addr, data0" ["ds_wrxchg_rtn_b64"] (vdst 2 addr 1 data0 2);
    0x70 "ds_cmpstore_rtn_b64 vdst, addr, data0, data1" [] (vdst 2 addr 1 data0 2 data1 2);
    0x71 "ds_cmpstore_rtn_f64 vdst, addr, data0, data1" [] (vdst 2 addr 1 data0 2 data1 2);
    0x72 "ds_min_rtn_f64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x73 "ds_max_rtn_f64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0x76 "ds_load_b64 vdst, addr" ["ds_read_b64"] (vdst 2 addr 1);
    0x79 "ds_add_rtn_f32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0x7e "ds_condxchg32_rtn_b64 vdst, addr, data0" [] (vdst 2 addr 1 data0 2);
    0xa0 "ds_store_b8_d16_hi addr, data0" ["ds_write_b8_d16_hi"] (addr 1 data0 1);
    0xa1 "ds_store_b16_d16_hi addr, data0" ["ds_write_b16_d16_hi"] (addr 1 data0 1);
    0xa2 "ds_load_u8_d16 vdst, addr" ["ds_read_u8_d16"] (vdst 1 addr 1);
    0xa3 "ds_load_u8_d16_hi vdst, addr" ["ds_read_u8_d16_hi"] (vdst 1 addr 1);
    0xa4 "ds_load_i8_d16 vdst, addr" ["ds_read_i8_d16"] (vdst 1 addr 1);
    0xa5 "ds_load_i8_d16_hi vdst, addr" ["ds_read_i8_d16_hi"] (vdst 1 addr 1);
    0xa6 "ds_load_u16_d16 vdst, addr" ["ds_read_u16_d16"] (vdst 1 addr 1);
    0xa7 "ds_load_u16_d16_hi vdst, addr" ["ds_read_u16_d16_hi"] (vdst 1 addr 1);
    0xb0 "ds_store_addtid_b32 data0" ["ds_write_addtid_b32"] (data0 1);
    0xb1 "ds_load_addtid_b32 vdst" ["ds_read_addtid_b32"] (vdst 1);
    0xde "ds_store_b96 addr, data0" ["ds_write_b96"] (addr 1 data0 3);
    0xdf "ds_store_b128 addr, data0" ["ds_write_b128"] (addr 1 data0 4);
    0xfe "ds_load_b96 vdst, addr" ["ds_read_b96"] (vdst 3 addr 1);
    0xff "ds_load_b128 vdst, addr" ["ds_read_b128"] (vdst 4 addr 1);
};

/// Two addresses with one offset each.
#[rustfmt::skip]
pub(super) static PAIRS: &[Row] = ds! { "{ 'offset0:'offset0}{ 'offset1:'offset1}{ gds}", OFFSETS, ANY;
    0x0e "ds_store_2addr_b32 addr, data0, data1" ["ds_write2_b32"] (addr 1 data0 1 data1 1);
    0x0f "ds_store_2addr_stride64_b32 addr, data0, data1" ["ds_write2st64_b32"] (addr 1 data0 1 data1 1);
    0x2e "ds_storexchg_2addr_rtn_b32 vdst, addr, data0, data1" ["ds_wrxchg2_rtn_b32"] (vdst 2 addr 1 data0 1 data1 1);
    0x2f "ds_storexchg_2addr_stride64_rtn_b32 vdst, addr, data0, data1" ["ds_wrxchg2st64_rtn_b32"] (vdst 2 addr 1 data0 1 data1 1);
    0x37 "ds_load_2addr_b32 vdst, addr" ["ds_read2_b32"] (vdst 2 addr 1);
    0x38 "ds_load_2addr_stride64_b32 vdst, addr" ["ds_read2st64_b32"] (vdst 2 addr 1);
    0x4e "ds_store_2addr_b64 addr, data0, data1" ["ds_write2_b64"] (addr 1 data0 2 data1 2);
    0x4f "ds_store_2addr_stride64_b64 addr, data0, data1" ["ds_write2st64_b64"] (addr 1 data0 2 data1 2);
    0x6e "ds_storexchg_2addr_rtn_b64 vdst, addr, data0, data1" ["ds_wrxchg2_rtn_b64"] (vdst 4 addr 1 data0 2 data1 2);
    0x6f "ds_storexchg_2addr_stride64_rtn_b64 vdst, addr, data0, data1" ["ds_wrxchg2st64_rtn_b64"] (vdst 4 addr 1 data0 2 data1 2);
    0x77 "ds_load_2addr_b64 vdst, addr" ["ds_read2_b64"] (vdst 4 addr 1);
    0x78 "ds_load_2addr_stride64_b64 vdst, addr" ["ds_read2st64_b64"] (vdst 4 addr 1);
};

/// Operations of the GDS and of the Global Wave Sync.
#[rustfmt::skip]
pub(super) static GDS: &[Row] = ds! { "{ 'offset:'offset} gds", OFFSET, ONLY_GDS;
    0x18 "ds_gws_sema_release_all" [] ();
    0x19 "ds_gws_init addr" [] (addr 1);
    0x1a "ds_gws_sema_v" [] ();
    0x1b "ds_gws_sema_br addr" [] (addr 1);
    0x1c "ds_gws_sema_p" [] ();
    0x1d "ds_gws_barrier addr" [] (addr 1);
    0x3f "ds_ordered_count vdst, addr" [] (vdst 1 addr 1);
    0x7a "ds_add_gs_reg_rtn vdst, data0" [] (vdst 2 data0 1);
    0x7b "ds_sub_gs_reg_rtn vdst, data0" [] (vdst 2 data0 1);
};

/// Operations of the LDS unit only.
#[rustfmt::skip]
pub(super) static LOCAL: &[Row] = ds! { "{ 'offset:'offset}", &[uint("offset", 0, 15)], LDS;
    0xad "ds_bvh_stack_rtn_b32 vdst, addr, data0, data1" [] (vdst 1 addr 1 data0 1 data1 4);
    0xb2 "ds_permute_b32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
    0xb3 "ds_bpermute_b32 vdst, addr, data0" [] (vdst 1 addr 1 data0 1);
};

const PATTERN: &[Field] = &[Field::new("offset", 0, 15, FieldKind::Own(&Swizzle, Signs::NONE)), flag("gds", 17)];
/// No memory access: lanes exchange data in a fixed pattern.
#[rustfmt::skip]
pub(super) static SWIZZLE: &[Row] = ds! { "{ 'offset:'offset}{ gds}", PATTERN, ANY;
    0x35 "ds_swizzle_b32 vdst, addr" [] (vdst 1 addr 1);
};

#[rustfmt::skip]
pub(super) static OTHER: &[Row] = ds! { "", &[], LDS.and(Pattern::bits(0, 16, 0));
    0x14 "ds_nop" [] ();
};
