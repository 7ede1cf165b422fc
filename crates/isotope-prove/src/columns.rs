//! Evaluates a narrow term on all values of its inputs. Each node has a column of values; each step is one loop.
//!
//! The last input varies along a row, the others from row to row. A condition that depends on rows or columns alone is often constant for a
//! whole block of values (most values are not NaNs). Blocks with equal constants share a copy of the term, simplified with these constants.
//! Few steps remain in such a copy, and none if both sides became one term. A node that depends on rows or columns alone is computed once.
//! If a conjunct of the term is false in a whole block, the steps after it are skipped.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isotope_op::domain::{Bits, W8, W16, W32};
use isotope_op::float::{FloatOp, Rounding};
use isotope_op::soft::{self, Format};
use isotope_term::{Arena, Node, Value};

/// Number of values that one loop handles and that share their constants. All steps of a row then need a few kilobytes, which stay in the
/// L1 cache.
pub const CHUNK: usize = 256;
type Chunk = [u16; CHUNK];
static ZEROS: Chunk = [0; CHUNK];

/// Rows that go through a block together, so that the block's data is loaded once for them.
const TILE: usize = 4;

/// The inputs on which a node depends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depends {
    Nothing,
    Row,
    Column,
    Both,
}

impl Depends {
    fn and(self, other: Depends) -> Depends {
        match (self, other) {
            (Depends::Nothing, x) | (x, Depends::Nothing) => x,
            (x, y) if x == y => x,
            _ => Depends::Both,
        }
    }
}

struct Held {
    node: Node,
    width: u32,
    /// Width of the first operand.
    from: u32,
    /// Indices of the operands.
    at: [usize; 3],
    depends: Depends,
    /// Its values in each block of rows or of columns (one block for a constant); empty if it depends on both.
    values: Vec<Chunk>,
}

/// The inputs of a question.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    names: &'a [&'a str],
    bits: u32,
}

impl Inputs<'_> {
    fn rows(self) -> usize {
        1 << (self.bits as usize * (self.names.len() - 1))
    }

    fn blocks(self, of: Depends) -> usize {
        match of {
            Depends::Nothing => 1,
            Depends::Row => self.rows().div_ceil(CHUNK),
            Depends::Column => (1usize << self.bits).div_ceil(CHUNK),
            Depends::Both => 0,
        }
    }

    /// The value of a row's input `n`; for the last input, `row` is the index in the row.
    fn value(self, n: usize, row: usize) -> u64 {
        let n = if n + 1 == self.names.len() { 0 } else { n };
        (row >> (self.bits as usize * n)) as u64 & (u64::MAX >> (64 - self.bits))
    }
}

/// The nodes that `roots` need, with their values in blocks. `None` if a value is wider than 16 bits, or another input is read.
fn hold(arena: &Arena, roots: &[Value], inputs: Inputs<'_>) -> Option<(Vec<Held>, Vec<Value>)> {
    let order = arena.reachable(roots);
    let mut nodes: Vec<Held> = Vec::with_capacity(order.len());
    for v in &order {
        let (node, width) = arena.node(*v);
        if width > 16 {
            return None;
        }
        let (mut at, mut depends) = ([0; 3], Depends::Nothing);
        for (slot, o) in at.iter_mut().zip(node.operands()) {
            *slot = order.binary_search(&o).ok()?;
            depends = depends.and(nodes[*slot].depends);
        }
        let from = if node.operands().next().is_some() { nodes[at[0]].width } else { width };
        let mut input = 0;
        if let Node::Var(n) = node {
            let name = arena.name(n);
            input = inputs.names.iter().position(|known| *known == name)?;
            depends = if input + 1 == inputs.names.len() { Depends::Column } else { Depends::Row };
        }
        let each = (0..inputs.blocks(depends)).map(|block| match node {
            Node::Var(_) => std::array::from_fn(|i| inputs.value(input, block * CHUNK + i) as u16),
            _ => {
                // A missing operand reads anything, and a constant has one block.
                let of = |i: usize| nodes[at[i]].values.get(block).or(nodes[at[i]].values.first()).unwrap_or(&ZEROS);
                let mut out = ZEROS;
                let operands = if nodes.is_empty() { [&ZEROS; 3] } else { [of(0), of(1), of(2)] };
                compute(node, width, from, operands, &mut out);
                out
            }
        });
        let values = each.collect();
        nodes.push(Held { node, width, from, at, depends, values });
    }
    Some((nodes, order))
}

