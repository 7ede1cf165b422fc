//! Known alternatives and mistakes of implementations: other modes, sources in another order, another vendor's operation, the minimum of a
//! programming language. One that fits the answers is named beside the rule; it proves nothing.

use isotope::{CLASSES, Op, rows};

use crate::case::Case;
use crate::export::{AlternativeValues, Values, by_operation, inputs};
use crate::ops;

/// A possible explanation of other values.
#[derive(Default)]
pub(crate) struct PossibleCause {
    /// As text, after "equals".
    pub words: String,
    /// It is a weak explanation: many differences fit it.
    pub weak: bool,
    /// The assumption of which it is an alternative.
    pub assumption: Option<&'static str>,
    pub values: Values,
}

impl PossibleCause {
    /// Its value for an element.
    pub fn value(&self, case: &Case, output: usize, element: usize) -> Option<u64> {
        let expected = &case.outputs[output];
        let values = self.values.iter().find(|(buffer, _)| *buffer == expected.buffer).map(|(_, values)| values)?;
        match values.binary_search_by_key(&element, |(at, _)| *at) {
            Ok(at) => values[at].1,
            Err(_) => expected.expected.get(element).copied(),
        }
    }
}

/// All explanations for a case, the most telling ones first.
pub(crate) fn all(case: &Case, readings: Vec<AlternativeValues>) -> Vec<PossibleCause> {
    let mut known: Vec<PossibleCause> = readings
        .into_iter()
        .filter(|reading| reading.stopped.is_none())
        .map(|reading| PossibleCause {
            words: format!("the alternative {}={}", reading.assumption, reading.reading),
            assumption: Some(reading.assumption),
            values: reading.values,
            ..PossibleCause::default()
        })
        .collect();
    if let Some((text, op)) = case.operation.as_deref().and_then(|text| Some((text, ops::operation(text, "").ok()?))) {
        known.extend(modes(case, text));
        known.extend(by_inputs(case, &op));
        known.extend(languages(case, &op));
        known.extend(vendors(case, &op));
    }
    let as_before = of(case, "memory as it was before", |case, _, buffer, element| {
        case.buffer(buffer).and_then(|buffer| buffer.input.get(element).copied())
    });
    known.push(PossibleCause { weak: true, ..as_before });
    known
}

/// An explanation that computes each element; `None` leaves the expected value.
fn of(case: &Case, words: &str, value: impl Fn(&Case, usize, &str, usize) -> Option<u64>) -> PossibleCause {
    let values = case.outputs.iter().enumerate().map(|(index, output)| {
        let each = output.expected.iter().enumerate();
        let other = each.filter_map(|(element, expected)| {
            let found = value(case, index, output.buffer, element)?;
            (found != *expected && !output.open.contains(&element)).then_some((element, Some(found)))
        });
        (output.buffer, other.collect())
    });
    PossibleCause { words: words.into(), values: values.collect(), ..PossibleCause::default() }
}

/// The same operation in another MODE.
fn modes(case: &Case, text: &str) -> Vec<PossibleCause> {
    let plain = text.split(',').next().unwrap_or(text);
    let words = [
        (15, "subnormals kept (MODE.FP_DENORM 15)"),
        (12, "subnormals of f32 flushed (MODE.FP_DENORM 12)"),
        (0, "all subnormals flushed (MODE.FP_DENORM 0)"),
        (14, "subnormal operands of f32 flushed, results kept (MODE.FP_DENORM 2 of f32)"),
    ];
    let mode = |(bits, words): (u32, &str)| {
        let op = ops::operation(plain, &format!(",fp_denorm={bits}")).ok()?;
        Some(PossibleCause { words: words.into(), values: by_operation(case, &op), ..PossibleCause::default() })
    };
    words.into_iter().filter_map(mode).collect()
}

