//! What is given beside an instruction: items of the command line, or lines of a file, which are the same.

use std::collections::BTreeMap;

use isotope_machine::mem::{ADDRESS_BITS, Memory};
use isotope_machine::register::{Cells, Register};
use isotope_machine::state::Wave;
use isotope_machine::sync::config::{COUNTERS, RESOURCES, VMIDS};
use isotope_machine::sync::gds::Registers;
use isotope_machine::sync::{Buffer, ResourceType, Unit};
use isotope_op::assume;
use isotope_targets::isa::single::{Single, Surroundings};
use isotope_targets::operation::Readings;

use crate::error::{Context, Error, Result, bail, ensure};

/// An argument or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Without blanks around it.
    pub text: String,
    /// `FILE:LINE`, or nothing for an argument.
    pub origin: String,
}

impl Item {
    /// One that stands in no file.
    pub fn argument(text: &str) -> Item {
        Item { text: text.trim().into(), origin: String::new() }
    }

    fn wrong(&self, why: impl std::fmt::Display) -> Error {
        if self.origin.is_empty() { Error::new(why) } else { Error::new(format!("{}: {why}", self.origin)) }
    }
}

/// The items of a file; `#` begins a comment where a blank or nothing is before it.
pub fn items(name: &str, text: &str, items: &mut Vec<Item>) {
    for (number, line) in text.lines().enumerate() {
        let comment = line
            .match_indices('#')
            .map(|(at, _)| at)
            .find(|&at| line[..at].is_empty() || line[..at].ends_with([' ', '\t']));
        let text = line[..comment.unwrap_or(line.len())].trim();
        if !text.is_empty() {
            items.push(Item { text: text.into(), origin: format!("{name}:{}", number + 1) });
        }
    }
}

/// A number as it is written.
#[derive(Clone, Copy)]
struct Number {
    bits: u64,
    negative: bool,
    /// It takes more than 32 bits, or is written with more than eight digits.
    wide: bool,
    hex: bool,
}

impl Number {
    fn read(text: &str) -> Result<Number> {
        let wrong = || format!("expected a number such as 0x3f800000, 12 or -1 of at most 64 bits, found `{text}`");
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            ensure!(digits.len() <= 16 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()), wrong());
            let bits = u64::from_str_radix(digits, 16).with_context(wrong)?;
            return Ok(Number { bits, negative: false, wide: digits.len() > 8, hex: true });
        }
        let digits = text.strip_prefix('-');
        ensure!(digits.unwrap_or(text).bytes().all(|b| b.is_ascii_digit()), wrong());
        if digits.is_some() {
            let value: i64 = text.parse().ok().with_context(wrong)?;
            return Ok(Number { bits: value as u64, negative: true, wide: i32::try_from(value).is_err(), hex: false });
        }
        let bits: u64 = text.parse().ok().with_context(wrong)?;
        Ok(Number { bits, negative: false, wide: u32::try_from(bits).is_err(), hex: false })
    }

    /// Its low `bits` bits, if the others say nothing.
    fn within(self, bits: u32, text: &str) -> Result<u64> {
        let fits = match self.negative {
            _ if bits >= 64 => true,
            true => (self.bits as i64) >= -(1i64 << (bits - 1)),
            false => self.bits >> bits == 0,
        };
        ensure!(fits, "expected at most {bits} bits, found `{text}`; give less, or a wider place");
        Ok(self.bits & u64::MAX >> (64 - bits.clamp(1, 64)))
    }
}

/// Bytes that the memory of the synchronisation unit has at most; what a device lacks of them reads as 0.
pub const DEVICE_BYTES: u64 = 1 << 16;

/// What the process owns of the unit.
const OWNED: [&str; 4] = ["gws.base", "gws.size", "gds.base", "gds.size"];

/// State of the synchronisation unit before the instruction.
enum Preset {
    /// One of [`OWNED`].
    Owned(usize, u32),
    /// A GS register.
    Register(u8, u64),
    /// A resource: counter, type, flag.
    Resource(u8, u16, ResourceType, bool),
    /// An ordered counter that runs through a ring of so many elements.
    Ring(u8, u32),
}

