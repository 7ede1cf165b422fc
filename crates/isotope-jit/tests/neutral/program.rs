//! Programs in neutral form out of bytes: any micro-operation, any access, any way of control, as lifting could have made them.
//!
//! What lifting promises is kept, because the same [`Builder`] makes the program: temporaries are written before they are read and hold
//! nothing from one step to the next, words and vectors that hold a constant are never written, a scalar operation reads what is the
//! same in every lane, waves of fewer than 32 lanes never get more.

use std::sync::OnceLock;

use isotope_ir::effect::{
    ACTIVE, Access, Address, BarrierKind, BarrierReduce, BufferAccess, CALL_WORDS, Control, HostCall, ImageAccess,
    LANES, LaneRelation, Mask, Request, Slot, Space, Special, Src, SurfaceAccess, SurfaceShape, Through, Token,
    TypedAccess, Uop, Upkeep, Wait, Wide,
};
use isotope_ir::program::{Builder, ConstWord, Program, Refusal};
use isotope_op::alu::{Alu, Alu64, Test};
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::float::FloatPolicy;

use super::draw::{Bytes, variants};

#[path = "operands.rs"]
mod operands;
#[path = "uops.rs"]
mod uops;

/// A buffer above 4 GiB, where no window is near, and its size in bytes.
pub const HIGH: (u64, u64) = (0x7_0000_1000, 768);
/// A buffer below, which ends within a word.
pub const LOW: (u64, u64) = (0x4000, 634);
/// Where waves leave their registers at the end.
pub const DUMP: u64 = 0x8_0000_0000;
/// Addresses without memory, and their number.
pub const SPARSE: (u64, u64) = (0x9_0000_0000, 256);
/// Bytes of shared memory of a group, and of private memory of a lane.
pub const SHARED: u32 = 576;
pub const PRIVATE: u32 = 144;

/// Vectors that anything may write, then those that mostly hold addresses.
const GENERAL: u32 = 8;
const AT_HIGH: Slot = Slot(8 * 32);
const AT_LOW: Slot = Slot(10 * 32);
const AT_SHARED: Slot = Slot(11 * 32);
const AT_WINDOW: Slot = Slot(12 * 32);
/// A 64-bit index, the high word of which is zero.
const INDEX: Slot = Slot(13 * 32);
/// One that gets literals alone.
const HELD: Slot = Slot(15 * 32);
pub const VECTORS: u32 = 16;
/// Active lanes of the upper half, where there is one.
const UPPER: u16 = 1;
/// Scalar words that anything may write begin here.
const FIRST_SCALAR: u16 = 2;
/// The lanes that go round loops of lanes again, and counters of loops of waves and of lanes: most loops end soon, because a search for a
/// proof of standstill takes longer than a thousand programs.
const AGAIN: u16 = 7;
pub const COUNTERS: [u16; 2] = [8, 9];
/// The address of the buffer above 4 GiB.
const BASE: [u16; 2] = [10, 11];
pub const SCALARS: u16 = 12;
/// Bytes that a wave leaves.
pub const LEAVES: u32 = 128 * (GENERAL + SCALARS as u32);

/// A program and how it is launched.
#[derive(Clone, Debug)]
pub struct Case {
    pub program: Program,
    pub groups: u32,
    /// Work-items of a group.
    pub items: u32,
    /// From which registers and memory begin.
    pub data: u64,
    /// Bytes between the addresses of neighbouring lanes.
    pub stride: u32,
    /// Of the schedule.
    pub seed: u64,
    pub budget: u64,
    /// High bits of addresses do not count.
    pub masked: bool,
}

struct Gen<'b, 'a> {
    b: &'b mut Bytes<'a>,
    p: Builder,
    /// Temporaries of this instruction that hold something in the lanes that execute now.
    vectors: Vec<Slot>,
    masks: Vec<u16>,
    /// Words that hold a constant.
    constants: Vec<u16>,
    /// Operations may write which lanes are active; then control is the wave's, not the lanes', as on gfx1100.
    steered: bool,
    upper: bool,
    uniforms: u32,
    clock: bool,
    /// The lanes that the last operation of this instruction runs on go somewhere: they are active ones.
    goes: bool,
    /// Whether lanes may cover no sample, and whether atomics give results to temporaries: not both in one program.
    uncovers: bool,
    atomics_to_temporaries: bool,
    /// A vector that gets literals again and again.
    held: Option<Slot>,
    /// The word that has the lanes which were active before some went away.
    kept: Option<u16>,
}

