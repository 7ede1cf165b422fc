//! The explorer in a real browser: every pane with typed input, on a desktop and on a phone, light and dark, by keys alone, without an error.
//!
//! `.ci/run` builds the library and does so; a plain `cargo test` leaves it out. With `ISOTOPE_IMAGES=DIR` the pictures of the documentation are
//! written, and `ISOTOPE_SITE=DIR` names pages that were exported before.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;

use crate::browser::{EXPORTED, chromium};
use crate::common::folder;
use crate::devtools::Browser;

const LOOK: &str = include_str!("browser/look.js");

/// The exported pages, with the explorer.
fn site() -> PathBuf {
    let site = std::env::var_os("ISOTOPE_SITE").map_or_else(|| EXPORTED.clone(), PathBuf::from);
    assert!(site.join("explorer/library.js").is_file(), "no library: `just web` builds it");
    site
}

fn start(name: &str) -> (Browser, String) {
    let browser = Browser::start(chromium().expect("chromium on the PATH"), &folder(name));
    (browser, format!("file://{}/explorer.html", site().display()))
}

/// What is bad about what is shown.
fn look(browser: &mut Browser, at: &str, width: u32, scheme: &str) -> Vec<String> {
    let script = format!(
        "(() => {{ {LOOK}; const bad = []; look(window, {at:?}, {width}, {scheme:?}, line => bad.push(line)); return bad; }})()"
    );
    let bad = browser.eval(&script);
    bad.as_array().unwrap().iter().map(Value::to_string).collect()
}

/// Each pane: its address, what holds when it is there, and the name of its picture.
const PANES: &[(&str, &str, &str)] = &[
    ("", "document.querySelector('.chips')", "explorer-search"),
    ("#search?q=atomicMax", "document.querySelector('.results li')", "explorer-found"),
    (
        "#op/gfx1100:ds_max_f32?mem=0x3f800000&src0=0x7f800005",
        "document.querySelectorAll('.path li').length > 2 && document.querySelector('.counterparts .no')",
        "explorer-bits",
    ),
    ("#op/sm_50:ATOM.CAS.64?mem=0x7&src0=0x7&src1=0x8", "document.querySelectorAll('.value').length === 5", ""),
    ("#op/sm_52:ATOM.MAX.F16x2.FTZ.RN?mem=0x3c003c00&src0=0x7e000001", "document.querySelector('.path li')", ""),
    (
        "#ins/gfx1100/v_add_f32",
        "document.querySelector('.report')?.textContent.includes('changed registers')",
        "explorer-instruction",
    ),
    ("#ins/visa/svm_atomic", "document.querySelector('.report')", ""),
    (
        "#equiv?a=visa:svm_atomic.inc&b=sm_50:ATOM.INC",
        "document.querySelector('#verdict h3 + ul')",
        "explorer-equality",
    ),
    (
        "#asm/sm_50?code=ATOM.E.ADD+R0,+%5BR2%5D,+R4",
        "document.querySelectorAll('.asmword').length === 2",
        "explorer-assembly",
    ),
    ("#asm/visa", "document.querySelector('.asmword')", ""),
    ("#kernel", "document.querySelectorAll('.chips li').length > 4", ""),
    (
        "#kernel?sample=histogram.gfx1100&turns=0.0:44+0.1:40",
        "document.querySelector('output')?.innerText === 'step 84' && document.querySelector('.lanes') && document.querySelector('.side .report')",
        "explorer-kernel",
    ),
    ("#matrix/inc?cell=1-2", "document.querySelector('.matrix td.if')", "explorer-matrix"),
];

