//! The neutral form preserves the order, scope and cache qualifiers of instructions, and its text parses to the same program.

use crate::common::{entries, kernels, load, rdna, sweep};
use std::path::PathBuf;

use isotope_intel::form::FieldKind;
use isotope_intel::inst::{self, Operand};
use isotope_ir::program::Program;
use isotope_nvidia::spa5::{self, Profile};
use isotope_op::assume::Assumptions;
use isotope_table::{Form, Inst};
use isotope_targets::TARGETS;

/// The semantics of a program: the text of its micro-operations and control effects, without the text of instructions.
fn meaning(program: &Program) -> Vec<String> {
    let text = program.to_text();
    let lines = text.lines().filter(|line| !line.starts_with("program "));
    lines.map(|line| line.rfind("} \"").map_or(line, |at| &line[..at]).to_string()).collect()
}

fn is_refused(program: &Program) -> bool {
    !program.refusals.is_empty()
}

/// Fields of sm_50 for order, scope, caches and waits.
const SASS: &[(&str, &[&str])] = &[
    ("", &["cop"]),
    ("MEMBAR", &["level", "ivall"]),
    ("CCTL", &["cache", "op"]),
    ("CCTLL", &["cache", "op"]),
    ("CCTLT", &["op"]),
    ("DEPBAR", &["sb", "count", "set"]),
];

/// The same fields of gfx1100.
const RDNA: &[(&str, &[&str])] = &[
    ("", &["glc", "slc", "dlc"]),
    ("s_waitcnt", &["simm16"]),
    ("s_waitcnt_vscnt", &["simm16", "sdst"]),
    ("s_waitcnt_vmcnt", &["simm16", "sdst"]),
    ("s_waitcnt_expcnt", &["simm16", "sdst"]),
    ("s_waitcnt_lgkmcnt", &["simm16", "sdst"]),
    ("s_waitcnt_depctr", &["simm16"]),
    ("s_wait_event", &["simm16"]),
];

/// The same fields of vISA.
const VISA: &[(&str, &[&str])] = &[
    ("", &["l1", "l3"]),
    ("lsc_fence", &["scope", "sfid", "op"]),
    ("fence_local", &["options"]),
    ("fence_global", &["options"]),
];

