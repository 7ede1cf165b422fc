//! The devices that vISA is compiled for: what differs between them, a row each. A new device is a row here.

use super::Generation;
use super::KernelText;
use super::lift::order::{GEN9, ORDERING, TILES};
use isotope_ir::ordering::Ordering;
use isotope_object::TargetId;
use isotope_table::either;

/// What differs between devices.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// The name that the command takes.
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// Numbers of product families in files whose code is for it.
    pub families: &'static [u32],
    /// Whose documented rules hold.
    pub generation: Generation,
    /// Bytes of a register.
    pub register: u32,
    /// What order it keeps among accesses. Text does not say for which device it is: there, no more is asked of a kernel than Gen9 asks.
    pub order: &'static Ordering,
    /// Bytes of shared local memory that a group has at most.
    ///
    /// # Source
    /// spec: Intel's compute runtime, `maxProgrammableSlmSize` of its devices (64 KiB up to DG2, 128 KiB on PVC).
    pub shared: u32,
    /// Whether register 0 says which thread of its group this is: from DG2 on.
    pub local_thread: bool,
    /// Whether register 0 says where the arguments of the launch lie.
    pub arguments: bool,
}

/// What most devices up to DG2 have.
const GEN12: Device = Device {
    name: "tgllp",
    what: "Intel vISA for Gen12",
    families: &[29],
    generation: Generation::Tgllp,
    register: 32,
    order: &ORDERING,
    shared: 64 << 10,
    local_thread: false,
    arguments: false,
};

/// No device in particular, with the rules of TGLLP, then the devices whose vISA differs here: in what documents allow, and in
/// the size of a register.
pub static DEVICES: [Device; 6] = [
    Device { name: "visa", what: "Intel vISA", families: &[31, 1210], order: &GEN9, shared: 128 << 10, ..GEN12 },
    Device {
        name: "skl",
        what: "Intel vISA for Gen9",
        families: &[18],
        generation: Generation::BeforeTgllp,
        order: &GEN9,
        ..GEN12
    },
    Device {
        name: "icllp",
        what: "Intel vISA for Gen11",
        families: &[26],
        generation: Generation::BeforeTgllp,
        ..GEN12
    },
    GEN12,
    Device { name: "dg2", what: "Intel vISA for DG2", families: &[1270], local_thread: true, arguments: true, ..GEN12 },
    Device {
        name: "pvc",
        what: "Intel vISA for Ponte Vecchio",
        families: &[1271],
        register: 64,
        order: &TILES,
        shared: 128 << 10,
        local_thread: true,
        ..GEN12
    },
];

impl Device {
    /// A program without declarations.
    pub fn program(self) -> KernelText {
        KernelText::new(self.register).for_generation(self.generation)
    }
}

/// The device that an image's code is for.
pub fn of(target: TargetId) -> &'static Device {
    DEVICES.iter().find(|device| device.name == target.name()).unwrap_or(&DEVICES[0])
}

/// The device of a number in files.
pub fn of_family(family: u32) -> Option<&'static Device> {
    DEVICES.iter().find(|device| device.families.contains(&family))
}

/// The devices to choose from where the size of a register makes a difference, in words.
pub fn by_register() -> String {
    let of = |register: u32| {
        let of = DEVICES[1..].iter().filter(move |device| device.register == register);
        let named = of.enumerate().map(|(n, device)| format!("`{}{}`", if n == 0 { "-t " } else { "" }, device.name));
        format!("{} ({register})", either(named))
    };
    format!("{}, or {}", of(32), of(64))
}

/// A device with the most shared local memory, and how much, in words.
pub fn most_shared() -> String {
    let most = DEVICES[1..].iter().max_by_key(|device| device.shared).unwrap_or(&DEVICES[0]);
    format!("{}: {}", most.name, most.shared)
}
