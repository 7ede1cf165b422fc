//! What one GPU operation computes.
#![no_std]
