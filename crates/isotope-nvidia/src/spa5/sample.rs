//! Sample programs that show which faults and refusals the instructions of a form can cause, and the document for each.

use isotope_op::assume::{
    Assumptions, NV_BA_CLAMP_UNIT, NV_BRANCH_ORDER, NV_CHECK_ORDER, NV_E_ADDRESS_HIGH, NV_INVALID_TEXTURE,
    NV_LAYER_CLAMP, NV_REGISTER_GRANULARITY, NV_SAFEADD, NV_SURFACE_DISABLED, NV_SURFACE_ORDER, NV_SURFACE_TYPE,
    NV_WINDOW_BASES,
};
use isotope_op::claim::Evidence;

use super::Profile;
use super::lift::{self, Options};
use isotope_ir::program::Program;
use isotope_machine::failure::Cause;
use isotope_table::{Form, Inst};

use isotope_target::specimen;

const SAMPLES: usize = 2048;

/// One program with many instructions of the form, and one for a kernel of few registers.
pub fn programs(form: &'static Form, profile: Profile) -> Vec<Program> {
    let all = form.samples(profile.bit(), SAMPLES).map(|inst| super::encode(&inst));
    let own = |word: &u64| super::decode(profile, *word).is_ok_and(|inst| inst.form.index == form.index);
    let words: Vec<u64> = all.filter(own).collect();
    let bundles = words.chunks(3).flat_map(|three| std::iter::once(&0).chain(three));
    let code: Vec<u8> = bundles.flat_map(|word| word.to_le_bytes()).collect();
    let options = |registers| Options { profile, registers, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    [255, 32].map(|registers| lift::lift(form.mnemonic, &code, options(registers))).into()
}

/// The bytes of an instruction, if they decode to its form.
pub fn bytes(profile: Profile, inst: &Inst) -> Option<Vec<u8>> {
    let word = super::encode(inst);
    let again = super::decode(profile, word).ok()?;
    (again.form.index == inst.form.index).then(|| word.to_le_bytes().to_vec())
}

/// Whether an instruction with these bytes is executed.
pub fn runs(profile: Profile, bytes: &[u8]) -> bool {
    let mut code = vec![0; 8];
    code.extend(bytes);
    let options = Options { profile, registers: 255, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    specimen::runs(&lift::lift("instruction", &code, options))
}

/// Why an instruction can fail for this cause; `None` if SMs do not have the cause.
pub fn evidence(cause: Cause, mnemonic: &str) -> Option<Evidence> {
    use Cause::*;
    let record = "warp errors of the nouveau and nvgpu drivers name it; which instruction raises it is our reading";
    let reconvergence = "the instruction set as compilers use it; the depth of the stack is ours";
    // NVIDIA's ATOM page is about ATOM and NVIDIA's SURED page about SURED; the other families are assumed to behave the same.
    macro_rules! page {
        ($of:literal, $says:literal) => {
            match mnemonic {
                $of => Evidence::spec(concat!("NVIDIA's ", $of, " page", $says)),
                _ => Evidence::assumed(concat!("as NVIDIA's ", $of, " page says of ", $of, $says)),
            }
        };
    }
    Some(match cause {
        Misaligned => page!("ATOM", ": natural alignment").see(&[NV_CHECK_ORDER.id]),
        Unmapped => page!("ATOM", ": an address outside allocated memory is an error").see(&[NV_CHECK_ORDER.id]),
        HighAddress => Evidence::named(NV_E_ADDRESS_HIGH.id),
        Window => page!("ATOM", ": generic addresses that must be global").see(&[NV_WINDOW_BASES.id]),
        WideInPrivate => return None,
        PastShared | PastPrivate | Constant => {
            Evidence::assumed("by analogy with global memory; warp error out of range")
        }
        Sparse => {
            Evidence::assumed("NVIDIA's ATOM page, operand Ps, knows such pages; that nothing happens is our reading")
        }
        Uncovered => match mnemonic {
            "ATOM" => Evidence::spec("NVIDIA's ATOM page: helper pixels and killed pixels take no part"),
            "SURED" => Evidence::spec("NVIDIA's SURED page: helper pixels and killed pixels take no part"),
            _ => Evidence::assumed(
                "as NVIDIA's ATOM page and NVIDIA's SURED page say of ATOM and SURED: helper pixels and killed pixels take no part",
            ),
        },
        SurfaceUnbound => Evidence::assumed("our reading: there is nothing to look the handle up in"),
        TextureUnbound => Evidence::assumed("our reading: as for a surface, there is nothing that the handle names"),
        TextureOpen => Evidence::assumed("CUDA C++ Programming Guide, \"Texture Fetching\", says nothing of either"),
        SurfaceInvalid => Evidence::named(NV_INVALID_TEXTURE.id).see(&[NV_SURFACE_TYPE.id]),
        SurfaceDisabled => page!("SURED", ": updates of a disabled surface are dropped").see(&[NV_SURFACE_DISABLED.id]),
        SurfaceIgnore | SurfaceTrap => {
            page!("SURED", ", .clamp, by the names").see(&[NV_LAYER_CLAMP.id, NV_BA_CLAMP_UNIT.id])
        }
        SurfaceMisaligned => {
            Evidence::assumed("NVIDIA's SURED page asks for it with .BA; that it is a fault is as for ATOM")
                .see(&[NV_SURFACE_ORDER.id])
        }
        SurfaceOpen => Evidence::spec("NVIDIA open-gpu-doc clb097tex.h names them without addresses"),
        Result => Evidence::named(NV_SAFEADD.id),
        Target | BranchTarget | RegisterAlignment | Parameter => Evidence::assumed(record),
        StackFull | NoToken => Evidence::assumed(reconvergence).see(&[NV_BRANCH_ORDER.id]),
        Barrier | BarrierCount => {
            Evidence::assumed("PTX ISA, bar: 16 barriers, counts in whole warps; the fault is our reading")
        }
        Breakpoint => Evidence::assumed("by the instruction's name"),
        RegisterNumber => Evidence::named(NV_REGISTER_GRANULARITY.id),
        _ => return None,
    })
}
