//! Cases on surfaces and images: an operation on an element that each item names; some items name elements outside.

use isotope::{Result, Supported};

use crate::case::{Argument, Buffer, Case, GROUP, Launch, Output};
use crate::ops::{assumed, expect, of_sources, operation, returned, settled};

/// Words behind the surface, which must not change.
pub(crate) const BEHIND: usize = 16;

const FAMILY: &str = "surfaces";

/// Kernels of sm_50 with their operations. Coordinates count bytes.
const SM_50: [(&str, &str); 7] = [
    ("sured_add_u32", "SURED.ADD"),
    ("sured_min_s32", "SURED.MIN.S32"),
    ("sured_min_u32", "SURED.MIN"),
    ("sured_max_s32", "SURED.MAX.S32"),
    ("sured_max_u32", "SURED.MAX"),
    ("sured_and_b32", "SURED.AND"),
    ("sured_or_b32", "SURED.OR"),
];

/// Kernels of gfx1100, named after their operations. Coordinates count texels.
const GFX1100: [&str; 13] = [
    "image_atomic_swap",
    "image_atomic_cmpswap",
    "image_atomic_add",
    "image_atomic_sub",
    "image_atomic_smin",
    "image_atomic_umin",
    "image_atomic_smax",
    "image_atomic_umax",
    "image_atomic_and",
    "image_atomic_or",
    "image_atomic_xor",
    "image_atomic_inc",
    "image_atomic_dec",
];

/// Operations of vISA's typed atomics.
const TYPED: [&str; 16] = [
    "add", "and", "cmpxchg", "dec", "fcmpwr", "fmax", "fmin", "inc", "max", "maxsint", "min", "minsint", "or", "sub",
    "xchg", "xor",
];

/// Properties of all surfaces of a target.
struct Target {
    name: &'static str,
    source: &'static str,
    /// What coordinates count, in elements.
    unit: u64,
    needs: &'static [&'static str],
    /// How a kernel gets its surface.
    passed: Passed,
    /// Rule for items outside.
    outside: Supported,
}

/// How a kernel gets its surface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// As a surface object.
    Surface,
    /// As a typed surface.
    Image,
    /// As an address and, last, the number of elements, from which the kernel makes a descriptor.
    Address,
}

/// A kernel, its operation and its path in `files/`.
struct Row {
    kernel: String,
    op: String,
    file: String,
}

/// The selected ones by target, family and id.
pub(crate) fn cases(wanted: &impl Fn(&str, &str, &str) -> bool) -> Result<Vec<Case>> {
    let row = |kernel: &str, op: String, file: &str| Row { kernel: kernel.into(), op, file: file.into() };
    let sm_50 = Target {
        name: "sm_50",
        source: "surfaces.ptx",
        unit: 4,
        needs: &[],
        passed: Passed::Surface,
        outside: Supported::spec("outside the surface .IGN does nothing", "NVIDIA's SURED page, .clamp, by the names"),
    };
    let of_sm_50 = SM_50.map(|(kernel, op)| (&sm_50, row(kernel, format!("sm_50:{op}"), "sm_50/surfaces.cubin")));
    let gfx1100 = Target {
        name: "gfx1100",
        source: "images.cl",
        unit: 1,
        needs: &["image atomics"],
        passed: Passed::Address,
        outside: assumed("outside the image an atomic is dropped and returns 0", "amd.image_range")?,
    };
    let of_gfx1100 = GFX1100.map(|op| (&gfx1100, row(op, format!("gfx1100:{op}"), "gfx1100/images.co")));
    let tgllp = Target {
        name: "tgllp",
        source: "typed_intel.cl",
        unit: 1,
        needs: &["typed atomics"],
        passed: Passed::Image,
        outside: Supported::spec(
            "out of bounds nothing is written, and an atomic returns 0",
            "public vISA documentation, typed messages: out of bounds",
        ),
    };
    let of_tgllp = TYPED.map(|op| {
        let kernel = format!("typed_{op}");
        (&tgllp, row(&kernel, format!("visa:typed_atomic.{op}"), &format!("tgllp/{kernel}.zeinfo")))
    });
    let mut all = Vec::new();
    for (target, row) in of_sm_50.into_iter().chain(of_gfx1100).chain(of_tgllp) {
        let id = format!("{}-{FAMILY}-{}", target.name, row.kernel);
        if wanted(target.name, FAMILY, &id) {
            all.push(case(target, row, id)?);
        }
    }
    Ok(all)
}

