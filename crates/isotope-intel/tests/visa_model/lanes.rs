//! Lanes, masks, predicates, regions, addresses.

use super::state::*;

/// First bytes of two sources and a destination; they do not overlap.
const A: usize = 2 * 32;
const B: usize = 20 * 32;
const D: usize = 40 * 32;

const REGIONS: [Region; 8] = [
    Region(1, 1, 0),
    Region(0, 1, 0),
    Region(8, 8, 1),
    Region(4, 2, 2),
    Region(8, 4, 2),
    Region(2, 1, 0),
    Region(0, 4, 1),
    Region(4, 4, 0),
];

/// Applies `f` to the elements that execute, each on the state before the instruction.
fn each(s: &State, exec: Exec, f: impl Fn(&State, &mut State, u32)) -> State {
    let mut after = s.clone();
    for i in (0..exec.size).filter(|&i| exec.runs(s, i) && exec.chosen(s.p[0], i)) {
        f(s, &mut after, i);
    }
    after
}

fn bit(word: &mut u32, at: u32, value: bool) {
    *word = *word & !(1 << at) | u32::from(value) << at;
}

/// Every mask, size and predicate, with registers as sources and destination.
#[test]
fn lanes_of_moves_and_sums() {
    let machine = Machine::new(32);
    let mut random = generator(1);
    let mut count = 0;
    for exec in Exec::all() {
        for (pred, predicate) in PREDICATES.iter().enumerate() {
            for simd in [8, 16, 32] {
                let exec = Exec { pred, ..exec };
                let mut s = State::random(&mut random, simd);
                if count % 5 == 0 {
                    s.p[0] = [0, u32::MAX][count / 5 % 2];
                }
                let ty = ["ud", "uw", "uq", "ub"][random() as usize % 4];
                let n = bytes_of(ty);
                let (ra, rb) = (REGIONS[random() as usize % 8], REGIONS[random() as usize % 8]);
                let step = [1, 2, 4][random() as usize % 3];
                let mask = u64::MAX >> (64 - 8 * n);
                let operands = format!("R{ty}({},0)<{step}> R{ty}(2,1){} R{ty}(20,2){}", D / 32, ra.text(), rb.text());
                let head = format!("{predicate}NAME {} {operands}", exec.text());
                let at = |i: u32| (A + (1 + ra.element(i)) * n, B + (2 + rb.element(i)) * n, D + i as usize * step * n);
                if at(exec.size - 1).2 + n > REGISTERS || step * n > 16 {
                    continue;
                }
                let two = |f: fn(u64, u64) -> u64| {
                    each(&s, exec, |b, a, i| {
                        let (x, y, d) = at(i);
                        a.put(d, n, f(b.get(x, n), b.get(y, n)) & mask);
                    })
                };
                machine.check(&head.replace("NAME", "add"), simd, &s, &two(u64::wrapping_add));
                machine.check(&head.replace("NAME", "xor"), simd, &s, &two(|x, y| x ^ y));
                // The predicate of `sel` selects the source.
                let chosen = each(&s, Exec { pred: 0, ..exec }, |b, a, i| {
                    let (x, y, d) = at(i);
                    a.put(d, n, b.get(if exec.chosen(b.p[0], i) { x } else { y }, n));
                });
                if pred != 0 {
                    machine.check(&head.replace("NAME", "sel"), simd, &s, &chosen);
                }
                count += 3;
            }
        }
    }
    assert!(count > 4000, "{count}");
}

