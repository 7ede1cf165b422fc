//! Launches from the command line alone, of `kernels/launch`: one source per file, compiled for three targets. What they must leave is
//! worked out from the source.

use crate::common::{folder, isotope, json_of, repository, write};
use std::collections::BTreeSet;

/// The files of a program, with the type of its widest float.
const TARGETS: [(&str, &str, &str); 3] =
    [("sm_50", "cubin", "f64"), ("gfx1100", "co", "f64"), ("tgllp", "zebin", "f32")];

fn files(name: &str) -> impl Iterator<Item = (&'static str, String, &'static str)> {
    TARGETS.iter().map(move |(target, extension, wide)| {
        (*target, repository(&format!("kernels/launch/bin/{target}/{name}.{extension}")), *wide)
    })
}

/// Every kind of value, on its own and in a struct, from text and from files.
#[test]
fn arguments_of_every_kind() {
    let dir = folder("arguments");
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }";
    let mut npy = b"\x93NUMPY\x01\x00".to_vec();
    npy.extend((header.len() as u16).to_le_bytes());
    npy.extend(header.bytes().chain([1.0f32, 2.0, 3.0, -4.0].into_iter().flat_map(f32::to_le_bytes)));
    let npy = write(&dir, "v.npy", npy);
    let fields = write(&dir, "pack.bin", [vec![247, 255, 255, 255, 200, 0, 0, 0, 0, 0, 0, 63], vec![0; 4]].concat());
    let mut ran = 0;
    for (target, file, wide) in files("launch") {
        let numbers = "--arg out=i64[24]:77 --arg i8:-5 --arg u8:250 --arg i16:-300 --arg u16:65000 --arg i32:-70000 \
                       --arg u32:4000000000 --arg i64:-5000000000 --arg u64:9000000000000000000 --arg f16:1.5 --arg f32:-2.25";
        let expected = "out: -5 250 -300 65000 -70000 4000000000 -5000000000 9000000000000000000 12 -18 28 1 2 3 -4 -1 2 -3 -9 200 \
                        4 7 8 77\nlist: 7 99\n";
        let whole = format!("--arg 'struct{{i32:-9;u8:200;{wide}:0.5;list=u32[2]:7,8}}'");
        let parts = format!("--arg 'struct{{u8[16]@{fields};list=u32[2]:7,8}}'");
        let rest = |vector: &str| format!("--arg {wide}:3.5 --arg {vector} --arg i16x3:-1,2,-3");
        let mut ways = vec![(rest("f32x4:1,2,3,-4"), whole.clone()), (rest(&format!("@{npy}")), whole)];
        // The float of four bytes in the file stands at byte 8.
        if wide == "f32" {
            ways.push((rest("f32[4]:1,2,3,-4"), parts));
        }
        for (vector, pack) in ways {
            let line = format!(
                "run {file} --kernel values --grid 1 --block 32 {numbers} {vector} {pack} --dump out --dump list"
            );
            isotope(&line).gives(0, expected);
            ran += 1;
        }
        // Each value of another size is one error, with the parameter's name where the file has one.
        let wrong = format!("run {file} --kernel values --grid 1 {numbers} {} --arg u8[23]:0", rest("f32x4:1"));
        isotope(&wrong).refuses("is a value of 23 bytes, but the parameter has 24 bytes: give one of that size");
        let named = isotope(&format!("run {file} --kernel values --grid 1 --arg out=u8[8] --arg c=i8:1"));
        named.status(2).err_has("--arg");
        if target == "tgllp" {
            named.err_has("the parameter `uc` of `values` is missing");
            isotope(&wrong).refuses("argument 14 (`p`, `Pack`) of kernel `values`");
        } else {
            named.err_has("the file has no names of the parameters of `values`");
        }
    }
    assert_eq!(ran, 7);
}

