//! The claims about a function, derived from its paths.

use isotope_op::atomic::{AtomicOp, CasRoles, Returned, Rmw};
use isotope_term::{Arena, Node, Value};

use super::inst::{Function, InstKind, Type};
use super::order::{Asked, Event, EventKind, Missing, Ordering, Trail, cover};
use super::value::{HIGH, Terms, Val, Word, base};
use super::walk::{ALIGNED, End, Names, Walk, Way};
use crate::decide::{Decision, Means, decide};
use crate::expr;
use crate::lowering::{Claim, LoweringError};
use crate::question::SOURCES;
use crate::sat::Model;

/// The specification of a function.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// The operation.
    pub op: Rmw,
    /// Its width in bits. A 128-bit compare-and-swap or exchange has the 64-bit operation in `op` and 128 here.
    pub bits: u32,
    /// The required ordering.
    pub ordering: Asked,
    /// Conditions on `mem`, `src0` and `src1` of the operation: other inputs are not considered.
    pub assumed: Vec<String>,
}

impl Requirement {
    /// The operation on every input, sequentially consistent in the whole system.
    pub fn new(op: Rmw) -> Requirement {
        Requirement { op, bits: op.size.bits(), ordering: Asked::all(Ordering::SeqCst), assumed: Vec::new() }
    }
}

/// The 64-bit operation from which a 128-bit one is derived, if there is one: no vendor's instruction in this project has 128 bits.
pub fn wide(name: &str) -> Option<&'static str> {
    Some(match name {
        "llvm:cmpxchg.i128" => "llvm:cmpxchg.i64",
        "llvm:atomicrmw.xchg.i128" => "llvm:atomicrmw.xchg.i64",
        "ptx:atom.cas.b128" => "ptx:atom.cas.b64",
        "ptx:atom.exch.b128" => "ptx:atom.exch.b64",
        _ => return None,
    })
}

/// An input of a counterexample as name and value; two halves are joined to one input.
pub fn joined(witness: &Model) -> Vec<(String, u128)> {
    let mut all: Vec<(String, u128)> = Vec::new();
    for (name, value) in witness {
        let (name, half) = base(name);
        let value = u128::from(*value) << if half == HIGH { 64 } else { 0 };
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known |= value,
            None => all.push((name.to_string(), value)),
        }
    }
    all
}

/// A case in which a claim may fail: its condition, and values worth showing.
struct Case {
    broken: Value,
    parts: Vec<(&'static str, Value)>,
    /// Missing memory ordering.
    missing: Option<Missing>,
}

/// The cases of every claim.
type Cases = [Vec<Case>; CLAIMS.len()];

/// Facts about memory and operands for one position of the value in its word.
struct Spot<'a> {
    t: &'a Terms<'a>,
    op: Rmw,
    bits: u32,
    ordering: &'a Asked,
    assumed: Value,
    mem: Value,
    src: [Value; 2],
    wide: u32,
    shift: u64,
    offset: u64,
}

const STORED: usize = 0;
const RETURNED: usize = 1;
const HARMLESS: usize = 2;
const ENDS: usize = 3;
const DEFINED: usize = 4;
const ORDERED: usize = 5;
const CLAIMS: [(&str, &str); 6] = [
    ("stored", "when the function returns, memory holds what the operation may leave, and no other bit has changed"),
    ("returned", "and the returned value is the operation's"),
    ("harmless", "a round that does not return changes nothing"),
    ("ends", "when no other thread writes, the round after one that found what memory holds returns"),
    ("defined", "nothing that is swapped, branched on or given back is poison"),
    ("ordered", "every way that returns orders memory at least as it is asked"),
];

