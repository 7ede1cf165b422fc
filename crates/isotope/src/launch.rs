//! A kernel launched with arguments as they are typed.

use isotope_machine::mem::Memory;
use isotope_machine::{Options, Outcome, Report, Stats};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_targets::isa;
use isotope_targets::launch::Launch;
use serde_json::{Map, Value, json};

use crate::arguments::{Argument, Placed, buffer_json, place};
use crate::error::{Context, Result};
use crate::report;

/// A launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The kernel; the only one of the file where none is named.
    pub kernel: Option<String>,
    /// Groups in x, y, z.
    pub groups: [u32; 3],
    /// Work-items of a group in x, y, z.
    pub group_size: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Stack of a lane in bytes beyond what the file states; `None` is the target's own.
    pub stack: Option<u32>,
    /// The kernel's arguments in order.
    pub arguments: Vec<Argument>,
    /// Rules that no document settles.
    pub assumptions: Assumptions,
}

impl Request {
    /// A launch of one dimension of the only kernel.
    pub fn new(groups: u32, group_size: u32, arguments: Vec<Argument>) -> Request {
        Request {
            kernel: None,
            groups: [groups, 1, 1],
            group_size: [group_size, 1, 1],
            dynamic_shared: 0,
            stack: None,
            arguments,
            assumptions: Assumptions::default(),
        }
    }
}

/// What a launch left.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ran {
    /// How it ended.
    pub outcome: Outcome,
    /// What ran.
    pub stats: Stats,
    /// Every buffer among the arguments, with its bytes.
    pub buffers: Vec<(Placed, Vec<u8>)>,
    /// What the kernel printed, in the order of the schedule.
    pub printed: Vec<u8>,
}

impl Ran {
    /// The bytes of a buffer.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.buffers.iter().find(|(placed, _)| placed.name == name).map(|(_, bytes)| bytes.as_slice())
    }

    /// As JSON: how it ended, what ran, every buffer.
    pub fn json(&self) -> Value {
        let buffers = self.buffers.iter().map(|(placed, bytes)| (placed.name.clone(), buffer_json(placed.ty, bytes)));
        json!({
            "outcome": report::word(&self.outcome),
            "reason": Some(report::reason(&self.outcome)).filter(|reason| !reason.is_empty()),
            "hang": if let Outcome::Stuck(stuck) = &self.outcome { report::hang(stuck) } else { Value::Null },
            "wave_instructions": self.stats.wave_instructions,
            "lane_instructions": self.stats.lane_instructions,
            "lane_atomics": self.stats.lane_atomics,
            "printed": String::from_utf8_lossy(&self.printed),
            "buffers": buffers.collect::<Map<String, Value>>(),
        })
    }
}

/// Runs a kernel of a file that [`isotope_object::parse`] or [`isotope_object::ze::parse`] read. `load` gives the bytes of a file
/// that an argument names.
///
/// # Faults
/// What the machine does wrong is the outcome of a run, not an error.
/// # Errors
/// When there is no such kernel, or arguments, shape and kernel do not fit together.
///
/// # Examples
/// ```
/// use isotope::{Error, Request, argument, run};
/// let image = isotope_object::parse(include_bytes!("../samples/histogram256.cubin")).unwrap();
/// let arguments = ["data=u8[64]:7", "16", "bins=u32[256]:0"].map(|text| argument(text).unwrap());
/// let ran = run(&image, &Request::new(1, 32, arguments.into()), Default::default(), |_| Err(Error::new("no files")))?;
/// assert_eq!(ran.bytes("bins").unwrap()[7 * 4], 64);
/// assert_eq!(ran.json()["buffers"]["bins"]["bits"][7], "0x00000040");
/// # Ok::<(), Error>(())
/// ```
pub fn run(
    image: &Image,
    request: &Request,
    options: Options<'_>,
    load: impl FnMut(&str) -> Result<Vec<u8>>,
) -> Result<Ran> {
    let kernel = image.kernel(request.kernel.as_deref()).plain()?;
    let mut memory = Memory::laid_out(isa::of(image.target).launch_rules(&request.assumptions).addresses);
    let (args, placed) = place(&request.arguments, kernel, &mut memory, load)?;
    let launch = Launch {
        groups: request.groups,
        group_size: request.group_size,
        args,
        dynamic_shared: request.dynamic_shared,
        stack: request.stack,
        assumptions: request.assumptions,
    };
    let dispatch = isa::prepare(image, kernel, &mut memory, &launch).plain()?;
    let Report { outcome, stats } = isotope_machine::launch(&dispatch, &memory, options);
    let bytes = |placed: Placed| {
        let bytes = placed.bytes(&memory);
        (placed, bytes)
    };
    let printed = isa::printed(image, kernel, &memory);
    Ok(Ran { printed, outcome, stats, buffers: placed.into_iter().map(bytes).collect() })
}
