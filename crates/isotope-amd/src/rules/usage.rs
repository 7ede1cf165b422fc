//! The registers and wait counters that one instruction uses, derived from its row.
//!
//! Registers come from the operands of the row, so a new row needs nothing here. The counter that an instruction raises depends
//! on its family ([`FAMILIES`]) and on its fields.
//!
//! Not covered: registers selected by M0 (`v_movrels`, `s_movrels`), and the counter of exports,
//! which only the GDS instructions of the table raise.

use super::registers::{Halves, Registers};
use crate::lift::base_name;
use crate::processor::Waves;
use isotope_table::{Inst, Run};

/// A wait counter that protects registers. VScnt does not: it counts operations that return nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// Vector memory that returns data.
    Vm,
    /// LDS, GDS, scalar memory, messages.
    Lgkm,
    /// GDS instructions that still read their VGPRs.
    Exp,
}

impl Counter {
    /// All of them; the discriminant is the index.
    pub const ALL: [Counter; 3] = [Counter::Vm, Counter::Lgkm, Counter::Exp];

    /// Its name in `s_waitcnt`.
    pub fn name(self) -> &'static str {
        ["vmcnt", "lgkmcnt", "expcnt"][self as usize]
    }

    /// The maximum value: an instruction that would exceed it waits.
    ///
    /// # Source
    /// spec: RDNA3 ISA guide, `S_WAITCNT`; oracle: LLVM 19, gfx11 waitcnt operand.
    pub const fn max(self) -> u8 {
        [63, 63, 7][self as usize]
    }

    /// Its bit in a set.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Classes of instructions; instructions of the same class complete in order, except in the last class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Vector memory.
    Vector,
    /// LDS.
    Lds,
    /// GDS, GWS, ordered count.
    Gds,
    /// Scalar memory and messages: in any order.
    Any,
}

impl Order {
    /// Number of classes; the discriminant is the index.
    pub const COUNT: usize = 4;
}

/// How an instruction uses counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Lds,
    Gws,
    Vector,
    /// Vector memory or LDS, decided per lane.
    Flat,
    Scalar,
    Message,
    /// `s_waitcnt` with all counters except one.
    Wait,
    /// `s_waitcnt_*` with one counter.
    WaitOne(Counter),
    Idle,
    Clause,
    End,
    Nothing,
}

/// The first matching prefix of a mnemonic decides.
///
/// # Source
/// spec: RDNA3 ISA guide, wait counters. Cache invalidations raise nothing (oracle: LLVM 19, SIInsertWaitcnts).
const FAMILIES: &[(&str, Family)] = &[
    ("ds_nop", Family::Nothing),
    ("ds_gws_", Family::Gws),
    ("ds_ordered_count", Family::Gws),
    ("ds_", Family::Lds),
    ("flat_", Family::Flat),
    ("global_", Family::Vector),
    ("scratch_", Family::Vector),
    ("buffer_gl", Family::Nothing),
    ("buffer_", Family::Vector),
    ("image_", Family::Vector),
    ("s_load_", Family::Scalar),
    ("s_buffer_load_", Family::Scalar),
    ("s_atc_probe", Family::Scalar),
    ("s_sendmsg", Family::Message),
    ("s_waitcnt_vscnt", Family::Nothing),
    ("s_waitcnt_vmcnt", Family::WaitOne(Counter::Vm)),
    ("s_waitcnt_expcnt", Family::WaitOne(Counter::Exp)),
    ("s_waitcnt_lgkmcnt", Family::WaitOne(Counter::Lgkm)),
    ("s_waitcnt_depctr", Family::Nothing),
    ("s_waitcnt", Family::Wait),
    ("s_wait_idle", Family::Idle),
    ("s_clause", Family::Clause),
    ("s_endpgm", Family::End),
];

/// Instructions that read VCC implicitly.
const READS_VCC: &[&str] =
    &["s_cbranch_vccz", "s_cbranch_vccnz", "v_div_fmas_f32", "v_div_fmas_f64", "v_dual_cndmask_b32"];
/// Fields that are written; `vdata` and `sdata` only by instructions that return a value.
const WRITTEN: [&str; 4] = ["vdst", "vdstx", "vdsty", "sdst"];
/// The factors of a matrix product.
const MATRICES: [&str; 2] = ["src0", "src1"];
/// Instructions whose `sdst` is a source.
const SDST_READ: [&str; 3] = ["s_cmpk_", "s_setreg_", "s_waitcnt_"];

/// An instruction that completes after its issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raise {
    /// The counters that it raises, as a set of [`Counter::bit`]; it is complete when all have been decremented.
    pub counters: u8,
    /// The class in which it completes in order.
    pub order: Order,
    /// It ignores EXEC: it is issued, and may write, with EXEC = 0.
    pub always: bool,
}

/// Facts about one instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Registers it reads.
    pub reads: Registers,
    /// Registers it writes, now or later.
    pub writes: Registers,
    /// The operation that it leaves outstanding.
    pub raise: Option<Raise>,
    /// For each counter, the value until which it waits.
    pub waits: [Option<u8>; Counter::ALL.len()],
    /// It is a GWS instruction or ordered count.
    pub gws: bool,
    /// It sends the value of one lane to the GDS.
    pub one_lane: bool,
    /// Its destination equals its source.
    pub same: bool,
    /// It is a vector ALU instruction.
    pub vector: bool,
    /// The registers of the factors, if it multiplies matrices.
    pub matrices: Registers,
    /// Number of following instructions in its clause.
    pub clause: u8,
    /// It ends the wave.
    pub ends: bool,
    /// Where control continues.
    pub flow: Flow,
}

