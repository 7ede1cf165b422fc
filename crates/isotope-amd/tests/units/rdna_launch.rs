//! Initial memory and registers of a launch on gfx1100, and refusals.

use isotope_amd::amdgpu::{self, Details, Hidden};
use isotope_amd::launch::prepare;
use isotope_amd::state::{self, MODE};
use isotope_ir::effect::Special;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Initial, Start};
use isotope_object::{Image, Kernel};
use isotope_target::launch::{Arg, Grid};
use isotope_target::launch::{Launch, LaunchError};

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../isotope-target/samples/");

fn image(name: &str) -> Image {
    amdgpu::parse(&isotope_amd::RDNA, &std::fs::read(format!("{KERNELS}{name}.co")).unwrap()).unwrap()
}

fn launch(args: Vec<Arg>) -> Launch {
    let (groups, group_size) = ([3, 2, 1], [8, 4, 2]);
    Launch::new(groups, group_size, args)
}

fn set(image: &Image, kernel: &str, memory: &mut Memory, launch: &Launch) -> Result<Dispatch, LaunchError> {
    let kernel = image.kernel(Some(kernel)).unwrap();
    prepare(image, kernel, memory, launch)
}

/// The target of a hidden argument for an unsupported service.
fn nowhere(offset: u64) -> u64 {
    0x7e00_0000_0000 + ((1 + offset) << 28)
}

fn sgpr(start: &Start, n: u64) -> Option<Initial> {
    start.scalars.iter().find(|(word, _)| *word == state::word(n)).map(|(_, initial)| *initial)
}

fn pair(start: &Start, n: u64) -> u64 {
    let word = |n| match sgpr(start, n) {
        Some(Initial::Value(value)) => u64::from(value),
        other => panic!("s{n} is {other:?}"),
    };
    word(n) | word(n + 1) << 32
}

fn read<const N: usize>(memory: &Memory, address: u64) -> [u8; N] {
    memory.read(address, N as u32).unwrap().try_into().unwrap()
}

/// Every explicit argument at its offset, with its sign.
#[test]
fn arguments_lie_where_the_metadata_says() {
    let mut memory = Memory::new();
    let args = vec![
        Arg::Address(0x1122_3344_5566),
        Arg::Bytes(vec![0xfe]),
        Arg::Bytes(vec![0xfd, 0xff]),
        Arg::U64(0x0123_4567_89ab_cdef),
        Arg::U32(0x3f80_0000),
        Arg::U64(0x4000_0000_0000_0000),
        Arg::Bytes((0..16).collect()),
        Arg::Surface { address: 0x77, bytes: 4 },
    ];
    let setup = set(&image("features"), "arguments", &mut memory, &launch(args)).unwrap();
    let kernarg = pair(&setup.start, 0);
    let bytes: [u8; 64] = read(&memory, kernarg);
    assert_eq!(bytes[..8], 0x1122_3344_5566u64.to_le_bytes());
    assert_eq!(bytes[8..12], [0xfe, 0, 0xfd, 0xff]);
    assert_eq!(bytes[16..24], 0x0123_4567_89ab_cdefu64.to_le_bytes());
    assert_eq!(bytes[24..32], [0, 0, 0x80, 0x3f, 0, 0, 0, 0]);
    assert_eq!(bytes[32..40], [0, 0, 0, 0, 0, 0, 0, 0x40]);
    assert_eq!(bytes[40..56], std::array::from_fn::<u8, 16, _>(|i| i as u8));
    assert_eq!(bytes[56..], 0x77u64.to_le_bytes());
    assert_eq!(sgpr(&setup.start, 15), Some(Initial::Special(Special::GroupId(0))));
    assert_eq!(setup.start.vectors, [(state::vgpr(0, 0, 16), Initial::Special(Special::LocalId(0)))]);
    // Round to nearest, subnormals kept, DX10_CLAMP, IEEE.
    assert_eq!(setup.start.scalars.last(), Some(&(MODE, Initial::Value(0x3f0))));
}

