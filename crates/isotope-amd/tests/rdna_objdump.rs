//! The listing of every code object below `kernels/`, byte for byte equal to llvm-objdump's.

use crate::common::{ending, image, kernels, rows};
use isotope_amd::objdump::{Label, Section};
use isotope_object::Image;

/// The output of `llvm-objdump -d` for an image read from `name`.
fn listing(name: &str, image: &Image) -> String {
    let kernel = &image.kernels[0];
    let details = kernel.details::<isotope_amd::amdgpu::Details>().unwrap();
    let labels = kernel.symbols.iter().map(|symbol| Label {
        address: details.code_address + u64::from(symbol.offset),
        name: &symbol.name,
        wave64: details.wave_size == 64,
    });
    let section =
        Section { gfx: isotope_amd::GFX1100, code: &kernel.code, base: details.code_address, labels: labels.collect() };
    let mut out = format!("\n{name}:\tfile format elf64-amdgpu\n\nDisassembly of section {}:\n", kernel.section);
    section.print(&mut out);
    out
}

/// A line with literals as llvm-objdump 19 prints them: a literal whose value is an inline constant is printed as that constant, whose text
/// assembles to fewer bytes.
fn older(line: &str) -> String {
    const FLOATS: [(u32, &str); 9] = [
        (0x3f00_0000, "0.5"),
        (0xbf00_0000, "-0.5"),
        (0x3f80_0000, "1.0"),
        (0xbf80_0000, "-1.0"),
        (0x4000_0000, "2.0"),
        (0xc000_0000, "-2.0"),
        (0x4080_0000, "4.0"),
        (0xc080_0000, "-4.0"),
        (0x3e22_f983, "0.15915494"),
    ];
    let Some((text, comment)) = line.split_once("// ").filter(|(text, _)| text.contains("lit(0x")) else {
        return line.to_string();
    };
    let mut out = String::new();
    let mut rest = text.trim_end();
    while let Some((before, after)) = rest.split_once("lit(0x") {
        let (digits, behind) = after.split_once(')').unwrap();
        let value = u32::from_str_radix(digits, 16).unwrap();
        let float = FLOATS.iter().find(|float| float.0 == value).map(|float| float.1.to_string());
        out += before;
        out += &float.unwrap_or_else(|| (value as i32).to_string());
        rest = behind;
    }
    format!("{:<60}// {comment}", out + rest)
}

#[test]
fn every_listing_is_that_of_llvm() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for [name, lines, sum] in rows("amd/objdump.tsv").into_iter().map(|row| <[String; 3]>::try_from(row).unwrap()) {
        let text: String = listing(&name, &image(&name)).lines().map(|line| older(line) + "\n").collect();
        let got = (text.lines().count().to_string(), format!("{:08x}", crc32fast::hash(text.as_bytes())));
        if got != (lines.clone(), sum) {
            wrong.push(format!("{name}: {} lines, expected {lines}; compare `isotope dis` with llvm-objdump", got.0));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let files = ["bin/gfx1100", "extra/gfx1100"].map(|folder| ending(&kernels(folder), "co").len());
    assert_eq!(seen, files.iter().sum::<usize>(), "every code object has a line");
}

/// Words that are not instructions, and an end inside a word.
#[test]
fn what_is_no_instruction_is_data() {
    let code = [0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0xb0, 0xbf, 0x01, 0x02, 0x03];
    let labels = vec![Label { address: 0x104, name: "end", wave64: false }];
    let mut out = String::new();
    Section { gfx: isotope_amd::GFX1100, code: &code, base: 0x100, labels }.print(&mut out);
    let expected = format!(
        "\t{:<59}// 000000000100: FFFFFFFF\n\n0000000000000104 <end>:\n\t{:<59}// 000000000104: BFB00000\n\t{:<59}// 000000000108: 01 02 03\n",
        ".long 0xffffffff", "s_endpgm", ".byte 0x01, 0x02, 0x03"
    );
    assert_eq!(out, expected);
}
