//! Checks of final memory, and the first difference.

use super::json::{Node, quote};
use super::{Buffer, BufferSpec, CPU, Case, CaseError, ElementType, buffer_index};
use std::collections::{BTreeMap, BTreeSet};

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckResult {
    /// Its kind, as in the case file: `exact`, `multiset` …
    pub kind: &'static str,
    /// The buffer or buffers, and the elements if not all are checked.
    pub subject: String,
    /// The source of the expected value, if the case names it.
    pub basis: Option<String>,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Whether a check holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not; the text describes the first difference in one line.
    Fails(String),
}

/// Elements of one buffer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ElementRange {
    pub buffer: usize,
    pub first: usize,
    pub count: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expected {
    Exact { part: ElementRange, bytes: Vec<u8> },
    ExactSum { part: ElementRange, crc32: u32 },
    Unchanged { buffer: usize },
    Multiset { part: ElementRange, sorted: Vec<u64> },
    Permutation { part: ElementRange, start: u64 },
    Sum { part: ElementRange, bits: u32, value: u64 },
    Equal { a: (usize, usize), b: (usize, usize), min: u64, max: u64 },
    HashTable { keys: usize, counts: usize, mask: u32, pairs: BTreeMap<u64, u64> },
    ListWalk { head: (usize, usize), next: usize, nil: u64, n: usize },
    IndexedBlocks { index: usize, data: usize, skip: u64, width: usize },
}

/// One check of a case.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Check {
    kind: Expected,
    targets: Option<Vec<String>>,
    basis: Option<String>,
}

/// Final bytes as elements.
#[derive(Clone, Copy)]
struct Elements<'a> {
    name: &'a str,
    bytes: &'a [u8],
    ty: ElementType,
}

impl<'a> Elements<'a> {
    fn len(&self) -> usize {
        self.bytes.len() / self.ty.size()
    }

    /// Element `index` as an unsigned number; 0 after the end, but callers check the index.
    fn at(&self, index: usize) -> u64 {
        let size = self.ty.size();
        let mut word = [0; 8];
        if let Some(bytes) = index.checked_mul(size).and_then(|start| self.bytes.get(start..start + size)) {
            word[..size].copy_from_slice(bytes);
        }
        u64::from_le_bytes(word)
    }

    fn part(&self, part: &ElementRange) -> impl Iterator<Item = u64> + use<'a> {
        let (all, first) = (*self, part.first);
        (0..part.count).map(move |index| all.at(first + index))
    }

    fn show(&self, value: u64) -> String {
        format!("{value:#0width$x}", width = 2 + 2 * self.ty.size())
    }

    fn differ(&self, index: usize, expected: u64, got: u64) -> String {
        format!("element {index} of `{}`: expected {}, got {}", quote(self.name), self.show(expected), self.show(got))
    }
}