/// Flags are written for the executing lanes and for no others.
#[test]
fn lanes_of_predicates() {
    let machine = Machine::new(32);
    let mut random = generator(2);
    let mut count = 0;
    for exec in Exec::all() {
        for simd in [8, 16, 32] {
            let s = State::random(&mut random, simd);
            let (text, first) = (exec.text(), exec.first());
            let test = |ty: &str, n: usize, f: fn(u64, u64) -> bool| {
                let line = format!("cmp.lt {text} P2 R{ty}(2,0)<1;1,0> R{ty}(20,0)<1;1,0>");
                let want = each(&s, exec, |b, a, i| {
                    bit(&mut a.p[1], first + i, f(b.get(A + i as usize * n, n), b.get(B + i as usize * n, n)));
                });
                machine.check(&line, simd, &s, &want);
            };
            test("ud", 4, |x, y| x < y);
            test("d", 4, |x, y| (x as i32) < y as i32);
            test("uw", 2, |x, y| x < y);
            test("w", 2, |x, y| (x as i16) < y as i16);
            test("q", 8, |x, y| (x as i64) < y as i64);
            test("ub", 1, |x, y| x < y);
            // A vector destination gets all ones.
            for (ty, n) in [("ud", 4), ("uq", 8)].into_iter().filter(|(_, n)| exec.size as usize * n <= 128) {
                let want = each(&s, exec, |b, a, i| {
                    let i = i as usize * n;
                    a.put(D + i, n, if b.get(A + i, n) >= b.get(B + i, n) { u64::MAX } else { 0 });
                });
                let line = format!("cmp.ge {text} R{ty}(40,0)<1> R{ty}(2,0)<1;1,0> R{ty}(20,0)<1;1,0>");
                machine.check(&line, simd, &s, &want);
            }
            // The bits of a number set 32 elements or half of them, independent of the active lanes.
            let numbers =
                [("ud", 4), ("uw", 2), ("ub", 1)].map(|(ty, n)| (format!("R{ty}(2,0)<0;1,0>"), s.get(A, n) as u32));
            for (source, number) in numbers.into_iter().chain([("0x96695aa5:ud".into(), 0x9669_5aa5)]) {
                let line = format!("setp {text} P2 {source}");
                if first % 16 != 0 {
                    let refused = machine.run(&line, simd, &s).unwrap_err();
                    assert!(refused.contains("a mask other than M1 and M5"), "{line}: {refused}");
                    continue;
                }
                let mut want = s.clone();
                want.p[1] = match exec.size {
                    32 => number,
                    _ => want.p[1] & !(0xffff << first) | (number & 0xffff) << first,
                };
                machine.check(&line, simd, &s, &want);
            }
            if exec.size > 1 {
                for (ty, n) in [("ud", 4), ("uw", 2), ("ub", 1)] {
                    let want = each(&s, exec, |b, a, i| {
                        bit(&mut a.p[1], first + i, b.get(A + i as usize * n, n) & 1 != 0);
                    });
                    machine.check(&format!("setp {text} P2 R{ty}(2,0)<1;1,0>"), simd, &s, &want);
                }
            }
            for (name, f) in
                [("and", (|x, y| x & y) as fn(bool, bool) -> bool), ("or", |x, y| x | y), ("xor", |x, y| x ^ y)]
            {
                let want = each(&s, exec, |b, a, i| {
                    let at = |p: u32| p >> (first + i) & 1 != 0;
                    bit(&mut a.p[1], first + i, f(at(b.p[0]), at(b.p[1])));
                });
                machine.check(&format!("{name} {text} P2 P1 P2"), simd, &s, &want);
            }
            let want = each(&s, exec, |b, a, i| bit(&mut a.p[1], first + i, b.p[0] >> (first + i) & 1 == 0));
            machine.check(&format!("not {text} P2 P1"), simd, &s, &want);
            count += 16;
        }
    }
    assert!(count > 3000, "{count}");
}

