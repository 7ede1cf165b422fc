//! Expressions over the bits of an operation: assumptions such as `src0 == 0xffffffff && !isnan(mem)`, and the
//! computations of lowerings.
//!
//! ```text
//! or      = and { "||" and }
//! and     = compare { "&&" compare }
//! compare = bits [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "<s" | "<=s" | ">s" | ">=s") bits ]
//! bits    = xor { "|" xor }      xor = mask { "^" mask }      mask = shift { "&" shift }
//! shift   = sum { ("<<" | ">>" | ">>s") sum }
//! sum     = product { ("+" | "-") product }      product = unary { "*" unary }
//! unary   = ("!" | "~" | "-") unary | atom
//! atom    = number | name | function "(" or { "," or } ")" | "(" or ")" | "if" or "{" or "}" "else" ( "{" or "}" | if )
//! ```
//!
//! Comparisons are unsigned unless they end in `s`. A number takes the width of the other operand. Functions on floats: `isnan`, `issnan`,
//! `isinf`, `iszero`, `issubnormal`, `sign`, `abs`, `fadd`; on integers: `lo`, `hi` (halves), `umin`, `umax`, `smin`, `smax`.
//!
//! Depth is bounded, so that no text can exhaust the stack.

use isotope_op::domain::{Bits, Bool, W8, W16, W32, W64, Width};
use isotope_op::float::{self, FloatOp, Rounding};
use isotope_term::{Arena, Node, Value};

/// An error in an expression, and its byte offset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExprError {
    /// Byte offset into the text.
    pub at: usize,
    /// Expected, found.
    pub message: String,
}

/// The names of an expression.
pub trait Scope {
    /// The value of a name.
    fn name(&self, name: &str) -> Option<Value>;
    /// All names, for messages.
    fn names(&self) -> Vec<String>;
}

impl Scope for [(&str, Value)] {
    fn name(&self, name: &str) -> Option<Value> {
        self.iter().find(|(n, _)| *n == name).map(|(_, v)| *v)
    }
    fn names(&self) -> Vec<String> {
        self.iter().map(|(n, _)| n.to_string()).collect()
    }
}

/// Deepest nesting of parentheses.
const DEPTH: u32 = 100;

/// Reads an expression whose value is true or false.
///
/// # Errors
/// [`ExprError`] with the position of the unexpected text.
///
/// # Examples
/// ```
/// use isotope_term::Arena;
/// use isotope_prove::expr;
/// let arena = Arena::new();
/// let scope = [("src0", arena.input("src0", 32))];
/// let v = expr::truth(&arena, "src0 >= 0x10 && sign(src0) == 0", &scope[..]).unwrap();
/// assert_eq!(arena.eval(v, &[("src0", 0x20)]), 1);
/// assert_eq!(arena.eval(v, &[("src0", 0x8000_0000)]), 0);
/// let e = expr::truth(&arena, "src1 == 0", &scope[..]).unwrap_err();
/// assert_eq!((e.at, e.to_string().as_str()), (0, "no name `src1`: expected one of src0"));
/// ```
pub fn truth(arena: &Arena, text: &str, scope: &(impl Scope + ?Sized)) -> Result<Value, ExprError> {
    let mut p = Parser::new(arena, text, scope);
    let v = p.whole()?;
    p.truth(v, 0)
}

/// Reads an expression whose value has `width` bits.
///
/// # Errors
/// As [`truth`].
pub fn word(arena: &Arena, text: &str, width: u32, scope: &(impl Scope + ?Sized)) -> Result<Value, ExprError> {
    let mut p = Parser::new(arena, text, scope);
    let v = p.whole()?;
    p.as_word(v, width, 0)
}

/// A value of an expression before its width is settled.
#[derive(Clone, Copy)]
enum Item {
    Number(u64),
    Node(Value),
}

struct Parser<'a, S: ?Sized> {
    arena: &'a Arena,
    text: &'a str,
    at: usize,
    depth: u32,
    scope: &'a S,
}

type Parsed<T = Item> = Result<T, ExprError>;

impl<'a, S: Scope + ?Sized> Parser<'a, S> {
    fn new(arena: &'a Arena, text: &'a str, scope: &'a S) -> Self {
        Parser { arena, text, at: 0, depth: 0, scope }
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(ExprError { at, message: message.into() })
    }

    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn found(&mut self) -> String {
        match self.rest().chars().next() {
            None => "the end".into(),
            Some(c) => format!("`{c}`"),
        }
    }

