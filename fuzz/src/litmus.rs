//! Litmus texts of PTX, Vulkan and OpenCL: refused in one line with a place, or explored within bounds, the same twice.

use isotope::litmus::{self, Limits};

/// What must hold for any bytes.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let test = match litmus::parse(text) {
        Ok(test) => test,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    let limits = Limits {
        races: true,
        waiting: true,
        rounds: 1,
        values: 8,
        paths: 200,
        steps: 256,
        bytes: 1 << 20,
        candidates: 200,
        ..Limits::default()
    };
    let model = litmus::model_for(test.dialect);
    match (litmus::explore(&test, model, &limits), litmus::explore(&test, model, &limits)) {
        (Ok(first), again) => {
            assert_eq!(Ok(&first), again.as_ref());
            assert!(first.candidates <= limits.candidates + 1, "{}", first.candidates);
            if let Some(witness) = &first.witness {
                assert!(
                    witness.edges.iter().flat_map(|(_, pairs)| pairs).all(|(a, b)| a.max(b) < &witness.events.len())
                );
                assert!(witness.dot().starts_with("digraph"));
            }
            assert!(first.to_string().starts_with("Test "));
        }
        (Err(error), _) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}
