// Message passing by hand, each time without something: what the memory of gfx1100 lets happen then. Group 0 stores data, then the flag; group 1 reads the flag, then data.
.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
.amdhsa_code_object_version 5

.macro mp name, between="s_waitcnt_vscnt null, 0x0", bits="glc", wait="s_waitcnt vmcnt(0)", first="buffer_gl1_inv", second="buffer_gl0_inv", use="s_waitcnt vmcnt(0)", before=""
.text
.globl \name
.p2align 8
.type \name,@function
\name:
    s_load_b128 s[4:7], s[0:1], null
    s_load_b64 s[8:9], s[0:1], 0x10
    v_mov_b32 v0, 0
    v_mov_b32 v1, 1
    s_waitcnt lgkmcnt(0)
    s_cmp_lg_u32 s15, 0
    s_cbranch_scc1 .L\name
    global_store_b32 v0, v1, s[4:5]
    \between
    global_store_b32 v0, v1, s[6:7]
    s_endpgm
.L\name:
    v_mov_b32 v2, 7
    v_mov_b32 v3, 7
    \before
    global_load_b32 v2, v0, s[6:7] \bits
    \wait
    \first
    \second
    global_load_b32 v3, v0, s[4:5]
    \use
    global_store_b64 v0, v[2:3], s[8:9]
    s_endpgm
.size \name, .-\name
.rodata
.p2align 6
.amdhsa_kernel \name
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_count 15
    .amdhsa_kernarg_size 24
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_wavefront_size32 1
.end_amdhsa_kernel
.endm

// Nothing is missing.
mp mp
// The writer does not wait for its data before it raises the flag.
mp no_vscnt, between=""
// The reader does not wait for the flag before it drops what the caches hold.
mp no_vmcnt, wait=""
// The reader does not drop what L0 holds, or L1, or both; it drops them in the wrong order (LLVM pull request 81450).
mp no_gl0, second=""
mp no_gl1, first=""
mp no_inv, first="", second=""
mp inv_swapped, first="buffer_gl0_inv", second="buffer_gl1_inv"
// The reader does not wait for what it has loaded before it stores it.
mp no_wait, use=""
// It waits for one of two.
mp wait_one, wait="", first="", second="", use="s_waitcnt vmcnt(1)"

// The reader waits for the flag, with a load that L0 may serve, or not.
.macro spin name, bits="", inv=""
    mp \name, bits="\bits", before=".Lspin\name: global_load_b32 v2, v0, s[6:7] \bits
    s_waitcnt vmcnt(0)
    \inv
    v_cmp_eq_u32 vcc_lo, 0, v2
    s_cbranch_vccnz .Lspin\name"
.endm
spin spin_glc, "glc"
spin spin_plain

.amdgpu_metadata
---
amdhsa.version:
  - 1
  - 2
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.kernels:
  - .name: mp
    .symbol: mp.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_vscnt
    .symbol: no_vscnt.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_vmcnt
    .symbol: no_vmcnt.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_gl0
    .symbol: no_gl0.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_gl1
    .symbol: no_gl1.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_inv
    .symbol: no_inv.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: inv_swapped
    .symbol: inv_swapped.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: no_wait
    .symbol: no_wait.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: wait_one
    .symbol: wait_one.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: spin_glc
    .symbol: spin_glc.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: spin_plain
    .symbol: spin_plain.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - .name: data
        .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: flag
        .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .name: out
        .offset: 16
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
.end_amdgpu_metadata
