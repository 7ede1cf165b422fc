//! Calls of a host process by the device libraries of ROCm: a wave takes a packet from the free stack, writes
//! a service and eight words of each lane, pushes it on the ready stack, and waits until the packet's ready flag is clear.
//!
//! This file implements the host side, which runs after every turn of a wave: service 2 prints, service 3 allocates memory. Host
//! functions (service 1) and reports of sanitizers (service 4) stop the launch with a message.
//!
//! # Shape
//! The buffer: addresses of headers and payloads, signal, free stack, ready stack, mask of packet indices, 8 bytes each. A
//! header: next packet, active lanes, service (4 bytes), ready flag (4 bytes). A payload: eight words for each of 64 lanes. The name of a
//! packet is its index and, above the mask, a count of its uses.
//!
//! # Source
//! oracle: the device side is `__ockl_hostcall_internal`, `__ockl_printf_*` and `__ockl_devmem_request` of rocm-device-libs 5.2.3, and the
//! same in LLVM IR of ROCm 6. assumed: the host side, which is derived from them (amd.hostcall).

use isotope_machine::mem::{Concurrent, Desk, MapError, Memory, Store};
use isotope_machine::{Stop, host};

use super::printf::Words;
use isotope_option::OptionName;
use isotope_target::printf::print;

/// The memory region of buffer, signal, headers and payloads.
const REGION: &str = ".hostcall";
/// Offsets in the buffer.
const HEADERS: u64 = 0;
const PAYLOADS: u64 = 8;
const DOORBELL: u64 = 16;
const FREE: u64 = 24;
const READY: u64 = 32;
const MASK: u64 = 40;
/// The signal, which has no mailbox: no host thread sleeps.
const SIGNAL: u64 = 64;
const SIGNAL_BYTES: u64 = 64;
/// Size of a header, and offsets in it.
const HEADER: u64 = 24;
const LANES: u64 = 8;
const SERVICE: u64 = 16;
const CONTROL: u64 = 20;
/// Size of a lane's words in bytes.
const LANE: u64 = 64;
const PAYLOAD: u64 = 64 * LANE;
/// Every started wave may hold a packet.
const MOST_PACKETS: u64 = 1 << 16;

/// The address of the buffer, with packets for `waves` waves; a larger buffer of an earlier launch is kept.
pub fn buffer(memory: &mut Memory, waves: u64) -> Result<u64, MapError> {
    let packets = waves.clamp(1, MOST_PACKETS).next_power_of_two();
    let name = format!("{REGION}.{packets}");
    if let Some(region) = memory.region(&name) {
        return Ok(region.base);
    }
    let (headers, payloads, bytes) = layout(packets);
    let base = memory.allocate_zeros(&name, bytes)?;
    let Some(store) = memory.region(&name).and_then(|r| r.store.as_ref()) else { return Ok(base) };
    let put = |at, value| {
        store.store::<Concurrent>(at, 8, value);
    };
    put(HEADERS, base + headers);
    put(PAYLOADS, base + payloads);
    put(DOORBELL, base + SIGNAL);
    put(MASK, packets - 1);
    // Packet 0 means the end of a stack, so counts start at 1.
    for index in 0..packets {
        put(headers + HEADER * index, if index + 1 == packets { 0 } else { packets + index + 1 });
    }
    put(FREE, packets);
    if memory.desk().is_none() {
        memory.set_desk(Desk::default());
    }
    Ok(base)
}

/// The offsets of headers and payloads after the buffer, and the total size.
fn layout(packets: u64) -> (u64, u64, u64) {
    let headers = SIGNAL + SIGNAL_BYTES;
    let payloads = (headers + HEADER * packets).next_multiple_of(LANE);
    (headers, payloads, payloads + PAYLOAD * packets)
}

