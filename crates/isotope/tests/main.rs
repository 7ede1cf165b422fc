//! The examples of the library run and give what they are for, and pages have what they have to say.

mod coverage;
mod lint;
mod slices;

#[path = "../examples/explore.rs"]
#[allow(dead_code, reason = "what an example starts with, a test does not")]
mod explore;

#[test]
fn all_schedules_from_a_program() {
    let report = explore::report().unwrap();
    let lines: Vec<&str> = report.lines().collect();
    let starts = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    // Not both read 0; of the four orders of two stores and two loads that differ, three are left.
    assert_eq!(
        (starts("out=0,1 by "), starts("out=1,0 by "), starts("out=1,1 by "), starts("out=0,0")),
        (1, 1, 1, 0),
        "{report}"
    );
    assert!(lines.contains(&"WEAK_FAIR: every run ends") && lines.last() == Some(&"3 executions"), "{report}");
    assert!(report.contains("1. group 0, wave 0: writes x[0] = 1\n"), "{report}");
}
