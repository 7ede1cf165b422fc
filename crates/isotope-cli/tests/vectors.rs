//! `vectors --format raw`, `vectors --check`, and what hw/nvidia makes of them.

use std::process::{Command, Stdio};

use crate::common::{folder, isotope, isotope_with, repository, write};

/// Records of an operation with its own results.
fn raw(op: &str, random: u32, seed: u32) -> Vec<u8> {
    written(op, random, seed, "raw-answers")
}

fn written(op: &str, random: u32, seed: u32, format: &str) -> Vec<u8> {
    let (random, seed) = (random.to_string(), seed.to_string());
    let output = Command::new(env!("CARGO_BIN_EXE_isotope"))
        .args(["vectors", op, "--random", &random, "--seed", &seed, "--format", format])
        .stderr(Stdio::inherit())
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{op}");
    output.stdout
}

/// Bytes of a word, text, and where the records begin.
fn head(bytes: &[u8]) -> (usize, &str, usize) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    (number(8), std::str::from_utf8(&bytes[24..24 + number(12)]).unwrap(), 24 + number(12))
}

/// The records as `--format csv` writes them.
fn as_csv(bytes: &[u8], sources: usize) -> String {
    let (word, _, start) = head(bytes);
    let mut out = String::from("mem,src0,src1,new,returned\n");
    for record in bytes[start..].chunks_exact(6 * word) {
        let words: Vec<u64> = record
            .chunks_exact(word)
            .map(|w| w.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)))
            .collect();
        let given = [true, sources > 0, sources > 1, words[5] & 1 != 0, words[5] & 2 != 0];
        let columns: Vec<String> =
            (0..5).map(|i| if given[i] { format!("0x{:0w$x}", words[i], w = word * 2) } else { "-".into() }).collect();
        out += &(columns.join(",") + "\n");
    }
    out
}

#[test]
fn records_hold_what_the_texts_hold() {
    for (op, sources) in [
        ("sm_50:ATOM.CAS.U64", 2),
        ("visa:dword_atomic.fadd,rules=compat", 1),
        ("visa:dword_atomic.predec", 0),
        ("sm_60:ATOM.ADD.F16x2.RN", 1),
    ] {
        let bytes = raw(op, 300, 5);
        assert_eq!(bytes, raw(op, 300, 5), "{op}");
        assert_ne!(bytes, raw(op, 300, 6), "{op}");
        let (word, text, start) = head(&bytes);
        assert!(text.starts_with(&format!("op={op}\nrandom=300\nseed=5\nisotope=")), "{text}");
        let count = u64::from_le_bytes(bytes[16..24].try_into().unwrap());
        assert_eq!(count as usize * 6 * word, bytes.len() - start, "{op}");
        let csv = isotope_with(&["vectors", op, "--random", "300", "--seed", "5", "--format", "csv"], b"").out;
        assert_eq!(as_csv(&bytes, sources), csv, "{op}");
    }
}

/// Turns one bit of what the record after `skip` others stored.
fn broken(mut bytes: Vec<u8>, skip: usize) -> Vec<u8> {
    let (word, _, start) = head(&bytes);
    bytes[start + skip * 6 * word + 3 * word] ^= 1;
    bytes
}

#[test]
fn answers_are_judged() {
    let dir = folder("answers");
    let check = |name: &str, bytes: &[u8]| isotope_with(&["vectors", "--check", &write(&dir, name, bytes)], b"");
    let op = "sm_50:ATOM.CAS.U64";
    let good = raw(op, 200, 1);
    let out = check("good.raw", &good);
    out.status(0)
        .out_has(format!("{op}: "))
        .out_has(" equal, 0 different, 0 open\n")
        .out_ends(format!("agrees: {op}\n"));
    // The same from stdin, and as JSON.
    let report = isotope_with(&["vectors", "--check", "-", "--json"], &good).json();
    assert_eq!((&report["file"]["op"], &report["agreeing"][0]), (&op.into(), &op.into()));
    assert_eq!(report["readings"][0]["equal"], report["vectors"]);

    check("bad.raw", &broken(good.clone(), 0))
        .status(1)
        .out_has(" 1 different, 0 open\n  mem=0x0000000000000000 src0=0x")
        .out_has("new=0x0000000000000001")
        .out_ends("no alternative agrees\n");
    // Another operation finds fault with the same answers.
    let at = write(&dir, "good.raw", &good);
    isotope_with(&["vectors", "sm_50:ATOM.EXCH.U64", "--check", &at], b"").status(1);
}

#[test]
fn the_reading_that_a_device_has_is_found() {
    let op = "sm_50:ATOM.ADD.F32.FTZ.RN";
    for reading in ["quiet", "first-quieted"] {
        let answers = raw(&format!("{op},nv.l2_nan={reading}"), 500, 2);
        let out = isotope_with(&["vectors", op, "--check", "-"], &answers);
        out.status(1);
        // It, and the one that leaves every NaN open.
        let found = format!("agrees: {op},nv.l2_nan={reading}; {op},nv.l2_nan=unspecified\n");
        out.out_ends(&found).out_has("stored where the first is open or different: 0x");
    }
    // NaNs, zeros and subnormals are among the inputs.
    let report = isotope_with(&["vectors", "--check", "-", "--json"], &raw(op, 10_000, 2)).json();
    for kind in ["nan", "infinity", "subnormal", "zero"] {
        assert!(report["inputs_with"][kind].as_u64() > Some(200), "{kind}: {}", report["inputs_with"]);
    }
}