/// Facts that hold in a whole block of one side.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Facts {
    /// Conditions with one value, by node.
    same: Vec<(usize, u16)>,
    /// Summands of binary16 of which none is infinite or a NaN.
    finite: Vec<usize>,
}

/// All exponent bits of binary16.
const EXPONENT: u16 = 0x7c00;

fn of_kind(nodes: &[Held], of: Depends) -> impl Iterator<Item = usize> {
    (0..nodes.len()).filter(move |i| nodes[*i].depends == of)
}

impl Held {
    /// Whether it is a sum of binary16 with this summand.
    fn adds(&self, summand: usize) -> bool {
        matches!(self.node, Node::Float(FloatOp::Add(_), ..)) && self.width == 16 && self.at[..2].contains(&summand)
    }
}

/// Whether the node tests a sum for NaN and the summands are finite: the sum may be infinite, but it is not a NaN.
fn is_no_nan(nodes: &[Held], node: &Held, facts: [&Facts; 2]) -> bool {
    let lit = |i: usize, k: u16| matches!(nodes[i].node, Node::Lit(n) if n == u64::from(k));
    let (Node::Ult(..), [exponent, magnitude, _]) = (node.node, node.at) else { return false };
    let (Node::And(..), [sum, mask, _]) = (nodes[magnitude].node, nodes[magnitude].at) else { return false };
    let finite = |i: &usize| facts.iter().any(|side| side.finite.contains(i));
    let sums = matches!(nodes[sum].node, Node::Float(FloatOp::Add(_), ..)) && nodes[sum].width == 16;
    lit(exponent, EXPONENT) && lit(mask, 0x7fff) && sums && nodes[sum].at[..2].iter().all(finite)
}

/// For each block its class, and the facts of each class.
fn classes(nodes: &[Held], of: Depends, blocks: usize) -> (Vec<usize>, Vec<Facts>) {
    let mut numbers: HashMap<Facts, usize> = HashMap::new();
    let mut facts: Vec<Facts> = Vec::new();
    let conditions: Vec<usize> = of_kind(nodes, of).filter(|i| nodes[*i].width == 1).collect();
    let summands: Vec<usize> = of_kind(nodes, of).filter(|i| nodes.iter().any(|sum| sum.adds(*i))).collect();
    let each = (0..blocks).map(|block| {
        let values = |i: &usize| &nodes[*i].values[block];
        let same = conditions.iter().filter(|i| values(i).iter().all(|x| *x == values(i)[0]));
        let finite = summands.iter().filter(|i| values(i).iter().all(|x| x & EXPONENT != EXPONENT));
        let known = Facts { same: same.map(|i| (*i, values(i)[0])).collect(), finite: finite.copied().collect() };
        *numbers.entry(known.clone()).or_insert_with(|| {
            facts.push(known);
            facts.len() - 1
        })
    });
    (each.collect(), facts)
}

/// Location of a value.
#[derive(Clone, Copy)]
enum At {
    /// A constant: its node.
    Lit(usize),
    /// A node's block of columns.
    Column(usize),
    /// A node's value in a row, by its index among those that rows have.
    Row(usize),
    /// The buffer of an earlier step.
    Own(usize),
}

struct Step {
    node: Node,
    width: u32,
    from: u32,
    at: [At; 3],
    /// A conjunct of the term: where it is false everywhere, so is the term.
    decides: bool,
}

/// A term simplified for one class of rows and one class of columns.
struct Program {
    steps: Vec<Step>,
    result: At,
}

/// A term on all values of its inputs.
pub struct Columns {
    nodes: Vec<Held>,
    /// Nodes that have one value in a row.
    of_rows: Vec<usize>,
    row_class: Vec<usize>,
    column_class: Vec<usize>,
    /// For each class of rows, the programs of each class of columns; `None` where the term is false.
    programs: Vec<Vec<Option<Program>>>,
    rows: usize,
}

