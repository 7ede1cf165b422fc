//! Cubins against cuobjdump's listing, with damaged files, and error messages.

use crate::common::{compiled, files, kernels, read};
use isotope_nvidia::cubin::{parse, target};
use isotope_object::*;
use isotope_op::random::Random;
use std::fmt::Write as _;

fn file(path: &str) -> Vec<u8> {
    read(&kernels(path))
}

fn cubins() -> Vec<(String, Vec<u8>)> {
    compiled(&["bin/sm_50", "extra/sm_50"], ".cubin", 18)
}

/// Kernel facts as one line of `tests/data/nvidia/cubins.tsv`.
fn line(path: &str, image: &Image, kernel: &Kernel) -> String {
    fn join<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        if items.is_empty() { "-".into() } else { items.join(separator) }
    }
    let params = kernel.params.iter().map(|param| {
        let (space, align) = match param.kind {
            ParamKind::Plain => (0, 0),
            ParamKind::Pointer { space: ParamSpace::Private, log2_align } => (1, log2_align),
            ParamKind::Pointer { space: ParamSpace::Shared, log2_align } => (2, log2_align),
            ParamKind::Pointer { space: ParamSpace::Constant, log2_align } => (3, log2_align),
            ParamKind::Pointer { space: ParamSpace::Global, log2_align } => (4, log2_align),
            ParamKind::Pointer { space: ParamSpace::Generic, log2_align } => (5, log2_align),
            ParamKind::Texture => (6, 0),
            ParamKind::Surface => (7, 0),
            ParamKind::Other(space) => (space, 0),
            other => panic!("{other:?} in a cubin"),
        };
        format!("{},{},{},{align},{space}", param.ordinal, param.offset, param.size)
    });
    let details = kernel.details::<isotope_nvidia::cubin::Details>().unwrap();
    [
        path.to_owned(),
        image.target.to_string(),
        kernel.name.clone(),
        kernel.file_offset.to_string(),
        kernel.code.len().to_string(),
        kernel.register_count.to_string(),
        details.barriers.to_string(),
        kernel.shared_static_bytes.to_string(),
        join(kernel.local_bytes_are_bounded.then_some(kernel.local_bytes_per_lane), ","),
        details.param_bytes.to_string(),
        join(params, ";"),
        join(details.banks.iter().map(|bank| format!("{}:{}", bank.number, bank.bytes.len())), ","),
        join(&details.exits, ","),
        join(&details.workgroup_index_reads, ","),
        join(&details.wave_wide, ","),
        join(details.call_stack_bytes, ","),
        join(details.max_threads.iter().flatten(), ","),
        join(kernel.required_threads.iter().flatten(), ","),
        join(details.indirect_branches.iter().map(|b| format!("{}:{}", b.offset, b.targets.len())), ","),
    ]
    .join("\t")
}

/// Register counts, sizes, parameters and attributes match cuobjdump's output.
#[test]
fn every_cubin_reads_as_cuobjdump_prints_it() {
    let mut got = String::new();
    for (path, bytes) in cubins() {
        assert_eq!(sniff(&bytes), Some(Format::Cubin));
        let image = parse(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        for kernel in &image.kernels {
            assert_eq!(
                kernel.details::<isotope_nvidia::cubin::Details>().unwrap().param_base,
                0x140,
                "{path}: {}",
                kernel.name
            );
            assert_eq!(&kernel.code[..], &bytes[kernel.file_offset as usize..][..kernel.code.len()]);
            assert_eq!(kernel.entry, 0);
            assert_eq!(kernel.size as usize, kernel.code.len());
            writeln!(got, "{}", line(&path, &image, kernel)).unwrap();
        }
    }
    // cuobjdump lists attribute sections in a different order than code sections.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        lines.sort();
        lines.join("\n")
    };
    let expected = sorted(include_str!("../../../tests/data/nvidia/cubins.tsv"));
    assert_eq!(expected.lines().count(), 49);
    for (got, expected) in sorted(&got).lines().zip(expected.lines()) {
        assert_eq!(got, expected);
    }
    assert_eq!(got.lines().count(), 49);
}