    /// Takes an operator, the first in the list that fits.
    fn sign(&mut self, signs: &[&'static str]) -> Option<(&'static str, usize)> {
        let rest = self.rest();
        // `<s` is an operator, `<src0` is not.
        let fits = |s: &str| {
            let word = s.ends_with(|c: char| c.is_ascii_alphabetic());
            let rest = rest.strip_prefix(s);
            rest.is_some_and(|r| !word || !r.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        };
        let sign = *signs.iter().find(|s| fits(s))?;
        let at = self.at;
        self.at += sign.len();
        Some((sign, at))
    }

    fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.sign(&[sign]).is_some() {
            return Ok(());
        }
        let found = self.found();
        self.error(self.at, format!("expected `{sign}`, found {found}"))
    }

    fn whole(&mut self) -> Parsed {
        let v = self.or()?;
        if !self.rest().is_empty() {
            let found = self.found();
            return self.error(self.at, format!("expected an operator or the end, found {found}"));
        }
        Ok(v)
    }

    fn width(&self, item: Item) -> Option<u32> {
        match item {
            Item::Number(_) => None,
            Item::Node(v) => Some(self.arena.node(v).1),
        }
    }

    fn truth(&self, item: Item, at: usize) -> Parsed<Value> {
        match item {
            Item::Node(v) if self.arena.node(v).1 == 1 => Ok(v),
            Item::Node(_) => self.error(at, "expected a truth value such as `x == 0`, found a word"),
            Item::Number(_) => self.error(at, "expected a truth value such as `x == 0`, found a number"),
        }
    }

    fn as_word(&self, item: Item, width: u32, at: usize) -> Parsed<Value> {
        match item {
            Item::Number(n) if n & !(u64::MAX >> (64 - width)) != 0 => {
                self.error(at, format!("{n:#x} does not fit into {width} bits"))
            }
            Item::Number(n) => Ok(self.arena.constant(n, width)),
            Item::Node(v) => match self.arena.node(v).1 {
                w if w == width => Ok(v),
                1 => self.error(at, "expected a word, found a truth value"),
                w => self.error(at, format!("expected {width} bits, found {w}")),
            },
        }
    }

    /// Both operands at one width.
    fn pair(&self, a: Item, b: Item, at: usize) -> Parsed<(Value, Value, u32)> {
        let Some(width) = self.width(a).or(self.width(b)) else {
            return self.error(at, "two numbers: expected a name such as src0 on one side");
        };
        if width == 1 {
            return self.error(at, "expected words, found a truth value");
        }
        Ok((self.as_word(a, width, at)?, self.as_word(b, width, at)?, width))
    }

    fn or(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.error(self.at, format!("more than {DEPTH} nested expressions"));
        }
        let v = self.logic("||", Self::and, Node::Or)?;
        self.depth -= 1;
        Ok(v)
    }

    fn and(&mut self) -> Parsed {
        self.logic("&&", Self::compare, Node::And)
    }

    fn logic(&mut self, sign: &'static str, next: fn(&mut Self) -> Parsed, node: fn(Value, Value) -> Node) -> Parsed {
        let mut v = next(self)?;
        while let Some((_, at)) = self.sign(&[sign]) {
            let b = next(self)?;
            let (a, b) = (self.truth(v, at)?, self.truth(b, at)?);
            v = Item::Node(self.arena.make(node(a, b), 1));
        }
        Ok(v)
    }

    fn compare(&mut self) -> Parsed {
        let a = self.bit_or()?;
        let signs = ["==", "!=", "<=s", ">=s", "<s", ">s", "<=", ">=", "<", ">"];
        let Some((sign, at)) = self.sign(&signs) else { return Ok(a) };
        let b = self.bit_or()?;
        // Truth values may be compared, too.
        if let (Item::Node(x), Item::Node(y)) = (a, b)
            && self.width(a) == Some(1)
            && self.width(b) == Some(1)
            && (sign == "==" || sign == "!=")
        {
            let differ = self.arena.make(Node::Xor(x, y), 1);
            return Ok(Item::Node(if sign == "!=" { differ } else { self.arena.make(Node::Not(differ), 1) }));
        }
        let (a, b, _) = self.pair(a, b, at)?;
        let (node, negate) = match sign {
            "==" => (Node::Eq(a, b), false),
            "!=" => (Node::Eq(a, b), true),
            "<" => (Node::Ult(a, b), false),
            "<=" => (Node::Ult(b, a), true),
            ">" => (Node::Ult(b, a), false),
            ">=" => (Node::Ult(a, b), true),
            "<s" => (Node::Slt(a, b), false),
            "<=s" => (Node::Slt(b, a), true),
            ">s" => (Node::Slt(b, a), false),
            _ => (Node::Slt(a, b), true),
        };
        let v = self.arena.make(node, 1);
        Ok(Item::Node(if negate { self.arena.make(Node::Not(v), 1) } else { v }))
    }

