//! Two operations side by side: which operands correspond, and where they differ, as a term.

use isotope_op::at_width;
use isotope_op::atomic::{AtomicOp, CasRoles, Returned, Rmw};
use isotope_op::domain::{Bits, Bool, Concrete, Domain, Width, Word};
use isotope_term::{Arena, Atomic, Node, Value};

use crate::expr::{self, ExprError};

/// The role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The value that memory is combined with.
    Operand,
    /// The value that memory is compared with.
    Comparand,
    /// The value that is written if the comparison succeeds.
    Value,
    /// The bits to clear.
    Mask,
    /// The bits to set.
    Set,
    /// The value that a full ring returns.
    Less,
    /// The value that a ring with room takes.
    More,
}

impl Role {
    /// As text.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Operand => "operand",
            Role::Comparand => "comparand",
            Role::Value => "value to write",
            Role::Mask => "bits to clear",
            Role::Set => "bits to set",
            Role::Less => "bound and decrement",
            Role::More => "increment",
        }
    }
}

/// The roles of an operation's sources, in order.
pub fn roles(op: &Rmw) -> Vec<Role> {
    match (op.op, op.cas) {
        (AtomicOp::Cas | AtomicOp::FCas, CasRoles::CompareSrc0) => vec![Role::Comparand, Role::Value],
        (AtomicOp::Cas | AtomicOp::FCas, CasRoles::CompareSrc1) => vec![Role::Value, Role::Comparand],
        (AtomicOp::MaskOr, _) => vec![Role::Mask, Role::Set],
        (AtomicOp::RingWrap, _) => vec![Role::Less, Role::More],
        (op, _) => vec![Role::Operand; op.sources()],
    }
}

/// The names of the sources.
pub const SOURCES: [&str; 2] = ["src0", "src1"];

/// How results that the documents leave unspecified are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Open {
    /// A difference, unless both sides are unspecified.
    #[default]
    Differs,
    /// Not compared: such inputs are left out.
    Ignored,
    /// The second operation implements the first: the first must permit every result of the second.
    Permitted,
}

/// Values in which every element is a NaN, for every format. Three values, so that two operands cannot equal all of them.
const NANS: [u64; 3] = [u64::MAX, 0x7fff_7fff_7fff_7fff, 0xfffe_fffe_fffe_fffe];

/// Whether the second operation may leave a value in memory that the first must not leave, where `left` is the result of the second and
/// `permits` says what an operation may leave. An unspecified result is an operand or any NaN, so it is enough to try the operands and some
/// NaNs, for a packed operation in each element.
fn exceeds<D: Domain, W: Width>(
    [first, second]: [&Rmw; 2],
    [ours, theirs]: [[Bits<D, W>; 3]; 2],
    left: Bits<D, W>,
    permits: impl Fn(&Rmw, [Bits<D, W>; 3], Bits<D, W>) -> Bool<D>,
) -> Bool<D> {
    let beyond = |x| permits(second, theirs, x) & !permits(first, ours, x);
    let mut found = !permits(first, ours, left);
    if !second.may_be_unspecified() {
        return found;
    }
    let [mem, src0, _] = theirs;
    let all = [mem, src0].into_iter().chain(NANS.map(|nan| mem.k(nan & W::MASK))).collect::<Vec<_>>();
    for x in &all {
        found = found | beyond(*x);
    }
    if second.is_pair() {
        let half = W::MASK >> (W::BITS / 2);
        for (low, high) in all.iter().flat_map(|low| all.iter().map(move |high| (*low, *high))) {
            found = found | beyond((low & half) | (high & (W::MASK & !half)));
        }
    }
    found
}

/// [`exceeds`] for numbers: memory and sources of each operation.
pub(crate) fn exceeds_on(ops: [&Rmw; 2], sides: [[u64; 3]; 2]) -> bool {
    fn of<W: Width>(ops: [&Rmw; 2], sides: [[u64; 3]; 2]) -> bool {
        let word = |x: u64| Bits::<Concrete, W>::lit(Concrete, x & W::MASK);
        let [mem, src0, src1] = sides[1];
        let left = ops[1].choose(mem, src0, src1).0.new;
        let permits = |op: &Rmw, on: [Bits<Concrete, W>; 3], x: Bits<Concrete, W>| {
            let b = op.permits(on.map(|x| x.v.to_u64()), x.v.to_u64());
            Bool { d: Concrete, b }
        };
        exceeds(ops, sides.map(|side| side.map(word)), word(left), permits).b
    }
    at_width!(ops[0].size, of(ops, sides))
}

/// [`exceeds`] for terms.
fn exceeds_in(d: &Arena, ops: [&Rmw; 2], sides: [[Value; 3]; 2]) -> Value {
    fn of<W: Width>(d: &Arena, ops: [&Rmw; 2], sides: [[Value; 3]; 2]) -> Value {
        let word = |v| Bits::<_, W> { d, v };
        let [mem, src0, src1] = sides[1];
        let left = d.atomic(ops[1], mem, src0, src1).new;
        let permits = |op: &Rmw, on: [Bits<_, W>; 3], x: Bits<_, W>| Bool { d, b: d.permits(op, on.map(|x| x.v), x.v) };
        exceeds(ops, sides.map(|side| side.map(word)), word(left), permits).b
    }
    at_width!(ops[0].size, of(d, ops, sides))
}

