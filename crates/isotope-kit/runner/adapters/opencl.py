#!/usr/bin/env python3
"""An OpenCL device as the implementation that the kit asks, by the source of the kernels for Intel (src/ops_intel.cl).

    python3 run.py --target tgllp -- python3 adapters/opencl.py

That says what an OpenCL implementation makes of the same built-in functions, not of vISA: of the first 32-bit device that `OPENCL_DEVICE` names a part of, or the
first of all. Kernels on floats are built-in functions of Intel's compiler, which others decline. Needs libOpenCL (`OPENCL_LIBRARY` names another than the one that
is found) and an implementation; Oclgrind is asked by `oclgrind python3 adapters/opencl.py`.
"""
import ctypes
import ctypes.util
import json
import os
import sys

UNSUPPORTED = 77


def fail(text, status=1):
    print(text, file=sys.stderr)
    sys.exit(status)


def main():
    case = json.load(open(sys.argv[1], encoding="utf-8"))
    kit, out = os.environ["KIT"], sys.argv[2]
    if case["source"] != "src/ops_intel.cl":
        fail(f"{case['source']} is not OpenCL C alone", UNSUPPORTED)
    if case["family"] == "float":
        fail("built-in functions of Intel's compiler", UNSUPPORTED)
    # Oclgrind puts its own in front of every other.
    preloaded = "oclgrind" in os.environ.get("LD_PRELOAD", "")
    library = os.environ.get("OPENCL_LIBRARY") or ctypes.util.find_library("OpenCL") or "libOpenCL.so.1"
    try:
        cl = ctypes.CDLL(None if preloaded else library)
    except OSError as error:
        fail(f"{library} cannot be loaded ({error}): OPENCL_LIBRARY names another", UNSUPPORTED)
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
        getattr(cl, name).restype = pointer
    error = ctypes.c_int()

    def check(status, what):
        if status != 0:
            fail(f"{what}: OpenCL error {status}")

    def made(value, what):
        check(error.value, what)
        return pointer(value)

    count = ctypes.c_uint()
    if cl.clGetPlatformIDs(0, None, ctypes.byref(count)) != 0:
        fail("no OpenCL platform", UNSUPPORTED)
    platforms = (pointer * count.value)()
    cl.clGetPlatformIDs(count, platforms, None)
    devices = []
    for platform in platforms:
        if cl.clGetDeviceIDs(pointer(platform), ctypes.c_ulong(0xFFFFFFFF), 0, None, ctypes.byref(count)) == 0 and count.value:
            found = (pointer * count.value)()
            cl.clGetDeviceIDs(pointer(platform), ctypes.c_ulong(0xFFFFFFFF), count, found, None)
            devices += found

    def named(device):
        text = ctypes.create_string_buffer(1024)
        cl.clGetDeviceInfo(pointer(device), 0x102B, size(1024), text, None)
        return text.value.decode()

    devices = [device for device in devices if os.environ.get("OPENCL_DEVICE", "") in named(device)]
    if not devices:
        fail("no such OpenCL device", UNSUPPORTED)
    device = pointer(devices[0])
    context = made(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)), "context")
    queue = made(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), ctypes.byref(error)), "queue")
    text = open(os.path.join(kit, case["source"]), "rb").read()
    source, length = ctypes.c_char_p(text), size(len(text))
    program = made(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), ctypes.byref(length), ctypes.byref(error)), "program")
    check(cl.clBuildProgram(program, 1, ctypes.byref(device), b"-cl-std=CL1.2", None, None), "building")
    buffers = {}
    for buffer in case["buffers"]:
        content = open(os.path.join(kit, buffer["input"]), "rb").read()
        flags = ctypes.c_ulong(1 | 1 << 5)  # read and write, copied from here
        memory = made(cl.clCreateBuffer(context, flags, size(len(content)), content, ctypes.byref(error)), "buffer")
        buffers[buffer["name"]] = (memory, len(content))
    for launch in case["launches"]:
        kernel = made(cl.clCreateKernel(program, launch["kernel"].encode(), ctypes.byref(error)), "kernel")
        for index, argument in enumerate(launch["arguments"]):
            memory = buffers[argument["name"]][0]
            check(cl.clSetKernelArg(kernel, index, size(8), ctypes.byref(memory)), "argument")
        items = (size * 3)(*[groups * block for groups, block in zip(launch["grid"], launch["block"])])
        group = (size * 3)(*launch["block"])
        check(cl.clEnqueueNDRangeKernel(queue, kernel, 3, None, items, group, 0, None, None), "launch")
        check(cl.clFinish(queue), "launch")
    for output in case["outputs"]:
        memory, length = buffers[output["buffer"]]
        content = ctypes.create_string_buffer(length)
        check(cl.clEnqueueReadBuffer(queue, memory, 1, size(0), size(length), content, 0, None, None), "reading")
        with open(os.path.join(out, output["buffer"] + ".bin"), "wb") as file:
            file.write(content.raw)


main()
