//! A narrow term on all values of one input at once: for each node a column of values, for each step one loop.
//!
//! The other inputs are fixed, row by row. A row's constants fold first, by the arena's own rules, so that what is left
//! to run is often a handful of steps, and nothing where both sides became one term. What depends on the column's input
//! alone is computed once for all rows.

use isotope_op::domain::{Bits, W8, W16};
use isotope_op::float::{FloatOp, Rounding};
use isotope_op::soft::{self, Format};
use isotope_targets::term::{Arena, Node, Value};

/// Values that one loop handles: with all steps of a row a few kilobytes, which stay close to the processor.
const CHUNK: usize = 256;
type Chunk = [u16; CHUNK];
static ZEROS: Chunk = [0; CHUNK];

/// What a node is, seen from a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depends {
    /// An input that a row fixes, by its place.
    Fixed(usize),
    /// Depends on such an input.
    Row,
    /// A constant.
    Lit,
    /// Depends on the column's input, and on no other.
    Column,
}

struct Held {
    node: Node,
    width: u32,
    /// Places of the operands.
    at: [usize; 3],
    kind: Depends,
    /// Of a `Lit` or a `Column`: its values, block by block (a `Lit` has one block).
    column: Vec<Chunk>,
}

/// A term of which one input varies within a row.
pub struct Columns {
    nodes: Vec<Held>,
    /// Values of the column's input: all that the term does not exclude whatever a row fixes. The last block repeats its
    /// last value.
    values: Vec<Chunk>,
}

/// Where a step's operand is.
#[derive(Clone, Copy)]
enum At {
    /// The column of a node that all rows share.
    Shared(usize),
    /// The room of an earlier step, or of a constant.
    Own(usize),
}

struct Step {
    node: Node,
    width: u32,
    /// Width of the first operand.
    from: u32,
    at: [At; 3],
    /// The room of the result.
    to: usize,
}

/// Room for rows, one for each thread.
#[derive(Default)]
pub struct Room {
    arena: Arena,
    copies: Vec<Value>,
    steps: Vec<Step>,
    own: Vec<Chunk>,
}

impl Columns {
    /// Makes a term ready. A row fixes the inputs `fixed`; `varying` takes all values of `bits` bits. `None` when a
    /// value is wider than 16 bits, or another input is read.
    pub fn new(arena: &Arena, root: Value, fixed: &[&str], varying: &str, bits: u32) -> Option<Columns> {
        let every = Columns::over(arena, root, fixed, varying, blocks((0..1u32 << bits).map(|v| v as u16)))?;
        // Of a conjunction, parts that no row changes say which values matter.
        let (mut parts, mut allowed) = (vec![every.nodes.len().checked_sub(1)?], vec![true; 1 << bits]);
        while let Some(i) = parts.pop() {
            let Held { node, width, at, kind, column } = &every.nodes[i];
            match (node, kind) {
                (_, Depends::Column) => {
                    let lanes = column.iter().flatten().zip(&mut allowed);
                    lanes.for_each(|(x, allowed)| *allowed &= *x != 0);
                }
                (Node::And(..), Depends::Row) if *width == 1 => parts.extend(&at[..2]),
                _ => {}
            }
        }
        if allowed.iter().all(|a| *a) {
            return Some(every);
        }
        let values = allowed.iter().enumerate().filter(|(_, allowed)| **allowed).map(|(v, _)| v as u16);
        Columns::over(arena, root, fixed, varying, blocks(values))
    }

