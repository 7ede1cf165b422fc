//! The debugger against what it stands on: points come back bit for bit, and schedules are those of others.

use isotope::Random;
use isotope::{Error, Prepared, Request, argument, prepare};
use isotope_debug::{Command, Debugger, Event, Reason};

/// A ticket lock around an addition, two rounds in each of three groups, and the file of it.
fn launch() -> Prepared {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernels/explore/bin/sm_50/counts.cubin");
    let image = isotope::load(&std::fs::read(file).unwrap()).unwrap();
    let arguments = ["lock=u32[2]:0", "data=u32[1]:0", "2"].map(|text| argument(text).unwrap());
    let mut request = Request::new(3, 1, arguments.into());
    request.kernel = Some("ticket_lock".into());
    prepare(&image, &request, |_| Err(Error::new("no files"))).unwrap()
}

fn say(debugger: &mut Debugger<'_>, line: &str) -> Vec<Event> {
    debugger.run(&Command::parse(line).unwrap(), &mut || false).unwrap()
}

fn stands(events: &[Event]) -> (Reason, u64) {
    match events.last() {
        Some(Event::Stopped(stopped)) => (stopped.reason.clone(), stopped.step),
        other => panic!("{other:?}"),
    }
}

/// Every point of a run comes back with the same state, in whatever order points are visited, and the run goes on as it did.
#[test]
fn the_past_comes_back() {
    let prepared = launch();
    for seed in [0, 1, 5] {
        let mut debugger = Debugger::new(&prepared).unwrap();
        if seed != 0 {
            say(&mut debugger, &format!("schedule random {seed}"));
        }
        let mut digests = vec![debugger.session().digest()];
        while stands(&say(&mut debugger, "step any")).0 != Reason::Ended {
            digests.push(debugger.session().digest());
            assert!(digests.len() < 10_000);
        }
        assert!(digests.len() > 200, "{}", digests.len());
        let schedule = debugger.schedule();
        let mut random = Random(seed);
        for _ in 0..200 {
            let to = random.below(digests.len() as u64);
            say(&mut debugger, &format!("goto {to}"));
            assert_eq!(debugger.session().digest(), digests[to as usize], "{to}");
        }
        say(&mut debugger, "continue");
        assert_eq!((debugger.session().digest(), debugger.schedule()), (digests[digests.len() - 1], schedule.clone()));
        // Others run the schedule to the same end.
        let done = isotope::explore::scheduled(&prepared, &schedule).unwrap();
        let data = prepared.buffers.iter().find(|b| b.name == "data").unwrap();
        assert_eq!(data.bytes(&done.memory), [6, 0, 0, 0]);
        let mut other = Debugger::new(&prepared).unwrap();
        other.replay(&schedule).unwrap();
        assert_eq!(stands(&say(&mut other, "continue")), (Reason::Ended, digests.len() as u64 - 1));
    }
}

/// Backwards stops where forwards does, in the other order, and single steps are undone.
#[test]
fn backwards_is_forwards() {
    let prepared = launch();
    let mut debugger = Debugger::new(&prepared).unwrap();
    say(&mut debugger, "schedule random 3");
    say(&mut debugger, "watch write data");
    say(&mut debugger, "break ATOM wave 1.0");
    let mut there = Vec::new();
    loop {
        let (reason, step) = stands(&say(&mut debugger, "continue"));
        if reason == Reason::Ended {
            break;
        }
        there.push((reason, step));
    }
    // Six additions, and each round of group 1 asks for a ticket and gives the lock back.
    let of = |word| there.iter().filter(|(reason, _)| reason.word() == word).count();
    assert_eq!(of("watch"), 6, "{there:?}");
    assert!(of("breakpoint") >= 2, "{there:?}");
    let mut back = Vec::new();
    loop {
        let (reason, step) = stands(&say(&mut debugger, "reverse-continue"));
        if reason == Reason::Start {
            break;
        }
        back.push((reason, step));
    }
    back.reverse();
    assert_eq!(there, back);
    say(&mut debugger, "delete");
    say(&mut debugger, "goto 50");
    let before = debugger.session().digest();
    for (forwards, backwards) in [
        ("step 7", "reverse-step 7"),
        ("step any 9", "reverse-step any 9"),
        ("step wave 2.0 3", "reverse-step wave 2.0 3"),
    ] {
        say(&mut debugger, forwards);
        assert_ne!(debugger.session().digest(), before);
        say(&mut debugger, backwards);
        // Other waves may have run in between on the way there; back means in front of this wave's step.
        let now = stands(&say(&mut debugger, "wave")).1;
        assert!(now >= 50, "{forwards}: {now}");
        say(&mut debugger, "goto 50");
        assert_eq!(debugger.session().digest(), before, "{forwards}");
    }
}

