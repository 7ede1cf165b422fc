"""Kernels of the suite on arrays, against numpy."""

import array
import ctypes
import numpy as np
import pytest
from conftest import KERNELS, built

import isotope as iso

RNG = np.random.default_rng(3)


def test_histogram(target):
    kernel = built("histogram256", target)["histogram256"]
    data, bins = RNG.integers(0, 256, 6000, dtype=np.uint8), np.zeros(256, np.uint32)
    ran = kernel.launch(4, 64, data, iso.u32(1500), iso.inout(bins))
    np.testing.assert_array_equal(bins, np.bincount(data, minlength=256))
    assert ran.outcome == "completed" and ran.stats.lane_atomics == 6000 and ran.stats.seconds > 0
    # Once more on top of what is there.
    kernel.launch(4, 64, data, 1500, iso.inout(bins), seed=7)
    np.testing.assert_array_equal(bins, 2 * np.bincount(data, minlength=256))


def test_histogram_in_shared_memory(target):
    kernel = built("histogram_local", target)["histogram_local"]
    data, bins = RNG.integers(0, 1 << 32, 1000, dtype=np.uint32), np.zeros(256, np.uint32)
    kernel.launch(3, 64, data, iso.u32(1000), iso.inout(bins), threads=2)
    np.testing.assert_array_equal(bins, np.bincount(data.view(np.uint8), minlength=256))


def test_extremes(target):
    kernel = built("minmax_i32", target)["minmax_i32"]
    data = RNG.integers(-(1 << 31), 1 << 31, 1024, dtype=np.int32)
    data[700:] = data[700]
    signed = np.array([2**31 - 1, -(2**31)] + [-(2**31)] * 1024, np.int32)
    unsigned = np.array([0xFFFFFFFF, 0, 0xFFFFFFFF] + [0] * 1024, np.uint32)
    kernel.launch(4, 64, data, iso.u32(1024), iso.i32(data[700]), iso.inout(signed), iso.inout(unsigned))
    assert signed[:2].tolist() == [data.min(), data.max()]
    bits = data.view(np.uint32)
    assert unsigned[:3].tolist() == [bits.min(), bits.max(), np.flatnonzero(data == data[700])[0]]


def test_float_max(target):
    kernel = built("float_max", target)["float_max"]
    data = RNG.normal(0, 1000, 1024).astype(np.float32)
    out = np.array([-np.inf, -np.inf, 0, 0], np.float32)
    kernel.launch(4, 64, data, iso.u32(1024), iso.inout(out))
    assert out[0] == out[1] == data.max() and out[3] == np.abs(data).max()


#: Arrays whose elements no buffer has.
STRANGE = [np.zeros(16, t) for t in (">f4", ">u4", ">i8", "M8[s]", "m8[ms]", "U4", "S4", "c8", "c16", "?", "V3", "O", [("a", "u4"), ("b", "f4")])]


@pytest.mark.parametrize("wrong", STRANGE, ids=lambda a: str(a.dtype))
def test_elements_that_no_buffer_has(wrong):
    kernel, bins = built("histogram256", "sm_50")["histogram256"], np.zeros(256, np.uint32)
    for given in (wrong, iso.inout(wrong), iso.by_value(wrong), *([wrong[0]] if isinstance(wrong[0], np.generic) else [])):
        # A number of numpy is of this machine's byte order by itself.
        if isinstance(given, np.generic) and given.dtype.kind in "uif":
            continue
        with pytest.raises(TypeError, match="argument 0: expected numbers of 1, 2, 4 or 8 bytes.*, found"):
            kernel.launch(1, 64, given, iso.u32(16), iso.inout(bins))
    with pytest.raises(TypeError, match="expected elements of .* bits .*, found"):
        iso.op("sm_50:ATOM.ADD" if wrong.dtype.itemsize != 8 else "sm_50:ATOM.ADD.U64")(wrong, 1)
    assert not bins.any()


