//! What kernels of gfx1100 do under `rdna3` is allowed for their source. The OpenCL litmus tests of a checkout of hernanponcedeleon/Dat3M
//! are translated to OpenCL C, compiled by clang, explored, and compared with the model of OpenCL.
//!
//! `ISOTOPE_DAT3M=DIR cargo test --release -p isotope-explore --test main containment -- --ignored --nocapture`; `UPDATE=1` writes the table
//! `tests/data/containment.tsv`. It needs clang and lld 19 (`CLANG`, `LLD`).

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use isotope_explore::{Limit, MemoryRange, Options, RDNA3, WeakOptions, states, weak};
use isotope_litmus::test::{Access, Address, Arith, Compare, LitmusOp, Operand, Order, Test, Thread, Update, Value};
use isotope_litmus::{Limits, explore, model, parse};
use isotope_machine::mem::Memory;
use isotope_target::launch::{Arg, Launch};
use isotope_targets::TARGETS;

/// The location whose buffer holds a location, and its offset there in words: the elements of an array lie together.
fn within(test: &Test, location: usize) -> (usize, usize) {
    let first = (0..=location).find(|n| n + test.locations[*n].elements.max(1) > location).unwrap_or(location);
    (first, location - first)
}

/// A feature of a test that has no counterpart in a kernel.
type Unfit = String;

/// A kernel of a test and its launch: the order of the work-groups gives the group and wave of each thread.
struct Kernel {
    source: String,
    groups: u32,
    waves: u32,
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Weak | Order::Relaxed => "memory_order_relaxed",
        Order::Acquire => "memory_order_acquire",
        Order::Release => "memory_order_release",
        Order::AcqRel => "memory_order_acq_rel",
        Order::Sc => "memory_order_seq_cst",
    }
}

/// One order for a read-modify-write, from the orders of its two halves.
fn joined(load: Order, store: Order) -> &'static str {
    match (load.acquires(), store.releases()) {
        _ if load == Order::Sc || store == Order::Sc => order(Order::Sc),
        (true, true) => order(Order::AcqRel),
        (true, false) => order(Order::Acquire),
        (false, true) => order(Order::Release),
        (false, false) => order(Order::Relaxed),
    }
}

fn scope(access: &Access) -> &'static str {
    ["memory_scope_all_svm_devices", "memory_scope_device", "memory_scope_work_group", "memory_scope_work_item"]
        [usize::from(access.scope.unwrap_or(0))]
}

/// A fence as clang's builtin: its order, its scope, and the memories that it orders where those are not all.
fn fence(access: &Access, order: Order) -> Option<String> {
    let order = match order {
        Order::Weak | Order::Relaxed => return None,
        Order::Acquire => "__ATOMIC_ACQUIRE",
        Order::Release => "__ATOMIC_RELEASE",
        Order::AcqRel => "__ATOMIC_ACQ_REL",
        Order::Sc => "__ATOMIC_SEQ_CST",
    };
    let scope = ["", "agent", "workgroup", "singlethread"][usize::from(access.scope.unwrap_or(0))];
    let memories = match access.regions {
        1 => ", \"global\"",
        2 => ", \"local\"",
        _ => "",
    };
    Some(format!("__builtin_amdgcn_fence({order}, \"{scope}\"{memories});"))
}

