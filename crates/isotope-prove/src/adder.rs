//! Float sums in a graph: expanded into bit operations, or replaced by unknowns.
//!
//! The bit-level sum is [`isotope_op::float::add_by_bits`], the written reference of the interpreter's own addition.

use std::collections::HashMap;

use isotope_op::domain::{Bits, W8, W16, W32, W64, Width};
use isotope_op::float::{FloatOp, Rounding, add_by_bits};
use isotope_term::{Arena, Node, Value};

/// Whether the root depends on a float sum.
pub fn has_sum(arena: &Arena, root: Value) -> bool {
    arena.reachable(&[root]).iter().any(|v| matches!(arena.node(*v).0, Node::Float(..)))
}

/// A copy of the graph with every float sum made of bit operations.
pub fn expand(arena: &Arena, root: Value, to: &Arena) -> Value {
    arena.copy(&[root], to, |node, width| match node {
        Node::Float(FloatOp::Add(round), a, b, _) => Some(match width {
            8 => sum::<W8>(to, round, a, b),
            16 => sum::<W16>(to, round, a, b),
            32 => sum::<W32>(to, round, a, b),
            _ => sum::<W64>(to, round, a, b),
        }),
        _ => None,
    })[0]
}

fn sum<W: Width>(to: &Arena, round: Rounding, a: Value, b: Value) -> Value {
    let of = |v| Bits::<&Arena, W> { d: to, v };
    add_by_bits(round, of(a), of(b)).v
}

/// A copy of the graph with every float sum replaced by an input, and facts about these inputs: sums of equal operands, in either order,
/// are equal. A property of all such inputs also holds for the sums.
pub fn abstract_sums(arena: &Arena, root: Value, to: &Arena) -> Value {
    let mut sums: HashMap<(Rounding, u32, Value, Value), Value> = HashMap::new();
    let mut list = Vec::new();
    let goal = arena.copy(&[root], to, |node, width| match node {
        Node::Float(FloatOp::Add(round), a, b, _) => {
            let (a, b) = (a.min(b), a.max(b));
            Some(*sums.entry((round, width, a, b)).or_insert_with(|| {
                let unknown = to.input(&format!("sum{}", list.len()), width);
                list.push((round, width, a, b, unknown));
                unknown
            }))
        }
        _ => None,
    })[0];
    let mut all = goal;
    let both = |x, y| to.make(Node::And(x, y), 1);
    let same = |x, y| to.make(Node::Eq(x, y), 1);
    for (i, &(round, width, a, b, r)) in list.iter().enumerate() {
        for &(other, w, c, d, s) in &list[..i] {
            if (other, w) != (round, width) {
                continue;
            }
            let either = to.make(Node::Or(both(same(a, c), same(b, d)), both(same(a, d), same(b, c))), 1);
            let fact = to.make(Node::Or(to.make(Node::Not(either), 1), same(r, s)), 1);
            all = both(all, fact);
        }
    }
    all
}
