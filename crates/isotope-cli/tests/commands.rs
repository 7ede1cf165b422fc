//! What commands print, row by row: `tests/data/commands/*.tsv` (its README describes the format).

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::claims::{check, data};
use crate::common::{folder, isotope_at, json_of, repository, write};
use data::{Claim, Shown};

/// A step of a test.
#[derive(Debug)]
enum Step {
    /// A file in the scratch folder.
    File {
        name: String,
        text: String,
    },
    /// A JSON file of the repository with other values at some paths, or, where `None`, without them.
    Patch {
        name: String,
        from: String,
        changes: Vec<(String, Option<Value>)>,
    },
    Run(Claim),
}

/// Steps that run one after the other in a scratch folder of their own.
#[derive(Debug)]
struct Test {
    name: String,
    dir: String,
    steps: Vec<Step>,
}

/// A list of names, and what they stand for in turn.
type Each = (Vec<String>, Vec<Vec<String>>);

/// Read a file of commands.
///
/// # Errors
/// Every line that is not well formed.
fn read(file: &str, text: &str) -> Result<Vec<Test>, Vec<String>> {
    let (mut tests, mut wrong) = (Vec::<Test>::new(), Vec::new());
    let (mut defined, mut lists) = (BTreeMap::<String, String>::new(), Vec::<Each>::new());
    let mut rows = Vec::<(usize, String)>::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')) {
        match rows.last_mut() {
            Some((_, row)) if line.starts_with('\t') => row.push_str(line),
            _ => rows.push((i + 1, line.into())),
        }
    }
    for (number, line) in rows {
        // What is defined may name lists, so that it comes before them.
        let line = defined.iter().fold(line, |line, (name, text)| line.replace(name, text));
        let fields: Vec<&str> = line.split('\t').collect();
        let done = match fields[..] {
            ["test", name] => {
                let (name, dir) = (name.to_string(), format!("commands-{file}-{name}"));
                let twice = tests.iter().any(|test| test.name == name);
                tests.push(Test { name, dir, steps: Vec::new() });
                if twice { Err("a test of this name stands above".into()) } else { Ok(()) }
            }
            ["def", name, text] => {
                defined.insert(format!("@{{{name}}}"), text.into());
                Ok(())
            }
            ["each", names, ref values @ ..] if values.len() > 1 => {
                let parts = |text: &str| text.split(" | ").map(str::to_string).collect::<Vec<_>>();
                let (names, values): (_, Vec<_>) = (parts(names), values.iter().map(|value| parts(value)).collect());
                let even = values.iter().all(|value| value.len() == names.len());
                lists.retain(|list| list.0 != names);
                lists.push((names, values));
                if even { Ok(()) } else { Err("a value has another number of parts than there are names".into()) }
            }
            _ => match tests.last_mut() {
                Some(test) => add(test, &line, number, &lists),
                None => Err("expected a line `test` before".into()),
            },
        };
        if let Err(e) = done {
            wrong.push(format!("{file}.tsv:{number}: {e}"));
        }
    }
    let idle = tests.iter().filter(|test| !test.steps.iter().any(|step| matches!(step, Step::Run(_))));
    wrong.extend(idle.map(|test| format!("{file}.tsv: `{}` runs nothing", test.name)));
    if wrong.is_empty() { Ok(tests) } else { Err(wrong) }
}

