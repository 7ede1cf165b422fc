//! Cases that are one operation on many inputs, one item each.

use isotope::{Error, Op, Result, Supported};

use crate::case::{Argument, Buffer, Case, GROUP, Launch, Output};
use crate::inputs::{self, Inputs};

/// A kernel, and the operation of each of its items. Returned values go to a buffer, unless the operation returns nothing.
struct Row {
    family: &'static str,
    kernel: &'static str,
    /// `OP[,KEY=VALUE]..` of the file's target.
    op: &'static str,
}

const fn row(family: &'static str, kernel: &'static str, op: &'static str) -> Row {
    Row { family, kernel, op }
}

/// The kernels of a file.
struct File {
    /// `TARGET/NAME`.
    place: &'static str,
    source: &'static str,
    /// Appended to every operation.
    mode: &'static str,
    /// Appended to every id.
    suffix: &'static str,
    rows: &'static [Row],
}

const fn file(
    place: &'static str,
    source: &'static str,
    mode: &'static str,
    suffix: &'static str,
    rows: &'static [Row],
) -> File {
    File { place, source, mode, suffix, rows }
}

impl File {
    fn target(&self) -> &'static str {
        self.place.split_once('/').map_or("", |(target, _)| target)
    }
}

const FLOAT: &str = "float";
const WRAP: &str = "incdec";
const CAS: &str = "cas";

const GFX1100_FLOAT: &[Row] = &[
    row(FLOAT, "ds_add_f32", "ds_add_f32"),
    row(FLOAT, "ds_add_rtn_f32", "ds_add_rtn_f32"),
    row(FLOAT, "ds_min_rtn_f32", "ds_min_rtn_f32"),
    row(FLOAT, "ds_max_rtn_f32", "ds_max_rtn_f32"),
    row(FLOAT, "ds_cmpstore_rtn_f32", "ds_cmpstore_rtn_f32"),
    row(FLOAT, "ds_min_rtn_f64", "ds_min_rtn_f64"),
    row(FLOAT, "ds_max_rtn_f64", "ds_max_rtn_f64"),
    row(FLOAT, "ds_cmpstore_rtn_f64", "ds_cmpstore_rtn_f64"),
    row(FLOAT, "global_atomic_add_f32", "global_atomic_add_f32"),
    row(FLOAT, "global_atomic_min_f32", "global_atomic_min_f32"),
    row(FLOAT, "global_atomic_max_f32", "global_atomic_max_f32"),
    row(FLOAT, "global_atomic_cmpswap_f32", "global_atomic_cmpswap_f32"),
    row(FLOAT, "flat_atomic_add_f32", "flat_atomic_add_f32"),
    row(FLOAT, "buffer_atomic_add_f32", "buffer_atomic_add_f32"),
    row(FLOAT, "buffer_atomic_min_f32", "buffer_atomic_min_f32"),
    row(FLOAT, "buffer_atomic_max_f32", "buffer_atomic_max_f32"),
];

const GFX1100_INTEGER: &[Row] = &[
    row(WRAP, "ds_inc_rtn_u32", "ds_inc_rtn_u32"),
    row(WRAP, "ds_dec_rtn_u32", "ds_dec_rtn_u32"),
    row(WRAP, "ds_inc_rtn_u64", "ds_inc_rtn_u64"),
    row(WRAP, "ds_dec_rtn_u64", "ds_dec_rtn_u64"),
    row(WRAP, "ds_wrap_rtn_b32", "ds_wrap_rtn_b32"),
    row(WRAP, "global_atomic_inc_u32", "global_atomic_inc_u32"),
    row(WRAP, "global_atomic_dec_u32", "global_atomic_dec_u32"),
    row(WRAP, "global_atomic_inc_u64", "global_atomic_inc_u64"),
    row(WRAP, "global_atomic_dec_u64", "global_atomic_dec_u64"),
    row(WRAP, "global_atomic_csub_u32", "global_atomic_csub_u32"),
    row(WRAP, "buffer_atomic_inc_u32", "buffer_atomic_inc_u32"),
    row(WRAP, "buffer_atomic_dec_u32", "buffer_atomic_dec_u32"),
    row(CAS, "ds_cmpstore_rtn_b32", "ds_cmpstore_rtn_b32"),
    row(CAS, "ds_cmpstore_rtn_b64", "ds_cmpstore_rtn_b64"),
    row(CAS, "ds_mskor_rtn_b32", "ds_mskor_rtn_b32"),
    row(CAS, "ds_rsub_rtn_u32", "ds_rsub_rtn_u32"),
    row(CAS, "global_atomic_cmpswap_b32", "global_atomic_cmpswap_b32"),
    row(CAS, "global_atomic_cmpswap_b64", "global_atomic_cmpswap_b64"),
    row(CAS, "buffer_atomic_cmpswap_b32", "buffer_atomic_cmpswap_b32"),
];

