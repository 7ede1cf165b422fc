//! Numbers of executions, against numbers that others have counted for the same programs.

use isotope_explore::{Options, TraceOptions, Traces, states, traces};

use crate::common::{Given, TARGETS, image, made};
use Given::{Number, Words};

/// Kernel, groups, arguments, executions.
fn table() -> Vec<(&'static str, u32, Vec<Given>, u64)> {
    let mut rows = vec![];
    for (n, count) in [(3, 6), (6, 720), (8, 40_320)] {
        rows.push(("ainc", n, vec![Words(1)], count));
    }
    for (n, count) in [(4, 24), (6, 720), (7, 5_040)] {
        rows.push(("ainc_store", n, vec![Words(1), Words(16)], count));
    }
    for (n, count) in [(2, 6), (4, 2_520), (5, 113_400)] {
        rows.push(("hist", n, vec![Words(1)], count));
    }
    for (n, count) in [(8, 256), (13, 8_192)] {
        rows.push(("readers", n + 1, vec![Words(1), Words(16)], count));
    }
    for (n, count) in [(2, 5), (3, 12), (4, 28), (5, 64), (6, 144), (8, 704), (10, 3_328)] {
        rows.push(("lastzero", n + 1, vec![Words(16), Words(1), Number(n)], count));
    }
    for (n, count) in [(1, 11), (2, 140), (3, 1_698), (4, 19_605)] {
        rows.push(("fib", 3, vec![Words(2), Words(2), Number(n)], count));
    }
    for (n, count) in [(11, 1), (12, 8), (13, 64), (14, 512)] {
        rows.push(("indexer", n, vec![Words(128)], count));
    }
    for (n, count) in [(5, 120), (7, 5_040)] {
        rows.push(("lastwrite", n, vec![Words(1)], count));
    }
    for (n, count) in [(4, 120), (6, 5_040)] {
        rows.push(("floating_read", n + 1, vec![Words(1), Words(1)], count));
    }
    for (n, count) in [(3, 5), (4, 14), (5, 43), (6, 144)] {
        rows.push(("casrot", n, vec![Words(1), Words(16)], count));
    }
    for (n, count) in [(2, 6), (3, 66), (4, 1_200)] {
        rows.push(("casw", n, vec![Words(1), Words(16)], count));
    }
    for (n, count) in [(2, 3), (3, 7), (4, 15)] {
        rows.push(("sb", n, vec![Words(8), Words(8), Number(n)], count));
    }
    for (n, count) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        rows.push(("ticket", n, vec![Words(2)], count));
    }
    // Each failed round counts.
    for (n, count) in [(2, 4), (3, 48), (4, 1_536)] {
        rows.push(("casloop", n, vec![Words(1)], count));
    }
    rows.push(("mp", 2, vec![Words(2), Words(2)], 3));
    rows
}

#[test]
fn closed_forms() {
    let mut wrong = Vec::new();
    for target in TARGETS {
        let image = image(target, "counts");
        for (name, groups, given, count) in table() {
            let kernel = image.kernel(Some(name)).unwrap();
            let made = made(&image, kernel, groups, 1, &given);
            let start = std::time::Instant::now();
            let found = traces(&made.dispatch, &made.memory, &TraceOptions::default()).unwrap();
            let Traces { complete, deadlocked, waiting, stopped, bounded, redundant, .. } = found;
            println!("{} {name}({groups}): {complete} in {:?}, {} steps", target.0, start.elapsed(), found.steps);
            if (complete, deadlocked, waiting, stopped, bounded, redundant) != (count, 0, 0, 0, 0, 0) {
                wrong.push(format!(
                    "{} {name} on {groups} groups: expected {count}, found {complete} complete, {deadlocked} deadlocked, {waiting} \
                     waiting, {stopped} stopped, {bounded} bounded, {redundant} redundant",
                    target.0
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn states_of_a_ticket_lock() {
    for target in TARGETS {
        let image = image(target, "counts");
        let kernel = image.kernel(Some("ticket_lock")).unwrap();
        let made = made(&image, kernel, 4, 1, &[Words(2), Words(1), Number(2)]);
        let options = Options { observe: made.buffers.clone(), ..Options::default() };
        let found = states(&made.dispatch, &made.memory, &options).unwrap();
        println!("{}: {} states, {} bytes", target.0, found.states, found.bytes);
        assert!(found.states < 20_000 && found.bytes < 1024 * found.states, "{}: {}", target.0, found.states);
        let ends: Vec<_> = found.outcomes.keys().map(|buffers| buffers.concat()).collect();
        assert_eq!(ends, [[8, 0, 0, 0].repeat(3)], "{}", target.0);
    }
}
