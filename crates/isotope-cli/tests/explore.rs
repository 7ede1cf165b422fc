//! `isotope explore` on what three compilers made of `kernels/explore/src`: outcomes, hangs, promises, and schedules that run again.

use serde_json::Value;

use crate::common::{folder, is_current, isotope, isotope_at, repository, words, write};

/// The file of a program for each target.
fn files(name: &str) -> impl Iterator<Item = String> {
    let of = move |(target, extension): (&str, &str)| {
        repository(&format!("kernels/explore/bin/{target}/{name}.{extension}"))
    };
    [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "zebin")].into_iter().map(of)
}

fn json(line: &str, code: i32) -> Value {
    let ran = isotope(line);
    ran.status(code);
    ran.json()
}

const SB: &str = "--kernel sb --grid 2 --arg x=u32[2]:0 --arg out=u32[2]:0 --arg 2";

/// Nothing but sequential consistency: both cannot read 0, in whatever way it is asked.
#[test]
fn conditions() {
    for file in files("counts") {
        for mode in ["states", "traces", "random"] {
            let runs = if mode == "random" { "--runs 100 --json" } else { "--json" };
            let all = format!("explore {file} {SB} --mode {mode} {runs} --expect");
            let never =
                json(&format!("{all} '~exists out[0] == 0 && out[1] == 0'"), if mode == "random" { 3 } else { 0 });
            assert_eq!((&never["mode"], &never["complete"]), (&mode.into(), &(mode != "random").into()));
            match mode {
                "traces" => assert_eq!(never["executions"]["complete"], 3),
                "random" => assert_eq!(never["runs"], 100),
                _ => assert!(never["states"].as_u64().unwrap() > 3),
            }
            assert_eq!(never["outcomes"].as_array().unwrap().len(), 3);
            assert_eq!((&never["expect"]["positive"], &never["expect"]["negative"]), (&0.into(), &3.into()));
            json(&format!("{all} 'exists out[0] == 0 || out[1] < 1'"), 0);
            json(&format!("{all} 'forall out[0] != 0'"), 1);
            assert_eq!(
                json(&format!("{all} 'exists out == 2'"), if mode == "random" { 3 } else { 1 })["deadlocks"],
                Value::Array(vec![])
            );
        }
    }
}

/// A lock that waits for its turn ends where all that have begun go on, and need not where only the first does. Each run is run again.
#[test]
fn promises() {
    for file in files("counts") {
        let launch = format!("{file} --kernel ticket_lock --grid 3 --arg lock=u32[2]:0 --arg data=u32[1]:0 --arg 1");
        let found = json(&format!("explore {launch} --progress all --json"), 4);
        let models = found["progress"].as_object().unwrap();
        assert_eq!(models.len(), 10);
        for (model, ends) in models {
            assert_eq!(*ends, !["HSA", "HSA_STRONG"].contains(&&**model), "{model}");
            if let Some(schedule) = found["endless"].get(model) {
                let again = isotope(&format!("explore {launch} --replay '{}'", schedule.as_str().unwrap()));
                let ended = again.out.ends_with("they can repeat for ever\n");
                assert!(again.code == 0 && ended, "{schedule}\n{}{}", again.out, again.err);
            }
        }
        let outcome = &found["outcomes"][0];
        let three = "0x00000003";
        assert_eq!(outcome["memory"], serde_json::json!({ "lock": [three, three], "data": three }));
        isotope(&format!("run {launch} --dump data --schedule '{}'", outcome["schedule"].as_str().unwrap()))
            .gives(0, "data: 3\n");
        let again = json(&format!("explore {launch} --json --replay '{}'", outcome["schedule"].as_str().unwrap()), 0);
        assert_eq!(
            (again["left"].as_str(), again["ended"].as_str()),
            (Some("lock=3,3; data=3"), Some("every wave has ended"))
        );
    }
}

