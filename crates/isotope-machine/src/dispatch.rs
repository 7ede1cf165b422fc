//! What is launched: a bound program, its grid, and what the launch adds to the state of each group.

use std::ops::Range;

use isotope_op::assume::{Assumptions, Chosen, Fill, LaunchRules, Orders};

use super::host::{Absent, Function, Service};
use super::interp::special;
use super::register::Given;
use super::state::{BARRIERS, Barrier, Files, Group, Wave};
use super::wide::Wide;
use crate::mem::Store;
use crate::mem::sample::Texture;
use crate::mem::surface::HeaderPool;
use crate::mem::typed::Shape;
use isotope_ir::effect::{LANES, Slot, Special};
use isotope_ir::program::{ConstWord, Program};
use isotope_superblock::{Superblocks, superblocks};

/// A part of the generic address space that maps to another memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// First address.
    pub base: u64,
    /// It has two to this many bytes and starts on a multiple of that.
    pub log2_size: u8,
}

impl Window {
    /// Whether an address is in the window.
    pub fn holds(self, address: u64) -> bool {
        address >> self.log2_size == self.base >> self.log2_size
    }
}

/// Where shared and private memory appear in generic addresses.
///
/// # Units
/// Bytes. SPA 5.0: each window is 16 MiB on a 16 MiB boundary below 4 GiB (oracle: ptxas code for `isspacep`). RDNA3: 4 GiB,
/// chosen by bits 63:32 of the address register, before the instruction's offset is added (spec: RDNA3 ISA guide,
/// aperture check). The bases are the driver's choice (assumed).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Windows {
    /// The shared window.
    pub shared: Window,
    /// The private window.
    pub private: Window,
    /// The window is chosen before the instruction's offset is added.
    pub before_offset: bool,
    /// Bytes of the widest aligned access that reaches private memory through its window; a wider one faults. RDNA3: 4 for
    /// atomics, the only accesses that are aligned there (spec: RDNA3 ISA guide, FLAT).
    pub private_aligned: u8,
    /// The assumption behind the places of the windows, which a fault names.
    pub assumption: Option<Chosen>,
}

impl Default for Windows {
    fn default() -> Windows {
        let window = |base| Window { base, log2_size: 24 };
        Windows {
            shared: window(0x0100_0000),
            private: window(0x0200_0000),
            before_offset: false,
            private_aligned: 16,
            assumption: None,
        }
    }
}

/// What an access past the end of shared memory does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PastShared {
    /// It is a fault.
    #[default]
    Fault,
    /// Writes are dropped, reads and returned values are 0.
    Drop,
}

/// What a binding table entry leads to: a part of global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableEntry {
    /// Its number.
    pub entry: u32,
    /// First address.
    pub base: u64,
    /// Size in bytes; accesses beyond it are dropped.
    pub bytes: u64,
    /// Format and extent, where it is more than a buffer.
    pub shape: Option<Shape>,
}

/// First value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Initial {
    /// A fixed value.
    Value(u32),
    /// A value that the machine knows.
    Special(Special),
}

/// What a wave's registers start with; all others are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Start {
    /// Scalar words.
    pub scalars: Vec<(u16, Initial)>,
    /// Vectors of lanes 31:0.
    pub vectors: Vec<(Slot, Initial)>,
    /// Vectors of lanes 63:32.
    pub upper: Vec<(Slot, Initial)>,
    /// Single words of the register file.
    pub words: Vec<(u32, Initial)>,
    /// Packed 16-bit values of consecutive lanes in the register file.
    pub packed: Vec<Packed>,
    /// Registers set by hand, after all others.
    pub given: Vec<Given>,
}

/// The low halves of a lane-wide value, lane after lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    /// Byte of the register file where the first lane's half is, even.
    pub byte: u32,
    /// The value.
    pub what: Special,
    /// First lane.
    pub first: u32,
    /// Number of lanes.
    pub lanes: u32,
    /// Bits by which the value is shifted down first.
    pub shift: u8,
}