    fn over(arena: &Arena, root: Value, fixed: &[&str], varying: &str, values: Vec<Chunk>) -> Option<Columns> {
        let order = arena.reachable(&[root]);
        let mut nodes: Vec<Held> = Vec::with_capacity(order.len());
        for v in &order {
            let (node, width) = arena.node(*v);
            if width > 16 {
                return None;
            }
            let mut at = [0; 3];
            for (slot, o) in at.iter_mut().zip(node.operands()) {
                *slot = order.binary_search(&o).ok()?;
            }
            let mut operands = node.operands().zip(at).map(|(_, i)| &nodes[i]);
            let (kind, column) = match node {
                Node::Lit(k) => (Depends::Lit, vec![[k as u16; CHUNK]]),
                Node::Var(n) if arena.name(n) == varying => (Depends::Column, values.clone()),
                Node::Var(n) => (Depends::Fixed(fixed.iter().position(|f| *f == arena.name(n))?), Vec::new()),
                _ if operands.any(|o| matches!(o.kind, Depends::Row | Depends::Fixed(_))) => (Depends::Row, Vec::new()),
                _ => {
                    let from = nodes[at[0]].width;
                    let each = (0..values.len()).map(|n| {
                        // An operand that is not there reads what it may, and a constant has one block.
                        let of =
                            |i: usize| nodes[at[i]].column.get(n).or(nodes[at[i]].column.first()).unwrap_or(&ZEROS);
                        let mut out = ZEROS;
                        compute(node, width, from, [of(0), of(1), of(2)], &mut out);
                        out
                    });
                    (Depends::Column, each.collect())
                }
            };
            nodes.push(Held { node, width, at, kind, column });
        }
        Some(Columns { nodes, values })
    }

    /// The first value of the varying input that makes the term true with these values of the fixed ones.
    pub fn row(&self, fixed: &[u64], room: &mut Room) -> Option<u64> {
        let Room { arena, copies, steps, own } = room;
        arena.clear();
        copies.clear();
        for (i, held) in self.nodes.iter().enumerate() {
            let mut operands = held.at.iter();
            copies.push(match (held.kind, held.node) {
                (Depends::Fixed(n), _) => arena.constant(fixed[n], held.width),
                // Its values are known; the number says where.
                (Depends::Column, _) => arena.make(Node::Var(i as u32), held.width),
                (_, Node::Lit(k)) => arena.constant(k, held.width),
                (_, node) => {
                    let node = node.with_operands(|o| operands.next().map_or(o, |i| copies[*i]));
                    arena.make(node, held.width)
                }
            });
        }
        let goal = *copies.last()?;
        match arena.node(goal).0 {
            Node::Lit(k) => return self.values.first().map(|v| v[0].into()).filter(|_| k != 0),
            Node::Var(i) => return self.first(|n| &self.nodes[i as usize].column[n]),
            _ => {}
        }
        steps.clear();
        let order = arena.reachable(&[goal]);
        if own.len() < order.len() {
            own.resize(order.len(), [0; CHUNK]);
        }
        for (to, v) in order.iter().enumerate() {
            let (node, width) = arena.node(*v);
            match node {
                Node::Lit(k) => own[to] = [k as u16; CHUNK],
                Node::Var(_) => {}
                _ => {
                    let mut at = [At::Own(0); 3];
                    let mut from = width;
                    for (i, o) in node.operands().enumerate() {
                        let (operand, wide) = arena.node(o);
                        at[i] = match operand {
                            Node::Var(n) => At::Shared(n as usize),
                            _ => At::Own(order.binary_search(&o).ok()?),
                        };
                        if i == 0 {
                            from = wide;
                        }
                    }
                    steps.push(Step { node, width, from, at, to });
                }
            }
        }
        let last = order.len() - 1;
        (0..self.values.len()).find_map(|n| {
            for step in &*steps {
                let (before, rest) = own.split_at_mut(step.to);
                let of = |i: usize| match step.at[i] {
                    At::Shared(node) => &self.nodes[node].column[n],
                    At::Own(at) => before.get(at).unwrap_or(&ZEROS),
                };
                compute(step.node, step.width, step.from, [of(0), of(1), of(2)], &mut rest[0]);
            }
            self.in_block(n, &own[last])
        })
    }

