//! All paths through a function from a block to a return or back to a visited block, each with its condition.

use std::cell::Cell;
use std::collections::HashMap;

use isotope_term::{Node, Value};

use super::inst::{Block, Function, Inst, InstKind, Operand, Type};
use super::order::{Asked, Event, EventKind, Scope};
use super::value::{LANES, Terms, Val, Word, minmax, operation, same_bits};
use crate::lowering::LoweringError;

/// Values by name.
pub(super) type Names = HashMap<String, Val>;

/// End of a path.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// The path returns, in this line.
    Return(Option<Word>, usize),
    /// The path reaches this block again, with these values of its phis, in order, and all names so far.
    Again { block: usize, carried: Vec<(String, Val)>, names: Names },
}

/// A path and its effects.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// Condition of the path, of width 1.
    pub when: Value,
    /// Final memory.
    pub memory: Value,
    /// Condition under which it used poison.
    pub spoiled: Value,
    /// If it swapped: condition of success. A path that did not swap may still return a value that it read.
    pub swapped: Option<Value>,
    /// Values read from memory before the swap, and the value that the previous round found; in order.
    pub read: Vec<Value>,
    /// Its ordering events, and those of earlier rounds.
    pub events: Vec<Event>,
    pub end: End,
}

/// The word of memory that is swapped: its first byte and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AccessedRange {
    at: u64,
    bits: u32,
}

/// A walk.
pub(super) struct Walk<'a> {
    pub terms: &'a Terms<'a>,
    pub function: &'a Function,
    /// The word that is swapped; the first access determines it.
    place: Cell<Option<AccessedRange>>,
    wide: u32,
    /// Memory at the start of the walk.
    memory: Value,
    pub ways: Vec<Way>,
}

/// Most paths of a function.
const WAYS: usize = 1024;

#[derive(Clone)]
struct State {
    names: Names,
    when: Value,
    memory: Value,
    spoiled: Value,
    read: Vec<Value>,
    events: Vec<Event>,
    swapped: Option<Value>,
    passed: Vec<usize>,
}

impl State {
    fn did(&mut self, inst: &Inst, kind: EventKind, scope: &Scope) {
        self.events.push(Event { line: inst.line, kind, scope: scope.clone() });
    }
}

fn error(inst: &Inst, message: impl Into<String>) -> LoweringError {
    LoweringError { line: inst.line, column: inst.column, message: message.into() }
}

