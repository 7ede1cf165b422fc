//! Refusals of a launch on NVIDIA's devices.

use isotope_machine::mem::Memory;
use isotope_nvidia::cubin::{self, Details};
use isotope_nvidia::spa5::launch::prepare;
use isotope_object::{GlobalSection, Image};
use isotope_target::launch::{Arg, Launch};

fn details(image: &mut Image) -> &mut Details {
    let Some(details) = image.kernels[0].details_mut::<isotope_nvidia::cubin::Details>() else { panic!("a cubin") };
    details
}

fn refused(change: impl Fn(&mut Image)) -> String {
    let file = include_bytes!("../../../isotope-target/samples/histogram256.cubin");
    let mut image = cubin::parse(file).unwrap();
    change(&mut image);
    let args = image.kernels[0].params.iter().map(|p| Arg::Bytes(vec![0; p.size as usize])).collect();
    let request = Launch::new([1; 3], [32, 1, 1], args);
    prepare(&image, &image.kernels[0], &mut Memory::new(), &request).unwrap_err().to_string()
}

#[test]
fn sizes_that_no_machine_has_are_refused() {
    let e = refused(|i| {
        let (name, size) = (".nv.global".to_string(), 0xb2_0000_0000);
        i.globals.push(GlobalSection { name, size, align: 1, bytes: None, address: None });
    });
    assert!(e.starts_with("the file asks for 764504178688 bytes of globals, but at most 1073741824 fit"), "{e}");
    let e = refused(|i| details(i).param_bytes = u32::MAX);
    assert!(e.contains("of constant bank 0, but at most 65536 fit"), "{e}");
    let e = refused(|i| i.kernels[0].required_threads = Some([u32::MAX; 3]));
    assert!(e.contains("was compiled for groups of exactly"), "{e}");
    let e = refused(|i| {
        details(i).max_threads = Some([u32::MAX; 3]);
        i.kernels[0].shared_static_bytes = u32::MAX;
    });
    assert!(e.contains("memory are more than"), "{e}");
    let e = refused(|i| i.kernels[0].shared_static_bytes = u32::MAX);
    assert!(e.contains("memory are more than"), "{e}");
    let e = refused(|i| i.kernels[0].local_bytes_per_lane = u32::MAX);
    assert!(e.contains("memory are more than"), "{e}");
}
