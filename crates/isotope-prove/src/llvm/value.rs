//! The results of LLVM IR instructions as terms. A value has its bits, and whether it is poison.

use isotope_op::atomic::Rmw;
use isotope_op::domain::{B16, Bits, W16, W32, W64, Width};
use isotope_op::float::{self, Cond, Flush};
use isotope_target::language;
use isotope_target::operation::Readings;
use isotope_term::{Arena, Node, Value};

use super::inst::{Format, Type};

/// Bits, and whether they are poison (of width 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub bits: Value,
    pub poison: Value,
}

/// Most elements of a vector.
pub(super) const LANES: usize = 8;

/// The value of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Val {
    Word(Word),
    /// A vector: its elements, and how many there are.
    Lanes([Word; LANES], usize),
    /// An address: this many bytes after a place to which every access is aligned.
    Address(u64),
    /// The result of `cmpxchg`.
    Swapped(Word, Word),
}

/// Suffix of the second input that an input of more than 64 bits is split into.
pub(super) const HIGH: &str = ".hi";
pub(super) const LOW: &str = ".lo";

/// The name of an input without the suffix of its half, and the suffix (empty if the input is not a half).
pub(super) fn base(name: &str) -> (&str, &str) {
    let half = [HIGH, LOW].into_iter().find_map(|half| name.strip_suffix(half));
    half.map_or((name, ""), |base| (base, &name[base.len()..]))
}

/// The arena, and settings that are needed everywhere.
pub(super) struct Terms<'a> {
    pub arena: &'a Arena,
    pub never: Value,
    /// Whether element 0 of a vector is the highest.
    pub big_endian: bool,
}