#[test]
#[ignore = "needs Chromium and the explorer's library: .ci/run"]
fn every_pane_on_every_window() {
    let (mut browser, page) = start("explorer_panes");
    let images = std::env::var_os("ISOTOPE_IMAGES").map(PathBuf::from);
    let mut bad = Vec::new();
    for (width, height) in [(1280, 860), (390, 844)] {
        for scheme in ["light", "dark"] {
            browser.window(width, height, scheme == "dark");
            browser.open(&page);
            for (state, ready, name) in PANES {
                browser.eval(&format!("location.hash = {state:?}"));
                browser.until(ready);
                bad.extend(look(&mut browser, state, width, scheme));
                let picture = match (name, width, scheme) {
                    (&"", ..) => None,
                    (name, 1280, "light") => Some(format!("{name}.png")),
                    (name @ &"explorer-bits", 390, "dark") => Some(format!("{name}-phone-dark.png")),
                    _ => None,
                };
                if let (Some(folder), Some(picture)) = (&images, picture) {
                    browser.eval("scrollTo(0, 0); document.querySelector('.walkbar')?.scrollIntoView()");
                    browser.picture(&folder.join(picture));
                }
            }
        }
    }
    bad.append(&mut browser.problems);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
#[ignore = "needs Chromium and the explorer's library: .ci/run"]
fn what_is_typed_and_clicked_does_its_thing() {
    let (mut browser, page) = start("explorer_typed");
    browser.window(1280, 900, false);
    browser.open(&page);

    // Search: an intrinsic of CUDA, a name of LLVM, words; nothing.
    browser.key("/");
    browser.write("atomicInc");
    browser.says(".results li:first-child", "ATOM.INC");
    browser.fill("#query", "atomicrmw uinc_wrap");
    browser.says(".results", "ds_inc");
    browser.fill("#query", "no such thing");
    browser.says("#pane", "Nothing is called");
    browser.fill("#query", "ATOM.INC");
    browser.key("Enter");
    browser.until("location.hash.startsWith('#op/sm_50:ATOM.INC')");

    // Bits: digits, a number, a toggle; the result, the way, the others.
    browser.until("document.querySelector('.path li')");
    browser.fill("#v-mem-hex", "9");
    browser.fill("#v-src0-hex", "0x9");
    browser.says("#v-new-hex", "0x00000000");
    browser.says(".path", "old >= src0: yes");
    browser.says(".formula .asked .yes", "yes");
    browser.says(".counterparts", "≠ 2 bits");
    browser.click(".value:nth-child(2) [data-bit='4']");
    browser.says("#v-new-hex", "0x0000000a");
    browser.says(".path", "old >= src0: no");
    browser.until("location.hash === '#op/sm_50:ATOM.INC?mem=0x00000009&src0=0x00000019'");
    browser.fill("#v-src0-hex", "123456789");
    browser.says(".value:nth-child(2) .wrong", "expected at most 8 digits");

    // A reading is switched beside its rule, and back.
    browser.eval("location.hash = '#op/sm_50:ATOM.ADD.F32.FTZ.RN?mem=0x3f800000&src0=0x7fc00005'");
    browser.says("#v-new-hex", "0x7fffffff");
    browser.says("[aria-label='src0, float']", "qNaN(0x5)");
    browser.click(".switch input:not(:checked)");
    browser.until("location.hash.includes(',nv.l2_nan=')");
    browser.until("document.querySelector('#v-new-hex')?.value !== '0x7fffffff'");
    browser.says(".relation", "under this reading");
    browser.fill("[aria-label='mem, float']", "-2.5");
    browser.says("#v-mem-hex", "0xc0200000");
    browser.eval("history.back()");
    browser.says("#v-new-hex", "0x7fffffff");
    browser.says("#pane .links", "Its page");

    // An instruction: another register, its report.
    browser.eval("location.hash = '#ins/gfx1100/v_add_f32'");
    browser.says(".report", "v4 in lane 0 = 0x00000000 -> 0x40700000");
    browser.fill(".value .hex", "0x7f800000");
    browser.says(".report", "-> 0x7f800000");
    browser.fill("#more", "lanes=2");
    browser.key("Enter");
    browser.says(".report", "2 lanes");
    browser.fill("#instruction", "v_add_f32 v4, v8");
    browser.says("#pane .wrong", "expected");

    // Equality: a form; a condition that was found leads on.
    browser.eval("location.hash = '#equiv'");
    browser.until("document.querySelector('#second')");
    browser.fill("#first", "visa:svm_atomic.inc");
    browser.fill("#second", "sm_50:ATOM.INC");
    browser.key("Enter");
    browser.says(".verdict", "Different");
    browser.says(".witness", "isotope op -t visa svm_atomic.inc");
    browser.click("#verdict h3 + ul a");
    browser.says(".verdict", "Equal");
    browser.until("location.hash.includes('assume=')");
    browser.fill("#assume", "mem <");
    browser.key("Enter");
    browser.says("#verdict .wrong", "column");
    // A question for which a page is no place is given up.
    browser.eval("location.hash = '#equiv?a=sm_60:ATOM.ADD.F64.RN&b=gfx1100:ds_add_f64'");
    browser.eval("new Promise(done => setTimeout(done, 300))");
    if browser.eval("Boolean(document.querySelector('#verdict button'))") == true {
        browser.click("#verdict button");
        browser.says("#verdict", "Cancelled");
    }

    // Text and bits, both ways; the field under the pointer.
    browser.eval("location.hash = '#asm/sm_50'");
    browser.until("document.querySelector('.asmword')");
    browser.fill("#text", "FADD R0, R1, R2\nFADD R0");
    browser.says("#digits", "0x5c58000000270100");
    browser.says("#pane .wrong", "line 2:");
    browser.fill("#digits", "0x5c58000000270103");
    browser.says("#text", "FADD R3, R1, R2");
    browser.point(".piece:nth-child(1)");
    browser.says("#field", "Rd bits 7:0 = 0x3");
    browser.click("[aria-label^='bit 8,']");
    browser.says("#text", "FADD R3, R0, R2");
    browser.says("#digits", "0x5c58000000270003");
    browser.eval("location.hash = '#asm/visa'");
    browser.says("#digits", "0103");

    // A kernel: steps forwards and back, another wave, memory with who wrote it, the source line.
    browser.eval("location.hash = '#kernel'");
    browser.click(".chips a[href*='spin_lock.sm_50']");
    browser.says("output", "step 0");
    browser.click("[data-act=step]");
    browser.says("output", "step 1");
    browser.key("ArrowRight");
    browser.says("output", "step 2");
    browser.says(".side .report", "executes:");
    browser.key("ArrowLeft");
    browser.says("output", "step 1 of 2");
    browser.click("[data-wave='1.0']");
    browser.until("document.querySelector('[data-wave=\"1.0\"]').getAttribute('aria-pressed') === 'true'");
    browser.click("[data-act=step]");
    browser.says("output", "step 2");
    browser.until("new URLSearchParams(location.hash.split('?')[1]).get('turns') === '0.0:1 1.0:1'");
    browser.click("[data-act=run]");
    browser.says("output", "every wave has ended");
    browser.says(".cells .changed, .cells .new", "2");
    browser.until("document.querySelector('.cells button[aria-label*=\"last written: step\"]')");
    browser.until("document.querySelectorAll('.lanes td button').length > 20");
    let ended = browser.text("#pane");
    let address = browser.eval("location.href");
    browser.open(address.as_str().unwrap());
    browser.says("output", "every wave has ended");
    browser.until("document.querySelector('.side .report')");
    assert_eq!(browser.text("#pane"), ended);
    browser.click(".cells button[aria-label*='last written: step']");
    browser.says("output", " of ");
    browser.click("[data-act=first]");
    browser.says("output", "step 0 of");
    browser.fill("#grid", "0");
    browser.key("Enter");
    browser.says("#pane .wrong", "expected 1 to 16384 work-items, found 0");
    browser.eval("location.hash = '#kernel?sample=lines.visa'");
    browser.says(".listing .source", "out[i] = i;");
    // A file is dropped.
    let file = crate::common::repository("kernels/bin/gfx1100/incdec_wrap.co");
    let bytes = std::fs::read(&file).unwrap();
    browser.eval("location.hash = '#kernel'");
    browser.until("document.querySelector('.drop')");
    browser.eval(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([new Uint8Array({bytes:?})], 'incdec_wrap.co')); \
         document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()"
    ));
    browser.says("#pane form", "incdec_wrap.co, gfx1100");
    browser.click("form.launch button");
    browser.says("output", "step 0");
    browser.says(".listing", "s_load_b");

    // The matrix: a cell, and from there the question.
    browser.eval("location.hash = '#matrix/inc'");
    browser.click(".matrix td.if a");
    browser.says(".detail", "equal if mem < src0");
    browser.click(".detail .links a");
    browser.says(".verdict", "Different");

    // A link reproduces the state of the page.
    let state = "#op/gfx1100:ds_max_f32?mem=0x3f800000&src0=0x7fc00005";
    let mut seen = Vec::new();
    for _ in 0..2 {
        browser.open(&format!("{page}{state}"));
        browser.until("document.querySelector('.counterparts')");
        seen.push(browser.text("#pane"));
    }
    assert!(seen[0] == seen[1] && seen[0].contains("= same"), "{}", seen[0]);
    // What is not there is said.
    for (state, said) in [
        ("#op/sm_50:FLY", "FLY"),
        ("#ins/sm_50/FLY", "No instruction"),
        ("#matrix/fly", "no class fly"),
        ("#fly", "What exactly"),
    ] {
        browser.open(&format!("{page}{state}"));
        browser.says("#pane", said);
    }
    assert!(browser.problems.is_empty(), "{:#?}", browser.problems);
}

