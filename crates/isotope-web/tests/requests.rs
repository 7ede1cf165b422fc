//! Every request is answered as the page shows it; wrong requests are refused.

use isotope_web::Explorer;
use serde_json::{Value, json};

fn answer(explorer: &mut Explorer, request: &Value) -> Value {
    serde_json::from_str(&explorer.answer(&request.to_string())).unwrap()
}

fn ask(request: Value) -> Result<Value, String> {
    let answer = answer(&mut Explorer::default(), &request);
    match answer.get("ok") {
        Some(value) => Ok(value.clone()),
        None => Err(answer["error"].as_str().unwrap().to_string()),
    }
}

#[test]
fn an_operation_on_bits_with_its_way_and_its_counterparts() {
    let wrap = ask(json!({ "do": "op", "op": "sm_50:ATOM.INC", "mem": "9", "src": ["0x9"] })).unwrap();
    assert_eq!(
        (&wrap["new"], &wrap["returned"], &wrap["bits"]),
        (&json!("0x00000000"), &json!("0x00000009"), &json!(32))
    );
    assert_eq!(wrap["path"][0]["words"], "old >= src0: yes");
    assert_eq!(wrap["page"], "sm_50/ATOM.html#ATOM.INC");
    assert_eq!(wrap["command"], "isotope op -t sm_50 ATOM.INC mem=0x00000009 src0=0x00000009");
    let others = wrap["counterparts"].as_array().unwrap();
    let of = |name: &str| others.iter().find(|other| other["op"] == name).unwrap();
    let (amd, intel) = (of("gfx1100:ds_inc_u32"), of("visa:dword_atomic.inc"));
    assert_eq!(
        (&amd["new"], &amd["differs"][0], &amd["relation"]),
        (&json!("0x00000000"), &json!("0x00000000"), &json!("equal"))
    );
    assert_eq!((&intel["new"], &intel["differs"][0]), (&json!("0x0000000a"), &json!("0x0000000a")));
}

#[test]
fn a_reading_changes_the_result_and_the_sentences_are_those_of_the_defaults() {
    let spec = "sm_50:ATOM.ADD.F32.FTZ.RN";
    let bits = |spec: &str| ask(json!({ "do": "op", "op": spec, "mem": "0x3f800000", "src": ["0x7fc00005"] })).unwrap();
    let plain = bits(spec);
    assert_eq!(plain["new"], "0x7fffffff");
    let switch =
        plain["explanation"]["assumptions"].as_array().unwrap().iter().find(|a| a["id"] == "nv.l2_nan").unwrap();
    let other = switch["alternatives"][0].as_str().unwrap();
    let switched = bits(&format!("{spec},nv.l2_nan={other}"));
    assert_ne!(switched["new"], plain["new"]);
    assert!(switched["counterparts"].as_array().unwrap().iter().all(|other| other["relation"].is_null()));
    assert_eq!(switched["counterparts"].as_array().unwrap().len(), plain["counterparts"].as_array().unwrap().len());
}

#[test]
fn roles_of_compare_and_swap_are_kept_apart() {
    let cas = ask(json!({ "do": "op", "op": "sm_50:ATOM.CAS", "mem": "7", "src": ["7", "8"] })).unwrap();
    assert_eq!((&cas["new"], &cas["roles"]), (&json!("0x00000008"), &json!(["comparand", "value to write"])));
    // Operations on floats flush 7, a subnormal number.
    let bits = |other: &&Value| !other["op"].as_str().unwrap().contains("f32");
    let others: Vec<_> = cas["counterparts"].as_array().unwrap().iter().filter(bits).collect();
    assert!(others.len() > 1);
    for other in others {
        assert_eq!(other["new"], "0x00000008", "{other}");
    }
}

#[test]
fn two_operations_are_compared_with_witness_and_conditions() {
    let (first, second) = ("sm_50:ATOM.INC", "visa:svm_atomic.inc");
    let answer = ask(json!({ "do": "equiv", "first": first, "second": second })).unwrap();
    assert_eq!(answer["answer"], "different");
    assert!(answer["memory"]["reproduce"][0].as_str().unwrap().starts_with("isotope op -t sm_50 ATOM.INC mem="));
    let under = ask(json!({ "do": "equiv", "first": first, "second": second, "assume": ["mem < src0"] })).unwrap();
    assert_eq!(under["answer"], "equal");
    let pair = ask(json!({ "do": "pair", "first": first, "second": second })).unwrap();
    assert_eq!(pair["memory"]["conditions"], json!(["mem < src0", "mem == 0xffffffff", "src0 == 0xffffffff"]));
}

