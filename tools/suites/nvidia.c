// printf of OpenCL C by CUDA's vprintf: the compiler packs what stands behind the format as vprintf reads it. In C, because OpenCL C has no
// lists of arguments. Strings among the arguments are in constant memory, which vprintf does not reach; nor does ptxas take the
// address of the format where a kernel has parameters in constant memory.
int vprintf(const char *format, const void *arguments);

int printf(const __attribute__((address_space(4))) char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int done = vprintf((const char *)format, (const void *)list);
  __builtin_va_end(list);
  return done;
}
