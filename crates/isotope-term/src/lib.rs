//! The symbolic domain: an operation as a graph of shared nodes, to be evaluated, printed, proved or compiled.
//!
//! A function of `isotope_op` that is generic over [`Domain`], called with a handle to an [`Arena`], adds its definition to the arena as a
//! graph. Equal nodes are stored once, and constants fold while the graph is built.
//!
//! ```
//! use isotope_term::{Arena, Value};
//! use isotope_op::atomic::{rmw, AtomicOp, Rmw, Size};
//! use isotope_op::domain::W32;
//! let arena = Arena::new();
//! let (old, src0) = (arena.var::<W32>("old"), arena.var::<W32>("src0"));
//! let inc = rmw(&Rmw::int(AtomicOp::UincWrap, Size::B32), old, src0, src0);
//! assert_eq!(arena.eval(inc.new.v, &[("old", 7), ("src0", 7)]), 0);
//! assert_eq!(isotope_term::explain::explain(&arena, inc.new.v), "if old >= src0 { 0 } else { old + 1 }");
//! ```
//!
//! Only constants and a few identities are simplified. Truth values are nodes of width 1. A [`Value`] is a number that is valid only with
//! the arena that made it.

pub mod explain;

use foldhash::fast::FixedState;
use isotope_op::at_width;
use isotope_op::atomic::{Rmw, permits, rmw};
use isotope_op::domain::{Bits, Concrete, Domain, Note, W8, W16, W32, W64, Width};
use isotope_op::float::FloatOp;
use isotope_op::soft::{self, Format};
use std::cell::RefCell;
use std::collections::HashMap;

/// A node's number in its arena. Operands always have smaller numbers than the node that uses them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Value(u32);

impl Value {
    /// The position in [`Arena::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The operation of a node. All operands of a node have the node's width unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Node {
    /// A constant, zero-extended to 64 bits or to the width. Nodes of more than 64 bits (128 at most) are made of narrower inputs.
    Lit(u64),
    /// An input; the number counts the arena's names.
    Var(u32),
    /// Bitwise complement.
    Not(Value),
    /// Bitwise and.
    And(Value, Value),
    /// Bitwise or.
    Or(Value, Value),
    /// Bitwise exclusive or.
    Xor(Value, Value),
    /// Sum modulo 2^width.
    Add(Value, Value),
    /// Difference modulo 2^width.
    Sub(Value, Value),
    /// Product modulo 2^width.
    Mul(Value, Value),
    /// Unsigned quotient; all ones for a division by 0.
    UDiv(Value, Value),
    /// Unsigned remainder; the dividend for a division by 0.
    URem(Value, Value),
    /// Left shift; 0 for counts of the width and more.
    Shl(Value, Value),
    /// Logical right shift; 0 for counts of the width and more.
    Shr(Value, Value),
    /// Arithmetic right shift; the sign for counts of the width and more.
    Sar(Value, Value),
    /// Leading zeros; the width for 0.
    Clz(Value),
    /// One bits.
    Popc(Value),
    /// Bits in reverse order.
    Rev(Value),
    /// Zero extension; the operand is narrower.
    Zext(Value),
    /// Sign extension; the operand is narrower.
    Sext(Value),
    /// Low bits; the operand is wider.
    Trunc(Value),
    /// Equality of operands of any one width; the node has width 1.
    Eq(Value, Value),
    /// Unsigned less-than of operands of any one width; the node has width 1.
    Ult(Value, Value),
    /// Signed less-than of operands of any one width; the node has width 1.
    Slt(Value, Value),
    /// First operand of width 1: second if it is 1, else third.
    Ite(Value, Value, Value),
    /// A correctly rounded float primitive on operands of one width; its NaN is the default one of [`soft`].
    Float(FloatOp, Value, Value, Value),
}