impl Check {
    pub fn parse(node: &Node<'_>, buffers: &[BufferSpec], warnings: &mut Vec<String>) -> Result<Check, CaseError> {
        let unsigned = |key: &str, max| node.get(key)?.unsigned(max);
        let buffer = |key: &str| buffer_index(&node.get(key)?, buffers);
        let kind_node = node.get("check")?;
        let (kind, keys): (Expected, &[&str]) = match kind_node.str()? {
            "exact" => (exact(node, buffers)?, &["buffer", "first", "count", "hex", "crc32", "bytes"]),
            "unchanged" => (Expected::Unchanged { buffer: buffer("buffer")? }, &["buffer"]),
            "multiset" => (multiset(node, buffers)?, &["buffer", "first", "count", "sorted"]),
            "permutation" => {
                let part = part(node, buffers)?;
                let start_node = node.get("start")?;
                let mask = buffers[part.buffer].ty.mask();
                let start = start_node.unsigned(mask)?;
                if (part.count as u64).saturating_sub(1) > mask - start {
                    return Err(start_node.error(
                        format!("a start from which {} numbers fit the element type", part.count),
                        "lower `start` or `count`",
                    ));
                }
                (Expected::Permutation { part, start }, &["buffer", "first", "count", "start"])
            }
            "sum" => {
                let bits_node = node.get("bits")?;
                let bits = bits_node.unsigned(64)? as u32;
                if bits == 0 {
                    return Err(bits_node.error("1 to 64", "name the width of the sum"));
                }
                let value = unsigned("value", u64::MAX >> (64 - bits))?;
                (
                    Expected::Sum { part: part(node, buffers)?, bits, value },
                    &["buffer", "first", "count", "bits", "value"],
                )
            }
            "equal" => {
                let (a, b) = (element(&node.get("a")?, buffers)?, element(&node.get("b")?, buffers)?);
                let kind = Expected::Equal { a, b, min: unsigned("min", u64::MAX)?, max: unsigned("max", u64::MAX)? };
                (kind, &["a", "b", "min", "max"])
            }
            "hash_table" => (hash_table(node, buffers)?, &["keys", "counts", "mask", "pairs"]),
            "list_walk" => (list_walk(node, buffers)?, &["head", "head_index", "next", "nil", "n"]),
            "indexed_blocks" => {
                let (index, data) = (buffer("index")?, buffer("data")?);
                let width_node = node.get("width")?;
                let width = width_node.unsigned(u64::MAX)?;
                if width > buffers[data].count as u64 {
                    return Err(width_node
                        .error(format!("at most {}, the elements of `data`", buffers[data].count), "lower `width`"));
                }
                let kind =
                    Expected::IndexedBlocks { index, data, skip: unsigned("skip", u64::MAX)?, width: width as usize };
                (kind, &["index", "data", "skip", "width"])
            }
            _ => {
                return Err(kind_node.error(
                    "exact, unchanged, multiset, permutation, sum, equal, hash_table, list_walk or indexed_blocks",
                    "choose one of these checks",
                ));
            }
        };
        let mut known = vec!["check", "targets", "basis", "note"];
        known.extend(keys);
        node.known(&known, warnings)?;
        Ok(Check {
            kind,
            targets: node.optional("targets").map(|node| targets(&node, warnings)).transpose()?,
            basis: node.text("basis")?,
        })
    }

    pub fn kind(&self) -> &Expected {
        &self.kind
    }

    pub fn applies(&self, target: &str) -> bool {
        self.targets.as_ref().is_none_or(|targets| targets.iter().any(|other| other == target))
    }

    pub fn judge(&self, case: &Case, finals: &[Buffer]) -> CheckResult {
        let verdict = match self.kind.judge(case, finals) {
            Ok(()) => Verdict::Holds,
            Err(difference) => Verdict::Fails(difference),
        };
        CheckResult { kind: self.kind.name(), subject: self.kind.subject(case), basis: self.basis.clone(), verdict }
    }
}

