//! `docs/modelled.md`: what is supported and what is refused, generated from the deciding tables and the texts of the refusals.
//! `UPDATE=1` rewrites the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use isotope_amd::amdgpu::{self, Hidden};
use isotope_intel::{zebin, zeinfo};
use isotope_ir::effect::Control;
use isotope_ir::program::{Program, Refusal};
use isotope_machine::mem::Memory;
use isotope_nvidia::cubin;
use isotope_nvidia::spa5;
use isotope_object::RelocationKind;
use isotope_target::Target;
use isotope_target::single::Surroundings;
use isotope_targets::TARGETS;

use crate::common::{current, data, load, read, text};

const HEAD: &str = "# What runs, and what is refused

This page is written by the test `modelled` from the tables that decide it (`UPDATE=1 cargo test -p isotope-tests modelled`). What is refused is refused by
name, with what to do: a file, an argument, and a kernel that cannot end without an instruction that is not modelled, when it is loaded. Where a kernel can, a
note says so before it runs, and the run stops at such an instruction with its address and text if it is reached (`isotope info FILE` lists those of a file).
Never is a value guessed. What documents leave open and a choice settles is in [assumptions.md](assumptions.md).
";

#[test]
fn the_page_is_written_from_the_tables() {
    let mut page = HEAD.to_string();
    // Lines of the vendor's tool cover more than the random instructions; `visa_coverage` keeps the list.
    let listed = text(&data("intel/not_modelled.tsv"));
    let more = |target: &dyn Target| if target.isa().cases == "intel" { listed.as_str() } else { "" };
    let all: Vec<(&dyn Target, Instructions)> = std::thread::scope(|scope| {
        let asked = TARGETS.newest().map(|target| (target, scope.spawn(move || instructions(target, more(target)))));
        let asked: Vec<_> = asked.collect();
        asked.into_iter().map(|(target, found)| (target, found.join().unwrap())).collect()
    });
    for (target, found) in all {
        let _ = write!(page, "\n## {}\n\n### Instructions\n", target.isa().title);
        found.write(&mut page);
        match target.isa().cases {
            "sm_50" => nvidia(&mut page),
            "gfx1100" => amd(&mut page),
            _ => intel(&mut page),
        }
    }
    files(&mut page);
    current("docs/modelled.md", &page);
}

/// Rows of a table in Markdown.
fn table(page: &mut String, head: [&str; 2], rows: impl IntoIterator<Item = (String, String)>) {
    let _ = write!(page, "\n| {} | {} |\n| --- | --- |\n", head[0], head[1]);
    for (left, right) in rows {
        let _ = writeln!(page, "| {} | {} |", left.replace('|', "\\|"), right.replace('|', "\\|"));
    }
}

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Maximum number of names in a table cell.
const MOST: usize = 12;

/// A cell of mnemonics.
fn cell(mnemonics: Vec<&str>) -> String {
    match mnemonics.len() {
        0..=MOST => names(mnemonics),
        count => format!("{count} mnemonics, such as {}", names(mnemonics.into_iter().step_by(count / 4).take(4))),
    }
}

/// The mnemonics of a target, by how they are supported.
#[derive(Default)]
struct Instructions {
    run: Vec<&'static str>,
    /// Partly refused mnemonics, by reason.
    part: BTreeMap<String, Vec<&'static str>>,
    /// Entirely refused mnemonics, by reason.
    text: BTreeMap<String, Vec<&'static str>>,
}