impl Node {
    /// The operands, in order.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (mut all, mut count) = ([None; 3], 0);
        self.with_operands(|operand| {
            (all[count], count) = (Some(operand), count + 1);
            operand
        });
        all.into_iter().flatten()
    }

    /// The same node on other operands.
    pub fn with_operands(self, mut f: impl FnMut(Value) -> Value) -> Node {
        match self {
            Node::Lit(_) | Node::Var(_) => self,
            Node::Not(a) => Node::Not(f(a)),
            Node::And(a, b) => Node::And(f(a), f(b)),
            Node::Or(a, b) => Node::Or(f(a), f(b)),
            Node::Xor(a, b) => Node::Xor(f(a), f(b)),
            Node::Add(a, b) => Node::Add(f(a), f(b)),
            Node::Sub(a, b) => Node::Sub(f(a), f(b)),
            Node::Mul(a, b) => Node::Mul(f(a), f(b)),
            Node::UDiv(a, b) => Node::UDiv(f(a), f(b)),
            Node::URem(a, b) => Node::URem(f(a), f(b)),
            Node::Shl(a, b) => Node::Shl(f(a), f(b)),
            Node::Shr(a, b) => Node::Shr(f(a), f(b)),
            Node::Sar(a, b) => Node::Sar(f(a), f(b)),
            Node::Clz(a) => Node::Clz(f(a)),
            Node::Popc(a) => Node::Popc(f(a)),
            Node::Rev(a) => Node::Rev(f(a)),
            Node::Zext(a) => Node::Zext(f(a)),
            Node::Sext(a) => Node::Sext(f(a)),
            Node::Trunc(a) => Node::Trunc(f(a)),
            Node::Eq(a, b) => Node::Eq(f(a), f(b)),
            Node::Ult(a, b) => Node::Ult(f(a), f(b)),
            Node::Slt(a, b) => Node::Slt(f(a), f(b)),
            Node::Ite(a, b, c) => Node::Ite(f(a), f(b), f(c)),
            Node::Float(op, a, b, c) => Node::Float(op, f(a), f(b), f(c)),
        }
    }
}

#[derive(Default)]
struct Store {
    nodes: Vec<(Node, u32)>,
    index: HashMap<(Node, u32), Value, FixedState>,
    names: Vec<(String, u32)>,
    notes: HashMap<Value, (Note, [Value; 2]), FixedState>,
}

/// The nodes of a graph. `&Arena` is the [`Domain`].
#[derive(Default)]
pub struct Arena {
    store: RefCell<Store>,
}

/// A handle to an arena: the symbolic domain.
pub type Term<'a> = &'a Arena;

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn sign_extend(bits: u128, width: u32) -> i128 {
    (bits << (128 - width)) as i128 >> (128 - width)
}

/// The value of a node whose operands have the given values and (for the first) width.
fn compute(node: Node, width: u32, from: u32, a: u128, b: u128, c: u128) -> u128 {
    let m = mask(width);
    match node {
        Node::Lit(k) => k.into(),
        Node::Var(_) => 0,
        Node::Not(_) => !a & m,
        Node::And(..) => a & b,
        Node::Or(..) => a | b,
        Node::Xor(..) => a ^ b,
        Node::Add(..) => a.wrapping_add(b) & m,
        Node::Sub(..) => a.wrapping_sub(b) & m,
        Node::Mul(..) => a.wrapping_mul(b) & m,
        Node::UDiv(..) => a.checked_div(b).unwrap_or(m),
        Node::URem(..) => a.checked_rem(b).unwrap_or(a),
        Node::Shl(..) | Node::Shr(..) if b >= width.into() => 0,
        Node::Shl(..) => a << b & m,
        Node::Shr(..) => a >> b,
        Node::Sar(..) => (sign_extend(a, width) >> b.min(u128::from(width) - 1)) as u128 & m,
        Node::Clz(_) => (a.leading_zeros() - (128 - width)).into(),
        Node::Popc(_) => a.count_ones().into(),
        Node::Rev(_) => a.reverse_bits() >> (128 - width),
        Node::Zext(_) => a,
        Node::Sext(_) => sign_extend(a, from) as u128 & m,
        Node::Trunc(_) => a & m,
        Node::Eq(..) => (a == b).into(),
        Node::Ult(..) => (a < b).into(),
        Node::Slt(..) => (sign_extend(a, from) < sign_extend(b, from)).into(),
        Node::Ite(..) if a != 0 => b,
        Node::Ite(..) => c,
        // No float has more than 64 bits.
        Node::Float(op, ..) => soft::float(op, format(from), format(width), a as u64, b as u64, c as u64).into(),
    }
}

fn format(width: u32) -> Format {
    match width {
        8 => Format::of::<W8>(),
        16 => Format::of::<W16>(),
        32 => Format::of::<W32>(),
        _ => Format::of::<W64>(),
    }
}

