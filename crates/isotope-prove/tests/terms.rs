//! Proofs are about the code that runs. Terms are compared with the interpreter, equalities with random inputs, and every definition is
//! mutated. The golden vectors catch each mutation, or the solver shows that it changes nothing.

#[path = "../../isotope-op/tests/common/sweep.rs"]
mod sweep;

use std::time::Duration;

use isotope_op::assume::{AMD_MINMAX_ORDER, Assumptions};
use isotope_op::atomic::{AtomicOp, Packing, Rmw, Size};
use isotope_op::policy::{self, AmdUnit, FpDenorm};
use isotope_op::random::Random;
use isotope_prove::decide::{Decision, Half, Means, Posed};
use isotope_prove::question::{Open, Question};
use isotope_prove::sample::{corners, value};
use isotope_prove::vectors::vectors;
use isotope_term::{Arena, Node, Tape, Value};

/// Every operation under the rules of every vendor, at a size.
fn definitions(size: Size) -> Vec<(String, Rmw)> {
    let a = Assumptions::default();
    let mut all = Vec::new();
    for op in AtomicOp::ALL {
        if op == AtomicOp::PutPointer {
            continue;
        }
        if !op.is_float() {
            all.push((format!("{} {size:?}", op.name()), policy::nvidia_int(op, size)));
            if op == AtomicOp::Cas {
                all.push((format!("cas, src1 compared {size:?}"), policy::amd_int(op, size)));
            }
            continue;
        }
        all.push((format!("intel {} {size:?}", op.name()), policy::intel_float(op, size, &a)));
        for (unit, bits) in [(AmdUnit::Lds, 0), (AmdUnit::Lds, 15), (AmdUnit::Memory, 0), (AmdUnit::Memory, 15)] {
            let rmw = policy::amd(op, size, unit, FpDenorm::new(bits), &a);
            all.push((format!("amd {} {size:?} {unit:?} {bits}", op.name()), rmw));
        }
        if size == Size::B32 {
            let ftz = policy::nvidia_l2_f32_ftz_rn(&a);
            all.push((format!("nvidia {}", op.name()), policy::nvidia_float(op, size, Packing::Scalar, ftz, &a)));
            let pair = policy::nvidia_l2_f16x2_rn(&a);
            all.push((format!("nvidia pair {}", op.name()), policy::nvidia_float(op, size, Packing::Pair16, pair, &a)));
        }
    }
    all
}

/// The terms of the new value, of the returned value, and of whether the result is unspecified.
fn terms(arena: &Arena, op: &Rmw) -> [Value; 3] {
    let [mem, src0, src1] = ["mem", "src0", "src1"].map(|name| arena.input(name, op.size.bits()));
    let out = arena.atomic(op, mem, src0, src1);
    [out.new, out.returned, out.unspecified]
}

/// Evaluates the terms of a definition.
struct Walk([Tape; 3], Vec<u128>);

impl Walk {
    fn new(arena: &Arena, roots: [Value; 3]) -> Walk {
        Walk(roots.map(|r| Tape::new(arena, r)), Vec::new())
    }
    /// The new value (unless unspecified) and the returned value.
    fn run(&mut self, inputs: &[u64; 3]) -> (Option<u64>, u64) {
        let [new, back, open] = &self.0;
        let back = back.run_on(inputs, &mut self.1);
        let open = open.run_on(inputs, &mut self.1) != 0;
        ((!open).then(|| new.run_on(inputs, &mut self.1)), back)
    }
}

fn draw(random: &mut Random, bits: u32, corners: &[u64]) -> [u64; 3] {
    let mem = value(random, bits, corners, 0);
    let src0 = value(random, bits, corners, mem);
    [mem, src0, value(random, bits, corners, if random.0 & 1 == 0 { mem } else { src0 })]
}

/// Runs `check` on every item, on two threads.
fn shared<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    check(item);
                }
            });
        }
    });
}

/// The number of inputs for each definition in a sweep.
const TRIES: usize = 10_000_000;

fn terms_agree(size: Size, tries: usize) {
    shared(&definitions(size), |(name, op)| {
        let arena = Arena::new();
        let mut walk = Walk::new(&arena, terms(&arena, op));
        let (bits, corners) = (size.bits(), corners(size.bits()));
        let mut random = Random(sweep::seed(7));
        for _ in 0..tries {
            let inputs = draw(&mut random, bits, &corners);
            let (new, back) = walk.run(&inputs);
            let ran = op.apply(inputs[0], inputs[1], inputs[2]);
            assert_eq!(ran.map(|u| (u.new, u.returned)).ok(), new.map(|n| (n, back)), "{name} {inputs:x?}");
        }
    });
}

