use super::*;

const BASE: u64 = 0x1234_5678_9000;

fn index(index: u32, offset: u32, bytes: u32) -> Element {
    Element { index, offset, bytes, has_index: true, has_offset: true, ..Element::default() }
}

#[test]
fn words_hold_every_field() {
    // Written by hand from the table in the module: add_tid, index stride 32, OOB_SELECT 2, format 20, dst_sel x 0 1 w.
    let words = [0x5678_9000, 0x4000_0000 | 48 << 16 | 0x1234, 7, 2 << 28 | 1 << 23 | 2 << 21 | 20 << 12 | 0xe04];
    let made = Descriptor {
        oob_select: oob::DISABLED,
        add_tid: true,
        format: 20,
        dst_sel: [4, 0, 0, 7],
        ..Descriptor::structured(BASE, 48, 7).swizzled(4, 32)
    };
    assert_eq!(Descriptor::new(words), made);
    assert_eq!(made.words(), words);
    // Named bits are preserved, reserved bits are not.
    let all = Descriptor::new([u32::MAX; 4]).words();
    assert_eq!(all, [u32::MAX, u32::MAX, u32::MAX, 0xf0e3_ffff]);
    for bit in 0..128 {
        let mut one = [0; 4];
        one[bit / 32] = 1 << (bit % 32);
        let kept = one[bit / 32] & all[bit / 32] != 0;
        assert_eq!(Descriptor::new(one).words(), if kept { one } else { [0; 4] }, "bit {bit}");
    }
}

#[test]
fn what_a_driver_writes_for_a_raw_buffer() {
    // LLVM's default words for compute on gfx11: format 32_FLOAT, OOB_SELECT 3.
    let made = Descriptor::new([0x9000, 0, 256, 0x3101_6fac]);
    assert_eq!(Descriptor::raw(0x9000, 256), made);
}

#[test]
fn linear_addresses_sum_every_part() {
    let buffer = Descriptor { oob_select: oob::DISABLED, add_tid: true, ..Descriptor::structured(BASE, 100, 1) };
    let access = Element { base: 7, immediate: 0xfff, lane: 5, ..index(3, 40, 4) };
    assert_eq!(buffer.locate(access), Located::At(BASE + 7 + 0xfff + 40 + 100 * 8));
    // Index and offset are ignored without their flag.
    let access = Element { has_index: false, has_offset: false, ..access };
    assert_eq!(buffer.locate(access), Located::At(BASE + 7 + 0xfff + 100 * 5));
    let buffer = Descriptor { add_tid: false, ..buffer };
    assert_eq!(buffer.locate(access), Located::At(BASE + 7 + 0xfff));
}

#[test]
fn select_0_checks_record_and_offset() {
    let buffer = Descriptor::structured(BASE, 16, 4);
    assert_eq!(buffer.locate(index(3, 12, 4)), Located::At(BASE + 60));
    assert_eq!(buffer.locate(index(3, 13, 4)), Located::Dropped);
    assert_eq!(buffer.locate(index(3, 12, 8)), Located::Dropped);
    assert_eq!(buffer.locate(index(4, 0, 4)), Located::Dropped);
    // SOFFSET is added to the address and is not checked.
    assert_eq!(buffer.locate(Element { base: 1000, ..index(0, 0, 4) }), Located::At(BASE + 1000));
    // The instruction's offset is checked.
    assert_eq!(buffer.locate(Element { immediate: 4, ..index(0, 12, 4) }), Located::Dropped);
    // With a stride of 0 nothing is in range.
    assert_eq!(Descriptor::structured(BASE, 0, 4).locate(index(0, 0, 1)), Located::Dropped);
}

#[test]
fn select_1_checks_the_record() {
    let buffer = Descriptor { oob_select: oob::STRUCTURED, ..Descriptor::structured(BASE, 16, 4) };
    assert_eq!(buffer.locate(index(3, 1000, 8)), Located::At(BASE + 1048));
    assert_eq!(buffer.locate(index(4, 0, 4)), Located::Dropped);
    let buffer = Descriptor { num_records: 0, ..buffer };
    assert_eq!(buffer.locate(index(0, 0, 4)), Located::Dropped);
}

