//! `isotope run`: cases, suites, launches without a case, and everything that can go wrong.

use std::path::Path;

use crate::common::{case, changed, cubin, folder, isotope, json_of, repository, write};
use isotope_nvidia::spa5::{Mode, Profile, listing};
use serde_json::{Value, json};

/// The histogram kernel with its first bundle replaced by assembled text.
fn patched(dir: &Path, name: &str, source: &str) -> String {
    let mut bytes = std::fs::read(cubin("histogram256")).unwrap();
    let image = isotope_nvidia::cubin::parse(&bytes).unwrap();
    let at = image.kernels[0].file_offset as usize + image.kernels[0].entry as usize;
    let code = listing::assemble(Profile::Sm50, Mode::Documented, source).unwrap();
    bytes[at..at + code.len()].copy_from_slice(&code);
    write(dir, name, bytes)
}

#[test]
fn a_case_that_holds_and_one_that_fails() {
    let (file, good) = (cubin("histogram256"), case("histogram256.base"));
    isotope(&format!("run {file} --case {good}")).gives(0, "ok exact bins\nok unchanged data\n");
    isotope(&format!("run {file} --case {good} --kernel histogram256 -j 2 --seed 7 --repeat 3"))
        .gives(0, "ok exact bins\nok unchanged data\n");
    let bad = changed(&folder("fails"), "histogram256.base", |c| c["checks"][1]["buffer"] = "bins".into());
    isotope(&format!("run {file} --case {bad}")).gives(
        1,
        "ok exact bins\n\
         FAILED unchanged bins: element 0 of `bins`: expected 0x00000000, got 0x00000021; 256 of 256 elements differ\n",
    );
}

#[test]
fn containers_of_intel() {
    let (stem, good) = (repository("kernels/bin/tgllp/histogram256"), case("histogram256.base"));
    let holds = "ok exact bins\nok unchanged data\n";
    // The compiler's containers lack operands; `asm` writes a whole one.
    isotope(&format!("run {stem}.isa --case {good}")).refuses("assemble the .visaasm instead");
    let dir = folder("containers");
    let (info, written) =
        (write(&dir, "h.zeinfo", std::fs::read(format!("{stem}.zeinfo")).unwrap()), dir.join("h.isa"));
    isotope(&format!("asm -t visa --compat {stem}.visaasm -o {}", written.display())).gives(0, "");
    isotope(&format!("run {} --case {good}", written.display())).gives(0, holds);
    isotope(&format!("run {info} --isa-files --case {good}")).gives(0, holds);
    std::fs::remove_file(info).unwrap();
    isotope(&format!("run {} --case {good}", written.display())).refuses("h.zeinfo` beside it");
}

#[test]
fn zebins() {
    let file = repository("tests/data/intel/zebin/features.tgllp.zebin");
    let launch = "--grid 1 --block 8 --arg out=u32[8]:0 --dump out";
    isotope(&format!("run {file} --kernel tables {launch}")).gives(0, "out: 4294967295 0 9 80 30 720 35 960\n");
    isotope(&format!("run {file} --kernel tabular {launch}")).refuses("`tables`, `counted`, `followed`");
    isotope(&format!("run {file} -t dg2 --kernel tables {launch}")).refuses("is for tgllp, not for dg2");
    isotope(&format!("dis {file} --kernel called")).out_has(".kernel \"called\"").out_has("call (M1, ");
    // Native code only: the text of each kernel beside it, or what to do.
    let dir = folder("native");
    let native =
        write(&dir, "k.zebin", std::fs::read(repository("crates/isotope-intel/samples/native.zebin")).unwrap());
    isotope(&format!("run {native} --kernel count {launch}")).refuses("-ze-emit-zebin-visa-sections");
    isotope(&format!("dis {native}")).refuses("-ze-emit-zebin-visa-sections");
    for kernel in ["count", "follow"] {
        let text = std::fs::read(repository(&format!("crates/isotope-intel/samples/{kernel}.visaasm"))).unwrap();
        write(&dir, &format!("{kernel}.visaasm"), text);
    }
    isotope(&format!("run {native} --kernel count {launch}")).gives(0, "out: 7 16 27 50 88 156 273 476\n");
}

