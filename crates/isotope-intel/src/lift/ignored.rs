//! Parts of vISA instructions that have no effect in the model, with the reason and the source. Every other part changes how an instruction
//! is lifted, or stops the run.

/// Parts of instructions.
pub struct Ignored {
    /// The mnemonic; one `*` matches anything.
    pub of: &'static str,
    /// Name of the part, optionally with its aspect, or with a value in backquotes; one `*` matches anything.
    pub part: &'static str,
    /// Why it has no effect.
    pub why: &'static str,
    /// The source of that.
    pub source: &'static str,
}

const fn row(of: &'static str, part: &'static str, why: &'static str, source: &'static str) -> Ignored {
    Ignored { of, part, why, source }
}

const DOCUMENTED: &str = "public vISA documentation";
const CACHES: &str = "whether the kernel has written the surface, for caches";

/// One row per group of parts.
pub const ROWS: &[Ignored] = &[
    row("lsc_*", "sfid `ugml`", "another way to the same memory", DOCUMENTED),
    row("lsc_*", "surface*", "an access without a surface has the operand in its bytes alone", DOCUMENTED),
    row(
        "svm_block_ld",
        "unaligned `unaligned`",
        "assumption `intel.block_alignment`: a block may begin at any dword either way",
        "as IGC 1.0.12504 and IGC 2.40.14 use it",
    ),
    row("lsc_*_quad", "shape elements", "the channels say how many elements there are", DOCUMENTED),
    row("gather", "modified*", CACHES, DOCUMENTED),
    row("oword_ld*", "modified*", CACHES, DOCUMENTED),
    row("media_ld", "mode `nomod`", CACHES, DOCUMENTED),
    row("media_*", "mode `modified`", CACHES, DOCUMENTED),
    row("addr_add", "src0 region", "the address of a variable has no elements", DOCUMENTED),
    row("line", "src0 region", "components lie from the operand's beginning on", DOCUMENTED),
    row("addr_add", "src0 width", "it has as many elements as the instruction has lanes", DOCUMENTED),
    row("*", "* region of the same elements", "another spelling of the same elements", DOCUMENTED),
    row("subroutine", "label", "a place in the code, which calls name", DOCUMENTED),
    row("*fcall", "args", "caller and function share the variable of arguments whole", DOCUMENTED),
    row("*fcall", "results", "caller and function share the variable of results whole", DOCUMENTED),
    row(
        "lsc_store*",
        "dst*",
        "a store has the operand in its bytes alone",
        "GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18",
    ),
    row("ifcall", "address", "the jump that is linked behind the kernel reads it", DOCUMENTED),
    row("call", "exec", "without a predicate all active lanes go", DOCUMENTED),
    row("jmp", "exec", "without a predicate the whole thread goes", DOCUMENTED),
    row("ret", "exec", "without a predicate all active lanes go", DOCUMENTED),
    row("fence_sw", "options", "it orders what the finalizer moves, and none of it is moved", DOCUMENTED),
    row("label", "label", "a place in the code, which jumps name", DOCUMENTED),
    row("plane", "src* region", "components lie from the operand's beginning on", DOCUMENTED),
    row("sel", "dst Sat", "an integer of its type is in the range of the type", DOCUMENTED),
    row("*_atomic", "bits that decoding drops", "several codes have one word", "GenX_IR 1.0.12504.6"),
    row("lsc_*_quad", "bits that decoding drops", "no elements and one are the same", "GenX_IR 1.0.12504.6"),
    row("load_lz", "bits that decoding drops", "the bits above a narrow number", "GenX_IR 1.0.12504.6"),
    row("nbarrier", "bits that decoding drops", "the bits above a narrow number", "GenX_IR 1.0.12504.6"),
    row("*", "lod offset", "the null variable has no bytes", DOCUMENTED),
    row(
        "lsc_store*",
        "dst *",
        "the bytes have a destination, which a store leaves alone",
        "as public vISA documentation says of stores",
    ),
    row("lifetime", "*", "what a finalizer may do with registers", DOCUMENTED),
    row("LOC", "*", "a place in the source", DOCUMENTED),
    row("FILE", "*", "a place in the source", DOCUMENTED),
];

/// Whether `name` matches `pattern`, in which one `*` matches anything.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
    }
}

impl Ignored {
    /// Whether the row covers a part of an instruction, or a statement about it.
    pub fn declares(&self, mnemonic: &str, part: &str) -> bool {
        matches(self.of, mnemonic) && matches(self.part, part)
    }
}
