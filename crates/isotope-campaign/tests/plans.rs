//! Plans, chunks, merging: what depends on what, and which errors a mistake gives.

use std::path::Path;

use isotope::{Error, Result};
use isotope_campaign::{Answer, Chunk, Files, Merged, NoFiles, Other, Plan, Unfit, no_external};

/// Files of the repository.
struct Checkout;

impl Files for Checkout {
    fn read(&mut self, path: &str) -> Result<Vec<u8>> {
        std::fs::read(root().join(path)).map_err(|error| Error::new(format!("`{path}`: {error}")))
    }
    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>> {
        let Ok(entries) = std::fs::read_dir(root().join(path)) else { return Ok(None) };
        Ok(Some(entries.map(|entry| format!("{path}/{}", entry.unwrap().file_name().to_string_lossy())).collect()))
    }
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn plan(text: &str) -> Plan {
    Plan::new("spec.toml", text, &mut Checkout).unwrap()
}

fn all(plan: &Plan) -> Vec<Chunk> {
    (0..plan.chunks()).map(|index| plan.chunk(index, &mut no_external).unwrap()).collect()
}

fn merged(plan: &Plan) -> Merged {
    Merged::new(plan, all(plan), false).unwrap()
}

const WRAP: &str = r#"
name = "wrap"
seed = 7
[[job]]
kind = "operations"
ops = "sm_50:ATOM.INC"
against = { op = "gfx1100:ds_inc_rtn_u32" }
count = 10_000
chunk = 3_000
"#;

#[test]
fn the_hash_is_of_what_the_text_says() {
    let first = plan(WRAP);
    assert_eq!(first.hash().len(), 32);
    let spaced =
        format!("# A comment\n{}", WRAP.replace("10_000", "10000").replace("seed = 7\n", "\n\nseed   =   0x7\n"));
    assert_eq!(plan(&spaced).hash(), first.hash());
    assert_ne!(plan(&WRAP.replace("seed = 7", "seed = 8")).hash(), first.hash());
    assert_ne!(plan(&WRAP.replace("3_000", "3_001")).hash(), first.hash());
    let again = Plan::parse(&first.json().to_string()).unwrap();
    assert_eq!((again.hash(), again.json()), (first.hash(), first.json()));
    let mut changed = first.json();
    changed["spec"] = WRAP.replace("seed = 7", "seed = 8").into();
    let error = Plan::parse(&changed.to_string()).unwrap_err().to_string();
    assert!(error.contains("it was changed since it was made"), "{error}");
    changed["isotope"] = "0.0.9".into();
    let error = Plan::parse(&changed.to_string()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("the plan was made by Isotope 0.0.9, and this is {}: make it again", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn chunks_do_not_depend_on_who_does_them() {
    let plan = plan(WRAP);
    assert_eq!(plan.chunks(), 4);
    let forwards = all(&plan);
    let mut backwards: Vec<Chunk> = (0..4).rev().map(|i| plan.chunk(i, &mut no_external).unwrap()).collect();
    let one = Merged::new(&plan, forwards.clone(), false).unwrap();
    assert_eq!(one, Merged::new(&plan, backwards.clone(), false).unwrap());
    backwards.reverse();
    assert_eq!(forwards, backwards);
    assert_eq!((one.items(), one.failed()), (10_000, 0));
    // Each chunk has another part of the inputs, and the digest covers all of them.
    let digests: std::collections::BTreeSet<_> = forwards.iter().map(|chunk| &chunk.digest).collect();
    assert_eq!(digests.len(), 4);
    // Wherever chunks end, each number still stands for the same input.
    let whole = merged(&self::plan(&WRAP.replace("3_000", "10_000")));
    assert_eq!(whole.jobs[0].counts, one.jobs[0].counts);
}

#[test]
fn inputs_are_those_of_vectors() {
    let text = WRAP.replace("op = \"gfx1100:ds_inc_rtn_u32\"", "op = \"visa:dword_atomic.inc\"");
    let plan = plan(&text);
    let merged = merged(&plan);
    assert!(merged.failed() > 1000, "{}", merged.text());
    let op = isotope::Op::parse("sm_50:ATOM.INC").unwrap();
    let rmw = op.rmw(None).unwrap();
    let inputs: Vec<_> = isotope::vectors::Inputs::new(&rmw, 10_000, 7).take(10_000).collect();
    let mut seen = 0;
    for chunk in all(&plan) {
        for failure in &chunk.failures {
            let (mem, src) = inputs[failure.item as usize];
            assert_eq!(failure.reproduce[0], op.command(&rmw, mem, src));
            assert!(
                failure.reproduce[1].starts_with("isotope op -t visa dword_atomic.inc mem=0x"),
                "{:?}",
                failure.reproduce
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 40);
}

/// The answers of an outside implementation of ATOM.INC: right, except where `wrong` says so.
fn answers(wrong: impl Fn(u64, u64) -> bool, silent: u64) -> impl FnMut(&Other, &[u8]) -> Result<Vec<u8>> {
    move |_, asked| {
        let mut from = asked;
        let head = isotope::vectors::Head::read(&mut from).unwrap();
        let mut out = Vec::new();
        head.write(&mut out).unwrap();
        head.clone()
            .each(&mut from, |mut v| {
                let new = if v.mem >= v.src[0] { 0 } else { v.mem + 1 };
                (v.new, v.returned) = (Some(new ^ u64::from(wrong(v.mem, v.src[0]))), Some(v.mem));
                if v.mem == silent {
                    (v.new, v.returned) = (None, None);
                }
                head.put(&v, &mut out).unwrap();
            })
            .unwrap();
        Ok(out)
    }
}

#[test]
fn an_injected_fault_is_found_where_it_is() {
    let text = WRAP
        .replace("op = \"gfx1100:ds_inc_rtn_u32\"", "command = [\"theirs\", \"{op}\"]")
        .replace("seed = 7", "seed = 7\nkeep = 1000000");
    let plan = plan(&text);
    let run = |answer: &mut Answer<'_>| {
        let chunks = (0..plan.chunks()).map(|i| plan.chunk(i, answer).unwrap()).collect();
        Merged::new(&plan, chunks, false).unwrap()
    };
    let good = run(&mut answers(|_, _| false, 10));
    let counts = &good.jobs[0].counts;
    assert_eq!((good.failed(), good.undecided()), (counts["unanswered"], counts["unanswered"]), "{}", good.text());
    assert!(good.jobs[0].failures.iter().all(|failure| failure.text.starts_with("unanswered: mem=0x0000000a ")));
    assert!(counts["unanswered"] > 10 && counts["equal"] + counts["unanswered"] == 10_000, "{counts:?}");
    // A signed comparison: wrong where exactly one of the two has its top bit set.
    let fault = |mem: u64, src: u64| (mem ^ src) >> 31 == 1;
    let bad = run(&mut answers(fault, u64::MAX));
    assert_ne!(bad.digest, good.digest);
    let op = isotope::Op::parse("sm_50:ATOM.INC").unwrap();
    let inputs = isotope::vectors::Inputs::new(&op.rmw(None).unwrap(), 10_000, 7).take(10_000);
    let want: Vec<u64> =
        inputs.enumerate().filter(|(_, (mem, src))| fault(*mem, src[0])).map(|(i, _)| i as u64).collect();
    let found: Vec<u64> = bad.jobs[0].failures.iter().map(|failure| failure.item).collect();
    assert!(want.len() > 1000);
    assert_eq!(found, want);
    assert_eq!(bad.failed(), want.len() as u64);
}

/// The answers of `answers`, with each vector changed by `with`.
fn answered(with: impl Fn(&mut isotope::vectors::Vector)) -> impl FnMut(&Other, &[u8]) -> Result<Vec<u8>> {
    move |_, asked| {
        let right = answers(|_, _| false, u64::MAX)(&Other::Python(String::new()), asked)?;
        let mut from = right.as_slice();
        let head = isotope::vectors::Head::read(&mut from)?;
        let mut out = Vec::new();
        head.write(&mut out).unwrap();
        head.each(&mut from, |mut v| {
            with(&mut v);
            head.put(&v, &mut out).unwrap();
        })?;
        Ok(out)
    }
}

#[test]
fn what_is_not_answered_is_not_right() {
    let outside = WRAP.replace("op = \"gfx1100:ds_inc_rtn_u32\"", "python = \"theirs:inc\"");
    let run = |text: &str, answer: &mut Answer<'_>| {
        let plan = plan(text);
        let chunks = (0..plan.chunks()).map(|i| plan.chunk(i, answer).unwrap()).collect();
        Merged::new(&plan, chunks, false).unwrap()
    };
    let numbers = |merged: &Merged| {
        let counts = &merged.jobs[0].counts;
        let count = |what: &str| counts.get(what).copied().unwrap_or(0);
        (merged.failed(), merged.undecided(), count("equal"), count("equal without returned"), count("unanswered"))
    };
    let nothing = || answered(|v| (v.new, v.returned) = (None, None));
    let none = run(&outside, &mut nothing());
    // Every input fails, and the job as a whole.
    assert_eq!(numbers(&none), (10_001, 10_001, 0, 0, 10_000), "{}", none.text());
    assert!(none.text().contains("10001 failed (10001 of them undecided)"), "{}", none.text());
    assert!(none.text().contains("UNDECIDED nothing was compared"), "{}", none.text());
    assert!(none.html().contains("10001 failed (10001 of them undecided)."));
    // An answer with only the returned value says nothing: that value follows from the input.
    let back = run(&outside, &mut answered(|v| v.new = None));
    assert_eq!(numbers(&back), (10_001, 10_001, 0, 0, 10_000), "{}", back.text());
    let new = run(&outside, &mut answered(|v| v.returned = None));
    assert_eq!(numbers(&new), (0, 0, 0, 10_000, 0), "{}", new.text());
    let unreturned = run(&format!("{outside}returned = false\n"), &mut answered(|v| v.returned = None));
    assert_eq!(numbers(&unreturned), (0, 0, 10_000, 0, 0), "{}", unreturned.text());
    // An answer is compared in the parts that it has, and differences are kept before undecided items.
    let wrong = run(
        &outside,
        &mut answered(|v| {
            v.returned = None;
            v.new = if v.src[0] == 10 { v.new.map(|new| new ^ 1) } else { None };
        }),
    );
    let job = &wrong.jobs[0];
    let [unanswered, different] = ["unanswered", "different"].map(|what| job.counts[what]);
    assert_eq!((wrong.undecided(), wrong.failed()), (unanswered, unanswered + different), "{}", wrong.text());
    assert!(different > 3 && job.failures.iter().any(|failure| failure.text.contains("src0=0x0000000a; ")));
    // Unanswered inputs may be allowed; a job that compares nothing is undecided all the same.
    let allowing = format!("{outside}allow_unanswered = true\n");
    let allowed = run(&allowing, &mut nothing());
    assert_eq!(numbers(&allowed), (1, 1, 0, 0, 10_000), "{}", allowed.text());
    let some = run(&allowing, &mut answered(|v| v.new = v.new.filter(|_| v.src[0] == 10)));
    assert_eq!((some.failed(), some.undecided()), (0, 0), "{}", some.text());
    assert!(some.jobs[0].counts["equal"] > 3 && some.jobs[0].counts["unanswered"] > 3, "{}", some.text());
    let error =
        Plan::new("spec.toml", &format!("{WRAP}allow_unanswered = true\n"), &mut Checkout).unwrap_err().to_string();
    assert!(error.contains("spec.toml:10: `allow_unanswered`: expected against = { command or python }"), "{error}");
}

#[test]
fn answers_that_are_none() {
    let plan = plan(&WRAP.replace("op = \"gfx1100:ds_inc_rtn_u32\"", "python = \"theirs:inc\""));
    let refused = |answer: &mut Answer<'_>| plan.chunk(1, answer).unwrap_err().to_string();
    let of = "chunk 1, sm_50:ATOM.INC against Python's theirs:inc: the answer of Python's theirs:inc: ";
    assert_eq!(
        refused(&mut |_, _| Ok(Vec::new())),
        format!("{of}expected a head of 24 bytes, found the end: failed to fill whole buffer")
    );
    let short = refused(&mut |_, asked| Ok(asked[..asked.len() - 1].to_vec()));
    assert!(short.contains("expected 3000 records, found 2999 and the end"), "{short}");
    let other = refused(&mut |_, asked| {
        let mut changed = asked.to_vec();
        let last = changed.len() - 24;
        changed[last] ^= 1;
        Ok(changed)
    });
    assert_eq!(other, format!("{of}record 2999 has other operands than were asked: answer the records in their order"));
    assert!(refused(&mut no_external).contains("Python's theirs:inc is not asked here"));
}

#[test]
fn readings_against_each_other() {
    let text = r#"
name = "nan"
[[job]]
kind = "operations"
ops = "sm_50:ATOM.ADD.F32.FTZ.RN"
against = { assume = ["nv.l2_nan=quiet"] }
count = 5_000
"#;
    let found = merged(&plan(text));
    let job = &found.jobs[0];
    assert!(job.failed > 100 && job.counts["equal"] > 1000, "{}", found.text());
    assert!(job.failures[0].reproduce[1].ends_with(" nv.l2_nan=quiet"), "{:?}", job.failures[0]);
    assert!(job.coverage.values().any(|many| *many != 0));
    let same = text.replace("nv.l2_nan=quiet", "nv.l2_nan=all-ones");
    assert_eq!(merged(&plan(&same)).failed(), 0);
}

#[test]
fn widths_and_orders_of_operands() {
    // Compare and swap has its operands in another order on gfx1100.
    for (ops, other) in [
        ("sm_50:ATOM.CAS", "gfx1100:global_atomic_cmpswap_b32"),
        ("gfx1100:ds_max_rtn_u64", "sm_50:ATOM.MAX.U64"),
        ("sm_60:RED.ADD.F16x2.RN", "sm_60:RED.ADD.F16x2.RN"),
    ] {
        let text = format!(
            "name = 'x'\n[[job]]\nkind = 'operations'\nops = '{ops}'\nagainst = {{ op = '{other}' }}\ncount = 20_000\nchunk = 7777\n"
        );
        let found = merged(&plan(&text));
        assert_eq!(found.failed(), 0, "{}", found.text());
        assert!(found.jobs[0].counts["equal"] > 19_000, "{}", found.text());
    }
    let every = "name = 'x'\n[[job]]\nname = 'all'\nkind = 'operations'\nops = 'gfx1100:*'\ncount = 10\n";
    let every = plan(every);
    assert!(every.jobs().len() > 150 && every.jobs()[0].name.starts_with("all gfx1100:"), "{}", every.jobs().len());
}

#[test]
fn kernels_under_seeds_and_readings() {
    let text = r#"
name = "suite"
[[job]]
kind = "kernels"
files = ["kernels/bin/sm_50", "kernels/bin/gfx1100/ticket_lock.co", "kernels/bin/tgllp/ticket_lock.zeinfo"]
cases = ["kernels/cases/ticket_lock.base.json", "kernels/cases/incdec_wrap.base.json"]
seeds = 3
assume = [[], ["nv.lane_order=descending"]]
chunk = 5
"#;
    let plan = plan(text);
    assert_eq!(plan.jobs()[0].items, 4 * 3 * 2, "{}", plan.text());
    let found = merged(&plan);
    assert_eq!(found.failed(), 0, "{}", found.text());
    assert_eq!(found.jobs[0].counts["passed"], 24);
    let again = Plan::parse(&plan.json().to_string()).unwrap();
    assert_eq!(merged(&again), found);
    // A case that expects something else fails on every run, with the command that shows it.
    struct Changed;
    impl Files for Changed {
        fn read(&mut self, path: &str) -> Result<Vec<u8>> {
            let bytes = Checkout.read(path)?;
            if !path.ends_with("ticket_lock.base.json") {
                return Ok(bytes);
            }
            let mut case: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            case["launches"][0]["groups"] = serde_json::json!([1, 1, 1]);
            Ok(case.to_string().into_bytes())
        }
        fn list(&mut self, path: &str) -> Result<Option<Vec<String>>> {
            Checkout.list(path)
        }
    }
    let other = Plan::new("spec.toml", text, &mut Changed).unwrap();
    assert_ne!(other.hash(), plan.hash());
    let found = merged(&other);
    assert_eq!(found.failed(), 18, "{}", found.text());
    assert!(
        found.jobs[0].failures[0].reproduce[0].starts_with("isotope run kernels/bin/"),
        "{:?}",
        found.jobs[0].failures[0]
    );
}

#[test]
fn random_programs_on_every_target() {
    let text = "name = 'p'\n[[job]]\nkind = 'programs'\ncount = 60\nchunk = 20\nlength = 30\n";
    let found = merged(&plan(text));
    assert_eq!(found.failed(), 0, "{}", found.text());
    assert_eq!(found.jobs[0].counts["equal"], 60 * 3 * 2);
    assert!(
        found.jobs[0].coverage.len() > 20 && found.jobs[0].coverage.values().all(|many| *many > 10),
        "{:?}",
        found.jobs[0].coverage
    );
}

#[test]
fn schedules_in_parts() {
    let text = r#"
name = "counts"
[[job]]
kind = "explore"
file = "kernels/explore/bin/sm_50/counts.cubin"
kernel = "indexer"
grid = 13
block = 1
args = ["t=u32[128]:0"]
parts = 5
"#;
    let parts = merged(&plan(text));
    let whole = merged(&plan(&text.replace("parts = 5", "parts = 1")));
    assert_eq!(parts.failed(), 0, "{}", parts.text());
    // The parts together equal the whole.
    assert_eq!(parts.jobs[0].counts, whole.jobs[0].counts);
    assert_eq!(parts.jobs[0].coverage, whole.jobs[0].coverage);
    assert!(parts.jobs[0].counts["executions"] > 10, "{}", parts.text());
    let never = format!("{text}expect = 'exists t[127] == 77'\n");
    let found = merged(&plan(&never));
    assert_eq!(found.failed(), 1, "{}", found.text());
    assert!(found.jobs[0].job_failure.as_ref().unwrap().text.contains("exists t[127] == 77"));
}

#[test]
fn merging_says_what_is_missing() {
    let plan = plan(WRAP);
    let mut chunks = all(&plan);
    let other = self::plan(&WRAP.replace("seed = 7", "seed = 8"));
    let text = chunks[2].text();
    assert_eq!(Chunk::parse(&text, &plan, 2).unwrap(), chunks[2]);
    assert_eq!(Chunk::parse(&text, &other, 2), Err(Unfit::Other(plan.hash().into())));
    let damaged = |text: &str, why: &str| {
        let error = Chunk::parse(text, &plan, 2).unwrap_err();
        assert!(matches!(&error, Unfit::Damaged(_)) && error.to_string().contains(why), "{error}");
    };
    damaged(&text[..text.len() / 2], "EOF while parsing");
    damaged("", "EOF while parsing");
    damaged(&text.replace("\"failed\":0", "\"failed\":1"), "its digest is not the one that it says");
    damaged(&chunks[1].text(), "expected chunk 2, found 1");
    damaged("[]", "expected an object");
    let gone = chunks.remove(1);
    let error = Merged::new(&plan, chunks.clone(), false).unwrap_err().to_string();
    assert_eq!(error, "1 of 4 chunks are missing: 1: run them, or merge with chunks left out");
    let partial = Merged::new(&plan, chunks.clone(), true).unwrap();
    assert!(partial.text().contains("PARTIAL: 1 of 4 chunks are missing: 1"), "{}", partial.text());
    assert!(partial.html().contains("1 of 4 chunks are missing") && partial.items() == 7_000);
    // One chunk with two different results is always an error.
    let mut twice = gone.clone();
    twice.digest = "0".repeat(32);
    let error = Merged::new(&plan, [chunks, vec![gone, twice]].concat(), false).unwrap_err().to_string();
    assert!(error.starts_with("chunk 1 is there twice with different results"), "{error}");
}

#[test]
fn the_report_hides_no_failure() {
    let plan = plan(&WRAP.replace("op = \"gfx1100:ds_inc_rtn_u32\"", "op = \"visa:dword_atomic.inc\""));
    let found = merged(&plan);
    let page = found.html();
    let job = &found.jobs[0];
    assert_eq!(job.failures.len(), 40);
    for failure in &job.failures {
        assert!(page.contains(&format!("<td class=\"n\">{}</td>", failure.item)));
        for command in &failure.reproduce {
            assert!(page.contains(command.as_str()));
        }
    }
    let line = format!(
        "Of 10000 inputs, {} failed; 40 are shown, {} more were counted and not kept",
        job.failed,
        job.failed - 40
    );
    assert!(page.contains(&line), "{line}");
    assert!(
        page.contains(&found.digest) && page.contains(plan.hash()) && page.contains("ops = &quot;sm_50:ATOM.INC&quot;")
    );
    assert!(!page.contains("<script") && !page.contains("http"));
    assert!(found.text().contains(&format!("and {} more that failed", job.failed - 40)));
}

#[test]
fn mistakes_have_a_line() {
    let error = |text: &str| Plan::new("spec.toml", text, &mut NoFiles).unwrap_err().to_string();
    for (from, to, want) in [
        ("seed = 7", "seed = = 7", "spec.toml:3: "),
        ("seed = 7", "sed = 7", "spec.toml:3: expected job, keep, name, seed, found `sed`"),
        ("seed = 7", "seed = \"7\"", "spec.toml:3: `seed`: expected a number, found text"),
        ("seed = 7", "seed = -1", "spec.toml:3: expected a number from 0 to 2^64 - 1, found -1"),
        ("name = \"wrap\"", "", "spec.toml:1: `name`: expected the name of the campaign, found nothing"),
        (
            "kind = \"operations\"",
            "kind = \"ops\"",
            "spec.toml:5: `kind`: expected operations, kernels, programs or explore, found `ops`",
        ),
        ("ATOM.INC", "ATOM.INK", "spec.toml:6: `ops`: `sm_50:ATOM.INK`"),
        ("op = \"gfx1100:ds_inc_rtn_u32\"", "op = \"gfx1100:ds_inc_rtn_u64\"", "spec.toml:6: `ops`: "),
        ("{ op = \"gfx1100:ds_inc_rtn_u32\" }", "{ }", "`against`: expected one of op, assume, command and python"),
        ("count = 10_000", "", "spec.toml:4: `count`: expected how many inputs, found nothing"),
        ("chunk = 3_000", "chunk = 0", "spec.toml:9: `chunk`: expected a number from 1 on, found 0"),
        ("chunk = 3_000", "chunks = 3", "spec.toml:9: expected "),
    ] {
        let text = WRAP.replacen(from, to, 1);
        assert_ne!(text, WRAP);
        let found = error(&text);
        assert!(found.contains(want) && found.starts_with("spec.toml:"), "{from} -> {to}: {found}");
    }
    assert_eq!(error("name = 'x'\n"), "spec.toml:1: `job`: expected at least one [[job]], found none");
    let kernels = "name = 'x'\n[[job]]\nkind = 'kernels'\nfiles = 'a.cubin'\ncases = 'b'\n";
    assert_eq!(error(kernels), "spec.toml:4: `files`: `a.cubin`: no files are given here");
    let twice = format!("{WRAP}{}", WRAP.split_once("seed = 7").unwrap().1);
    assert!(error(&twice).contains("two jobs are called `sm_50:ATOM.INC against gfx1100:ds_inc_rtn_u32`"));
}
