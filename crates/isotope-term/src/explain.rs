//! Prints a term as text, in the style of a manual.
//!
//! ```
//! use isotope_term::explain::explain_rmw;
//! use isotope_op::atomic::{AtomicOp, Rmw, Size};
//! let dec = Rmw::int(AtomicOp::UdecWrap, Size::B32);
//! assert_eq!(explain_rmw(&dec), ["new = if old == 0 or old > src0 { src0 } else { old - 1 }", "returned = old"]);
//! ```
//!
//! The text is printed from the definition that runs, so the two cannot differ. The text is for readers, not for parsers, and does not show
//! widths.
//!
//! Notation: [`NOTATION`].

mod shared;

pub use shared::{Line, Piece, lines};

use crate::{Arena, Node, Value};
use isotope_op::atomic::{AtomicOp, Rmw};
use isotope_op::claim::Rule;
use isotope_op::domain::Note;
use isotope_op::float::{FloatOp, Rounding};

/// The notation of formulas: the texts by which an element is recognised (`#` stands for a number of bits), and its meaning.
#[rustfmt::skip]
pub const NOTATION: &[(&[&str], &str)] = &[
    (&[" <s ", " >s ", " >=s "], "`<s`, `>s` and `>=s` compare signed numbers; `<`, `>` and `>=` unsigned ones"),
    (&[" >>s "], "`x >>s n` shifts right and copies the sign; `>>` shifts in zeros"),
    (&[" <f "], "`<f` compares as floats: false where one is a NaN"),
    (&[" ==f "], "`==f` compares as floats: false where one is a NaN, and +0 equals -0"),
    (&["order("], "`order(x)` is a number by which floats are compared, and NaNs and zeros too: from -NaN over -inf, -0, +0 and +inf up to +NaN"),
    (&["flush("], "`flush(x)` is x, or the zero of its sign where x is subnormal"),
    (&["is_nan("], "`is_nan(x)`: x is a NaN"),
    (&["is_snan("], "`is_snan(x)`: x is a signalling NaN"),
    (&[" +rn ", " *rn "], "`+rn` (`*rn`) computes exactly and rounds to nearest, ties to even; `rz`, `rm` and `rp` round toward zero, down, up"),
    (&["[NaN: "], "`x [NaN: y]` is x, or y where x is a NaN"),
    (&["fma_r"], "`fma_rn(x, y, z)` is x * y + z, rounded once; `fma_rn_times_2^n` multiplies by a power of two before it rounds"),
    (&["sqrt_r"], "`sqrt_rn(x)` is the square root, rounded once"),
    (&["reciprocal_"], "`reciprocal_rn(x)` is 1 / x and `reciprocal_sqrt_rn(x)` is 1 / sqrt(x), rounded once"),
    (&["convert_r"], "`convert_rn(x)` is the float nearest to x in the other format"),
    (&["to_signed_r", "to_unsigned_r"], "`to_signed_rz(x)` is the integer that x is rounded to, the nearest in range where it is out of range"),
    (&["from_signed_r", "from_unsigned_r"], "`from_signed_rn(x)` is the float that an integer is rounded to"),
    (&["integral_r"], "`integral_rn(x)` is x rounded to an integral float"),
    (&["zext#("], "`zext64(x)` extends x by zeros to so many bits"),
    (&["sext#("], "`sext64(x)` extends x by its sign to so many bits"),
    (&["low#("], "`low16(x)` is so many lower bits of x"),
    (&["signed_min(", "signed_max("], "`signed_min(x, y)` compares signed numbers, `min(x, y)` unsigned ones"),
    (&["leading_zeros("], "`leading_zeros(x)` counts the zeros above the highest bit that is set"),
    (&["ones("], "`ones(x)` counts the bits that are set"),
    (&["reversed("], "`reversed(x)` has the bits in the other order"),
    (&[".64 ", ".64)", ".64`", ".64\n", ".64]"], "`R.64` is the register and the one behind it, low word first"),
];

/// The elements of the notation that a text uses, each with its meaning.
pub fn notation(text: &str) -> impl Iterator<Item = &'static str> + '_ {
    let uses = |pattern: &str| match pattern.split_once('#') {
        Some((before, after)) => {
            ["8", "16", "24", "32", "64", "1"].iter().any(|bits| text.contains(&format!("{before}{bits}{after}")))
        }
        None => text.contains(pattern),
    };
    NOTATION
        .iter()
        .filter(move |(patterns, _)| patterns.iter().any(|pattern| uses(pattern)))
        .map(|(_, meaning)| *meaning)
}

