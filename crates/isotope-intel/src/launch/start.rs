//! Initial values of a thread's variables.
use std::collections::BTreeMap;

use super::super::kernel::{InputKind, Kernel};
use super::super::lift::{self, Layout};
use super::super::payload::{self, Payload};
use super::super::{implicit, printf};
use super::payload::image_fact;
use crate::zeinfo::{Argument, ArgumentKind, ImageFact, Info};
use isotope_ir::effect::Special;
use isotope_machine::mem::{Concurrent, Memory};
use isotope_machine::{Initial, Packed, Start};
use isotope_option::OptionName;
use isotope_target::launch::{Arg, Launch, LaunchError, needs_host, within};

/// Maximum size in bytes of private data in a buffer.
const MAX_PRIVATE: u64 = 1 << 30;

/// Advice when a function reads ids through pointers in `%impl_arg_buf_ptr` and `%local_id_buf_ptr`, but the file does not name the
/// payload that sets them (`implicit_arg_buffer`). IGC 2.40.14 writes both for tgllp; ocloc 22.43 crashes with a signal there.
pub(super) const IMPLICIT_ELSEWHERE: &str =
    "compile with IGC 2 (ocloc 26.27), or for dg2 or pvc; or ask for ids in the kernel and hand them to the function";

/// Advice for each payload argument that launches do not support, by its name in the file.
pub const NOT_GIVEN: &[(&str, &str)] = &[
    ("assert_buffer", "compile without assert (`-DNDEBUG`)"),
    (
        "const_base",
        "the file has no section `.data.const` or `.bss.const`, whose address it is: give the zebin, not its `.zeinfo`",
    ),
    (
        "global_base",
        "the file has no section `.data.global` or `.bss.global`, whose address it is: give the zebin, not its `.zeinfo`",
    ),
    ("sampler_address", NO_SAMPLERS),
    ("sampler_normalized", NO_SAMPLERS),
    ("sampler_snap_wa", NO_SAMPLERS),
];

const NO_SAMPLERS: &str = "compile without samplers; images are read by `read_image` without one";

/// The error for a piece of payload that an input needs and that is not supported.
pub(super) fn not_given(kernel: &isotope_object::Kernel, name: &str) -> LaunchError {
    let known = NOT_GIVEN.iter().find(|(word, _)| *word == name);
    let unknown = "only a host process and its driver give it; compile without what takes it";
    needs_host(kernel, format!("the payload `{}`", name.escape_debug()), known.map_or(unknown, |known| known.1))
}

/// The memory region through which groups of a cooperative launch wait for each other, and the maximum number of groups.
const SYNC_REGION: &str = ".sync";
const MAX_GROUPS: u64 = 1 << 16;

/// A section of the file's data in memory.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its address.
    pub base: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// The section of constants (`const`) or of data that kernels write (`global`). Zero-initialised data has a section name of its own if the
/// file has no other data of its kind; otherwise it follows that data. In a scenario of several files, section names have the file's name
/// as prefix.
pub(super) fn section<'a>(sections: &'a [Placed<'a>], kind: &str) -> Option<&'a Placed<'a>> {
    let named = |prefix: &str| {
        sections.iter().find(|s| s.name.strip_suffix(kind).is_some_and(|before| before.ends_with(prefix)))
    };
    named(".data.").or_else(|| named(".bss."))
}

/// Data that a launch provides to a kernel.
pub(super) struct Given<'a> {
    pub kernel: &'a isotope_object::Kernel,
    /// Sections of the file's data.
    pub sections: &'a [Placed<'a>],
    pub code: &'a Kernel,
    pub layout: &'a Layout,
    pub payload: &'a [u8],
    pub launch: &'a Launch,
}