impl Kernel {
    fn of(test: &Test) -> Result<Kernel, Unfit> {
        let mut groups: Vec<[u32; 3]> = Vec::new();
        let mut places = Vec::new();
        for thread in &test.threads {
            let of: [u32; 3] = thread.groups[..3].try_into().unwrap();
            let group = groups.iter().position(|g| *g == of).unwrap_or_else(|| {
                groups.push(of);
                groups.len() - 1
            });
            places.push((group, places.iter().filter(|(g, _)| *g == group).count()));
        }
        let waves = places.iter().map(|(_, wave)| wave + 1).max().unwrap_or(1);
        let mut out = String::from("kernel void test(");
        for (n, location) in test.locations.iter().enumerate() {
            if location.local && location.global {
                return Err("a location in global memory for one thread and in local memory for another".into());
            }
            if location.place != n {
                return Err("two names of one place".into());
            }
            let _ = write!(out, "global int *m{n}, ");
        }
        out += "global int *out) {\n";
        let locals: Vec<usize> = (0..test.locations.len()).filter(|n| test.locations[*n].local).collect();
        for n in &locals {
            let _ = writeln!(out, "local int l{n};");
        }
        out += "int wave = __builtin_amdgcn_workitem_id_x() >> 5, group = __builtin_amdgcn_workgroup_id_x();\n";
        out += "if (__builtin_amdgcn_workitem_id_x() & 31) return;\n";
        if !locals.is_empty() {
            out += "if (wave == 0) {\n";
            for n in &locals {
                let _ = writeln!(out, "*(volatile local int *)&l{n} = {};", test.locations[*n].initial);
            }
            out += "}\n__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"workgroup\"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"workgroup\");\n";
        }
        let observed = test.observed();
        for (column, (thread, (group, wave))) in test.threads.iter().zip(&places).enumerate() {
            let _ = writeln!(out, "if (group == {group} && wave == {wave}) {{");
            body(test, column, thread, &observed, &mut out)?;
            out += "return; }\n";
        }
        out += "}\n";
        Ok(Kernel { source: out, groups: groups.len() as u32, waves: waves as u32 })
    }
}

