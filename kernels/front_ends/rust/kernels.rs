//! Kernels in Rust without its library; `stub.rs` has what the language asks of one.
#![feature(no_core, lang_items, intrinsics, rustc_attrs, abi_gpu_kernel, abi_unadjusted, f16, link_llvm_intrinsics)]
#![allow(internal_features, improper_gpu_kernel_arg)]
#![no_core]
#![crate_type = "cdylib"]

mod stub;
use stub::*;

#[cfg(target_arch = "amdgpu")]
unsafe extern "unadjusted" {
    #[link_name = "llvm.amdgcn.workitem.id.x"]
    safe fn item() -> i32;
    #[link_name = "llvm.amdgcn.workgroup.id.x"]
    safe fn group() -> i32;
}
#[cfg(target_arch = "nvptx64")]
unsafe extern "unadjusted" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.tid.x"]
    safe fn item() -> i32;
    #[link_name = "llvm.nvvm.read.ptx.sreg.ctaid.x"]
    safe fn group() -> i32;
}

#[inline(always)]
fn id(size: u32) -> u32 {
    group() as u32 * size + item() as u32
}
#[inline(always)]
unsafe fn get<T: Copy>(p: *const T, i: u32) -> T {
    unsafe { *offset(p, i as usize) }
}
#[inline(always)]
unsafe fn put<T: Copy>(p: *mut T, i: u32, v: T) {
    unsafe { *offset(p, i as usize) = v }
}

macro_rules! kernels {
    ($($name:ident $size:literal $t:ty: |$in:ident, $i:ident| $body:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "gpu-kernel" fn $name(input: *const $t, out: *mut $t) {
            let $i = id($size);
            let $in = input;
            unsafe { put(out, $i, $body) }
        }
    )*};
}
kernels! {
    radd 64 u32: |p, i| get(p, i) + get(p, i ^ 1) * 3;
    rbytes 64 u8: |p, i| {
        let v = (get(p, i) as i8 >> 1) as i32 + (i & 63) as i32;
        (if v > 127 { 127 } else if v < -128 { -128 } else { v }) as u8
    };
    rhalf 64 u16: |p, i| {
        let a = get(p, i) as i16;
        let b = get(p, i ^ 5) as i16;
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        (small - large * 7) as u16
    };
    rf16 64 f16: |p, i| {
        let a = get(p, i);
        let b = get(p, i ^ 3);
        if a < b { a + b } else { a * b }
    };
    rwide 32 u64: |p, i| {
        let v = get(p, i) as u128 * get(p, i ^ 1) as u128;
        ((v >> 64) ^ v) as u64
    };
    rdiv 64 u32: |p, i| {
        let d = get(p, i ^ 1) >> 13 | 1;
        unchecked_div(get(p, i), d) ^ unchecked_rem(get(p, i), d)
    };
    rbits 64 u32: |p, i| {
        let v = get(p, i);
        ctpop(v) | ctlz(v) << 8 | cttz(v) << 16 ^ bitreverse(v)
    };
    rcollatz 64 u32: |p, i| {
        let mut v = get(p, i) & 0xffff;
        let mut n = 0u32;
        while v > 1 && n < 60 {
            v = if v & 1 == 1 { 3 * v + 1 } else { v >> 1 };
            n += 1;
        }
        n << 16 ^ v
    };
    rswitch 64 u32: |p, i| {
        let v = get(p, i);
        match v & 7 {
            0 => v + 5,
            1 | 2 => v ^ 0x55,
            5 => !v,
            _ => v >> 3,
        }
    };
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn rvec(input: *const u16, out: *mut u16) {
    let i = id(16) * 4;
    let mut k = 0;
    while k < 4 {
        let a = unsafe { get(input, i + k) };
        let b = unsafe { get(input, i + (if k == 0 { 2 } else if k == 1 { 0 } else if k == 2 { 3 } else { 1 })) };
        unsafe { put(out, i + k, if a < b { a + b } else { a ^ b }) };
        k += 1;
    }
}