impl Given<'_> {
    /// The initial values of a thread's variables.
    pub(super) fn start(&self, info: &Info, reading: Payload, memory: &mut Memory) -> Result<Start, LaunchError> {
        let Given { code, layout, .. } = *self;
        let mut start = Start::default();
        let groups = |variable: u32, dwords: [u32; 3]| {
            let at = layout.variable(variable);
            (0..3).filter_map(move |d: u8| {
                Some((at? / 4 + dwords[usize::from(d)], Initial::Special(Special::GroupId(d))))
            })
        };
        start.words.extend(groups(lift::R0, lift::R0_GROUP_IDS));
        for (dimension, variable) in lift::GROUP_IDS.into_iter().enumerate() {
            start.words.extend(groups(variable, [0; 3]).nth(dimension));
        }
        let mut payload = self.payload.to_vec();
        let Payload { register: grf, shared } = reading;
        // Local ids: for each dimension a register per sixteen lanes (a register of 64 bytes holds 32).
        let per_register = grf / 2;
        let registers = info.simd.div_ceil(per_register).max(1);
        let mut values: BTreeMap<u32, [u8; 4]> = BTreeMap::new();
        let mut sizes: BTreeMap<u32, Special> = BTreeMap::new();
        for input in code.inputs.iter().filter(|i| i.kind == InputKind::General) {
            let Some(base) = layout.variable(input.index) else { continue };
            let (offset, size) = (u32::from(input.offset), u32::from(input.size).min(layout.size(input.index)));
            // An alias may reach past the end of its variable.
            let size = size.min(layout.bytes().saturating_sub(base));
            if offset < shared && info.simd == 1 {
                // The ids of one work-item; the lanes of its thread are counted along x.
                for d in (0..3u8).filter(|d| 2 * (u32::from(*d) + 1) <= size) {
                    let shift = if d == 0 { super::SINGLE_LANES.ilog2() as u8 } else { 0 };
                    let (byte, what) = (base + 2 * u32::from(d), Special::LocalId(d));
                    start.packed.push(Packed { byte, what, first: 0, lanes: 1, shift });
                }
                continue;
            }
            if offset < shared {
                for (n, left) in (0..size).step_by(grf as usize).map(|at| (at / grf, size - at)) {
                    let register = (offset - grf) / grf + n;
                    let (dimension, part) = (register / registers, register % registers);
                    let first = part * per_register;
                    if dimension < 3 && first < info.simd {
                        let lanes = (info.simd - first).min(left / 2).min(per_register);
                        let what = Special::LocalId(dimension as u8);
                        start.packed.push(Packed { byte: base + n * grf, what, first, lanes, shift: 0 });
                    }
                }
                continue;
            }
            let from = offset - shared;
            if code.names(input.index) && payload::is_undescribed(info, from, input.size.into()) {
                let address = self.undescribed(memory, from)?.to_le_bytes();
                for (at, byte) in (base..).zip(address) {
                    values.entry(at / 4).or_default()[at as usize % 4] = byte;
                }
                continue;
            }
            for piece in &info.payload {
                let overlaps =
                    piece.offset < from.saturating_add(size) && from < piece.offset.saturating_add(piece.size);
                let named = || overlaps && code.names(input.index);
                match &piece.kind {
                    ArgumentKind::Other(name) if named() => return Err(not_given(self.kernel, name)),
                    ArgumentKind::PrivateBase
                    | ArgumentKind::PrintfBuffer
                    | ArgumentKind::SyncBuffer
                    | ArgumentKind::ImplicitArguments
                    | ArgumentKind::ConstBase
                    | ArgumentKind::GlobalBase
                        if named() =>
                    {
                        let address = match piece.kind {
                            ArgumentKind::PrintfBuffer => printf::buffer(memory)?,
                            ArgumentKind::SyncBuffer => self.sync_buffer(memory)?,
                            ArgumentKind::ImplicitArguments => {
                                implicit::place(&self.kernel.name, info.simd, self.launch, memory)?
                            }
                            ArgumentKind::ConstBase => self.section("const", "const_base")?,
                            ArgumentKind::GlobalBase => self.section("global", "global_base")?,
                            _ => self.private_memory(info, memory)?,
                        };
                        let room = payload[piece.offset as usize..].iter_mut().take(piece.size as usize);
                        room.zip(address.to_le_bytes()).for_each(|(to, from)| *to = from);
                    }
                    ArgumentKind::Image(fact) if named() => self.image(piece, *fact)?,
                    // Groups at the edges of the launch may be smaller than the requested size.
                    ArgumentKind::LocalSize if overlaps && !self.launch.grid.is_uniform() => {
                        for d in 0..3u8 {
                            let at = piece.offset + 4 * u32::from(d);
                            if at >= from && at + 4 <= from.saturating_add(size) {
                                sizes.insert((base + at - from) / 4, Special::GroupSize(d));
                            }
                        }
                    }
                    _ => {}
                }
            }
            let given = payload.get(from as usize..).unwrap_or_default().iter().take(size as usize);
            for (at, byte) in (base..).zip(given) {
                values.entry(at / 4).or_default()[at as usize % 4] = *byte;
            }
        }
        start.words.extend(values.into_iter().map(|(at, bytes)| {
            let value = Initial::Value(u32::from_le_bytes(bytes));
            (at, sizes.get(&at).map_or(value, |size| Initial::Special(*size)))
        }));
        Ok(start)
    }

    /// The buffer through which groups wait for each other: one byte per group, initialised to 0, as Intel's runtime provides it.
    fn sync_buffer(&self, memory: &mut Memory) -> Result<u64, LaunchError> {
        if !self.launch.cooperative {
            let what = "the buffer of a barrier of the whole grid (`sync_buffer`)";
            return Err(needs_host(self.kernel, what, format!("launch it with {}", OptionName::Cooperative)));
        }
        let groups = self.launch.grid.groups.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        within("groups of a cooperative launch", groups, MAX_GROUPS)?;
        let Some((base, store)) = memory.region(SYNC_REGION).and_then(|r| Some((r.base, r.store.as_ref()?))) else {
            return Ok(memory.allocate_zeros(SYNC_REGION, MAX_GROUPS)?);
        };
        for group in 0..groups {
            store.store::<Concurrent>(group, 1, 0);
        }
        Ok(base)
    }

    /// An address that the `.zeinfo` does not describe. IGC 1.0.12504 omits the buffer of a barrier of the whole grid.
    fn undescribed(&self, memory: &mut Memory, offset: u32) -> Result<u64, LaunchError> {
        self.sync_buffer(memory).map_err(|error| match error {
            LaunchError::NeedsHost { .. } => {
                let what = format!("8 bytes of payload at {offset} that its `.zeinfo` does not describe: ocloc passes over the buffer of a barrier of the whole grid (`global_barrier`)");
                needs_host(self.kernel, what, format!("if it calls that, launch it with {}", OptionName::Cooperative))
            }
            other => other,
        })
    }

    /// The address of a section of the file's data.
    fn section(&self, kind: &str, payload: &str) -> Result<u64, LaunchError> {
        let found = section(self.sections, kind).map(|section| section.base);
        found.ok_or_else(|| not_given(self.kernel, payload))
    }

    /// Memory for the private data of every thread, indexed by thread number. Its initial contents are those of new memory.
    fn private_memory(&self, info: &Info, memory: &mut Memory) -> Result<u64, LaunchError> {
        let private = info.private.ok_or_else(|| not_given(self.kernel, "private_base_stateless"))?;
        let count = |size: [u32; 3]| size.iter().fold(1u64, |n, d| n.saturating_mul((*d).into()));
        let (items, groups) = (count(self.launch.grid.group_size), count(self.launch.grid.groups));
        let threads = groups.saturating_mul(items.div_ceil(info.simd.into()));
        if self.code.names(lift::STATE) {
            within("threads whose private data is in a buffer", threads, lift::MAX_STATE_THREADS.into())?;
        }
        let lanes = if private.per_lane { info.simd } else { 1 };
        let bytes = threads.saturating_mul(u64::from(private.bytes)).saturating_mul(lanes.into());
        within("private data of threads in a buffer", bytes, MAX_PRIVATE)?;
        let name = format!("private data of {} ({bytes} bytes)", self.kernel.name);
        if let Some(region) = memory.region(&name) {
            return Ok(region.base);
        }
        let first: Vec<u8> =
            self.launch.assumptions.intel_launch().memory.bytes(1 << 43).take(bytes as usize).collect();
        Ok(memory.allocate(&name, &first)?)
    }

    /// Refuses an image argument that lacks a requested property.
    fn image(&self, piece: &Argument, fact: ImageFact) -> Result<(), LaunchError> {
        let index = piece.index.unwrap_or(0) as usize;
        let kind = match self.launch.args.get(index) {
            Some(Arg::Image { shape, .. }) if image_fact(fact, shape).is_some() => return Ok(()),
            Some(Arg::Image { .. }) => "one of a format that OpenCL has no number for",
            other => other.map_or("nothing", Arg::kind),
        };
        Err(LaunchError::NeedsImage { kernel: self.kernel.name.clone(), index, kind })
    }
}
