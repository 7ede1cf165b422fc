//! The buffer through which AMD's kernels call the host.

use isotope_amd::hostcall::{buffer, serve};
use isotope_machine::mem::{Concurrent, Memory};

/// Offsets in the buffer; in the headers after it (mask of lanes, service, ready flag); the payload size of a lane.
const FREE: u64 = 24;
const READY: u64 = 32;
const HEADERS: u64 = 128;
const LANES: u64 = 8;
const SERVICE: u64 = 16;
const CONTROL: u64 = 20;
const LANE: u64 = 64;

/// The offsets of headers and payloads after the buffer, and the total size.
fn layout(packets: u64) -> (u64, u64, u64) {
    let payloads = (HEADERS + 24 * packets).next_multiple_of(LANE);
    (HEADERS, payloads, payloads + 64 * LANE * packets)
}

/// A packet of two lanes is answered; a buffer that a kernel has overwritten does not stop the host.
#[test]
fn packets_are_answered_whatever_lies_around_them() {
    for packets in [1, 3, 8] {
        let mut memory = Memory::new();
        let at = buffer(&mut memory, packets).unwrap();
        assert_eq!(buffer(&mut memory, packets).unwrap(), at);
        assert_eq!(serve(&memory, at), Ok(false));
        let (headers, payloads, bytes) = layout(packets.next_power_of_two());
        let store = memory.find(at, 8).unwrap().store.as_ref().unwrap();
        let put = |at, bytes, value| {
            store.store::<Concurrent>(at, bytes, value);
        };
        let packet = store.load(FREE, 8);
        put(headers + LANES, 8, 0b1010);
        put(headers + SERVICE, 4, 2);
        put(headers + CONTROL, 4, 1);
        for (lane, letter) in [(1u64, b'a'), (3, b'b')] {
            // First and last message of its kind, two words: standard output, a format of one letter.
            put(payloads + LANE * lane, 8, 3 | 2 << 5);
            put(payloads + LANE * lane + 16, 8, letter.into());
        }
        put(READY, 8, packet);
        assert_eq!(serve(&memory, at), Ok(true));
        assert_eq!((store.load(headers + CONTROL, 4), store.load(payloads + LANE, 8)), (0, 1));
        assert_eq!(memory.desk().unwrap().text, b"ab");
        let service = |number| {
            put(headers + SERVICE, 4, number);
            put(READY, 8, packet);
            serve(&memory, at).unwrap_err().to_string()
        };
        assert!(service(1).contains("a call of a function on the host (hostcall service 1)"));
        assert!(service(4).contains("compile without -fsanitize=address"));
        assert!(service(9).contains("hostcall service 9"));
        for offset in (0..bytes).step_by(8) {
            put(offset, 8, u64::MAX);
        }
        assert!(serve(&memory, at).is_err());
    }
}
