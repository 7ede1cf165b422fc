//! The debugger by the source: lines of a lane, calls, variables, values that are set; on programs of three compilers.

use serde_json::Value;

use crate::common::{isotope, repository};

const STEPS: [&str; 3] = ["sm_50/steps.cubin", "gfx1100/steps.O0.co", "tgllp/steps.zebin"];

/// Events of a script over a kernel of `kernels/debug`.
fn events(file: &str, kernel: &str, launch: &str, script: &[&str]) -> Vec<Value> {
    let file = repository(&format!("kernels/debug/bin/{file}"));
    let commands: String = script.iter().map(|command| format!(" --ex '{command}'")).collect();
    isotope(&format!("debug {file} --kernel {kernel} --grid 1 {launch} --json{commands}")).status(0).json_lines()
}

/// A launch of the kernel that calls a function which calls itself; clang at -O0 gives it a stack for one call alone.
fn calls(file: &str) -> String {
    let stack = if file.starts_with("gfx1100") { " --stack 1024" } else { "" };
    format!("--block 8 --arg out=u32[8]:0{stack}")
}

fn lines_of(events: &[Value]) -> Vec<u64> {
    events.iter().filter(|e| e["event"] == "stopped").map(|e| e["source"]["line"].as_u64().unwrap_or(0)).collect()
}

/// Odd lanes take the first side of the branch in line 25, even ones the second; `next` follows the lane, whichever side runs first.
#[test]
fn next_follows_the_lane() {
    for file in STEPS {
        for (lane, side) in [(0, 29), (1, 26), (6, 29), (7, 26)] {
            let lane = format!("lane {lane}");
            let script = [&*lane, "break steps.cl:25", "continue", "delete", "next", "info lanes", "reverse-next"];
            let events = events(file, "branches", "--block 8 --arg out=u32[8]:0", &script);
            let lines = lines_of(&events);
            // IGC gives the `else` of line 28 an instruction of its own.
            let there = lines[1] == side || side == 29 && lines[1] == 28;
            assert!(lines[0] == 25 && there, "{file} {lane}: {events:?}");
            let lanes = events.iter().find(|e| e["event"] == "lanes").unwrap();
            let active = u64::from_str_radix(&lanes["active"].as_str().unwrap()[2..], 16).unwrap();
            let focus = lanes["focus"].as_u64().unwrap();
            assert_ne!(active >> focus & 1, 0, "{file} {lane}: {lanes}");
            // Lines of an optimising compiler alternate, so that the one in front is the branch only where it does not optimise.
            assert!(lines[2] < side, "{file} {lane}: {lines:?}");
        }
    }
}

/// `next` goes over functions and `step line` into them, and `out` back; also where a function calls itself.
#[test]
fn calls_are_stepped_over_and_into() {
    for file in STEPS {
        let launch = &*calls(file);
        // Compilers mix lines: what counts is whether those of functions are among them.
        let is_inside = |events: &[Value]| lines_of(events)[1..].iter().any(|line| (10..=19).contains(line));
        let begin = ["lane 4", "break steps.cl:37", "continue", "delete"];
        let over = events(file, "calls", launch, &[&begin[..], &["next"; 8]].concat());
        let lines = lines_of(&over);
        assert!(!is_inside(&over) && lines.contains(&38) && lines.contains(&39), "{file}: {lines:?}");
        let into = events(file, "calls", launch, &[&begin[..], &["step line"; 8]].concat());
        assert!(is_inside(&into), "{file}: {into:?}");
        let out = events(file, "calls", launch, &["lane 4", "break steps.cl:18", "continue", "delete", "out", "out"]);
        let lines = lines_of(&out);
        let ended = out.last().unwrap()["reason"] == "wave ended";
        assert!(lines[0] == 18 && (37..=38).contains(&lines[1]) && ended, "{file}: {out:?}");
        // The first time in front of the call in line 13 is in the call of the kernel: lane 4 calls down to 1.
        let script = ["lane 4", "break steps.cl:13", "continue", "delete", "next", "info lanes", "out", "finish"];
        let inside = events(file, "calls", launch, &script);
        let lines = lines_of(&inside);
        assert_eq!(lines[..2], [13, 14], "{file}: {lines:?}");
        assert!(lines[2] == 38 || lines[2] == 39, "{file}: {lines:?}");
        // Back in front of line 14 is line 13 of the same call.
        let script = ["lane 4", "break steps.cl:13", "continue", "delete", "next", "reverse-next"];
        let back = events(file, "calls", launch, &script);
        assert_eq!(lines_of(&back), [13, 14, 13], "{file}: {back:?}");
        assert_eq!(back[2]["step"], back[5]["step"], "{file}: {back:?}");
    }
}

