//! Sample programs that show which faults and refusals the instructions of a form can cause, and the document for each.

use isotope_op::assume::{
    AMD_APERTURES, AMD_APPEND_M0, AMD_BUFFER_OFFSET_CARRY, AMD_BUFFER_SOFFSET_EXCESS, AMD_BUFFER_SWIZZLE_SPLIT,
    AMD_DESCRIPTOR_KIND, AMD_FORMAT_INVALID, AMD_FORMAT_OUT_OF_RANGE, AMD_GDS_LANES, AMD_GWS_BARRIER, AMD_GWS_ID_RANGE,
    AMD_GWS_RELEASE_ALL, AMD_IMAGE_LEVEL, AMD_IMAGE_RANGE, AMD_IMAGE_UNBOUND, AMD_ORDERED_WALKER, AMD_ORDERED_WRAP,
    Assumptions,
};
use isotope_op::claim::Evidence;

use super::lift::{self, Env, Mode};
use super::processor::Gfx;
use isotope_ir::program::Program;
use isotope_machine::failure::Cause;
use isotope_table::{Form, Inst};

use isotope_target::specimen;

const SAMPLES: usize = 40;

/// A program for each of many instructions of the form.
pub fn programs(gfx: Gfx, form: &'static Form) -> impl Iterator<Item = Program> {
    let (env, waves) = (env(gfx), gfx.waves(false));
    let words = form.samples(waves.profile(), SAMPLES).map(|inst| super::encode(&inst));
    words.filter_map(move |bytes| {
        let inst = waves.decode(&bytes).ok().filter(|inst| inst.form.index == form.index)?;
        Some(lift::program(form.mnemonic, &bytes[..super::size(&inst)], &env))
    })
}

fn env(gfx: Gfx) -> Env {
    Env {
        code_base: 0,
        entry: 0,
        waves: gfx.waves(false),
        vgprs: 256,
        mode: Mode::from_rsrc1(0xc0 << 12),
        shared_base: 1 << 48,
        private_base: 2 << 48,
        assumptions: Assumptions::DEFAULT,
    }
}

/// The bytes of an instruction, if they decode to its form.
pub fn bytes(gfx: Gfx, inst: &Inst) -> Option<Vec<u8>> {
    let bytes = super::encode(inst);
    let again = gfx.waves(false).decode(&bytes).ok().filter(|again| again.form.index == inst.form.index)?;
    Some(bytes[..super::size(&again)].to_vec())
}

/// Whether an instruction with these bytes is executed.
pub fn runs(gfx: Gfx, bytes: &[u8]) -> bool {
    specimen::runs(&lift::program("instruction", bytes, &env(gfx)))
}

/// Why an instruction can fail for this cause; `None` if this processor does not have the cause.
pub fn evidence(cause: Cause, _: &str) -> Option<Evidence> {
    use Cause::*;
    let violation = "RDNA3 ISA guide, memory violations";
    Some(match cause {
        Misaligned => Evidence::spec("RDNA3 ISA guide, data share and memory chapters: atomics must be aligned"),
        Unmapped | ScalarUnmapped => Evidence::spec(violation),
        PastPrivate => Evidence::assumed("as for memory that is not allocated"),
        WideInPrivate => {
            Evidence::spec("RDNA3 ISA guide, FLAT: atomics of 8 bytes in scratch").see(&[AMD_APERTURES.id])
        }
        PastSharedDropped => Evidence::spec("RDNA3 ISA guide, LDS: out of range writes are ignored, reads give 0"),
        ScalarLimit => {
            Evidence::spec("RDNA3 ISA guide, scalar memory: buffer loads beyond the descriptor's size give 0")
        }
        Window => {
            Evidence::spec("RDNA3 ISA guide, GLOBAL: the apertures are memory violations").see(&[AMD_APERTURES.id])
        }
        BufferRange => Evidence::spec("RDNA3.5 ISA guide, 9.4.1 and 9.6").see(&[
            AMD_BUFFER_OFFSET_CARRY.id,
            AMD_BUFFER_SOFFSET_EXCESS.id,
            AMD_DESCRIPTOR_KIND.id,
        ]),
        BufferOpen => Evidence::spec("RDNA3.5 ISA guide, 9.4.2 leaves it open").see(&[AMD_BUFFER_SWIZZLE_SPLIT.id]),
        ImageRange => Evidence::named(AMD_IMAGE_RANGE.id).see(&[AMD_IMAGE_LEVEL.id, AMD_IMAGE_UNBOUND.id]),
        TypedRange => Evidence::named(AMD_FORMAT_OUT_OF_RANGE.id).see(&[AMD_FORMAT_INVALID.id]),
        NoUnit => Evidence::assumed("our reading: a process that owns none of the unit cannot ask it"),
        GwsNack => Evidence::spec("AMD's RDNA3 chapter 13, GWS: a clamped id is answered with a NACK")
            .see(&[AMD_GWS_ID_RANGE.id]),
        GwsWait => Evidence::spec("AMD's RDNA3 chapter 13, GWS").see(&[AMD_GWS_BARRIER.id, AMD_GWS_RELEASE_ALL.id]),
        OrderedWait => Evidence::spec("AMD's RDNA3 chapter 13, ordered count").see(&[AMD_ORDERED_WALKER.id]),
        OrderedOpen => {
            Evidence::spec("AMD's RDNA3 chapter 13 and the RDNA3 ISA guide name the fields").see(&[AMD_ORDERED_WRAP.id])
        }
        UnitRange => Evidence::assumed("as in LDS; the RDNA3 ISA guide gives sizes and not what happens beyond them")
            .see(&[AMD_APPEND_M0.id]),
        Encoding => Evidence::spec("RDNA3 ISA guide, S_CODE_END"),
        Target | BranchTarget => Evidence::assumed("only the code of the kernel is known"),
        Parameter => Evidence::named(AMD_GDS_LANES.id),
        Breakpoint => Evidence::spec("RDNA3 ISA guide, s_trap; here is no trap handler"),
        Barrier => Evidence::assumed("a group has one barrier"),
        _ => return None,
    })
}