/// Two operations to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The first operation. The inputs have the names of its operands.
    pub left: Rmw,
    /// The second.
    pub right: Rmw,
    /// How unspecified results are compared.
    pub open: Open,
    /// For each source of the second operation, the input that it reads.
    pub mapping: Vec<usize>,
}

/// Why two operations cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the first works on {left} bits of memory and the second on {right}: only operations of one width can be equal"
)]
pub struct Widths {
    /// Bits of the first.
    pub left: u32,
    /// Bits of the second.
    pub right: u32,
}

/// Nodes of width 1 that are true where two operations differ, and the assumptions.
pub struct Terms {
    /// Memory afterwards.
    pub memory: Value,
    /// The returned value.
    pub returned: Value,
    /// All assumptions.
    pub assumed: Value,
}

impl Question {
    /// Operands are matched by their roles; an operand without a counterpart takes the input at its own position.
    ///
    /// # Errors
    /// [`Widths`] when the operations work on different widths.
    pub fn new(left: Rmw, right: Rmw, open: Open) -> Result<Question, Widths> {
        if left.size != right.size {
            return Err(Widths { left: left.size.bits(), right: right.size.bits() });
        }
        let ours = roles(&left);
        let theirs = roles(&right);
        let matched: Option<Vec<usize>> = theirs.iter().map(|r| ours.iter().position(|o| o == r)).collect();
        let mapping = matched.unwrap_or_else(|| (0..theirs.len()).collect());
        Ok(Question { left, right, open, mapping })
    }

    /// Number of source inputs that the two operations read.
    pub fn sources(&self) -> usize {
        self.mapping.iter().map(|i| i + 1).chain([self.left.op.sources()]).max().unwrap_or(0)
    }

    /// The input that each source of the second operation reads, as text; `None` if positions are the same.
    pub fn mapping_text(&self) -> Option<String> {
        let ours = roles(&self.left);
        let theirs = roles(&self.right);
        if self.mapping.iter().enumerate().all(|(i, j)| i == *j) && (ours == theirs || theirs.is_empty()) {
            return None;
        }
        let each = self.mapping.iter().enumerate().map(|(i, &j)| {
            let first = ours.get(j).map_or_else(|| "not read by the first".to_string(), |r| r.name().to_string());
            format!("{} of the second ({}) is {} ({first})", SOURCES[i], theirs[i].name(), SOURCES[j])
        });
        Some(each.collect::<Vec<_>>().join("; "))
    }

    /// The values of the second operation's sources.
    pub fn right_sources(&self, src: [u64; 2]) -> [u64; 2] {
        let of = |i: usize| self.mapping.get(i).map_or(0, |j| src[*j]);
        [of(0), of(1)]
    }

    /// The terms in an arena, under assumptions given as text.
    ///
    /// # Errors
    /// [`ExprError`] with the number of the assumption.
    pub fn terms(&self, arena: &Arena, assumptions: &[String]) -> Result<Terms, (usize, ExprError)> {
        let width = self.left.size.bits();
        let mem = arena.input("mem", width);
        let inputs = SOURCES.map(|name| arena.input(name, width));
        let zero = arena.constant(0, width);
        let [a0, a1] = [0, 1].map(|i| if i < self.left.op.sources() { inputs[i] } else { zero });
        let [b0, b1] = [0, 1].map(|i| self.mapping.get(i).map_or(zero, |j| inputs[*j]));
        let (a, b) = (arena.atomic(&self.left, mem, a0, a1), arena.atomic(&self.right, mem, b0, b1));
        let scope: Vec<(&str, Value)> =
            [("mem", mem)].into_iter().chain(SOURCES.into_iter().zip(inputs).take(self.sources())).collect();
        let mut assumed = arena.constant(1, 1);
        for (i, text) in assumptions.iter().enumerate() {
            let v = expr::truth(arena, text, &scope[..]).map_err(|e| (i, e))?;
            assumed = arena.make(Node::And(assumed, v), 1);
        }
        let never = arena.constant(0, 1);
        // The returned value is unspecified only where it is the new value.
        let back = |op: &Rmw, out: &Atomic| match op.returned {
            Returned::Old => never,
            Returned::New => out.unspecified,
        };
        let differ = |x: Value, y: Value, ox: Value, oy: Value| {
            let not = |v| arena.make(Node::Not(v), 1);
            let unequal = not(arena.make(Node::Eq(x, y), 1));
            let settled = not(arena.make(Node::Or(ox, oy), 1));
            let both = arena.make(Node::And(settled, unequal), 1);
            match self.open {
                Open::Differs => arena.make(Node::Or(both, arena.make(Node::Xor(ox, oy), 1)), 1),
                Open::Ignored | Open::Permitted => both,
            }
        };
        Ok(Terms {
            memory: match self.open {
                Open::Permitted => exceeds_in(arena, [&self.left, &self.right], [[mem, a0, a1], [mem, b0, b1]]),
                _ => differ(a.new, b.new, a.unspecified, b.unspecified),
            },
            returned: differ(a.returned, b.returned, back(&self.left, &a), back(&self.right, &b)),
            assumed,
        })
    }
}