impl Preset {
    fn read(name: &str, at: u8, value: &str) -> Result<Preset> {
        let limit = if name == "gws" { RESOURCES } else { COUNTERS as u8 };
        ensure!(at < limit, "expected {name}[0] to {name}[{}]", limit - 1);
        let mut words = value.split(':').map(str::trim);
        let number = words.next().unwrap_or_default();
        let first = Number::read(number)?;
        let preset = match name {
            "gs" => Preset::Register(at, first.within(if Registers::is_wide(at) { 64 } else { 32 }, number)?),
            "ring" => Preset::Ring(at, first.within(32, number)? as u32),
            _ => {
                let counter = first.within(12, number)? as u16;
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
                Preset::Resource(at, counter, kind, flag)
            }
        };
        match words.next() {
            None => Ok(preset),
            Some(more) => bail!("found `{more}` behind the value; leave it out"),
        }
    }

    fn set(&self, unit: &mut Unit) -> Result<()> {
        match *self {
            Preset::Register(at, value) => unit.registers_mut().set(at, value),
            Preset::Ring(at, size) => unit.set_counter(at, Buffer::Ring { size, tracked: false }),
            Preset::Resource(at, counter, kind, flag) => unit.set_resource(at, kind, counter, flag).plain()?,
            Preset::Owned(what, value) => {
                let limit = [63, 64, 0xffff, 1 << 16][what];
                ensure!(value <= limit, "{}: expected at most {limit}, found {value}", OWNED[what]);
                for vmid in 0..VMIDS as u8 {
                    let mut owned = unit.vmid(vmid);
                    match what {
                        0 => owned.gws.base = value as u8,
                        1 => owned.gws.size = value as u8,
                        2 => owned.gds.base = value,
                        _ => owned.gds.size = value,
                    }
                    unit.set_vmid(vmid, owned);
                }
            }
        }
        Ok(())
    }
}

/// Bytes by address.
type Bytes = BTreeMap<u64, u8>;

/// What one item sets in registers.
struct Setting {
    /// Position among the items.
    item: usize,
    /// In front of `=`.
    place: String,
    /// Behind it.
    value: String,
}

/// Everything that is given.
pub struct Given {
    /// The instruction.
    pub text: String,
    /// What the instruction set takes.
    pub surroundings: Surroundings,
    global: Bytes,
    shared: Bytes,
    private: Bytes,
    device: Bytes,
    unit: Vec<Preset>,
    settings: Vec<Setting>,
    origins: Vec<String>,
}

impl Given {
    /// Sorts the items. Assumptions among them go to `readings`.
    pub fn read(items: &[Item], keys: &[&str], readings: &mut Readings) -> Result<Given> {
        let mut given = Given {
            text: String::new(),
            surroundings: Surroundings::default(),
            global: Bytes::new(),
            shared: Bytes::new(),
            private: Bytes::new(),
            device: Bytes::new(),
            unit: Vec::new(),
            settings: Vec::new(),
            origins: items.iter().map(|i| i.origin.clone()).collect(),
        };
        let mut seen: Vec<&str> = Vec::new();
        for (n, item) in items.iter().enumerate() {
            if item.text.starts_with('.') {
                given.surroundings.declarations.push(item.text.clone());
            } else if given.text.is_empty() {
                given.text.clone_from(&item.text);
            } else {
                let (place, value) = item.text.split_once('=').ok_or_else(|| {
                    item.wrong(format!(
                        "expected PLACE=VALUE such as lanes=4, found `{}`; one instruction is explained at a time",
                        item.text
                    ))
                })?;
                let (place, value) = (place.trim(), value.trim());
                if seen.contains(&place) {
                    return Err(item.wrong(format!("`{place}` is given twice")));
                }
                seen.push(place);
                given.place(n, place, value, keys, readings).map_err(|e| item.wrong(format!("{place}: {e}")))?;
            }
        }
        ensure!(!given.text.is_empty(), "expected an instruction, found nothing; try `isotope op --help`");
        given.surroundings.assumptions = readings.assumptions;
        Ok(given)
    }

