//! The programs of `kernels/host` for gfx1100, which need host services: they print what glibc and PoCL print, in the order of
//! the schedule, and leave the same memory as the same source on the host.

use crate::common::host::*;
use crate::common::*;
use isotope_machine::{FaultKind, Options, Outcome, Stop};
use isotope_object::Image;
use isotope_target::launch::{Arg, Launch, LaunchError};
use isotope_targets::TARGETS;

fn file(name: &str) -> Image {
    image(&format!("host/bin/gfx1100/{name}.co"))
}

/// Groups that run in order print in order; work-items of a wave are served in order at each call.
#[test]
fn opencl_prints_what_pocl_and_the_host_print() {
    let (ints, floats) = inputs();
    let mut lines = 0;
    for name in ["printf", "printf_O0_wave64"] {
        let image = file(name);
        for kernel in ["numbers", "vectors", "strings"] {
            let want = wanted(&format!("printf.{kernel}"));
            each(|options| {
                let mut args = vec![A::Buffer("ints", bytes32(&ints))];
                if kernel != "strings" {
                    args.push(A::Buffer("floats", bytes32(&floats)));
                }
                let mut bench = Bench::default();
                let (outcome, text) = printed(&image, &mut bench, kernel, args, options);
                assert_eq!(outcome, Outcome::Done, "{name} {kernel}");
                assert_eq!(sorted(&text), sorted(&want), "{name} {kernel} {options:?}");
                // The output was already taken.
                assert!(TARGETS.printed(&image, image.kernel(Some(kernel)).unwrap(), &bench.memory).is_empty());
                if name == "printf" && options.threads == 1 && options.seed == 0 {
                    let first: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
                    let group = |item: &str| item.parse::<u32>().unwrap() / SIZE;
                    assert!(first.is_sorted_by_key(|item| group(item)), "{name} {kernel}");
                }
            });
            lines += want.lines().count();
        }
    }
    assert_eq!(lines, 2 * (396 + 264 + 216));
}

#[test]
fn hip_prints_through_a_buffer_or_a_hostcall_what_the_host_prints() {
    let (ints, floats) = inputs();
    let want = wanted("hip.print");
    let (counts, want): (Vec<&str>, Vec<&str>) = want.lines().partition(|line| line.contains(" counts "));
    let mut sorted_want = want.clone();
    sorted_want.sort_unstable();
    for name in ["hip_buffered", "hip_hostcall"] {
        let image = file(name);
        each(|options| {
            let args = vec![
                A::Buffer("ints", bytes32(&ints)),
                A::Buffer("floats", bytes32(&floats)),
                A::Buffer("counts", vec![0; 4 * ITEMS]),
            ];
            let mut bench = Bench::default();
            let (outcome, text) = printed(&image, &mut bench, "print", args, options);
            assert_eq!(outcome, Outcome::Done, "{name}");
            assert_eq!(sorted(&text), sorted_want, "{name} {options:?}");
            // The host returns the number of characters; the device's buffer protocol only knows that the text fits.
            let results = bench.words("counts");
            for (line, result) in counts.iter().zip(&results) {
                let count: u32 = line.rsplit(' ').next().unwrap().parse().unwrap();
                assert_eq!(*result, if name == "hip_hostcall" { count } else { 0 }, "{name} {line}");
            }
        });
    }
    assert_eq!((want.len(), counts.len()), (394, ITEMS));
}

/// A failed assertion prints its message and faults the wave; earlier output is preserved.
#[test]
fn an_assertion_that_fails_is_a_fault_with_its_message() {
    let mut ints = vec![0u32; ITEMS];
    ints[40] = 3;
    for name in ["hip_buffered", "hip_hostcall"] {
        let image = file(name);
        let args = |ints: &[u32]| vec![A::Buffer("ints", bytes32(ints)), A::Buffer("out", vec![0; 4 * ITEMS])];
        let (outcome, text) = printed(&image, &mut Bench::default(), "asserts", args(&ints), Options::default());
        let Outcome::Stopped { place, stop: Stop::Fault(fault) } = outcome else { panic!("{name}: {outcome:?}") };
        assert_eq!((place.group, place.wave, fault.kind), ([1, 0, 0], 0, FaultKind::Trap), "{name}");
        assert_eq!(
            fault.to_string(),
            "trap: `s_trap 2`: the program gave up: abort, __builtin_trap, or an assertion that failed",
            "{name}"
        );
        assert_eq!(text, "hip.hip:7: asserts: Device-side assertion `ints[i] != 3' failed.\n", "{name}");
        let mut bench = Bench::default();
        let (outcome, text) = printed(&image, &mut bench, "asserts", args(&vec![4; ITEMS]), Options::default());
        assert_eq!((outcome, text.as_str(), bench.words("out")), (Outcome::Done, "", vec![1; ITEMS]), "{name}");
    }
}

