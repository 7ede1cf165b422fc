// printf of OpenCL C by CUDA's vprintf: the compiler packs what stands behind the format as vprintf reads it. In C, because OpenCL C has no
// lists of arguments. Formats and strings among the arguments are generic addresses here: device.py puts what is printed into global memory,
// because ptxas has no generic addresses of constant memory where a kernel has parameters there.
int vprintf(const char *format, const void *arguments);

int printf(const __attribute__((address_space(4))) char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int done = vprintf((const char *)(unsigned long)format, (const void *)list);
  __builtin_va_end(list);
  return done;
}
