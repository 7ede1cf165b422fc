//! The memory of gfx1100: what clang's sequences let happen, and what happens when a part of them is missing. What may and must be seen
//! follows from what the orders and scopes of OpenCL C promise; the kernels are in `kernels/explore/src/weak*`.

use std::collections::BTreeSet;

use isotope_explore::{Error, Limit, RDNA3, WeakOptions, replay_weak, weak};

use crate::common::{Given, image, made};
use Given::Words;

/// The contents of the buffers when a kernel of a file has ended, as words. Schedules are run again and must leave the same memory.
fn outcomes(file: &str, kernel: &str, groups: u32, size: u32, given: &[Given]) -> BTreeSet<Vec<u32>> {
    let image = image(("gfx1100/weak", "co"), file);
    let kernel = image.kernel(Some(kernel)).unwrap();
    let wide = kernel.details::<isotope_amd::amdgpu::Details>().unwrap().descriptor.rsrc1.wgp_mode() == 1;
    let made = made(&image, kernel, groups, size, given);
    let mut options = WeakOptions::new(&RDNA3, wide);
    options.observe.clone_from(&made.buffers);
    let start = std::time::Instant::now();
    let states = weak(&made.dispatch, &made.memory, &options).unwrap_or_else(|e| panic!("{file} {}: {e}", kernel.name));
    println!("{file} {}: {} states, {} bytes, {:?}", kernel.name, states.states, states.bytes, start.elapsed());
    assert_eq!(
        (states.limit, states.deadlocks.len(), states.stops.len()),
        (Limit::None, 0, 0),
        "{file} {}",
        kernel.name
    );
    let words = |bytes: &Vec<Vec<u8>>| {
        bytes.iter().flat_map(|b| b.chunks(4).map(|w| u32::from_le_bytes(w.try_into().unwrap()))).collect::<Vec<u32>>()
    };
    // The search is run again for each.
    let few = [usize::MAX, 1, 0][usize::from(states.states > 200) + usize::from(states.states > 2_000)];
    for (bytes, ending) in states.outcomes.iter().take(few) {
        let schedule = ending.schedule.to_string().parse().unwrap();
        let again = replay_weak(&made.dispatch, &made.memory, &options, &schedule).unwrap();
        assert!(again.over && again.left == *bytes, "{file} {}: {schedule}", kernel.name);
    }
    states.outcomes.keys().map(words).collect()
}

/// Files of clang's kernels. `true`: all threads are in one group, each in a wave of its own; `false`: each thread is a group.
const FILES: [(&str, bool); 6] = [
    ("agent_wgp", false),
    ("agent_cu", false),
    ("system_wgp", false),
    ("system_cu", false),
    ("group_wgp", true),
    ("group_cu", true),
];

/// A kernel, its threads, the words of its buffers, and two tests of the last buffer: `forbidden` values must not be seen; `weak` values
/// must be seen where caches can differ.
struct Shape {
    kernel: &'static str,
    threads: u32,
    words: &'static [u32],
    forbidden: fn(&[u32]) -> bool,
    /// An effect of weak memory that must be seen; `None` where none is expected.
    weak: Option<fn(&[u32]) -> bool>,
}

/// The last words of an outcome.
fn last<const N: usize>(words: &[u32]) -> [u32; N] {
    words[words.len() - N..].try_into().unwrap()
}

/// Two readers, each of which has seen one of two writes and not the other.
fn apart(w: &[u32]) -> bool {
    last::<4>(w) == [1, 0, 1, 0]
}

/// Whether a pair of reads sees the writes 1 and 2 against their order; the last write is the value that is left.
fn incoherent(w: &[u32]) -> bool {
    let [left, a, b, c, d] = last::<5>(w);
    let order = if left == 2 { [0, 1, 2] } else { [0, 2, 1] };
    let at = |v: u32| order.iter().position(|o| *o == v).unwrap();
    at(a) > at(b) || at(c) > at(d)
}

fn shapes() -> Vec<Shape> {
    let never: fn(&[u32]) -> bool = |_| false;
    let stale: fn(&[u32]) -> bool = |w| last::<2>(w) == [1, 0];
    let both: fn(&[u32]) -> bool = |w| last::<2>(w) == [1, 1];
    let none: fn(&[u32]) -> bool = |w| last::<2>(w) == [0, 0];
    let mut all = Vec::new();
    let mut add = |kernels: &[&'static str], threads, words, forbidden, weak| {
        all.extend(kernels.iter().map(|kernel| Shape { kernel, threads, words, forbidden, weak }));
    };
    add(&["mp", "mp_fences", "mp_update", "mp_update_fences", "mp_seq_cst", "mp_again"], 2, &[1, 1, 2], stale, None);
    add(&["mp_relaxed", "mp_no_acquire"], 2, &[1, 1, 2], never, Some(stale));
    add(&["mp_no_release"], 2, &[1, 1, 2], never, Some(stale));
    add(&["sb", "sb_fences"], 2, &[1, 1, 2], none, None);
    add(&["sb_relaxed", "sb_release"], 2, &[1, 1, 2], never, Some(none));
    add(&["lb", "lb_release"], 2, &[1, 1, 2], both, None);
    add(&["lb_relaxed"], 2, &[1, 1, 2], never, Some(both));
    add(&["two"], 2, &[1, 1], both, None);
    add(&["two_relaxed"], 2, &[1, 1], never, Some(both));
    add(&["coww"], 1, &[1], |w| w != [2], None);
    add(&["corr"], 2, &[1, 2], stale, None);
    // A thread does not read its own later store. If it read the other thread's store, its own store comes after that one.
    add(&["corw"], 2, &[1, 2], |w| w[1] == 1 || w[..2] == [2, 2], None);
    add(&["cowr"], 2, &[1, 2], |w| w[1] == 0 || w[..2] == [1, 2], None);
    add(&["corr4"], 4, &[1, 4], incoherent, None);
    add(&["mp_sequence"], 3, &[1, 1, 4], |w| w[2..4] == [2, 0], None);
    add(&["wrc"], 3, &[1, 1, 4], |w| w[2..5] == [1, 1, 0], None);
    add(&["wrc_relaxed"], 3, &[1, 1, 4], never, Some(|w| w[2..5] == [1, 1, 0]));
    add(&["isa2"], 3, &[1, 1, 1, 2], stale, None);
    add(&["iriw"], 4, &[1, 1, 4], apart, None);
    add(&["iriw_relaxed"], 4, &[1, 1, 4], never, Some(apart));
    all
}

