//! Kernels made by compilers, on both engines: the programs of `kernels/foreign` with their intended launches, and every kernel of every
//! file in `kernels` with arguments that fit its parameters. Many of the latter end in a fault or run until the budget is spent; then both
//! engines stop at the same place. A sweep runs all the programs, and more launches of each kernel.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Options, Outcome, Report, launch};
use isotope_object::{Image, Param, ParamKind, ParamSpace};
use isotope_op::random::Random;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

#[path = "../../isotope-op/tests/common/sweep.rs"]
mod sweep;

#[path = "../../isotope-tests/src/kernel_files.rs"]
mod kernel_files;

use kernel_files::{below, kernels, read, text};

/// Which fifth of the programs to take, with one launch of each kernel; the seed of a part of a sweep chooses another fifth. `None` in a
/// whole sweep, which takes everything. Compilers built without optimisation take long for each program.
fn part() -> Option<usize> {
    (!sweep::whole()).then(|| sweep::number().unwrap_or(1) as usize)
}

/// The image in a file; `None` for files that are not run.
fn load(path: &Path) -> Option<Image> {
    if path.extension().is_none_or(|extension| extension != "zeinfo") {
        return TARGETS.load(&read(path)).ok();
    }
    let beside = |kernel: &str| std::fs::read(path.with_file_name(format!("{kernel}.visaasm"))).ok();
    let code = |kernel: &str| beside(kernel).or_else(|| std::fs::read(path.with_extension("visaasm")).ok());
    isotope_intel::ze::parse(&text(path), code).ok()
}

/// The bytes of each piece of memory that the host reaches.
fn contents(memory: &Memory) -> Vec<(String, Vec<u8>)> {
    let bytes = |region: &isotope_machine::mem::Region| region.store.as_ref().map(|store| store.to_bytes());
    memory.regions().iter().filter_map(|region| Some((region.name.clone(), bytes(region)?))).collect()
}

/// Launch on both engines, which must agree. Returns their report.
fn both(dispatch: &Dispatch, memory: &Memory, options: Options<'_>, at: &str) -> Report {
    let ours = memory.clone();
    let jit = Jit::after(dispatch, 0);
    let code = launch(dispatch, &ours, Options { native: jit.as_ref().map(|jit| jit as _), ..options });
    let interpreted = launch(dispatch, memory, options);
    assert_eq!(code, interpreted, "{at}");
    for (ours, theirs) in contents(&ours).into_iter().zip(contents(memory)) {
        let (name, ours) = ours;
        let differs = ours.iter().zip(&theirs.1).position(|(a, b)| a != b);
        assert_eq!((&name, ours.len(), differs), (&theirs.0, theirs.1.len(), None), "{at}: first byte that differs");
    }
    interpreted
}

#[test]
fn programs_of_three_compilers() {
    let folder = kernels("foreign");
    let table = text(&folder.join("programs.tsv"));
    let [input, want] = ["in.bin", "want.bin"].map(|name| read(&folder.join(name)));
    let (mut file_before, mut image, mut count) = (String::new(), None, 0);
    let (first, step) = part().map_or((0, 1), |part| (part % 5, 5));
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(first).step_by(step) {
        let [target, file, kernel, groups, items, place, bytes] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("seven columns: {line}")
        };
        let [groups, items]: [u32; 2] = [groups, items].map(|n| n.parse().unwrap());
        let [place, bytes]: [usize; 2] = [place, bytes].map(|n| n.parse().unwrap());
        let path = format!("{target}/{file}");
        if path != file_before {
            image = load(&folder.join("bin").join(&path));
            file_before = path;
        }
        let image = image.as_ref().unwrap();
        let mut memory = Memory::new();
        let from = memory.allocate("in", &input).unwrap();
        let to = memory.allocate("out", &vec![0; bytes]).unwrap();
        let launch = Launch::new([groups, 1, 1], [items, 1, 1], vec![Arg::Address(from), Arg::Address(to)]);
        let dispatch = TARGETS.prepare(image, image.kernel(Some(kernel)).unwrap(), &mut memory, &launch).unwrap();
        let report = both(&dispatch, &memory, Options::default(), line);
        assert_eq!(report.outcome, Outcome::Done, "{line}");
        let left = memory.find(to, 0).and_then(|region| region.store.as_ref()).unwrap().to_bytes();
        assert!(left == want[place..place + bytes], "{line}");
        count += 1;
    }
    assert!(count > 400 / step, "{count} programs");
}

