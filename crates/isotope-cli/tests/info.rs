//! `isotope info`: what it says of stored files, and that the command lines it prints run when they are pasted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{isotope, repository};

/// Kernels that no launch completes, by file and name, and how the launch that is printed ends: they are stored because they fault,
/// hang, need descriptors that a test makes, or need what is in no file.
const OTHERWISE: &[(&str, &str, &str)] = &[
    ("gfx1100/edges.co", "misaligned misaligned_lds nowhere wrong_space", "faulted"),
    ("gfx1100/edges_wave64.co", "misaligned misaligned_lds nowhere wrong_space", "faulted"),
    ("gfx1100/rings.co", "ring_wrap", "unspecified"),
    ("gfx1100/semaphores.co", "few never crossed", "deadlock"),
    ("gfx1100/visible.co", "through_table not_here", "refused"),
    ("sm_50/features.cubin", "k1", "refused"),
    ("sm_50/features.cubin", "k2", "faulted"),
];

/// The files in a folder and the folders below that hold kernels.
fn stored(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            stored(&path, found);
        } else if path.extension().is_some_and(|e| ["cubin", "co", "zebin", "zeinfo"].iter().any(|known| e == *known)) {
            found.push(path);
        }
    }
}

/// Triton's files state no shared memory: the launch gives it. The block is what the file states, and a launch without the memory is told of it.
#[test]
fn shared_memory_that_a_launch_gives() {
    let file = repository("kernels/compilers/gfx1100/triton-3.9.0/rowsum.co");
    isotope(&format!("info {file}"))
        .status(0)
        .err_is("")
        .out_has("\n  shared memory is given at launch (--shared BYTES); the file does not say how much\n")
        .out_has("to run it (completed): isotope run ")
        .out_has(" --block 128 --shared 49152 ");
    let json = isotope(&format!("info {file} --json")).json();
    assert_eq!(json["kernels"][0]["shared_at_launch"], true);

    let launch =
        format!("run {file} --grid 2 --block 128 --arg x=u32[512]:3 --arg out=u32[2]:0 --arg 0 --arg 0 --dump out");
    isotope(&format!("{launch} --shared 16")).gives(0, "out: 768 768\n").err_is("");
    for engine in ["interp", "jit"] {
        let without = isotope(&format!("{launch} --engine {engine}"));
        without.gives(0, "out: 0 0\n");
        let lines: Vec<&str> = without.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", without.err);
        assert!(
            lines[0].starts_with("warning: 512 accesses were outside the memory of the group and dropped")
                && lines[0].contains("--shared BYTES"),
            "{}",
            without.err
        );
        assert_eq!(
            lines[1],
            "  first at group (0,0,0) wave 0 at 0x00d0 lane 0: 4-byte access at shared 0x0, past the group's shared memory of 0x0 bytes"
        );
    }
    let json = isotope(&format!("{launch} --json")).json();
    assert_eq!(json["dropped_accesses"]["count"], 512);
    assert_eq!(json["dropped_accesses"]["first"]["instruction"], "0xd0");
}

/// The same of the GDS.
#[test]
fn accesses_outside_the_gds_are_counted() {
    let folder = tempfile_folder();
    let code = folder.join("gds.bin");
    let text = "s_mov_b32 m0, -1\nv_mov_b32 v0, 0x20000\nds_load_b32 v1, v0 gds\ns_endpgm\n";
    let source = folder.join("gds.s");
    std::fs::write(&source, text).unwrap();
    isotope(&format!("asm -t gfx1100 -o {} {}", code.display(), source.display())).status(0);
    isotope(&format!("run {} --raw -t gfx1100 --grid 1 --block 32", code.display()))
        .status(0)
        .err_begins("warning: 1 access was outside the memory of the group and dropped")
        .err_has("wave 0 at 0x000c lane 0: 4-byte access at GDS 0x20000");
    let _ = std::fs::remove_dir_all(folder);
}