/// What CUDA's runtime prints belongs to an outcome, in the order of the schedule; an assertion stops a launch; memory is handed out in any order.
#[test]
fn what_kernels_ask_the_host() {
    for name in ["cuda_O2", "cuda_O0"] {
        let file = repository(&format!("kernels/host/bin/sm_50/{name}.cubin"));
        // One wave prints a line, the other two.
        let launch = format!("{file} --kernel strings --grid 2 --arg ints=u32[2]:1,3 --arg out=u32[2]:0");
        let (north, east, ants) = (
            "0 \"north\" [       ] cu <s0  > (wes)\n",
            "1 \"east, a bit longer\" [      D] cu <s1  > (wes)\n",
            "1 more ants\n",
        );
        let mut wanted = [[north, east, ants], [east, north, ants], [east, ants, north]].map(|lines| lines.concat());
        wanted.sort();
        let mut all = Vec::new();
        for mode in ["states", "traces", "random --runs 300"] {
            let found = json(&format!("explore {launch} --mode {mode} --json"), 0);
            let mut texts = Vec::new();
            for outcome in found["outcomes"].as_array().unwrap() {
                let (text, schedule) = (outcome["printed"].as_str().unwrap(), outcome["schedule"].as_str().unwrap());
                texts.push(text.to_owned());
                isotope(&format!("run {launch} --schedule '{schedule}'")).gives(0, text);
                assert_eq!(json(&format!("explore {launch} --replay '{schedule}' --json"), 0)["printed"], text);
            }
            texts.sort();
            assert_eq!(texts, wanted, "{name} {mode}");
            all.push(texts);
        }
        let asserts = format!("{file} --kernel asserts --grid 2 --arg ints=u32[2]:1,3 --arg out=u32[2]:0");
        let found = json(&format!("explore {asserts} --json"), 4);
        let stopped = found["stopped"].as_array().unwrap();
        assert!(stopped.len() == 1 && found["outcomes"].as_array().unwrap().is_empty(), "{found}");
        assert!(stopped[0]["text"][0].as_str().unwrap().contains("Assertion `ints[i] != 3` failed"), "{found}");
        let lists = format!("{file} --kernel lists --grid 2 --arg out=u32[2]:0 --arg 1");
        let found = json(&format!("explore {lists} --mode random --runs 200 --json"), 0);
        assert_eq!(found["outcomes"].as_array().unwrap().len(), 1, "{found}");
    }
    // Exploring has no host process that answers.
    let file = repository("kernels/host/bin/gfx1100/hip_hostcall.co");
    isotope(&format!("explore {file} --kernel asserts --grid 1 --arg ints=u32[1]:3 --arg out=u32[1]:0"))
        .status(2)
        .err_has("asks a process on the host through memory");
}

/// What is between two texts, as often as it comes.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    text.split(from).skip(1).map(|rest| rest.split(to).next().unwrap()).collect()
}

