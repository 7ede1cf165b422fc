//! How a page calls [`Explorer::answer`]: `room(n)` returns the address where it writes a request of `n` bytes, `answer()` answers it and
//! returns the length of the answer, `reply()` its address. Addresses are valid until the next call.
//!
//! Rust calls exporting a function name unsafe, because two functions with one name would be. There is no `unsafe` block.
#![expect(unsafe_code, reason = "three names for the page")]

use std::cell::RefCell;

use crate::Explorer;

#[derive(Default)]
struct State {
    explorer: Explorer,
    request: Vec<u8>,
    reply: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Buffer for a request.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; bytes];
        state.request.as_mut_ptr()
    })
}

/// Answers the request in the buffer; returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    STATE.with_borrow_mut(|state| {
        let request = String::from_utf8_lossy(&state.request);
        state.reply = state.explorer.answer(&request).into_bytes();
        state.request = Vec::new();
        state.reply.len()
    })
}

/// Address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    STATE.with_borrow(|state| state.reply.as_ptr())
}
