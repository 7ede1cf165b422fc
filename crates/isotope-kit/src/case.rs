//! A case of the kit as data, before it is written to files.

use isotope::Supported;

/// Items of a group, in every case: the lanes of one wave.
pub const GROUP: u32 = 32;

/// One or more launches of a file with buffers, their expected contents, and the reasons.
#[derive(Clone, Default, Debug)]
pub(crate) struct Case {
    pub id: String,
    pub family: &'static str,
    pub target: &'static str,
    /// A sentence: what is tested.
    pub about: String,
    /// The operation of each item, where it is one: `TARGET:OP[,KEY=VALUE]..`.
    pub operation: Option<String>,
    /// Its path in `files/`.
    pub file: String,
    /// The text of the kernel in `files/`, where it is a file of its own.
    pub code: Option<String>,
    /// The source of the file, in `files/src`.
    pub source: &'static str,
    /// What a machine needs beside memory, waves and groups.
    pub needs: &'static [&'static str],
    /// What the coordinates of a surface count, in elements.
    pub unit: u64,
    pub buffers: Vec<Buffer>,
    pub launches: Vec<Launch>,
    pub rules: Vec<Supported>,
    pub outputs: Vec<Output>,
    /// Assumptions that expected values rest on.
    pub assumptions: Vec<&'static str>,
}

/// A buffer before the first launch.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    pub name: &'static str,
    /// Bytes of an element.
    pub width: usize,
    pub input: Vec<u64>,
}

/// A launch of groups of [`GROUP`] items.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub kernel: String,
    pub groups: u32,
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    /// The address of a buffer.
    Buffer(&'static str),
    /// 32 bits.
    Word(u32),
    /// A surface of one row of 32-bit words, whose memory is a buffer.
    Surface(&'static str, u32),
    /// A typed surface of one row of `width` 32-bit elements, floats or unsigned integers.
    Image { buffer: &'static str, float: bool, width: u32 },
}

/// Expected contents of a buffer after the last launch.
#[derive(Clone, Default, Debug)]
pub(crate) struct Output {
    pub buffer: &'static str,
    pub expected: Vec<u64>,
    /// Elements that the documents leave unspecified.
    pub open: Vec<usize>,
    /// The elements may be in any order.
    pub any_order: bool,
    /// Lists of indices into [`Case::rules`], in the order in which they decide.
    pub reasons: Vec<Vec<usize>>,
    /// The index into `reasons` of each element.
    pub why: Vec<usize>,
}

impl Case {
    /// The index of a rule, which is added if it is new.
    pub fn rule(&mut self, rule: Supported) -> usize {
        self.rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        })
    }

    pub fn buffer(&self, name: &str) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| buffer.name == name)
    }

    /// Bytes of an element of a buffer.
    pub fn width(&self, buffer: &str) -> usize {
        self.buffer(buffer).map_or(4, |buffer| buffer.width)
    }
}

impl Output {
    /// Elements with the same rules.
    pub fn all(buffer: &'static str, expected: Vec<u64>, rules: Vec<usize>) -> Output {
        let why = vec![0; expected.len()];
        Output { expected, reasons: vec![rules], why, ..Output::none(buffer) }
    }

    /// An output without elements.
    pub fn none(buffer: &'static str) -> Output {
        Output { buffer, ..Output::default() }
    }

    pub fn add(&mut self, expected: Option<u64>, rules: Vec<usize>) {
        let reason = self.reasons.iter().position(|known| *known == rules).unwrap_or_else(|| {
            self.reasons.push(rules);
            self.reasons.len() - 1
        });
        if expected.is_none() {
            self.open.push(self.expected.len());
        }
        self.expected.push(expected.unwrap_or(0));
        self.why.push(reason);
    }

    /// The rules of an element, the deciding one last.
    pub fn rules(&self, element: usize) -> &[usize] {
        self.why.get(element).and_then(|&reason| self.reasons.get(reason)).map_or(&[], Vec::as_slice)
    }
}

/// Elements as bytes.
pub(crate) fn bytes(values: &[u64], width: usize) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect()
}