/// Executions as a page and as a graph: each way to end once, nothing from outside, links that lead somewhere, who read whose value.
#[test]
fn pages_and_graphs() {
    let dir = folder("executions");
    let (page, graph) = (dir.join("page.html"), dir.join("graph.dot"));
    let launch =
        "--kernel last_block_early --grid 3 --arg parts=u32[3]:0 --arg count=u32[1]:0 --arg sum=u32[1]:0 --arg 3";
    let outputs = format!("--html {} --dot {}", page.display(), graph.display());
    let read = || [&page, &graph].map(|path| std::fs::read_to_string(path).unwrap());
    for file in files("examples") {
        let found = json(&format!("explore {file} {launch} --expect 'forall sum == 6' {outputs} --json"), 1);
        let [html, dot] = read();
        assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
        assert!(
            !html.contains("http:") && !html.contains("https:") && !html.contains("src=") && !html.contains("@import")
        );
        let outcomes = found["outcomes"].as_array().unwrap();
        assert_eq!((html.matches("<section").count(), html.matches("</section>").count()), (6, 6));
        for (n, outcome) in outcomes.iter().enumerate() {
            let schedule = outcome["schedule"].as_str().unwrap();
            assert!(html.contains(&format!("<p>Schedule: <code>{schedule}</code></p>")), "{schedule}");
            let last = html.split("<section").nth(n + 1).unwrap().rsplit("<tr ").next().unwrap();
            let sum = u64::from_str_radix(&outcome["memory"]["sum"].as_str().unwrap()[2..], 16).unwrap();
            let shown = between(last, "<td class=\"memory\">", "</td>").pop().unwrap();
            assert!([format!("{sum}"), format!("<mark>{sum}</mark>")].contains(&shown.to_string()), "{shown} {sum}");
        }
        let mut ids = between(&html, " id=\"", "\"");
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "an id twice");
        let links = between(&html, "href=\"#", "\"");
        assert!(links.len() > 6 && links.iter().all(|link| ids.binary_search(link).is_ok()), "{links:?}");
        // Three counts in a row, each from the one before.
        for run in html.split("<section").skip(1) {
            for count in [
                "count[0]: 0 -&gt; 1</li>",
                "count[0]: 1 -&gt; 2 <a class=\"from\"",
                "count[0]: 2 -&gt; 3 <a class=\"from\"",
            ] {
                assert_eq!(run.matches(count).count(), 1, "{count}");
            }
        }
        // The graph shows a counterexample: a wave reads a part before it is written.
        assert!(dot.starts_with("digraph execution {") && dot.ends_with("}\n"));
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        assert!(dot.contains("label=\"group 2, wave 0\"") && dot.contains("label=\"initial\""));
        let early = dot.lines().filter(|line| line.contains("[label=\"fr\"")).count();
        assert!(early > 0 && dot.matches("[label=\"rf\"").count() == 6, "{dot}");

        // One schedule, as it is given.
        let wrong = outcomes[0]["schedule"].as_str().unwrap();
        isotope(&format!("explore {file} {launch} --replay '{wrong}' {outputs}"));
        let [html, _] = read();
        assert_eq!(html.matches("<section").count(), 1);

        // A run that goes on for ever shows what comes again.
        let lock = "--kernel spin_lock --grid 1 --block 2 --arg lock=u32[1]:0 --arg data=u32[1]:0";
        isotope(&format!("explore {file} {lock} {outputs}")).status(4);
        let [html, dot] = read();
        assert_eq!((html.matches("<tr class=\"round\">").count(), html.matches("class=\"again\"").count()), (1, 1));
        assert!(html.contains("they can repeat for ever") && dot.contains("style=dashed"), "{html}");
    }
    // Which wave releases which.
    let gws = repository("kernels/explore/bin/gfx1100/gws.co");
    isotope(&format!(
        "explore {gws} --kernel count_up --grid 2 --arg out=u32[1]:0 --replay '0.0:5 1.0:5 0.0:5 1.0:1' {outputs}"
    ));
    let [html, _] = read();
    assert!(html.contains("asks the synchronization unit"), "{html}");
    let test = repository("kernels/explore/litmus/mp.litmus");
    isotope(&format!("explore {test} --html {}", page.display()))
        .status(2)
        .err_has("--html: expected a file that holds kernels");
}

/// Litmus tests go through the same command, under the model that is named.
#[test]
fn litmus_tests() {
    let dir = folder("litmus");
    let text = "PTX MP\n{ x=0; flag=0; }\n P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ;\n st.weak x, 1 | ld.relaxed.gpu r0, flag ;\n \
                st.release.gpu flag, 1 | ld.weak r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
    let weak = write(&dir, "weak.litmus", text);
    let strong = write(&dir, "strong.litmus", text.replace("ld.relaxed", "ld.acquire"));
    let graph = dir.join("mp.dot");
    isotope(&format!("explore {weak} --dot {}", graph.display())).status(0).out_has("Observation MP Sometimes ");
    assert!(std::fs::read_to_string(graph).unwrap().starts_with("digraph"));
    assert_eq!(json(&format!("explore {weak} --json --races"), 1)["races"].as_array().unwrap().len(), 1);
    assert_eq!(json(&format!("explore {weak} --json --model sc"), 1)["expect"]["holds"], false);
    isotope(&format!("explore {strong} --model ptx60")).status(1).out_has("refused by causality");
    isotope(&format!("explore {strong} --model tso")).status(2).err_has("expected ptx60, ptx75, vulkan");
    let broken = write(&dir, "broken.litmus", "PTX X\n{ x=0; }\n P0 ;\n st.weird x, 1 ;\nexists (x == 1)\n");
    isotope(&format!("explore {broken}")).status(2).err_has("broken.litmus");
}

