"""Writes the constants of the mathematical functions as C: generate_tables.py DIRECTORY.

tables.h holds the numbers and declares the tables, tables.c defines them.

Every value comes from decimal arithmetic with 80 digits, so the tables are the same
on every machine.
"""

from __future__ import annotations

import math
import struct
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
LN2 = Decimal(2).ln()
LN10 = Decimal(10).ln()
EXP_BITS = 7
LOG_BITS = 7
# Where the intervals of the logarithm's table begin: the bits of sqrt(1/2).
LOG_START = 0x3FE6A09E667F3BCD


def nearest(value: Decimal) -> float:
    """Return the double nearest to `value`."""
    return float(Fraction(value))


def trimmed(value: Decimal, lowest_bit: int) -> float:
    """Return `value` rounded to a multiple of 2**lowest_bit."""
    scale = Fraction(2) ** lowest_bit
    return float(round(Fraction(value) / scale) * scale)


def exact(value: float) -> Decimal:
    """Return `value` as a decimal."""
    return Decimal(value)


def constant(name: str, value: float) -> str:
    """Return the definition of one double."""
    return f"#define {name} {value.hex()}\n"


def table(name: str, pairs: list[tuple[float, ...]]) -> str:
    """Return the definition of a table of doubles."""
    lines = [f"const double {name}[{len(pairs)}][{len(pairs[0])}] = {{\n"]
    lines += [f"    {{{', '.join(value.hex() for value in pair)}}},\n" for pair in pairs]
    return "".join(lines) + "};\n"


def in_two(value: Decimal, lowest_bit: int | None = None) -> tuple[float, float]:
    """Return `value` as a sum; the first is rounded to a multiple of 2**lowest_bit."""
    first = nearest(value) if lowest_bit is None else trimmed(value, lowest_bit)
    return first, nearest(value - exact(first))


def exp_tables() -> tuple[str, str]:
    """Return ln2/128 in two parts, and 2**(j/128) as pairs (high, low)."""
    steps = 1 << EXP_BITS
    # 35 bits: k * high is exact for every k that does not overflow.
    high, low = in_two(LN2 / steps, -43)
    constants = f"#define EXP_TABLE_BITS {EXP_BITS}\n"
    constants += constant("EXP_STEPS_PER_LN2", nearest(steps / LN2))
    constants += constant("EXP_LN2_HIGH", high) + constant("EXP_LN2_LOW", low)
    rows = [in_two((LN2 * step / steps).exp()) for step in range(steps)]
    return constants, table("pyasc_exp_table", rows)


def interval_edge(index: int) -> Fraction:
    """Return where interval `index` of the logarithm's table begins."""
    bits = LOG_START + (index << (52 - LOG_BITS))
    return Fraction(struct.unpack("<d", struct.pack("<Q", bits))[0])


def log_inverses() -> list[Fraction]:
    """Return 1/c for a point c of each interval, as multiples of 2**-10; 1 around 1."""
    inverses = []
    for index in range(1 << LOG_BITS):
        begin, end = interval_edge(index), interval_edge(index + 1)
        width = Fraction(1, 1 << (52 - 45)) / 2
        near_one = abs(begin - 1) <= width or abs(end - 1) <= width
        inverse = Fraction(1) if near_one else Fraction(round(2 * 1024 / (begin + end)), 1024)
        inverses.append(inverse)
        assert max(abs(begin * inverse - 1), abs(end * inverse - 1)) < Fraction(85, 10000)
    return inverses


def log_table(name: str, inverses: list[Fraction], base_ln: Decimal) -> tuple[str, str]:
    """Return log(2), 1/ln(base) and log(c), each in two parts."""
    # A multiple of 2**-42, so that k log(2) + log(c) is exact in the first parts.
    high, low = in_two(LN2 / base_ln, -42)
    scale, scale_rest = in_two(1 / base_ln, -26)
    prefix = name.upper()
    constants = constant(f"{prefix}_OF_2_HIGH", high) + constant(f"{prefix}_OF_2_LOW", low)
    constants += constant(f"{prefix}_SCALE_HIGH", scale)
    constants += constant(f"{prefix}_SCALE_LOW", scale_rest)
    rows = []
    for inverse in inverses:
        value = Decimal(inverse.denominator) / Decimal(inverse.numerator)
        rows.append(in_two(value.ln() / base_ln, -42))
    return constants, table(f"pyasc_{name}_table", rows)