/// How often each variant of an enum is drawn: `often` says it of some by name.
fn weighted(names: Vec<&'static str>, often: &[(&str, usize)]) -> Vec<&'static str> {
    let weight = |name: &str| often.iter().find(|(known, _)| *known == name).map_or(2, |(_, n)| *n);
    names.into_iter().flat_map(|name| std::iter::repeat_n(name, weight(name))).collect()
}

/// The case of an input.
pub fn case(bytes: &mut Bytes<'_>) -> Case {
    let [kind, groups, items, stride, budget, often] = std::array::from_fn(|_| bytes.u8());
    let data = bytes.u64();
    let lanes = [0, 0, 0, 0, 0, 16, 8, 1][usize::from(kind & 7)];
    let holds = kind >> 6 == 0 && bytes.chance(100);
    let steered = lanes == 0 && (kind >> 3 & 3 == 0 || holds && bytes.chance(170));
    let upper = steered && kind >> 5 & 1 == 0 && !holds;
    let mut p = Builder::new("drawn", VECTORS, SCALARS, &[]).with_lanes(lanes).with_variants(1, vec![0]);
    if upper {
        p = p.with_upper_half(UPPER);
    }
    let mut constants = Vec::new();
    for _ in 0..2 {
        let value = match bytes.below(4) {
            0 => 1 << bytes.below(32),
            1 => u32::MAX >> bytes.below(32),
            2 => 0xffff_0000,
            _ => bytes.u32(),
        };
        constants.push(p.constant(value));
    }
    let uniforms = [(0, 4), (0, 8), (3, 0), (3, if kind < 248 { 4 } else { 4096 })];
    for (bank, offset) in uniforms {
        p.uniform(ConstWord { bank, offset });
    }
    let wave = if upper {
        64
    } else if lanes == 0 {
        32
    } else {
        lanes
    };
    let items = match usize::from(items) % 8 {
        0..=3 => wave,
        4 => 1 + u32::from(items) % wave,
        5 => 2 * wave,
        6 => wave + 1 + u32::from(items) % wave,
        _ => 3 * wave,
    };
    let g = Gen {
        b: bytes,
        p,
        vectors: Vec::new(),
        masks: Vec::new(),
        constants,
        steered,
        upper,
        uniforms: uniforms.len() as u32,
        clock: stride > 240,
        goes: false,
        uncovers: false,
        atomics_to_temporaries: false,
        held: holds.then_some(HELD),
        kept: None,
    };
    let program = g.program(items.div_ceil(wave));
    Case {
        program,
        groups: [1, 1, 1, 2, 3, 4][usize::from(groups) % 6],
        items,
        data,
        stride: [4, 8, 16, 8, 16, 0, 4, 8, 16, 12, 2][usize::from(stride) % 11],
        seed: if often & 3 == 0 { u64::from(often) } else { 0 },
        budget: match budget {
            0..32 => u64::from(budget),
            32..64 => 40 + u64::from(budget),
            _ => 120,
        },
        masked: often & 4 != 0,
    }
}

/// What a step does after its micro-operations, with targets as numbers of steps, on which lanes; and the loop that ends there.
type Plan = (Control, Mask, Option<Loop>);

#[derive(Clone, Copy)]
enum Loop {
    Wave,
    Lanes,
}

impl Gen<'_, '_> {
    fn program(mut self, waves: u32) -> Program {
        // Mostly short: making code takes longer than running it. What goes on from step to step takes more of them.
        let count = 1 + match self.b.below(16) {
            _ if self.held.is_some() => 3 + self.b.below(6),
            0..=10 => self.b.below(3),
            11..=14 => 2 + self.b.below(4),
            _ => 6 + self.b.below(10),
        };
        let mut plan: Vec<Plan> = (0..count).map(|_| (Control::Next, Mask::ALL, None)).collect();
        for (_, guard, _) in &mut plan {
            if self.b.chance(90) {
                *guard = self.mask();
            }
        }
        for _ in 0..self.b.below(3) {
            self.shape(&mut plan);
        }
        for (at, (control, ..)) in plan.iter_mut().enumerate() {
            if self.b.chance(20) && *control == Control::Next {
                *control = self.control(at, count + 2);
            }
        }
        for (at, (control, guard, ends)) in plan.into_iter().enumerate() {
            self.begin();
            self.goes = control != Control::Next && !self.steered;
            let uops = match self.b.below(16) {
                0 => 0,
                1..=8 => 1,
                9..=14 => 2,
                _ => 3 + self.b.below(5),
            };
            if self.held.is_some() {
                self.hold();
            }
            for _ in 0..uops {
                self.uop();
            }
            if let Some(ends) = ends {
                self.count(ends);
            }
            self.finish(at as u32, guard, control);
        }
        self.leave(count as u32, waves);
        self.p.build()
    }

    fn begin(&mut self) {
        self.p.begin();
        self.vectors.clear();
        self.masks.clear();
    }

    /// Steps are eight bytes.
    fn finish(&mut self, at: u32, guard: Mask, mut control: Control) {
        if let Control::Branch { target }
        | Control::Push { target, .. }
        | Control::Call { target }
        | Control::Jump { target, .. }
        | Control::Goto { target } = &mut control
        {
            *target *= 8;
        }
        self.p.finish(8 * at, guard, control, format!("step {at}"));
    }

    /// The registers go to memory: a trap of no lane, which no code follows, and a step that stores them.
    fn leave(&mut self, at: u32, waves: u32) {
        self.begin();
        self.finish(at, Mask::NONE, Control::Trap);
        self.begin();
        let (which, to) = (self.p.temp_mask(), self.p.temp());
        let group = self.p.temp_mask();
        let all = Uop::Under { base: Mask::ALL, also: Mask::ALL };
        self.p.push(all);
        self.p.push(Uop::ScalarSpecial { what: Special::WaveId, dst: which });
        self.p.push(Uop::ScalarSpecial { what: Special::GroupId(0), dst: group });
        let mad = |dst, a, by, c| Uop::Scalar { op: Alu::Mad, dst, src: [Src::Scalar(a), Src::Imm(by), c] };
        self.p.push(mad(which, group, waves, Src::Scalar(which)));
        self.p.push(mad(which, which, LEAVES, Src::Imm(DUMP as u32)));
        self.p.push(Uop::Special { what: Special::LaneId, dst: to });
        self.p.push(Uop::Alu { op: Alu::Mad, dst: to, src: [Src::Slot(to), Src::Imm(4), Src::Scalar(which)] });
        // Some: what nobody reads may be left out.
        let vectors = (0..GENERAL).map(|n| Src::Slot(Slot(n * LANES as u32)));
        let values: Vec<Src> = vectors.chain((0..SCALARS).map(Src::Scalar)).collect();
        let chosen = match self.b.below(3) {
            0 => u32::MAX,
            _ => self.b.u32(),
        };
        for (n, value) in values.into_iter().enumerate().filter(|(n, _)| chosen >> n & 1 != 0) {
            let address =
                Address { lo: Src::Slot(to), hi: Some(Src::Imm((DUMP >> 32) as u32)), offset: 128 * n as i32 };
            self.p.push(Uop::Store { access: plain(Space::Global, address, 4), src: [value; 4] });
        }
        self.finish(at + 1, Mask::ALL, Control::Exit);
    }

    /// Literals into a vector, which code may know of later, in lanes that come and go, and something that reads it.
    fn hold(&mut self) {
        let held = if self.b.chance(20) { self.general(1) } else { self.held.expect("there is one") };
        if self.steered && self.b.chance(128) {
            self.turn();
        }
        if self.b.chance(80) {
            let value = match self.b.below(8) {
                0 => self.imm(),
                n => n as u32 % 2,
            };
            self.p.push(Uop::Alu { op: Alu::Mov, dst: held, src: [Src::Imm(value), Src::Imm(0), Src::Imm(0)] });
        }
        if self.b.chance(100) {
            let (dst, other) = (self.general(1), self.src(false));
            self.p.push(Uop::Alu { op: Alu::Add, dst, src: [Src::Slot(held), other, Src::Imm(0)] });
        }
    }

    /// Fewer lanes, those that were kept, or others, as instructions do it that save what is active.
    fn turn(&mut self) {
        let active = Src::Scalar(ACTIVE);
        let word = self.b.pick(&[2, 3, 4, 5, 6]);
        let mut scalar = |op, dst, a, b| self.p.push(Uop::Scalar { op, dst, src: [a, b, Src::Imm(0)] });
        match self.kept.take() {
            Some(kept) => match self.b.below(4) {
                0 => scalar(Alu::Mov, ACTIVE, Src::Scalar(kept), Src::Imm(0)),
                1 => scalar(Alu::Xor, ACTIVE, active, Src::Scalar(kept)),
                2 => scalar(Alu::Or, ACTIVE, active, Src::Scalar(kept)),
                _ => scalar(Alu::Lop3 { lut: 0x30 }, ACTIVE, Src::Scalar(kept), active),
            },
            None => {
                let less = Src::Scalar(self.b.pick(&[2, 3, 4, 5, 6]));
                match self.b.below(8) {
                    0 => scalar(Alu::Or, ACTIVE, active, less),
                    1 => scalar(Alu::Mov, ACTIVE, less, Src::Imm(0)),
                    n => {
                        let op = if n < 5 { Alu::And } else { Alu::Lop3 { lut: 0x30 } };
                        scalar(Alu::Mov, word, active, Src::Imm(0));
                        scalar(op, ACTIVE, active, less);
                        self.kept = Some(word);
                    }
                }
            }
        }
    }

    /// One round less, and the lanes that go round again.
    fn count(&mut self, ends: Loop) {
        let word = COUNTERS[ends as usize];
        for (op, by) in [(Alu::UMax, 1), (Alu::Sub, 1)] {
            self.p.push(Uop::Scalar { op, dst: word, src: [Src::Scalar(word), Src::Imm(by), Src::Imm(0)] });
        }
        if let Loop::Lanes = ends {
            let lane = self.p.temp();
            self.p.push(Uop::Special { what: Special::LaneId, dst: lane });
            let src = [Src::Slot(lane), Src::Scalar(word), Src::Imm(0)];
            self.p.push(Uop::Test { op: Test::Ult, dst: AGAIN, src, clear: false });
        }
    }

    /// A shape of control over some steps, as compilers make them.
    fn shape(&mut self, plan: &mut [Plan]) {
        let n = plan.len();
        let mut at: Vec<usize> = (0..3).map(|_| self.b.below(n)).collect();
        at.sort_unstable();
        let [a, b, c] = [at[0], at[1], at[2]];
        let (mask, after) = (self.mask(), c as u32 + 1);
        let which = match self.steered {
            true => self.b.pick(&[3, 4, 6]),
            false => self.b.below(8),
        };
        match which {
            // If and else.
            0 if a < b => {
                plan[a].0 = Control::Push { token: Token::Sync, target: after };
                plan[b] = (Control::Branch { target: after.min(b as u32 + 1 + self.b.below(2) as u32) }, mask, None);
                plan[c].0 = Control::Pop { token: Token::Sync };
            }
            // A loop that lanes leave.
            1 if a < b && b < c => {
                plan[a].0 = Control::Push { token: Token::Break, target: after };
                plan[b] = (Control::Pop { token: Token::Break }, Mask::of(AGAIN).not(), None);
                plan[c] = (Control::Branch { target: a as u32 + 1 }, Mask::ALL, Some(Loop::Lanes));
            }
            // A loop of some lanes.
            2 => plan[c] = (Control::Branch { target: a as u32 }, Mask::of(AGAIN), Some(Loop::Lanes)),
            // A loop of the wave.
            3 | 4 => {
                let words = [Src::Scalar(COUNTERS[0]), Src::Imm(0)];
                plan[c] = (Control::Jump { target: a as u32, words, nonzero: true }, Mask::ALL, Some(Loop::Wave));
            }
            // Lanes that go ahead and meet again, or go round.
            5 if a < c => {
                plan[a] = (Control::Goto { target: c as u32 }, mask, None);
                plan[c].0 = Control::Join;
            }
            5 => plan[c] = (Control::Goto { target: a as u32 }, Mask::of(AGAIN), Some(Loop::Lanes)),
            6 => {
                let (id, expected) = (Src::Imm(0), None);
                plan[b].0 = Control::Barrier { kind: BarrierKind::Sync, id, expected };
            }
            // A function, and a branch around it.
            7 if a + 1 < b => {
                plan[a] = (Control::Call { target: b as u32 }, mask, None);
                plan[b - 1] = (Control::Branch { target: after }, Mask::ALL, None);
                plan[c] = (Control::Pop { token: Token::Call }, Mask::ALL, None);
            }
            _ => plan[b] = (Control::Branch { target: after }, mask, None),
        }
    }

    /// Any way of control.
    fn control(&mut self, at: usize, steps: usize) -> Control {
        // Ways of the wave, and of its lanes.
        const WAVE: [&str; 10] =
            ["next", "jump", "jump_to", "variant", "end", "barrier", "request", "host", "trap", "refuse"];
        static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
        let often = [("exit", 6), ("branch", 6), ("goto", 6), ("join", 4), ("push", 4), ("pop", 4), ("call", 3)];
        let names = NAMES.get_or_init(|| weighted(variants::<Control>(), &often));
        // Seldom back: a loop without a counter hardly ever ends.
        let target = match self.b.chance(2) {
            true => self.b.below(steps) as u32,
            false => (at + 1 + self.b.below(steps - at - 1)) as u32,
        };
        let name = self.b.pick(names);
        let name = if self.steered && !WAVE.contains(&name) { "jump" } else { name };
        match name {
            "next" => Control::Next,
            "branch" => Control::Branch { target },
            "goto" => Control::Goto { target },
            "join" => Control::Join,
            "branch_indirect" => {
                let address = if self.b.chance(200) { Src::Imm(8 * target) } else { self.src(false) };
                Control::BranchIndirect { address }
            }
            "push" => Control::Push { token: self.b.any(), target },
            "pop" => Control::Pop { token: self.b.any() },
            "call" => Control::Call { target },
            "exit" => Control::Exit,
            "barrier" => {
                let kind = match self.b.pick(&variants::<BarrierKind>()) {
                    "sync" => BarrierKind::Sync,
                    "wave" => BarrierKind::Wave,
                    "arrive" => BarrierKind::Arrive,
                    "signal" => BarrierKind::Signal,
                    "await" => BarrierKind::Await,
                    "reduce" => {
                        let op: BarrierReduce = self.b.any();
                        let (dst, count) = (Some(self.word()), Some(self.general(1)));
                        let answer = op != BarrierReduce::Count;
                        BarrierKind::Reduce {
                            op,
                            src: self.mask(),
                            dst: dst.filter(|_| answer),
                            count: count.filter(|_| !answer),
                        }
                    }
                    other => panic!("no barrier {other}"),
                };
                let expected = self.b.chance(60).then_some(Src::Imm(32));
                Control::Barrier { kind, id: Src::Imm(self.b.below(3) as u32), expected }
            }
            "jump" => Control::Jump { target, words: [self.one(), Src::Imm(1)], nonzero: self.b.chance(128) },
            "jump_to" => {
                let lo = if self.b.chance(200) { Src::Imm(8 * target) } else { self.one() };
                Control::JumpTo { address: Wide::narrow(lo) }
            }
            // A program has one variant, unless its last step is also of another.
            "variant" => Control::Variant { index: self.one() },
            "end" => Control::End,
            "request" => {
                let (src, data) = (self.src(true), [[self.src(true); 4]; 2]);
                let request = Request {
                    ask: self.b.any(),
                    base: self.one(),
                    offset: self.b.any(),
                    address: [src; 2],
                    data,
                    dst: None,
                };
                if matches!(request.ask, isotope_ir::effect::Ask::Memory { .. }) {
                    return Control::Join;
                }
                self.p.request(request)
            }
            // A launch without a process has no function: such a call stops.
            "host" => {
                let call = HostCall {
                    function: self.b.u8(),
                    from: Src::Imm(8),
                    arguments: [self.src(false); CALL_WORDS],
                    dst: self.general(1),
                    results: 1,
                };
                self.p.call(call)
            }
            "trap" => Control::Trap,
            "refuse" => self.p.refuse(Refusal::NotModelled { text: "drawn".into() }),
            other => panic!("no way to draw the control effect {other}"),
        }
    }
}

fn plain(space: Space, address: Address, bytes: u8) -> Access {
    Access { space, address, bytes, aligned: false, upper: false, qualifiers: Default::default() }
}