/// A case, and what its buffers hold afterwards.
#[test]
fn a_case_with_dumps() {
    let dir = folder("case_dumps");
    let (file, case) =
        (repository("kernels/bin/sm_50/histogram256.cubin"), repository("kernels/cases/histogram256.one_wave.json"));
    let line = format!("run {file} --case {case}");
    let ran = isotope(&format!("{line} --dump bins"));
    let checks = isotope(&line).out;
    ran.status(0).out_begins(format!("{checks}bins: "));
    let values: Vec<u64> = ran.out.lines().last().unwrap()[6..].split(' ').map(|v| v.parse().unwrap()).collect();
    let json = isotope(&format!("{line} --dump bins --json")).json();
    assert_eq!((values.len(), json["buffers"]["bins"]["bits"].as_array().unwrap().len()), (256, 256));
    isotope(&format!("{line} --json")).out_has("\"passed\":true");
    isotope(&format!("{line} --dump bins:{}/b.npy", dir.display())).gives(0, &checks);
    let again =
        format!("run {file} --grid 1 --block 32 --arg d=u8[1] --arg 0 --arg b=@{}/b.npy --dump b", dir.display());
    assert_eq!(isotope(&again).out[3..], ran.out.lines().last().unwrap()[6..].to_string() + "\n");
    isotope(&format!("{line} --dump nothing")).refuses("expected a buffer of the case (data, bins), found `nothing`");
    isotope(&format!("{line} {case} --dump bins")).refuses("--dump goes with one file and one case");
}

/// Code cut out of a file, with the same arguments, leaves the same memory; code that was assembled runs.
#[test]
fn code_without_a_container() {
    let dir = folder("raw");
    let file = repository("kernels/bin/sm_50/histogram256.cubin");
    let image = isotope_targets::TARGETS.load(&std::fs::read(&file).unwrap()).unwrap();
    let kernel = &image.kernels[0];
    // Two bundles in front, so that the entry is another.
    let code = [vec![0; 64], kernel.code[kernel.entry as usize..].to_vec()].concat();
    let code = write(&dir, "code.bin", code);
    let line = "--grid 2 --block 32 --arg data=u8[1000]:1,2,3,4,5,6,7 --arg 250 --arg bins=u32[256]:0 --dump bins";
    let whole = isotope(&format!("run {file} {line}"));
    whole.status(0).out_begins("bins: 993 1 1 1");
    isotope(&format!("run --raw -t sm_50 {code} --entry 0x40 {line}")).gives(0, &whole.out);
    isotope(&format!("run --raw -t sm_50 {code} --entry 8 {line}")).refuses("expected the offset of a bundle");
    isotope(&format!("run --raw -t visa {code} {line}")).refuses("code of visa has a container always");
    isotope(&format!("run --raw {code} {line}")).fails(2, "--target <TARGET>");

    let source = "s_load_b128 s[4:7], s[0:1], null\nv_and_b32 v1, 0x3ff, v0\nv_lshlrev_b32 v2, 2, v1\ns_waitcnt lgkmcnt(0)\n\
                  v_mul_lo_u32 v3, v1, s6\nv_add_nc_u32 v3, s2, v3\nglobal_store_b32 v2, v3, s[4:5]\ns_endpgm\n";
    let (text, out) = (write(&dir, "k.s", source), dir.join("k.bin"));
    isotope(&format!("asm -t gfx1100 {text} -o {}", out.display())).gives(0, "");
    let line = "--grid 1 --block 4 --arg out=u32[4]:9 --arg 5 --arg u16:1 --dump out";
    isotope(&format!("run --raw -t gfx1100 {} {line}", out.display())).gives(0, "out: 0 5 10 15\n");
}

