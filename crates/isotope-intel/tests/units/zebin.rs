//! Intel's zebin.

use isotope_intel::zebin::parse;
use isotope_object::Format;

const SAMPLE: &[u8] = include_bytes!("../../../isotope-intel/samples/native.zebin");

fn code(_: &str) -> Option<Vec<u8>> {
    Some(b".version 4.1\n".to_vec())
}

#[test]
fn what_a_file_says() {
    let image = parse(SAMPLE, code).unwrap();
    assert_eq!((image.format, image.target.name()), (Format::Zebin, "tgllp"));
    let names: Vec<_> = image.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["count", "follow"]);
    assert_eq!(image.kernels[0].details::<isotope_intel::ze::Details>().unwrap().register, Some(32));
    let sections: Vec<_> = image.globals.iter().map(|s| (s.name.as_str(), s.size)).collect();
    assert_eq!(sections, [(".data.const", 32), (".data.global", 16)]);
    let objects: Vec<_> = image.objects.iter().map(|s| (s.name.as_str(), s.offset, s.size)).collect();
    assert_eq!(objects, [("table", 0, 32), ("counter", 0, 4), ("where", 8, 8)]);
    // The address of `counter`, written to `where`.
    let patch = image.resolve(&image.relocations[0], &[0x1000, 0x2000], |_| None).unwrap();
    assert_eq!((image.relocations.len(), patch.offset, patch.value, patch.width), (1, 8, 0x2000, 8));
}

/// ocloc omits `.ze_info` if a source has no kernel.
#[test]
fn a_file_without_kernels_is_whole() {
    const EMPTY: &[u8] = include_bytes!("../../../isotope-intel/samples/empty.zebin");
    let error = parse(EMPTY, code).unwrap_err().to_string();
    assert!(error.starts_with("expected at least one kernel in the zebin") && !error.contains("damaged"), "{error}");
    // Code without a description is a different error.
    let mut other = SAMPLE.to_vec();
    let sections = u64::from_le_bytes(SAMPLE[40..48].try_into().unwrap()) as usize;
    let kinds = (sections + 4..SAMPLE.len()).step_by(64);
    let info = kinds.into_iter().find(|at| SAMPLE[*at..*at + 4] == 0xff00_0011u32.to_le_bytes()).unwrap();
    other[info..info + 4].copy_from_slice(&1u32.to_le_bytes());
    let error = parse(&other, code).unwrap_err().to_string();
    assert!(error.contains("found none, but code in `.text."), "{error}");
}

#[test]
fn damage_is_an_error() {
    for length in 0..SAMPLE.len() {
        let error = parse(&SAMPLE[..length], code).unwrap_err().to_string();
        assert!(error.starts_with("expected ") && !error.contains('\n'), "{length}: {error}");
    }
    let mut changed = SAMPLE.to_vec();
    for at in 0..SAMPLE.len() {
        changed[at] ^= 0xff;
        let _ = parse(&changed, code);
        changed[at] ^= 0xff;
    }
    let words = [
        (&b"CTNI\x3a\x04\0\0"[..], "--format zebin"),
        (b"!<arch>\n", "ar x"),
        (b"", "an empty file: give a cubin or fatbin of CUDA, a code object of clang for AMD, or a zebin of ocloc"),
        (b"\xff\xfe", "found ff fe: give a cubin or fatbin of CUDA, a code object"),
    ];
    let mut host = SAMPLE.to_vec();
    host[18] = 62;
    let error = isotope_targets::TARGETS.load(&host).unwrap_err().to_string();
    assert!(error.contains("found 62 (x86-64): give a cubin or fatbin of CUDA, "), "{error}");
    for (bytes, words) in words {
        let error = isotope_targets::TARGETS.load(bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
