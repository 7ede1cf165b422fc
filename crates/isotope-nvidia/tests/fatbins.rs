//! Fatbins and host programs with fatbins: their entries, the selected cubin, refusals, and damaged files.

use isotope_nvidia::cubin;
use isotope_nvidia::fatbin::{contents, entries, is_container, parse, runs_on};
use isotope_object::Image;
use isotope_object::container::{Choice, Compression, EntryKind};
use isotope_op::random::Random;
use isotope_targets::TARGETS;

use crate::common::files::struck;
use crate::common::{data, read, sweep};

fn file(name: &str) -> Vec<u8> {
    read(&data("nvidia/fatbins").join(name))
}

fn choice(target: &str) -> Choice<'_> {
    Choice { target: Some(target), ..Choice::default() }
}

/// The number that the kernel of an image adds to a thousand times its thread: the SM that it was compiled for.
fn says(image: &Image) -> &str {
    image.target.name()
}

/// All compression methods give the same cubins as uncompressed entries.
#[test]
fn compressed_entries_are_the_plain_ones() {
    let plain = file("plain.fatbin");
    let wanted = entries(&plain).unwrap();
    let kinds: Vec<_> = wanted.iter().map(|e| (e.kind, e.sm, e.name.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (EntryKind::Cubin, 50, "which.50.cubin"),
            (EntryKind::Cubin, 60, "which.60.cubin"),
            (EntryKind::Cubin, 75, "which.75.cubin"),
            (EntryKind::Ptx, 50, "which.50.ptx"),
        ]
    );
    for (name, compression) in [
        ("lz4.fatbin", Compression::Lz4),
        ("zstd.fatbin", Compression::Zstd),
        ("zstd134.fatbin", Compression::Zstd),
        ("concat.fatbin", Compression::Zstd),
    ] {
        let bytes = file(name);
        assert!(is_container(&bytes));
        let found = entries(&bytes).unwrap();
        assert_eq!(found.len(), wanted.len(), "{name}");
        for entry in &found {
            assert_eq!((entry.compression, entry.module), (compression, 0), "{name}");
            let same = wanted.iter().find(|e| e.name == entry.name).unwrap_or_else(|| panic!("{name}: {entry:?}"));
            let (got, expected) = (contents(entry, &bytes).unwrap(), contents(same, &plain).unwrap());
            match entry.kind {
                EntryKind::Cubin => assert_eq!(got, expected, "{name} {}", entry.name),
                // CUDA 13 keeps more of the text than 12.9, which omits parts that a driver does not need.
                _ => assert!(got.windows(8).any(|window| window == b"mad.lo.u"), "{name} {}", entry.name),
            }
            assert_eq!(entry.bytes, got.len() as u64);
        }
        let image = parse(&bytes, Choice::default()).unwrap();
        assert_eq!(image.kernels, parse(&plain, Choice::default()).unwrap().kernels);
        assert_eq!(image, TARGETS.load(&bytes).unwrap());
    }
}

/// The newest cubin of the same generation that is not newer than the device; Tegra accepts only its own.
#[test]
fn the_cubin_that_the_device_takes() {
    let bytes = file("lz4.fatbin");
    for (target, taken) in [("sm_50", "sm_50"), ("sm_52", "sm_50"), ("sm_60", "sm_60"), ("sm_61", "sm_60")] {
        assert_eq!(says(&parse(&bytes, choice(target)).unwrap()), taken, "{target}");
    }
    for target in ["sm_53", "sm_62"] {
        let error = parse(&bytes, choice(target)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "expected a cubin for {target} in the fatbin, found cubin for sm_50, cubin for sm_60, cubin for sm_75, PTX \
                 for compute_50: leave `-t` out, or choose the target of one of these"
            )
        );
    }
    // Without sm_50, the oldest supported one.
    let later = file("later.fatbin");
    assert_eq!(says(&TARGETS.load(&later).unwrap()), "sm_52");
    assert!(parse(&later, choice("sm_50")).is_err());
    assert!(parse(&later, choice("sm_60")).is_err());
    assert_eq!(says(&parse(&later, choice("sm_61")).unwrap()), "sm_61");
    // The caller refuses a target of another vendor.
    assert_eq!(says(&parse(&later, choice("gfx1100")).unwrap()), "sm_52");
    assert!(runs_on(60, 61) && !runs_on(61, 60) && !runs_on(50, 53) && !runs_on(60, 62));
}

/// A host program has a fatbin for each source; the kernel name selects one.
#[test]
fn host_programs() {
    for name in ["host.elf", "host.o"] {
        let bytes = file(name);
        let found = entries(&bytes).unwrap();
        let modules: Vec<_> = found.iter().map(|e| (e.module, e.sm)).collect();
        assert_eq!(modules, [(0, 50), (0, 60), (0, 75), (0, 50), (1, 50), (1, 61)], "{name}");
        let error = TARGETS.load(&bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            "expected the name of a kernel (kernel), the file has 2 modules with `which`, `other`: choose one of these"
        );
        for (kernel, target, taken, chosen) in [
            ("which", None, "sm_50", 0),
            ("other", None, "sm_50", 4),
            ("other", Some("sm_61"), "sm_61", 5),
            ("which", Some("sm_61"), "sm_60", 1),
        ] {
            let image = parse(&bytes, Choice { target, kernel: Some(kernel) }).unwrap();
            assert_eq!((says(&image), &*image.kernels[0].name), (taken, kernel));
            let container = image.container.unwrap();
            assert_eq!((container.chosen, container.entries.len()), (chosen, 6));
        }
        let error = parse(&bytes, Choice { kernel: Some("none"), ..Choice::default() }).unwrap_err().to_string();
        assert!(error.contains("expected a kernel named `none`, found `which`, `other`"), "{error}");
    }
}

