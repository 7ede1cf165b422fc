//! State of the synchronization unit: the share of a VMID, resources, counters, rings, GS registers.

use isotope_machine::sync::config::{COUNTERS, RESOURCES, VMIDS};
use isotope_machine::sync::gds::Registers;
use isotope_machine::sync::{Buffer, GwsRange, ResourceType, Unit, WaveId};

use super::error::{Result, SetupError, bail, ensure};
use super::number::Number;

/// The share of a VMID: places, with their largest values.
pub(super) const OWNED: [(&str, u32); 5] =
    [("gws.base", 63), ("gws.size", 64), ("gds.base", 0xffff), ("gds.size", 1 << 16), ("ordered.mask", 0xffff)];

/// A field of a register: its index in [`OWNED`], its lowest bit, its number of bits.
type Field = (usize, u32, u32);

/// Registers of the command processor, with a VMID for n.
const RAW: [(&str, &[Field]); 4] = [
    ("GDS_GWS_VMIDn", &[(0, 0, 6), (1, 16, 7)]),
    ("GDS_VMIDn_BASE", &[(2, 0, 16)]),
    ("GDS_VMIDn_SIZE", &[(3, 0, 17)]),
    ("GDS_OA_VMIDn", &[(4, 0, 16)]),
];

/// Registers whose bits are not public, or that do nothing before the first instruction, with what to give instead.
const CLOSED: [(&str, &str); 3] = [
    ("GDS_GWS_RESOURCE", "its bits are not public; give gws[N]=COUNTER:TYPE:FLAG"),
    ("GDS_GWS_RESOURCE_CNTL", "its bits are not public; give gws[N]=COUNTER:TYPE:FLAG"),
    ("GDS_GWS_RESOURCE_RESET", "resources begin as after a reset; give gws[N] only to those that do not"),
];

/// State before the first instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Preset {
    /// One of [`OWNED`].
    Owned(usize, u32),
    /// One of [`OWNED`] for another VMID.
    OwnedBy(u8, usize, u32),
    /// A GS register.
    Register(u8, u64),
    /// A resource: counter, type, flag.
    Resource(u8, u16, ResourceType, bool),
    /// Waves in the FIFO of a resource with their tags, oldest first.
    Queue(u8, Vec<(WaveId, bool)>),
    /// An ordered counter that runs through a ring; the number of free elements, if they are tracked.
    Ring(u8, Buffer, Option<u32>),
    /// The wave that may count next.
    Walker(WaveId),
}

impl Preset {
    /// `NAME=VALUE` of [`OWNED`].
    pub fn owned(place: &str, value: &str) -> Result<Option<Preset>> {
        let Some(at) = OWNED.iter().position(|(name, _)| *name == place) else { return Ok(None) };
        let (number, limit) = (Number::of(value, 32)? as u32, OWNED[at].1);
        ensure!(number <= limit, "expected at most {limit}, found {number}");
        Ok(Some(Preset::Owned(at, number)))
    }

    /// `REGISTER=VALUE`, a register of the command processor, as its bits; `None` if it is another place.
    pub fn raw(place: &str, value: &str) -> Result<Option<Vec<Preset>>> {
        if !place.starts_with("GDS_") {
            return Ok(None);
        }
        if let Some((_, instead)) = CLOSED.iter().find(|(name, _)| *name == place) {
            bail!("{instead}");
        }
        // The number of the VMID follows `VMID`.
        let (before, after) = place.split_once("VMID").unwrap_or((place, ""));
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = after.split_at(digits);
        let known = RAW.iter().find(|(name, _)| name.split_once('n') == Some((&format!("{before}VMID"), rest)));
        let Some((_, fields)) = known.filter(|_| digits != 0) else {
            let names = RAW.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            bail!("no register `{}`; expected {names} with the number of a VMID for n", place.escape_debug())
        };
        let (owner, bits) = (vmid(number)?, Number::of(value, 32)? as u32);
        let mut left = bits;
        let mut presets = Vec::new();
        for &(what, low, width) in *fields {
            let mask = u32::MAX >> (32 - width);
            let field = bits >> low & mask;
            left &= !(mask << low);
            ensure!(field <= OWNED[what].1, "{} is {field}, at most {}", OWNED[what].0, OWNED[what].1);
            presets.push(Preset::OwnedBy(owner, what, field));
        }
        ensure!(left == 0, "bits {left:#x} belong to no field of the register; leave them 0");
        Ok(Some(presets))
    }