/// A scenario on every target it has files for: data that the host sets, two files, buffers and data kept between launches.
#[test]
fn a_scenario() {
    let file = repository("kernels/launch/replay.json");
    let ran = isotope(&format!("run {file}"));
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (0, "", 30), "{}", ran.out);
    let head = "ok sm_50 launch 0: exact out\nok sm_50 launch 0: data counter\nok sm_50 launch 1: exact sum\n";
    ran.out_begins(head);
    for target in ["sm_50", "gfx1100", "intel"] {
        assert_eq!(ran.out.lines().filter(|line| line.starts_with(&format!("ok {target}"))).count(), 10);
    }
    let one = isotope(&format!("run {file} -t gfx1100 --seed 5 -j 2"));
    assert_eq!((one.code, one.out.lines().count()), (0, 10), "{}", one.err);
    let json = isotope(&format!("run {file} --json")).json();
    assert_eq!((json["runs"].as_array().unwrap().len(), &json["runs"][2]["checks"][0]["holds"]), (3, &true.into()));

    let dir = folder("scenario");
    let folder = repository("kernels/launch");
    let changed = |name: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut json = json_of(&file);
        for module in json["modules"].as_array_mut().unwrap() {
            for path in module["files"].as_object_mut().unwrap().values_mut() {
                *path = format!("{folder}/{}", path.as_str().unwrap()).into();
            }
        }
        change(&mut json);
        write(&dir, name, json.to_string())
    };
    let fails = changed("fails.json", &|json| json["launches"][0]["checks"][1]["hex"] = "83000000".into());
    isotope(&format!("run {fails} -t sm_50"))
        .status(1)
        .out_has("FAILED sm_50 launch 0: data counter: `counter`: expected 83000000, got 82000000\n");
    let all = changed("offset.json", &|json| drop(json["launches"][5].as_object_mut().unwrap().remove("targets")));
    isotope(&format!("run {all} -t sm_50")).refuses("on sm_50: expected a kernel named `offsets`");
    let faulty = changed("data.json", &|json| json["data"][0]["hex"] = "00".into());
    isotope(&format!("run {faulty} -t sm_50")).refuses("expected 16 bytes for `table`, found 1");
    isotope(&format!("run {file} --dump sum")).refuses("is a scenario: --kernel, --dump");
    let case = repository("kernels/cases/histogram256.base.json");
    isotope(&format!("run {case}")).refuses("at `schema`: expected `isotope-scenario/1`");
}

/// The heap of a scenario, and the one with which `info` makes a launch complete.
#[test]
fn heaps() {
    let file = repository("kernels/host/bin/gfx1100/heap.co");
    let want = std::fs::read_to_string(repository("kernels/host/want/heap.lists.txt")).unwrap();
    let want: Vec<u32> = want.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(want.len(), 66);
    let hex: String = want.iter().flat_map(|v| v.to_le_bytes()).map(|byte| format!("{byte:02x}")).collect();
    let scenario = serde_json::json!({
        "schema": "isotope-scenario/1", "scenario": "lists", "heap": 96 << 20,
        "modules": [{ "name": "heap", "files": { "gfx1100": file } }],
        "buffers": [{ "name": "out", "type": "u32", "count": 66, "init": { "gen": "fill", "value": 0 } }],
        "launches": [{ "entry": "lists", "groups": 2, "group_size": 33, "args": [{ "buffer": "out" }, { "u32": 9 }] }],
        "checks": [{ "check": "exact", "buffer": "out", "hex": hex }],
    });
    let path = write(&folder("heaps"), "lists.json", scenario.to_string());
    isotope(&format!("run {path}")).gives(0, "ok gfx1100: exact out\n");
    isotope(&format!("info {file} --kernel lists"))
        .out_has("to run it (completed): isotope run ")
        .out_has(" --heap 67108864 ");
}

/// Groups that meet, by AMD's `__ockl_grid_sync`, in global wave sync and in memory, and by the header of CUDA's cooperative groups.
#[test]
fn groups_that_meet() {
    let (groups, rounds) = (7u32, 4);
    let mut row = vec![0u32; groups as usize];
    let mut before = row.clone();
    for _ in 0..rounds {
        let sum: u32 = row.iter().sum();
        before = std::mem::replace(&mut row, (1..=groups).map(|g| sum + g).collect());
    }
    let words: Vec<String> = row.iter().chain(&before).map(u32::to_string).collect();
    let expected = format!("data: {}\n", words.join(" "));
    for (file, alone) in [
        ("sm_50/cooperative.cubin", "the workspace of a cooperative launch (`%envreg1`, `%envreg2`)"),
        ("gfx1100/cooperative.co", "waits in GWS resource 0"),
        ("gfx1100/cooperative_memory.co", "`hidden_multigrid_sync_arg`"),
    ] {
        let file = repository(&format!("kernels/launch/bin/{file}"));
        let line = format!(
            "run {file} --kernel rounds --grid {groups} --block 70 --arg data=u32[14]:0 --arg {groups} --arg {rounds} \
             --dump data"
        );
        for schedule in ["", "--seed 3", "--seed 9 -j 2"] {
            isotope(&format!("{line} --cooperative {schedule}")).gives(0, &expected);
        }
        isotope(&format!("{line} --cooperative --resident 6"))
            .refuses("expected all 7 groups of a cooperative launch in flight, found --resident 6");
        let without = isotope(&line);
        assert!(without.code != 0 && format!("{}{}", without.out, without.err).contains(alone), "{}", without.err);
    }
    let many = repository("kernels/launch/bin/gfx1100/cooperative.co");
    isotope(&format!("run {many} --grid 4097 --cooperative --arg data=u32[2]:0 --arg 1 --arg 1"))
        .refuses("takes more groups than meet at once, 4097 and not at most 4096");
}

