//! Source lines of the programs in `kernels/lines`, against the vendors' tools, and with damaged files.

use isotope_object::Kernel;
use isotope_object::lines::{SourceLines, Tables};
use isotope_targets::TARGETS;

use crate::common::files::struck;
use crate::common::{image, kernels, read, rows, sweep};
use isotope_op::random::Random;

fn file(path: &str) -> Vec<u8> {
    read(&kernels(&format!("lines/bin/{path}")))
}

/// The chain of lines from the innermost outwards, in the format of the tables; `-` if there is none.
fn told(lines: &SourceLines, address: u64) -> String {
    let Some(found) = lines.find(address) else { return "-".into() };
    std::iter::once(&found.at).chain(&found.inlined_at).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn cubins_as_nvdisasm_reads_them() {
    let rows = rows("nvidia/lines.tsv");
    for row in &rows {
        let [name, section, address, expected] = &row[..] else { panic!("{row:?}") };
        let tables = Tables::read(&file(&format!("sm_50/{name}")));
        assert_eq!(tables.damage(), None, "{name}");
        let address = u64::from_str_radix(address, 16).unwrap();
        assert_eq!(told(&tables.part(section, 0x40), 0x40 + address), *expected, "{name} {section} {address:#x}");
    }
    assert_eq!(rows.len(), 102);
}

#[test]
fn code_objects_as_llvm_reads_them() {
    let rows = rows("amd/lines.tsv");
    for row in &rows {
        let [name, address, expected] = &row[..] else { panic!("{row:?}") };
        let tables = Tables::read(&file(&format!("gfx1100/{name}")));
        assert_eq!(tables.damage(), None, "{name}");
        let address = u64::from_str_radix(address, 16).unwrap();
        assert_eq!(told(&tables.part(".text", 0), address), *expected, "{name} {address:#x}");
    }
    assert_eq!(rows.len(), 384);
}

/// vISA code contains its lines; LOC 0 means no line.
#[test]
fn visa_says_its_lines() {
    let image = image("lines/bin/tgllp/lines.zebin");
    let of = |name: &str| {
        let kernel: &Kernel = image.kernel(Some(name)).unwrap();
        let program = TARGETS.program(&image, kernel, Default::default()).unwrap();
        (TARGETS.lines(&image, kernel), program.texts)
    };
    let (fill, texts) = of("fill");
    let (mut line, mut named) = ("-".to_string(), 0);
    for (index, text) in texts.iter().enumerate() {
        if let Some(number) = text.strip_prefix("LOC ") {
            line = if number == "0" { "-".into() } else { format!("lines.cl:{number}") };
        }
        named += usize::from(line != "-");
        assert_eq!(told(&fill, index as u64), line, "{text}");
    }
    assert!(named > 20 && texts.len() > named, "{named} of {}", texts.len());
    assert_eq!(told(&fill, texts.len() as u64), "-");
}

/// A file without debug information stores nothing for it, and has no lines.
#[test]
fn files_without_lines() {
    let image = image("bin/sm_50/histogram256.cubin");
    assert_eq!(image.debug, None);
    assert!(TARGETS.lines(&image, &image.kernels[0]).is_empty());
    assert!(Tables::read(b"no file").part(".text", 0).is_empty());
}

/// Any damaged table: no panic, a one-line error, and never more spans than the table has bytes.
#[test]
fn damage_is_told_in_one_line() {
    let files = ["sm_50/lines.cubin", "sm_50/inlined.cubin", "gfx1100/lines4.co", "gfx1100/lines5.co"].map(file);
    let mut random = Random(sweep::seed(11));
    let (mut damaged, mut rounds) = (0, 0);
    for _ in 0..sweep::count(40_000, 10) {
        let mut bytes = files[random.index(files.len())].clone();
        for _ in 0..1 + random.index(6) {
            // After the code, where the tables are.
            let at = bytes.len() / 8 + random.index(bytes.len() * 7 / 8);
            bytes[at] = struck(bytes[at], &mut random);
        }
        let tables = Tables::read(&bytes);
        if let Some(why) = tables.damage() {
            assert!(!why.chars().any(char::is_control), "{why:?}");
            damaged += 1;
        }
        for section in [".text", ".text.nested"] {
            let lines = tables.part(section, 0);
            (0..0x400).step_by(8).for_each(|address| drop(lines.find(address)));
        }
        rounds += 1;
    }
    assert!(damaged > rounds / 50, "{damaged} of {rounds}: the damage misses the tables");
}