/// A random argument that fits a parameter.
fn drawn(param: &Param, random: &mut Random, memory: &mut Memory) -> Arg {
    let name = format!("buffer {}", param.ordinal);
    let mut buffer = || {
        let small = random.draw().is_multiple_of(2);
        let word = |_| if small { random.draw() as u32 % 64 } else { random.draw() as u32 };
        let words: Vec<u8> = (0..2048).map(word).flat_map(u32::to_le_bytes).collect();
        memory.allocate(&name, &words).unwrap()
    };
    match (param.kind, param.size) {
        (ParamKind::Pointer { space: ParamSpace::Shared, .. }, _) => Arg::Local(1024),
        (ParamKind::Surface, _) => Arg::Surface { address: buffer(), bytes: 8192 },
        (ParamKind::Pointer { .. }, _) | (ParamKind::Plain, 8) => Arg::Address(buffer()),
        (_, 4) => Arg::U32([0, 1, 3, 7, 31, 64, 200, 1000][random.draw() as usize % 8]),
        (_, size) => Arg::Bytes((0..size).map(|_| random.draw() as u8 % 8).collect()),
    }
}

/// The seeds, and the work-items of each group.
const LAUNCHES: [(u64, u32); 3] = [(0, 32), (1, 96), (2, 13)];

#[test]
fn every_kernel_with_drawn_arguments() {
    let kinds = ["cubin", "co", "zebin", "zeinfo"];
    let mut paths: Vec<_> = kinds.iter().flat_map(|extension| below(&kernels(""), extension)).collect();
    paths.retain(|path| !path.components().any(|part| part.as_os_str() == "foreign"));
    let (launches, max_steps) = match part() {
        None => (&LAUNCHES[..], 20_000),
        Some(_) => (&LAUNCHES[1..2], 3_000),
    };
    let counts = [const { AtomicUsize::new(0) }; 4];
    let next = AtomicUsize::new(0);
    // Most of the time goes into compiling, which uses one thread for each kernel.
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(image) = load(path) else { continue };
                    launch_each(&image, path, launches, max_steps, &counts);
                }
            });
        }
    });
    let [done, stopped, stuck, refused] = counts.map(AtomicUsize::into_inner);
    println!("{done} done, {stopped} stopped, {stuck} stuck, {refused} refused");
    assert!(done > 1000 && stopped > 60 && stuck > 200 && refused < done / 5);
}

/// Launches every kernel of a file, and counts which are done, stopped, stuck and refused.
fn launch_each(image: &Image, path: &Path, launches: &[(u64, u32)], max_steps: u64, counts: &[AtomicUsize; 4]) {
    let count = |which: usize| counts[which].fetch_add(1, Ordering::Relaxed);
    for kernel in &image.kernels {
        for &(seed, items) in launches {
            let mut random = Random(seed + 1);
            let mut memory = Memory::new();
            let args: Vec<Arg> = kernel.params.iter().map(|param| drawn(param, &mut random, &mut memory)).collect();
            let launch = Launch::new([3, 1, 1], [items, 1, 1], args);
            let at = format!("{} {} seed {seed}", path.display(), kernel.name);
            let Ok(dispatch) = TARGETS.prepare(image, kernel, &mut memory, &launch) else {
                count(3);
                continue;
            };
            match both(&dispatch, &memory, Options { seed, max_steps, ..Options::default() }, &at).outcome {
                Outcome::Done => count(0),
                Outcome::Stopped { .. } => count(1),
                Outcome::Hung(_) => count(2),
            };
        }
    }
}
