//! Tables of special values: what memory holds afterwards, by what it held and by the operand. Cells are names of values, so that one table
//! serves all widths and operations that agree.

use std::fmt::Write as _;

use isotope_op::atomic::Rmw;
use isotope_prove::question::{Role, roles};

/// The tables of a page.
#[derive(Default)]
pub(super) struct Specials(Vec<Table>);

struct Table {
    of: Vec<String>,
    float: bool,
    what: String,
    /// The first has titles.
    rows: Vec<Vec<String>>,
}

impl Specials {
    /// Adds that of an operation.
    pub fn add(&mut self, name: &str, rmw: &Rmw) {
        let new = table(rmw);
        match self.0.iter_mut().find(|known| (&known.what, &known.rows) == (&new.what, &new.rows)) {
            Some(known) => known.of.push(name.into()),
            None => self.0.push(Table { of: vec![name.into()], ..new }),
        }
    }

    /// As a section.
    pub fn markdown(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let mut out = String::from("## Special values {#special-values}\n\n");
        if self.0.iter().any(|table| !table.float) {
            out += "Of integers, max is the largest signed number, min the smallest, and -1 all ones, the largest unsigned number.\n\n";
        }
        if self.0.iter().any(|table| table.float) {
            out += "Of floats, sub is the smallest subnormal number, qNaN the quiet NaN with payload 5, sNaN the signalling NaN with payload 3, and sNaN' the same made quiet; \
                    what has no name here is in hexadecimal.\n\n";
        }
        for table in &self.0 {
            let names: Vec<String> = table.of.iter().map(|name| format!("<code>{name}</code>")).collect();
            let _ = writeln!(out, "<details><summary>{}: {}</summary>\n", names.join(", "), table.what);
            for (n, row) in table.rows.iter().enumerate() {
                let _ = writeln!(out, "| {} |", row.join(" | "));
                if n == 0 {
                    let _ = writeln!(out, "|{}", " --- |".repeat(row.len()));
                }
            }
            out += "\n</details>\n\n";
        }
        out
    }
}

/// Values that decide between rules, with names.
fn specials(rmw: &Rmw) -> Vec<(&'static str, u64)> {
    let bits = rmw.size.bits();
    let mask = u64::MAX >> (64 - bits);
    let sign = 1u64 << (bits - 1);
    if !rmw.op.is_float() {
        return vec![("0", 0), ("1", 1), ("max", sign - 1), ("min", sign), ("-1", mask)];
    }
    let man = mantissa(bits);
    let inf = (sign - 1) >> man << man;
    vec![
        ("+0", 0),
        ("-0", sign),
        ("sub", 1),
        ("1.0", (inf >> 1) & inf),
        ("-1.0", (inf >> 1) & inf | sign),
        ("+inf", inf),
        ("-inf", inf | sign),
        ("qNaN", inf | 1 << (man - 1) | 5),
        ("sNaN", inf | 3),
    ]
}

fn mantissa(bits: u32) -> u32 {
    match bits {
        16 => 10,
        32 => 23,
        _ => 52,
    }
}

/// A value by its name, by how far it is from one, or in hexadecimal.
fn named(value: u64, list: &[(&'static str, u64)], rmw: &Rmw) -> String {
    let bits = rmw.size.bits();
    let mask = u64::MAX >> (64 - bits);
    if let Some((name, _)) = list.iter().find(|(_, known)| *known == value) {
        return (*name).into();
    }
    let hex = || format!("{value:0digits$x}", digits = bits as usize / 4);
    if rmw.op.is_float() {
        let man = mantissa(bits);
        let inf = (mask >> 1) >> man << man;
        let one = (inf >> 1) & inf;
        let others = [
            ("2.0", one + (1 << man)),
            ("-2.0", (one + (1 << man)) | 1 << (bits - 1)),
            ("sNaN'", inf | 1 << (man - 1) | 3),
        ];
        return others.iter().find(|(_, known)| *known == value).map_or_else(hex, |(name, _)| (*name).into());
    }
    let sign = 1u64 << (bits - 1);
    let near = |distance: u64| (1..=9).contains(&distance);
    if near(value) {
        value.to_string()
    } else if near(mask.wrapping_sub(value).wrapping_add(1)) {
        format!("-{}", mask - value + 1)
    } else if near(value.wrapping_sub(sign)) {
        format!("min+{}", value - sign)
    } else if near((sign - 1).wrapping_sub(value)) {
        format!("max-{}", sign - 1 - value)
    } else {
        hex()
    }
}

/// Memory down, operand across. Of a pair, one half.
fn table(rmw: &Rmw) -> Table {
    let half = rmw.element();
    let list = specials(&half);
    let across = roles(&half);
    let columns: &[(&str, u64)] = if across.is_empty() { &[("after", 0)] } else { &list };
    // What the columns are: the operand, or the comparand with 1 (or 1.0) as the value to write.
    let written = list[if half.op.is_float() { 3 } else { 1 }];
    let of_pair = if rmw.is_pair() { ", of each half" } else { "" };
    let what = match across.as_slice() {
        [] => format!("memory before and afterwards{of_pair}"),
        [_] => format!("memory afterwards, by memory before (down) and src0 (across){of_pair}"),
        [a, _] => {
            let at = if *a == Role::Value { 1 } else { 0 };
            format!("memory afterwards, by memory before (down) and src{at} (across), the other source {}", written.0)
        }
        _ => String::new(),
    };
    let titles = std::iter::once(String::new()).chain(columns.iter().map(|c| c.0.to_string()));
    let mut rows = vec![titles.collect::<Vec<_>>()];
    for (name, mem) in &list {
        let cells = columns.iter().map(|(_, x)| {
            let src = match across.as_slice() {
                [Role::Value, _] => [written.1, *x],
                [_, _] => [*x, written.1],
                _ => [*x, 0],
            };
            half.apply(*mem, src[0], src[1]).map_or("open".into(), |done| named(done.new, &list, &half))
        });
        rows.push(std::iter::once(name.to_string()).chain(cells).collect());
    }
    Table { of: Vec::new(), float: half.op.is_float(), what, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::assume::Assumptions;
    use isotope_op::atomic::{AtomicOp, Size};
    use isotope_op::policy;

    /// Widths that agree share a table, and a name stands for the value that it had in the operation.
    #[test]
    fn widths_share_a_table() {
        let mut all = Specials::default();
        for size in [Size::B16, Size::B32, Size::B64] {
            all.add(&format!("add{}", size.bits()), &policy::intel_int(AtomicOp::Add, size));
        }
        assert_eq!(all.0.len(), 1);
        assert_eq!(all.0[0].rows[3], ["max", "max", "min", "-2", "-1", "max-1"]);
        assert_eq!(all.0[0].rows[4], ["min", "min", "min+1", "-1", "0", "max"]);
        all.add("sub", &policy::intel_int(AtomicOp::Sub, Size::B32));
        all.add("fmax", &policy::intel_float(AtomicOp::FMax, Size::B32, &Assumptions::default()));
        assert_eq!(all.0.len(), 3);
        assert!(all.markdown().contains("| 1.0 | 1.0 | 1.0 |"), "{}", all.markdown());
    }
}