/// Globals, shared banks, relocations, a device function inside a kernel's section.
#[test]
fn features_of_a_whole_module() {
    let image = parse(&file("extra/sm_50/features.cubin")).unwrap();
    assert_eq!(image.target.name(), "sm_50");
    assert_eq!(image.kernels.iter().map(|kernel| &kernel.name[..]).collect::<Vec<_>>(), ["k2", "k1"]);
    let banks: Vec<_> = image.banks.iter().map(|bank| (bank.number, bank.bytes.len(), bank.align)).collect();
    assert_eq!(banks, [(4, 24, 8), (3, 12, 4)]);
    assert_eq!(image.banks[1].bytes, [7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0]);
    let globals: Vec<_> =
        image.globals.iter().map(|g| (&g.name[..], g.size, g.align, g.bytes.as_ref().map(Vec::len))).collect();
    assert_eq!(globals, [(".nv.global.init", 0x30, 8, Some(0x30)), (".nv.global", 4, 4, None)]);
    let objects: Vec<_> = image.objects.iter().map(|o| (&o.name[..], o.place, o.offset, o.size)).collect();
    let (init, zero) = (SectionId::Global { section: 0 }, SectionId::Global { section: 1 });
    assert_eq!(
        objects,
        [
            ("counter", zero, 0, 4),
            ("table", init, 0x10, 32),
            ("ptrs", init, 0, 16),
            ("cc", SectionId::FileBank { bank: 3 }, 0, 12)
        ]
    );
    let k1 = image.kernel(Some("k1")).unwrap();
    assert_eq!(k1.details::<isotope_nvidia::cubin::Details>().unwrap().surface_bank, Some(0));
    let names: Vec<_> = k1.symbols.iter().map(|s| (&s.name[..], s.offset, s.size, s.function)).collect();
    assert_eq!(names, [("k1", 0, 0x380, true), ("$k1$helper", 0x300, 0x80, true)]);
    assert_eq!(k1.bank(2).unwrap().bytes[..8], 0x3fb9_9999_9999_999au64.to_le_bytes());
    assert_eq!(
        k1.details::<isotope_nvidia::cubin::Details>()
            .unwrap()
            .attributes
            .iter()
            .map(|a| (a.id, a.name))
            .collect::<Vec<_>>()[3],
        (0x1b, "EIATTR_MAXREG_COUNT")
    );
}

/// Recursion, and a function that only a driver provides.
#[test]
fn recursion_and_externals() {
    let image = parse(&file("extra/sm_50/recursion.cubin")).unwrap();
    let kernel = image.kernel(None).unwrap();
    assert!(!kernel.local_bytes_are_bounded);
    let details = kernel.details::<isotope_nvidia::cubin::Details>().unwrap();
    assert_eq!((details.call_stack_bytes, &details.externals[..]), (None, &["vprintf".to_owned()][..]));
    let printf = IndirectBranch { offset: 0x58, call: true, targets: vec![] };
    assert_eq!(details.indirect_branches, [printf]);
    let call = image.relocations.iter().find(|r| r.symbol.name == "vprintf").unwrap();
    assert_eq!((call.symbol.place, call.kind), (SectionId::Outside, RelocationKind::Address32));
    let error = image.resolve(call, &[0], |_| None).unwrap_err().to_string();
    assert!(error.contains("found one that another file or the driver would supply"), "{error}");
}

