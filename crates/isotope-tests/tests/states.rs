//! States of sessions: the parts that count, their incrementally updated hash, copies that share data, and the
//! states that a search over schedules visits.

use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

use crate::common::{self, A, Bench, entries, image, kernels, load, sweep};
use crate::foreign::{Program, programs};
use isotope_ir::effect::{ACTIVE, LANES, Slot, Uop};
use isotope_machine::mem::Memory;
use isotope_machine::state::{Group, Status};
use isotope_machine::{Dispatch, Options, Outcome, Session, Stepped, launch};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_op::random::Random;
use isotope_target::case::Case;
use isotope_target::suite;
use isotope_targets::TARGETS;

/// A launch, and its initial memory.
struct Start {
    name: String,
    dispatch: Dispatch,
    memory: Memory,
}

/// Every launch of a case.
fn launches(name: &str, image: &Image, case: &Case) -> Vec<Start> {
    let mut all = Vec::new();
    let note = |dispatch: &Dispatch, memory: &Memory| {
        let name = format!("{name} launch {}", all.len());
        all.push(Start { name, dispatch: dispatch.clone(), memory: memory.clone() });
        launch(dispatch, memory, Options { max_steps: 1_000_000, ..Options::default() })
    };
    suite::run_with(TARGETS, image, case, None, &Assumptions::DEFAULT, note).unwrap();
    all
}

/// The kernels of the suite and of `kernels/torture`, on their cases.
fn of_cases() -> Vec<Start> {
    let mut all = Vec::new();
    for path in entries(&kernels("cases")) {
        let case = common::case(&path);
        let source = case.source.strip_suffix(".cl").unwrap_or(&case.kernel);
        for (folder, end) in [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")] {
            let image = load(&kernels(&format!("bin/{folder}/{source}.{end}")));
            all.extend(launches(&format!("{folder} {}", path.display()), &image, &case));
        }
    }
    let builds: Vec<_> =
        ["sm_50", "gfx1100"].iter().flat_map(|of| entries(&kernels(&format!("torture/bin/{of}")))).collect();
    for path in entries(&kernels("torture/cases")) {
        let case = common::case(&path);
        let (stem, _) = case.source.rsplit_once('.').unwrap();
        for build in builds.iter().filter(|b| b.file_name().unwrap().to_string_lossy().split('.').next() == Some(stem))
        {
            let image = load(build);
            if case.launches.iter().all(|l| image.kernels.iter().any(|k| k.name == l.entry)) {
                all.extend(launches(&format!("{} {}", build.display(), path.display()), &image, &case));
            }
        }
    }
    assert!(all.len() >= 230, "{} launches", all.len());
    all
}

/// The programs of `kernels/foreign`.
fn foreign() -> Vec<Start> {
    let start = |program: Program| {
        let (dispatch, memory, _) = program.prepare(&program.image(), Assumptions::DEFAULT);
        Start { name: format!("{} {}", program.target, program.kernel), dispatch, memory }
    };
    let all: Vec<_> = programs().into_iter().step_by(if sweep::runs() { 9 } else { 27 }).map(start).collect();
    assert!(all.len() >= 15, "{} programs", all.len());
    all
}

/// Kernels of gfx1100 that use the synchronization unit.
fn with_unit() -> Vec<Start> {
    let mut all = Vec::new();
    let file = image("extra/gfx1100/semaphores.co");
    let zeros = |name, words: usize| A::Buffer(name, vec![0; 4 * words]);
    for kernel in ["producers", "lock", "few"] {
        let mut bench = Bench::default();
        let value = if kernel == "lock" { 1 } else { 0 };
        bench.run(&file, "set", 1, 32, vec![A::Word(value + u32::from(kernel == "few") * 3)], Options::default());
        let args = match kernel {
            "producers" => vec![zeros("made", 1), zeros("taken", 1), zeros("out", 8), A::Word(4)],
            "lock" => vec![zeros("counter", 1), A::Word(3)],
            _ => vec![zeros("inside", 1), zeros("most", 1)],
        };
        let dispatch = bench.prepare(&file, kernel, 4, 32, args);
        all.push(Start { name: format!("gfx1100 {kernel}"), dispatch, memory: bench.memory });
    }
    all
}

/// All of these launches; lifted once for all tests.
fn every_launch() -> &'static [Start] {
    static ALL: OnceLock<Vec<Start>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = of_cases();
        all.extend(foreign());
        all.extend(with_unit());
        all
    })
}

