//! Sets of events and relations between them, as bits: an execution has at most [`MAX`] events.

/// Most events of an execution.
pub const MAX: usize = 128;

/// A set of events: bit `i` is event `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Set(pub u128);

impl Set {
    /// Whether event `i` is in the set.
    pub fn has(self, i: usize) -> bool {
        i < MAX && self.0 >> i & 1 == 1
    }

    /// Puts event `i` into the set.
    pub fn insert(&mut self, i: usize) {
        debug_assert!(i < MAX);
        self.0 |= 1 << i;
    }

    /// The events, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let i = left.trailing_zeros() as usize;
                left &= left - 1;
                i
            })
        })
    }

    /// How many events it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Set {
    type Output = Set;
    fn bitor(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Set {
    type Output = Set;
    fn bitand(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }
}

impl std::ops::Sub for Set {
    type Output = Set;
    fn sub(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(events: I) -> Set {
        let mut set = Set::default();
        events.into_iter().for_each(|i| set.insert(i));
        set
    }
}

/// A relation between the events of one execution: row `i` is the set of what event `i` is related to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Relation {
    rows: Vec<u128>,
}

impl Relation {
    /// The empty relation between `events` events.
    pub fn empty(events: usize) -> Relation {
        debug_assert!(events <= MAX);
        Relation { rows: vec![0; events] }
    }

    /// Everything in `from` with everything in `to`.
    pub fn product(events: usize, from: Set, to: Set) -> Relation {
        Relation { rows: (0..events).map(|i| if from.has(i) { to.0 } else { 0 }).collect() }
    }

    /// Every event of `of` with itself.
    pub fn identity(events: usize, of: Set) -> Relation {
        Relation { rows: (0..events).map(|i| of.0 & 1 << i).collect() }
    }

    /// The pairs for which `holds`.
    pub fn of(events: usize, mut holds: impl FnMut(usize, usize) -> bool) -> Relation {
        let row = |i| (0..events).filter(|&j| holds(i, j)).fold(0u128, |row, j| row | 1 << j);
        Relation { rows: (0..events).map(row).collect() }
    }

    /// Number of events.
    pub fn events(&self) -> usize {
        self.rows.len()
    }

    /// Whether `from` is related to `to`.
    pub fn has(&self, from: usize, to: usize) -> bool {
        self.rows.get(from).is_some_and(|row| Set(*row).has(to))
    }

    /// Relates `from` to `to`.
    pub fn insert(&mut self, from: usize, to: usize) {
        debug_assert!(to < self.rows.len());
        self.rows[from] |= 1 << to;
    }

    /// What `from` is related to.
    pub fn after(&self, from: usize) -> Set {
        Set(self.rows[from])
    }

    /// The pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows.len()).flat_map(|i| Set(self.rows[i]).iter().map(move |j| (i, j)))
    }

    /// Whether it has no pair.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    fn zip(mut self, other: &Relation, f: impl Fn(u128, u128) -> u128) -> Relation {
        self.rows.iter_mut().zip(&other.rows).for_each(|(a, &b)| *a = f(*a, b));
        self
    }

    /// Union.
    pub fn or(self, other: &Relation) -> Relation {
        self.zip(other, |a, b| a | b)
    }

    /// Intersection.
    pub fn and(self, other: &Relation) -> Relation {
        self.zip(other, |a, b| a & b)
    }

    /// Difference.
    pub fn minus(self, other: &Relation) -> Relation {
        self.zip(other, |a, b| a & !b)
    }

    /// Only pairs that leave `from`.
    pub fn from(mut self, from: Set) -> Relation {
        self.rows.iter_mut().enumerate().for_each(|(i, row)| *row = if from.has(i) { *row } else { 0 });
        self
    }

    /// Only pairs that reach `to`.
    pub fn to(mut self, to: Set) -> Relation {
        self.rows.iter_mut().for_each(|row| *row &= to.0);
        self
    }

    /// Also every event with itself.
    pub fn or_same(mut self) -> Relation {
        self.rows.iter_mut().enumerate().for_each(|(i, row)| *row |= 1 << i);
        self
    }

    /// No event with itself.
    pub fn without_same(mut self) -> Relation {
        self.rows.iter_mut().enumerate().for_each(|(i, row)| *row &= !(1 << i));
        self
    }

    /// Sequence: a pair of this relation, then one of `next`.
    pub fn then(&self, next: &Relation) -> Relation {
        let row = |&row: &u128| Set(row).iter().fold(0, |all, j| all | next.rows[j]);
        Relation { rows: self.rows.iter().map(row).collect() }
    }

    /// The pairs the other way round.
    pub fn inverse(&self) -> Relation {
        let mut inverse = Relation::empty(self.rows.len());
        self.pairs().for_each(|(i, j)| inverse.insert(j, i));
        inverse
    }

    /// Transitive closure.
    pub fn closure(mut self) -> Relation {
        for k in 0..self.rows.len() {
            let through = self.rows[k];
            if through != 0 {
                self.rows.iter_mut().for_each(|row| {
                    if *row >> k & 1 == 1 {
                        *row |= through;
                    }
                });
            }
        }
        self
    }

    /// Whether it has no cycle.
    pub fn acyclic(&self) -> bool {
        // Events without successors cannot be on a cycle; removing them until none is left is cheaper than a closure.
        let mut left = (0..self.rows.len()).fold(0u128, |all, i| all | 1 << i);
        loop {
            let stay = Set(left).iter().filter(|&i| self.rows[i] & left != 0).fold(0u128, |all, i| all | 1 << i);
            if stay == 0 {
                return true;
            }
            if stay == left {
                return false;
            }
            left = stay;
        }
    }

    /// A shortest cycle, as the events along it, if there is one.
    pub fn cycle(&self) -> Option<Vec<usize>> {
        (0..self.rows.len()).filter_map(|start| self.path(start, start)).min_by_key(Vec::len)
    }

    /// A shortest chain of at least one pair from `from` to `to`; the last event is left out.
    fn path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut came = vec![usize::MAX; self.rows.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(i) = queue.pop_front() {
            for j in self.after(i).iter() {
                if j == to {
                    let mut path = vec![i];
                    while path[path.len() - 1] != from {
                        path.push(came[path[path.len() - 1]]);
                    }
                    path.reverse();
                    return Some(path);
                }
                if came[j] == usize::MAX && j != from {
                    came[j] = i;
                    queue.push_back(j);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(pairs: &[(usize, usize)]) -> Relation {
        let mut all = Relation::empty(5);
        pairs.iter().for_each(|&(i, j)| all.insert(i, j));
        all
    }

    #[test]
    fn closure_and_cycles_agree_with_walking() {
        // Every relation of four events that a 12-bit number can name.
        for bits in 0..1u32 << 12 {
            let pairs = (0..12).filter(|k| bits >> k & 1 == 1).map(|k| (k / 3, (k / 3 + 1 + k % 3) % 4));
            let pairs: Vec<_> = pairs.collect();
            let r = relation(&pairs);
            let mut walked = r.clone();
            for _ in 0..4 {
                walked = walked.clone().or(&walked.then(&r));
            }
            assert_eq!(r.clone().closure(), walked);
            assert_eq!(r.acyclic(), (0..5).all(|i| !walked.has(i, i)), "{pairs:?}");
            match r.cycle() {
                None => assert!(r.acyclic()),
                Some(cycle) => {
                    assert!((0..cycle.len()).all(|i| r.has(cycle[i], cycle[(i + 1) % cycle.len()])), "{cycle:?}");
                }
            }
        }
    }

    #[test]
    fn algebra() {
        let r = relation(&[(0, 1), (1, 2), (3, 3)]);
        assert_eq!(r.then(&r), relation(&[(0, 2), (3, 3)]));
        assert_eq!(r.inverse(), relation(&[(1, 0), (2, 1), (3, 3)]));
        assert_eq!(r.clone().from(Set(0b1)), relation(&[(0, 1)]));
        assert_eq!(r.clone().to(Set(0b100)), relation(&[(1, 2)]));
        assert_eq!(r.clone().minus(&relation(&[(1, 2)])), relation(&[(0, 1), (3, 3)]));
        assert_eq!(r.clone().without_same(), relation(&[(0, 1), (1, 2)]));
        assert_eq!(Relation::product(5, Set(0b11), Set(0b100)), relation(&[(0, 2), (1, 2)]));
        assert_eq!(r.or_same().pairs().count(), 7);
    }
}
