//! Calls of a process on the host, as the device libraries of ROCm make them: a wave takes a packet from the free stack, fills in
//! a service and eight words of each lane, pushes it on the ready stack, and waits until the packet's ready flag is clear.
//!
//! The host side is here, and runs after every turn of a wave: service 2 prints, service 3 hands out memory. Functions on
//! the host (service 1) and reports of sanitizers (service 4) stop the launch by name.
//!
//! # Shape
//! The buffer: addresses of headers and payloads, signal, free stack, ready stack, mask of packet indices, 8 bytes each. A
//! header: next packet, active lanes, service (4 bytes), ready flag (4 bytes). A payload: eight words for each of 64 lanes. A packet is
//! named by its index and, above the mask, a count that tells its uses apart.
//!
//! # Source
//! oracle: `__ockl_hostcall_internal`, `__ockl_printf_*` and `__ockl_devmem_request` of rocm-device-libs 5.2.3, and the same in LLVM IR of
//! ROCm 6, are the other side. assumed: the host's side follows from them (amd.hostcall).

use isotope_machine::mem::{Concurrent, Desk, MapError, Memory, Store};
use isotope_machine::{Stop, host};

use super::printf::Words;
use isotope_option::OptionName;
use isotope_target::printf::print;

/// Where buffer, signal, headers and payloads are mapped.
const REGION: &str = ".hostcall";
/// Places in the buffer.
const HEADERS: u64 = 0;
const PAYLOADS: u64 = 8;
const DOORBELL: u64 = 16;
const FREE: u64 = 24;
const READY: u64 = 32;
const MASK: u64 = 40;
/// The signal, which has no mailbox: nobody sleeps here.
const SIGNAL: u64 = 64;
const SIGNAL_BYTES: u64 = 64;
/// Bytes of a header, and places in it.
const HEADER: u64 = 24;
const LANES: u64 = 8;
const SERVICE: u64 = 16;
const CONTROL: u64 = 20;
/// Bytes of a lane's words.
const LANE: u64 = 64;
const PAYLOAD: u64 = 64 * LANE;
/// Every wave that has started may hold a packet.
const MOST_PACKETS: u64 = 1 << 16;

/// The address of the buffer, with packets for so many waves; a larger one stays from an earlier launch.
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
    // No packet is 0, the end of a stack: counts start at 1.
    for index in 0..packets {
        put(headers + HEADER * index, if index + 1 == packets { 0 } else { packets + index + 1 });
    }
    put(FREE, packets);
    if memory.desk().is_none() {
        memory.set_desk(Desk::default());
    }
    Ok(base)
}

/// Where headers and payloads lie behind the buffer, and the bytes of all.
fn layout(packets: u64) -> (u64, u64, u64) {
    let headers = SIGNAL + SIGNAL_BYTES;
    let payloads = (headers + HEADER * packets).next_multiple_of(LANE);
    (headers, payloads, payloads + PAYLOAD * packets)
}

/// Serve every packet that is ready. What the buffer says of itself is not read: a kernel may have written there.
pub fn serve(memory: &Memory, at: u64) -> Result<bool, Stop> {
    let Some(region) = memory.find(at, SIGNAL as u32) else { return Ok(false) };
    let Some(store) = region.store.as_ref() else { return Ok(false) };
    if store.load_any::<Concurrent>(READY, 8) == 0 {
        return Ok(false);
    }
    // Whoever holds the desk takes all: the order of a stack is turned round to the order of requests.
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

/// Answer the words of one lane.
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

/// The parts of what a lane prints. The first word has bit 0: it begins, bit 1: it ends, bits 7:5: words that follow, bits 63:8:
/// the message's number. The answer is that word with the number, at the end how many bytes were printed.
///
/// A message is a word (0: the standard output, 1: the standard error), the format, and arguments.
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

/// What the device's allocator keeps, its address; `None` where the device has no heap.
///
/// # Source
/// oracle: `__ockl_dm_init_v1` of ROCm 6 clears 128 KiB and enters where slabs lie that it was given; here it was given none.
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

/// Memory for the device's allocator, which finds the head of a slab by the low 21 bits, and knows a block of its own by its page;
/// 0 where the heap is used up.
fn allocate(desk: &mut Desk, bytes: u64) -> u64 {
    const SLAB: u64 = 2 << 20;
    desk.hand_out(bytes, if bytes >= SLAB { SLAB } else { 4096 }).unwrap_or(0)
}

/// What the host does for a launch.
pub(super) fn service(at: u64) -> host::Service {
    host::Service { at, serve }
}