#[test]
fn select_2_checks_only_for_an_empty_buffer() {
    let buffer = Descriptor { oob_select: oob::DISABLED, ..Descriptor::structured(BASE, 16, 1) };
    assert_eq!(buffer.locate(index(1_000_000, 1000, 8)), Located::At(BASE + 16_001_000));
    let buffer = Descriptor { num_records: 0, ..buffer };
    assert_eq!(buffer.locate(index(0, 0, 4)), Located::Dropped);
}

#[test]
fn select_3_checks_bytes_less_soffset() {
    let buffer = Descriptor::raw(BASE, 64);
    let at = |base, offset, bytes| buffer.locate(Element { base, ..index(0, offset, bytes) });
    assert_eq!(at(0, 60, 4), Located::At(BASE + 60));
    assert_eq!(at(0, 60, 8), Located::Dropped);
    assert_eq!(at(8, 52, 4), Located::At(BASE + 60));
    assert_eq!(at(8, 56, 4), Located::Dropped);
    assert_eq!(at(64, 0, 1), Located::Dropped);
    assert_eq!(at(65, 0, 1), Located::Dropped);
    assert_eq!(at(u32::MAX, 0, 4), Located::Dropped);
    // The index is added to the address and is not checked.
    let buffer = Descriptor { stride: 16, ..buffer };
    assert_eq!(buffer.locate(index(100, 60, 4)), Located::At(BASE + 1660));
    let mut rules = Assumptions::DEFAULT;
    assert!(rules.set("amd.buffer_raw_stride", "ignored"));
    assert_eq!(buffer.locate_with(index(100, 60, 4), &rules), Located::At(BASE + 60));
}

#[test]
fn select_3_swizzled_checks_records() {
    let buffer = Descriptor { oob_select: oob::RAW, ..Descriptor::structured(BASE, 16, 4).swizzled(4, 8) };
    assert_eq!(buffer.locate(index(3, 12, 4)), Located::At(BASE + 3 * 32 + 3 * 4));
    assert_eq!(buffer.locate(index(3, 16, 4)), Located::Dropped);
    assert_eq!(buffer.locate(index(4, 0, 4)), Located::Dropped);
    // NUM_RECORDS is reduced here too.
    assert_eq!(buffer.locate(Element { base: 1, ..index(3, 0, 4) }), Located::Dropped);
    // Without a stride, bytes are counted: scratch memory is described this way.
    let scratch = Descriptor { add_tid: true, format: 0, ..Descriptor::raw(BASE, u32::MAX).swizzled(4, 32) };
    let access = Element { lane: 9, offset: 8, has_offset: true, bytes: 4, ..Element::default() };
    assert_eq!(scratch.locate(access), Located::At(BASE + 2 * 128 + 9 * 4));
}

#[test]
fn an_unbound_buffer_drops_everything() {
    let buffer = Descriptor { format: 0, ..Descriptor::raw(BASE, 64) };
    assert_eq!(buffer.locate(index(0, 0, 4)), Located::Dropped);
    let buffer = Descriptor { add_tid: true, ..buffer };
    assert_eq!(buffer.locate(index(0, 0, 4)), Located::At(BASE));
    assert_eq!(Descriptor::new([0; 4]).locate(index(0, 0, 4)), Located::Dropped);
}

#[test]
fn an_image_descriptor_drops_everything() {
    let image = Descriptor { kind: 2, ..Descriptor::raw(BASE, 64) };
    assert_eq!(image.locate(index(0, 0, 4)), Located::Dropped);
}

