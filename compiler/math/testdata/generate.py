"""Writes the tables that the support blob's tests compare with: generate.py OUTPUT.

What Python and NumPy really compute; needs NumPy.
"""

from __future__ import annotations

import math
import random
import struct
import sys

import numpy as np

EDGES = [0.0, -0.0, 1.0, -1.0, 3.0, -3.0, 7.5, 1e-300, -1e300, 5e-324, 1.7e308,
         math.inf, -math.inf, math.nan, 0.1, -0.3]


def bits64(value: float) -> str:
    """Return the bits of a double as C; every NaN is the same one."""
    if math.isnan(value):
        return "0x7ff8000000000000"
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}"


def bits32(value: np.float32) -> str:
    """Return the bits of a float as C; every NaN is the same one."""
    return "0x7fc00000" if np.isnan(value) else f"0x{int(value.view(np.uint32)):08x}"


def python_divmod(x: float, y: float) -> tuple[float, float]:
    """Return x % y and x // y, checked to be the same in Python and NumPy."""
    with np.errstate(all="ignore"):
        remainder = float(np.float64(x) % np.float64(y))
        quotient = float(np.float64(x) // np.float64(y))
    if y != 0:
        assert bits64(x % y) == bits64(remainder), (x, y)
        assert bits64(x // y) == bits64(quotient), (x, y)
    return remainder, quotient


def float_rows(rng: random.Random) -> list[str]:
    """Return rows of x, y, x % y, x // y as bits, float64."""
    pairs = [(x, y) for x in EDGES for y in EDGES]
    pairs += [(rng.uniform(-1e3, 1e3), rng.uniform(-10, 10)) for _ in range(60)]
    pairs += [(float(rng.randint(-50, 50)) / 4, float(rng.randint(-8, 8)) / 4) for _ in range(60)]
    pairs += [(rng.uniform(-1, 1) * 10.0 ** rng.randint(-300, 300),
               rng.uniform(-1, 1) * 10.0 ** rng.randint(-300, 300)) for _ in range(60)]
    rows = []
    for x, y in pairs:
        remainder, quotient = python_divmod(x, y)
        rows.append(f"    {{{bits64(x)}, {bits64(y)}, {bits64(remainder)}, {bits64(quotient)}}},\n")
    return rows


def float32_rows(rng: random.Random) -> list[str]:
    """Return rows of x, y, x % y, x // y as bits, float32."""
    edges = [np.float32(edge) for edge in EDGES if abs(edge) < 1e38 or not math.isfinite(edge)]
    pairs = [(x, y) for x in edges for y in edges]
    pairs += [(np.float32(rng.uniform(-1e3, 1e3)), np.float32(rng.uniform(-10, 10)))
              for _ in range(60)]
    pairs += [(np.float32(rng.uniform(-1, 1) * 10.0 ** rng.randint(-40, 38)),
               np.float32(rng.uniform(-1, 1) * 10.0 ** rng.randint(-40, 38))) for _ in range(60)]
    rows = []
    with np.errstate(all="ignore"):
        for x, y in pairs:
            cells = [bits32(np.float32(value)) for value in (x, y, x % y, x // y)]
            rows.append(f"    {{{', '.join(cells)}}},\n")
    return rows


def random_int(rng: random.Random) -> int:
    """Return an integer of any size up to 128 bits, signed."""
    size = rng.randint(0, 127)
    value = rng.getrandbits(size) if size else 0
    if rng.random() < 0.2:
        value = 1 << max(size - 1, 0)
    return -value if rng.random() < 0.5 else value


def halves(value: int) -> str:
    """Return a 128-bit integer as two C words, low first."""
    unsigned = value % (1 << 128)
    return f"0x{unsigned % (1 << 64):x}, 0x{unsigned >> 64:x}"


def division_rows(rng: random.Random) -> list[str]:
    """Return rows of a, b, bits of a / b."""
    low = -(1 << 127)
    pairs = [(low, 1), (low, -1), (low, low), (1, low), (0, -5), ((1 << 127) - 1, 3), (1, 3),
             ((1 << 53) + 1, 1), ((1 << 54) + 2, 1), ((1 << 54) + 6, 1)]
    pairs += [(random_int(rng), random_int(rng) or 1) for _ in range(150)]
    # Quotients that are, or nearly are, half way between two doubles.
    for _ in range(60):
        divisor = rng.getrandbits(60) | 1
        middle = (rng.getrandbits(53) | 1 << 52) * 2 + 1
        pairs += [(middle * divisor + rng.randint(-1, 1), divisor)]
    return [f"    {{{halves(a)}, {halves(b)}, {bits64(a / b)}}},\n"
            for a, b in pairs]


def power_rows(rng: random.Random) -> list[str]:
    """Return rows of base, exponent, whether it overflows, the power."""
    pairs = [(0, 0), (0, 5), (1, 1 << 100), (-1, (1 << 100) + 1), (-1, 1 << 100), (2, 126), (2, 127),
             (-2, 127), (-2, 128), (2, 1 << 90), (3, 80), (3, 81), (-3, 79), (10, 38), (10, 39),
             ((1 << 63), 2), (-(1 << 63), 2), (1 << 42, 3), (-(1 << 127), 1), ((1 << 127) - 1, 1)]
    pairs += [(rng.randint(-40, 40), rng.randint(0, 40)) for _ in range(60)]
    rows = []
    for base, exponent in pairs:
        fits = abs(base) <= 1 or exponent < 200
        power = 0
        if abs(base) <= 1:
            power = base ** (exponent % 2 + 2 if exponent else 0)
        elif fits:
            power = base ** exponent
            fits = -(1 << 127) <= power < 1 << 127
        rows.append(f"    {{{halves(base)}, {halves(exponent)}, {int(not fits)}, "
                    f"{halves(power if fits else 0)}}},\n")
    return rows


def main() -> None:
    """Write all tables."""
    rng = random.Random(20)
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write("// Generated by testdata/generate.py: what Python and NumPy compute.\n")
        out.write(f"constexpr uint64_t kFloat64Rows[][4] = {{\n{''.join(float_rows(rng))}}};\n")
        out.write(f"constexpr uint32_t kFloat32Rows[][4] = {{\n{''.join(float32_rows(rng))}}};\n")
        out.write(f"constexpr uint64_t kDivisionRows[][5] = {{\n{''.join(division_rows(rng))}}};\n")
        out.write(f"constexpr uint64_t kPowerRows[][7] = {{\n{''.join(power_rows(rng))}}};\n")


if __name__ == "__main__":
    main()