/// What work-items of `places` hear, one after another: x fastest.
fn places(items: [u32; 3], size: [u32; 3], dimensions: u32, offset: [u32; 3]) -> String {
    let mut words = Vec::new();
    for n in 0..items.iter().product() {
        let at = [n % items[0], n / items[0] % items[1], n / items[0] / items[1]];
        let each = |f: &dyn Fn(usize) -> u32| [f(0), f(1), f(2)];
        words.extend(each(&|d| at[d] % size[d]));
        words.extend(each(&|d| at[d] / size[d]));
        words.extend(each(&|d| size[d].min(items[d] - at[d] / size[d] * size[d])));
        words.extend(size);
        words.extend(each(&|d| items[d].div_ceil(size[d])));
        words.extend(items);
        words.extend(each(&|d| at[d] + offset[d]));
        words.extend([dimensions, offset[0], offset[1]]);
    }
    words.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// What `meet` leaves: groups of `size` in x and y, those at the edges smaller.
fn meet(items: [u32; 2], size: [u32; 2], rounds: u32) -> String {
    let mut all = vec![0u32; (items[0] * items[1]) as usize];
    for (gy, gx) in (0..items[1])
        .step_by(size[1] as usize)
        .flat_map(|y| (0..items[0]).step_by(size[0] as usize).map(move |x| (y, x)))
    {
        let [w, h] = [size[0].min(items[0] - gx), size[1].min(items[1] - gy)];
        let global = |i: u32| (gy + i / w) * items[0] + gx + i % w;
        let mut from: Vec<u32> = (0..w * h).map(global).collect();
        for round in 0..rounds {
            let sum = |me: u32| {
                (0..w * h).fold(0u32, |sum, i| sum.wrapping_add(from[i as usize].wrapping_mul(i ^ me ^ round)))
            };
            from = (0..w * h).map(sum).collect();
        }
        (0..w * h).for_each(|i| all[global(i) as usize] = from[i as usize]);
    }
    all.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Smaller groups at the edges of a launch, and how many dimensions it has. Oclgrind 21.10 leaves the same memory.
#[test]
fn groups_at_the_edges() {
    let list = |of: [u32; 3], dimensions: u32| {
        of[..dimensions as usize].iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    for file in ["gfx1100/edges.co", "gfx1100/edges_v4.co", "tgllp/edges.zebin"] {
        let file = repository(&format!("kernels/launch/bin/{file}"));
        for (items, size, dimensions, offset) in [
            ([70, 5, 3], [32, 2, 2], 3, [0; 3]),
            ([70, 5, 3], [32, 2, 2], 3, [5, 6, 7]),
            ([13, 1, 1], [64, 1, 1], 3, [0; 3]),
            ([13, 1, 1], [64, 1, 1], 1, [9, 0, 0]),
            ([96, 7, 1], [80, 3, 1], 2, [0; 3]),
        ] {
            let words = 24 * items.iter().product::<u32>();
            let (global, block, offset_text) = (list(items, dimensions), list(size, dimensions), list(offset, 3));
            let line = format!(
                "run {file} --kernel places --global {global} --block {block} --offset {offset_text} --arg out=u32[{words}]:0 --dump out"
            );
            isotope(&line).gives(0, &format!("out: {}\n", places(items, size, dimensions, offset)));
        }
        for (items, size, rounds) in [([200, 5], [96, 2], 7), ([33, 1], [32, 1], 5), ([7, 300], [3, 64], 4)] {
            let line = format!(
                "run {file} --kernel meet --global {},{} --block {},{} --arg out=u32[{}]:0 --arg {rounds} --arg local:2048 --dump out",
                items[0],
                items[1],
                size[0],
                size[1],
                items[0] * items[1]
            );
            for schedule in ["", "--seed 4", "--seed 6 -j 2"] {
                isotope(&format!("{line} {schedule}")).gives(0, &format!("out: {}\n", meet(items, size, rounds)));
            }
        }
        // Whole groups say their dimensions as well.
        let line = format!("run {file} --kernel places --grid 2,1 --block 3 --arg out=u32[144]:0 --dump out");
        isotope(&line).gives(0, &format!("out: {}\n", places([6, 1, 1], [3, 1, 1], 2, [0; 3])));
    }
    let edges = |file: &str| repository(&format!("kernels/launch/bin/{file}"));
    for (file, kernel, who) in [
        ("gfx1100/edges.co", "fixed", "kernel `fixed` was compiled for"),
        ("gfx1100/edges_uniform.co", "places", "kernel `places` was compiled for"),
        ("tgllp/edges.zebin", "fixed", "kernel `fixed` was compiled for"),
        ("sm_50/ordinary.cubin", "totals", "a launch of sm_50 has"),
    ] {
        let line = format!("run {} --kernel {kernel} --global 70 --block 32", edges(file));
        isotope(&line).refuses(&format!(
            "{who} groups of one size only, and [70, 1, 1] work-items are no multiple of [32, 1, 1]: give "
        ));
    }
    let line = format!("run {} --kernel fixed --block 32 --arg out=u32[64]:0 --dump out", edges("gfx1100/edges.co"));
    isotope(&format!("{line} --global 64")).gives(0, &format!("out:{}\n", " 32".repeat(64)));
    isotope(&format!("{line} --global 64 --grid 2")).fails(2, "'--global <N>' cannot be used with '--grid <N>'");
    isotope(&format!("{line} --global 0")).refuses("the grid is [0, 1, 1]: every dimension must be at least 1");

    let scenario = serde_json::json!({
        "schema": "isotope-scenario/1", "scenario": "edges",
        "modules": [{ "name": "edges", "files": { "gfx1100": edges("gfx1100/edges.co") } }],
        "buffers": [{ "name": "out", "type": "u32", "count": 24 * 35, "init": { "gen": "fill", "value": 0 } }],
        "launches": [{ "entry": "places", "global": [7, 5], "group_size": 4, "args": [{ "buffer": "out" }] }],
        "checks": [{ "check": "exact", "buffer": "out", "hex": places([7, 5, 1], [4, 1, 1], 2, [0; 3]).split(' ')
            .flat_map(|word| word.parse::<u32>().unwrap().to_le_bytes()).map(|byte| format!("{byte:02x}")).collect::<String>() }],
    });
    let dir = folder("edges");
    let path = write(&dir, "edges.json", scenario.to_string());
    isotope(&format!("run {path}")).gives(0, "ok gfx1100: exact out\n");
    let mut both = scenario;
    both["launches"][0]["groups"] = 2.into();
    let path = write(&dir, "both.json", both.to_string());
    isotope(&format!("run {path}")).refuses("at `launches[0].global`: expected `groups` or `global`, not both");
}

/// Pointers into the middle of buffers, with what lies in front, and a buffer that no parameter takes: typed, in a case and in a
/// scenario.
#[test]
fn pointers_into_buffers() {
    let dir = folder("views");
    let numbers: Vec<u32> = (0..16).map(|n| n * n + 1).collect();
    let text = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let around: Vec<u32> = (0..8).map(|i| (0..5).map(|d| numbers[i + 1 + d]).sum()).collect();
    let ahead: Vec<u32> = (0..8).map(|i| if i < 4 { numbers[3 + 3 * i] } else { 7 }).collect();
    let shown = |words: &[u32]| format!("out: {}\n", words.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    let hex =
        |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).map(|b| format!("{b:02x}")).collect::<String>();
    // The list 1 -> 3 -> 2 of values 10, 20, 30, from its second and its first element.
    let pool = [0, 0, 10, 3, 30, 0, 20, 2];
    let walk = [50, 60];
    for (target, file, _) in files("views") {
        let run = format!("run {file} --grid 2 --block 4 --buffer list=u32[16]:{text} --arg out=u32[8]:0 --dump out");
        isotope(&format!("{run} --kernel around --arg &list+12")).gives(0, &shown(&around));
        isotope(&format!("{run} --kernel ahead --arg &list+12 --arg 4")).gives(0, &shown(&ahead));
        isotope(&format!("{run} --kernel around --arg &list+12 --dump list"))
            .out_ends("197 226\n")
            .out_has("\nlist: 1 2 5 ");
        let line = format!(
            "run {file} --kernel walk --grid 1 --block 2 --arg out=u32[2]:0 --arg first=u32[2]:3,1 --arg &pool+32 --arg 8 \
             --buffer pool=u32[8]:{} --dump out",
            pool.map(|n| n.to_string()).join(",")
        );
        isotope(&line).gives(0, &shown(&walk));
        isotope(&line.replace("&pool+32", "&pool+33")).refuses("an offset of at most 32 in `pool`, found 33");
        isotope(&line.replace("--buffer pool=", "--buffer out=")).refuses("two buffers are named `out`");
        isotope(&format!("{line} --buffer n=7")).refuses("--buffer `n=7`: expected NAME=TYPE[N]:VALUES or NAME=@FILE");

        let buffer = |name: &str, values: &[u32]| {
            serde_json::json!({
                "name": name, "type": "u32", "count": values.len(), "init": { "gen": "list", "values": values }
            })
        };
        let launch = serde_json::json!({
            "entry": "around", "groups": 2, "group_size": 4,
            "args": [{ "buffer": "out" }, { "buffer": "list", "offset": 12 }]
        });
        let mut case = serde_json::json!({
            "schema": "isotope-kernel-case/1", "kernel": "around", "case": "middle",
            "buffers": [buffer("list", &numbers), buffer("out", &[0; 8])],
            "launches": [launch],
            "checks": [{ "check": "exact", "buffer": "out", "hex": hex(&around) }]
        });
        let path = write(&dir, &format!("{target}.case.json"), case.to_string());
        isotope(&format!("run {file} --case {path}")).gives(0, "ok exact out\n");
        let name = if target == "tgllp" { "intel" } else { target };
        case["schema"] = "isotope-scenario/1".into();
        case["scenario"] = "views".into();
        case["modules"] = serde_json::json!([{ "name": "views", "files": { name: file } }]);
        case.as_object_mut().unwrap().retain(|key, _| key != "kernel" && key != "case");
        let path = write(&dir, &format!("{target}.scenario.json"), case.to_string());
        isotope(&format!("run {path}")).gives(0, &format!("ok {name}: exact out\n"));
        case["launches"][0]["args"][1]["offset"] = 65.into();
        let path = write(&dir, &format!("{target}.wrong.json"), case.to_string());
        isotope(&format!("run {path}")).refuses("at `launches[0].args[1].offset`: expected");
    }
}

/// Sums of products of bytes on sm_61, each kind on numbers with and without their highest bits.
#[test]
fn products_of_bytes() {
    let file = repository("kernels/launch/bin/sm_61/products.cubin");
    let part = |x: u32, at: u32, bits: u32, signed: bool| {
        let field = (x >> at << (32 - bits)) as i32;
        if signed { field >> (32 - bits) } else { (field as u32 >> (32 - bits)) as i32 }
    };
    for [a, b, c] in [[0x0102_0304, 0x0506_0708, 9], [0x80ff_7f81, 0xfe80_017f, 0xffff_fff0], [u32::MAX; 3]] {
        let four = |signs: [bool; 2]| {
            (0..4).fold(c as i32, |sum, i| {
                sum.wrapping_add(part(a, 8 * i, 8, signs[0]).wrapping_mul(part(b, 8 * i, 8, signs[1])))
            })
        };
        let two = |first: u32, signs: [bool; 2]| {
            (0..2).fold(c as i32, |sum, i| {
                let factor = part(a, 16 * i, 16, signs[0]);
                sum.wrapping_add(factor.wrapping_mul(part(b, first + 8 * i, 8, signs[1])))
            })
        };
        let signs = [[false, false], [false, true], [true, false], [true, true]];
        let all = signs.map(four).into_iter().chain([0, 16].into_iter().flat_map(|first| signs.map(|s| two(first, s))));
        let expected = all.map(|n| (n as u32).to_string()).collect::<Vec<_>>().join(" ");
        let line =
            format!("run {file} --grid 1 --block 1 --arg out=u32[12]:0 --arg {a} --arg {b} --arg {c} --dump out");
        isotope(&line).gives(0, &format!("out: {expected}\n"));
    }
}

/// What no part of a file defines would become a constant of no meaning: tables of the driver and variables of other files are refused
/// before anything runs, by name, and no call is made of them.
#[test]
fn undefined_symbols_are_refused_by_name() {
    let queries = repository("kernels/launch/bin/sm_50/queries.cubin");
    let dir = folder("undefined");
    // The same file, in which the table is a variable of another file.
    let name = b".nv.surfrefDescSize";
    let mut bytes = std::fs::read(&queries).unwrap();
    let at = bytes.windows(name.len()).position(|part| part == name).unwrap();
    bytes[at..at + name.len()].copy_from_slice(b"variable_elsewhere_");
    let elsewhere = format!("{}/elsewhere.cubin", dir.display());
    std::fs::write(&elsewhere, bytes).unwrap();
    let table = "the driver's table of surface and texture formats";
    for (file, kernel, more, what, hint) in [
        (&queries, "order", "--arg u64:0", format!("{table} (`.nv.surfrefDescSize`)"), "give them as parameters"),
        (&queries, "layers", "--arg u64:0", format!("{table} (`.nv.surfrefDescSize`)"), "give them as parameters"),
        (
            &queries,
            "sampler",
            "--arg u64:0",
            format!("{table} (`.nv.unified.texrefDescSize`)"),
            "give them as parameters",
        ),
        (&queries, "plain", "", String::new(), ""),
        (
            &elsewhere,
            "order",
            "--arg u64:0",
            "the address of `variable_elsewhere_`".into(),
            "link the file that defines it",
        ),
    ] {
        let ran =
            isotope(&format!("run {file} --kernel {kernel} --grid 1 --block 1 --arg out=u32[1]:0 {more} --dump out"));
        let list = isotope(&format!("info {file} --kernel {kernel}")).out;
        assert!(!list.contains("a call of"), "{list}");
        if what.is_empty() {
            ran.gives(0, "out: 5\n");
        } else {
            ran.err_has(&what).err_has(hint).status(2);
            assert!(list.contains(&what) && list.contains(hint), "{list}");
        }
    }
}

/// Three generations of ptxas: 64-bit reductions as RED and as ATOM leave the same memory, and a clamped negation is exact.
#[test]
fn generations_of_ptxas_agree() {
    let values: Vec<u64> = (0..40u64).map(|t| (t * 0x9e37_79b9).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let all = |first: u64, op: fn(u64, u64) -> u64| values.iter().fold(first, |old, v| op(old, *v));
    let signed = |op: fn(i64, i64) -> i64, first: i64| values.iter().fold(first, |old, v| op(old, *v as i64)) as u64;
    let cells = [
        all(u64::MAX, u64::min),
        all(0, u64::max),
        signed(i64::min, 0),
        signed(i64::max, 0),
        all(u64::MAX, |a, b| a & b),
        all(0, |a, b| a | b),
        all(0, |a, b| a ^ b),
        all(0, u64::wrapping_add),
    ];
    let cells = cells.map(|c| c.to_string()).join(" ");
    let mut seen = BTreeSet::new();
    for version in ["11.8", "12.4", "12.9"] {
        let file = repository(&format!("kernels/launch/bin/sm_50/newer.{version}.cubin"));
        let given = "cells=u64[8]:18446744073709551615,0,0,0,18446744073709551615,0,0,0";
        isotope(&format!("run {file} --kernel reductions --grid 1 --block 40 --arg {given} --dump cells"))
            .gives(0, &format!("cells: {cells}\n"));
        let given = "--arg out=i32[5]:0 --arg in=i32[5]:-2147483648,-2147483647,2147483647,0,1";
        isotope(&format!("run {file} --kernel negations --grid 1 --block 5 {given} --dump out"))
            .gives(0, "out: 2147483647 2147483647 -2147483647 0 -1\n");
        let list = isotope(&format!("dis {file}")).out;
        assert!(list.contains("I2I.S32.S32.SAT ") && !list.contains("not defined"), "{list}");
        seen.insert(list.contains("RED.E.MIN.S64"));
    }
    assert_eq!(seen.len(), 2, "both kinds of code are here");
}

/// A pointer to nothing, as a number and as a buffer that is there, and 64-bit atomics on local memory.
#[test]
fn pointers_to_nothing_and_long_atomics() {
    for (_, file, _) in files("ordinary") {
        let line = format!("run {file} --kernel optional --grid 2 --block 4 --arg out=u32[8]:9 --dump out");
        isotope(&format!("{line} --arg u64:0")).gives(0, "out: 0 2 4 6 8 10 12 14\n");
        isotope(&format!("{line} --arg maybe=u32[8]:5")).gives(0, "out: 10 10 10 10 10 10 10 10\n");
        isotope(&format!("{line} --arg u32:0")).refuses("of 4 bytes, but the parameter has 8 bytes");
        let numbers: Vec<u64> = (0..96u64).map(|i| ((i * i) << 33) | (7 * i)).collect();
        let list = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let expected: Vec<String> = numbers
            .chunks(48)
            .flat_map(|group| [group.iter().sum::<u64>(), group.iter().copied().max().unwrap_or(0)])
            .map(|n| n.to_string())
            .collect();
        for schedule in ["", "--seed 4"] {
            let line = format!(
                "run {file} --kernel totals --grid 2 --block 48 --arg in=u64[96]:{list} --arg out=u64[4]:0 --arg local:16 \
                 --dump out {schedule}"
            );
            isotope(&line).gives(0, &format!("out: {}\n", expected.join(" ")));
        }
    }
}

/// A kernel that cannot end without an instruction outside the model is refused at load; of one that can, a note says so before.
#[test]
fn instructions_outside_the_model() {
    let folder = folder("unmodelled");
    let assembled = |name: &str, lines: &str| {
        let source = write(&folder, &format!("{name}.sass"), lines);
        let code = folder.join(format!("{name}.bin")).display().to_string();
        isotope(&format!("asm -t sm_50 -o {code} {source}")).gives(0, "");
        format!("run --raw -t sm_50 {code} --grid 1 --block 2")
    };
    let clock = "not modelled: `CS2R R3, SR_PM0;`: ";
    // On both sides of a branch.
    let both = assembled("both", "@P0 BRA 0x20;\nCS2R R3, SR_PM0;\nEXIT;\nCS2R R3, SR_PM0;\nEXIT;\n");
    let ran = isotope(&both);
    let head = format!("kernel `raw` cannot end without the instruction at 0x0010, {clock}");
    ran.status(2).err_has(&head);
    // On one side, which no lane takes.
    let one = assembled("one", "@!P0 BRA 0x28;\nCS2R R3, SR_PM0;\n@P1 CS2R R3, SR_PM1;\nEXIT;\n");
    let ran = isotope(&one);
    let head = "note: 2 instructions of kernel `raw` are not modelled, the first of them 0x0010 `CS2R R3, SR_PM0;`: ";
    assert!(ran.code == 0 && ran.err.starts_with(head) && ran.err.lines().count() == 1, "{}", ran.err);
    ran.err_ends("; the run stops if one is reached (`isotope info FILE` lists them)\n");
    let json = isotope(&format!("{one} --json")).json();
    let listed = &json["not_modelled"];
    assert_eq!(
        (&listed[0]["address"], &listed[1]["address"], &listed[2]),
        (&"0x10".into(), &"0x18".into(), &serde_json::Value::Null)
    );
    // Calls without an end.
    let calls = isotope(&assembled("calls", "CAL 0x8;\n"));
    calls.status(4).err_has("more than 65536 calls and branches are open in each other");
    assert!(calls.err.trim_end().ends_with("end the recursion earlier, or write it as a loop"), "{}", calls.err);
    // Behind the end.
    let none = assembled("none", "EXIT;\nCS2R R3, SR_PM0;\n");
    assert_eq!(isotope(&none).err, "");
}
