/* Kernels for gfx1100, from OpenCL C without a library. */
typedef unsigned u32;
typedef unsigned long u64;
typedef u32 u32x2 __attribute__((ext_vector_type(2)));
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef u64 u64x2 __attribute__((ext_vector_type(2)));
#define KERNEL __attribute__((reqd_work_group_size(32, 1, 1))) __kernel void
#define LANE ((u32)__builtin_amdgcn_workitem_id_x())
#define GROUP ((u32)__builtin_amdgcn_workgroup_id_x())
#define ITEM (GROUP * 32 + LANE)
/* Raw buffer of so many bytes. */
#define RAW(p, bytes) ((u32x4)((u32)(u64)(p), (u32)((u64)(p) >> 32) & 0xffff, (bytes), 0x31016fac))
