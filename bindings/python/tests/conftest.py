"""Where things are."""

from pathlib import Path

import pytest

import isotope as iso

ROOT = Path(__file__).resolve().parents[3]
KERNELS = ROOT / "kernels"


def built(name: str, target: str) -> iso.Image:
    """A kernel of the suite as one of the vendors' compilers made it."""
    extension = {"sm_50": "cubin", "gfx1100": "co", "tgllp": "zeinfo", "tgllp.a64": "zeinfo"}[target]
    return iso.load(KERNELS / "bin" / target / f"{name}.{extension}")


@pytest.fixture(params=["sm_50", "gfx1100", "tgllp", "tgllp.a64"])
def target(request: pytest.FixtureRequest) -> str:
    """Each vendor's code of the same sources."""
    return request.param
