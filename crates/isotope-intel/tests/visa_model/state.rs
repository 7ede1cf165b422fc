//! The state that an instruction can access, and one step of the machine on it.

use isotope_intel::lift::{self, Env};
use isotope_intel::{KernelText, Mode};
use isotope_ir::effect::ACTIVE;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Initial, PastShared, Session, Stepped, Stop, TableEntry};
use isotope_op::assume::Assumptions;

/// Address of the buffer.
pub const BASE: u64 = 0x1_0000_0000;
/// Sizes of the general variable `R`, of the buffer and of shared local memory, in bytes.
pub const REGISTERS: usize = 2048;
pub const BUFFER: usize = 1024;
pub const SLM: usize = 200;
/// Binding table entry of the buffer.
const ENTRY: u32 = 10;

/// Types and the size of an element in bytes.
pub const TYPES: [(&str, usize); 11] = [
    ("b", 1),
    ("ub", 1),
    ("w", 2),
    ("uw", 2),
    ("d", 4),
    ("ud", 4),
    ("q", 8),
    ("uq", 8),
    ("hf", 2),
    ("f", 4),
    ("df", 8),
];

pub fn bytes_of(ty: &str) -> usize {
    TYPES.iter().find(|(name, _)| *name == ty).unwrap().1
}

/// The complete state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub r: Vec<u8>,
    pub p: [u32; 2],
    /// Byte offsets in `R`.
    pub a: [u32; 16],
    pub memory: Vec<u8>,
    pub slm: Vec<u8>,
    pub active: u32,
}