/// Checks every claim about a function against its specification. `big_endian` as in the module.
///
/// # Errors
/// [`LoweringError`] with the position if the function is not a lowering or has an unsupported instruction, or if a condition cannot be
/// read.
pub fn check(
    function: &Function,
    big_endian: bool,
    required: &Requirement,
    means: &Means<'_>,
) -> Result<Vec<Claim>, LoweringError> {
    let op = &required.op;
    let arena = Arena::new();
    let t = Terms::new(&arena, big_endian);
    let wide = swapped(function)?;
    let bits = required.bits;
    let here = |message: String| LoweringError { line: function.line, column: 1, message };
    if wide < bits || wide > 64 && wide != bits {
        return Err(here(format!("{wide} bits are swapped, and the operation works on {bits}")));
    }
    if bits > 64 && !matches!(op.op, AtomicOp::Cas | AtomicOp::Xchg) {
        return Err(here(format!("of {bits} bits there are compare-and-swap and exchange")));
    }
    if bits > 64 && !required.assumed.is_empty() {
        return Err(here("a condition is on at most 64 bits".into()));
    }
    let (mem, src) = (t.input("mem", wide), SOURCES.map(|name| t.input(name, bits)));
    let mut cases = Cases::default();
    let (unit, word) = (u64::from(bits / 8), u64::from(wide / 8));
    let mut gives = true;
    for offset in (0..word).step_by(unit as usize) {
        let from_low = if big_endian { word - unit - offset } else { offset };
        let (ordering, assumed) = (&required.ordering, t.lit(1, 1));
        let mut spot = Spot { t: &t, op: *op, bits, ordering, assumed, mem, src, wide, shift: 8 * from_low, offset };
        spot.assumed = spot.condition(&required.assumed).map_err(here)?;
        let params = params(function, op, &spot)?;
        gives = rounds(function, &spot, params, &mut cases)?;
    }
    let mut claims = Vec::new();
    for (claim, cases) in cases.iter().enumerate() {
        if claim == RETURNED && !gives {
            continue;
        }
        let (name, text) = CLAIMS[claim];
        claims.push(settle(&arena, name, text, cases, wide, means));
    }
    Ok(claims)
}

/// Whether any case can fail. Each case is a separate question for the solver: one question about all of them is harder.
fn settle(
    arena: &Arena,
    name: &'static str,
    text: &'static str,
    cases: &[Case],
    wide: u32,
    means: &Means<'_>,
) -> Claim {
    let claim = |decision| Claim { name, text, decision, values: Vec::new(), missing: None };
    let mut asked: Vec<(Value, Option<&Missing>)> = Vec::new();
    let (mut how, mut trusted) = ("identical expressions".to_string(), Vec::new());
    let mut undecided = None;
    for case in cases {
        if asked.contains(&(case.broken, case.missing.as_ref())) {
            continue;
        }
        asked.push((case.broken, case.missing.as_ref()));
        let names = names(arena, case.broken);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match decide(arena, case.broken, &names, wide.min(64), means) {
            Decision::Equal { how: of_case, trusted: by } => {
                how = of_case;
                trusted.extend(by);
            }
            Decision::Different { witness, how } => match &case.missing {
                Some(Missing { text, known: false }) => undecided = Some(text.clone()),
                missing => {
                    let inputs: Vec<(&str, u64)> = witness.iter().map(|(n, v)| (n.as_str(), *v)).collect();
                    let values = case.parts.iter().map(|(n, v)| (*n, arena.eval_wide(*v, &inputs))).collect();
                    let missing = missing.as_ref().map(|missing| missing.text.clone());
                    return Claim { values, missing, ..claim(Decision::Different { witness, how }) };
                }
            },
            Decision::Undecided { why } => undecided = Some(why),
        }
    }
    if let Some(why) = undecided {
        return claim(Decision::Undecided { why });
    }
    if asked.len() > 1 {
        how = format!("{} cases, the last by {how}", asked.len());
    }
    trusted.sort();
    trusted.dedup();
    claim(Decision::Equal { how, trusted })
}

/// Bits of the word that is swapped.
fn swapped(function: &Function) -> Result<u32, LoweringError> {
    let mut found = None;
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let bits = match &inst.kind {
            InstKind::Swap { ty, .. } | InstKind::Rmw { ty, .. } => ty.bits(),
            InstKind::Call { element: Some(ty), .. } => ty.bits(),
            _ => continue,
        };
        let error = |message: String| LoweringError { line: inst.line, column: inst.column, message };
        if !matches!(bits, 8 | 16 | 32 | 64 | 128) {
            return Err(error(format!("{bits} bits are swapped: expected 8, 16, 32, 64 or 128")));
        }
        if found.is_some_and(|known| known != bits) {
            return Err(error(format!("{bits} bits are swapped here, and another number elsewhere")));
        }
        found = Some(bits);
    }
    let message = format!("@{} has no cmpxchg and no atomicrmw: it is no lowering", function.name);
    found.ok_or(LoweringError { line: function.line, column: 1, message })
}

