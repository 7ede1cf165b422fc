//! Lane arithmetic.