/// The results of an atomic, as nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The bits written to memory.
    pub new: Value,
    /// The bits returned.
    pub returned: Value,
    /// Of width 1: whether the documents leave `new` unspecified; `new` is then one permitted value.
    pub unspecified: Value,
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Arena {
        Arena::default()
    }

    /// The input `name` at a width; the same name and width give the same node.
    pub fn var<W: Width>(&self, name: &str) -> Bits<&Arena, W> {
        Bits { d: self, v: self.input(name, W::BITS) }
    }

    /// The definition of an atomic on values of its width. Other crates call this function instead of `isotope_op`'s: the definitions are
    /// long, and this way they are compiled only once for each width.
    pub fn atomic(&self, op: &Rmw, old: Value, src0: Value, src1: Value) -> Atomic {
        fn of<W: Width>(arena: &Arena, op: &Rmw, values: [Value; 3]) -> Atomic {
            let [old, src0, src1] = values.map(|v| Bits::<_, W> { d: arena, v });
            let out = rmw(op, old, src0, src1);
            Atomic { new: out.new.v, returned: out.returned.v, unspecified: out.unspecified.b }
        }
        at_width!(op.size, of(self, op, [old, src0, src1]))
    }

    /// Of width 1: whether the documents permit an atomic to leave `x` in memory; see [`permits`].
    pub fn permits(&self, op: &Rmw, [old, src0, src1]: [Value; 3], x: Value) -> Value {
        fn of<W: Width>(arena: &Arena, op: &Rmw, values: [Value; 4]) -> Value {
            let [old, src0, src1, x] = values.map(|v| Bits::<_, W> { d: arena, v });
            permits(op, old, src0, src1, x).b
        }
        at_width!(op.size, of(self, op, [old, src0, src1, x]))
    }

    /// The name of the input with this number.
    pub fn name(&self, var: u32) -> String {
        self.store.borrow().names[var as usize].0.clone()
    }

    /// A node and its width in bits.
    pub fn node(&self, v: Value) -> (Node, u32) {
        self.store.borrow().nodes[v.index()]
    }

    /// Every node with its width, operands before users.
    pub fn nodes(&self) -> Vec<(Node, u32)> {
        self.store.borrow().nodes.clone()
    }

    /// The remark on a value, and the two values that it is about (twice the same value for a remark about one).
    pub fn remark(&self, v: Value) -> Option<(Note, [Value; 2])> {
        self.store.borrow().notes.get(&v).copied()
    }

    /// Every node that `roots` need, operands before users.
    pub fn reachable(&self, roots: &[Value]) -> Vec<Value> {
        let store = self.store.borrow();
        let mut seen = vec![false; store.nodes.len()];
        roots.iter().for_each(|r| seen[r.index()] = true);
        for i in (0..seen.len()).rev() {
            if seen[i] {
                store.nodes[i].0.operands().for_each(|o| seen[o.index()] = true);
            }
        }
        (0..seen.len()).filter(|&i| seen[i]).map(|i| Value(i as u32)).collect()
    }

    /// The value of a node for given inputs, the low 64 bits of a wider one; an input that is not named is 0.
    pub fn eval(&self, root: Value, inputs: &[(&str, u64)]) -> u64 {
        self.eval_wide(root, inputs) as u64
    }

    /// As [`Arena::eval`], with all bits of the value.
    pub fn eval_wide(&self, root: Value, inputs: &[(&str, u64)]) -> u128 {
        let tape = Tape::new(self, root);
        let value = |name: &String| inputs.iter().find(|(n, _)| n == name).map_or(0, |(_, v)| *v);
        let inputs: Vec<u64> = tape.names.iter().map(value).collect();
        tape.walk(&inputs, &mut Vec::new())
    }

    fn intern(&self, node: Node, width: u32) -> Value {
        let mut store = self.store.borrow_mut();
        if let Some(&v) = store.index.get(&(node, width)) {
            return v;
        }
        let v = Value(store.nodes.len() as u32);
        store.nodes.push((node, width));
        store.index.insert((node, width), v);
        v
    }

    /// Adds a remark, unless the value folded to a constant or to the argument itself, where a remark would confuse. The first remark
    /// stays.
    fn annotate(&self, note: Note, args: [Value; 2], value: Value) -> Value {
        if !matches!(self.node(value).0, Node::Lit(_) | Node::Var(_)) && !args.contains(&value) {
            self.store.borrow_mut().notes.entry(value).or_insert((note, args));
        }
        value
    }

    fn known(&self, v: Value) -> Option<u128> {
        match self.node(v).0 {
            Node::Lit(k) => Some(k.into()),
            _ => None,
        }
    }

    /// A literal; bits above the width are cut off.
    pub fn constant(&self, bits: u64, width: u32) -> Value {
        let bits = bits & mask(width.min(64)) as u64;
        self.intern(Node::Lit(bits), width)
    }

    /// The input `name` at a width given as a number of bits; the same name and width give the same node.
    pub fn input(&self, name: &str, width: u32) -> Value {
        let mut store = self.store.borrow_mut();
        let known = store.names.iter().position(|(n, w)| n == name && *w == width);
        let id = known.unwrap_or_else(|| {
            store.names.push((name.to_string(), width));
            store.names.len() - 1
        });
        drop(store);
        self.intern(Node::Var(id as u32), width)
    }

    /// Copies the nodes that `roots` need into another arena and returns the copies of the roots. `replace` gets every node with its
    /// operands already copied, and its width; it may return a replacement. Remarks are not copied.
    pub fn copy(&self, roots: &[Value], to: &Arena, mut replace: impl FnMut(Node, u32) -> Option<Value>) -> Vec<Value> {
        let mut copies = HashMap::new();
        for v in self.reachable(roots) {
            let (node, width) = self.node(v);
            let node = node.with_operands(|o| copies[&o]);
            let copy = replace(node, width).unwrap_or_else(|| match node {
                Node::Lit(k) => to.constant(k, width),
                Node::Var(n) => to.input(&self.name(n), width),
                _ => to.make(node, width),
            });
            copies.insert(v, copy);
        }
        roots.iter().map(|r| copies[r]).collect()
    }

    /// Adds a node, or returns an equal existing value. Operands must have the widths that [`Node`] says. An input made this way has no
    /// name.
    pub fn make(&self, node: Node, width: u32) -> Value {
        if let Node::Var(_) = node {
            return self.intern(node, width);
        }
        let mut values = [Some(0); 3];
        let mut from = width;
        for (i, o) in node.operands().enumerate() {
            values[i] = self.known(o);
            if i == 0 {
                from = self.node(o).1;
            }
        }
        if let [Some(a), Some(b), Some(c)] = values
            && let Ok(known) = u64::try_from(compute(node, width, from, a, b, c))
        {
            return self.constant(known, width);
        }
        let ones = mask(width);
        match (node, values[0], values[1]) {
            (Node::And(_, b), Some(k), _) if k == ones => return b,
            (Node::And(a, _), _, Some(k)) if k == ones => return a,
            (Node::And(..), Some(0), _) | (Node::And(..), _, Some(0)) => return self.constant(0, width),
            (Node::Or(_, b) | Node::Xor(_, b) | Node::Add(_, b), Some(0), _) => return b,
            (Node::Or(a, _) | Node::Xor(a, _) | Node::Add(a, _) | Node::Sub(a, _), _, Some(0)) => return a,
            (Node::Shl(a, _) | Node::Shr(a, _) | Node::Sar(a, _), _, Some(0)) => return a,
            (Node::Or(..), Some(k), _) | (Node::Or(..), _, Some(k)) if k == ones => {
                return self.constant(ones as u64, width);
            }
            (Node::And(a, b) | Node::Or(a, b), ..) if a == b => return a,
            (Node::Ite(_, a, _), Some(1), _) => return a,
            (Node::Ite(_, _, b), Some(0), _) => return b,
            (Node::Ite(_, a, b), ..) if a == b => return a,
            (Node::Eq(a, b), ..) if a == b => return self.constant(1, 1),
            (Node::Xor(a, b) | Node::Sub(a, b) | Node::Ult(a, b) | Node::Slt(a, b), ..) if a == b => {
                return self.constant(0, width);
            }
            (Node::Not(a), ..) => {
                if let (Node::Not(inner), _) = self.node(a) {
                    return inner;
                }
            }
            _ => {}
        }
        self.intern(node, width)
    }
}

