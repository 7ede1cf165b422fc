"""The examples run, where what they need can be installed."""

import importlib.util
import subprocess
import sys

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "bindings" / "python" / "examples"


def run(*command):
    """Python's output and errors."""
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300, cwd=EXAMPLES)


def needs(package, command=None):
    """Skips where a package is not installed or cannot do what an example begins with."""
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install {package}")
    tried = run("-c", command) if command else None
    if tried and tried.returncode:
        pytest.skip(f"{package} cannot be used here: {tried.stderr.strip().splitlines()[-1]}")


def test_triton():
    needs("triton", "from triton.backends import backends; backends['nvidia']")
    done = run("triton_kernels.py")
    assert done.returncode == 0, done.stderr
    assert "three kernels of Triton: as its interpreter has them, bit for bit" in done.stdout


def test_tinygrad():
    # What it makes needs LLVM 18 or later, which declares intrinsics by itself.
    text = "define amdgpu_kernel void @f() {\n  %x = tail call i32 @llvm.amdgcn.workgroup.id.x()\n  ret void\n}\n"
    compiler = "from tinygrad.runtime.support.compiler_llvm import AMDLLVMCompiler"
    needs("tinygrad", f"{compiler}; AMDLLVMCompiler('gfx1100').compile({text!r})")
    needs("tinygrad", "import tinygrad_kernels; tinygrad_kernels.linker()")
    done = run("tinygrad_kernels.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("as tinygrad's interpreter has it") == 4