#[test]
fn the_example_of_a_page_takes_a_step() {
    let pages = isotope::page::Pages::default();
    let page = pages.page(isotope::target("gfx1100").unwrap(), "v_add_f32").unwrap().short();
    let [target, instruction, given] = page[0].as_array().unwrap().as_slice() else { panic!("{page}") };
    let mut items = vec![instruction.clone()];
    items.extend(given.as_array().unwrap().iter().cloned());
    let step = ask(json!({ "do": "step", "target": target, "items": items })).unwrap();
    assert_eq!(step["end"], "done");
    assert!(step["report"].as_str().unwrap().contains("changed registers:"));
    assert!(page[1][0][2][0].as_str().unwrap().contains("+rn"), "{page}");
}

#[test]
fn bits_and_text_of_instructions() {
    let lines = json!(["FADD R0, R1, R2", "0x5c58000000270100", "FADD R0"]);
    let answer = ask(json!({ "do": "encoding", "target": "sm_50", "lines": lines })).unwrap();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!((&lines[0]["digits"], &lines[1]["text"]), (&json!("0x5c58000000270100"), &json!("FADD R0, R1, R2")));
    assert!(lines[2]["error"].is_string());
    // Every bit belongs to one part, and parts name their register by its place in the text.
    for line in &lines[..2] {
        let parts = line["parts"].as_array().unwrap();
        let bits: u64 = parts.iter().map(|part| part["hi"].as_u64().unwrap() - part["lo"].as_u64().unwrap() + 1).sum();
        assert_eq!(bits, 64);
        let text = line["text"].as_str().unwrap();
        let at = |name: &str| {
            let part = parts.iter().find(|part| part["name"] == name).unwrap();
            &text[part["text"][0].as_u64().unwrap() as usize..part["text"][1].as_u64().unwrap() as usize]
        };
        assert_eq!((at("Rd"), at("Ra")), ("R0", "R1"));
    }
    let declared = ".decl V32 v_type=G type=d num_elts=8 align=GRF";
    let add = json!(["add (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:d"]);
    let answer = ask(json!({ "do": "encoding", "target": "visa", "lines": add, "declarations": declared })).unwrap();
    let line = &answer["lines"][0];
    let parts = line["parts"].as_array().unwrap();
    assert_eq!(parts[0]["hi"].as_u64().unwrap() + 1, 8 * line["bytes"].as_array().unwrap().len() as u64, "{line}");
    assert!(parts.windows(2).all(|two| two[0]["lo"].as_u64().unwrap() == two[1]["hi"].as_u64().unwrap() + 1), "{line}");
    assert!(
        ["exec", "dst", "src0", "src1"].iter().all(|name| parts.iter().any(|part| part["name"] == *name)),
        "{line}"
    );
}

/// The samples of the page, which are files of `kernels/`.
fn samples() -> Vec<Value> {
    let scripts = isotope_web::site::scripts(&json!({}), b"");
    let (_, text) = scripts.iter().find(|(name, _)| *name == "samples.js").unwrap();
    let list = text.trim().strip_prefix("Isotope.samples = ").unwrap().trim_end_matches(';');
    serde_json::from_str::<Value>(list).unwrap().as_array().unwrap().clone()
}

fn of(explorer: &mut Explorer, request: Value) -> Value {
    let answer = answer(explorer, &request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer["ok"].clone()
}

fn launch(explorer: &mut Explorer, name: &str) -> Value {
    let sample = samples().into_iter().find(|sample| sample["name"] == name).unwrap();
    of(explorer, json!({ "do": "load", "file": sample["file"] }));
    of(
        explorer,
        json!({ "do": "launch", "kernel": sample["kernel"], "grid": sample["grid"], "block": sample["block"], "arguments": sample["arguments"] }),
    )
}

#[test]
fn every_sample_runs_to_its_end_and_back() {
    for sample in samples() {
        let name = sample["name"].as_str().unwrap();
        let mut explorer = Explorer::default();
        let start = launch(&mut explorer, name);
        assert!(start["listing"].as_array().unwrap().len() > 5 && start["at"] == 0, "{name}");
        let end = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "steps": 20_000, "who": "run" }));
        assert!(end["done"] == true && end["stop"].is_null(), "{name}: {}", end["stop"]);
        let last = end["buffers"].as_array().unwrap().last().unwrap().clone();
        let values: Vec<&str> = last["values"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        match sample["kernel"].as_str().unwrap() {
            "spin_lock" => assert_eq!(values, ["2"], "{name}"),
            "fill" => assert_eq!(values[..4], ["0", "1", "2", "3"], "{name}"),
            // 04 03 02 01, 01 01 01 01, 01 00 00 ff, 05 00 00 00
            _ => assert_eq!(
                [values[0], values[1], values[2], values[3], values[4], values[5], values[255]],
                ["5", "6", "1", "1", "1", "1", "1"],
                "{name}"
            ),
        }
        let (step, lane) = (&last["writers"][0][0], &last["writers"][0][1]);
        assert!(step.as_u64() < end["at"].as_u64() && lane.is_u64(), "{name}: {}", last["writers"][0]);
        let told = of(&mut explorer, json!({ "do": "told" }));
        assert!(told["report"].as_str().unwrap().contains("executes:"), "{name}");
        // Going back to the start, by single steps or at once, gives the same state; so does going forward again.
        let back = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "to": 0 }));
        assert_eq!((&back["buffers"], &back["waves"]), (&start["buffers"], &start["waves"]), "{name}");
        let middle = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "to": 7 }));
        of(&mut explorer, json!({ "do": "go", "wave": "0.0", "to": 9 }));
        let again = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "back": 2 }));
        assert_eq!(middle, again, "{name}");
        let forth = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "to": end["at"] }));
        assert_eq!(forth, end, "{name}");
    }
}