def log_tables() -> list[tuple[str, str]]:
    """Return the tables of log, log2 and log10."""
    inverses = log_inverses()
    constants = f"#define LOG_TABLE_BITS {LOG_BITS}\n"
    constants += f"#define LOG_TABLE_START {LOG_START:#x}ull\n"
    rows = [(float(inverse),) for inverse in inverses]
    return [
        (constants, table("pyasc_log_inverses", rows)),
        log_table("ln", inverses, Decimal(1)),
        log_table("log2", inverses, LN2),
        log_table("log10", inverses, LN10),
    ]


def bernoulli(count: int) -> list[Fraction]:
    """Return the first `count` Bernoulli numbers."""
    numbers: list[Fraction] = []
    for n in range(count):
        below = sum((math.comb(n + 1, k) * numbers[k] for k in range(n)), Fraction(0))
        numbers.append(-below / (n + 1) if n else Fraction(1))
    return numbers


def series() -> tuple[str, str]:
    """Return Taylor's coefficients of tanh, sin and cos."""
    numbers = bernoulli(26)
    constants = ""
    for power in range(3, 25, 2):
        n = power + 1
        factor = Fraction(2**n * (2**n - 1), math.factorial(n))
        constants += constant(f"TANH_{power}", float(factor * numbers[n]))
    for power in range(3, 21):
        value = Fraction((-1) ** (power // 2), math.factorial(power))
        constants += constant(f"{'SIN' if power % 2 else 'COS'}_{power}", float(value))
    return constants, ""


def arctangent(inverse: int, bits: int) -> int:
    """Return atan(1 / inverse) * 2**bits, a few units off."""
    power = (1 << bits) // inverse
    total, n = 0, 1
    while power:
        total += power // n if n % 4 == 1 else -(power // n)
        power //= inverse * inverse
        n += 2
    return total


def circle() -> tuple[str, str]:
    """Return pi/2 in parts, and the bits of 2/pi after 64 zeros."""
    bits = 2048
    pi = Fraction(4 * (4 * arctangent(5, bits) - arctangent(239, bits)), 1 << bits)
    half = Fraction(float(pi / 2))
    top = Fraction(trimmed(Decimal(float(half)), -25))
    constants = constant("HALF_PI_HIGH", float(half)) + constant("HALF_PI_TOP", float(top))
    constants += constant("HALF_PI_MIDDLE", float(half - top))
    constants += constant("HALF_PI_LOW", float(pi / 2 - half))
    constants += constant("QUARTER_PI", float(pi / 4))
    # The last argument's window ends at bit 1033 + 192 and a word read ahead.
    words = 21
    value = int(2 / pi * 2 ** (64 * (words - 1)))
    rows = [value >> (64 * (words - 1 - word)) & (2**64 - 1) for word in range(words)]
    lines = [f"const uint64_t pyasc_two_over_pi[{words}] = {{\n"]
    lines += [f"    {row:#018x},\n" for row in rows]
    return constants, "".join(lines) + "};\n"


def main() -> None:
    """Write all tables."""
    parts = [exp_tables(), *log_tables(), series(), circle()]
    header = "// Generated by generate_tables.py.\n#pragma once\n#include <stdint.h>\n"
    source = '// Generated by generate_tables.py.\n#include "tables.h"\n\n'
    for constants, definition in parts:
        header += constants
        if definition:
            declaration = definition.split(" = {")[0]
            header += f'extern __attribute__((visibility("hidden"))) {declaration};\n'
        source += definition
    for name, text in (("tables.h", header), ("tables.c", source)):
        with open(f"{sys.argv[1]}/{name}", "w", encoding="ascii") as out:
            out.write(text)


if __name__ == "__main__":
    main()