/// Buffers for rows, one set for each thread.
#[derive(Default)]
pub struct Room {
    rows: Vec<Chunk>,
    own: Vec<Chunk>,
}

impl Columns {
    /// Compiles a term whose inputs are `names`, of `bits` bits each; the last one varies along a row. `None` if a value is wider than 16
    /// bits, or another input is read.
    pub fn new(arena: &Arena, root: Value, names: &[&str], bits: u32) -> Option<Columns> {
        let inputs = Inputs { names, bits };
        let (every, _) = hold(arena, &[root], inputs)?;
        let (row_class, of_rows) = classes(&every, Depends::Row, inputs.blocks(Depends::Row));
        let (column_class, of_columns) = classes(&every, Depends::Column, inputs.blocks(Depends::Column));
        let folded = Arena::new();
        let goals: Vec<Vec<Value>> = of_rows
            .iter()
            .map(|row| of_columns.iter().map(|column| fold(arena, &every, [row, column], &folded)).collect())
            .collect();
        let (mut nodes, order) = hold(&folded, &goals.concat(), inputs)?;
        // Nodes that depend on one side alone are kept only if a step reads them.
        let mut read = vec![false; nodes.len()];
        for held in nodes.iter().filter(|held| held.depends == Depends::Both) {
            held.node.operands().zip(held.at).for_each(|(_, i)| read[i] = true);
        }
        for goal in goals.iter().flatten() {
            read[order.binary_search(goal).ok()?] = true;
        }
        for (held, read) in nodes.iter_mut().zip(&read) {
            if !read {
                held.values = Vec::new();
            }
        }
        let of_rows: Vec<usize> = (0..nodes.len()).filter(|i| read[*i] && nodes[*i].depends == Depends::Row).collect();
        let program = |goal: &Value| match folded.node(*goal).0 {
            Node::Lit(0) => Some(None),
            _ => Some(Some(program(&folded, *goal, &nodes, &order, &of_rows)?)),
        };
        let programs: Option<Vec<Vec<_>>> = goals.iter().map(|row| row.iter().map(program).collect()).collect();
        Some(Columns { of_rows, row_class, column_class, programs: programs?, rows: inputs.rows(), nodes })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The first of these rows in which the term is true for a value of the varying input, and the first such value.
    pub fn first(&self, rows: Range<usize>, room: &mut Room) -> Option<(usize, u64)> {
        let width = self.of_rows.len();
        let mut start = rows.start;
        while start < rows.end {
            let tile = start..rows.end.min(start + TILE);
            room.rows.clear();
            for row in tile.clone() {
                room.rows.extend(self.of_rows.iter().map(|i| [self.nodes[*i].values[row / CHUNK][row % CHUNK]; CHUNK]));
            }
            let mut found: Option<(usize, u64)> = None;
            for (block, class) in self.column_class.iter().enumerate() {
                // Blocks come in order, so a row is finished when a value was found in it, and later rows no longer matter.
                for row in start..found.map_or(tile.end, |(row, _)| row) {
                    let Some(program) = &self.programs[self.row_class[row / CHUNK]][*class] else { continue };
                    let of_row = &room.rows[(row - start) * width..][..width];
                    if room.own.len() < program.steps.len() {
                        room.own.resize(program.steps.len(), ZEROS);
                    }
                    if let Some(lane) = run(program, &self.nodes, block, of_row, &mut room.own) {
                        found = Some((row, (block * CHUNK + lane) as u64));
                        break;
                    }
                }
            }
            if found.is_some() {
                return found;
            }
            start = tile.end;
        }
        None
    }
}

/// The term simplified with the facts of a class of rows and of a class of columns.
fn fold(arena: &Arena, nodes: &[Held], facts: [&Facts; 2], to: &Arena) -> Value {
    let mut copies: Vec<Value> = Vec::with_capacity(nodes.len());
    for (i, held) in nodes.iter().enumerate() {
        let Held { node, width, at, .. } = held;
        let same = |side: &&Facts| side.same.binary_search_by_key(&i, |(node, _)| *node).ok().map(|n| side.same[n].1);
        let known = facts.iter().find_map(same).or(is_no_nan(nodes, held, facts).then_some(0));
        let mut operands = at.iter();
        copies.push(match (known, *node) {
            (Some(k), _) => to.constant(k.into(), *width),
            (_, Node::Lit(k)) => to.constant(k, *width),
            (_, Node::Var(n)) => to.input(&arena.name(n), *width),
            (_, node) => to.make(node.with_operands(|o| operands.next().map_or(o, |i| copies[*i])), *width),
        });
    }
    copies.pop().unwrap_or_else(|| to.constant(0, 1))
}

/// The conjuncts of a condition without duplicates, the cheapest to decide first (usually an assumption).
fn conjuncts(arena: &Arena, goal: Value) -> Vec<Value> {
    let (mut open, mut seen, mut parts) = (vec![goal], HashSet::new(), Vec::new());
    while let Some(v) = open.pop() {
        if !seen.insert(v) {
            continue;
        }
        match arena.node(v) {
            (Node::And(a, b), 1) => open.extend([a, b]),
            _ => parts.push(v),
        }
    }
    parts.sort_by_cached_key(|part| arena.reachable(&[*part]).len());
    parts
}

/// The steps for one goal.
fn program(arena: &Arena, goal: Value, nodes: &[Held], order: &[Value], of_rows: &[usize]) -> Option<Program> {
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut steps = Vec::new();
    let at = |i: usize, places: &HashMap<usize, usize>| {
        Some(match nodes[i].depends {
            Depends::Nothing => At::Lit(i),
            Depends::Column => At::Column(i),
            Depends::Row => At::Row(of_rows.binary_search(&i).ok()?),
            Depends::Both => At::Own(*places.get(&i)?),
        })
    };
    let parts = conjuncts(arena, goal);
    for part in parts.iter().chain([&goal]) {
        for v in arena.reachable(&[*part]) {
            let i = order.binary_search(&v).ok()?;
            let Held { node, width, from, at: operands, depends, .. } = &nodes[i];
            if *depends != Depends::Both || places.contains_key(&i) {
                continue;
            }
            let mut step = Step {
                node: *node,
                width: *width,
                from: *from,
                at: [At::Own(usize::MAX); 3],
                decides: parts.contains(&v),
            };
            for ((slot, i), _) in step.at.iter_mut().zip(operands).zip(node.operands()) {
                *slot = at(*i, &places)?;
            }
            places.insert(i, steps.len());
            steps.push(step);
        }
    }
    let result = at(order.binary_search(&goal).ok()?, &places)?;
    Some(Program { steps, result })
}

/// Runs a program on a block of columns in one row; returns the first lane in which it is true. The widest vectors of the host are chosen
/// at run time.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn run(program: &Program, nodes: &[Held], block: usize, rows: &[Chunk], own: &mut [Chunk]) -> Option<usize> {
    fn lanes<'a>(at: At, nodes: &'a [Held], block: usize, rows: &'a [Chunk], own: &'a [Chunk]) -> &'a Chunk {
        match at {
            At::Lit(node) => nodes[node].values.first(),
            At::Column(node) => nodes[node].values.get(block),
            At::Row(place) => rows.get(place),
            At::Own(step) => own.get(step),
        }
        .unwrap_or(&ZEROS)
    }
    for (n, step) in program.steps.iter().enumerate() {
        let (before, rest) = own.split_at_mut(n);
        let operands = step.at.map(|at| lanes(at, nodes, block, rows, before));
        compute(step.node, step.width, step.from, operands, &mut rest[0]);
        if step.decides && is_false(&rest[0]) {
            return None;
        }
    }
    let result = lanes(program.result, nodes, block, rows, own);
    if is_false(result) {
        return None;
    }
    result.iter().position(|x| *x != 0)
}

