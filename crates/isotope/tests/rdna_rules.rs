//! Programming rules of RDNA3: each broken and kept by a few lines of assembly, and all kernels of a compiler keep them.

use std::path::{Path, PathBuf};

use isotope::isa::finding::Finding;
use isotope::isa::rdna::{self, Mode, rules};
use isotope::object;

/// Bytes of some instructions, one per line.
fn assemble(text: &str) -> Vec<u8> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .flat_map(|line| {
            let inst = rdna::parse(Mode::Documented, line).unwrap_or_else(|e| panic!("`{line}`: {e}"));
            rdna::encode(&inst)[..rdna::size(&inst)].to_vec()
        })
        .collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels").join(folder);
    let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "co"));
    all.sort();
    all
}

/// Every kernel of the compiled files, walked along every path.
fn compiled() -> Vec<(String, rules::Paths)> {
    let mut all = Vec::new();
    for path in files("bin/gfx1100").into_iter().chain(files("extra/gfx1100")) {
        let image = object::parse(&std::fs::read(&path).unwrap()).unwrap();
        for kernel in &image.kernels {
            let wave64 = kernel.amd().unwrap().descriptor.wave_size() == 64;
            let name = format!("{} {}", path.file_name().unwrap().to_string_lossy(), kernel.name);
            all.push((name, rules::paths(&kernel.name, &kernel.code, wave64, &[kernel.entry])));
        }
    }
    all
}

#[test]
fn compilers_wait_before_they_read() {
    let all = compiled();
    assert!(all.len() >= 30, "{}", all.len());
    for (name, paths) in &all {
        let early: Vec<&Finding> = paths.findings.iter().filter(|f| f.rule.starts_with("wait-")).collect();
        println!("{name} {} {:?}", paths.complete, paths.findings.iter().map(|f| f.to_string()).collect::<Vec<_>>());
        assert!(early.is_empty(), "{name}\n{}", early[0]);
    }
}
