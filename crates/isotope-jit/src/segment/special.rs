//! Values that the machine knows of a lane (local id, lane number).

use std::mem::offset_of;

use cranelift_codegen::ir::{InstBuilder, Value, types};
use isotope_ir::effect::{LANES, LaneRelation, Special};
use isotope_machine::Dispatch;
use isotope_op::domain::W32;

use crate::code::{Val, ins};
use crate::fact::Fact;
use crate::frame::Frame;
use crate::unit::{Writer, plain};

/// Whether the value has native code.
pub(super) fn is_known(dispatch: &Dispatch, what: Special) -> bool {
    match what {
        Special::LaneId
        | Special::WaveId
        | Special::GroupId(_)
        | Special::GroupCount(_)
        | Special::SharedBytes
        | Special::LaneMask(_) => true,
        // All groups have the same size.
        Special::LocalId(_) | Special::LocalIdPacked | Special::LocalIdPacked10 => {
            dispatch.remainder == [0; 3] && dispatch.program.upper.is_none()
        }
        Special::GroupSize(_) => dispatch.remainder == [0; 3],
        _ => false,
    }
}

/// Whether the lanes of each wave are within one row of a group, inactive ones included.
pub(crate) fn has_rows(dispatch: &Dispatch) -> bool {
    let lanes = LANES as u32;
    dispatch.wave_size() == lanes && dispatch.group_size[0].is_multiple_of(lanes)
}

/// The local ids of a wave's lanes, in three dimensions.
pub(crate) type LocalIds = [[u32; LANES]; 3];

/// The local ids of all waves of a group, where code loads them: it computes those of rows.
pub(crate) fn local_ids(dispatch: &Dispatch) -> Vec<LocalIds> {
    if has_rows(dispatch) || !is_known(dispatch, Special::LocalId(0)) {
        return Vec::new();
    }
    let [x, y, _] = dispatch.group_size;
    let of = |item: u32| [item % x, item / x % y, item / x / y];
    let of_wave = |wave: u32| {
        let ids: [_; LANES] = std::array::from_fn(|lane| of(wave * dispatch.wave_size() + lane as u32));
        std::array::from_fn(|dim| ids.map(|id| id[dim]))
    };
    (0..dispatch.waves()).map(of_wave).collect()
}

fn has_one_row(dispatch: &Dispatch) -> bool {
    dispatch.group_size[1..] == [1; 2]
}

/// Its value in the strip at a byte offset within vectors.
pub(super) fn value(w: &Writer<'_, '_, '_>, what: Special, at: Value) -> Val {
    let (e, d) = (w.emit, w.dispatch);
    let field = |offset: usize| ins!(e, load(types::I32, plain(), w.frame, offset as i32));
    let lane = || {
        let first = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(at, 2))));
        ins!(e, iadd(ins!(e, splat(types::I32X4, first)), e.vector([0, 1, 2, 3])))
    };
    // The bits of lanes in some relation to each lane.
    let lanes = |relation: LaneRelation| {
        let first = ins!(e, ireduce(types::I32, ins!(e, ushr_imm_u(at, 2))));
        let own = ins!(e, ishl(e.vector([1, 2, 4, 8]), first));
        let lower = ins!(e, isub(own, e.splat(1)));
        Val::One(match relation {
            LaneRelation::Eq => own,
            LaneRelation::Lt => lower,
            LaneRelation::Le => ins!(e, bor(own, lower)),
            LaneRelation::Gt => ins!(e, bnot(ins!(e, bor(own, lower)))),
            LaneRelation::Ge => ins!(e, bnot(lower)),
        })
    };
    let below = |count: u32, value: Value| {
        e.learn::<W32>(Val::One(value), Fact { min: 0, max: u64::from(count) - 1, zeros: 0 })
    };
    // The local id of the wave's first lane.
    let local = || {
        let [x, y, _] = d.group_size.map(i64::from);
        let first = ins!(e, imul_imm_u(field(offset_of!(Frame, wave)), i64::from(d.wave_size())));
        if has_one_row(d) {
            return [Some(first), None, None];
        }
        let row = ins!(e, udiv_imm_u(first, x));
        [ins!(e, urem_imm_u(first, x)), ins!(e, urem_imm_u(row, y)), ins!(e, udiv_imm_u(row, y))].map(Some)
    };
    let along = |first: Value| ins!(e, iadd(ins!(e, splat(types::I32X4, first)), lane()));
    let loaded = |dim: usize| {
        let wave = ins!(e, imul_imm_u(field(offset_of!(Frame, wave)), size_of::<LocalIds>() as i64));
        let table = w.pointer_field(offset_of!(Frame, local_ids));
        let place = ins!(e, iadd(ins!(e, iadd(table, ins!(e, uextend(types::I64, wave)))), at));
        ins!(e, load(types::I32X4, plain(), place, (dim * size_of::<[u32; LANES]>()) as i32))
    };
    let packed = |by: u32| {
        if !has_rows(d) {
            let [x, y, z] = [0, 1, 2].map(loaded);
            let (y, z) = (
                ins!(e, ishl_imm_u(y, i64::from(by))),
                ins!(e, ishl_imm_u(z, if by == 16 { 26 } else { 2 * i64::from(by) })),
            );
            return Val::One(ins!(e, bor(x, ins!(e, bor(y, z)))));
        }
        let [x, y, z] = local();
        let moved = |v: Option<Value>, by: u32| v.map(|v| ins!(e, ishl_imm_u(v, i64::from(by))));
        let first = [moved(y, by), moved(z, if by == 16 { 26 } else { 2 * by })].into_iter().flatten();
        let first = first.fold(x.expect("there is a row"), |all, v| ins!(e, bor(all, v)));
        let value = along(first);
        if has_one_row(d) { below(d.group_size[0], value) } else { Val::One(value) }
    };
    match what {
        Special::LaneId => below(LANES as u32, lane()),
        Special::WaveId => below(d.waves(), ins!(e, splat(types::I32X4, field(offset_of!(Frame, wave))))),
        Special::GroupId(dim) => {
            let offset = offset_of!(Frame, group) + 4 * usize::from(dim);
            below(d.groups[usize::from(dim)], ins!(e, splat(types::I32X4, field(offset))))
        }
        Special::GroupCount(dim) => Val::Lit(d.groups[usize::from(dim)].into()),
        Special::GroupSize(dim) => Val::Lit(d.group_size[usize::from(dim)].into()),
        Special::SharedBytes => Val::Lit(d.shared_bytes.into()),
        Special::LaneMask(relation) => lanes(relation),
        Special::LocalIdPacked => packed(16),
        Special::LocalIdPacked10 => packed(10),
        // Lanes beyond the last work-item are beyond the last plane.
        Special::LocalId(2) if !has_rows(d) => Val::One(loaded(2)),
        Special::LocalId(dim) if !has_rows(d) => below(d.group_size[usize::from(dim)], loaded(dim.into())),
        Special::LocalId(dim) => match (dim, local()[usize::from(dim)]) {
            (_, None) => Val::Lit(0),
            (0, Some(first)) => below(d.group_size[0], along(first)),
            (_, Some(same)) => below(d.group_size[usize::from(dim)], ins!(e, splat(types::I32X4, same))),
        },
        _ => unreachable!("it was asked for"),
    }
}
