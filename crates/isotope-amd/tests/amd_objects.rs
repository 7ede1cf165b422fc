//! Code objects against LLVM's output, with damaged files, and error messages.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{compiled, files, kernels, read};
use isotope_op::random::Random;

use isotope_amd::RDNA;
use isotope_amd::amdgpu::{self, Descriptor, Hidden, target};
use isotope_object::*;

fn file(path: &str) -> Vec<u8> {
    read(&kernels(path))
}

/// The image of a code object for any processor of RDNA.
fn parse(file: &[u8]) -> Result<Image, LoadError> {
    amdgpu::parse(&RDNA, file)
}

fn objects() -> Vec<(String, Vec<u8>)> {
    compiled(&["bin/gfx1100", "extra/gfx1100"], ".co", 35)
}

/// An argument's kind as the metadata note writes it.
fn kind(param: &Param) -> &'static str {
    match param.kind {
        ParamKind::Plain => "by_value",
        ParamKind::Pointer { space: ParamSpace::Shared, .. } => "dynamic_shared_pointer",
        ParamKind::Pointer { .. } => "global_buffer",
        ParamKind::Handle(what) => what,
        _ => panic!("{param:?}"),
    }
}

fn hidden_name(kind: &Hidden) -> String {
    let dimension = |name: &str, d: u8| format!("hidden_{name}_{}", ["x", "y", "z"][usize::from(d)]);
    match kind {
        Hidden::BlockCount(d) => dimension("block_count", *d),
        Hidden::GroupSize(d) => dimension("group_size", *d),
        Hidden::Remainder(d) => dimension("remainder", *d),
        Hidden::GlobalOffset(d) => dimension("global_offset", *d),
        Hidden::GridDims => "hidden_grid_dims".into(),
        Hidden::PrintfBuffer => "hidden_printf_buffer".into(),
        Hidden::HostcallBuffer => "hidden_hostcall_buffer".into(),
        Hidden::Heap => "hidden_heap_v1".into(),
        Hidden::Served(name) | Hidden::Other(name) => name.clone(),
        other => panic!("{other:?}"),
    }
}

/// Kernel facts as one line of `tests/data/amd/objects.tsv`.
fn line(path: &str, kernel: &Kernel) -> String {
    let details = kernel.details::<isotope_amd::amdgpu::Details>().unwrap();
    let Descriptor { rsrc1, rsrc2, rsrc3, properties, .. } = details.descriptor;
    let explicit = kernel.params.iter().map(|p| (p.offset, p.size, kind(p).to_owned()));
    let hidden = details.hidden.iter().map(|arg| (arg.offset, arg.size, hidden_name(&arg.kind)));
    let mut args: Vec<_> = explicit.chain(hidden).collect();
    args.sort();
    let args: Vec<String> = args.iter().map(|(offset, size, kind)| format!("{offset}:{size}:{kind}")).collect();
    let required = kernel.required_threads.map_or("-".into(), |[x, y, z]| format!("{x},{y},{z}"));
    // A compiler gives the number of VGPRs that it uses; the descriptor rounds it up.
    let vgprs = details.descriptor.vgprs();
    let granule = if details.wave_size == 32 { 8 } else { 4 };
    assert_eq!(kernel.register_count.max(1).next_multiple_of(granule), vgprs, "{path} {}", kernel.name);
    let numbers = [
        u64::from(rsrc2.user_sgpr_count()),
        properties.enable_sgpr_dispatch_ptr().into(),
        properties.enable_sgpr_queue_ptr().into(),
        properties.enable_sgpr_kernarg_segment_ptr().into(),
        properties.enable_sgpr_dispatch_id().into(),
        properties.enable_sgpr_private_segment_size().into(),
        properties.enable_wavefront_size32().into(),
        properties.uses_dynamic_stack().into(),
        rsrc2.enable_private_segment().into(),
        rsrc2.enable_sgpr_workgroup_id_x().into(),
        rsrc2.enable_sgpr_workgroup_id_y().into(),
        rsrc2.enable_sgpr_workgroup_id_z().into(),
        rsrc2.enable_sgpr_workgroup_info().into(),
        rsrc2.enable_vgpr_workitem_id().into(),
        rsrc1.float_round_mode_32().into(),
        rsrc1.float_round_mode_16_64().into(),
        rsrc1.float_denorm_mode_32().into(),
        rsrc1.float_denorm_mode_16_64().into(),
        rsrc1.enable_dx10_clamp().into(),
        rsrc1.enable_ieee_mode().into(),
        rsrc1.fp16_ovfl().into(),
        rsrc1.wgp_mode().into(),
        rsrc1.mem_ordered().into(),
        rsrc1.forward_progress().into(),
        rsrc3.shared_vgpr_count().into(),
    ];
    let mut line = [
        path.to_owned(),
        kernel.name.clone(),
        (details.code_address + u64::from(kernel.entry)).to_string(),
        kernel.size.to_string(),
        details.kernarg_bytes.to_string(),
        details.kernarg_align.to_string(),
        kernel.shared_static_bytes.to_string(),
        kernel.local_bytes_per_lane.to_string(),
        details.max_items.to_string(),
        required,
        details.wave_size.to_string(),
        details.sgpr_count.to_string(),
        kernel.register_count.to_string(),
        if args.is_empty() { "-".into() } else { args.join(";") },
        kernel.register_count.to_string(),
    ]
    .join("\t");
    numbers.iter().for_each(|number| line += &format!("\t{number}"));
    line
}