/// Each relocation of `features.cubin`, applied.
#[test]
fn relocations_resolve() {
    let image = parse(&file("extra/sm_50/features.cubin")).unwrap();
    let bases = [0x10_0000, 0x20_0000];
    let mut got: Vec<_> = image
        .relocations
        .iter()
        .map(|relocation| {
            let patch = image.resolve(relocation, &bases, |name| (name == "sref").then_some(0x123)).unwrap();
            (patch.place, patch.offset, patch.width, patch.value, relocation.kind)
        })
        .collect();
    got.sort_by_key(|patch| (patch.0, patch.1));
    let four = SectionId::FileBank { bank: 4 };
    let init = SectionId::Global { section: 0 };
    assert_eq!(
        got,
        [
            (SectionId::KernelBank { kernel: 1, bank: 0 }, 0x168, 4, 0x123, RelocationKind::SurfaceHandle),
            (four, 0, 8, 0x20_0000, RelocationKind::Address64),
            (four, 8, 8, 0x10_0010, RelocationKind::Address64),
            (four, 16, 8, 0x10_0000, RelocationKind::Address64),
            (init, 0, 8, 0x20_0000, RelocationKind::Generic64),
            (init, 8, 8, 0x10_0018, RelocationKind::Generic64),
        ]
    );
    let no_handle = image.relocations.iter().find(|r| r.kind == RelocationKind::SurfaceHandle).unwrap();
    let error = image.resolve(no_handle, &bases, |_| None).unwrap_err().to_string();
    assert!(
        error.starts_with("expected a texture or surface bound to this name for the relocation of `sref`"),
        "{error}"
    );
    let error = image.resolve(&image.relocations[0], &[], |_| None).unwrap_err().to_string();
    assert!(error.contains("place every section of `globals` first"), "{error}");
    let other = Relocation { kind: isotope_nvidia::cubin::not_carried_out(43), ..image.relocations[0].clone() };
    let error = image.resolve(&other, &bases, |_| None).unwrap_err().to_string();
    assert!(error.contains("found R_CUDA_ABS32_LO_20"), "{error}");
}

fn message(bytes: &[u8]) -> String {
    parse(bytes).unwrap_err().to_string()
}

fn patched(path: &str, offset: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = file(path);
    bytes[offset..offset + new.len()].copy_from_slice(new);
    bytes
}

/// Offset of an attribute record in a file: number, then format.
fn find(bytes: &[u8], pattern: &[u8]) -> usize {
    bytes.windows(pattern.len()).position(|window| window == pattern).unwrap()
}

const ADD: &str = "bin/sm_50/float_add.cubin";

