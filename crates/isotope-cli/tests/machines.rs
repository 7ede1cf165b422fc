//! What a machine is like before a launch (`--set`, `"set"` and GDS buffers of cases), what is left of it, NACK with grant and replay, and waits in traces.

use serde_json::Value;

use crate::common::{folder, isotope, json_of, repository, write};

fn semaphores(kernel: &str, rest: &str) -> crate::common::Ran {
    let file = repository("kernels/extra/gfx1100/semaphores.co");
    isotope(&format!("run {file} --kernel {kernel} {rest}"))
}

#[test]
fn resources_registers_and_contents_are_set_and_dumped() {
    // Two credits that waves take and give back; without one no wave enters.
    let few = |set: &str| semaphores("few", &format!("--grid 2 --block 32 --arg a=u32[1]:0 --arg b=u32[1]:0 {set}"));
    few("--set gws[1]=2 --dump gws --dump b").gives(0, "gws[1]=2:semaphore:0\nb: 1\n");
    few("--set gws[1]=0").status(4).err_has("GWS resource 1 (semaphore, counter 0, flag 0)");
    // The counter and the ring of an ordered alloc.
    let file = repository("kernels/explore/bin/gfx1100/gws.co");
    let count = format!("run {file} --kernel released --grid 3 --block 1 --arg out=u32[3]:0");
    isotope(&format!("{count} --set gs[0]=6 --set ring[0]=8 --dump out --dump ring"))
        .gives(0, "out: 6 7 0\nring[0]=8\n");
    let refused = isotope(&format!("{count} --set ordered.mask=0xfffe"));
    assert!(refused.code == 3 || refused.code == 4, "{}", refused.err);
    refused.err_has("ordered counter 0 is not in the VMID's mask");
    // The same places under every schedule.
    isotope(&format!("explore {file} --kernel released --grid 2 --block 1 --arg out=u32[2]:0 --set gs[0]=6"))
        .status(0)
        .out_has("out=6,7");
    let refused =
        isotope(&format!("explore {file} --kernel released --grid 2 --block 1 --arg out=u32[2]:0 --set nack=0:1"));
    refused.refuses("--set nack: a handler answers in its own time");
}

#[test]
fn places_that_are_wrong_are_named() {
    let run = |set: &str| semaphores("set", &format!("--grid 1 --block 32 --arg 5 {set}"));
    for (set, why) in [
        ("--set gws[64]=1", "--set: gws[64]: expected gws[0] to gws[63]"),
        (
            "--set coverage=0x1",
            "coverage: this target has no coverage of lanes; it has synchronization unit or surfaces by number",
        ),
        ("--set shared[0]=1", "shared[0]: a launch has this from elsewhere"),
        ("--set v999=1", "v999: no register `v999`"),
        ("--set gws.base=8 --set gws.base=9", "gws.base: given twice"),
        ("--set surface[1]=0x1000:64", "surface[1]: expected the first SGPR"),
        ("--dump gdds", "expected a buffer given with --arg or --buffer"),
    ] {
        run(set).refuses(why);
    }
}

#[test]
fn exec_m0_and_mode_are_set_in_every_wave() {
    // s_mov_b32 s4, m0; v_mov_b32 v1, s4; global_store_b32 v0, v1, s[2:3] of the lanes that EXEC has.
    let dir = folder("machines_registers");
    let source = "s_load_b64 s[2:3], s[0:1], null\ns_waitcnt lgkmcnt(0)\nv_lshlrev_b32 v0, 2, v0\nv_mov_b32 v1, m0\n\
                  v_add_f32 v1, v1, v1\nglobal_store_b32 v0, v1, s[2:3]\ns_endpgm\n";
    let code = dir.join("code.bin");
    let text = write(&dir, "code.s", source);
    isotope(&format!("asm -t gfx1100 {text} -o {}", code.display())).status(0);
    let run = |set: &str| {
        isotope(&format!(
            "run {} -t gfx1100 --raw --grid 1 --block 4 --arg out=u32[4]:9 {set} --dump out",
            code.display()
        ))
    };
    run("--set m0=0x3f800000 --set exec=0x5").gives(0, "out: 1073741824 9 1073741824 9\n");
    // A subnormal sum is kept, or flushed by MODE.
    run("--set m0=3").gives(0, "out: 6 6 6 6\n");
    run("--set m0=3 --set fp_denorm=0").gives(0, "out: 0 0 0 0\n");
    run("--set m0=3 --set mode=0x300").gives(0, "out: 0 0 0 0\n");
}