/// Lanes of a wave that only lockstep orders, what exposes them, and lanes that store the same.
#[test]
fn lanes_of_a_wave() {
    for (file, block) in files("lanes").zip([32, 32, 16]) {
        let launch = format!("explore {file} --grid 1 --block {block} --races");
        let tree = format!("{launch} --arg x=u32[32]:1 --arg out=u32[1]:0");
        json(&format!("{tree} --kernel tree_last --json"), 0);
        assert_eq!(json(&format!("{tree} --lanes --kernel tree --json"), 0)["race_search"]["free"], true);
        let found = json(&format!("{tree} --lanes --kernel tree_last --json"), 1);
        let widths = found["races"].as_array().unwrap().iter().map(|race| {
            assert_eq!(race["between"], "lanes", "{race}");
            race["exposed"]["width"].as_u64().unwrap()
        });
        assert_eq!(widths.max(), Some(2), "{found}");
        let ran = isotope(&format!("{tree} --lanes --kernel tree_last"));
        let exposed = "; exposed by waves of at most 2 lanes, or by lanes that are scheduled independently\n";
        ran.status(1)
            .out_has("    between lanes of one wave: lane")
            .out_has(exposed)
            .out_has("\nAssumptions: sequential-executions, lanes-are-apart, ");
        let ran = isotope(&format!("{launch} --lanes --kernel same --arg out=u32[1]:0"));
        let said = format!(
            "\nSame value, no race: global memory, out[0] at 0x200000000: lanes 0-{} of one instruction store the same: `",
            block - 1
        );
        ran.status(0).out_has("\nRaces none in 1 executions\n").out_has(&said);
        isotope(&format!("{launch} --lanes --kernel last --arg out=u32[4]:0"))
            .status(1)
            .out_has("    missing order of lanes: ");
    }
    let file = files("lanes").next().unwrap();
    let same = format!("explore {file} --kernel same --arg out=u32[1]:0 --grid 1");
    isotope(&format!("{same} --block 544 --races --lanes"))
        .refuses("--lanes: the launch has 544 work-items; at most 512 are told apart");
    isotope(&format!("{same} --lanes")).status(2).err_has("--races");
    let litmus = repository("kernels/explore/litmus/mp.litmus");
    isotope(&format!("explore {litmus} --races --lanes")).refuses("--lanes: expected a file that holds kernels");
}

/// Each command of docs/explore.md prints what the page shows.
#[test]
fn the_page() {
    shows("docs/explore.md", 19);
}

/// So many commands of a page print what it shows.
pub fn shows(name: &str, commands: usize) {
    let page = std::fs::read_to_string(repository(name)).unwrap();
    let (mut written, mut ran) = (String::new(), 0);
    let mut rest = page.as_str();
    while let Some(at) = rest.find("```\n$ isotope ") {
        let (before, block) = rest.split_at(at + 4);
        let end = block.find("```\n").expect("the end of a block");
        let line = block.lines().next().unwrap().strip_prefix("$ isotope ").unwrap();
        let done = isotope_at(&repository(""), &words(line), b"");
        assert!(done.code != 2, "{line}: {}", done.err);
        written += &format!("{before}$ isotope {line}\n{}", done.out);
        rest = &block[end..];
        ran += 1;
    }
    written += rest;
    is_current(name, &written);
    assert!(ran >= commands, "{ran}");
}

/// Sixty-four groups that can take turns for ever, with every turn another state.
fn spinning() -> String {
    let file = repository("kernels/explore/bin/sm_50/progress.cubin");
    format!("explore {file} --kernel p94 --grid 64 --block 1 --arg m=u32[4]:0")
}

