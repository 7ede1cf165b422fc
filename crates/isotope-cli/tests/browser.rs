//! The exported pages in a real browser: nothing wider than the window on a desktop and on a phone, readable in light and
//! dark, no errors, no links to nowhere. Chromium opens `browser/check.html`, which holds each page in a frame.
//!
//! `.ci/run` does so; a plain `cargo test` leaves it out.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::{folder, isotope, repository};

/// Pages beside the folders; the explorer where its library was built.
const TOP: [&str; 5] = ["index.html", "assumptions.html", "contradictions.html", "sources.html", EXPLORER];
const EXPLORER: &str = "explorer.html";
const ISAS: [&str; 3] = ["sm_50", "visa", "gfx1100"];

/// What is opened: the index, the assumptions, and of each vendor an atomic, another instruction, and a long page.
const PAGES: &[&str] = &[
    "index.html",
    "assumptions.html",
    "sources.html",
    "matrix.html",
    "sm_50/ATOM.html",
    "sm_50/SURED.html",
    "sm_50/BAR.html",
    "sm_50/TEX.html",
    "visa/dword_atomic.html",
    "visa/svm_atomic.html",
    "visa/add.html",
    "visa/lsc_load.html",
    "gfx1100/ds_max_f32.html",
    "gfx1100/flat_atomic_cmpswap_f32.html",
    "gfx1100/ds_gws_barrier.html",
    "gfx1100/v_add_f32.html",
    "gfx1100/image_atomic_add.html",
];

/// Pixels of a phone's screen from top to bottom, and how many of them the index may be long.
const SCREEN: u32 = 844;
const INDEX_SCREENS: u32 = 3;

/// The exported pages.
pub static EXPORTED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let _ = std::fs::remove_dir_all(&folder);
    isotope(&format!("docs --export {}", folder.display())).gives(0, "");
    folder
});

/// Every page: in the index, nothing from outside, no link that leads nowhere.
#[test]
#[ignore = "writes every page: .ci/run"]
fn the_exported_pages_hold_together() {
    let mut pages = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(EXPORTED.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = folder.clone() + &entry.file_name().to_string_lossy();
            if ISAS.contains(&name.as_str()) {
                folders.push(name + "/");
            } else if !folder.is_empty() || TOP.contains(&name.as_str()) {
                pages.insert(name, std::fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    assert!(pages.len() > 700, "{}", pages.len());
    for (name, page) in &pages {
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{name}");
        assert!(!page.contains("http:") && (name == EXPLORER || !page.contains("src=\"")), "{name}");
        let inside = name.contains('/');
        assert!(!inside || pages["index.html"].contains(&format!("href=\"{name}\"")), "{name} is not in the index");
        for link in page.split("href=\"").skip(1).map(|p| &p[..p.find('"').expect("an end")]) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = if path.is_empty() { name } else { path.strip_prefix("../").unwrap_or(path) };
            assert_eq!(path.starts_with("../"), inside && !path.is_empty(), "{name}: {link}");
            let target = pages.get(to).unwrap_or_else(|| panic!("{name}: {link}"));
            // What is behind the address of the explorer is what it shows.
            assert!(
                to == EXPLORER || anchor.is_empty() || target.contains(&format!(" id=\"{anchor}\"")),
                "{name}: {link}"
            );
        }
    }
}

pub fn chromium() -> Option<&'static str> {
    let answers = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(answers)
}

/// The document of `page` after its script has run, and what the browser logged.
fn open(browser: &str, page: &Path) -> (String, String) {
    let profile = page.with_extension("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=600000", "--timeout=600000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr))
}

/// The lines that `check.html` writes about `pages` in `folder`, and what went wrong.
fn check(browser: &str, folder: &Path, pages: &[&str]) -> (Vec<String>, Vec<String>) {
    let list = format!("const PAGES = {pages:?};\n");
    let html = include_str!("browser/check.html").replace("const WIDTHS", &(list + "const WIDTHS"));
    let html = html.replace("LOOK;", include_str!("browser/look.js"));
    let page = folder.join("check.html");
    std::fs::write(&page, html).unwrap();
    let (dom, log) = open(browser, &page);
    let out = dom.split("<pre id=\"out\">").nth(1).and_then(|t| t.split("</pre>").next()).unwrap_or_default();
    let lines: Vec<String> = out.lines().map(|l| l.replace("&gt;", ">").replace("&amp;", "&")).collect();
    let mut bad: Vec<String> = lines.iter().filter(|l| l.starts_with("bad ")).cloned().collect();
    bad.extend(log.lines().filter(|l| l.contains("CONSOLE")).map(str::to_owned));
    if lines.last().is_none_or(|l| l != "done") {
        bad.push(format!("the checks did not end: {dom}\n{log}"));
    }
    let seen = lines.iter().filter(|l| l.starts_with("seen ")).count();
    if seen != 4 * pages.len() {
        bad.push(format!("{seen} views of {} pages", pages.len()));
    }
    let mut files = HashMap::new();
    for link in lines.iter().filter_map(|l| l.strip_prefix("link ")) {
        let (from, to) = link.split_once(' ').unwrap_or((link, ""));
        let (path, anchor) = to.split_once('#').unwrap_or((to, ""));
        let text = files.entry(path.to_owned()).or_insert_with(|| std::fs::read_to_string(path).ok());
        match text {
            None => bad.push(format!("{from}: nothing at {path}")),
            Some(text)
                if !anchor.is_empty() && !path.ends_with(EXPLORER) && !text.contains(&format!("id=\"{anchor}\"")) =>
            {
                bad.push(format!("{from}: no {anchor} in {path}"));
            }
            Some(_) => {}
        }
    }
    (lines, bad)
}

#[test]
#[ignore = "needs Chromium: .ci/run"]
fn pages_in_a_browser() {
    let browser = chromium().expect("chromium on the PATH");
    let folder = &*EXPORTED;
    let matrix = isotope("matrix inc --format html");
    std::fs::write(folder.join("matrix.html"), matrix.out).unwrap();
    let (lines, bad) = check(browser, folder, PAGES);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(lines.iter().filter(|l| l.starts_with("link ")).count() > 1000, "{}", lines.join("\n"));
    // The index on a phone: a few screens while its groups are folded.
    let tall = |page: &str| -> u32 {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("tall {page} 390 light ")));
        line.and_then(|height| height.parse().ok()).unwrap_or_else(|| panic!("no height of {page}"))
    };
    println!("the index is {} pixels tall on a phone, ATOM {}", tall("index.html"), tall("sm_50/ATOM.html"));
    assert!(tall("index.html") <= INDEX_SCREENS * SCREEN, "the index is {} pixels tall", tall("index.html"));

    // The checks can fail: a page that is too wide, too pale, and asks for what is not there.
    let broken = "<!doctype html><meta charset=utf-8><style>p { width: 2000px; color: #bbb }</style>\
                  <p>x <a href=no.html>no</a><img src=no.png><script>throw 1</script>";
    std::fs::write(folder.join("broken.html"), broken).unwrap();
    let (_, bad) = check(browser, folder, &["broken.html"]);
    for part in ["the page is 20", "contrast 1.", "luminance 1.00", "no image", "nothing at", "Uncaught"] {
        assert!(bad.iter().any(|line| line.contains(part)), "{part} in {bad:#?}");
    }
}

