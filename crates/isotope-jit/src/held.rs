//! Literals that vectors hold, found by following a program from its entry.
//!
//! A fact says that a vector holds a literal in all lanes of a mask (a scalar word; the active lanes are one). An unguarded write of the
//! literal makes it true for the active lanes; any other write of the vector ends it for every mask. A mask computed from others inherits
//! facts: an intersection has the facts of either, a union the facts of both. So a fact survives while a mask is saved and restored.
//!
//! Where lanes diverge, other lanes may run meanwhile and write their own parts, so only facts about the active lanes are followed. Waiting
//! lanes keep their facts, because vectors that are written in inactive lanes are not considered. Where paths join, the facts of all paths
//! that lead there remain.

use std::collections::HashMap;

use isotope_ir::effect::{ACTIVE, Control, LANES, Mask, MaskOp, Slot, Src, Step, Token, Uop};
use isotope_ir::program::def_use::{DefUse, Location, words};
use isotope_ir::program::{Flow, Program};
use isotope_op::alu::Alu;

/// Literals that vectors hold in the active lanes, before each step.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// First words of vectors, and a literal that some operation writes there.
    pairs: Vec<(u32, u32)>,
    /// Which of the pairs hold before each step.
    before: Vec<u64>,
}

/// For each mask about which something is known, the pairs that hold in its lanes.
type State = HashMap<u16, u64>;

/// How a step changes the facts.
enum Change {
    /// Vectors are written in some lanes: these facts are lost.
    Write { lost: u64 },
    /// The executing lanes, which are all active ones, get a literal: `lost` ends, `held` begins.
    Hold { lost: u64, held: u64 },
    /// A mask is computed from three others by a truth table, in all lanes or in the executing ones.
    Word { word: u16, of: (u8, [Bit; 3]), within: bool },
    /// A mask is written in the executing lanes; the other lanes keep their bits, or lose them.
    Test { word: u16, keeps: bool },
    /// A mask gets unknown bits.
    Lose { word: u16 },
    /// The set of active lanes changes.
    Others,
}

/// One input bit of a lane for a combined mask.
#[derive(Clone, Copy)]
enum Bit {
    /// The bit of a mask.
    Of(u16),
    Literal(bool),
    Any,
}

impl Held {
    pub(crate) fn of(program: &Program) -> Held {
        Self::found(program).unwrap_or_default()
    }

    /// Vectors, by their first words, with the literals that the active lanes hold there before a step.
    pub(crate) fn before(&self, pc: u32) -> impl Iterator<Item = (u32, u32)> {
        let set = self.before.get(pc as usize).copied().unwrap_or(0);
        self.pairs.iter().enumerate().filter(move |(n, _)| set >> n & 1 != 0).map(|(_, pair)| *pair)
    }

    fn found(program: &Program) -> Option<Held> {
        let pairs = pairs(program)?;
        let flow = Flow::of(program);
        let steps: Vec<Vec<Change>> = program.steps.iter().map(|step| changes(program, step, &pairs)).collect();
        let mut states: Vec<Option<State>> = vec![None; program.steps.len()];
        *states.get_mut(program.entry as usize)? = Some(State::new());
        let mut open = vec![program.entry];
        while let Some(pc) = open.pop() {
            let at = pc as usize;
            let step = &program.steps[at];
            let mut after = states[at].clone().expect("it was come to");
            apply(&steps[at], step.always, &mut after);
            if !matches!(step.control, Control::Next | Control::Jump { .. } | Control::Barrier { .. }) {
                after.retain(|word, _| *word == ACTIVE);
            }
            for next in flow.next(at)? {
                let Some(state) = states.get_mut(next as usize) else { continue };
                let met = match state {
                    None => Some(after.clone()),
                    Some(before) => {
                        let known = before.iter().map(|(word, held)| (*word, held & after.get(word).unwrap_or(&0)));
                        let met: State = known.filter(|(_, held)| *held != 0).collect();
                        (met != *before).then_some(met)
                    }
                };
                if met.is_some() {
                    *state = met;
                    open.push(next);
                }
            }
        }
        let of_active = |state: &Option<State>| state.as_ref().and_then(|s| s.get(&ACTIVE).copied()).unwrap_or(0);
        Some(Held { before: states.iter().map(of_active).collect(), pairs })
    }
}

