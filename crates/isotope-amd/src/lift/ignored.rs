//! Bits of gfx1100 instructions that have no effect in the model, with the reason and the source. Every other bit changes how an
//! instruction is lifted, or stops the run.

use isotope_table::{FieldKind, Inst};

use super::operand::LITERAL;
use isotope_target::lift::IgnoredBits::{Field, Part};
use isotope_target::lift::{Ignored, IgnoredBits, always};

const ROW: Ignored = Ignored { of: &["*"], bits: IgnoredBits::All, when: always, why: "", source: "" };

/// A 16-bit operand is a literal.
fn half_literal(inst: &Inst) -> bool {
    inst.form.fields.iter().zip(inst.vals).any(|(field, value)| match field.kind {
        FieldKind::Own(operand, _) => {
            value == LITERAL && operand.constant(value, 0) == operand.constant(value, 0xffff_0000)
        }
        _ => false,
    })
}

/// A source field that the operation does not have: LLVM up to 22 writes 0 there, LLVM 23 and later the inline constant 0.
const UNREAD: Ignored = Ignored {
    why: "the operation has no such source",
    source: "LLVM 19.1.7 and 22.1.8 leave the field 0; what Triton 3.9 and IREE 3.13 make holds 0x80 in it",
    ..ROW
};

/// One row per group of bits.
pub const ROWS: &[Ignored] = &[
    Ignored {
        of: &["v_cmp_f_*", "v_cmp_t_*", "v_cmpx_f_*", "v_cmpx_t_*"],
        why: "the result is the same for all sources",
        source: "RDNA3 ISA guide, 16.11 VOPC",
        ..ROW
    },
    Ignored {
        of: &["s_nop", "s_sleep", "s_delay_alu", "s_clause", "s_set_inst_prefetch_distance", "s_setprio"],
        why: "they change when instructions are issued, and the model has no time",
        source: "RDNA3 ISA guide, 16.5 SOPP",
        ..ROW
    },
    Ignored {
        of: &["s_ttracedata", "s_ttracedata_imm", "s_incperflevel", "s_decperflevel"],
        why: "they tell tools of performance, which no wave can ask",
        source: "RDNA3 ISA guide, 16.5 SOPP",
        ..ROW
    },
    Ignored { of: &["s_version"], why: "a mark for tools", source: "RDNA3 ISA guide, 16.3 SOPK", ..ROW },
    Ignored {
        of: &["s_atc_probe", "s_atc_probe_buffer"],
        why: "they fetch a translation of an address, and memory has none that can be missing",
        source: "RDNA3 ISA guide, 16.6 SMEM",
        ..ROW
    },
    Ignored {
        of: &["s_cbranch_cdbgsys", "s_cbranch_cdbguser", "s_cbranch_cdbgsys_or_user", "s_cbranch_cdbgsys_and_user"],
        bits: Field("simm16"),
        why: "assumption `amd.wave_state`: no debugger sets their condition, so they are never taken",
        source: "as RDNA3 ISA guide says of STATUS",
        ..ROW
    },
    Ignored {
        of: &["s_trap"],
        bits: Field("simm16"),
        why: "without a handler of its own, any trap but 2 and 3 ends the wave",
        source: "LLVM AMDGPU usage guide, trap handler ABI",
        ..ROW
    },
    Ignored {
        of: &["s_waitcnt"],
        bits: Part("simm16", 8),
        why: "the bit belongs to no counter",
        source: "LLVM 19.1.7 and 22.1.8 leave it clear",
        ..ROW
    },
    Ignored {
        of: &["s_waitcnt_depctr"],
        bits: Part("simm16", 0x60),
        why: "the bits belong to no counter",
        source: "LLVM 19.1.7 and 22.1.8 leave them clear where they write counters that are not waited for as ones",
        ..ROW
    },
    Ignored {
        of: &[
            "buffer_load_*",
            "tbuffer_load_*",
            "image_load*",
            "image_get_resinfo",
            "image_atomic_*",
            "buffer_atomic_*",
        ],
        bits: Field("tfe"),
        why: "the register behind the data is written where a page is missing, which never is",
        source: "RDNA3 ISA guide, 10.1.1",
        ..ROW
    },
    Ignored {
        of: &[
            "buffer_load_*",
            "tbuffer_load_*",
            "image_load*",
            "image_get_resinfo",
            "image_atomic_*",
            "buffer_atomic_*",
        ],
        bits: Field("lwe"),
        why: "the register behind the data is written where a level is missing, which never is",
        source: "RDNA3 ISA guide, 10.1.1",
        ..ROW
    },
    Ignored {
        of: &["image_load*", "image_store*", "image_get_resinfo", "image_atomic_*"],
        bits: Field("unorm"),
        why: "coordinates are integers where no sampler is named",
        source: "RDNA3 ISA guide, 10.1.1",
        ..ROW
    },
    Ignored {
        of: &["image_load*", "image_store*", "image_get_resinfo"],
        bits: Field("dmask"),
        when: |i| i.get("dmask") == 0,
        why: "assumption `amd.image_dmask`: an empty mask is that of x",
        source: "as llvm-mc 19.1.7 and 22.1.8 count registers",
    },
    Ignored { bits: Field("unread0"), ..UNREAD },
    Ignored { bits: Field("unread1"), ..UNREAD },
    Ignored { bits: Field("unread2"), ..UNREAD },
    Ignored { bits: Field("unreadx"), ..UNREAD },
    Ignored { bits: Field("unready"), ..UNREAD },
    Ignored {
        bits: Part("literal", 0xffff_0000),
        when: half_literal,
        why: "an operand of 16 bits is the low half of the literal",
        source: "RDNA3 ISA guide, 7.2 source operands",
        ..ROW
    },
    Ignored {
        of: &["v_fmaak_f16", "v_fmamk_f16"],
        bits: Part("literal", 0xffff_0000),
        why: "an operand of 16 bits is the low half of the literal",
        source: "RDNA3 ISA guide, 7.2 source operands",
        ..ROW
    },
];