/// How tightly an expression binds; higher binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    Or,
    And,
    Compare,
    Bits,
    Sum,
    Product,
    Shift,
    Unary,
    Atom,
}

/// A node as text.
pub fn explain(arena: &Arena, v: Value) -> String {
    Printer { arena, shared: None }.text(v, Tight::Or)
}

/// An atomic as text: the new value, the returned value, and the inputs for which the documents leave the result unspecified.
///
/// A pair is explained by one of its halves.
pub fn explain_rmw(op: &Rmw) -> Vec<String> {
    if !op.is_pair() {
        return lines_of(op);
    }
    let mut lines = vec!["for each half:".to_string()];
    lines.extend(explain_rmw(&op.element()).into_iter().map(|l| format!("  {l}")));
    lines
}

/// The operands of a definition.
const NAMES: [&str; 3] = ["old", "src0", "src1"];

fn lines_of(op: &Rmw) -> Vec<String> {
    let arena = Arena::new();
    let [old, src0, src1] = NAMES.map(|name| arena.input(name, op.size.bits()));
    let out = arena.atomic(op, old, src0, src1);
    let always = arena.node(out.unspecified).0 == Node::Lit(1);
    let never = arena.node(out.unspecified).0 == Node::Lit(0);
    let mut lines = Vec::new();
    if always {
        lines.push(format!("new = unspecified: {}", op.open_rule().text));
    } else {
        lines.push(format!("new = {}", explain(&arena, out.new)));
        if !never {
            lines.push(format!("new is unspecified if {}", explain(&arena, out.unspecified)));
        }
    }
    let returned = if out.returned == out.new && !always { "new".into() } else { explain(&arena, out.returned) };
    lines.push(format!("returned = {returned}"));
    lines
}

/// A line of a path, and the rule that decides it; `None` in headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The text.
    pub line: String,
    /// The rule for which [`isotope_op::claim`] has evidence.
    pub rule: Option<Rule>,
}

/// The path of an atomic on given bits: the conditions of its definition in order, then the result.
///
/// ```
/// use isotope_term::explain::path;
/// use isotope_op::atomic::{AtomicOp, Rmw, Size};
/// let dec = Rmw::int(AtomicOp::UdecWrap, Size::B32);
/// let lines: Vec<_> = path(&dec, 0, 9, 0).into_iter().map(|d| d.line).collect();
/// assert_eq!(lines, ["old == 0 or old > src0: yes", "new = src0 = 0x00000009"]);
/// ```
pub fn path(op: &Rmw, old: u64, src0: u64, src1: u64) -> Vec<Decision> {
    if !op.is_pair() {
        return path_of(op, [old, src0, src1]);
    }
    let half = op.element();
    let mut lines = Vec::new();
    for (name, shift) in [("low half", 0), ("high half", half.size.bits())] {
        let of = |x: u64| x >> shift & half.size.mask();
        lines.push(Decision { line: format!("{name}:"), rule: None });
        let inner = path(&half, of(old), of(src0), of(src1));
        lines.extend(inner.into_iter().map(|d| Decision { line: format!("  {}", d.line), ..d }));
    }
    lines
}

fn path_of(op: &Rmw, values: [u64; 3]) -> Vec<Decision> {
    let arena = Arena::new();
    let [old, src0, src1] = NAMES.map(|name| arena.input(name, op.size.bits()));
    let out = arena.atomic(op, old, src0, src1);
    let inputs: Vec<(&str, u64)> = NAMES.into_iter().zip(values).collect();
    let mut walk = Walk { p: Printer { arena: &arena, shared: None }, op: op.op, inputs: &inputs, lines: Vec::new() };
    if walk.value(out.unspecified) != 0 {
        let rule = match op.op {
            AtomicOp::FAdd | AtomicOp::FSub => Rule::Nan,
            AtomicOp::FMin | AtomicOp::FMax if rule_of_condition(&explain(&arena, out.unspecified)).is_some() => {
                Rule::BothNan
            }
            AtomicOp::FMin | AtomicOp::FMax => Rule::Zeros,
            _ => Rule::Operation,
        };
        walk.say(format!("{}: yes", explain(&arena, out.unspecified)), rule);
        walk.say(format!("new is unspecified: {}", op.open_rule().text), rule);
        return walk.lines;
    }
    let end = walk.follow(out.new);
    let value = walk.value(out.new);
    let digits = op.size.bits() as usize / 4;
    let expression = match arena.node(end).0 {
        Node::Lit(_) => String::new(),
        _ => format!("{} = ", explain(&arena, end)),
    };
    walk.say(format!("new = {expression}0x{value:0digits$x}"), Rule::Operation);
    walk.lines
}

