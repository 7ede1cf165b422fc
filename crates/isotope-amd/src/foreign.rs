//! Names of the same assembly language that only other processors have; refusals mention the processor.

/// Mnemonics and modifiers, and the processors that have them.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("scc", "gfx90a"),
    ("nv sc0 sc1 nt", "gfx940"),
    ("lds", "gfx9 and gfx10"),
    ("th scope", "gfx12"),
    (
        "ds_cmpst_b32 ds_cmpst_b64 ds_cmpst_f32 ds_cmpst_f64 ds_cmpst_rtn_b32 ds_cmpst_rtn_b64 \
         ds_cmpst_rtn_f32 ds_cmpst_rtn_f64",
        "gfx6 to gfx10, which take the comparand first; here it is `ds_cmpstore_*` with the new value first",
    ),
    (
        "buffer_atomic_add_f64 buffer_atomic_max_f64 buffer_atomic_min_f64 buffer_invl2 buffer_wbl2 \
         ds_add_f64 ds_add_rtn_f64 flat_atomic_add_f64 flat_atomic_max_f64 flat_atomic_min_f64 \
         global_atomic_add_f64 global_atomic_max_f64 global_atomic_min_f64",
        "gfx90a and gfx940",
    ),
    (
        "buffer_inv global_load_lds_dword global_load_lds_sbyte global_load_lds_sshort global_load_lds_ubyte \
         global_load_lds_ushort scratch_load_lds_dword scratch_load_lds_sbyte scratch_load_lds_sshort \
         scratch_load_lds_ubyte scratch_load_lds_ushort",
        "gfx940",
    ),
    (
        "ds_pk_add_bf16 ds_pk_add_f16 ds_pk_add_rtn_bf16 ds_pk_add_rtn_f16 flat_atomic_pk_add_bf16 \
         flat_atomic_pk_add_f16 global_atomic_pk_add_bf16",
        "gfx940 and gfx12",
    ),
    ("buffer_atomic_pk_add_f16 global_atomic_pk_add_f16", "gfx90a, gfx940 and gfx12"),
    (
        "buffer_atomic_cond_sub_u32 buffer_atomic_max_num_f32 buffer_atomic_min_num_f32 \
         buffer_atomic_pk_add_bf16 buffer_atomic_sub_clamp_u32 ds_cond_sub_rtn_u32 ds_cond_sub_u32 \
         ds_direct_load ds_max_num_f32 ds_max_num_f64 ds_max_num_rtn_f32 ds_max_num_rtn_f64 ds_min_num_f32 \
         ds_min_num_f64 ds_min_num_rtn_f32 ds_min_num_rtn_f64 ds_param_load ds_sub_clamp_rtn_u32 \
         ds_sub_clamp_u32 flat_atomic_cond_sub_u32 flat_atomic_max_num_f32 flat_atomic_min_num_f32 \
         flat_atomic_sub_clamp_u32 global_atomic_cond_sub_u32 global_atomic_max_num_f32 \
         global_atomic_min_num_f32 global_atomic_ordered_add_b64 global_atomic_sub_clamp_u32 global_inv \
         global_load_block global_load_tr_b128 global_load_tr_b64 global_store_block global_wb global_wbinv \
         image_atomic_add_flt image_atomic_add_uint image_atomic_dec_uint image_atomic_inc_uint \
         image_atomic_max_flt image_atomic_max_int image_atomic_max_uint image_atomic_min_flt \
         image_atomic_min_int image_atomic_min_uint image_atomic_pk_add_bf16 image_atomic_pk_add_f16 \
         image_atomic_sub_uint scratch_load_block scratch_store_block",
        "gfx12",
    ),
    ("global_atomic_fcmpswap_x2 global_atomic_fmax_x2 global_atomic_fmin_x2", "gfx10"),
    (
        "buffer_atomic_fcmpswap_x2 buffer_atomic_fmax_x2 buffer_atomic_fmin_x2 buffer_wbinvl1_sc \
         flat_atomic_fcmpswap_x2 flat_atomic_fmax_x2 flat_atomic_fmin_x2 image_atomic_fcmpswap \
         image_atomic_fmax image_atomic_fmin image_atomic_rsub",
        "gfx6, gfx7 and gfx10",
    ),
    (
        "buffer_store_lds_dword buffer_wbinvl1 buffer_wbinvl1_vol ds_add_src2_f32 ds_add_src2_u32 \
         ds_add_src2_u64 ds_and_src2_b32 ds_and_src2_b64 ds_dec_src2_u32 ds_dec_src2_u64 ds_inc_src2_u32 \
         ds_inc_src2_u64 ds_max_src2_f32 ds_max_src2_f64 ds_max_src2_i32 ds_max_src2_i64 ds_max_src2_u32 \
         ds_max_src2_u64 ds_min_src2_f32 ds_min_src2_f64 ds_min_src2_i32 ds_min_src2_i64 ds_min_src2_u32 \
         ds_min_src2_u64 ds_or_src2_b32 ds_or_src2_b64 ds_rsub_src2_u32 ds_rsub_src2_u64 ds_sub_src2_u32 \
         ds_sub_src2_u64 ds_write_src2_b32 ds_write_src2_b64 ds_xor_src2_b32 ds_xor_src2_b64",
        "gfx6 to gfx10",
    ),
];