/// The address, then the sources in order.
fn params(function: &Function, op: &Rmw, spot: &Spot<'_>) -> Result<Names, LoweringError> {
    let here = |message: String| LoweringError { line: function.line, column: 1, message };
    let mut names = Names::new();
    let mut sources = spot.src.iter().take(op.op.sources());
    let mut pointers = 0;
    for (name, ty) in &function.params {
        let value = match ty {
            Type::Pointer => {
                pointers += 1;
                Val::Address(spot.offset)
            }
            _ => {
                let source = sources.next();
                let source =
                    source.ok_or_else(|| here(format!("%{name}: the operation has {} sources", op.op.sources())))?;
                if ty.bits() != spot.bits {
                    let (has, wants) = (ty.bits(), spot.bits);
                    return Err(here(format!("%{name} has {has} bits, and the operation works on {wants}")));
                }
                match *ty {
                    Type::Vector(lanes, bits) => spot.t.split(spot.t.plain(*source), lanes, bits),
                    _ => Val::Word(spot.t.plain(*source)),
                }
            }
        };
        names.insert(name.clone(), value);
    }
    if pointers != 1 {
        return Err(here(format!("expected one pointer among the parameters, found {pointers}")));
    }
    if sources.next().is_some() {
        return Err(here(format!("the operation has {} sources, and the function fewer", op.op.sources())));
    }
    Ok(names)
}

/// The first round and every later one; returns whether the function returns a value.
fn rounds(function: &Function, spot: &Spot<'_>, params: Names, cases: &mut Cases) -> Result<bool, LoweringError> {
    let t = spot.t;
    let mut walk = Walk::new(t, function, spot.mem, spot.wide);
    walk.through(params)?;
    let always = t.lit(1, 1);
    let gives = spot.judge(function, &walk.ways, always, cases)?;
    if !walk.ways.iter().any(|way| matches!(way.end, End::Return(..))) {
        let message = format!("@{} never returns", function.name);
        return Err(LoweringError { line: function.line, column: 1, message });
    }
    // Values carried into a later round were found by the previous one.
    let mut known: Vec<(usize, Vec<Val>, Vec<Event>)> = Vec::new();
    for way in &walk.ways {
        let End::Again { block, carried, names } = &way.end else { continue };
        let earlier = |v: Val| spot.map(v, &|name| spot.earlier(name));
        let values: Vec<(String, Val)> = carried.iter().map(|(name, v)| (name.clone(), earlier(*v))).collect();
        let mut names: Names = names.iter().map(|(name, v)| (name.clone(), earlier(*v))).collect();
        names.extend(values.iter().cloned());
        let before = spot.replace(way.when, &|name| spot.earlier(name));
        let mut later = Walk::new(t, function, spot.mem, spot.wide);
        let found = way.swapped.map(|_| spot.replace(spot.mem, &|name| spot.earlier(name)));
        let events = spot.earlier_events(&way.events);
        later.onwards(*block, names, found, events.clone())?;
        spot.judge(function, &later.ways, before, cases)?;
        for way in later.ways.iter().filter(|way| matches!(way.end, End::Again { .. })) {
            // The guess of a first round need not equal memory; a round after one that has read memory ends.
            let when = t.and(before, way.when);
            let broken = spot.replace(when, &|name| spot.undisturbed(name));
            if t.known(broken) != Some(0) {
                let broken = t.and(spot.assumed, broken);
                cases[ENDS].push(Case { broken, parts: vec![("memory before", spot.mem)], missing: None });
            }
        }
        known.push((*block, values.into_iter().map(|(_, v)| v).collect(), events));
        for Way { end, events, .. } in &later.ways {
            let End::Again { block: to, carried, .. } = end else { continue };
            let next: Vec<Val> = carried.iter().map(|(_, v)| earlier(*v)).collect();
            let events = spot.earlier_events(events);
            if !known.iter().any(|(block, values, least)| block == to && same(values, &next) && cover(&events, least)) {
                let line = function.blocks[*to].insts[0].line;
                let message = "what is carried round this loop depends on more than the round before".to_string();
                return Err(LoweringError { line, column: 1, message });
            }
        }
    }
    Ok(gives)
}

