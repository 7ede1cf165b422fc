//! Registers by name, and their values while an instruction is printed.

use std::collections::BTreeMap;

use isotope_ir::effect::{ACTIVE, LANES, Mask, MaskOp, Slot, Src, Wide};
use isotope_ir::program::Program;
use isotope_machine::register::{Cells, Register};

use isotope_term::{Arena, Node, Value};

/// The names of a wave's registers.
pub(super) struct Names {
    vectors: BTreeMap<u32, String>,
    masks: BTreeMap<u16, String>,
    scalars: BTreeMap<u16, String>,
    /// First byte, bytes of an element, elements.
    packed: Vec<(u32, u32, u32, String)>,
    temporary: Option<(u32, u16)>,
}

/// An element of a packed register: its name, its index, its size in bytes, and the byte in it.
pub(super) struct Element {
    pub name: String,
    pub number: u32,
    pub bytes: u32,
    pub byte: u32,
}

impl Names {
    pub fn new(program: &Program, registers: &[Register], called: &dyn Fn(&str) -> Option<String>) -> Names {
        let mut names = Names {
            vectors: BTreeMap::new(),
            masks: BTreeMap::new(),
            scalars: BTreeMap::new(),
            packed: Vec::new(),
            temporary: program.temporaries.map(|(slot, word)| (slot.0, word)),
        };
        for register in registers.iter().filter(|r| !r.is_alias) {
            let name = called(&register.name).unwrap_or_else(|| register.name.clone());
            match register.cells {
                Cells::Vector(slot, _) => {
                    names.vectors.insert(slot.0, name);
                }
                Cells::Mask(word) => {
                    names.masks.insert(word, name);
                }
                Cells::Scalar(word) => {
                    names.scalars.insert(word, name);
                }
                Cells::Packed { byte, bytes, count } => names.packed.push((byte, bytes.into(), count, name)),
            }
        }
        names
    }

    pub fn element(&self, at: u32) -> Option<Element> {
        let (byte, bytes, _, name) =
            self.packed.iter().find(|(byte, bytes, count, _)| (*byte..byte + bytes * count).contains(&at))?;
        Some(Element { name: name.clone(), number: (at - byte) / bytes, bytes: *bytes, byte: (at - byte) % bytes })
    }

    fn vector(&self, slot: u32) -> String {
        if let Some(name) = self.vectors.get(&slot) {
            return name.clone();
        }
        match self.element(4 * slot) {
            Some(Element { name, number: 0, bytes: 4, .. }) => name,
            Some(Element { name, number, bytes: 4, .. }) => format!("{name}[{number} + lane]"),
            Some(Element { name, byte: 0, .. }) => format!("word of {name}"),
            Some(Element { name, .. }) => format!("high word of {name}"),
            None => format!("what a register holds at {slot:#x}"),
        }
    }

    fn scalar(&self, word: u16) -> String {
        let mask = || self.masks.get(&word).cloned();
        self.scalars.get(&word).cloned().or_else(mask).unwrap_or_else(|| format!("scalar word {word}"))
    }

    fn bit(&self, word: u16) -> String {
        match (self.masks.get(&word), self.scalars.get(&word)) {
            (Some(name), _) => name.clone(),
            (_, Some(name)) => format!("{name}[lane]"),
            _ => format!("mask {word}"),
        }
    }

    /// Joins two consecutive names.
    fn pair(low: &str, high: &str) -> String {
        if high == format!("{low}+1") || high == low {
            return format!("{low}.64");
        }
        match (low.strip_suffix("[0]"), high.strip_suffix("[1]")) {
            (Some(a), Some(b)) if a == b => return a.into(),
            _ => {}
        }
        let digits = |s: &str| s.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
        match (low.trim_end_matches(|c: char| c.is_ascii_digit()), digits(low), digits(high)) {
            (file @ ("v" | "s"), Some(a), Some(b)) if b == a + 1 => format!("{file}[{a}:{b}]"),
            _ => format!("{high}:{low}"),
        }
    }
}