/// Runs that were cut off are not run again to make them shorter, and the budget holds while others are.
#[test]
fn a_launch_that_may_spin_ends_in_time() {
    let line = spinning();
    for mode in ["random --runs 1000000", "random --pct 3 --runs 1000000", "traces", "states"] {
        let started = std::time::Instant::now();
        let ran = isotope(&format!("{line} --mode {mode} --budget 1"));
        assert!(matches!(ran.code, 3 | 4), "{mode}: {} {}", ran.out, ran.err);
        // There is one execution to look at, and it is cut off.
        let why = if mode == "traces" { "1 executions were cut off at" } else { "when time was up (--budget)" };
        ran.out_has(why);
        assert!(started.elapsed().as_secs() < 30, "{mode}: {:?}", started.elapsed());
    }
    // A plan makes the beginning of one run.
    let at = folder("explore_spins");
    let text = format!(
        "name = \"spins\"\nseed = 1\n[[job]]\nkind = \"explore\"\nfile = \"{}\"\nkernel = \"p94\"\ngrid = 64\nblock = 1\n\
         args = [\"m=u32[4]:0\"]\nmode = \"random\"\nruns = 10\n",
        repository("kernels/explore/bin/sm_50/progress.cubin")
    );
    let started = std::time::Instant::now();
    isotope(&format!("campaign plan {} --out {}", write(&at, "spins.toml", text), at.join("out").display()));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// What a launch takes before its first step counts, and launches that are much too large are refused unbuilt.
#[test]
fn limits_hold_before_the_first_step() {
    let file = files("examples").next().unwrap();
    for mode in ["states", "traces", "random"] {
        let line =
            format!("explore {file} --kernel spin_lock --block 1 --arg lock=u32[16777216]:0 --arg data=u32[1]:0");
        let ran = isotope(&format!("{line} --grid 2 --observe data --mode {mode} --max-memory 10"));
        let left_out = ran.out.lines().last().unwrap_or_default();
        assert!(ran.code == 3 && left_out.contains("the 10 MiB of --max-memory"), "{mode}: {} {}", ran.out, ran.err);
        let started = std::time::Instant::now();
        isotope(&format!("{line} --grid 4000000 --mode {mode}"))
            .refuses("has 4000000 waves; at most 1024 can be explored");
        assert!(started.elapsed().as_secs() < 10, "{mode}: {:?}", started.elapsed());
    }
}

/// Each limit ends a search with status 3, what was found, and what limited it.
#[test]
fn every_limit_is_undecided() {
    let file = files("counts").next().unwrap();
    let many = format!("explore {file} --kernel sb --grid 12 --arg x=u32[12]:0 --arg out=u32[12]:0 --arg 12");
    for (limit, said) in [
        ("--max-states 1000", "(--max-states)"),
        ("--max-memory 1", "(--max-memory)"),
        ("--mode traces --max-executions 100", "the search ended at 100 executions (--max-executions)"),
        ("--mode traces --max-memory 1", "for want of memory (--max-memory)"),
        ("", "for want of memory (--max-memory)"),
        ("--budget 1", "when time was up (--budget)"),
        ("--mode random --runs 1000000000 --budget 1", "when time was up (--budget)"),
    ] {
        // Nearly every run leaves something else.
        let drawn = format!(
            "explore {file} --kernel ainc_store --grid 9 --arg x=u32[1]:0 --arg out=u32[16384]:0 --observe out --mode random --runs 1000 --max-memory 1"
        );
        let many = if limit.is_empty() { &drawn } else { &many };
        let ran = isotope(&format!("{many} {limit}"));
        let left_out = ran.out.lines().last().unwrap_or_default();
        assert!(
            ran.code == 3 && left_out.starts_with("Not looked at: ") && left_out.ends_with(said),
            "{limit}: {left_out}{}",
            ran.err
        );
        let found = json(&format!("{many} {limit} --json"), 3);
        assert_eq!(found["complete"], false, "{limit}");
    }
    // 8 waves that add twice: some 8 * 10^10 executions.
    isotope(&format!("explore {file} --kernel hist --grid 8 --arg x=u32[1]:0 --mode traces --budget 1"))
        .status(3)
        .out_ends("when time was up (--budget)\n");
    let dir = folder("litmus_limits");
    let code = " ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;\n".repeat(6);
    let text = format!("PTX many\n{{ x=0; }}\n P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ;\n{code}forall (x == 1)\n");
    let test = write(&dir, "many.litmus", text);
    isotope(&format!("explore {test}")).gives(0, &isotope(&format!("explore {test}")).out);
    isotope(&format!("explore {test} --max-executions 2")).status(3).out_has("Bounded: stopped after 2 candidates");
}

/// The status of a search for races: found, none, not known.
#[test]
fn races_by_status() {
    for file in files("races") {
        let launch = |kernel: &str, more: &str| {
            let args = "--grid 2 --arg data=u32[1]:0 --arg flag=u32[1]:0 --arg out=u32[2]:0 --races";
            format!("explore {file} --kernel {kernel} {args} {more} --json")
        };
        let found = json(&launch("mp_norel", ""), 1);
        let race = &found["races"][0];
        assert_eq!((race["missing"].as_str(), found["complete"].as_bool()), (Some("order"), Some(true)), "{found}");
        // The store of the flag is a plain one on gfx1100.
        let silent = file.contains("gfx1100");
        let unsettled = json(&launch("mp", ""), if silent { 3 } else { 0 });
        let unknown = unsettled["race_search"]["unknown"].as_array().unwrap();
        assert_eq!(unknown.len(), usize::from(silent), "{unsettled}");
        assert!(
            unknown.iter().all(|why| {
                let why = why.as_str().unwrap();
                why.starts_with("`global_store_b32 ")
                    && why.contains(" does not say whether it is atomic, and races with `global_load_b32 ")
            }),
            "{unsettled}"
        );
        let none = json(&launch("mp", "--assume-atomic"), 0);
        assert_eq!(none["races"].as_array().map(Vec::len), Some(0), "{none}");
        assert_eq!(none["race_search"]["free"], true, "{none}");
        // What was left out may race.
        let lock =
            format!("explore {file} --kernel ticketlock --grid 2 --arg lock=u32[2]:0 --arg data=u32[1]:0 --races");
        let unknown = json(&format!("{lock} --max-executions 1 --json"), 3);
        assert!(unknown["complete"] == false && unknown["race_search"]["free"].is_null(), "{unknown}");
    }
}

/// The memory of the process stays near the limit, and near what the host has where no limit is given.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_near_its_limit() {
    let file = files("counts").next().unwrap();
    let many =
        format!("explore {file} --kernel sb --grid 12 --arg x=u32[12]:0 --arg out=u32[12]:0 --arg 12 --observe x[0]");
    let with = |limit: &str| {
        // Addresses that the process may have, in KiB: of the program itself, of 16 MiB of states, and of lists that grow by half.
        let line = format!("ulimit -v 131072; exec {} {many} {limit}", env!("CARGO_BIN_EXE_isotope"));
        let ran = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let (code, out) = with("--max-memory 16");
    assert!(code == Some(3) && out.contains("(--max-memory)"), "{code:?} {out}");
    let (code, out) = with("");
    assert!(code == Some(3) && out.contains("(--max-memory)"), "{code:?} {out}");
}

/// A buffer that is much larger than the limit is neither read nor copied to say so.
#[cfg(target_os = "linux")]
#[test]
fn large_buffers_are_refused_unread() {
    let file = files("examples").next().unwrap();
    let launch =
        format!("explore {file} --kernel spin_lock --grid 2 --block 1 --arg lock=u32[1]:0 --arg data=u32[268435456]:0");
    for mode in ["states", "traces", "random"] {
        // The buffer has 1 GiB of the 1.5 that the process may have.
        let line = format!(
            "ulimit -v 1572864; exec {} {launch} --mode {mode} --max-memory 100",
            env!("CARGO_BIN_EXE_isotope")
        );
        let ran = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        let out = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.code() == Some(3) && out.contains("more than the 100 MiB of --max-memory"),
            "{mode}: {ran:?}"
        );
    }
}

