//! Single instructions: every line of the corpora can be set up and stepped, and an observer sees the atomics that the fast path
//! performs.

use crate::common::{self, sweep};
use isotope_machine::mem::Memory;
use isotope_machine::register::{Cells, read_by};
use isotope_machine::{Deed, MemoryAccess, Observer, Place, Session, TableEntry};
use isotope_nvidia::spa5;
use isotope_target::single::{Single, Surroundings};

#[derive(Default)]
struct Seen(Vec<MemoryAccess>);

impl Observer for Seen {
    fn looks_inside(&self) -> bool {
        true
    }

    fn step(&mut self, _: Place, _: u32, _: u64) {}

    fn access(&mut self, access: &MemoryAccess) {
        self.0.push(*access);
    }
}

const BASE: u64 = 0x1_0000_0000;

fn memory() -> Memory {
    let mut memory = Memory::new();
    let bytes: Vec<u8> = (0..256).map(|i| (i * 37 + 11) as u8).collect();
    memory.allocate_at("given", BASE, &bytes).unwrap();
    memory
}

fn around(lanes: u32) -> Surroundings {
    let banks = vec![(0, vec![0; 1 << 12])];
    Surroundings { lanes: Some(lanes), shared: 1024, private: 64, banks, ..Surroundings::default() }
}

/// Takes a step without and with an observer; the results must be equal. Returns the number of observed atomics.
fn both(single: &Single, memory: &Memory) -> usize {
    let mut plain = Session::new(&single.dispatch, memory.clone());
    // Mapped addresses, and operands that differ between lanes.
    let wave = plain.wave_mut(0, 0);
    let vectors = single.registers.iter().enumerate().filter(|(_, r)| r.bits() >= 32 && r.elements() > 1);
    for (n, register) in vectors {
        for i in 0..register.elements() {
            let value = match register.cells {
                _ if register.bits() == 64 => BASE + 8 * u64::from(i),
                Cells::Vector(..) if n % 2 == 1 => 1,
                _ => u64::from(i * 4),
            };
            register.set(wave, i, value);
        }
    }
    let mut watched = plain.clone();
    let mut seen = Seen::default();
    let (a, b) = (plain.step(0, 0), watched.step_observed(0, 0, &mut seen));
    assert_eq!(a, b, "{}", single.text);
    assert_eq!(plain.stats, watched.stats, "{}", single.text);
    // Compare everything: the registers that the step wrote are dead now.
    assert!(plain.group(0) == watched.group(0), "{}: the waves differ", single.text);
    assert!(plain.memory() == watched.memory(), "{}: memory differs", single.text);
    let read = read_by(&single.dispatch.program, 0, u32::MAX, &single.registers);
    assert!(read.iter().all(|&n| n < single.registers.len()));
    let atomics = seen.0.iter().filter(|a| matches!(a.deed, Deed::Atomic { .. })).count();
    assert!(atomics as u64 <= plain.stats.lane_atomics, "{}", single.text);
    atomics
}

fn corpus(path: &str) -> String {
    crate::common::text(&crate::common::data(path))
}

/// Runs lines in parts of a file; returns the number of instructions and of observed atomics.
fn all(lines: impl Iterator<Item = String>, prepare: impl Fn(&str) -> Option<Single>) -> (usize, usize) {
    let memory = memory();
    let (mut ran, mut atomics) = (0, 0);
    for line in lines {
        let Some(single) = prepare(&line) else { continue };
        ran += 1;
        atomics += both(&single, &memory);
    }
    (ran, atomics)
}

#[test]
fn instructions_of_nvidia() {
    let text = corpus("nvidia/families_sm50.tsv") + &corpus("nvidia/sass.tsv");
    let lines = text.lines().filter_map(|l| Some(l.split_once('\t')?.1.trim().to_string())).step_by(5);
    let prepare = |line: &str| spa5::single::prepare(spa5::Profile::Sm50, line, &around(7)).ok();
    let (ran, atomics) = all(lines, prepare);
    assert!(ran > 500 && atomics > 500, "{ran} instructions, {atomics} atomics");
}

#[test]
fn instructions_of_amd() {
    let text = corpus("amd/asm.tsv") + &corpus("amd/alu.tsv");
    for lanes in [9, 40] {
        let lines = text.lines().filter_map(|l| Some(l.split_once('\t')?.0.to_string())).step_by(sweep::step(6));
        let (ran, atomics) = all(lines, |line| {
            isotope_amd::single::prepare(isotope_amd::GFX1100, line, &around(lanes), &mut memory()).ok()
        });
        assert!(ran > 500 && atomics > 200, "{ran} instructions, {atomics} atomics");
    }
}

#[test]
fn instructions_of_intel() {
    let text = corpus("intel/forms.tsv");
    let declarations: Vec<String> = common::visa::FORM_DECLARATIONS
        .split(';')
        .map(|item| match item.split(' ').collect::<Vec<_>>()[..] {
            [name, "G", ty, count, align, ref rest @ ..] => {
                let alias = rest.join(" ");
                format!(".decl {name} v_type=G type={ty} num_elts={count} align={align} {alias}")
            }
            [name, kind, count] => format!(".decl {name} v_type={kind} num_elts={count}"),
            _ => panic!("{item}"),
        })
        .collect();
    let surroundings = Surroundings { declarations, ..around(11) };
    let table = vec![TableEntry { entry: 6, base: BASE, bytes: 256, shape: None }];
    // The corpus has no atomics.
    let atomics = [
        "svm_atomic.add (M1, 8) V35.0 V33.0 V33.0 %null.0",
        "svm_atomic.fmax (M1, 8) V35.0 V34.0 V34.0 %null.0",
        "(P1) svm_atomic.inc (M3, 8) V35.0 V33.0 %null.0 %null.0",
        "dword_atomic.xchg (M1, 8) T6 V33.0 V33.0 %null.0 V33.0",
    ];
    let lines = text.lines().flat_map(|l| l.split('\t')).chain(atomics).map(String::from);
    let (ran, atomics) = all(lines, |line| {
        let mut single =
            isotope_intel::single::prepare(isotope_intel::KernelText::new(32), line, &surroundings).ok()?;
        single.dispatch.table.clone_from(&table);
        Some(single)
    });
    assert!(ran > 700 && atomics >= 20, "{ran} instructions, {atomics} atomics");
}
