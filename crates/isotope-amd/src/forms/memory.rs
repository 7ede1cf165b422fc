//! Shared by FLAT, GLOBAL, SCRATCH and MUBUF: the instructions with their opcodes, names and sizes.
//!
//! Each list is written once and passed to the macro of a format, which creates a row from every line.

/// Loads: opcode, name, older names, registers.
macro_rules! loads {
    ($format:ident) => {
        $format! {
            0x10 "u8" ["ubyte"] 1;
            0x11 "i8" ["sbyte"] 1;
            0x12 "u16" ["ushort"] 1;
            0x13 "i16" ["sshort"] 1;
            0x14 "b32" ["dword"] 1;
            0x15 "b64" ["dwordx2"] 2;
            0x16 "b96" ["dwordx3"] 3;
            0x17 "b128" ["dwordx4"] 4;
            0x1e "d16_u8" ["ubyte_d16"] 1;
            0x1f "d16_i8" ["sbyte_d16"] 1;
            0x20 "d16_b16" ["short_d16"] 1;
            0x21 "d16_hi_u8" ["ubyte_d16_hi"] 1;
            0x22 "d16_hi_i8" ["sbyte_d16_hi"] 1;
            0x23 "d16_hi_b16" ["short_d16_hi"] 1;
        }
    };
}

/// Stores: opcode, name, older names, registers.
macro_rules! stores {
    ($format:ident) => {
        $format! {
            0x18 "b8" ["byte"] 1;
            0x19 "b16" ["short"] 1;
            0x1a "b32" ["dword"] 1;
            0x1b "b64" ["dwordx2"] 2;
            0x1c "b96" ["dwordx3"] 3;
            0x1d "b128" ["dwordx4"] 4;
            0x24 "d16_hi_b8" ["byte_d16_hi"] 1;
            0x25 "d16_hi_b16" ["short_d16_hi"] 1;
        }
    };
}

/// Atomics: opcode, name, older names, registers of the data, registers of the returned value.
macro_rules! atomics {
    ($format:ident) => {
        $format! {
            0x33 "swap_b32" ["swap"] 1 1;
            0x34 "cmpswap_b32" ["cmpswap"] 2 1;
            0x35 "add_u32" ["add"] 1 1;
            0x36 "sub_u32" ["sub"] 1 1;
            0x38 "min_i32" ["smin"] 1 1;
            0x39 "min_u32" ["umin"] 1 1;
            0x3a "max_i32" ["smax"] 1 1;
            0x3b "max_u32" ["umax"] 1 1;
            0x3c "and_b32" ["and"] 1 1;
            0x3d "or_b32" ["or"] 1 1;
            0x3e "xor_b32" ["xor"] 1 1;
            0x3f "inc_u32" ["inc"] 1 1;
            0x40 "dec_u32" ["dec"] 1 1;
            0x41 "swap_b64" ["swap_x2"] 2 2;
            0x42 "cmpswap_b64" ["cmpswap_x2"] 4 2;
            0x43 "add_u64" ["add_x2"] 2 2;
            0x44 "sub_u64" ["sub_x2"] 2 2;
            0x45 "min_i64" ["smin_x2"] 2 2;
            0x46 "min_u64" ["umin_x2"] 2 2;
            0x47 "max_i64" ["smax_x2"] 2 2;
            0x48 "max_u64" ["umax_x2"] 2 2;
            0x49 "and_b64" ["and_x2"] 2 2;
            0x4a "or_b64" ["or_x2"] 2 2;
            0x4b "xor_b64" ["xor_x2"] 2 2;
            0x4c "inc_u64" ["inc_x2"] 2 2;
            0x4d "dec_u64" ["dec_x2"] 2 2;
            0x50 "cmpswap_f32" ["fcmpswap"] 2 1;
            0x51 "min_f32" ["fmin"] 1 1;
            0x52 "max_f32" ["fmax"] 1 1;
            0x56 "add_f32" [] 1 1;
        }
    };
}

/// The atomic that FLAT does not have.
macro_rules! csub {
    ($format:ident) => {
        $format! {
            0x37 "csub_u32" ["csub"] 1 1;
        }
    };
}

pub(super) use {atomics, csub, loads, stores};