def test_attributes():
    kernel = built("histogram256", "tgllp.a64")["histogram256"]
    names = [a.name for a in kernel.arguments]
    assert names == kernel.names == ["data", "n", "bins"] and [a.bytes for a in kernel.arguments] == [8, 4, 8]
    kernel = built("histogram256", "gfx1100")["histogram256"]
    assert kernel.names == ["a0", "a1", "a2"] and kernel.registers > 0 and kernel.wave_width == 32
    assert kernel.arguments[0].address_space == "global" and kernel.shared_bytes == kernel.private_bytes == 0
    image = built("histogram256", "sm_50")
    assert list(image) == ["histogram256"] and image.target == "sm_50" and "histogram256" in image and len(image) == 1
    assert image.info.schema.startswith("isotope-info/") and "<table>" in image["histogram256"]._repr_html_()
    with pytest.raises(KeyError, match="histogram256"):
        image["nothing"]


def test_named_arguments():
    kernel = built("histogram256", "tgllp")["histogram256"]
    data, bins = np.arange(256, dtype=np.uint8), np.zeros(256, np.uint32)
    kernel.launch(1, 64, named={"n": 64, "bins": iso.inout(bins), "data": data})
    assert (bins == 1).all()
    with pytest.raises(iso.Error, match="expected a parameter of `histogram256`"):
        kernel.launch(1, 64, named={"m": 64, "bins": iso.inout(bins), "data": data})


def ran(data, bins):
    built("histogram256", "sm_50")["histogram256"].launch(1, 32, data, iso.u32(4), bins)


def test_anything_with_a_buffer():
    expected = np.bincount(np.arange(16), minlength=256)
    bins = array.array("I", [0] * 256)
    ran(bytes(range(16)), iso.inout(bins))
    np.testing.assert_array_equal(bins, expected)
    bins = (ctypes.c_uint32 * 256)()
    ran(bytearray(range(16)), iso.inout(bins))
    np.testing.assert_array_equal(bins, expected)

    class Tensor:
        """Only DLPack."""

        def __init__(self, held):
            self.held = held

        def __dlpack__(self, **how):
            return self.held.__dlpack__(**how)

        def __dlpack_device__(self):
            return self.held.__dlpack_device__()

    wide = np.zeros((256, 2), np.uint32)
    ran(np.arange(16, dtype=np.uint8), iso.inout(wide[:, 1]))
    np.testing.assert_array_equal(wide[:, 1], expected)
    assert not wide[:, 0].any()
    held = np.zeros(256, np.uint32)
    if not np.from_dlpack(held).flags.writeable:
        with pytest.raises(iso.Error, match="read-only"):
            ran(Tensor(np.arange(16, dtype=np.uint8)), iso.inout(Tensor(held)))
        pytest.skip("this numpy reads what it gets by DLPack, and does not write it")
    ran(Tensor(np.arange(16, dtype=np.uint8)), iso.inout(Tensor(held)))
    np.testing.assert_array_equal(held, expected)


def test_arrays_that_do_not_fit():
    data, bins = np.zeros(16, np.uint8), np.zeros(256, np.uint32)
    bins.flags.writeable = False
    with pytest.raises(iso.Error, match="read-only"):
        ran(data, iso.inout(bins))
    with pytest.raises(iso.Error, match="read-only"):
        ran(data, iso.inout(bytes(1024)))
    with pytest.raises(TypeError, match="expected an array"):
        ran(data, iso.inout("text"))
    with pytest.raises(TypeError, match="Python objects"):
        ran(np.array([None] * 4), np.zeros(256, np.uint32))
    with pytest.raises(TypeError, match="isotope.u32"):
        ran(data, None)
    whole = np.zeros(300, np.uint32)
    with pytest.raises(iso.Error, match="shares memory with the argument `a0`"):
        ran(whole[:100], iso.inout(whole[10:266]))
    with pytest.raises(iso.Error, match="takes 3 arguments, 1 were given"):
        built("histogram256", "sm_50")["histogram256"].launch(1, 32, data)
    with pytest.raises(iso.Error, match="grid: expected one to three numbers"):
        built("histogram256", "sm_50")["histogram256"].launch(-1, 32)