#[test]
fn counts_and_json() {
    let (file, good) = (cubin("histogram256"), case("histogram256.base"));
    let ran = isotope(&format!("run {file} --case {good} --stats"));
    let keys: Vec<&str> = ran.err.lines().filter_map(|l| l.split_once(": ").map(|(k, _)| k)).collect();
    assert_eq!(keys, ["wave_instructions", "lane_instructions", "lane_atomics", "seconds", "cpu_seconds"]);
    let once = isotope(&format!("run {file} --case {good} --json")).json();
    assert_eq!(once["passed"], true);
    assert_eq!(once["outcome"], "completed");
    assert_eq!(once["checks"][0]["holds"], true);
    assert_eq!(once["lane_atomics"], 6000);
    assert!(once["seconds"].is_f64() && once["cpu_seconds"].is_f64());
    let thrice = isotope(&format!("run {file} --case {good} --json --repeat 3")).json();
    assert_eq!(thrice["lane_atomics"], 18000);
}

#[test]
fn the_whole_suite() {
    let ran = isotope(&format!("run {}", repository("kernels")));
    ran.status(0).err_is("");
    assert_eq!(ran.out.lines().last(), Some("156 passed, 0 failed"));
    assert_eq!(ran.out.lines().next(), Some("ok bitmap_dedup.base gfx1100/bitmap_dedup.co"));
    let row = "histogram256         3 ok      3 ok      3 ok       3 ok";
    assert!(ran.out.lines().any(|line| line == row), "{}", ran.out);
    // Every vendor's final memory against the first one's.
    ran.out_has("\n117 runs left the memory that the first file of their case left\n");
    // In another order of waves, too.
    for seed in ["3", "4"] {
        isotope(&format!("run {} --seed {seed}", repository("kernels"))).status(0);
    }
    let (bin, cases) = (repository("kernels/bin/sm_50"), repository("kernels/cases"));
    let one = isotope(&format!("run {bin} --case {cases}"));
    let lines: Vec<&str> = ran.out.lines().filter(|line| line.contains(" sm_50/")).collect();
    one.gives(0, &format!("{}\n39 passed, 0 failed\n", lines.join("\n")));
    let json = isotope(&format!("run {bin} --case {cases} --json")).json();
    assert_eq!(
        (&json["passed"], &json["failed"], json["pairs"].as_array().unwrap().len()),
        (&39.into(), &0.into(), 39)
    );
    let (one, two) = (case("ticket_lock.base"), case("ticket_lock.many"));
    let ran = isotope(&format!("run {bin} --case {one} {two}"));
    assert_eq!((ran.code, ran.out.lines().last()), (0, Some("2 passed, 0 failed")));
}

#[test]
fn pairs_that_run_at_a_time_print_what_they_print_one_by_one() {
    let files = ["bin/sm_50", "bin/gfx1100"].map(|folder| repository(&format!("kernels/{folder}")));
    let of = |more: &str| {
        isotope(&format!("run {} --case {} --fidelity {more}", files.join(" "), repository("kernels/cases")))
    };
    let one = of("--parallel 1");
    one.status(0);
    for more in ["--parallel 3", "--parallel 1000", "--parallel 2 -j 2"] {
        let several = of(more);
        assert!(several.code == 0 && several.out == one.out && several.err == one.err, "{more}\n{}", several.err);
    }
    isotope("run x --parallel 0").fails(2, "0 is not in 1..");
}

