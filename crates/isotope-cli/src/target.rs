//! The names that `-t` takes.

use std::fmt;
use std::str::FromStr;

use isotope::isa::sass::Profile;
use isotope::isa::visa::{Generation, Program};

/// A target of this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// NVIDIA `sm_N`.
    Sm(u16),
    /// AMD RDNA3.
    Gfx1100,
    /// Intel vISA.
    Visa(Gen),
}

/// The processors whose vISA differs here: by what they are called, and by the size of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gen {
    /// No one in particular: the rules of TGLLP.
    Any,
    /// Gen9.
    Skl,
    /// Gen11.
    Icllp,
    /// Gen12.
    Tgllp,
    /// Alchemist.
    Dg2,
    /// Ponte Vecchio, with registers of 64 bytes.
    Pvc,
}

impl Gen {
    /// Bytes of a register.
    pub fn register(self) -> u32 {
        if self == Gen::Pvc { 64 } else { 32 }
    }

    /// Whose documented rules hold.
    pub fn generation(self) -> Generation {
        if matches!(self, Gen::Skl | Gen::Icllp) { Generation::BeforeTgllp } else { Generation::Tgllp }
    }

    /// A program without declarations.
    pub fn program(self) -> Program {
        Program::new(self.register()).for_generation(self.generation())
    }
}

/// One line of the list of targets.
pub struct Entry {
    /// What `-t` takes.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// The target, where this build has it.
    pub target: Option<Target>,
}

/// Every name, known or planned.
pub const ALL: &[Entry] = &[
    entry("sm_50", "NVIDIA SPA 5.0 (first-generation Maxwell)", Some(Target::Sm(50))),
    entry("sm_52", "NVIDIA SPA 5.2: adds F16x2 (flushing) and sparse forms", Some(Target::Sm(52))),
    entry("sm_53", "as sm_52", Some(Target::Sm(53))),
    entry("sm_60", "NVIDIA SPA 6.0: adds F64 and F16x2 (subnormals kept)", Some(Target::Sm(60))),
    entry("sm_61", "as sm_60", Some(Target::Sm(61))),
    entry("sm_62", "as sm_60", Some(Target::Sm(62))),
    entry("visa", "Intel vISA", Some(Target::Visa(Gen::Any))),
    entry("skl", "Intel vISA for Gen9", Some(Target::Visa(Gen::Skl))),
    entry("icllp", "Intel vISA for Gen11", Some(Target::Visa(Gen::Icllp))),
    entry("tgllp", "Intel vISA for Gen12", Some(Target::Visa(Gen::Tgllp))),
    entry("dg2", "Intel vISA for DG2", Some(Target::Visa(Gen::Dg2))),
    entry("pvc", "Intel vISA for Ponte Vecchio", Some(Target::Visa(Gen::Pvc))),
    entry("gfx1100", "AMD RDNA3", Some(Target::Gfx1100)),
];

const fn entry(name: &'static str, what: &'static str, target: Option<Target>) -> Entry {
    Entry { name, what, target }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let known = || {
            let names: Vec<_> = ALL.iter().filter(|e| e.target.is_some()).map(|e| e.name).collect();
            names.join(", ")
        };
        match ALL.iter().find(|e| e.name == text) {
            Some(Entry { target: Some(target), .. }) => Ok(*target),
            Some(e) => Err(format!("this build has no room for {} yet; choose one of {}", e.what, known())),
            None => Err(format!("no such target; choose one of {}", known())),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Sm(n) => write!(f, "sm_{n}"),
            Target::Gfx1100 => f.write_str("gfx1100"),
            Target::Visa(_) => {
                let entry = ALL.iter().find(|e| e.target == Some(*self));
                f.write_str(entry.map_or("visa", |e| e.name))
            }
        }
    }
}

impl Target {
    /// The SPA instruction profile whose spelling and encodings the target has, if it is NVIDIA's.
    pub fn profile(self) -> Option<Profile> {
        match self {
            Target::Sm(52 | 53) => Some(Profile::Sm52),
            Target::Sm(60..) => Some(Profile::Sm60),
            Target::Sm(_) => Some(Profile::Sm50),
            Target::Gfx1100 | Target::Visa(_) => None,
        }
    }
}