/// The same operation with its inputs in another order, and with other returned values.
fn by_inputs(case: &Case, op: &Op) -> Vec<PossibleCause> {
    let at = |output: &str, element: usize| inputs(case)(element, output);
    let applied = |mem: u64, src: [u64; 2], output: &str| {
        let applied = op.apply(mem, src);
        if output == "mem" { applied.new } else { applied.returned }
    };
    vec![
        of(case, "the sources swapped", |_, _, output, element| {
            let (mem, [src0, src1]) = at(output, element)?;
            applied(mem, [src1, src0], output)
        }),
        of(case, "memory and the first source swapped", |_, _, output, element| {
            let (mem, [src0, src1]) = at(output, element)?;
            if output == "mem" { op.apply(src0, [mem, src1]).new } else { Some(mem) }
        }),
        of(case, "the value written, given back", |_, _, output, element| {
            let (mem, src) = at(output, element)?;
            op.apply(mem, src).new
        }),
        of(case, "nothing given back (0)", |_, _, output, _| (output == "ret").then_some(0)),
        of(case, "a comparison that always fails", |_, _, output, element| {
            let (mem, _) = at(output, element)?;
            (op.name.contains("cmp") || op.name.contains("CAS")).then_some(mem)
        }),
    ]
}

/// Minimum and maximum of programming languages.
fn languages(case: &Case, op: &Op) -> Vec<PossibleCause> {
    let Ok(shape) = op.shape(None) else { return Vec::new() };
    let name = op.name.to_lowercase();
    let (minimum, maximum) = (name.contains("min"), name.contains("max"));
    if !shape.float || !(minimum || maximum) {
        return Vec::new();
    }
    let number = |v: u64| if shape.bits == 64 { f64::from_bits(v) } else { f32::from_bits(v as u32).into() };
    let smallest = if shape.bits == 64 { f64::MIN_POSITIVE } else { f32::MIN_POSITIVE.into() };
    let (sign, word) = if minimum { ("<", "min") } else { (">", "max") };
    let mut all = Vec::new();
    for (flushed, tail) in [(false, ""), (true, ", subnormals compared as zero")] {
        let compared = |v: u64| match number(v) {
            v if flushed && v.abs() < smallest => 0.0,
            v => v,
        };
        let better = |a: u64, b: u64| match minimum {
            true => compared(a) < compared(b),
            false => compared(a) > compared(b),
        };
        let nan = |v: u64| number(v).is_nan();
        let mut add = |words: String, choose: &dyn Fn(u64, u64) -> u64| {
            all.push(of(case, &format!("{words}{tail}"), |_, _, output, element| {
                let (mem, [src, _]) = inputs(case)(element, output)?;
                (output == "mem").then(|| choose(mem, src))
            }));
        };
        add(format!("src {sign} mem ? src : mem"), &|m, s| if better(s, m) { s } else { m });
        add(format!("mem {sign} src ? mem : src"), &|m, s| if better(m, s) { m } else { s });
        add(format!("C's f{word}, of two NaNs memory's"), &|m, s| {
            if nan(m) && !nan(s) || better(s, m) { s } else { m }
        });
        add(format!("C's f{word}, of two NaNs the source's"), &|m, s| if nan(m) || better(s, m) { s } else { m });
    }
    all
}

/// Operations of the same class and width, of all vendors.
fn vendors(case: &Case, op: &Op) -> Vec<PossibleCause> {
    let Ok(rmw) = op.rmw(None) else { return Vec::new() };
    let classes = CLASSES.iter().filter(|class| class.ops.contains(&rmw.op));
    let other = |spec: String| {
        let op = Op::parse(&spec).ok()?;
        Some(PossibleCause {
            words: format!("what {spec} leaves"),
            values: by_operation(case, &op),
            ..PossibleCause::default()
        })
    };
    let all = classes.flat_map(rows).filter(|row| row.rmw.size == rmw.size && row.rmw != rmw);
    all.filter_map(|row| other(row.spec)).collect()
}