/// The rule of minimum and maximum to which a condition about NaNs belongs. The text is searched because a condition may hold a note
/// (`is_nan`) anywhere inside its term, and the text is where all of them come together.
fn rule_of_condition(text: &str) -> Option<Rule> {
    match text {
        t if t.contains("is_snan(") => Some(Rule::Signalling),
        t if t.contains("is_nan(") && t.contains(" and ") => Some(Rule::BothNan),
        t if t.contains("is_nan(") => Some(Rule::OneNan),
        _ => None,
    }
}

struct Walk<'a> {
    p: Printer<'a>,
    op: AtomicOp,
    inputs: &'a [(&'a str, u64)],
    lines: Vec<Decision>,
}

impl Walk<'_> {
    fn value(&self, v: Value) -> u64 {
        self.p.arena.eval(v, self.inputs)
    }

    fn say(&mut self, line: String, rule: Rule) {
        if !self.lines.iter().any(|said| said.line == line) {
            self.lines.push(Decision { line, rule: Some(rule) });
        }
    }

    /// The rule behind a condition.
    fn condition(&self, text: &str) -> Rule {
        match self.op {
            AtomicOp::FMin | AtomicOp::FMax => rule_of_condition(text).unwrap_or(Rule::Zeros),
            AtomicOp::FCas => Rule::Equal,
            _ => Rule::Operation,
        }
    }

    /// Prints the conditions that decide the value of `v`; returns the expression that remains.
    fn follow(&mut self, v: Value) -> Value {
        let text = |w: &Self, v| w.p.text(v, Tight::Or);
        match (self.p.arena.remark(v), self.p.node(v)) {
            (Some((Note::Flush, [x, _])), _) => {
                let end = self.follow(x);
                if self.value(x) == self.value(v) {
                    return end;
                }
                let line = format!("{} is subnormal: replaced by zero of its sign", text(self, x));
                let operand = matches!(self.p.node(x), Node::Var(..));
                self.say(line, if operand { Rule::FlushIn } else { Rule::FlushOut });
                v
            }
            (Some((Note::NanRule, [r, _])), Node::Ite(c, nan, _)) => {
                self.follow(r);
                if self.value(c) == 0 {
                    return v;
                }
                self.say(format!("{} is a NaN: the NaN rule decides", text(self, r)), Rule::Nan);
                self.follow(nan)
            }
            (_, Node::Ite(c, a, b)) => {
                let holds = self.value(c) != 0;
                self.inside(c);
                let asked = text(self, c);
                let rule = self.condition(&asked);
                self.say(format!("{asked}: {}", if holds { "yes" } else { "no" }), rule);
                self.follow(if holds { a } else { b })
            }
            (None, node) => {
                for o in node.operands() {
                    self.follow(o);
                }
                v
            }
            _ => v,
        }
    }

    /// A flush inside a condition changes the compared value, so it is printed, too.
    fn inside(&mut self, v: Value) {
        if let Some((Note::Flush, _)) = self.p.arena.remark(v) {
            self.follow(v);
            return;
        }
        self.p.node(v).operands().for_each(|o| self.inside(o));
    }
}

struct Printer<'a> {
    arena: &'a Arena,
    /// If set, nodes are recorded here instead of printed in full.
    shared: Option<&'a shared::Noted>,
}

