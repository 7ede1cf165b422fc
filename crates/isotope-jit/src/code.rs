//! The domain of host code: the definitions of `isotope-op` become instructions of the host.
//!
//! [`Scalar`] computes one value, [`Strip`] four lanes at a time. What a host has no instruction for is marked
//! ([`Emit::refuse`]), and the caller leaves that operation to the interpreter. Literals are folded as they are met.

use std::cell::{Cell, RefCell};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ConstantData, Endianness, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_op::domain::{Bits, Concrete, Domain, W32, Width, Word};
use isotope_op::float::{FloatOp, Rounding};

/// A function that is being written.
pub(crate) struct Emit<'f> {
    b: RefCell<FunctionBuilder<'f>>,
    refused: Cell<bool>,
    /// The host multiplies and adds with one rounding.
    fma: bool,
}

/// Emit an instruction. Its operands are emitted first.
macro_rules! ins {
    ($emit:expr, $name:ident($a:expr)) => {{
        let a = $a;
        $emit.with(|b| b.ins().$name(a))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr)) => {{
        let (x, y) = ($a, $b);
        $emit.with(|b| b.ins().$name(x, y))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr)) => {{
        let (x, y, z) = ($a, $b, $c);
        $emit.with(|b| b.ins().$name(x, y, z))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr, $d:expr)) => {{
        let (x, y, z, w) = ($a, $b, $c, $d);
        $emit.with(|b| b.ins().$name(x, y, z, w))
    }};
    ($emit:expr, $name:ident($a:expr, $b:expr, $c:expr, $d:expr, $e:expr)) => {{
        let (x, y, z, w, v) = ($a, $b, $c, $d, $e);
        $emit.with(|b| b.ins().$name(x, y, z, w, v))
    }};
}
pub(crate) use ins;

impl<'f> Emit<'f> {
    pub(crate) fn new(b: FunctionBuilder<'f>, fma: bool) -> Emit<'f> {
        Emit { b: RefCell::new(b), refused: Cell::new(false), fma }
    }

    /// Use the builder.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut FunctionBuilder<'f>) -> R) -> R {
        f(&mut self.b.borrow_mut())
    }

    pub(crate) fn finish(self) -> FunctionBuilder<'f> {
        self.b.into_inner()
    }

    /// Say that the host has no code for this.
    pub(crate) fn refuse(&self) {
        self.refused.set(true);
    }

    /// Whether there was no code for something since the last time.
    pub(crate) fn take_refused(&self) -> bool {
        self.refused.replace(false)
    }

    pub(crate) fn int(&self, ty: Type, value: u64) -> Value {
        // The literal's bits as the type's sign-extended immediate.
        let unused = 64 - ty.bits();
        ins!(self, iconst(ty, ((value << unused) as i64) >> unused))
    }

    pub(crate) fn vector(&self, lanes: [u32; 4]) -> Value {
        let bytes: Vec<u8> = lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect();
        self.with(|b| {
            let constant = b.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
            b.ins().vconst(types::I32X4, constant)
        })
    }

    pub(crate) fn splat(&self, value: u64) -> Value {
        self.vector([value as u32; 4])
    }

    fn splat64(&self, value: u64) -> Value {
        let bytes: Vec<u8> = [value; 2].iter().flat_map(|lane| lane.to_le_bytes()).collect();
        self.with(|b| {
            let constant = b.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
            b.ins().vconst(types::I64X2, constant)
        })
    }

    /// The same bits as another type.
    pub(crate) fn cast(&self, ty: Type, value: Value) -> Value {
        if self.with(|b| b.func.dfg.value_type(value)) == ty {
            return value;
        }
        ins!(self, bitcast(ty, MemFlagsData::new().with_endianness(Endianness::Little), value))
    }

    /// Words of two vectors, by their numbers 0 to 7.
    pub(crate) fn shuffle(&self, a: Value, b: Value, words: [u8; 4]) -> Value {
        let (a, b) = (self.cast(types::I8X16, a), self.cast(types::I8X16, b));
        let bytes: Vec<u8> = words.iter().flat_map(|w| (0..4).map(move |i| 4 * w + i)).collect();
        let mixed = self.with(|f| {
            let mask = f.func.dfg.immediates.push(ConstantData::from(&bytes[..]));
            f.ins().shuffle(a, b, mask)
        });
        self.cast(types::I32X4, mixed)
    }

    /// Low and high words as 64-bit lanes: lanes 0 and 1, lanes 2 and 3.
    pub(crate) fn wide(&self, low: Value, high: Value) -> [Value; 2] {
        [[0, 4, 1, 5], [2, 6, 3, 7]].map(|words| self.cast(types::I64X2, self.shuffle(low, high, words)))
    }

    /// The low words of 64-bit lanes.
    pub(crate) fn low(&self, pair: [Value; 2]) -> Value {
        self.shuffle(pair[0], pair[1], [0, 2, 4, 6])
    }

    /// The high words of 64-bit lanes.
    pub(crate) fn high(&self, pair: [Value; 2]) -> Value {
        self.shuffle(pair[0], pair[1], [1, 3, 5, 7])
    }
}