impl<'a> Terms<'a> {
    pub fn new(arena: &'a Arena, big_endian: bool) -> Terms<'a> {
        Terms { arena, never: arena.constant(0, 1), big_endian }
    }

    /// The elements of a vector with these bits in memory.
    pub fn split(&self, whole: Word, lanes: u32, bits: u32) -> Val {
        let width = self.width(whole.bits);
        let mut words = [whole; LANES];
        for lane in 0..lanes {
            let from_low = bits * if self.big_endian { lanes - 1 - lane } else { lane };
            let shifted = self.make(Node::Shr(whole.bits, self.lit(u64::from(from_low), width)), width);
            words[lane as usize].bits = self.fit(shifted, bits);
        }
        Val::Lanes(words, lanes as usize)
    }

    /// The bits of a vector; any poison in it poisons them all.
    pub fn join(&self, words: &[Word]) -> Word {
        let Some(first) = words.first() else { return self.plain(self.never) };
        let bits = self.width(first.bits);
        let total = bits * words.len() as u32;
        let (mut whole, mut poison) = (self.lit(0, total), self.never);
        for (lane, word) in words.iter().enumerate() {
            let from_low = u64::from(bits) * if self.big_endian { words.len() - 1 - lane } else { lane } as u64;
            let moved = self.make(Node::Shl(self.fit(word.bits, total), self.lit(from_low, total)), total);
            whole = self.make(Node::Or(whole, moved), total);
            poison = self.or(poison, word.poison);
        }
        Word { bits: whole, poison }
    }

    /// A vector computed element by element from two.
    pub fn lanewise(&self, a: Val, b: Val, of: impl Fn(Word, Word) -> Option<Word>) -> Option<Val> {
        let (Val::Lanes(mut words, lanes), Val::Lanes(others, _)) = (a, b) else { return None };
        for (word, other) in words[..lanes].iter_mut().zip(&others) {
            *word = of(*word, *other)?;
        }
        Some(Val::Lanes(words, lanes))
    }

    pub fn make(&self, node: Node, width: u32) -> Value {
        self.arena.make(node, width)
    }
    pub fn lit(&self, bits: u64, width: u32) -> Value {
        self.arena.constant(bits, width)
    }
    /// A constant of any width.
    pub fn literal(&self, bits: u128, width: u32) -> Value {
        self.whole(self.lit((bits >> 64) as u64, 64), self.lit(bits as u64, 64), width)
    }
    /// An input of any width. No input of the graph has more than 64 bits: a wider one becomes two.
    pub fn input(&self, name: &str, width: u32) -> Value {
        let half = |half: &str| self.arena.input(&format!("{name}{half}"), 64);
        if width > 64 { self.whole(half(HIGH), half(LOW), width) } else { self.arena.input(name, width) }
    }
    fn whole(&self, high: Value, low: Value, width: u32) -> Value {
        if width <= 64 {
            return self.fit(low, width);
        }
        let high = self.make(Node::Shl(self.fit(high, width), self.lit(64, width)), width);
        self.make(Node::Or(high, self.fit(low, width)), width)
    }
    /// The name of an input of any width.
    pub fn name(&self, v: Value) -> Option<String> {
        let node = |v| self.arena.node(v).0;
        match node(v) {
            Node::Var(n) => Some(self.arena.name(n)),
            Node::Or(high, _) => {
                let Node::Shl(high, _) = node(high) else { return None };
                let Node::Zext(high) = node(high) else { return None };
                let Node::Var(n) = node(high) else { return None };
                Some(self.arena.name(n).strip_suffix(HIGH)?.to_string())
            }
            _ => None,
        }
    }
    pub fn width(&self, v: Value) -> u32 {
        self.arena.node(v).1
    }
    pub fn known(&self, v: Value) -> Option<u64> {
        match self.arena.node(v).0 {
            Node::Lit(bits) => Some(bits),
            _ => None,
        }
    }
    pub fn not(&self, a: Value) -> Value {
        self.make(Node::Not(a), 1)
    }
    pub fn and(&self, a: Value, b: Value) -> Value {
        self.make(Node::And(a, b), 1)
    }
    pub fn or(&self, a: Value, b: Value) -> Value {
        self.make(Node::Or(a, b), 1)
    }
    pub fn eq(&self, a: Value, b: Value) -> Value {
        self.make(Node::Eq(a, b), 1)
    }
    pub fn ite(&self, c: Value, a: Value, b: Value) -> Value {
        let width = self.width(a);
        self.make(Node::Ite(c, a, b), width)
    }
    /// Truncated or zero-extended to `width`.
    pub fn fit(&self, v: Value, width: u32) -> Value {
        match self.width(v) {
            w if w == width => v,
            w if w < width => self.make(Node::Zext(v), width),
            _ => self.make(Node::Trunc(v), width),
        }
    }
    pub fn plain(&self, bits: Value) -> Word {
        Word { bits, poison: self.never }
    }

    fn ule(&self, a: Value, b: Value) -> Value {
        self.not(self.make(Node::Ult(b, a), 1))
    }

    /// `add`, `shl` and the like.
    pub fn integer(&self, op: &str, flags: &[String], a: Word, b: Word) -> Option<Word> {
        let width = self.width(a.bits);
        let (x, y) = (a.bits, b.bits);
        let has = |flag: &str| flags.iter().any(|f| f == flag);
        let mut poison = self.or(a.poison, b.poison);
        let mut spoil = |when: Value| poison = self.or(poison, when);
        let wide = |v: Value, signed: bool, to: u32| self.make(if signed { Node::Sext(v) } else { Node::Zext(v) }, to);
        // The exact result has one bit more; the exact product has twice as many bits.
        let overflow = |signed: bool, of: fn(Value, Value) -> Node, to: u32| {
            let exact = self.make(of(wide(x, signed, to), wide(y, signed, to)), to);
            let cut = wide(self.make(Node::Trunc(exact), width), signed, to);
            self.not(self.eq(exact, cut))
        };
        let of: fn(Value, Value) -> Node = match op {
            "add" => Node::Add,
            "sub" => Node::Sub,
            "mul" => Node::Mul,
            "and" => Node::And,
            "or" => Node::Or,
            "xor" => Node::Xor,
            "shl" => Node::Shl,
            "lshr" => Node::Shr,
            "ashr" => Node::Sar,
            _ => return None,
        };
        let bits = self.make(of(x, y), width);
        match op {
            "add" | "sub" | "mul" => {
                for (flag, signed) in [("nuw", false), ("nsw", true)] {
                    if has(flag) {
                        // No term is wider than 64 bits.
                        let to = if op == "mul" { width * 2 } else { width + 1 };
                        spoil(if to <= 64 {
                            overflow(signed, of, to)
                        } else {
                            self.narrow_overflow(op, signed, x, y)?
                        });
                    }
                }
            }
            "or" if has("disjoint") => spoil(self.not(self.eq(self.make(Node::And(x, y), width), self.lit(0, width)))),
            "shl" | "lshr" | "ashr" => {
                spoil(self.ule(self.lit(u64::from(width), width.max(8)), self.fit(y, width.max(8))));
                let back = |v: Value| self.not(self.eq(v, x));
                if has("nuw") {
                    spoil(back(self.make(Node::Shr(bits, y), width)));
                }
                if has("nsw") {
                    spoil(back(self.make(Node::Sar(bits, y), width)));
                }
                if has("exact") {
                    spoil(back(self.make(Node::Shl(bits, y), width)));
                }
            }
            _ => {}
        }
        Some(Word { bits, poison })
    }

    /// Overflow of a sum, computed without a wider sum.
    fn narrow_overflow(&self, op: &str, signed: bool, x: Value, y: Value) -> Option<Value> {
        let less = |a, b| self.make(if signed { Node::Slt(a, b) } else { Node::Ult(a, b) }, 1);
        let width = self.width(x);
        let zero = self.lit(0, width);
        let negative = |v| less(v, zero);
        Some(match (op, signed) {
            ("add", false) => less(self.make(Node::Add(x, y), width), x),
            ("sub", false) => less(x, y),
            ("add", true) => self.make(Node::Xor(less(self.make(Node::Add(x, y), width), x), negative(y)), 1),
            ("sub", true) => self.make(Node::Xor(less(self.make(Node::Sub(x, y), width), x), less(zero, y)), 1),
            _ => return None,
        })
    }

    /// `trunc`, `zext` and the like, between integers or between formats of one width.
    pub fn cast(&self, op: &str, flags: &[String], a: Word, to: u32) -> Option<Word> {
        let from = self.width(a.bits);
        let has = |flag: &str| flags.iter().any(|f| f == flag);
        let (bits, spoiled) = match op {
            "bitcast" if from == to => (a.bits, self.never),
            "zext" if from < to => {
                let negative = self.make(Node::Slt(a.bits, self.lit(0, from)), 1);
                (self.make(Node::Zext(a.bits), to), if has("nneg") { negative } else { self.never })
            }
            "sext" if from < to => (self.make(Node::Sext(a.bits), to), self.never),
            "trunc" if from > to => {
                let cut = self.make(Node::Trunc(a.bits), to);
                let differs = |node| self.not(self.eq(self.make(node, from), a.bits));
                let nuw = if has("nuw") { differs(Node::Zext(cut)) } else { self.never };
                let nsw = if has("nsw") { differs(Node::Sext(cut)) } else { self.never };
                (cut, self.or(nuw, nsw))
            }
            _ => return None,
        };
        Some(Word { bits, poison: self.or(a.poison, spoiled) })
    }

    pub fn icmp(&self, how: &str, a: Word, b: Word) -> Option<Word> {
        let (x, y) = (a.bits, b.bits);
        let ult = |x, y| self.make(Node::Ult(x, y), 1);
        let slt = |x, y| self.make(Node::Slt(x, y), 1);
        let bits = match how {
            "eq" => self.eq(x, y),
            "ne" => self.not(self.eq(x, y)),
            "ult" => ult(x, y),
            "ugt" => ult(y, x),
            "ule" => self.not(ult(y, x)),
            "uge" => self.not(ult(x, y)),
            "slt" => slt(x, y),
            "sgt" => slt(y, x),
            "sle" => self.not(slt(y, x)),
            "sge" => self.not(slt(x, y)),
            _ => return None,
        };
        Some(Word { bits, poison: self.or(a.poison, b.poison) })
    }

    pub fn fcmp(&self, how: &str, format: Format, a: Word, b: Word) -> Option<Word> {
        let cond = match how {
            "false" => Cond::F,
            "olt" => Cond::Lt,
            "oeq" => Cond::Eq,
            "ole" => Cond::Le,
            "ogt" => Cond::Gt,
            "one" => Cond::Ne,
            "oge" => Cond::Ge,
            "ord" => Cond::Num,
            "uno" => Cond::Nan,
            "ult" => Cond::Ltu,
            "ueq" => Cond::Equ,
            "ule" => Cond::Leu,
            "ugt" => Cond::Gtu,
            "une" => Cond::Neu,
            "uge" => Cond::Geu,
            "true" => Cond::T,
            _ => return None,
        };
        fn of<W: Width>(arena: &Arena, cond: Cond, a: Value, b: Value) -> Value {
            let bits = |v| Bits::<_, W> { d: arena, v };
            float::fcmp(cond, Flush::Keep, bits(a), bits(b)).b
        }
        let bits = match format {
            Format::Half => of::<W16>(self.arena, cond, a.bits, b.bits),
            Format::Brain => of::<B16>(self.arena, cond, a.bits, b.bits),
            Format::Float => of::<W32>(self.arena, cond, a.bits, b.bits),
            Format::Double => of::<W64>(self.arena, cond, a.bits, b.bits),
            Format::Halves | Format::Brains => return None,
        };
        Some(Word { bits, poison: self.or(a.poison, b.poison) })
    }

    /// The result of the atomic of this name for two floats. `free` is an unconstrained value: where the result is unspecified, the result
    /// is `free` if the documents permit it.
    pub fn float(&self, name: &str, format: Format, a: Word, b: Word, free: Value) -> Option<Word> {
        let rmw = operation(&format!("atomicrmw.{name}.{}", format.name()))?;
        Some(Word { bits: self.either(&rmw, a.bits, b.bits, free), poison: self.or(a.poison, b.poison) })
    }

    /// The new value of an operation; if that is unspecified, `free` where the documents permit it.
    pub fn either(&self, rmw: &Rmw, old: Value, value: Value, free: Value) -> Value {
        let zero = self.lit(0, self.width(old));
        let out = self.arena.atomic(rmw, old, value, zero);
        let permitted = self.arena.permits(rmw, [old, value, zero], free);
        let chosen = self.ite(permitted, free, out.new);
        self.ite(out.unspecified, chosen, out.new)
    }

    /// Intrinsics on integers.
    pub fn intrinsic(&self, name: &str, args: &[Word]) -> Option<Word> {
        let (a, b) = match args {
            [a] => (*a, *a),
            [a, b] => (*a, *b),
            _ => return None,
        };
        let width = self.width(a.bits);
        let (x, y) = (a.bits, b.bits);
        let less = |signed: bool, x, y| self.make(if signed { Node::Slt(x, y) } else { Node::Ult(x, y) }, 1);
        let bits = match (name, args.len()) {
            ("umin", 2) => self.ite(less(false, y, x), y, x),
            ("umax", 2) => self.ite(less(false, x, y), y, x),
            ("smin", 2) => self.ite(less(true, y, x), y, x),
            ("smax", 2) => self.ite(less(true, x, y), y, x),
            ("usub.sat", 2) => self.ite(less(false, x, y), self.lit(0, width), self.make(Node::Sub(x, y), width)),
            ("uadd.sat", 2) => {
                let sum = self.make(Node::Add(x, y), width);
                self.ite(less(false, sum, x), self.make(Node::Not(self.lit(0, width)), width), sum)
            }
            ("bswap", 1) if width.is_multiple_of(16) => {
                let mut out = self.lit(0, width);
                for i in 0..width / 8 {
                    let byte = self.make(Node::Shr(x, self.lit(u64::from(8 * i), width)), width);
                    let byte = self.make(Node::And(byte, self.lit(0xff, width)), width);
                    let moved = self.make(Node::Shl(byte, self.lit(u64::from(width - 8 - 8 * i), width)), width);
                    out = self.make(Node::Or(out, moved), width);
                }
                out
            }
            _ => return None,
        };
        Some(Word { bits, poison: self.or(a.poison, b.poison) })
    }
}

/// An operation of LLVM IR by its name.
pub(super) fn operation(name: &str) -> Option<Rmw> {
    language::find("llvm")?.operation(name, "-", &Readings::default()).ok()?.rmw.ok()
}

/// The atomic that has the rules of a float intrinsic.
pub(super) fn minmax(intrinsic: &str) -> Option<&'static str> {
    Some(match intrinsic {
        "maxnum" => "fmax",
        "minnum" => "fmin",
        "maximum" => "fmaximum",
        "minimum" => "fminimum",
        "maximumnum" => "fmaximumnum",
        "minimumnum" => "fminimumnum",
        _ => return None,
    })
}

/// Whether two types have the same bits.
pub(super) const fn same_bits(a: Type, b: Type) -> bool {
    a.bits() == b.bits() && a.bits() != 0
}
