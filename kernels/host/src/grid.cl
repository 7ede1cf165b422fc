// Barriers of the whole grid: Intel's global_barrier.
void global_barrier(void);
__kernel void once(__global int *a, __global int *b) {
  int i = get_global_id(0), n = get_global_size(0);
  b[i] = a[n - 1 - i] + a[(i + 7) % n];
  global_barrier();
  a[i] = b[(i * 5 + 3) % n] - i;
}
// That barrier is one counter, which is 0 when all have come. A group that comes to the next barrier before another has seen the 0 leaves
// that one behind for ever.
__kernel void twice(__global int *a) {
  global_barrier();
  global_barrier();
  a[get_global_id(0)] = get_global_id(0);
}
