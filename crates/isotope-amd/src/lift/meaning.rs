//! The meaning of every form: the lists of the families, and the forms that are not modelled.

use std::borrow::Cow;

use isotope_op::amd_vector::{Clamp16, Int16};

use super::float::{self, FloatCompared, apart, cube, dot, half, matrix, packed};
use super::index::{self, Indexed};
use super::integer::{self, Compared};
use super::lanes::{self, OfPair};
use super::memory::{self, Buffer, Ds, Flat, Segment};
use super::scalar::{self, Compare, WithExec};
use super::typed::{self, Image};
use super::{
    CompareResult, Emit, Lift, Lifted, OfFloats, OfHalfFloats, OfHalves, OfPairs, OfScalars, OfWords, UnderRules,
    base_name, bytes, control, device, not_modelled, order,
};
use crate::processor::{Gfx, Processors};
use crate::rmw::Atomic;
use isotope_ir::effect::{Ask, Control};
use isotope_table::{Form, Meanings};

/// Bits of fields that must be clear, and what is not modelled if one is set.
type Forbidden = (&'static [(&'static str, u64)], &'static str);
/// The check of an instruction's modifiers.
pub(crate) type Check = &'static [Forbidden];

/// The meaning of a form.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    /// No effect on values.
    Idle,
    /// A scalar or control operation.
    Emit(Emit),
    Scalar(Scalar),
    /// An operation between the lanes of the wave.
    Lanes(Emit),
    /// An operation of each half of the wave, if the check of its modifiers passes.
    Vector(Check, Vector),
    /// A pair of operations, of which this is the first.
    Dual(OfPair),
    Ds(Ds),
    /// A request to the global data share.
    Ask(Ask),
    Flat(Segment, Flat),
    Buffer(Buffer),
    Image(Image),
    ImageAtomic(Atomic),
    /// An operation on lanes that is not modelled; gives the reason.
    OpenLanes(&'static str),
    /// Not modelled; gives the reason.
    NotModelled(&'static str),
}

impl Meaning {
    /// Whether it writes memory and is not an atomic.
    pub fn stores(self) -> bool {
        match self {
            Meaning::Ds(Ds::Move { store, .. } | Ds::ByLane { store }) => store,
            Meaning::Flat(_, Flat::Store(_)) => true,
            Meaning::Buffer(Buffer::Move { store, .. } | Buffer::Format { store, .. }) => store,
            Meaning::Image(image) => image.stores(),
            _ => false,
        }
    }
}

/// A scalar operation.
#[derive(Clone, Copy)]
pub(crate) enum Scalar {
    Words(OfScalars),
    Pairs(OfPairs),
    Compare(Compare),
    WithExec(WithExec),
    /// A load of this many words, and whether it uses a descriptor.
    Load(u8, bool),
}

/// A vector operation.
#[derive(Clone, Copy)]
pub(crate) enum Vector {
    Emit(Emit),
    Words(OfWords),
    /// On halves; the flag is their signedness.
    Halves(bool, OfHalves),
    /// On floats of this many bits.
    Floats(u32, OfFloats),
    HalfFloats(OfHalfFloats),
    PairOfFloats(UnderRules),
    PairOfIntegers(Int16, Clamp16, [usize; 3]),
    Compare(Compared, CompareResult),
    FloatCompare(FloatCompared, CompareResult),
    Indexed(Indexed),
    /// Not modelled; gives the reason.
    NotModelled(&'static str),
}

/// Parameters are in LDS only for waves of pixel shaders, which a launch does not have.
const PIXEL: &str = "parameters of pixel shaders";

/// Vector instructions that are not modelled.
const OPEN_VECTOR: &[(&str, &str)] = &[
    ("v_interp_p10_f16_f32", PIXEL),
    ("v_interp_p10_f32", PIXEL),
    ("v_interp_p10_rtz_f16_f32", PIXEL),
    ("v_interp_p2_f16_f32", PIXEL),
    ("v_interp_p2_f32", PIXEL),
    ("v_interp_p2_rtz_f16_f32", PIXEL),
];

/// Other instructions that are not modelled, by reason.
const NOT_MODELLED: &[(&str, &str)] = &[("lds_direct_load", PIXEL), ("lds_param_load", PIXEL)];

/// Image instructions that are not modelled.
const OPEN_IMAGES: &[(&str, &str)] = &[("image_msaa_load", "this memory instruction")];

type Line = (Cow<'static, str>, Meaning);

/// Lines of a list.
fn lines<T: Copy>(list: &'static [(&'static str, T)], meaning: impl Fn(T) -> Meaning) -> impl Iterator<Item = Line> {
    list.iter().map(move |&(name, what)| (name.into(), meaning(what)))
}

/// Lines with composed names.
fn joined<T>(list: impl Iterator<Item = (String, T)>, meaning: impl Fn(T) -> Meaning) -> impl Iterator<Item = Line> {
    list.map(move |(name, what)| (name.into(), meaning(what)))
}

/// Lines of vector operations whose modifiers are checked.
fn checked(check: Check, list: &'static [(&'static str, Emit)]) -> impl Iterator<Item = Line> {
    lines(list, move |emit| Meaning::Vector(check, Vector::Emit(emit)))
}