fn tempfile_folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("isotope-gds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Fatbins and host programs: the entries, the one that is taken, and command lines that run; every verb reads them.
#[test]
fn containers() {
    let file = |name: &str| repository(&format!("tests/data/nvidia/fatbins/{name}"));
    let host = file("host.elf");
    let ran = isotope(&format!("info {host} --kernel other -t sm_61"));
    let starts = "target sm_61\nentry of module 0: cubin for sm_50 `which.50.cubin`, 1992 bytes, LZ4\n";
    ran.out_begins(starts).out_has("entry of module 0: PTX for compute_50 `which.50.ptx`, 265 bytes, LZ4\n");
    let taken = "entry of module 1: cubin for sm_61 `other.61.cubin`, 1992 bytes, LZ4 (this one)\n";
    ran.out_has(taken);
    let json = isotope(&format!("info {host} --kernel which --json")).json();
    let entry = &json["entries"][0];
    assert_eq!((&entry["kind"], &entry["target"], &entry["taken"]), (&"cubin".into(), &"sm_50".into(), &true.into()));
    let line = json["kernels"][0]["command"].as_str().unwrap();
    isotope(&format!("{} --dump a0", line.strip_prefix("isotope ").unwrap())).out_begins("a0: 50 1050 2050 ");
    isotope(&format!("info {host}")).refuses("the file has 2 modules with `which`, `other`");

    let launch = "--grid 1 --block 2 --arg out=u32[2]:0";
    for (name, more, out) in [
        ("lz4.fatbin", "", "50 1050"),
        ("zstd.fatbin", "-t sm_61", "60 1060"),
        ("zstd134.fatbin", "-t sm_52", "50 1050"),
        ("concat.fatbin", "-t sm_60", "60 1060"),
        ("later.fatbin", "", "52 1052"),
        ("host.o", "--kernel other -t sm_61", "61 1061"),
    ] {
        isotope(&format!("run {} {more} {launch} --dump out", file(name))).gives(0, &format!("out: {out}\n"));
    }
    let fatbin = file("lz4.fatbin");
    let plain = isotope(&format!("dis {}", file("plain.fatbin"))).out;
    assert!(plain.contains("MOV32I R5, 0x32;"), "{plain}");
    isotope(&format!("dis {fatbin}")).gives(0, &plain);
    isotope(&format!("dis {host} -t sm_60 --kernel which")).out_begins("// sm_60: kernel which\n");
    isotope(&format!("lint {fatbin}")).status(0);
    isotope(&format!("lift {fatbin}")).out_begins("program which\n");
    isotope(&format!("explore {fatbin} {launch}")).out_has("out=50,1050");
    isotope(&format!("run {} {launch}", file("newer.fatbin"))).refuses(
        "found cubin for sm_75, PTX for compute_75: code for other machines is encoded differently; compile the source again for \
         compute_50 and sm_50 (`nvcc -arch=sm_50`) with CUDA 12.9 or earlier",
    );
    isotope(&format!("run {fatbin} -t gfx1100 {launch}")).refuses("is for sm_50, not for gfx1100");
}

/// Every kernel of the suite and of the collections beside it.
#[test]
fn command_lines_run_when_pasted() {
    let mut files = Vec::new();
    for folder in ["kernels/bin", "kernels/extra/sm_50", "kernels/extra/gfx1100"] {
        stored(Path::new(&repository(folder)), &mut files);
    }
    files.push(repository("tests/data/intel/zebin/features.tgllp.zebin").into());
    let (mut kernels, mut pasted, mut other) = (0, 0, BTreeMap::new());
    for (index, file) in files.iter().enumerate() {
        let shown = file.display().to_string();
        let ran = isotope(&format!("info {shown} --json"));
        ran.status(0).err_is("");
        let json = ran.json();
        for kernel in json["kernels"].as_array().unwrap() {
            kernels += 1;
            let name = kernel["name"].as_str().unwrap();
            let ends = kernel["ends"].as_str().unwrap_or("refused");
            if ends != "completed" {
                *other.entry((shown.clone(), ends.to_string())).or_insert(String::new()) += &format!("{name} ");
                continue;
            }
            // One kernel of each file, and each of every fifth.
            if pasted > index && index % 5 != 0 {
                continue;
            }
            pasted += 1;
            let line = kernel["command"].as_str().unwrap();
            let line = line.replacen("isotope", env!("CARGO_BIN_EXE_isotope"), 1);
            let ran = Command::new("sh").args(["-c", &line]).output().unwrap();
            assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        }
    }
    assert!(kernels >= 180 && pasted >= files.len() - 2, "{kernels} kernels, {pasted} pasted");
    for ((file, ends), names) in other {
        let known = OTHERWISE.iter().find(|(path, _, how)| file.ends_with(path) && *how == ends);
        assert_eq!(known.map(|(_, names, _)| *names), Some(names.trim_end()), "{file}: {ends}");
    }
}
