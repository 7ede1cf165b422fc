//! Code of gfx1100.

use isotope_amd::lift::{Env, Mode};
use isotope_amd::{GFX1100, Inst};
use isotope_op::assume::Assumptions;

/// Code at address 0 in waves of 32 or 64 lanes.
pub fn env(wave64: bool, vgprs: u32, mode: Mode) -> Env {
    Env {
        code_base: 0,
        entry: 0,
        waves: GFX1100.waves(wave64),
        vgprs,
        mode,
        shared_base: 1 << 48,
        private_base: 2 << 48,
        assumptions: Assumptions::DEFAULT,
    }
}

/// Bytes of instructions, separated by semicolons or line breaks.
pub fn assemble(text: &str) -> Vec<u8> {
    assemble_for(false, text)
}

/// The same in waves of 32 or 64 lanes.
pub fn assemble_for(wave64: bool, text: &str) -> Vec<u8> {
    let waves = GFX1100.waves(wave64);
    let lines = text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let parsed = |line: &str| {
        let parsed = waves.parse(&waves.context(isotope_amd::Mode::Documented), line);
        parsed.unwrap_or_else(|e| panic!("`{line}`: {} {}", e.message, e.expected))
    };
    lines.flat_map(|line| bytes(&parsed(line))).collect()
}

/// The bytes of an instruction.
pub fn bytes(inst: &Inst) -> Vec<u8> {
    isotope_amd::encode(inst)[..isotope_amd::size(inst)].to_vec()
}

/// Its bytes in hexadecimal.
pub fn hex(inst: &Inst) -> String {
    super::hex(&bytes(inst))
}

/// Its text.
pub fn text(inst: &Inst) -> String {
    let mut out = String::new();
    isotope_amd::print(inst, &mut out);
    out
}