fn local<'e>(events: &'e [Value], name: &str) -> &'e Value {
    let locals = events.iter().find(|e| e["event"] == "locals").unwrap()["locals"].as_array().unwrap();
    locals.iter().find(|local| local["name"] == name).unwrap_or_else(|| panic!("{name}: {locals:?}"))
}

/// Variables in private memory, by lane: numbers, structs, arrays, pointers.
#[test]
fn variables_in_memory() {
    for file in ["sm_50/steps.cubin", "gfx1100/steps.O0.co"] {
        let script = [
            "lane 5",
            "break steps.cl:54",
            "continue",
            "info locals",
            "print part.left",
            "print list[2] + 1",
            "print part.tag[1]",
            "print part.scale * 2",
            "lane 6",
            "print part.scale",
        ];
        let events = events(file, "values", "--block 8 --arg out=u32[8]:0 --arg 2", &script);
        for (name, ty, value) in [
            ("i", "uint", "5"),
            ("n", "uint", "2"),
            ("part", "Part", "{left = 0, scale = 2.5, tag = {1, 7, 3}}"),
            ("wide", "ulong", "42949672960"),
            ("low", "short", "-5"),
            ("list", "uint[4]", "{5, 6, 7, 8}"),
        ] {
            let local = local(&events, name);
            assert_eq!((&local["value"], &local["type"]), (&value.into(), &ty.into()), "{file}: {local}");
        }
        let out = u64::from_str_radix(&local(&events, "out")["value"].as_str().unwrap()[2..], 16).unwrap();
        let at = u64::from_str_radix(&local(&events, "at")["value"].as_str().unwrap()[2..], 16).unwrap();
        assert_eq!(at - out, 20, "{file}");
        let printed: Vec<&str> =
            events.iter().filter(|e| e["event"] == "print").map(|e| e["value"].as_str().unwrap()).collect();
        assert_eq!(printed, ["0", "0x00000008", "7", "5.0", "3.0"], "{file}");
    }
}

/// Each call of a function that calls itself has its own.
#[test]
fn variables_of_a_call() {
    for file in ["sm_50/steps.cubin", "gfx1100/steps.O0.co"] {
        let script = [
            "lane 4",
            "break steps.cl:13 if n == 2 && $lane == 4",
            "continue",
            "delete",
            "print n",
            "next",
            "print rest",
            "out",
            "print n",
            "next",
            "print rest",
        ];
        let events = events(file, "calls", &calls(file), &script);
        let printed: Vec<&str> =
            events.iter().filter(|e| e["event"] == "print").map(|e| e["value"].as_str().unwrap()).collect();
        // 1! is 1; the call around it has n = 3, and gets 2.
        assert_eq!(printed, ["2", "1", "3", "2"], "{file}: {events:?}");
    }
}

/// Variables of NVRTC -G: in registers of PTX, which the file maps to those of the machine, in local memory, in shared memory, in a loop.
#[test]
fn variables_in_registers() {
    let script =
        ["lane 3", "break values.cu:17", "continue", "continue", "info locals", "print four.w", "print cell[3]"];
    let events = events("sm_50/values.cubin", "values", "--block 8 --arg out=u32[8]:0 --arg 2", &script);
    for (name, value) in
        [("i", "3"), ("n", "2"), ("k", "1"), ("wide", "25769803776"), ("four", "{x = 1.0, y = 2.0, z = 3.0, w = 3.0}")]
    {
        assert_eq!(local(&events, name)["value"], value, "{}", local(&events, name));
    }
    assert!(
        local(&events, "part")["value"].as_str().unwrap().starts_with("{left = -2, scale = 1.5, tag = {"),
        "{events:?}"
    );
    let printed: Vec<&str> =
        events.iter().filter(|e| e["event"] == "print").map(|e| e["value"].as_str().unwrap()).collect();
    assert_eq!(printed, ["3.0", "3"]);
}

