//! What the page asks for, without a page.

mod requests;
