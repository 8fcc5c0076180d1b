"""Write numeric_cases.txt: what CPython 3.11 and NumPy 2 answer for hostile scalars.

Run with NumPy 2.4 and CPython 3.11: ``python make_numeric_cases.py > numeric_cases.txt``.

The file has, in this order,

* ``!N Exception message``: the exceptions, by number;
* ``@op type...``: a group, the operand types of the rows below it;
* ``operand... = type value`` or ``operand... ! N``: a row.

Types: pb pi pf are Python's bool, int, float; b1 i1..u8 f2 f4 f8 NumPy's; t2 is a tuple
of two. Integers are decimal, floats the hexadecimal bits of their width.
"""

from __future__ import annotations

import itertools
import math
import operator
import random
import struct
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

PYTHON = {"pb": bool, "pi": int, "pf": float}
NUMPY = {
    "b1": np.bool, "i1": np.int8, "i2": np.int16, "i4": np.int32, "i8": np.int64,
    "u1": np.uint8, "u2": np.uint16, "u4": np.uint32, "u8": np.uint64,
    "f2": np.float16, "f4": np.float32, "f8": np.float64,
}
CODES = [*PYTHON, *NUMPY]
CODE_OF: dict[Any, str] = {np.dtype(t): code for code, t in NUMPY.items()}
BITS = {"f2": ("<e", "<H"), "f4": ("<f", "<I"), "f8": ("<d", "<Q"), "pf": ("<d", "<Q")}
FLOATS = [0.0, -0.0, 1.0, -1.5, 2.5, 7.5, -7.5, 3.0, -2.0, 0.1, 300.7, -0.5, 65504.0, 65520.0,
          2147483648.0, -2147483649.0, 9007199254740993.0, 9.3e18, 1.9e19, 1e300, -1e300,
          5e-324, 1e-5, math.inf, -math.inf, math.nan]
PYTHON_INTS = [0, 1, -1, 2, 3, -3, 5, 7, -7, 8, 63, 127, 128, -128, -129, 200, 255, 256, 300,
               -300, 65537, 2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, 2**63, -(2**63),
               2**64 - 1, 2**64, -(2**64), 2**60 + 2**36 + 1, 2**127 - 1, -(2**127)]
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
    "truediv": operator.truediv, "floordiv": operator.floordiv, "mod": operator.mod,
    "pow": operator.pow, "lshift": operator.lshift, "rshift": operator.rshift,
    "and": operator.and_, "or": operator.or_, "xor": operator.xor,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge,
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg, "pos": operator.pos, "invert": operator.invert, "not": operator.not_,
    "int": int, "float": float, "bool": bool, "abs": abs, "round": round,
    "math.sqrt": math.sqrt, "math.exp": math.exp, "math.floor": math.floor,
    "math.ceil": math.ceil, "math.trunc": math.trunc, "math.fabs": math.fabs,
    "math.log": math.log, "math.log2": math.log2, "math.log10": math.log10,
    "math.log1p": math.log1p, "math.sin": math.sin, "math.cos": math.cos, "math.tanh": math.tanh,
    "math.isnan": math.isnan, "math.isinf": math.isinf, "math.isfinite": math.isfinite,
    **{f"numpy.{name}": getattr(np, name) for name in (
        "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tanh", "sqrt", "abs", "absolute",
        "floor", "ceil", "trunc", "rint", "isnan", "isinf", "isfinite",
        "negative", "square", "sign", "bool", "int8", "int16", "int32", "int64",
        "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")},
}
FUNCTIONS2: dict[str, Callable[[Any, Any], Any]] = {
    "max": max, "min": min, "divmod": divmod,
    "numpy.maximum": np.maximum, "numpy.minimum": np.minimum,
}
WIDE_RESULT = "integer result does not fit in 128 bits"


class Skip(Exception):
    """The row is outside what the language promises."""