const SM_50: &[Row] = &[
    row(FLOAT, "atom_add_f32", "ATOM.ADD.F32.FTZ.RN"),
    row(FLOAT, "red_add_f32", "RED.ADD.F32.FTZ.RN"),
    row(WRAP, "atom_inc_u32", "ATOM.INC"),
    row(WRAP, "atom_dec_u32", "ATOM.DEC"),
    row(WRAP, "red_inc_u32", "RED.INC"),
    row(WRAP, "red_dec_u32", "RED.DEC"),
    row(WRAP, "atoms_inc_u32", "ATOMS.INC"),
    row(WRAP, "atoms_dec_u32", "ATOMS.DEC"),
    row(CAS, "atom_cas_b32", "ATOM.CAS"),
    row(CAS, "atom_cas_b64", "ATOM.CAS.64"),
    row(CAS, "atoms_cas_b32", "ATOMS.CAS"),
    row(CAS, "atoms_cas_b64", "ATOMS.CAS.64"),
];

const VISA: &[Row] = &[
    row(FLOAT, "global_fmin", "svm_atomic.fmin"),
    row(FLOAT, "global_fmax", "svm_atomic.fmax"),
    row(FLOAT, "global_fcmpwr", "svm_atomic.fcmpwr"),
    row(FLOAT, "local_fmin", "dword_atomic.fmin"),
    row(FLOAT, "local_fmax", "dword_atomic.fmax"),
    row(FLOAT, "local_fcmpwr", "dword_atomic.fcmpwr"),
    row(WRAP, "global_inc", "svm_atomic.inc"),
    row(WRAP, "global_dec", "svm_atomic.dec"),
    row(WRAP, "local_inc", "dword_atomic.inc"),
    row(WRAP, "local_dec", "dword_atomic.dec"),
    row(CAS, "global_sub", "svm_atomic.sub"),
    row(CAS, "global_cmpxchg", "svm_atomic.cmpxchg"),
    row(CAS, "local_cmpxchg", "dword_atomic.cmpxchg"),
];

/// No document lists these; the vendor's assembler does.
const DG2: &[Row] = &[row(FLOAT, "global_fadd", "svm_atomic.fadd"), row(FLOAT, "global_fsub", "svm_atomic.fsub")];

static FILES: [File; 6] = [
    file("gfx1100/ops.co", "ops.cl", "", "", GFX1100_FLOAT),
    file("gfx1100/flush.co", "ops.cl", ",fp_denorm=12", "-flush", GFX1100_FLOAT),
    file("gfx1100/ops.co", "ops.cl", "", "", GFX1100_INTEGER),
    file("sm_50/ops.cubin", "ops.cu", "", "", SM_50),
    file("dg2/sums.zebin", "sums_intel.cl", ",rules=compat", "", DG2),
    file("tgllp/ops.zebin", "ops_intel.cl", "", "", VISA),
];

/// The selected ones by target, family and id.
pub(crate) fn cases(wanted: &impl Fn(&str, &str, &str) -> bool) -> Result<Vec<Case>> {
    let id = |file: &File, row: &Row| format!("{}-{}-{}{}", file.target(), row.family, row.kernel, file.suffix);
    let all = FILES.iter().flat_map(|file| file.rows.iter().map(move |row| (file, row, id(file, row))));
    all.filter(|(file, row, id)| wanted(file.target(), row.family, id))
        .map(|(file, row, id)| case(file, row, id))
        .collect()
}

