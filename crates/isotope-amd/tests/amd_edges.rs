//! Addresses on gfx1100 (`kernels/extra/gfx1100/edges.cl`): flat pointers into every space, misaligned accesses, and
//! accesses out of range; in waves of 32 and of 64 lanes, whose halves can exchange data (`halves.cl`).

use crate::common::*;
use isotope_machine::fault::FaultKind;
use isotope_machine::{Options, Outcome, Stop};

fn builds() -> [isotope_object::Image; 2] {
    ["edges", "edges_wave64"].map(|name| image(&format!("extra/gfx1100/{name}.co")))
}

fn zeros(name: &'static str, words: usize) -> A {
    A::Buffer(name, vec![0; 4 * words])
}

/// `halves.cl`: the halves of a wave of 64 lanes are exchanged, whichever lanes are active.
#[test]
fn halves_of_a_wave_change_places() {
    let image = image("extra/gfx1100/halves_wave64.co");
    let x = random(3 * 128, 77);
    let y: Vec<u32> = x.iter().enumerate().map(|(i, x)| x.wrapping_mul(3).wrapping_add(i as u32 % 64)).collect();
    let wanted: Vec<u32> = (0..x.len())
        .flat_map(|i| {
            let (lane, other) = (i % 64, i ^ 32);
            let own = if x[i] & 1 == 1 { x[i] } else { 0 };
            let part = if lane < 40 { x[other] } else { 7 };
            [x[other], y[i].wrapping_add(y[other]), part, (x[i] ^ y[i]).wrapping_add(own)]
        })
        .collect();
    each(|o| {
        let mut b = Bench::default();
        b.run(&image, "halves", 3, 128, vec![A::Buffer("in", bytes32(&x)), zeros("out", wanted.len())], o);
        assert_eq!(b.words("out"), wanted);
    });
}

#[test]
fn flat_addresses_reach_every_space() {
    let cells = random(64, 31);
    let start: Vec<u32> = (0..64)
        .map(|t| match t % 3 {
            0 => cells[t],
            1 => 1000 + (t as u32 ^ 32),
            _ => 7 + (t as u32 & 3),
        })
        .collect();
    let added = |t: usize| start[t].wrapping_add(t as u32);
    let end = |t: usize| added(t).max(50).wrapping_add(1);
    let mut wanted = start.clone();
    wanted.extend((0..64).map(added));
    wanted.extend((0..64).map(|t| if (t ^ 32) % 3 == 1 { end(t ^ 32) } else { 1000 + t as u32 }));
    wanted.extend((0..64).map(|t| if t % 3 == 2 { end(t) } else { 7 + (t as u32 & 3) }));
    wanted.extend((0..64).map(end));
    let memory: Vec<u32> = (0..64).map(|t| if t % 3 == 0 { end(t) } else { cells[t] }).collect();
    for image in builds() {
        each(|o| {
            let mut b = Bench::default();
            b.run(&image, "spaces", 1, 64, vec![A::Buffer("cells", bytes32(&cells)), zeros("out", 320)], o);
            assert_eq!((b.words("out"), b.words("cells")), (wanted.clone(), memory.clone()));
        });
    }
}

#[test]
fn loads_and_stores_need_no_alignment() {
    let input: Vec<u8> = bytes32(&random(20, 32));
    let number = |t: usize, at: usize, n: usize| {
        input[t + at..t + at + n].iter().rev().fold(0u64, |v, &byte| v << 8 | u64::from(byte))
    };
    let mut out = vec![0u8; 64 * 16 + 16];
    let mut sums = Vec::new();
    for t in 0..64 {
        let (h, w, d) = (number(t, 0, 2) as u16, number(t, 2, 4) as u32, number(t, 6, 8));
        sums.extend([h.into(), w, (d >> 20) as u32]);
        let at = 16 * t + (t & 1);
        out[at..at + 2].copy_from_slice(&h.wrapping_add(1).to_le_bytes());
        out[at + 2..at + 6].copy_from_slice(&w.wrapping_add(1).to_le_bytes());
        out[at + 6..at + 14].copy_from_slice(&d.wrapping_add(1).to_le_bytes());
    }
    for image in builds() {
        each(|o| {
            let mut b = Bench::default();
            let args = vec![A::Buffer("in", input.clone()), zeros("out", 260), zeros("sums", 192)];
            b.run(&image, "unaligned", 1, 64, args, o);
            assert_eq!((b.bytes("out"), b.words("sums")), (out.clone(), sums.clone()));
        });
    }
}

#[test]
fn lds_ends_where_its_allocation_ends() {
    // The kernel requests 256 bytes and gets 1024: the first half of the lanes stays inside.
    let mut wanted = vec![0; 64];
    wanted.extend((0..64).map(|t| if t < 32 { 5 } else { 0 }));
    wanted.extend(1..=64);
    for image in builds() {
        each(|o| {
            let mut b = Bench::default();
            b.run(&image, "past_lds", 1, 64, vec![zeros("out", 192), A::Word(1024 - 128)], o);
            assert_eq!(b.words("out"), wanted);
        });
    }
}

/// The fault that stops a kernel, and its report.
fn fault(image: &isotope_object::Image, kernel: &str) -> (FaultKind, Option<u32>, String) {
    let mut b = Bench::default();
    match b.outcome(image, kernel, 1, 64, vec![zeros("out", 66)], Options::default()) {
        Outcome::Stopped { stop: Stop::Fault(fault), .. } => (fault.kind, fault.lane, fault.detail),
        other => panic!("{kernel}: {other:?}"),
    }
}

#[test]
fn what_the_machine_refuses() {
    for image in builds() {
        let (kind, lane, detail) = fault(&image, "misaligned");
        assert_eq!((kind, lane), (FaultKind::Misaligned, Some(3)), "{detail}");
        assert!(detail.contains("must be a multiple of 4"), "{detail}");
        let (kind, lane, detail) = fault(&image, "misaligned_lds");
        assert_eq!((kind, lane), (FaultKind::Misaligned, Some(3)), "{detail}");
        assert!(detail.contains("must be a multiple of 8"), "{detail}");
        let (kind, lane, detail) = fault(&image, "nowhere");
        assert_eq!((kind, lane), (FaultKind::OutOfRange, Some(0)), "{detail}");
        let (kind, lane, detail) = fault(&image, "wrong_space");
        assert_eq!((kind, lane), (FaultKind::InvalidAddressSpace, Some(0)), "{detail}");
        assert!(detail.contains("private window"), "{detail}");
    }
}
