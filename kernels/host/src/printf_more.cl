/* What printf does beside numbers and vectors: what it returns, addresses, strings that are chosen, halves; and a buffer that is full. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void returned(global int *out) {
  uint i = get_global_id(0);
  global int *none = i & 4 ? out + i : 0;
  int a = printf("%u \\ %% \"%s\" %p %p\n", i, i & 1 ? "odd" : "even", out + i, none);
  int b = printf("%u %v4hf %.1f\n", i, (half4)(i, -0.5f, 1.0f / 0.0f, 0.25f * i), (half)i * 0.5h);
  out[i] = a * 16 + b + 7;
}

/* Each work-item prints until nothing more fits, and leaves how often it could. */
kernel void full(global int *out, const global int *data) {
  uint i = get_global_id(0), count = 0;
  while (printf("%u %v16d %v16d %v16d %v16d\n", i, vload16(0, data), vload16(0, data), vload16(1, data), vload16(2, data)) == 0)
    count++;
  out[i] = count;
}
