//! Traces of memory: three compilers, another emulator, and faults that are put in.

use crate::common::{folder, isotope, repository, write};
use crate::explore::shows;

const FILES: [&str; 3] = ["sm_50/counts.cubin", "gfx1100/counts.co", "tgllp/counts.zebin"];

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

/// The code of three compilers and the source in Oclgrind do the same, access by access; and a table that is not empty is found where it is met.
#[test]
fn a_table_in_four_emulations() {
    let dir = folder("traces_table");
    let launch = "--kernel indexer --grid 13 --block 1 --arg";
    let other = dir.join("oclgrind.ndjson").display().to_string();
    isotope(&format!("trace import oclgrind {} --buffers table --wave 32 -o {other}", log("indexer"))).gives(0, "");
    let mut all = Vec::new();
    for (n, file) in FILES.iter().enumerate() {
        let right = traced(&dir, &format!("right{n}"), &counts(file), &format!("{launch} table=i32[128]:0"));
        isotope(&format!("trace diff {right} {other} --order total --buffers table"))
            .status(0)
            .out_begins("equal: 58 and 58 accesses");
        // Word 77 is the first that group 0 takes.
        let full = format!("table={}9", "0,".repeat(77));
        let wrong =
            traced(&dir, &format!("wrong{n}"), &counts(file), &format!("{launch} 'table=i32[128]:{}'", &full[6..]));
        let ran = isotope(&format!("trace diff {right} {wrong} --buffers table --json"));
        let json = ran.json();
        let difference = &json["difference"];
        assert_eq!((ran.code, &json["equal"]), (1, &false.into()), "{}", ran.out);
        assert_eq!(difference["fields"], serde_json::json!(["old", "new"]), "{file}: {}", ran.out);
        assert_eq!((&difference["position"], &difference["a"]["access"]["offset"]), (&1.into(), &(77 * 4).into()));
        assert_eq!(
            (&difference["a"]["access"]["old"], &difference["b"]["access"]["old"]),
            (&"0x00000000".into(), &"0x00000009".into())
        );
        assert!(difference["a"]["written_by"].is_null(), "{}", ran.out);
        all.push(right);
    }
    for pair in all.windows(2) {
        isotope(&format!("trace diff {} {} --ignore pc,line --buffers table --order total", pair[0], pair[1]))
            .status(0);
    }
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

/// What is no trace, and what cannot be asked, is said with its line.
#[test]
fn refusals() {
    let dir = folder("traces_refused");
    let head = r#"{"schema":"isotope-memory-trace/1","groups":[1,1,1],"group_size":[1,1,1]}"#;
    let good = write(&dir, "good", format!("{head}\n"));
    let access = r#"{"group":[0,0,0],"space":"global","at":1,"bytes":4,"op":"load"}"#;
    for (text, said) in [
        (
            String::new(),
            "expected a trace, whose first line has `\"schema\":\"isotope-memory-trace/1\"`, found nothing",
        ),
        ("x\n".into(), "line 1: expected JSON"),
        (format!("{access}\n"), "line 1: expected the first line of a trace"),
        (head.replace("/1", "/9"), "line 1: expected the schema isotope-memory-trace/1"),
        (format!("{head}\n{}\n", access.replace('4', "17")), "line 2: `bytes`: expected 1 to 16"),
        (
            format!("{head}\n{}\n", access.replace("load", "frob")),
            "line 2: `op`: expected load, store or atomic.NAME, found `frob`",
        ),
        (
            format!("{head}\n{}\n", access.replace("global", "moon")),
            "line 2: `space`: expected global, shared, private or gds, found `moon`",
        ),
        (
            format!("{head}\n{}\n", access.replace("[0,0,0]", "[0,0]")),
            "line 2: `group`: expected three numbers, found [0,0]",
        ),
        (
            format!("{head}\n{}\n", access.replace("\"at\":1", "\"at\":1,\"old\":\"0x123456789\"")),
            "line 2: `old`: expected 0x and digits of 4 bytes",
        ),
    ] {
        let bad = write(&dir, "bad", text);
        isotope(&format!("trace diff {good} {bad}")).refuses(said);
    }
    isotope(&format!("trace diff {good} {good} --order best"))
        .refuses("--order: expected total, waves, items, none, found `best`");
    isotope(&format!("trace diff {good} {good} --ignore moon")).refuses("--ignore: expected wave, lane, item");
    isotope(&format!("trace diff {good} {good}")).gives(0, "equal: 0 and 0 accesses\n");
    for (text, said) in [
        ("", "expected a line `kernel NAME ..`"),
        ("load global 0 0 0 0 0 4 - -\n", "line 1: expected a line `kernel NAME ..` before the first access"),
        ("kernel k 1 1 1 1 1\n", "line 1: expected a number as word 8, found ``"),
        (
            "kernel k 1 1 1 1 1 1\nload global 0 0 0 0 zz 4 - -\n",
            "line 2: expected hexadecimal digits as word 7, found `zz`",
        ),
        (
            "kernel k 1 1 1 1 1 1\nfrob global 0 0 0 0 0 4 - -\n",
            "line 2: expected buffer, kernel, load, store or atomic.NAME, found `frob`",
        ),
    ] {
        let bad = write(&dir, "bad.log", text);
        isotope(&format!("trace import oclgrind {bad}")).refuses(said);
    }
    isotope(&format!("trace import gem5 {good}")).refuses("expected a format (oclgrind), found `gem5`");
}