/// The device's allocator runs as compiled; the host provides its slabs.
#[test]
fn malloc_serves_from_the_heap() {
    let (image, want) = (file("heap"), numbers("heap.lists"));
    let out = || A::Buffer("out", vec![0; 4 * ITEMS]);
    each(|options| {
        let mut bench = Bench::default();
        bench.memory.set_heap(96 << 20).unwrap();
        let outcome = bench.outcome(&image, "lists", GROUPS, SIZE, vec![out(), A::Word(9)], options);
        assert_eq!((outcome, bench.words("out")), (Outcome::Done, want.clone()), "{options:?}");
    });
    // 19 blocks of 25 pages: the first requester gets one more.
    let mut bench = Bench::default();
    bench.memory.set_heap(19 * 25 * 4096 + 5000).unwrap();
    bench.run(&image, "exhausts", 1, 4, vec![out(), A::Word(100_000)], Options::default());
    assert_eq!(bench.words("out")[..4], [5, 5, 5, 4]);
    // The allocator serves small blocks from its own slabs and requests large ones from the host.
    let without = |bytes| {
        let args = vec![out(), A::Word(bytes)];
        match Bench::default().outcome(&image, "exhausts", 1, 4, args, Options::default()) {
            Outcome::Stopped { stop, .. } => stop.to_string(),
            outcome => panic!("{outcome:?}"),
        }
    };
    let end = "(the hidden argument `hidden_heap_v1` leads here; the device has no heap: give it one with heap BYTES, 2 MiB at \
               least for each size of blocks)";
    assert!(without(16).ends_with(end), "{}", without(16));
    assert_eq!(without(100_000), "not modelled: `malloc` where the device has no heap: give it one with heap BYTES");
}

#[test]
fn calls_through_pointers_and_recursion() {
    for name in ["calls", "calls_O0_wave64"] {
        let image = file(name);
        for kernel in ["calls", "recursion"] {
            let want = numbers(&format!("calls.{kernel}"));
            let args = || vec![A::Buffer("out", vec![0; 4 * ITEMS])];
            assert!(!image.kernel(Some(kernel)).unwrap().local_bytes_are_bounded);
            let mut bench = Bench::default();
            bench.run(&image, kernel, GROUPS, SIZE, args(), Options::default());
            assert_eq!(bench.words("out"), want, "{name} {kernel}");
        }
        let run = |kernel: &str, stack, words: &[u32]| {
            try_launch(&image, kernel, &[bytes32(words)], Options::default(), |at| Launch {
                dynamic_shared: 4 * SIZE,
                stack,
                ..Launch::new([GROUPS, 1, 1], [SIZE, 1, 1], vec![Arg::Address(at[0])])
            })
            .unwrap()
        };
        // A stack that is too small ends in a fault that names its end.
        let (outcome, _) = run("recursion", Some(64), &[0; ITEMS]);
        let Outcome::Stopped { stop: Stop::Fault(fault), .. } = outcome else { panic!("{outcome:?}") };
        assert!(fault.detail.contains("past the lane's private memory of"), "{fault}");
        // Shared memory that only the launch requests.
        let (outcome, left) = run("reverse", None, &(0..ITEMS as u32).collect::<Vec<_>>());
        assert_eq!(outcome, Outcome::Done);
        let want: Vec<u32> = (0..GROUPS).flat_map(|g| (0..SIZE).rev().map(move |l| g * SIZE + l)).collect();
        assert_eq!(words(&left[0]), want, "{name}");
    }
}

