//! Two operations side by side: which operand of one is which of the other, and where they differ, as a term.

use isotope_op::atomic::{AtomicOp, CasRoles, Returned, Rmw};
use isotope_targets::term::{Arena, Atomic, Node, Value};

use crate::expr::{self, ExprError};

/// What an operand of an operation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The value that memory is combined with.
    Operand,
    /// What memory is compared with.
    Comparand,
    /// What is written if it compares equal.
    Value,
    /// The bits to clear.
    Mask,
    /// The bits to set.
    Set,
    /// What a full ring gives back.
    Less,
    /// What a ring with room takes.
    More,
}

impl Role {
    /// In words.
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

/// What counts where the documents leave a result open on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Open {
    /// A difference, unless both sides are open.
    #[default]
    Differs,
    /// Nothing: such inputs are left out.
    Ignored,
}

/// Two operations to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The first. Inputs have its names.
    pub left: Rmw,
    /// The second.
    pub right: Rmw,
    /// Results that the documents leave open.
    pub open: Open,
    /// For each source of the second, which input it reads.
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

/// Where two operations differ, as nodes of width 1, and what is assumed.
pub struct Terms {
    /// Memory afterwards.
    pub memory: Value,
    /// The value given back.
    pub returned: Value,
    /// All assumptions.
    pub assumed: Value,
}

impl Question {
    /// Operands are matched by their roles; what has no counterpart takes the input at its own place.
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

    /// How many sources either operation reads.
    pub fn sources(&self) -> usize {
        self.mapping.iter().map(|i| i + 1).chain([self.left.op.sources()]).max().unwrap_or(0)
    }

    /// Which input each source of the second reads, in words; nothing where it is the same place.
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
        // What comes back is open only where it is what was written.
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
                Open::Ignored => both,
            }
        };
        Ok(Terms {
            memory: differ(a.new, b.new, a.unspecified, b.unspecified),
            returned: differ(a.returned, b.returned, back(&self.left, &a), back(&self.right, &b)),
            assumed,
        })
    }
}