def test_an_input_that_is_written_is_told():
    bins = np.zeros(256, np.uint32)
    with pytest.warns(UserWarning, match=r"wrote to `a2`, given as an input: say isotope.inout"):
        ran(np.zeros(16, np.uint8), bins)
    assert not bins.any()


def test_numbers():
    assert "7" in repr(iso.u32(7)) and iso.u32.__name__ == "u32"
    for make, wrong in ((iso.u8, 256), (iso.u32, -1), (iso.i16, 1 << 15), (iso.u32, 1.5)):
        with pytest.raises(iso.Error, match="expected an integer"):
            make(wrong)
    with pytest.raises(TypeError):
        iso.u32("7")
    with pytest.raises(iso.Error, match="2 bytes"):
        built("histogram256", "sm_50")["histogram256"].launch(
            1, 32, np.zeros(16, np.uint8), iso.u16(4), iso.inout(np.zeros(256, np.uint32))
        )


def test_fault():
    data, bins = np.zeros(16, np.uint8), np.zeros(256, np.uint32)
    kernel = built("histogram256", "sm_50")["histogram256"]
    with pytest.raises(iso.Fault) as caught:
        kernel.launch(1, 32, data, iso.u32(1 << 20), iso.inout(bins))
    fault = caught.value
    assert fault.place.group == (0, 0, 0) and fault.place.wave == 0 and fault.place.lane == 4
    assert fault.rule == "address out of range" and "LDG" in fault.text and "4-byte access" in fault.detail
    assert fault.result.outcome == "faulted" and fault.result.stats.wave_instructions > 0
    quiet = kernel.launch(1, 32, data, iso.u32(1 << 20), iso.inout(bins), check=False)
    assert quiet.outcome == "faulted" and "address out of range" in quiet.reason


def test_source_line_of_a_fault():
    image = iso.load(KERNELS.parent / "crates" / "isotope" / "samples" / "lines.cubin")
    with pytest.raises(iso.Fault) as caught:
        image["fill"].launch(1, 32, iso.inout(np.zeros(4, np.uint32)))
    assert caught.value.source["file"] == "lines.cl" and caught.value.source["line"] == 15


def test_deadlock_is_no_fault():
    # One lane jumps to itself.
    code = iso.assemble("s_branch 65535", "gfx1100")
    image = iso.raw(code, "gfx1100", [])
    with pytest.raises(iso.Deadlock) as caught:
        image[next(iter(image))].launch(1, 32)
    hang = caught.value.hang
    assert hang["proven"] and hang["waves"][0]["text"].startswith("s_branch") and not isinstance(caught.value, iso.Fault)


def test_undecided_is_no_deadlock():
    code = iso.assemble("v_mov_b32 v0, 0\nv_add_nc_u32 v0, 1, v0\ns_branch 65534", "gfx1100")
    image = iso.raw(code, "gfx1100", [])
    with pytest.raises(iso.Undecided) as caught:
        image[next(iter(image))].launch(1, 32, max_steps=1000)
    assert not isinstance(caught.value, iso.Deadlock) and caught.value.hang["verdict"] == "budget"


def test_not_modelled_is_neither():
    (file,) = (KERNELS / "launch").rglob("textures.cubin")
    with pytest.raises(iso.NotModelled, match="takes the texture reference `picture`, which is not modelled: bind it") as caught:
        iso.load(file)["reference"].launch(1, 32, iso.u64(0))
    assert not isinstance(caught.value, (iso.Error, iso.Fault)) and caught.value.result is None


def test_what_it_rests_on():
    kernel = built("float_add", "sm_50")["float_add"]
    data, out = np.full(32, 1.5, np.float32), np.zeros(4, np.float32)
    data.view(np.uint32)[1] = 0x7FC00001
    ran = kernel.launch(1, 32, data, 32, iso.inout(out), fidelity=True)
    assert "nv.l2_nan" in ran.fidelity.text and ran.fidelity
    assert out.view(np.uint32)[0] == 0x7FFFFFFF
    kernel.launch(1, 32, data, 32, iso.inout(out), assume={"nv.l2_nan": "quiet"})
    assert out.view(np.uint32)[0] == 0x7FC00000