#[test]
fn a_kernel_that_cannot_progress_ends_with_a_report() {
    let dir = folder("hang");
    let file = patched(&dir, "hang.cubin", "L: BRA `(L);");
    let good = case("histogram256.one_wave");
    let ran = isotope(&format!("run {file} --case {good}"));
    ran.fails(4, "deadlock: 1 wave waits and no schedule can release it\n");
    ran.fails(4, "group (0,0,0) wave 0 at 0x0008, lanes 0xffffffff: `BRA 0x0;`: repeats 1 instructions");
    // A proof needs no more budget than it takes to see the loop; what the budget alone ends is not known to hang.
    isotope(&format!("run {file} --case {good} --max-steps 10")).fails(4, "deadlock: 1 wave waits");
    let counts = patched(&dir, "counts.cubin", "L: IADD32I R0, R0, 0x1;\nBRA `(L);");
    let ran = isotope(&format!("run {counts} --case {good} --max-steps 100000"));
    ran.fails(3, "undecided: still running after 100000 wave instructions (--max-steps), 100000 of them since");
    let json = isotope(&format!("run {file} --case {good} --json")).json();
    assert_eq!((&json["outcome"], &json["passed"]), (&"deadlock".into(), &false.into()));

    // In a suite a case may say that this is right.
    let suite = dir.join("suite");
    std::fs::create_dir_all(suite.join("bin/sm_50")).unwrap();
    std::fs::create_dir_all(suite.join("cases")).unwrap();
    std::fs::copy(&file, suite.join("bin/sm_50/histogram256.cubin")).unwrap();
    let never = changed(&dir, "histogram256.one_wave", |c| c["progress"] = json!({ "sm_50": "never" }));
    std::fs::copy(&never, suite.join("cases/never.json")).unwrap();
    isotope(&format!("run {}", suite.display()))
        .gives(0, "ok histogram256.one_wave sm_50/histogram256.cubin\n1 passed, 0 failed\n");
    isotope(&format!("run {file} --case {never}")).fails(4, "deadlock: ");
    std::fs::copy(&good, suite.join("cases/completes.json")).unwrap();
    let ran = isotope(&format!("run {}", suite.display()));
    assert_eq!((ran.code, ran.out.lines().last()), (1, Some("1 passed, 1 failed")));
    ran.out_begins("FAILED histogram256.one_wave sm_50/histogram256.cubin: deadlock: 1 wave waits");
    std::fs::copy(cubin("histogram256"), suite.join("bin/sm_50/histogram256.cubin")).unwrap();
    isotope(&format!("run {}", suite.display())).out_has("expected no progress, but it completed");
}

#[test]
fn faults_and_open_results() {
    let dir = folder("faults");
    let good = case("histogram256.one_wave");
    let file = patched(&dir, "fault.cubin", "LDG.E R0, [RZ+0x1];");
    isotope(&format!("run {file} --case {good}")).fails(4, "faulted: group (0,0,0) wave 0 at 0x0008: lane 0: ");
    let file = patched(&dir, "open.cubin", "ATOM.SAFEADD.U64 R0, [RZ+0x8], R2;");
    let ran = isotope(&format!("run {file} --case {good}"));
    assert!(matches!(ran.code, 3 | 4) && ran.out.is_empty(), "{ran:?}");
}

#[test]
fn damaged_files_and_folders_that_do_not_fit_are_one_line() {
    let dir = folder("unfit");
    let (file, good) = (cubin("histogram256"), case("histogram256.base"));
    let run = |file: &str| isotope(&format!("run {file} --case {good}"));
    let bytes = std::fs::read(&file).unwrap();
    run(&write(&dir, "cut.cubin", &bytes[..1000])).refuses("the file is truncated");
    let mut other = bytes.clone();
    other[0x30] = 75;
    run(&write(&dir, "sm_75.cubin", other)).refuses("found sm_75");
    run(&dir.display().to_string()).refuses("truncated");
    isotope(&format!("run {file} --case {}", folder("nothing").display()))
        .refuses("expected files named *.json, found none");
}