#[test]
fn terms_and_interpreter_agree() {
    for (size, tries) in [(Size::B16, TRIES / 5), (Size::B32, TRIES), (Size::B64, TRIES)] {
        terms_agree(size, sweep::count(tries, 150));
    }
}

/// The basis of exhaustive answers: at 8 bits, every memory value with every operand.
#[test]
fn terms_and_interpreter_agree_on_every_byte() {
    shared(&definitions(Size::B8), |(name, op)| {
        let arena = Arena::new();
        let mut walk = Walk::new(&arena, terms(&arena, op));
        for x in 0..1u64 << 18 {
            // Four values of the second operand, with the first and the last among them.
            let inputs = [x & 0xff, x >> 8 & 0xff, [0, 0x7f, 0x80, 0xff][(x >> 16) as usize]];
            let ran = op.apply(inputs[0], inputs[1], inputs[2]);
            let (new, back) = walk.run(&inputs);
            assert_eq!(ran.map(|u| (u.new, u.returned)).ok(), new.map(|n| (n, back)), "{name} {inputs:x?}");
        }
    });
}

/// Pairs of definitions that are equal at every size.
fn equal_pairs(size: Size) -> Vec<(String, Rmw, Rmw)> {
    let a = Assumptions::default();
    let int = |op| Rmw::int(op, size);
    let amd = |op, unit, bits| policy::amd(op, size, unit, FpDenorm::new(bits), &a);
    // Where MODE 2 or 8 applies, LDS treats subnormals as memory does.
    let mode = if size == Size::B32 { 2 } else { 8 };
    let mut memory_first = a;
    assert!(memory_first.set("amd.first_operand_lds_add", "memory"));
    let swapped = Assumptions::DEFAULT.with(AMD_MINMAX_ORDER, false);
    vec![
        (
            "dec, predec".into(),
            int(AtomicOp::Dec),
            Rmw { returned: int(AtomicOp::Dec).returned, ..int(AtomicOp::Predec) },
        ),
        ("cas, roles".into(), policy::nvidia_int(AtomicOp::Cas, size), policy::amd_int(AtomicOp::Cas, size)),
        (
            "amd add, but for which of two NaNs comes".into(),
            policy::amd(AtomicOp::FAdd, size, AmdUnit::Lds, FpDenorm::new(mode), &memory_first),
            amd(AtomicOp::FAdd, AmdUnit::Memory, 15),
        ),
        (
            "amd max in memory and LDS".into(),
            amd(AtomicOp::FMax, AmdUnit::Lds, 0),
            amd(AtomicOp::FMax, AmdUnit::Memory, 0),
        ),
        (
            "a maximum written in two ways".into(),
            amd(AtomicOp::FMax, AmdUnit::Lds, 15),
            policy::amd(AtomicOp::FMax, size, AmdUnit::Lds, FpDenorm::ALL, &swapped),
        ),
    ]
}

#[test]
fn equalities_withstand_ten_million_inputs() {
    for size in [Size::B32, Size::B64] {
        shared(&equal_pairs(size), |(name, a, b)| {
            let q = Question::new(*a, *b, Open::Differs).expect("one width");
            let posed = Posed::new(&q, &[]).expect("no assumptions");
            for half in [Half::Memory, Half::Returned] {
                let decision = posed.decide(half, &Means::alone(Duration::from_secs(60)));
                assert!(matches!(decision, Decision::Equal { .. }), "{name} {size:?} {half:?}: {decision:?}");
            }
            let (mut random, corners) = (Random(sweep::seed(11)), corners(size.bits()));
            for _ in 0..sweep::count(TRIES, 150) {
                let [mem, src0, src1] = draw(&mut random, size.bits(), &corners);
                let theirs = q.right_sources([src0, src1]);
                let (x, y) = (a.apply(mem, src0, src1), b.apply(mem, theirs[0], theirs[1]));
                assert_eq!(x, y, "{name} {size:?} {mem:#x} {src0:#x} {src1:#x}");
            }
        });
    }
}