/// Supported instructions whose mnemonics rarely execute with random operands.
const WITNESSES: &[(&str, &str)] = &[
    ("gfx1100", "s_getreg_b32 s4, hwreg(HW_REG_MODE, 8, 3)"),
    ("gfx1100", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s4"),
    ("gfx1100", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x5"),
    ("gfx1100", "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"),
    ("visa", "setp (M1, 8) P1 V35(0,0)<1;1,0>"),
];

/// The mnemonics of the witnesses, and those executed by compiled programs with calls.
fn witnesses(target: &dyn Target) -> BTreeSet<String> {
    let declared =
        [".decl P1 v_type=P num_elts=8", ".decl V35 v_type=G type=ud num_elts=8 align=GRF"].map(String::from);
    let declarations = if target.isa().cases == "intel" { declared.to_vec() } else { Vec::new() };
    let given = Surroundings { declarations, ..Surroundings::default() };
    let of_target = WITNESSES.iter().filter(|(name, _)| *name == target.name());
    let single = of_target.map(|(_, text)| target.single(text, &given, &mut Memory::new()).unwrap().program);
    let mut programs: Vec<Program> = single.collect();
    if target.isa().cases == "intel" {
        for file in ["stack", "features"] {
            let image = load(&data(&format!("intel/zebin/{file}.tgllp.zebin")));
            programs.extend(image.kernels.iter().map(|k| TARGETS.program(&image, k, Default::default()).unwrap()));
        }
    }
    let run = |program: &Program| {
        let steps = program.steps.iter().zip(&program.texts);
        let run = steps.filter(|(step, _)| !matches!(step.control, Control::Refuse(_)));
        run.filter_map(|(_, text)| text.split([' ', '.']).next().map(String::from)).collect::<Vec<_>>()
    };
    let all: BTreeSet<String> = programs.iter().flat_map(run).collect();
    for (_, text) in WITNESSES.iter().filter(|(name, _)| *name == target.name()) {
        assert!(all.contains(text.split(' ').next().unwrap()), "{text} is refused");
    }
    all
}

/// Classifies mnemonics by random instructions; `more` has further refusals, one per line: a mnemonic, a reason and an example, separated
/// by tabs.
fn instructions(target: &dyn Target, more: &str) -> Instructions {
    let (mut found, witnesses) = (Instructions::default(), witnesses(target));
    for mnemonic in target.mnemonics() {
        let programs = target.samples(mnemonic);
        let refusals = programs.iter().flat_map(|program| &program.refusals);
        let mut reasons: BTreeSet<String> = refusals.filter_map(|refusal| reason(mnemonic, refusal)).collect();
        let listed =
            more.lines().filter_map(|line| line.strip_prefix(mnemonic)?.strip_prefix('\t')?.split('\t').next());
        reasons.extend(listed.map(String::from));
        let own = |text: &str| text.split_whitespace().any(|word| word.starts_with(mnemonic));
        let runs = programs.iter().any(|program| {
            let steps = program.steps.iter().zip(&program.texts);
            let mut steps = steps.filter(|(_, text)| own(text));
            steps.any(|(step, _)| !matches!(step.control, Control::Refuse(_)))
        });
        if !runs && !reasons.is_empty() && !witnesses.contains(mnemonic) {
            found.text.entry(reasons.into_iter().next().unwrap_or_default()).or_default().push(mnemonic);
            continue;
        }
        found.run.push(mnemonic);
        reasons.into_iter().for_each(|why| found.part.entry(why).or_default().push(mnemonic));
    }
    found
}

impl Instructions {
    fn write(self, page: &mut String) {
        let _ = write!(page, "\n{} mnemonics run", self.run.len());
        if self.run.len() < 200 {
            let _ = writeln!(page, ": {}.", names(self.run));
        } else {
            let mut families: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for name in self.run {
                families.entry(name.split('_').next().unwrap_or(name)).or_default().push(name);
            }
            page.push_str(":\n");
            let rows = families.into_iter().map(|(family, all)| {
                let rest = all.iter().map(|name| name.strip_prefix(family).unwrap_or(name));
                (format!("`{family}`"), rest.collect::<Vec<_>>().join(" "))
            });
            table(page, ["begin with", "and go on"], rows);
        }
        page.push_str("\nOf these, some forms are refused, whose operands or modifiers are:\n");
        table(page, ["not modelled", "of"], self.part.into_iter().map(|(why, of)| (why, cell(of))));
        page.push_str("\nThese are assembled and disassembled, and not executed:\n");
        table(page, ["not modelled", "mnemonics"], self.text.into_iter().map(|(why, of)| (why, names(of))));
    }
}

/// The reason of a refusal, without the instruction's text.
fn reason(mnemonic: &str, refusal: &Refusal) -> Option<String> {
    let Refusal::NotModelled { text } = refusal else { return None };
    let what = text.split_once("`: ").map_or(text.as_str(), |(_, what)| what);
    Some(if what.starts_with(mnemonic) { "the instruction".into() } else { what.into() })
}

/// Relocations by number: those that are applied, and those that have a name and are refused.
fn relocations(page: &mut String, done: &[u32], name: impl Fn(u32) -> Option<&'static str>) {
    let named = (1..=255).filter_map(|kind| Some((kind, name(kind)?)));
    let (yes, no): (Vec<_>, Vec<_>) = named.partition(|(kind, _)| done.contains(kind));
    let list = |all: Vec<(u32, &'static str)>| names(all.into_iter().map(|(_, name)| name));
    let _ = write!(page, "\nCarried out: {}. Refused by name: {}, and others by number.\n", list(yes), list(no));
}

fn nvidia(page: &mut String) {
    page.push_str(
        "\nOf these, ptxas 12.4 writes shifts and second steps of video instructions that the PTX manual leaves open, and reads of `%pm0` to `%pm7`: nothing \
         else that is refused came out of 11,049 PTX kernels for sm_50 and of 3,104 more for sm_53 to sm_62 \
         ([tools/foreign/forms.py](../tools/foreign/forms.py)).\n",
    );
    page.push_str("\n### Relocations of cubins\n");
    // Handles of references that a host binds are not applied here.
    let handle = |what: &RelocationKind| matches!(what, RelocationKind::TextureHandle | RelocationKind::SurfaceHandle);
    let done = cubin::RELOCATIONS.iter().filter(|(_, what, _)| !handle(what)).map(|(kind, ..)| *kind);
    relocations(page, &done.collect::<Vec<_>>(), cubin::relocation_name);
    page.push_str("\n### Functions of CUDA's device runtime\n");
    let _ = write!(
        page,
        "\nServed: {}. Others are refused by name when a kernel is loaded that names them.\n",
        names(spa5::functions())
    );
}

fn amd(page: &mut String) {
    page.push_str("\nInstructions of the processor that have no row. A kernel with one of the first line is refused when it is launched, with another as above.\n");
    let rows = isotope_amd::encodings::NO_ROWS.iter().map(|family| (family.names.to_string(), family.hint.to_string()));
    table(page, ["instructions", "what to do"], rows);
    page.push_str("\n### Relocations of code objects\n");
    let done: Vec<u32> = amdgpu::RELOCATIONS.iter().map(|(kind, ..)| *kind).collect();
    relocations(page, &done, amdgpu::relocation_name);
    page.push_str("\n### Hidden arguments\n");
    let rows = amdgpu::HIDDEN.iter().map(|(name, hidden, what)| {
        let instead = match hidden() {
            Hidden::Served(_) | Hidden::Heap | Hidden::MultigridSyncArg => {
                format!(" ({})", isotope_amd::launch::instead(name))
            }
            _ => String::new(),
        };
        (format!("`{name}`"), format!("{what}{instead}"))
    });
    table(page, ["name", "what a launch gives"], rows);
    page.push_str("\nOthers are refused by name when a kernel is launched.\n");
}

fn intel(page: &mut String) {
    page.push_str("\nInstructions of the language that have no row, by how they begin: a kernel with one is refused when it is loaded.\n");
    let rows = isotope_intel::launch::NO_ROWS.iter().map(|(start, hint)| (format!("`{start}`"), hint.to_string()));
    table(page, ["instructions", "what to do"], rows);
    page.push_str("\n### Payload\n");
    let rows = zeinfo::PAYLOADS.iter().map(|(name, _, what)| (format!("`{name}`"), what.to_string()));
    table(page, ["name", "what a launch gives"], rows);
    page.push_str("\nRefused where code reads them, others too:\n");
    let rows = isotope_intel::launch::NOT_GIVEN.iter().map(|(name, hint)| (format!("`{name}`"), hint.to_string()));
    table(page, ["name", "what to do"], rows);
    page.push_str("\n### Relocations of data\n");
    let done = zebin::RELOCATIONS.iter().map(|(kind, what, _)| format!("{kind} ({what:?})"));
    let _ = write!(page, "\nCarried out: {}. Others are refused by number.\n", done.collect::<Vec<_>>().join(", "));
}

/// The messages for unsupported files, from the readers.
fn files(page: &mut String) {
    page.push_str("\n## Files\n\nCubins of sm_50 to sm_62, code objects of gfx1100 (versions 4 to 6) and zebins with vISA are read. To others the answer is:\n");
    let elf = |machine: u16, os_abi: u8, version: u8, kind: u16, flags: u32| {
        let mut bytes = vec![0; 64];
        bytes[..9].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1, 1, os_abi, version]);
        bytes[0x10..0x12].copy_from_slice(&kind.to_le_bytes());
        bytes[0x12..0x14].copy_from_slice(&machine.to_le_bytes());
        bytes[0x30..0x34].copy_from_slice(&flags.to_le_bytes());
        bytes
    };
    let fatbin = |name: &str| read(&data("nvidia/fatbins").join(name));
    let asked: [(&str, Vec<u8>); 15] = [
        ("a cubin for sm_35", elf(190, 0x33, 7, 2, 35)),
        ("a cubin for sm_75", elf(190, 0x33, 7, 2, 75)),
        ("a cubin for sm_90", elf(190, 0x41, 8, 2, 90 << 8)),
        ("a cubin that is not linked", elf(190, 0x33, 7, 1, 50)),
        ("a code object for gfx90a", elf(224, 64, 3, 3, 0x3f)),
        ("a code object for gfx1030", elf(224, 64, 3, 3, 0x36)),
        ("a code object of version 3", elf(224, 64, 1, 3, 0x41)),
        ("a code object that is not linked", elf(224, 64, 3, 1, 0x41)),
        ("a program for x86-64", elf(62, 0, 0, 2, 0)),
        ("PTX", b".version 8.1\n.target sm_50\n".to_vec()),
        ("a fatbin for sm_75", fatbin("newer.fatbin")),
        ("a fatbin with PTX alone", fatbin("ptx52.fatbin")),
        ("a host program with several fatbins, and no kernel named", fatbin("host.o")),
        ("a bundle of clang", b"__CLANG_OFFLOAD_BUNDLE__".to_vec()),
        ("a patch-token binary of ocloc", b"CTNI\0\0\0\0".to_vec()),
    ];
    let rows =
        asked.map(|(what, bytes)| (what.to_string(), isotope_targets::TARGETS.load(&bytes).unwrap_err().to_string()));
    table(page, ["file", "answer"], rows);
}