#[test]
fn a_nack_is_granted_and_replayed() {
    let owned = "--grid 1 --block 32 --arg out=u32[32]:0 --arg 2 --set vmid=3 --set gws.base=8 --set gws.size=2";
    semaphores("by_number", owned).status(4).err_has("its PC goes back to the instruction, and it halts");
    let ran = semaphores("by_number", &format!("{owned} --set nack=8:2,8:4 --dump gws --json"));
    ran.status(0);
    let json = ran.json();
    let events: Vec<&str> = json["nack"].as_array().unwrap().iter().map(|e| e.as_str().unwrap()).collect();
    assert_eq!(events.len(), 6, "{events:?}");
    assert!(
        events[1] == "handler: VMID 3 owns the 2 GWS resources from 8 on"
            && events[5] == "wave 0: issues the instruction again"
    );
    // Init gave 3, and the wave took one.
    assert_eq!(json["buffers"]["gws"][0], "gws[10]=2:semaphore:0");
}

/// A wait is a span from the instruction that waits to the wave's next one, and says for what.
#[test]
fn a_trace_has_waits() {
    let dir = folder("machines_trace");
    let trace = dir.join("trace.json");
    let file = repository("kernels/extra/gfx1100/gwsbarrier.co");
    let args = "--kernel gws_phases --grid 3 --block 32 --arg a=u32[1]:0 --arg b=u32[96]:0 --arg 3";
    isotope(&format!("run {file} {args} --set gws[0]=2:barrier --trace {}", trace.display())).status(0);
    let json = json_of(&trace);
    let events = json["traceEvents"].as_array().unwrap();
    let number = |event: &Value, key: &str| event[key].as_u64().unwrap();
    let waits: Vec<&Value> = events.iter().filter(|event| event["cat"] == "wait").collect();
    assert!(waits.len() >= 2, "{waits:?}");
    for wait in &waits {
        let what = wait["args"]["waits_for"].as_str().unwrap();
        assert!(what.starts_with("GWS resource 0 (barrier, counter ") && what.contains("more barrier"), "{what}");
        let (process, from) = (number(wait, "pid"), number(wait, "ts"));
        let to = from + number(wait, "dur");
        let of_wave = || events.iter().filter(|e| e["ph"] == "X" && e["cat"] != "wait" && e["pid"] == process);
        assert!(
            of_wave().any(|e| number(e, "ts") + 1 == from && e["name"].as_str().unwrap().contains("ds_gws_barrier")),
            "{wait}"
        );
        assert!(of_wave().all(|e| number(e, "ts") < from || number(e, "ts") >= to), "{wait}");
        assert!(of_wave().any(|e| number(e, "ts") == to), "{wait}");
    }
    // One that never ends lasts as long as the launch.
    isotope(&format!("run {file} {args} --set gws[0]=3:barrier --trace {}", trace.display())).status(4);
    let text = std::fs::read_to_string(&trace).unwrap();
    assert_eq!(text.matches("\"cat\":\"wait\"").count(), 2, "the last to arrive waits no time: no wave runs behind it");
}

