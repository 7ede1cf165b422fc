//! A search on the machine itself that tries every order of every step. It shares no code with the explorer.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use isotope_explore::MemoryRange;
use isotope_machine::Session;
use isotope_machine::state::Status;

use crate::common::{Made, Touched};

/// All orders of the given items.
pub fn orders_of(items: &[u32]) -> Vec<Vec<u32>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let first = |n: usize| {
        let rest = [&items[..n], &items[n + 1..]].concat();
        orders_of(&rest).into_iter().map(move |order| [&[items[n]], &order[..]].concat())
    };
    (0..items.len()).flat_map(first).collect()
}

/// A search through every order of every step, on the machine itself.
pub struct Brute<'a> {
    made: &'a Made,
    /// Orders of up to three lanes.
    orders: Vec<Vec<u8>>,
    /// For each word: the groups that touch it, and whether any of them may write it.
    users: BTreeMap<u64, (BTreeSet<usize>, bool)>,
}

impl<'a> Brute<'a> {
    pub fn new(made: &'a Made, every: bool) -> Brute<'a> {
        let all = orders_of(&[0, 1, 2]).into_iter().map(|order| order.into_iter().map(|lane| lane as u8).collect());
        let orders = if every { all.collect() } else { vec![Vec::new()] };
        Brute { made, orders, users: BTreeMap::new() }
    }

    /// The states that a step of a group's wave can lead to, with the words that it touches.
    fn steps(&self, session: &Session<'a>, group: usize) -> Vec<(Session<'a>, Touched)> {
        let mut seen = HashSet::new();
        let step = |order: &Vec<u8>| {
            let (mut next, mut touched) = (session.clone(), Touched::default());
            next.step_ordered(group, 0, order, &mut touched);
            seen.insert(next.state()).then_some((next, touched))
        };
        self.orders.iter().filter_map(step).collect()
    }

    fn left(&self, session: &Session<'a>) -> Vec<u8> {
        let MemoryRange { address, bytes } = self.made.buffers[0];
        session.read(address, bytes).unwrap()
    }

    /// Visit every state. Returns what the buffer can hold at the end, and records which groups touch which words.
    pub fn outcomes(&mut self) -> BTreeSet<Vec<u8>> {
        let first = Session::new(&self.made.dispatch, self.made.memory.clone());
        let (mut seen, mut open, mut left) = (HashSet::from([first.state()]), vec![first], BTreeSet::new());
        while let Some(session) = open.pop() {
            let enabled: Vec<_> = session.enabled().collect();
            if enabled.is_empty() {
                left.insert(self.left(&session));
            }
            for (group, _) in enabled {
                for (next, touched) in self.steps(&session, group) {
                    for (word, (_, writes)) in touched.0 {
                        let user = self.users.entry(word).or_default();
                        user.0.insert(group);
                        user.1 |= writes;
                    }
                    if seen.insert(next.state()) {
                        open.push(next);
                    }
                }
            }
        }
        left
    }

    fn is_shared(&self, word: u64) -> bool {
        self.users.get(&word).is_some_and(|(groups, written)| groups.len() > 1 && *written)
    }

    /// Run a wave until its next step touches a word that another group sees. All ways to get there are returned.
    fn settle(&self, session: Session<'a>, group: usize) -> Vec<Session<'a>> {
        let (mut seen, mut open, mut stand) = (HashSet::new(), vec![session], Vec::new());
        while let Some(session) = open.pop() {
            if !seen.insert(session.state()) {
                continue;
            }
            let next = self.steps(&session, group);
            let visible = next.iter().any(|(_, touched)| touched.0.keys().any(|word| self.is_shared(*word)));
            if visible || session.wave(group, 0).status == Status::Done {
                stand.push(session);
            } else {
                open.extend(next.into_iter().map(|(next, _)| next));
            }
        }
        stand
    }

    /// What a wave has chosen so far, as far as later steps and memory depend on it.
    fn content(&self, session: &Session<'a>, group: usize) -> Vec<u8> {
        let mut content = session.live(group, 0).as_bytes().to_vec();
        let own = self.users.iter().filter(|(_, (groups, _))| groups.contains(&group) && groups.len() == 1);
        own.for_each(|(word, _)| content.extend(session.read(*word, 4).unwrap()));
        content
    }

    /// Counts executions up to the order of steps that commute: two prefixes are the same if each step has the same steps before it and
    /// made the same choice. With `alike`, waves that are alike may also change places. Call [`Brute::outcomes`] first.
    pub fn count(&self, alike: bool) -> usize {
        /// Numbers of histories: equal parts get the same number.
        #[derive(Default)]
        struct Names(HashMap<Vec<u8>, u64>);
        impl Names {
            fn name(&mut self, parts: Vec<u8>) -> u64 {
                let next = self.0.len() as u64 + 1;
                *self.0.entry(parts).or_insert(next)
            }
        }
        /// The history before each wave's next step; for each word its last write and the reads since then.
        #[derive(Clone, PartialEq, Eq, Hash, Default)]
        struct Known {
            chains: Vec<u64>,
            words: BTreeMap<u64, (u64, BTreeSet<u64>)>,
        }
        let mut names = Names::default();
        let first = Session::new(&self.made.dispatch, self.made.memory.clone());
        let groups = first.group_count();
        let mut open = vec![(first, Known::default())];
        // Waves begin with the choices that they make before their first visible step.
        for group in 0..groups {
            let begin = |(session, known): (Session<'a>, Known)| {
                self.settle(session, group).into_iter().map(move |session| (session, known.clone())).collect::<Vec<_>>()
            };
            open = open.into_iter().flat_map(begin).collect();
            for (session, known) in &mut open {
                let content = self.content(session, group);
                let who = if alike { 0 } else { group as u8 };
                known.chains.push(names.name([&[who], &content[..]].concat()));
            }
        }
        let (mut seen, mut ends) = (HashSet::new(), HashSet::new());
        while let Some((session, known)) = open.pop() {
            let enabled: Vec<_> = session.enabled().collect();
            if enabled.is_empty() {
                let mut end = known.clone();
                if alike {
                    end.chains.sort_unstable();
                }
                ends.insert(end);
            }
            for (group, _) in enabled {
                for (next, touched) in self.steps(&session, group) {
                    let shared: Vec<_> = touched
                        .0
                        .into_iter()
                        .map(|(word, (wrote, _))| (word, wrote))
                        .filter(|(word, _)| self.is_shared(*word))
                        .collect();
                    for next in self.settle(next, group) {
                        let mut known = known.clone();
                        let mut parts = known.chains[group].to_le_bytes().to_vec();
                        for (word, writes) in &shared {
                            let (written, readers) = known.words.get(word).cloned().unwrap_or_default();
                            parts.extend(word.to_le_bytes());
                            parts.extend(written.to_le_bytes());
                            if *writes {
                                readers.iter().for_each(|reader| parts.extend(reader.to_le_bytes()));
                                parts.extend(next.read(*word, 4).unwrap());
                            }
                        }
                        parts.extend(self.content(&next, group));
                        let event = names.name(parts);
                        for (word, writes) in &shared {
                            let entry = known.words.entry(*word).or_default();
                            if *writes {
                                *entry = (event, BTreeSet::new());
                            } else {
                                entry.1.insert(event);
                            }
                        }
                        known.chains[group] = event;
                        if seen.insert(known.clone()) {
                            open.push((next, known));
                        }
                    }
                }
            }
        }
        ends.len()
    }
}
