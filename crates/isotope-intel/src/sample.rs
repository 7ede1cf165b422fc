//! Sample programs that show which faults and refusals the instructions of a form can cause, and the document for each.

use std::sync::LazyLock;

use isotope_op::assume::{Assumptions, INTEL_SLM_BOUNDS, INTEL_SPLIT_BARRIER, INTEL_TYPED_LAYOUT};
use isotope_op::claim::Evidence;
use isotope_op::random::Random;

use super::form::{Classes, FieldKind, Form, Piece};
use super::inst::{Exec, Inst, Memory, Model, Operand, Region, Shape, StateKind, Type};
use super::kernel::{FIRST_SURFACE, FIRST_VARIABLE, Kernel};
use super::lift::{self, Env, Surfaced};
use super::{FORMS, KernelText};
use isotope_ir::program;
use isotope_machine::failure::Cause;
use isotope_machine::mem::typed::{self, Format, Number};

const SAMPLES: usize = 320;
/// Types of the variables, in order.
pub(super) const TYPES: [Type; 11] =
    [Type::D, Type::Ud, Type::F, Type::Uq, Type::Uw, Type::W, Type::Ub, Type::B, Type::Hf, Type::Df, Type::Q];

/// Declarations for the samples: a variable of each type, one of each other kind, a label.
fn declarations() -> KernelText {
    let mut kernel = KernelText::default();
    let lines = TYPES.iter().enumerate().map(|(n, ty)| {
        format!(".decl V{} v_type=G type={} num_elts=64 align=GRF", FIRST_VARIABLE as usize + n, ty.name())
    });
    let others =
        ["P1 v_type=P num_elts=32", "A0 v_type=A num_elts=16", "T6 v_type=T num_elts=1", "S0 v_type=S num_elts=1"];
    for line in lines.chain(others.map(|other| format!(".decl {other}"))) {
        kernel.declare(&line).expect("a declaration");
    }
    kernel.label("here");
    kernel
}

/// Many instructions of the form.
pub fn instructions(form: &'static Form) -> Vec<Inst> {
    let mut random = Random(1);
    (0..SAMPLES).map(|n| Draw { random: &mut random, form, chosen: n }.instruction()).collect()
}

/// A program of samples.
pub fn program(instructions: impl IntoIterator<Item = Inst>) -> program::Program {
    static DECLARED: LazyLock<KernelText> = LazyLock::new(declarations);
    let kernel = Kernel { code: instructions.into_iter().collect(), ..DECLARED.kernel.clone() };
    let format = Format { number: Number::Uint, channels: 4, channel_bytes: 4 };
    let shape = typed::Shape { format, width: 4, height: 4, depth: 4, row_pitch: 64, slice_pitch: 256 };
    let images = [(lift::ANY_IMAGE, Surfaced { entry: 0, shape, has: [true; 2] })];
    // Only `resinfo` uses properties of the image.
    let asks = kernel.code.iter().any(|inst| inst.name() == "resinfo");
    let images = &images[..usize::from(asks)];
    let env = Env { slm: 1 << 16, images, ..Env::new(32, Assumptions::DEFAULT) };
    lift::program(&kernel, &env).0
}

/// An instruction, followed by a target for jumps.
pub fn labelled(inst: Inst) -> program::Program {
    let label = FORMS.named("label").next();
    let jump = |form| Inst { form, exec: Exec::ONE, pred: None, operands: vec![Operand::Label(0)] };
    program([inst].into_iter().chain(label.map(jump)))
}

/// A program for each of many instructions of the form.
pub fn programs(form: &'static Form) -> impl Iterator<Item = program::Program> {
    // Every second one has a target for jumps.
    let all = instructions(form).into_iter().enumerate();
    all.map(|(n, inst)| if n % 2 == 0 { labelled(inst) } else { program([inst]) })
}

struct Draw<'a> {
    random: &'a mut Random,
    form: &'static Form,
    chosen: usize,
}