/// What NumPy writes is read, and what is written it could read; bits are never lost on the way.
#[test]
fn arrays_in_and_out() {
    let dir = folder("npy");
    let file = cubin("histogram256");
    // As NumPy 2.2 writes it: version 1.0, 128 bytes in front of the data.
    let npy = |descr: &str, shape: &str, data: &[u8]| {
        let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        header = format!("{header:<117}\n");
        [b"\x93NUMPY\x01\x00\x76\x00", header.as_bytes(), data].concat()
    };
    let little: Vec<u8> = (0..64u32).flat_map(u32::to_le_bytes).collect();
    let big: Vec<u8> = (0..64u32).flat_map(u32::to_be_bytes).collect();
    let plain = write(&dir, "a.npy", npy("<u4", "(64,)", &little));
    let swapped = write(&dir, "b.npy", npy(">u4", "(8, 8)", &big));
    let raw = write(&dir, "a.bin", &little);
    let line =
        |d: &str| format!("run {file} --grid 1 --block 64 --arg d={d} --arg 64 --arg b=u32[256]:0 --dump b --dump d");
    let wanted = isotope(&line(&format!("u32[64]@{raw}")));
    wanted.status(0).out_ends(" 61 62 63\n");
    for text in [format!("@{plain}"), format!("u32@{plain}"), format!("@{swapped}"), format!("u32[64]@{swapped}")] {
        assert_eq!(isotope(&line(&text)).out, wanted.out, "{text}");
    }
    for (text, says) in [
        (format!("f32@{plain}"), "expected elements of f32, found `<u4`, which is u32"),
        (format!("u32[63]@{plain}"), "expected 63 elements of u32, found 64"),
        (format!("u32[63]@{raw}"), "expected 63 elements of u32, found 64"),
        (format!("u64@{}", write(&dir, "odd.bin", b"12345")), "expected elements of 8 bytes, found 5 bytes"),
        (format!("@{}", write(&dir, "o.npy", npy("|O", "(1,)", &[0; 8]))), "Python objects"),
        (format!("@{}", write(&dir, "s.npy", npy("<u4", "(65,)", &little))), "needs 260 bytes"),
        (format!("@{}", write(&dir, "x.npy", &little)), "begins with 0x93"),
        (format!("@{}", write(&dir, "x.bin", npy("<u4", "(64,)", &little))), "begins like a .npy file"),
    ] {
        isotope(&line(&text)).refuses(says);
    }
    // Out again, and in again.
    let out = dir.join("o.npy").display().to_string();
    let direct =
        |d: &str, dump: &str| format!("run {file} --grid 1 --block 64 --arg 7 --arg 0 --arg d={d} --dump d{dump}");
    let nans = "f32[3]:0x7f800001,-0.0,0x7fc12345";
    isotope(&direct(nans, "")).gives(0, "d: NaN(0x7f800001) -0.0 NaN(0x7fc12345)\n");
    isotope(&direct(nans, &format!(":{out}"))).gives(0, "");
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!((bytes.len(), &bytes[..8]), (128 + 12, &b"\x93NUMPY\x01\x00"[..]));
    isotope(&direct(&format!("f32[3]@{out}"), "")).gives(0, "d: NaN(0x7f800001) -0.0 NaN(0x7fc12345)\n");
    let json = |d: &str| -> Value {
        let ran = isotope(&format!("{} --json", direct(d, "")));
        ran.json()["buffers"]["d"].clone()
    };
    let (bits, decimal) = (["0x7f800001", "0x80000000", "0x7fc12345"], ["NaN(0x7f800001)", "-0.0", "NaN(0x7fc12345)"]);
    assert_eq!(json(nans), json!({ "type": "f32", "bits": bits, "decimal": decimal }));
    // Neither of these is a double.
    assert_eq!(
        json("u64[2]:9007199254740993,18446744073709551615"),
        json!({ "type": "u64", "bits": ["0x0020000000000001", "0xffffffffffffffff"] })
    );
}

