//! Packed elements of the register file: the place of each lane's element is known at compile time.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use isotope_ir::effect::{LANES, Slot, Src, Uop};
use isotope_op::alu::Alu;

use crate::code::{Emit, Val, ins};
use crate::segment::Span;
use crate::unit::{Writer, plain};

/// Addresses of the lanes, in bytes.
pub(crate) type Map = [u32; LANES];

/// The map and element size of an operation on packed elements whose places do not depend on a register.
pub(crate) fn packed<'d>(uop: &Uop, maps: &'d [Map]) -> Option<(&'d Map, u8)> {
    match *uop {
        Uop::ReadRegion { map, bytes, base: None, .. } | Uop::WriteRegion { map, bytes, base: None, .. } => {
            let map = &maps[map as usize];
            map.iter().all(|at| at % u32::from(bytes) == 0).then_some((map, bytes))
        }
        _ => None,
    }
}

/// The same operation as a move, if its elements form a vector.
pub(crate) fn unpacked(uop: Uop, span: Span, maps: &[Map]) -> Uop {
    let Some((map, 4)) = packed(&uop, maps) else { return uop };
    let Some((start, 4)) = affine(map, span) else { return uop };
    let vector = Slot(start / 4);
    let moved = |dst, src| Uop::Alu { op: Alu::Mov, dst, src: [src, Src::Imm(0), Src::Imm(0)] };
    match uop {
        Uop::ReadRegion { dst, .. } => moved(dst, Src::Slot(vector)),
        Uop::WriteRegion { src, .. } => moved(vector, src),
        other => other,
    }
}

/// The place of lane 0 and the distance between lanes, if it is constant for these lanes.
fn affine(map: &Map, span: Span) -> Option<(u32, u32)> {
    let lanes = &map[span.from as usize..span.to as usize];
    let step = lanes[1].checked_sub(lanes[0])?;
    let start = lanes[0].checked_sub(span.from * step)?;
    lanes.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step)).then_some((start, step))
}

/// Range of words (first inclusive, last exclusive) of the register file that an operation uses in other lanes than its own, or all at
/// once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub from: u32,
    pub to: u32,
    writes: bool,
    /// The map and element size, where each lane has bytes of its own.
    own: Option<(*const Map, u8)>,
}

impl Extent {
    /// The range that an operation uses in this way.
    pub(crate) fn of(uop: &Uop, span: Span, maps: &[Map]) -> Option<Extent> {
        if let Uop::ReadLane { value: Src::Slot(Slot(from)), .. } = *uop {
            return Some(Extent { from, to: from + LANES as u32, writes: false, own: None });
        }
        let (map, bytes) = packed(uop, maps)?;
        let mut lanes = map[span.from as usize..span.to as usize].to_vec();
        lanes.sort_unstable();
        let own = lanes.windows(2).all(|pair| pair[1] - pair[0] >= bytes.into());
        Some(Extent {
            from: lanes[0] / 4,
            to: lanes[lanes.len() - 1] / 4 + 1,
            writes: matches!(uop, Uop::WriteRegion { .. }),
            own: own.then_some((std::ptr::from_ref(map), bytes)),
        })
    }

    /// Whether it shares words with lanes of a vector.
    pub(crate) fn meets(&self, vector: u32, span: Span) -> bool {
        self.from < vector + span.to && vector + span.from < self.to
    }

    /// Whether one of two operations must end before the other begins.
    pub(crate) fn bars(&self, other: &Extent) -> bool {
        let apart = self.to <= other.from || other.to <= self.from;
        !apart && (self.writes || other.writes) && (self.own.is_none() || self.own != other.own)
    }

    pub(crate) fn writes(&self) -> bool {
        self.writes
    }
}

/// Where the elements of a strip are.
enum Places {
    /// From an address on, at a constant distance in bytes.
    Apart(Value, u32, u32),
    /// At four addresses.
    Each([Value; 4]),
}

impl Places {
    fn of(w: &Writer<'_, '_, '_>, map: &Map, span: Span, at: Value) -> Places {
        let e = w.emit;
        match affine(map, span) {
            Some((start, 0)) => Places::Apart(w.registers, start, 0),
            Some((start, step)) => {
                let by = match step {
                    4 => at,
                    step => {
                        let lane = ins!(e, ushr_imm_u(at, 2));
                        let step = e.int(types::I64, step.into());
                        ins!(e, imul(lane, step))
                    }
                };
                Places::Apart(ins!(e, iadd(w.registers, by)), start, step)
            }
            None => {
                // The program keeps its maps in place as long as its code exists.
                let table = e.int(types::I64, std::ptr::from_ref(map) as usize as u64);
                let row = ins!(e, iadd(table, at));
                Places::Each([0, 4, 8, 12].map(|lane| {
                    let at = ins!(e, uload32(plain(), row, lane));
                    ins!(e, iadd(w.registers, at))
                }))
            }
        }
    }