impl Draw<'_> {
    fn instruction(&mut self) -> Inst {
        let size = if self.form.has_exec() { self.random.pick(&[1, 8, 16]) } else { 1 };
        let allowed: Vec<Type> = TYPES.into_iter().filter(|ty| self.form.row.types.has(*ty)).collect();
        let ty = if allowed.is_empty() { Type::Ud } else { allowed[self.chosen % allowed.len()] };
        let printed = |n: usize| self.form.text.iter().any(|piece| matches!(piece, Piece::Field(i) if *i == n));
        let given: Vec<bool> = (0..self.form.parts.len()).map(printed).collect();
        let parts = self.form.parts.iter().zip(given).map(|(part, given)| match part.name {
            // Bytes may hold data that the text omits.
            "dst" | "src0" | "src1" | "src2" if !given && matches!(part.kind, FieldKind::Bare) => Operand::NULL,
            "src1" | "src2" if self.form.name() == "lsc_atomic_load" => Operand::NULL,
            // A mip level, which few surfaces have.
            "lod" => Operand::NULL,
            // A neighbouring texel, which few instructions use.
            "offsets" => Operand::Imm { ty: Type::Uw, value: self.random.pick(&[0, 0, 0x123]) },
            _ => self.operand(part.kind, ty),
        });
        let operands = parts.collect();
        Inst { form: self.form, exec: Exec { size, ..Exec::ONE }, pred: None, operands }
    }

    fn vector(&mut self, classes: Classes, ty: Type, region: Region) -> Operand {
        if classes.has(Classes::GENERAL) {
            let var = FIRST_VARIABLE + TYPES.iter().position(|t| *t == ty).unwrap_or(1) as u32;
            let modifier = Default::default();
            return Operand::General { var, row: 0, col: 0, region, modifier };
        }
        if classes.has(Classes::ADDRESS) {
            return Operand::Address { id: 0, offset: 0, width: 8 };
        }
        if classes.has(Classes::STATE) {
            return Operand::State { kind: StateKind::Surface, id: FIRST_SURFACE.into(), offset: 0 };
        }
        Operand::Imm { ty: Type::Ud, value: 1 }
    }

    fn operand(&mut self, kind: FieldKind, ty: Type) -> Operand {
        let raw = Operand::Raw { var: FIRST_VARIABLE + 1, offset: 0 };
        match kind {
            FieldKind::Dst(classes) => self.vector(classes, ty, Region::dst(1)),
            FieldKind::Src(classes) => self.vector(classes, ty, Region::src(0, 1, 0)),
            FieldKind::Raw | FieldKind::Bare => raw,
            FieldKind::Surface => Operand::Surface(self.random.pick(&[0, 5, FIRST_SURFACE])),
            FieldKind::Sampler => Operand::Sampler(0),
            FieldKind::Label => Operand::Label(0),
            FieldKind::Number(_) | FieldKind::Hex(_) => Operand::Number(self.random.pick(&[0, 1, 2, 4])),
            FieldKind::Power => Operand::Number(self.random.pick(&[0, 1, 2, 3])),
            FieldKind::Names(names) => Operand::Number(self.random.pick(names.list).value),
            FieldKind::Fence(set, _) => Operand::Number(set.into()),
            FieldKind::Lifetime => raw,
            FieldKind::Text | FieldKind::Name => Operand::Number(0),
            FieldKind::Shape => {
                let (size, elements, channels) =
                    (self.random.pick(&[3, 4, 5, 6]), self.random.pick(&[1, 1, 2, 4]), self.random.pick(&[0, 1, 15]));
                let quad = self.form.name().contains("quad");
                let channels = if quad { channels } else { 0 };
                Operand::Shape(Shape { size, transposed: false, elements, channels })
            }
            FieldKind::Address | FieldKind::Coordinates => {
                let (model, bits) = (self.random.pick(&[Model::Flat, Model::Bti]), self.random.pick(&[32, 64]));
                Operand::Memory(Memory { model, scale: 1, offset: 0, bits })
            }
        }
    }
}

/// Why an instruction can fail for this cause; `None` if the cause does not exist in vISA.
pub fn evidence(cause: Cause, mnemonic: &str) -> Option<Evidence> {
    use Cause::*;
    // Intel's DWORD_ATOMIC page applies to one instruction.
    let bounds = match mnemonic {
        "dword_atomic" => Evidence::spec("Intel's DWORD_ATOMIC page: reads out of bounds give 0, writes are dropped"),
        _ => Evidence::assumed(
            "as Intel's DWORD_ATOMIC page says of dword_atomic: reads out of bounds give 0, writes are dropped",
        ),
    };
    Some(match cause {
        Misaligned => Evidence::assumed(
            "Intel's SVM_ATOMIC page and Intel's DWORD_ATOMIC page and the vISA documentation ask for alignment; the fault is our reading",
        ),
        Unmapped => Evidence::assumed("a page fault, which documents do not describe"),
        PastSharedDropped => bounds.see(&[INTEL_SLM_BOUNDS.id]),
        TableUnbound | TableShape => Evidence::assumed("our reading: there is no surface to access"),
        TableRange => bounds,
        ElementRange => Evidence::spec("public vISA documentation: reads give 0 (1 in alpha), writes are dropped")
            .see(&[INTEL_TYPED_LAYOUT.id]),
        Result => Evidence::spec("documents leave it open: GL_INTEL_shader_atomic_float_minmax, vISA documentation"),
        BranchTarget => Evidence::assumed("such a program is not valid"),
        StackFull => Evidence::assumed("the depth of what waits at labels is ours"),
        Barrier | BarrierCount => {
            Evidence::assumed("the public vISA documentation has their number; the fault is our reading")
                .see(&[INTEL_SPLIT_BARRIER.id])
        }
        _ => return None,
    })
}