#[test]
fn cases_set_the_machine_up() {
    let dir = folder("machines_case");
    let file = repository("kernels/explore/bin/gfx1100/gws.co");
    let case = |set: &str, more: &str, checks: &str| {
        let text = format!(
            r#"{{"schema": "isotope-kernel-case/1", "kernel": "released", "case": "c",
            "buffers": [{{"name": "out", "type": "u32", "count": 2, "init": {{"gen": "fill", "value": 0}}}}{more}],
            "launches": [{{"entry": "released", "groups": 2, "group_size": 1, "args": [{{"buffer": "out"}}], "set": {set}}}],
            "checks": [{checks}]}}"#
        );
        isotope(&format!("run {file} --case {}", write(&dir, "case.json", text)))
    };
    let out = r#"{"check": "exact", "buffer": "out", "hex": "0600000007000000"}"#;
    case(r#"["gs[0]=6"]"#, "", out).gives(0, "ok exact out\n");
    case(r#"{"gfx1100": ["gs[0]=6"], "sm_50": ["coverage=0x1"]}"#, "", out).gives(0, "ok exact out\n");
    let gds =
        r#", {"name": "shared", "type": "u32", "count": 2, "gds": 64, "init": {"gen": "iota", "start": 5, "step": 1}}"#;
    let both = format!(r#"{out}, {{"check": "unchanged", "buffer": "shared"}}"#);
    case(r#"["gs[0]=6"]"#, gds, &both).gives(0, "ok exact out\nok unchanged shared\n");
    let changed = r#"{"check": "exact", "buffer": "shared", "hex": "0500000009000000"}"#;
    case(r#"["gs[0]=6", "gds[68]=9"]"#, gds, changed)
        .status(1)
        .out_has("element 1 of `shared`: expected 0x00000009, got 0x00000006");
    for (set, more, why) in [
        (r#"["gws[0]"]"#, "", "set: expected PLACE=VALUE"),
        (r#"["sparse[0]=1"]"#, "", "this target has no sparse pages"),
        (r#"[7]"#, "", "at `launches[0].set[0]`: expected a string"),
        (
            "[]",
            r#", {"name": "s", "type": "u32", "count": 2, "gds": 4092, "init": {"gen": "fill", "value": 0}}"#,
            "within the 4096 bytes of the GDS",
        ),
    ] {
        case(set, more, out).status(2).err_has(why);
    }
}

/// A kernel of surfaces with two dimensions: rows by pitch, blocks, helper lanes, and what is outside.
#[test]
fn surfaces_of_a_launch() {
    let file = repository("kernels/extra/sm_50/surface.cubin");
    let run = |handle: u32, surface: &str, rest: &str| {
        isotope(&format!(
            "run {file} --kernel surf_bound --grid 4 --block 8 --arg u64:{handle} --arg 8 --arg 5 --buffer img=u32[40]:0 --set \
             surface[1]={surface} {rest} --dump img"
        ))
    };
    let row = |lanes: usize| (0..8).map(|lane| if lane < lanes { "5" } else { "0" }).collect::<Vec<_>>().join(" ");
    let rows = |all: &[usize]| format!("img: {}\n", all.iter().map(|lanes| row(*lanes)).collect::<Vec<_>>().join(" "));
    run(1, "&img:8x4:2D:UINT", "").gives(0, &rows(&[8, 8, 8, 8, 0]));
    run(1, "&img+32:8x4:2D:UINT", "").gives(0, &rows(&[0, 8, 8, 8, 8]));
    run(1, "&img:8x4:2D:UINT", "--set coverage=0x7").gives(0, &rows(&[3, 3, 3, 3, 0]));
    run(1, "&img:8x4:2D:UINT", "--set active=0x1f").gives(0, &rows(&[5, 5, 5, 5, 0]));
    run(1, "&img:8x4:2D:UINT:disabled", "").gives(0, &rows(&[0; 5]));
    // In blocks, a row of 32 bytes and the next interleave.
    let block = isotope(&format!(
        "run {file} --kernel surf_bound --grid 4 --block 8 --arg u64:0 --arg 8 --arg 5 --buffer img=u32[128]:0 --set surface[0]=&img:8x4:2D:block:SINT --dump img"
    ));
    let words: Vec<bool> = block.out.trim_start_matches("img: ").split_whitespace().map(|word| word == "5").collect();
    // Address of x, y in a GOB: x bits 3:0, y bit 0 at 4, x bit 4 at 5, y bits 2:1 at 7:6, x bit 5 at 8.
    let at =
        |x: usize, y: usize| (x & 15 | (y & 1) << 4 | (x >> 4 & 1) << 5 | (y >> 1 & 3) << 6 | (x >> 5 & 1) << 8) / 4;
    let mut expected = vec![false; 128];
    (0..4).for_each(|y| (0..8).for_each(|x| expected[at(4 * x, y)] = true));
    assert_eq!(words, expected, "{}", block.out);
    run(1, "&img:8x2:2D:UINT", "").status(4).err_has("surface row y 2 out of range (must be 0 to 1)");
    // Surface 0 is not set: an invalid texture, whose updates are dropped (`nv.invalid_texture`).
    run(0, "&img:8x4:2D:UINT", "").gives(0, &rows(&[0; 5]));
    run(1, "&imf:8x4", "").refuses("surface[1]: expected the name of a buffer behind & (img), found `imf`");
}
