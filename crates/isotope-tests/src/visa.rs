//! Declarations for vISA lines without context, as the files of `tests/data/intel` encode them; kernels written by a test.

use isotope_intel::KernelText;
use isotope_machine::fault::Place;
use isotope_machine::mem::Memory;
use isotope_machine::mem::typed::Shape;
use isotope_machine::{Options, Outcome, Stop};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::launch::{Arg, Launch, LaunchError};
use isotope_targets::TARGETS;

use super::{bytes32, data, text, words};

/// The variables of `forms.tsv`.
pub const FORM_DECLARATIONS: &str = "V32 G d 128 GRF;V33 G ud 128 GRF;V34 G f 128 GRF;V35 G uq 64 GRF;V36 G uw 128 GRF;\
    V37 G w 128 GRF;V38 G ub 128 GRF;V39 G b 128 GRF;V40 G hf 128 GRF;V41 G df 64 GRF;V42 G q 64 GRF;\
    V43 G ud 8 dword alias=<V32, 64>;P1 P 32;P2 P 32;A0 A 16;T6 T 1;S0 S 1";

/// The declarations of a line, as a kernel writes them. `*20G` means twenty variables that the line does not name.
pub fn declarations(packed: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut fillers = 0;
    for item in packed.split(';').filter(|i| !i.is_empty()) {
        if let Some(run) = item.strip_prefix('*') {
            let (count, kind) = run.split_at(run.len() - 1);
            for _ in 0..count.parse::<usize>().unwrap() {
                fillers += 1;
                let ty = if kind == "G" { " type=ud" } else { "" };
                all.push(format!(".decl filler_{fillers} v_type={kind}{ty} num_elts=8"));
            }
            continue;
        }
        let mut words = item.splitn(3, ' ');
        let (name, kind, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        all.push(if kind == "G" {
            let mut words = rest.splitn(4, ' ');
            let (ty, elements, align) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
            format!(".decl {name} v_type=G type={ty} num_elts={elements} align={align} {}", words.next().unwrap_or(""))
        } else {
            format!(".decl {name} v_type={kind} num_elts={rest}")
        });
    }
    all
}

/// A program with these declarations.
pub fn declared(packed: &str) -> KernelText {
    let mut program = KernelText::default();
    for line in declarations(packed) {
        program.declare(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    program
}

/// A buffer of dwords; with a shape, also a typed surface.
pub struct Buffer {
    words: Vec<u32>,
    shape: Option<Shape>,
}

/// A buffer.
pub fn plain(words: impl IntoIterator<Item = u32>) -> Buffer {
    Buffer { words: words.into_iter().collect(), shape: None }
}

/// A typed surface.
pub fn typed(words: impl IntoIterator<Item = u32>, shape: Shape) -> Buffer {
    Buffer { words: words.into_iter().collect(), shape: Some(shape) }
}

/// Runs `code` in threads of `simd` lanes. Buffer n is `ptrN` (its address) and surface `Tn`. Declared are `%r0`, dwords `U` with the
/// numbers 0 to 31; `P1` with 32 elements, `H1` with 16, `H2` with 8; `Wq` and `Wd`, the qwords `W`; `Ai`, `Ab`, `Aw`, `As`, `Ah`, `Af`,
/// `Ad`, which are `A` with other types.
pub fn launch(code: &str, simd: u32, threads: u32, buffers: &[Buffer]) -> (Outcome, Vec<Vec<u32>>) {
    launch_with(code, simd, threads, buffers, Assumptions::DEFAULT)
}

/// The same under other assumptions.
pub fn launch_with(
    code: &str,
    simd: u32,
    threads: u32,
    buffers: &[Buffer],
    assumptions: Assumptions,
) -> (Outcome, Vec<Vec<u32>>) {
    let mut text = String::from(".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"cm\"\n");
    let mut inputs = String::new();
    let mut info = format!(
        "kernels:\n  - name: k\n    execution_env:\n      simd_size: {simd}\n      slm_size: 1024\n    payload_arguments:\n"
    );
    let mut table = String::from("    binding_table_indices:\n");
    let mut begin = String::new();
    for (n, buffer) in buffers.iter().enumerate() {
        text += &format!(".decl ptr{n} v_type=G type=uq num_elts=1 align=qword\n");
        inputs += &format!(".input ptr{n} offset={} size=8\n", 32 + 8 * n);
        let mode = if buffer.shape.is_some() { "stateful" } else { "stateless" };
        info += &format!(
            "      - arg_type: arg_bypointer\n        offset: {}\n        size: 8\n        arg_index: {n}\n        addrmode: {mode}\n",
            8 * n
        );
        table += &format!("      - bti_value: {}\n        arg_index: {n}\n", 10 + n);
        begin += &format!("    movs (M1_NM, 1) T{}(0) {:#x}:ud\n", n + 6, 10 + n);
    }
    for name in ["U", "A", "B", "C", "D", "X", "Y"] {
        text += &format!(".decl {name} v_type=G type=ud num_elts=128 align=GRF\n");
    }
    text += ".decl W v_type=G type=uq num_elts=32 align=GRF\n.decl F v_type=G type=ub num_elts=512 align=GRF\n";
    for name in ["A", "B", "C"] {
        for (suffix, ty, count) in [
            ("i", "d", 128),
            ("b", "ub", 512),
            ("w", "uw", 256),
            ("s", "w", 256),
            ("h", "hf", 256),
            ("f", "f", 128),
            ("d", "df", 64),
        ] {
            text += &format!(".decl {name}{suffix} v_type=G type={ty} num_elts={count} align=GRF alias=<{name}, 0>\n");
        }
    }
    text += ".decl Wq v_type=G type=q num_elts=32 align=GRF alias=<W, 0>\n";
    text += ".decl Wd v_type=G type=ud num_elts=64 align=GRF alias=<W, 0>\n";
    text += ".decl A0 v_type=A num_elts=16\n";
    text += ".decl P1 v_type=P num_elts=32\n.decl H1 v_type=P num_elts=16\n.decl H2 v_type=P num_elts=8\n";
    for n in 0..buffers.len() {
        text += &format!(".decl T{} v_type=T num_elts=1\n", n + 6);
    }
    text += &inputs;
    text += ".function \"k_BB\"\nk_BB:\n    mov (M1_NM, 8) U(0,0)<1> 0x76543210:uv\n";
    for n in 1..4 {
        text += &format!("    add (M1_NM, 8) U({n},0)<1> U(0,0)<1;1,0> {:#x}:ud\n", 8 * n);
    }
    text += &begin;
    text += code;
    text += "\n    ret (M1, 1)\n";
    let image = isotope_intel::ze::parse(&(info + &table), |_| Some(text.clone().into_bytes())).unwrap();
    let mut memory = Memory::new();
    let mut bases = Vec::new();
    let args = buffers.iter().enumerate().map(|(n, buffer)| {
        let bytes = bytes32(&buffer.words);
        let address = memory.allocate(&format!("b{n}"), &bytes).unwrap();
        bases.push((address, bytes.len() as u32));
        buffer.shape.map_or(Arg::Address(address), |shape| Arg::Image { address, shape })
    });
    let launch = Launch { assumptions, ..Launch::new([1, 1, 1], [simd * threads, 1, 1], args.collect()) };
    let outcome = match TARGETS.prepare(&image, image.kernel(None).unwrap(), &mut memory, &launch) {
        Ok(dispatch) => isotope_machine::launch(&dispatch, &memory, Options::default()).outcome,
        Err(LaunchError::NotModelled { address, text, .. }) => {
            Outcome::Stopped { place: Place { group: [0; 3], wave: 0, address }, stop: Stop::NotModelled { text } }
        }
        Err(error) => panic!("{error}"),
    };
    (outcome, bases.into_iter().map(|(base, bytes)| words(&memory.read(base, bytes).unwrap())).collect())
}

/// The kernels that `STEM.BUILD.zeinfo` describes; the folder STEM of `tests/data/intel` has their text, `KERNEL.BUILD.visaasm`.
pub fn described(stem: &str, build: &str) -> Image {
    let place = |name: &str, end: &str| data("intel").join(stem).join(format!("{name}.{build}.{end}"));
    let code = |kernel: &str| std::fs::read(place(kernel, "visaasm")).ok();
    isotope_intel::ze::parse(&text(&place(stem, "zeinfo")), code).unwrap()
}

/// The message of a launch that stopped.
pub fn stopped(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Stopped { stop: Stop::Fault(fault), .. } => fault.to_string(),
        Outcome::Stopped { stop: Stop::NotModelled { text }, .. } => format!("not modelled: {text}"),
        other => panic!("{other:?}"),
    }
}

/// The buffers after a launch that must not stop.
pub fn run(code: &str, simd: u32, threads: u32, buffers: &[Buffer]) -> Vec<Vec<u32>> {
    let (outcome, words) = launch(code, simd, threads, buffers);
    assert_eq!(outcome, Outcome::Done, "{code}");
    words
}