/// The parts of an exploration are the whole, each execution in one of them.
#[test]
fn parts_of_traces() {
    let mut launches = Vec::new();
    for file in files("counts") {
        launches.push(format!("{file} --kernel hist --grid 4 --arg x=u32[1]:0"));
        launches.push(format!("{file} --kernel sb --grid 3 --arg x=u32[3]:0 --arg out=u32[3]:0 --arg 3"));
        launches.push(format!("{file} --kernel mp --grid 2 --arg x=u32[2]:0 --arg out=u32[2]:0"));
        launches.push(format!("{file} --kernel ticket_lock --grid 3 --arg lock=u32[2]:0 --arg data=u32[1]:0 --arg 1"));
        launches.push(format!("{file} --kernel spinbar --grid 3 --arg count=u32[1]:0 --arg 3"));
    }
    let gws = repository("kernels/explore/bin/gfx1100/gws.co");
    launches.push(format!("{gws} --kernel release_all --grid 2 --arg out=u32[1]:0"));
    for launch in launches {
        let of = |shard: &str| {
            let ran = isotope(&format!("explore {launch} --mode traces --json {shard}"));
            let found = ran.json();
            let count = |what: &str| found["executions"][what].as_u64().unwrap();
            let mut outcomes = std::collections::BTreeMap::new();
            for outcome in found["outcomes"].as_array().unwrap() {
                outcomes.insert(outcome["memory"].to_string(), outcome["count"].as_u64().unwrap());
            }
            (["complete", "blocked", "deadlocked", "stopped", "bounded"].map(count), outcomes)
        };
        let whole = of("");
        for parts in 1..=5 {
            let (mut sum, mut outcomes) = ([0; 5], std::collections::BTreeMap::new());
            let mut busy = 0;
            for part in 0..parts {
                let (counts, of) = of(&format!("--shard {part}/{parts}"));
                busy += u32::from(counts.iter().any(|n| *n != 0));
                sum.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
                of.into_iter().for_each(|(memory, n)| *outcomes.entry(memory).or_insert(0) += n);
            }
            assert_eq!((sum, outcomes), whole, "{launch} in {parts}");
            assert!(busy > parts / 2, "{launch}: {busy} of {parts} have something to do");
        }
    }
}

