//! The explorer: requests of its page to the library, and the files of the page.
//!
//! A request is one JSON object, `{"do": "op", ..}`, and so is its answer: `{"ok": ..}`, or `{"error": ".."}` with a line that says what
//! was expected. The page sends requests to a Web Worker, where this crate runs as WebAssembly; a test calls [`Explorer::answer`].
//!
//! ```
//! use isotope_web::Explorer;
//! let mut explorer = Explorer::default();
//! let answer = explorer.answer(r#"{"do": "op", "op": "sm_50:ATOM.INC", "mem": "0x7", "src": ["0x9"]}"#);
//! assert!(answer.contains(r#""new":"0x00000008""#), "{answer}");
//! assert_eq!(explorer.answer("{}"), r#"{"error":"`do`: expected text, found nothing"}"#);
//! ```

#[cfg(target_family = "wasm")]
mod abi;
mod explorer;
mod instructions;
mod kernels;
mod operations;
mod request;
pub mod site;
mod walk;

pub use explorer::Explorer;
