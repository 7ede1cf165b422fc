//! Lanes of one wave that only lockstep orders: kernels in which they race and kernels in which they do not, on three targets.

use std::collections::BTreeSet;

use isotope_explore::{Between, Error, Race, Races, TraceOptions, replay, traces};
use isotope_ir::ordering::Ordering;

use crate::common::{Given, Made, TARGETS, image, made};
use crate::races::{Fault, explored, faults, table, verdict};

/// Work-items of a wave, as the kernels are compiled.
const LANES: [u32; 3] = [32, 32, 16];

fn launch(kernel: &str, target: usize, waves: u32, buffers: &[u32]) -> (Made, &'static Ordering) {
    let image = image(TARGETS[target], "lanes");
    let of = image.kernel(Some(kernel)).unwrap();
    let given: Vec<Given> = buffers.iter().map(|words| Given::Words(*words)).collect();
    (made(&image, of, 1, waves * LANES[target], &given), isotope_targets::TARGETS.ordering(&image, of).unwrap())
}

fn looked(made: &Made, order: &'static Ordering) -> Races {
    let mut options = TraceOptions { max_executions: 2000, max_depth: 300, lanes: true, ..TraceOptions::default() };
    (options.observe, options.races) = (made.buffers.clone(), Some(order));
    let found = traces(&made.dispatch, &made.memory, &options).unwrap().races.unwrap();
    for race in found.found.iter().chain(&found.agreeing) {
        replay(&made.dispatch, &made.memory, &race.schedule, |_, _| ()).unwrap_or_else(|e| panic!("{e}: {race:?}"));
    }
    found
}

fn kinds(races: &[Race]) -> BTreeSet<Between> {
    races.iter().map(|race| race.between).collect()
}

/// Kernels that are right for any width of a wave, with their buffers. None has a race, with lanes apart or together.
const RIGHT: &[(&str, &[u32])] = &[
    ("tree", &[32, 1]),
    ("scan", &[32, 32]),
    ("neighbours", &[32]),
    ("broadcast", &[1, 32]),
    ("count", &[1]),
    ("same", &[1]),
    ("hand", &[1, 1, 1]),
    ("bytes", &[8]),
];

/// A kernel, its waves, its buffers, the kind of its races, and the largest number of lanes at which they show (for waves of 32 and of 16).
type Planted = (&'static str, u32, &'static [u32], Between, [u32; 2]);

/// Kernels that are right only in lockstep.
const PLANTED: &[Planted] = &[
    ("tree_nobar", 1, &[32, 1], Between::Lanes, [16, 8]),
    ("tree_last", 1, &[32, 1], Between::Lanes, [2, 2]),
    ("scan_once", 1, &[32, 32], Between::Lanes, [16, 8]),
    ("neighbours_nobar", 1, &[32], Between::Lanes, [1, 1]),
    ("broadcast_nobar", 1, &[1, 32], Between::Lanes, [16, 8]),
    ("count_plain", 1, &[1], Between::Lanes, [16, 8]),
    ("hand_norel", 1, &[1, 1, 1], Between::Lanes, [1, 1]),
    ("last", 1, &[4], Between::Instruction, [16, 8]),
    ("publish", 2, &[1, 32, 32], Between::LanesOfWaves, [0, 0]),
];

#[test]
fn right_kernels_have_no_race_of_lanes() {
    for (kernel, buffers) in RIGHT {
        for (target, (name, _)) in TARGETS.iter().enumerate() {
            let (made, order) = launch(kernel, target, 1, buffers);
            let found = looked(&made, order);
            assert_eq!(verdict(&found), "free", "{kernel} {name}: {:?}", found.found);
            // Lanes that store the same value are reported separately, as agreeing.
            let agrees = *kernel == "same";
            assert_eq!(found.agreeing.len(), usize::from(agrees), "{kernel} {name}: {:?}", found.agreeing);
            if let [race] = &found.agreeing[..] {
                let all = u64::MAX >> (64 - LANES[target]);
                assert_eq!(
                    race.exposed.map(|exposed| exposed.lanes[0] | exposed.lanes[1]),
                    Some(all),
                    "{kernel} {name}"
                );
            }
        }
    }
}