/// Pairs of vector and literal, for vectors that are only written whole and in executing lanes. `None` if there are none, or where control
/// flow cannot be followed.
fn pairs(program: &Program) -> Option<Vec<(u32, u32)>> {
    let (mut pairs, mut others): (Vec<(u32, u32)>, Vec<u32>) = (Vec::new(), Vec::new());
    // Vectors written in inactive lanes, or in part.
    let mut apart = |touched: DefUse, anywhere: bool| {
        for written in touched.writes {
            match written {
                Location::Vector { first, lanes } if anywhere || lanes != 0 => others.push(first),
                Location::Map { map, .. } => others.extend(words(&program.maps[map as usize], u32::MAX)),
                Location::Registers => return None,
                _ => {}
            }
        }
        Some(())
    };
    for step in &program.steps {
        // Behind a join that has operations, lanes are active that did not run them.
        let strange = step.control == Control::Join && step.count != 0
            || matches!(step.control, Control::Push { token: Token::Exit, .. });
        if program.upper.is_some() || strange {
            return None;
        }
        let mut under = false;
        for uop in program.uops_of(step) {
            under |= matches!(uop, Uop::Under { .. });
            if matches!(uop, Uop::Uncover) {
                return None;
            }
            if let Some(pair) = literal(uop)
                && !pairs.contains(&pair)
            {
                pairs.push(pair);
            }
            apart(uop.def_use(0, program), under)?;
        }
        apart(step.steered(program), true)?;
    }
    let near = |a: u32, b: u32| a.abs_diff(b) < LANES as u32;
    pairs.retain(|(first, _)| !others.iter().any(|other| near(*first, *other)));
    pairs.truncate(u64::BITS as usize);
    (!pairs.is_empty()).then_some(pairs)
}

/// The vector and the literal that an operation writes to it.
fn literal(uop: &Uop) -> Option<(u32, u32)> {
    match *uop {
        Uop::Alu { op: Alu::Mov, dst: Slot(first), src: [Src::Imm(value), ..] } => Some((first, value)),
        _ => None,
    }
}

/// The changes that a step makes, in order.
fn changes(program: &Program, step: &Step, pairs: &[(u32, u32)]) -> Vec<Change> {
    let those = |of: &dyn Fn(&(u32, u32)) -> bool| {
        pairs.iter().enumerate().filter(|(_, pair)| of(pair)).fold(0, |set, (n, _)| set | 1 << n)
    };
    let over = |first: u32| those(&|pair| pair.0.abs_diff(first) < LANES as u32);
    let (mut all, mut under) = (Vec::new(), false);
    for uop in program.uops_of(step) {
        if let Some(pair) = literal(uop) {
            let held = those(&|other| *other == pair);
            let lost = over(pair.0) & !held;
            all.push(if step.guard == Mask::ALL && !under {
                Change::Hold { lost, held }
            } else {
                Change::Write { lost }
            });
            continue;
        }
        let computed = match *uop {
            Uop::Under { .. } => {
                under = true;
                Some(Change::Others)
            }
            Uop::Scalar { op, dst, src } => {
                let table = match op {
                    Alu::Mov => Some(0xf0),
                    Alu::And => Some(0xc0),
                    Alu::Or => Some(0xfc),
                    Alu::Xor => Some(0x3c),
                    Alu::Lop3 { lut } => Some(lut),
                    _ => None,
                };
                table.map(|table| Change::Word { word: dst, of: (table, src.map(Bit::of)), within: false })
            }
            Uop::Mask { op, dst, a, b } => {
                let table = match op {
                    MaskOp::And => 0xc0,
                    MaskOp::Or => 0xfc,
                    MaskOp::Xor => 0x3c,
                };
                let bits = [Bit::of_mask(a), Bit::of_mask(b), Bit::Literal(false)];
                Some(Change::Word { word: dst, of: (table, bits), within: true })
            }
            Uop::Test { dst, clear, .. } | Uop::Test64 { dst, clear, .. } => {
                Some(Change::Test { word: dst, keeps: !clear })
            }
            _ => None,
        };
        let is_computed = computed.is_some();
        all.extend(computed);
        for written in uop.def_use(u32::MAX, program).writes {
            match written {
                Location::Vector { first, .. } if over(first) != 0 => all.push(Change::Write { lost: over(first) }),
                Location::Scalar { word, .. } if !is_computed => all.push(Change::Lose { word }),
                _ => {}
            }
        }
    }
    for written in step.steered(program).writes {
        if let Location::Scalar { word, .. } = written {
            all.push(Change::Lose { word });
        }
    }
    all
}

