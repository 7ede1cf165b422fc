//! Float operations in compiled code against their definition by integers (`isotope_op::soft`), and approximations against the interpreter.
//! A sweep tries every operand of 32 bits.

use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, Signature, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{Linkage, Module};
use isotope_op::domain::{W8, W16, W32, W64, Width};
use isotope_op::float::{FloatOp, Rounding};
use isotope_op::random::Random;
use isotope_op::soft::{self, Format};

use crate::code::{Emit, Strip, Val, ins};
use crate::frame::FUNCTIONS;
use crate::unit::unaligned;

#[path = "../../../isotope-op/tests/common/sweep.rs"]
mod sweep;

const ROUNDINGS: [Rounding; 4] = [Rounding::NearestEven, Rounding::TowardZero, Rounding::Down, Rounding::Up];
const WORDS: [bool; 2] = [false, true];

/// Four lanes of three operands and of the result, each in 64 bits.
type Lanes = [[u64; 4]; 4];

/// A float primitive as compiled code for four lanes.
struct Code {
    module: Option<JITModule>,
    entry: unsafe extern "C" fn(*mut Lanes),
}

impl Code {
    /// A primitive.
    fn of<A: Width, R: Width>(op: FloatOp) -> Code {
        Code::new::<A>(|d, operands| {
            let result = d.host_float::<A, R>(op, operands).expect("the host has code for the operation");
            if R::BITS == 64 { d.pair(result) } else { d.0.wide(d.value(result), d.0.splat(0)) }
        })
    }

    /// What makes 64-bit lanes out of three operands.
    fn new<A: Width>(make: impl Fn(Strip<'_, '_>, [Val; 3]) -> [Value; 2]) -> Code {
        let mut module = crate::module(crate::Effort::Full).expect("the host has code");
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params.push(AbiParam::new(types::I64));
        let id = module.declare_function("op", Linkage::Local, &signature).expect("a new name");
        let mut context = module.make_context();
        context.func = Function::with_name_signature(Default::default(), signature);
        let mut room = FunctionBuilderContext::new();
        let e = Emit::new(FunctionBuilder::new(&mut context.func, &mut room), crate::region::has_fma());
        let entry = e.with(|b| {
            let entry = b.create_block();
            b.append_block_params_for_function_params(entry);
            b.switch_to_block(entry);
            b.seal_block(entry);
            entry
        });
        let lanes = e.with(|b| b.block_params(entry)[0]);
        let operand = |n: i32| {
            let half = |i| ins!(e, load(types::I64X2, unaligned(), lanes, 32 * n + 16 * i));
            let pair = [half(0), half(1)];
            if A::BITS == 64 { Val::Two(pair) } else { Val::One(e.low(pair)) }
        };
        let pair = make(Strip(&e), [0, 1, 2].map(operand));
        for (i, half) in (0..).zip(pair) {
            ins!(e, store(unaligned(), half, lanes, 96 + 16 * i));
        }
        e.with(|b| {
            b.ins().return_(&[]);
            b.seal_all_blocks();
        });
        e.finish().finalize(module.isa().frontend_config());
        module.define_function(id, &mut context).expect("it compiles");
        module.finalize_definitions().expect("memory");
        let code = module.get_finalized_function(id);
        // SAFETY: the function was compiled with this signature.
        let entry = unsafe { std::mem::transmute::<*const u8, unsafe extern "C" fn(*mut Lanes)>(code) };
        Code { module: Some(module), entry }
    }

    fn run(&self, mut lanes: Lanes) -> [u64; 4] {
        // SAFETY: the code reads and writes these lanes, and is mapped while `self` lives.
        unsafe { (self.entry)(&raw mut lanes) };
        lanes[3]
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nothing else has its code.
            unsafe { module.free_memory() };
        }
    }
}

/// Compares four lanes; NaN results may have any bits.
fn check<A: Width, R: Width>(code: &Code, op: FloatOp, operands: [[u64; 4]; 3]) {
    let [a, b, c] = operands;
    let results = code.run([a, b, c, [0; 4]]);
    for l in 0..4 {
        let expected = soft::float(op, Format::of::<A>(), Format::of::<R>(), a[l], b[l], c[l]);
        let is_nan = |x: u64| !matches!(op, FloatOp::ToInt { .. }) && x & (R::MASK >> 1) > R::EXP_MASK;
        let equal = results[l] == expected || is_nan(expected) && is_nan(results[l]);
        assert!(
            equal,
            "{op:?} {} to {}: {:x} {:x} {:x} gives {:x}, not {expected:x}",
            A::BITS,
            R::BITS,
            a[l],
            b[l],
            c[l],
            results[l]
        );
    }
}

/// Every operand of 32 bits in a sweep; otherwise some thousand of them.
fn all_of_32<R: Width>(op: FloatOp, from: u32, to: u32) {
    let code = Code::of::<W32, R>(op);
    let step = sweep::step(40_009) as u64;
    let mut at = u64::from(from);
    while at <= to.into() {
        let a = std::array::from_fn(|l| (at + l as u64 * step).min(to.into()));
        check::<W32, R>(&code, op, [a, [0; 4], [0; 4]]);
        at += 4 * step;
    }
}

#[test]
fn functions_of_one_f32_are_correctly_rounded() {
    for round in ROUNDINGS {
        for op in [FloatOp::Sqrt(round), FloatOp::Rcp(round), FloatOp::Rsqrt(round)] {
            all_of_32::<W32>(op, 0, u32::MAX);
        }
    }
}

