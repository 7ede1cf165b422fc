#!/usr/bin/env python3
"""What a GPU does at the edges of surfaces: layers and bytes out of range, elements that do not fit, which numbers a minimum compares.

    surfaces.py

Each question is put to the instruction that PTX compiles for the chip at hand, and printed with the answer. Needs libcuda and Python alone.
"""
import ctypes
import struct
import sys

from programs import Device, Refused

LAYERED, SURFACE = 1, 2
FORMATS = {'u8': (1, 1), 'u32': (3, 4), 's32': (10, 4), 'f32': (0x20, 4)}
# A sample's value when a surface is filled: its layer or row, and its place.
SAMPLE = lambda x, y: (y + 1) << 8 | (x + 1)


class Surface:
    """A surface object over an array of `width` samples and so many layers or rows."""

    def __init__(self, device, kind, width, rows, layered):
        self.device, self.kind, self.width, self.rows, self.layered = device, kind, width, rows, layered
        form, self.bytes = FORMATS[kind]
        height, depth, flags = (0, rows, LAYERED | SURFACE) if layered else (rows if rows > 1 else 0, 0, SURFACE)
        described = ctypes.create_string_buffer(struct.pack('<QQQiII', width, height, depth, form, 1, flags))
        array, self.object = ctypes.c_void_p(), ctypes.c_uint64()
        device.call('cuArray3DCreate_v2', ctypes.byref(array), described)
        resource = ctypes.create_string_buffer(struct.pack('<iiQ120xII', 0, 0, array.value or 0, 0, 0))
        device.call('cuSurfObjectCreate', ctypes.byref(self.object), resource)
        places = [(x, y) for y in range(rows) for x in range(width)]
        store = f'sust.b.{self.shape()}.b{8 * self.bytes}.zero [%s, {self.coordinates()}], {{%v}};'
        self.run(store, [(x * self.bytes, y, SAMPLE(x, y)) for x, y in places])

    def shape(self):
        return 'a1d' if self.layered else '1d' if self.rows == 1 else '2d'

    def coordinates(self):
        return {'a1d': '{%l, %x}', '1d': '{%x}', '2d': '{%x, %l}'}[self.shape()]

    def run(self, text, given):
        """What `%r` and `%r2` hold after an instruction on `%x`, `%l` and `%v`, for each of some places."""
        module = self.device.module(f'''.version 6.0
.target sm_50
.address_size 64
.visible .entry ask(.param .u64 in, .param .u64 out, .param .u64 of) {{
    .reg .u64 %s, %in, %out, %by; .reg .u32 %t, %x, %l, %v, %r, %r2; .reg .u16 %h;
    ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u64 %s, [of];
    mov.u32 %t, %tid.x;
    mul.wide.u32 %by, %t, 12; add.u64 %in, %in, %by;
    mul.wide.u32 %by, %t, 8; add.u64 %out, %out, %by;
    ld.global.u32 %x, [%in]; ld.global.u32 %l, [%in+4]; ld.global.u32 %v, [%in+8];
    mov.u32 %r, 0xbadbad; mov.u32 %r2, 0xbadbad;
    {text}
    st.global.u32 [%out], %r; st.global.u32 [%out+4], %r2;
    ret;
}}
''')
        given = [tuple(n & 0xffffffff for n in one) for one in given]
        places = [self.device.place(b''.join(struct.pack('<3I', *one) for one in given)), self.device.place(bytes(8 * len(given)))]
        self.device.start(module, 'ask', [1, 1, 1], [len(given), 1, 1], [*places, self.object])
        out = self.device.take(places[1], 8 * len(given))
        self.device.cuda.cuModuleUnload(module)
        return [struct.unpack_from('<2I', out, 8 * n) for n in range(len(given))]

    def load(self, bits, mode, given):
        to = {16: '{%h}', 32: '{%r}', 64: '{%r, %r2}'}[bits]
        kind = {16: 'b16', 32: 'b32', 64: 'v2.b32'}[bits]
        after = 'cvt.u32.u16 %r, %h;' if bits == 16 else ''
        return self.run(f'suld.b.{self.shape()}.{kind}.{mode} {to}, [%s, {self.coordinates()}]; {after}', [(*one, 0) for one in given])

    def contents(self):
        return [r for r, _ in self.load(32, 'zero', [(4 * x, y) for y in range(self.rows) for x in range(self.width)])]


def show(title, given, got):
    print(title)
    for one, answer in zip(given, got):
        print(f'    {one}: {answer}')


def layers(device):
    surface = Surface(device, 'u32', 8, 4, True)
    given = [(4, l) for l in (0, 3, 4, 5, 0x7fff, 0xffff, 0x10000, 0x10002, 0x10004)]
    for mode in ('zero', 'clamp'):
        show(f'suld.b.a1d.{mode}, 4 layers, (x byte, layer)', given, [f'{r:#x}' for r, _ in surface.load(32, mode, given)])
    for mode in ('zero', 'clamp'):
        before = surface.contents()
        surface.run(f'sust.b.a1d.b32.{mode} [%s, {{%l, %x}}], {{%v}};', [(8, 6, 0x777)])
        after = surface.contents()
        print(f'sust.b.a1d.{mode} at byte 8 of layer 6 of 4 changes', [(n % 8, n // 8) for n in range(32) if before[n] != after[n]])


def bytes_out_of_range(device):
    line = Surface(device, 'u32', 8, 1, False)
    for bits, xs in ((16, (28, 30, 32, 34, 100, -2, -4)), (32, (28, 32, 36, 100, -4)), (64, (16, 24, 32, 104, -8))):
        given = [(x, 0) for x in xs]
        for mode in ('zero', 'clamp'):
            show(f'suld.b.1d.b{bits}.{mode}, 8 samples of 4 bytes, (x byte,)', xs, [f'{r:#x} {q:#x}' for r, q in line.load(bits, mode, given)])
    small = Surface(device, 'u32', 1, 1, False)
    for mode in ('zero', 'clamp'):
        show(f'suld.b.1d.b64.{mode}, 1 sample of 4 bytes', (0, 8, 64), [f'{r:#x} {q:#x}' for r, q in small.load(64, mode, [(0, 0), (8, 0), (64, 0)])])


def comparison(device):
    for kind in ('u32', 's32', 'f32'):
        for op in ('min', 'max'):
            line = Surface(device, kind, 8, 1, False)
            values = (0x80000000, 0x7fffffff, 0xffffffff, 0, 0xbf800000, 0x3f800000, 1, 0xfffffffe)
            others = (1, 0xffffffff, 0x7fffffff, 0x80000000, 0x3f800000, 0xbf800000, 0xffffffff, 0x80000001)
            line.run('sust.b.1d.b32.zero [%s, {%x}], {%v};', [(4 * x, 0, v) for x, v in enumerate(values)])
            line.run(f'sured.p.{op}.1d.b32.clamp [%s, {{%x}}], %v;', [(x, 0, v) for x, v in enumerate(others)])
            signed = lambda v: v - (1 << 32) if v >> 31 else v
            pick = min if op == 'min' else max
            as_unsigned = [pick(p) for p in zip(values, others)]
            as_signed = [pick(p, key=signed) for p in zip(values, others)]
            got = line.contents()
            what = 'unsigned' if got == as_unsigned else 'signed' if got == as_signed else [f'{g:#x}' for g in got]
            print(f'sured.p.{op}.b32 on {kind}: {what}')


def main():
    device = Device()
    print(device.name)
    for question in (layers, bytes_out_of_range, comparison):
        try:
            question(device)
        except Refused as why:
            print(f'{question.__name__}: {why.args[0]}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