/// What starting groups reuse from groups that have ended.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    /// These, without large private memory.
    pub groups: Vec<Group>,
    /// First contents of waves of whole groups, by wave number, except for values that depend on the group.
    images: Vec<Files>,
}

/// The first lanes of a wave: this many, at most all.
fn lanes_of(items: u32) -> u32 {
    if items >= LANES as u32 { u32::MAX } else { (1 << items) - 1 }
}

/// Work-items that may run in one group.
pub const MAX_GROUP_SIZE: u64 = 1024;
/// Most shared memory of one group, in bytes (a Maxwell SM has 96 KiB; a group may use 48 KiB, the model is generous).
pub const MAX_SHARED: u32 = 1 << 20;
/// Most private memory of one lane, in bytes.
pub const MAX_PRIVATE: u32 = 512 << 10;

/// A launch that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DispatchError {
    /// A dimension is zero.
    #[error("the {what} is {size:?}: every dimension must be at least 1")]
    Empty {
        /// `grid` or `group`.
        what: &'static str,
        /// As given.
        size: [u32; 3],
    },
    /// Too many work-items in a group.
    #[error("a group of {size:?} has {items} work-items; at most {MAX_GROUP_SIZE} fit, use smaller groups")]
    GroupTooLarge {
        /// As given.
        size: [u32; 3],
        /// Product of the sizes.
        items: u64,
    },
    /// The number of groups does not fit 32 bits.
    #[error("a grid of {size:?} has more than 2^32 - 1 groups; launch it in parts")]
    GridTooLarge {
        /// As given.
        size: [u32; 3],
    },
    /// More memory than the machine has.
    #[error("{bytes} bytes of {what} memory are more than the {limit} that fit")]
    MemoryTooLarge {
        /// `shared` or `private`.
        what: &'static str,
        /// Requested bytes.
        bytes: u32,
        /// The limit.
        limit: u32,
    },
}

/// A launch, ready to run.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The program, bound to its constants.
    pub program: Program,
    /// Steps that run as one.
    pub superblocks: Superblocks,
    /// Number of groups.
    pub groups: [u32; 3],
    /// Work-items of a group.
    pub group_size: [u32; 3],
    /// Work-items of the last groups in each dimension, 0 where these are whole; smaller than `group_size`.
    pub remainder: [u32; 3],
    /// Shared memory of a group.
    pub shared_bytes: u32,
    /// Private memory of a lane.
    pub private_bytes: u32,
    /// Windows of generic addresses.
    pub windows: Windows,
    /// Assumptions.
    pub assumptions: Assumptions,
    /// Order of lanes and of branch sides.
    pub orders: Orders,
    /// Assumptions about first values and clocks.
    pub open: LaunchRules,
    /// Where surface headers are.
    pub headers: Option<HeaderPool>,
    /// Textures, the first under the handle [`FIRST_HANDLE`](crate::mem::sample::FIRST_HANDLE).
    pub textures: Vec<Texture>,
    /// Constant banks, for loads with a computed address.
    pub banks: Vec<(u8, Store)>,
    /// What registers start with.
    pub start: Start,
    /// What an access past the end of shared memory does.
    pub past_shared: PastShared,
    /// Address in memory of the first byte of the program's code.
    pub code_base: u64,
    /// The VMID whose share of the synchronization unit the launch uses.
    pub vmid: u8,
    /// Barriers that a group may use, at most [`BARRIERS`].
    pub barriers: u8,
    /// Surfaces by binding table entry.
    pub table: Vec<TableEntry>,
    /// Raster coverage of every wave: lanes outside it do not take part in atomics and surface reductions.
    pub coverage: u32,
    /// Lanes that exist in every wave, within the size of the group.
    pub active: u32,
    /// A host process that serves the waves.
    pub service: Option<Service>,
    /// Functions of that process that lanes call.
    pub functions: &'static [Function],
    /// Addresses that stand for something absent.
    pub absent: Vec<Absent>,
    /// Whether groups wait for each other: all of them get turns between two barriers of one.
    pub cooperative: bool,
    /// Host vectors.
    pub(crate) wide: Wide,
}