/// The writer of a word is the last write that a watchpoint saw.
#[test]
fn who_wrote_it() {
    let prepared = launch();
    let mut debugger = Debugger::new(&prepared).unwrap();
    let none = say(&mut debugger, "why data")[0].json();
    assert!(none["writer"].is_null() && none["value"] == "0x00000000", "{none}");
    say(&mut debugger, "schedule random 9");
    say(&mut debugger, "watch write data");
    let mut steps = Vec::new();
    for round in 1..=6 {
        let (reason, step) = stands(&say(&mut debugger, "continue"));
        assert_eq!(reason.word(), "watch");
        // All that wrote it so far, the last first.
        steps.insert(0, step);
        let history = say(&mut debugger, "history data")[0].json();
        let writers = history["writers"].as_array().unwrap();
        let told: Vec<u64> = writers.iter().map(|writer| writer["step"].as_u64().unwrap()).collect();
        assert_eq!((&told, &history["earlier"]), (&steps, &false.into()), "{history}");
        let (group, _) = debugger.focus();
        let why = say(&mut debugger, "why data")[0].json();
        assert_eq!((&why["writer"]["step"], &why["writer"]["group"]), (&step.into(), &group.into()), "{why}");
        assert_eq!(why["value"], format!("{round:#010x}"), "{why}");
        // The register that it stored was written by the same wave, and holds the same.
        let text = why["writer"]["instruction"].as_str().unwrap();
        let register = text.rsplit(", ").next().unwrap().trim_end_matches(';').to_string();
        let wrote = say(&mut debugger, &format!("why {register}"))[0].json();
        assert_eq!(wrote["value"], format!("{round:#010x}"), "{text}: {wrote}");
        assert!(wrote["writer"]["step"].as_u64() < Some(step) && wrote["writer"]["group"] == group, "{wrote}");
    }
}