    /// `gs[AT]=`, `gws[AT]=` or `ring[AT]=`.
    pub fn indexed(name: &str, at: &str, value: &str) -> Result<Vec<Preset>> {
        let limit = if name == "gws" { RESOURCES } else { COUNTERS as u8 };
        let at = Number::read(at)?.bits;
        ensure!(at < limit.into(), "expected {name}[0] to {name}[{}]", limit - 1);
        let at = at as u8;
        let mut words = value.split(':').map(str::trim);
        let number = words.next().unwrap_or_default();
        let presets = match name {
            "gs" => vec![Preset::Register(at, Number::of(number, if Registers::is_wide(at) { 64 } else { 32 })?)],
            "ring" => {
                let size = Number::of(number, 32)? as u32;
                ensure!(size != 0, "expected a ring of at least one element, found 0");
                let tracked = match words.next() {
                    None => false,
                    Some("tracked") => true,
                    Some(other) => {
                        bail!("expected ELEMENTS, ELEMENTS:tracked or ELEMENTS:tracked:FREE, found `{other}`")
                    }
                };
                let free = words.next().map(|free| Number::of(free, 32)).transpose()?.map(|free| free as u32);
                ensure!(free.is_none_or(|free| free <= size), "expected at most {size} free elements, found `{value}`");
                vec![Preset::Ring(at, Buffer::Ring { size, tracked }, free)]
            }
            _ => {
                let counter = Number::of(number, 12)? as u16;
                let kind = match words.next() {
                    None | Some("semaphore") => ResourceType::Semaphore,
                    Some("barrier") => ResourceType::Barrier,
                    Some(other) => bail!("expected COUNTER:semaphore or COUNTER:barrier, found `{other}`"),
                };
                let flag = match words.next() {
                    None | Some("0") => false,
                    Some("1") => true,
                    Some(other) => bail!("expected a flag of 0 or 1, found `{other}`"),
                };
                let queue = words.next().map(|queue| queued(queue, flag)).transpose()?;
                let resource = Preset::Resource(at, counter, kind, flag);
                std::iter::once(resource).chain(queue.map(|waves| Preset::Queue(at, waves))).collect()
            }
        };
        match words.next() {
            None => Ok(presets),
            Some(more) => bail!("found `{more}` behind the value; leave it out"),
        }
    }

    /// Whether a launch loses it when it numbers its waves anew.
    pub fn is_of_waves(&self) -> bool {
        matches!(self, Preset::Queue(..) | Preset::Walker(_))
    }

    pub fn set(&self, unit: &mut Unit, vmid: u8) -> Result<()> {
        let none = |error: isotope_machine::sync::NoResource| SetupError::new(error);
        match self {
            Preset::Register(at, value) => unit.set_register(*at, *value),
            Preset::Ring(at, buffer, free) => {
                unit.set_counter(*at, *buffer);
                if let (Some(free), Buffer::Ring { .. }) = (free, buffer) {
                    unit.set_free(*at, *free);
                }
            }
            Preset::Resource(at, counter, kind, flag) => {
                unit.set_resource(*at, *kind, *counter, *flag).map_err(none)?
            }
            Preset::Queue(at, waves) => unit.set_queue(*at, waves).map_err(none)?,
            Preset::Walker(wave) => unit.set_walker(*wave),
            Preset::Owned(what, value) => own(unit, vmid, *what, *value),
            Preset::OwnedBy(owner, what, value) => own(unit, *owner, *what, *value),
        }
        Ok(())
    }
}