fn case(target: &Target, row: Row, id: String) -> Result<Case> {
    let op = operation(&row.op, "")?;
    let shape = op.shape(Some(32))?;
    let sources = shape.roles.len();
    let inputs = settled(&op, of_sources(sources, 32, shape.float));
    let (words, unit) = (inputs.len() as u64, target.unit);
    // Every element once, in another order.
    let stride = if words % 7 == 0 { 11 } else { 7 };
    let mut at: Vec<u64> = (0..words).map(|i| i * stride % words * unit).collect();
    at.extend((0..GROUP.into()).map(|i| match i {
        0..16 => (words + i) * unit,
        16..24 => 0x8000_0000 + i * unit,
        _ => 0u32.wrapping_sub(((i - 23) * unit) as u32).into(),
    }));
    let of = |item: usize, part: usize| inputs.get((at[item] / unit) as usize).map_or(0x5555_5555, |i| i[part]);
    let per_item = |part: usize| (0..at.len()).map(|item| of(item, part)).collect::<Vec<u64>>();
    let mut memory: Vec<u64> = inputs.iter().map(|i| i[0]).collect();
    memory.extend((0..BEHIND as u64).map(|i| 0x7777_0000 + i));
    let (bytes, width) = (4 * words as u32, words as u32);
    let first = match target.passed {
        Passed::Surface => Argument::Surface("mem", bytes),
        Passed::Image => Argument::Image { buffer: "mem", float: shape.float, width },
        Passed::Address => Argument::Buffer("mem"),
    };
    let mut buffers = vec![
        Buffer { name: "mem", width: 4, input: memory.clone() },
        Buffer { name: "at", width: 4, input: at.clone() },
        Buffer { name: "src0", width: 4, input: per_item(1) },
    ];
    if sources > 1 {
        buffers.push(Buffer { name: "src1", width: 4, input: per_item(2) });
    }
    let gives = op.explanation().returns != "never";
    if gives {
        buffers.push(Buffer { name: "ret", width: 4, input: vec![0xa5a5_a5a5; at.len()] });
    }
    let mut arguments = vec![first];
    arguments.extend(buffers[1..].iter().map(|buffer| Argument::Buffer(buffer.name)));
    if target.passed == Passed::Address {
        arguments.push(Argument::Word(width));
    }
    let mut case = Case {
        id,
        family: FAMILY,
        target: target.name,
        about: format!("{} on the element that each item names, some of them outside", op.name),
        operation: Some(row.op),
        code: row.file.strip_suffix(".zeinfo").map(|name| format!("{name}.visaasm")),
        file: row.file,
        source: target.source,
        needs: target.needs,
        unit,
        buffers,
        launches: vec![Launch { kernel: row.kernel, groups: at.len() as u32 / GROUP, arguments }],
        assumptions: op.operation.assumptions.clone(),
        ..Case::default()
    };
    let mut mem = expect(&mut case, &op, &inputs);
    let outside = case.rule(target.outside.clone());
    memory[inputs.len()..].iter().for_each(|word| mem.add(Some(*word), vec![outside]));
    case.outputs.push(mem);
    if gives {
        let rule = case.rule(returned(&op)?);
        let mut ret = Output::none("ret");
        for (item, place) in at.iter().enumerate() {
            let inside = place / unit < words;
            ret.add(Some(if inside { of(item, 0) } else { 0 }), vec![if inside { rule } else { outside }]);
        }
        case.outputs.push(ret);
    }
    Ok(case)
}
