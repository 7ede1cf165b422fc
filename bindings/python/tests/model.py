"""What atomics compute, in numpy and written from the vendors' documents: it shares nothing with Isotope."""

import numpy as np

U = np.uint32


def wrap_inc(old, limit):
    """NVIDIA `INC`, AMD `inc_u32`."""
    return np.where(old >= limit, U(0), old + U(1))


def wrap_dec(old, limit):
    """NVIDIA `DEC`, AMD `dec_u32`."""
    return np.where((old == 0) | (old > limit), limit, old - U(1))


def clamped_sub(old, src):
    """AMD `csub_u32`."""
    return np.where(old < src, U(0), old - src)


def signed(f):
    """An operation on signed numbers."""
    return lambda old, src: f(old.view(np.int32), src.view(np.int32)).view(U)


def flushed(bits):
    """A subnormal becomes zero of its sign."""
    return np.where(bits & U(0x7F800000) == 0, bits & U(0x80000000), bits)


def add_ftz(old, src):
    """NVIDIA `ADD.F32.FTZ.RN`: a NaN has all bits but the sign."""
    with np.errstate(all="ignore"):
        total = (flushed(old).view(np.float32) + flushed(src).view(np.float32)).view(U)
    nan = (total & U(0x7FFFFFFF)) > U(0x7F800000)
    return np.where(nan, U(0x7FFFFFFF), flushed(total))


def max_num(old, src):
    """AMD `max_f32` without signalling NaNs: the number where one is a NaN, and +0 above -0. Not for two NaNs."""
    a, b = old.view(np.float32), src.view(np.float32)
    key = lambda x: np.where(x >> U(31) == 1, ~x, x | U(0x80000000))
    larger = np.where(key(src) > key(old), src, old)
    return np.where(np.isnan(a), src, np.where(np.isnan(b), old, larger))


#: Operation and the function that it must be, on memory and one source.
ONE_SOURCE = {
    "sm_50:ATOM.ADD": lambda old, src: old + src,
    "sm_50:ATOM.INC": wrap_inc,
    "sm_50:ATOM.DEC": wrap_dec,
    "sm_50:ATOM.MIN.S32": signed(np.minimum),
    "sm_50:ATOM.MAX": np.maximum,
    "sm_50:ATOM.EXCH": lambda old, src: src,
    "sm_50:ATOM.ADD.F32.FTZ.RN": add_ftz,
    "gfx1100:global_atomic_csub_u32": clamped_sub,
    "gfx1100:ds_rsub_rtn_u32": lambda old, src: src - old,
    "gfx1100:ds_inc_rtn_u32": wrap_inc,
    "gfx1100:ds_xor_b32": lambda old, src: old ^ src,
    "visa:dword_atomic.sub": lambda old, src: old - src,
    "visa:dword_atomic.imin": signed(np.minimum),
}
