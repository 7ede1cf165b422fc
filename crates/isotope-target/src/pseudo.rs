//! An instruction as pseudocode: its micro-operations run on names instead of values; each line is one effect.
//!
//! This module has no text about any instruction. Each line is computed from the neutral form that the interpreter runs and from the
//! definitions of `isotope-op`, through [`term`](isotope_term). The notation is that of [`explain`], and:
//!
//! * `global.b32[address]` is a value of 32 bits in a memory; `.s8` is sign-extended, `.u8` zero-extended;
//! * `x of lane n` is the value of another lane; `P0[lane]` a bit of a mask;
//! * `old` is the old value of memory.
//!
//! ```
//! use isotope_target::pseudo;
//! let sm_50 = isotope_targets::TARGETS.find("sm_50").unwrap();
//! let single = sm_50.single("ATOM.ADD R0, [R2], R4", &Default::default(), &mut Default::default()).unwrap();
//! let said = pseudo::of(&single, &|_| None);
//! assert_eq!(said.lines.last().unwrap(), "R0 = old");
//! ```

mod control;
mod memory;
mod merge;
mod state;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use isotope_ir::effect::Uop;
use isotope_ir::program::{Program, Refusal};
use isotope_machine::register::Register;
use isotope_op::alu::{alu, alu64, test, test64};
use isotope_op::domain::{Bits, W32, W64};

use crate::Target;
use crate::single::Single;
use crate::specimen::Specimen;
use isotope_term::explain;
use isotope_term::{Arena, Value};
use state::{Half, Names, State};

/// The effects of an instruction as pseudocode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The lines; an indented line belongs to the line above.
    pub lines: Vec<String>,
    /// The roles of each register, by name.
    pub roles: BTreeMap<String, BTreeSet<Role>>,
    /// Used width of each register in bits, by name.
    pub widths: BTreeMap<String, u32>,
    /// Why it does not run, if it is refused.
    pub refused: Option<String>,
}

/// The role of a register in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Part of an address.
    Address,
    /// Part of a descriptor or handle.
    Descriptor,
    /// First operand of an atomic.
    Data0,
    /// Second operand of an atomic.
    Data1,
    /// Written to memory.
    Stored,
    /// Receives the old value of memory.
    Old,
    /// Receives a value that is read from memory.
    Loaded,
    /// Read.
    Source,
    /// Written.
    Result,
    /// Selects lanes, or receives a condition.
    Condition,
}

impl Role {
    /// As text.
    pub fn text(self) -> &'static str {
        match self {
            Role::Address => "takes part in the address",
            Role::Descriptor => "says what is accessed: a descriptor, a handle, a base",
            Role::Data0 => "what the operation takes besides memory (`src0`)",
            Role::Data1 => "the second such operand (`src1`)",
            Role::Stored => "the value that is written to memory",
            Role::Old => "receives what memory held before",
            Role::Loaded => "receives what is read",
            Role::Source => "a source: the result follows from it",
            Role::Result => "receives the result",
            Role::Condition => "a bit for each lane: whether it takes part, or what became of a condition",
        }
    }
}

/// The effects of an instruction. `called` returns another name for a register, if it has one.
pub fn of(single: &Single, called: &dyn Fn(&str) -> Option<String>) -> Said {
    said(&single.program, &single.registers, called)
}

/// The effects of the first instruction of a program.
pub fn said(program: &Program, registers: &[Register], called: &dyn Fn(&str) -> Option<String>) -> Said {
    let arena = Arena::new();
    let names = Names::new(program, registers, called);
    let mut writer = Writer::new(program, &arena, names);
    // A guard that also tests a condition is two steps at one address.
    let own = program
        .steps
        .iter()
        .take(program.block.max(1) as usize)
        .take_while(|step| step.address == program.steps[0].address);
    for step in own {
        writer.step(step);
    }
    writer.finish()
}

/// From this number of nodes on, an operation is printed as its name: sums of many products, rounded once.
const BIG: usize = 140;

/// The name of an operation, without its parameters.
fn named(op: impl std::fmt::Debug) -> String {
    let text = format!("{op:?}");
    let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The effects of an instruction on a page, with the names of its fields instead of registers.
pub fn of_specimen(specimen: &Specimen, target: &dyn Target) -> Option<Said> {
    if let Some(program) = &specimen.program {
        return Some(said(program, &[], &|_| None));
    }
    Some(of(&specimen.single(target)?, &|register| specimen.field(register)))
}

/// Runs micro-operations on names.
struct Writer<'a> {
    program: &'a Program,
    arena: &'a Arena,
    state: State<'a>,
    lines: Vec<explain::Line>,
    roles: Vec<(Role, Vec<Value>)>,
    refused: Option<String>,
    loads: u32,
}