/// A step of a schedule is explained as `op` explains an instruction, with what it found.
#[test]
fn a_step_explained() {
    for (file, mnemonic) in files("counts").zip(["ATOM", "global_atomic_add_u32", "svm_atomic"]) {
        let launch = format!("explore {file} --kernel hist --grid 2 --arg x=u32[1]:40");
        let found = json(&format!("{launch} --json"), 0);
        let schedule = found["outcomes"][0]["schedule"].as_str().unwrap();
        let replayed = json(&format!("{launch} --json --replay '{schedule}'"), 0);
        let steps = replayed["steps"].as_array().unwrap();
        assert!(steps.len() >= 4, "{replayed}");
        for (n, step) in steps.iter().enumerate().filter(|(_, step)| step["effects"][0]["writes"] == true) {
            let ran = isotope(&format!("{launch} --replay '{schedule}' --explain {}.{}", step["turn"], step["step"]));
            let (old, new) = (format!("old = 0x{:08x}", 40 + n), format!("stored 0x{:08x}", 41 + n));
            ran.status(0).out_has(&old).out_has(&new);
            assert!(ran.out.contains(mnemonic) || ran.out.contains("RED"), "{}", ran.out);
            ran.out_has_each(["rules:", "read:", "lane 0: global 0x"]);
        }
        for (at, error) in
            [("9.1", "expected a turn from 1 to"), ("1.999", "expected a step from 1 to"), ("1", "expected TURN.STEP")]
        {
            isotope(&format!("{launch} --replay '{schedule}' --explain {at}")).status(2).err_has(error);
        }
    }
}
