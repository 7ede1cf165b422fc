//! Cases on AMD's synchronization unit: global wave sync, global data share, ordered count, append and consume. The expected memory follows
//! from the purpose of each kernel.

use isotope::{Result, Supported};

use crate::case::{Argument, Buffer, Case, Launch, Output};
use crate::ops::assumed;

const GUIDE: &str = "RDNA3 ISA guide";
const CHAPTER: &str = "AMD's RDNA3 chapter 13";

fn words(name: &'static str, count: usize, value: u64) -> Buffer {
    Buffer { name, width: 4, input: vec![value; count] }
}

/// A case without its outputs.
fn case(family: &'static str, name: &str, about: &str, needs: &'static [&'static str], buffers: Vec<Buffer>) -> Case {
    Case {
        id: format!("gfx1100-{family}-{name}"),
        family,
        target: "gfx1100",
        about: about.into(),
        file: "gfx1100/sync.co".into(),
        source: "sync.cl",
        needs,
        unit: 1,
        buffers,
        ..Case::default()
    }
}

impl Case {
    fn launch(mut self, kernel: &str, groups: u32, arguments: Vec<Argument>) -> Case {
        self.launches.push(Launch { kernel: kernel.into(), groups, arguments });
        self
    }

    /// Expects the whole buffer, by these rules.
    fn leaves(mut self, buffer: &'static str, expected: Vec<u64>, rules: Vec<Supported>) -> Case {
        for id in rules.iter().filter_map(|rule| rule.assumption) {
            if !self.assumptions.contains(&id) {
                self.assumptions.push(id);
            }
        }
        let rules = rules.into_iter().map(|rule| self.rule(rule)).collect();
        self.outputs.push(Output::all(buffer, expected, rules));
        self
    }
}

use Argument::{Buffer as B, Word as W};

/// All cases.
pub(crate) fn cases() -> Result<Vec<Case>> {
    Ok([gws()?, gds(), ordered()?, append()?].concat())
}

fn gws() -> Result<Vec<Case>> {
    let of = |name: &str, about: &str, buffers| case("gws", name, about, &["GWS", "all groups in flight"], buffers);
    let init = || Supported::spec("ds_gws_init sets the resource's counter", GUIDE);
    let enters = || Supported::spec("a wave that finds no credit waits in the resource's FIFO", GUIDE);
    let v = || Supported::spec("ds_gws_sema_v adds one credit, which the oldest waiting wave takes", GUIDE);
    let br = || Supported::spec("ds_gws_sema_br adds as many credits as its operand says", GUIDE);
    let opens = "the barrier opens for the wave that finds the counter at 0, which is set to its operand";
    let barrier = assumed(opens, "amd.gws_barrier")?;
    let n = 8u32;
    let sum = u64::from(n * (n + 1) / 2);
    Ok(vec![
        of(
            "barrier",
            "two rounds of a barrier of eight groups; in each, a group that passes has seen all other groups arrive",
            vec![words("sum", 2, 0), words("seen", 2 * n as usize, 0)],
        )
        .launch("gws_init", 1, vec![W(n - 1)])
        .launch("gws_barrier", n, vec![B("sum"), B("seen"), W(n)])
        .leaves("sum", vec![sum; 2], vec![init(), barrier.clone()])
        .leaves("seen", vec![sum; 2 * n as usize], vec![init(), barrier.clone()]),
        of("lock", "a semaphore of one credit around plain loads and stores", vec![words("counter", 1, 0)])
            .launch("gws_init", 1, vec![W(1)])
            .launch("gws_lock", 6, vec![B("counter"), W(5)])
            .leaves("counter", vec![30], vec![init(), enters(), v()]),
        of("sema_br", "one instruction lets seven groups through", vec![words("through", n as usize, 99)])
            .launch("gws_init", 1, vec![W(0)])
            .launch("gws_br", n, vec![B("through"), W(n)])
            .leaves("through", [99].into_iter().chain(1..u64::from(n)).collect(), vec![init(), enters(), br()]),
        of(
            "sema_v_p",
            "four groups announce and signal, four wait and find an announcement each",
            vec![words("made", 1, 0), words("taken", 1, 0), words("found", 4, 99)],
        )
        .launch("gws_init", 1, vec![W(0)])
        .launch("gws_v_p", n, vec![B("made"), B("taken"), B("found"), W(n)])
        .leaves("made", vec![4], vec![v()])
        .leaves("taken", vec![4], vec![enters(), v()])
        .leaves("found", vec![1; 4], vec![enters(), v()]),
    ])
}

fn gds() -> Vec<Case> {
    const FAMILY: &str = "gds";
    const NEEDS: &[&str] = &["GDS"];
    let memory =
        || Supported::spec("the GDS is one memory for all groups, and keeps its contents between launches", GUIDE);
    let atomic = |words: &str| Supported::spec(words, "RDNA3 ISA guide, LDS and memory atomics");
    let start: Vec<u64> = vec![100, 3, 0xf0, 1, 2, 5, 0xdead_beef, 0x1234_5678];
    let groups = 9u64;
    let all = |f: fn(u64, u64) -> u64, from: u64| (1..=groups).fold(from, f);
    let mut inc = start[4];
    (0..groups).for_each(|_| inc = if inc >= 4 { 0 } else { inc + 1 });
    let after = vec![
        all(|a, v| a + v, start[0]),
        all(u64::max, start[1]),
        all(|a, v| a ^ v, start[2]),
        all(|a, v| a | 1 << v, start[3]),
        inc,
        7,
        start[6],
        start[7],
    ];
    let set = |name: &str, about: &str| {
        let buffers = vec![
            Buffer { name: "values", width: 4, input: start.clone() },
            words("won", groups as usize, 99),
            words("out", 8, 0xa5a5_a5a5),
        ];
        case(FAMILY, name, about, NEEDS, buffers).launch("gds_set", 1, vec![B("values")])
    };
    let mut atomics = set("atomics", "nine groups add, take the maximum, change bits, count and compare in the GDS")
        .launch("gds_all", groups as u32, vec![B("won")])
        .launch("gds_get", 1, vec![B("out")])
        .leaves("out", after, vec![
            memory(),
            atomic("add, umax, xor and or are of the GDS as of other memory; inc goes to 0 from its bound; a comparison that holds stores the first of its two operands"),
        ])
        .leaves("won", std::iter::repeat_n(0, groups as usize - 1).chain([1]).collect(), vec![
            memory(),
            atomic("the returned value is memory before the operation: one group finds the comparand"),
        ]);
    if let Some(won) = atomics.outputs.last_mut() {
        won.any_order = true;
    }
    vec![
        set("memory", "what one launch stores in the GDS, another loads, whatever it does to its shared memory")
            .launch("gds_get", 1, vec![B("out")])
            .leaves("out", start.clone(), vec![memory()]),
        atomics,
    ]
}

fn ordered() -> Result<Vec<Case>> {
    const FAMILY: &str = "ordered_count";
    const NEEDS: &[&str] = &["ordered count"];
    let order = || Supported::spec("waves have their turns in the order in which the dispatch made them", GUIDE);
    let add = || Supported::spec("operation 0 adds, and gives the counter before back", GUIDE);
    let swap = || Supported::spec("operation 1 stores, and gives the counter before back", GUIDE);
    let release = || Supported::spec("the turn goes on with wave_release; without it the wave keeps it", GUIDE);
    let walker = assumed("one walker orders all counters", "amd.ordered_walker")?;
    let n = 11u64;
    let before = |f: &dyn Fn(u64) -> u64| (0..n).map(|g| (0..g).map(f).sum()).collect::<Vec<u64>>();
    let first = before(&|g| g + 1);
    let second = before(&|g| first[g as usize]);
    let pairs = first.iter().zip(&second).flat_map(|(a, b)| [*a, *b]).collect();
    let one = |name: &str, about: &str, count: usize| {
        let case = case(FAMILY, name, about, NEEDS, vec![words("out", count, 99)]);
        case.launch(&format!("ordered_{name}"), n as u32, vec![B("out")])
    };
    Ok(vec![
        one("add", "each group adds 3 g + 1 and gets what the groups before it have added", 11).leaves(
            "out",
            before(&|g| 3 * g + 1),
            vec![order(), add(), release()],
        ),
        one("two", "two counters by two instructions, of which the first keeps the turn", 22).leaves(
            "out",
            pairs,
            vec![order(), add(), release(), walker],
        ),
        one("swap", "a counter hands a number of the group before on", 11).leaves(
            "out",
            (0..n).map(|g| if g == 0 { 0 } else { 99 + g }).collect(),
            vec![order(), swap(), release()],
        ),
    ])
}

fn append() -> Result<Vec<Case>> {
    const FAMILY: &str = "append";
    let counts = || {
        Supported::spec("one wave adds the number of its active lanes, and each of them gets the counter before", GUIDE)
    };
    let takes =
        || Supported::spec("ds_consume takes the number of active lanes off, and gives the counter before back", GUIDE);
    let base = assumed("in LDS the address is the low half of M0, in GDS the high half is", "amd.append_m0")?;
    let input: Vec<u64> = (0..32u64).map(|i| ((i * 0x9e37_79b9) >> 7) & 0xff).collect();
    let odd = input.iter().filter(|v| *v & 1 != 0).count() as u64;
    let both = input.iter().filter(|v| *v & 3 == 3).count() as u64;
    let none = 0xffff_ffff;
    let mut out: Vec<u64> = input.iter().map(|v| if v & 1 != 0 { 1000 } else { none }).collect();
    out.extend(input.iter().map(|v| if v & 3 == 3 { 1000 + odd } else { none }));
    out.push(1000 + odd - both);
    let lds = case(
        FAMILY,
        "lds",
        "lanes with an odd input append, some of them take back",
        &[],
        vec![Buffer { name: "in", width: 4, input: input.clone() }, words("out", 65, 0xa5a5_a5a5)],
    )
    .launch("lds_append", 1, vec![B("in"), B("out")])
    .leaves("out", out, vec![base.clone(), counts(), takes()]);
    let input: Vec<u64> = (0..160u64).map(|i| (i << 8) | (((i * 0x9e37_79b9) >> 7) & 0xff)).collect();
    let mut kept: Vec<u64> = input.iter().copied().filter(|v| v & 1 != 0).collect();
    kept.resize(160, 0);
    let mut gds = case(
        FAMILY,
        "gds",
        "five groups write their odd inputs side by side, each at a place of its own",
        &["GDS"],
        vec![Buffer { name: "in", width: 4, input }, words("out", 160, 0), words("values", 8, 0)],
    )
    .launch("gds_clear", 1, vec![])
    .launch("gds_append", 5, vec![B("in"), B("out")])
    .leaves("out", kept, vec![base, counts(), Supported::spec("the GDS is one memory for all groups", CHAPTER)]);
    gds.buffers.pop();
    if let Some(out) = gds.outputs.last_mut() {
        out.any_order = true;
    }
    Ok(vec![lds, gds])
}
