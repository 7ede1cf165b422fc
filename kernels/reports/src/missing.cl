// A kernel that calls a function that no library defines.
__attribute__((visibility("default"))) int __clc_atomic_compare_exchange_64(volatile global long *p, long old, long new);
kernel void calls_missing(global long *p) { __clc_atomic_compare_exchange_64(p, 0, 1); }