/// Add the step of a line, once for each value of the first list that it names.
fn add(test: &mut Test, line: &str, number: usize, lists: &[Each]) -> Result<(), String> {
    let named = |list: &&Each| list.0.iter().any(|name| line.contains(&format!("@{{{name}}}")));
    if let Some((names, values)) = lists.iter().find(named) {
        for value in values {
            let pairs = names.iter().zip(value);
            let one = pairs.fold(line.to_string(), |line, (name, value)| line.replace(&format!("@{{{name}}}"), value));
            add(test, &one, number, lists)?;
        }
        return Ok(());
    }
    // The command runs in the root of the repository.
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&test.dir).display().to_string();
    let root = repository("").trim_end_matches('/').to_string();
    let macros = BTreeMap::from([("dir".to_string(), dir), ("root".to_string(), root)]);
    let fields = line.split('\t').map(|field| data::expand(field, &macros)).collect::<Result<Vec<_>, _>>()?;
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    test.steps.push(match fields[..] {
        ["file", name, text] => Step::File { name: name.into(), text: data::unescape(text) },
        ["patch", name, from, ref changes @ ..] if !changes.is_empty() => {
            let change = |text: &&str| match text.split_once(' ') {
                Some((path, "-")) => Ok((path.to_string(), None)),
                Some((path, value)) => {
                    let value = serde_json::from_str(value).map_err(|e| format!("`{value}` is no JSON: {e}"))?;
                    Ok((path.to_string(), Some(value)))
                }
                None => Err(format!("expected a path and a value, found `{text}`")),
            };
            let changes = changes.iter().map(change).collect::<Result<_, String>>()?;
            Step::Patch { name: name.into(), from: from.into(), changes }
        }
        [command, ref expect @ ..] if !expect.is_empty() => {
            let (args, stdin) = data::words(command)?;
            let expect = expect.iter().map(|e| data::expected(e)).collect::<Result<_, _>>()?;
            let shown = Shown::By { text: command.into(), args, stdin, expect };
            let (id, place, claim) = (test.name.clone(), String::new(), String::new());
            Step::Run(Claim { id, place, claim, shown, line: number })
        }
        _ => return Err(format!("expected a command and what it leaves, found `{line}`")),
    });
    Ok(())
}

/// Without what is at a path, or with another value there; a list grows at its end.
fn change(whole: &mut Value, path: &str, value: Option<Value>) {
    let (above, key) = path.rsplit_once('/').expect("a path");
    match (whole.pointer_mut(above).unwrap_or_else(|| panic!("nothing is at {above}")), value) {
        (Value::Object(members), Some(value)) => drop(members.insert(key.into(), value)),
        (Value::Object(members), None) => drop(members.remove(key).expect("a member")),
        (Value::Array(all), Some(value)) if key == "-" => all.push(value),
        (Value::Array(all), Some(value)) => all[key.parse::<usize>().expect("a place")] = value,
        (Value::Array(all), None) => drop(all.remove(key.parse().expect("a place"))),
        (other, _) => panic!("{path}: nothing is in {other}"),
    }
}

/// What is wrong with the commands of a test.
fn run(test: &Test) -> Vec<String> {
    let (dir, mut wrong) = (folder(&test.dir), Vec::new());
    for step in &test.steps {
        match step {
            Step::File { name, text } => drop(write(&dir, name, text)),
            Step::Patch { name, from, changes } => {
                let mut json = json_of(repository(from));
                changes.iter().for_each(|(path, value)| change(&mut json, path, value.clone()));
                write(&dir, name, json.to_string());
            }
            Step::Run(claim) => {
                let Shown::By { args, stdin, .. } = &claim.shown else { unreachable!("a run has a command") };
                wrong.extend(check::judge(claim, &isotope_at(&repository(""), args, stdin.as_bytes())));
            }
        }
    }
    wrong
}

/// What is wrong, by file, of all tests; several run at once.
fn run_all(tests: &[Test]) -> Vec<String> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut wrong = run(test);
                    failed.lock().unwrap().append(&mut wrong);
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort();
    failed
}