fn same(a: &[Val], b: &[Val]) -> bool {
    let equal = |a: &Word, b: &Word| a.bits == b.bits && a.poison == b.poison;
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Val::Word(a), Val::Word(b)) => equal(a, b),
            (Val::Lanes(a, lanes), Val::Lanes(b, others)) => {
                lanes == others && a[..*lanes].iter().zip(b).all(|(a, b)| equal(a, b))
            }
            (Val::Address(a), Val::Address(b)) => a == b,
            (Val::Swapped(a, x), Val::Swapped(b, y)) => equal(a, b) && equal(x, y),
            _ => false,
        })
}

/// The inputs that a goal reads; memory and operands first, because they are tried first.
fn names(arena: &Arena, goal: Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for v in arena.reachable(&[goal]) {
        if let (Node::Var(n), _) = arena.node(v) {
            names.push(arena.name(n));
        }
    }
    let first = |name: &str| match base(name).0 {
        "mem" => 0,
        "src0" => 1,
        _ if name.starts_with("read") => 2,
        "src1" => 3,
        _ => 4,
    };
    names.sort_by_key(|name| first(name));
    names.dedup();
    names
}

impl Spot<'_> {
    /// The expression with other inputs, where `of` returns some.
    fn replace(&self, v: Value, of: &dyn Fn(&str) -> Option<(String, u32)>) -> Value {
        let arena = self.t.arena;
        let replaced = arena.copy(&[v], arena, |node, width| match node {
            Node::Var(n) => {
                let whole = arena.name(n);
                let (name, half) = base(&whole);
                let (name, bits) = of(name)?;
                // An input of 0 bits is `luck`, whether a swap does not fail spuriously: it is 1.
                Some(if bits == 0 { self.t.lit(1, width) } else { arena.input(&format!("{name}{half}"), width) })
            }
            _ => None,
        });
        replaced[0]
    }

    fn map(&self, v: Val, of: &dyn Fn(&str) -> Option<(String, u32)>) -> Val {
        let word = |w: Word| Word { bits: self.replace(w.bits, of), poison: self.replace(w.poison, of) };
        match v {
            Val::Word(w) => Val::Word(word(w)),
            Val::Lanes(words, lanes) => Val::Lanes(words.map(word), lanes),
            Val::Swapped(a, b) => Val::Swapped(word(a), word(b)),
            Val::Address(_) => v,
        }
    }

    /// The name of an input of this round in the next one.
    fn earlier(&self, name: &str) -> Option<(String, u32)> {
        if SOURCES.contains(&name) || name.starts_with("earlier_") {
            return None;
        }
        Some((format!("earlier_{name}"), self.wide))
    }

    /// The events of a round, for the next one.
    fn earlier_events(&self, events: &[Event]) -> Vec<Event> {
        let mut events = events.to_vec();
        for event in &mut events {
            if let EventKind::Load(_, read) | EventKind::Swap(_, _, read) = &mut event.kind {
                *read = self.replace(*read, &|name| self.earlier(name));
            }
        }
        events
    }

    /// Without interference: every read returns memory, and no swap fails spuriously.
    fn undisturbed(&self, name: &str) -> Option<(String, u32)> {
        if name.starts_with("luck") {
            return Some((String::new(), 0));
        }
        let read = name.starts_with("read") || name == "earlier_mem";
        read.then(|| ("mem".to_string(), self.wide))
    }

    /// The conditions on memory and sources, as one term.
    fn condition(&self, texts: &[String]) -> Result<Value, String> {
        let t = self.t;
        let mut all = t.lit(1, 1);
        let memory = ("mem", self.field(self.mem));
        let sources = SOURCES.into_iter().zip(self.src).take(self.op.op.sources());
        let scope: Vec<(&str, Value)> = std::iter::once(memory).chain(sources).collect();
        for text in texts {
            let truth = expr::truth(t.arena, text, &scope[..]).map_err(|e| format!("assumed `{text}`: {e}"))?;
            all = t.and(all, truth);
        }
        Ok(all)
    }

    /// The value read on which a path without a swap depends: the last one from which the returned value is computed, or that decides the
    /// path. The operation takes effect when memory holds this value.
    fn gone_by(&self, way: &Way) -> Option<Value> {
        let of = |goal: Value| {
            let names = names(self.t.arena, goal);
            let read = |v: &Value| self.t.name(*v).is_some_and(|name| names.iter().any(|of| base(of).0 == name));
            way.read.iter().rev().copied().find(read)
        };
        let back = if let End::Return(Some(back), _) = &way.end { of(back.bits) } else { None };
        back.or_else(|| of(way.when)).or_else(|| way.read.last().copied())
    }

    /// Whether the operation stores: a compare-and-swap that finds another value does not.
    fn operation_stores(&self) -> Value {
        match (self.op.op, self.op.cas) {
            (AtomicOp::Cas, CasRoles::CompareSrc0) => self.t.eq(self.field(self.mem), self.src[0]),
            (AtomicOp::Cas, CasRoles::CompareSrc1) => self.t.eq(self.field(self.mem), self.src[1]),
            _ => self.t.lit(1, 1),
        }
    }

    /// Whether a conjunction implies a condition.
    fn says(&self, when: Value, what: Value) -> bool {
        when == what
            || match self.t.arena.node(when).0 {
                Node::And(a, b) => self.says(a, what) || self.says(b, what),
                _ => false,
            }
    }

    /// The orderings that a returning path lacks, each with its condition.
    fn unordered(&self, way: &Way, when: Value, line: usize) -> Vec<(Value, Missing)> {
        let t = self.t;
        let Asked { success, failure, scope } = self.ordering;
        let trail = Trail { events: &way.events, scope };
        let (stores, hit) = (self.operation_stores(), way.swapped.unwrap_or(t.never));
        let read = if way.swapped.is_some() { Some(self.mem) } else { self.gone_by(way) };
        let mut found = Vec::new();
        for swapped in [true, false] {
            let (this, other) = if swapped { (hit, t.not(hit)) } else { (t.not(hit), hit) };
            if t.known(this) == Some(0) || self.says(when, other) {
                continue;
            }
            for (wanted, ordering, releases) in [(stores, *success, true), (t.not(stores), *failure, false)] {
                let missing = match swapped {
                    true => trail.stores(ordering),
                    false => trail.reads(ordering, read, releases),
                };
                if let (Some(Missing { text, known }), None | Some(1)) = (missing, t.known(wanted)) {
                    let text = format!("{text}; on the way that returns at line {line}");
                    found.push((t.and(when, t.and(this, wanted)), Missing { text, known }));
                }
            }
        }
        found
    }

    /// The input that a condition equates with memory.
    fn met(&self, when: Value) -> Option<String> {
        let arena = self.t.arena;
        match arena.node(when).0 {
            Node::And(a, b) => self.met(a).or_else(|| self.met(b)),
            Node::Eq(a, b) if a == self.mem || b == self.mem => self.t.name(if a == self.mem { b } else { a }),
            _ => None,
        }
    }

    fn field(&self, word: Value) -> Value {
        let shifted = self.t.make(Node::Shr(word, self.t.lit(self.shift, self.wide)), self.wide);
        self.t.fit(shifted, self.bits)
    }

    /// A word with another value in the field.
    fn with_field(&self, word: Value, value: Value) -> Value {
        let t = self.t;
        let moved = t.make(Node::Shl(t.fit(value, self.wide), t.lit(self.shift, self.wide)), self.wide);
        t.make(Node::Or(self.others(word), moved), self.wide)
    }

    /// The bits outside the field.
    fn others(&self, word: Value) -> Value {
        if self.wide == self.bits {
            return self.t.lit(0, self.wide);
        }
        let mask = !(self.op.size.mask() << self.shift);
        self.t.make(Node::And(word, self.t.lit(mask, self.wide)), self.wide)
    }

    /// The new value of the operation for an old value.
    fn leaves(&self, old: Value) -> Value {
        let t = self.t;
        match (self.op.op, self.op.cas) {
            _ if self.bits <= 64 => t.arena.atomic(&self.op, old, self.src[0], self.src[1]).new,
            (AtomicOp::Cas, CasRoles::CompareSrc0) => t.ite(t.eq(old, self.src[0]), self.src[1], old),
            (AtomicOp::Cas, CasRoles::CompareSrc1) => t.ite(t.eq(old, self.src[1]), self.src[0], old),
            _ => self.src[0],
        }
    }

    /// Whether the operation permits this new value for an old value.
    fn permits(&self, old: Value, left: Value) -> Value {
        if self.bits > 64 {
            return self.t.eq(left, self.leaves(old));
        }
        self.t.arena.permits(&self.op, [old, self.src[0], self.src[1]], left)
    }

    /// Adds the consequences of a round's paths to the claims, under the condition `before`; returns whether the paths return a value.
    fn judge(
        &self,
        function: &Function,
        ways: &[Way],
        before: Value,
        cases: &mut Cases,
    ) -> Result<bool, LoweringError> {
        let t = self.t;
        let old = self.field(self.mem);
        let leaves = self.leaves(old);
        let mut gives = true;
        for way in ways {
            let when = t.and(before, way.when);
            let mut parts = vec![
                ("memory before", self.mem),
                ("the operation leaves", self.with_field(self.mem, leaves)),
                ("the function leaves", way.memory),
            ];
            if self.wide != self.bits {
                parts.push(("at byte of the word", t.lit(self.offset, 8)));
            }
            // The value read equals memory, if the path implies it.
            let met = match way.swapped {
                Some(_) => self.met(when),
                None => self.gone_by(way).and_then(|read| self.t.name(read)),
            };
            let known = |v: Value| match &met {
                Some(name) => self.replace(v, &|n| (n == name).then(|| ("mem".to_string(), self.wide))),
                None => v,
            };
            let mut put = |claim: usize, broken: Value, more: &[(&'static str, Value)], missing: Option<Missing>| {
                let broken = t.and(self.assumed, known(broken));
                if t.known(broken) != Some(0) {
                    let parts = parts.iter().copied().chain(more.iter().copied());
                    cases[claim].push(Case { broken, parts: parts.map(|(n, v)| (n, known(v))).collect(), missing });
                }
            };
            put(DEFINED, t.and(when, way.spoiled), &[], None);
            match &way.end {
                End::Return(back, line) => {
                    for (broken, missing) in self.unordered(way, when, *line) {
                        put(ORDERED, broken, &[], Some(missing));
                    }
                    let permitted = self.permits(old, self.field(way.memory));
                    let beside = t.eq(self.others(way.memory), self.others(self.mem));
                    put(STORED, t.and(when, t.not(t.and(permitted, beside))), &[], None);
                    let Some(back) = back else {
                        gives = false;
                        continue;
                    };
                    if t.width(back.bits) != self.bits {
                        let (has, wants) = (t.width(back.bits), self.bits);
                        let message = format!("@{} gives back {has} bits, and the operation {wants}", function.name);
                        return Err(LoweringError { line: function.line, column: 1, message });
                    }
                    let given = match self.op.returned {
                        Returned::Old => old,
                        Returned::New => self.field(way.memory),
                    };
                    let more = [("the operation gives back", given), ("the function gives back", back.bits)];
                    put(RETURNED, t.and(when, t.not(t.eq(back.bits, given))), &more, None);
                }
                End::Again { .. } => {
                    put(HARMLESS, t.and(when, t.not(t.eq(way.memory, self.mem))), &[], None);
                }
            }
        }
        debug_assert!(self.offset < ALIGNED);
        Ok(gives)
    }
}
