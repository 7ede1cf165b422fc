//! Campaigns as files: parts, what is resumed, what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{folder, isotope, json_of, repository};

const TEXT: &str = r#"
name = "wrap"
seed = 7
[[job]]
kind = "operations"
ops = "sm_50:ATOM.INC"
against = { op = "gfx1100:ds_inc_rtn_u32" }
count = 9_000
chunk = 1_000
"#;

/// A planned campaign in an empty folder.
fn planned(name: &str, text: &str) -> PathBuf {
    let at = folder(name);
    fs::write(at.join("wrap.toml"), text).unwrap();
    isotope(&format!("campaign plan {}", at.join("wrap.toml").display())).status(0).err_is("");
    at.join("wrap.campaign")
}

fn ask(line: &str, dir: &Path) -> (i32, Value) {
    let ran = isotope(&format!("campaign {} {} --json", line, dir.display()));
    (ran.code, ran.json())
}

fn chunk(dir: &Path, index: usize) -> PathBuf {
    dir.join(format!("chunks/chunk-{index:07}.json"))
}

#[test]
fn parts_and_the_whole_have_one_digest() {
    let whole = planned("campaign_whole", TEXT);
    assert_eq!(ask("run", &whole).0, 0);
    let (code, merged) = ask("merge", &whole);
    assert_eq!((code, &merged["failed"], &merged["items"]), (0, &0.into(), &9000.into()));
    // In two folders, as jobs that share nothing leave them.
    let (first, second) = (planned("campaign_first", TEXT), planned("campaign_second", TEXT));
    for (dir, part) in [(&first, "0/2"), (&second, "1/2")] {
        isotope(&format!("campaign run {} --shard {part} --jobs 1", dir.display())).status(0);
    }
    let (code, status) = ask("status", &first);
    assert_eq!((code, &status["done"], &status["missing"]), (3, &5.into(), &serde_json::json!([1, 3, 5, 7])));
    isotope(&format!("campaign merge {}", first.display()))
        .refuses("4 of 9 chunks are missing: 1, 3, 5, 7: run them, or merge with --partial");
    assert_eq!(ask("merge --partial", &first).0, 0);
    isotope(&format!("campaign merge {} {}", first.display(), second.display()))
        .out_has(merged["digest"].as_str().unwrap());
    for index in 0..9 {
        let dir = if index % 2 == 0 { &first } else { &second };
        assert_eq!(fs::read(chunk(&whole, index)).unwrap(), fs::read(chunk(dir, index)).unwrap());
    }
}

#[test]
fn what_is_there_stays_and_what_is_damaged_is_done_again() {
    let dir = planned("campaign_resume", TEXT);
    let line = format!("campaign run {}", dir.display());
    isotope(&line).gives(0, "9 chunks done, 0 were there; 9000 items, 0 failed\n");
    let good = fs::read(chunk(&dir, 2)).unwrap();
    fs::write(chunk(&dir, 2), &good[..good.len() / 2]).unwrap();
    fs::write(chunk(&dir, 5), [0xff, 0x00, 0x7b]).unwrap();
    let (code, status) = ask("status", &dir);
    assert_eq!((code, status["damaged"].as_array().unwrap().len()), (3, 2));
    isotope(&line)
        .gives(0, "2 chunks done, 7 were there; 9000 items, 0 failed\n")
        .err_has("note: chunk 2 is damaged (")
        .err_has("note: chunk 5 is damaged (");
    assert_eq!(fs::read(chunk(&dir, 2)).unwrap(), good);
    isotope(&line).gives(0, "0 chunks done, 9 were there; 9000 items, 0 failed\n");
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(dir.join("chunks")).unwrap().count(), 9);
    // Another plan is never put among them.
    let text = dir.parent().unwrap().join("wrap.toml");
    fs::write(&text, TEXT.replace("seed = 7", "seed = 8")).unwrap();
    isotope(&format!("campaign plan {}", text.display()))
        .refuses("has chunks of another plan: give another folder (--out), or remove it");
    let other = dir.parent().unwrap().join("other");
    isotope(&format!("campaign plan {} --out {}", text.display(), other.display())).status(0);
    fs::copy(chunk(&dir, 3), chunk(&other, 3)).unwrap();
    for verb in ["run", "status", "merge", "report"] {
        isotope(&format!("campaign {verb} {}", other.display()))
            .refuses("chunk-0000003.json` is a chunk of another plan (");
    }
}

#[test]
fn a_page_with_every_failure() {
    let dir = planned("campaign_page", &TEXT.replace("gfx1100:ds_inc_rtn_u32", "visa:dword_atomic.inc"));
    let (code, status) = ask("run", &dir);
    assert_eq!(code, 1);
    let page = dir.join("page.html");
    isotope(&format!("campaign report {} -o {}", dir.display(), page.display())).status(1);
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains(&format!("<strong>{} failed.</strong>", status["failed"])), "{html}");
    assert_eq!(html.matches("<code>isotope op -t sm_50 ATOM.INC").count(), 90);
    // A command that it shows gives what it says.
    isotope("op -t sm_50 ATOM.INC mem=0x00000001 src0=0x00000000").gives(0, "0x00000000\t0x00000001\n");
}