fn scalar_lines() -> impl Iterator<Item = Line> {
    use Meaning::Scalar as Of;
    let idle = control::IDLE.iter().map(|&name| (name.into(), Meaning::Idle));
    idle.chain(lines(control::MEANINGS, Meaning::Emit))
        .chain(lines(order::MEANINGS, Meaning::Emit))
        .chain(lines(index::SCALAR, Meaning::Emit))
        .chain(lines(scalar::WORDS, |op| Of(Scalar::Words(op))))
        .chain(lines(scalar::PAIRS, |op| Of(Scalar::Pairs(op))))
        .chain(joined(scalar::compares(), |compare| Of(Scalar::Compare(compare))))
        .chain(joined(scalar::with_exec(), |with| Of(Scalar::WithExec(with))))
        .chain(joined(scalar::loads(), |(words, descriptor)| Of(Scalar::Load(words, descriptor))))
}

fn vector_lines() -> impl Iterator<Item = Line> {
    let emitted = [
        integer::MEANINGS,
        float::CONVERSIONS,
        cube::MEANINGS,
        half::MEANINGS,
        apart::MEANINGS,
        packed::MEANINGS,
        dot::MEANINGS,
        bytes::MEANINGS,
        index::MEANINGS,
        lanes::MEANINGS,
    ];
    let of = |vector| Meaning::Vector(NO_CHECK, vector);
    let halves = integer::HALVES.iter().map(move |&(name, signed, op)| (name.into(), of(Vector::Halves(signed, op))));
    let compares =
        [("v_cmp", CompareResult::Mask), ("v_cmpx", CompareResult::Exec)].into_iter().flat_map(move |(stem, to)| {
            let integers = integer::compares().map(move |(end, what)| (end, Vector::Compare(what, to)));
            let floats = float::compares().map(move |(end, what)| (end, Vector::FloatCompare(what, to)));
            integers.chain(floats).map(move |(end, vector)| (format!("{stem}_{end}").into(), of(vector)))
        });
    emitted
        .into_iter()
        .flat_map(|list| checked(NO_CHECK, list))
        .chain(lines(integer::WORDS, move |op| of(Vector::Words(op))))
        .chain(halves)
        .chain(lines(float::SINGLES, move |op| of(Vector::Floats(32, op))))
        .chain(lines(float::DOUBLES, move |op| of(Vector::Floats(64, op))))
        .chain(lines(half::SUMS, move |op| of(Vector::HalfFloats(op))))
        .chain(lines(packed::FLOATS, move |op| of(Vector::PairOfFloats(op))))
        .chain(lines(index::MOVES, move |indexed| of(Vector::Indexed(indexed))))
        .chain(compares)
        .chain(lines(OPEN_VECTOR, move |what| of(Vector::NotModelled(what))))
        .chain(lines(lanes::WAVE, Meaning::Lanes))
        .chain(lines(lanes::DUAL, Meaning::Dual))
}

/// Vector operations with undocumented modifiers.
fn checked_lines() -> impl Iterator<Item = Line> {
    let integers = packed::INTEGERS.iter().map(|&(name, op, clamp, order)| {
        (name.into(), Meaning::Vector(NO_SIGN, Vector::PairOfIntegers(op, clamp, order)))
    });
    integers
        .chain(checked(NO_CLAMP, integer::UNCLAMPED))
        .chain(checked(NO_CLAMP, std::slice::from_ref(&apart::PACK)))
        .chain(checked(NO_FACTOR_OF_SCALED, apart::SCALED))
        .chain(checked(NO_FACTOR_OF_HALVES, std::slice::from_ref(&apart::PACK_TOWARD_ZERO)))
        .chain(checked(NO_SIGN_OF_EXPONENT, std::slice::from_ref(&half::LDEXP)))
        .chain(checked(NO_COMMON_SIGN, dot::ACCUMULATED))
        .chain(checked(NO_UPPER_SIGN, dot::SINGLE))
        .chain(checked(SIGNS_OF_FACTORS_AND_WHOLE, packed::ANY_SIGN))
        .chain(checked(NO_SIGN_AND_WHOLE, packed::UNSIGNED))
        .chain(checked(FACTORS_WHOLE, matrix::FLOATS))
        .chain(checked(SIGNS_OF_FACTORS_AND_FACTORS_WHOLE, matrix::INTEGERS))
}

