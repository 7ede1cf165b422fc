//! The files of the page, as they are written into a folder or served: [`PAGE`] and the scripts beside it.
//!
//! They work from disk, where a browser neither loads modules nor fetches files: scripts are classic ones, and the library is text in a
//! script that is loaded after the page is shown.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

/// The page, beside which the folder [`FOLDER`] is.
pub const PAGE: &str = "explorer.html";
/// The folder of scripts.
pub const FOLDER: &str = "explorer";
/// Additions to the style of all pages.
pub const STYLE: &str = include_str!("../www/explorer.css");
/// Contents of the header.
pub const HEADER: &str = include_str!("../www/header.html");

/// Scripts with fixed text, in the order in which they run. [`scripts`] adds four that are computed: `index.js`, `worker.js`, `samples.js` and
/// `library.js`.
const SCRIPTS: [(&str, &str); 11] = [
    ("core.js", include_str!("../www/core.js")),
    ("bits.js", include_str!("../www/bits.js")),
    ("search.js", include_str!("../www/search.js")),
    ("formula.js", include_str!("../www/formula.js")),
    ("op.js", include_str!("../www/op.js")),
    ("instruction.js", include_str!("../www/instruction.js")),
    ("equiv.js", include_str!("../www/equiv.js")),
    ("asm.js", include_str!("../www/asm.js")),
    ("kernel.js", include_str!("../www/kernel.js")),
    ("matrix.js", include_str!("../www/matrix.js")),
    ("start.js", include_str!("../www/start.js")),
];

/// An example kernel to begin with.
struct Sample {
    name: &'static str,
    title: &'static str,
    file: &'static [u8],
    kernel: &'static str,
    grid: &'static str,
    block: &'static str,
    arguments: &'static [&'static str],
    /// The source: the name in the file's line table, and the text.
    source: (&'static str, &'static str),
}

/// Fields that [`SAMPLES`] or the constants below set.
const EMPTY: Sample =
    Sample { name: "", title: "", file: &[], kernel: "", grid: "", block: "", arguments: &[], source: ("", "") };
const SPIN_LOCK: Sample = Sample {
    title: "every group takes a lock, adds one and releases it",
    kernel: "spin_lock",
    grid: "2",
    block: "1",
    arguments: &["lock=i32[1]:0", "data=i32[1]:0"],
    source: ("examples.cl", include_str!("../samples/examples.cl")),
    ..EMPTY
};
const HISTOGRAM: Sample = Sample {
    title: "bytes counted in shared memory, a barrier, then added up in global memory",
    kernel: "histogram_local",
    grid: "1",
    block: "64",
    arguments: &["data=u32[4]:0x01020304,0x01010101,0xff000001,5", "4", "bins=u32[256]:0"],
    source: ("histogram_local.cl", include_str!("../samples/histogram_local.cl")),
    ..EMPTY
};
const LINES: Sample = Sample {
    title: "a store of each work-item, with source lines",
    kernel: "fill",
    grid: "1",
    block: "32",
    arguments: &["out=u32[32]:0"],
    source: ("lines.cl", include_str!("../samples/lines.cl")),
    ..EMPTY
};

const SAMPLES: &[Sample] = &[
    Sample { name: "spin_lock.sm_50", file: include_bytes!("../samples/examples.cubin"), ..SPIN_LOCK },
    Sample { name: "spin_lock.gfx1100", file: include_bytes!("../samples/examples.co"), ..SPIN_LOCK },
    Sample { name: "histogram.sm_50", file: include_bytes!("../samples/histogram_local.cubin"), ..HISTOGRAM },
    Sample { name: "histogram.gfx1100", file: include_bytes!("../samples/histogram_local.co"), ..HISTOGRAM },
    Sample { name: "lines.sm_50", file: include_bytes!("../samples/lines.cubin"), ..LINES },
    Sample { name: "lines.visa", file: include_bytes!("../samples/lines.zebin"), ..LINES },
];

impl Sample {
    fn json(&self) -> Value {
        json!({
            "name": self.name, "title": self.title, "file": BASE64_STANDARD.encode(self.file), "kernel": self.kernel, "grid": self.grid,
            "block": self.block, "arguments": self.arguments, "source": { "name": self.source.0, "text": self.source.1 },
        })
    }
}

/// The page between header and end.
pub fn body() -> String {
    let names = SCRIPTS.iter().map(|(name, _)| *name);
    // The first script has what the others use; data follows it.
    let names = names.clone().take(1).chain(["index.js", "worker.js"]).chain(names.skip(1));
    let scripts: String = names.map(|name| format!("<script defer src=\"{FOLDER}/{name}\"></script>\n")).collect();
    include_str!("../www/body.html").to_string() + &scripts
}

/// Every script, by its name in the folder: `index` is that of [`Pages::index`](isotope::page::Pages::index), `wasm` this crate for
/// `wasm32-unknown-unknown`.
///
/// # Examples
/// ```
/// let scripts = isotope_web::site::scripts(&serde_json::json!({}), b"\0asm");
/// assert!(scripts.iter().any(|(name, text)| *name == "library.js" && text.contains("\"AGFzbQ==\"")));
/// ```
pub fn scripts(index: &Value, wasm: &[u8]) -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = SCRIPTS.iter().map(|(name, text)| (*name, text.to_string())).collect();
    all.push(("index.js", format!("Isotope.index = {index};\n")));
    all.push(("worker.js", format!("Isotope.worker = {};\n", Value::from(include_str!("../www/worker.js")))));
    all.push(("samples.js", format!("Isotope.samples = {};\n", Value::from_iter(SAMPLES.iter().map(Sample::json)))));
    all.push(("library.js", format!("Isotope.wasm = \"{}\";\n", BASE64_STANDARD.encode(wasm))));
    all
}

/// The script of an instruction set's instructions in the folder, from their names and [`Page::short`](isotope::page::Page::short).
pub fn instructions(isa: &str, pages: impl Iterator<Item = (String, Value)>) -> (String, String) {
    let all: serde_json::Map<String, Value> = pages.collect();
    (format!("{FOLDER}/{isa}.js"), format!("Isotope.instructions[{}] = {};\n", Value::from(isa), Value::from(all)))
}
