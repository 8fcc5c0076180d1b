"""Makes small random operators of the language, with inputs for them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

DTYPES = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]
FLOATS = ["float16", "float32", "float64"]


@dataclass
class Program:
    """One generated operator: its text and what to call it with."""

    source: str
    tensors: dict[str, np.ndarray]  # in parameter order; written ones too
    attributes: dict[str, object]
    seed: int


@dataclass
class Generator:
    """Writes one operator; deterministic for a seed."""

    seed: int
    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # scalars bound on every path
    loops: list[str] = field(default_factory=list)
    depth: int = 0
    budget: int = 14

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.fresh = 0

    # --- expressions
    def atom(self) -> str:
        """A scalar without operators."""
        r = self.rng
        kind = r.randrange(10)
        if kind < 3 and self.names:
            return r.choice(self.names)
        if kind < 6:
            return self.element(r.choice(["x", "y", "out"]))
        if kind == 6 and self.loops:
            return r.choice(self.loops)
        if kind == 7:
            return r.choice(["alpha", "n"])
        if kind == 8:
            return r.choice(["0.5", "2.0", "-1.5", "0.0", "1e300", "3.25"])
        if r.random() < 0.1:
            return str(r.choice([-1, -2, 100, 255, 300, 2**31, 2**40]))
        return str(r.choice([0, 1, 2, 3, 5, 7]))

    def index(self, size: int) -> str:
        """An index: mostly in range for an axis of that size."""
        r = self.rng
        if self.loops and r.random() < 0.5:
            plain = r.choice(self.loops)
            return plain if r.random() < 0.1 else f"{plain} % {size}"
        if self.loops and r.random() < 0.1:
            return f"({r.choice(self.loops)} {r.choice(['+', '-'])} 1) % {size}"
        return str(r.randrange(-size, size) if r.random() < 0.995 else size)

    def element(self, name: str) -> str:
        """An element of a tensor parameter."""
        return f"{name}[{', '.join(self.index(s) for s in self.shapes[name])}]"

    def expression(self, depth: int = 2) -> str:
        """A scalar expression."""
        r = self.rng
        if depth == 0 or r.random() < 0.25:
            return self.atom()
        kind = r.randrange(14)
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if kind < 6:
            return f"({a} {r.choice(['+', '-', '*'])} {b})"
        if kind == 6:
            return f"({a} {r.choice(['/', '//', '%'])} {b})"
        if kind == 7:
            return f"{r.choice(['max', 'min'])}({a}, {b})"
        if kind == 8:
            return f"({a} if {self.condition()} else {b})"
        # Powers of ints only: NumPy's float32 power is one ulp off where the result is a tie.
        if kind == 9:
            return r.choice([f"(-{a})", f"abs({a})", f"({self.integer()} ** 2)"])
        if kind == 10:
            return r.choice([f"float({a})", f"np.{r.choice(FLOATS)}({a})", f"np.sqrt(float({a}))"])
        if kind == 11:
            sign = r.choice(["&", "|", "^", "<<", ">>", "//", "%"])
            return f"({self.integer()} {sign} {self.integer()})"
        if kind == 12:
            return f"({a}, {b})[{r.choice(['0', '1', '-1'])}]"
        return f"({a} {r.choice(['and', 'or'])} {b})"

    def integer(self) -> str:
        """An expression that is an int if the tensors are."""
        r = self.rng
        small = str(r.choice([0, 1, 2, 3, 5, 7, 31, 63, 64, 2**63, -1]))
        choices = ["n", small, f"int({self.atom()})", *self.loops]
        choices += [self.element(name) for name in self.whole]
        return r.choice(choices)

    def condition(self) -> str:
        """A test."""
        r = self.rng
        ops = ["<", "<=", ">", ">=", "==", "!="]
        a, b = self.expression(1), self.expression(1)
        kind = r.randrange(6)
        if kind == 0:
            return f"{a} {r.choice(ops)} {b} {r.choice(ops)} {self.atom()}"
        if kind == 1:
            return f"not {a} {r.choice(ops)} {b}"
        if kind == 2:
            first, second = (
                f"{a} {r.choice(ops)} {b}",
                f"{self.atom()} {r.choice(ops)} {self.atom()}",
            )
            return f"{first} {r.choice(['and', 'or'])} {second}"
        return f"{a} {r.choice(ops)} {b}"

    # --- statements
    def emit(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    def block(self, loops: str | None = None) -> None:
        """An indented body; names bound inside are not used after it."""
        known = list(self.names)
        if loops:
            self.loops.append(loops)
        self.depth += 1
        before = len(self.lines)
        for _ in range(self.rng.randrange(1, 4)):
            self.statement()
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1
        if loops:
            self.loops.pop()
        self.names = known

    def statement(self) -> None:
        """One statement, possibly compound."""
        if self.budget <= 0:
            return
        self.budget -= 1
        r = self.rng
        kind = r.randrange(17)
        if kind == 14:
            return self.unpacking()
        if kind == 15 and self.names and r.random() < 0.5:
            self.emit(f"print({r.choice(self.names)}, f'{{{self.atom()}}}')")
            return
        if kind < 3:
            name = r.choice(["s", "t", "u"])
            self.emit(f"{name} = {self.expression()}")
            if name not in self.names:
                self.names.append(name)
        elif kind < 5 and self.names:
            self.emit(f"{r.choice(self.names)} {r.choice(['+=', '-=', '*='])} {self.expression(1)}")
        elif kind < 8:
            op = r.choice(["=", "=", "+=", "-=", "*="])
            self.emit(f"{self.element('out')} {op} {self.expression()}")
        elif kind == 8:
            self.array_statement()
        elif kind == 9 and self.depth < 3:
            self.emit(f"if {self.condition()}:")
            self.block()
            if r.random() < 0.5:
                self.emit("else:")
                self.block()
        elif kind < 12 and self.depth < 3:
            self.loop()
        elif kind == 12 and self.loops:
            self.guarded(r.choice(["break", "continue"]))
        elif kind == 13 and r.random() < 0.3:
            self.guarded(f'raise ValueError(f"v={{{self.atom()}}}")')

    def guarded(self, statement: str) -> None:
        """A statement under a condition."""
        self.emit(f"if {self.condition()}:")
        self.depth += 1
        self.emit(statement)
        self.depth -= 1

    def unpacking(self) -> None:
        """Tuples on both sides, or one value for two names."""
        r = self.rng
        places = [self.element("out"), self.element("out"), "s", "t"]
        left = r.sample(places, 2)
        self.emit(f"{left[0]}, {left[1]} = {self.expression(1)}, {self.expression(1)}")
        self.names += [name for name in left if name in ("s", "t") and name not in self.names]

    def loop(self) -> None:
        """A for or a bounded while."""
        r = self.rng
        name = f"i{len(self.loops)}"
        if r.random() < 0.85:
            bounds = r.choice(
                ["3", "x.shape[0]", "n", "1, 4", "3, -1, -1", "0, 5, 2", "-1, 2", "n, 0"]
            )
            self.emit(f"for {name} in range({bounds}):")
            self.block(name)
            if r.random() < 0.15:
                self.emit("else:")
                self.block()
            return
        if r.random() < 0.3 and len(self.shapes["x"]) == 1:
            self.emit(f"for {name} in x:")
            known = list(self.names)
            self.names.append(name)
            self.block()
            self.names = known
            return
        self.emit(f"{name} = 0")
        self.emit(f"while {name} < 3:")
        self.depth += 1
        self.emit(f"{name} += 1")
        self.depth -= 1
        self.block(name)

    def array_statement(self) -> None:
        """An assignment of a whole array or a slice."""
        r = self.rng
        source = r.choice(["x", "y", "out"])
        rank = len(self.shapes["out"])
        whole = r.choice(["out[:]", "out[...]"])
        kind = r.randrange(6)
        if kind == 0:
            self.emit(f"{whole} = {self.atom()}")
        elif kind == 1 and self.shapes[source] == self.shapes["out"]:
            sign, right = r.choice(["+", "-", "*"]), r.choice(["alpha", "x", "2", "0.5"])
            self.emit(f"{whole} = {source} {sign} {right}")
        elif kind == 2:
            part, sign = r.choice(["1:", ":-1", "::2", "::-1"]), r.choice(["+=", "="])
            self.emit(f"out[{part}] {sign} {self.atom()}")
        elif kind == 3:
            self.emit(
                r.choice(
                    [
                        "out[1:] = out[:-1]",
                        "out[:] = out[::-1]",
                        "out[:-1] = out[1:]",
                        "out[1:] += out[:-1]",
                    ]
                )
            )
        elif kind == 4 and rank == 2:
            self.emit(
                f"out[{self.index(self.shapes['out'][0])}, :] {r.choice(['=', '+='])} {self.atom()}"
            )
        else:
            self.emit(
                f"{whole} {r.choice(['+=', '*=', '-='])} {r.choice(['1', '2', '0.5', 'alpha'])}"
            )

    def program(self) -> Program:
        """The whole operator."""
        r = self.rng
        rank = r.choice([1, 1, 2])
        shape = tuple(r.choice([1, 2, 3, 4]) for _ in range(rank))
        self.shapes = {"x": shape, "y": shape if r.random() < 0.7 else (3,), "out": shape}
        dtypes = {name: r.choice(DTYPES if r.random() < 0.6 else FLOATS) for name in self.shapes}
        self.whole = [name for name in dtypes if dtypes[name] not in FLOATS]
        while self.budget > 0:
            self.statement()
        if not self.lines:
            self.emit("pass")
        header = ["def op(x, y, out, alpha=1.0, n=2):"]
        values = np.random.default_rng(self.seed)
        tensors = {name: array(values, dtypes[name], self.shapes[name]) for name in self.shapes}
        if r.random() < 0.2:
            tensors = {name: turned(values, tensor) for name, tensor in tensors.items()}
        attributes: dict[str, object] = {
            "alpha": r.choice([0.5, -2.0, 1, 3, 0.0]),
            "n": r.choice([0, 1, 2, 3, -1]),
        }
        return Program("\n".join(header + self.lines) + "\n", tensors, attributes, self.seed)


def turned(rng: np.random.Generator, tensor: np.ndarray) -> np.ndarray:
    """The same values with other strides."""
    spread = np.zeros(tuple(2 * size for size in tensor.shape), tensor.dtype)
    view = spread[
        tuple(
            slice(None, None, -2) if rng.random() < 0.5 else slice(None, None, 2)
            for _ in tensor.shape
        )
    ]
    view[...] = tensor
    return view


def array(rng: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Values that reach the corners of the dtype now and then."""
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype in FLOATS:
        data = (rng.standard_normal(shape) * rng.choice([1, 10, 1000])).astype(dtype)
        if rng.random() < 0.2 and data.size:
            data.reshape(-1)[0] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
        return data
    info = np.iinfo(dtype)
    if rng.random() < 0.3:
        return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
    return rng.integers(max(info.min, -5), 9, shape).astype(dtype)


def make_program(seed: int) -> Program:
    """The program of a seed."""
    return Generator(seed).program()