fn memory_lines(processors: &'static Processors) -> impl Iterator<Item = Line> {
    joined(memory::ds(processors), Meaning::Ds)
        .chain(lines(device::MEANINGS, Meaning::Ask))
        .chain(joined(memory::flat(processors), |(segment, what)| Meaning::Flat(segment, what)))
        .chain(joined(memory::buffer(processors), Meaning::Buffer))
        .chain(lines(typed::IMAGES, Meaning::Image))
        .chain(joined(memory::image_atomics(processors), Meaning::ImageAtomic))
        .chain(lines(OPEN_IMAGES, Meaning::OpenLanes))
        .chain(lines(NOT_MODELLED, Meaning::NotModelled))
}

/// The meanings of the forms of a table, including the rows that only one processor has.
fn meanings(processors: &'static Processors) -> Meanings<Meaning> {
    let shared = || scalar_lines().chain(vector_lines()).chain(checked_lines()).chain(memory_lines(processors));
    let like = |name: &str| {
        let line = shared().find(|line| line.0 == name);
        line.unwrap_or_else(|| panic!("`{name}` has no meaning that another could share")).1
    };
    let own = processors.each().flat_map(|gfx| {
        gfx.means.iter().map(move |(name, means)| (format!("{name} {}", gfx.name).into(), like(means.0)))
    });
    let table = processors.table();
    Meanings::new(table.len(), shared().chain(own)).complete(|| table.forms().map(|form| names(processors, form)))
}

/// The names of a form in the lists. If only one processor has the form, the name with that processor is first.
fn names(processors: &'static Processors, form: &Form) -> [Cow<'static, str>; 2] {
    let name = base_name(form.mnemonic);
    let alone = processors.each().find(|gfx| form.row.profiles & !gfx.profiles() == 0);
    let own = alone.map_or(Cow::Borrowed(name), |gfx| format!("{name} {}", gfx.name).into());
    [own, name.into()]
}

/// The meaning of `form` of a processor's table.
pub(super) fn of(gfx: Gfx, form: &Form) -> Meaning {
    let processors = gfx.among();
    processors.meanings(|| meanings(processors)).of(form.index, || names(processors, form))
}

// Modifiers that the encoding has and no document explains.

const NO_CHECK: Check = &[];
const NO_CLAMP: Check = &[(&[("clamp", ALL)], "the clamp of 64 bits, or of two halves that are copied")];
const NO_FACTOR_OF_SCALED: Check = &[(&[("omod", ALL)], "an output modifier of a scaled operand")];
const NO_FACTOR_OF_HALVES: Check = &[(&[("omod", ALL)], "an output modifier of two halves")];
const NO_SIGN_OF_EXPONENT: Check = &[(&[("neg1", ALL), ("abs1", ALL)], "the sign of an exponent")];
const NO_COMMON_SIGN: Check =
    &[(&[("neg0", ALL), ("neg1", ALL), ("abs0", ALL), ("abs1", ALL)], "one sign for two halves")];
const NO_UPPER_SIGN: Check = &[(&[("neg_hi", 0b100)], "the upper sign of an operand without halves")];
const NO_SIGN: Check = &[sign_beside(&[("neg_lo", ALL), ("neg_hi", ALL)])];
const NO_SIGN_AND_WHOLE: Check = &[NO_SIGN[0], WHOLE];
/// `neg_lo` of the factors selects their signedness.
const SIGNS_OF_FACTORS: Forbidden = sign_beside(&[("neg_lo", !0b11), ("neg_hi", ALL)]);
const SIGNS_OF_FACTORS_AND_WHOLE: Check = &[SIGNS_OF_FACTORS, WHOLE];
const FACTORS_WHOLE: Check = &[half_of(&[("op_sel", 0b11)])];
const SIGNS_OF_FACTORS_AND_FACTORS_WHOLE: Check = &[SIGNS_OF_FACTORS, FACTORS_WHOLE[0]];
const WHOLE: Forbidden = half_of(&[("op_sel", 0b111)]);
const ALL: u64 = u64::MAX;

