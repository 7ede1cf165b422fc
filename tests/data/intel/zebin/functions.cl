// Functions that are not inlined and ask where they run; a table whose lanes IGC for Gen12 loads by the upper halves of their
// addresses. Built by build.sh; tests/visa_zebin.rs says what each must leave.

__attribute__((noinline)) int place(int x) {
    return x + get_global_id(0) * 3 + get_local_id(0) * get_group_id(0) + get_local_size(0) * 100 + get_num_groups(0) * 10000 + get_global_size(0)
           + get_work_dim() * 1000000 + get_group_id(1) * 7 + get_group_id(2) * 11 + get_local_id(1) * 13 + get_local_id(2) * 17;
}

kernel void asks(global int *out) {
    const uint i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    out[i] = place(out[i]);
}

constant int powers[8] = {1, 3, 9, 27, 81, 243, 729, 2187};

kernel void looks_up(global int *out) {
    const int i = get_global_id(0);
    out[i] = powers[i & 7] ^ powers[i * 5 % 7];
}