#[test]
fn sequences_of_clang() {
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let started: Vec<_> = FILES.iter().map(|(file, in_group)| scope.spawn(|| sequences(file, *in_group))).collect();
        started.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The findings of a file that differ from what is expected.
fn sequences(file: &str, in_group: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for Shape { kernel, threads, words, forbidden, weak } in shapes() {
        // The instructions are the same as for the agent.
        if file.starts_with("system") && threads > 2 {
            continue;
        }
        let given: Vec<Given> = words.iter().map(|n| Words(*n)).collect();
        let (groups, size) = if in_group { (1, 32 * threads - 31) } else { (threads, 1) };
        let found = outcomes(file, kernel, groups, size, &given);
        if let Some(bad) = found.iter().find(|w| forbidden(w)) {
            wrong.push(format!("{file} {kernel}: {bad:?} is not to be seen"));
        }
        // On one CU, accesses take effect in the order of issue. Data that clang takes for constant go another way.
        let ordered = file == "group_cu" && !matches!(kernel, "mp_relaxed" | "mp_no_acquire");
        let shown = weak.map(|weak| found.iter().any(|w| weak(w)));
        if shown.is_some_and(|shown| shown == ordered) {
            wrong.push(format!("{file} {kernel}: expected weak outcomes: {}, found {found:?}", !ordered));
        }
    }
    wrong
}

/// A wave passes on to another group what it has seen from a wave of its own group. In CU mode clang 19 waits for nothing when it releases
/// to the group, and what was seen in L0 is not yet seen elsewhere: LLVM pull requests 160501 (barriers) and 161638 (releases).
#[test]
fn what_is_passed_on() {
    let rows = [
        ("mixed_wgp", "flag", false),
        ("mixed_wgp", "barrier", false),
        ("mixed_cu", "flag", true),
        ("mixed_cu", "flag_repaired", false),
        // clang 19 waits for all stores before any barrier.
        ("mixed_cu", "barrier", false),
        ("mixed_cu", "barrier_early", true),
        ("mixed_cu", "barrier_repaired", false),
    ];
    for (file, kernel, lost) in rows {
        let found = outcomes(file, kernel, 2, 33, &[Words(1), Words(1), Words(1), Words(2)]);
        assert_eq!(found.iter().any(|w| last::<2>(w) == [1, 0]), lost, "{file} {kernel}: {found:?}");
        assert!(found.iter().any(|w| last::<2>(w) == [1, 1]), "{file} {kernel}: {found:?}");
    }
}

/// For six groups of one wave each, not every way to lay them on cores is looked at, and the result says so.
#[test]
fn more_waves_than_ways_to_lay_them() {
    for (groups, limit) in [(2, Limit::None), (6, Limit::Placements)] {
        let image = image(("gfx1100/weak", "co"), "agent_wgp");
        let kernel = image.kernel(Some("coww")).unwrap();
        let made = made(&image, kernel, groups, 1, &[Words(1)]);
        let mut options = WeakOptions::new(&RDNA3, true);
        options.observe.clone_from(&made.buffers);
        let states = weak(&made.dispatch, &made.memory, &options).unwrap();
        assert_eq!((states.limit, states.outcomes.len()), (limit, 1), "{groups} groups, {} states", states.states);
    }
    let image = image(("gfx1100/weak", "co"), "agent_wgp");
    let made = made(&image, image.kernel(Some("coww")).unwrap(), 128, 1, &[Words(1)]);
    let refused = weak(&made.dispatch, &made.memory, &WeakOptions::new(&RDNA3, true));
    assert!(matches!(refused, Err(Error::Waves { found: 128, limit: 127 })));
}

/// Message passing written by hand, each time with one part missing. 7 is what the reader's registers held before.
#[test]
fn what_is_missing() {
    let all: &[[u32; 2]] = &[[0, 0], [0, 1], [1, 0], [1, 1]];
    let right: &[[u32; 2]] = &[[0, 0], [0, 1], [1, 1]];
    let rows: [(&str, &[[u32; 2]]); 10] = [
        ("mp", right),
        ("no_vscnt", all),
        ("no_vmcnt", all),
        ("no_gl0", all),
        ("no_gl1", all),
        ("no_inv", all),
        ("inv_swapped", all),
        ("no_wait", &[[0, 0], [0, 1], [0, 7], [1, 1], [1, 7]]),
        ("wait_one", &[[0, 0], [0, 1], [0, 7], [1, 0], [1, 1], [1, 7]]),
        ("spin_glc", &[[1, 1]]),
    ];
    for (kernel, expected) in rows {
        let found = outcomes("hand", kernel, 2, 1, &[Words(1), Words(1), Words(2)]);
        let found: Vec<[u32; 2]> = found.iter().map(|w| last(w)).collect();
        assert_eq!(found, expected, "{kernel}");
    }
}