    fn lane(&self, lane: usize) -> (Value, i32) {
        match self {
            Places::Apart(place, start, step) => (*place, (start + lane as u32 * step) as i32),
            Places::Each(places) => (places[lane], 0),
        }
    }
}

fn element(e: &Emit<'_>, (place, offset): (Value, i32), bytes: u8, signed: bool) -> Value {
    match (bytes, signed) {
        (1, false) => ins!(e, uload8(types::I32, plain(), place, offset)),
        (1, true) => ins!(e, sload8(types::I32, plain(), place, offset)),
        (2, false) => ins!(e, uload16(types::I32, plain(), place, offset)),
        (2, true) => ins!(e, sload16(types::I32, plain(), place, offset)),
        _ => ins!(e, load(types::I32, plain(), place, offset)),
    }
}

/// Reads the elements of the strip that begins `at` bytes from the first lane of a vector.
pub(crate) fn read(w: &Writer<'_, '_, '_>, (map, bytes): (&Map, u8), signed: bool, span: Span, at: Value) -> Val {
    let e = w.emit;
    let places = Places::of(w, map, span, at);
    Val::One(match places {
        Places::Apart(place, start, 0) => {
            let all = element(e, (place, start as i32), bytes, signed);
            ins!(e, splat(types::I32X4, all))
        }
        Places::Apart(place, start, 2) if bytes == 2 => match signed {
            false => ins!(e, uload16x4(plain(), place, start as i32)),
            true => ins!(e, sload16x4(plain(), place, start as i32)),
        },
        _ => gathered(e, std::array::from_fn(|lane| element(e, places.lane(lane), bytes, signed))),
    })
}

/// A vector of four scalars.
fn gathered(e: &Emit<'_>, lanes: [Value; 4]) -> Value {
    let mut all = ins!(e, scalar_to_vector(types::I32X4, lanes[0]));
    for (lane, value) in lanes.into_iter().enumerate().skip(1) {
        all = e.with(|b| b.ins().insertlane(all, value, lane as u8));
    }
    all
}

fn lane_of(e: &Emit<'_>, vector: Value, lane: usize) -> Value {
    e.with(|b| b.ins().extractlane(vector, lane as u8))
}

/// Writes the elements of a strip, the lowest lane first, in executing lanes.
pub(crate) fn write(
    w: &Writer<'_, '_, '_>,
    (map, bytes): (&Map, u8),
    value: Value,
    executing: Option<Value>,
    (span, at): (Span, Value),
) {
    let e = w.emit;
    let places = Places::of(w, map, span, at);
    for lane in 0..4 {
        let (place, offset) = places.lane(lane);
        let mut element = lane_of(e, value, lane);
        if let Some(executing) = executing {
            let before = self::element(e, (place, offset), bytes, false);
            element = ins!(e, select(lane_of(e, executing, lane), element, before));
        }
        match bytes {
            1 => ins!(e, istore8(plain(), element, place, offset)),
            2 => ins!(e, istore16(plain(), element, place, offset)),
            _ => ins!(e, store(plain(), element, place, offset)),
        };
    }
}

/// Values of other lanes of a vector, whose numbers are `index` modulo [`LANES`].
pub(crate) fn lanes(w: &Writer<'_, '_, '_>, Slot(first): Slot, index: Value) -> Val {
    let e = w.emit;
    let within = e.splat(LANES as u64 - 1);
    let index = ins!(e, band(index, within));
    let index = ins!(e, ishl_imm_u(index, 2));
    Val::One(gathered(
        e,
        std::array::from_fn(|lane| {
            let at = lane_of(e, index, lane);
            let at = ins!(e, uextend(types::I64, at));
            let place = ins!(e, iadd(w.registers, at));
            ins!(e, load(types::I32, plain(), place, 4 * first as i32))
        }),
    ))
}

/// The value of one lane with a uniform number: of 32 in the first vector, of 32 more in the second.
pub(crate) fn lane(w: &Writer<'_, '_, '_>, value: [Src; 2], lane: Src) -> Option<Value> {
    let e = w.emit;
    let [Src::Slot(low), Src::Slot(high)] = value else { return None };
    let number = w.one(lane);
    let within = ins!(e, band_imm_u(number, LANES as i64 - 1));
    let mut word = ins!(e, iadd_imm_s(within, i64::from(low.0)));
    if low != high {
        let upper = ins!(e, band_imm_u(number, LANES as i64));
        let other = ins!(e, iadd_imm_s(within, i64::from(high.0)));
        let is = ins!(e, icmp_imm_u(IntCC::NotEqual, upper, 0));
        word = ins!(e, select(is, other, word));
    }
    let word = ins!(e, uextend(types::I64, word));
    let at = ins!(e, ishl_imm_u(word, 2));
    let place = ins!(e, iadd(w.registers, at));
    Some(ins!(e, load(types::I32, plain(), place, 0)))
}
