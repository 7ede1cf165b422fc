//! Which rules of an operation bear on given bits.

use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::claim::{self, Claim, Rule};

use crate::{Op, Supported};

impl Op {
    /// The rules on memory that these operands bring up, the formula first and what is most particular last: the rule on subnormals
    /// where one is subnormal, that on two NaNs where both are. Of pairs all rules, and none where no operation is defined.
    ///
    /// # Examples
    /// ```
    /// let add = isotope::Op::parse("gfx1100:ds_add_rtn_f32")?;
    /// let last = |mem, src| add.deciding(mem, [src, 0]).pop().unwrap().words;
    /// assert_eq!(last(0x3f80_0000, 0x3f80_0000), "rounds to nearest even");
    /// assert_eq!(last(1, 1), "subnormal results are kept");
    /// assert_eq!(last(0x7fc0_0000, 1), "a NaN result is the first NaN operand made quiet, else negative and quiet");
    /// # Ok::<(), isotope::Error>(())
    /// ```
    pub fn deciding(&self, mem: u64, src: [u64; 2]) -> Vec<Supported> {
        let Ok(rmw) = self.operation.rmw else { return Vec::new() };
        let operands = Operands::new(&rmw, mem, src);
        let claims = claim::claims(self.operation.by, &rmw).filter(|claim| operands.bring_up(claim.rule));
        let words = |claim: &Claim| match claim.rule {
            Rule::Operation => self.operation.gives.formula(&rmw).swap_remove(0),
            _ => self.operation.gives.rule(claim),
        };
        claims.map(|claim| Supported::of(words(&claim), &claim.evidence)).collect()
    }
}

/// What operands are, as far as rules ask.
struct Operands {
    whole: bool,
    sum: bool,
    nans: usize,
    signalling: bool,
    subnormal: bool,
    /// The result is below the smallest normal number, and not for zeros alone.
    tiny: bool,
    zeros: usize,
    finite: bool,
}

impl Operands {
    fn new(rmw: &Rmw, mem: u64, src: [u64; 2]) -> Operands {
        let fraction = match rmw.size {
            // No float is as narrow.
            Size::B8 => 3,
            Size::B16 => 10,
            Size::B32 => 23,
            Size::B64 => 52,
        };
        let (low, top) = ((1u64 << fraction) - 1, (1u64 << (rmw.size.bits() - 1 - fraction)) - 1);
        // Exponent and fraction.
        let parts = |v: u64| (v >> fraction & top, v & low);
        let nan = |v: u64| parts(v).0 == top && parts(v).1 != 0;
        let small = |v: u64| parts(v).0 == 0;
        let zero = |v: u64| parts(v) == (0, 0);
        // The value that a compare-and-swap stores does not count.
        let sources = rmw.op.sources().min(if rmw.op == AtomicOp::FCas { 2 } else { 1 });
        let all: Vec<u64> = std::iter::once(mem).chain(src.into_iter().take(sources)).collect();
        let count = |is: &dyn Fn(u64) -> bool| all.iter().filter(|v| is(**v)).count();
        let new = rmw.apply(mem, src[0], src[1]).map_or(0, |update| update.new);
        Operands {
            whole: rmw.packing != Packing::Scalar,
            sum: matches!(rmw.op, AtomicOp::FAdd | AtomicOp::FSub),
            nans: count(&nan) + usize::from(count(&nan) == 0 && nan(new)),
            signalling: count(&|v| nan(v) && parts(v).1 >> (fraction - 1) == 0) != 0,
            subnormal: count(&|v| small(v) && !zero(v)) != 0,
            tiny: small(new) && count(&zero) < all.len(),
            zeros: count(&zero),
            finite: count(&|v| parts(v).0 == top) == 0,
        }
    }

    fn bring_up(&self, rule: Rule) -> bool {
        self.whole
            || match rule {
                Rule::Operation | Rule::Roles => true,
                Rule::Returned => false,
                Rule::Equal => self.nans != 0 || self.zeros != 0,
                Rule::Round => self.finite,
                Rule::FlushIn | Rule::Copy => self.subnormal && self.nans == 0,
                Rule::Miss => self.subnormal,
                Rule::FlushOut => self.tiny,
                Rule::Nan => self.nans != 0,
                Rule::First => self.nans > 1,
                Rule::OneNan => self.nans == 1 && !self.signalling,
                Rule::Signalling => self.signalling,
                Rule::BothNan => self.nans > 1 && !self.signalling,
                Rule::Zeros => self.zeros > 1 || (!self.sum && self.zeros == 1 && self.subnormal),
            }
    }
}
