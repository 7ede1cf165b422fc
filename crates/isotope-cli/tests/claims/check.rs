//! Runs the commands of claims. Single items of `asm`, `dis` and `op` go through `--lines` many at a time, as both give
//! the same answers; every sixteenth is run by itself too, so that this stays true.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::data::{Claim, Expect, Is, Shown, Stream};
use crate::common::{Ran, isotope_at};

/// What a run of claims found.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Claims shown by a command.
    pub ran: usize,
    /// Of these, in a batch.
    pub batched: usize,
    /// Id, command, and what is wrong.
    pub failed: Vec<String>,
}

/// Claims, each with its line of a batch.
type Lines<'a> = Vec<(&'a Claim, String)>;

/// Something to do by a host thread.
enum Job<'a> {
    Alone(&'a Claim),
    Batch(Vec<String>, Lines<'a>),
}

/// Run the commands of all claims, in `folder`.
pub fn all(folder: &str, claims: &[&Claim]) -> Verdict {
    let mut jobs = Vec::new();
    let mut batches: Vec<(Vec<String>, Lines<'_>)> = Vec::new();
    for claim in claims {
        let Shown::By { args, stdin, .. } = &claim.shown else { continue };
        match line(args).filter(|_| stdin.is_empty()) {
            None => jobs.push(Job::Alone(claim)),
            Some((args, line)) => match batches.iter_mut().find(|b| b.0 == args) {
                Some(batch) => batch.1.push((claim, line)),
                None => batches.push((args, vec![(claim, line)])),
            },
        }
    }
    let mut verdict = Verdict { ran: jobs.len(), ..Verdict::default() };
    for (args, lines) in batches {
        verdict.ran += lines.len();
        verdict.batched += lines.len();
        jobs.extend(lines.iter().step_by(16).map(|(claim, _)| Job::Alone(claim)));
        jobs.push(Job::Batch(args, lines));
    }
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut found = run(folder, job);
                    failed.lock().unwrap().append(&mut found);
                }
            });
        }
    });
    verdict.failed = failed.into_inner().unwrap();
    verdict.failed.sort();
    verdict
}

/// The arguments of batch mode and the line that mean the same as a command, if there are such.
fn line(args: &[String]) -> Option<(Vec<String>, String)> {
    let words: Vec<_> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["op", "-t", target, name, ref values @ ..] if !name.contains(' ') => {
            let (mut operands, mut mode) = (["-"; 3], Vec::new());
            for value in values {
                let (key, bits) = value.split_once('=')?;
                match ["mem", "src0", "src1"].iter().position(|k| *k == key) {
                    Some(i) => operands[i] = bits.strip_prefix("0x").map(|_| bits)?,
                    None => mode.push(*value),
                }
            }
            let mode = if mode.is_empty() { "-".into() } else { mode.join(",") };
            let [mem, src0, src1] = operands;
            let line = format!("{target}\t{name}\t{mode}\t{mem}\t{src0}\t{src1}");
            Some((vec!["op".into(), "--lines".into()], line))
        }
        ["asm" | "dis", "-t", _, ref options @ .., text] => {
            if options.iter().any(|o| !o.starts_with("--"))
                || text.contains('\n')
                || text.contains(['/', '.']) && !text.contains(' ')
            {
                return None;
            }
            let mut batch: Vec<String> = args[..args.len() - 1].to_vec();
            batch.push("--lines".into());
            Some((batch, text.into()))
        }
        _ => None,
    }
}

fn run(folder: &str, job: &Job<'_>) -> Vec<String> {
    match job {
        Job::Alone(claim) => {
            let Shown::By { args, stdin, .. } = &claim.shown else { return Vec::new() };
            judge(claim, &isotope_at(folder, args, stdin.as_bytes())).into_iter().collect()
        }
        Job::Batch(args, lines) => {
            let input: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
            let ran = isotope_at(folder, args, input.as_bytes());
            let out: Vec<_> = ran.out.lines().collect();
            if out.len() != lines.len() {
                return vec![format!("{args:?}: {} lines in, {} out, {}", lines.len(), out.len(), ran.err)];
            }
            let one = |(claim, out): (&Claim, &str)| {
                let ran = match out.strip_prefix("error: ") {
                    Some(err) => Ran { code: 1, err: err.into(), ..Ran::default() },
                    None => Ran { out: out.into(), ..Ran::default() },
                };
                judge(claim, &ran)
            };
            lines.iter().map(|l| l.0).zip(out).filter_map(one).collect()
        }
    }
}

