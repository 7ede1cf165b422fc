//! Bit-blasting: every node of a term graph becomes gates.
//!
//! Float primitives have no gates: replace them first, see [`crate::adder`].

use std::collections::HashMap;

use isotope_term::{Arena, Node, Value};

use crate::gates::{Gates, Sig};

/// An input of the graph as bits, lowest first.
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its bits.
    pub bits: Vec<Sig>,
}

/// Gates of a graph.
#[derive(Default)]
pub struct Circuit {
    /// All gates.
    pub gates: Gates,
    /// The graph's inputs.
    pub inputs: Vec<Input>,
}

/// A graph has a node without gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a float primitive has no gates; expand it first")]
pub struct NoGates;

/// The bits of a graph's root.
///
/// # Errors
/// [`NoGates`] for float primitives.
pub fn blast(arena: &Arena, root: Value) -> Result<(Circuit, Vec<Sig>), NoGates> {
    let mut c = Circuit::default();
    let mut words: HashMap<Value, Vec<Sig>> = HashMap::new();
    for v in arena.reachable(&[root]) {
        let (node, width) = arena.node(v);
        let bits = word(&mut c, arena, &words, node, width as usize)?;
        words.insert(v, bits);
    }
    let root = words.remove(&root).unwrap_or_default();
    Ok((c, root))
}

fn word(
    c: &mut Circuit,
    arena: &Arena,
    words: &HashMap<Value, Vec<Sig>>,
    node: Node,
    width: usize,
) -> Result<Vec<Sig>, NoGates> {
    let g = &mut c.gates;
    let of = |v: Value| words[&v].as_slice();
    let mut each = |a: Value, b: Value, f: fn(&mut Gates, Sig, Sig) -> Sig| {
        of(a).iter().zip(of(b)).map(|(a, b)| f(g, *a, *b)).collect::<Vec<_>>()
    };
    Ok(match node {
        Node::Lit(k) => (0..width).map(|i| Sig::constant(u128::from(k) >> i & 1 != 0)).collect(),
        Node::Var(n) => {
            let bits: Vec<Sig> = (0..width).map(|_| g.input()).collect();
            c.inputs.push(Input { name: arena.name(n), bits: bits.clone() });
            bits
        }
        Node::Not(a) => of(a).iter().map(|s| !*s).collect(),
        Node::And(a, b) => each(a, b, Gates::and),
        Node::Or(a, b) => each(a, b, Gates::or),
        Node::Xor(a, b) => each(a, b, Gates::xor),
        Node::Add(a, b) => add(g, of(a), of(b), Sig::FALSE).0,
        Node::Sub(a, b) => subtract(g, of(a), of(b)).0,
        Node::Mul(a, b) => {
            let (a, b) = (of(a), of(b));
            let mut sum = vec![Sig::FALSE; width];
            for (i, bit) in b.iter().enumerate() {
                let row: Vec<Sig> =
                    (0..width).map(|j| if j < i { Sig::FALSE } else { g.and(a[j - i], *bit) }).collect();
                sum = add(g, &sum, &row, Sig::FALSE).0;
            }
            sum
        }
        Node::UDiv(a, b) => divide(g, of(a), of(b)).0,
        Node::URem(a, b) => divide(g, of(a), of(b)).1,
        Node::Shl(a, n) => {
            let mut reversed: Vec<Sig> = of(a).to_vec();
            reversed.reverse();
            let mut r = shift(g, &reversed, of(n), Sig::FALSE);
            r.reverse();
            r
        }
        Node::Shr(a, n) => shift(g, of(a), of(n), Sig::FALSE),
        Node::Sar(a, n) => shift(g, of(a), of(n), of(a)[width - 1]),
        Node::Clz(a) => {
            // The highest one bit decides.
            let mut count = number(width as u64, width);
            for (i, bit) in of(a).iter().enumerate() {
                let zeros = number((width - 1 - i) as u64, width);
                count = choose(g, *bit, &zeros, &count);
            }
            count
        }
        Node::Popc(a) => {
            let mut sum = number(0, width);
            for bit in of(a) {
                sum = add(g, &sum, &number(0, width), *bit).0;
            }
            sum
        }
        Node::Rev(a) => of(a).iter().rev().copied().collect(),
        Node::Zext(a) => extend(of(a), width, Sig::FALSE),
        Node::Sext(a) => extend(of(a), width, of(a)[of(a).len() - 1]),
        Node::Trunc(a) => of(a)[..width].to_vec(),
        Node::Eq(a, b) => {
            let mut same = Sig::TRUE;
            for (a, b) in of(a).iter().zip(of(b)) {
                let differ = g.xor(*a, *b);
                same = g.and(same, !differ);
            }
            vec![same]
        }
        Node::Ult(a, b) => vec![!subtract(g, of(a), of(b)).1],
        Node::Slt(a, b) => {
            // The same order with the sign bits inverted.
            let flip = |x: &[Sig]| {
                let mut x = x.to_vec();
                if let Some(sign) = x.last_mut() {
                    *sign = !*sign;
                }
                x
            };
            vec![!subtract(g, &flip(of(a)), &flip(of(b))).1]
        }
        Node::Ite(cond, a, b) => choose(g, of(cond)[0], of(a), of(b)),
        Node::Float(..) => return Err(NoGates),
    })
}