/// The value of a 32-bit register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Word(Value),
    /// The low word of a value of 64 bits.
    Low(Value),
    /// The high word of a value of 64 bits.
    High(Value),
}

pub(super) struct State<'a> {
    arena: &'a Arena,
    pub names: Names,
    vectors: BTreeMap<u32, Half>,
    scalars: BTreeMap<u16, Half>,
    masks: BTreeMap<u16, Value>,
    /// Elements of packed registers that were written, by name.
    packed: BTreeMap<String, BTreeMap<u32, Half>>,
    uniforms: Vec<String>,
    /// The condition with which the step selects some lanes.
    pub under: Option<Value>,
}

pub(super) fn combine(arena: &Arena, op: MaskOp, a: Value, b: Value) -> Value {
    let node = match op {
        MaskOp::And => Node::And(a, b),
        MaskOp::Or => Node::Or(a, b),
        MaskOp::Xor => Node::Xor(a, b),
    };
    arena.make(node, 1)
}

impl<'a> State<'a> {
    pub fn new(program: &Program, arena: &'a Arena, names: Names) -> State<'a> {
        let mut state = State {
            arena,
            names,
            vectors: BTreeMap::new(),
            scalars: BTreeMap::new(),
            masks: BTreeMap::new(),
            packed: BTreeMap::new(),
            uniforms: program.uniforms.iter().map(|u| format!("c[{:#x}][{:#x}]", u.bank, u.offset)).collect(),
            under: None,
        };
        for (word, value) in &program.constants {
            state.scalars.insert(*word, Half::Word(arena.constant((*value).into(), 32)));
        }
        for (slot, value) in &program.vectors {
            state.vectors.insert(slot.0, Half::Word(arena.constant((*value).into(), 32)));
        }
        state
    }

    pub fn is_true(&self, v: Value) -> bool {
        self.arena.node(v).0 == Node::Lit(1)
    }

    fn whole(&self, half: Half) -> Value {
        match half {
            Half::Word(v) => v,
            Half::Low(v) => self.arena.make(Node::Trunc(v), 32),
            Half::High(v) => {
                let by = self.arena.constant(32, 64);
                self.arena.make(Node::Trunc(self.arena.make(Node::Shr(v, by), 64)), 32)
            }
        }
    }

    /// A source of 32 bits.
    pub fn word(&mut self, src: Src) -> Value {
        let half = self.half(src);
        self.whole(half)
    }

    fn half(&mut self, src: Src) -> Half {
        let named = |name: String| Half::Word(self.arena.input(&name, 32));
        match src {
            Src::Slot(Slot(slot)) => self.vectors.get(&slot).copied().unwrap_or_else(|| named(self.names.vector(slot))),
            Src::Word(Slot(slot)) => match self.names.element(4 * slot) {
                Some(e) if e.bytes == 4 => named(format!("{}[{}]", e.name, e.number)),
                _ => named(self.names.vector(slot)),
            },
            Src::Scalar(word) => self.scalars.get(&word).copied().unwrap_or_else(|| named(self.names.scalar(word))),
            Src::Imm(value) => Half::Word(self.arena.constant(value.into(), 32)),
            Src::Uniform(index) => named(self.uniforms[index as usize].clone()),
            Src::Mask(mask) => {
                let bit = self.mask(mask);
                Half::Word(self.arena.make(Node::Zext(bit), 32))
            }
        }
    }

    /// A source, with its other half if that is known.
    pub fn pieces(&mut self, src: Src) -> Half {
        self.half(src)
    }

    pub fn whole_of(&self, half: Half) -> Value {
        self.whole(half)
    }

    /// A source of 64 bits.
    pub fn wide(&mut self, src: Wide) -> Value {
        let (low, high) = (self.half(src.lo), self.half(src.hi));
        match (low, high) {
            (Half::Low(a), Half::High(b)) if a == b => return a,
            (Half::Word(a), Half::Word(b)) => match (self.arena.node(a).0, self.arena.node(b).0) {
                (Node::Lit(a), Node::Lit(b)) => return self.arena.constant(a | b << 32, 64),
                (_, Node::Lit(0)) => return self.arena.make(Node::Zext(a), 64),
                (Node::Var(a), Node::Var(b)) => {
                    let name = Names::pair(&self.arena.name(a), &self.arena.name(b));
                    return self.arena.input(&name, 64);
                }
                _ => {}
            },
            _ => {}
        }
        let (low, high) = (self.whole(low), self.whole(high));
        let up = self.arena.make(Node::Zext(high), 64);
        let up = self.arena.make(Node::Shl(up, self.arena.constant(32, 64)), 64);
        self.arena.make(Node::Or(up, self.arena.make(Node::Zext(low), 64)), 64)
    }

    /// A bit for each lane.
    pub fn mask(&mut self, mask: Mask) -> Value {
        let bit = match mask.word {
            Mask::ALWAYS => self.arena.constant(1, 1),
            // Inactive lanes take no part, so they are not mentioned.
            ACTIVE => self.masks.get(&ACTIVE).copied().unwrap_or_else(|| self.arena.constant(1, 1)),
            word => match (self.masks.get(&word), self.scalars.get(&word)) {
                (Some(v), _) => *v,
                (None, Some(half)) => {
                    let word = self.whole(*half);
                    let lane = self.arena.input("lane", 32);
                    let moved = self.arena.make(Node::Shr(word, lane), 32);
                    self.arena.make(Node::Trunc(moved), 1)
                }
                (None, None) => self.arena.input(&self.names.bit(word), 1),
            },
        };
        if mask.negate { self.arena.make(Node::Not(bit), 1) } else { bit }
    }

    fn under(&self, new: Value, old: Value) -> Value {
        self.under.map_or(new, |under| self.arena.make(Node::Ite(under, new, old), self.arena.node(new).1))
    }

    pub fn set_vector(&mut self, dst: Slot, half: Half) {
        let half = match self.under {
            None => half,
            Some(_) if self.is_temporary(dst) && !self.vectors.contains_key(&dst.0) => half,
            Some(_) => {
                let old = self.word(Src::Slot(dst));
                Half::Word(self.under(self.whole(half), old))
            }
        };
        self.vectors.insert(dst.0, half);
    }

    /// Two vectors, low word first.
    pub fn set_vectors(&mut self, dst: Slot, value: Value) {
        let high = Slot(dst.0 + LANES as u32);
        let fresh = self.is_temporary(dst) && !self.vectors.contains_key(&dst.0);
        let value = match self.under {
            Some(_) if !fresh => {
                let old = self.wide(Wide { lo: Src::Slot(dst), hi: Src::Slot(high) });
                self.under(value, old)
            }
            _ => value,
        };
        self.vectors.insert(dst.0, Half::Low(value));
        self.vectors.insert(high.0, Half::High(value));
    }

    pub fn set_scalar(&mut self, dst: u16, half: Half) {
        self.masks.remove(&dst);
        self.scalars.insert(dst, half);
    }

    pub fn set_mask(&mut self, dst: u16, bit: Value) {
        let bit = match self.under {
            Some(_) if !self.is_temporary_word(dst) => {
                let old = self.mask(Mask::of(dst));
                self.under(bit, old)
            }
            _ => bit,
        };
        self.scalars.remove(&dst);
        self.masks.insert(dst, bit);
    }

    pub fn set_element(&mut self, name: String, byte: u32, half: Half) {
        self.packed.entry(name).or_default().insert(byte, half);
    }

    fn is_temporary(&self, slot: Slot) -> bool {
        self.names.temporary.is_some_and(|(first, _)| slot.0 >= first)
    }

    fn is_temporary_word(&self, word: u16) -> bool {
        self.names.temporary.is_some_and(|(_, first)| word >= first)
    }

    pub fn is_old(&self, v: Value) -> bool {
        self.mentions(v, "old")
    }

    pub fn is_loaded(&self, v: Value) -> bool {
        self.mentions(v, "loaded")
    }

    fn mentions(&self, v: Value, what: &str) -> bool {
        self.inputs(v).any(|name| {
            name.strip_prefix(what)
                .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || "[].xyzw".contains(c)))
        })
    }

    fn inputs(&self, v: Value) -> impl Iterator<Item = String> {
        self.arena.reachable(&[v]).into_iter().filter_map(|v| match self.arena.node(v).0 {
            Node::Var(n) => Some(self.arena.name(n)),
            _ => None,
        })
    }

    /// Whether a value depends on the old value of a register.
    pub fn reads(&self, v: Value, place: &str) -> bool {
        let place = place.strip_suffix("[lane]").unwrap_or(place);
        self.inputs(v).any(|name| {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let mut from = 0;
            while let Some(at) = name[from..].find(place).map(|at| at + from) {
                let (before, behind) = (name[..at].chars().next_back(), name[at + place.len()..].chars().next());
                if !before.is_some_and(word) && !behind.is_some_and(word) {
                    return true;
                }
                from = at + place.len();
            }
            false
        })
    }

    /// The registers that have changed, by name; the flag marks a mask.
    pub fn changes(&mut self) -> Vec<(String, Value, bool)> {
        let mut all = Vec::new();
        let vectors: Vec<(u32, Half)> = self
            .vectors
            .iter()
            .map(|(slot, half)| (*slot, *half))
            .filter(|(slot, _)| !self.is_temporary(Slot(*slot)))
            .collect();
        let known = |state: &Self, slot: u32| {
            state.names.vectors.contains_key(&slot) || state.names.element(4 * slot).is_some()
        };
        let vectors: Vec<_> = vectors.into_iter().filter(|(slot, _)| known(self, *slot)).collect();
        let names: Vec<_> = vectors.iter().map(|(slot, half)| (self.names.vector(*slot), *half)).collect();
        self.paired(&names, &mut all, false);
        let scalars: Vec<(u16, Half)> = self.scalars.iter().map(|(word, half)| (*word, *half)).collect();
        let scalars: Vec<_> = scalars
            .into_iter()
            .filter(|(word, _)| self.names.scalars.contains_key(word) || self.names.masks.contains_key(word))
            .map(|(word, half)| (self.names.scalar(word), half))
            .collect();
        self.paired(&scalars, &mut all, false);
        for (word, bit) in &self.masks {
            if self.names.scalars.contains_key(word) || self.names.masks.contains_key(word) {
                all.push((self.names.bit(*word), *bit, true));
            }
        }
        let packed = std::mem::take(&mut self.packed);
        for (name, halves) in packed {
            let value = match (halves.get(&0), halves.get(&4)) {
                (Some(Half::Low(a)), Some(Half::High(b))) if a == b => *a,
                (Some(low), Some(high)) => {
                    let (low, high) = (self.whole(*low), self.whole(*high));
                    let high = self.arena.make(Node::Zext(high), 64);
                    let high = self.arena.make(Node::Shl(high, self.arena.constant(32, 64)), 64);
                    self.arena.make(Node::Or(high, self.arena.make(Node::Zext(low), 64)), 64)
                }
                (Some(one), None) | (None, Some(one)) => self.whole(*one),
                (None, None) => continue,
            };
            all.push((name, value, false));
        }
        all.retain(|(name, v, _)| !matches!(self.arena.node(*v).0, Node::Var(n) if self.arena.name(n) == *name));
        all
    }

    /// Joins consecutive registers that hold the halves of one value.
    fn paired(&self, all: &[(String, Half)], out: &mut Vec<(String, Value, bool)>, mask: bool) {
        let mut rest = all;
        while let [(name, half), behind @ ..] = rest {
            rest = behind;
            if let (Half::Low(a), Some((next, Half::High(b)))) = (half, behind.first())
                && a == b
            {
                out.push((Names::pair(name, next), *a, mask));
                rest = &behind[1..];
                continue;
            }
            out.push((name.clone(), self.whole(*half), mask));
        }
    }
}