impl Bit {
    fn of(src: Src) -> Bit {
        match src {
            Src::Scalar(word) => Bit::Of(word),
            Src::Imm(0) => Bit::Literal(false),
            Src::Imm(u32::MAX) => Bit::Literal(true),
            _ => Bit::Any,
        }
    }

    fn of_mask(mask: Mask) -> Bit {
        match mask {
            Mask { word: Mask::ALWAYS, negate } => Bit::Literal(!negate),
            Mask { word, negate: false } => Bit::Of(word),
            Mask { .. } => Bit::Any,
        }
    }
}

/// Facts of lanes for which a truth table over masks holds: for each of its true rows the facts of any mask that is set there, and of these
/// what all rows share.
fn combined((table, bits): (u8, [Bit; 3]), state: &State) -> u64 {
    let set = |row: usize, n: usize| row >> (2 - n) & 1 != 0;
    let can_be = |row: usize| (0..3).all(|n| !matches!(bits[n], Bit::Literal(is) if is != set(row, n)));
    let known = |row: usize| {
        (0..3).filter(|n| set(row, *n)).fold(0, |known, n| match bits[n] {
            Bit::Of(word) => known | state.get(&word).unwrap_or(&0),
            _ => known,
        })
    };
    (0..8).filter(|row| table >> row & 1 != 0 && can_be(*row)).map(known).fold(u64::MAX, |all, known| all & known)
}

/// The facts after a step; `runs` if it runs even where no lane executes.
fn apply(changes: &[Change], runs: bool, state: &mut State) {
    let mut executing = state.get(&ACTIVE).copied().unwrap_or(0);
    let mut moved = false;
    for change in changes {
        let (word, known) = match *change {
            Change::Write { lost } | Change::Hold { lost, .. } => {
                state.values_mut().for_each(|known| *known &= !lost);
                executing &= !lost;
                if let Change::Hold { held, .. } = *change {
                    executing |= held;
                    if !moved {
                        *state.entry(ACTIVE).or_insert(0) |= held;
                    }
                }
                continue;
            }
            Change::Others => {
                executing = 0;
                continue;
            }
            Change::Word { word, of, within } => {
                let known = combined(of, state);
                let before = state.get(&word).unwrap_or(&0);
                (word, if within { (known | executing) & before } else { known })
            }
            Change::Test { word, keeps } => {
                let before = if keeps { state.get(&word).copied().unwrap_or(0) } else { u64::MAX };
                (word, executing & before)
            }
            Change::Lose { word } => (word, 0),
        };
        let known = if runs { known } else { known & state.get(&word).unwrap_or(&0) };
        state.insert(word, known);
        moved |= word == ACTIVE;
    }
    state.retain(|_, known| *known != 0);
}