/// Arguments that the runtime adds in version 5; in version 4 the packet has them.
#[test]
fn hidden_arguments_and_the_packet() {
    let mut memory = Memory::new();
    let request = launch(vec![Arg::Address(0x99)]);
    let setup = set(&image("features"), "hidden", &mut memory, &request).unwrap();
    let (packet, kernarg) = (pair(&setup.start, 0), pair(&setup.start, 2));
    let words = |address: u64, at: u64| u32::from_le_bytes(read(&memory, address + at));
    let halves = |address: u64, at: u64| u16::from_le_bytes(read(&memory, address + at));
    assert_eq!([0, 4, 8].map(|at| words(kernarg, 8 + at)), [3, 2, 1]);
    assert_eq!([12, 14, 16, 18, 20, 22].map(|at| halves(kernarg, 8 + at)), [8, 4, 2, 0, 0, 0]);
    assert_eq!((words(kernarg, 8 + 40), words(kernarg, 8 + 44), halves(kernarg, 8 + 64)), (0, 0, 3));
    assert_eq!([4, 6, 8].map(|at| halves(packet, at)), [8, 4, 2]);
    assert_eq!([12, 16, 20].map(|at| words(packet, at)), [24, 8, 2]);
    assert_eq!((halves(packet, 2), u64::from_le_bytes(read(&memory, packet + 40))), (3, kernarg));
    let ids = [13, 14, 15].map(|n| sgpr(&setup.start, n));
    assert_eq!(ids, [0, 1, 2].map(|d| Some(Initial::Special(Special::GroupId(d)))));
    assert_eq!(setup.start.vectors[0].1, Initial::Special(Special::LocalIdPacked10));

    let mut memory = Memory::new();
    let setup = set(&image("features_v4"), "hidden", &mut memory, &request).unwrap();
    assert_eq!(memory.find(pair(&setup.start, 2), 8).unwrap().len, 64);
    assert_eq!(read::<2>(&memory, pair(&setup.start, 0) + 4), [8, 0]);
}

/// Both halves of a wave64 get their ids; its user SGPRs are not padded.
#[test]
fn wave64() {
    let mut memory = Memory::new();
    let setup = set(&image("features_wave64"), "ids", &mut memory, &launch(vec![Arg::Address(0)])).unwrap();
    let vgprs = 8;
    assert_eq!(setup.start.vectors, [(state::vgpr(0, 0, vgprs), Initial::Special(Special::LocalIdPacked10))]);
    assert_eq!(setup.start.upper, [(state::vgpr(0, 1, vgprs), Initial::Special(Special::LocalIdPacked10))]);
    assert_eq!(sgpr(&setup.start, 4), Some(Initial::Special(Special::GroupId(0))));
    assert_eq!(sgpr(&setup.start, 6), Some(Initial::Special(Special::GroupId(2))));
}

/// The file is mapped as on the device; a second launch finds its globals unchanged.
#[test]
fn the_file_keeps_its_distances() {
    let image = image("features");
    let mut memory = Memory::new();
    memory.allocate("buffer", &[0; 100]).unwrap();
    let setup = set(&image, "globals", &mut memory, &launch(vec![Arg::Address(0)])).unwrap();
    let load = setup.code_base - 0x2d00;
    assert_eq!(read::<16>(&memory, load + 0x2d00), image.kernels[0].code[..16]);
    assert_eq!(read::<8>(&memory, load + 0x59b0 + 0x18), (load + 0x59b8).to_le_bytes());
    assert_eq!(read::<4>(&memory, load + 0x1cc0 + 12), [9, 0, 0, 0]);
    assert_eq!(read::<4>(&memory, load + 0x59d8), [0; 4]);
    let at = load + 0x59b0 + 0x18;
    let region = memory.find(at, 8).unwrap();
    region.store.as_ref().unwrap().write_bytes(at - region.base, &[7; 8]);
    let again = set(&image, "globals", &mut memory, &launch(vec![Arg::Address(0)])).unwrap();
    assert_eq!(again.code_base, setup.code_base);
    assert_eq!(read::<8>(&memory, load + 0x59b0 + 0x18), [7; 8]);
    assert_ne!(pair(&again.start, 0), pair(&setup.start, 0));
}

#[test]
fn scratch_and_lds() {
    let mut memory = Memory::new();
    let calls = set(&image("features"), "calls", &mut memory, &launch(vec![Arg::Address(0), Arg::U32(3)])).unwrap();
    assert_eq!((calls.private_bytes, calls.shared_bytes), (80, 0));
    let request = Launch { dynamic_shared: 64, ..launch(vec![Arg::Address(0), Arg::U32(16)]) };
    let dynamic = set(&image("features"), "dynamic", &mut memory, &request).unwrap();
    assert_eq!((dynamic.private_bytes, dynamic.shared_bytes), (0, 1024));
    let request = Launch { dynamic_shared: 1009, ..request };
    assert_eq!(set(&image("features"), "dynamic", &mut memory, &request).unwrap().shared_bytes, 2048);
}