/// A value: a literal, or what an instruction gave.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Val {
    /// A literal of its width.
    Lit(u64),
    /// A scalar, or four lanes of at most 32 bits each, zero-extended.
    One(Value),
    /// Four lanes of 64 bits.
    Two([Value; 2]),
}

/// A truth value: known, or what an instruction gave.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Truth {
    Known(bool),
    /// A byte of 0 or 1, or four lanes of zeros or ones.
    Of(Value),
}

/// Whether two values are the same, whatever they are.
fn same(a: Val, b: Val) -> bool {
    match (a, b) {
        (Val::Lit(a), Val::Lit(b)) => a == b,
        (Val::One(a), Val::One(b)) => a == b,
        (Val::Two(a), Val::Two(b)) => a == b,
        _ => false,
    }
}

fn type_of<W: Width>() -> Type {
    Type::int(W::BITS as u16).expect("widths are those of integers")
}

/// What folding and neutral elements save, alike in both domains.
macro_rules! common {
    () => {
        fn lit<W: Width>(self, bits: u64) -> Val {
            Val::Lit(bits)
        }
        fn and<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a & b),
                (Val::Lit(0), _) | (_, Val::Lit(0)) => Val::Lit(0),
                (Val::Lit(m), x) | (x, Val::Lit(m)) if m == W::MASK => x,
                _ => self.two::<W>(a, b, |b, x, y| b.ins().band(x, y)),
            }
        }
        fn or<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a | b),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => self.two::<W>(a, b, |b, x, y| b.ins().bor(x, y)),
            }
        }
        fn xor<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a ^ b),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => self.two::<W>(a, b, |b, x, y| b.ins().bxor(x, y)),
            }
        }
        fn not<W: Width>(self, a: Val) -> Val {
            self.xor::<W>(a, Val::Lit(W::MASK))
        }
        fn add<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_add(b) & W::MASK),
                (Val::Lit(0), x) | (x, Val::Lit(0)) => x,
                _ => self.kept::<W>(self.two::<W>(a, b, |b, x, y| b.ins().iadd(x, y))),
            }
        }
        fn sub<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_sub(b) & W::MASK),
                (x, Val::Lit(0)) => x,
                _ => self.kept::<W>(self.two::<W>(a, b, |b, x, y| b.ins().isub(x, y))),
            }
        }
        fn mul<W: Width>(self, a: Val, b: Val) -> Val {
            match (a, b) {
                (Val::Lit(a), Val::Lit(b)) => Val::Lit(a.wrapping_mul(b) & W::MASK),
                (Val::Lit(0), _) | (_, Val::Lit(0)) => Val::Lit(0),
                (Val::Lit(1), x) | (x, Val::Lit(1)) => x,
                (Val::Lit(n), x) | (x, Val::Lit(n)) if n.is_power_of_two() => {
                    self.shl::<W>(x, Val::Lit(n.trailing_zeros().into()))
                }
                _ => self.kept::<W>(self.two::<W>(a, b, |b, x, y| b.ins().imul(x, y))),
            }
        }
        fn eq<W: Width>(self, a: Val, b: Val) -> Truth {
            if same(a, b) {
                return Truth::Known(true);
            }
            folded::<W, _>(a, b, |a, b| Truth::Known(a == b)).unwrap_or_else(|| self.compare::<W>(IntCC::Equal, a, b))
        }
        fn truth(self, b: bool) -> Truth {
            Truth::Known(b)
        }
        fn not_b(self, a: Truth) -> Truth {
            self.xor_b(a, Truth::Known(true))
        }
        fn and_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::Known(false),
                (Truth::Known(true), x) | (x, Truth::Known(true)) => x,
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, band(a, b))),
            }
        }
        fn or_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(true), _) | (_, Truth::Known(true)) => Truth::Known(true),
                (Truth::Known(false), x) | (x, Truth::Known(false)) => x,
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, bor(a, b))),
            }
        }
        fn xor_b(self, a: Truth, b: Truth) -> Truth {
            match (a, b) {
                (Truth::Known(a), Truth::Known(b)) => Truth::Known(a ^ b),
                (Truth::Known(false), x) | (x, Truth::Known(false)) => x,
                (Truth::Known(true), Truth::Of(x)) | (Truth::Of(x), Truth::Known(true)) => self.inverse(x),
                (Truth::Of(a), Truth::Of(b)) => Truth::Of(ins!(self.0, bxor(a, b))),
            }
        }
    };
}