/// Takes up to `steps` steps in an order derived from a seed; calls `each` before each step. Returns whether the launch has ended or
/// stopped.
fn wander<'a>(
    start: &'a Start,
    seed: u64,
    steps: usize,
    mut each: impl FnMut(&mut Session<'a>, usize),
) -> (Session<'a>, bool) {
    let mut session = Session::new(&start.dispatch, start.memory.clone());
    let mut random = Random(seed);
    // Choose waves from a few groups at a time, so that some of them end.
    let (mut turn, mut left) = (None, 0);
    for n in 0..steps {
        let now = turn.filter(|(g, w)| left > 0 && session.wave(*g, *w).status == Status::Ready);
        let now = now.or_else(|| {
            left = random.index(40);
            let near: Vec<_> = session.enabled().take(6).collect();
            (!near.is_empty()).then(|| random.pick(&near))
        });
        let Some((group, wave)) = now else { return (session, true) };
        (turn, left) = (now, left.saturating_sub(1));
        each(&mut session, n);
        if let Stepped::Stopped(_) = session.step(group, wave) {
            return (session, true);
        }
    }
    (session, false)
}

#[test]
fn a_digest_that_is_kept_is_the_one_that_is_computed() {
    let (mut steps, mut digests) = (0, HashSet::new());
    let all = every_launch();
    for start in all.iter().step_by(sweep::step(3)) {
        wander(start, sweep::seed(3), sweep::count(500, 20), |session, n| {
            let digest = session.digest();
            if n % (if sweep::runs() { 4 } else { 8 }) == 0 {
                assert_eq!(digest, session.recomputed_digest(), "{} step {n}", start.name);
            }
            steps += 1;
            digests.insert(digest);
        });
    }
    assert!(steps > 2_500 && all.len() > 240, "{steps} steps");
    // Most steps change the digest.
    assert!(digests.len() > steps / 2, "{} digests of {steps} states", digests.len());
}

/// The contents of dead registers have no effect: the same schedule leads to the same states and memory.
#[test]
fn what_dead_registers_hold_does_not_show() {
    let (mut states, mut ended, mut words, mut whole) = (0, 0, 0, 0);
    let all = every_launch();
    for start in all.iter().skip(1).step_by(sweep::step(4)) {
        let steps = sweep::count(4_000, 12);
        let (plain, over) = wander(start, sweep::seed(5), steps, |_, _| {});
        let mut random = Random(sweep::seed(6));
        let (filled, _) = wander(start, sweep::seed(5), steps, |session, n| {
            if n % 101 == 0 {
                let before = (session.state(), session.digest());
                session.overwrite_dead(|| {
                    words += 1;
                    random.draw() as u32
                });
                assert_eq!((session.state(), session.digest()), before, "{} step {n}", start.name);
                states += 1;
            }
        });
        assert!(plain.memory() == filled.memory(), "{}: memory", start.name);
        assert!(plain.stats == filled.stats, "{}: statistics", start.name);
        // If elements are narrower than a word, the dead part of a partly live word still distinguishes states.
        if !has_narrow_elements(&start.dispatch.program) {
            whole += 1;
            assert!(plain.state() == filled.state(), "{}: what is live", start.name);
            assert_eq!(plain.digest(), filled.digest(), "{}", start.name);
        }
        ended += usize::from(over);
    }
    assert!(states > 250 && ended > 2 && words > 500_000, "{states} states, {ended} ended, {words} words");
    assert!(whole > 45, "{whole} launches without narrow elements");
}

/// Whether the program reads or writes elements of less than a word.
fn has_narrow_elements(program: &isotope_ir::program::Program) -> bool {
    program
        .uops
        .iter()
        .any(|uop| matches!(uop, Uop::ReadRegion { bytes: 1..4, .. } | Uop::WriteRegion { bytes: 1..4, .. }))
}

/// Words of registers, by group, wave and index.
type Words = Vec<(usize, usize, usize)>;

/// The live and the dead register words.
fn live_and_dead(start: &Start, session: &Session<'_>) -> [Words; 2] {
    let (mut ones, mut zeros) = (session.clone(), session.clone());
    ones.overwrite_dead(|| u32::MAX);
    zeros.overwrite_dead(|| 0);
    let constant = |at: usize| {
        start.dispatch.program.vectors.iter().any(|(Slot(first), _)| (0..LANES).any(|l| *first as usize + l == at))
    };
    let [mut live, mut dead] = [Vec::new(), Vec::new()];
    for group in 0..session.group_count().min(8) {
        for wave in 0..session.group(group).waves.len() {
            let [a, b] = [&ones, &zeros].map(|s| &s.wave(group, wave).registers);
            for at in (0..a.len()).filter(|at| !constant(*at)) {
                if a[at] == b[at] { &mut live } else { &mut dead }.push((group, wave, at));
            }
        }
    }
    [live, dead]
}

