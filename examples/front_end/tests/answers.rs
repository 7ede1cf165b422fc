//! The commands at the top of the example, and what they answer.

use std::path::Path;
use std::process::Command;

fn answer(words: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_front-end")).args(words).current_dir(root).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn four_questions() {
    let op = answer(&["op", "gfx1100:ds_max_rtn_f32", "0x3f800000", "0x7fc00000"]);
    assert!(op.starts_with("new Some(3f800000), returned Some(3f800000)\n") && op.contains("\nrules"), "{op}");
    let given = ["explain", "sm_50", "ATOM.E.ADD R0, [R2], R4", "R2=0x100000000", "R4=1", "[0x100000000]=7"];
    let step = answer(&given);
    assert!(step.contains("stored 0x00000008") && step.contains("returned 0x00000007"), "{step}");
    let equal = answer(&["equiv", "sm_50:ATOM.INC", "visa:svm_atomic.inc", "src0 == 0xffffffff"]);
    assert!(equal.starts_with("EQUAL\n"), "{equal}");
    let run =
        answer(&["run", "kernels/bin/sm_50/histogram256.cubin", "1", "32", "data=u8[64]:7", "16", "bins=u32[256]:0"]);
    assert!(run.starts_with("Done\n") && run.contains("bins: 0 0 0 0 0 0 0 64 0 "), "{run}");
}

/// It stays as short as it claims to be.
#[test]
fn sixty_lines() {
    assert!(include_str!("../src/main.rs").lines().count() < 60);
}
