//! Kernels that are told how many elements there are; `bounded.py` knows what they must leave.

const In = [*]addrspace(.global) const u32;
const Out = [*]addrspace(.global) u32;
const squares = blk: {
    var table: [32]u32 = undefined;
    for (&table, 0..) |*to, i| to.* = i * i + 1;
    break :blk table;
};

fn item() u32 {
    return @workGroupId(0) * @workGroupSize(0) + @workItemId(0);
}

export fn add(x: In, y: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i < n) out[i] = x[i] +% y[i] *% 3;
}

export fn count(x: In, bins: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i < n) _ = @atomicRmw(u32, &bins[x[i] & 15], .Add, 1, .monotonic);
}

export fn bits(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v = x[i];
    out[i] = @as(u32, @popCount(v)) | @as(u32, @clz(v)) << 8 | @as(u32, @ctz(v)) << 16 | (@bitReverse(v) & 0xff) << 24;
}

export fn divide(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v = x[i];
    const d = (v >> 20) + 1;
    out[i] = (v / d) ^ (v % d) << 7;
}

export fn saturate(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v: i32 = @bitCast(x[i]);
    out[i] = @bitCast((v +| 0x4000_0000) -| (v << 1));
}

export fn longs(x: In, out: [*]addrspace(.global) u64, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v = @as(u64, x[i]) << 13 ^ x[i];
    out[i] = v *% v +% (v >> 9);
}

export fn steps(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    var v = x[i] & 0xfff | 1;
    var taken: u32 = 0;
    while (v != 1) : (taken += 1) v = if (v & 1 == 1) 3 * v + 1 else v / 2;
    out[i] = taken;
}

export fn looked(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i < n) out[i] = squares[x[i] & 31] *% squares[x[i] >> 27];
}

export fn largest(x: In, cell: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    _ = @atomicRmw(u32, &cell[i & 3], .Max, x[i], .monotonic);
    _ = @atomicRmw(u32, &cell[4 + (i & 3)], .Xor, x[i], .monotonic);
    var seen = @atomicLoad(u32, &cell[8], .monotonic);
    while (@cmpxchgWeak(u32, &cell[8], seen, seen +% x[i], .acq_rel, .monotonic)) |now| seen = now;
}

export fn floats(x: In, out: [*]addrspace(.global) f32, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v: f32 = @floatFromInt(@as(i32, @bitCast(x[i])) >> 12);
    out[i] = if (v > 0) v * 0.25 else v * v + 1.0;
}

export fn bytes(x: In, out: [*]addrspace(.global) u8, n: u32) callconv(.kernel) void {
    const i = item();
    if (i >= n) return;
    const v: u8 = @truncate(x[i] >> 5);
    out[i] = v *% 5 ^ v >> 3;
}

export fn reversed(x: In, out: Out, n: u32) callconv(.kernel) void {
    const i = item();
    if (i < n) out[i] = @byteSwap(x[n - 1 - i]) ^ i;
}