fn fields(of: &[(&'static str, &'static [&'static str])], mnemonic: &str) -> Vec<&'static str> {
    of.iter().filter(|(name, _)| name.is_empty() || *name == mnemonic).flat_map(|(_, f)| f.iter().copied()).collect()
}

/// Compares the values of a field: instructions with different texts must be lifted to different programs.
#[derive(Default)]
struct Walk {
    rows: usize,
    fields: usize,
    pairs: usize,
    wrong: Vec<String>,
    /// Instructions with such a field that are not modelled.
    silent: Vec<String>,
}

impl Walk {
    fn hold(&mut self, of: &str, field: &str, values: Vec<(String, Program)>) {
        let run: Vec<_> = values.iter().filter(|(_, program)| !is_refused(program)).collect();
        self.fields += 1;
        if run.is_empty() {
            let name = of.split([' ', '{']).next().unwrap_or(of);
            if self.silent.last().is_none_or(|last| last != name) {
                self.silent.push(name.into());
            }
        }
        let meanings: Vec<_> = run.iter().map(|(_, program)| meaning(program)).collect();
        for i in 0..run.len() {
            for j in 0..i {
                if run[i].0 != run[j].0 {
                    self.pairs += 1;
                    if meanings[i] == meanings[j] {
                        self.wrong
                            .push(format!("{of} {field}: `{}` and `{}` are lifted to the same", run[i].0, run[j].0));
                    }
                }
            }
        }
    }

    fn end(self, name: &str, rows: usize, pairs: usize, silent: &[&str]) {
        println!("{name}: {} rows, {} fields, {} pairs", self.rows, self.fields, self.pairs);
        assert!(self.wrong.is_empty(), "{} wrong:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert_eq!(self.silent, silent, "instructions that are not modelled");
        assert!(self.rows >= rows && self.pairs >= pairs, "{} rows, {} pairs", self.rows, self.pairs);
    }
}

/// The instruction with each value of a field (for wide fields, some values), if it keeps its form.
fn values(inst: &Inst, field: usize, bits: u32, same: impl Fn(&Inst) -> Option<Inst>) -> Vec<Inst> {
    let some = [0, 1, 2, 3, 5, 9, 63, 0x400, 0x3f7, 0x0bff, 0xff, 0xffe3, 0xfffe, 0xffff];
    let all: Vec<u64> = if bits <= 6 { (0..1 << bits).collect() } else { some.to_vec() };
    let with = all.into_iter().filter(|value| bits >= 64 || value >> bits == 0).map(|value| {
        let mut inst = *inst;
        inst.vals[field] = value;
        inst
    });
    with.filter_map(|inst| same(&inst)).collect()
}

fn width(form: &Form, field: usize) -> u32 {
    form.fields[field].at.iter().map(|span| u32::from(span.len)).sum()
}

fn lift_sass(form: &Form, instructions: &[Inst]) -> Program {
    let words = instructions.chunks(3).flat_map(|three| std::iter::once(0).chain(three.iter().map(spa5::encode)));
    let code: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let options = spa5::lift::Options {
        profile: Profile::Sm50,
        registers: 255,
        surface_bank: 0,
        assumptions: Assumptions::DEFAULT,
    };
    spa5::lift::lift(form.mnemonic, &code, options)
}

#[test]
fn every_field_of_order_and_caches_of_sm_50_is_kept() {
    let bit = Profile::Sm50.bit();
    let mut walk = Walk::default();
    for form in spa5::TABLE.forms().filter(|f| f.row.profiles & bit != 0) {
        let names = fields(SASS, form.mnemonic);
        let held: Vec<usize> = names.iter().filter_map(|name| form.field(name)).collect();
        if held.is_empty() {
            continue;
        }
        walk.rows += 1;
        let again = |inst: &Inst| {
            let inst = spa5::decode(Profile::Sm50, spa5::encode(inst)).ok()?;
            (inst.form.index == form.index).then_some(inst)
        };
        let lift = |inst: &Inst| lift_sass(form, &[*inst]);
        for field in held {
            let sample = form.samples(bit, 400).filter_map(|i| again(&i)).find(|inst| {
                let mut all = values(inst, field, width(form, field), again).into_iter();
                all.any(|inst| !is_refused(&lift(&inst)))
            });
            let sample = sample.or_else(|| form.samples(bit, 40).find_map(|i| again(&i)));
            let Some(sample) = sample else { continue };
            let all = values(&sample, field, width(form, field), again);
            let all = all.into_iter().map(|inst| {
                let mut text = String::new();
                spa5::print(Profile::Sm50, &inst, &mut text);
                (text, lift(&inst))
            });
            walk.hold(&form.syntax, form.fields[field].name, all.collect());
        }
    }
    walk.end("sm_50", 24, 6000, &["SULD.P.dim", "SUST.P.dim", "CCTL"]);
}

#[test]
fn every_field_of_order_and_caches_of_gfx1100_is_kept() {
    let mut walk = Walk::default();
    let profile = isotope_amd::context(isotope_amd::Mode::Documented).profile;
    for form in isotope_amd::TABLE.forms().filter(|f| f.row.profiles & profile != 0) {
        let names = fields(RDNA, form.mnemonic);
        let held: Vec<usize> = names.iter().filter_map(|name| form.field(name)).collect();
        if held.is_empty() {
            continue;
        }
        walk.rows += 1;
        let again = |inst: &Inst| {
            let inst = isotope_amd::decode(&isotope_amd::encode(inst)).ok()?;
            (inst.form.index == form.index).then_some(inst)
        };
        let lift = |inst: &Inst| {
            let env = rdna::env(false, 256, isotope_amd::lift::Mode::from_rsrc1(0xc0 << 12));
            isotope_amd::lift::program(form.mnemonic, &rdna::bytes(inst), &env)
        };
        for field in held {
            let bits = width(form, field);
            let sample = form.samples(profile, 200).filter_map(|i| again(&i)).find(|inst| !is_refused(&lift(inst)));
            let sample = sample.or_else(|| form.samples(profile, 40).find_map(|i| again(&i)));
            let Some(sample) = sample else { continue };
            let all = values(&sample, field, bits, again).into_iter().map(|inst| (rdna::text(&inst), lift(&inst)));
            walk.hold(&form.syntax, form.fields[field].name, all.collect());
        }
    }
    walk.end("gfx1100", 730, 2600, &["image_msaa_load"]);
}

/// A quad with four dwords, if the instruction is a quad.
fn with_channels(mut inst: inst::Inst) -> inst::Inst {
    let quad = inst.name().contains("quad");
    for operand in &mut inst.operands {
        if let Operand::Shape(shape) = operand
            && quad
        {
            *shape = inst::Shape { size: 3, elements: 1, channels: 15, ..*shape };
        }
    }
    inst
}

#[test]
fn every_field_of_order_and_caches_of_visa_is_kept() {
    let mut walk = Walk::default();
    for form in isotope_intel::FORMS.iter() {
        let names = fields(VISA, form.name());
        let held: Vec<usize> = (0..form.parts.len()).filter(|&i| names.contains(&form.parts[i].name)).collect();
        if held.is_empty() {
            continue;
        }
        walk.rows += 1;
        for part in held {
            let values: Vec<u64> = match form.parts[part].kind {
                FieldKind::Names(names) => names.list.iter().map(|name| name.value).collect(),
                FieldKind::Fence(set, clear) => {
                    (0..=255u8).filter(|v| v & set == set && v & clear == 0).map(u64::from).collect()
                }
                _ => panic!("{}: a part of another kind", form.parts[part].name),
            };
            let samples = isotope_intel::sample::instructions(form);
            // Quads may name no channel; use ones that access data.
            let samples: Vec<_> = samples.into_iter().map(with_channels).collect();
            let program = |inst: &inst::Inst| isotope_intel::sample::program([inst.clone()]);
            let run = samples.iter().filter(|inst| !is_refused(&program(inst)));
            let sample = run.max_by_key(|inst| program(inst).uops.len());
            let sample = sample.unwrap_or(&samples[0]);
            let with = |value: u64| {
                let mut inst = sample.clone();
                inst.operands[part] = Operand::Number(value);
                inst
            };
            let all =
                values.into_iter().map(|value| (value.to_string(), isotope_intel::sample::program([with(value)])));
            walk.hold(form.name(), form.parts[part].name, all.collect());
        }
    }
    walk.end("visa", 51, 6000, &["lsc_load_status"]);
}

/// Checks that the text of a program parses to that program, and prints the same again.
fn reads_back(program: &Program) {
    let text = program.to_text();
    let read = Program::from_text(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read, *program, "{text}");
    assert_eq!(read.to_text(), text);
}

#[test]
fn every_form_has_a_text_that_reads_back() {
    let bit = Profile::Sm50.bit();
    let sass = spa5::TABLE.forms().filter(|f| f.row.profiles & bit != 0);
    let mut n = 0;
    let programs = sass.map(|f: &'static Form| lift_sass(f, &f.samples(bit, 30).collect::<Vec<_>>()));
    let programs = programs
        .chain(isotope_amd::TABLE.forms().flat_map(|f| isotope_amd::sample::programs(isotope_amd::GFX1100, f).take(3)));
    let programs = programs.chain(isotope_intel::FORMS.iter().flat_map(|f| isotope_intel::sample::programs(f).take(3)));
    for program in programs {
        reads_back(&program);
        n += program.steps.len();
    }
    assert!(n > 20_000, "{n} steps");
}

#[test]
fn every_kernel_has_a_text_that_reads_back() {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["bin/sm_50", "bin/gfx1100", "bin/tgllp", "torture/bin/sm_50", "torture/bin/gfx1100"] {
        let step = if folder.contains("torture") { sweep::step(3) } else { 1 };
        files.extend(entries(&kernels(folder)).into_iter().step_by(step));
    }
    files.retain(|p| p.extension().is_some_and(|e| e == "cubin" || e == "co" || e == "visaasm"));
    let mut n = 0;
    for path in files {
        let image = load(&path);
        for kernel in &image.kernels {
            let program = TARGETS.program(&image, kernel, Assumptions::DEFAULT).unwrap();
            reads_back(&program);
            n += 1;
        }
    }
    assert!(n >= 60, "{n} kernels");
}

/// Invalid text is refused with its line; a well-formed program cannot refer to undefined items.
#[test]
fn what_is_not_there_cannot_be_named() {
    let head = "program k\nsize {register_words=0x40, scalar_words=4, entry=0, upper=-, lanes=0x20, block=1, \
                control_word=0, reads_clock=false, temporaries=-}\n";
    let step = |control: &str, uop: &str| {
        let step = format!("step {{address=8, guard=all, control={control}, visible=false, always=false}} \"X\"\n");
        Program::from_text(&format!("{head}{step}{uop}")).map_err(|e| e.to_string())
    };
    assert!(step("exit", "  alu{op=mov, dst=v1, src=[v0, 0, 0]}\n").is_ok());
    for (control, uop, error) in [
        (
            "exit",
            "  alu{op=mov, dst=v2, src=[v0, 0, 0]}\n",
            "line 4, column 1: end of a vector: expected a number below 65, found 96",
        ),
        (
            "exit",
            "  alu{op=mov, dst=v1, src=[u0, 0, 0]}\n",
            "line 4, column 1: uniform: expected a number below 0, found 0",
        ),
        ("exit", "  typed(0)\n", "line 4, column 1: typed: expected a number below 0, found 0"),
        ("branch{target=1}", "", "line 3, column 1: step of the target: expected a number below 1, found 1"),
        ("request(0)", "", "line 3, column 1: request: expected a number below 0, found 0"),
        ("exit", "  alu{op=mov, dst=v1, src=[v0, 0}\n", "line 4"),
    ] {
        let found = step(control, uop).unwrap_err();
        assert!(found.starts_with(error), "{found}");
    }
}