/// Serves every ready packet. The buffer's own fields are not read, because a kernel may have overwritten them.
pub fn serve(memory: &Memory, at: u64) -> Result<bool, Stop> {
    let Some(region) = memory.find(at, SIGNAL as u32) else { return Ok(false) };
    let Some(store) = region.store.as_ref() else { return Ok(false) };
    if store.load_any::<Concurrent>(READY, 8) == 0 {
        return Ok(false);
    }
    // The thread that holds the desk serves all packets; the stack is reversed to the order of the requests.
    let Some(mut desk) = memory.desk() else { return Ok(false) };
    let mut ready = Vec::new();
    let mut next = store.update::<Concurrent>(READY, 8, |_| 0);
    let powers = (0..=MOST_PACKETS.ilog2()).map(|power| 1u64 << power);
    let Some(packets) = powers.into_iter().find(|packets| layout(*packets).2 == region.len) else { return Ok(false) };
    let ((headers, payloads, _), mask) = (layout(packets), packets - 1);
    while next != 0 && ready.len() as u64 <= mask {
        ready.push(next & mask);
        next = store.load_any::<Concurrent>(headers + HEADER * (next & mask), 8);
    }
    for packet in ready.into_iter().rev() {
        let header = headers + HEADER * packet;
        let lanes = store.load_any::<Concurrent>(header + LANES, 8);
        let service = store.load_any::<Concurrent>(header + SERVICE, 4);
        for lane in (0..64).filter(|lane| lanes >> lane & 1 == 1) {
            let words = payloads + PAYLOAD * packet + LANE * lane;
            answer(&mut desk, store, service, words)?;
        }
        store.update::<Concurrent>(header + CONTROL, 4, |control| control & !1);
    }
    Ok(true)
}

/// Answers the words of one lane.
fn answer(desk: &mut Desk, store: &Store, service: u64, at: u64) -> Result<(), Stop> {
    let words: [u64; 8] = std::array::from_fn(|i| store.load_any::<Concurrent>(at + 8 * i as u64, 8));
    let first = match service {
        2 => message(desk, &words),
        3 if desk.heap.is_empty() => {
            return Err(refused(&format!(
                "`malloc` where the device has no heap: give it one with {}",
                OptionName::Heap.with("BYTES")
            )));
        }
        3 if words[0] == 0 => allocate(desk, words[1]),
        3 => {
            desk.take_back(words[0]);
            0
        }
        1 => return Err(refused("a call of a function on the host (hostcall service 1): take it out of the kernel")),
        4 => {
            return Err(refused(
                "a report of the address sanitizer (hostcall service 4): compile without -fsanitize=address",
            ));
        }
        other => return Err(refused(&format!("hostcall service {other}: the runtime of ROCm has 1 to 4"))),
    };
    store.store::<Concurrent>(at, 8, first);
    Ok(())
}

fn refused(text: &str) -> Stop {
    Stop::NotModelled { text: text.into() }
}

/// Adds a part of a lane's output. In the first word, bit 0 marks the first part, bit 1 the last part, bits 7:5 are the number of words
/// that follow, bits 63:8 the message number. The answer is that word with the number; for the last part, the number of printed bytes.
///
/// A message is a word (0: standard output, 1: standard error), the format, and arguments.
fn message(desk: &mut Desk, words: &[u64; 8]) -> u64 {
    let mut descriptor = words[0];
    if descriptor & 1 != 0 {
        desk.begun += 1;
        descriptor = descriptor & 0xfe | desk.begun << 8;
    }
    let number = descriptor >> 8;
    let parts = desk.messages.entry(number).or_default();
    parts.extend(&words[1..1 + (descriptor >> 5 & 7) as usize]);
    if descriptor & 2 == 0 {
        return descriptor;
    }
    let bytes: Vec<u8> =
        desk.messages.remove(&number).unwrap_or_default().iter().flat_map(|w| w.to_le_bytes()).collect();
    let mut arguments = Words { bytes: &bytes };
    arguments.word();
    let format = arguments.text();
    let before = desk.text.len();
    print(&format, &mut arguments, &mut desk.text);
    (desk.text.len() - before) as u64
}

/// The address of the device allocator's state; `None` if the device has no heap.
///
/// # Source
/// oracle: `__ockl_dm_init_v1` of ROCm 6 clears 128 KiB and stores the address of the slabs that it was given; here it gets none.
pub(super) fn heap(memory: &mut Memory) -> Result<Option<u64>, MapError> {
    const NAME: &str = ".heap_v1";
    if memory.desk().is_none_or(|desk| desk.heap.is_empty()) {
        return Ok(None);
    }
    Ok(Some(match memory.region(NAME) {
        Some(region) => region.base,
        None => memory.allocate_zeros(NAME, 128 << 10)?,
    }))
}

/// Allocates memory for the device's allocator, which finds the head of a slab by the low 21 bits of an address, and recognises a large
/// block by its page alignment; returns 0 if the heap is exhausted.
fn allocate(desk: &mut Desk, bytes: u64) -> u64 {
    const SLAB: u64 = 2 << 20;
    desk.hand_out(bytes, if bytes >= SLAB { SLAB } else { 4096 }).unwrap_or(0)
}

/// The host service of a launch.
pub(super) fn service(at: u64) -> host::Service {
    host::Service { at, serve }
}