/// Every error says what was expected, what was found, where, and what to do.
#[test]
fn messages() {
    let check = |bytes: &[u8], wanted: &str| files::says(&message(bytes), wanted);
    check(b"", "expected an ELF file (7f 45 4c 46 at file offset 0), found an empty file: give a file made by ptxas");
    check(b".version 8.1\n.target sm_50\n", "found text: if it is PTX, compile it first with `ptxas -arch=sm_50`");
    check(b"CISA\x04\x01\x01\x00", "found an Intel vISA binary");
    check(&[0x50, 0xed, 0x55, 0xba, 1, 0], "found an NVIDIA fatbin: read it with `fatbin::parse`");
    check(&[0xde, 0xad, 0xbe, 0xef, 0], "found de ad be ef");
    check(
        &file(ADD)[..40],
        "expected 0x40 bytes of ELF file header at file offset 0x0, found the end of the file at 0x28",
    );
    check(
        &file(ADD)[..2300],
        "0x2c0 bytes of 11 section headers at file offset 0x8a0, found the end of the file at 0x8fc",
    );
    check(&file(ADD)[..3100], "program headers at file offset");
    check(&patched(ADD, 4, &[1]), "found class 1, data 1");
    check(
        &patched(ADD, 0x12, &[62, 0]),
        "expected ELF machine 190 (NVIDIA CUDA) at file offset 0x12, found 62 (x86-64)",
    );
    check(&patched(ADD, 0x12, &[224, 0]), "found 224 (AMDGPU): this is an AMD code object; load it as gfx1100");
    check(&patched(ADD, 0x12, &[205, 0]), "found 205 (Intel graphics)");
    check(&patched(ADD, 0x12, &[0x39, 0x30]), "found 12345 (unknown)");
    check(&patched(ADD, 0x30, &0x4b054bu32.to_le_bytes()), "found sm_75 (ELF flags 0x4b054b at file offset 0x30)");
    check(
        &patched(ADD, 0x30, &0x4b054bu32.to_le_bytes()),
        "expected a cubin for sm_50, sm_52, sm_53, sm_60, sm_61 or sm_62",
    );
    check(&patched(ADD, 0x10, &[1, 0]), "expected a linked cubin (ELF type 2 at file offset 0x10), found type 1");
    check(&patched(ADD, 0x3c, &[0, 0]), "expected at least one section header");
    check(&patched(ADD, 0x3a, &[40]), "expected section headers of 64 bytes");

    // Attribute lengths and contents.
    let bytes = file(ADD);
    let kparam = find(&bytes, &[4, 0x17, 12, 0]);
    check(&patched(ADD, kparam + 2, &[11]), "attribute 0x17 (EIATTR_KPARAM_INFO) at offset");
    check(&patched(ADD, kparam + 2, &[11]), "found 11");
    check(
        &patched(ADD, kparam + 2, &[0xff, 0xff]),
        "expected 65535 bytes for attribute 0x17 (EIATTR_KPARAM_INFO) in `.nv.info.float_add`",
    );
    check(&patched(ADD, kparam, &[9]), "expected attribute format 1, 2, 3 or 4");
    check(&patched(ADD, kparam + 8, &[7]), "expected ordinals 0, 1, 2, … once each");
    check(&patched(ADD, kparam + 10, &[0x18]), "an extent inside 0x18 bytes of parameters");
    check(&patched(ADD, kparam + 10, &[0x0a]), "expected parameters side by side");
    let exits = find(&bytes, &[4, 0x1c, 8, 0]);
    check(&patched(ADD, exits + 4, &[0xff]), "expected an instruction offset below 0x380");
    let size = find(&bytes, &[3, 0x19, 24, 0]);
    check(&patched(ADD, size + 2, &[28]), "expected 24 bytes, as attribute 0x0a (EIATTR_PARAM_CBANK) says");
    let registers = find(&bytes, &[4, 0x2f, 8, 0]);
    check(&patched(ADD, registers + 8, &[2]), "expected at most 2 registers, as `.nv.info` says");
    // Functions in other sections may need more than the kernel's own code.
    let more = parse(&patched(ADD, registers + 8, &[200])).unwrap();
    assert!(more.kernels.iter().any(|k| k.register_count == 200));

    // Missing sections: their names are damaged.
    let rename = |from: &str, to: &str| patched(ADD, find(&file(ADD), from.as_bytes()), to.as_bytes());
    check(
        &rename("\0.text.float_add", "\0.texT.float_add"),
        "expected section `.text.float_add` for kernel `float_add`, found none",
    );
    check(
        &rename("\0.nv.info.float_add", "\0.nv.infO.float_add"),
        "expected section `.nv.info.float_add` for kernel `float_add`",
    );
    check(
        &rename("\0.nv.constant0.float_add", "\0.nv.constanT0.float_add"),
        "expected section `.nv.constant0.float_add`",
    );
    check(&rename("\0.nv.info.float_add", "\0.nv.info.float_a\ndd"), "found none");
}

#[test]
fn no_kernels_and_no_such_kernel() {
    // Without the entry bit the code is a device function.
    let mut bytes = file(ADD);
    let symbol = find(&bytes, &[0x80, 3, 0, 0, 0, 0, 0, 0]) - 11;
    assert_eq!(bytes[symbol], 0x10, "st_other of the only function, found by its size");
    bytes[symbol] = 0;
    assert!(message(&bytes).contains("expected at least one kernel"), "{}", message(&bytes));
    let image = parse(&file("extra/sm_50/surface.cubin")).unwrap();
    let error = image.kernel(Some("nope")).unwrap_err().to_string();
    assert_eq!(error, "expected a kernel named `nope`, found `surf_bindless`, `surf_bound`: choose one of these");
    assert!(image.kernel(None).is_err());
    assert_eq!(parse(&file(ADD)).unwrap().kernel(None).unwrap().name, "float_add");
}

