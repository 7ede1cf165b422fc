//! Properties that hold for every program, tested on random programs.

use crate::sweep;
use isotope_litmus::{Limits, Report, explore, model, parse};
use std::collections::BTreeSet;

/// Small numbers from a seed (splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const SCOPES: [&str; 3] = ["cta", "gpu", "sys"];

/// An instruction of PTX. Its order and scope are numbers, so that they can be made stronger.
#[derive(Clone)]
enum Instruction {
    Load { order: usize, scope: usize, at: &'static str },
    Store { order: usize, scope: usize, at: &'static str, value: usize },
    Add { order: usize, scope: usize, at: &'static str },
    Fence { sc: bool, scope: usize },
}

impl Instruction {
    fn draw(draw: &mut Draw, value: usize) -> Instruction {
        let (scope, at, order) = (draw.below(3), draw.of(&["x", "y"]), draw.below(3));
        match draw.below(8) {
            0..=2 => Instruction::Load { order, scope, at },
            3..=5 => Instruction::Store { order, scope, at, value },
            6 => Instruction::Add { order: draw.below(4), scope, at },
            _ => Instruction::Fence { sc: draw.below(2) == 1, scope },
        }
    }

    fn text(&self, register: usize) -> String {
        match *self {
            Instruction::Load { order: 0, at, .. } => format!("ld.weak r{register}, {at}"),
            Instruction::Load { order, scope, at } => {
                format!("ld.{}.{} r{register}, {at}", ["", "relaxed", "acquire"][order], SCOPES[scope])
            }
            Instruction::Store { order: 0, at, value, .. } => format!("st.weak {at}, {value}"),
            Instruction::Store { order, scope, at, value } => {
                format!("st.{}.{} {at}, {value}", ["", "relaxed", "release"][order], SCOPES[scope])
            }
            Instruction::Add { order, scope, at } => {
                let order = ["relaxed", "acquire", "release", "acq_rel"][order];
                format!("atom.{order}.{}.add r{register}, {at}, 4", SCOPES[scope])
            }
            Instruction::Fence { sc, scope } => {
                format!("fence.{}.{}", if sc { "sc" } else { "acq_rel" }, SCOPES[scope])
            }
        }
    }

    /// One step stronger: a wider scope or a higher order, if there is one.
    fn stronger(&self, draw: &mut Draw) -> Instruction {
        let mut new = self.clone();
        let widen = draw.below(2) == 0;
        match &mut new {
            Instruction::Load { order, scope, .. } | Instruction::Store { order, scope, .. } => {
                if widen && *order > 0 {
                    *scope = 2.min(*scope + 1)
                } else {
                    *order = 2.min(*order + 1)
                }
            }
            Instruction::Add { order, scope, .. } => match (widen, *order) {
                (true, _) => *scope = 2.min(*scope + 1),
                (false, 0) => *order = 1 + draw.below(2),
                (false, _) => *order = 3,
            },
            Instruction::Fence { sc, scope } => {
                if widen {
                    *scope = 2.min(*scope + 1)
                } else {
                    *sc = true
                }
            }
        }
        new
    }
}

fn text(threads: &[(usize, usize, Vec<Instruction>)]) -> String {
    let heads = threads.iter().enumerate().map(|(i, (cta, gpu, _))| format!("P{i}@cta {cta}, gpu {gpu}"));
    let mut rows = vec![heads.collect::<Vec<_>>().join(" | ")];
    let longest = threads.iter().map(|(_, _, code)| code.len()).max().unwrap_or(0);
    for row in 0..longest {
        let cell =
            |(_, _, code): &(usize, usize, Vec<Instruction>)| code.get(row).map_or(String::new(), |i| i.text(row));
        rows.push(threads.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
    let mut shown = vec!["x".to_string(), "y".to_string()];
    for (i, (_, _, code)) in threads.iter().enumerate() {
        let reads = |(_, instruction): &(usize, &Instruction)| {
            matches!(instruction, Instruction::Load { .. } | Instruction::Add { .. })
        };
        shown.extend(code.iter().enumerate().filter(reads).map(|(row, _)| format!("P{i}:r{row}")));
    }
    format!("PTX drawn\n{{ x=0; y=0; }}\n{} ;\nlocations [{}]\n", rows.join(" ;\n"), shown.join("; "))
}

fn states(text: &str, by: &str) -> (BTreeSet<Vec<i64>>, Report) {
    let test = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let report = explore(&test, model(by).unwrap(), &Limits::default()).unwrap();
    (report.states.iter().map(|state| state.values.clone()).collect(), report)
}

/// What can happen under sequential consistency can happen under every model; a stronger instruction lets nothing new happen; and with a
/// single proxy, PTX 6.0 and 7.5 agree.
#[test]
fn models_are_weaker_than_sc_and_orders_are_monotonic() {
    let mut draw = Draw(sweep::seed(15));
    let (mut weaker, mut fewer) = (0, 0);
    for _ in 0..sweep::count(10_000, 20) {
        let threads: Vec<(usize, usize, Vec<Instruction>)> = (0..2 + draw.below(2))
            .map(|t| {
                let length = 1 + draw.below(3);
                (
                    draw.below(2),
                    draw.below(2),
                    (0..length).map(|i| Instruction::draw(&mut draw, t * 3 + i + 1)).collect(),
                )
            })
            .collect();
        let mut changed = threads.clone();
        let thread = draw.below(threads.len());
        let instruction = draw.below(threads[thread].2.len());
        changed[thread].2[instruction] = threads[thread].2[instruction].stronger(&mut draw);
        let (before, after) = (text(&threads), text(&changed));
        let (sc, report) = states(&before, "sc");
        if !report.whole {
            continue;
        }
        assert_eq!(states(&before, "ptx60").0, states(&before, "ptx75").0, "7.5 adds proxies alone:\n{before}");
        for by in ["ptx60", "ptx75"] {
            let ((weak, one), (strong, two)) = (states(&before, by), states(&after, by));
            if !one.whole || !two.whole {
                continue;
            }
            assert!(sc.is_subset(&weak), "{by} forbids what is sequentially consistent:\n{before}");
            assert!(strong.is_subset(&weak), "{by} lets more happen:\n{before}\n{after}");
            weaker += usize::from(sc.len() < weak.len());
            fewer += usize::from(strong.len() < weak.len());
        }
    }
    // The sets differ often enough for the test to mean something.
    assert!(weaker > 100 && fewer > 20, "{weaker} {fewer}");
}

/// Damaged text is read or refused, in limited time and without a panic.
#[test]
fn damaged_texts_are_refused() {
    let texts = [
        include_str!("data/shapes/ptx.txt"),
        include_str!("data/shapes/vulkan.txt"),
        include_str!("data/shapes/opencl.txt"),
    ];
    let shapes: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.split("\n## ").skip(1))
        .map(|shape| shape.split_once('\n').unwrap().1)
        .collect();
    let mut draw = Draw(sweep::seed(16));
    let (mut read, mut refused) = (0, 0);
    for _ in 0..sweep::count(100_000, 20) {
        let mut bytes: Vec<u8> = draw.of(&shapes).bytes().collect();
        for _ in 0..1 + draw.below(4) {
            let at = draw.below(bytes.len());
            if bytes.len() < 10 {
                break;
            }
            match draw.below(5) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = draw.of(b"{}();:,.|@=~*&<>-\"0129PrxLC \n"),
                2 => bytes.insert(at, draw.of(b"{}();:,.|@=~*&<>-\"0129PrxLC \n\xff")),
                3 => bytes.truncate(at.max(10)),
                _ => {
                    let other = draw.of(&shapes).as_bytes();
                    let from = draw.below(other.len());
                    let piece = other[from..(from + 30).min(other.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        let damaged = String::from_utf8_lossy(&bytes);
        match parse(&damaged) {
            Ok(test) => {
                read += 1;
                let limits = Limits { candidates: 200, paths: 2000, races: true, waiting: true, ..Limits::default() };
                let _ = explore(&test, isotope_litmus::model_for(test.dialect), &limits);
            }
            Err(error) => {
                refused += 1;
                let lines = damaged.lines().count() as u32 + 1;
                assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}\n{damaged}");
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

/// Text that is too deep or too long is refused, and the error names the limit.
#[test]
fn limits_are_named() {
    let deep = format!("PTX t {{x=0;}} P0@cta 0, gpu 0; ld.weak r0, x; exists {}x==0", "(".repeat(100_000));
    let chain = format!("PTX t {{x=0;}} P0@cta 0, gpu 0; ld.weak r0, x; exists x==0{}", " /\\ x==0".repeat(5000));
    let long = format!("PTX t {{x=0;}} P0@cta 0, gpu 0; {} exists x==0", "ld.weak r0, x;".repeat(5000));
    let blocks = format!("OPENCL t {{[x]=0;}} P0@wg 0, dev 0 (global int* x) {{ {}", "if (*x) { ".repeat(10_000));
    let sums = format!("OPENCL t {{[x]=0;}} P0@wg 0, dev 0 (global int* x) {{ int r = {}", "(".repeat(10_000));
    let locations: String = (0..200).map(|i| format!("v{i}=0;")).collect();
    let many = format!("PTX t {{{locations}}} P0@cta 0, gpu 0; ld.weak r0, x;");
    for (text, word) in [
        (deep, "nest at most"),
        (chain, "comparisons"),
        (long, "instructions"),
        (blocks, "blocks nest"),
        (sums, "expressions nest"),
        (many, "locations"),
    ] {
        let error = parse(&text).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    let huge = parse(&" ".repeat(2 << 20)).unwrap_err().to_string();
    assert!(huge.contains("bytes"), "{huge}");
    let loops = "PTX t {x=0;} P0@cta 0, gpu 0; LC0: ; st.weak x, 1; goto LC0; exists x == 1";
    let report = explore(&parse(loops).unwrap(), model("ptx75").unwrap(), &Limits::default()).unwrap();
    assert_eq!((report.whole, report.holds), (false, None), "{report}");
}

/// An instruction without a meaning is an error only where an execution reaches it.
#[test]
fn instructions_without_a_meaning() {
    let division = |initial: i64| {
        format!(
            "PTX t {{ x={initial}; y=0; }}
             P0@cta 0, gpu 0       | P1@cta 0, gpu 0 ;
             ld.relaxed.gpu r0, x  | st.weak y, 0    ;
             div r1, 4, r0         |                 ;
            exists (P0:r1 == 2)"
        )
    };
    let ptx = model("ptx75").unwrap();
    let two = explore(&parse(&division(2)).unwrap(), ptx, &Limits::default()).unwrap();
    assert_eq!(two.holds, Some(true));
    let zero = explore(&parse(&division(0)).unwrap(), ptx, &Limits::default()).unwrap_err().to_string();
    assert!(zero.starts_with("line 4: `div r1, 4, r0` divides by zero"), "{zero}");
    let array = |element: usize| {
        format!(
            "OPENCL t {{ atomic_int a[2] = {{5, 6}}; [i] = {element}; }}
             P0@wg 0, dev 0 (global atomic_int* a, global atomic_int* i) {{
               int r0 = atomic_load(i);
               int r1 = atomic_load(&a[r0]);
               atomic_store(a + 0, 7);
             }}
            forall (0:r1=6 /\\ a=7 /\\ a[1]=6)"
        )
    };
    let opencl = model("opencl").unwrap();
    assert_eq!(explore(&parse(&array(1)).unwrap(), opencl, &Limits::default()).unwrap().holds, Some(true));
    let outside = explore(&parse(&array(2)).unwrap(), opencl, &Limits::default()).unwrap_err().to_string();
    assert!(outside.contains("does not have"), "{outside}");
    let error = parse(&array(1).replace("a[1]=6", "a[2]=6")).unwrap_err().to_string();
    assert!(error.contains("2 elements"), "{error}");
}
