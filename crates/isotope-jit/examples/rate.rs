//! How fast code is beside the interpreter, in lane-atomics of histogram256 per second of processor time, the two in turns:
//! `cargo run --release -p isotope-jit --example rate [WORDS [FOLDER [interpreter|code]]]`.

use cpu_time::ProcessTime;
use isotope_jit::Jit;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Options, Report};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

fn load(folder: &str, extension: &str, name: &str) -> Image {
    let path = format!("{}/../../kernels/bin/{folder}/{name}.{extension}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).expect("a stored kernel");
    if extension != "visaasm" {
        return isotope_targets::TARGETS.load(&bytes).expect("a file of a compiler");
    }
    let info = std::fs::read_to_string(path.replace(".visaasm", ".zeinfo")).expect("its arguments");
    isotope_intel::ze::parse(&info, |_| Some(bytes.clone())).expect("they fit")
}

fn prepare(image: &Image, n: u32) -> (Dispatch, Memory) {
    let mut memory = Memory::new();
    let mut x = 1u32;
    let words = (0..n).flat_map(|_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x ^ x >> 15).to_le_bytes()
    });
    let data = memory.allocate("data", &words.collect::<Vec<u8>>()).expect("room");
    let hist = memory.allocate("hist", &[0; 1024]).expect("room");
    let args = vec![Arg::Address(data), Arg::U32(n), Arg::Address(hist)];
    let launch = Launch::new([16, 1, 1], [256, 1, 1], args);
    let kernel = image.kernel(None).expect("one kernel");
    (TARGETS.prepare(image, kernel, &mut memory, &launch).expect("a launch"), memory)
}

/// The number of launches in each figure.
const ROUNDS: u32 = 32;

fn main() {
    let n = std::env::args().nth(1).map_or(1 << 18, |n| n.parse().expect("a number"));
    for (folder, extension) in [("sm_50", "cubin"), ("gfx1100", "co"), ("tgllp", "visaasm"), ("tgllp.a64", "visaasm")] {
        let image = load(folder, extension, "histogram256");
        if std::env::args().nth(2).is_some_and(|only| only != folder) {
            continue;
        }
        let mut ends: Vec<(Report, Vec<u8>)> = Vec::new();
        let only = std::env::args().nth(3);
        for native in [false, true, false, true, false, true] {
            if only.as_ref().is_some_and(|only| (only == "code") != native) {
                continue;
            }
            let (dispatch, memory) = prepare(&image, n);
            let jit = Jit::after(&dispatch, 32).filter(|_| native);
            let options = Options { native: jit.as_ref().map(|j| j as _), ..Options::default() };
            let begun = ProcessTime::now();
            let mut report = isotope_machine::launch(&dispatch, &memory, options);
            for _ in 1..ROUNDS {
                report = isotope_machine::launch(&dispatch, &memory, options);
            }
            let took = begun.elapsed().as_secs_f64();
            let rate = f64::from(ROUNDS) * report.stats.lane_atomics as f64 / took / 1e6;
            println!("{folder:10} {} {rate:8.0} M lane-atomics/s", if native { "code       " } else { "interpreter" });
            ends.push((report, memory.region("hist").and_then(|r| r.store.as_ref()).expect("hist").to_bytes()));
        }
        assert!(ends.windows(2).all(|two| two[0] == two[1]), "{folder}: the engines agree");
    }
}