    fn place(&mut self, item: usize, place: &str, value: &str, keys: &[&str], readings: &mut Readings) -> Result<()> {
        let around = &mut self.surroundings;
        let small = || -> Result<u32> { Ok(Number::read(value)?.within(32, value)? as u32) };
        match place {
            "lanes" => around.lanes = Some(small()?),
            "shared" => around.shared = around.shared.max(small()?),
            "private" => around.private = around.private.max(small()?),
            "space" => bail!("the address says where an instruction goes; leave it out"),
            _ if keys.contains(&place) => around.keys.push((place.into(), value.into())),
            _ if assume::find(place).is_some() => readings.choose(place, value).plain()?,
            _ => match bracketed(place).as_ref().map(Bracketed::parts) {
                Some(("", [at], suffix)) => {
                    let at = Number::read(at)?.within(64, at)?;
                    fill(&mut self.global, at, suffix, value, 1 << ADDRESS_BITS)?;
                }
                Some(("shared", [at], suffix)) => {
                    let at = Number::read(at)?.within(64, at)?;
                    around.shared =
                        around.shared.max(fill(&mut self.shared, at, suffix, value, u64::from(u32::MAX))? as u32);
                }
                Some(("private", [at], suffix)) => {
                    let at = Number::read(at)?.within(64, at)?;
                    around.private =
                        around.private.max(fill(&mut self.private, at, suffix, value, u64::from(u32::MAX))? as u32);
                }
                Some(("gds", [at], suffix)) => {
                    let at = Number::read(at)?.within(64, at)?;
                    fill(&mut self.device, at, suffix, value, DEVICE_BYTES)?;
                }
                Some((name @ ("gs" | "gws" | "ring"), [at], "")) => {
                    let at = Number::read(at)?.within(8, at)? as u8;
                    self.unit.push(Preset::read(name, at, value)?);
                }
                None if OWNED.contains(&place) => {
                    self.unit.push(Preset::Owned(OWNED.iter().position(|o| *o == place).unwrap_or(0), small()?));
                }
                Some(("c", [bank, at], suffix)) => {
                    let (bank, at) = (Number::read(bank)?.within(8, bank)? as u8, Number::read(at)?.within(64, at)?);
                    let mut bytes = Bytes::new();
                    let end = fill(&mut bytes, at, suffix, value, 1 << 16)? as usize;
                    let n = around.banks.iter().position(|(number, _)| *number == bank).unwrap_or_else(|| {
                        around.banks.push((bank, Vec::new()));
                        around.banks.len() - 1
                    });
                    let to = &mut around.banks[n].1;
                    to.resize(to.len().max(end), 0);
                    bytes.into_iter().for_each(|(at, byte)| to[at as usize] = byte);
                }
                Some(("surface", [number], "")) => {
                    let number = Number::read(number)?.within(8, number)? as u32;
                    let (address, bytes) = value
                        .split_once(':')
                        .with_context(|| format!("expected ADDRESS:BYTES such as 0x100000000:64, found `{value}`"))?;
                    let address = Number::read(address)?.within(ADDRESS_BITS, address)?;
                    around.surfaces.push((number, address, Number::read(bytes)?.within(32, bytes)? as u32));
                }
                _ => self.settings.push(Setting { item, place: place.into(), value: value.into() }),
            },
        }
        Ok(())
    }

    /// Memory with what is given in it: nothing else is mapped, but for what shares a block of 16 bytes with it.
    pub fn memory(&self) -> Result<Memory> {
        const BLOCK: u64 = 16;
        let mut memory = Memory::new();
        let mut rest = self.global.iter().peekable();
        while let Some((&first, &byte)) = rest.next() {
            let base = first / BLOCK * BLOCK;
            let mut bytes = vec![0; (first - base) as usize];
            bytes.push(byte);
            while let Some((&at, &byte)) =
                rest.next_if(|(at, _)| **at / BLOCK <= (base + bytes.len() as u64 - 1) / BLOCK + 1)
            {
                bytes.resize((at - base) as usize, 0);
                bytes.push(byte);
            }
            memory.allocate_at(&format!("given {base:#x}"), base, &bytes).plain()?;
        }
        Ok(memory)
    }