/// All live state affects the digest, and a live register affects the result; so the test of dead registers can fail.
#[test]
fn what_is_live_shows() {
    let mut random = Random(sweep::seed(8));
    let (mut changed, mut dead_words, mut masks, mut cells, mut other_end, mut tried) = (0, 0, 0, 0, 0, 0);
    let all = every_launch();
    for start in all.iter().step_by(sweep::step(19)) {
        let steps = random.index(600);
        let (session, over) = wander(start, sweep::seed(9), steps, |_, _| {});
        let digest = session.digest();
        let differs = |s: &Session<'_>, what: &str| {
            assert!(s.digest() != digest && s.state() != session.state(), "{} step {steps}: {what}", start.name);
            assert_eq!(s.digest(), s.recomputed_digest());
        };
        // A byte of memory.
        for region in start.memory.regions().iter().filter(|r| r.store.is_some() && r.len != 0) {
            let at = region.base + random.below(region.len);
            let mut other = session.clone();
            let byte = other.read(at, 1).unwrap()[0];
            assert!(other.write(at, &[byte ^ 1 << random.below(8)]));
            differs(&other, "a byte of memory");
            assert!(other.write(at, &[byte]));
            assert_eq!((other.digest(), other.state()), (digest, session.state()), "it is what it was");
            cells += 1;
        }
        if over {
            continue;
        }
        let [live, dead] = live_and_dead(start, &session);
        for _ in 0..40.min(live.len()) {
            let (group, wave, at) = random.pick(&live);
            let mut other = session.clone();
            other.wave_mut(group, wave).registers[at] ^= 1 << random.below(32);
            differs(&other, "a live register");
            changed += 1;
        }
        for _ in 0..40.min(dead.len()) {
            let (group, wave, at) = random.pick(&dead);
            let mut other = session.clone();
            other.wave_mut(group, wave).registers[at] ^= 1 << random.below(32);
            assert_eq!((other.digest(), other.state()), (digest, session.state()), "{}: a dead register", start.name);
            dead_words += 1;
        }
        // The lanes of a wave that has not ended.
        if let Some((group, wave)) = session.enabled().next() {
            let mut other = session.clone();
            other.wave_mut(group, wave).scalars[usize::from(ACTIVE)] ^= 1 << random.below(32);
            differs(&other, "active lanes");
            masks += 1;
        }
        // Change one live register of each wave: the launch ends differently.
        let mut other = session.clone();
        for (group, wave, at) in live.iter().filter(|_| random.one_in(16)) {
            other.wave_mut(*group, *wave).registers[*at] ^= 0x10;
        }
        let end = |mut s: Session<'_>| {
            for _ in 0..3000 {
                let Some((group, wave)) = s.enabled().next() else { break };
                if let Stepped::Stopped(_) = s.step(group, wave) {
                    break;
                }
            }
            s.digest()
        };
        tried += 1;
        other_end += usize::from(end(session.clone()) != end(other));
    }
    let counts = [changed, dead_words, masks, cells, tried];
    assert!(changed > 300 && dead_words > 300 && masks > 8 && cells > 20, "{counts:?}");
    assert!(2 * other_end > tried && tried > 10, "{other_end} of {tried}");
}

