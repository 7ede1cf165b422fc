//! The devices that vISA is compiled for: one row each, with their differences. A new device is a row here.

use super::Generation;
use super::KernelText;
use super::lift::order::{GEN9, ORDERING, TILES};
use isotope_ir::ordering::Ordering;
use isotope_object::TargetId;
use isotope_table::either;

/// The differences between devices.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// The product families in files whose code runs on it.
    pub families: &'static [u32],
    /// The generation whose rules apply.
    pub generation: Generation,
    /// Register size in bytes.
    pub register: u32,
    /// Its memory order. Text does not name its device, so the generic device requires of a kernel only what Gen9 requires.
    pub order: &'static Ordering,
    /// Maximum size of a group's shared local memory in bytes.
    ///
    /// # Source
    /// spec: Intel's compute runtime, `maxProgrammableSlmSize` of its devices (64 KiB up to DG2, 128 KiB on PVC).
    pub shared: u32,
    /// Whether register 0 holds the index of the thread in its group: from DG2 on.
    pub local_thread: bool,
    /// Whether register 0 holds the offset of the launch's arguments.
    pub arguments: bool,
}

/// The values of most devices up to DG2.
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

/// The generic device, with the rules of TGLLP, then the devices whose vISA differs here: in the documented rules, and in
/// the register size.
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
    pub fn text(self) -> KernelText {
        KernelText::new(self.register).for_generation(self.generation)
    }
}

/// The device that an image's code is for.
pub fn of(target: TargetId) -> &'static Device {
    DEVICES.iter().find(|device| device.name == target.name()).unwrap_or(&DEVICES[0])
}

/// The device of a product family in a file.
pub fn of_family(family: u32) -> Option<&'static Device> {
    DEVICES.iter().find(|device| device.families.contains(&family))
}

/// Text for messages: the devices to choose from by register size.
pub fn by_register() -> String {
    let of = |register: u32| {
        let of = DEVICES[1..].iter().filter(move |device| device.register == register);
        let named = of.enumerate().map(|(n, device)| format!("`{}{}`", if n == 0 { "-t " } else { "" }, device.name));
        format!("{} ({register})", either(named))
    };
    format!("{}, or {}", of(32), of(64))
}

/// Text for messages: a device with the most shared local memory, and its size.
pub fn most_shared() -> String {
    let most = DEVICES[1..].iter().max_by_key(|device| device.shared).unwrap_or(&DEVICES[0]);
    format!("{}: {}", most.name, most.shared)
}
