//! Line tables: those of any file are read, and every instruction has a line or none.
//!
//! Input: a file, or, where it does not begin as ELF files do, a number that chooses a stored one and edits of it: offset and value.

use isotope_object::lines::Tables;

use crate::Bytes;

/// Files with line tables of every kind that is read.
const STORED: [&[u8]; 4] = [
    include_bytes!("../../kernels/lines/bin/sm_50/lines.cubin"),
    include_bytes!("../../kernels/lines/bin/sm_50/inlined.cubin"),
    include_bytes!("../../kernels/lines/bin/gfx1100/lines4.co"),
    include_bytes!("../../kernels/lines/bin/gfx1100/lines5.co"),
];
const SECTIONS: [&str; 4] = [".text.fill", ".text.nested", ".text.again", ".text"];

/// Checks an input.
pub fn run(data: &[u8]) {
    if data.starts_with(b"\x7fELF") {
        return file(data);
    }
    let mut edits = Bytes(data);
    let mut bytes = STORED[usize::from(edits.u8()) % STORED.len()].to_vec();
    while !edits.0.is_empty() {
        let at = usize::from(u16::from_le_bytes(edits.take())) % bytes.len();
        bytes[at] = edits.u8();
    }
    file(&bytes);
}

fn file(bytes: &[u8]) {
    let tables = Tables::read(bytes);
    assert!(!tables.damage().is_some_and(|why| why.contains('\n')), "{:?}", tables.damage());
    for section in SECTIONS {
        let lines = tables.part(section, 0x1000);
        for address in (0xff0..0x1400).step_by(4) {
            if let Some(found) = lines.find(address) {
                assert!(address >= 0x1000 && found.at.line != 0 && !found.to_string().contains('\n'), "{found}");
            }
        }
    }
}
