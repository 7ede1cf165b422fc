#!/usr/bin/env python3
"""Asks two generations of Intel's compiler what the rows of IGC in crates/isotope-op/src/census.tsv say, and prints those rows.

    OCLOC=ocloc OCLOC_2=ocloc-26.27 VECTOR=vector.spv tools/census/igc.py

OCLOC has IGC 1.0.12504 (ocloc 22.43), OCLOC_2 IGC 2.40.14 (ocloc 26.27); VECTOR is vector.ll as SPIR-V. A probe is a kernel and a pattern: the answer is the sorted set
of what the pattern finds in the vISA of the kernel, in its `.ze_info` or its machine code (by iga64). `-` is nothing found, `!` no code. A version agrees where each answer is one that
the statement has, and is silent where all are nothing; of code that both readings have, the probe says that it is silent.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

COMPILERS = (('1.0.12504', os.environ.get('OCLOC', 'ocloc')), ('2.40.14', os.environ.get('OCLOC_2', '')))
ALL = ('tgllp', 'dg2', 'pvc')
K = 'kernel void k({args}) {{ uint i = get_global_id(0); {body} }}'


def kernel(args, body, before=''):
    return before + '\n' + K.format(args=args, body=body)


FLOATS = '''
float __builtin_IB_atomic_max_global_f32(global float *, float);
float __builtin_IB_atomic_cmpxchg_global_f32(global float *, float, float);
half __builtin_IB_atomic_max_global_f16(global half *, half);
'''
G = 'global int *p'
ANY = '''int r, v = p[i];
    __asm__ volatile("{\\n.decl PX v_type=P num_elts=16\\ncmp.lt (M1, 16) PX %1(0,0)<1;1,0> 0x3:d\\n(PX.any) sel (M1_NM, 1) %0(0,0)<1> 0x1:d 0x2:d\\n}" : "=rw"(r) : "rw"(v));
    p[i] = r;'''
LOOPS = '''uint x = p[i], s = 0;
again: s += x & 3; x = x * 5 + 3;
    if (x & 8) { if (s > 100) goto done; goto again; }
    s ^= x; if (s & 1) goto again;
    if (x & 64) { s += 5; if (s & 4) goto again; }
done: p[i] = s;'''
# The subject; what is asked; the source; options; devices; where to look; the pattern.
PROBES = [
    ('intel.eu_denormals', 'bits of %cr0 that the first instruction sets', kernel('global float *p', 'p[i] *= 0.5f;'), '', ALL,
     'visa', r'or \(M1_NM, 1\) %cr0\(0,0\)<1> %cr0\(0,0\)<0;1,0> (0x\w+):'),
    ('intel.block_alignment', 'block loads of vload4 of int at a multiple of 4 bytes, uniform', kernel('global int *p, global const int *q', 'int4 v = vload4(0, q + 1); p[i] = v.x + v.w;'),
     '-cl-intel-greater-than-4GB-buffer-required', ALL, 'visa', r'(svm_block_ld\S*|lsc_load\.ugm\S* \(M1_NM, 1\) \w+:\w+|oword_ld\w*\S*)'),
    ('intel.lsc_alignment', 'one load of two neighbouring words', kernel('global int *p, global const ushort *q', 'p[i] = q[2 * i + 1] | q[2 * i + 2] << 16;'), '', ('dg2', 'pvc'),
     'visa', r'(lsc_load\.ugm\S* \(M1, \d+\) +)\w+(:\w+)'),
    ('intel.register_copies', 'copies of register 0 from its start', kernel(G, 'p[i] = f(p[i] & 3);', 'uint __attribute__((noinline)) f(uint n) { return n ? f(n - 1) * 3 + get_local_id(0) : get_group_id(0); }'), '-cl-std=CL2.0', ALL,
     'copies', ''),
    ('launch visa: functions', 'where functions find ids', kernel(G, 'p[i] = f(p[i] & 3);', 'uint __attribute__((noinline)) f(uint n) { return n ? f(n - 1) * 3 + get_local_id(0) : get_group_id(0); }'), '-cl-std=CL2.0', ALL,
     'visa', r'(%impl_arg_buf_ptr|%local_id_buf_ptr|arg\[|\(0,0\)<0;1,0> 0xffffffe0)'),
    ('lift visa: frames', 'what a function stores at the start of its frame', kernel(G, 'p[i] = f(p[i] & 3);', 'uint __attribute__((noinline)) f(uint n) { return n ? f(n - 1) * 3 : 7; }'), '-cl-std=CL2.0', ALL,
     'visa', r'(svm_block_st\S* \(\d\)|lsc_store\.ugm\S* \(M1_NM, 1\))'),
    ('intel.undescribed_payload', 'payload of a barrier of the whole grid', kernel(G, 'p[i] = 1; global_barrier(); p[i] += p[i ^ 64];', 'void global_barrier(void);'), '', ALL,
     'info', r'arg_type: +(sync_buffer)'),
    ('intel.half_channels intel.normalised_channels', 'a write of floats to an image', 'kernel void k(write_only image2d_t o, float4 v) { write_imagef(o, (int2)(get_global_id(0), 0), v); }', '', ('tgllp', 'dg2'),
     'visa', r'(scatter4_typed\.\w+ \(M1, \d+\)|lsc_store_quad\S*)'),
    ('intel.half_channels intel.normalised_channels', 'conversions in front of a write of floats to an image', 'kernel void k(write_only image2d_t o, float4 v) { write_imagef(o, (int2)(get_global_id(0), 0), v); }', '', ('tgllp', 'dg2'),
     'visa', r'(mul|mad|rnde|mov\.sat|min\.|max\.) .*:f'),
    ('intel.narrow_negation', 'the negation of a word, extended', kernel('global int *p, global const ushort *q', 'p[i] = (int)(short)(0 - q[i]);'), '', ALL,
     'visa', r'(mov|add|mul) \(M1, \d+\) \w+\(0,0\)<\d> (\(-\))'),
    ('intel.narrow_negation', 'the negation of a dword, extended', kernel('global long *p, global const uint *q', 'p[i] = (long)(int)(0u - q[i]);'), '', ('pvc',),
     'visa', r'(mov|add|mul) \(M1, \d+\) \w+\(0,0\)<\d> (\(-\))'),
    ('intel.packed_immediates', 'packed immediates by execution size', kernel(G, 'p[i] = get_sub_group_local_id() + get_local_id(0);'), '-cl-std=CL3.0', ALL,
     'visa', r'\((M\d(?:_NM)?, \d+)\) .* 0x\w+:(u?v)\b'),
    ('page visa: compare and swap', 'sources of a compare and swap of floats: the comparand is the', kernel('global float *p', 'p[i + 64] = __builtin_IB_atomic_cmpxchg_global_f32(p + i, 1.0f, 2.0f);', FLOATS), '', ALL,
     'roles', r'(?:svm_atomic\.fcmpwr|lsc_atomic_fcas)'),
    ('page visa: compare and swap', 'sources of a compare and swap: the comparand is the', kernel('volatile global int *p', 'p[i + 64] = atomic_cmpxchg(p + i, 0x11, 0x22);'), '', ALL,
     'roles', r'(?:svm_atomic\.cmpxchg|lsc_atomic_icas)'),
    ('page visa: execution sizes', 'execution sizes of atomics', kernel('volatile global int *p', 'atomic_add(p + (i & 7), i);'), '', ALL, 'visa', r'(svm_atomic|dword_atomic|lsc_atomic)\S* \((M1, \d+)\)'),
    ('page visa: surfaces', 'surfaces that kernels name', kernel(G, 'local int l[64]; l[i & 63] = p[i]; barrier(1); p[i] = l[~i & 63];'), '', ALL, 'visa', r'(?:gather|scatter)4_scaled\.R \(M1, \d+\) (\S+) |(lsc_\w+\.\w+)'),
    ('page visa: 16-bit atomics', 'what is read of a 16-bit result', kernel('global half *p', 'p[i + 64] = __builtin_IB_atomic_max_global_f16(p + (i & 7), p[i]);', '#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n' + FLOATS), '', ALL,
     'visa', r'(svm_atomic\.\w+\.16|dword_atomic\.\w+\.16|lsc_atomic_\w+\.ugm\S* .*?:d16\w*|svm_atomic\.cmpxchg|lsc_atomic_icas)'),
    ('order visa: work-groups', 'acquire fence of a work-group', kernel(G, 'p[i] = 1; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group); p[i + 1] = 2;'), '-cl-std=CL2.0', ALL, 'visa', r'((?:lsc_)?fence\S*)'),
    ('order visa: fences', 'release fence of a device', kernel(G, 'p[i] = 1; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device); p[i + 1] = 2;'), '-cl-std=CL2.0', ALL, 'visa', r'((?:lsc_)?fence\S*)'),
    ('order visa: fences', 'acq_rel fence of a device', kernel(G, 'p[i] = 1; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device); p[i + 1] = 2;'), '-cl-std=CL2.0', ALL, 'visa', r'((?:lsc_)?fence\S*)'),
    ('order visa: fences', 'acq_rel fence of all devices', kernel(G, 'p[i] = 1; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_all_svm_devices); p[i + 1] = 2;'), '-cl-std=CL2.0', ALL, 'visa', r'((?:lsc_)?fence\S*)'),
    ('order visa: barriers', 'fence of a barrier on shared memory', kernel(G, 'local int l[64]; l[get_local_id(0)] = p[i]; barrier(CLK_LOCAL_MEM_FENCE); p[i] = l[63 - get_local_id(0)];'), '', ALL, 'visa', r'((?:lsc_)?fence\S*|\bbarrier\b)'),
    ('order visa: barriers', 'fence of a barrier on global memory', kernel(G, 'p[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); p[i + 64] = p[i ^ 1];'), '', ALL, 'visa', r'((?:lsc_)?fence\S*|\bbarrier\b)'),
    ('order visa: atomics', 'a relaxed atomic load of a device', kernel('global atomic_int *p, global int *o', 'o[i] = atomic_load_explicit(p + i, memory_order_relaxed, memory_scope_device);'), '-cl-std=CL2.0', ALL,
     'visa', r'((?:svm_atomic|lsc_atomic)\S*)'),
    ('order visa: atomics', 'a relaxed atomic store of a device', kernel('global atomic_int *p', 'atomic_store_explicit(p + i, 7, memory_order_relaxed, memory_scope_device);'), '-cl-std=CL2.0', ALL,
     'visa', r'((?:svm_atomic|lsc_atomic)\S*)'),
    ('order visa: volatile', 'a volatile load', kernel('volatile global int *p, global int *o', 'o[i] = p[i];'), '', ALL, 'visa', r'((?:svm_gather|gather4_scaled|lsc_load|svm_atomic|lsc_atomic)\S*)'),
    ('launch visa: register 0', 'dwords of register 0 that are read as group ids', kernel(G, 'p[i] = get_group_id(0) + get_group_id(1) * 3 + get_group_id(2) * 7;'), '', ALL, 'r0', ''),
    ('launch visa: number of the thread', 'what get_sub_group_id reads', kernel(G, 'p[i] = get_sub_group_id();'), '-cl-std=CL3.0', ALL, 'r0', ''),
    ('launch visa: private data', 'how a thread knows its number', kernel(G, 'int a[900]; for (int j = 0; j < 900; j++) a[j] = p[j]; p[i] = a[p[i] & 511];'), '-cl-std=CL2.0', ALL, 'visa', r'(%hw_id|%sr0|\(0,5\)<0;1,0> 0xfffffc00|\(0,5\)<0;1,0> 0x4)'),
    ('launch visa: payload', 'first byte of the first local id, and of what all threads share', kernel(G, 'p[i] = get_local_id(0);'), '', ALL, 'inputs', ''),
    ('memory visa: shared local memory', 'tag of pointers to shared local memory', kernel(G, 'local int l[64]; l[get_local_id(0)] = i; barrier(1); generic int *g = p[i] ? (generic int *)p : (generic int *)l; p[i] = *(g + 3);'), '-cl-std=CL2.0', ALL,
     'visa', r'(0x10000000|0x4000000000000000|0x40000000)\b'),
    ('lift visa: addr_add', 'what comes before addr_add', kernel(G, 'int a[8]; for (int j = 0; j < 8; j++) a[j] = p[j] * j; p[i] = a[i & 7];'), '', ALL, 'visa', r'(mov \(M1_NM, \d+\) A\d+\(0\)<1> 0x0:uw|addr_add \(M1, \d+\))'),
    ('text visa: data sizes', 'loads of bytes', kernel('global uint *p, global const uchar *q', 'p[i] = q[i];'), '', ('dg2', 'pvc'), 'visa', r'lsc_load\.ugm\S* \(M1, \d+\) +\w+:(d8\w*)'),
    ('file visa: data', 'sections of data', 'global int seed = 7; global int table[64];\n' + kernel(G, 'p[i] = atomic_add(&table[i & 63], seed);'), '-cl-std=CL3.0', ALL, 'sections', r'^(\.(?:data|bss)\S*)$'),
    ('file visa: strings', 'flags of the section of strings', kernel(G, 'printf("%d", p[i]);'), '-cl-std=CL3.0', ALL, 'sections', r'^(\.data\.const\.string \d+)$'),
    ('file visa: ze_info', 'version of ze_info', kernel(G, 'p[i] = 1;'), '', ALL, 'info', r"version: +'?([\d.]+)"),
    ('text visa: texels', 'operands of a load of a texel', 'kernel void k(read_only image2d_t m, global uint4 *p) { p[get_global_id(0)] = read_imageui(m, (int2)(get_global_id(0), 1)); }', '-cl-std=CL2.0', ('tgllp', 'dg2'), 'visa',
     r'load_lz\.\w+ \(M1, \d+\) +0x0:uw (\S+) \w+\.0 (%null\.0)?'),
    ('intel.predicate_groups', 'machine code of `(P.any) sel (M1_NM, 1)`, P of 16 elements', kernel(G, ANY), '', ('tgllp',), 'code', r'(any\d+h)\) sel'),
    ('intel.goto_order', 'gotos of lanes that go round again by one of two ways, back with `.b`', kernel(G, LOOPS), '', ('tgllp',), 'code', r'\b(goto(?:\.b)?) \('),
    ('intel.single_threads', 'instructions under the mask that a kernel of the vector compiler starts with, `simd_size: 1`', '', '-vc-codegen', ('tgllp',), 'code', r'^ +(mach \(\d+\|M0\))'),
]

# What is said of a subject that is no assumption.
STATEMENTS = {
    'launch visa: functions': 'Functions find ids through the implicit argument buffer: in `%arg`, by a pointer in register 0, or by `%impl_arg_buf_ptr`.',
    'lift visa: frames': 'A function keeps its caller\'s frame by a block store or a store of the load-store controller of one lane.',
    'page visa: compare and swap': '`svm_atomic.cmpxchg` compares with its second source, `fcmpwr` and the load-store controller with the first.',
    'page visa: execution sizes': 'Atomics have execution sizes up to 16, those of the load-store controller up to 32.',
    'page visa: surfaces': 'Shared local memory is `%slm`, other surfaces are those that the text declares.',
    'page visa: 16-bit atomics': 'A 16-bit atomic returns its value in the low half of a dword.',
    'order visa: work-groups': 'An acquire by a work-group is a fence, with or without a flush of L1.',
    'order visa: fences': 'Fences of a device and of all devices are one instruction each.',
    'order visa: barriers': 'A barrier is a fence and `barrier`.',
    'order visa: atomics': 'Atomic loads and stores are atomic messages.',
    'order visa: volatile': 'Volatile loads are plain loads.',
    'launch visa: register 0': 'Group ids are dwords 1, 6 and 7 of register 0.',
    'launch visa: number of the thread': 'The number of a subgroup is the lowest byte of dword 2 of register 0 from DG2 on; elsewhere it follows from local ids.',
    'launch visa: private data': 'A thread finds its private data by the number in dword 5 of register 0, or by `%sr0`.',
    'launch visa: payload': 'Local ids begin behind register 0, three of a register or two each.',
    'memory visa: shared local memory': 'A generic pointer to shared local memory has the tag 0x4, 1 above, in its upper dword.',
    'lift visa: addr_add': 'In front of `addr_add` its destination may be set to 0, which nothing reads.',
    'text visa: data sizes': '`d8c32` and `d8u32` are one size of data.',
    'text visa: texels': 'A load of a texel may have a paired resource, `%null`, in front of its coordinates.',
    'file visa: data': 'Variables with values lie in `.data.global`, those without in `.bss.global` behind it, or with them.',
    'file visa: strings': 'Strings lie in `.data.const.string`, with the flag ALLOC or without.',
    'file visa: ze_info': 'The version of `.ze_info` is 1.20 to 1.73.',
}
# What an answer about a subject is where it agrees, and where it is silent.
AGREES = {
    'intel.eu_denormals': '0x4c0',
    'intel.block_alignment': 'svm_block_ld',
    'intel.lsc_alignment': r'lsc_load\.\S+ \(M1, \d+\) :d32',
    'intel.register_copies': r'\d+ dwords into \d+',
    'intel.undescribed_payload': 'sync_buffer',
    'intel.narrow_negation': r'mov \(-\)',
    'intel.goto_order': r'goto; goto\.b',
    'intel.predicate_groups': 'any16h',
    'intel.single_threads': r'mach \(8\|M0\)',
    'launch visa: functions': r'.*(arg\[|%impl_arg_buf_ptr|0xffffffe0).*',
    'lift visa: frames': r'svm_block_st(\.unaligned)? \(1\)|lsc_store\.ugm \(M1_NM, 1\)',
    'page visa: compare and swap': r'svm_atomic\.fcmpwr first|lsc_atomic_[fi]cas first|svm_atomic\.cmpxchg second',
    'page visa: execution sizes': r'svm_atomic M1, (8|16)|lsc_atomic M1, (16|32)',
    'page visa: surfaces': r'%slm; T6|lsc_\w+\.slm.*',
    'page visa: 16-bit atomics': r'svm_atomic\.fmax\.16|.*:d16[cu]32.*',
    'order visa: work-groups': r'(lsc_)?fence\S*',
    'order visa: fences': r'(lsc_)?fence\S*',
    'order visa: barriers': r'barrier; (lsc_)?fence\S*',
    'order visa: atomics': r'(svm|lsc)_atomic\S*',
    'order visa: volatile': r'gather4_scaled\.R|lsc_load\S*',
    'launch visa: register 0': '1 6 7',
    'launch visa: number of the thread': r'1( [0-7]:b)*',
    'launch visa: private data': r'%sr0|\(0,5\).*',
    'launch visa: payload': r'(32\+32 64\+32|64\+64 128\+64) .*',
    'memory visa: shared local memory': '0x10000000; 0x40000000',
    'lift visa: addr_add': r'addr_add \(M1, 16\)(; mov \(M1_NM, 16\) A0\(0\)<1> 0x0:uw)?',
    'text visa: data sizes': 'd8[cu]32',
    'text visa: texels': r'(T6|%bss)( %null\.0)?',
    'file visa: data': r'(\.bss\.global; )?\.data\.global',
    'file visa: strings': r'\.data\.const\.string [02]',
    'file visa: ze_info': r'1\.(20|73)',
}
SILENT = {
    'intel.block_alignment': 'svm_block_ld.unaligned',
    'intel.half_channels': r'scatter4_typed\.RGBA \(M1, 8\)',
    'intel.normalised_channels': r'scatter4_typed\.RGBA \(M1, 8\)',
    'intel.packed_immediates': r'(M\d_NM, 8 v(; )?)+',
}


def sections(elf):
    at, = struct.unpack_from('<Q', elf, 0x28)
    size, count, names = struct.unpack_from('<HHH', elf, 0x3a)
    heads = [struct.unpack_from('<IIQQQQ', elf, at + n * size) for n in range(count)]
    text = elf[heads[names][4]:][:heads[names][5]]
    return [(text[h[0]:text.index(b'\0', h[0])].decode(), h[2], b'' if h[1] == 8 else elf[h[4]:h[4] + h[5]]) for h in heads]


def compile(ocloc, source, device, options):
    if device == 'pvc':
        options = options.replace('CL3.0', 'CL2.0')
    with tempfile.TemporaryDirectory() as made:
        (Path(made) / 'k.cl').write_text(source)
        of = ['-file', 'k.cl'] if source else ['-file', os.path.abspath(os.environ['VECTOR']), '-spirv_input']
        command = [ocloc, 'compile', *of, '-device', device, '--format', 'zebin', '-exclude_ir', '-output', 'out', '-output_no_suffix', '-options', options,
                   '-internal_options', '-ze-emit-zebin-visa-sections']
        subprocess.run(command, cwd=made, capture_output=True, timeout=120)
        found = [path for path in (Path(made) / 'out', Path(made) / 'out.bin') if path.exists()]
        return sections(found[0].read_bytes()) if found else None


def aliases(text):
    """Variables that stand for register 0, by its dwords."""
    names = {'%r0': 0}
    for name, of, offset in re.findall(r'^\.decl (\w+) .*alias=<(%?\w+), (\d+)>', text, re.M):
        if of in names:
            names[name] = names[of] + int(offset)
    return names


def answer(compiled, where, pattern):
    if compiled is None:
        return '!'
    text = '\n'.join(body.decode(errors='replace') for name, _, body in compiled if name.startswith('.visaasm') and 'Intel_Symbol_Table' not in body.decode(errors='replace'))
    text = re.sub(r'^ *//.*$|///.*$', '', text, flags=re.M)
    if where == 'info':
        text = next(body.decode(errors='replace') for name, _, body in compiled if name == '.ze_info')
    if where == 'code':
        with tempfile.NamedTemporaryFile() as file:
            file.write(next(body for name, _, body in compiled if name == '.text.k'))
            file.flush()
            text = subprocess.run(['iga64', '-d', '-p=12p1', file.name], capture_output=True, text=True).stdout
    if where == 'sections':
        text = '\n'.join(f'{name} {flags}' if name.endswith('string') else name for name, flags, _ in compiled)
    if where == 'r0':
        found = set()
        types = dict(re.findall(r'^\.decl (\w+) v_type=G type=(\w+)', text, re.M))
        for name, offset in aliases(text).items():
            size = {'ub': 1, 'b': 1, 'uw': 2, 'w': 2, 'uq': 8, 'q': 8}.get(types.get(name), 4)
            for row, column in re.findall(r'[ )]' + re.escape(name) + r'\((\d+),(\d+)\)<[^>]*;', text):
                found.add(f'{(offset + int(column) * size) // 4}' + ('' if size == 4 else f':{types.get(name)}'))
        return ' '.join(sorted(found, key=lambda f: (len(f), f))) or '-'
    if where == 'copies':
        sizes = dict(re.findall(r'^\.decl (\w+) v_type=G type=\w+ num_elts=(\d+)', text, re.M))
        found = {f'{size} dwords into {sizes.get(to)}' for name, offset in aliases(text).items() if offset == 0
                 for size, to in re.findall(r'mov \(M1_NM, (\d+)\) (\w+)\(0,0\)<1> ' + re.escape(name) + r'\(0,0\)<1;1,0>', text) if int(size) >= 8}
        return '; '.join(sorted(found)) or '-'
    if where == 'inputs':
        return ' '.join(f'{offset}+{size}' for offset, size in re.findall(r'^\.input \w+ offset=(\d+) size=(\d+)', text, re.M))
    if where == 'roles':
        # Which source holds the number that is compared: it was made from the first constant.
        line = re.search(r'^.*' + pattern + r'.*$', text, re.M)
        if not line:
            return '-'
        operands = re.findall(r'(\w+)\.\d+|\b(V\d+)(?=\s|$|:)', line[0])
        values = {}
        base = dict(re.findall(r'^\.decl (\w+) .*alias=<(\w+), 0>', text, re.M))
        for name, value in re.findall(r'mov \(M1(?:_NM)?, \d+\) (\w+)\(0,0\)<1> (0x\w+):', text):
            values[base.get(name, name)] = value
        names = [base.get(a or b, a or b) for a, b in operands]
        order = [values[n] for n in names if n in values]
        compared = '0x3f800000' if 'fc' in pattern else '0x11'
        places = [i for i, v in enumerate(order) if v == compared]
        return re.search(pattern, line[0])[0] + f' {"first" if places == [0] else "second" if places == [1] else order}'
    found = {' '.join(part for part in (m if isinstance(m, tuple) else (m,)) if part) for m in re.findall(pattern, text, re.M)}
    return '; '.join(sorted(re.sub(r'\s+', ' ', f) for f in found)) or '-'


def verdict(subject, answers):
    """What came of the answers of a version, by device."""
    given = [answer for answer in answers if answer not in ('-', '!')]
    if not given or all(re.fullmatch(SILENT.get(subject, '(?!)'), answer) for answer in given):
        return 'silent'
    fits = '|'.join(filter(None, (AGREES.get(subject), SILENT.get(subject))))
    return 'agrees' if all(re.fullmatch(fits, answer) for answer in given) else 'differs'


def told(question, answers):
    """A question with its answers, those of several devices once."""
    devices = {}
    for device, answer in answers.items():
        devices.setdefault(answer, []).append(device)
    words = {'-': 'none', '!': 'no code'}
    shown = ', '.join(' and '.join(which) + ' ' + words.get(answer, f'`{answer}`') for answer, which in devices.items())
    return f'{question}: {shown}'


def main():
    subjects, asked = {}, {}
    for probe in PROBES:
        for subject in probe[0].split(' intel.') if probe[0].startswith('intel.') else [probe[0]]:
            subject = subject if subject.startswith('intel.') or ' ' in subject else 'intel.' + subject
            subjects.setdefault(subject, []).append(probe[1:])
    for subject, probes in subjects.items():
        if subject in STATEMENTS:
            print('\t'.join([subject, '', '', 'statement', STATEMENTS[subject]]))
        for version, path in COMPILERS:
            said = []
            for question, source, options, devices, where, pattern in probes:
                for device in devices:
                    key = version, source, options, device
                    if key not in asked:
                        asked[key] = compile(path, source, device, options)
                said.append((question, {device: answer(asked[version, source, options, device], where, pattern) for device in devices}))
            came = verdict(subject, [a for _, answers in said for a in answers.values()])
            print('\t'.join([subject, 'IGC', version, came, '; '.join(told(*one) for one in said)]), flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
