"""Makes small random operators of every dtype and expression, with inputs for them."""

from __future__ import annotations

import numpy as np

from grammar import Grammar
from program import DTYPES, FLOATS, Program, array


class ValueGenerator(Grammar):
    """Writes operators over two inputs and an output of a few elements."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        r = self.rng
        shape = tuple(r.choice([1, 2, 3, 4]) for _ in range(r.choice([1, 1, 2])))
        self.shapes = {"x": shape, "y": shape if r.random() < 0.7 else (3,), "out": shape}
        self.dtypes = {
            name: r.choice(DTYPES if r.random() < 0.6 else FLOATS) for name in self.shapes
        }

    # --- expressions
    def atom(self) -> str:
        kind = self.rng.randrange(10)
        if kind < 3 and self.names:
            return self.pick(*self.names)
        if kind < 6:
            return self.element(self.pick("x", "y", "out"))
        if kind == 6 and self.loops:
            return self.pick(*self.loops)
        if kind == 7:
            return self.pick("alpha", "n")
        if kind == 8:
            return self.pick("0.5", "2.0", "-1.5", "0.0", "1e300", "3.25")
        if self.rng.random() < 0.1:
            return str(self.rng.choice([-1, -2, 100, 255, 300, 2**31, 2**40]))
        return self.pick("0", "1", "2", "3", "5", "7")

    def integer(self) -> str:
        small = str(self.rng.choice([0, 1, 2, 3, 5, 7, 31, 63, 64, 2**63, -1]))
        whole = [self.element(name) for name in self.shapes if self.dtypes[name] not in FLOATS]
        return self.pick("n", small, f"int({self.atom()})", *self.loops, *whole)

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

    # --- statements
    def statement(self) -> None:
        if self.budget <= 0:
            return
        self.budget -= 1
        kind = self.rng.randrange(17)
        if kind < 3:
            self.local()
        elif kind < 5 and self.names:
            name, sign = self.pick(*self.names), self.pick("+=", "-=", "*=")
            self.emit(f"{name} {sign} {self.expression(1)}")
        elif kind < 8:
            sign = self.pick("=", "=", "+=", "-=", "*=")
            self.emit(f"{self.element('out')} {sign} {self.expression()}")
        elif kind == 8:
            self.array_statement()
        elif kind == 9 and self.depth < 3:
            self.emit(f"if {self.condition()}:")
            self.block()
            if self.rng.random() < 0.5:
                self.emit("else:")
                self.block()
        elif kind < 12 and self.depth < 3:
            self.loop()
        elif kind == 12 and self.loops:
            self.guarded(self.pick("break", "continue"))
        elif kind == 13 and self.rng.random() < 0.3:
            self.guarded(f'raise ValueError(f"v={{{self.atom()}}}")')
        elif kind == 14:
            self.unpacking()
        elif kind == 15 and self.names and self.rng.random() < 0.5:
            self.emit(f"print({self.pick(*self.names)}, f'{{{self.atom()}}}')")

    def local(self) -> None:
        name = self.pick("s", "t", "u")
        self.emit(f"{name} = {self.expression()}")
        if name not in self.names:
            self.names.append(name)

    def unpacking(self) -> None:
        """Tuples on both sides."""
        places = [self.element("out"), self.element("out"), "s", "t"]
        left = self.rng.sample(places, 2)
        self.emit(f"{left[0]}, {left[1]} = {self.expression(1)}, {self.expression(1)}")
        self.names += [name for name in left if name in ("s", "t") and name not in self.names]

    def loop(self) -> None:
        """A for or a bounded while."""
        name = f"i{self.depth}"
        kind = self.rng.random()
        if kind < 0.85:
            bounds = self.pick(
                "3", "x.shape[0]", "n", "1, 4", "3, -1, -1", "0, 5, 2", "-1, 2", "n, 0"
            )
            self.emit(f"for {name} in range({bounds}):")
            self.loop_body(name)
            if self.rng.random() < 0.15:
                self.emit("else:")
                self.block()
        elif kind < 0.9 and len(self.shapes["x"]) == 1:
            self.emit(f"for {name} in x:")
            known = list(self.names)
            self.names.append(name)
            self.block()
            self.names = known
        else:
            self.emit(f"{name} = 0")
            self.emit(f"while {name} < 3:")
            self.loop_body(name, first=f"{name} += 1")

    def loop_body(self, name: str, first: str = "") -> None:
        self.loops.append(name)
        self.block(first=first)
        self.loops.pop()

    def array_statement(self) -> None:
        """An assignment of a whole array or a slice."""
        source = self.pick("x", "y", "out")
        whole = self.pick("out[:]", "out[...]")
        kind = self.rng.randrange(6)
        if kind == 0:
            self.emit(f"{whole} = {self.atom()}")
        elif kind == 1 and self.shapes[source] == self.shapes["out"]:
            sign, right = self.pick("+", "-", "*"), self.pick("alpha", "x", "2", "0.5")
            self.emit(f"{whole} = {source} {sign} {right}")
        elif kind == 2:
            part, sign = self.pick("1:", ":-1", "::2", "::-1"), self.pick("+=", "=")
            self.emit(f"out[{part}] {sign} {self.atom()}")
        elif kind == 3:
            moves = ("[1:] = out[:-1]", "[:] = out[::-1]", "[:-1] = out[1:]", "[1:] += out[:-1]")
            self.emit("out" + self.pick(*moves))
        elif kind == 4 and len(self.shapes["out"]) == 2:
            row, sign = self.index(self.shapes["out"][0]), self.pick("=", "+=")
            self.emit(f"out[{row}, :] {sign} {self.atom()}")
        else:
            self.emit(
                f"{whole} {self.pick('+=', '*=', '-=')} {self.pick('1', '2', '0.5', 'alpha')}"
            )

    def program(self) -> Program:
        """The whole operator."""
        r = self.rng
        while self.budget > 0:
            self.statement()
        source = "\n".join(["def op(x, y, out, alpha=1.0, n=2):", *self.lines, "    pass\n"])
        values = np.random.default_rng(self.seed)
        tensors = {
            name: array(values, self.dtypes[name], self.shapes[name]) for name in self.shapes
        }
        if r.random() < 0.2:
            tensors = {name: turned(values, tensor) for name, tensor in tensors.items()}
        scalars = {"alpha": r.choice([0.5, -2.0, 1, 3, 0.0]), "n": r.choice([0, 1, 2, 3, -1])}
        return Program(self.seed, source, cases=[{**tensors, **scalars}])


def turned(rng: np.random.Generator, tensor: np.ndarray) -> np.ndarray:
    """The same values with other strides."""
    spread = np.zeros(tuple(2 * size for size in tensor.shape), tensor.dtype)
    steps = [-2 if rng.random() < 0.5 else 2 for _ in tensor.shape]
    view = spread[tuple(slice(None, None, step) for step in steps)]
    view[...] = tensor
    return view