/// Metadata, symbols and every descriptor field that the assembler can set match LLVM's output.
#[test]
fn every_object_reads_as_llvm_prints_it() {
    let mut got = Vec::new();
    let expected: Vec<&str> =
        include_str!("../../../tests/data/amd/objects.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    let listed = |path: &str| expected.iter().any(|line| line.split('\t').next() == Some(path));
    for (path, bytes) in objects().into_iter().filter(|(path, _)| listed(path)) {
        assert_eq!(sniff(&bytes), Some(Format::AmdCodeObject));
        let image = parse(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!((image.format, image.target), (Format::AmdCodeObject, isotope_amd::GFX1100.id()));
        assert_eq!(isotope_targets::TARGETS.load(&bytes).unwrap(), image);
        for kernel in &image.kernels {
            let details = kernel.details::<isotope_amd::amdgpu::Details>().unwrap();
            assert_eq!(&kernel.code[..], &bytes[kernel.file_offset as usize..][..kernel.code.len()]);
            assert_eq!((&kernel.section[..], kernel.entry % 256), (".text", 0));
            assert_eq!(
                details.code_object_version,
                if path.contains("_v4") { 4 } else { 5 + u8::from(path.contains("_v6")) }
            );
            assert!(kernel.symbols.iter().any(|s| s.function && s.name == kernel.name && s.offset == kernel.entry));
            got.push(line(&path, kernel));
        }
    }
    for (got, expected) in got.iter().zip(&expected) {
        assert_eq!(got, expected);
    }
    assert_eq!(got.len(), expected.len(), "`tests/data/amd/objects.py` records what LLVM says about new files");
    assert!(got.len() >= 68);
}

/// Segments, named objects, a device function, addresses in data.
#[test]
fn features_of_a_whole_file() {
    let bytes = file("extra/gfx1100/features.co");
    let image = parse(&bytes).unwrap();
    let names: Vec<_> = image.kernels.iter().map(|kernel| &kernel.name[..]).collect();
    assert_eq!(names, ["globals", "calls", "ids", "ids2", "arguments", "hidden", "dynamic", "lanes"]);
    let globals: Vec<_> =
        image.globals.iter().map(|g| (&g.name[..], g.address, g.size, g.bytes.as_ref().map_or(0, Vec::len))).collect();
    let head = ".note .dynsym .gnu.hash .hash .dynstr .rela.dyn .rodata";
    assert_eq!(
        globals,
        [
            (head, Some(0), 0x1ce4, 0x1ce4),
            (".text", Some(0x2d00), 0xc00, 0xc00),
            (".dynamic .relro_padding", Some(0x4900), 0x700, 0xb0),
            (".data .bss", Some(0x59b0), 0x2c, 0x28),
        ]
    );
    assert_eq!(image.globals[3].contents()[0x24..], [0; 8]);
    let place = |name: &str| {
        let object = image.objects.iter().find(|object| object.name == name).unwrap();
        let SectionId::Global { section } = object.place else { panic!("{object:?}") };
        (section, object.offset, object.size)
    };
    assert_eq!([place("counter"), place("table"), place("places")], [(3, 0x28, 4), (3, 0, 16), (3, 0x10, 24)]);
    assert_eq!(place("squares"), (0, 0x1cc0, 32));
    assert!(!image.objects.iter().any(|object| object.name.ends_with(".kd")));
    let fill = image.kernels[1].symbols.iter().find(|symbol| symbol.name == "fill").unwrap();
    assert_eq!((fill.offset, fill.size, fill.function), (0x2b0, 108, true));

    let bases = [0x1_0000, 0x1_2d00, 0x1_4900, 0x1_59b0];
    let patches: Vec<_> = image
        .relocations
        .iter()
        .map(|relocation| {
            let patch = image.resolve(relocation, &bases, |_| None).unwrap();
            (patch.place, patch.offset, patch.width, patch.value)
        })
        .collect();
    let data = SectionId::Global { section: 3 };
    assert_eq!(patches, [(data, 0x10, 8, 0x1_59d8), (data, 0x18, 8, 0x1_59b8), (data, 0x20, 8, 0x1_59bc)]);
}

/// Symbols that another file may replace or must supply.
#[test]
fn relocations_by_symbol() {
    let image = parse(&file("extra/gfx1100/visible.co")).unwrap();
    let [outside, visible] = &image.relocations[..] else { panic!("{:?}", image.relocations) };
    let bases = [0x1_0000, 0x1_1800, 0x1_2b00, 0x1_3bb0];
    let patch = image.resolve(visible, &bases, |_| None).unwrap();
    let got = SectionId::Global { section: 2 };
    assert_eq!((patch.place, patch.offset, patch.width, patch.value), (got, 0xa0, 8, 0x1_3bb0));
    assert_eq!(outside.symbol.place, SectionId::Outside);
    let error = image.resolve(outside, &bases, |_| None).unwrap_err().to_string();
    assert!(error.contains("relocation of `elsewhere`") && error.contains("found one that another file"), "{error}");
    let half = |kind| {
        let relocation = Relocation { kind, addend: Some(0x5_0000_0008), ..visible.clone() };
        let patch = image.resolve(&relocation, &bases, |_| None).unwrap();
        (patch.width, patch.value)
    };
    assert_eq!(half(RelocationKind::Address32), (4, 0x1_3bb8));
    assert_eq!(half(RelocationKind::AddressHigh32), (4, 5));
    let other = Relocation { kind: isotope_amd::amdgpu::not_carried_out(10), ..visible.clone() };
    let error = image.resolve(&other, &bases, |_| None).unwrap_err().to_string();
    assert!(error.contains("found R_AMDGPU_REL32_LO") && error.contains("link the file with `ld.lld"), "{error}");
}

/// Address spaces of pointers, values of any size, dynamic LDS.
#[test]
fn arguments_of_every_kind() {
    let image = parse(&file("extra/gfx1100/features.co")).unwrap();
    let params = |name: &str| image.kernel(Some(name)).unwrap().params.clone();
    let pointer = |space, log2_align| ParamKind::Pointer { space, log2_align };
    let arguments: Vec<_> = params("arguments").iter().map(|p| (p.offset, p.size, p.kind)).collect();
    assert_eq!(
        arguments,
        [
            (0, 8, pointer(ParamSpace::Global, 0)),
            (8, 1, ParamKind::Plain),
            (10, 2, ParamKind::Plain),
            (16, 8, ParamKind::Plain),
            (24, 4, ParamKind::Plain),
            (32, 8, ParamKind::Plain),
            (40, 16, ParamKind::Plain),
            (56, 8, pointer(ParamSpace::Constant, 0)),
        ]
    );
    assert_eq!(params("dynamic")[1].kind, pointer(ParamSpace::Shared, 2));
}

fn message(bytes: &[u8]) -> String {
    parse(bytes).unwrap_err().to_string()
}

const ADD: &str = "bin/gfx1100/float_add.co";

fn patched(offset: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = file(ADD);
    bytes[offset..offset + new.len()].copy_from_slice(new);
    bytes
}

/// Offset of the only occurrence of these bytes.
fn find(pattern: &[u8]) -> usize {
    let bytes = file(ADD);
    let mut found = bytes.windows(pattern.len()).enumerate().filter(|(_, window)| *window == pattern);
    let (at, _) = found.next().unwrap_or_else(|| panic!("{}", pattern.escape_ascii()));
    assert!(found.next().is_none(), "{} twice", pattern.escape_ascii());
    at
}

/// Every error says what was expected, what was found, where, and what to do.
#[test]
fn messages() {
    let check = |bytes: &[u8], wanted: &str| files::says(&message(bytes), wanted);
    check(
        b"",
        "expected an ELF file (7f 45 4c 46 at file offset 0), found an empty file: give a code object made by clang",
    );
    check(b"s_endpgm\n", "found text: assemble it with `llvm-mc --filetype=obj`");
    check(b"__CLANG_OFFLOAD_BUNDLE__\0\0", "found a clang offload bundle: take the code object for gfx1100 out");
    check(b"CISA\x04\x01\x01\x00", "found an Intel vISA binary");
    check(&[0x50, 0xed, 0x55, 0xba, 1, 0], "found an NVIDIA fatbin");
    check(&[0xde, 0xad, 0xbe, 0xef, 0], "found de ad be ef");
    check(&file(ADD)[..40], "expected 0x40 bytes of ELF file header at file offset 0x0, found the end of the file");
    check(&patched(4, &[1]), "found class 1, data 1: code objects of the amdgcn target have no such variant");
    check(&patched(0x12, &[62, 0]), "expected ELF machine 224 (AMDGPU) at file offset 0x12, found 62 (x86-64)");
    check(&patched(0x12, &[190, 0]), "found 190 (NVIDIA CUDA): this is an NVIDIA cubin; load it as sm_50");
    check(
        &patched(0x30, &[0x46]),
        "expected a code object for gfx1100 or gfx11-generic, found gfx1101 (number 0x46, ELF flags 0x46 at file offset 0x30)",
    );
    check(&patched(0x30, &[0x3f]), "found gfx90a");
    check(&patched(0x30, &[0xee]), "found a processor without a name here (number 0xee, ELF flags 0xee at");
    check(&patched(8, &[1]), "expected an HSA code object of version 4, 5 or 6");
    check(&patched(8, &[1]), "found OS/ABI 64, ABI version 1");
    check(&patched(7, &[65]), "found OS/ABI 65, ABI version 3");
    check(&patched(0x10, &[1]), "expected a linked code object (ELF type 3 at file offset 0x10), found type 1");
    check(&patched(0x36, &[55]), "expected program headers of 56 bytes");

    // The descriptor: LDS bytes, reserved bytes and fields, entry, user SGPRs.
    let descriptor = find(&[8, 0, 0, 0, 0, 0, 0, 0, 0x18, 1, 0, 0, 0, 0, 0, 0]);
    check(
        &patched(descriptor, &[4]),
        "expected 4, as its descriptor says in `.group_segment_fixed_size` of kernel `float_add`, found 8",
    );
    check(&patched(descriptor + 8, &[0]), "`.kernarg_segment_size` of kernel `float_add`, found 280");
    check(&patched(descriptor + 57, &[0]), "expected 64, as its descriptor says in `.wavefront_size`");
    check(
        &patched(descriptor + 30, &[1]),
        "zeros in reserved fields for gfx1100 in descriptor symbol `float_add.kd`, found others at offset 0x1e",
    );
    check(&patched(descriptor + 16, &[1]), "expected an entry on a 256-byte boundary of a code section");
    check(&patched(descriptor + 20, &[1]), "expected an entry on a 256-byte boundary");
    check(&patched(descriptor + 17, &[0x12]), "the entry that its descriptor states");
    check(&patched(descriptor + 52, &[0x82]), "expected a count of at most 16 that fits in `user_sgpr_count`");
    check(&patched(descriptor + 52, &[0xa8]), "found 20 for properties that take 2");
    check(&patched(descriptor + 53, &[0x18]), "expected 0, 1 or 2 in `enable_vgpr_workitem_id`");

    // The note.
    let owner = find(b"AMDGPU\0\0");
    check(
        &patched(owner, b"B"),
        "expected the metadata note (type 32, owner AMDGPU) in the sections of type 7 (notes), found none",
    );
    check(&patched(owner - 4, &[0xff]), "expected the metadata note");
    check(
        &patched(owner - 8, &[0xff, 0xff]),
        "expected an owner of 0x7 and contents of 0xffff bytes in the note at offset 0x0",
    );
    check(&patched(owner + 8, &[0xc1]), "expected a map in the metadata note, found nil");
    check(&patched(find(b"amdhsa.kernels"), b"A"), "expected the key `amdhsa.kernels`");
    check(
        &patched(find(b"amdhsa.version") + 14, &[0x81]),
        "expected a list in `amdhsa.version` of the metadata note, found a map of 1",
    );
    check(&patched(find(b"amdhsa.version") + 15, &[2]), "expected major version 1 in `amdhsa.version`");
    check(
        &patched(find(b".symbol\xac") + 8, b"g"),
        "expected an object symbol `gloat_add.kd` for kernel `float_add`, found none",
    );
    check(
        &patched(find(b"\xa5.name\xa9float_add") + 7, &[0xff]),
        "expected text in UTF-8 in `amdhsa.kernels[0].name` of the metadata note, found `bytes that are no text`",
    );
    check(&patched(find(b"hidden_grid_dims"), b"g"), "expected a kind of argument (by_value,");
    check(
        &patched(find(b"hidden_grid_dims"), b"g"),
        "in `amdhsa.kernels[0].args[15].value_kind` of the metadata note, found `gidden_grid_dims`",
    );
    let count = find(b".sgpr_count") + 11;
    let nil = "expected a number in `amdhsa.kernels[0].sgpr_count` of the metadata note, found nil";
    check(&patched(count, &[0xc0]), nil);
    check(&patched(count, &[0xff]), "expected a number below 2^32");
    check(&patched(owner + 8, &[0xdd, 0xff, 0xff, 0xff, 0xff]), "expected MessagePack in the metadata note at offset");
    check(&patched(owner + 8, &[0x91; 64]), "expected MessagePack in the metadata note at offset");
}

#[test]
fn versions_and_targets() {
    for (version, abi) in [(4, 2), (5, 3), (6, 4)] {
        assert_eq!(target(&RDNA, &patched(8, &[abi])), Ok((isotope_amd::GFX1100, version)));
    }
    // Feature bits in the flags do not change the processor.
    assert_eq!(target(&RDNA, &patched(0x31, &[5])).unwrap().0, isotope_amd::GFX1100);
    // Code for all of gfx11, of any version of the generic target.
    for version in [0, 1, 7] {
        let mut file = patched(0x30, &[0x54]);
        file[0x33] = version;
        assert_eq!(parse(&file).unwrap().target, isotope_amd::GFX1100.id());
    }
    for (number, name) in [(0x46, "gfx1101"), (0x4f, "gfx950"), (0x59, "gfx12-generic"), (0x49, "gfx1250")] {
        let error = message(&patched(0x30, &[number]));
        assert!(error.contains(&format!("found {name} (number {number:#x}")), "{error}");
    }
}

/// The header determines the processor of a file: the name in the note has several spellings and is never an error.
#[test]
fn names_of_the_target_decide_nothing() {
    let whole = parse(&file(ADD)).unwrap();
    let old = b"amdgcn-amd-amdhsa--gfx1100";
    let at = find(old);
    for name in [
        &b"amdgcn-amd-amdhsa--gfx1101"[..],
        b"amdgpu11.00-amd-amdhsa-unk",
        b"amdgcn-amd-amdhsa-unknown-",
        b"gfx1100:sramecc-:xnack-   ",
        &[0xff; 26],
    ] {
        assert_eq!(name.len(), old.len());
        let image = parse(&patched(at, name)).unwrap();
        assert_eq!((image.target, image.kernels.len()), (whole.target, whole.kernels.len()));
    }
}

/// Every prefix of every code object is refused with a one-line message.
#[test]
fn every_truncation_is_an_error() {
    files::every_truncation_is_an_error(objects(), parse);
}

/// Size in bytes of an image; code and symbols shared between kernels are counted once.
fn weight(image: &Image) -> usize {
    let texts: BTreeMap<_, _> = image.kernels.iter().map(|k| (Arc::as_ptr(&k.code), k)).collect();
    let symbols = |k: &Kernel| k.symbols.iter().map(|s| s.name.len() + 40).sum::<usize>();
    texts.values().map(|k| k.code.len() + symbols(k)).sum::<usize>()
        + image.globals.iter().map(|g| g.name.len() + g.bytes.as_ref().map_or(0, Vec::len)).sum::<usize>()
        + image.objects.iter().map(|o| o.name.len() + 64).sum::<usize>()
        + image.relocations.iter().map(|r| r.symbol.name.len() + 120).sum::<usize>()
}

/// 40,000 damaged files: no panic, no large image, one-line messages.
#[test]
fn damage_never_panics() {
    // Damage any byte, the headers and the note, or the tables after the code.
    let place = |random: &mut Random, round: usize, len: usize| match round % 3 {
        0 => random.index(len),
        1 => random.index(len.min(0x800)),
        _ => len - 1 - random.index(len.min(0x800)),
    };
    files::damage_never_panics(&objects(), 6, place, weight, parse);
}

/// Overlapping segments and sections cannot make a small file grow without bound.
#[test]
fn overlaps_are_bounded() {
    let original = file(ADD);
    // Duplicate the first loaded segment.
    let headers = 0x40;
    let load = (0..8).map(|n| headers + 56 * n).find(|&at| original[at] == 1).unwrap();
    let mut bytes = original.clone();
    let entry = bytes[load..load + 56].to_vec();
    bytes[headers + 56 * 7..headers + 56 * 8].copy_from_slice(&entry);
    assert!(message(&bytes).contains("expected segments side by side in the program headers"), "{}", message(&bytes));

    // Repeat one section header: the section names together form the name of a segment.
    let table = u64::from_le_bytes(original[0x28..0x30].try_into().unwrap()) as usize;
    let count = u16::from_le_bytes(original[0x3c..0x3e].try_into().unwrap()) as usize;
    let mut bytes = original[..table + 64 * count].to_vec();
    let entry = bytes[table + 64 * 3..table + 64 * 4].to_vec();
    for _ in 0..60_000 {
        bytes.extend(&entry);
    }
    bytes[0x3c..0x3e].copy_from_slice(&((count + 60_000) as u16).to_le_bytes());
    match parse(&bytes) {
        Ok(image) => assert!(weight(&image) < 16 * bytes.len()),
        Err(error) => assert!(error.to_string().contains("overlap many times"), "{error}"),
    }
}

/// A segment larger than a 32-bit distance.
#[test]
fn sizes_have_a_limit() {
    let original = file("extra/gfx1100/features.co");
    let (headers, count) = (0x40, 9);
    let data =
        (0..count).map(|n| headers + 56 * n).rfind(|&at| original[at] == 1 && original[at + 17] == 0x59).unwrap();
    let mut bytes = original.clone();
    bytes[data + 40..data + 48].copy_from_slice(&0x3000_0000u64.to_le_bytes());
    let image = parse(&bytes).unwrap();
    assert_eq!((image.globals[3].size, image.globals[3].bytes.as_ref().unwrap().len()), (0x3000_0000, 0x28));
    bytes[data + 40..data + 48].copy_from_slice(&0x9000_0000u64.to_le_bytes());
    assert!(message(&bytes).contains("expected an end at or below 0x80000000"), "{}", message(&bytes));
}
