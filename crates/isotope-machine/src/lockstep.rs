//! Accesses of all lanes to one store, without checks: one loop for each width, and one for each atomic operation.
//!
//! [`super::access`] has found the store and checked that every lane is inside it.

use std::marker::PhantomData;

use isotope_op::atomic::{Returned, Rmw};
use isotope_op::usual::{Element, OpenVisitor};

use super::lanes::{ZERO, ZERO_WIDE, give, view, view_wide};
use super::state::{Vector, Wave};
use crate::mem::{Cells, Sharing, Store, ones};
use isotope_ir::effect::{LANES, Slot, Src, Wide};

/// Read in each lane from one store.
#[inline(always)]
pub(super) fn load<S: Sharing>(
    store: &Store,
    wave: &mut Wave,
    (bytes, signed): (u8, bool),
    dst: Slot,
    (lanes, offsets): (u32, &[u64; LANES]),
) {
    let cells = store.cells();
    let get = |at: u64, bytes| cells.load::<S>(at, bytes);
    match bytes {
        4 => {
            let to = wave.lanes_mut(dst);
            for_lanes(lanes, |l| to[l] = get(offsets[l], 4) as u32);
        }
        8 => {
            let [low, high] = wave.vectors_mut(dst);
            for_lanes(lanes, |l| {
                let value = get(offsets[l], 8);
                (low[l], high[l]) = (value as u32, (value >> 32) as u32);
            });
        }
        16 => {
            let [a, b, c, d] = wave.vectors_mut(dst);
            for_lanes(lanes, |l| {
                let [low, high] = [0, 8].map(|by| get(offsets[l] + by, 8));
                (a[l], b[l]) = (low as u32, (low >> 32) as u32);
                (c[l], d[l]) = (high as u32, (high >> 32) as u32);
            });
        }
        n => {
            let to = wave.lanes_mut(dst);
            let unused = 32 - 8 * u32::from(n);
            for_lanes(lanes, |l| {
                let value = get(offsets[l], n.into()) as u32;
                to[l] = if signed { ((value << unused) as i32 >> unused) as u32 } else { value };
            });
        }
    }
}

/// Writes in each lane to one store; returns whether a value changed.
#[inline(always)]
pub(super) fn store<S: Sharing>(
    store: &Store,
    wave: &Wave,
    bytes: u8,
    src: &[Src; 4],
    (lanes, offsets): (u32, &[u64; LANES]),
) -> bool {
    let cells = store.cells();
    let mut changed = 0;
    let mut put =
        |at: u64, bytes: u32, value: u64| changed |= cells.update::<S>(at, bytes, |_| value) ^ value & ones(bytes);
    view!(wave, src[0] => a, room_a);
    match bytes {
        4 => for_lanes(lanes, |l| put(offsets[l], 4, a[l].into())),
        0..4 => for_lanes(lanes, |l| put(offsets[l], bytes.into(), a[l].into())),
        8 => {
            view!(wave, src[1] => b, room_b);
            for_lanes(lanes, |l| put(offsets[l], 8, u64::from(b[l]) << 32 | u64::from(a[l])));
        }
        _ => {
            view!(wave, src[1] => b, room_b);
            view!(wave, src[2] => c, room_c);
            view!(wave, src[3] => d, room_d);
            for_lanes(lanes, |l| {
                put(offsets[l], 8, u64::from(b[l]) << 32 | u64::from(a[l]));
                put(offsets[l] + 8, 8, u64::from(d[l]) << 32 | u64::from(c[l]));
            });
        }
    }
    changed != 0
}

/// The lanes in order.
const IN_ORDER: [u8; LANES] = {
    let mut lanes = [0; LANES];
    let mut l = 0;
    while l < LANES {
        lanes[l] = l as u8;
        l += 1;
    }
    lanes
};

