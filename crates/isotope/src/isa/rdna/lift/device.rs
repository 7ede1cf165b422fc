//! Instructions of the global data share: its memory, Global Wave Sync, ordered count, GS registers.
//!
//! # Sources
//! seed 004; spec: RDNA3 ISA guide, GDS, GWS and ordered count. The state machines are in [`crate::sync`].

use isotope_op::policy::{AmdUnit, FpDenorm};

use super::super::state;
use super::memory::moved;
use super::{Lift, Lifted, Refused};
use crate::effect::{Ask, GsOp, GwsOp, Request, Src};
use crate::machine::fault::FaultKind;

/// The GDS serves one lane, so what lanes do together has no meaning there (`amd.gds_lanes`).
fn many_lanes() -> Refused {
    Refused::Fault(FaultKind::IllegalParameter, "the GDS serves one lane, and this instruction is one of many".into())
}

impl Lift<'_> {
    /// A DS instruction with GDS set.
    pub(super) fn device(&mut self) -> Lifted {
        let name = self.name;
        let offset = self.inst.get("offset");
        let offset = match self.inst.try_get("offset0") {
            Some(offset0) => [offset0 as u8, self.inst.get("offset1") as u8],
            None => [offset as u8, (offset >> 8) as u8],
        };
        let (mut words, mut narrow) = (0, None);
        let ask = match name {
            "ds_gws_init" => Ask::Gws(GwsOp::Init),
            "ds_gws_sema_v" => Ask::Gws(GwsOp::SemaV),
            "ds_gws_sema_br" => Ask::Gws(GwsOp::SemaBr),
            "ds_gws_sema_p" => Ask::Gws(GwsOp::SemaP),
            "ds_gws_sema_release_all" => Ask::Gws(GwsOp::SemaReleaseAll),
            "ds_gws_barrier" => Ask::Gws(GwsOp::Barrier),
            "ds_ordered_count" => Ask::Ordered,
            "ds_add_gs_reg_rtn" => Ask::Register(GsOp::Add),
            "ds_sub_gs_reg_rtn" => Ask::Register(GsOp::Sub),
            "ds_append" => Ask::Append { add: true },
            "ds_consume" => Ask::Append { add: false },
            _ => {
                let plain = name.starts_with("ds_load_") || name.starts_with("ds_store_");
                let (bytes, rmw) = if plain {
                    let moved = moved(name).filter(|_| !name.contains("addtid"));
                    narrow = moved.filter(|m| m.bytes < 4);
                    (moved.ok_or_else(many_lanes)?.bytes, None)
                } else if name == "ds_swizzle_b32" {
                    return Err(many_lanes());
                } else {
                    let named = self.named()?;
                    let mode = FpDenorm::new(self.mode.fp_denorm());
                    let rmw = named.rmw_in(AmdUnit::Lds, mode, &self.env.assumptions);
                    (named.size.bytes() as u8, Some(self.b.rmw(rmw)))
                };
                let at = self.ds_offsets(u32::from(bytes));
                let count = at.len() as u8;
                words = u32::from(bytes.div_ceil(4)) * u32::from(count);
                let offsets = std::array::from_fn(|i| at.get(i).map_or(0, |&o| o as u32));
                let (signed, half) = narrow.map_or((false, None), |m| (m.signed, m.half));
                Ask::Memory { bytes, offsets, count, rmw, write: name.starts_with("ds_store_"), signed, half }
            }
        };
        let words = match ask {
            Ask::Register(_) => 2,
            Ask::Memory { .. } => words,
            _ => 1,
        };
        // Words of each data operand that are read.
        let read = match ask {
            Ask::Memory { bytes, .. } => usize::from(bytes.div_ceil(4)),
            _ => 1,
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
