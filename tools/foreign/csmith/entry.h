// Behind a program of csmith: where a kernel, or the host, begins.
#undef main
#undef printf
#ifdef KERNEL
KERNEL void k(word *out) {
  results = out;
  csmith_main();
}
#else
int write(int, const void *, unsigned long);
static word buffer[256];
int main(void) {
  results = buffer;
  csmith_main();
  return write(1, buffer, sizeof buffer) != sizeof buffer;
}
#endif
