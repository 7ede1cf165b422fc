//! AMD's processors by number.

use isotope_amd::amdgpu::processor_name;

#[test]
fn processors_by_number() {
    let named = [
        (0x20, "gfx600"),
        (0x3f, "gfx90a"),
        (0x41, "gfx1100"),
        (0x54, "gfx11-generic"),
        (0x59, "gfx12-generic"),
        (0x5f, "gfx9-4-generic"),
    ];
    for (number, name) in named {
        assert_eq!(processor_name(number), Some(name));
    }
    assert_eq!([0, 0x1f, 0x27, 0x4d, 0x56, 0x5e, 0xff].map(processor_name), [None; 7]);
}