#[test]
#[ignore = "needs Chromium and the explorer's library: .ci/run"]
fn keys_alone_reach_everything() {
    let (mut browser, page) = start("explorer_keys");
    browser.window(1280, 900, false);
    browser.open(&format!("{page}#op/sm_50:ATOM.INC?mem=0x1&src0=0x9"));
    browser.until("document.querySelector('.path li')");
    browser.key("Tab");
    browser.until("document.activeElement.className === 'skip'");
    browser.key("Enter");
    browser.until("document.activeElement.id === 'pane' && location.hash.startsWith('#op/')");
    // Through links, the special values, digits and number to the bits, of which one is a stop.
    let mut stops = Vec::new();
    for _ in 0..12 {
        browser.key("Tab");
        let name =
            browser.eval("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText");
        stops.push(name.as_str().unwrap_or_default().to_string());
        let ring = browser.eval("getComputedStyle(document.activeElement).outlineStyle");
        assert_ne!(ring, "none", "{stops:?}");
        if stops.last().is_some_and(|name| name == "bit 31") {
            break;
        }
    }
    assert_eq!(stops.last().map(String::as_str), Some("bit 31"), "{stops:?}");
    browser.key("End");
    browser.key("ArrowLeft");
    browser.key(" ");
    browser.says("#v-mem-hex", "0x00000003");
    browser.until("document.activeElement.getAttribute('aria-pressed') === 'true'");
    browser.key("/");
    browser.until("document.activeElement.id === 'query'");
    browser.write("ds_max_f32");
    browser.says(".results", "ds_max_f32");
    browser.key("ArrowDown");
    browser.key("ArrowDown");
    browser.key("ArrowUp");
    browser.key("Enter");
    browser.says("#operation", "ds_max_f32");
    // Everything that can be used has a name, and every picture of bits a text.
    let unnamed = browser.eval(
        "[...document.querySelectorAll('button, input, select, textarea, a')].filter(e => !(e.getAttribute('aria-label') || e.innerText.trim() || e.labels?.length)).map(e => e.outerHTML)",
    );
    assert_eq!(unnamed, Value::Array(Vec::new()));
    assert!(browser.problems.is_empty(), "{:#?}", browser.problems);
}

