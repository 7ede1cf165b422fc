// A compare-and-swap of gfx1100 whose expected value, the second data register, nothing writes; and one where it is written. LLVM takes any other
// register for a value that is not defined, so this is by hand.
.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
.amdhsa_code_object_version 5

.macro exchange name, expected
.text
.globl \name
.p2align 8
.type \name,@function
\name:
    s_load_b64 s[2:3], s[0:1], null
    s_load_b32 s4, s[0:1], 0x8
    v_mov_b32 v1, 0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v2, s4
    \expected
    global_atomic_cmpswap_b32 v4, v1, v[2:3], s[2:3] glc
    s_waitcnt vmcnt(0)
    global_store_b32 v1, v4, s[2:3] offset:4
    s_endpgm
.size \name, .-\name
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_count 15
    .amdhsa_kernarg_size 16
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_wavefront_size32 1
.end_amdhsa_kernel
.endm

exchange unwritten
exchange unwritten_right, "v_mov_b32 v3, 7"

.amdgpu_metadata
---
amdhsa.version:
  - 1
  - 2
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.kernels:
  - .name: unwritten
    .symbol: unwritten.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - { .name: word, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: value, .offset: 8, .size: 4, .value_kind: by_value }
  - .name: unwritten_right
    .symbol: unwritten_right.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - { .name: word, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global }
      - { .name: value, .offset: 8, .size: 4, .value_kind: by_value }
...
.end_amdgpu_metadata
