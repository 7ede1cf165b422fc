"""Operations on arrays, against a model of their own."""

import threading
import time
import tracemalloc

import numpy as np
import pytest
from model import ONE_SOURCE, max_num

import isotope as iso

RNG = np.random.default_rng(20)
SPECIAL = np.array([0, 1, 0x80000000, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
                    0x7F800001, 0xFFFFFFFF, 0x7FFFFFFF], np.uint32)  # fmt: skip


def drawn(count=20000):
    """All pairs of special values, and drawn bits."""
    a, b = (x.ravel() for x in np.meshgrid(SPECIAL, SPECIAL))
    more = lambda: RNG.integers(0, 1 << 32, count, dtype=np.uint32)
    return np.concatenate([a, more()]), np.concatenate([b, more()])


@pytest.mark.parametrize("spec", ONE_SOURCE)
def test_as_the_model(spec):
    mem, src = drawn()
    done = iso.op(spec)(mem, src)
    np.testing.assert_array_equal(done.new, ONE_SOURCE[spec](mem, src))
    np.testing.assert_array_equal(done.returned, mem)
    assert not done.open and not done.open.mask.any()


def test_float_max():
    mem, src = drawn()
    quiet = lambda x: np.where(np.isnan(x.view(np.float32)), x | np.uint32(0x400000), x)
    mem, src = quiet(mem), quiet(src)
    one = ~(np.isnan(mem.view(np.float32)) & np.isnan(src.view(np.float32)))
    mem, src = mem[one], src[one]
    new, returned = iso.op("gfx1100:ds_max_rtn_f32", fp_denorm=15)(mem.view(np.float32), src.view(np.float32))
    assert new.dtype == np.float32
    np.testing.assert_array_equal(new.view(np.uint32), max_num(mem, src))
    np.testing.assert_array_equal(returned.view(np.uint32), mem)


def test_compare_and_swap_roles():
    mem, a, b = np.uint32([5, 5, 5]), np.uint32([5, 7, 9]), np.uint32([8, 5, 5])
    # NVIDIA compares the first source, AMD and Intel's cmpxchg the second.
    np.testing.assert_array_equal(iso.op("sm_50:ATOM.CAS")(mem, a, b).new, [8, 5, 5])
    np.testing.assert_array_equal(iso.op("gfx1100:ds_cmpstore_rtn_b32")(mem, a, b).new, [5, 7, 9])
    np.testing.assert_array_equal(iso.op("visa:dword_atomic.cmpxchg")(mem, a, b).new, [5, 7, 9])


def test_predec_returns_what_it_writes():
    new, returned = iso.op("visa:dword_atomic.predec")(np.uint32([0, 9]))
    np.testing.assert_array_equal(new, [0xFFFFFFFF, 8])
    np.testing.assert_array_equal(returned, new)


def test_packed_and_wide():
    one = np.float16([1.0, 2.0]).view(np.uint32)
    assert iso.op("sm_60:RED.ADD.F16x2.RN")(one, one).new.view(np.float16).tolist() == [2.0, 4.0]
    mem = RNG.integers(0, 1 << 64, 1000, dtype=np.uint64)
    np.testing.assert_array_equal(iso.op("sm_50:ATOM.ADD.U64")(mem, np.uint64(3)).new, mem + np.uint64(3))
    half = iso.op("visa:svm_atomic.fmax.16")
    assert half.widths == [16] and half(np.float16([1, 5]), np.float16(3)).new.tolist() == [3, 5]


def test_broadcasting():
    add = iso.op("sm_50:ATOM.ADD")
    mem, src = np.arange(6, dtype=np.uint32).reshape(2, 3), np.uint32([[10], [20]])
    np.testing.assert_array_equal(add(mem, src).new, mem + src)
    np.testing.assert_array_equal(add(mem[:, ::2], src).new, mem[:, ::2] + src)
    np.testing.assert_array_equal(add(mem.T, np.uint32([1, 2])).new, mem.T + np.uint32([1, 2]))
    np.testing.assert_array_equal(add(np.uint32(1), src).new, 1 + src)
    assert add(np.zeros((0, 3), np.uint32), np.uint32(1)).new.shape == (0, 3)
    one = add(7, 9)
    assert one.new == 16 and one.new.shape == () and isinstance(one.new, np.uint32)
    assert add(-1, 1).new == 0
    with pytest.raises(ValueError, match="broadcast"):
        add(mem, np.zeros(4, np.uint32))


@pytest.mark.parametrize("mem", [np.float64([1]), np.uint16([1]), np.array([True]), np.array([1j]), 1.0, True, np.array([1], ">u4"), [1, 2]])
def test_types_are_never_converted(mem):
    with pytest.raises(TypeError, match="expected elements of 32 bits .*found"):
        iso.op("gfx1100:ds_max_rtn_f32")(mem, np.float32(1))


def test_operands_that_do_not_fit():
    with pytest.raises(TypeError, match=r"expected 2 operands \(mem, src0\), found no src0"):
        iso.op("sm_50:ATOM.ADD")(np.uint32(1))
    with pytest.raises(TypeError, match="found src1 too"):
        iso.op("sm_50:ATOM.ADD")(np.uint32(1), 1, 1)
    with pytest.raises(OverflowError, match="at most 32 bits, found 0x100000000"):
        iso.op("sm_50:ATOM.ADD")(np.uint32(1), 1 << 32)
    with pytest.raises(iso.Error, match="choose one of sm_50"):
        iso.op("sm_99:ATOM.ADD")
    with pytest.raises(iso.Error, match="fp_denorm"):
        iso.op("gfx1100:ds_max_f32", fp_denorm=99)


