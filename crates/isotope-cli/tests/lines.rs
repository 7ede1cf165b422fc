//! Source lines on the command line: the programs of `kernels/lines` store past their buffer at known lines.

use crate::common::{folder, isotope, repository, write};

fn stored(file: &str) -> String {
    repository(&format!("kernels/lines/bin/{file}"))
}

/// A fault names file, line, column where the table has it, and where the function was inlined; JSON has the same.
#[test]
fn faults_name_their_line() {
    let clang = "lines.cl:5:13, inlined at lines.cl:10:5, inlined at lines.cl:19:5";
    let wanted = [
        ("sm_50/lines.cubin", "fill", "lines.cl:15"),
        ("sm_50/lines.cubin", "nested", "lines.cl:5"),
        ("sm_50/inlined.cubin", "nested", "inlined.cu:3, inlined at inlined.cu:7, inlined at inlined.cu:11"),
        ("sm_50/inlined.cubin", "again", "inlined.cu:3, inlined at inlined.cu:16"),
        ("gfx1100/lines4.co", "fill", "lines.cl:15:12"),
        ("gfx1100/lines4.co", "nested", clang),
        ("gfx1100/lines5.co", "fill", "lines.cl:15:12"),
        ("gfx1100/lines5.co", "nested", clang),
        ("tgllp/lines.zebin", "fill", "lines.cl:15"),
        ("tgllp/lines.zebin", "nested", "lines.cl:5"),
    ];
    for (file, kernel, source) in wanted {
        let line = format!("run {} --kernel {kernel} --grid 1 --block 32 --arg out=u32[4]:0", stored(file));
        isotope(&line).gives(4, "").err_begins("faulted: ").err_ends(format!("\nsource: {source}\n"));
        let json = isotope(&format!("{line} --json")).json();
        let place = |at: &serde_json::Value| match (&at["file"], &at["line"], at["column"].as_u64()) {
            (file, line, Some(0)) => format!("{}:{line}", file.as_str().unwrap()),
            (file, line, column) => format!("{}:{line}:{}", file.as_str().unwrap(), column.unwrap()),
        };
        let all = json["source"]["inlined_at"].as_array().unwrap();
        let told: Vec<String> = std::iter::once(&json["source"]).chain(all).map(place).collect();
        assert_eq!(told.join(", inlined at "), source, "{json}");
    }
}

/// `info`, broken rules and what a run rests on name the lines of their instructions, as text and as JSON.
#[test]
fn what_is_told_names_its_line() {
    let refused = [
        "0x00f8 `CS2R R3, SR_PM0;`: the performance counter `%pm0`; PTX leaves its behaviour undefined, and no profiler chooses events: read `%clock64`, at told.cl:14",
        "0x00d0 `s_sethalt 5`: a wave that is halted or killed, at told.cl:11:9",
    ];
    for (file, begins, not_modelled, rests) in [
        (
            "sm_50/told.cubin",
            "told.cl:4",
            Some(refused[0]),
            "STG.E [R2], R4; (by 1 waves in 32 lanes)\n    at told.cl:17\n",
        ),
        (
            "gfx1100/told.co",
            "told.cl:5:26",
            Some(refused[1]),
            "v_mul_f32_e32 v0, v0, v1 (by 1 waves in 32 lanes)\n    at told.cl:17:29\n",
        ),
        (
            "tgllp/told.zebin",
            "told.cl:4",
            None,
            "(by 1 waves in 32 lanes)\n    at told.cl:17\n    rests on intel.eu_nan",
        ),
    ] {
        let file = stored(file);
        let info = isotope(&format!("info {file}")).out;
        assert!(info.contains(&format!("\nkernel told\n  from {begins}\n")), "{info}");
        let told = info.lines().filter_map(|line| line.strip_prefix("  not modelled: ")).next_back();
        assert_eq!(told, not_modelled, "{info}");
        let json = isotope(&format!("info {file} --json")).json();
        assert_eq!(json["kernels"][0]["begins"]["file"], "told.cl", "{json}");
        let line = format!(
            "run {file} --grid 1 --block 32 --arg out=u32[96]:0 --arg in=u32[32]:0x7fa00001 --arg 0 --fidelity"
        );
        isotope(&line).err_has(rests);
        let json = isotope(&format!("{line} --json")).json();
        let instructions = json["fidelity"]["instructions"].as_array().unwrap();
        assert!(instructions.iter().any(|instruction| instruction["at"]["line"] == 17), "{json}");
    }
    let line = format!(
        "run {} --grid 1 --arg out=u32[96]:0 --arg in=u32[32]:0 --arg 0 --check-rules",
        stored("gfx1100/told.co")
    );
    isotope(&line).err_has("lane 0, 1 time\n  at told.cl:9:20\n  source: spec: ");
    let json = isotope(&format!("{line} --json")).json();
    assert_eq!((&json["rules"][0]["at"]["line"], &json["rules"][0]["at"]["column"]), (&9.into(), &20.into()), "{json}");
    isotope(&format!("info {}", repository("kernels/bin/gfx1100/histogram256.co")))
        .out_has("kernel histogram256\n  argument 0")
        .out_lacks(" from ");
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
