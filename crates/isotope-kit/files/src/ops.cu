/* A kernel for each atomic of sm_50: item i runs it on mem[i] with src0[i] and src1[i], and ret[i] gets what comes back.
 * PTX inside, so that ptxas picks the instruction. */
typedef unsigned u32;
typedef unsigned long long u64;
#define KERNEL extern "C" __attribute__((global)) void
#define ITEM (__nvvm_read_ptx_sreg_ctaid_x() * 32 + __nvvm_read_ptx_sreg_tid_x())
#define LANE __nvvm_read_ptx_sreg_tid_x()
#define C_u32 "r"
#define C_u64 "l"
#define GLOBAL1(name, ptx, T)                                                                                     \
  KERNEL name(T *mem, const T *src0, T *ret) {                                                                    \
    u32 i = ITEM;                                                                                                 \
    T back;                                                                                                       \
    asm volatile("{ .reg .u64 g; cvta.to.global.u64 g, %1; atom.global." ptx " %0, [g], %2; }" : "=" C_##T(back)  \
                 : "l"(&mem[i]), C_##T(src0[i]) : "memory");                                                      \
    ret[i] = back;                                                                                                \
  }
#define GLOBAL2(name, ptx, T)                                                                                       \
  KERNEL name(T *mem, const T *src0, const T *src1, T *ret) {                                                       \
    u32 i = ITEM;                                                                                                   \
    T back;                                                                                                         \
    asm volatile("{ .reg .u64 g; cvta.to.global.u64 g, %1; atom.global." ptx " %0, [g], %2, %3; }" : "=" C_##T(back) \
                 : "l"(&mem[i]), C_##T(src0[i]), C_##T(src1[i]) : "memory");                                        \
    ret[i] = back;                                                                                                  \
  }
#define RED(name, ptx, T)                                                                                     \
  KERNEL name(T *mem, const T *src0) {                                                                        \
    u32 i = ITEM;                                                                                             \
    asm volatile("{ .reg .u64 g; cvta.to.global.u64 g, %0; red.global." ptx " [g], %1; }"                     \
                 : : "l"(&mem[i]), C_##T(src0[i]) : "memory");                                                \
  }
#define SHARED(name, ptx, T, ARGS, text, ...)                                                                  \
  KERNEL name ARGS {                                                                                           \
    __attribute__((shared)) static T slot[32];                                                                 \
    u32 i = ITEM;                                                                                              \
    volatile T *p = &slot[LANE];                                                                               \
    *p = mem[i];                                                                                               \
    T back;                                                                                                    \
    asm volatile("{ .reg .u64 s; cvta.to.shared.u64 s, %1; atom.shared." ptx " %0, [s], " text "; }"           \
                 : "=" C_##T(back) : "l"(p), __VA_ARGS__ : "memory");                                          \
    mem[i] = *p;                                                                                               \
    ret[i] = back;                                                                                             \
  }
#define SHARED1(name, ptx, T) SHARED(name, ptx, T, (T *mem, const T *src0, T *ret), "%2", C_##T(src0[i]))
#define SHARED2(name, ptx, T) \
  SHARED(name, ptx, T, (T *mem, const T *src0, const T *src1, T *ret), "%2, %3", C_##T(src0[i]), C_##T(src1[i]))
#define ADDF(name, kind)                                                                                         \
  KERNEL name(u32 *mem, const u32 *src0, u32 *ret) {                                                             \
    u32 i = ITEM, back;                                                                                          \
    asm volatile("{ .reg .u64 g; .reg .f32 f, h; cvta.to.global.u64 g, %1; mov.b32 f, %2; " kind "; mov.b32 %0, h; }" \
                 : "=r"(back) : "l"(&mem[i]), "r"(src0[i]) : "memory");                                          \
    ret[i] = back;                                                                                               \
  }
ADDF(atom_add_f32, "atom.global.add.f32 h, [g], f")
KERNEL red_add_f32(u32 *mem, const u32 *src0) {
  u32 i = ITEM;
  asm volatile("{ .reg .u64 g; .reg .f32 f; cvta.to.global.u64 g, %0; mov.b32 f, %1; red.global.add.f32 [g], f; }"
               : : "l"(&mem[i]), "r"(src0[i]) : "memory");
}
GLOBAL1(atom_inc_u32, "inc.u32", u32)
GLOBAL1(atom_dec_u32, "dec.u32", u32)
RED(red_inc_u32, "inc.u32", u32)
RED(red_dec_u32, "dec.u32", u32)
SHARED1(atoms_inc_u32, "inc.u32", u32)
SHARED1(atoms_dec_u32, "dec.u32", u32)
GLOBAL2(atom_cas_b32, "cas.b32", u32)
GLOBAL2(atom_cas_b64, "cas.b64", u64)
SHARED2(atoms_cas_b32, "cas.b32", u32)
SHARED2(atoms_cas_b64, "cas.b64", u64)