const fn sign_beside(bits: &'static [(&'static str, u64)]) -> Forbidden {
    (bits, "the sign of an integer")
}

const fn half_of(bits: &'static [(&'static str, u64)]) -> Forbidden {
    (bits, "half of an operand that is read whole")
}

impl Lift<'_> {
    /// The effect of an instruction with this meaning.
    pub(super) fn emit(&mut self, meaning: Meaning) -> Lifted {
        match meaning {
            Meaning::Idle => Ok(Control::Next),
            Meaning::Emit(emit) => emit(self),
            Meaning::Scalar(scalar) => self.scalar(scalar),
            Meaning::Lanes(emit) => match self.extended_sign() {
                Some(what) => Err(not_modelled(what)),
                None => emit(self),
            },
            Meaning::Vector(check, vector) => {
                match self.extended_sign().or(self.stray_half()).or_else(|| self.forbidden(check)) {
                    Some(what) => Err(not_modelled(what)),
                    None => self.vector(vector),
                }
            }
            Meaning::Dual(first) => self.dual(first),
            Meaning::Ds(ds) if self.flag("gds") => self.gds(ds),
            Meaning::Ds(ds) => self.ds(ds),
            Meaning::Ask(ask) => self.ask(ask),
            Meaning::Flat(segment, what) => self.flat(segment, what),
            Meaning::Buffer(buffer) => self.buffer(buffer),
            Meaning::Image(image) => self.image_elements(image),
            Meaning::ImageAtomic(named) => self.image_atomic(named),
            Meaning::OpenLanes(what) => {
                self.begin_half(0);
                Err(not_modelled(what))
            }
            Meaning::NotModelled(what) => Err(not_modelled(what)),
        }
    }

    /// The reason of the first failed check.
    fn forbidden(&self, check: Check) -> Option<&'static str> {
        let is_set = |&(field, mask): &(&str, u64)| self.inst.bits(field, mask) != 0;
        check.iter().find(|(bits, _)| bits.iter().any(is_set)).map(|(_, what)| *what)
    }

    /// Reports an SDWA modifier, which RDNA3 does not have.
    fn extended_sign(&self) -> Option<&'static str> {
        let set = ["sext0", "sext1", "sext2"].iter().any(|sext| self.flag(sext));
        set.then_some("sign extension of an operand, which gfx1100 does not document")
    }

    /// A selected half of an operand or a result that has no halves.
    fn stray_half(&self) -> Option<&'static str> {
        let halves = self.inst.form.half_bits("op_sel");
        (halves != 0 && self.inst.get("op_sel") & !halves != 0).then_some("half of an operand or a result of 32 bits")
    }

    fn scalar(&mut self, scalar: Scalar) -> Lifted {
        match scalar {
            Scalar::Words(op) => op(self, [self.src(0), self.src(1)]),
            Scalar::Pairs(op) => op(self, [self.src64(0), self.src64(1)]),
            Scalar::Compare(compare) => self.scalar_compare(compare),
            Scalar::WithExec(with) => self.with_exec(with),
            Scalar::Load(words, through_descriptor) => self.smem(words, through_descriptor),
        }
    }

    fn vector(&mut self, vector: Vector) -> Lifted {
        let indexed = if let Vector::Indexed(indexed) = vector { Some(indexed) } else { None };
        self.each_half(|l| {
            if l.is_dpp() {
                l.dpp_value = None;
                l.dpp(indexed)?;
            }
            match vector {
                Vector::Emit(emit) => emit(l),
                Vector::Words(op) => op(l, [0, 1, 2].map(|i| l.src(i))),
                Vector::Halves(signed, op) => l.halves_op(signed, op),
                Vector::Floats(bits, op) => op(l, l.before_factor(bits)),
                Vector::HalfFloats(op) => {
                    let value = op(l, l.before_factor(16));
                    l.put_f16(value)
                }
                Vector::PairOfFloats(op) => l.pair_of_floats(op),
                Vector::PairOfIntegers(op, clamp, order) => l.pair_of_integers(op, clamp, order),
                Vector::Compare(compared, to) => l.compare(compared, to),
                Vector::FloatCompare(compared, to) => l.float_compare(compared, to),
                Vector::Indexed(indexed) => l.indexed(indexed),
                Vector::NotModelled(what) => Err(not_modelled(what)),
            }?;
            Ok(())
        })?;
        self.keep_mask();
        Ok(Control::Next)
    }
}
