"""RDNA3's matrix product of 16-bit floats with sums in f32, in Python's whole numbers: eight sums of two products after one another, each rounded as measured on a Radeon Pro W7900
(docs/assumptions.md, `amd.dot2` and `amd.wmma`). Even of small whole numbers such a product is not exact: a term whose sign is not that of the sum so far counts one unit of
the grid less, so that numpy differs in the last bit where terms of both signs meet."""
import math
from fractions import Fraction

import numpy as np


def leading(value):
    """The exponent of the leading bit of a positive number."""
    n = value.numerator.bit_length() - value.denominator.bit_length()
    return n if Fraction(2) ** n <= value else n - 1



def sum_of_two(sum_, factors):
    """sum_ + x0 * y0 + x1 * y1 of finite floats, none of them subnormal."""
    negative = math.copysign(1, sum_) < 0
    terms = [(negative, abs(Fraction(sum_)))]
    terms += [(math.copysign(1, x) * math.copysign(1, y) < 0, abs(Fraction(x) * Fraction(y))) for x, y in factors]
    if not any(size for _, size in terms):
        return 0.0
    # Terms are cut off 26 places below the leading bit, or 24 below the larger product of the places before the points of its factors.
    place = lambda v: leading(abs(Fraction(v)))
    scales = [place(x) + place(y) for x, y in factors if x and y]
    grid = max([max(leading(size) for _, size in terms if size) - 26, *(scale - 24 for scale in scales)])
    units = 0
    for sign, size in terms:
        n = math.floor(size / Fraction(2) ** grid)
        units += n if sign == negative else ~n
    if units == 0:
        return 0.0
    exact = abs(units) * Fraction(2) ** grid
    last = Fraction(2) ** (leading(exact) - 23)
    value = float(round(exact / last) * last)  # ties to even
    return -value if (units < 0) != negative else value


def product(a, b):
    """The product of two matrices of binary16, 16 by 16."""
    out = np.zeros((16, 16), np.float32)
    for i in range(16):
        for j in range(16):
            total = 0.0
            for k in range(0, 16, 2):
                total = sum_of_two(total, [(float(a[i, n]), float(b[n, j])) for n in (k, k + 1)])
            out[i, j] = total
    return out
