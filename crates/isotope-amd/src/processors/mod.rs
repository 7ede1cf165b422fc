//! The processors, one file each. A new processor needs a file and two lines here.

use crate::processor::{Gfx, Processor, Processors};
use crate::target::{RDNA3, load};
use isotope_target::{Isa, Target, as_targets};

pub mod gfx1100;

/// What the processors share: [`RDNA3`], with code objects for any of them.
const ISA: Isa = Isa { load: |file, _, _| load(&RDNA, file), ..RDNA3 };

/// Every processor.
const PROCESSORS: &[&Processor] = &[&gfx1100::PROCESSOR];

/// The built-in processors.
pub static RDNA: Processors = Processors::new(PROCESSORS);

static ALL: [Gfx; PROCESSORS.len()] = RDNA.all();
static AS_TARGETS: [&dyn Target; PROCESSORS.len()] = as_targets(&ALL);

/// Every processor, for the registry.
pub static TARGETS: &[&dyn Target] = &AS_TARGETS;