    fn chain(
        &mut self,
        signs: &[&'static str],
        except: &[&'static str],
        next: fn(&mut Self) -> Parsed,
        node: fn(&'static str, Value, Value) -> Node,
    ) -> Parsed {
        let mut v = next(self)?;
        loop {
            let rest = self.rest();
            if except.iter().any(|e| rest.starts_with(e)) {
                return Ok(v);
            }
            let Some((sign, at)) = self.sign(signs) else { return Ok(v) };
            let b = next(self)?;
            if let (Item::Number(a), Item::Number(b)) = (v, b) {
                let Some(n) = number(sign, a, b) else {
                    return self.error(at, format!("{a:#x} {sign} {b:#x} is not a number of 64 bits"));
                };
                v = Item::Number(n);
                continue;
            }
            let (a, b, width) = self.pair(v, b, at)?;
            v = Item::Node(self.arena.make(node(sign, a, b), width));
        }
    }

    fn bit_or(&mut self) -> Parsed {
        self.chain(&["|"], &["||"], Self::bit_xor, |_, a, b| Node::Or(a, b))
    }
    fn bit_xor(&mut self) -> Parsed {
        self.chain(&["^"], &[], Self::bit_and, |_, a, b| Node::Xor(a, b))
    }
    fn bit_and(&mut self) -> Parsed {
        self.chain(&["&"], &["&&"], Self::shift, |_, a, b| Node::And(a, b))
    }
    fn shift(&mut self) -> Parsed {
        self.chain(&["<<", ">>s", ">>"], &[], Self::sum, |sign, a, b| match sign {
            "<<" => Node::Shl(a, b),
            ">>" => Node::Shr(a, b),
            _ => Node::Sar(a, b),
        })
    }
    fn sum(&mut self) -> Parsed {
        self.chain(&["+", "-"], &[], Self::product, |sign, a, b| match sign {
            "+" => Node::Add(a, b),
            _ => Node::Sub(a, b),
        })
    }
    fn product(&mut self) -> Parsed {
        self.chain(&["*"], &[], Self::unary, |_, a, b| Node::Mul(a, b))
    }

    fn unary(&mut self) -> Parsed {
        let Some((sign, at)) = self.sign(&["!", "~", "-"]) else { return self.atom() };
        self.depth += 1;
        if self.depth > DEPTH {
            return self.error(at, format!("more than {DEPTH} nested expressions"));
        }
        let v = self.unary()?;
        self.depth -= 1;
        match (sign, v) {
            ("!", v) => {
                let v = self.truth(v, at)?;
                Ok(Item::Node(self.arena.make(Node::Not(v), 1)))
            }
            (_, Item::Number(_)) => self.error(at, format!("`{sign}` of a number: write its bits")),
            (_, Item::Node(v)) => {
                let width = self.arena.node(v).1;
                let v = self.as_word(Item::Node(v), width.max(8), at)?;
                let node = if sign == "~" { Node::Not(v) } else { Node::Sub(self.arena.constant(0, width), v) };
                Ok(Item::Node(self.arena.make(node, width)))
            }
        }
    }

    fn atom(&mut self) -> Parsed {
        let rest = self.rest();
        let at = self.at;
        if self.sign(&["("]).is_some() {
            let v = self.or()?;
            self.expect(")")?;
            return Ok(v);
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
        let token = &rest[..end];
        if token.is_empty() {
            let found = self.found();
            return self.error(at, format!("expected a number, a name or `(`, found {found}"));
        }
        self.at += end;
        if token.as_bytes()[0].is_ascii_digit() {
            let parsed = match token.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16),
                None => token.parse(),
            };
            let Ok(n) = parsed else {
                return self.error(at, format!("expected a number of at most 64 bits, found `{token}`"));
            };
            return Ok(Item::Number(n));
        }
        if token == "if" {
            return self.choice(at);
        }
        if self.rest().starts_with('(') {
            return self.call(token, at);
        }
        match self.scope.name(token) {
            Some(v) => Ok(Item::Node(v)),
            None => {
                let names = self.scope.names().join(", ");
                self.error(at, format!("no name `{token}`: expected one of {names}"))
            }
        }
    }

    fn block(&mut self) -> Parsed {
        self.expect("{")?;
        let v = self.or()?;
        self.expect("}")?;
        Ok(v)
    }

    fn choice(&mut self, at: usize) -> Parsed {
        self.depth += 1;
        let c = self.or()?;
        let c = self.truth(c, at)?;
        let a = self.block()?;
        self.expect("else")?;
        let b = if self.rest().starts_with("if") { self.atom()? } else { self.block()? };
        self.depth -= 1;
        let (a, b, width) = self.pair(a, b, at)?;
        Ok(Item::Node(self.arena.make(Node::Ite(c, a, b), width)))
    }

    fn call(&mut self, name: &str, at: usize) -> Parsed {
        self.expect("(")?;
        let mut args = vec![self.or()?];
        while self.sign(&[","]).is_some() {
            args.push(self.or()?);
        }
        self.expect(")")?;
        const ONE: [&str; 9] = ["isnan", "issnan", "isinf", "iszero", "issubnormal", "sign", "abs", "lo", "hi"];
        const TWO: [&str; 5] = ["umin", "umax", "smin", "smax", "fadd"];
        let wanted = match name {
            _ if ONE.contains(&name) => 1,
            _ if TWO.contains(&name) => 2,
            _ => {
                let all = ONE.iter().chain(&TWO).copied().collect::<Vec<_>>().join(", ");
                return self.error(at, format!("no function `{name}`: expected one of {all}"));
            }
        };
        if args.len() != wanted {
            return self.error(at, format!("`{name}` takes {wanted}, found {}", args.len()));
        }
        if wanted == 2 {
            let (a, b, width) = self.pair(args[0], args[1], at)?;
            let less = |x, y| self.arena.make(Node::Ult(x, y), 1);
            let below = |x, y| self.arena.make(Node::Slt(x, y), 1);
            let node = match name {
                "umin" => Node::Ite(less(b, a), b, a),
                "umax" => Node::Ite(less(a, b), b, a),
                "smin" => Node::Ite(below(b, a), b, a),
                "smax" => Node::Ite(below(a, b), b, a),
                _ => {
                    let zero = self.arena.constant(0, width);
                    Node::Float(FloatOp::Add(Rounding::NearestEven), a, b, zero)
                }
            };
            return Ok(Item::Node(self.arena.make(node, width)));
        }
        let Item::Node(v) = args[0] else { return self.error(at, format!("`{name}` of a number: expected a name")) };
        let width = self.arena.node(v).1;
        match width {
            8 => self.one::<W8>(name, v, at),
            16 => self.one::<W16>(name, v, at),
            32 => self.one::<W32>(name, v, at),
            64 => self.one::<W64>(name, v, at),
            _ => self.error(at, format!("`{name}` takes a word, found a truth value")),
        }
    }

    fn one<W: Width>(&self, name: &str, v: Value, at: usize) -> Parsed {
        let x: Bits<&Arena, W> = Bits { d: self.arena, v };
        let truth = |b: Bool<&Arena>| Ok(Item::Node(b.b));
        match name {
            "isnan" => truth(float::is_nan(x)),
            "issnan" => truth(float::is_snan(x)),
            "isinf" => truth(float::magnitude(x).is(W::EXP_MASK)),
            "iszero" => truth(float::is_zero(x)),
            "issubnormal" => truth((x & W::EXP_MASK).is(0) & !float::is_zero(x)),
            "sign" => Ok(Item::Node(isotope_op::domain::Bits::shr_by(x, x.k(u64::from(W::BITS - 1))).v)),
            "abs" => Ok(Item::Node(float::magnitude(x).v)),
            _ if W::BITS == 8 => self.error(at, "8 bits have no halves"),
            _ => {
                let x = if name == "hi" { x.shr_by(x.k(u64::from(W::BITS / 2))) } else { x };
                Ok(Item::Node(self.arena.make(Node::Trunc(x.v), W::BITS / 2)))
            }
        }
    }
}

/// Two numbers combined.
fn number(sign: &str, a: u64, b: u64) -> Option<u64> {
    let count = || u32::try_from(b).ok().filter(|n| *n < 64);
    match sign {
        "|" => Some(a | b),
        "^" => Some(a ^ b),
        "&" => Some(a & b),
        "<<" => a.checked_mul(1u64.checked_shl(count()?)?),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        _ => Some(a >> count()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(text: &str, mem: u64, src0: u64) -> Result<u64, String> {
        let arena = Arena::new();
        let scope = [("mem", arena.input("mem", 32)), ("src0", arena.input("src0", 32))];
        let v = truth(&arena, text, &scope[..]).map_err(|e| format!("{}: {e}", e.at))?;
        Ok(arena.eval(v, &[("mem", mem), ("src0", src0)]))
    }

    #[test]
    fn operators_and_their_order() {
        for (text, want) in [
            ("mem + 1 == src0", 1),
            ("mem + 1 * 2 == 7", 1),
            ("mem << 2 + 1 == 40", 1),
            ("mem | 2 ^ 3 & 1 == 7", 1),
            ("-mem <s 0 && -mem > mem", 1),
            ("~mem == 0xfffffffa", 1),
            ("mem == 4 || mem == 5 && src0 == 0", 0),
            ("!(mem == 4) && sign(mem) == 0", 1),
            ("mem >= 5 && mem <= 5 && mem >=s 5 && mem <=s 5 && !(mem > 5) && !(mem <s 5) && !(mem >s 5)", 1),
            ("if mem < src0 { mem } else if mem == src0 { 7 } else { src0 } == 5", 1),
            ("lo(src0) == 6 && hi(src0) == 0 && umin(mem, src0) == 5 && umax(mem, src0) == 6", 1),
            ("isnan(mem) || isinf(mem) || iszero(mem)", 0),
            ("issubnormal(mem) && !issnan(mem) && abs(mem) == mem", 1),
            ("mem <src0 && src0>mem && !(mem<s-src0)", 1),
            ("src0 >>s 1 == 3 && src0 >> 1 == 3 && (mem == 5) == (src0 == 6)", 1),
        ] {
            assert_eq!(eval(text, 5, 6), Ok(want), "{text}");
        }
        assert_eq!(eval("fadd(mem, src0) == 0x40400000", 0x3f80_0000, 0x4000_0000), Ok(1));
        assert_eq!(eval("smin(mem, src0) == mem && smax(mem, src0) == src0", 0xffff_ffff, 0), Ok(1));
    }

    #[test]
    fn mistakes() {
        for (text, want) in [
            ("", "0: expected a number, a name or `(`, found the end"),
            ("mem", "0: expected a truth value such as `x == 0`, found a word"),
            ("mem == ", "7: expected a number, a name or `(`, found the end"),
            ("mem == 0x100000000", "4: 0x100000000 does not fit into 32 bits"),
            ("mem == 1 - 2", "9: 0x1 - 0x2 is not a number of 64 bits"),
            ("1 == 2", "2: two numbers: expected a name such as src0 on one side"),
            ("(mem == 1", "9: expected `)`, found the end"),
            ("mem == 1 )", "9: expected an operator or the end, found `)`"),
            ("mem == 1x", "7: expected a number of at most 64 bits, found `1x`"),
            ("isnan(mem, src0)", "0: `isnan` takes 1, found 2"),
            (
                "isbig(mem)",
                "0: no function `isbig`: expected one of isnan, issnan, isinf, iszero, issubnormal, sign, \
              abs, lo, hi, umin, umax, smin, smax, fadd",
            ),
            ("lo(mem) == mem", "8: expected 16 bits, found 32"),
            ("!mem == 0", "0: expected a truth value such as `x == 0`, found a word"),
            ("mem && src0", "4: expected a truth value such as `x == 0`, found a word"),
            ("-(mem == 0) == 1", "0: expected a word, found a truth value"),
            ("mem == é", "7: expected a number, a name or `(`, found `é`"),
        ] {
            assert_eq!(eval(text, 0, 0).unwrap_err(), want, "{text}");
        }
        for deep in ["(".repeat(100_000), "!".repeat(100_000), "if ".repeat(100_000), "~".repeat(100_000)] {
            assert!(eval(&deep, 0, 0).unwrap_err().contains("nested"), "{}", &deep[..4]);
        }
    }
}