/// A node prepared for many evaluations: the nodes that it needs, in order.
pub struct Tape {
    steps: Vec<(Node, u32, u32, [usize; 3])>,
    names: Vec<String>,
}

impl Tape {
    /// The evaluation order of one root.
    pub fn new(arena: &Arena, root: Value) -> Tape {
        let order = arena.reachable(&[root]);
        let mut place = HashMap::new();
        let mut steps = Vec::new();
        for v in order {
            let (node, width) = arena.node(v);
            let mut at = [0; 3];
            let mut from = width;
            for (i, o) in node.operands().enumerate() {
                at[i] = place[&o];
                if i == 0 {
                    from = arena.node(o).1;
                }
            }
            place.insert(v, steps.len());
            steps.push((node, width, from, at));
        }
        let names = arena.store.borrow().names.iter().map(|(n, _)| n.clone()).collect();
        Tape { steps, names }
    }

    /// The root's value; `input` gives the value of each named input.
    pub fn run(&self, input: impl Fn(&str) -> u64) -> u64 {
        let inputs: Vec<u64> = self.names.iter().map(|n| input(n)).collect();
        self.run_on(&inputs, &mut Vec::new())
    }

    /// The names of the arena's inputs, in the order in which [`Tape::run_on`] takes their values.
    pub fn inputs(&self) -> &[String] {
        &self.names
    }

