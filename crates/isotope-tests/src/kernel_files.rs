//! Files of the repository, mostly compiled kernels.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_object::Image;
use isotope_target::case::Case;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// A path in the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A path in the folder `kernels`.
pub fn kernels(path: &str) -> PathBuf {
    repository("kernels").join(path)
}

/// A path in the folder `tests/data`.
pub fn data(path: &str) -> PathBuf {
    repository("tests/data").join(path)
}

/// The bytes of a file.
pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The text of a file.
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The paths in a folder, sorted.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut all: Vec<PathBuf> = read.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// Those with an extension.
pub fn ending(folder: &Path, extension: &str) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

/// Those in the folder and in the folders inside it.
pub fn below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let inner = entries(folder).into_iter().filter(|path| path.is_dir()).flat_map(|path| below(&path, extension));
    ending(folder, extension).into_iter().chain(inner).collect()
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A case.
pub fn case(path: &Path) -> Case {
    Case::parse(TARGETS.cases, &text(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The kernels of a file. vISA text has its `.zeinfo` beside it, and a `.zeinfo` the text of its kernels.
pub fn load(path: &Path) -> Image {
    match path.extension().and_then(|e| e.to_str()) {
        Some("visaasm") => {
            let code = read(path);
            isotope_intel::ze::parse(&text(&path.with_extension("zeinfo")), |_| Some(code.clone())).unwrap()
        }
        Some("zeinfo") => {
            let code = |kernel: &str| std::fs::read(path.with_file_name(format!("{kernel}.visaasm"))).ok();
            isotope_intel::ze::parse(&text(path), code).unwrap()
        }
        _ => TARGETS.load(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
    }
}

/// A compiled file of the folder `kernels`.
pub fn image(path: &str) -> Image {
    load(&kernels(path))
}

/// The folders and extensions of the suite's kernels.
pub const SUITE: [(&str, &str); 4] =
    [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")];

/// The histogram kernel with memory for `bins` bins only.
pub fn cramped(folder: &str, extension: &str, bins: usize) -> (Dispatch, Memory) {
    let image = image(&format!("bin/{folder}/histogram256.{extension}"));
    let mut memory = Memory::new();
    let n = 4096u32;
    let words: Vec<u8> = (0..n).flat_map(|i| i.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
    let data = memory.allocate("data", &words).unwrap();
    let hist = memory.allocate("hist", &vec![0; 4 * bins]).unwrap();
    let args = vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)];
    let launch = Launch::new([2, 1, 1], [64, 1, 1], args);
    (TARGETS.prepare(&image, image.kernel(None).unwrap(), &mut memory, &launch).unwrap(), memory)
}
