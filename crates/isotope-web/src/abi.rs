//! How a page calls [`Explorer::answer`]: `room(n)` gives the address where it writes a request of `n` bytes, `answer()` answers it and
//! gives the length, `reply()` the address. Addresses are valid until the next call.
//!
//! Giving functions names that others call is what Rust calls unsafe here: two functions of one name would be. There is no block of it.
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

/// Room for a request.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; bytes];
        state.request.as_mut_ptr()
    })
}

/// Answers what was written there; the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    STATE.with_borrow_mut(|state| {
        let request = String::from_utf8_lossy(&state.request);
        state.reply = state.explorer.answer(&request).into_bytes();
        state.request = Vec::new();
        state.reply.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    STATE.with_borrow(|state| state.reply.as_ptr())
}
