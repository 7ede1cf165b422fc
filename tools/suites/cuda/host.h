// What nvcc's headers have for the host and clang's have not.
#define PAIR(T) \
  static inline __attribute__((host)) T min(T a, T b) { return b < a ? b : a; } \
  static inline __attribute__((host)) T max(T a, T b) { return a < b ? b : a; }
PAIR(int) PAIR(unsigned) PAIR(long) PAIR(unsigned long) PAIR(long long) PAIR(unsigned long long) PAIR(float) PAIR(double)
#undef PAIR