impl Printer<'_> {
    fn node(&self, v: Value) -> Node {
        self.arena.node(v).0
    }

    fn text(&self, v: Value, outer: Tight) -> String {
        if let Some(noted) = self.shared {
            return noted.reference(self, v, |tight| if tight < outer { shared::PARENTHESES } else { shared::PLAIN });
        }
        let (text, tight) = self.print(v);
        if tight < outer { format!("({text})") } else { text }
    }

    fn infix(&self, a: Value, sign: &str, b: Value, tight: Tight) -> (String, Tight) {
        // A left-associative chain of one operator needs no parentheses; mixed bit operators and comparisons always do.
        let chain = match (tight, self.node(a)) {
            (Tight::Bits, Node::And(..)) => sign == "&",
            (Tight::Bits, Node::Or(..)) => sign == "|",
            (Tight::Bits, Node::Xor(..)) => sign == "^",
            (Tight::Bits | Tight::Compare, _) => false,
            _ => true,
        };
        let left = self.text(a, if chain { tight } else { tight.next() });
        let right = self.text(b, tight.next());
        (format!("{left} {sign} {right}"), tight)
    }

    fn call(&self, name: &str, args: &[Value]) -> (String, Tight) {
        let args: Vec<String> = args.iter().map(|a| self.text(*a, Tight::Or)).collect();
        (format!("{name}({})", args.join(", ")), Tight::Atom)
    }

    fn print(&self, v: Value) -> (String, Tight) {
        match self.arena.remark(v) {
            Some((Note::Flush, [x, _])) => return self.call("flush", &[x]),
            Some((Note::OrderKey, [x, _])) => return self.call("order", &[x]),
            Some((Note::IsNan, [x, _])) => return self.call("is_nan", &[x]),
            Some((Note::IsSignalling, [x, _])) => return self.call("is_snan", &[x]),
            Some((Note::FloatEqual, [x, y])) => return self.infix(x, "==f", y, Tight::Compare),
            Some((Note::FloatLess, [x, y])) => return self.infix(x, "<f", y, Tight::Compare),
            Some((Note::NanRule, [result, _])) => {
                let number = self.text(result, Tight::Sum);
                return match self.node(v) {
                    Node::Ite(_, nan, _) => (format!("{number} [NaN: {}]", self.text(nan, Tight::Or)), Tight::Sum),
                    _ => (number, Tight::Sum),
                };
            }
            None => {}
        }
        let (node, width) = self.arena.node(v);
        let truth = width == 1;
        match node {
            Node::Lit(k) if truth => (if k == 1 { "true" } else { "false" }.to_string(), Tight::Atom),
            Node::Lit(k) if k < 10 => (k.to_string(), Tight::Atom),
            Node::Lit(k) => (format!("{k:#x}"), Tight::Atom),
            Node::Var(n) => (self.arena.name(n), Tight::Atom),
            Node::Not(a) if truth => self.negated(a),
            Node::Not(a) => (format!("!{}", self.text(a, Tight::Unary)), Tight::Unary),
            Node::And(a, b) if truth => self.infix(a, "and", b, Tight::And),
            Node::Or(a, b) if truth => self.infix(a, "or", b, Tight::Or),
            Node::Xor(a, b) if truth => self.infix(a, "!=", b, Tight::Compare),
            Node::And(a, b) => self.infix(a, "&", b, Tight::Bits),
            Node::Or(a, b) => self.infix(a, "|", b, Tight::Bits),
            Node::Xor(a, b) => self.infix(a, "^", b, Tight::Bits),
            Node::Add(a, b) => self.infix(a, "+", b, Tight::Sum),
            Node::Sub(a, b) => self.infix(a, "-", b, Tight::Sum),
            Node::Mul(a, b) => self.infix(a, "*", b, Tight::Product),
            Node::UDiv(a, b) => self.infix(a, "/", b, Tight::Product),
            Node::URem(a, b) => self.infix(a, "%", b, Tight::Product),
            Node::Shl(a, n) => self.infix(a, "<<", n, Tight::Shift),
            Node::Shr(a, n) => self.infix(a, ">>", n, Tight::Shift),
            Node::Sar(a, n) => self.infix(a, ">>s", n, Tight::Shift),
            Node::Clz(a) => self.call("leading_zeros", &[a]),
            Node::Popc(a) => self.call("ones", &[a]),
            Node::Rev(a) => self.call("reversed", &[a]),
            Node::Zext(a) => self.call(&format!("zext{width}"), &[a]),
            Node::Sext(a) => self.call(&format!("sext{width}"), &[a]),
            Node::Trunc(a) => self.call(&format!("low{width}"), &[a]),
            Node::Eq(a, b) => match self.truth(a, b) {
                Some((bit, true)) => self.print(bit),
                Some((bit, false)) => self.negated(bit),
                None => self.compare(a, "==", b),
            },
            Node::Ult(a, b) => self.compare(a, "<", b),
            Node::Slt(a, b) => self.compare(a, "<s", b),
            Node::Ite(c, a, b) => self.choice(c, a, b),
            Node::Float(op, a, b, c) => self.float(op, a, b, c),
        }
    }

    /// A comparison with a literal on the right, as in manuals.
    fn compare(&self, a: Value, sign: &str, b: Value) -> (String, Tight) {
        let mirrored = match sign {
            "<" => ">",
            "<s" => ">s",
            same => same,
        };
        let name_first = matches!(self.node(b), Node::Var(0)) && !matches!(self.node(a), Node::Var(0));
        if matches!(self.node(a), Node::Lit(_)) || name_first {
            return self.infix(b, mirrored, a, Tight::Compare);
        }
        self.infix(a, sign, b, Tight::Compare)
    }

    /// For a zero-extended truth value that is compared with 0 or 1: the truth value, and whether the comparison is with 1.
    fn truth(&self, a: Value, b: Value) -> Option<(Value, bool)> {
        match (self.node(a), self.node(b)) {
            (Node::Zext(bit), Node::Lit(k @ (0 | 1))) | (Node::Lit(k @ (0 | 1)), Node::Zext(bit))
                if self.arena.node(bit).1 == 1 =>
            {
                Some((bit, k == 1))
            }
            _ => None,
        }
    }

    fn negated(&self, v: Value) -> (String, Tight) {
        match self.node(v) {
            Node::Eq(a, b) => match self.truth(a, b) {
                Some((bit, true)) => self.negated(bit),
                Some((bit, false)) => self.print(bit),
                None => self.compare(a, "!=", b),
            },
            Node::Not(a) => self.print(a),
            Node::Ult(a, b) => self.infix(a, ">=", b, Tight::Compare),
            Node::Slt(a, b) => self.infix(a, ">=s", b, Tight::Compare),
            _ => (format!("not {}", self.text(v, Tight::Unary)), Tight::Unary),
        }
    }

    fn choice(&self, c: Value, a: Value, b: Value) -> (String, Tight) {
        let (c, a, b) = match self.node(c) {
            // `if not x` reads better with its branches exchanged, unless the negation has an operator of its own.
            Node::Not(inner) if !matches!(self.node(inner), Node::Ult(..) | Node::Slt(..) | Node::Eq(..)) => {
                (inner, b, a)
            }
            _ => (c, a, b),
        };
        // Minimum and maximum by their names.
        match self.node(c) {
            Node::Ult(x, y) if (x, y) == (a, b) => return self.call("min", &[b, a]),
            Node::Ult(x, y) if (y, x) == (a, b) => return self.call("max", &[b, a]),
            Node::Slt(x, y) if (x, y) == (a, b) => return self.call("signed_min", &[b, a]),
            Node::Slt(x, y) if (y, x) == (a, b) => return self.call("signed_max", &[b, a]),
            _ => {}
        }
        let (c, a) = (self.text(c, Tight::Or), self.text(a, Tight::Or));
        let rest = match self.shared {
            Some(noted) => noted.reference(self, b, |_| shared::ELSE),
            None => otherwise(self.text(b, Tight::Or)),
        };
        (format!("if {c} {{ {a} }} else {rest}"), Tight::Or)
    }

    fn float(&self, op: FloatOp, a: Value, b: Value, c: Value) -> (String, Tight) {
        let mark = |r: Rounding| match r {
            Rounding::NearestEven => "rn",
            Rounding::TowardZero => "rz",
            Rounding::Down => "rm",
            Rounding::Up => "rp",
        };
        match op {
            FloatOp::Add(r) => self.infix(a, &format!("+{}", mark(r)), b, Tight::Sum),
            FloatOp::Mul(r) => self.infix(a, &format!("*{}", mark(r)), b, Tight::Product),
            FloatOp::Fma(r) => self.call(&format!("fma_{}", mark(r)), &[a, b, c]),
            FloatOp::FmaScaled(r, n) => self.call(&format!("fma_{}_times_2^{n}", mark(r)), &[a, b, c]),
            FloatOp::Sqrt(r) => self.call(&format!("sqrt_{}", mark(r)), &[a]),
            FloatOp::Rcp(r) => self.call(&format!("reciprocal_{}", mark(r)), &[a]),
            FloatOp::Rsqrt(r) => self.call(&format!("reciprocal_sqrt_{}", mark(r)), &[a]),
            FloatOp::Convert(r) => self.call(&format!("convert_{}", mark(r)), &[a]),
            FloatOp::Integral(r) => self.call(&format!("integral_{}", mark(r)), &[a]),
            FloatOp::ToInt { round, signed } => {
                self.call(&format!("to_{}_{}", if signed { "signed" } else { "unsigned" }, mark(round)), &[a])
            }
            FloatOp::FromInt { round, signed } => {
                self.call(&format!("from_{}_{}", if signed { "signed" } else { "unsigned" }, mark(round)), &[a])
            }
        }
    }
}

/// The text after `else`.
fn otherwise(text: String) -> String {
    if text.starts_with("if ") { text } else { format!("{{ {text} }}") }
}

impl Tight {
    fn next(self) -> Tight {
        match self {
            Tight::Or => Tight::And,
            Tight::And => Tight::Compare,
            Tight::Compare => Tight::Bits,
            // Manuals put sums and shifts in parentheses beside bit operators.
            Tight::Bits => Tight::Unary,
            Tight::Sum => Tight::Product,
            Tight::Product => Tight::Shift,
            Tight::Shift => Tight::Unary,
            Tight::Unary | Tight::Atom => Tight::Atom,
        }
    }
}
