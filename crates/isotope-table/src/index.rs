//! Finds the forms that an instruction word can be, with a tree over opcode bits.
use super::row::Pattern;

/// Most bits that one node tests.
const WIDEST: u32 = 9;

/// A node tests bits `lo..lo+len` and continues at `base` plus their value.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// A run of `lists`.
    Leaf {
        start: u32,
        end: u32,
    },
    Split {
        lo: u8,
        len: u8,
        base: u32,
    },
}

/// The root tests the bits that the instruction set names; other nodes test bits that all their forms fix.
#[derive(Debug)]
pub struct Index {
    nodes: Vec<Node>,
    lists: Vec<u16>,
    root: (u32, u32),
    few: usize,
}

impl Index {
    /// The forms with these opcodes, numbered from 0. The root tests bits `lo..lo+len`; `len` is at most 16. Lists of up to `few` forms are
    /// searched one by one.
    pub fn new(root: (u32, u32), few: usize, opcodes: impl Iterator<Item = Pattern>) -> Index {
        let mut order: Vec<Coded> = opcodes.zip(0..).map(|(opcode, form)| Coded { opcode, form }).collect();
        order.sort_by_key(|f| std::cmp::Reverse(f.opcode.mask.count_ones()));
        let mut index =
            Index { nodes: vec![Node::Leaf { start: 0, end: 0 }; 1 << root.1], lists: Vec::new(), root, few };
        index.fill(0, root, &order);
        index
    }

    /// The forms, most specific first.
    #[inline]
    pub fn candidates(&self, word: u128) -> &[u16] {
        let part = |lo: u32, len: u32| (word >> lo) as usize & ((1 << len) - 1);
        let mut at = part(self.root.0, self.root.1);
        loop {
            match self.nodes[at] {
                Node::Leaf { start, end } => return &self.lists[start as usize..end as usize],
                Node::Split { lo, len, base } => at = base as usize + part(lo.into(), len.into()),
            }
        }
    }

    /// Fills the nodes from `base` on with the forms by their bits `lo..lo+len`.
    fn fill(&mut self, base: usize, (lo, len): (u32, u32), forms: &[Coded]) {
        // All buckets are in one list, for speed: every start of a command builds an index.
        let mut ends = vec![0u32; (1 << len) + 1];
        forms.iter().flat_map(|form| values(form.opcode, lo, len)).for_each(|value| ends[value + 1] += 1);
        (1..ends.len()).for_each(|i| ends[i] += ends[i - 1]);
        let starts = ends.clone();
        let mut all = vec![Coded { opcode: Pattern { value: 0, mask: 0 }, form: 0 }; ends[1 << len] as usize];
        for form in forms {
            for value in values(form.opcode, lo, len) {
                all[ends[value] as usize] = *form;
                ends[value] += 1;
            }
        }
        for i in 0..1 << len {
            let bucket = &all[starts[i] as usize..starts[i + 1] as usize];
            self.nodes[base + i] = match split(bucket, self.few) {
                Some((lo, len)) => {
                    let below = self.nodes.len();
                    self.nodes.resize(below + (1 << len), Node::Leaf { start: 0, end: 0 });
                    self.fill(below, (lo, len), bucket);
                    Node::Split { lo: lo as u8, len: len as u8, base: below as u32 }
                }
                None => {
                    let start = self.lists.len() as u32;
                    self.lists.extend(bucket.iter().map(|f| f.form));
                    Node::Leaf { start, end: self.lists.len() as u32 }
                }
            };
        }
    }
}

/// A form and its fixed bits.
#[derive(Clone, Copy)]
struct Coded {
    opcode: Pattern,
    form: u16,
}

/// All values of the bits that fit the pattern.
fn values(opcode: Pattern, lo: u32, len: u32) -> impl Iterator<Item = usize> {
    let all = (1usize << len) - 1;
    let fixed = (opcode.mask >> lo) as usize & all;
    let value = (opcode.value >> lo) as usize & all;
    let free = !fixed & all;
    // Walks all subsets of the free bits.
    let mut next = Some(0usize);
    std::iter::from_fn(move || {
        let sub = next?;
        let after = sub.wrapping_sub(free) & free;
        next = (after != 0).then_some(after);
        Some(value | sub)
    })
}

/// The bits that distinguish the forms best, among those that all of them fix.
fn split(forms: &[Coded], few: usize) -> Option<(u32, u32)> {
    if forms.len() <= few {
        return None;
    }
    let common = forms.iter().fold(u128::MAX, |mask, f| mask & f.opcode.mask);
    let mut best = (1, None);
    for lo in 0..128 {
        // The longest run from here; shorter ones distinguish no more forms.
        let len = (!(common >> lo)).trailing_zeros().min(WIDEST).min(128 - lo);
        // The end of a run that was already tested as a whole.
        let within = len < WIDEST && lo > 0 && common >> (lo - 1) & 1 == 1;
        if len > 0 && !within {
            let mut seen = [0u64; 1 << (WIDEST - 6)];
            for form in forms {
                let value = (form.opcode.value >> lo) as usize & ((1 << len) - 1);
                seen[value / 64] |= 1 << (value % 64);
            }
            let seen = seen.iter().map(|bits| bits.count_ones()).sum();
            if seen > best.0 {
                best = (seen, Some((lo, len)));
            }
        }
    }
    best.1
}