#[test]
fn another_wave_at_a_point_of_the_past_is_another_future() {
    let mut explorer = Explorer::default();
    launch(&mut explorer, "spin_lock.sm_50");
    let run = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "steps": 20_000, "who": "run" }));
    of(&mut explorer, json!({ "do": "go", "wave": "0.0", "to": 3 }));
    let other = of(&mut explorer, json!({ "do": "go", "wave": "1.0", "steps": 1 }));
    assert_eq!((&other["at"], &other["end"]), (&json!(4), &json!(4)));
    assert_ne!(run["schedule"], other["schedule"]);
    assert_eq!(other["schedule"], "0.0:3 1.0:1");
    let all = of(&mut explorer, json!({ "do": "go", "wave": "0.0", "steps": 2, "who": "all" }));
    assert_eq!(all["at"], 8);
    let wrong = answer(&mut explorer, &json!({ "do": "go", "wave": "7.0" }));
    assert!(wrong["error"].as_str().unwrap().contains("expected GROUP.WAVE of the launch, found `7.0`"), "{wrong}");
}

/// The package holds copies, because it cannot use files outside its own folder.
#[test]
fn samples_are_files_of_kernels() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (copy, of) in [
        ("examples.cubin", "explore/bin/sm_50/examples.cubin"),
        ("examples.co", "explore/bin/gfx1100/examples.co"),
        ("examples.cl", "explore/src/examples.cl"),
        ("histogram_local.cubin", "bin/sm_50/histogram_local.cubin"),
        ("histogram_local.co", "bin/gfx1100/histogram_local.co"),
        ("histogram_local.cl", "src/histogram_local.cl"),
        ("lines.cubin", "lines/bin/sm_50/lines.cubin"),
        ("lines.zebin", "lines/bin/tgllp/lines.zebin"),
        ("lines.cl", "lines/src/lines.cl"),
    ] {
        let read =
            |path: std::path::PathBuf| std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(read(here.join("samples").join(copy)) == read(here.join("../../kernels").join(of)), "{copy}");
    }
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    for (request, said) in [
        (json!({ "do": "go" }), "expected a launch first"),
        (json!({ "do": "launch" }), "expected a file first"),
        (json!({ "do": "load", "file": "?" }), "expected base64"),
        (json!({ "do": "load", "file": "QUJD?A==" }), "`file`: expected base64: Invalid symbol 63, offset 4"),
        (json!({ "do": "load", "file": "QUJDR" }), "`file`: expected base64"),
        (json!({ "do": "load", "file": "QUJD" }), "expected"),
        (json!({ "do": "fly" }), "`do`: expected op, "),
        (json!({ "do": "op" }), "`op`: expected text, found nothing"),
        (json!({ "do": "op", "op": "sm_50:ATOM.FLY" }), "ATOM.FLY"),
        (
            json!({ "do": "op", "op": "sm_50:ATOM.INC", "mem": "0x123456789" }),
            "mem: expected at most 8 hexadecimal digits",
        ),
        (
            json!({ "do": "equiv", "first": "sm_50:ATOM.INC", "second": "sm_50:ATOM.INC", "assume": ["mem <"] }),
            "column",
        ),
        (json!({ "do": "step", "target": "sm_50", "items": ["FADD R0"] }), "`FADD R0`"),
        (json!({ "do": "encoding", "target": "sm_1", "lines": [] }), "no such target"),
    ] {
        let error = ask(request.clone()).unwrap_err();
        assert!(error.contains(said) && !error.contains('\n'), "{request}: {error}");
    }
    assert!(Explorer::default().answer("{").contains("expected a request as JSON"));
}