#[test]
fn planted_races_of_lanes_are_found() {
    for (kernel, waves, buffers, between, width) in PLANTED {
        for (target, (name, _)) in TARGETS.iter().enumerate() {
            let (made, order) = launch(kernel, target, *waves, buffers);
            assert_eq!(
                verdict(&explored(&made, order, 2000).races.unwrap()),
                "free",
                "{kernel} {name}: lanes together"
            );
            let found = looked(&made, order).found;
            assert!(kinds(&found).contains(between), "{kernel} {name}: {found:?}");
            let of = found.iter().filter(|race| race.between == *between);
            let widest = of.map(|race| race.exposed.unwrap().width).max();
            assert_eq!(widest, Some(width[usize::from(LANES[target] == 16)]), "{kernel} {name}: {found:?}");
            for race in &found {
                let exposed = race.exposed.unwrap();
                let [first, second] = [race.first, race.second];
                assert!(
                    first.lanes & exposed.lanes[0] != 0 && second.lanes & exposed.lanes[1] != 0,
                    "{kernel} {name}: {race:?}"
                );
                assert!(first.writes || second.writes, "{kernel} {name}: {race:?}");
            }
        }
    }
}

/// Of the launches in the table of races that are free, only these depend on lockstep.
#[test]
fn launches_without_races() {
    let (mut free, mut rest) = (0, BTreeSet::new());
    for row in table() {
        for (target, (name, _)) in TARGETS.iter().enumerate() {
            if row.verdicts[target] != "free" {
                continue;
            }
            let (made, order) = row.made(target);
            let most = 50;
            let mut options =
                TraceOptions { max_executions: most, max_depth: 300, lanes: true, ..TraceOptions::default() };
            options.races = Some(order);
            let found = traces(&made.dispatch, &made.memory, &options).unwrap().races.unwrap();
            if found.found.is_empty() {
                free += 1;
            } else {
                rest.insert((row.kernel.clone(), *name));
            }
        }
    }
    // Lane 0 alone gets what GDS holds, and all lanes store what they got.
    assert_eq!((free, rest), (116, BTreeSet::from([("gds_barrier".to_string(), "gfx1100")])));
}

/// Races between waves are reported in the same way whether lanes are apart or not.
#[test]
fn races_of_waves_stay() {
    let mut raced = 0;
    for row in table() {
        for target in (0..3).filter(|target| row.verdicts[*target] != "-") {
            let (made, order) = row.made(target);
            let find = |lanes: bool| {
                let options = TraceOptions { max_executions: 20, max_depth: 300, lanes, ..TraceOptions::default() };
                let options = TraceOptions { races: Some(order), ..options };
                let mut races = traces(&made.dispatch, &made.memory, &options).unwrap().races.unwrap().found;
                races.retain(|race| race.between == Between::Waves);
                races
            };
            let together = find(false);
            assert_eq!(find(true), together, "{} {}", row.kernel, TARGETS[target].0);
            raced += usize::from(!together.is_empty());
        }
    }
    assert!(raced > 80, "{raced}");
}

/// From launches without races one barrier at a time is taken out: where waves do not race, lanes may.
#[test]
fn a_barrier_taken_out() {
    let mut counts = [[0; 3]; 3];
    for row in table() {
        for target in (0..3).filter(|target| row.verdicts[*target] == "free") {
            let (mut made, order) = row.made(target);
            for (_, _, program) in faults(&made.dispatch.program).into_iter().filter(|f| f.0 == Fault::Barrier) {
                made.dispatch.program = program;
                let races = looked(&made, order).found;
                let [all, waves, lanes] = &mut counts[target];
                *all += 1;
                *waves += usize::from(kinds(&races).contains(&Between::Waves));
                *lanes += usize::from(!races.is_empty());
            }
        }
    }
    // The number of programs, how many have races between waves, and how many have races with lanes apart.
    assert_eq!(counts, [[24, 14, 19], [28, 18, 23], [27, 21, 25]]);
}

/// Each lane keeps a clock with an entry for every lane, so their number is limited.
#[test]
fn too_many_lanes() {
    let (made, order) = launch("same", 0, 17, &[1]);
    let options = TraceOptions { lanes: true, races: Some(order), ..TraceOptions::default() };
    assert_eq!(traces(&made.dispatch, &made.memory, &options).unwrap_err(), Error::Lanes { found: 544, limit: 512 });
}