/// A line of pieces: text, `Value`s, strings.
macro_rules! line {
    ($w:expr, $($piece:expr),+ $(,)?) => {{
        let pieces = vec![$(crate::pseudo::IntoPiece::piece($piece)),+];
        $w.push(pieces);
    }};
}
use line;

trait IntoPiece {
    fn piece(self) -> explain::Piece;
}

impl IntoPiece for Value {
    fn piece(self) -> explain::Piece {
        explain::Piece::Value(self)
    }
}

impl IntoPiece for &Value {
    fn piece(self) -> explain::Piece {
        explain::Piece::Value(*self)
    }
}

impl IntoPiece for &str {
    fn piece(self) -> explain::Piece {
        explain::Piece::Text(self.into())
    }
}

impl IntoPiece for String {
    fn piece(self) -> explain::Piece {
        explain::Piece::Text(self)
    }
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, arena: &'a Arena, names: Names) -> Writer<'a> {
        let state = State::new(program, arena, names);
        Writer { program, arena, state, lines: Vec::new(), roles: Vec::new(), refused: None, loads: 0 }
    }

    /// Adds a line, after the condition of the step if it has one.
    fn push(&mut self, mut pieces: explain::Line) {
        if let Some(under) = self.state.under {
            let mut all = vec![
                explain::Piece::Text("if ".into()),
                explain::Piece::Value(under),
                explain::Piece::Text(": ".into()),
            ];
            all.append(&mut pieces);
            pieces = all;
        }
        self.lines.push(pieces);
    }

    /// The result of an operation; only its name if its definition is too long.
    fn short(&mut self, op: impl std::fmt::Debug, sources: &[Value], result: Value) -> Value {
        let own = self.arena.reachable(&[result]).len().saturating_sub(self.arena.reachable(sources).len());
        if own < BIG {
            return result;
        }
        let list: Vec<String> = sources.iter().map(|v| explain::explain(self.arena, *v)).collect();
        self.role(Role::Source, sources.iter().copied());
        let text = format!("{}({})", named(op), list.join(", "));
        self.arena.input(&text, self.arena.node(result).1)
    }

    fn role(&mut self, role: Role, values: impl IntoIterator<Item = Value>) {
        self.roles.push((role, values.into_iter().collect()));
    }

    fn step(&mut self, step: &isotope_ir::effect::Step) {
        if step.guard != isotope_ir::effect::Mask::ALL {
            let guard = self.state.mask(step.guard);
            self.state.under = Some(guard).filter(|g| !self.state.is_true(*g));
        }
        for uop in self.program.uops_of(step) {
            self.uop(uop);
        }
        self.control(&step.control);
    }

