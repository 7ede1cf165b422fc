// All lanes of a wave add the same float. Built with and without the compiler's merging of such additions.
#include "races.h"
kernel void uniform_add(global float *sum, float x) {
  __opencl_atomic_fetch_add((volatile global atomic_float *)sum, x, __ATOMIC_RELAXED, 2);
}