    /// The first value whose place in a column is not zero.
    fn first<'a>(&self, column: impl Fn(usize) -> &'a Chunk) -> Option<u64> {
        (0..self.values.len()).find_map(|n| self.in_block(n, column(n)))
    }

    fn in_block(&self, n: usize, lanes: &Chunk) -> Option<u64> {
        if lanes.iter().fold(0, |all, x| all | x) == 0 {
            return None;
        }
        lanes.iter().position(|x| *x != 0).map(|i| self.values[n][i].into())
    }
}

/// Values in blocks.
fn blocks(values: impl Iterator<Item = u16>) -> Vec<Chunk> {
    let values: Vec<u16> = values.collect();
    let block = |chunk: &[u16]| std::array::from_fn(|i| chunk[i.min(chunk.len() - 1)]);
    values.chunks(CHUNK).map(block).collect()
}

fn one(out: &mut Chunk, a: &Chunk, f: impl Fn(u16) -> u16) {
    for (o, a) in out.iter_mut().zip(a) {
        *o = f(*a);
    }
}

fn two(out: &mut Chunk, a: &Chunk, b: &Chunk, f: impl Fn(u16, u16) -> u16) {
    for ((o, a), b) in out.iter_mut().zip(a).zip(b) {
        *o = f(*a, *b);
    }
}

