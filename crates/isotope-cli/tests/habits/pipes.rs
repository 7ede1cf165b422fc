//! `-` as stdin and stdout, and commands behind each other.

use std::collections::BTreeSet;

use super::{piped, verbs};
use crate::common::{bytes_of, folder, isotope, isotope_with, repository, words};

fn run(line: &str, input: &[u8]) -> (i32, Vec<u8>, String) {
    bytes_of(&repository(""), &words(line).iter().map(String::as_str).collect::<Vec<_>>(), input)
}

/// Every argument that is a file takes `-` and does with it what it does with the file's name.
#[test]
fn every_file_may_be_standard() {
    let dir = folder("standard");
    let mut seen = BTreeSet::new();
    for (number, line) in include_str!("standard.tsv").lines().filter(|line| !line.starts_with('#')).enumerate() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [verb, id, direction, rest @ ..] = columns.as_slice() else { panic!("{line}") };
        seen.insert((verb.to_string(), id.to_string()));
        match (*direction, rest) {
            ("in", [from, command]) => {
                let (name, bytes) = match from.strip_prefix('=') {
                    Some(made) => {
                        let bytes = run(made, b"").1;
                        let name = dir.join(format!("{number}"));
                        std::fs::write(&name, &bytes).expect("a file");
                        (name.display().to_string(), bytes)
                    }
                    None => (from.to_string(), std::fs::read(repository(from)).expect(from)),
                };
                let said = |(code, out, err): (i32, Vec<u8>, String)| {
                    let text = String::from_utf8_lossy(&out).replace(&name, "-").replace("<stdin>", "-");
                    // Without the time that it took.
                    let text: Vec<&str> = text.split(' ').filter(|word| !word.starts_with("0.")).collect();
                    (code, text.join(" "), err.replace(&name, "-").replace("<stdin>", "-"))
                };
                let by_name = said(run(&command.replace("{}", &name), b""));
                let standard = said(run(&command.replace("{}", "-"), &bytes));
                assert_eq!(by_name, standard, "isotope {command}");
                assert!(!by_name.2.contains("No such file"), "isotope {command}: {by_name:?}");
            }
            ("out", ["", command]) => {
                let name = dir.join(format!("{number}"));
                let (code, answer, _) = run(&command.replace("{}", &name.display().to_string()), b"");
                let (same, out, err) = run(&command.replace("{}", "-"), b"");
                assert_eq!((code, code == 0 || code == 1), (same, true), "isotope {command}: {err}");
                assert_eq!(out, std::fs::read(&name).expect("what it wrote"), "isotope {command}");
                assert!(
                    err.contains(&*String::from_utf8_lossy(&answer)),
                    "isotope {command}: its answer is on stderr: {err}"
                );
            }
            ("skip", []) => {}
            _ => panic!("{line}"),
        }
    }
    let mut missing = Vec::new();
    for verb in verbs() {
        for arg in verb["arguments"]
            .as_array()
            .expect("arguments")
            .iter()
            .filter(|arg| arg["is"] == "file" || arg["is"] == "path")
        {
            let (verb, id) = (verb["verb"].as_str().expect("a name"), arg["id"].as_str().expect("a name"));
            if !seen.contains(&(verb.to_string(), id.to_string())) {
                missing.push(format!("`isotope {verb}`: no line in tests/habits/standard.tsv holds `-` for `{id}`"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    isotope("trace diff - -").refuses("`-` is given for two inputs, but there is one stdin");
    let both =
        "run kernels/bin/sm_50/float_max.cubin --case kernels/cases/float_max.one_wave.json --trace - --trace-memory -";
    let (code, _, err) = run(both, b"");
    assert_eq!((code, err.contains("`-` is given for two outputs, but there is one stdout")), (2, true), "{err}");
    let (code, out, _) =
        run("run kernels/bin/sm_50/float_max.cubin --case kernels/cases/float_max.base.json --dump out:-", b"");
    assert_eq!((code, out.len() % 4, out.is_empty()), (0, 0, false));
}

/// What `asm` prints says which target it is for, where nothing else does: `dis` without flags reads it, and its text is assembled to the same.
#[test]
fn what_asm_prints_dis_reads() {
    for kernel in ["histogram256", "float_max", "ticket_lock", "ring_append", "incdec_wrap", "surface_reduce"] {
        // As the vendors' disassemblers write kernels, and text of vISA as it stands.
        let texts = [
            ("sm_50", piped(&format!("dis kernels/bin/sm_50/{kernel}.cubin --control")).1),
            ("gfx1100", objdump(&piped(&format!("dis kernels/bin/gfx1100/{kernel}.co")).1)),
            (
                "visa --compat",
                std::fs::read_to_string(repository(&format!("kernels/bin/tgllp/{kernel}.visaasm"))).unwrap(),
            ),
        ];
        for (target, text) in texts {
            let assemble = format!("asm -t {target}");
            let (code, first, err) = run(&assemble, text.as_bytes());
            assert_eq!((code, first.is_empty()), (0, false), "{kernel} {target}: {err}");
            let (code, text, err) = run("dis", &first);
            assert_eq!(code, 0, "{kernel} {target}: {err}");
            let (code, again, err) = run(&assemble, &text);
            assert_eq!(
                (code, String::from_utf8_lossy(&again)),
                (0, String::from_utf8_lossy(&first)),
                "{kernel} {target}: {err}"
            );
        }
    }
    // Where the digits alone leave it open, a line in front says it.
    assert_eq!(piped("asm -t sm_50 'ATOM.ADD R0, [R2], R7' NOP | dis").1, "ATOM.ADD R0, [R2], R7;\nNOP;\n");
    assert_eq!(
        piped("asm -t gfx1100 'ds_max_rtn_f32 v0, v1, v2' 's_nop 0' | dis").1,
        "ds_max_rtn_f32 v0, v1, v2\ns_nop 0\n"
    );
    let half = "ATOM.ADD.F16x2.RN R0, [R2], R4;\n";
    let (_, whole, _) = run("asm -t sm_60", half.as_bytes());
    assert!(String::from_utf8_lossy(&whole).starts_with("// sm_60\n0x"));
    assert!(String::from_utf8_lossy(&run("dis", &whole).1).contains(half.trim_end()));
    assert_eq!(piped("asm -t sm_60 'ATOM.ADD.F16x2.RN R0, [R2], R4' | dis -t sm_60").1, half);
    isotope_with(&["dis"], b"0xed08000000470200\n").refuses("on sm_50 and as `ATOM.ADD.F16x2");
    isotope_with(&["dis", "-t", "gfx1100"], b"0xed08000000470200\n").refuses("expected bytes without 0x");
    isotope_with(&["dis", "-t", "sm_50"], b"// sm_60\n0xed08000000470200\n")
        .refuses("says that it is for sm_60, not sm_50");
    isotope_with(&["dis"], b"ffffffff\n").refuses("is code of no target");
}

/// The instructions of a listing of llvm-objdump.
fn objdump(listing: &str) -> String {
    let instructions = listing.lines().filter(|line| line.starts_with('\t'));
    instructions.map(|line| line.split("//").next().unwrap_or("").trim().to_string() + "\n").collect()
}