#[test]
fn what_no_document_says_is_said_so() {
    let reserved = Descriptor::structured(BASE, 16, 4).swizzled(8, 8);
    assert!(matches!(reserved.locate(index(0, 0, 4)), Located::Unspecified(_)));
    let crossing = Descriptor::structured(BASE, 16, 4).swizzled(4, 8);
    assert!(matches!(crossing.locate(index(0, 0, 8)), Located::Unspecified(_)));
    assert!(matches!(crossing.locate(index(0, 3, 2)), Located::Unspecified(_)));
    assert_eq!(crossing.locate(index(0, 2, 2)), Located::At(BASE + 2));
    let unaligned = Descriptor::structured(BASE, 16, 4).swizzled(16, 8);
    assert!(matches!(unaligned.locate(index(0, 2, 4)), Located::Unspecified(_)));
    let uneven = Descriptor::structured(BASE, 24, 4).swizzled(16, 8);
    assert!(matches!(uneven.locate(index(0, 0, 4)), Located::Unspecified(_)));
}

#[test]
fn sums_wrap_unless_told() {
    let buffer = Descriptor::raw(BASE, 64);
    let access = Element { immediate: 8, ..index(0, 0xffff_fffc, 4) };
    // Compilers emit this for `j - 4 + 8` with `j` = 0.
    assert_eq!(buffer.locate(access), Located::At(BASE + 4));
    let mut keeping = Assumptions::DEFAULT;
    assert!(keeping.set("amd.buffer_offset_carry", "keep"));
    assert_eq!(buffer.locate_with(access, &keeping), Located::Dropped);
    let buffer = Descriptor { add_tid: true, ..Descriptor::structured(BASE, 4, 8) };
    let access = Element { lane: 3, ..index(u32::MAX, 0, 4) };
    assert_eq!(buffer.locate(access), Located::At(BASE + 8));
    assert_eq!(buffer.locate_with(access, &keeping), Located::Dropped);
}

#[test]
fn dwords_of_a_load_are_checked_one_by_one() {
    let buffer = Descriptor::raw(BASE, 72);
    let word = |n| buffer.locate_word(index(0, 64, 16), n, &Assumptions::DEFAULT);
    assert_eq!([word(0), word(1)], [Located::At(BASE + 64), Located::At(BASE + 68)]);
    assert_eq!([word(2), word(3)], [Located::Dropped; 2]);
    // An atomic of that size is dropped as a whole.
    assert_eq!(buffer.locate(index(0, 64, 16)), Located::Dropped);
    // A load below a dword keeps its size, and dwords are swizzled separately.
    let byte = buffer.locate_word(index(0, 71, 1), 0, &Assumptions::DEFAULT);
    assert_eq!(byte, Located::At(BASE + 71));
    let swizzled = Descriptor::structured(BASE, 16, 64).swizzled(4, 64);
    let word = |n| swizzled.locate_word(index(5, 0, 16), n, &Assumptions::DEFAULT);
    assert_eq!([word(0), word(3)], [Located::At(BASE + 20), Located::At(BASE + 3 * 256 + 20)]);
}

/// The address of each byte of each record, computed by walking through memory: groups of records, the elements in turn,
/// and for each element the records next to each other.
fn walk(stride: u64, records: u64, element: u64, group: u64) -> std::collections::HashMap<(u64, u64), u64> {
    let mut places = std::collections::HashMap::new();
    let mut address = BASE;
    let mut first = 0;
    while first < records {
        for start in (0..stride).step_by(element as usize) {
            for record in first..first + group {
                for byte in start..start + element {
                    places.insert((record, byte), address);
                    address += 1;
                }
            }
        }
        first += group;
    }
    places
}

/// The address of an access whose bytes are consecutive in `places`, if it lies within `records` records.
fn follow(
    places: &std::collections::HashMap<(u64, u64), u64>,
    records: u64,
    [record, offset, bytes]: [u64; 3],
) -> Located {
    if record >= records {
        return Located::Dropped;
    }
    let found: Option<Vec<u64>> = (offset..offset + bytes).map(|byte| places.get(&(record, byte)).copied()).collect();
    match found {
        None => Located::Dropped,
        Some(found) if found.windows(2).all(|pair| pair[1] == pair[0] + 1) => Located::At(found[0]),
        Some(_) => Located::Unspecified("split"),
    }
}