/// One step on one block: [`Node`]'s meaning for each lane, in 16 bits.
fn compute(node: Node, width: u32, from: u32, [a, b, c]: [&Chunk; 3], out: &mut Chunk) {
    let mask = (u32::MAX >> (32 - width)) as u16;
    let short = |n: u16| u32::from(n) < width;
    // At the top of the word, so that the sign is the word's.
    let top = |x: u16, width: u32| (x << (16 - width)) as i16;
    match node {
        Node::Lit(k) => out.fill(k as u16),
        Node::Var(_) => {}
        Node::Not(_) => one(out, a, |a| !a & mask),
        Node::And(..) => two(out, a, b, |a, b| a & b),
        Node::Or(..) => two(out, a, b, |a, b| a | b),
        Node::Xor(..) => two(out, a, b, |a, b| a ^ b),
        Node::Add(..) => two(out, a, b, |a, b| a.wrapping_add(b) & mask),
        Node::Sub(..) => two(out, a, b, |a, b| a.wrapping_sub(b) & mask),
        Node::Mul(..) => two(out, a, b, |a, b| a.wrapping_mul(b) & mask),
        Node::Shl(..) => two(out, a, b, |a, n| if short(n) { a << n & mask } else { 0 }),
        Node::Shr(..) => two(out, a, b, |a, n| if short(n) { a >> n } else { 0 }),
        Node::Sar(..) => {
            two(out, a, b, |a, n| (top(a, width) >> (16 - width + u32::from(n).min(width - 1))) as u16 & mask)
        }
        Node::Clz(_) => one(out, a, |a| (a.leading_zeros() - (16 - width)) as u16),
        Node::Popc(_) => one(out, a, |a| a.count_ones() as u16),
        Node::Rev(_) => one(out, a, |a| a.reverse_bits() >> (16 - width)),
        Node::Zext(_) => out.copy_from_slice(a),
        Node::Sext(_) => one(out, a, |a| (top(a, from) >> (16 - from)) as u16 & mask),
        Node::Trunc(_) => one(out, a, |a| a & mask),
        Node::Eq(..) => two(out, a, b, |a, b| u16::from(a == b)),
        Node::Ult(..) => two(out, a, b, |a, b| u16::from(a < b)),
        Node::Slt(..) => two(out, a, b, |a, b| u16::from(top(a, from) < top(b, from))),
        Node::Ite(..) => {
            for (((o, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *o = if *a != 0 { *b } else { *c };
            }
        }
        Node::Float(FloatOp::Add(Rounding::NearestEven), ..) if (from, width) == (16, 16) => {
            let nan = Format::of::<W16>().nan() as u16;
            two(out, a, b, |a, b| {
                let (a, b) = (Bits::<_, W16>::of(a), Bits::of(b));
                let sum = a.float::<W16>(FloatOp::Add(Rounding::NearestEven), b, b).get();
                if sum & 0x7fff > 0x7c00 { nan } else { sum }
            });
        }
        Node::Float(op, ..) => {
            let format = |width| if width == 8 { Format::of::<W8>() } else { Format::of::<W16>() };
            for (((o, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *o = soft::float(op, format(from), format(width), (*a).into(), (*b).into(), (*c).into()) as u16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::random::Random;

    /// Random graphs of every kind of node, at 1, 8 and 16 bits, against the walk of one input at a time.
    #[test]
    fn columns_and_walks_agree() {
        use isotope_targets::term::Tape;
        for (seed, bits) in (0..60).flat_map(|seed| [(seed, 8), (seed, 16)]) {
            let (arena, mut random) = (Arena::new(), Random(seed));
            let mut words = vec![arena.input("x", bits), arena.input("y", bits)];
            let mut truths = vec![arena.constant(1, 1)];
            for _ in 0..40 {
                words.push(arena.constant([0, 1, 7, 0x7c00, 0x8000, 0xffff][random.index(6)], bits));
                let [a, b, c] = [(); 3].map(|()| words[words.len() - 1 - random.index(words.len().min(12))]);
                let t = truths[random.index(truths.len())];
                let round = FloatOp::Add([Rounding::NearestEven, Rounding::Down][random.index(2)]);
                words.push(match random.below(16) {
                    0 => arena.make(Node::Not(a), bits),
                    1 => arena.make(Node::And(a, b), bits),
                    2 => arena.make(Node::Or(a, b), bits),
                    3 => arena.make(Node::Xor(a, b), bits),
                    4 => arena.make(Node::Add(a, b), bits),
                    5 => arena.make(Node::Sub(a, b), bits),
                    6 => arena.make(Node::Mul(a, b), bits),
                    7 => arena.make(Node::Shl(a, b), bits),
                    8 => arena.make(Node::Shr(a, b), bits),
                    9 => arena.make(Node::Sar(a, b), bits),
                    10 => arena.make(Node::Clz(a), bits),
                    11 => arena.make(Node::Popc(a), bits),
                    12 => arena.make(Node::Rev(a), bits),
                    13 => arena.make(Node::Ite(t, a, b), bits),
                    14 => arena.make(Node::Sext(arena.make(Node::Trunc(a), 8)), 16.min(bits)),
                    _ => arena.make(Node::Float(round, a, b, c), bits),
                });
                truths.push(match random.below(5) {
                    0 => arena.make(Node::Eq(a, b), 1),
                    1 => arena.make(Node::Ult(a, b), 1),
                    2 => arena.make(Node::Slt(a, b), 1),
                    3 => arena.make(Node::And(t, truths[truths.len() - 1]), 1),
                    _ => arena.make(Node::Not(t), 1),
                });
            }
            let wanted = words[words.len() - 1];
            let walk = Tape::new(&arena, wanted);
            let (mut room, mut values) = (Room::default(), Vec::new());
            for _ in 0..4 {
                let (x, y) = (random.draw() & 0xffff >> (16 - bits), random.draw() & 0xffff >> (16 - bits));
                // What the walk gives there is what the column must have there, and at no value before.
                let target = walk.run_on(&[x, y], &mut values);
                let goal = arena.make(Node::Eq(wanted, arena.constant(target, bits)), 1);
                let columns = Columns::new(&arena, goal, &["x"], "y", bits).expect("narrow");
                let first = (0..1u64 << bits).find(|y| walk.run_on(&[x, *y], &mut values) == target);
                assert_eq!(columns.row(&[x], &mut room), first, "seed {seed}, {bits} bits, x {x:#x}");
            }
        }
    }
}
