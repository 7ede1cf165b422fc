//! The state of the machine before the first instruction, in addition to the buffers and arguments of a launch. One notation,
//! `PLACE=VALUE`, is used for single instructions, launches and cases.
//!
//! | place | value | meaning |
//! | --- | --- | --- |
//! | `vmid` | `0..15` | the VMID whose share of the synchronization unit is used |
//! | `gws.base`, `gws.size` | number | GWS resources that the VMID owns |
//! | `gds.base`, `gds.size` | bytes | its part of the GDS |
//! | `ordered.mask` | 16 bits | its ordered counters |
//! | `GDS_GWS_VMIDn`, `GDS_VMIDn_BASE`, `GDS_VMIDn_SIZE`, `GDS_OA_VMIDn` | number | the same for VMID n, as bits of the hardware register |
//! | `gws[N]` | `COUNTER:TYPE:FLAG:WAVE/TAG,..` | 12 bits, `semaphore` or `barrier`, 0 or 1, FIFO oldest first |
//! | `ring[N]` | `ELEMENTS:tracked:FREE` | ordered counter N runs through a ring; with `tracked` a request waits for room |
//! | `gs[N]` | number | a GS register, which is the counter |
//! | `gds[OFFSET]` | numbers | bytes of the GDS, from its start and not from the VMID's |
//! | `walker` | wave | the wave that may count next, for a single instruction |
//! | `wave` | number | the wave of the instruction, for a single instruction |
//! | `nack` | `BASE:SIZE,..` | the resources that a handler gives the VMID at each NACK, before the wave issues its instruction again |
//! | `active` | lanes | lanes that are active at the start, if the target has no register for it; the other lanes have ended |
//! | `coverage` | lanes | lanes that cover a sample; the other lanes are helpers |
//! | `sparse[ADDRESS]` | bytes | mapped without pages |
//! | `surface[N]` | [`Surface`] | a surface by number |
//! | a register | numbers | its initial value in every wave: `exec`, `m0`, `s7`, `P0` |
//! | `mode`, `fp_denorm`, .. | number | MODE, or a field of it |
//!
//! The parts of `gws[N]` after the counter default to `semaphore`, 0 and an empty FIFO.
//!
//! A target declares its places ([`Machine`]); an item with another place is refused by name.

mod error;
pub mod number;
mod registers;
mod surface;
mod unit;

pub use error::SetupError;
pub use registers::{RegisterNames, Setting, settled};
pub use surface::{Arrangement, Surface, SurfaceKind, SurfacePlace};
pub use unit::shown;

pub(crate) use error::Result;
pub use error::{bail, ensure};

use isotope_machine::Dispatch;
use isotope_machine::mem::{ADDRESS_BITS, Memory};
use isotope_machine::register::Register;
use isotope_machine::sync::GwsRange;
use isotope_object::Kernel;

use number::{Bytes, Number, bracketed, fill};
use unit::{OWNED, Preset};

/// Bytes of GDS that can be named.
const DEVICE_BYTES: u64 = 4096;

/// Families of places that a target has or has not.
pub mod family {
    /// All places of the synchronization unit.
    pub const UNIT: &str = "synchronization unit";
    /// `coverage`.
    pub const COVERAGE: &str = "coverage of lanes";
    /// `active`.
    pub const ACTIVE: &str = "place `active` (lanes are in exec where the target has that register)";
    /// `sparse[..]`.
    pub const SPARSE: &str = "sparse pages";
    /// `surface[..]`.
    pub const SURFACES: &str = "surfaces by number";
}

/// Places that documents name but that are not modelled, with the alternative.
const ABSENT: [(&str, &str); 2] = [
    (
        "packer",
        "packers of graphics are not modelled: ordered counts follow the order in which the dispatch creates waves",
    ),
    ("head", "the head of a FIFO is its first entry: give the FIFO, gws[N]=COUNTER:TYPE:FLAG:WAVE/TAG,.."),
];

/// What a target declares about its machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Keys that change how code is lifted.
    pub keys: &'static [&'static str],
    /// Its families of places ([`family`]).
    pub places: &'static [&'static str],
    /// Puts surfaces where instructions find them by number.
    pub surfaces: fn(&[Surface], &mut Dispatch, &mut Memory) -> Result<()>,
    /// Registers that a launch of a kernel can set.
    pub registers: fn(&Kernel) -> Registers,
}

/// The registers of a target.
#[derive(Clone, Debug)]
pub struct Registers {
    /// In order.
    pub list: Vec<Register>,
    /// Other names.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// The names of the registers as text.
    pub known: &'static str,
}

