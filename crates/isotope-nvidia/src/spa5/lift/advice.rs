//! Reasons and advice for constructs that are not modelled, by the text of the refusal.
//!
//! Checked against the code of ptxas for 11,049 PTX kernels that `tools/foreign/forms.py` generates: every conversion, carry chain,
//! comparison, video, float and bit-field instruction, loads, stores and atomics with each modifier and with operands that ptxas fuses,
//! at -O0 and -O2 (oracle: ptxas 12.4.99). Only the refusals in [`OPEN`] occurred.

/// Instructions that a compiler emits and whose results the documents do not define.
const OPEN: &[(&str, &str)] = &[
    (
        "a clamped left shift that leaves 34 bits",
        "the PTX manual gives the intermediate result no width (vshl, `.sat`): shift without `.sat`, or numbers that stay below 2^33",
    ),
    (
        "a second step on a result that leaves 33 bits",
        "the PTX manual compares 33 bits (vadd, vsub, vabsdiff, vshl with `.min` or `.max`): take the minimum by an instruction of its own",
    ),
    ("the performance counter", "PTX leaves its behaviour undefined, and no profiler chooses events: read `%clock64`"),
    (
        "the upper half of the performance counter",
        "PTX leaves its behaviour undefined, and no profiler chooses events: read `%clock64`",
    ),
];

/// Constructs that no PTX instruction, the input of ptxas, leads to.
const NONE: &[(&str, &str)] = &[
    ("a branch with `.LMT`", "PTX has no such branch: leave out `.LMT`"),
    ("a breakpoint for a debugger", "PTX's `brkpt` and `trap` are `BPT.TRAP`: use that"),
    ("a clamped 64-bit result", "PTX clamps conversions to f64 by two instructions: clamp with `DMNMX`"),
    ("a condition of clipping", "only pipelines of graphics set it"),
    ("a product of parts of registers", "Fermi and Kepler had it, and ptxas writes `XMAD` here: use that"),
    ("a question to a cache", "PTX has none: leave it out"),
    (
        "a special register that PTX does not name",
        "drivers and graphics read it: ask for what the launch knows by the registers of PTX",
    ),
    (
        "a target in a constant bank",
        "ptxas loads the address by `LDC` and branches by `BRX`, after `PRET` for a call: do so",
    ),
    ("an exit with `.KEEPREFCOUNT`", "PTX has no such exit: leave out `.KEEPREFCOUNT`"),
    ("an extended shift", "ptxas shifts 64 bits by `SHF`: use that"),
    ("an instruction of drivers", "no compiler writes it, and what it reads is the driver's: leave it out"),
    ("an instruction of graphics", "no compute kernel has it: leave it out"),
    ("formatted (.P) surface access", "it takes formats of a texture header: use the raw access (`sust.b`, `suld.b`)"),
    (
        "no meaning is known",
        "no document and no compiler's output shows what it does: report the source that it comes from",
    ),
    ("selected bytes of a video instruction", "ptxas selects bytes by `PRMT` before: do so"),
    ("levels of detail of textures", "textures of launches have one level: leave the question out"),
    ("textures of cubes", "use an array of six layers, and choose the layer in the kernel"),
    ("a comparison of depth", "fetch the depth and compare it in the kernel"),
    ("offsets of texels", "add them to the coordinates"),
    ("a texture as half floats", "compile for sm_50, which fetches 32 bits"),
    ("a question to a texture other than its size", "pass what is asked for as an argument"),
    ("derivatives in an array of textures", "textures of launches have one level: use `tex` without `.grad`"),
    ("the condition code of a float result", "PTX has no carries of floats: compare with `FSETP`"),
    ("the extended funnel shift", "ptxas shifts more than 64 bits by a `SHF` for each word: do so"),
];

/// Advice for all other reasons.
const ELSE: &str = "ptxas 12.4 has not been seen to write it, and no document is known that says what it gives: report the source that does";

/// The reason and the advice.
pub(super) fn of(reason: &str) -> &'static str {
    let known = OPEN.iter().chain(NONE).find(|(start, _)| reason.starts_with(start));
    known.map_or(ELSE, |(_, advice)| advice)
}