#[test]
fn a_launch_without_a_case() {
    let dir = folder("direct");
    let file = cubin("histogram256");
    let values: Vec<u8> = (0..1500u32).flat_map(u32::to_le_bytes).collect();
    let data = write(&dir, "a.bin", values);
    let out = dir.join("out.bin").display().to_string();
    let line = format!("run {file} --grid 4 --block 64 --arg data=@{data} --arg 1500 --arg bins=u32[256]:0");
    isotope(&format!("{line} --dump bins")).status(0).out_begins("bins: 3262 262 262 262 262 226 6 6 ");
    isotope(&format!("{line} --dump bins:{out} --repeat 2")).gives(0, "");
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!((bytes.len(), u32::from_le_bytes(bytes[..4].try_into().unwrap())), (1024, 3262));
    let json = isotope(&format!("{line} --dump bins --json")).json();
    assert_eq!((&json["outcome"], &json["schema"]), (&"completed".into(), &"isotope-run/1".into()));
    let bins = &json["buffers"]["bins"];
    assert_eq!((&bins["type"], &bins["bits"][5]), (&"u32".into(), &"0x000000e2".into()));

    let short = format!("run {file} --grid 4 --block 64 --arg data=@{data} --arg 1500 --arg bins=u32[16]:0");
    isotope(&short).fails(4, "faulted: group (0,0,0) wave 0");
    isotope(&format!("{line} --dump foo")).refuses(
        "expected a buffer given with --arg or --buffer (data, bins) or data of the file (it names none), found `foo`",
    );
    isotope(&format!("{line} --arg 1")).refuses("takes 3 arguments, 4 were given");
    isotope(&format!("run {file} --grid 4 --block 64 --arg x=u7[1]")).refuses("expected NAME=@FILE");
    isotope(&format!("run {file} --grid 4 --block 64 --arg x=@no/file")).refuses("cannot read `no/file`");
    isotope(&format!("run {file} --grid 0 --block 64 --arg data=@{data} --arg 1500 --arg bins=u32[256]"))
        .refuses("every dimension must be at least 1");
    isotope(&format!("run {file} --grid 4 --case x")).fails(2, "cannot be used with");
}

#[test]
fn a_trace_has_a_track_for_each_wave() {
    let dir = folder("trace");
    let place = dir.join("trace.json").display().to_string();
    let (file, good) = (cubin("histogram256"), case("histogram256.base"));
    let ran = isotope(&format!("run {file} --case {good} --trace {place} --json"));
    let instructions = ran.json()["wave_instructions"].as_u64().unwrap();
    let trace = json_of(&place);
    let events = trace["traceEvents"].as_array().unwrap();
    let steps: Vec<&Value> = events.iter().filter(|e| e["ph"] == "X").collect();
    assert_eq!(steps.len() as u64, instructions);
    assert_eq!(steps[0]["name"], "MOV R1, c[0x0][0x20];");
    assert_eq!(steps[0]["args"], json!({ "address": "0x0008", "lanes": "0xffffffff" }));
    assert!(steps.iter().enumerate().all(|(i, e)| e["ts"] == i));
    let tracks: std::collections::BTreeSet<_> = steps.iter().map(|e| (e["pid"].as_u64(), e["tid"].as_u64())).collect();
    assert_eq!(tracks.len(), 8, "4 groups of 2 waves");

    isotope(&format!("run {file} --case {good} --trace {}/no/t.json", dir.display())).refuses("cannot write");
    isotope(&format!("run {file} --case {} --trace {}/u.json", case("ticket_lock.base"), dir.display()))
        .refuses("expected a kernel named");
    let left: Vec<_> = std::fs::read_dir(&dir).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing half-written stays");
}

#[test]
fn broken_rules_are_listed_and_deny_changes_the_status() {
    let file = repository("kernels/extra/gfx1100/gwsbarrier.co");
    let line = format!("run {file} --kernel gws_setup --grid 1 --block 32 --arg 4");
    isotope(&line).status(0).err_is("");
    // LLVM lets s_endpgm follow, which the documents forbid; it runs all the same.
    let ran = isotope(&format!("{line} --check-rules"));
    ran.gives(0, "")
        .err_begins("gws_setup: note[gds-lanes] 0x001c `ds_gws_init v0 gds`: the GDS is one")
        .err_has("\ngws_setup: rule[gws-end] 0x001c `ds_gws_init v0 gds`: s_endpgm must")
        .err_has("\n  source: spec: AMD's RDNA3 chapter 13");
    isotope(&format!("{line} --deny-rules")).status(1);
    let json = isotope(&format!("{line} --check-rules --json --repeat 3")).json();
    let rules = json["rules"].as_array().unwrap();
    let broken: Vec<_> = rules.iter().filter(|r| r["note"] == false).collect();
    assert_eq!((broken.len(), &broken[0]["rule"], &broken[0]["count"]), (1, &"gws-end".into(), &3.into()));
    // What keeps the rules, also on a target that has none of its own.
    let (amd, good) = (repository("kernels/bin/gfx1100/histogram256.co"), case("histogram256.base"));
    for file in [amd, cubin("histogram256")] {
        isotope(&format!("run {file} --case {good} --deny-rules")).status(0).err_is("");
    }
}