#[test]
fn targets() {
    let with = |sm: u32| target(&patched(ADD, 0x30, &(sm << 16 | 0x500 | sm).to_le_bytes()));
    for sm in [50, 52, 53, 60, 61, 62] {
        assert_eq!(with(sm).unwrap().name(), format!("sm_{sm}"));
    }
    for sm in [20, 30, 35, 37, 51, 54, 63, 70, 72, 75, 80, 90] {
        assert!(with(sm).unwrap_err().to_string().contains(&format!("found sm_{sm} ")));
    }
    // Version 2 of the file format, as newer ptxas writes for newer machines.
    let mut bytes = patched(ADD, 0x30, &0x0600_6402u32.to_le_bytes());
    bytes[7] = 0x41;
    assert!(message(&bytes).contains("found sm_100 "), "{}", message(&bytes));
}

#[test]
fn sniffing() {
    let elf = |machine: u16| {
        let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0".to_vec();
        bytes.extend(machine.to_le_bytes());
        sniff(&bytes)
    };
    assert_eq!(elf(190), Some(Format::Cubin));
    assert_eq!(elf(224), Some(Format::AmdCodeObject));
    assert_eq!(elf(62), Some(Format::OtherElf { machine: 62, name: "x86-64" }));
    assert_eq!(sniff(b"\x7fELF"), None);
    assert_eq!(sniff(b"---\nversion: '1.20'\n"), Some(Format::Text));
    assert_eq!(sniff("é".repeat(4096).as_bytes()), Some(Format::Text));
    assert_eq!(sniff(format!("a{}", "é".repeat(4096)).as_bytes()), Some(Format::Text));
    assert_eq!(sniff(b"text\0"), None);
    assert_eq!(sniff(b""), None);
}

/// Every prefix of every cubin is refused with a one-line message.
#[test]
fn every_truncation_is_an_error() {
    files::every_truncation_is_an_error(cubins(), parse);
}

/// Size in bytes of an image, to check that damage never makes it large.
fn weight(image: &Image) -> usize {
    let kernels = image.kernels.iter().map(|k| {
        k.code.len()
            + k.banks().iter().map(|bank| bank.bytes.len()).sum::<usize>()
            + k.symbols.iter().map(|s| s.name.len() + 40).sum::<usize>()
            + k.details::<isotope_nvidia::cubin::Details>()
                .map_or(0, |d| 4 * (d.exits.len() + d.wave_wide.len() + d.workgroup_index_reads.len()))
    });
    let relocations = image.relocations.iter().map(|r| r.symbol.name.len() + 120);
    kernels.sum::<usize>() + relocations.sum::<usize>()
}

/// 20,000 cubins for each of two kinds of damage: no panic, no large image, one-line messages.
#[test]
fn damage_never_panics() {
    // Half of the rounds damage the tables after the code, which hold the structure.
    let place = |random: &mut Random, round: usize, len: usize| match round % 2 {
        0 => random.index(len),
        _ => len - 1 - random.index(len.min(1500)),
    };
    files::damage_never_panics(&cubins(), 8, place, weight, parse);
}

/// Overlapping sections and names cannot make a small file grow without bound.
#[test]
fn overlaps_are_bounded() {
    // One section header repeated: the code section 200 times over.
    let original = file("bin/sm_50/minmax_i32.cubin");
    let table = u64::from_le_bytes(original[0x28..0x30].try_into().unwrap()) as usize;
    let count = u16::from_le_bytes(original[0x3c..0x3e].try_into().unwrap()) as usize;
    let text = (0..count)
        .map(|index| table + 64 * index)
        .find(|&at| u32::from_le_bytes(original[at + 4..at + 8].try_into().unwrap()) == 1 && original[at + 8] == 6)
        .unwrap();
    let mut bytes = original[..table + 64 * count].to_vec();
    let entry = bytes[text..text + 64].to_vec();
    for _ in 0..200 {
        bytes.extend(&entry);
    }
    bytes[0x3c..0x3e].copy_from_slice(&((count + 200) as u16).to_le_bytes());
    let error = message(&bytes);
    assert!(error.contains("sections or names that overlap many times"), "{error}");
}