#[test]
fn f32_becomes_binary16_and_integers() {
    for round in ROUNDINGS {
        all_of_32::<W16>(FloatOp::Convert(round), 0, u32::MAX);
        all_of_32::<W32>(FloatOp::Integral(round), 0, u32::MAX);
        for signed in WORDS {
            let op = FloatOp::ToInt { round, signed };
            all_of_32::<W8>(op, 0, u32::MAX);
            all_of_32::<W16>(op, 0, u32::MAX);
            all_of_32::<W32>(op, 0, u32::MAX);
            all_of_32::<W64>(op, 0, u32::MAX);
        }
    }
    all_of_32::<W64>(FloatOp::Convert(Rounding::NearestEven), 0, u32::MAX);
}

#[test]
fn integers_become_floats() {
    for signed in WORDS {
        for round in ROUNDINGS {
            let op = FloatOp::FromInt { round, signed };
            all_of_32::<W16>(op, 0, u32::MAX);
            all_of_32::<W32>(op, 0, u32::MAX);
            all_of_32::<W64>(op, 0, u32::MAX);
        }
    }
}

/// Reciprocal roots depend on the significand and on whether the exponent is even, but for the limits: all of them, in a sweep.
#[test]
fn reciprocal_roots_of_all_significands_are_correctly_rounded() {
    for round in ROUNDINGS {
        all_of_32::<W32>(FloatOp::Rsqrt(round), 1f32.to_bits(), 4f32.to_bits());
    }
}

/// A number with a simple significand and an exponent near another number's, a limit, or any.
fn float<W: Width>(random: &mut Random) -> u64 {
    let drawn = random.draw();
    let exponent = match drawn & 7 {
        0 => 0,
        1 => (1 << W::EXP) - 1 - (drawn >> 8 & 3),
        2 | 3 => drawn >> 8 & ((1 << W::EXP) - 1),
        4 => drawn >> 8 & 3,
        _ => (W::BIAS as u64).wrapping_add(drawn >> 8 & 31).wrapping_sub(15) & ((1 << W::EXP) - 1),
    };
    let any = random.draw() & W::MAN_MASK;
    let man = match drawn >> 3 & 7 {
        0 => 0,
        1 => W::MAN_MASK,
        2 => any & 7,
        3 => any << (W::MAN - 3) & W::MAN_MASK,
        4 => any & any.rotate_left(7) & W::MAN_MASK,
        _ => any,
    };
    ((drawn >> 63) * W::SIGN) | (exponent << W::MAN) | man
}

/// Random operands; some sums cancel.
fn some<A: Width, R: Width>(op: FloatOp) {
    let code = Code::of::<A, R>(op);
    let mut random = Random(sweep::seed(0xf10a));
    for _ in 0..sweep::count(20_000_000, 4000) {
        let [a, mut b, mut c] = [0; 3].map(|_| [0; 4].map(|_| float::<A>(&mut random)));
        for ((a, b), c) in a.iter().zip(&mut b).zip(&mut c) {
            match random.draw() & 7 {
                0 => *b = a ^ A::SIGN,
                1 => {
                    let format = Format::of::<A>();
                    let product = soft::float(FloatOp::Mul(Rounding::TowardZero), format, format, *a, *b, 0);
                    *c = product ^ A::SIGN ^ (random.draw() & 1);
                }
                _ => {}
            }
        }
        check::<A, R>(&code, op, [a, b, c]);
    }
}

#[test]
fn operations_of_several_floats_are_correctly_rounded() {
    for round in ROUNDINGS {
        for op in [FloatOp::Add(round), FloatOp::Mul(round), FloatOp::Fma(round)] {
            some::<W16, W16>(op);
            some::<W32, W32>(op);
        }
        for n in [-64, 64, 3] {
            some::<W32, W32>(FloatOp::FmaScaled(round, n));
        }
        some::<W64, W32>(FloatOp::Convert(round));
        some::<W64, W64>(FloatOp::Integral(round));
        for signed in WORDS {
            some::<W64, W32>(FloatOp::ToInt { round, signed });
            some::<W64, W64>(FloatOp::ToInt { round, signed });
        }
    }
    let round = Rounding::NearestEven;
    for op in [FloatOp::Add(round), FloatOp::Mul(round), FloatOp::Fma(round), FloatOp::Sqrt(round), FloatOp::Rcp(round)]
    {
        some::<W64, W64>(op);
    }
    for n in [-128, 128, 5] {
        some::<W64, W64>(FloatOp::FmaScaled(round, n));
    }
    for signed in WORDS {
        some::<W64, W64>(FloatOp::FromInt { round, signed });
        some::<W64, W32>(FloatOp::FromInt { round, signed });
    }
    some::<W16, W32>(FloatOp::Convert(round));
}

#[test]
fn settled_estimates_are_what_the_interpreter_computes() {
    for what in FUNCTIONS {
        let code = Code::new::<W32>(|d, [operand, ..]| {
            let estimate = d.estimate(what, operand);
            d.0.wide(estimate.value, estimate.unsettled.unwrap_or_else(|| d.0.splat(0)))
        });
        let (step, mut settled, mut unsettled) = (sweep::step(40_009) as u64, 0u64, 0u64);
        let mut at = 0;
        while at <= u32::MAX.into() {
            let operands: [u64; 4] = std::array::from_fn(|l| (at + l as u64 * step).min(u32::MAX.into()));
            for (operand, result) in operands.into_iter().zip(code.run([operands, [0; 4], [0; 4], [0; 4]])) {
                if result >> 32 != 0 {
                    unsettled += 1;
                    continue;
                }
                settled += 1;
                assert_eq!(
                    result,
                    isotope_machine::native::approximate(what, operand as u32).into(),
                    "{what:?} {operand:x}"
                );
            }
            at += 4 * step;
        }
        println!("{what:?}: {settled} settled, {unsettled} not");
    }
}
