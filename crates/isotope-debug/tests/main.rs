//! The debugger and its adapter on launches of compiled kernels.

mod dap;
mod debug;
