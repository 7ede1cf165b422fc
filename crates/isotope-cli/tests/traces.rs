//! Traces of memory: three compilers, another emulator, and faults that are put in.

use crate::common::{folder, isotope, repository, write};
use crate::explore::shows;

/// A trace of a launch of `counts`; gives the file.
fn traced(dir: &std::path::Path, name: &str, file: &str, launch: &str) -> String {
    let place = dir.join(format!("{name}.ndjson")).display().to_string();
    isotope(&format!("run {file} {launch} --trace-memory {place}")).status(0);
    place
}

fn counts(file: &str) -> String {
    repository(&format!("kernels/explore/bin/{file}"))
}

fn log(name: &str) -> String {
    repository(&format!("tests/data/traces/{name}.oclgrind.log"))
}

/// Each command of docs/traces.md prints what the page shows, with what is stored for it.
#[test]
fn the_page() {
    let stored = std::fs::read_to_string(repository("tests/data/traces/adds_oclgrind.ndjson")).unwrap();
    isotope(&format!("trace import oclgrind {} --buffers v,out --wave 32", log("adds"))).gives(0, &stored);
    shows("docs/traces.md", 3);
}

/// Atomics in memory of the group: Oclgrind runs work-items one by one, so that what they find differs, and what they do not.
#[test]
fn memory_of_the_group() {
    let dir = folder("traces_group");
    let words: Vec<u8> = (0..40u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let data = write(&dir, "data.bin", words);
    let other = dir.join("oclgrind.ndjson").display().to_string();
    isotope(&format!("trace import oclgrind {} --buffers data,bins -o {other}", log("histogram_local"))).gives(0, "");
    for file in ["sm_50/histogram_local.cubin", "gfx1100/histogram_local.co", "tgllp/histogram_local.zeinfo"] {
        let name = file.split('/').next().unwrap();
        let launch = format!("--grid 2 --block 32 --arg data=u32@{data} --arg 40 --arg bins=u32[256]:0");
        let ours = traced(&dir, name, &repository(&format!("kernels/bin/{file}")), &launch);
        for (what, code) in
            [("--buffers data,bins", 0), ("--spaces shared --ignore old,new", 0), ("--spaces shared", 1)]
        {
            isotope(&format!("trace diff {ours} {other} --order items --no-whole {what}")).status(code);
        }
        isotope(&format!("trace diff {ours} {other} --order none --spaces shared --ignore old,new,pc,line")).status(0);
    }
}

/// An instruction that is changed in the file is the one at which traces part, and the word's last writer is named.
#[test]
fn a_changed_instruction() {
    let dir = folder("traces_mutant");
    let file = counts("gfx1100/counts.co");
    let launch = "--kernel ticket_lock --grid 2 --block 1 --arg lock=u32[2]:0 --arg data=u32[1]:0 --arg 2";
    // Bytes in the order of memory.
    let bytes_of = |text: &str| -> Vec<u8> {
        let hex = isotope(&format!("asm -t gfx1100 '{text}'")).out;
        let digits = hex.trim();
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
    };
    let (from, to) = (bytes_of("global_store_b32 v0, v1, s[2:3]"), bytes_of("global_store_b32 v0, v0, s[2:3]"));
    let mut bytes = std::fs::read(&file).unwrap();
    let mut changed = 0;
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(&from) {
            bytes[at..at + to.len()].copy_from_slice(&to);
            changed += 1;
        }
    }
    assert!(changed != 0, "no such store in the file");
    let mutant = write(&dir, "mutant.co", bytes);
    let (right, wrong) = (traced(&dir, "right", &file, launch), traced(&dir, "wrong", &mutant, launch));
    let ran = isotope(&format!("trace diff {right} {wrong} --json"));
    ran.status(1);
    let json = ran.json();
    let (a, b) = (&json["difference"]["a"], &json["difference"]["b"]);
    assert_eq!(
        (&a["access"]["buffer"], &a["access"]["op"], &json["difference"]["fields"]),
        (&"data".into(), &"store".into(), &serde_json::json!(["new"]))
    );
    assert_eq!((&a["access"]["new"], &b["access"]["new"]), (&"0x00000001".into(), &"0x00000000".into()), "{}", ran.out);
    // The load of the next round finds it, and was written by that store.
    let ran = isotope(&format!("trace diff {right} {wrong} --ignore new --json"));
    let json = ran.json();
    let (a, b) = (&json["difference"]["a"], &json["difference"]["b"]);
    assert_eq!(
        (&json["difference"]["fields"], &a["access"]["op"]),
        (&serde_json::json!(["old"]), &"load".into()),
        "{}",
        ran.out
    );
    assert_eq!(
        (&a["written_by"]["new"], &b["written_by"]["new"]),
        (&"0x00000001".into(), &"0x00000000".into()),
        "{}",
        ran.out
    );
}

/// Turns of waves are free unless they are said to count, and so are sums whose order is free where values do not count.
#[test]
fn what_is_free() {
    let dir = folder("traces_free");
    let fill = repository("kernels/lines/bin/sm_50/lines.cubin");
    let launch = "--kernel fill --grid 4 --block 64 --arg out=u32[256]:0";
    let (a, b) = (traced(&dir, "a", &fill, launch), traced(&dir, "b", &fill, &format!("{launch} --seed 3")));
    let status = |line: &str| isotope(&format!("trace diff {line}")).code;
    assert_eq!((status(&format!("{a} {b}")), status(&format!("{a} {b} --order total"))), (0, 1));
    assert_eq!((status(&format!("{a} {b} --order items")), status(&format!("{a} {b} --order none"))), (0, 0));
    let launch = "--kernel ainc --grid 1 --block 128 --arg x=u32[1]:0";
    let file = counts("sm_50/counts.cubin");
    let (a, b) = (traced(&dir, "c", &file, launch), traced(&dir, "d", &file, &format!("{launch} --seed 5")));
    isotope(&format!("trace diff {a} {b}"))
        .status(1)
        .out_begins("differ in old, new, at access 1 of group (0,0,0) wave ");
    assert_eq!(status(&format!("{a} {b} --ignore old,new")), 0);
    // Without order, who does it counts; without that, the same additions are there.
    assert_eq!(
        (status(&format!("{a} {b} --order none")), status(&format!("{a} {b} --order none --ignore item"))),
        (1, 0)
    );
    assert_eq!(status(&format!("{a} {b} --order none --ignore old,new")), 0);
}
