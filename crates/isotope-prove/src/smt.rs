//! A question as SMT-LIB text, and a solver's answer read back.
//!
//! Each node is one `define-fun`, so that sharing is kept. Truth values are `Bool`. Float sums are expanded before ([`Floats::Bits`]) or
//! left to the solver's theory of floats ([`Floats::Theory`]). With the theory, the NaN of a sum is set to the NaN of the interpreter's
//! primitive, because the theory has only one NaN, without bits.

use std::fmt::Write as _;

use isotope_op::float::{FloatOp, Rounding};
use isotope_term::{Arena, Node, Value};

use crate::adder;
use crate::sat::{Model, SatResult};

/// How float sums are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// As bit operations.
    Bits,
    /// As `fp.add`.
    Theory,
}

/// The text of "which inputs make `goal` true?". A solver that finds no inputs has no values to print and says so. Some callers count that
/// as an error; [`whether`] does not ask for values.
///
/// ```
/// use isotope_term::Arena;
/// use isotope_op::domain::W16;
/// use isotope_prove::smt::{question, Floats};
/// let arena = Arena::new();
/// let x = arena.var::<W16>("x");
/// let text = question(&arena, (x + x).is(6).b, Floats::Bits);
/// assert!(text.contains("(declare-const x (_ BitVec 16))"));
/// assert!(text.ends_with("(check-sat)\n(get-value (x))\n"));
/// ```
pub fn question(arena: &Arena, goal: Value, floats: Floats) -> String {
    let (mut out, names) = text(arena, goal, floats);
    if !names.is_empty() {
        let _ = writeln!(out, "(get-value ({}))", names.join(" "));
    }
    out
}

/// The text of "are there inputs that make `goal` true?".
pub fn whether(arena: &Arena, goal: Value, floats: Floats) -> String {
    text(arena, goal, floats).0
}

/// The text without its last commands, and the inputs.
fn text(arena: &Arena, goal: Value, floats: Floats) -> (String, Vec<String>) {
    if floats == Floats::Bits && adder::has_sum(arena, goal) {
        let expanded = Arena::new();
        let goal = adder::expand(arena, goal, &expanded);
        return text(&expanded, goal, floats);
    }
    let theory = adder::has_sum(arena, goal);
    let mut out = String::from("; Satisfiable: the inputs shown make the difference. Unsatisfiable: there is none.\n");
    let _ = writeln!(out, "(set-option :produce-models true)");
    let _ = writeln!(out, "(set-logic {})", if theory { "QF_BVFP" } else { "QF_BV" });
    let mut names = Vec::new();
    for v in arena.reachable(&[goal]) {
        let (node, width) = arena.node(v);
        if let Node::Var(n) = node {
            let name = arena.name(n);
            let _ = writeln!(out, "(declare-const {name} (_ BitVec {width}))");
            names.push(name);
        }
    }
    for v in arena.reachable(&[goal]) {
        let (node, width) = arena.node(v);
        if matches!(node, Node::Var(_)) {
            continue;
        }
        let n = v.index();
        if let Node::Float(FloatOp::Add(round), a, b, _) = node {
            sum(&mut out, arena, v, width, round, a, b);
            continue;
        }
        let sort = if width == 1 { "Bool".to_string() } else { format!("(_ BitVec {width})") };
        let _ = writeln!(out, "(define-fun n{n} () {sort} {})", expression(arena, node, width));
    }
    let _ = writeln!(out, "(assert {})", name(arena, goal));
    let _ = writeln!(out, "(check-sat)");
    (out, names)
}

fn name(arena: &Arena, v: Value) -> String {
    match arena.node(v).0 {
        Node::Var(n) => arena.name(n),
        _ => format!("n{}", v.index()),
    }
}

fn literal(bits: u64, width: u32) -> String {
    format!("#x{bits:0w$x}", w = width as usize / 4)
}