#[test]
fn every_command_leaves_what_its_row_says() {
    let (mut tests, mut wrong, mut rows) = (Vec::new(), Vec::new(), 0);
    for entry in std::fs::read_dir(repository("tests/data/commands")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        match read(name, &std::fs::read_to_string(&path).unwrap()) {
            Ok(mut more) => tests.append(&mut more),
            Err(mut more) => wrong.append(&mut more),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    tests.iter().for_each(|test| rows += test.steps.iter().filter(|step| matches!(step, Step::Run(_))).count());
    println!("{} tests, {rows} commands", tests.len());
    assert!(tests.len() >= 10 && rows >= 100, "{} tests, {rows} commands", tests.len());
    let failed = run_all(&tests);
    assert!(failed.is_empty(), "{} failed:\n\n{}", failed.len(), failed.join("\n\n"));
}

/// The check itself: each wrong row is found, and no right one.
#[test]
fn a_wrong_row_is_found() {
    let text = "test\tself\n\
        each\tvalue | left\t1 | 2\t3 | 4\n\
        file\twords\t0xed00000000770200\\n\n\
        patch\tcase.json\tkernels/cases/histogram256.one_wave.json\t/launches/0/args/1 -\n\
        dis -t sm_50 --lines @{dir}/words\t= ATOM.ADD R0, [R2], R7;\n\
        dis -t sm_50 --lines @{dir}/words\t= ATOM.ADD\n\
        dis -t sm_50 --lines @{dir}/words\t^ ATOM\t$ R7;\\n\n\tlines 1\tquiet\n\
        dis -t sm_50 --lines @{dir}/words\t^ TOM\n\
        dis -t sm_50 --lines @{dir}/words\t$ R7\n\
        dis -t sm_50 --lines @{dir}/words\tlines 2\n\
        dis -t sm_50 --lines @{dir}/words\tsilent\n\
        op -t sm_50 ATOM.ADD mem=0x@{value} src0=0x1\t^ 0x0000000@{left}\n\
        op -t sm_50 ATOM.ADD mem=0x@{value} src0=0x1\t^ 0x00000004\n\
        dis 0x0\trefused expected a target\n\
        dis 0x0\trefused expected a file\n\
        targets\trefused sm_50\n\
        dis 0x0\texit 2\t!^ error: \t!+ -t sm_50\t!- gfx1100\n\
        dis 0x0\texit 2\t!^ expected\n\
        dis 0x0\texit 2\t!- sm_50\n\
        dis 0x0\texit 2\tquiet\n\
        targets --json\t/targets/0/name \"sm_50\"\t/targets/0/name + \"50\"\t/targets/0/none null\n\
        targets --json\t/targets/0/name \"sm_5\"\n\
        targets --json\t/targets # 1\n\
        targets\t> gfx1100...\t> tgllp...\n\
        targets\t> tgllp...\t> gfx1100...\n\
        run kernels/bin/sm_50/histogram256.cubin --case @{dir}/case.json\trefused takes 3 arguments, 2 were given\n";
    let failed = run_all(&read("self", text).unwrap());
    let mut lines: Vec<usize> = failed
        .iter()
        .map(|text| text.split_once("(line ").unwrap().1.split_once(')').unwrap().0.parse().unwrap())
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, [6, 9, 10, 11, 12, 14, 16, 17, 19, 20, 21, 23, 24, 25], "{failed:#?}");
}

#[test]
fn a_row_that_shows_nothing_is_refused() {
    for (line, message) in [
        ("targets", "expected a command and what it leaves"),
        ("targets\t+ ", "expects nothing"),
        ("targets\t? sm_50", "expected `=`"),
        ("targets\t+ @{none}", "is not defined"),
        ("targets --json\t/targets x", "is no JSON"),
        ("each\ta | b\t1 | 2\t3", "another number of parts"),
        ("test\tt", "stands above"),
        ("", "runs nothing"),
    ] {
        let wrong = read("t", &format!("test\tt\n{line}\n")).unwrap_err();
        assert!(wrong.iter().any(|e| e.contains(message)), "{line}: {wrong:?}");
    }
    assert!(read("t", "targets\t+ sm_50\n").unwrap_err()[0].contains("expected a line `test` before"));
}