/// What is typed wrong is refused in one line that says what is expected; nothing changes.
#[test]
fn refusals() {
    let prepared = launch();
    let mut debugger = Debugger::new(&prepared).unwrap();
    for (line, said) in [
        ("frobnicate", "expected a command (`help` lists them), found `frobnicate`"),
        ("re", "`re` begins reverse-step, reverse-next, reverse-continue, replay: type more of it"),
        ("break 0x4", "no instruction begins at 0x0004"),
        ("break lines.cl:5", "the file has no line table"),
        ("break FROB", "or the name of an instruction of the kernel"),
        ("break ATOM if R4 ==", "expected a number, a register, a buffer"),
        ("break ATOM wave 9", "expected a wave below 1 of group 0, found 9"),
        ("watch R4", "`why` names the last writer of a register"),
        ("watch [0]", "nothing is at global 0x0"),
        ("watch data[9]", "nothing is at global"),
        ("delete 3", "expected the number of a breakpoint (there is none), found 3"),
        ("step lane 32", "expected a lane below 32, found 32"),
        ("lane 32", "expected a lane below 32, found 32"),
        ("wave 7.0", "expected a group below 3, found 7"),
        ("wave x", "expected a wave such as 0.1 (GROUP.WAVE), found `x`"),
        ("print R300", "expected a register (R0, R1 .. CC.O), a buffer (lock, data), a variable of the source"),
        ("print (((1)", "expected `)`, found the end"),
        ("print R4[99]", "`R4` has 32 lanes or elements, counted from 0, found 99"),
        ("print 1 +", "expected a number, a register"),
        ("print 99999999999999999999", "expected a number below 2^64"),
        ("print/q 1", "expected a format x, d, u, t, f or c, found `q`"),
        ("x/99999x &data", "expected a count from 1 to 65536"),
        ("x 0x10", "nothing is at global 0x10"),
        ("goto 1", "expected a step up to 0, the last that is recorded, found 1"),
        ("schedule sideways", "expected in-order, random SEED or only G.W, found `sideways`"),
        ("replay 9.0:1", "expected a group below 3 and a wave of it, found group 9"),
        ("replay 0.0:1 (0.0:1)", "leave out the parentheses"),
        ("info weather", "info: expected waves, lanes"),
        ("info gws", "the launch does not ask the synchronization unit"),
        ("limit 0", "expected a number of at least 1, found 0"),
        ("continue now", "continue: expected nothing behind it, found `now`"),
        ("step line 3", "step line: expected nothing behind it, found `3`"),
        ("why 3", "expected a register or memory, found `3`"),
    ] {
        let error = Command::parse(line).and_then(|command| debugger.run(&command, &mut || false)).expect_err(line);
        assert!(error.to_string().contains(said) && !error.to_string().contains('\n'), "{line}: {error}");
    }
    assert_eq!(debugger.session().digest(), Debugger::new(&prepared).unwrap().session().digest());
    for help in isotope_debug::COMMANDS {
        let text = say(&mut debugger, &format!("help {}", help.names[0]))[0].text();
        assert!(text.starts_with(help.syntax), "{text}");
    }
}

/// A schedule that a wave cannot follow is told of where it happens.
#[test]
fn schedules_that_do_not_fit() {
    let prepared = launch();
    let mut debugger = Debugger::new(&prepared).unwrap();
    say(&mut debugger, "replay 0.0:100000");
    let (reason, step) = stands(&say(&mut debugger, "continue"));
    assert!(reason == Reason::NotFollowed && step > 50, "{reason:?} {step}");
    say(&mut debugger, "fork");
    assert_eq!(stands(&say(&mut debugger, "continue")).0, Reason::Ended);
    let mut debugger = Debugger::new(&prepared).unwrap();
    // Group 1 waits for a lock that is never released.
    say(&mut debugger, "step 30");
    say(&mut debugger, "schedule only 1.0");
    let events = debugger.run(&Command::parse("continue").unwrap(), &mut || true).unwrap();
    assert_eq!(stands(&events).0, Reason::Interrupted);
    say(&mut debugger, "limit 1000");
    assert_eq!(stands(&say(&mut debugger, "continue")).0, Reason::Limit(1000));
}

/// A wave that waits for another one in a loop lets it have its turns; one that may run alone is told to be held.
#[test]
fn a_wave_that_waits_lets_others_run() {
    let prepared = launch();
    let mut debugger = Debugger::new(&prepared).unwrap();
    // The first group takes its ticket, and keeps it.
    while debugger.session().read(prepared.buffers[0].address, 4).unwrap() == [0; 4] {
        say(&mut debugger, "stepi");
    }
    say(&mut debugger, "wave 1.0");
    let (reason, step) = stands(&say(&mut debugger, "finish"));
    assert_eq!(reason, Reason::WaveEnded);
    assert!(step < 1_000_000, "{step}");
    let mut debugger = Debugger::new(&prepared).unwrap();
    while debugger.session().read(prepared.buffers[0].address, 4).unwrap() == [0; 4] {
        say(&mut debugger, "stepi");
    }
    say(&mut debugger, "schedule only 1.0");
    let (reason, step) = stands(&say(&mut debugger, "continue"));
    assert!(reason == Reason::Held && step < 1_000_000, "{reason:?} {step}");
}
