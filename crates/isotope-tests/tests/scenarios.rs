//! Scenario files: the contents of the stored one, grids of launches, and damaged files.

use isotope_target::case::Scenario;
use serde_json::{Value, json};

use crate::common::kernels;

/// Any change to a scenario is refused with a one-line message and a position, or gives another valid scenario.
#[test]
fn damaged_scenarios() {
    let text = std::fs::read_to_string(kernels("launch/replay.json")).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&text).unwrap();
    let scenario = Scenario::parse(isotope_targets::TARGETS.cases, &text).unwrap();
    assert_eq!((scenario.modules.len(), scenario.steps.len(), scenario.steps("sm_50").count()), (2, 6, 5));
    assert_eq!((scenario.targets(), scenario.warnings.len()), (vec!["sm_50", "gfx1100", "intel"], 0));
    let mut state = 3u64;
    let mut draw = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let (mut good, mut bad) = (0, 0);
    for _ in 0..5_000 {
        let mut json = whole.clone();
        let mut at = &mut json;
        loop {
            let count = match &*at {
                serde_json::Value::Object(map) => map.len(),
                serde_json::Value::Array(list) => list.len(),
                _ => 0,
            };
            if count == 0 || draw(8) == 0 {
                *at = [
                    serde_json::json!(null),
                    7.into(),
                    "x".into(),
                    serde_json::json!([]),
                    serde_json::json!({}),
                    (-1).into(),
                ][draw(6)]
                .clone();
                break;
            }
            let n = draw(count);
            at = match at {
                serde_json::Value::Object(map) => map.values_mut().nth(n).unwrap(),
                serde_json::Value::Array(list) => &mut list[n],
                _ => unreachable!(),
            };
        }
        match Scenario::parse(isotope_targets::TARGETS.cases, &json.to_string()) {
            Ok(_) => good += 1,
            Err(error) => {
                bad += 1;
                let error = error.to_string();
                assert!(error.starts_with("at `") && !error.contains('\n'), "{error}");
            }
        }
    }
    assert!(good > 250 && bad > 2_500, "{good} {bad}");
}

/// Grids in every syntax of a scenario's or case's launch.
#[test]
fn grids() {
    let text = std::fs::read_to_string(kernels("launch/replay.json")).unwrap();
    let grid = |launch: Value| {
        let mut all: Value = serde_json::from_str(&text).unwrap();
        for (key, value) in launch.as_object().unwrap() {
            all["launches"][0].as_object_mut().unwrap().remove("groups");
            all["launches"][0][key] = value.clone();
        }
        Scenario::parse(isotope_targets::TARGETS.cases, &all.to_string())
            .map(|scenario| scenario.steps[0].launch.grid)
            .map_err(|error| error.to_string())
    };
    let whole = grid(json!({ "groups": [2, 3], "group_size": 5 })).unwrap();
    assert_eq!((whole.items(), whole.dimensions(), whole.is_uniform()), ([10, 3, 1], 2, true));
    let edges = grid(json!({ "global": 13, "group_size": [5, 1, 1] })).unwrap();
    assert_eq!((edges.items(), edges.groups, edges.dimensions()), ([13, 1, 1], [3, 1, 1], 3));
    assert_eq!((edges.remainder, edges.whole_groups()), ([3, 0, 0], [2, 1, 1]));
    let refused = |launch| grid(launch).unwrap_err();
    assert_eq!(
        refused(json!({ "groups": 1, "global": 7, "group_size": 5 })),
        "at `launches[0].global`: expected `groups` or `global`, not both, found 7; leave one of them out"
    );
    assert_eq!(
        refused(json!({ "global": [4, 0], "group_size": 5 })),
        "at `launches[0].global[1]`: expected 1 or more, found 0; a launch of size 0 does nothing: remove it"
    );
    assert_eq!(refused(json!({ "group_size": 5 })), "at `launches[0]`: expected a field `groups`, found none; add it");
}