#[test]
fn what_cannot_be_judged() {
    let dir = folder("unjudged");
    let good = raw("sm_50:ATOM.INC", 0, 1);
    let check = |bytes: &[u8]| isotope_with(&["vectors", "--check", &write(&dir, "file.raw", bytes)], b"");
    check(&good[..good.len() - 1]).refuses("and the end");
    check(b"mem,src0,src1,new,returned\n").refuses("another beginning");
    let at = write(&dir, "good.raw", &good);
    isotope_with(&["vectors", "sm_50:ATOM.ADD.U64", "--check", &at], b"")
        .refuses("expected words of 64 bits, found 32");
    // The question of an answer has no answer in it.
    let mut empty = good.clone();
    let (word, _, start) = head(&good);
    empty[start..].chunks_exact_mut(6 * word).for_each(|record| record[3 * word..].fill(0));
    assert!(empty != good && empty == written("sm_50:ATOM.INC", 0, 1, "raw"));
    let out = check(&empty);
    out.status(3)
        .out_has("vectors, 0 with a result\n")
        .out_lacks("agrees")
        .out_ends("nothing was compared: no vector says what memory holds, as when they are asked\n");
    // One record without an answer, or with what is given back alone, leaves the rest undecided.
    for flags in [0, 2] {
        let mut lacks = good.clone();
        lacks[start + 5 * word] = flags;
        check(&lacks).status(3).out_has("\nundecided: 1 of ");
    }
    isotope("vectors --check nowhere.raw").refuses("nowhere.raw");
    isotope("vectors sm_50:ATOM.INC --json --format csv").status(2);
    isotope("vectors --check x.raw --random 3").status(2);
}

/// Every line of the table names an operation of that width, and an assumption where it names one.
#[test]
fn the_table_of_atoms_is_about_operations() {
    let table = std::fs::read_to_string(repository("hw/nvidia/atoms.def")).expect("the table");
    let assumptions = isotope("assumptions").out;
    let mut lines = 0;
    for line in table.lines().filter_map(|l| l.strip_prefix("ATOM(")?.strip_suffix(')')) {
        let columns: Vec<&str> = line.split(", ").map(|c| c.trim_matches('"')).collect();
        let [kernel, op, space, ptx, bits, form, _, settles] = columns[..] else { panic!("{line}") };
        let bytes = raw(op, 0, 1);
        assert_eq!((head(&bytes).0 * 8).to_string(), bits, "{line}");
        assert!(kernel.starts_with(space) && ptx.starts_with(&format!("atom.{space}.")), "{line}");
        assert_eq!(form == "two", ptx.contains(".cas."), "{line}");
        assert!(settles == "-" || assumptions.lines().any(|l| l == settles), "{line}");
        lines += 1;
    }
    assert!(lines > 50, "{lines}");
}

/// run.py without a GPU: honest answers, a broken one, another reading. Left out where there is no Python.
#[test]
fn the_script_notices() {
    let script = repository("hw/nvidia/run.py");
    let python = |arguments: &[&str]| Command::new("python3").arg(&script).args(arguments).output();
    let new_enough = Command::new("python3")
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
        .output()
        .is_ok_and(|ran| ran.status.success());
    if !new_enough {
        return;
    }
    let ran = python(&["--self-test", "--isotope", env!("CARGO_BIN_EXE_isotope")]).expect("Python runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{}{}", text(&ran.stdout), text(&ran.stderr));
    assert_eq!(text(&ran.stdout).trim_end(), "self-test: ok");
    let ran = python(&["--nvcc", "no-such-nvcc", "--isotope", env!("CARGO_BIN_EXE_isotope")]).expect("Python runs");
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).starts_with("error: no nvcc: "), "{}", text(&ran.stderr));
}

/// What the text says of each row, and what lli prints for it: what is open may be anything here, and FileCheck has a pattern for it.
#[test]
fn programs_of_llvm_ir_print_what_they_say() {
    // Older ones have no such pointers, or not all of these operations.
    let is_new = |lli: &&str| {
        let says =
            Command::new(lli).arg("--version").output().map(|ran| String::from_utf8_lossy(&ran.stdout).into_owned());
        let version =
            says.ok().and_then(|says| says.split("LLVM version ").nth(1)?.split('.').next()?.parse::<u32>().ok());
        version.is_some_and(|version| version >= 19)
    };
    let lli = ["lli-19", "lli"].into_iter().find(is_new);
    for op in
        ["atomicrmw.fmax.f32", "atomicrmw.nand.i8", "atomicrmw.udec_wrap.i64", "cmpxchg.i16", "atomicrmw.fadd.f64"]
    {
        let text = isotope_with(&["vectors", &format!("llvm:{op}"), "--random", "20", "--format", "lit"], b"").out;
        assert!(text.starts_with("; RUN: lli %s | FileCheck %s\n"), "{op}");
        let says: Vec<&str> = text.lines().filter_map(|l| l.split_once("{{^}}")?.1.strip_suffix("{{$}}")).collect();
        assert!(says.len() > 1000, "{op}: {}", says.len());
        let Some(lli) = lli else {
            eprintln!("left out: no lli of LLVM 19 or later is installed");
            continue;
        };
        let file = write(&folder("lit"), &format!("{op}.ll"), &text);
        let ran = Command::new(lli).arg(&file).output().unwrap();
        let printed = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(printed.lines().count(), says.len(), "{op}: {}", String::from_utf8_lossy(&ran.stderr));
        let mut open = 0;
        for (said, line) in says.iter().zip(printed.lines()) {
            let new_is_open = said.starts_with("{{");
            open += usize::from(new_is_open);
            let (said, line) = if new_is_open {
                (said.rsplit(' ').next().unwrap(), line.rsplit(' ').next().unwrap())
            } else {
                (*said, line)
            };
            assert_eq!(said, line, "{op}");
        }
        assert!(open * 3 < says.len() * 2, "{op}: {open} of {}", says.len());
    }
}