/// What is not there is said, and why.
#[test]
fn variables_without_a_value() {
    let launch = "--block 8 --arg out=u32[8]:0";
    let optimised = events("gfx1100/steps.O1.co", "calls", launch, &["break steps.cl:39", "continue", "info locals"]);
    assert_eq!(local(&optimised, "out")["why"], "optimised out", "{optimised:?}");
    let why = local(&optimised, "i")["why"].as_str().unwrap();
    assert!(why.starts_with("not known: at 0x0 of private memory, or 0x0 itself (clang 19 writes"), "{why}");
    let native = events("tgllp/steps.zebin", "calls", launch, &["break steps.cl:39", "continue", "info locals"]);
    let a = local(&native, "a");
    assert_eq!((&a["value"], &a["type"]), (&Value::Null, &"uint".into()), "{a}");
    assert_eq!(a["why"], "not known: IGC says where variables are in native code, and Isotope runs vISA");
    let file = repository("kernels/explore/bin/sm_50/counts.cubin");
    let without = format!("debug {file} --kernel fib --grid 3 --block 1 --arg v=u32[2]:1 --arg out=u32[2]:0 --arg 1");
    isotope(&format!("{without} --ex 'info locals'")).status(2).err_has("compile with -g (ptxas: -g, NVRTC: -G)");
}

/// A value that is set is there from its step on and gone in front of it, and decides what follows.
#[test]
fn values_that_are_set() {
    for (file, register) in [("sm_50/steps.cubin", "R2"), ("gfx1100/steps.O0.co", "v2"), ("tgllp/steps.zebin", "V0032")]
    {
        let set = format!("set {register}[3] = 0xfffffff0");
        let print = format!("print {register}[3]");
        let why = format!("why {register}[3]");
        let script = [
            "step 9",
            &*print,
            &*set,
            &*print,
            &*why,
            "reverse-step",
            &*print,
            "step",
            &*print,
            "set out[2] = 77",
            "print out[2]",
            "why out[2]",
            "goto 0",
            "print out[2]",
            "goto 9",
            "print out[2]",
            "continue",
            "goto 9",
            "print out[2]",
            "info schedule",
        ];
        let events = events(file, "branches", "--block 8 --arg out=u32[8]:0", &script);
        let printed: Vec<&str> =
            events.iter().filter(|e| e["event"] == "print").map(|e| e["value"].as_str().unwrap()).collect();
        assert_eq!(printed[1], "0xfffffff0", "{file}");
        assert_ne!(printed[2], "0xfffffff0", "{file}: {printed:?}");
        assert_eq!(printed[3..], ["0xfffffff0", "77", "0", "77", "77"], "{file}: {printed:?}");
        let whys: Vec<&Value> = events.iter().filter(|e| e["event"] == "why").collect();
        assert_eq!(
            (&whys[0]["set"]["step"], &whys[0]["set"]["new"]),
            (&9.into(), &"0xfffffff0".into()),
            "{file}: {whys:?}"
        );
        assert_eq!(
            (&whys[1]["set"]["old"], &whys[1]["writer"]),
            (&"0x00000000".into(), &Value::Null),
            "{file}: {whys:?}"
        );
        let schedule = events.last().unwrap();
        assert_eq!(schedule["set"].as_array().unwrap().len(), 2, "{file}: {schedule}");
    }
}

/// The verdict of a deadlock names a wave where the answer behind it does.
#[test]
fn a_wave_is_at_one_place() {
    for file in ["gfx1100/examples.co", "sm_50/examples.cubin", "tgllp/examples.zebin"] {
        let file = repository(&format!("kernels/explore/bin/{file}"));
        let launch =
            format!("{file} --kernel spin_lock --grid 1 --block 32 --arg lock=u32[1]:0 --arg counter=u32[1]:0");
        let ran = isotope(&format!("debug {launch} --ex continue"));
        let lines: Vec<&str> = ran.out.lines().collect();
        let at = lines[2].split("wave 0 at ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        let last = lines.last().unwrap();
        assert!(last.starts_with(&format!("{at}  ")), "{}", ran.out);
    }
}