/// Another node of the same operands, width and kind; `None` if no such node exists.
fn mutated(node: Node) -> Option<Node> {
    Some(match node {
        Node::Lit(k) => Node::Lit(k ^ 1),
        Node::Add(a, b) => Node::Sub(a, b),
        Node::Sub(a, b) => Node::Add(a, b),
        Node::And(a, b) => Node::Or(a, b),
        Node::Or(a, b) => Node::And(a, b),
        Node::Xor(a, b) => Node::Or(a, b),
        Node::Shl(a, b) => Node::Shr(a, b),
        Node::Shr(a, b) => Node::Sar(a, b),
        Node::Sar(a, b) => Node::Shr(a, b),
        Node::UDiv(a, b) => Node::URem(a, b),
        Node::URem(a, b) => Node::UDiv(a, b),
        Node::Ult(a, b) => Node::Ult(b, a),
        Node::Slt(a, b) => Node::Ult(a, b),
        Node::Ite(c, a, b) => Node::Ite(c, b, a),
        Node::Float(op, a, b, c) => Node::Float(op, a, a, if b == c { b } else { c }),
        Node::Var(_) | Node::Not(_) | Node::Eq(..) | Node::Mul(..) => return None,
        Node::Clz(_) | Node::Popc(_) | Node::Rev(_) | Node::Zext(_) | Node::Sext(_) | Node::Trunc(_) => return None,
    })
}

#[test]
fn every_mutation_is_noticed() {
    let counts = std::sync::Mutex::new((0, 0));
    shared(&definitions(Size::B32), |(name, op)| {
        let arena = Arena::new();
        let roots = terms(&arena, op);
        let golden = vectors(op, 2000, 3);
        for victim in arena.reachable(&roots[..]) {
            let Some(other) = mutated(arena.node(victim).0) else { continue };
            let broken = Arena::new();
            // The same order of inputs as in the original.
            for name in ["mem", "src0", "src1"] {
                broken.input(name, 32);
            }
            let mut seen = 0;
            let order: Vec<Value> = arena.reachable(&roots[..]);
            let copies = arena.copy(&roots[..], &broken, |node, width| {
                let here = order[seen];
                seen += 1;
                (here == victim).then(|| {
                    // The operands of `node` are copies: apply the same change to them.
                    let operands: Vec<Value> = node.operands().collect();
                    let mut at = 0;
                    let old: Vec<Value> = arena.node(victim).0.operands().collect();
                    let changed = other.with_operands(|o| {
                        at += 1;
                        old.iter().position(|x| *x == o).map_or(operands[at - 1], |i| operands[i])
                    });
                    match changed {
                        Node::Lit(k) => broken.constant(k, width),
                        changed => broken.make(changed, width),
                    }
                })
            });
            let mut walk = Walk::new(&broken, [copies[0], copies[1], copies[2]]);
            let noticed = golden.iter().any(|v| {
                let (new, back) = walk.run(&[v.mem, v.src[0], v.src[1]]);
                new != v.new || (v.returned.is_some() && v.returned != Some(back))
            });
            let mut counts = counts.lock().expect("no panic before");
            counts.0 += 1;
            if noticed {
                counts.1 += 1;
                continue;
            }
            drop(counts);
            assert!(unchanged(op, &arena, &broken, &copies), "{name}: nobody notices {other:?}");
        }
    });
    let (all, noticed) = counts.into_inner().expect("no panic before");
    println!("{all} mutations, {noticed} noticed by vectors, {} proved to change nothing", all - noticed);
    assert!(all > 300 && noticed * 10 > all * 8, "{noticed} of {all}");
}

/// Whether a solver shows that a mutated definition equals the original.
fn unchanged(op: &Rmw, original: &Arena, broken: &Arena, copies: &[Value]) -> bool {
    let roots = terms(original, op);
    let both = Arena::new();
    let a = original.copy(&roots[..], &both, |_, _| None);
    let b = broken.copy(copies, &both, |_, _| None);
    let not = |v| both.make(Node::Not(v), 1);
    let differ = |x, y| not(both.make(Node::Eq(x, y), 1));
    let settled = not(both.make(Node::Or(a[2], b[2]), 1));
    let values = both.make(Node::Or(differ(a[0], b[0]), differ(a[1], b[1])), 1);
    let wrong = both.make(Node::And(settled, values), 1);
    let goal = both.make(Node::Or(wrong, both.make(Node::Xor(a[2], b[2]), 1)), 1);
    if matches!(both.node(goal).0, Node::Lit(0)) {
        return true;
    }
    let means = Means::alone(Duration::from_secs(60));
    matches!(
        isotope_prove::decide::solve(&both, goal, &means, isotope_prove::clock::Started::now(means.clock)),
        Decision::Equal { .. }
    )
}