/// A refusal lists the contents of the file and gives advice that works.
#[test]
fn refusals() {
    let message = |name: &str| TARGETS.load(&file(name)).unwrap_err().to_string();
    assert_eq!(
        message("newer.fatbin"),
        "expected a cubin for sm_50, sm_52, sm_53, sm_60, sm_61 or sm_62 in the fatbin, found cubin for sm_75, PTX for \
         compute_75: code for other machines is encoded differently; compile the source again for compute_50 and sm_50 \
         (`nvcc -arch=sm_50`) with CUDA 12.9 or earlier, the last toolkit that compiles for Maxwell and Pascal"
    );
    let newer = message("ptx75.fatbin");
    assert!(newer.contains("found PTX for compute_75: PTX for newer machines cannot be compiled for these"), "{newer}");
    let older = message("ptx52.fatbin");
    assert!(
        older.contains("found PTX for compute_52: take the PTX out of it (`cuobjdump -xptx all`) and compile it with `ptxas -arch=sm_52`"),
        "{older}"
    );
    // Headers of cubins that ptxas 12.9 and 13.5 write for sm_75.
    for bytes in [file("ptxas135.sm_75.cubin"), {
        let newer = file("newer.fatbin");
        contents(&entries(&newer).unwrap()[0], &newer).unwrap().into_owned()
    }] {
        let error = cubin::parse(&bytes).unwrap_err().to_string();
        assert!(error.contains("found sm_75 "), "{error}");
        assert!(error.contains("compile the source again for compute_50 and sm_50"), "{error}");
    }
    // A program without fatbins is treated as before.
    let mut plain = file("host.elf");
    let at = plain.windows(11).position(|window| window == b".nv_fatbin\0").unwrap();
    plain[at + 1] = b'm';
    let error = TARGETS.load(&plain).unwrap_err().to_string();
    assert!(error.contains("found 62 (x86-64)"), "{error}");
}

/// Damaged files are refused with a one-line message, or give an image within the size limit.
#[test]
fn damage_never_panics() {
    let names = ["lz4.fatbin", "zstd.fatbin", "concat.fatbin", "plain.fatbin", "host.o", "host.elf"];
    let files: Vec<_> = names.map(|name| (name, file(name))).into();
    let check = |name: &str, bytes: &[u8]| -> bool {
        let choices = [Choice::default(), Choice { kernel: Some("which"), target: Some("sm_61") }];
        let mut read = false;
        for choice in choices {
            match parse(bytes, choice) {
                Ok(image) => {
                    read = true;
                    let code: usize = image.kernels.iter().map(|kernel| kernel.code.len()).sum();
                    assert!(code < 64 * bytes.len() + 0x1_0000, "{name}");
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.starts_with("expected ") || error.contains("names several"), "{name}: {error}");
                    assert!(!error.chars().any(char::is_control), "{name}: {error:?}");
                }
            }
        }
        let _ = is_container(bytes);
        for entry in entries(bytes).unwrap_or_default() {
            let _ = contents(&entry, bytes).map(|contents| contents.len());
        }
        read
    };
    for (name, bytes) in &files[..4] {
        for length in 0..bytes.len() {
            assert!(!check(name, &bytes[..length]), "{name} of {length} bytes was read");
        }
    }
    let mut random = Random(sweep::seed(1));
    let (mut read, rounds) = (0, sweep::count(20_000, 5));
    for _ in 0..rounds {
        let (name, original) = &files[random.index(files.len())];
        let mut bytes = original.clone();
        for _ in 0..1 + random.index(4) {
            let at = random.index(bytes.len());
            bytes[at] = struck(bytes[at], &mut random);
        }
        read += u64::from(check(name, &bytes));
    }
    assert!(read > rounds as u64 / 40, "only {read} of {rounds} damaged files were still readable");
}

/// A small file cannot request much memory: its declared lengths are checked against the maximum compression ratio.
#[test]
fn stated_lengths_are_bounded() {
    for (name, expected) in [("lz4.fatbin", "at most 0x"), ("zstd.fatbin", "at most 0x10000000")] {
        let mut bytes = file(name);
        // The unpacked length of the first entry.
        bytes[16 + 56..16 + 64].copy_from_slice(&0x7fff_ffff_ffffu64.to_le_bytes());
        let error = TARGETS.load(&bytes).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("the cubin for sm_50 of the fatbin"), "{error}");
    }
    // Sections that overlap many times.
    let original = file("host.o");
    let table = u64::from_le_bytes(original[0x28..0x30].try_into().unwrap()) as usize;
    let count = u16::from_le_bytes(original[0x3c..0x3e].try_into().unwrap()) as usize;
    let word = |at: usize| u64::from_le_bytes(original[at..at + 8].try_into().unwrap());
    let fatbin = (0..count).map(|n| table + 64 * n).max_by_key(|&at| word(at + 32)).unwrap();
    let mut bytes = original[..table + 64 * count].to_vec();
    let entry = bytes[fatbin..fatbin + 64].to_vec();
    for _ in 0..500 {
        bytes.extend(&entry);
    }
    bytes[0x3c..0x3e].copy_from_slice(&((count + 500) as u16).to_le_bytes());
    let error = TARGETS.load(&bytes).unwrap_err().to_string();
    assert!(error.contains("sections that overlap many times"), "{error}");
}
