//! Code without a container.

use isotope_amd::raw::of_code as amd;
use isotope_nvidia::raw::of_code as nvidia;
use isotope_object::TargetId;
use isotope_object::raw::params;

#[test]
fn parameters_lie_one_after_another() {
    let places: Vec<_> = params(&[1, 8, 2, 4, 24, 16]).iter().map(|p| (p.offset, p.size)).collect();
    assert_eq!(places, [(0, 1), (8, 8), (16, 2), (20, 4), (24, 24), (48, 16)]);
}

#[test]
fn lengths_and_entries() {
    let sm = TargetId::new("sm_50");
    assert_eq!(nvidia(sm, &[0; 64], 32, params(&[8])).unwrap().kernels[0].size, 32);
    assert!(nvidia(sm, &[0; 8], 0, Vec::new()).unwrap_err().contains("bundles of 32 bytes, found 8"));
    assert!(nvidia(sm, &[0; 64], 64, Vec::new()).unwrap_err().contains("below 64, found 64"));
    let gfx = isotope_amd::GFX1100;
    let image = amd(gfx, &[0; 12], 4, params(&[8, 4])).unwrap();
    assert_eq!(
        (image.kernels[0].details::<isotope_amd::amdgpu::Details>().unwrap().kernarg_bytes, image.globals[0].size),
        (12, 128)
    );
    assert!(amd(gfx, &[0; 3], 0, Vec::new()).unwrap_err().contains("words of 4 bytes"));
    assert!(amd(gfx, &[0; 4], 2, Vec::new()).unwrap_err().contains("a multiple of 4"));
}