/// Addresses of each lane, and elements at them.
#[test]
fn lanes_of_addresses() {
    let machine = Machine::new(32);
    let mut random = generator(3);
    let mut count = 0;
    for exec in Exec::all().into_iter().filter(|e| e.size <= 16) {
        for simd in [8, 16, 32] {
            let mut s = State::random(&mut random, simd);
            let (text, size) = (exec.text(), exec.size);
            for i in 0..32 {
                // Distances of words, some of them negative.
                s.put(A + 2 * i, 2, (8 * (random() % 40)).wrapping_sub(64) & 0xfffe);
            }
            let want = each(&s, exec, |b, a, i| {
                let step = b.get(A + 2 * i as usize, 2) as u16 as i16;
                a.a[i as usize] = (20 * 32 + 8i32).wrapping_add(step.into()) as u32;
            });
            let line = format!("addr_add {text} A0(0)<{size}> &R[648] Ruw(2,0)<1;1,0>");
            machine.check(&line, simd, &s, &want);
            machine.check(&line.replace(&format!("A0(0)<{size}>"), "A0(0)<1>"), simd, &s, &want);
            s.a = std::array::from_fn(|_| 8 * (random() as u32 % 60));
            let want = each(&s, exec, |b, a, i| a.a[i as usize] = b.a[i as usize].wrapping_add(64));
            machine.check(&format!("addr_add {text} A0(0)<{size}> A0(0)<{size}> 0x40:uw"), simd, &s, &want);
            let want = each(&s, exec, |b, a, i| a.a[i as usize] = b.a[3].wrapping_sub(8));
            machine.check(&format!("addr_add {text} A0(0)<{size}> A0(3)<1> -8:w"), simd, &s, &want);
            // Elements at one address per element, at one address, and rows of four at one address per row.
            for (ty, n) in [("ud", 4), ("uw", 2), ("uq", 8)] {
                if 16 * n * 2 > 512 {
                    continue;
                }
                let want = each(&s, exec, |b, a, i| {
                    a.put(D + i as usize * n, n, b.get(b.a[i as usize] as usize + 8, n));
                });
                machine.check(&format!("mov {text} R{ty}(40,0)<1> r[A0(0),8]<1,0>:{ty}"), simd, &s, &want);
                let want = each(&s, exec, |b, a, i| {
                    let i = i as usize;
                    a.put(D + i * n, n, b.get(b.a[i / 4] as usize + i % 4 * n, n));
                });
                machine.check(&format!("mov {text} R{ty}(40,0)<1> r[A0(0),0]<4,1>:{ty}"), simd, &s, &want);
                let want = each(&s, exec, |b, a, i| {
                    let i = i as usize;
                    a.put(D + i * n, n, b.get(b.a[2] as usize + (i / 4 * 8 + i % 4 * 2) * n, n));
                });
                machine.check(&format!("mov {text} R{ty}(40,0)<1> r[A0(2),0]<8;4,2>:{ty}"), simd, &s, &want);
                let want = each(&s, exec, |b, a, i| {
                    a.put(b.a[5] as usize + 16 + i as usize * 2 * n, n, b.get(D + i as usize * n, n));
                });
                machine.check(&format!("mov {text} r[A0(5),16]<2>:{ty} R{ty}(40,0)<1;1,0>"), simd, &s, &want);
                count += 4;
            }
            count += 3;
        }
    }
    assert!(count > 2000, "{count}");
}

/// If source and destination overlap, every lane reads the old values.
#[test]
fn overlap() {
    let machine = Machine::new(32);
    let mut random = generator(4);
    let mut count = 0;
    for size in [2, 8, 16, 32] {
        for (ty, n) in [("ud", 4usize), ("uw", 2), ("uq", 8), ("ub", 1)] {
            for shift in [0usize, 1, 2, 4, 8] {
                for (down, step, region) in [
                    (false, 1, Region(1, 1, 0)),
                    (true, 1, Region(1, 1, 0)),
                    (true, 2, Region(0, 1, 0)),
                    (false, 1, Region(8, 4, 2)),
                ] {
                    let exec = Exec { mask: 0, size, nm: true, pred: 0 };
                    let s = State::random(&mut random, 32);
                    let (from, to) = if down { (4 * 32 + shift * n, 4 * 32) } else { (4 * 32, 4 * 32 + shift * n) };
                    let place = |at: usize| format!("({},{})", at / 32, at % 32 / n);
                    let (source, dst) = (format!("{}{}", place(from), region.text()), place(to));
                    let line = format!("mov {} R{ty}{dst}<{step}> R{ty}{source}", exec.text());
                    let want = each(&s, exec, |b, a, i| {
                        a.put(to + i as usize * step * n, n, b.get(from + region.element(i) * n, n));
                    });
                    machine.check(&line, 32, &s, &want);
                    let line = format!("add {} R{ty}{dst}<{step}> R{ty}{dst}<1;1,0> R{ty}{source}", exec.text());
                    let want = each(&s, exec, |b, a, i| {
                        let sum = b.get(to + i as usize * n, n).wrapping_add(b.get(from + region.element(i) * n, n));
                        a.put(to + i as usize * step * n, n, sum);
                    });
                    machine.check(&line, 32, &s, &want);
                    count += 2;
                }
            }
        }
    }
    assert!(count >= 640, "{count}");
}