fn body(test: &Test, column: usize, thread: &Thread, observed: &[Value], out: &mut String) -> Result<(), Unfit> {
    let reg = |r: usize| format!("t{column}_{r}");
    let operand = |of: Operand| match of {
        Operand::Const(n) => n.to_string(),
        Operand::Reg(r) => reg(r),
    };
    let arith = |how: Arith| match how {
        Arith::Add => "+",
        Arith::Sub => "-",
        Arith::Mul => "*",
        Arith::Div => "/",
        Arith::And => "&",
        Arith::Or => "|",
        Arith::Xor => "^",
    };
    let pointer = |at: &Address, atomic: bool| -> Result<String, Unfit> {
        let (first, more) = within(test, at.location);
        let more = at.element.map_or(more.to_string(), operand);
        let local = test.locations[first].local;
        let (memory, name) = if local { ("local", format!("&l{first}")) } else { ("global", format!("m{first}")) };
        let name = if more == "0" { name } else { format!("({name} + {more})") };
        Ok(if atomic { format!("(volatile {memory} atomic_int *){name}") } else { format!("({name})") })
    };
    for (r, register) in thread.registers.iter().enumerate() {
        let _ = writeln!(out, "int {} = {};", reg(r), register.initial);
    }
    for (n, instruction) in thread.code.iter().enumerate() {
        let _ = write!(out, "L{column}_{n}: ");
        let line = match &instruction.op {
            LitmusOp::Set { to, how, a, b } => {
                format!("{} = {} {} {};", reg(*to), operand(*a), arith(*how), operand(*b))
            }
            LitmusOp::Load { to, at, access } if access.atomic => format!(
                "{} = __opencl_atomic_load({}, {}, {});",
                reg(*to),
                pointer(at, true)?,
                order(access.order),
                scope(access)
            ),
            LitmusOp::Load { to, at, .. } => format!("{} = *{};", reg(*to), pointer(at, false)?),
            LitmusOp::Store { at, value, access } if access.atomic => format!(
                "__opencl_atomic_store({}, {}, {}, {});",
                pointer(at, true)?,
                operand(*value),
                order(access.order),
                scope(access)
            ),
            LitmusOp::Store { at, value, .. } => format!("*{} = {};", pointer(at, false)?, operand(*value)),
            LitmusOp::Rmw { to, at, update, load, store } => {
                let (at, both) = (pointer(at, true)?, joined(load.order, store.order));
                let to = to.map_or_else(String::new, |to| format!("{} = ", reg(to)));
                match update {
                    Update::Exchange(value) => {
                        format!("{to}__opencl_atomic_exchange({at}, {}, {both}, {});", operand(*value), scope(load))
                    }
                    Update::Arith(how, value) => {
                        let how = match how {
                            Arith::Add => "add",
                            Arith::Sub => "sub",
                            Arith::And => "and",
                            Arith::Or => "or",
                            Arith::Xor => "xor",
                            Arith::Mul | Arith::Div => return Err("an atomic product".into()),
                        };
                        format!("{to}__opencl_atomic_fetch_{how}({at}, {}, {both}, {});", operand(*value), scope(load))
                    }
                    Update::Cas { expected, new, .. } => {
                        let fails =
                            if load.order == Order::Sc || load.order.acquires() { load.order } else { Order::Relaxed };
                        format!(
                            "{{ int e = {}; __opencl_atomic_compare_exchange_strong({at}, &e, {}, {both}, {}, {}); {to}e; }}",
                            operand(*expected),
                            operand(*new),
                            order(fails),
                            scope(load)
                        )
                    }
                }
            }
            LitmusOp::Fence(access) => fence(access, access.order).unwrap_or_else(|| ";".into()),
            LitmusOp::Barrier(barrier) => {
                if barrier.quorum.is_some() || barrier.arrives {
                    return Err("a barrier of some threads".into());
                }
                let half = |order| barrier.fence.as_ref().and_then(|access| fence(access, order)).unwrap_or_default();
                format!("{} __builtin_amdgcn_s_barrier(); {}", half(Order::Release), half(Order::Acquire))
            }
            LitmusOp::Device { .. } => return Err("an operation of the device domain".into()),
            LitmusOp::Branch { compare, a, b, to } => {
                let how = match compare {
                    Compare::Eq => "==",
                    Compare::Ne => "!=",
                    Compare::Lt => "<",
                    Compare::Le => "<=",
                    Compare::Gt => ">",
                    Compare::Ge => ">=",
                };
                format!("if ({} {how} {}) goto L{column}_{to};", operand(*a), operand(*b))
            }
            LitmusOp::Jump { to } => format!("goto L{column}_{to};"),
        };
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "L{column}_{}: ;", thread.code.len());
    for (n, value) in observed.iter().enumerate() {
        match value {
            Value::Register(of, r) if *of == column => {
                let _ = writeln!(out, "out[{n}] = {};", reg(*r));
            }
            _ => {}
        }
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(), Unfit> {
    let done = command.output().map_err(|error| error.to_string())?;
    let first = String::from_utf8_lossy(&done.stderr).lines().take(2).collect::<Vec<_>>().join(" ");
    if done.status.success() { Ok(()) } else { Err(format!("compiler: {first}")) }
}

fn compiled(source: &str, cu: bool, folder: &Path) -> Result<Vec<u8>, Unfit> {
    let tool = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let [c, o, co] = ["test.cl", "test.o", "test.co"].map(|name| folder.join(name));
    std::fs::write(&c, source).unwrap();
    let fixed = "-x cl -cl-std=CL2.0 -Xclang -finclude-default-header -O2 -nogpulib -w -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o";
    let mode = if cu { "-mcumode" } else { "-mno-cumode" };
    run(Command::new(tool("CLANG", "clang-19")).arg(mode).args(fixed.split(' ')).arg(&o).arg(&c))?;
    run(Command::new(tool("LLD", "ld.lld-19")).arg("-shared").arg(&o).arg("-o").arg(&co))?;
    Ok(std::fs::read(co).unwrap())
}

/// What a kernel can leave under rdna3 and under sequential consistency, and the number of states under rdna3.
struct Seen {
    weak: BTreeSet<Vec<i64>>,
    sc: BTreeSet<Vec<i64>>,
    states: usize,
    /// Whether every way to lay waves on cores was looked at.
    whole: bool,
}

fn seen(test: &Test, kernel: &Kernel, cu: bool, folder: &Path) -> Result<Seen, Unfit> {
    let bytes = compiled(&kernel.source, cu, folder)?;
    let image = isotope_targets::TARGETS.load(&bytes).map_err(|error| error.to_string())?;
    let of = image.kernel(Some("test")).map_err(|error| error.to_string())?;
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let observed = test.observed();
    let mut buffer = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let address = memory.allocate(&format!("buffer {}", buffers.len()), &bytes).unwrap();
        buffers.push(address);
        Arg::Address(address)
    };
    let mut args: Vec<Arg> = (0..test.locations.len())
        .map(|n| {
            let all = &test.locations[n..n + test.locations[n].elements.max(1)];
            buffer(&all.iter().map(|location| location.initial as u32).collect::<Vec<_>>())
        })
        .collect();
    args.push(buffer(&vec![0; observed.len().max(1)]));
    let out = *buffers.last().unwrap();
    let place = |(n, value): (usize, &Value)| match value {
        Value::Location(l) if test.locations[*l].local => Err("what is left in local memory".to_string()),
        Value::Location(l) => {
            let (first, more) = within(test, *l);
            Ok(MemoryRange { address: buffers[first] + 4 * more as u64, bytes: 4 })
        }
        _ => Ok(MemoryRange { address: out + 4 * n as u64, bytes: 4 }),
    };
    let observe = observed.iter().enumerate().map(place).collect::<Result<Vec<_>, _>>()?;
    let launch = Launch::new([kernel.groups, 1, 1], [32 * kernel.waves - 31, 1, 1], args);
    let dispatch = TARGETS.prepare(&image, of, &mut memory, &launch).map_err(|error| error.to_string())?;
    let mut options = WeakOptions::new(&RDNA3, !cu);
    (options.max_states, options.observe) = (6_000_000, observe.clone());
    let found = weak(&dispatch, &memory, &options).map_err(|error| error.to_string())?;
    match found.limit {
        Limit::None | Limit::Placements => {}
        limit => return Err(format!("{limit:?}: the search ended at {} states", found.states)),
    }
    if !found.stops.is_empty() || !found.deadlocks.is_empty() {
        return Err(format!("{:?} {:?}", found.stops.first(), found.deadlocks.first()));
    }
    let plain = states(&dispatch, &memory, &Options { observe, ..Options::default() }).map_err(|e| e.to_string())?;
    let value = |bytes: &Vec<u8>| i64::from(i32::from_le_bytes(bytes[..4].try_into().unwrap()));
    let list = |of: &Vec<Vec<u8>>| of.iter().map(value).collect::<Vec<i64>>();
    let counts = |of: &Vec<i64>| {
        let look = |value: Value| match value {
            Value::Const(number) => number,
            value => observed.iter().position(|o| *o == value).map_or(0, |n| of[n]),
        };
        test.filter.as_ref().is_none_or(|filter| filter.holds(&look))
    };
    Ok(Seen {
        weak: found.outcomes.keys().map(list).filter(&counts).collect(),
        sc: plain.outcomes.keys().map(list).filter(&counts).collect(),
        states: found.states,
        whole: found.limit == Limit::None,
    })
}

/// A row of the table: mode, states, what is seen under rdna3 and sc, what is allowed, and the verdict.
fn judge(text: &str, folder: &Path) -> Vec<String> {
    let both = |what: String| ["wgp", "cu"].map(|mode| format!("{mode}\t\t\t\t\t{what}")).to_vec();
    let test = match parse(text) {
        Ok(test) => test,
        Err(error) => return both(format!("left out: {error}")),
    };
    let kernel = match Kernel::of(&test) {
        Ok(kernel) => kernel,
        Err(what) => return both(format!("left out: {what}")),
    };
    // A condition may ask for a register that holds a pointer: its value does not change.
    let is_pointer = |value: &Value| match value {
        Value::Register(t, r) => test.locations.iter().any(|l| l.name == test.threads[*t].registers[*r].name),
        _ => false,
    };
    let pointers: Vec<usize> =
        test.observed().iter().enumerate().filter(|(_, v)| is_pointer(v)).map(|(n, _)| n).collect();
    let without = |of: &Vec<i64>| (0..of.len()).filter(|n| !pointers.contains(n)).map(|n| of[n]).collect::<Vec<i64>>();
    let opencl = model("opencl").unwrap();
    let limits = Limits { races: true, ..Limits::default() };
    let report = match explore(&test, opencl, &limits) {
        Ok(report) => report,
        Err(error) => return both(format!("left out: {error}")),
    };
    let allowed: BTreeSet<Vec<i64>> = report.states.iter().map(|state| without(&state.values)).collect();
    let row = |(mode, cu): (&str, bool)| match seen(&test, &kernel, cu, folder) {
        Err(what) => format!("{mode}\t\t\t\t\tleft out: {}", what.replace(['\n', '\t'], " ")),
        Ok(Seen { weak, sc, states, whole }) => {
            let [weak, sc] = [weak, sc].map(|of| of.iter().map(without).collect::<BTreeSet<_>>());
            let beyond: Vec<&Vec<i64>> = weak.difference(&allowed).collect();
            let verdict = match (beyond.first(), &report.race) {
                _ if !sc.is_subset(&weak) => format!("sc shows more: {:?}", sc.difference(&weak).next()),
                (None, _) if !report.whole && !report.bounds.is_empty() => "contained in what was looked at".into(),
                (None, race) => {
                    let racy = if race.is_some() { ", racy" } else { "" };
                    let apart = if whole { "" } else { ", each group on cores of its own" };
                    format!("contained{racy}{apart}")
                }
                (Some(_), Some(_)) => "racy: nothing is promised".into(),
                (Some(_), None) if !report.bounds.is_empty() => format!("not known: {}", report.bounds.join("; ")),
                (Some(first), None) => format!("NOT CONTAINED: {first:?}"),
            };
            format!("{mode}\t{states}\t{}\t{}\t{}\t{verdict}", weak.len(), sc.len(), allowed.len())
        }
    };
    [("wgp", false), ("cu", true)].map(row).to_vec()
}

#[test]
#[ignore = "needs a checkout in ISOTOPE_DAT3M, clang and lld"]
fn opencl() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let litmus =
        PathBuf::from(std::env::var("ISOTOPE_DAT3M").expect("ISOTOPE_DAT3M names the checkout")).join("litmus");
    let folder = std::env::temp_dir().join(format!("isotope-containment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rows = std::fs::read_to_string(here.join("../isotope-litmus/tests/data/litmus/expected.tsv")).unwrap();
    let mut table = String::from(
        "# OpenCL litmus tests of hernanponcedeleon/Dat3M, translated to OpenCL C, compiled by clang 19.1.7 for gfx1100 at -O2 and explored under rdna3:\n\
         # states, outcomes under rdna3 and under sc, outcomes that the model `opencl` of isotope-litmus allows, and whether the former are among the latter.\n\
         # overhauling/ISA2 in CU mode is the compiler's: a release to the work-group waits for nothing there (LLVM pull request 161638).\n\
         test\tmode\tstates\trdna3\tsc\tallowed\tverdict\n",
    );
    for row in rows.lines().filter(|row| row.starts_with("OPENCL/")) {
        let name = row.split('\t').next().unwrap();
        let text = std::fs::read_to_string(litmus.join(format!("{name}.litmus"))).unwrap();
        for line in judge(&text, &folder) {
            println!("{name}\t{line}");
            let _ = writeln!(table, "{name}\t{line}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let path = here.join("tests/data/containment.tsv");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &table).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    let differ: Vec<_> = table.lines().zip(stored.lines()).filter(|(found, stored)| found != stored).collect();
    assert!(differ.is_empty(), "found and stored: {differ:#?}");
    assert_eq!(table.lines().count(), stored.lines().count());
}