/// Calls `f` for each lane of a mask, the lowest first. `f` has one call site, so that it is inlined into the loop.
#[inline(always)]
fn for_lanes(lanes: u32, mut f: impl FnMut(usize)) {
    let mut order = IN_ORDER;
    let mut count = LANES;
    if lanes != u32::MAX {
        count = 0;
        let mut rest = lanes;
        while rest != 0 {
            order[count % LANES] = rest.trailing_zeros() as u8;
            count += 1;
            rest &= rest - 1;
        }
    }
    for &l in &order[..count] {
        f(usize::from(l) % LANES);
    }
}

/// An atomic whose lanes all hit one store: one loop per operation, with the operation compiled in.
pub(super) struct Lockstep<'a> {
    pub cells: Cells<'a>,
    pub offsets: &'a [u64; LANES],
    pub lanes: u32,
    pub returned: Returned,
    pub wave: &'a mut Wave,
    pub data: [Wide; 2],
    pub dst: Option<Slot>,
}

/// Result of a [`Lockstep`] atomic.
pub(super) struct Done {
    /// Whether a value changed.
    pub changed: bool,
    /// Lanes that were not served, from the first one with an unspecified result on.
    pub left: u32,
}

impl Lockstep<'_> {
    #[inline(always)]
    pub(super) fn visit<S: Sharing>(self, rmw: &Rmw, bytes: u8) -> Done {
        let Lockstep { cells, offsets, lanes, wave, data, dst, .. } = self;
        let gives_old = self.returned == Returned::Old;
        if bytes == 4 {
            view!(wave, data[0].lo => a, room_a);
            view!(wave, data[1].lo => b, room_b);
            let (mut given, sharing) = ([0; LANES], PhantomData::<S>);
            let run = Shared { cells, offsets, lanes, gives_old, data: [a, b], given: &mut given, sharing };
            let done = rmw.visit_open::<u32, _>(run);
            if let Some(dst) = dst {
                wave.set_lanes(dst, &given, lanes & !done.left);
            }
            done
        } else {
            view_wide!(wave, data[0] => a, room_a);
            view_wide!(wave, data[1] => b, room_b);
            let (mut given, sharing) = ([0; LANES], PhantomData::<S>);
            let run = Shared { cells, offsets, lanes, gives_old, data: [a, b], given: &mut given, sharing };
            let done = rmw.visit_open::<u64, _>(run);
            give(wave, dst, &given, 8, lanes & !done.left);
            done
        }
    }
}

/// The loop of a [`Lockstep`] atomic with a way of sharing: operands and results of each lane.
struct Shared<'a, S, T> {
    cells: Cells<'a>,
    offsets: &'a [u64; LANES],
    lanes: u32,
    gives_old: bool,
    data: [&'a [T; LANES]; 2],
    given: &'a mut [T; LANES],
    sharing: PhantomData<S>,
}

impl<S: Sharing, T: Element> OpenVisitor<T> for Shared<'_, S, T> {
    type Out = Done;

    // A function for each operation: together in one, they take several times as long to compile.
    #[inline(never)]
    fn visit(self, may_be_open: bool, new: impl Fn(T, T, T) -> (T, bool)) -> Done {
        let Shared { cells, offsets, lanes, gives_old, data: [a, b], given, .. } = self;
        let (mut left, mut changed) = (0, 0);
        for_lanes(
            lanes,
            #[inline(always)]
            |l| {
                if may_be_open && left != 0 {
                    return;
                }
                let (mut now, mut open) = (0, false);
                let old = cells.update::<S>(
                    offsets[l],
                    T::SIZE.bytes(),
                    #[inline(always)]
                    |old| {
                        let (value, is_open) = new(T::from_u64(old), a[l], b[l]);
                        open = is_open;
                        now = if is_open { old } else { value.to_u64() };
                        now
                    },
                );
                if may_be_open && open {
                    left = lanes & u32::MAX << l;
                    return;
                }
                changed |= old ^ now;
                given[l] = T::from_u64(if gives_old { old } else { now });
            },
        );
        Done { changed: changed != 0, left }
    }
}
