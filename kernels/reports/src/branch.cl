// A branch whose sides different lanes of one wave take, for a debugger that steps by source lines.
#include "iso_cl.h"
kernel void branch(global volatile int *out, global const int *in) {
  int i = get_local_id(0);
  int x = in[i];
  if (i & 1)
    out[i] = x + 1;
  else
    out[i] = 3 * x;
  out[i + 32] = 7;
}