/// Fold an operation whose operands are literals.
fn folded<W: Width, R>(a: Val, b: Val, f: impl FnOnce(W::Repr, W::Repr) -> R) -> Option<R> {
    match (a, b) {
        (Val::Lit(a), Val::Lit(b)) => Some(f(W::Repr::from_u64(a), W::Repr::from_u64(b))),
        _ => None,
    }
}

fn folded_float<A: Width, R: Width>(op: FloatOp, [a, b, c]: [Val; 3]) -> Option<Val> {
    let (Val::Lit(a), Val::Lit(b), Val::Lit(c)) = (a, b, c) else { return None };
    let of = |x: u64| A::Repr::from_u64(x);
    Some(Val::Lit(Concrete.float::<A, R>(op, of(a), of(b), of(c)).to_u64()))
}

/// One value.
#[derive(Clone, Copy)]
pub(crate) struct Scalar<'e, 'f>(pub &'e Emit<'f>);

impl<'e, 'f> Scalar<'e, 'f> {
    pub(crate) fn bits<W: Width>(self, v: Val) -> Bits<Self, W> {
        Bits { d: self, v }
    }

    pub(crate) fn value<W: Width>(self, v: Val) -> Value {
        match v {
            Val::Lit(bits) => self.0.int(type_of::<W>(), bits),
            Val::One(value) => value,
            Val::Two(_) => unreachable!("a scalar is one value"),
        }
    }