#[test]
#[ignore = "needs Chromium and the explorer's library: .ci/run"]
fn the_first_view_takes_less_than_a_second_from_disk() {
    let (mut browser, page) = start("explorer_first");
    browser.window(1280, 900, false);
    let mut best = f64::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        browser.open(&format!("{page}#search?q=atomicAdd"));
        browser.until("document.querySelector('.results li')");
        let painted = browser.eval("new Promise(done => { const look = () => { const [entry] = performance.getEntriesByName('first-contentful-paint'); entry ? done(entry.startTime) : setTimeout(look, 10); }; look(); })");
        best = best.min(painted.as_f64().unwrap());
        eprintln!("first view after {painted} ms, results read by the test after {:?}", start.elapsed());
    }
    assert!(best < 1000.0, "{best} ms");
}

/// Pages lead to the explorer and back.
#[test]
#[ignore = "needs Chromium and the explorer's library: .ci/run"]
fn pages_and_explorer_lead_to_each_other() {
    let (mut browser, page) = start("explorer_links");
    browser.window(1280, 900, false);
    let folder = Path::new(page.strip_prefix("file://").unwrap()).parent().unwrap();
    browser.open(&format!("file://{}/sm_50/ATOM.html#ATOM.INC", folder.display()));
    browser.click("[id='ATOM.INC'] + code + .live");
    browser.says("#operation", "ATOM.INC");
    browser.until("document.querySelector('.links a')?.innerText === 'Its page'");
    browser.click(".links a");
    browser.until("location.pathname.endsWith('/sm_50/ATOM.html') && location.hash === '#ATOM.INC'");
    browser.click("header a");
    browser.says(".report", "ATOM.E.ADD");
    assert!(browser.problems.is_empty(), "{:#?}", browser.problems);
}
