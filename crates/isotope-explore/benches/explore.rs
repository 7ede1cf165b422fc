//! Speed of exploring: executions, states and drawn runs a second, of kernels made by three vendors' compilers, on one core.

#[path = "../tests/common/mod.rs"]
#[allow(dead_code, reason = "what the benches do not ask for, the tests do")]
mod common;

use common::Given::{Number, Words};
use common::{Given, TARGETS, image, made};
use divan::Bencher;
use divan::counter::ItemsCount;
use isotope_explore::{Options, RandomOptions, TraceOptions, random, states, traces};

fn main() {
    divan::main();
}

/// Executions a second.
fn by_trace(bencher: Bencher<'_, '_>, target: usize, kernel: &str, groups: u32, given: &[Given]) {
    let image = image(TARGETS[target], "counts");
    let made = made(&image, image.kernel(Some(kernel)).unwrap(), groups, 1, given);
    let run = || traces(&made.dispatch, &made.memory, &TraceOptions::default()).unwrap();
    let found = run();
    bencher.counter(ItemsCount::new(found.complete)).bench_local(run);
}

/// Five waves of two additions: 113,400 executions.
#[divan::bench(args = [0, 1, 2])]
fn traces_5_waves_2_adds(bencher: Bencher<'_, '_>, target: usize) {
    by_trace(bencher, target, "hist", 5, &[Words(1)]);
}

/// The same, as visible steps a second.
#[divan::bench(args = [0, 1, 2])]
fn steps_5_waves_2_adds(bencher: Bencher<'_, '_>, target: usize) {
    let image = image(TARGETS[target], "counts");
    let made = made(&image, image.kernel(Some("hist")).unwrap(), 5, 1, &[Words(1)]);
    let run = || traces(&made.dispatch, &made.memory, &TraceOptions::default()).unwrap();
    let found = run();
    bencher.counter(ItemsCount::new(found.steps)).bench_local(run);
}

/// Seven waves of an addition and a store: 5,040 executions.
#[divan::bench(args = [0, 1, 2])]
fn traces_7_waves_add_and_store(bencher: Bencher<'_, '_>, target: usize) {
    by_trace(bencher, target, "ainc_store", 7, &[Words(1), Words(16)]);
}

/// A ticket lock that four waves take twice each: states a second.
#[divan::bench(args = [0, 1, 2])]
fn states_ticket_lock_4_waves_2_times(bencher: Bencher<'_, '_>, target: usize) {
    let image = image(TARGETS[target], "counts");
    let kernel = image.kernel(Some("ticket_lock")).unwrap();
    let made = made(&image, kernel, 4, 1, &[Words(2), Words(1), Number(2)]);
    let run = || states(&made.dispatch, &made.memory, &Options::default()).unwrap();
    let found = run();
    println!("{}: {} states, {} bytes a state", TARGETS[target].0, found.states, found.bytes / found.states);
    bencher.counter(ItemsCount::new(found.states)).bench_local(run);
}

/// Ten thousand drawn runs of it.
#[divan::bench(args = [0, 1, 2])]
fn random_ticket_lock_4_waves_2_times(bencher: Bencher<'_, '_>, target: usize) {
    let image = image(TARGETS[target], "counts");
    let kernel = image.kernel(Some("ticket_lock")).unwrap();
    let made = made(&image, kernel, 4, 1, &[Words(2), Words(1), Number(2)]);
    let run = || random(&made.dispatch, &made.memory, &RandomOptions::default()).unwrap();
    bencher.counter(ItemsCount::new(10_000_u32)).bench_local(run);
}
