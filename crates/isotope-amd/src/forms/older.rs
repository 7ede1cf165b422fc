//! Mnemonics of the same instructions on older processors, which the assembler accepts.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

/// The older and the gfx11 beginning of names that end alike.
const BEGINNINGS: [(&str, &str); 8] = [
    ("s_andn1_", "s_and_not0_"),
    ("s_andn2_", "s_and_not1_"),
    ("s_orn1_", "s_or_not0_"),
    ("s_orn2_", "s_or_not1_"),
    ("v_add_", "v_add_nc_"),
    ("v_sub_", "v_sub_nc_"),
    ("v_subrev_", "v_subrev_nc_"),
    ("v_cvt_pknorm_", "v_cvt_pk_norm_"),
];

/// Older name, gfx11 name; at most one pair per name.
static NAMES: &[(&str, &str)] = &[
    ("s_ff1_i32_b32", "s_ctz_i32_b32"),
    ("s_ff1_i32_b64", "s_ctz_i32_b64"),
    ("s_flbit_i32_b32", "s_clz_i32_u32"),
    ("s_flbit_i32_b64", "s_clz_i32_u64"),
    ("s_flbit_i32", "s_cls_i32"),
    ("s_flbit_i32_i64", "s_cls_i32_i64"),
    ("s_inst_prefetch", "s_set_inst_prefetch_distance"),
    ("s_load_dword", "s_load_b32"),
    ("s_load_dwordx2", "s_load_b64"),
    ("s_load_dwordx4", "s_load_b128"),
    ("s_load_dwordx8", "s_load_b256"),
    ("s_load_dwordx16", "s_load_b512"),
    ("s_buffer_load_dword", "s_buffer_load_b32"),
    ("s_buffer_load_dwordx2", "s_buffer_load_b64"),
    ("s_buffer_load_dwordx4", "s_buffer_load_b128"),
    ("s_buffer_load_dwordx8", "s_buffer_load_b256"),
    ("s_buffer_load_dwordx16", "s_buffer_load_b512"),
    ("v_ffbh_u32", "v_clz_i32_u32"),
    ("v_ffbl_b32", "v_ctz_i32_b32"),
    ("v_ffbh_i32", "v_cls_i32"),
    ("v_mul_legacy_f32", "v_mul_dx9_zero_f32"),
    ("v_fmac_legacy_f32", "v_fmac_dx9_zero_f32"),
    ("v_fma_legacy_f32", "v_fma_dx9_zero_f32"),
    ("v_cvt_rpi_i32_f32", "v_cvt_nearest_i32_f32"),
    ("v_cvt_flr_i32_f32", "v_cvt_floor_i32_f32"),
    ("v_cvt_pkrtz_f16_f32", "v_cvt_pk_rtz_f16_f32"),
    ("v_dot2c_f32_f16", "v_dot2acc_f32_f16"),
    ("v_cmp_tru_f16", "v_cmp_t_f16"),
    ("v_cmpx_tru_f16", "v_cmpx_t_f16"),
    ("v_cmp_tru_f32", "v_cmp_t_f32"),
    ("v_cmpx_tru_f32", "v_cmpx_t_f32"),
    ("v_cmp_tru_f64", "v_cmp_t_f64"),
    ("v_cmpx_tru_f64", "v_cmpx_t_f64"),
];

/// The older name of a gfx11 name.
static OLDER: LazyLock<HashMap<&str, &str, FixedState>> =
    LazyLock::new(|| NAMES.iter().map(|&(old, new)| (new, old)).collect());

/// Adds the older names of a mnemonic, with its suffix.
pub(super) fn extend(names: &mut Vec<String>, mnemonic: &str) {
    for (old, new) in BEGINNINGS {
        names.extend(mnemonic.strip_prefix(new).map(|end| format!("{old}{end}")));
    }
    for suffix in ["", "_e32", "_e64", "_dpp", "_e64_dpp"] {
        if let Some(old) = mnemonic.strip_suffix(suffix).and_then(|new| OLDER.get(new)) {
            names.push(format!("{old}{suffix}"));
        }
    }
}
