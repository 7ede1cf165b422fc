//! Traces of memory and logs of other emulators: read, or refused in one line; what is read is written as it was, and does not differ from itself.

use isotope::memory_trace::{FORMATS, Options, Order, Trace, diff, import};

use crate::one_line;

/// What must hold for any bytes.
pub fn run(data: &[u8]) {
    match Trace::read(data) {
        Err(error) => one_line(error),
        Ok(trace) => same(&trace),
    }
    for (format, _) in FORMATS {
        match import(format, data, &["a".into()], 32) {
            Err(error) => one_line(error),
            Ok(trace) => same(&trace),
        }
    }
}

fn same(trace: &Trace) {
    let mut text = Vec::new();
    trace.write(&mut text).expect("memory takes bytes");
    let again = Trace::read(&text[..]).expect("what is written can be read");
    for (_, order) in Order::ALL {
        let mut options = Options::default();
        options.order = order;
        let verdict = diff(trace, &again, &options);
        assert_eq!(verdict.difference, None, "{order:?}");
        verdict.text(["a", "b"]);
    }
}
