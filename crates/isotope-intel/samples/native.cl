constant uint table[8] = {1, 2, 3, 5, 8, 13, 21, 34};
global uint counter = 7;
global uint *global where = &counter;
kernel void count(global uint *out) { out[get_global_id(0)] = table[get_global_id(0) & 7] * atomic_inc(&counter); }
kernel void follow(global uint *out) { out[0] = *where; }