/// Where control continues after an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// At the next instruction.
    #[default]
    Next,
    /// This many bytes after the next instruction.
    Jump(i32),
    /// There, or at the next instruction.
    Branch(i32),
    /// At an address in a register.
    Unknown,
}

impl Flow {
    fn of(name: &str, simm16: u64) -> Flow {
        let far = i32::from(simm16 as u16 as i16) * 4;
        match name {
            "s_branch" => Flow::Jump(far),
            "s_call_b64" | "s_setpc_b64" | "s_swappc_b64" | "s_rfe_b64" => Flow::Unknown,
            _ if name.starts_with("s_cbranch_") || name.starts_with("s_subvector_loop_") => Flow::Branch(far),
            _ => Flow::Next,
        }
    }
}

/// The part of its data register that a load or store of 8 or 16 bits uses. A load of a half preserves the other half, and does not wait
/// for it.
///
/// # Source
/// spec: RDNA3 ISA guide, D16 loads: the other 16 bits are preserved. oracle: the LLVM of Triton 3.9.0 waits for each half separately; LLVM
/// 22.1.8 waits for both.
fn halves(name: &str, field: &str) -> Halves {
    if !matches!(field, "vdst" | "vdata" | "data" | "data0") {
        return Halves::Both;
    }
    let high = name.contains("_d16_hi");
    let half_loaded = name.contains("_load_") && name.contains("_d16") && !name.contains("_format");
    let half_stored = ["_store_b8", "_store_b16", "_store_d16_hi_b"].iter().any(|part| name.contains(part));
    match (half_loaded || half_stored, high) {
        (true, true) => Halves::High,
        (true, false) => Halves::Low,
        (false, _) => Halves::Both,
    }
}

impl Usage {
    /// The facts about `inst`.
    pub fn of(inst: &Inst, waves: Waves) -> Usage {
        let profile = waves.profile();
        let name = base_name(inst.form.mnemonic);
        let family = FAMILIES.iter().find(|(prefix, _)| name.starts_with(prefix)).map_or(Family::Nothing, |f| f.1);
        let mut usage = Usage { flow: Flow::of(name, inst.get("simm16")), ..Usage::default() };
        usage.vector = name.starts_with("v_");
        let matrix = name.starts_with("v_wmma_");
        // An atomic on a buffer or image returns its data if GLC is set.
        let returns = inst.try_get("vdst").is_some()
            || name.contains("_load_")
            || matches!(name, "image_load" | "image_get_resinfo")
            || inst.try_get("vdata").is_some() && name.contains("_atomic_") && inst.get("glc") != 0;
        for (f, field) in inst.form.fields.iter().enumerate() {
            let written = match field.name {
                "sdst" => !SDST_READ.iter().any(|p| name.starts_with(p)),
                "vdata" | "sdata" => returns,
                other => WRITTEN.contains(&other),
            };
            let read = !written || matches!(field.name, "vdata") && name.contains("_atomic_");
            let halves = halves(name, field.name);
            for run in inst.registers(profile, f) {
                if written {
                    usage.writes.add(run, halves);
                }
                if read {
                    usage.reads.add(run, halves);
                }
                if matrix && MATRICES.contains(&field.name) {
                    usage.matrices.add(run, halves);
                }
            }
        }
        if READS_VCC.contains(&name) || READS_VCC.contains(&inst.text(profile, "opy")) {
            let count = if waves.wave64 { 2 } else { 1 };
            usage.reads.add(Run { file: "s", first: 106, count }, Halves::Both);
        }
        let gds = family == Family::Gws || inst.get("gds") != 0;
        let raise = |counters: &[Counter], order, always| {
            let counters = counters.iter().fold(0, |set, c| set | c.bit());
            (counters != 0).then_some(Raise { counters, order, always })
        };
        // Stores, and atomics in no-return form, raise VScnt instead.
        let vector = if returns { &[Counter::Vm][..] } else { &[] };
        match family {
            Family::Gws | Family::Lds if gds => {
                usage.raise = raise(&[Counter::Lgkm, Counter::Exp], Order::Gds, true);
                usage.gws = family == Family::Gws;
                let sends = inst.try_get("addr").is_some() || inst.try_get("data0").is_some();
                usage.one_lane = sends;
                usage.same = usage.gws && usage.reads.meets(&usage.writes);
            }
            Family::Gws | Family::Lds => usage.raise = raise(&[Counter::Lgkm], Order::Lds, false),
            Family::Vector => usage.raise = raise(vector, Order::Vector, false),
            Family::Flat => usage.raise = raise(&[vector, &[Counter::Lgkm]].concat(), Order::Vector, false),
            Family::Scalar | Family::Message => usage.raise = raise(&[Counter::Lgkm], Order::Any, true),
            Family::Wait => {
                let imm = inst.get("simm16");
                let field = |at: u32, counter: Counter| Some((imm >> at) as u8 & counter.max());
                usage.waits = [field(10, Counter::Vm), field(4, Counter::Lgkm), field(0, Counter::Exp)];
            }
            // The value of an added SGPR is not known here.
            Family::WaitOne(counter) if inst.get("sdst") == 124 => {
                usage.waits[counter as usize] = Some(inst.get("simm16").min(u64::from(counter.max())) as u8);
            }
            Family::Idle => usage.waits = [Some(0); Counter::ALL.len()],
            Family::Clause => usage.clause = (inst.get("simm16") & 63) as u8 + 1,
            Family::End => usage.ends = true,
            Family::WaitOne(_) | Family::Nothing => {}
        }
        usage
    }

    /// Registers that it reads or writes.
    pub fn touches(&self) -> Registers {
        self.reads.or(&self.writes)
    }

    /// Whether it waits until `counter` is zero.
    pub fn empties(&self, counter: Counter) -> bool {
        self.waits[counter as usize] == Some(0)
    }
}