fn number(k: u64, width: usize) -> Vec<Sig> {
    (0..width).map(|i| Sig::constant(k.checked_shr(i as u32).unwrap_or(0) & 1 != 0)).collect()
}

fn extend(a: &[Sig], width: usize, with: Sig) -> Vec<Sig> {
    a.iter().copied().chain(std::iter::repeat(with)).take(width).collect()
}

fn choose(g: &mut Gates, c: Sig, a: &[Sig], b: &[Sig]) -> Vec<Sig> {
    a.iter().zip(b).map(|(a, b)| g.mux(c, *a, *b)).collect()
}

/// Sum and carry out.
fn add(g: &mut Gates, a: &[Sig], b: &[Sig], mut carry: Sig) -> (Vec<Sig>, Sig) {
    let mut sum = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let (s, c) = g.full_add(*a, *b, carry);
        sum.push(s);
        carry = c;
    }
    (sum, carry)
}

/// `a - b`, and whether `a >= b`.
fn subtract(g: &mut Gates, a: &[Sig], b: &[Sig]) -> (Vec<Sig>, Sig) {
    let b: Vec<Sig> = b.iter().map(|s| !*s).collect();
    add(g, a, &b, Sig::TRUE)
}

/// Quotient and remainder by long division: by 0, all ones and the dividend.
fn divide(g: &mut Gates, a: &[Sig], b: &[Sig]) -> (Vec<Sig>, Vec<Sig>) {
    // One bit more, because the remainder is doubled before it is compared.
    let divisor: Vec<Sig> = b.iter().copied().chain([Sig::FALSE]).collect();
    let mut quotient = vec![Sig::FALSE; a.len()];
    let mut rest = vec![Sig::FALSE; a.len()];
    for (i, bit) in a.iter().enumerate().rev() {
        let doubled: Vec<Sig> = [*bit].into_iter().chain(rest).collect();
        let (less, fits) = subtract(g, &doubled, &divisor);
        quotient[i] = fits;
        rest = choose(g, fits, &less, &doubled);
        rest.pop();
    }
    (quotient, rest)
}

/// Right shift that brings in `fill`; a shift by the width or more leaves only `fill`.
fn shift(g: &mut Gates, a: &[Sig], n: &[Sig], fill: Sig) -> Vec<Sig> {
    let width = a.len();
    let mut r = a.to_vec();
    let mut far = Sig::FALSE;
    for (i, bit) in n.iter().enumerate() {
        let by = 1usize.checked_shl(i as u32).unwrap_or(usize::MAX);
        if by >= width {
            far = g.or(far, *bit);
            continue;
        }
        let moved: Vec<Sig> = (0..width).map(|j| r.get(j + by).copied().unwrap_or(fill)).collect();
        r = choose(g, *bit, &moved, &r);
    }
    let all = vec![fill; width];
    choose(g, far, &all, &r)
}
