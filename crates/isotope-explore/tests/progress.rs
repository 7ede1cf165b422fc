//! Published verdicts of forward progress, on machine code.

use isotope_explore::{Limit, Options, Progress, states};
use serde_json::Value;

use crate::common::{Given, TARGETS, image, made};

/// The tests with their verdicts, one character for each model.
fn verdicts() -> Vec<(String, usize, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/explore/progress.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let tests = all["tests"].as_array().unwrap();
    tests.iter().map(|t| (text(&t["id"]), t["threads"].as_array().unwrap().len(), text(&t["v"]))).collect()
}

#[test]
fn published_verdicts() {
    let tests = verdicts();
    assert!(tests.len() >= 239);
    let mut wrong = Vec::new();
    for target in TARGETS {
        let start = std::time::Instant::now();
        let image = image(target, "progress");
        for (n, (id, threads, verdict)) in tests.iter().enumerate() {
            let kernel = image.kernel(Some(&format!("p{n}"))).unwrap();
            let made = made(&image, kernel, *threads as u32, 1, &[Given::Words(2)]);
            let options = Options { progress: Progress::ALL.to_vec(), observe: made.buffers, ..Options::default() };
            let found = states(&made.dispatch, &made.memory, &options).unwrap();
            assert_eq!(found.limit, Limit::None);
            let ends: String = found.progress.iter().map(|(_, run)| if run.is_none() { '1' } else { '0' }).collect();
            if ends != *verdict {
                wrong.push(format!("{} {id} (p{n}): found {ends}, published {verdict}", target.0));
            }
        }
        println!("{}: {:?}", target.0, start.elapsed());
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