pub(super) fn targets(node: &Node<'_>, warnings: &mut Vec<String>) -> Result<Vec<String>, CaseError> {
    let mut names = Vec::new();
    for item in node.array()? {
        let name = item.str()?;
        let known = [&[CPU], node.words()].concat();
        if !known.contains(&name) {
            warnings.push(format!(
                "at `{}`: unknown target `{}`; known: {}",
                item.path(),
                quote(name),
                known.join(", ")
            ));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// `buffer`, `first` and `count`.
fn part(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<ElementRange, CaseError> {
    let buffer = buffer_index(&node.get("buffer")?, buffers)?;
    let length = buffers[buffer].count as u64;
    let bound =
        |key: &str, default, max| {
            let Some(node) = node.optional(key) else { return Ok(default) };
            match node.unsigned(u64::MAX)? {
                number if number <= max => Ok(number),
                _ => Err(node
                    .error(format!("at most {max}: the buffer has {length} elements"), "select elements that exist")),
            }
        };
    let first = bound("first", 0, length)?;
    let count = bound("count", length - first, length - first)?;
    Ok(ElementRange { buffer, first: first as usize, count: count as usize })
}

/// `[buffer, index]`.
fn element(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<(usize, usize), CaseError> {
    let [name, index] = &node.array()?[..] else {
        return Err(node.error("[buffer, index]", "write both"));
    };
    let buffer = buffer_index(name, buffers)?;
    Ok((buffer, element_index(index, &buffers[buffer])?))
}

fn element_index(node: &Node<'_>, buffer: &BufferSpec) -> Result<usize, CaseError> {
    match node.unsigned(u64::MAX)? {
        index if index < buffer.count as u64 => Ok(index as usize),
        _ => Err(node.error(
            format!("an index below {}, the elements of `{}`", buffer.count, quote(&buffer.name)),
            "select an element that exists",
        )),
    }
}

fn exact(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<Expected, CaseError> {
    let part = part(node, buffers)?;
    let length = part.count * buffers[part.buffer].ty.size();
    if let Some(hex) = node.optional("hex") {
        let bytes = hex.hex()?;
        if bytes.len() != length {
            let expected = format!("{length} bytes, the elements selected");
            return Err(CaseError::field(hex.path(), expected, bytes.len(), "correct `hex`, `first` or `count`"));
        }
        return Ok(Expected::Exact { part, bytes });
    }
    let bytes = node.get("bytes")?;
    if bytes.unsigned(u64::MAX)? != length as u64 {
        return Err(bytes.error(format!("{length}, the elements selected"), "correct `bytes`, `first` or `count`"));
    }
    Ok(Expected::ExactSum { part, crc32: node.get("crc32")?.unsigned(u32::MAX.into())? as u32 })
}

fn multiset(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<Expected, CaseError> {
    let part = part(node, buffers)?;
    let list = node.get("sorted")?;
    let numbers = list.integers()?;
    if numbers.len() != part.count {
        return Err(list.error(
            format!("{} values, one for each element selected", part.count),
            "correct `sorted`, `first` or `count`",
        ));
    }
    let mask = i128::from(buffers[part.buffer].ty.mask());
    if let Some(at) = numbers.iter().position(|number| !(0..=mask).contains(number)) {
        let (path, expected) = (format!("{}[{at}]", list.path()), format!("a number from 0 to {mask}"));
        return Err(CaseError::field(path, expected, numbers[at], "elements count as unsigned"));
    }
    if let Some(at) = numbers.windows(2).position(|pair| pair[0] > pair[1]) {
        let path = format!("{}[{}]", list.path(), at + 1);
        let expected = format!("at least {}, the value before it", numbers[at]);
        return Err(CaseError::field(path, expected, numbers[at + 1], "sort the values as unsigned numbers"));
    }
    Ok(Expected::Multiset { part, sorted: numbers.into_iter().map(|number| number as u64).collect() })
}

fn hash_table(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<Expected, CaseError> {
    let keys = buffer_index(&node.get("keys")?, buffers)?;
    let counts = buffer_index(&node.get("counts")?, buffers)?;
    let mask_node = node.get("mask")?;
    let mask = mask_node.unsigned(u32::MAX.into())?;
    let slots = mask + 1;
    if !slots.is_power_of_two() || slots > buffers[keys].count as u64 || slots > buffers[counts].count as u64 {
        return Err(mask_node.error(
            "a power of two less one, below the elements of `keys` and of `counts`",
            "correct `mask` or the buffers",
        ));
    }
    let list = node.get("pairs")?;
    let mut pairs = BTreeMap::new();
    for pair in list.array()? {
        let [key, count] = pair.integers()?[..] else {
            return Err(pair.error("[key, count]", "write both"));
        };
        let (Ok(key), Ok(count)) = (u64::try_from(key), u64::try_from(count)) else {
            return Err(pair.error("a key and a count of 0 or more", "correct the pair"));
        };
        if key == 0 || pairs.insert(key, count).is_some() {
            return Err(pair.error("a key other than 0, listed once", "0 marks an empty slot; merge equal keys"));
        }
    }
    Ok(Expected::HashTable { keys, counts, mask: mask as u32, pairs })
}

fn list_walk(node: &Node<'_>, buffers: &[BufferSpec]) -> Result<Expected, CaseError> {
    let head = buffer_index(&node.get("head")?, buffers)?;
    let next = buffer_index(&node.get("next")?, buffers)?;
    let n_node = node.get("n")?;
    let n = n_node.unsigned(u64::MAX)?;
    if n > buffers[next].count as u64 {
        return Err(n_node.error(format!("at most {}, the elements of `next`", buffers[next].count), "lower `n`"));
    }
    Ok(Expected::ListWalk {
        head: (head, element_index(&node.get("head_index")?, &buffers[head])?),
        next,
        nil: node.get("nil")?.unsigned(u64::MAX)?,
        n: n as usize,
    })
}

impl Expected {
    fn name(&self) -> &'static str {
        match self {
            Expected::Exact { .. } | Expected::ExactSum { .. } => "exact",
            Expected::Unchanged { .. } => "unchanged",
            Expected::Multiset { .. } => "multiset",
            Expected::Permutation { .. } => "permutation",
            Expected::Sum { .. } => "sum",
            Expected::Equal { .. } => "equal",
            Expected::HashTable { .. } => "hash_table",
            Expected::ListWalk { .. } => "list_walk",
            Expected::IndexedBlocks { .. } => "indexed_blocks",
        }
    }

    fn subject(&self, case: &Case) -> String {
        let name = |buffer: usize| case.buffers.get(buffer).map_or_else(String::new, |spec| quote(&spec.name));
        match self {
            Expected::Exact { part, .. }
            | Expected::ExactSum { part, .. }
            | Expected::Multiset { part, .. }
            | Expected::Permutation { part, .. }
            | Expected::Sum { part, .. } => {
                let whole = case.buffers.get(part.buffer).is_some_and(|spec| spec.count == part.count);
                match whole {
                    true => name(part.buffer),
                    false => format!("{}[{}..{}]", name(part.buffer), part.first, part.first + part.count),
                }
            }
            Expected::Unchanged { buffer } => name(*buffer),
            Expected::Equal { a, b, .. } => format!("{}[{}],{}[{}]", name(a.0), a.1, name(b.0), b.1),
            Expected::HashTable { keys, counts, .. } => format!("{},{}", name(*keys), name(*counts)),
            Expected::ListWalk { head, next, .. } => format!("{}[{}],{}", name(head.0), head.1, name(*next)),
            Expected::IndexedBlocks { index, data, .. } => format!("{},{}", name(*index), name(*data)),
        }
    }

    fn judge(&self, case: &Case, finals: &[Buffer]) -> Result<(), String> {
        let elements = |buffer: usize| -> Result<Elements<'_>, String> {
            let spec = case.buffers.get(buffer).ok_or("the case has no such buffer")?;
            let found = finals.iter().find(|other| other.name == spec.name);
            let found = found.ok_or_else(|| format!("final memory has no buffer `{}`", quote(&spec.name)))?;
            if found.bytes.len() != spec.byte_length() {
                return Err(format!(
                    "final `{}`: expected {} bytes, got {}",
                    quote(&spec.name),
                    spec.byte_length(),
                    found.bytes.len()
                ));
            }
            Ok(Elements { name: &spec.name, bytes: &found.bytes, ty: spec.ty })
        };
        match self {
            Expected::Exact { part, bytes } => {
                let got = elements(part.buffer)?;
                compare(Elements { name: got.name, bytes, ty: got.ty }, got, part.first)
            }
            Expected::ExactSum { part, crc32 } => {
                let got = elements(part.buffer)?;
                let size = got.ty.size();
                let bytes = got.bytes.get(part.first * size..(part.first + part.count) * size).unwrap_or(&[]);
                let found = crc32fast::hash(bytes);
                (found == *crc32).then_some(()).ok_or_else(|| {
                    format!(
                        "CRC-32 of {} bytes of `{}`: expected {crc32:#010x}, got {found:#010x} (the case has only the \
                         checksum, so the first differing element is not known)",
                        bytes.len(),
                        quote(got.name)
                    )
                })
            }
            Expected::Unchanged { buffer } => {
                let got = elements(*buffer)?;
                let spec = &case.buffers[*buffer];
                let initial = spec.init.bytes(spec.ty, spec.count).map_err(|_| "the buffer has no initial value")?;
                compare(Elements { name: got.name, bytes: &initial, ty: got.ty }, got, 0)
            }
            Expected::Multiset { part, sorted } => {
                let all = elements(part.buffer)?;
                let mut got: Vec<u64> = all.part(part).collect();
                got.sort_unstable();
                let Some(at) = got.iter().zip(sorted).position(|(got, expected)| got != expected) else {
                    return Ok(());
                };
                let problem = if got[at] < sorted[at] {
                    let index = all.part(part).position(|value| value == got[at]).unwrap_or(0) + part.first;
                    format!("element {index} holds a value that should not be there, or once too often")
                } else {
                    "the expected value is missing, or there once too seldom".into()
                };
                Err(format!(
                    "sorted element {at} of `{}`: expected {}, got {}: {problem}",
                    quote(all.name),
                    all.show(sorted[at]),
                    all.show(got[at])
                ))
            }
            Expected::Permutation { part, start } => {
                let all = elements(part.buffer)?;
                let mut seen = vec![false; part.count];
                for (index, value) in all.part(part).enumerate() {
                    let place = value.checked_sub(*start).and_then(|place| usize::try_from(place).ok());
                    let problem = match place.and_then(|place| seen.get_mut(place)) {
                        Some(slot) if !*slot => {
                            *slot = true;
                            continue;
                        }
                        Some(_) => "it occurred before",
                        None => "it is out of range",
                    };
                    return Err(format!(
                        "element {} of `{}`: expected a number from {} to {} not seen before it, got {}: {problem}",
                        part.first + index,
                        quote(all.name),
                        all.show(*start),
                        all.show(start.wrapping_add(part.count as u64).wrapping_sub(1)),
                        all.show(value)
                    ));
                }
                Ok(())
            }
            Expected::Sum { part, bits, value } => {
                let all = elements(part.buffer)?;
                let sum = all.part(part).fold(0u64, u64::wrapping_add) & u64::MAX >> (64 - bits);
                (sum == *value).then_some(()).ok_or_else(|| {
                    format!(
                        "sum of {} elements of `{}` modulo 2^{bits}: expected {value:#x}, got {sum:#x}",
                        part.count,
                        quote(all.name)
                    )
                })
            }
            Expected::Equal { a, b, min, max } => {
                let (first, second) = (elements(a.0)?, elements(b.0)?);
                let (x, y) = (first.at(a.1), second.at(b.1));
                if x != y {
                    return Err(format!(
                        "element {} of `{}` and element {} of `{}`: expected equal values, got {} and {}",
                        a.1,
                        quote(first.name),
                        b.1,
                        quote(second.name),
                        first.show(x),
                        second.show(y)
                    ));
                }
                (*min..=*max).contains(&x).then_some(()).ok_or_else(|| {
                    format!(
                        "element {} of `{}`: expected {min:#x} to {max:#x}, got {}",
                        a.1,
                        quote(first.name),
                        first.show(x)
                    )
                })
            }
            Expected::HashTable { keys, counts, mask, pairs } => {
                judge_hash_table(elements(*keys)?, elements(*counts)?, *mask, pairs)
            }
            Expected::ListWalk { head, next, nil, n } => {
                judge_list(elements(head.0)?, head.1, elements(*next)?, *nil, *n)
            }
            Expected::IndexedBlocks { index, data, skip, width } => {
                let (index, data) = (elements(*index)?, elements(*data)?);
                for i in 0..index.len() {
                    let start = index.at(i);
                    if start == *skip || *width == 0 {
                        continue;
                    }
                    let last = (data.len() - width) as u64;
                    if start > last {
                        return Err(format!(
                            "element {i} of `{}`: expected {} or at most {}, so that {width} elements follow, got {}",
                            quote(index.name),
                            index.show(*skip),
                            index.show(last),
                            index.show(start)
                        ));
                    }
                    for j in 0..*width {
                        let (at, expected) = (start as usize + j, i as u64 * *width as u64 + j as u64);
                        if data.at(at) != expected {
                            return Err(data.differ(at, expected, data.at(at)));
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Compares all elements of `expected` with those of `got` from `first` on.
fn compare(expected: Elements<'_>, got: Elements<'_>, first: usize) -> Result<(), String> {
    let start = first * got.ty.size();
    if got.bytes.get(start..start + expected.bytes.len()) == Some(expected.bytes) {
        return Ok(());
    }
    let different = |&index: &usize| expected.at(index) != got.at(first + index);
    let mut indices = (0..expected.len()).filter(different);
    let Some(index) = indices.next() else { return Ok(()) };
    let more = indices.count();
    let mut message = got.differ(first + index, expected.at(index), got.at(first + index));
    if more > 0 {
        message.push_str(&format!("; {} of {} elements differ", more + 1, expected.len()));
    }
    Err(message)
}

fn judge_hash_table(
    keys: Elements<'_>,
    counts: Elements<'_>,
    mask: u32,
    pairs: &BTreeMap<u64, u64>,
) -> Result<(), String> {
    let slots = mask as usize + 1;
    let mut seen = BTreeSet::new();
    // Number of consecutive occupied slots before slot 0, with wraparound.
    let mut run = (1..=slots).take_while(|back| keys.at(slots - back) != 0).count();
    for slot in 0..slots {
        let key = keys.at(slot);
        if key == 0 {
            if counts.at(slot) != 0 {
                return Err(format!("{}: its slot is empty", counts.differ(slot, 0, counts.at(slot))));
            }
            run = 0;
            continue;
        }
        let Some(&count) = pairs.get(&key) else {
            return Err(format!(
                "element {slot} of `{}`: expected one of {} keys or 0, got {}",
                quote(keys.name),
                pairs.len(),
                keys.show(key)
            ));
        };
        if !seen.insert(key) {
            return Err(format!(
                "element {slot} of `{}`: expected every key once, got {} again",
                quote(keys.name),
                keys.show(key)
            ));
        }
        if counts.at(slot) != count {
            return Err(format!("{}: its key is {}", counts.differ(slot, count, counts.at(slot)), keys.show(key)));
        }
        let home = ((key as u32).wrapping_mul(2_654_435_761) >> 7 & mask) as usize;
        let distance = slot.wrapping_sub(home) & mask as usize;
        if distance > run {
            return Err(format!(
                "element {slot} of `{}`: key {} starts probing at slot {home}, and slot {} between is empty",
                quote(keys.name),
                keys.show(key),
                slot.wrapping_sub(run + 1) & mask as usize
            ));
        }
        run += 1;
    }
    match pairs.keys().find(|key| !seen.contains(key)) {
        Some(&key) => Err(format!("`{}`: expected key {} in some slot, got none", quote(keys.name), keys.show(key))),
        None => Ok(()),
    }
}

fn judge_list(head: Elements<'_>, head_index: usize, next: Elements<'_>, nil: u64, n: usize) -> Result<(), String> {
    let mut seen = vec![false; n];
    let (mut holder, mut at, mut current) = (head, head_index, head.at(head_index));
    for visited in 0..=n {
        if current == nil && visited == n {
            return Ok(());
        }
        let slot = usize::try_from(current).ok().and_then(|index| seen.get_mut(index));
        let problem = match slot {
            _ if current == nil => "the list ends too early",
            _ if visited == n => "the list does not end",
            None => "it is out of range",
            Some(true) => "it was visited before",
            Some(slot) => {
                *slot = true;
                (holder, at) = (next, current as usize);
                current = next.at(at);
                continue;
            }
        };
        let expected = if visited == n { holder.show(nil) } else { "an index not visited yet".into() };
        return Err(format!(
            "element {at} of `{}`, after {visited} of {n} nodes: expected {expected}, got {}: {problem}",
            quote(holder.name),
            holder.show(current)
        ));
    }
    Ok(())
}