impl Dispatch {
    /// A launch of `program` over `groups` × `group_size`, its constants taken from `banks`.
    ///
    /// # Errors
    /// When the shape is empty or too large.
    pub fn new(
        program: &Program,
        groups: [u32; 3],
        group_size: [u32; 3],
        banks: Vec<(u8, Vec<u8>)>,
    ) -> Result<Dispatch, DispatchError> {
        for (what, size) in [("grid", groups), ("group size", group_size)] {
            if size.contains(&0) {
                return Err(DispatchError::Empty { what, size });
            }
        }
        let items = group_size.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::from(d))).unwrap_or(u64::MAX);
        if items > MAX_GROUP_SIZE {
            return Err(DispatchError::GroupTooLarge { size: group_size, items });
        }
        if groups.iter().try_fold(1u32, |n, &d| n.checked_mul(d)).is_none() {
            return Err(DispatchError::GridTooLarge { size: groups });
        }
        let mut program = program.bind(|ConstWord { bank, offset }| {
            let bytes = &banks.iter().find(|(number, _)| *number == bank)?.1;
            let word = bytes.get(offset as usize..offset as usize + 4)?;
            Some(u32::from_le_bytes(word.try_into().ok()?))
        });
        let banks = banks.into_iter().map(|(number, bytes)| (number, Store::from_bytes(&bytes))).collect();
        let superblocks = superblocks(&mut program);
        Ok(Dispatch {
            program,
            superblocks,
            groups,
            group_size,
            remainder: [0; 3],
            shared_bytes: 0,
            private_bytes: 0,
            windows: Windows::default(),
            assumptions: Assumptions::DEFAULT,
            orders: Orders::DEFAULT,
            open: LaunchRules::DEFAULT,
            headers: None,
            textures: Vec::new(),
            banks,
            barriers: 16,
            table: Vec::new(),
            start: Start::default(),
            past_shared: PastShared::Fault,
            code_base: 0,
            vmid: 0,
            coverage: u32::MAX,
            active: u32::MAX,
            service: None,
            functions: &[],
            absent: Vec::new(),
            cooperative: false,
            wide: Wide::of_host(),
        })
    }

    /// Sets the sizes of shared and private memory.
    ///
    /// # Errors
    /// When a size is above its limit.
    pub fn with_memory(mut self, shared_bytes: u32, private_bytes: u32) -> Result<Dispatch, DispatchError> {
        let sizes = [("shared", shared_bytes, MAX_SHARED), ("private", private_bytes, MAX_PRIVATE)];
        for (what, bytes, limit) in sizes {
            if bytes > limit {
                return Err(DispatchError::MemoryTooLarge { what, bytes, limit });
            }
        }
        self.shared_bytes = shared_bytes.next_multiple_of(16);
        self.private_bytes = private_bytes.next_multiple_of(16);
        Ok(self)
    }

    /// Why an address is in no region.
    pub(super) fn nothing_at(&self, address: u64) -> &str {
        let known = self.absent.iter().find(|absent| absent.addresses.contains(&address));
        known.map_or("nothing is allocated there", |absent| &absent.what)
    }

    /// Number of groups.
    pub fn group_count(&self) -> u32 {
        self.groups.iter().product()
    }

    /// Work-items of the group at an index.
    pub fn size_of(&self, group: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|d| match self.remainder[d] {
            rest if rest != 0 && group[d] + 1 == self.groups[d] => rest,
            _ => self.group_size[d],
        })
    }

    /// Work-items of a whole group.
    pub fn items(&self) -> u32 {
        self.group_size.iter().product()
    }

    /// Waves of a whole group.
    pub fn waves(&self) -> u32 {
        self.items().div_ceil(self.wave_size())
    }

    /// Work-items of a wave.
    pub fn wave_size(&self) -> u32 {
        match (self.program.upper, self.program.lanes) {
            (Some(_), _) => 2 * LANES as u32,
            (None, 0) => LANES as u32,
            (None, lanes) => lanes,
        }
    }

    /// Approximate bytes of state of a group.
    pub fn group_bytes(&self) -> u64 {
        let wave = 4 * u64::from(self.program.register_words)
            + u64::from(self.wave_size()) * u64::from(self.private_bytes)
            + 512;
        u64::from(self.shared_bytes) + u64::from(self.waves()) * wave
    }

    /// Approximate bytes of state of all groups.
    pub fn state_bytes(&self) -> u64 {
        self.group_bytes().saturating_mul(self.group_count().into())
    }

    /// The group with linear index `n`, x fastest, as it starts.
    pub fn group(&self, n: u32) -> Group {
        self.group_within(n, &mut Spare::default(), None)
    }

    /// The group `n` at its start, in the storage of an ended group if there is one. If `needed` (and constants) are the only words that
    /// waves may read before they write them, other words keep what ended waves left.
    pub(crate) fn group_within(&self, n: u32, spare: &mut Spare, needed: Option<&[Range<usize>]>) -> Group {
        let [gx, gy, _] = self.groups;
        let index = [n % gx, n / gx % gy, n / gx / gy];
        let size = self.size_of(index);
        let items: u32 = size.iter().product();
        // Waves of whole groups differ only in values that depend on the group.
        let repeats = size == self.group_size
            && self.start.given.is_empty()
            && [self.open.memory, self.open.registers] == [Fill::Zero; 2];
        let images = &mut spare.images;
        let mut wave = |number: u32, files: Files| {
            let items = (items - number * self.wave_size()).min(self.wave_size());
            let lanes = lanes_of(items) & self.active;
            let id = n.wrapping_mul(self.waves()).wrapping_add(number);
            if let Some(image) = images.get(number as usize).filter(|_| repeats) {
                let all = 0..self.program.register_words as usize;
                let files = files.like(image, needed.unwrap_or(std::slice::from_ref(&all)));
                let mut wave = Wave::like(files, &self.program, number, lanes, self.private_bytes);
                (wave.id, wave.coverage) = (id, self.coverage);
                if cfg!(debug_assertions) {
                    wave.set_constants(&self.program);
                }
                self.begin(&mut wave, index, |initial| matches!(initial, Initial::Special(Special::GroupId(_))));
                return wave;
            }
            let mut wave = Wave::within(files, &self.program, number, lanes, self.private_bytes);
            (wave.id, wave.coverage) = (id, self.coverage);
            self.fill(&mut wave);
            self.set(&mut wave, index, items);
            // The first group may be the only one, so its waves are not stored.
            if repeats && n != 0 && images.len() == number as usize {
                images.push(Files::of(&wave));
            }
            wave
        };
        let nothing = || Group { index, waves: Vec::new(), shared: Store::default(), barriers: Default::default() };
        let Group { mut waves, shared, .. } = spare.groups.pop().unwrap_or_else(nothing);
        let count = items.div_ceil(self.wave_size());
        waves.truncate(count as usize);
        for (number, ended) in (0..).zip(&mut waves) {
            *ended = wave(number, ended.take_files());
        }
        waves.extend((waves.len() as u32..count).map(|number| wave(number, Files::default())));
        let shared = shared.renewed(self.shared_bytes.into());
        Group { index, waves, shared: self.unwritten(shared, n.into()), barriers: [Barrier::default(); BARRIERS] }
    }

    /// The waves of a group at their start, without private memory; registers that the launch does not set hold these words (the scalar
    /// file follows the register file).
    pub(crate) fn waves_on(&self, group: [u32; 3], words: impl Fn(usize) -> u32) -> Vec<Wave> {
        let items: u32 = self.size_of(group).iter().product();
        let wave = |number: u32| {
            let items = (items - number * self.wave_size()).min(self.wave_size());
            let lanes = lanes_of(items) & self.active;
            let mut wave = Wave::within(Files::default(), &self.program, number, lanes, 0);
            self.fill_registers(&mut wave, &words);
            self.set(&mut wave, group, items);
            wave
        };
        (0..items.div_ceil(self.wave_size())).map(wave).collect()
    }

    /// Sets what the launch defines in a wave with this many work-items.
    fn set(&self, wave: &mut Wave, group: [u32; 3], items: u32) {
        let upper = lanes_of(items.saturating_sub(LANES as u32));
        if let Some(word) = self.program.upper {
            wave.scalars[usize::from(word)] = upper;
        }
        self.begin(wave, group, |_| true);
        self.start.given.iter().for_each(|given| given.set(wave));
        // A wave cannot have lanes that its group does not have.
        wave.set_active(wave.active() & !wave.ended);
        if let Some(word) = self.program.upper {
            wave.scalars[usize::from(word)] &= upper;
        }
    }

    /// Writes the first values for which `which` holds.
    fn begin(&self, wave: &mut Wave, group: [u32; 3], which: impl Fn(&Initial) -> bool) {
        let value = |wave: &Wave, initial, half| match initial {
            Initial::Value(value) => [value; LANES],
            Initial::Special(what) => special(self, group, wave, what, half),
        };
        for &(word, initial) in self.start.scalars.iter().filter(|(_, initial)| which(initial)) {
            wave.scalars[usize::from(word)] = value(wave, initial, 0)[0];
        }
        for &(word, initial) in self.start.words.iter().filter(|(_, initial)| which(initial)) {
            wave.registers[word as usize] = value(wave, initial, 0)[0];
        }
        for packed in self.start.packed.iter().filter(|packed| which(&Initial::Special(packed.what))) {
            let lanes = value(wave, Initial::Special(packed.what), 0).map(|value| value >> packed.shift);
            let own = lanes.get(packed.first as usize..(packed.first + packed.lanes) as usize);
            if let (0, Some((pairs, []))) = (packed.byte % 4, own.map(<[u32]>::as_chunks::<2>)) {
                let words = wave.registers[packed.byte as usize / 4..].iter_mut();
                words.zip(pairs).for_each(|(word, [low, high])| *word = low & 0xffff | high << 16);
                continue;
            }
            for i in 0..packed.lanes {
                let at = packed.byte + 2 * i;
                let (word, shift) = (&mut wave.registers[at as usize / 4], 8 * (at % 4));
                let half = lanes[(packed.first + i) as usize % LANES] & 0xffff;
                *word = *word & !(0xffff << shift) | half << shift;
            }
        }
        for (half, vectors) in [&self.start.vectors, &self.start.upper].into_iter().enumerate() {
            for &(slot, initial) in vectors.iter().filter(|(_, initial)| which(initial)) {
                let lanes = value(wave, initial, half as u32);
                wave.set_lanes(slot, &lanes, u32::MAX);
            }
        }
    }

    /// Memory that is not initialized, now zeros, filled as the launch rules say.
    fn unwritten(&self, store: Store, of: u64) -> Store {
        if self.open.memory != Fill::Zero {
            store.write_bytes(0, &self.open.memory.bytes(of).take(store.len() as usize).collect::<Vec<u8>>());
        }
        store
    }

    /// Fills registers and private memory before the launch sets any.
    fn fill(&self, wave: &mut Wave) {
        let of = u64::from(wave.id) + (1 << 40);
        if self.open.memory != Fill::Zero {
            wave.private = self.unwritten(std::mem::take(&mut wave.private), of);
        }
        if self.open.registers != Fill::Zero {
            self.fill_registers(wave, |at| self.open.registers.word(of, at as u64));
        }
    }

    /// Fills the register file, and after it the scalar file.
    fn fill_registers(&self, wave: &mut Wave, first: impl Fn(usize) -> u32) {
        let active = wave.active();
        wave.registers.iter_mut().enumerate().for_each(|(at, word)| *word = first(at));
        let behind = wave.registers.len();
        wave.scalars.iter_mut().enumerate().for_each(|(at, word)| *word = first(behind + at));
        wave.set_constants(&self.program);
        wave.set_active(active);
    }
}

