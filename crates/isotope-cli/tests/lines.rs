//! Source lines on the command line: the programs of `kernels/lines` store past their buffer at known lines.

use crate::common::{folder, isotope, repository, write};

fn stored(file: &str) -> String {
    repository(&format!("kernels/lines/bin/{file}"))
}

/// Events of a trace say where they come from; those of files without debug information are as they were.
#[test]
fn traces_name_their_line() {
    let dir = folder("lines_trace");
    let place = dir.join("t.json").display().to_string();
    let trace = |file: String, args: &str| {
        isotope(&format!("run {file} --grid 1 --block 1 {args} --trace {place}")).status(0);
        std::fs::read_to_string(&place).unwrap()
    };
    let text = trace(stored("gfx1100/lines5.co"), "--kernel nested --arg out=u32[4]:0");
    assert!(text.contains(r#""source":"lines.cl:5:13, inlined at lines.cl:10:5, inlined at lines.cl:19:5""#), "{text}");
    let plain = repository("kernels/bin/gfx1100/histogram256.co");
    let text = trace(plain, "--arg data=u8[4]:7 --arg 1 --arg bins=u32[256]:0");
    assert!(text.contains("\"address\"") && !text.contains("source"), "{text}");
}

/// `dis --source` writes comments: without them the listing is the one without the switch, which has none.
#[test]
fn listings_with_lines() {
    for (file, mark) in [("sm_50/inlined.cubin", "        // "), ("gfx1100/lines4.co", "; ")] {
        let file = stored(file);
        let (with, without) = (isotope(&format!("dis --source {file}")), isotope(&format!("dis {file}")));
        let comments = with.out.lines().filter(|line| line.starts_with(mark));
        assert!(
            comments.clone().count() > 5 && comments.clone().any(|line| line.contains(", inlined at ")),
            "{}",
            with.out
        );
        let rest: Vec<&str> = with.out.lines().filter(|line| !line.starts_with(mark)).collect();
        assert_eq!(rest, without.out.lines().collect::<Vec<_>>());
        assert!(!without.out.lines().any(|line| line.starts_with(mark)));
    }
}

/// A damaged table stops nothing: the launch is the same, and what is wrong is said once, where a line was to be named.
#[test]
fn damage_stops_nothing() {
    let mut bytes = std::fs::read(stored("gfx1100/lines4.co")).unwrap();
    // The length and version that the line table begins with.
    let at = bytes
        .windows(2)
        .enumerate()
        .position(|(at, version)| version == [4, 0] && bytes[at + 6..].starts_with(&[4, 1, 1, 0xfb, 14, 13]));
    bytes[at.unwrap()] = 0x77;
    let file = write(&folder("lines_damage"), "damaged.co", &bytes);
    let ran = isotope(&format!("run {file} --kernel fill --grid 1 --block 32 --arg out=u32[4]:0"));
    ran.status(4);
    let said = "warning: source lines: `.debug_line`: expected DWARF 2 to 5, found a damaged table";
    assert_eq!((ran.err.matches(said).count(), ran.err.matches("source: ").count()), (1, 0), "{}", ran.err);
    isotope(&format!("run {file} --kernel fill --grid 1 --block 32 --arg out=u32[32]:0")).status(0).err_is("");
    isotope(&format!("dis --source {file}")).err_begins(format!("warning: `{file}`: source lines: "));
}