#[test]
fn structured_buffers_match_a_walk_through_memory() {
    let mut compared = [0; 3];
    for (element, group) in [(0, 1), (4, 8), (4, 16), (4, 32), (4, 64), (16, 8), (16, 64)] {
        for stride in [4, 12, 16, 48].into_iter().filter(|stride| element == 0 || stride % element == 0) {
            let records = 21;
            let linear = Descriptor::structured(BASE, stride, records);
            let buffer = if element == 0 { linear } else { linear.swizzled(element, group) };
            let step = if element == 0 { stride } else { element };
            let places = walk(u64::from(stride), u64::from(records), u64::from(step), u64::from(group));
            for (record, offset, bytes) in (0..25)
                .flat_map(|r| (0..52).map(move |o| (r, o)))
                .flat_map(|(r, o)| [1, 2, 4, 8, 16].map(|b| (r, o, b)))
            {
                let expected = follow(&places, u64::from(records), [record, offset, bytes].map(u64::from));
                let found = buffer.locate(index(record, offset, bytes));
                match (expected, found) {
                    (Located::At(a), Located::At(b)) => {
                        assert_eq!(a, b, "{buffer:x?} {record} {offset} {bytes}");
                        compared[0] += 1;
                    }
                    (Located::Dropped, Located::Dropped) => compared[1] += 1,
                    (Located::Unspecified(_), Located::Unspecified(_)) => compared[2] += 1,
                    // Elements that happen to be consecutive are refused too, and so are unaligned dwords.
                    (Located::At(_), Located::Unspecified(_)) if element != 0 => {}
                    other => panic!("{buffer:x?} {record} {offset} {bytes}: {other:x?}"),
                }
            }
        }
    }
    assert!(compared.iter().all(|count| *count > 1000), "{compared:?}");
}

#[test]
fn raw_buffers_match_their_bytes() {
    for size in [0u32, 1, 4, 7, 16, 33] {
        let buffer = Descriptor::raw(BASE, size);
        for (soffset, offset, immediate) in
            (0..36).flat_map(|s| (0..36).flat_map(move |o| [0, 1, 5, 40].map(|i| (s, o, i))))
        {
            for bytes in [1, 2, 4, 8] {
                let access = Element { base: soffset, immediate, ..index(0, offset, bytes) };
                let first = soffset + offset + immediate;
                let inside = (first..first + bytes).all(|byte| byte < size);
                let expected = if inside { Located::At(BASE + u64::from(first)) } else { Located::Dropped };
                assert_eq!(buffer.locate(access), expected, "{size} {soffset} {offset} {immediate} {bytes}");
            }
        }
    }
}

/// The accesses of kernel `bufs` (corpus kernel `buffers`): lane t, value v, a raw buffer of 1 KiB, computed by hand.
#[test]
fn the_buffer_kernel() {
    let buffer = Descriptor::raw(0x8000, 1024);
    let offen = |base, offset, bytes| Element { base, offset, bytes, has_offset: true, ..Element::default() };
    for t in 0..32u32 {
        let lane = u64::from(t);
        // add, fmin, fadd: offset 4t; umax: SOFFSET v = 64; cmpswap: SOFFSET 16; swap_b64: offset 8t, SOFFSET 256.
        assert_eq!(buffer.locate(offen(0, 4 * t, 4)), Located::At(0x8000 + 4 * lane));
        assert_eq!(buffer.locate(offen(64, 4 * t, 4)), Located::At(0x8040 + 4 * lane));
        assert_eq!(buffer.locate(offen(16, 4 * t, 4)), Located::At(0x8010 + 4 * lane));
        assert_eq!(buffer.locate(offen(256, 8 * t, 8)), Located::At(0x8100 + 8 * lane));
        // inc: idxen, immediate 4, and the stride of a raw buffer is 0.
        let inc = Element { index: t, has_index: true, immediate: 4, bytes: 4, ..Element::default() };
        assert_eq!(buffer.locate(inc), Located::At(0x8004));
        // With v beyond the buffer only the umax is dropped.
        assert_eq!(buffer.locate(offen(1024, 4 * t, 4)), Located::Dropped);
    }
}
