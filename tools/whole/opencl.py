"""A worker that `whole.py` asks for a kernel in each round: compiles it once, launches it twice, and answers with one line of JSON. The first launch in
a process is not timed, because the runtime compiles in it; its outputs are kept for comparison."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np
import pyopencl as cl

from kernels import Local, kernels

HERE = Path(__file__).parent


def main():
    name, folder = sys.argv[1], Path(sys.argv[2])
    platform = next((p for p in cl.get_platforms() if name.lower() in p.name.lower() and p.get_devices()), None)
    if platform is None:
        sys.exit(f"no OpenCL platform whose name has `{name}`: found {[p.name for p in cl.get_platforms()]}")
    context = cl.Context([platform.get_devices()[0]])
    queue = cl.CommandQueue(context)
    known, built = {kernel.name: kernel for kernel in kernels()}, {}
    print(json.dumps({"version": platform.version}), flush=True)
    for line in sys.stdin:
        kernel = known[line.strip()]
        first = kernel.name not in built
        if first:
            source = (HERE / "src" / f"{kernel.name}.cl").read_text()
            built[kernel.name] = getattr(cl.Program(context, source).build(options="-cl-std=CL1.2"), kernel.name)
        seconds = []
        for launch in range(3 if first else 2):
            buffers, arguments = {}, []
            for index, argument in enumerate(kernel.arguments):
                if isinstance(argument, np.ndarray):
                    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
                    buffers[index] = cl.Buffer(context, flags, hostbuf=argument)
                    arguments.append(buffers[index])
                else:
                    arguments.append(cl.LocalMemory(argument.bytes) if isinstance(argument, Local) else argument)
            built[kernel.name].set_args(*arguments)
            queue.finish()
            begun = time.process_time()
            cl.enqueue_nd_range_kernel(queue, built[kernel.name], kernel.items, kernel.group)
            queue.finish()
            taken = time.process_time() - begun
            if first and launch == 0:
                for index in kernel.outputs:
                    output = np.empty_like(kernel.arguments[index])
                    cl.enqueue_copy(queue, output, buffers[index])
                    queue.finish()
                    np.save(folder / f"{kernel.name}.{index}.npy", output)
            else:
                seconds.append(taken)
        print(json.dumps({"seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