/// Items that are read and not yet applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    vmid: Option<u8>,
    wave: Option<u32>,
    unit: Vec<Preset>,
    device: Bytes,
    grants: Option<Vec<GwsRange>>,
    coverage: Option<u32>,
    active: Option<u32>,
    sparse: Vec<(u64, u64)>,
    /// Surfaces, in the order of the items.
    pub surfaces: Vec<Surface>,
    /// Keys of the target, with values.
    pub keys: Vec<(String, String)>,
    /// Registers.
    pub settings: Vec<Setting>,
}

impl Setup {
    /// Reads items `PLACE=VALUE` of a launch.
    ///
    /// # Errors
    /// The wrong item, and why.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::setup::Setup;
    /// let gfx1100 = &isotope_targets::TARGETS.find("gfx1100").unwrap().isa().machine;
    /// let setup = Setup::read(["gws.base=8", "gws[8]=2:barrier", "gds[0]=1,2", "m0=0x10000"], gfx1100).unwrap();
    /// assert_eq!(setup.settings.len(), 1);
    /// let error = Setup::read(["coverage=0x3"], gfx1100).unwrap_err();
    /// assert!(error.to_string().starts_with("coverage: this target has no coverage of lanes"));
    /// ```
    pub fn read<'a>(items: impl IntoIterator<Item = &'a str>, machine: &Machine) -> Result<Setup> {
        let (mut setup, mut seen) = (Setup::default(), Vec::new());
        for item in items {
            let Some((place, value)) = item.split_once('=').map(|(place, value)| (place.trim(), value.trim())) else {
                bail!("expected PLACE=VALUE such as gws.base=8, found `{}`", item.escape_debug())
            };
            ensure!(!seen.contains(&place), "{place}: given twice");
            seen.push(place);
            let of_op = match bracketed(place).map(|p| p.name) {
                Some("" | "shared" | "private" | "c") => true,
                _ => matches!(place, "lanes" | "shared" | "private"),
            };
            if matches!(place, "walker" | "wave") {
                bail!(
                    "{place}: the launch numbers waves in the order in which it creates them, and the walker begins at the first: \
                     a walker that begins elsewhere would skip waves"
                );
            }
            if of_op {
                bail!(
                    "{place}: a launch has this from elsewhere: buffers and constants are arguments or data of the file"
                );
            }
            if !setup.place(place, value, machine).map_err(|e| e.at(place))? {
                setup.settings.push(Setting { place: place.into(), value: value.into() });
            }
            if setup.unit.iter().any(Preset::is_of_waves) {
                bail!(
                    "{place}: a launch numbers its waves anew, so that no wave waits when it begins; leave the FIFO out"
                );
            }
        }
        Ok(setup)
    }

    /// Reads one place with its value; returns false if the place is a register.
    ///
    /// # Errors
    /// An error in the value, or a place that the target does not have.
    pub fn place(&mut self, place: &str, value: &str, machine: &Machine) -> Result<bool> {
        let has = |what: &'static str| -> Result<()> {
            ensure!(machine.places.contains(&what), "this target has no {what}; it has {}", either(machine.places));
            Ok(())
        };
        let name = place.split(['[', '.']).next().unwrap_or(place);
        if let Some((_, why)) = ABSENT.iter().find(|(absent, _)| *absent == name) {
            bail!("{why}");
        }
        if machine.keys.contains(&place) {
            self.keys.push((place.into(), value.into()));
            return Ok(true);
        }
        if let Some(presets) = Preset::raw(place, value)? {
            has(family::UNIT)?;
            self.unit.extend(presets);
            return Ok(true);
        }
        let indexed = bracketed(place);
        match (name, indexed.as_ref().map(|p| (&p.inside[..], p.suffix))) {
            ("vmid", None) => {
                has(family::UNIT)?;
                self.vmid = Some(unit::vmid(value)?);
            }
            ("wave", None) => {
                has(family::UNIT)?;
                self.wave = Some(Number::of(value, 32)? as u32);
            }
            ("walker", None) => {
                has(family::UNIT)?;
                self.unit.push(Preset::Walker(isotope_machine::sync::WaveId(Number::of(value, 32)? as u32)));
            }
            ("nack", None) => {
                has(family::UNIT)?;
                self.grants = Some(unit::grants(value)?);
            }
            ("gws" | "gds" | "ordered", None) => {
                has(family::UNIT)?;
                match Preset::owned(place, value)? {
                    Some(preset) => self.unit.push(preset),
                    None => bail!("expected {}, gws[N] or gds[OFFSET]", either(&OWNED.map(|(name, _)| name))),
                }
            }
            ("gds", Some(([at], suffix))) => {
                has(family::UNIT)?;
                fill(&mut self.device, Number::of(at, 64)?, suffix, value, DEVICE_BYTES)?;
            }
            ("gs" | "gws" | "ring", Some(([at], ""))) => {
                has(family::UNIT)?;
                self.unit.extend(Preset::indexed(name, at, value)?);
            }
            ("coverage", None) => {
                has(family::COVERAGE)?;
                self.coverage = Some(registers::lanes(value)?);
            }
            ("active", None) => {
                has(family::ACTIVE)?;
                self.active = Some(registers::lanes(value)?);
            }
            ("sparse", Some(([at], ""))) => {
                has(family::SPARSE)?;
                self.sparse.push((Number::of(at, ADDRESS_BITS)?, Number::of(value, ADDRESS_BITS)?));
            }
            ("surface", Some(([number], ""))) => {
                has(family::SURFACES)?;
                self.surfaces.push(Surface::read(Number::of(number, 8)? as u32, value)?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Applies everything to a dispatch and its memory, except [`Setup::keys`], which the target reads before lifting, and the registers.
    ///
    /// # Errors
    /// An item for which the program or the memory has no room.
    pub fn apply(&self, machine: &Machine, dispatch: &mut Dispatch, memory: &mut Memory) -> Result<()> {
        if let Some(vmid) = self.vmid {
            dispatch.vmid = vmid;
        }
        if let Some(lanes) = self.coverage {
            dispatch.coverage = lanes;
        }
        if let Some(lanes) = self.active {
            dispatch.active = lanes;
        }
        for (at, bytes) in &self.sparse {
            let mapped = memory.map_sparse(&format!("sparse {at:#x}"), *at, *bytes);
            mapped.map_err(|e| SetupError::new(format!("sparse[{at:#x}]: {e}")))?;
        }
        if !self.surfaces.is_empty() {
            (machine.surfaces)(&self.surfaces, dispatch, memory)?;
        }
        let asks = !self.device.is_empty() || !self.unit.is_empty() || self.grants.is_some();
        let Some(mut unit) = memory.unit() else {
            ensure!(
                !asks,
                "{}: this instruction or kernel does not ask the device's unit; leave its state out",
                if self.device.is_empty() { "gws, gs, ring, nack" } else { "gds" }
            );
            return Ok(());
        };
        let (rings, others): (Vec<_>, Vec<_>) = self.unit.iter().partition(|p| matches!(p, Preset::Ring(..)));
        rings.into_iter().chain(others).try_for_each(|preset| preset.set(&mut unit, dispatch.vmid))?;
        for (at, byte) in &self.device {
            unit.gds_mut().store(*at as u32, 1, u64::from(*byte));
        }
        if let Some(grants) = &self.grants {
            unit.set_grants(dispatch.vmid, grants);
        }
        Ok(())
    }

    /// Sets the given registers at the start of every wave of a launch of `kernel`.
    ///
    /// # Errors
    /// An unknown register, or a value that does not fit.
    pub fn start(&self, machine: &Machine, kernel: &Kernel, dispatch: &mut Dispatch) -> Result<()> {
        if self.settings.is_empty() {
            return Ok(());
        }
        let Registers { list: mut registers, synonyms, known } = (machine.registers)(kernel);
        registers.retain(|register: &Register| register.fits(&dispatch.program));
        let items = dispatch.items().min(dispatch.wave_size());
        let named = RegisterNames { registers: &registers, synonyms, known, items };
        let given = settled(&self.settings, named).map_err(|(_, error)| error)?;
        dispatch.start.given.extend(given);
        Ok(())
    }

    /// Restores the waves in FIFOs and the walker, after a caller has numbered the waves anew.
    ///
    /// # Errors
    /// As [`Setup::apply`].
    pub fn waves(&self, unit: &mut isotope_machine::sync::Unit, vmid: u8) -> Result<()> {
        self.unit.iter().filter(|preset| preset.is_of_waves()).try_for_each(|preset| preset.set(unit, vmid))
    }

    /// The number of the wave, for a single instruction.
    pub fn wave(&self) -> Option<u32> {
        self.wave
    }
}

/// `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [] => "none of these".into(),
        [one] => (*one).into(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}
