#!/usr/bin/env python3
"""Writes cases/intel.KERNEL.json: what the kernels of intel.cl leave when the host's compiler (HOSTCC, gcc) runs them; and cases/texels.texels.json."""
import ctypes
import json
import os
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GROUPS, SIZE = 2, 40
COUNT = GROUPS * SIZE
# Kernel: types of input and output, elements of the output, what it starts with.
KERNELS = {'globals': ('u32', 'u32', COUNT, 0), 'indexed': ('u32', 'u32', COUNT, 0), 'scattered': ('u32', 'u32', COUNT, 0), 'recursion': ('u32', 'u32', COUNT, 0),
           'places': ('u32', 'u32', COUNT, 0), 'small_loads': ('u32', 'u16', COUNT, 0)}
BYTES = {'u8': 1, 'u16': 2, 'u32': 4, 'i32': 4, 'f32': 4, 'u64': 8}
M32 = 0xffffffff


def mix(i, seed):
    """The suite's hash, as the module `case` of isotope-targets has it."""
    x = (i * 2654435761 + seed) & M32
    x ^= x >> 15
    x = x * 2246822519 & M32
    x ^= x >> 13
    x = x * 3266489917 & M32
    return x ^ x >> 16


with tempfile.TemporaryDirectory() as made:
    library = f'{made}/intel.so'
    subprocess.run([os.environ.get('HOSTCC', 'gcc'), '-x', 'c', '-DHOST', '-w', '-O0', '-fwrapv', '-ffp-contract=off', '-shared', '-fPIC', HERE / 'intel.cl', '-o', library], check=True)
    host = ctypes.CDLL(library)
    for number, (name, (takes, gives, count, start)) in enumerate(KERNELS.items()):
        size = 128
        data = b''.join(mix(i, 177 + number).to_bytes(BYTES[takes], 'little') for i in range(size))
        out = ctypes.create_string_buffer(b''.join(start.to_bytes(BYTES[gives], 'little') for _ in range(count)), count * BYTES[gives])
        for item in range(COUNT):
            ctypes.c_uint32.in_dll(host, 'ID').value = item
            getattr(host, name)(ctypes.create_string_buffer(data, len(data)), out)
        case = {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'intel', 'source': 'intel.cl',
                'buffers': [{'name': 'in', 'type': takes, 'count': size, 'init': {'gen': 'mix', 'seed': 177 + number, 'shift': 0, 'mod': 1 << 32, 'add': 0}},
                            {'name': 'out', 'type': gives, 'count': count, 'init': {'gen': 'fill', 'value': start}}],
                'launches': [{'entry': name, 'groups': GROUPS, 'group_size': SIZE, 'args': [{'buffer': 'in'}, {'buffer': 'out'}]}],
                'checks': [{'check': 'exact', 'buffer': 'out', 'hex': out.raw.hex()}]}
        (HERE / 'cases').mkdir(exist_ok=True)
        (HERE / f'cases/intel.{name}.json').write_text(json.dumps(case) + '\n')

words = [mix(i, 190) for i in range(128)]
left = [w ^ w & 255 ^ w >> 24 << 8 for w in words[:75]] + [0] * (COUNT - 75)
images = [{'image': 'in', 'format': f, 'size': [8, 16, 1]} for f in ('r32_uint', 'r8g8b8a8_unorm')]
case = {'schema': 'isotope-kernel-case/1', 'kernel': 'texels', 'case': 'texels', 'source': 'texels.cl',
        'buffers': [{'name': 'in', 'type': 'u32', 'count': 128, 'init': {'gen': 'mix', 'seed': 190, 'shift': 0, 'mod': 1 << 32, 'add': 0}},
                    {'name': 'out', 'type': 'u32', 'count': COUNT, 'init': {'gen': 'fill', 'value': 0}}],
        'launches': [{'entry': 'texels', 'groups': GROUPS, 'group_size': SIZE, 'args': [{'buffer': 'out'}, *images]}],
        'checks': [{'check': 'exact', 'buffer': 'out', 'hex': b''.join(word.to_bytes(4, 'little') for word in left).hex()}]}
(HERE / 'cases/texels.texels.json').write_text(json.dumps(case) + '\n')