/// Linear images of 64 texels per row: reads, writes and queries of kernels without samplers.
#[test]
fn images_are_read_written_and_asked() {
    use isotope_machine::mem::typed::{Format, Shape};
    let image = file("images");
    let shape = |format: &str, size| Shape::packed(Format::from_name(format).unwrap(), size).unwrap();
    let run = |kernel: &str, groups, group_size, buffers: &[&[u8]], args: &dyn Fn(&[u64]) -> Vec<Arg>| {
        let launch = |at: &[u64]| Launch::new(groups, group_size, args(at));
        let (outcome, left) = try_launch(&image, kernel, buffers, Options::default(), launch)?;
        assert_eq!(outcome, Outcome::Done, "{kernel}");
        Ok::<_, LaunchError>(left)
    };

    // 8-bit texels converted to 16-bit ones, upside down; integers saturate when stored.
    let (w, h) = (64usize, 5usize);
    let texels: Vec<u8> = random(w * h, 5).iter().flat_map(|v| v.to_le_bytes()).collect();
    let done = run("convert2d", [2, 5, 1], [32, 1, 1], &[&texels, &vec![0; w * h * 8], &[0; 24]], &|at| {
        vec![
            Arg::Image { address: at[0], shape: shape("r8g8b8a8_uint", [64, 5, 1]) },
            Arg::Image { address: at[1], shape: shape("r16g16b16a16_sint", [64, 5, 1]) },
            Arg::Address(at[2]),
        ]
    });
    let done = done.unwrap();
    for y in 0..h {
        for x in 0..w {
            let from = &texels[4 * (y * w + x)..];
            let want = [
                i16::from(from[3]) - x as i16,
                i16::from(from[2]) - y as i16,
                i16::from(from[1]),
                i16::from(from[0]) - 1,
            ];
            let at = 8 * ((h - 1 - y) * w + x);
            let got: [i16; 4] =
                std::array::from_fn(|i| i16::from_le_bytes([done[1][at + 2 * i], done[1][at + 2 * i + 1]]));
            assert_eq!(got, want, "{x} {y}");
        }
    }
    // CL_RGBA, CL_UNSIGNED_INT8, CL_SIGNED_INT16.
    assert_eq!(words(&done[2]), [64, 5, 0x10b5, 0x10da, 0x10b5, 0x10d8]);

    // A volume updated in place, with work-items outside of it.
    let volume: Vec<f32> = random(64 * 6 * 3, 6).iter().map(|v| *v as i32 as f32 * 0.125).collect();
    let bytes: Vec<u8> = volume.iter().flat_map(|v| v.to_le_bytes()).collect();
    let done = run("scale3d", [9, 2, 4], [8, 4, 1], &[&bytes], &|at| {
        let shape = shape("r32_float", [64, 6, 3]);
        vec![Arg::Image { address: at[0], shape }, Arg::U32(1.5f32.to_bits())]
    });
    let want: Vec<u32> = volume.iter().map(|v| (v * 1.5).to_bits()).collect();
    assert_eq!(words(&done.unwrap()[0]), want);

    // Arrays of planes and of rows, texels of a buffer, a 1D image.
    let planes = random(64 * 4 * 3 * 4, 7);
    let rows: Vec<u16> = random(128 * 5, 8).iter().map(|v| *v as u16).collect();
    let row_bytes: Vec<u8> = rows.iter().flat_map(|v| v.to_le_bytes()).collect();
    let (list, line) = (random(50 * 2, 9), random(40, 10));
    let buffers = [&bytes32(&planes)[..], &row_bytes, &bytes32(&list), &bytes32(&line), &vec![0; 48 * 16]];
    let done = run("layers", [3, 1, 1], [16, 1, 1], &buffers, &|at| {
        let image = |i: usize, format, size| Arg::Image { address: at[i], shape: shape(format, size) };
        vec![
            image(0, "r32g32b32a32_uint", [64, 4, 3]),
            image(1, "r16_uint", [128, 5, 1]),
            image(2, "r32g32_uint", [50, 1, 1]),
            image(3, "r32_uint", [40, 1, 1]),
            Arg::Address(at[4]),
        ]
    });
    let texel = |found: Option<&[u32]>| -> [u32; 4] {
        // Outside an image everything is 0, as for CL_R and CL_RG, except alpha of texels inside.
        let Some(found) = found else { return [0; 4] };
        std::array::from_fn(|i| found.get(i).copied().unwrap_or(u32::from(i == 3)))
    };
    let mut want = Vec::new();
    for i in 0..48usize {
        let mut sum = texel(Some(&list[2 * i..2 * i + 2]));
        let mut add = |texel: [u32; 4], factor: u32| {
            sum.iter_mut().zip(texel).for_each(|(s, t)| *s = s.wrapping_add(t.wrapping_mul(factor)));
        };
        for layer in 0..3 {
            let at = 4 * ((layer * 4 + (i & 3)) * 64 + i);
            add(texel(Some(&planes[at..at + 4])), layer as u32 + 1);
        }
        for layer in 0..5 {
            add(texel(Some(&[rows[layer * 128 + i].into()])), 10 * layer as u32 + 7);
        }
        add(texel(line.get(i..i + 1)), 1);
        want.extend(sum.map(|s| s.wrapping_add(50)));
    }
    assert_eq!(words(&done.unwrap()[4]), want);

    // Normalised texels: every code of 16 bits, and of 8 in each channel, times a number; ties are rounded to even.
    let scaled = |format: &str, size: [u32; 3], bytes: &[u8], factor: f32| {
        run("scale3d", [size[0] / 32, size[1], size[2]], [32, 1, 1], &[bytes], &|at| {
            vec![Arg::Image { address: at[0], shape: shape(format, size) }, Arg::U32(factor.to_bits())]
        })
        .unwrap()
        .remove(0)
    };
    let codes: Vec<u16> = (0..=u16::MAX).collect();
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    let halves = |bytes: &[u8]| -> Vec<u16> { bytes.chunks(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect() };
    for (factor, size) in [(0.75f32, [128, 32, 16]), (-1.5, [256, 16, 16])] {
        // The nearest code of a channel with maximum `most` for a number in `least`..1.
        let code = |value: f32, least: f32, most: f64| {
            (f64::from((value * factor).clamp(least, 1.0)) * most).round_ties_even() as i32
        };
        let unorm = |from: u16, most: f32| code(f32::from(from) / most, 0.0, most.into());
        let snorm = |from: i16, most: f32| code((f32::from(from) / most).max(-1.0), -1.0, most.into());
        let want: Vec<u16> = codes.iter().map(|from| unorm(*from, 65535.0) as u16).collect();
        assert_eq!(halves(&scaled("r16_unorm", size, &bytes, factor)), want);
        let want: Vec<u16> = codes.iter().map(|from| snorm(*from as i16, 32767.0) as u16).collect();
        assert_eq!(halves(&scaled("r16_snorm", size, &bytes, factor)), want);
        let small: Vec<u8> = (0..64 * 4 * 4).map(|i| (i * 7 / 3 + i) as u8).collect();
        let want: Vec<u8> = small.iter().map(|from| unorm((*from).into(), 255.0) as u8).collect();
        assert_eq!(scaled("r8g8b8a8_unorm", [64, 4, 1], &small, factor), want);
        let want: Vec<u8> = small.iter().map(|from| snorm((*from as i8).into(), 127.0) as u8).collect();
        assert_eq!(scaled("r8g8b8a8_snorm", [64, 4, 1], &small, factor), want);
    }
    assert_eq!(shape("r8g8_unorm", [128, 1, 1]).bytes(), 256);

    // Kernels that are refused by name when they are loaded.
    let refused = |kernel: &str, args: &dyn Fn(&[u64]) -> Vec<Arg>| {
        run(kernel, [1, 1, 1], [1, 1, 1], &[&[0; 4096]], args).unwrap_err().to_string()
    };
    let narrow = refused("scale3d", &|at| {
        vec![Arg::Image { address: at[0], shape: shape("r32_float", [6, 6, 3]) }, Arg::U32(0)]
    });
    assert!(narrow.contains("takes an image with rows of 24 bytes as argument"), "{narrow}");
    assert!(narrow.contains("rows of linear images are multiples of 256 bytes"), "{narrow}");
    let sampler = refused("filtered", &|at| {
        let from = Arg::Image { address: at[0], shape: shape("r32_float", [64, 1, 1]) };
        vec![from, Arg::U64(0), Arg::Address(at[0])]
    });
    assert!(sampler.contains("takes a sampler as argument") && sampler.contains("without a sampler"), "{sampler}");
    let plain = refused("scale3d", &|at| vec![Arg::Address(at[0]), Arg::U32(0)]);
    assert!(plain.contains("is an image whose extent or format the kernel takes"), "{plain}");
}

/// Features of the processor or its host that are not supported are refused by name: before the kernel runs if their use is certain,
/// otherwise when it is reached.
#[test]
fn what_nobody_serves_is_refused_by_name() {
    let tried = |name: &str, kernel: &str, args: &[Arg]| {
        let image = file(name);
        let launch = |at: &[u64]| Launch::new([1; 3], [4, 1, 1], [&[Arg::Address(at[0])], args].concat());
        let tried = try_launch(&image, kernel, &[[3; 1024]], Options::default(), launch);
        match tried.map_err(|error| error.to_string())? {
            (Outcome::Done, left) => Ok(words(&left[0])[0]),
            (Outcome::Stopped { stop, .. }, _) => Err(stop.to_string()),
            (other, _) => panic!("{other:?}"),
        }
    };
    for name in ["refused", "refused_v4"] {
        let refused = |kernel, args: &[Arg], says: &str| {
            let error = tried(name, kernel, args).unwrap_err();
            assert!(error.contains(says), "{name} {kernel}: {error}");
        };
        refused("sampled", &[Arg::U64(0)], "is an image whose extent or format the kernel takes");
        refused("rays", &[Arg::U32(1)], ": image_bvh_intersect_ray, image_bvh64_intersect_ray: rays");
        refused("typed", &[], ": tbuffer_*: typed buffers that say their own format");
        refused("exported", &[], ": exp: exports of graphics");
        refused("meets", &[], "`hidden_multigrid_sync_arg`, for one, is 0: one device takes part");
        assert_eq!(tried(name, "grids", &[]), Ok(0));
    }
    let queue = tried("refused_v4", "queue", &[]).unwrap_err();
    assert!(queue.contains("the queue pointer in SGPRs leads here; queues are not modelled"), "{queue}");

    let format = isotope_machine::mem::typed::Format::from_name("r32_float").unwrap();
    let shape = isotope_machine::mem::typed::Shape::packed(format, [64, 1, 1]).unwrap();
    let launch = Launch::new([1; 3], [4, 1, 1], vec![Arg::Image { address: 0, shape }, Arg::Address(0)]);
    assert_eq!(
        refused(&file("refused"), "sampled", &launch),
        "kernel `sampled` takes a sampler (at 0x007c), which is not modelled: read the image without a sampler, as in \
         read_imagef(image, coordinates)"
    );
}

/// A kernel that starts kernels needs queues; it is refused before it runs.
#[test]
fn kernels_that_start_kernels_are_refused_by_name() {
    let image = file("enqueue");
    let launch = |at: &[u64]| Launch::new([1; 3], [32, 1, 1], vec![Arg::Address(at[0])]);
    assert_eq!(
        refused(&image, "starts", &launch(&[0])),
        "kernel `starts` takes the hidden argument `hidden_default_queue` and follows it, which is not modelled: kernels that start \
         kernels need a process on the host: launch them one by one"
    );
    // If its use depends on a branch, it is refused only when it is reached.
    for (kernel, argument) in [("may_start", "hidden_default_queue"), ("completes", "hidden_completion_action")] {
        for (held, reached) in [(0u32, false), (7, true)] {
            match try_launch(&image, kernel, &[bytes32(&[held; 32])], Options::default(), launch).unwrap().0 {
                Outcome::Done => assert!(!reached, "{kernel}"),
                Outcome::Stopped { stop, .. } => {
                    let says = format!(
                        "(the hidden argument `{argument}` leads here; kernels that start kernels need a process on the host"
                    );
                    assert!(reached && stop.to_string().contains(&says), "{kernel}: {stop}");
                }
                other => panic!("{kernel}: {other:?}"),
            }
        }
    }
}
