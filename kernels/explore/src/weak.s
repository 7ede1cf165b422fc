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

// build.sh writes the metadata behind it: every kernel takes data, flag and out.