    fn uop(&mut self, uop: &Uop) {
        let arena = self.arena;
        let bits32 = |v| Bits::<&Arena, W32> { d: arena, v };
        let bits64 = |v| Bits::<&Arena, W64> { d: arena, v };
        match *uop {
            Uop::Alu { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits32(self.state.word(s)));
                let v = self.short(op, &[a.v, b.v, c.v], alu(op, a, b, c).v);
                self.state.set_vector(dst, Half::Word(v));
            }
            Uop::Alu64 { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits64(self.state.wide(s)));
                let v = self.short(op, &[a.v, b.v, c.v], alu64(op, a, b, c).v);
                self.state.set_vectors(dst, v);
            }
            Uop::Narrow { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits64(self.state.wide(s)));
                let low = self.short(op, &[a.v, b.v, c.v], alu64(op, a, b, c).trunc::<W32>().v);
                self.state.set_vector(dst, Half::Word(low));
            }
            Uop::Test { op, dst, src, .. } => {
                let [a, b, c] = src.map(|s| bits32(self.state.word(s)));
                self.state.set_mask(dst, test(op, a, b, c).b);
            }
            Uop::Test64 { op, dst, src, .. } => {
                let [a, b] = src.map(|s| bits64(self.state.wide(s)));
                self.state.set_mask(dst, test64(op, a, b, b).b);
            }
            Uop::Mask { op, dst, a, b } => {
                let (a, b) = (self.state.mask(a), self.state.mask(b));
                self.state.set_mask(dst, state::combine(arena, op, a, b));
            }
            Uop::Scalar { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits32(self.state.word(s)));
                self.state.set_scalar(dst, Half::Word(alu(op, a, b, c).v));
            }
            Uop::Scalar64 { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits64(self.state.wide(s)));
                let v = alu64(op, a, b, c).v;
                self.state.set_scalar(dst[0], Half::Low(v));
                self.state.set_scalar(dst[1], Half::High(v));
            }
            Uop::ScalarTest { op, dst, src } => {
                let [a, b, c] = src.map(|s| bits32(self.state.word(s)));
                let bit = test(op, a, b, c).bit::<W32>();
                self.state.set_scalar(dst, Half::Word(bit.v));
            }
            Uop::ScalarTest64 { op, dst, src } => {
                let [a, b] = src.map(|s| bits64(self.state.wide(s)));
                let bit = test64(op, a, b, b).bit::<W32>();
                self.state.set_scalar(dst, Half::Word(bit.v));
            }
            Uop::Under { base, also } => {
                let (base, also) = (self.state.mask(base), self.state.mask(also));
                let both = state::combine(arena, isotope_ir::effect::MaskOp::And, base, also);
                self.state.under = Some(both).filter(|both| !self.state.is_true(*both));
            }
            Uop::Ballot { .. }
            | Uop::Vote { .. }
            | Uop::ReadLane { .. }
            | Uop::PushLane { .. }
            | Uop::FromLane { .. }
            | Uop::ToLane { .. }
            | Uop::Approximate { .. }
            | Uop::Special { .. }
            | Uop::ScalarSpecial { .. }
            | Uop::ScalarGet { .. }
            | Uop::ScalarPut { .. } => self.across(uop),
            Uop::ReadRegion { dst, map, bytes, signed, base } => self.read_region(dst, map, bytes, signed, base),
            Uop::WriteRegion { src, map, bytes, base } => self.write_region(src, map, bytes, base),
            _ => self.memory(uop),
        }
    }

    fn finish(mut self) -> Said {
        self.state.under = None;
        let changes = self.state.changes();
        for (name, value, condition) in &changes {
            let old = self.state.is_old(*value);
            let role = match (condition, old, !old && self.state.is_loaded(*value)) {
                (true, ..) => Role::Condition,
                (_, true, _) => Role::Old,
                (_, _, true) => Role::Loaded,
                _ => Role::Result,
            };
            let place = self.arena.input(name, self.arena.node(*value).1);
            self.role(role, [place]);
            self.role(Role::Source, [*value]);
        }
        self.assign(changes);
        let (mut roles, mut widths) = (BTreeMap::<String, BTreeSet<Role>>::new(), BTreeMap::new());
        for (role, values) in &self.roles {
            for v in self.arena.reachable(values) {
                if let isotope_term::Node::Var(n) = self.arena.node(v).0 {
                    let width = widths.entry(self.arena.name(n)).or_default();
                    *width = self.arena.node(v).1.max(*width);
                    roles.entry(self.arena.name(n)).or_default().insert(*role);
                }
            }
        }
        // A more exact role makes the role "read" redundant.
        for all in roles.values_mut().filter(|all| all.len() > 1) {
            let exact = [Role::Address, Role::Descriptor, Role::Data0, Role::Data1, Role::Stored];
            if all.iter().any(|role| exact.contains(role)) {
                all.remove(&Role::Source);
            }
        }
        Said { lines: merge::merged(explain::lines(self.arena, &self.lines)), roles, widths, refused: self.refused }
    }

    /// Adds lines of assignments. An assignment that reads a register comes before the one that changes it; assignments that read each
    /// other's registers share a line.
    fn assign(&mut self, mut changes: Vec<(String, Value, bool)>) {
        while !changes.is_empty() {
            let free = |name: &str, at: usize| {
                changes.iter().enumerate().all(|(n, (_, value, _))| n == at || !self.state.reads(*value, name))
            };
            let next = (0..changes.len()).find(|at| free(&changes[*at].0, *at));
            let now = match next {
                Some(at) => vec![changes.remove(at)],
                None => std::mem::take(&mut changes),
            };
            let mut pieces =
                vec![now.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join(", ").piece(), " = ".piece()];
            for (n, (_, value, _)) in now.iter().enumerate() {
                if n > 0 {
                    pieces.push(", ".piece());
                }
                pieces.push(value.piece());
            }
            self.push(pieces);
        }
    }

    fn refusal(&mut self, refusal: &Refusal) {
        let why = match refusal {
            Refusal::Fault { detail, .. } => format!("the machine faults: {detail}"),
            Refusal::Unspecified { rule } => format!("no document says: {rule}"),
            Refusal::NotModelled { text } => format!("outside the model: {text}"),
        };
        self.refused = Some(why);
    }
}