    /// The root's value for inputs in the arena's order; missing ones are 0. `values` is a reused buffer.
    pub fn run_on(&self, inputs: &[u64], values: &mut Vec<u128>) -> u64 {
        self.walk(inputs, values) as u64
    }

    fn walk(&self, inputs: &[u64], values: &mut Vec<u128>) -> u128 {
        values.clear();
        for &(node, width, from, [a, b, c]) in &self.steps {
            let get = |i: usize| values.get(i).copied().unwrap_or(0);
            let value = match node {
                Node::Var(v) => u128::from(inputs.get(v as usize).copied().unwrap_or(0)) & mask(width),
                _ => compute(node, width, from, get(a), get(b), get(c)),
            };
            values.push(value);
        }
        values.last().copied().unwrap_or(0)
    }
}

macro_rules! same_width {
    ($($method:ident $node:ident ($($x:ident)*)),*) => {$(
        fn $method<W: Width>(self, $($x: Value),*) -> Value {
            self.make(Node::$node($($x),*), W::BITS)
        }
    )*};
}

macro_rules! truth_of {
    ($($method:ident $node:ident),*) => {$(
        fn $method<W: Width>(self, a: Value, b: Value) -> Value {
            self.make(Node::$node(a, b), 1)
        }
    )*};
}

macro_rules! logic {
    ($($method:ident $node:ident),*) => {$(
        fn $method(self, a: Value, b: Value) -> Value {
            self.make(Node::$node(a, b), 1)
        }
    )*};
}

impl Domain for &Arena {
    type B = Value;
    type V<W: Width> = Value;

    #[inline(never)]
    fn apart<R>(f: impl FnOnce() -> R) -> R {
        f()
    }

    fn lit<W: Width>(self, bits: u64) -> Value {
        self.constant(bits, W::BITS)
    }
    same_width!(
        not Not (a), and And (a b), or Or (a b), xor Xor (a b), add Add (a b), sub Sub (a b), mul Mul (a b),
        udiv UDiv (a b), urem URem (a b),
        shl Shl (a n), shr Shr (a n), sar Sar (a n), clz Clz (a), popc Popc (a), rev Rev (a), ite Ite (c a b)
    );
    fn zext<A: Width, R: Width>(self, a: Value) -> Value {
        if A::BITS == R::BITS { a } else { self.make(Node::Zext(a), R::BITS) }
    }
    fn sext<A: Width, R: Width>(self, a: Value) -> Value {
        if A::BITS == R::BITS { a } else { self.make(Node::Sext(a), R::BITS) }
    }
    fn trunc<A: Width, R: Width>(self, a: Value) -> Value {
        if A::BITS == R::BITS { a } else { self.make(Node::Trunc(a), R::BITS) }
    }
    truth_of!(eq Eq, ult Ult, slt Slt);
    fn truth(self, b: bool) -> Value {
        self.constant(b as u64, 1)
    }
    fn not_b(self, a: Value) -> Value {
        self.make(Node::Not(a), 1)
    }
    logic!(and_b And, or_b Or, xor_b Xor);
    fn float<A: Width, R: Width>(self, op: FloatOp, a: Value, b: Value, c: Value) -> Value {
        self.make(Node::Float(op, a, b, c), R::BITS)
    }
    fn note<W: Width>(self, note: Note, arg: Value, value: Value) -> Value {
        self.annotate(note, [arg, arg], value)
    }
    fn note_b<W: Width>(self, note: Note, a: Value, b: Value, value: Value) -> Value {
        self.annotate(note, [a, b], value)
    }
}

/// The concrete value of a literal, for comparison with [`Concrete`] runs.
pub fn concrete<W: Width>(bits: u64) -> Bits<Concrete, W> {
    Bits::lit(Concrete, bits & W::MASK)
}