def test_accesses():
    kernel = built("histogram256", "gfx1100")["histogram256"]
    data, bins = np.arange(64, dtype=np.uint8) // 16, np.zeros(256, np.uint32)
    ran = kernel.launch(1, 32, data, 16, iso.inout(bins), trace_memory=True)
    rows = ran.accesses
    assert rows.dtype == iso.ACCESS and ran.places == ["a0", "a2"]
    loads, atomics = rows[(rows["kind"] == 0) & (rows["buffer"] == 0)], rows[rows["kind"] == 2]
    np.testing.assert_array_equal(loads["old"].astype(np.uint32), data.view(np.uint32)[loads["offset"] // 4])
    assert len(loads) == 16 and len(atomics) == 64 and (atomics["buffer"] == 1).all() and (atomics["known"] == 3).all()
    np.testing.assert_array_equal(atomics["new"], atomics["old"] + 1)
    np.testing.assert_array_equal(np.bincount(atomics["offset"].astype(int) // 4, minlength=256), bins)
    assert set(rows["lane"]) <= set(range(32))
    few = kernel.launch(1, 32, data, 16, iso.inout(bins), trace_memory=10)
    assert len(few.accesses) == 10 and few.accesses_left_out == len(rows) - 10


def test_printed():
    kernel = iso.load(KERNELS / "host" / "bin" / "gfx1100" / "printf.co")["numbers"]
    ints, floats = RNG.integers(-1000, 1000, 32, dtype=np.int32), np.ones(32, np.float32)
    lines = kernel.launch(1, 32, ints, floats).printed.splitlines()
    for i, v in enumerate(ints.tolist()):
        assert "%u int %d %i %5d|%-8d|%+d|%08d|%.3d" % (i, v, v, v, v, v, v, v) in lines


@pytest.mark.parametrize("target", ["sm_50", "gfx1100", "dg2"])
def test_a_launch_of_everything(target):
    """Structs in structs, vectors, arrays by value, pointers in structs, shared memory, numbers of all sizes, images, an offset."""
    name = {"sm_50": "parcels.cubin", "gfx1100": "parcels.co", "dg2": "parcels.zebin"}[target]
    kernel = iso.load(KERNELS / "unseen" / "bin" / target / name)["parcels"]
    cuda = target == "sm_50"
    size, start = ((10, 6, 4), (0, 0, 0)) if cuda else ((10, 5, 3), (40, 3, 9))
    l, s, table = [-5_000_000_000, 77_000_000_000], [-300, 9, 1200], np.int16([5, -6, 7, -8, 1000, -2000, 30000, -32768])
    inner = [
        iso.text("u8x3:7,200,31"),
        iso.struct(iso.i64(l[0]), iso.by_value(np.int16([1, -2, 3]))),
        iso.struct(iso.i64(l[1]), iso.by_value(np.int16(s).reshape(3))),
    ]
    out, counts = np.zeros((*size[::-1], 4), np.int32), np.zeros(4, np.uint32)
    texels = np.zeros((2, 2, 128, 2), np.uint8)
    for at in range(16):
        texels[at // 8, at // 4 % 2, at % 4] = (at * 37 + 5) % 256, (at * 91 + 3) % 256
    inside = [] if target == "dg2" else [iso.inout(counts)]
    behind = [iso.inout(counts)] if target == "dg2" else []
    images = [] if cuda else [iso.image(texels, "r8g8_uint", (128, 2, 2), write=False)]
    kernel.launch(
        size, (5, 2, 2), iso.inout(out), iso.struct(*inner, *inside, iso.f32(-1.75)), iso.text("i32x3:1000,-3,11"), table, iso.local(80),
        iso.u8(13), *behind, *images, items=True, offset=start,
    )  # fmt: skip
    for z, y, x in np.ndindex(size[::-1]):
        own, group = (x, y, z), (5, 2, 2)
        other = [
            2 * (o // g * g) + min(g, n - o // g * g) - 1 - o + first for o, g, n, first in zip(own, group, size, start)
        ]
        texel = texels[z & 1, y & 1, x & 3].astype(int) if not cuda else (0, 0)
        gx, gy, gz = (o + first for o, first in zip(own, start))
        assert out[z, y, x].tolist() == [
            other[0] * 100 + other[1] * 10 + other[2] + 1000,
            np.int32((l[gz & 1] >> 13) + s[gx % 3] * 200),
            int(table[(gx + gy) & 7]) * -3 - 31,
            int(-1.75 * (gx + 11)) + 7 + texel[0] + 256 * texel[1],
        ]
    assert counts.tolist() == [0, 0, size[0] * size[1] * size[2], 0]


def test_data_of_the_file():
    (file,) = (KERNELS / "launch" / "bin").glob("sm_50/launch*.cubin")
    kernel, out = iso.load(file)["symbols"], np.zeros(4, np.uint32)
    ran = kernel.launch(1, 4, iso.inout(out), dump=["counter", "table"])
    assert out.tolist() == [10, 25, 3, 40] and ran.dumped["counter"].tolist() == [83]
    ran = kernel.launch(1, 4, iso.inout(out), symbols={"table": np.uint32([1, 2, 4, 8]), "counter": 100}, dump=["counter", "table"])
    assert out.tolist() == [1, 2, 4, 8] and ran.dumped["counter"].tolist() == [115] and ran.dumped["table"].tolist() == [1, 2, 4, 8]
    with pytest.raises(iso.Error, match="expected data of the file named `nothing`"):
        kernel.launch(1, 4, iso.inout(out), symbols={"nothing": 1})
    with pytest.raises(iso.Error, match="found `nothing`"):
        kernel.launch(1, 4, iso.inout(out), dump="nothing")


def test_textures():
    """A texture by a reference of the file, and as an argument; what a filter gives is its weights' sum."""
    image, out = iso.load(KERNELS / "launch" / "bin" / "sm_50" / "textures.cubin"), np.zeros(1, np.uint32)

    def left(kernel, *args, **more):
        image[kernel].launch(1, 1, iso.inout(out), *args, **more)
        return out[0]

    assert left("reference", symbols={"picture": iso.texture(np.uint32([[7, 8], [9, 10]]), "r32_uint", 4)}) == 7
    assert left("object", iso.texture(np.float32([1.5, 8, 9, 10]), "r32_float", (2, 2))) == np.float32(1.5).view(np.uint32)
    corner = iso.texture(np.uint8([255, 0, 0, 0]), "r8_unorm", (2, 2), "linear", "border")
    assert left("object", corner) == np.float32(0.25).view(np.uint32)
    assert left("fetch", iso.texture(np.int16([-7, 8, 9, 10]), "r16_sint", 4)) == np.int32(-7).view(np.uint32)
    texels = np.arange(18, dtype=np.uint32)
    assert left("query", iso.texture(texels, "r32_uint", (6, 3))) == 6 and texels.tolist() == list(range(18))
    with pytest.raises(iso.Error, match="expected 16 bytes of texels for the texture"):
        left("object", iso.texture(np.float32([1.5]), "r32_float", (2, 2)))
    with pytest.raises(iso.Error, match="expected point, linear"):
        left("object", iso.texture(np.float32([1, 2, 3, 4]), "r32_float", (2, 2), "cubic"))
    with pytest.raises(iso.NotModelled, match="picture"):
        left("reference")


def test_surfaces(target):
    kernel = built("surface_reduce", target)["surface_reduce"]
    data, a, b = RNG.integers(0, 1 << 32, 500, dtype=np.uint32), np.zeros(64, np.uint32), np.zeros(64, np.uint32)
    a[17], a[18] = 0xFFFFFFFF, 0x7FFFFFFF
    wanted = [a.copy(), b.copy()]
    np.add.at(wanted[0], 32 + (data[(data & 64) != 0] & 31), 1)
    np.add.at(wanted[1], 32 + (data[(data & 64) == 0] & 31), 1)
    wanted[0][16] = np.bitwise_or.reduce(np.uint32(1) << (data >> 27))
    wanted[0][17] = ~np.bitwise_or.reduce(np.uint32(1) << (data >> 8 & 31))
    wanted[0][18], wanted[0][19] = data.view(np.int32).min().astype(np.uint32), data.max()
    give = iso.surface if target == "sm_50" else iso.inout
    kernel.launch(2, 64, data, iso.u32(500), give(a), give(b), iso.u32(256))
    np.testing.assert_array_equal(a, wanted[0])
    np.testing.assert_array_equal(b, wanted[1])


def test_the_machine_before():
    """A resource of global wave sync that is set to a count lets as many waves through."""
    kernel, out = built("histogram256", "gfx1100")["histogram256"], np.zeros(256, np.uint32)
    with pytest.raises(iso.Error, match="gws.bse"):
        kernel.launch(1, 64, np.zeros(4, np.uint8), 1, iso.inout(out), set="gws.bse=1")
    with pytest.raises(iso.Error, match="no assumption `amd.nothing`"):
        kernel.launch(1, 64, np.zeros(4, np.uint8), 1, iso.inout(out), assume="amd.nothing=1")


def test_lock_is_released_while_a_kernel_runs():
    import threading
    import time

    image = iso.raw(iso.assemble("v_mov_b32 v0, 0\nv_add_nc_u32 v0, 1, v0\ns_branch 65534", "gfx1100"), "gfx1100", [])
    kernel, ticks, over = image[next(iter(image))], [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    ran = kernel.launch(1, 32, max_steps=20_000_000, check=False)
    end = time.perf_counter()
    over.set()
    thread.join()
    assert ran.outcome == "undecided" and sum(start < t < end for t in ticks) >= 5, f"{len(ticks)} ticks in {end - start:.3f} s"


def test_engines_leave_the_same():
    kernel = iso.load(KERNELS / "bin" / "sm_50" / "histogram256.cubin")["histogram256"]
    data, left = np.full(4096, 7, np.uint8), []
    for engine in (None, "auto", "interp", "jit"):
        bins = np.zeros(256, np.uint32)
        ran = kernel.launch(4, 64, data, 1024, iso.inout(bins), engine=engine)
        left.append((bins.tolist(), ran.stats[:3]))
    assert left[0][0][7] == 4096 and all(one == left[0] for one in left)
    with pytest.raises(iso.Error, match="engine: expected auto, interp or jit, found `fast`"):
        kernel.launch(1, 1, data, 1, iso.inout(bins), engine="fast")


def test_schedules():
    kernel = iso.load(KERNELS / "explore" / "bin" / "sm_50" / "counts.cubin")["ticket_lock"]
    lock, data = np.zeros(2, np.uint32), np.zeros(1, np.uint32)
    found = iso.explore(kernel, 3, 1, lock, data, 2, expect="forall a1 == 6", progress=["OBE", "HSA"])
    assert found.holds is True and found.complete and found.progress == {"OBE": True, "HSA": False}
    schedule = found.outcomes[0]["schedule"]
    kernel.launch(3, 1, iso.inout(lock), iso.inout(data), 2, schedule=schedule)
    assert data[0] == 6 and lock.tolist() == [6, 6]
    wrong = kernel.explore(3, 1, np.zeros(2, np.uint32), np.zeros(1, np.uint32), 2, expect="forall a1 == 5")
    assert wrong.holds is False and not lock[:0].any()


def test_memory_is_given_back():
    import resource

    kernel = built("histogram256", "sm_50")["histogram256"]
    data, bins = np.zeros(1 << 16, np.uint8), np.zeros(256, np.uint32)
    once = lambda: kernel.launch(1, 32, data, 64, iso.inout(bins))
    [once() for _ in range(20)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [once() for _ in range(300)]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
