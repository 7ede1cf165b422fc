//! docs/bits.md: the number of bits of each instruction set that are read, are ignored, or stop the run (`UPDATE=1` writes it).

use std::fmt::Write as _;

use isotope_nvidia::spa5;
use isotope_op::claim::grades;
use isotope_op::source::linked;
use isotope_target::lift::{Ignored, IgnoredBits};

use super::{Flip, Tally, table};

/// Maximum number of instructions named in a line.
const NAMED: usize = 6;

fn counts(out: &mut String, name: &str, tally: &Tally) {
    let bits = |flip| tally.of(flip);
    let all: usize = tally.bits.values().sum::<usize>() + tally.fixed;
    let _ = writeln!(
        out,
        "| {name} | {} | {all} | {} | {} | {} | {} | {} | {} |",
        tally.forms,
        tally.fixed,
        bits(Flip::Consumed),
        bits(Flip::Ignored),
        bits(Flip::Stops),
        bits(Flip::Elsewhere),
        tally.tried
    );
}

fn spelled(bits: IgnoredBits) -> String {
    match bits {
        IgnoredBits::All => "every field".into(),
        IgnoredBits::Field(name) => format!("`{name}`"),
        IgnoredBits::Part(name, mask) => format!("`{name}` & {mask:#x}"),
        IgnoredBits::Word(lo, hi) if lo == hi => format!("bit {lo}"),
        IgnoredBits::Word(lo, hi) => format!("bits {hi}:{lo}"),
    }
}

fn line(out: &mut String, of: &str, bits: &str, why: &str, source: &str) {
    let bits = bits.replace('|', "\\|");
    let _ = writeln!(out, "| {of} | {bits} | {why} | {}: {} |", grades(source), linked(source, "sources.md"));
}

const HEAD: &str = "\n| instructions | bits | why | known from |\n| --- | --- | --- | --- |\n";

fn rows(out: &mut String, title: &str, rows: &[Ignored]) {
    let _ = write!(out, "\n### {title}\n{HEAD}");
    for row in rows {
        let of = if row.of == ["*"] { "all".to_string() } else { format!("`{}`", row.of.join("`, `")) };
        line(out, &of, &spelled(row.bits), row.why, row.source);
    }
}

fn stops(out: &mut String, title: &str, tally: &Tally) {
    let _ = write!(out, "\n### {title}\n\n| bits | instructions | such as |\n| --- | --- | --- |\n");
    for (bits, of) in &tally.unread {
        let some: Vec<&str> = of.iter().map(String::as_str).take(NAMED).collect();
        let _ = writeln!(out, "| {} | {} | `{}` |", bits.replace('|', "\\|"), of.len(), some.join("`, `"));
    }
}

fn page() -> String {
    let mut out = String::from(
        "# Bits of instructions\n\nNo bit of an instruction is silent. Each is read when the instruction is lifted, or is on the list of ignored bits \
         with a reason and a source, or stops the run by name when it is set. A test takes instructions of every form that executes and flips every \
         bit of their words. It fails if the new word is an instruction of the same form that means the same without a line in the list.\n\n\
         * **fixed**: says which form it is.\n* **read**: a flip changes what the instruction is lifted to.\n* **ignored**: on the list below.\n\
         * **stop**: each flip is refused, because a rule forbids the value or no rule reads the bit.\n\
         * **no instruction**: each flip is no instruction, or one of another form.\n\n\
         | instruction set | forms | bits | fixed | read | ignored | stop | no instruction | flips |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (profile, tally) in &*table::SASS {
        counts(&mut out, profile, tally);
    }
    counts(&mut out, "gfx1100", &table::RDNA);
    counts(&mut out, "vISA", &super::visa::TALLY);
    out += "\n## Ignored bits\n";
    rows(&mut out, "sm_50", spa5::lift::ignored::ROWS);
    rows(&mut out, "gfx1100", isotope_amd::lift::ignored::ROWS);
    let _ = write!(out, "\n### vISA\n{HEAD}");
    for row in isotope_intel::lift::ignored::ROWS {
        line(&mut out, &format!("`{}`", row.of), row.part, row.why, row.source);
    }
    out += "\n## Bits that no rule reads\n\nThey stop the run by name when they are set.\n";
    stops(&mut out, "sm_50", &table::SASS[0].1);
    stops(&mut out, "gfx1100", &table::RDNA);
    stops(&mut out, "vISA", &super::visa::TALLY);
    out
}

#[test]
fn the_page_is_current() {
    crate::common::current("docs/bits.md", &page());
}