/// Sets an entry of [`OWNED`] for a VMID.
fn own(unit: &mut Unit, vmid: u8, what: usize, value: u32) {
    let mut owned = unit.vmid(vmid);
    match what {
        0 => owned.gws.base = value as u8,
        1 => owned.gws.size = value as u8,
        2 => owned.gds.base = value,
        3 => owned.gds.size = value,
        _ => owned.ordered = value as u16,
    }
    unit.set_vmid(vmid, owned);
}

/// `WAVE/TAG,..`, oldest first; the default of the tag is the flag.
fn queued(text: &str, flag: bool) -> Result<Vec<(WaveId, bool)>> {
    let one = |part: &str| -> Result<(WaveId, bool)> {
        let (wave, tag) = part.split_once('/').map_or((part, None), |(wave, tag)| (wave, Some(tag)));
        let tag = match tag {
            None => flag,
            Some("0") => false,
            Some("1") => true,
            Some(other) => bail!("expected a tag of 0 or 1 behind `/`, found `{other}`"),
        };
        Ok((WaveId(Number::of(wave, 32)? as u32), tag))
    };
    text.split(',').map(|part| one(part.trim())).collect()
}

/// `BASE:SIZE,..`: the ranges that a handler grants, in order.
pub(super) fn grants(text: &str) -> Result<Vec<GwsRange>> {
    let one = |part: &str| -> Result<GwsRange> {
        let Some((base, size)) = part.split_once(':') else { bail!("expected BASE:SIZE such as 8:4, found `{part}`") };
        let (base, size) = (Number::of(base, 32)?, Number::of(size, 32)?);
        ensure!(base < 64 && size <= 64, "expected a base of at most 63 and a size of at most 64, found `{part}`");
        Ok(GwsRange { base: base as u8, size: size as u8 })
    };
    text.split(',').map(|part| one(part.trim())).collect()
}

/// The number of a VMID.
pub(super) fn vmid(text: &str) -> Result<u8> {
    let number = Number::of(text, 32)?;
    ensure!(number < VMIDS as u64, "expected 0 to {}, found {number}", VMIDS - 1);
    Ok(number as u8)
}

/// The state that differs from that after a reset, in the notation of its items: resources, GS registers, rings.
pub fn shown(unit: &Unit, what: &str) -> Vec<String> {
    let numbers = 0..COUNTERS as u8;
    match what {
        "gs" => {
            let registers = unit.registers();
            numbers
                .map(|n| (n, registers.get(n)))
                .filter(|(_, v)| *v != 0)
                .map(|(n, v)| format!("gs[{n}]={v:#x}"))
                .collect()
        }
        "ring" => {
            let ring = |n: u8| match unit.config().counters[usize::from(n)] {
                Buffer::Unbounded => None,
                Buffer::Ring { size, tracked: false } => Some(format!("ring[{n}]={size}")),
                Buffer::Ring { size, tracked: true } => {
                    Some(format!("ring[{n}]={size}:tracked:{}", unit.ordered_state().free(n)))
                }
            };
            numbers.filter_map(ring).collect()
        }
        _ => {
            let of = |(n, r): (usize, &isotope_machine::sync::gws::Resource)| {
                if r.counter == 0 && !r.flag && r.kind == ResourceType::Semaphore && r.queue.is_empty() {
                    return None;
                }
                let mut text = format!("gws[{n}]={}:{}:{}", r.counter, r.kind, u8::from(r.flag));
                let waves: Vec<String> = r.queue.iter().map(|e| format!("{}/{}", e.wave.0, u8::from(e.tag))).collect();
                if !waves.is_empty() {
                    text += &format!(":{}", waves.join(","));
                }
                Some(text)
            };
            unit.resources().iter().enumerate().filter_map(of).collect()
        }
    }
}
