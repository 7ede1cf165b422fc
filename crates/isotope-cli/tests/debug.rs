//! The debugger on the command line.

use crate::common::{folder, isotope, isotope_fed, repository};
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
        let ran = isotope_fed(&line, &script);
        let events = ran.status(0).json_lines();
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
        isotope(&format!("run {launch}")).status(4);
        for command in ["continue", "finish"] {
            let begun = std::time::Instant::now();
            let ran = isotope(&format!("debug {launch} --ex {command}"));
            ran.status(4);
            assert!(begun.elapsed().as_secs() < 10, "{file}");
            let mut lines = ran.out.lines().skip(1);
            let verdict = lines.next().unwrap();
            assert!(
                verdict.starts_with("deadlock: ") && verdict.contains(" and no schedule can release "),
                "{}",
                ran.out
            );
            assert!(lines.next().unwrap().contains(" instructions that change nothing"), "{}", ran.out);
        }
        let ran = isotope(&format!("debug {launch} --ex continue --json"));
        let event = &ran.json_lines()[0];
        assert_eq!((&event["reason"], ran.code), (&"deadlock".into(), 4), "{}", ran.out);
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
        let event = &ran.json_lines()[0];
        assert_eq!((&event["reason"], &event["waiting"], ran.code), (&"deadlock".into(), &2000.into(), 4), "{event}");
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
    first.status(0);
    let saved = std::fs::read_to_string(&place).unwrap();
    assert!(saved.split_whitespace().count() > 10 && first.out.contains(saved.trim()), "{saved}");
    isotope(&format!("debug {launch} --ex 'replay {place}' --ex continue --ex schedule"))
        .out_has(saved.trim())
        .out_has("every wave has ended");
    isotope(&format!("run {launch} --schedule '{}' --dump data", saved.trim())).gives(0, "data: 6\n");
    isotope(&format!("explore {launch} --replay '{}'", saved.trim())).status(0).out_ends("every wave has ended\n");
}