#[test]
fn commands_that_answer() {
    let against = |words: &str| TEXT.replace("op = \"gfx1100:ds_inc_rtn_u32\"", &format!("command = {words}"));
    // Records that come back unchanged are no answers.
    let dir = planned("campaign_cat", &against("[\"cat\"]"));
    isotope(&format!("campaign run {}", dir.display()))
        .gives(3, "9 chunks done, 0 were there; 9000 items, 9000 failed (9000 of them undecided)\n");
    let (code, merged) = ask("merge", &dir);
    assert_eq!(
        (code, &merged["undecided"], &merged["jobs"][0]["counts"]["unanswered"]),
        (3, &9001.into(), &9000.into())
    );
    isotope(&format!("campaign report {}", dir.display())).status(3);
    let dir = planned("campaign_silent", &format!("{}allow_unanswered = true\n", against("[\"cat\"]")));
    // Unanswered inputs are allowed; that nothing was compared is said all the same.
    isotope(&format!("campaign run {}", dir.display()))
        .gives(3, "9 chunks done, 0 were there; 9000 items, 0 failed\n")
        .err_has("nothing was compared");
    for (name, words, why) in [
        ("none", "[\"./no/such/program\"]", "`./no/such/program`: cannot be started: "),
        ("fails", "[\"false\"]", "`false`: expected exit status 0: exit status: 1"),
        ("short", "[\"head\", \"-c\", \"1000\"]", "the answer of `head -c 1000`: expected 1000 records, found "),
    ] {
        let dir = planned(&format!("campaign_{name}"), &against(words));
        isotope(&format!("campaign run {}", dir.display())).refuses(why);
    }
    let dir = planned("campaign_python", &TEXT.replace("op = \"gfx1100:ds_inc_rtn_u32\"", "python = \"theirs:inc\""));
    isotope(&format!("campaign run {}", dir.display()))
        .refuses("\"isotope.campaign\", \"answer\", \"MODULE:FUNCTION\"");
}

/// What a job says of all items together decides `run` as it decides `merge`.
#[test]
fn a_condition_of_the_whole_ends_a_run() {
    let text = format!(
        "name = 'x'\n[[job]]\nkind = 'explore'\nfile = '{}'\nkernel = 'indexer'\ngrid = 2\nblock = 1\nargs = ['t=u32[128]:0']\nparts = 2\nexpect = 'exists t[127] == 77'\n",
        repository("kernels/explore/bin/sm_50/counts.cubin")
    );
    let dir = planned("campaign_exists", &text);
    isotope(&format!("campaign run {}", dir.display()))
        .status(1)
        .err_has("no execution is as the condition says: exists t[127] == 77");
    assert_eq!(ask("merge", &dir).0, 1);
}

#[test]
fn the_text_of_the_repository() {
    let spec = repository("examples/campaigns/wrap.toml");
    let page = fs::read_to_string(repository("docs/campaigns.md")).unwrap();
    let text = fs::read_to_string(&spec).unwrap();
    // The page shows the first job as it stands there.
    let job = text.split("[[job]]").nth(1).unwrap().trim();
    assert!(page.contains(job), "{job}");
    isotope("campaign run nowhere")
        .refuses("`nowhere`: expected a folder that `isotope campaign plan` made, found no plan.json");
    isotope("campaign plan - ").refuses("expected the name of the campaign, found nothing");
}

/// A shell reads back the commands that reproduce a failure, whatever the files are called.
#[test]
fn commands_are_quoted_for_a_shell() {
    let at = folder("campaign_quoted");
    let cubin = repository("kernels/explore/bin/sm_50/counts.cubin");
    fs::copy(&cubin, at.join("it's $(a).cubin")).unwrap();
    fs::copy(repository("kernels/bin/sm_50/histogram256.cubin"), at.join("two words.cubin")).unwrap();
    let mut case = json_of(repository("kernels/cases/histogram256.base.json"));
    case["checks"][1]["buffer"] = "bins".into();
    fs::write(at.join("a;case.json"), case.to_string()).unwrap();
    let text = "name = \"quoted\"\nseed = 1\n\
        [[job]]\nkind = \"explore\"\nfile = \"it's $(a).cubin\"\nkernel = \"ainc_store\"\ngrid = 2\nblock = 1\n\
        args = [\"x=u32[1]:0\", \"out=u32[4]:0\"]\nparts = 1\nobserve = [\"x\"]\nexpect = \"forall x == 77\"\n\
        [[job]]\nkind = \"kernels\"\nfiles = [\"two words.cubin\"]\ncases = [\"a;case.json\"]\n";
    fs::write(at.join("quoted.toml"), text).unwrap();
    let dir = at.join("quoted.campaign");
    isotope(&format!("campaign plan {} --out {}", at.join("quoted.toml").display(), dir.display())).status(0);
    isotope(&format!("campaign run {}", dir.display())).status(1);
    let merged = isotope(&format!("campaign merge {}", dir.display()));
    let lines: Vec<&str> = merged.out.lines().filter_map(|line| line.trim().strip_prefix("isotope ")).collect();
    assert!(lines.len() >= 2, "{}", merged.out);
    // The commands as a shell has them, from the folder of the text: they fail as the campaign did, and are no bad usage.
    for line in lines {
        let isotope = env!("CARGO_BIN_EXE_isotope");
        let script = format!("{isotope} {line}");
        let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(&at).output().unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{code:?} {script}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