    fn two<W: Width>(self, a: Val, b: Val, f: impl FnOnce(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let (a, b) = (self.value::<W>(a), self.value::<W>(b));
        Val::One(self.0.with(|builder| f(builder, a, b)))
    }

    /// A host's integers of a width keep no more.
    #[expect(clippy::extra_unused_type_parameters, reason = "four lanes need it")]
    fn kept<W: Width>(self, v: Val) -> Val {
        v
    }

    fn inverse(self, x: Value) -> Truth {
        Truth::Of(ins!(self.0, bxor_imm_u(x, 1)))
    }

    fn compare<W: Width>(self, cc: IntCC, a: Val, b: Val) -> Truth {
        let (a, b) = (self.value::<W>(a), self.value::<W>(b));
        Truth::Of(ins!(self.0, icmp(cc, a, b)))
    }

    /// A shift, whatever the count.
    fn shift<W: Width>(self, a: Val, n: Val, f: impl FnOnce(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let (a, n) = (self.value::<W>(a), self.value::<W>(n));
        let shifted = self.0.with(|b| f(b, a, n));
        let (limit, zero) = (self.0.int(type_of::<W>(), W::BITS.into()), self.0.int(type_of::<W>(), 0));
        let within = ins!(self.0, icmp(IntCC::UnsignedLessThan, n, limit));
        Val::One(ins!(self.0, select(within, shifted, zero)))
    }

    fn condition(self, c: Value) -> Value {
        c
    }
}

impl<'e, 'f> Domain for Scalar<'e, 'f> {
    type B = Truth;
    type V<W: Width> = Val;

    common!();

    fn shl<W: Width>(self, a: Val, n: Val) -> Val {
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            _ => folded::<W, _>(a, n, |a, n| Val::Lit(a.shl(n).to_u64()))
                .unwrap_or_else(|| self.shift::<W>(a, n, |b, x, n| b.ins().ishl(x, n))),
        }
    }
    fn shr<W: Width>(self, a: Val, n: Val) -> Val {
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            _ => folded::<W, _>(a, n, |a, n| Val::Lit(a.shr(n).to_u64()))
                .unwrap_or_else(|| self.shift::<W>(a, n, |b, x, n| b.ins().ushr(x, n))),
        }
    }
    fn sar<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.sar(n).to_u64())) {
            return known;
        }
        let n = match n {
            Val::Lit(n) => Val::Lit(n.min(u64::from(W::BITS) - 1)),
            n => {
                let top = Val::Lit(u64::from(W::BITS) - 1);
                let within = self.ult::<W>(n, top);
                self.ite::<W>(within, n, top)
            }
        };
        self.two::<W>(a, n, |b, x, n| b.ins().sshr(x, n))
    }
    fn clz<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, clz(a)))
    }
    fn popc<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, popcnt(a)))
    }
    fn rev<W: Width>(self, a: Val) -> Val {
        let a = self.value::<W>(a);
        Val::One(ins!(self.0, bitrev(a)))
    }
    fn zext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::One(v) if A::BITS < R::BITS => Val::One(ins!(self.0, uextend(type_of::<R>(), v))),
            a => a,
        }
    }
    fn sext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(A::Repr::from_u64(v).to_i64() as u64 & R::MASK),
            Val::One(v) if A::BITS < R::BITS => Val::One(ins!(self.0, sextend(type_of::<R>(), v))),
            a => a,
        }
    }
    fn trunc<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(v & R::MASK),
            Val::One(v) if A::BITS > R::BITS => Val::One(ins!(self.0, ireduce(type_of::<R>(), v))),
            a => a,
        }
    }
    fn ult<W: Width>(self, a: Val, b: Val) -> Truth {
        if same(a, b) || matches!(b, Val::Lit(0)) {
            return Truth::Known(false);
        }
        folded::<W, _>(a, b, |a, b| Truth::Known(a < b))
            .unwrap_or_else(|| self.compare::<W>(IntCC::UnsignedLessThan, a, b))
    }
    fn slt<W: Width>(self, a: Val, b: Val) -> Truth {
        if same(a, b) {
            return Truth::Known(false);
        }
        folded::<W, _>(a, b, |a, b| Truth::Known(a.slt(b)))
            .unwrap_or_else(|| self.compare::<W>(IntCC::SignedLessThan, a, b))
    }
    fn ite<W: Width>(self, c: Truth, a: Val, b: Val) -> Val {
        match (c, a, b) {
            (Truth::Known(true), ..) => a,
            (Truth::Known(false), ..) => b,
            (_, Val::Lit(x), Val::Lit(y)) if x == y => a,
            (Truth::Of(c), ..) => {
                let (c, a, b) = (self.condition(c), self.value::<W>(a), self.value::<W>(b));
                Val::One(ins!(self.0, select(c, a, b)))
            }
        }
    }
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Val, b: Val, c: Val) -> Val {
        if let Some(known) = folded_float::<A, R>(op, [a, b, c]) {
            return known;
        }
        let ty = match A::BITS {
            32 => types::F32,
            64 => types::F64,
            _ => return self.no_code(),
        };
        let [x, y, _] = [a, b, c].map(|v| self.value::<A>(v));
        let float = |v| self.0.cast(ty, v);
        let back = |v| Val::One(self.0.cast(type_of::<R>(), v));
        match (A::BITS == R::BITS, op) {
            (true, FloatOp::Add(Rounding::NearestEven)) => back(ins!(self.0, fadd(float(x), float(y)))),
            (true, FloatOp::Mul(Rounding::NearestEven)) => back(ins!(self.0, fmul(float(x), float(y)))),
            _ => self.no_code(),
        }
    }
}