#[inline(always)]
fn is_false(values: &Chunk) -> bool {
    values.iter().fold(0, |all, x| all | x) == 0
}

#[inline(always)]
fn one(out: &mut Chunk, a: &Chunk, f: impl Fn(u16) -> u16) {
    for (o, a) in out.iter_mut().zip(a) {
        *o = f(*a);
    }
}

#[inline(always)]
fn two(out: &mut Chunk, a: &Chunk, b: &Chunk, f: impl Fn(u16, u16) -> u16) {
    for ((o, a), b) in out.iter_mut().zip(a).zip(b) {
        *o = f(*a, *b);
    }
}

/// Sums of binary16 via binary32, in which one addition is exact: each part is a loop that can be vectorized.
#[inline(always)]
fn halves(out: &mut Chunk, a: &Chunk, b: &Chunk) {
    const ROUND: Rounding = Rounding::NearestEven;
    let mut sums = [0u32; CHUNK];
    for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
        let wide = |x: u16| Bits::<_, W16>::of(x).float::<W32>(FloatOp::Convert(ROUND), Bits::of(0), Bits::of(0));
        let (a, b) = (wide(*a), wide(*b));
        *sum = a.float::<W32>(FloatOp::Add(ROUND), b, b).get();
    }
    let nan = Format::of::<W16>().nan() as u16;
    for (out, sum) in out.iter_mut().zip(&sums) {
        let sum = Bits::<_, W32>::of(*sum);
        let sum = sum.float::<W16>(FloatOp::Convert(ROUND), sum, sum).get();
        *out = if sum & 0x7fff > 0x7c00 { nan } else { sum };
    }
}

