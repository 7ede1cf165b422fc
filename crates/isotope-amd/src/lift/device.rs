//! Instructions of the global data share: its memory, Global Wave Sync, ordered count, GS registers.
//!
//! # Sources
//! AMD's RDNA3 chapter 13; spec: RDNA3 ISA guide, GDS, GWS and ordered count. The state machines are in [`isotope_machine::sync`].

use isotope_op::policy::{AmdUnit, FpDenorm};

use super::super::state;
use super::memory::Ds;
use super::{Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{Ask, GsOp, GwsOp, Request, Src};
use isotope_machine::fault::FaultKind;

/// Instructions that only the synchronization unit executes.
pub(super) const MEANINGS: &[(&str, Ask)] = &[
    ("ds_gws_init", Ask::Gws(GwsOp::Init)),
    ("ds_gws_sema_v", Ask::Gws(GwsOp::SemaV)),
    ("ds_gws_sema_br", Ask::Gws(GwsOp::SemaBr)),
    ("ds_gws_sema_p", Ask::Gws(GwsOp::SemaP)),
    ("ds_gws_sema_release_all", Ask::Gws(GwsOp::SemaReleaseAll)),
    ("ds_gws_barrier", Ask::Gws(GwsOp::Barrier)),
    ("ds_ordered_count", Ask::Ordered),
    ("ds_add_gs_reg_rtn", Ask::Register(GsOp::Add)),
    ("ds_sub_gs_reg_rtn", Ask::Register(GsOp::Sub)),
];

/// The GDS serves one lane, so operations between lanes are undefined there (`amd.gds_lanes`).
fn many_lanes() -> Refused {
    Refused::Fault(
        FaultKind::IllegalParameter,
        "the GDS serves one lane, and this instruction is one of many (amd.gds_lanes)".into(),
    )
}

impl Lift<'_> {
    /// A request of Global Wave Sync, ordered count or a GS register.
    pub(super) fn ask(&mut self, ask: Ask) -> Lifted {
        let words = if let Ask::Register(_) = ask { 2 } else { 1 };
        self.device(ask, words, 1)
    }

    /// A DS instruction with GDS set.
    pub(super) fn gds(&mut self, ds: Ds) -> Lifted {
        let memory = |l: &Self, bytes: u8, places| {
            let at = l.ds_offsets(places, u32::from(bytes));
            let count = at.len() as u8;
            (std::array::from_fn(|i| at.get(i).map_or(0, |&o| o as u32)), count)
        };
        let (ask, bytes) = match ds {
            Ds::Append { add } => return self.ask(Ask::Append { add }),
            Ds::Swizzle | Ds::ByLane { .. } => return Err(many_lanes()),
            Ds::Move { moved, store, places } => {
                let bytes = moved.bytes;
                let (offsets, count) = memory(self, bytes, places);
                let (signed, half) = if bytes < 4 { (moved.signed, moved.half) } else { (false, None) };
                (Ask::Memory { bytes, offsets, count, rmw: None, write: store, signed, half }, bytes)
            }
            Ds::Atomic(named) => {
                let mode = FpDenorm::new(self.mode.fp_denorm());
                let rmw = named.rmw_in(AmdUnit::Gds, mode, &self.env.assumptions);
                let (bytes, rmw) = (named.size.bytes() as u8, Some(self.b.rmw(rmw)));
                let (offsets, count) = memory(self, bytes, named.places);
                let ask = Ask::Memory { bytes, offsets, count, rmw, write: false, signed: false, half: None };
                (ask, bytes)
            }
            Ds::Permute { .. } | Ds::Nothing | Ds::Open => return Err(not_modelled("this memory instruction")),
        };
        let count = if let Ask::Memory { count, .. } = ask { count } else { 1 };
        let each = bytes.div_ceil(4);
        self.device(ask, u32::from(each) * u32::from(count), usize::from(each))
    }

    /// Sends a request to the unit; `read` words of each data operand are read and `words` words are returned.
    fn device(&mut self, ask: Ask, words: u32, read: usize) -> Lifted {
        let offset = self.inst.get("offset");
        let offset = match self.inst.try_get("offset0") {
            Some(offset0) => [offset0 as u8, self.inst.get("offset1") as u8],
            None => [offset as u8, (offset >> 8) as u8],
        };
        let (mut address, mut data, mut dst) = ([Src::Imm(0); 2], [[Src::Imm(0); 4]; 2], [None; 2]);
        for half in self.halves() {
            self.half = half;
            let at = half as usize;
            if self.inst.try_get("addr").is_some() {
                address[at] = self.vsrc("addr");
            }
            if self.inst.try_get("data0").is_some() {
                data[at][..read].copy_from_slice(&self.words("data0", 0)[..read]);
            }
            if self.inst.try_get("data1").is_some() {
                let second = self.words("data1", 0);
                let read = read.min(2);
                data[at][2..2 + read].copy_from_slice(&second[..read]);
            }
            if self.inst.try_get("vdst").is_some() {
                dst[at] = self.vdst("vdst", words);
            }
        }
        self.half = 0;
        let dst = match dst {
            [Some(low), high] => Some([low, high.unwrap_or(low)]),
            _ => None,
        };
        let base = Src::Scalar(state::M0);
        Ok(self.b.request(Request { ask, base, offset, address, data, dst }))
    }
}
