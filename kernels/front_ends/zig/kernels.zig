//! Kernels of the Zig language. `id` is the work-item, of one-dimensional launches.

inline fn id(comptime size: u32) u32 {
    return @workGroupId(0) * size + @workItemId(0);
}

export fn zadd(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    out[i] = in[i] +% in[i ^ 1] *% 3;
}
export fn zbytes(in: [*]addrspace(.global) const u8, out: [*]addrspace(.global) u8) callconv(.kernel) void {
    const i = id(64);
    const v: i8 = @bitCast(in[i]);
    out[i] = @bitCast((v >> 1) +| @as(i8, @intCast(i & 63)));
}
export fn zhalf(in: [*]addrspace(.global) const u16, out: [*]addrspace(.global) u16) callconv(.kernel) void {
    const i = id(64);
    const a: i16 = @bitCast(in[i]);
    const b: i16 = @bitCast(in[i ^ 5]);
    out[i] = @bitCast(@min(a, b) -% @max(a, b) *% 7);
}
export fn zf16(in: [*]addrspace(.global) const f16, out: [*]addrspace(.global) f16) callconv(.kernel) void {
    const i = id(64);
    const a = in[i];
    const b = in[i ^ 3];
    out[i] = if (a < b) a + b else a * b;
}
export fn zwide(in: [*]addrspace(.global) const u64, out: [*]addrspace(.global) u64) callconv(.kernel) void {
    const i = id(32);
    const p = @as(u128, in[i]) * in[i ^ 1];
    out[i] = @truncate((p >> 64) ^ p);
}
export fn zdiv(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    const d = (in[i ^ 1] >> 13) | 1;
    out[i] = (in[i] / d) ^ (in[i] % d);
}
export fn zbits(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    // `|` and `^` have one rank in Zig.
    out[i] = @as(u32, @popCount(in[i])) | @as(u32, @clz(in[i])) << 8 | (@as(u32, @ctz(in[i])) << 16 ^ @bitReverse(in[i]));
}
export fn zvec(in: [*]addrspace(.global) const u16, out: [*]addrspace(.global) u16) callconv(.kernel) void {
    const i = id(16) * 4;
    const V = @Vector(4, u16);
    const a: V = .{ in[i], in[i + 1], in[i + 2], in[i + 3] };
    const b = @shuffle(u16, a, undefined, @Vector(4, i32){ 2, 0, 3, 1 });
    const c = @select(u16, a < b, a +% b, a ^ b);
    inline for (0..4) |k| out[i + k] = c[k];
}
export fn zsum(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    _ = @atomicRmw(u32, &out[in[i] & 15], .Add, in[i], .monotonic);
    _ = @atomicRmw(u32, &out[16 + (i & 3)], .Max, in[i], .monotonic);
    _ = @atomicRmw(u32, &out[20 + (i & 3)], .Xor, in[i], .monotonic);
}
export fn zcas(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    var old = out[i & 1];
    while (@cmpxchgStrong(u32, &out[i & 1], old, old *% (in[i] | 1), .monotonic, .monotonic)) |seen| old = seen;
}
export fn zcollatz(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    var v = in[i] & 0xffff;
    var n: u32 = 0;
    while (v > 1 and n < 60) : (n += 1) v = if (v & 1 == 1) 3 * v + 1 else v >> 1;
    out[i] = n << 16 ^ v;
}
export fn zswitch(in: [*]addrspace(.global) const u32, out: [*]addrspace(.global) u32) callconv(.kernel) void {
    const i = id(64);
    out[i] = switch (in[i] & 7) {
        0 => in[i] +% 5,
        1, 2 => in[i] ^ 0x55,
        5 => ~in[i],
        else => in[i] >> 3,
    };
}