    /// Puts what is given into the memory of the synchronisation unit.
    pub fn fill_device(&self, memory: &Memory) -> Result<()> {
        if self.device.is_empty() && self.unit.is_empty() {
            return Ok(());
        }
        let what = if self.device.is_empty() { "gs, gws, ring" } else { "gds" };
        let mut unit = memory
            .unit()
            .with_context(|| format!("{what}: this instruction does not ask the device's unit; leave its state out"))?;
        self.unit.iter().try_for_each(|preset| preset.set(&mut unit))?;
        self.device.iter().for_each(|(at, byte)| unit.gds_mut().store(*at as u32, 1, u64::from(*byte)));
        Ok(())
    }

    /// Bytes of shared memory.
    pub fn shared(&self) -> impl Iterator<Item = (u64, u8)> {
        self.shared.iter().map(|(at, byte)| (*at, *byte))
    }

    /// Bytes of the private memory of each lane.
    pub fn private(&self) -> impl Iterator<Item = (u64, u8)> {
        self.private.iter().map(|(at, byte)| (*at, *byte))
    }

    /// Sets the registers.
    pub fn set(&self, single: &Single, wave: &mut Wave) -> Result<()> {
        let named: Vec<&str> = self.settings.iter().map(|s| s.place.as_str()).collect();
        for setting in &self.settings {
            let item = Item { text: String::new(), origin: self.origins[setting.item].clone() };
            apply(single, setting, &named, wave).map_err(|e| item.wrong(format!("{}: {e}", setting.place)))?;
        }
        Ok(())
    }
}

/// `NAME[A][B]:SUFFIX` in parts.
struct Bracketed<'a>(&'a str, Vec<&'a str>, &'a str);

impl<'a> Bracketed<'a> {
    fn parts(&self) -> (&'a str, &[&'a str], &'a str) {
        (self.0, &self.1, self.2)
    }
}

fn bracketed(place: &str) -> Option<Bracketed<'_>> {
    let (name, rest) = place.split_once('[')?;
    let (inside, suffix) = rest.rsplit_once(']')?;
    Some(Bracketed(name, inside.split("][").collect(), suffix))
}

/// Writes values side by side from an offset on; gives the end.
fn fill(bytes: &mut Bytes, at: u64, suffix: &str, values: &str, limit: u64) -> Result<u64> {
    let width = match suffix {
        "" => None,
        ":1" | ":2" | ":4" | ":8" => suffix[1..].parse::<u64>().ok(),
        _ => bail!("expected :1, :2, :4 or :8 behind `]`, found `{suffix}`"),
    };
    let mut next = at;
    let texts: Vec<&str> = values.split(',').map(str::trim).collect();
    let numbers = texts.iter().map(|text| Number::read(text)).collect::<Result<Vec<_>>>()?;
    let wide = numbers.iter().any(|n| n.wide);
    if width.is_none() && wide && !numbers.iter().all(|n| n.wide) {
        bail!("some of these have more than 32 bits and some do not; say the width of all behind `]`, as in `]:8=`");
    }
    for (text, number) in texts.into_iter().zip(numbers) {
        let width = width.unwrap_or(if wide { 8 } else { 4 });
        let value = number.within(8 * width as u32, text)?;
        let end = next.checked_add(width).filter(|end| *end <= limit);
        let end = end.with_context(|| format!("expected at most {limit:#x} bytes, found {width} more at {next:#x}"))?;
        for (i, byte) in value.to_le_bytes().into_iter().enumerate().take(width as usize) {
            ensure!(bytes.insert(next + i as u64, byte).is_none(), "byte {:#x} is given twice", next + i as u64);
        }
        next = end;
    }
    Ok(next)
}