impl State {
    pub fn random(random: &mut (impl FnMut() -> u64 + ?Sized), simd: u32) -> State {
        let mut bytes = |n: usize| (0..n).map(|_| random() as u8).collect::<Vec<u8>>();
        let (r, memory, slm) = (bytes(REGISTERS), bytes(BUFFER), bytes(SLM));
        let existing = u32::MAX >> (32 - simd);
        let active = random() as u32 & existing;
        State { r, p: [random() as u32, random() as u32], a: [0; 16], memory, slm, active }
    }
    pub fn get(&self, at: usize, bytes: usize) -> u64 {
        (0..bytes).fold(0, |v, i| v | u64::from(self.r[at + i]) << (8 * i))
    }
    pub fn put(&mut self, at: usize, bytes: usize, value: u64) {
        self.r[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

/// Execution size, mask and predicate of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Exec {
    pub mask: u32,
    pub size: u32,
    pub nm: bool,
    /// How `P1` is used: index into [`PREDICATES`].
    pub pred: usize,
}

pub const PREDICATES: [&str; 7] = ["", "(P1) ", "(!P1) ", "(P1.any) ", "(!P1.any) ", "(P1.all) ", "(!P1.all) "];

impl Exec {
    pub fn text(self) -> String {
        format!("(M{}{}, {})", self.mask + 1, if self.nm { "_NM" } else { "" }, self.size)
    }
    pub fn first(self) -> u32 {
        4 * self.mask
    }
    /// Whether the predicate selects an element: `any` and `all` use the whole predicate, which has 32 elements.
    pub fn chosen(self, p1: u32, i: u32) -> bool {
        match self.pred {
            0 => true,
            1 | 2 => (p1 >> (self.first() + i) & 1 != 0) != (self.pred == 2),
            3 | 4 => (p1 != 0) != (self.pred == 4),
            _ => (p1 == u32::MAX) != (self.pred == 6),
        }
    }
    pub fn runs(self, s: &State, i: u32) -> bool {
        self.nm || s.active >> (self.first() + i) & 1 != 0
    }
    /// Every mask with every size that fits 32 lanes.
    pub fn all() -> Vec<Exec> {
        let mut all = Vec::new();
        for size in [1, 2, 4, 8, 16, 32] {
            for mask in 0..8 {
                if 4 * mask + size <= 32 {
                    all.extend([false, true].map(|nm| Exec { mask, size, nm, pred: 0 }));
                }
            }
        }
        all
    }
}

/// Declarations, created once.
pub struct Machine {
    program: KernelText,
    pub assumptions: Assumptions,
    pub grf: u32,
}

impl Machine {
    pub fn new(grf: u32) -> Machine {
        let mut program = KernelText::new(grf);
        let mut declare = |line: String| program.declare(&line).unwrap();
        declare(format!(".decl R v_type=G type=ub num_elts={REGISTERS} align=GRF"));
        for (ty, bytes) in TYPES {
            declare(format!(".decl R{ty} v_type=G type={ty} num_elts={} align=GRF alias=<R, 0>", REGISTERS / bytes));
        }
        declare(".decl P1 v_type=P num_elts=32".into());
        declare(".decl P2 v_type=P num_elts=32".into());
        declare(".decl A0 v_type=A num_elts=16".into());
        declare(".decl T6 v_type=T num_elts=1".into());
        Machine { program, assumptions: Assumptions::DEFAULT, grf }
    }

    /// Runs one instruction; the error says why it is not modelled.
    pub fn run(&self, text: &str, simd: u32, s: &State) -> Result<State, String> {
        let mut program = self.program.clone();
        let inst = isotope_intel::parse(&mut program, Mode::Compat, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        program.kernel.code = vec![inst];
        let env = Env { grf: self.grf, slm: SLM as u32, ..Env::new(simd, self.assumptions) };
        let (lifted, layout) = lift::program(&program.kernel, &env);
        let mut dispatch =
            Dispatch::new(&lifted, [1; 3], [simd, 1, 1], Vec::new()).unwrap().with_memory(SLM as u32, 0).unwrap();
        dispatch.shared_bytes = SLM as u32;
        dispatch.past_shared = PastShared::Drop;
        dispatch.table = vec![TableEntry { entry: ENTRY, base: BASE, bytes: BUFFER as u64, shape: None }];
        dispatch.start.scalars.push((layout.surface(6), Initial::Value(ENTRY)));
        let mut memory = Memory::new();
        memory.allocate_at("buffer", BASE, &s.memory).unwrap();
        let base = layout.variable(32).unwrap();
        let address = layout.address(0, 0).unwrap();
        let mut session = Session::new(&dispatch, memory);
        assert!(session.write_shared(0, 0, &s.slm));
        let wave = session.wave_mut(0, 0);
        for (n, chunk) in s.r.as_chunks::<4>().0.iter().enumerate() {
            wave.registers[base as usize / 4 + n] = u32::from_le_bytes(*chunk);
        }
        for (n, a) in s.a.iter().enumerate() {
            wave.registers[address as usize / 4 + n] = base.wrapping_add(*a);
        }
        for n in 0..2 {
            wave.scalars[usize::from(layout.predicate(n as u16 + 1))] = s.p[n];
        }
        wave.scalars[usize::from(ACTIVE)] = s.active;
        match session.step(0, 0) {
            Stepped::Stopped(Stop::NotModelled { text }) => return Err(text),
            Stepped::Stopped(stop) => return Err(format!("stopped: {stop:?}")),
            _ => {}
        }
        let mut after = s.clone();
        let wave = session.wave(0, 0);
        after.r = (0..REGISTERS / 4).flat_map(|n| wave.registers[base as usize / 4 + n].to_le_bytes()).collect();
        for n in 0..16 {
            after.a[n] = wave.registers[address as usize / 4 + n].wrapping_sub(base);
        }
        for n in 0..2 {
            after.p[n] = wave.scalars[usize::from(layout.predicate(n as u16 + 1))];
        }
        after.memory = session.read(BASE, BUFFER as u32).unwrap();
        after.slm = session.group(0).shared.to_bytes();
        Ok(after)
    }

    /// Checks that one instruction leaves the state `want`.
    pub fn check(&self, text: &str, simd: u32, s: &State, want: &State) {
        let got = self.run(text, simd, s).unwrap_or_else(|e| panic!("{text} (SIMD{simd}): {e}"));
        differ(text, simd, s, &got, want);
    }
}

/// Reports the first difference.
pub fn differ(text: &str, simd: u32, s: &State, got: &State, want: &State) {
    if got == want {
        return;
    }
    let about = format!("`{text}`, SIMD{simd}, active {:#x}, P1 {:#x}", s.active, s.p[0]);
    for i in 0..REGISTERS {
        let (b, g, w) = (s.r[i], got.r[i], want.r[i]);
        assert_eq!(g, w, "{about}: byte {i} (register {}, byte {}) of R, which was {b:#x}", i / 32, i % 32);
    }
    assert_eq!(got.p, want.p, "{about}: predicates, which were {:x?}", s.p);
    assert_eq!(got.a, want.a, "{about}: addresses");
    assert_eq!(got.slm, want.slm, "{about}: shared memory");
    assert_eq!(got.memory, want.memory, "{about}: memory");
    panic!("{about}: active lanes {:#x}, expected {:#x}", got.active, want.active);
}

/// A reproducible random generator.
pub fn generator(seed: u64) -> impl FnMut() -> u64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }
}

/// A region `<v;w,h>`.
#[derive(Clone, Copy, Debug)]
pub struct Region(pub usize, pub usize, pub usize);

impl Region {
    pub fn element(self, i: u32) -> usize {
        let i = i as usize;
        i / self.1 * self.0 + i % self.1 * self.2
    }
    pub fn text(self) -> String {
        format!("<{};{},{}>", self.0, self.1, self.2)
    }
}
