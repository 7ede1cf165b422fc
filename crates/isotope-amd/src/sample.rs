//! Programs that show what instructions of a form can meet, and which document says so.

use isotope_op::assume::Assumptions;
use isotope_op::claim::Evidence;

use super::lift::{self, Env, Mode};
use isotope_ir::program::Program;
use isotope_machine::failure::Cause;
use isotope_table::{Form, Inst};

use isotope_target::specimen;

const SAMPLES: usize = 40;

/// A program for each of many instructions of the form.
pub fn programs(form: &'static Form) -> impl Iterator<Item = Program> {
    let env = env();
    let context = super::context(super::Mode::Documented);
    let words = form.samples(context.profile, SAMPLES).map(|inst| super::encode(&inst));
    words.filter_map(move |bytes| {
        let inst = super::decode(&bytes).ok().filter(|inst| inst.form.index == form.index)?;
        Some(lift::program(form.mnemonic, &bytes[..super::size(&inst)], &env))
    })
}

fn env() -> Env {
    Env {
        code_base: 0,
        entry: 0,
        wave64: false,
        vgprs: 256,
        mode: Mode::from_rsrc1(0xc0 << 12),
        shared_base: 1 << 48,
        private_base: 2 << 48,
        assumptions: Assumptions::DEFAULT,
    }
}

/// The bytes of an instruction, where they decode to its form.
pub fn bytes(inst: &Inst) -> Option<Vec<u8>> {
    let bytes = super::encode(inst);
    let again = super::decode(&bytes).ok().filter(|again| again.form.index == inst.form.index)?;
    Some(bytes[..super::size(&again)].to_vec())
}

/// Whether an instruction of these bytes is executed.
pub fn runs(bytes: &[u8]) -> bool {
    specimen::runs(&lift::program("instruction", bytes, &env()))
}

/// Why a cause is one here; `None` where this processor has no such thing.
pub fn evidence(cause: Cause, _: &str) -> Option<Evidence> {
    use Cause::*;
    let violation = "RDNA3 ISA guide, memory violations";
    Some(match cause {
        Misaligned => Evidence::spec("RDNA3 ISA guide, data share and memory chapters: atomics must be aligned"),
        Unmapped | ScalarUnmapped => Evidence::spec(violation),
        PastPrivate => Evidence::assumed("as for memory that is not allocated"),
        WideInPrivate => Evidence::spec("RDNA3 ISA guide, FLAT: atomics of 8 bytes in scratch").see(&["amd.apertures"]),
        PastSharedDropped => Evidence::spec("RDNA3 ISA guide, LDS: out of range writes are ignored, reads give 0"),
        ScalarLimit => {
            Evidence::spec("RDNA3 ISA guide, scalar memory: buffer loads beyond the descriptor's size give 0")
        }
        Window => {
            Evidence::spec("RDNA3 ISA guide, GLOBAL: the apertures are memory violations").see(&["amd.apertures"])
        }
        BufferRange => Evidence::spec("RDNA3.5 ISA guide, 9.4.1 and 9.6").see(&[
            "amd.buffer_offset_carry",
            "amd.buffer_soffset_excess",
            "amd.descriptor_kind",
        ]),
        BufferOpen => Evidence::spec("RDNA3.5 ISA guide, 9.4.2 leaves it open").see(&["amd.buffer_swizzle_split"]),
        ImageRange => Evidence::named("amd.image_range").see(&["amd.image_level", "amd.image_unbound"]),
        TypedRange => Evidence::named("amd.format_out_of_range").see(&["amd.format_invalid"]),
        NoUnit => Evidence::assumed("our reading: a process that owns none of the unit cannot ask it"),
        GwsNack => Evidence::spec("AMD's RDNA3 chapter 13, GWS: a clamped id is answered with a NACK")
            .see(&["amd.gws_id_range"]),
        GwsWait => Evidence::spec("AMD's RDNA3 chapter 13, GWS").see(&["amd.gws_barrier", "amd.gws_release_all"]),
        OrderedWait => Evidence::spec("AMD's RDNA3 chapter 13, ordered count").see(&["amd.ordered_walker"]),
        OrderedOpen => {
            Evidence::spec("AMD's RDNA3 chapter 13 and the RDNA3 ISA guide name the fields").see(&["amd.ordered_wrap"])
        }
        UnitRange => Evidence::assumed("as in LDS; the RDNA3 ISA guide gives sizes and not what happens beyond them")
            .see(&["amd.append_m0"]),
        Encoding => Evidence::spec("RDNA3 ISA guide, S_CODE_END"),
        Target | BranchTarget => Evidence::assumed("only the code of the kernel is known"),
        Parameter => Evidence::named("amd.gds_lanes"),
        Breakpoint => Evidence::spec("RDNA3 ISA guide, s_trap; here is no trap handler"),
        Barrier => Evidence::assumed("a group has one barrier"),
        _ => return None,
    })
}