/// The operation of a case, under alternatives or modes given by `more`: `,KEY=VALUE`.
pub(crate) fn operation(text: &str, more: &str) -> Result<Op> {
    Op::parse(&format!("{text}{more}"))
}

fn case(file: &File, row: &Row, id: String) -> Result<Case> {
    let text = format!("{}:{}{}", file.target(), row.op, file.mode);
    let op = operation(&text, "")?;
    let shape = op.shape(None)?;
    let sources = shape.roles.len();
    let inputs = settled(&op, of_sources(sources, shape.bits, shape.float));
    let width = shape.bits as usize / 8;
    let gives = op.explanation().returns != "never" && row.kernel != "ds_add_f32";
    let mut buffers = vec![Buffer { name: "mem", width, input: inputs.iter().map(|i| i[0]).collect() }];
    for (name, at) in [("src0", 1), ("src1", 2)].into_iter().take(sources) {
        buffers.push(Buffer { name, width, input: inputs.iter().map(|i| i[at]).collect() });
    }
    if gives {
        buffers.push(Buffer { name: "ret", width, input: vec![0xa5a5_a5a5_a5a5_a5a5; inputs.len()] });
    }
    let arguments = buffers.iter().map(|buffer| Argument::Buffer(buffer.name)).collect();
    let groups = inputs.len() as u32 / GROUP;
    let mut case = Case {
        id,
        family: row.family,
        target: file.target(),
        about: format!("item i does {} on mem[i]", row.op),
        operation: Some(text.clone()),
        file: file.place.into(),
        source: file.source,
        unit: 1,
        buffers,
        launches: vec![Launch { kernel: row.kernel.into(), groups, arguments }],
        assumptions: op.operation.assumptions.clone(),
        ..Case::default()
    };
    let mem = expect(&mut case, &op, &inputs);
    case.outputs.push(mem);
    if gives {
        let rule = case.rule(returned(&op)?);
        let mut ret = Output::none("ret");
        for [mem, src0, src1] in &inputs {
            ret.add(op.apply(*mem, [*src0, *src1]).returned, vec![rule]);
        }
        case.outputs.push(ret);
    }
    Ok(case)
}

/// Inputs for an operation with this many sources.
pub(crate) fn of_sources(sources: usize, bits: u32, float: bool) -> Inputs {
    match sources {
        0 => inputs::singles(bits),
        1 => inputs::pairs(bits, float),
        _ => inputs::triples(bits, float),
    }
}

/// The inputs whose result documents or assumptions define; unspecified ones are left out.
pub(crate) fn settled(op: &Op, inputs: Inputs) -> Inputs {
    let settled = |input: &&[u64; 3]| op.apply(input[0], [input[1], input[2]]).new.is_some();
    inputs::whole_groups(inputs.iter().filter(settled).copied().collect())
}

/// Memory after the operation on the inputs, and the rules behind it.
pub(crate) fn expect(case: &mut Case, op: &Op, inputs: &Inputs) -> Output {
    let mut output = Output::none("mem");
    for &[mem, src0, src1] in inputs {
        let rules = op.deciding(mem, [src0, src1]).into_iter().map(|rule| case.rule(rule)).collect();
        output.add(op.apply(mem, [src0, src1]).new, rules);
    }
    output
}

/// The rule about the returned value.
pub(crate) fn returned(op: &Op) -> Result<Supported> {
    let rules = op.explanation().rules;
    let rule = rules.into_iter().find(|rule| rule.words.contains("the returned value"));
    rule.ok_or_else(|| Error::new(format!("{}: expected a rule of the returned value, found none", op.text)))
}

/// A rule that rests on an assumption.
pub(crate) fn assumed(words: &str, id: &str) -> Result<Supported> {
    Supported::assumed(words, id).ok_or_else(|| Error::new(format!("expected an assumption, found `{id}`")))
}