fn apply(single: &Single, setting: &Setting, named: &[&str], wave: &mut Wave) -> Result<()> {
    let Setting { place, value, .. } = setting;
    let values: Vec<&str> = value.split(',').map(str::trim).collect();
    let parts = bracketed(place);
    let (name, index) = match parts.as_ref().map(Bracketed::parts) {
        Some((name, [index], "")) => (name, Some(index)),
        Some(_) => {
            bail!("expected NAME, NAME[LANE] or NAME[FIRST:LAST]; memory is [ADDRESS], shared[..] or private[..]")
        }
        None => (place.as_str(), None),
    };
    // `v[2:3]` is registers, `v2[3]` a lane.
    if let Some((first, last)) = index.and_then(|i| i.split_once(':')) {
        let (first, last): (u32, u32) =
            first.parse().ok().zip(last.parse().ok()).context("expected FIRST:LAST in numbers")?;
        ensure!(first <= last, "expected the lower register first");
        let count = last - first + 1;
        let start = find(single, &format!("{name}{first}"))?;
        find(single, &format!("{name}{last}"))?;
        if values.len() == 1 && count <= 2 {
            return store(single, start, count, None, &values, wave);
        }
        ensure!(values.len() == count as usize, "expected {count} values of 32 bits, found {}", values.len());
        return (0..).zip(&values).try_for_each(|(i, text)| store(single, start + i, 1, None, &[text], wave));
    }
    let lane = index.map(|i| {
        i.parse::<u32>().ok().with_context(|| format!("expected the number of a lane or element, found `{i}`"))
    });
    let start = find(single, name)?;
    let wide = values.iter().any(|v| Number::read(v).is_ok_and(|v| v.wide));
    let pair = wide && matches!(single.registers[start].cells, Cells::Vector(..) | Cells::Scalar(_));
    if pair
        && let Some(next) = single.registers.get(start + 1)
        && named.iter().any(|place| find(single, place.split('[').next().unwrap_or(place)).ok() == Some(start + 1))
    {
        bail!(
            "`{value}` has more than 32 bits and goes on in {0}, which is given too; give 32 bits, or leave {0} out",
            next.name
        );
    }
    store(single, start, if pair { 2 } else { 1 }, lane.transpose()?, &values, wave)
}

/// The lanes of a mask: their bits in hexadecimal, `all` or `none`. Whether `1` is lane 0 or every lane, only a wave of one
/// lane leaves no doubt of.
fn mask(text: &str, items: u32) -> Result<u64> {
    match text {
        "all" => return Ok(u64::from(u32::MAX)),
        "none" => return Ok(0),
        _ => {}
    }
    let number = Number::read(text)?;
    let plain = number.bits == 0 || number.bits == 1 && items == 1;
    ensure!(
        number.hex || plain,
        "expected lanes: `all`, `none`, or bits by lane in hexadecimal such as 0x1 for lane 0 alone; found `{text}`, which could \
         be either"
    );
    number.within(32, text)
}

/// The position of a register.
fn find(single: &Single, name: &str) -> Result<usize> {
    let synonym =
        single.synonyms.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map_or(name, |(_, real)| real);
    let exact = single.registers.iter().position(|r| r.name == synonym);
    let found = exact.or_else(|| single.registers.iter().position(|r| r.name.eq_ignore_ascii_case(synonym)));
    found.with_context(|| format!("no register `{name}`; there are {}", single.known))
}

/// Puts values into `count` registers from `start` on: one value everywhere, or one per lane or element from `index` on.
fn store(
    single: &Single,
    start: usize,
    count: u32,
    index: Option<u32>,
    values: &[&str],
    wave: &mut Wave,
) -> Result<()> {
    let family = |r: &Register| {
        r.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches("lo").trim_end_matches("hi").to_string()
    };
    let first = &single.registers[start];
    let all = single
        .registers
        .get(start..start + count as usize)
        .filter(|all| all.iter().all(|r| family(r) == family(first)));
    let all = all.with_context(|| {
        format!("expected at most 32 bits, found `{}`; no register follows {}", values[0], first.name)
    })?;
    let (elements, bits) = (first.elements(), first.bits() * count);
    if let (Cells::Mask(_), [text], None) = (first.cells, values, index) {
        let lanes = mask(text, single.dispatch.items())?;
        (0..elements).for_each(|i| first.set(wave, i, lanes >> i));
        return Ok(());
    }
    let from = index.unwrap_or(0);
    let given = if index.is_none() && values.len() == 1 { elements } else { values.len() as u32 };
    ensure!(
        from.checked_add(given).is_some_and(|end| end <= elements),
        "expected at most {elements} lanes or elements, found number {}",
        from.saturating_add(given).saturating_sub(1)
    );
    for i in 0..given {
        let text = values[i as usize % values.len()];
        let value = Number::read(text)?.within(bits, text)?;
        for (n, register) in all.iter().enumerate() {
            register.set(wave, from + i, value >> (32 * n));
        }
    }
    Ok(())
}