/// What is wrong with what a command left.
pub fn judge(claim: &Claim, ran: &Ran) -> Option<String> {
    let Shown::By { text, expect, .. } = &claim.shown else { return None };
    let status = expect.iter().find_map(|e| match e {
        Expect::Status(status) => Some(*status),
        Expect::Refused(_) => Some(2),
        _ => None,
    });
    let refused = expect.iter().any(|e| matches!(e, Expect::Error(_)));
    let status = status.unwrap_or(i32::from(refused));
    let mut wrong = Vec::new();
    if ran.code != status {
        wrong.push(format!("exit status {}, expected {status}", ran.code));
    }
    let mut lines = ran.out.lines().map(str::trim);
    wrong.extend(expect.iter().filter(|e| !holds(e, ran, &mut lines)).map(|e| match e {
        Expect::Exactly(t) => format!("expected exactly\n{t}"),
        Expect::Contains(t) => format!("stdout lacks\n{t}"),
        Expect::Lacks(t) => format!("stdout contains\n{t}"),
        Expect::Error(t) => format!("stderr lacks\n{t}"),
        other => format!("expected {other:?}"),
    }));
    if wrong.is_empty() {
        return None;
    }
    let Ran { out, err, .. } = ran;
    Some(format!(
        "{} (line {}): isotope {text}\n{}\nstdout: {out}\nstderr: {err}",
        claim.id,
        claim.line,
        wrong.join("\n")
    ))
}

/// Whether something is as expected; `lines` are those of stdout that are left to look through.
fn holds<'a>(expect: &Expect, ran: &Ran, lines: &mut impl Iterator<Item = &'a str>) -> bool {
    match expect {
        Expect::Exactly(t) => ran.out.trim_end_matches('\n') == t,
        Expect::Contains(t) => ran.out.contains(t.as_str()),
        Expect::Lacks(t) => !ran.out.contains(t.as_str()),
        Expect::Error(t) => ran.err.contains(t.as_str()),
        Expect::Status(_) => true,
        Expect::Text(stream, is, text) => {
            let found = if *stream == Stream::Out { &ran.out } else { &ran.err };
            fits(&Value::from(found.as_str()), *is, &Value::from(text.as_str()))
        }
        Expect::Refused(text) => {
            let one = ran.err.trim_end().lines().count() == 1;
            ran.out.is_empty() && one && ran.err.starts_with("error: ") && ran.err.contains(text.as_str())
        }
        Expect::Line(wanted) => lines.any(|found| match wanted.strip_suffix("...") {
            Some(begin) => found.starts_with(begin) || found.contains(begin.trim_end()),
            None => found == wanted || found.ends_with(&format!("; {wanted}")),
        }),
        Expect::Lines(count) => ran.out.lines().count() == *count,
        Expect::Json(path, is, value) => {
            let documents: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(&ran.out).into_iter().collect();
            let Ok(mut documents) = documents else { return false };
            let whole = if documents.len() == 1 { documents.remove(0) } else { documents.into() };
            // A member that is absent counts as null, as in the types that read these documents.
            fits(whole.pointer(path).unwrap_or(&Value::Null), *is, value)
        }
    }
}

fn fits(found: &Value, is: Is, wanted: &Value) -> bool {
    match (is, found, wanted) {
        (Is::Equal, ..) => found == wanted,
        (Is::Holding, Value::Array(all), _) => all.contains(wanted),
        (Is::Lacking, Value::Array(all), _) => !all.contains(wanted),
        (Is::Counted, Value::Array(all), _) => wanted.as_u64() == Some(all.len() as u64),
        (_, Value::String(found), Value::String(wanted)) => match is {
            Is::Holding => found.contains(wanted),
            Is::Lacking => !found.contains(wanted),
            Is::Beginning => found.starts_with(wanted),
            Is::Ending => found.ends_with(wanted),
            Is::Equal | Is::Counted => false,
        },
        _ => false,
    }
}