impl Scalar<'_, '_> {
    fn no_code(self) -> Val {
        self.0.refuse();
        Val::Lit(0)
    }
}

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Strip<'e, 'f>(pub &'e Emit<'f>);

impl<'e, 'f> Strip<'e, 'f> {
    pub(crate) fn bits<W: Width>(self, v: Val) -> Bits<Self, W> {
        Bits { d: self, v }
    }

    /// Four lanes of at most 32 bits.
    pub(crate) fn value(self, v: Val) -> Value {
        match v {
            Val::Lit(bits) => self.0.splat(bits),
            Val::One(value) => value,
            Val::Two(pair) => self.0.low(pair),
        }
    }

    /// Four lanes of 64 bits.
    pub(crate) fn pair(self, v: Val) -> [Value; 2] {
        match v {
            Val::Lit(bits) => [self.0.splat64(bits); 2],
            Val::Two(pair) => pair,
            Val::One(_) => unreachable!("64 bits a lane are a pair"),
        }
    }

    /// A truth value as lanes of zeros or ones.
    pub(crate) fn mask(self, b: Truth) -> Value {
        match b {
            Truth::Known(b) => self.0.splat(if b { u32::MAX.into() } else { 0 }),
            Truth::Of(value) => value,
        }
    }

    fn two<W: Width>(self, a: Val, b: Val, f: impl Fn(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        if W::BITS == 64 {
            let (a, b) = (self.pair(a), self.pair(b));
            return Val::Two([0, 1].map(|i| self.0.with(|builder| f(builder, a[i], b[i]))));
        }
        let (a, b) = (self.value(a), self.value(b));
        Val::One(self.0.with(|builder| f(builder, a, b)))
    }

    /// The low bits of a lane that may have got more.
    fn kept<W: Width>(self, v: Val) -> Val {
        if W::BITS >= 32 { v } else { self.and::<W32>(v, Val::Lit(W::MASK)) }
    }

    fn inverse(self, x: Value) -> Truth {
        Truth::Of(ins!(self.0, bnot(x)))
    }

    /// A lane below 32 bits with its sign at the top, which keeps order.
    fn raised<W: Width>(self, v: Val) -> Val {
        match v {
            Val::Lit(bits) if W::BITS < 32 => Val::Lit(bits << (32 - W::BITS)),
            v if W::BITS < 32 => self.shift_by(v, 32 - W::BITS, false, |b, x, n| b.ins().ishl(x, n)),
            v => v,
        }
    }

    fn shift_by(self, v: Val, n: u32, wide: bool, f: impl Fn(&mut FunctionBuilder<'f>, Value, Value) -> Value) -> Val {
        let n = self.0.int(types::I32, n.into());
        if wide {
            return Val::Two(self.pair(v).map(|x| self.0.with(|b| f(b, x, n))));
        }
        let x = self.value(v);
        Val::One(self.0.with(|b| f(b, x, n)))
    }

    fn compare<W: Width>(self, cc: IntCC, a: Val, b: Val) -> Truth {
        if W::BITS < 64 {
            let (a, b) = (self.value(a), self.value(b));
            return Truth::Of(ins!(self.0, icmp(cc, a, b)));
        }
        let (a, b) = (self.pair(a), self.pair(b));
        Truth::Of(self.0.low([0, 1].map(|i| ins!(self.0, icmp(cc, a[i], b[i])))))
    }

    /// What one value gives in each lane.
    fn each<W: Width>(self, a: Val, n: Val, f: impl Fn(Scalar<'e, 'f>, Val, Val) -> Val) -> Val {
        let one = Scalar(self.0);
        let lane = |v: Val, l: u8| match v {
            Val::Lit(_) => v,
            Val::Two(pair) => Val::One(ins!(self.0, extractlane(pair[usize::from(l / 2)], l % 2))),
            Val::One(v) => Val::One(ins!(self.0, extractlane(v, l))),
        };
        let of = |l: u8| f(one, lane(a, l), lane(n, l));
        if W::BITS == 64 {
            let pair = [0u8, 2].map(|l| {
                let out = ins!(self.0, splat(types::I64X2, one.value::<W>(of(l))));
                ins!(self.0, insertlane(out, one.value::<W>(of(l + 1)), 1))
            });
            return Val::Two(pair);
        }
        let mut out = ins!(self.0, splat(types::I32X4, one.value::<W>(of(0))));
        for l in 1..4 {
            out = ins!(self.0, insertlane(out, one.value::<W>(of(l)), l));
        }
        Val::One(out)
    }

    fn no_code(self) -> Val {
        self.0.refuse();
        Val::Lit(0)
    }

    /// A value of some width again, whatever was given up.
    fn widened<R: Width>(self, v: Value) -> Val {
        if R::BITS == 64 { Val::Two([ins!(self.0, uwiden_low(v)), ins!(self.0, uwiden_high(v))]) } else { Val::One(v) }
    }
}

impl<'e, 'f> Domain for Strip<'e, 'f> {
    type B = Truth;
    type V<W: Width> = Val;

    common!();

    fn shl<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.shl(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            Val::Lit(n) => self.kept::<W>(self.shift_by(a, n as u32, W::BITS == 64, |b, x, n| b.ins().ishl(x, n))),
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.shl::<W>(a, n)),
        }
    }
    fn shr<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.shr(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) if n >= W::BITS.into() => Val::Lit(0),
            Val::Lit(n) => self.shift_by(a, n as u32, W::BITS == 64, |b, x, n| b.ins().ushr(x, n)),
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.shr::<W>(a, n)),
        }
    }
    fn sar<W: Width>(self, a: Val, n: Val) -> Val {
        if let Some(known) = folded::<W, _>(a, n, |a, n| Val::Lit(a.sar(n).to_u64())) {
            return known;
        }
        match n {
            Val::Lit(0) => a,
            Val::Lit(n) => {
                let n = n.min(u64::from(W::BITS) - 1) as u32;
                if W::BITS >= 32 {
                    return self.shift_by(a, n, W::BITS == 64, |b, x, n| b.ins().sshr(x, n));
                }
                let up = 32 - W::BITS;
                let signed = self.shift_by(self.raised::<W>(a), n + up, false, |b, x, n| b.ins().sshr(x, n));
                self.kept::<W>(signed)
            }
            _ if W::BITS < 32 => self.no_code(),
            n => self.each::<W>(a, n, |d, a, n| d.sar::<W>(a, n)),
        }
    }
    fn clz<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.clz::<W>(a)) }
    }
    fn popc<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.popc::<W>(a)) }
    }
    fn rev<W: Width>(self, a: Val) -> Val {
        if W::BITS < 32 { self.no_code() } else { self.each::<W>(a, Val::Lit(0), |d, a, _| d.rev::<W>(a)) }
    }
    fn zext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::One(v) if A::BITS < 64 => self.widened::<R>(v),
            a => a,
        }
    }
    fn sext<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(A::Repr::from_u64(v).to_i64() as u64 & R::MASK),
            Val::One(v) if A::BITS < R::BITS => {
                let v = match A::BITS {
                    32 => v,
                    bits => self.value(
                        self.shift_by(self.raised::<A>(Val::One(v)), 32 - bits, false, |b, x, n| b.ins().sshr(x, n)),
                    ),
                };
                match R::BITS {
                    64 => Val::Two([ins!(self.0, swiden_low(v)), ins!(self.0, swiden_high(v))]),
                    _ => self.kept::<R>(Val::One(v)),
                }
            }
            a => a,
        }
    }
    fn trunc<A: Width, R: Width>(self, a: Val) -> Val {
        match a {
            Val::Lit(v) => Val::Lit(v & R::MASK),
            Val::Two(pair) if R::BITS < 64 => self.kept::<R>(Val::One(self.0.low(pair))),
            a if R::BITS < A::BITS => self.kept::<R>(a),
            a => a,
        }
    }
    fn ult<W: Width>(self, a: Val, b: Val) -> Truth {
        if same(a, b) || matches!(b, Val::Lit(0)) {
            return Truth::Known(false);
        }
        if let Some(known) = folded::<W, _>(a, b, |a, b| Truth::Known(a < b)) {
            return known;
        }
        if W::BITS < 64 {
            return self.compare::<W>(IntCC::UnsignedLessThan, a, b);
        }
        let turned = |v| self.xor::<W>(v, Val::Lit(1 << 63));
        self.compare::<W>(IntCC::SignedLessThan, turned(a), turned(b))
    }
    fn slt<W: Width>(self, a: Val, b: Val) -> Truth {
        if same(a, b) {
            return Truth::Known(false);
        }
        folded::<W, _>(a, b, |a, b| Truth::Known(a.slt(b)))
            .unwrap_or_else(|| self.compare::<W>(IntCC::SignedLessThan, self.raised::<W>(a), self.raised::<W>(b)))
    }
    fn ite<W: Width>(self, c: Truth, a: Val, b: Val) -> Val {
        match (c, a, b) {
            (Truth::Known(true), ..) => a,
            (Truth::Known(false), ..) => b,
            (_, Val::Lit(x), Val::Lit(y)) if x == y => a,
            (Truth::Of(c), _, Val::Lit(0)) if W::BITS < 64 => self.and::<W32>(a, Val::One(c)),
            (Truth::Of(c), ..) if W::BITS == 64 => {
                let mask = [ins!(self.0, swiden_low(c)), ins!(self.0, swiden_high(c))];
                let (a, b) = (self.pair(a), self.pair(b));
                Val::Two([0, 1].map(|i| ins!(self.0, bitselect(mask[i], a[i], b[i]))))
            }
            (Truth::Of(c), ..) => {
                let (a, b) = (self.value(a), self.value(b));
                Val::One(ins!(self.0, bitselect(c, a, b)))
            }
        }
    }
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Val, b: Val, c: Val) -> Val {
        if let Some(known) = folded_float::<A, R>(op, [a, b, c]) {
            return known;
        }
        let f32s = |v| self.0.cast(types::F32X4, self.value(v));
        let f64s = |v| self.pair(v).map(|x| self.0.cast(types::F64X2, x));
        let back = |v| Val::One(self.0.cast(types::I32X4, v));
        let back64 = |v: [Value; 2]| Val::Two(v.map(|x| self.0.cast(types::I64X2, x)));
        use Rounding::{NearestEven, TowardZero};
        match (A::BITS, R::BITS, op) {
            (32, 32, FloatOp::Add(NearestEven)) => back(ins!(self.0, fadd(f32s(a), f32s(b)))),
            (32, 32, FloatOp::Mul(NearestEven)) => back(ins!(self.0, fmul(f32s(a), f32s(b)))),
            (32, 32, FloatOp::Fma(NearestEven)) if self.0.fma => back(ins!(self.0, fma(f32s(a), f32s(b), f32s(c)))),
            (32, 32, FloatOp::FromInt { round: NearestEven, signed }) => {
                let x = self.value(a);
                back(if signed {
                    ins!(self.0, fcvt_from_sint(types::F32X4, x))
                } else {
                    ins!(self.0, fcvt_from_uint(types::F32X4, x))
                })
            }
            (32, 32, FloatOp::ToInt { round: TowardZero, signed }) => {
                let x = f32s(a);
                Val::One(if signed {
                    ins!(self.0, fcvt_to_sint_sat(types::I32X4, x))
                } else {
                    ins!(self.0, fcvt_to_uint_sat(types::I32X4, x))
                })
            }
            (64, 64, FloatOp::Add(NearestEven)) => {
                let (x, y) = (f64s(a), f64s(b));
                back64([0, 1].map(|i| ins!(self.0, fadd(x[i], y[i]))))
            }
            (64, 64, FloatOp::Mul(NearestEven)) => {
                let (x, y) = (f64s(a), f64s(b));
                back64([0, 1].map(|i| ins!(self.0, fmul(x[i], y[i]))))
            }
            (64, 64, FloatOp::Fma(NearestEven)) if self.0.fma => {
                let (x, y, z) = (f64s(a), f64s(b), f64s(c));
                back64([0, 1].map(|i| ins!(self.0, fma(x[i], y[i], z[i]))))
            }
            _ => {
                self.0.refuse();
                if R::BITS == 64 { Val::Lit(0) } else { self.no_code() }
            }
        }
    }
}