#[test]
fn a_copy_that_steps_leaves_the_original_alone() {
    let all = every_launch();
    let mut copies = 0;
    for start in all.iter().step_by(sweep::step(29)) {
        let mut kept: Vec<(Session<'_>, Vec<Group>, Memory, u128)> = Vec::new();
        wander(start, sweep::seed(11), 1200, |session, n| {
            if n % 200 == 0 {
                let groups = (0..session.group_count()).map(|g| session.group(g)).collect();
                kept.push((session.clone(), groups, session.memory(), session.digest()));
            }
        });
        for (session, groups, memory, digest) in kept {
            assert!((0..session.group_count()).all(|g| session.group(g) == groups[g]), "{}: a group", start.name);
            assert!(session.memory() == memory && session.recomputed_digest() == digest, "{}: memory", start.name);
            copies += 1;
        }
    }
    assert!(copies > 15, "{copies}");
}

/// Sessions give the same results as launches, although their memory is stored differently.
#[test]
fn a_session_leaves_what_a_launch_leaves() {
    let all = every_launch();
    let mut ended = 0;
    for start in all.iter().step_by(sweep::step(4)) {
        let (session, over) = wander(start, sweep::seed(13), 60_000, |_, _| {});
        if !over || session.enabled().next().is_some() || start.name.contains("gfx1100 few") {
            continue;
        }
        // Kernels whose results depend on the schedule are only compared with themselves.
        let memory = start.memory.clone();
        let report = launch(&start.dispatch, &memory, Options::default());
        if report.outcome == Outcome::Done && !DEPENDS.iter().any(|word| start.name.contains(word)) {
            assert!(session.memory() == memory, "{}", start.name);
            ended += 1;
        }
    }
    assert!(ended > 20, "{ended}");
}

/// Cases whose memory depends on the order of waves.
const DEPENDS: [&str; 6] = ["ring_append", "hash_insert", "bitmap_dedup", "ticket_lock", "incdec_wrap", "float_add"];

/// A dispatch of sm_50 text, with the address of 64 zero bytes in `c[0x0][0x140]`.
fn sass(text: &str, groups: u32, group_size: u32) -> (Dispatch, Memory, u64) {
    let text = format!("MOV R2, c[0x0][0x140];\nMOV R3, c[0x0][0x144];\nMOV32I R4, 0x1;\n{text}\nEXIT;");
    let (dispatch, memory, at) = common::sass::launch(&text, groups, group_size, &[0; 64], Assumptions::DEFAULT);
    (dispatch.with_memory(64, 0).unwrap(), memory, at)
}

/// Each wave adds one; the returned value is dead.
const ADD: &str = "ATOM.E.ADD R5, [R2], R4;";

#[test]
fn two_schedules_meet_though_dead_registers_and_statistics_differ() {
    let (dispatch, memory, at) = sass(ADD, 2, 1);
    let ends = [[0, 1], [1, 0]].map(|order| {
        let mut session = Session::new(&dispatch, memory.clone());
        for group in order {
            assert_eq!(session.run_to_visible(group, 0, 10), Some(Stepped::Ready));
            assert_eq!(session.step(group, 0), Stepped::Ready);
        }
        session
    });
    let got = |s: &Session<'_>| [0, 1].map(|group| s.wave(group, 0).lanes(Slot(5 * LANES as u32))[0]);
    assert_eq!([got(&ends[0]), got(&ends[1])], [[0, 1], [1, 0]], "what each got is dead");
    assert_eq!(ends[0].read(at, 4), ends[1].read(at, 4));
    assert!(ends[0] == ends[1] && ends[0].state() == ends[1].state());
    assert_eq!(ends[0].digest(), ends[1].digest());
    // Statistics do not count: the same state after a footprint, and after a step of a waiting wave.
    let mut counted = ends[0].clone();
    counted.stats.wave_instructions += 5;
    assert!(counted == ends[0] && counted.digest() == ends[0].digest());
    // A stored value is not dead.
    let (dispatch, memory, _) = sass(&format!("{ADD}\nSTG.E [R2+0x8], R5;"), 2, 1);
    let ends = [[0, 1], [1, 0]].map(|order| {
        let mut session = Session::new(&dispatch, memory.clone());
        for group in order {
            session.run_to_visible(group, 0, 10);
            session.step(group, 0);
        }
        session
    });
    assert!(ends[0] != ends[1] && ends[0].digest() != ends[1].digest());
}

/// Branch sides, loops with two tokens, calls: for waiting lanes, the live registers are those at their resume point.
#[test]
fn lanes_that_wait_keep_what_they_will_read() {
    let text = "
        S2R R0, SR_LANEID;
        MOV32I R6, 0x5;
        ISETP.LT.U32.AND P0, PT, R0, 0x8, PT;
        SSY `(meet);
        @P0 BRA `(taken);
        MOV32I R6, 0x7;
        RED.E.ADD [R2], R6;
        SYNC;
        taken:
        RED.E.ADD [R2], R6;
        SYNC;
        meet:";
    let (dispatch, memory, at) = sass(text, 1, 32);
    let mut session = Session::new(&dispatch, memory);
    session.run_to_visible(0, 0, 100);
    let lanes = |s: &Session<'_>| *s.wave(0, 0).lanes(Slot(6 * LANES as u32));
    assert_eq!(lanes(&session)[7..9], [5, 7], "lanes 8 and up are about to add 7");
    let mut filled = session.clone();
    filled.overwrite_dead(|| 0xdead);
    assert_eq!(lanes(&filled), lanes(&session));
    session.step(0, 0);
    filled.step(0, 0);
    filled.overwrite_dead(|| 0xdead);
    assert_eq!(lanes(&filled)[7..9], [5, 0xdead], "they have added");
    while filled.step(0, 0) == Stepped::Ready {}
    assert_eq!(filled.read(at, 4).unwrap(), (24 * 7 + 8 * 5u32).to_le_bytes());
}

/// The complete state.
fn plainly(session: &Session<'_>) -> (Vec<Group>, Memory) {
    ((0..session.group_count()).map(|g| session.group(g)).collect(), session.memory())
}

/// Every state after a launch in which each wave is before a visible step; final states are returned as a word of memory.
fn explore<'a, K: std::hash::Hash + Eq>(
    (dispatch, memory, at): &'a (Dispatch, Memory, u64),
    key: impl Fn(&Session<'a>) -> K,
) -> (usize, BTreeSet<Vec<u8>>) {
    let mut first = Session::new(dispatch, memory.clone());
    (0..first.group_count()).for_each(|group| _ = first.run_to_visible(group, 0, 100));
    let (mut visited, mut ends) = (HashSet::from([key(&first)]), BTreeSet::new());
    let mut open = vec![first];
    while let Some(session) = open.pop() {
        let waves: Vec<_> = session.enabled().collect();
        if waves.is_empty() {
            ends.insert(session.read(*at, 32).unwrap());
        }
        for (group, wave) in waves {
            let mut next = session.clone();
            if next.step(group, wave) == Stepped::Ready {
                next.run_to_visible(group, wave, 100).expect("no loops");
            }
            if visited.insert(key(&next)) {
                open.push(next);
            }
        }
    }
    (visited.len(), ends)
}

#[test]
fn three_waves_have_as_many_states_as_can_be_counted() {
    // Each wave adds, waits for no other, ends: 3 positions each. The word is the number of waves that have added, so it adds no states.
    let launch = sass("RED.E.ADD [R2], R4;", 3, 1);
    let (states, ends) = explore(&launch, Session::state);
    assert_eq!((states, ends.len()), (27, 1));
    assert_eq!(explore(&launch, Session::digest).0, 27);
    assert_eq!(explore(&launch, plainly).0, 27, "no register is left that differs");
    // The returned values are dead, but they are still in the registers.
    let launch = sass(ADD, 3, 1);
    let (states, ends) = explore(&launch, Session::state);
    assert_eq!((states, ends.len()), (27, 1));
    assert_eq!(explore(&launch, Session::digest).0, 27);
    let (plain, same) = explore(&launch, plainly);
    // Number of waves that have added, in every order: 8 + 3 * 4 * 2 + 3 * 2 * 4 ... = sum over k of C(3,k) * k! * 2^k.
    assert_eq!(
        (plain, same),
        ([(1, 1, 1), (3, 1, 2), (3, 2, 4), (1, 6, 8)].iter().map(|(c, f, p)| c * f * p).sum(), ends)
    );
    // Two additions each; the first returned value is stored to the wave's own word, so it counts until it is stored.
    let text = format!(
        "S2R R0, SR_CTAID.X;\nSHL R0, R0, 0x2;\nIADD R6, R0, R2;\nMOV R7, R3;\n{ADD}\nSTG.E [R6+0x4], R5;\n{ADD}"
    );
    let launch = sass(&text, 3, 1);
    let (states, ends) = explore(&launch, Session::state);
    assert_eq!(explore(&launch, Session::digest), (states, ends.clone()));
    let (plain, same) = explore(&launch, plainly);
    assert_eq!(same, ends);
    assert!(states < plain, "{states} states, {plain} plainly");
}

/// The largest state of launches that a search can handle: a few waves.
#[test]
fn states_are_small() {
    for (folder, end) in [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")] {
        for lanes in [1, 32] {
            let image = load(&kernels(&format!("bin/{folder}/histogram256.{end}")));
            let n = 10 * lanes;
            let words = common::random(n as usize, 7);
            let args = vec![A::Buffer("data", common::bytes32(&words)), A::Word(n), A::Buffer("hist", vec![0; 1024])];
            let mut bench = Bench::default();
            let dispatch = bench.prepare(&image, "histogram256", 5, lanes, args);
            let start = Start { name: folder.into(), dispatch, memory: bench.memory };
            let (mut most, mut waves) = (0, 0);
            wander(&start, 17, 5_000, |session, _| {
                most = most.max(session.state().size());
                waves = (0..session.group_count()).map(|g| session.group(g).waves.len()).sum();
            });
            println!("{folder}, {waves} waves of {lanes} lanes: {most} bytes");
            assert!(most < if lanes == 1 { 300 } else { 3000 } && waves >= 5, "{folder}: {most} bytes");
        }
    }
}