def limits(code: str) -> list[int]:
    info = np.iinfo(NUMPY[code])
    low, high = int(info.min), int(info.max)
    middle = [2**53 + 1, 2**60 + 2**36 + 1] if high >= 2**62 else []
    small = [0, 1, 2, 3, 5, 7, 8, 13, 31, 63, 100]
    signed = [-1, -2, -3, -7, low, low + 1] if low else [high // 2 + 1]
    return [v for v in [*small, high, high - 1, *middle, *signed] if low <= v <= high]


def values(code: str) -> list[Any]:
    if code in ("pb", "b1"):
        kind = bool if code == "pb" else np.bool
        return [kind(False), kind(True)]
    if code == "pi":
        return list(PYTHON_INTS)
    if code == "pf":
        return list(FLOATS)
    if code in BITS:
        found: dict[str, Any] = {}
        for v in FLOATS:
            found.setdefault(show(NUMPY[code](v))[1], NUMPY[code](v))
        return list(found.values())
    return [NUMPY[code](v) for v in limits(code)]


def show(value: Any) -> tuple[str, str]:
    """The code of the value's type and its text."""
    if isinstance(value, tuple):
        parts = [" ".join(show(v)) for v in value]
        return "t2", " ".join(parts)
    if isinstance(value, np.generic):
        code = CODE_OF[value.dtype]
    else:
        code = next(c for c, t in PYTHON.items() if type(value) is t)
    if code in BITS:
        if math.isnan(value):
            return code, "nan"
        pack, unpack = BITS[code]
        width = struct.calcsize(pack) * 2
        return code, f"{struct.unpack(unpack, struct.pack(pack, value))[0]:0{width}x}"
    return code, str(int(value))


def python_int(value: Any) -> bool:
    return type(value) in (int, bool)


def outcome(function: Callable[..., Any], operands: tuple[Any, ...]) -> tuple[str, str]:
    """(type, value), or ("!", "Exception message")."""
    if function is operator.lshift and all(map(python_int, operands)) and operands[1] > 400:
        return ("pi", "0") if operands[0] == 0 else ("!", f"OverflowError {WIDE_RESULT}")
    try:
        result = function(*operands)
    except TypeError as error:
        return "!", f"TypeError {error}"
    except Exception as error:
        if str(error) == "complex exponentiation":
            raise Skip from error
        return "!", f"{type(error).__name__} {error}"
    if isinstance(result, (complex, np.ndarray, str)):
        raise Skip
    if isinstance(result, int) and not -(2**127) <= result < 2**127:
        return "!", f"OverflowError {WIDE_RESULT}"
    if isinstance(result, np.generic) and result.dtype not in CODE_OF:
        raise Skip
    return show(result)


class Writer:
    """Collects groups; prints the exceptions before them."""

    def __init__(self) -> None:
        self.exceptions: dict[str, int] = {}
        self.lines: list[str] = []

    def group(self, op: str, codes: tuple[str, ...], function: Callable[..., Any],
              operands: Iterable[tuple[Any, ...]]) -> None:
        rows: list[tuple[str, str, str]] = []
        for row in operands:
            try:
                kind, text = outcome(function, row)
            except Skip:
                continue
            rows.append((" ".join(show(v)[1] for v in row), kind, text))
        if not rows:
            return
        if {row[1:] for row in rows} == {rows[0][1:]} and rows[0][2].startswith("TypeError"):
            rows = rows[:1]
        self.lines.append(f"@{op} {' '.join(codes)}")
        for left, kind, text in rows:
            if kind == "!":
                number = self.exceptions.setdefault(text, len(self.exceptions))
                self.lines.append(f"{left} ! {number}")
            else:
                self.lines.append(f"{left} = {kind} {text}")

    def print(self) -> None:
        for text, number in self.exceptions.items():
            print(f"!{number} {text}")
        print("\n".join(self.lines))


def pairs(a: str, b: str, count: int, seed: str) -> list[tuple[Any, Any]]:
    every = list(itertools.product(values(a), values(b)))
    if len(every) <= count:
        return every
    return random.Random(seed).sample(every, count)


def is_float(code: str) -> bool:
    return code in BITS


def allowed_pow(row: tuple[Any, Any]) -> bool:
    a, b = row
    if not (python_int(a) and python_int(b)):
        return True
    return bool(b >= 0 and (b <= 200 or abs(a) <= 1))


def write_binary(writer: Writer) -> None:
    for a, b in itertools.product(CODES, CODES):
        for op, function in BINARY.items():
            count = 14 if a == b else 10 if op in ("add", "eq", "lt") else 6
            rows = pairs(a, b, count, f"{op} {a} {b}")
            if op == "pow":
                rows = [row for row in rows if allowed_pow(row)]
            writer.group(op, (a, b), function, rows)


def write_python_int_pairs(writer: Writer) -> None:
    for op, function in BINARY.items():
        rows = list(itertools.product(PYTHON_INTS, PYTHON_INTS))
        if op == "pow":
            rows = [row for row in rows if allowed_pow(row)]
        writer.group(op, ("pi", "pi"), function, random.Random(op).sample(rows, 150))


def write_power_by_constant(writer: Writer) -> None:
    for code in CODES:
        exponents: list[float] = [0, 1, 2, 3, 4, 5, 13, 63, 2.0, 3.0, 0.0, -1, -2, -3, -1.0]
        if not is_float(code):
            exponents = [-1, 0, 1, 2, 3, 5, 10, 31, 64, 127, 2.0]
        if is_float(code):
            exponents += [0.5, -0.5, 1.3, 100.0]
        for exponent in exponents:
            rows = [(v, exponent) for v in values(code)]
            writer.group("powc", (code, show(exponent)[0]), operator.pow, rows)


def store_into(dtype: type) -> Callable[[Any], Any]:
    def store(value: Any) -> Any:
        array: Any = np.zeros(1, dtype)
        array[0] = value
        return array[0]

    return store


def cast_to(dtype: type) -> Callable[[Any], Any]:
    return lambda value: np.array([value]).astype(dtype)[0]


def write_conversions(writer: Writer) -> None:
    for target, dtype in NUMPY.items():
        for code in CODES:
            rows = [(v,) for v in values(code)]
            writer.group(f"store.{target}", (code,), store_into(dtype), rows)
            if code in NUMPY:
                writer.group(f"astype.{target}", (code,), cast_to(dtype), rows)


def write_functions(writer: Writer) -> None:
    for name, function in UNARY.items():
        for code in CODES:
            rows = [(v,) for v in values(code)]
            if name.startswith("numpy.") and code == "pi" and not isinstance(function, type):
                # NumPy makes these uint64 or object arrays; the language refuses them.
                rows = [(v,) for (v,) in rows if -(2**63) <= v < 2**63]
            writer.group(name, (code,), function, rows)
    for name, function2 in FUNCTIONS2.items():
        for a, b in itertools.product(CODES, CODES):
            if name in ("max", "min") and a != b:
                continue
            count = 26 if a == b else 6
            writer.group(name, (a, b), function2, pairs(a, b, count, f"{name} {a} {b}"))


def main() -> None:
    warnings.simplefilter("ignore")
    writer = Writer()
    write_binary(writer)
    write_python_int_pairs(writer)
    write_power_by_constant(writer)
    write_conversions(writer)
    write_functions(writer)
    writer.print()


if __name__ == "__main__":
    main()
