//! A memory model other than sequential consistency: each wave has a store queue, as on machines
//! with total store order. A litmus test distinguishes the two models, and a fence makes them equal.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::common::sass;
use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::{Dispatch, Model, Reachable, Reference, Session, Stepped, Storage, Synchronisation, Who};
use isotope_op::assume::Assumptions;

/// A write that is not yet visible to other waves.
#[derive(Clone, Debug, PartialEq)]
struct Pending {
    who: (u32, [u32; 3]),
    at: u64,
    bytes: u32,
    value: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct StoreQueues(RefCell<Vec<Pending>>);

impl StoreQueues {
    fn drain(&self, who: Who, reach: Reachable<'_>) {
        let (full, who) = (who, (who.wave, who.group));
        self.0.borrow_mut().retain(|p| {
            if p.who == who {
                let place = reach.place(full, Storage::Global, p.at, p.bytes);
                place.expect("it was mapped when it was written").store(p.bytes, p.value);
            }
            p.who != who
        });
    }
}

impl Model for StoreQueues {
    type Sharing = Exclusive;

    fn load(&self, at: Reference<'_>, bytes: u32) -> u64 {
        let own = |p: &&Pending| (p.who, p.at, p.bytes) == ((at.who.wave, at.who.group), at.at, bytes);
        match self.0.borrow().iter().rev().find(own) {
            Some(pending) if at.storage == Storage::Global => pending.value,
            _ => at.load(bytes),
        }
    }

    fn store(&self, at: Reference<'_>, bytes: u32, value: u64) -> u64 {
        let before = self.load(at, bytes);
        if at.storage != Storage::Global {
            return at.store(bytes, value);
        }
        let who = (at.who.wave, at.who.group);
        self.0.borrow_mut().push(Pending { who, at: at.at, bytes, value });
        before
    }

    fn update(&self, at: Reference<'_>, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        self.drain(at.who, at.reach);
        at.store(bytes, f(at.load(bytes)))
    }

    fn synchronise(&self, who: Who, reach: Reachable<'_>, what: &Synchronisation) {
        match what {
            Synchronisation::Fence { .. } | Synchronisation::Barrier { .. } => self.drain(who, reach),
            Synchronisation::Maintain(..) | Synchronisation::Wait(_) | Synchronisation::Request(..) => {}
        }
    }

    fn ended(&self, who: Who, reach: Reachable<'_>) {
        self.drain(who, reach);
    }
}

/// Each of two waves writes 1 to its own word, then reads the other's word and stores the value after both.
fn store_buffering(between: &str) -> (Dispatch, Memory, u64) {
    let text = format!(
        "S2R R0, SR_TID.X;\nSHR.U32 R1, R0, 0x5;\nSHL R4, R1, 0x2;\nLOP32I.XOR R5, R4, 0x4;\n\
         MOV R8, c[0x0][0x140];\nMOV R9, c[0x0][0x144];\nIADD R2, R8, R4;\nMOV R3, R9;\nIADD R6, R8, R5;\nMOV R7, R9;\n\
         MOV32I R10, 0x1;\nSTG.E [R2], R10;\n{between}LDG.E R11, [R6];\nSTG.E [R2+0x8], R11;\nEXIT;"
    );
    sass::launch(&text, 1, 64, &[0; 16], Assumptions::DEFAULT)
}

/// The values that the two waves can read, over all interleavings of executions and visible writes.
fn outcomes<M: Model + Clone>(start: Session<'_, M>, at: u64) -> BTreeSet<[u32; 2]> {
    let (mut found, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(state) = open.pop() {
        let enabled: Vec<_> = state.enabled().collect();
        if enabled.is_empty() {
            let word = |by| u32::from_le_bytes(state.read(at + by, 4).unwrap().try_into().unwrap());
            found.insert([word(8), word(12)]);
        }
        for (group, wave) in enabled {
            let mut next = state.clone();
            assert!(matches!(next.step(group, wave), Stepped::Ready | Stepped::Ended));
            _ = next.run_to_visible(group, wave, 100).expect("no loops");
            open.push(next);
        }
    }
    found
}

#[test]
fn queues_of_writes_are_seen_by_store_buffering() {
    let both = |between: &str| {
        let (dispatch, memory, at) = store_buffering(between);
        let plain = outcomes(Session::new(&dispatch, memory.clone()), at);
        (plain, outcomes(Session::with_model(&dispatch, memory, StoreQueues::default()), at))
    };
    let sequential = BTreeSet::from([[0, 1], [1, 0], [1, 1]]);
    // The queues are emptied only when necessary, so a wave sees the other's write only if that wave has ended.
    let queued = BTreeSet::from([[0, 0], [0, 1], [1, 0]]);
    assert_eq!(both(""), (sequential.clone(), queued));
    assert_eq!(both("MEMBAR.GL;\n"), (sequential.clone(), sequential));
}