impl<'a> Walk<'a> {
    /// A walk of a function that swaps `wide` bits.
    pub fn new(terms: &'a Terms<'a>, function: &'a Function, memory: Value, wide: u32) -> Walk<'a> {
        Walk { terms, function, place: Cell::new(None), wide, memory, ways: Vec::new() }
    }

    /// Walks from the entry block.
    pub fn through(&mut self, params: Names) -> Result<(), LoweringError> {
        let state = self.state(params, Vec::new(), Vec::new());
        self.block(0, None, state)
    }

    /// Walks from a block whose phis have values, with the value that the previous round found in memory and its ordering events.
    pub fn onwards(
        &mut self,
        block: usize,
        names: Names,
        found: Option<Value>,
        events: Vec<Event>,
    ) -> Result<(), LoweringError> {
        let state = self.state(names, found.into_iter().collect(), events);
        self.body(block, state)
    }

    fn state(&self, names: Names, read: Vec<Value>, events: Vec<Event>) -> State {
        let (when, spoiled) = (self.terms.lit(1, 1), self.terms.never);
        State { names, when, memory: self.memory, spoiled, read, events, swapped: None, passed: Vec::new() }
    }

    fn find(&self, inst: &Inst, label: &str) -> Result<usize, LoweringError> {
        let found = self.function.blocks.iter().position(|block| block.name == label);
        found.ok_or_else(|| error(inst, format!("no block is called %{label}")))
    }

    fn go(&mut self, inst: &Inst, from: usize, label: &str, state: State) -> Result<(), LoweringError> {
        let to = self.find(inst, label)?;
        self.block(to, Some(from), state)
    }

    /// Enters a block from another one.
    fn block(&mut self, at: usize, from: Option<usize>, mut state: State) -> Result<(), LoweringError> {
        let function = self.function;
        let block = &function.blocks[at];
        let mut carried = Vec::new();
        for inst in phis(block) {
            let (InstKind::Phi { ty, from: edges }, Some(name)) = (&inst.kind, &inst.name) else { continue };
            let label = from.map(|from| &function.blocks[from].name);
            let edge = edges.iter().find(|(_, l)| Some(l) == label);
            let (value, _) = edge.ok_or_else(|| error(inst, "this phi has no value for a way that leads here"))?;
            carried.push((name.clone(), self.value(inst, &state, value, *ty)?));
        }
        if state.passed.contains(&at) {
            return self.end(block, state, |names| End::Again { block: at, carried, names });
        }
        state.names.extend(carried);
        self.body(at, state)
    }

    fn end(&mut self, block: &Block, state: State, end: impl FnOnce(Names) -> End) -> Result<(), LoweringError> {
        if self.ways.len() == WAYS {
            return Err(error(&block.insts[0], format!("more than {WAYS} ways through this function")));
        }
        let State { names, when, memory, spoiled, swapped, read, events, .. } = state;
        self.ways.push(Way { when, memory, spoiled, swapped, read, events, end: end(names) });
        Ok(())
    }

    fn body(&mut self, at: usize, mut state: State) -> Result<(), LoweringError> {
        state.passed.push(at);
        let function = self.function;
        let block = &function.blocks[at];
        for inst in block.insts.iter().skip(phis(block).count()) {
            match &inst.kind {
                InstKind::Go(label) => return self.go(inst, at, label, state),
                InstKind::Branch { cond, yes, no } => {
                    let cond = self.word(inst, &state, cond, Type::Int(1))?;
                    state.spoiled = self.terms.or(state.spoiled, self.terms.and(state.when, cond.poison));
                    for (label, taken) in [(yes, cond.bits), (no, self.terms.not(cond.bits))] {
                        let when = self.terms.and(state.when, taken);
                        if self.terms.known(when) != Some(0) {
                            let memory = self.given(state.memory, taken);
                            self.go(inst, at, label, State { when, memory, ..state.clone() })?;
                        }
                    }
                    return Ok(());
                }
                InstKind::Return(ty, value) => {
                    let back = match value {
                        Some(value) => Some(match self.value(inst, &state, value, *ty)? {
                            Val::Word(word) => word,
                            Val::Lanes(words, lanes) => self.terms.join(&words[..lanes]),
                            // For a pair, the value.
                            Val::Swapped(word, _) => word,
                            Val::Address(_) => return Err(error(inst, "an address is given back")),
                        }),
                        None => None,
                    };
                    if let Some(word) = back {
                        state.spoiled = self.terms.or(state.spoiled, self.terms.and(state.when, word.poison));
                    }
                    return self.end(block, state, |_| End::Return(back, inst.line));
                }
                _ => self.step(inst, at, &mut state)?,
            }
        }
        Err(error(&block.insts[block.insts.len() - 1], "a block ends without br or ret"))
    }

    /// Memory under the condition `truth`: loops branch on whether the swap succeeded.
    fn given(&self, memory: Value, truth: Value) -> Value {
        let Node::Ite(hit, new, found) = self.terms.arena.node(memory).0 else { return memory };
        if truth == hit {
            new
        } else if truth == self.terms.not(hit) {
            found
        } else {
            memory
        }
    }

    fn value(&self, inst: &Inst, state: &State, operand: &Operand, ty: Type) -> Result<Val, LoweringError> {
        let bits = ty.bits().max(1);
        Ok(match operand {
            Operand::Local(name) => {
                let found = state.names.get(name).copied();
                let value =
                    found.ok_or_else(|| error(inst, format!("%{name} has no value on a way that leads here")))?;
                let fits = match (value, ty) {
                    (Val::Word(word), Type::Int(_) | Type::Float(_)) => self.terms.width(word.bits) == ty.bits(),
                    (Val::Lanes(words, lanes), Type::Vector(count, bits)) => {
                        lanes == count as usize && self.terms.width(words[0].bits) == bits
                    }
                    (Val::Address(_), Type::Pointer | Type::Int(32 | 64)) => true,
                    (Val::Swapped(word, _), Type::Swapped(bits)) => self.terms.width(word.bits) == bits,
                    _ => false,
                };
                if !fits {
                    return Err(error(inst, format!("%{name} is used with another type than it has")));
                }
                value
            }
            Operand::Bits(v) => match ty {
                Type::Vector(lanes, width) => {
                    let mut words = [self.terms.plain(self.terms.never); LANES];
                    for lane in 0..lanes {
                        words[lane as usize].bits = self.terms.literal(v >> (lane * width), width);
                    }
                    Val::Lanes(words, lanes as usize)
                }
                _ => Val::Word(self.terms.plain(self.terms.literal(*v, bits))),
            },
            Operand::Poison => {
                let poison = |bits| Word { bits: self.terms.lit(0, bits), poison: self.terms.lit(1, 1) };
                match ty {
                    Type::Swapped(bits) => Val::Swapped(poison(bits), poison(1)),
                    Type::Vector(lanes, bits) => Val::Lanes([poison(bits); LANES], lanes as usize),
                    _ => Val::Word(poison(bits)),
                }
            }
        })
    }

    fn word(&self, inst: &Inst, state: &State, operand: &Operand, ty: Type) -> Result<Word, LoweringError> {
        match self.value(inst, state, operand, ty)? {
            Val::Word(word) => Ok(word),
            Val::Lanes(..) => Err(error(inst, "a vector where this reader knows integers and floats alone")),
            Val::Address(_) => Err(error(inst, "arithmetic on an address that this reader does not follow")),
            Val::Swapped(..) => Err(error(inst, "what cmpxchg gives is used whole")),
        }
    }

    fn address(&self, inst: &Inst, state: &State, operand: &Operand) -> Result<u64, LoweringError> {
        match self.value(inst, state, operand, Type::Pointer) {
            Ok(Val::Address(low)) => Ok(low),
            _ => Err(error(inst, "an access through what is not made of the function's pointer")),
        }
    }

    /// Checks that an access is to the word that is swapped.
    fn at_place(&self, inst: &Inst, at: u64, bits: u32, state: &State) -> Result<(), LoweringError> {
        if state.swapped.is_some() {
            return Err(error(inst, "an access after the swap"));
        }
        if !at.is_multiple_of(u64::from(self.wide / 8)) {
            return Err(error(inst, format!("an access at byte {at}, which {} bits are not aligned to", self.wide)));
        }
        if at != 0 {
            // The function's pointer is at byte 0 of the word.
            return Err(error(
                inst,
                format!("an access at byte {} from the word of the function's pointer", at as i64),
            ));
        }
        let first = self.place.get().unwrap_or(AccessedRange { at, bits: self.wide });
        self.place.set(Some(first));
        if (AccessedRange { at, bits }) != first {
            let AccessedRange { at: place, bits: wide } = first;
            return Err(error(
                inst,
                format!("{bits} bits at byte {at} are accessed, and {wide} at byte {place} are swapped: not one word"),
            ));
        }
        Ok(())
    }

    /// A fresh value that may be anything, for an instruction.
    fn free(&self, inst: &Inst, what: &str, bits: u32) -> Value {
        self.terms.input(&format!("{what}_line{}", inst.line), bits)
    }

    fn step(&self, inst: &Inst, at: usize, state: &mut State) -> Result<(), LoweringError> {
        let t = self.terms;
        let refuse = |what: String| error(inst, format!("{what}, which this reader does not know"));
        let value = match &inst.kind {
            InstKind::Binary { op, ty: Type::Float(format), a, b, .. } => {
                let ty = Type::Float(*format);
                let (a, b) = (self.word(inst, state, a, ty)?, self.word(inst, state, b, ty)?);
                let free = self.free(inst, "nan", format.bits());
                Val::Word(t.float(op, *format, a, b, free).ok_or_else(|| refuse(op.clone()))?)
            }
            InstKind::Binary { op, flags, ty: ty @ Type::Vector(..), a, b } => {
                let (a, b) = (self.value(inst, state, a, *ty)?, self.value(inst, state, b, *ty)?);
                let all = t.lanewise(a, b, |a, b| t.integer(op, flags, a, b));
                all.ok_or_else(|| refuse(format!("{op} with {flags:?} of vectors")))?
            }
            InstKind::Binary { op, flags, ty, a, b } => {
                let masked = match (op.as_str(), self.value(inst, state, a, *ty)?, self.value(inst, state, b, *ty)?) {
                    ("and", Val::Address(low), Val::Word(mask)) | ("and", Val::Word(mask), Val::Address(low)) => {
                        Some(self.masked(inst, low, mask, ty.bits())?)
                    }
                    _ => None,
                };
                match masked {
                    Some(value) => value,
                    None => {
                        let (a, b) = (self.word(inst, state, a, *ty)?, self.word(inst, state, b, *ty)?);
                        Val::Word(t.integer(op, flags, a, b).ok_or_else(|| refuse(format!("{op} with {flags:?}")))?)
                    }
                }
            }
            InstKind::Fneg { ty, a } => {
                let Type::Float(format) = *ty else { return Err(error(inst, "fneg of what is no float")) };
                let a = self.word(inst, state, a, *ty)?;
                let bits = format.bits();
                let halves = format == super::inst::Format::Halves || format == super::inst::Format::Brains;
                let sign = if halves { 0x8000_8000 } else { 1 << (bits - 1) };
                Val::Word(Word { bits: t.make(Node::Xor(a.bits, t.lit(sign, bits)), bits), ..a })
            }
            InstKind::Cast { op, flags, from, a, to } => match (op.as_str(), self.value(inst, state, a, *from)?, to) {
                ("ptrtoint", value @ Val::Address(_), Type::Int(32 | 64)) => value,
                ("inttoptr", value @ Val::Address(_), Type::Pointer) => value,
                ("trunc", value @ Val::Address(_), Type::Int(32)) => value,
                ("bitcast", Val::Word(word), Type::Vector(lanes, bits)) if same_bits(*from, *to) => {
                    t.split(word, *lanes, *bits)
                }
                ("bitcast", Val::Lanes(words, lanes), _) if same_bits(*from, *to) => {
                    let whole = t.join(&words[..lanes]);
                    match to {
                        Type::Vector(lanes, bits) => t.split(whole, *lanes, *bits),
                        _ => Val::Word(whole),
                    }
                }
                ("bitcast", Val::Word(word), _) if same_bits(*from, *to) => Val::Word(word),
                ("trunc" | "zext" | "sext", Val::Word(word), Type::Int(bits)) if matches!(from, Type::Int(_)) => {
                    Val::Word(
                        t.cast(op, flags, word, *bits)
                            .ok_or_else(|| error(inst, format!("{op} between these widths")))?,
                    )
                }
                _ => return Err(refuse(format!("{op} of this value"))),
            },
            InstKind::Compare { float, how, ty, a, b } => {
                let (a, b) = (self.word(inst, state, a, *ty)?, self.word(inst, state, b, *ty)?);
                let word = match (*float, ty) {
                    (true, Type::Float(format)) => t.fcmp(how, *format, a, b),
                    (false, Type::Int(_)) => t.icmp(how, a, b),
                    _ => None,
                };
                Val::Word(word.ok_or_else(|| refuse(format!("a comparison `{how}` of this type")))?)
            }
            InstKind::Select { cond, ty: ty @ Type::Vector(..), a, b } => {
                let cond = self.word(inst, state, cond, Type::Int(1))?;
                let (a, b) = (self.value(inst, state, a, *ty)?, self.value(inst, state, b, *ty)?);
                let chosen = t.lanewise(a, b, |a, b| {
                    let poison = t.or(cond.poison, t.ite(cond.bits, a.poison, b.poison));
                    Some(Word { bits: t.ite(cond.bits, a.bits, b.bits), poison })
                });
                chosen.ok_or_else(|| refuse("select between these".into()))?
            }
            InstKind::Select { cond, ty, a, b } => {
                let cond = self.word(inst, state, cond, Type::Int(1))?;
                let (a, b) = (self.word(inst, state, a, *ty)?, self.word(inst, state, b, *ty)?);
                let poison = t.or(cond.poison, t.ite(cond.bits, a.poison, b.poison));
                Val::Word(Word { bits: t.ite(cond.bits, a.bits, b.bits), poison })
            }
            InstKind::Freeze { ty, a } => {
                let a = self.word(inst, state, a, *ty)?;
                Val::Word(t.plain(t.ite(a.poison, self.free(inst, "frozen", ty.bits()), a.bits)))
            }
            InstKind::Load { ty, from, ordering, scope } => {
                let low = self.address(inst, state, from)?;
                if ty.bits() == 0 {
                    return Err(error(inst, "a load of what has no bits"));
                }
                self.at_place(inst, low, ty.bits(), state)?;
                // Any value: other threads may write before the swap.
                let read = self.free(inst, "read", ty.bits());
                state.read.push(read);
                state.did(inst, EventKind::Load(*ordering, read), scope);
                match ty {
                    Type::Vector(lanes, bits) => t.split(t.plain(read), *lanes, *bits),
                    _ => Val::Word(t.plain(read)),
                }
            }
            InstKind::Swap { weak, at, ty, comparand, new, ordering: Asked { success, failure, scope } } => {
                let low = self.address(inst, state, at)?;
                self.at_place(inst, low, ty.bits(), state)?;
                let (comparand, new) = (self.word(inst, state, comparand, *ty)?, self.word(inst, state, new, *ty)?);
                let mut hit = t.eq(state.memory, comparand.bits);
                if *weak {
                    hit = t.and(hit, self.free(inst, "luck", 1));
                }
                let found = state.memory;
                let poison = t.or(comparand.poison, new.poison);
                state.spoiled = t.or(state.spoiled, t.and(state.when, poison));
                state.memory = t.ite(hit, new.bits, found);
                state.swapped = Some(hit);
                state.did(inst, EventKind::Swap(*success, *failure, found), scope);
                Val::Swapped(t.plain(found), t.plain(hit))
            }
            InstKind::Rmw { op, at, ty, value, ordering, scope } => {
                let low = self.address(inst, state, at)?;
                self.at_place(inst, low, ty.bits(), state)?;
                let value = self.word(inst, state, value, *ty)?;
                let rmw = ty.name().and_then(|ty| operation(&format!("atomicrmw.{op}.{ty}")));
                let found = state.memory;
                let result = match rmw {
                    Some(rmw) => t.either(&rmw, found, value.bits, self.free(inst, "either", ty.bits())),
                    None if op == "xchg" && ty.bits() == 128 => value.bits,
                    None => return Err(refuse(format!("atomicrmw {op} of this type"))),
                };
                state.spoiled = t.or(state.spoiled, t.and(state.when, value.poison));
                state.memory = result;
                state.swapped = Some(t.lit(1, 1));
                state.did(inst, EventKind::Swap(*ordering, *ordering, found), scope);
                Val::Word(t.plain(found))
            }
            InstKind::Extract { of, index } => match (self.any(inst, state, of)?, index) {
                (Val::Swapped(found, _), 0) => Val::Word(found),
                (Val::Swapped(_, hit), _) => Val::Word(hit),
                _ => return Err(refuse("extractvalue of what cmpxchg did not give".into())),
            },
            InstKind::Insert { of, value, index } => {
                let (value, pair) = (self.any(inst, state, value)?, self.any(inst, state, of)?);
                match (pair, value, index) {
                    (Val::Swapped(_, hit), Val::Word(found), 0) => Val::Swapped(found, hit),
                    (Val::Swapped(found, _), Val::Word(hit), _) => Val::Swapped(found, hit),
                    // No element was set before.
                    (Val::Word(_), Val::Word(found), 0) => {
                        Val::Swapped(found, Word { bits: t.never, poison: t.lit(1, 1) })
                    }
                    _ => return Err(refuse("insertvalue of this".into())),
                }
            }
            InstKind::Element { ty, of, index } => match self.value(inst, state, of, *ty)? {
                Val::Lanes(words, _) => Val::Word(words[*index as usize]),
                _ => return Err(refuse("extractelement of this".into())),
            },
            InstKind::WithElement { ty, of, value, index } => {
                let Type::Vector(_, bits) = *ty else { return Err(refuse("insertelement into this".into())) };
                let value = self.word(inst, state, value, Type::Int(bits))?;
                let Val::Lanes(mut words, lanes) = self.value(inst, state, of, *ty)? else {
                    return Err(refuse("insertelement into this".into()));
                };
                words[*index as usize] = value;
                Val::Lanes(words, lanes)
            }
            InstKind::Step { from, bytes } => {
                let low = self.address(inst, state, from)?;
                let by = self.word(inst, state, bytes, Type::Int(64))?;
                let by = t.known(by.bits).ok_or_else(|| refuse("getelementptr by what is no constant".into()))?;
                Val::Address(low.wrapping_add(by))
            }
            InstKind::Call { name, ty, args, element } => match self.call(inst, state, name, *ty, args, *element)? {
                Some(value) => value,
                None => return Ok(()),
            },
            InstKind::Fence { ordering, scope } => {
                state.did(inst, EventKind::Fence(*ordering), scope);
                return Ok(());
            }
            InstKind::Phi { .. } => return Err(error(inst, "a phi behind other instructions")),
            InstKind::Go(_) | InstKind::Branch { .. } | InstKind::Return(..) => {
                return Err(error(inst, "code behind the end of a block"));
            }
        };
        let name = inst.name.clone().ok_or_else(|| error(inst, format!("a value without a name in block {at}")))?;
        state.names.insert(name, value);
        Ok(())
    }

    /// The value of an operand of any type.
    fn any(&self, inst: &Inst, state: &State, operand: &Operand) -> Result<Val, LoweringError> {
        match operand {
            Operand::Local(name) => {
                let found = state.names.get(name).copied();
                found.ok_or_else(|| error(inst, format!("%{name} has no value on a way that leads here")))
            }
            Operand::Bits(bits) => Ok(Val::Word(self.terms.plain(self.terms.literal(*bits, 1)))),
            Operand::Poison => Ok(Val::Word(Word { bits: self.terms.never, poison: self.terms.lit(1, 1) })),
        }
    }

    /// The bitwise AND of an address and a mask: the low bits of the address, or the address aligned down.
    fn masked(&self, inst: &Inst, low: u64, mask: Word, bits: u32) -> Result<Val, LoweringError> {
        let ones = u64::MAX >> (64 - bits);
        match self.terms.known(mask.bits) {
            Some(mask) if mask < ALIGNED => Ok(Val::Word(self.terms.plain(self.terms.lit(low & mask, bits)))),
            Some(mask) if ones & !mask < ALIGNED => Ok(Val::Address(low & mask)),
            _ => Err(error(inst, "an address under a mask that this reader does not follow")),
        }
    }

    fn call(
        &self,
        inst: &Inst,
        state: &mut State,
        name: &str,
        ty: Type,
        args: &[(Type, Operand)],
        element: Option<Type>,
    ) -> Result<Option<Val>, LoweringError> {
        let t = self.terms;
        let refuse = || error(inst, format!("a call of @{name}, which this reader does not know"));
        let bare = name.strip_prefix("llvm.").unwrap_or(name);
        // The types are at the end.
        let stem = ["umin", "umax", "smin", "smax", "usub.sat", "uadd.sat", "bswap"]
            .into_iter()
            .find(|stem| bare.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.')));
        let first = bare.split('.').next().unwrap_or(bare);
        if let ("ptrmask", [(Type::Pointer, pointer), (mask_type @ Type::Int(bits), mask)]) = (first, args) {
            let low = self.address(inst, state, pointer)?;
            let mask = self.word(inst, state, mask, *mask_type)?;
            return match self.masked(inst, low, mask, *bits)? {
                value @ Val::Address(_) => Ok(Some(value)),
                _ => Err(refuse()),
            };
        }
        if let Some(op) = minmax(first)
            && let (Type::Float(format), [(_, a), (_, b)]) = (ty, args)
        {
            let (a, b) = (self.word(inst, state, a, ty)?, self.word(inst, state, b, ty)?);
            let free = self.free(inst, "either", format.bits());
            return Ok(Some(Val::Word(t.float(op, format, a, b, free).ok_or_else(refuse)?)));
        }
        if let (Some(stem), Type::Int(_)) = (stem, ty) {
            let args: Result<Vec<Word>, _> = args.iter().map(|(ty, arg)| self.word(inst, state, arg, *ty)).collect();
            return Ok(Some(Val::Word(t.intrinsic(stem, &args?).ok_or_else(refuse)?)));
        }
        // Exclusive accesses: if the store succeeds, no other thread wrote in between.
        let words: Vec<&str> = bare.split('.').collect();
        match (&words[..], args) {
            (["aarch64", "ldxr" | "ldaxr", ..] | ["arm", "ldrex" | "ldaex", ..], [(Type::Pointer, pointer)]) => {
                let bits = element.map_or(0, Type::bits);
                let low = self.address(inst, state, pointer)?;
                self.at_place(inst, low, bits, state)?;
                state.read.push(state.memory);
                state.did(inst, EventKind::Target(name.to_string(), true), &Scope::system());
                Ok(Some(Val::Word(t.plain(t.fit(state.memory, ty.bits())))))
            }
            (
                ["aarch64", "stxr" | "stlxr", ..] | ["arm", "strex" | "stlex", ..],
                [(of, new), (Type::Pointer, pointer)],
            ) => {
                let bits = element.map_or(0, Type::bits);
                let low = self.address(inst, state, pointer)?;
                self.at_place(inst, low, bits, state)?;
                let new = self.word(inst, state, new, *of)?;
                let luck = self.free(inst, "luck", 1);
                state.spoiled = t.or(state.spoiled, t.and(state.when, new.poison));
                state.memory = t.ite(luck, t.fit(new.bits, bits), state.memory);
                state.swapped = Some(luck);
                state.did(inst, EventKind::Target(name.to_string(), true), &Scope::system());
                Ok(Some(Val::Word(t.plain(t.fit(t.not(luck), ty.bits())))))
            }
            // Barriers.
            (["arm" | "aarch64", "dmb", ..] | ["ppc", "sync" | "lwsync", ..] | ["aarch64" | "arm", "clrex", ..], _) => {
                state.did(inst, EventKind::Target(name.to_string(), false), &Scope::system());
                Ok(None)
            }
            _ => Err(refuse()),
        }
    }
}

/// Alignment in bytes of the base of every address; offsets from the base are smaller.
pub(super) const ALIGNED: u64 = 16;

fn phis(block: &Block) -> impl Iterator<Item = &Inst> {
    block.insts.iter().take_while(|inst| matches!(inst.kind, InstKind::Phi { .. }))
}