fn expression(arena: &Arena, node: Node, width: u32) -> String {
    let s = |v: Value| name(arena, v);
    let wide = |v: Value| arena.node(v).1;
    let two = |op: &str, a: Value, b: Value| format!("({op} {} {})", s(a), s(b));
    let truth = width == 1;
    match node {
        Node::Lit(k) if truth => (k != 0).to_string(),
        Node::Lit(k) => literal(k, width),
        Node::Var(n) => arena.name(n),
        Node::Not(a) => format!("({} {})", if truth { "not" } else { "bvnot" }, s(a)),
        Node::And(a, b) => two(if truth { "and" } else { "bvand" }, a, b),
        Node::Or(a, b) => two(if truth { "or" } else { "bvor" }, a, b),
        Node::Xor(a, b) => two(if truth { "xor" } else { "bvxor" }, a, b),
        Node::Add(a, b) => two("bvadd", a, b),
        Node::Sub(a, b) => two("bvsub", a, b),
        Node::Mul(a, b) => two("bvmul", a, b),
        Node::UDiv(a, b) => two("bvudiv", a, b),
        Node::URem(a, b) => two("bvurem", a, b),
        Node::Shl(a, b) => two("bvshl", a, b),
        Node::Shr(a, b) => two("bvlshr", a, b),
        Node::Sar(a, b) => two("bvashr", a, b),
        Node::Clz(a) => {
            let bit = |i: u32| format!("(= ((_ extract {i} {i}) {}) #b1)", s(a));
            (0..width).fold(literal(u64::from(width), width), |rest, i| {
                format!("(ite {} {} {rest})", bit(i), literal(u64::from(width - 1 - i), width))
            })
        }
        Node::Popc(a) => {
            let bit = |i: u32| format!("((_ zero_extend {}) ((_ extract {i} {i}) {}))", width - 1, s(a));
            (1..width).fold(bit(0), |sum, i| format!("(bvadd {sum} {})", bit(i)))
        }
        Node::Rev(a) => {
            let bits: Vec<String> = (0..width).map(|i| format!("((_ extract {i} {i}) {})", s(a))).collect();
            format!("(concat {})", bits.join(" "))
        }
        Node::Zext(a) => format!("((_ zero_extend {}) {})", width - wide(a), s(a)),
        Node::Sext(a) => format!("((_ sign_extend {}) {})", width - wide(a), s(a)),
        Node::Trunc(a) => format!("((_ extract {} 0) {})", width - 1, s(a)),
        Node::Eq(a, b) => two("=", a, b),
        Node::Ult(a, b) => two("bvult", a, b),
        Node::Slt(a, b) => two("bvslt", a, b),
        Node::Ite(c, a, b) => format!("(ite {} {} {})", s(c), s(a), s(b)),
        // Sums are written by `sum`; atomics have no other float primitive.
        Node::Float(_, a, ..) => s(a),
    }
}

/// The exponent and mantissa bits of the float format of a width.
fn format_of(width: u32) -> (u32, u32) {
    match width {
        8 => (4, 3),
        16 => (5, 10),
        32 => (8, 23),
        _ => (11, 52),
    }
}

fn sum(out: &mut String, arena: &Arena, v: Value, width: u32, round: Rounding, a: Value, b: Value) {
    let (exp, man) = format_of(width);
    let mode = match round {
        Rounding::NearestEven => "RNE",
        Rounding::TowardZero => "RTZ",
        Rounding::Down => "RTN",
        Rounding::Up => "RTP",
    };
    let n = v.index();
    let float = |x: &str| format!("((_ to_fp {exp} {}) {x})", man + 1);
    let (a, b) = (float(&name(arena, a)), float(&name(arena, b)));
    let nan = ((1u64 << exp) - 1) << man | 1 << (man - 1);
    let _ = writeln!(out, "(declare-const n{n} (_ BitVec {width}))");
    let _ = writeln!(out, "(define-fun f{n} () (_ FloatingPoint {exp} {}) (fp.add {mode} {a} {b}))", man + 1);
    let _ = writeln!(
        out,
        "(assert (ite (fp.isNaN f{n}) (= n{n} {}) (= {} f{n})))",
        literal(nan, width),
        float(&format!("n{n}"))
    );
}

/// A solver's output for [`question`] or [`whether`]. It is only a claim: a model must be tried, and an `unsat` is [`SatResult::Claimed`].
///
/// # Errors
/// When it is neither `sat` with values nor `unsat` nor `unknown`: the first unexpected line.
pub fn answer(text: &str) -> Result<SatResult, String> {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    match lines.next() {
        Some("unsat") => Ok(SatResult::Claimed),
        Some("unknown" | "timeout") => Ok(SatResult::Unknown),
        Some("sat") => {
            let rest = lines.collect::<Vec<_>>().join(" ");
            let rest = rest.replace(['(', ')'], " ");
            let words: Vec<&str> = rest.split_whitespace().collect();
            let mut model = Model::new();
            for pair in words.chunks(2) {
                let [name, bits] = pair else { return Err(format!("expected a value after `{}`", pair[0])) };
                let value = match (bits.strip_prefix("#x"), bits.strip_prefix("#b")) {
                    (Some(hex), _) => u64::from_str_radix(hex, 16),
                    (_, Some(bits)) => u64::from_str_radix(bits, 2),
                    _ => return Err(format!("expected the bits of `{name}`, found `{bits}`")),
                };
                model.insert(name.to_string(), value.map_err(|e| format!("`{bits}`: {e}"))?);
            }
            Ok(SatResult::Inputs(model))
        }
        Some(other) => Err(format!("expected sat, unsat or unknown, found `{other}`")),
        None => Err("expected sat, unsat or unknown, found nothing".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let model: Model = [("mem".to_string(), 0x80), ("src0".to_string(), 3)].into();
        assert_eq!(answer("sat\n((mem #x80)\n (src0 #b00000011))\n"), Ok(SatResult::Inputs(model)));
        assert_eq!(answer("unsat\n(error \"no model\")\n"), Ok(SatResult::Claimed));
        assert_eq!(answer("unknown\n"), Ok(SatResult::Unknown));
        assert_eq!(answer("(error \"x\")").unwrap_err(), "expected sat, unsat or unknown, found `(error \"x\")`");
        assert_eq!(answer("").unwrap_err(), "expected sat, unsat or unknown, found nothing");
        assert_eq!(answer("sat\n((mem nan))").unwrap_err(), "expected the bits of `mem`, found `nan`");
        assert_eq!(answer("sat\n((mem").unwrap_err(), "expected a value after `mem`");
    }
}