/// Executions of an exploration, on every width and in both colours; keys, buttons and arrows.
#[test]
#[ignore = "needs Chromium: .ci/run"]
fn executions_as_pages_in_a_browser() {
    let browser = chromium().expect("chromium on the PATH");
    let folder = folder("executions_in_a_browser");
    let launch = |file: &str, rest: &str, to: &str| {
        let file = repository(&format!("kernels/explore/bin/{file}"));
        let ran = isotope(&format!("explore {file} {rest} --html {}", folder.join(to).display()));
        assert!(ran.code != 2, "{}", ran.err);
    };
    let early = "--kernel last_block_early --grid 3 --arg parts=u32[3]:0 --arg count=u32[1]:0 --arg sum=u32[1]:0 --arg 3 --expect 'forall sum == 6'";
    launch("gfx1100/examples.co", early, "early.html");
    launch(
        "sm_50/examples.cubin",
        "--kernel spin_lock --grid 1 --block 2 --arg lock=u32[1]:0 --arg data=u32[1]:0",
        "lock.html",
    );
    launch("gfx1100/gws.co", "--kernel release_all --grid 2 --arg out=u32[1]:0", "gws.html");
    let (_, bad) = check(browser, &folder, &["early.html", "lock.html", "gws.html"]);
    assert!(bad.is_empty(), "{}", bad.join("\n"));

    let html = include_str!("browser/executions.html").replace("PAGE;", "'early.html';");
    let page = folder.join("steps.html");
    std::fs::write(&page, html).unwrap();
    let (dom, log) = open(browser, &page);
    let out = dom.split("<pre id=\"out\">").nth(1).and_then(|t| t.split("</pre>").next()).unwrap_or_default();
    assert!(!out.contains("bad ") && out.ends_with("done\n") && !log.contains("CONSOLE"), "{out}\n{log}");
    let arrows: usize = out.lines().find_map(|line| line.strip_prefix("arrows ")?.parse().ok()).unwrap();
    assert!(arrows > 20, "{arrows}");
}
