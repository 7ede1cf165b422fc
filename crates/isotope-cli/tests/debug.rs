//! The debugger on the command line.

use crate::common::{folder, isotope, isotope_with, repository, words};
use crate::explore::shows;

/// Each session of docs/debugging.md prints what the page shows.
#[test]
fn the_page() {
    shows("docs/debugging.md", 4);
}

/// The same source line of kernels that three compilers made, from a script on stdin, with events as JSON.
#[test]
fn three_compilers() {
    for (file, register) in [("gfx1100/lines5.co", "v4"), ("sm_50/lines.cubin", "R0"), ("tgllp/lines.zebin", "V0053")] {
        let file = repository(&format!("kernels/lines/bin/{file}"));
        let line = format!("debug {file} --kernel nested --grid 2 --block 64 --arg out=u32[512]:0 --json");
        let script = format!(
            "# a comment\nbreak 5 wave 1.1\ncontinue\nnext\nreverse-next\nprint {register}\ndelete\nfinish\nwhy out[250]\ncontinue\n"
        );
        let ran = isotope_with(&words(&line).iter().map(String::as_str).collect::<Vec<_>>(), script.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let events: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(
            kinds,
            ["breakpoint", "stopped", "stopped", "stopped", "print", "delete", "stopped", "why", "stopped"],
            "{}",
            ran.out
        );
        let at =
            |n: usize| (&events[n]["reason"], &events[n]["group"], &events[n]["wave"], &events[n]["source"]["line"]);
        assert_eq!(at(1), (&"breakpoint".into(), &1.into(), &1.into(), &5.into()), "{}", ran.out);
        assert!(
            events[2]["source"]["line"] != 5 && events[2]["step"].as_u64() > events[1]["step"].as_u64(),
            "{}",
            ran.out
        );
        assert_eq!(
            (&events[3]["source"]["line"], &events[3]["address"]),
            (&5.into(), &events[1]["address"]),
            "{}",
            ran.out
        );
        assert_eq!(events[6]["reason"], "wave ended");
        // Item 125 is lane 29 of wave 1 of group 1, and stores 126.
        let writer = &events[7]["writer"];
        assert_eq!(events[7]["value"], "0x0000007e", "{}", ran.out);
        assert_eq!(
            (&writer["group"], &writer["wave"], &writer["lane"]),
            (&1.into(), &1.into(), &29.into()),
            "{}",
            ran.out
        );
        assert_eq!(writer["source"]["line"], 5, "{}", ran.out);
        assert_eq!(events[8]["reason"], "ended");
    }
}

/// A lock that the lanes of a wave fight over: `debug` finds the deadlock that `run` proves, on three targets.
#[test]
fn loops_that_wait_for_ever() {
    for file in ["gfx1100/examples.co", "sm_50/examples.cubin", "tgllp/examples.zebin"] {
        let file = repository(&format!("kernels/explore/bin/{file}"));
        let launch =
            format!("{file} --kernel spin_lock --grid 1 --block 32 --arg lock=u32[1]:0 --arg counter=u32[1]:0");
        let run = isotope(&format!("run {launch}"));
        assert_eq!(run.code, 4, "{}{}", run.out, run.err);
        for command in ["continue", "finish"] {
            let begun = std::time::Instant::now();
            let ran = isotope_with(
                &words(&format!("debug {launch} --ex {command}")).iter().map(String::as_str).collect::<Vec<_>>(),
                b"",
            );
            assert_eq!(ran.code, 4, "{file}: {}{}", ran.out, ran.err);
            assert!(begun.elapsed().as_secs() < 10, "{file}");
            let mut lines = ran.out.lines().skip(1);
            let verdict = lines.next().unwrap();
            assert!(
                verdict.starts_with("deadlock: ") && verdict.ends_with(" and no schedule changes that"),
                "{}",
                ran.out
            );
            assert!(lines.next().unwrap().contains(" instructions that change nothing"), "{}", ran.out);
        }
        let ran = isotope(&format!("debug {launch} --ex continue --json"));
        let event: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        assert_eq!((&event["reason"], ran.code), (&"stuck".into(), 4), "{}", ran.out);
        assert!(event["waiting"].as_u64().is_some_and(|waves| waves != 0), "{event}");
        assert!(event["detail"].as_str().unwrap().starts_with("deadlock: "), "{event}");
    }
}

/// Thousands of groups that wait for one more: waves that only wait give their turns up, so that the deadlock is found after some hundred
/// steps of each.
#[test]
fn many_groups_that_wait() {
    for file in ["gfx1100/counts.co", "sm_50/counts.cubin", "tgllp/counts.zebin"] {
        let file = repository(&format!("kernels/explore/bin/{file}"));
        let launch = format!("{file} --kernel spinbar --grid 2000 --block 1 --arg count=u32[1]:0 --arg 2001");
        let ran = isotope(&format!("debug {launch} --ex continue --json"));
        let event: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
        assert_eq!((&event["reason"], &event["waiting"], ran.code), (&"stuck".into(), &2000.into(), 4), "{event}");
        assert!(event["step"].as_u64().unwrap() <= 1 << 20, "{}", event["step"]);
    }
}

/// What `save` writes, `replay`, `run --schedule` and `explore --replay` follow.
#[test]
fn schedules_are_shared() {
    let file = repository("kernels/explore/bin/tgllp/counts.zebin");
    let launch =
        format!("{file} --kernel ticket_lock --grid 3 --block 1 --arg lock=u32[2]:0 --arg data=u32[1]:0 --arg 2");
    let place = folder("debug_save").join("schedule.txt").display().to_string();
    let first = isotope(&format!("debug {launch} --seed 11 --ex continue --ex 'save {place}' --ex schedule"));
    assert_eq!(first.code, 0, "{}", first.err);
    let saved = std::fs::read_to_string(&place).unwrap();
    assert!(saved.split_whitespace().count() > 10 && first.out.contains(saved.trim()), "{saved}");
    let again = isotope(&format!("debug {launch} --ex 'replay {place}' --ex continue --ex schedule"));
    assert!(again.out.contains(saved.trim()) && again.out.contains("every wave has ended"), "{}", again.out);
    isotope(&format!("run {launch} --schedule '{}' --dump data", saved.trim())).gives(0, "data: 6\n");
    let replayed = isotope(&format!("explore {launch} --replay '{}'", saved.trim()));
    assert!(replayed.code == 0 && replayed.out.ends_with("every wave has ended\n"), "{}{}", replayed.out, replayed.err);
}

/// Errors of scripts say where, and end them; the status says how the launch stands.
#[test]
fn statuses() {
    let file = repository("kernels/lines/bin/sm_50/lines.cubin");
    let launch = format!("debug {file} --kernel fill --grid 1 --block 32 --arg out=u32[4]:0");
    let ran = isotope(&format!("{launch} --ex 'step' --ex 'step x' --ex continue"));
    assert_eq!((ran.code, ran.out.lines().count()), (2, 4), "{}", ran.out);
    assert_eq!(ran.err, "error: --ex 2: step: expected a number, found `x`\n");
    assert_eq!(isotope(&format!("{launch} --ex continue")).code, 4);
    assert_eq!(isotope(&format!("{launch} --ex continue --ex reverse-step")).code, 0);
    assert_eq!(isotope(&format!("{launch} --ex 'limit 2' --ex continue")).code, 3);
    isotope("debug").refuses_usage("FILE");
    isotope(&format!("debug {file}")).refuses("expected --grid N --block N");
    isotope(&format!("{launch} --schedule 5.0:1")).refuses("--schedule: schedule: `5.0:1`: expected a group below 1");
    let ran = isotope_with(&words(&launch).iter().map(String::as_str).collect::<Vec<_>>(), b"step\nfrob\n");
    assert!(ran.code == 2 && ran.err.starts_with("error: stdin:2: expected a command"), "{}", ran.err);
}