/// One step on one block: [`Node`]'s meaning for each lane, in 16 bits.
#[inline(always)]
fn compute(node: Node, width: u32, from: u32, [a, b, c]: [&Chunk; 3], out: &mut Chunk) {
    let mask = (u32::MAX >> (32 - width)) as u16;
    let short = |n: u16| u32::from(n) < width;
    // Moves the value to the top of the 16 bits, so that its sign bit is the sign bit of the `i16`.
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
        Node::UDiv(..) => two(out, a, b, |a, b| a.checked_div(b).unwrap_or(mask)),
        Node::URem(..) => two(out, a, b, |a, b| a.checked_rem(b).unwrap_or(a)),
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
        Node::Float(FloatOp::Add(Rounding::NearestEven), ..) if (from, width) == (16, 16) => halves(out, a, b),
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
        use isotope_term::Tape;
        for (seed, bits) in (0..60).flat_map(|seed| [(seed, 8), (seed, 16)]) {
            let (arena, mut random) = (Arena::new(), Random(seed));
            let mut words = vec![arena.input("x", bits), arena.input("y", bits)];
            let mut truths = vec![arena.constant(1, 1)];
            for _ in 0..40 {
                words.push(arena.constant([0, 1, 7, 0x7c00, 0x8000, 0xffff][random.index(6)], bits));
                let [a, b, c] = [(); 3].map(|()| words[words.len() - 1 - random.index(words.len().min(12))]);
                let t = truths[random.index(truths.len())];
                let round = FloatOp::Add([Rounding::NearestEven, Rounding::Down][random.index(2)]);
                words.push(match random.below(18) {
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
                    14 => arena.make(Node::UDiv(a, b), bits),
                    15 => arena.make(Node::URem(a, b), bits),
                    16 => arena.make(Node::Sext(arena.make(Node::Trunc(a), 8)), 16.min(bits)),
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
                // The column must have the value that the walk gives there, and at no earlier input.
                let target = walk.run_on(&[x, y], &mut values);
                let equal = arena.make(Node::Eq(wanted, arena.constant(target, bits)), 1);
                // By itself, and under a condition, which may be false before it.
                for condition in [arena.constant(1, 1), truths[random.index(truths.len())]] {
                    let goal = arena.make(Node::And(condition, equal), 1);
                    let whole = Tape::new(&arena, goal);
                    let columns = Columns::new(&arena, goal, &["x", "y"], bits).expect("narrow");
                    let row = x as usize;
                    let first = (0..1u64 << bits).find(|y| whole.run_on(&[x, *y], &mut values) == 1).map(|y| (row, y));
                    assert_eq!(columns.first(row..row + 1, &mut room), first, "seed {seed}, {bits} bits, x {x:#x}");
                }
            }
        }
    }
}
