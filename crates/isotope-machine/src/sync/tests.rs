//! Shared helpers of the unit tests. Model-based tests are in `tests/gws_model.rs`.

use isotope_op::assume::Assumptions;

use super::*;

/// A device with other alternatives of assumptions.
pub(super) fn unit(choices: &[(&str, &str)]) -> Unit {
    unit_of(Config::default(), choices)
}

pub(super) fn unit_of(mut config: Config, choices: &[(&str, &str)]) -> Unit {
    let mut assumptions = Assumptions::default();
    for (id, value) in choices {
        assert!(assumptions.set(id, value), "{id} {value}");
    }
    config.rules = assumptions;
    Unit::new(config).set_up()
}

/// Issues an operation of one wave on resource 0 of VMID 0; returns whether it completed immediately.
pub(super) fn does(u: &mut Unit, wave: u32, op: GwsOp, value: u32) -> bool {
    match u.gws(WaveId(wave), 0, op, 0, 0, value) {
        GwsAnswer::Done => true,
        GwsAnswer::Wait => false,
        GwsAnswer::Nack(nack) => panic!("{nack}"),
    }
}

/// Flag, counter, type and queued waves of resource 0.
pub(super) fn state(u: &Unit) -> (bool, u16, ResourceType, Vec<u32>) {
    let r = &u.resources()[0];
    (r.flag, r.counter, r.kind, r.queue.iter().map(|e| e.wave.0).collect())
}

pub(super) fn rules_broken(u: &mut Unit) -> Vec<Rule> {
    u.drain_diagnostics().into_iter().map(|b| b.rule).collect()
}

#[test]
fn one_lane_speaks_and_exec_zero_depends_on_the_class() {
    let classes = [OpClass::Ordered, OpClass::GwsValue, OpClass::GwsPlain, OpClass::Gds];
    for class in classes {
        assert_eq!(lane(1 << 63, class, &Assumptions::DEFAULT), Lane::Send(63));
        assert_eq!(lane(0b1010, class, &Assumptions::DEFAULT), Lane::Send(1));
    }
    let none = |choices: &[(&str, &str)]| classes.map(|class| lane(0, class, &unit(choices).config().rules));
    use Lane::{AsIfLane0, SentNothing, Zero};
    assert_eq!(none(&[]), [AsIfLane0, AsIfLane0, SentNothing, SentNothing]);
    assert_eq!(none(&[("amd.ordered_exec0", "zero")])[0], Zero);
    assert_eq!(none(&[("amd.gws_exec0", "as-lane-0")]), [AsIfLane0, AsIfLane0, AsIfLane0, SentNothing]);
}

#[test]
fn diagnostics_are_bounded_and_a_unit_is_plain_data() {
    use std::collections::HashSet;
    let mut u = unit(&[]);
    for wave in 0..1000 {
        for _ in 0..2 {
            u.gws(WaveId(wave), 0, GwsOp::SemaV, 0, 0x40, 0);
        }
    }
    assert_eq!(u.diagnostics().len(), rules::Diagnostics::LIMIT);
    assert_eq!(u.diagnostics()[0].to_string(), "wave 0: offset0[7:6] of a GWS instruction must be 0");
    let copy = u.clone();
    assert_eq!(copy, u);
    assert_eq!(HashSet::from([copy, u]).len(), 1);
}
