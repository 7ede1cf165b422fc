//! What a machine is like before a launch (`--set`, `"set"` and GDS buffers of cases), what is left of it, NACK with grant and replay, and waits in traces.

use serde_json::Value;

use crate::common::{folder, isotope, json_of, repository};

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