def test_open_results():
    fmin = iso.op("visa:svm_atomic.fmin")
    mem, src = np.uint32([0x3F800000, 0x7FC00001]), np.uint32([0x40000000, 0x7FC00002])
    done = fmin(mem, src)
    assert done.open and done.open.mask.tolist() == [False, True] and done.open.rule == "float.minmax"
    assert "documents leave open" in done.open.reason and not done.open.returned.any()
    assert done.new.tolist() == [0x3F800000, 0]
    out = np.uint32([1, 2])
    assert fmin(mem, src, out=out).new is out and out.tolist() == [0x3F800000, 2]
    undefined = iso.op("sm_50:ATOM.SAFEADD.64" if "ATOM.SAFEADD.64" in iso.operations("sm_50") else "sm_50:ATOM.SAFEADD")
    done = undefined(np.uint64([5, 6]), np.uint64(1))
    assert done.open.mask.all() and done.open.rule == "nv.safeadd" and done.returned.tolist() == [5, 6]


def test_assumptions_are_arguments():
    nan = np.uint32(0x7FC00001)
    plain = iso.op("sm_50:ATOM.ADD.F32.FTZ.RN")
    other = iso.op("sm_50:ATOM.ADD.F32.FTZ.RN", assume={"nv.l2_nan": "quiet"})
    assert plain(nan, nan).new == 0x7FFFFFFF and other(nan, nan).new == 0x7FC00000
    assert "nv.l2_nan" in plain.assumptions and iso.assumptions()["nv.l2_nan"]["alternatives"]


def test_out_and_memory_in_common():
    add = iso.op("sm_50:ATOM.ADD")
    mem = np.arange(5000, dtype=np.uint32)
    same = mem.copy()
    new, returned = add(same, 1, out=same)
    assert new is same
    np.testing.assert_array_equal(same, mem + 1)
    np.testing.assert_array_equal(returned, mem)
    # A source that lies one element further on in the same memory.
    shifted = mem.copy()
    add(shifted[:-1], 1, out=shifted[1:])
    np.testing.assert_array_equal(shifted[1:], mem[:-1] + 1)
    strided = np.zeros(10000, np.uint32)
    back = np.zeros(5000, np.float32)
    add(mem, 2, out=(strided[::2], back))
    np.testing.assert_array_equal(strided[::2], mem + 2)
    np.testing.assert_array_equal(back.view(np.uint32), mem)
    assert not strided[1::2].any()
    frozen = np.zeros(5000, np.uint32)
    frozen.flags.writeable = False
    with pytest.raises(iso.Error, match="read-only"):
        add(mem, 1, out=frozen)
    with pytest.raises(iso.Error, match="shape"):
        add(mem, 1, out=np.zeros(3, np.uint32))


def test_no_copy_of_contiguous_arrays():
    add, count = iso.op("sm_50:ATOM.ADD"), 1 << 20
    mem, out, back = (np.zeros(count, np.uint32) for _ in range(3))
    add(mem, 1, out=(out, back))
    tracemalloc.start()
    add(mem, 1, out=(out, back))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Two masks of a byte each, and nothing of the size of an operand.
    assert most < 2.5 * count


def test_memory_is_given_back():
    import resource

    add, mem = iso.op("sm_50:ATOM.ADD"), np.zeros(1 << 18, np.uint32)
    for _ in range(20):
        add(mem, 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        add(mem, 1)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_lock_is_released():
    """While an operation runs, another thread of Python goes on."""
    op, mem = iso.op("sm_60:RED.ADD.F16x2.RN"), np.zeros(1 << 24, np.uint32)
    out = (np.zeros_like(mem), np.zeros_like(mem))
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    native = op._op.apply
    mask = np.zeros(mem.size, np.bool_)
    inside = time.perf_counter()
    native(mem, np.zeros(1, np.uint32), None, out[0], out[1], mask)
    end = time.perf_counter()
    over.set()
    thread.join()
    during = [t for t in ticks if inside < t < end]
    assert start <= inside and len(during) >= 2, f"{len(during)} ticks in {end - inside:.3f} s"


def test_threads_share_an_operation():
    add, mem = iso.op("sm_50:ATOM.ADD"), np.arange(100000, dtype=np.uint32)
    results = [None] * 8

    def work(i):
        results[i] = add(mem, np.uint32(i)).new

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    for i, new in enumerate(results):
        np.testing.assert_array_equal(new, mem + np.uint32(i))


def test_shown():
    op = iso.op("sm_50:ATOM.ADD.F32.FTZ.RN")
    assert "nv.l2_nan" in op.explain().text and op.explain().formula[0].startswith("new = ")
    assert "subnormal" in op.explain(1, 0x3F800000).text
    assert repr(op) == "isotope.op('sm_50:ATOM.ADD.F32.FTZ.RN')" and "<table>" in op._repr_html_()
    assert "0x40000000 = 2.0" in op(np.float32(1), np.float32(1))._repr_html_()
    assert op.nin == 2 and op.nout == 2 and op.target == "sm_50"