#[cfg(test)]
mod tests {
    use isotope_ir::effect::{Control, LaneRelation, Mask};
    use isotope_ir::program::Builder;

    use super::*;
    use crate::state::{Entry, EntryKind, Status};

    /// Programs for waves of 8 to 64 lanes.
    fn programs() -> Vec<Program> {
        let plain = || Builder::new("waits", 12, 12, &[]);
        let all = [plain(), plain().with_lanes(8), plain().with_lanes(16), plain().with_upper_half(1)];
        all.into_iter()
            .map(|mut p| {
                p.begin();
                p.finish(0, Mask::ALL, Control::Exit, "exit".into());
                p.build()
            })
            .collect()
    }

    #[test]
    fn waves_that_start_as_copies_are_what_others_are() {
        let of = |what| Initial::Special(what);
        let dims = [0, 1, 2];
        let mut whats: Vec<Special> = dims.map(Special::LocalId).into();
        whats.extend(dims.map(Special::GroupId));
        whats.extend(dims.map(Special::GroupSize));
        whats.extend(dims.map(Special::GroupCount));
        whats.extend([Special::LaneId, Special::WaveId, Special::LocalIdPacked, Special::LocalIdPacked10]);
        whats.push(Special::LaneMask(LaneRelation::Lt));
        let mut copies = 0;
        for program in programs() {
            for (size, remainder) in [([64, 1, 1], [0; 3]), ([40, 3, 1], [9, 0, 0]), ([7, 2, 3], [0, 1, 2])] {
                let mut dispatch = Dispatch::new(&program, [3, 2, 2], size, Vec::new()).unwrap();
                dispatch.remainder = remainder;
                for (n, what) in whats.iter().enumerate() {
                    let start = &mut dispatch.start;
                    match n % 3 {
                        0 => start.scalars.push((2 + n as u16 / 3, of(*what))),
                        1 => start.words.push((n as u32, of(*what))),
                        _ => start.vectors.push((Slot(64 + n as u32 / 3 * 32), of(*what))),
                    }
                }
                start_packed(&mut dispatch.start);
                let mut spare = Spare::default();
                for n in 0..dispatch.group_count() {
                    let group = dispatch.group_within(n, &mut spare, None);
                    assert_eq!(group, dispatch.group(n), "group {n} of {size:?}");
                    let needed = [0..9, 64..80];
                    let some = dispatch.group_within(n, &mut spare, Some(&needed));
                    for (wave, all) in some.waves.iter().zip(&group.waves) {
                        assert_eq!(wave.scalars, all.scalars);
                        needed
                            .iter()
                            .for_each(|part| assert_eq!(wave.registers[part.clone()], all.registers[part.clone()]));
                    }
                    copies += spare.images.len();
                    let ended = [some, group].map(|mut group| {
                        for wave in &mut group.waves {
                            wave.registers.fill(!0);
                            wave.scalars.fill(!0);
                            wave.stack.push(Entry { kind: EntryKind::Waiting, lanes: !0, pc: 0 });
                            wave.status = Status::Done;
                        }
                        group.shared.fill(!0);
                        group.barriers[1].arrived = 1;
                        group
                    });
                    spare.groups.extend(ended);
                }
            }
        }
        assert!(copies > 100, "{copies}");
    }

    /// 16-bit halves, some of which begin in the middle of a word.
    fn start_packed(start: &mut Start) {
        for (n, what) in [Special::LocalId(0), Special::GroupId(0), Special::LocalId(1)].into_iter().enumerate() {
            start.packed.push(Packed { byte: 4 * 320 + 34 * n as u32, what, first: 0, lanes: 8, shift: 0 });
        }
    }
}