/// Each refusal names the kernel and what to do.
#[test]
fn refusals() {
    let refused = |change: &dyn Fn(&mut Kernel), request: &Launch| {
        let mut image = image("features");
        change(&mut image.kernels[1]);
        set(&image, "calls", &mut Memory::new(), request).unwrap_err().to_string()
    };
    fn details(kernel: &mut Kernel) -> &mut Details {
        let Some(details) = kernel.details_mut::<isotope_amd::amdgpu::Details>() else { panic!("an AMD kernel") };
        details
    }
    use isotope_amd::amdgpu::HiddenArg;
    use isotope_amd::amdgpu::descriptor::{Properties, Rsrc2};
    let good = launch(vec![Arg::Address(0), Arg::U32(3)]);
    let same = |_: &mut Kernel| {};
    assert_eq!(
        refused(&same, &launch(vec![])),
        "kernel `calls` takes 2 arguments, 0 were given; give one for each parameter, in order"
    );
    assert_eq!(
        refused(&same, &launch(vec![Arg::U32(0), Arg::U32(3)])),
        "argument 0 (`u32*`) of kernel `calls` is a 32-bit value of 4 bytes, but the parameter has 8 bytes: give one of that \
         size, with a type in front of a number (`u64:1`) or of several (`u8[8]:0`)"
    );
    let large = Launch { grid: Grid::new([3, 2, 1], [257, 1, 1]), ..good.clone() };
    assert_eq!(
        refused(&same, &large),
        "kernel `calls` was compiled for groups of at most 256 work-items, not [257, 1, 1]"
    );
    let e = refused(&|k| k.required_threads = Some([64, 1, 1]), &good);
    assert_eq!(e, "kernel `calls` was compiled for groups of exactly [64, 1, 1] work-items, not [8, 4, 2]");
    let e = refused(&same, &Launch { dynamic_shared: 0x1_0001, ..good.clone() });
    assert!(e.starts_with("the file asks for 65537 bytes of LDS, but at most 65536 fit"), "{e}");
    let e = refused(
        &|k| {
            let kind = Hidden::Other("hidden_oracle".into());
            details(k).hidden.push(HiddenArg { kind, offset: 0, size: 8 });
        },
        &good,
    );
    assert!(e.starts_with("kernel `calls` takes the argument `hidden_oracle`, which is not modelled"), "{e}");
    // A pointer to a host service is invalid, but not null: unoptimised code declares it and does not read it.
    let mut served = image("features");
    let kinds = ["default_queue", "completion_action", "queue_ptr", "tool_correlation_id"]
        .map(|name| Hidden::Served(format!("hidden_{name}")));
    for (i, kind) in kinds.into_iter().enumerate() {
        let kernel = served.kernels.iter_mut().find(|k| k.name == "calls").unwrap();
        details(kernel).hidden.push(HiddenArg { kind, offset: 16 + 8 * i as u32, size: 8 });
    }
    let mut memory = Memory::new();
    let setup = set(&served, "calls", &mut memory, &good).unwrap();
    let kernarg = pair(&setup.start, 0);
    assert_eq!(u64::from_le_bytes(read(&memory, kernarg + 16)), nowhere(16));
    assert!(memory.find(nowhere(16), 8).is_none());
    assert!(setup.absent[0].addresses.contains(&(nowhere(16) + 0x28)));
    assert_eq!(
        setup.absent[0].what,
        "the hidden argument `hidden_default_queue` leads here; kernels that start kernels need a process on the host: \
         launch them one by one"
    );
    let e = refused(&|k| details(k).descriptor.properties = Properties(0x409), &good);
    assert!(e.starts_with("kernel `calls` takes a scratch buffer descriptor in SGPRs, which"), "{e}");
    let e = refused(&|k| details(k).descriptor.rsrc2 = Rsrc2(0x100_009e), &good);
    assert!(e.starts_with("kernel `calls` takes exceptions, which"), "{e}");
    let e = refused(&|k| details(k).kernarg_bytes = u32::MAX, &good);
    assert!(e.contains("of kernel arguments, but at most 65536 fit"), "{e}");
    let image = image("visible");
    let e = set(&image, "through_table", &mut Memory::new(), &launch(vec![Arg::Address(0)])).unwrap_err().to_string();
    assert!(e.contains("relocation of `elsewhere`"), "{e}");
}
