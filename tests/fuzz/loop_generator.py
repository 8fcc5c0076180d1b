"""Makes random operators that are loops and subscripts, with several sets of inputs for each.

What `value_generator.py` keeps small is large here: checks that may leave their loops, what may
keep them inside, and what an exception leaves behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grammar import COMPARISONS, Grammar
from program import Program, array

SIZES = [0, 1, 2, 5, 9, 12]
FAR = [2**31, 2**62, 2**63 - 1, 2**63 - 3, -(2**63)]
DTYPES = ["int8", "int32", "int64", "uint8", "uint64", "float32", "float64", "bool"]


class LoopGenerator(Grammar):
    """Writes operators over arrays of a few sizes, which may share memory."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.near_loops: list[str] = []  # variables of loops whose values are near zero
        self.budget = self.rng.choice([6, 12, 20, 28])
        self.safe = self.rng.random() < 0.6  # few indices out of range
        self.resizes = self.rng.random() < 0.2
        self.made = 0  # loops so far

    # --- indices
    def size(self, name: str) -> str:
        return self.pick(f"{name}.shape[0]", f"len({name})")

    def small(self) -> str:
        """An int, mostly near zero."""
        if self.loops and self.rng.random() < 0.4:
            return self.rng.choice(self.loops)
        return self.pick("n", "m", "1", "2", "0", "3", "-1", *self.names)

    def near(self) -> str:
        """An int near zero, whatever happens."""
        return self.pick("n", "m", "2", "3", *self.near_loops)

    def affine(self, name: str) -> str:
        """A sum of loop variables and what does not change."""
        r = self.rng
        if not self.loops:
            return self.small()
        i, j = r.choice(self.loops), r.choice(self.loops)
        size = self.size(name)
        return self.pick(
            i, i, i, i, f"{i} + {j}", f"{i} - {j}", f"{i} + 1", f"{i} - 1", f"-{i}", f"-{i} - 1",
            f"-1 - {i}", f"n - 1 - {i}", f"{size} - 1 - {i}", f"{size} - {i}", f"{i} - {size}",
            f"2 * {i}", f"{i} * m", f"{i} * n + {j}", f"3 - {i} * 2 + {j}", f"{i} * {j}",
            f"({i} - n) * -1",
        )  # fmt: skip

    def far(self) -> str:
        """An index whose terms are far from zero and cancel, or nearly."""
        r = self.rng
        i = r.choice(self.loops) if self.loops else "1"
        big = r.choice(["2**62", "2**63", "(2**63 - 1)", "2**64", "-2**63", "far", "far"])
        return self.pick(
            f"{i} + {big} - {big}", f"{big} - {i} - {big}", f"{i} * {big} - {i} * {big} + {i}",
            f"{big} + {i} - {big} - n", f"far - {big} + {i}", f"{i} * far", f"({i} + far) % 3",
            f"np.int64({i}) * far",
        )  # fmt: skip

    def dependent(self, name: str) -> str:
        """An index that data or a division decides."""
        inner = self.affine(name)
        return self.pick(
            f"k[{inner}]", f"int(k[{inner}])", f"int(k[{inner}]) + {self.small()}",
            f"k[{inner}] - {self.small()}", f"({inner}) // {self.pick('2', 'n', 'm')}",
            f"({inner}) % {self.pick('3', 'n', 'm', self.size(name))}", f"({inner}) >> 1",
            f"min({inner}, {self.size(name)} - 1)", f"max({inner}, 0)", f"abs({inner})",
            f"np.int32({inner})", f"np.uint8({inner})", f"int(x[{inner}])", f"({inner}) & 3",
            f"({inner} if {self.index_test()} else {self.small()})",
        )  # fmt: skip

    def index(self, name: str) -> str:
        chance = self.rng.random()
        if self.safe and chance < 0.5 and self.loops:
            return f"({self.affine(name)}) % {self.pick('2', '3', self.size(name))}"
        if chance < 0.75:
            return self.affine(name)
        return self.far() if chance > 0.93 else self.dependent(name)

    def element(self, name: str | None = None) -> str:
        name = name or self.pick("x", "x", "out", "out", "y", "k", "z")
        if name == "y":
            return f"y[{self.index('y')}, {self.affine('x')}]"
        if name == "z":
            return "z[()]"
        return f"{name}[{self.index(name)}]"

    # --- conditions and values
    def index_test(self) -> str:
        """A comparison of what indices are made of."""
        left = self.pick(self.small(), self.small(), self.affine("x"))
        right = self.pick(self.small(), self.small(), "5", "7")
        return f"{left} {self.pick(*COMPARISONS)} {right}"

    def comparison(self) -> str:
        kind = self.rng.randrange(6)
        if kind < 3:
            return self.index_test()
        if kind == 3:
            return f"{self.element()} {self.pick('<', '>', '==')} {self.pick('0', '1', '3', 'n')}"
        if kind == 4:
            return f"({self.affine('x')}) % {self.pick('2', '3')} == {self.pick('0', '1')}"
        return super().comparison()

    def atom(self) -> str:
        kind = self.rng.randrange(10)
        if kind < 6:
            return self.element()
        return self.small() if kind < 9 else self.pick("1", "2", "0.5", "-1")

    def integer(self) -> str:
        return self.pick(self.small(), self.affine("x"), f"int({self.element()})")

    # --- statements
    def statement(self) -> None:
        if self.budget <= 0:
            return
        self.budget -= 1
        r = self.rng
        kind = r.randrange(24)
        if kind < 6:
            op = self.pick("=", "=", "+=", "-=")
            target = self.element(self.pick("out", "out", "out", "x", "y", "z", "k"))
            self.emit(f"{target} {op} {self.expression(1)}")
        elif (kind < 12 or (not self.loops and r.random() < 0.6)) and self.depth < 4:
            self.loop()
        elif kind == 12 and self.depth < 5:
            self.guarded_access()
        elif kind < 15 and self.depth < 5:
            self.branch()
        elif kind < 19 and self.loops:
            self.leave()
        elif kind == 19:
            self.failure()
        elif kind == 20:
            self.local()
        elif kind == 21:
            self.rows()
        elif kind == 22 and self.resizes:
            shape = self.pick("n", "(n,)", "len(x)", "(len(x) + 2,)", "x.shape", "5", "(m,)")
            self.emit(f"out.resize({shape})")
        else:
            self.emit(f"{self.element('out')} = {self.expression(1)}")

    def branch(self) -> None:
        self.emit(f"if {self.condition()}:")
        self.block()
        if self.rng.random() < 0.25:
            self.emit(f"elif {self.condition()}:")
            self.block(2)
        if self.rng.random() < 0.4:
            self.emit("else:")
            self.block(2)

    def guarded_access(self) -> None:
        """What conditions decide of an access, wholly or nearly."""
        name = self.pick("x", "out", "k")
        i, size = self.affine(name), self.size(name)
        test = self.pick(
            f"0 <= {i} < {size}", f"{i} < {size} and {i} >= 0", f"-{size} <= {i} < {size}",
            f"not ({i} >= {size} or {i} < 0)", f"0 <= {i} <= {size}", f"-1 < {i} < {size}",
            f"{i} >= 0 and {i} < {self.size('x')}", f"0 < {size} and 0 <= {i}",
        )  # fmt: skip
        self.emit(f"if {test}:")
        if self.rng.random() < 0.15 and self.loops:
            self.inside(f"{self.loops[-1]} += 1")
        if self.rng.random() < 0.15 and self.resizes:
            self.inside(f"out.resize({self.pick('n', 'm', '1')})")
        place, sign = f"{self.pick(name, 'out')}[{i}]", self.pick("=", "+=")
        self.inside(f"{place} {sign} {self.expression(1)}")

    def leave(self) -> None:
        """Statements that end a trip, a loop or the operator."""
        word = self.pick("break", "break", "continue", "continue", "return")
        if self.rng.random() < 0.12:
            self.emit(word)
        elif self.rng.random() < 0.3:
            self.guarded(f"{self.element('out')} = {self.expression(1)}", word)
        else:
            self.guarded(word)

    def failure(self) -> None:
        """An exception under a condition."""
        told = f'f"{{{self.small()}}} {{{self.element()}}}"'
        if self.rng.random() < 0.4:
            self.emit(f"assert {self.condition()}, {told}")
            return
        kind = self.pick("ValueError", "IndexError", "RuntimeError", "KeyError")
        self.guarded(f"raise {kind}({told})")

    def local(self) -> None:
        name = self.pick("p", "q")
        if name in self.names and self.rng.random() < 0.6:
            self.emit(f"{name} {self.pick('+=', '-=', '*=')} {self.small()}")
            return
        value = self.pick(
            self.affine("x"), self.small(), self.dependent("x"), f"int({self.element()})"
        )
        self.emit(f"{name} = {value}")
        if name not in self.names:
            self.names.append(name)

    def rows(self) -> None:
        """Whole arrays, rows and slices, whose shapes may not fit."""
        self.emit(
            self.pick(
                f"y[{self.index('y')}] = {self.pick('1', 'x[0]', 'y[0]', 'y[-1]')}",
                f"y[{self.index('y')}, :] += y[{self.index('y')}, ::-1]",
                "out[:] = x[:]",
                "out[1:] = out[:-1]",
                "out[::-1] = out",
                "out[:] = out[::-1]",
                "x[:] = out",
                "x[1:] += x[:-1]",
                f"out[{self.small()}:] = {self.small()}",
                f"out[{self.small()}:{self.affine('out')}] += 1",
                f"y[:, {self.affine('x')}] = {self.small()}",
                "y[...] = y.T" if self.rng.random() < 0.3 else "y[...] += 1",
            )
        )

    def bounds(self, near: bool) -> str:
        """The arguments of a range; few trips, whatever they are."""
        if near:
            return self.pick(
                "n", "n", "m", "3", "len(x)", "x.shape[0]", "y.shape[0]", "1, n", "n, 0, -1",
                "n - 1, -1, -1", "len(out) - 1, -1, -1", "0, len(x), 2", "-2, 3", "-n, n", "0",
                "1", "5, 1, -3", self.near(), f"{self.near()}, {self.near()}",
            )  # fmt: skip
        step = self.pick("m", "n", "-1", "2", "2**62", "-2**62", "2**63 - 1", "2**70", "-3")
        start = self.pick("0", "n", "-1", "2**62", "-2**63", "2**63 - 4", "far - 2", "5")
        span = self.pick("0", "n", "4", "-4", "m * 3")
        if step.lstrip("-").startswith("2**"):
            return f"{start}, {self.pick('2**63', '-2**63', '2**64', '0', 'far', 'n')}, {step}"
        return f"{start}, {start} + {span}, {step}"

    def loop(self) -> None:
        name = f"i{self.made}"
        self.made += 1
        near = self.loop_head(name)
        self.loops.append(name)
        if near:
            self.near_loops.append(name)
        self.block(4, f"{name} += 1" if self.lines[-1].lstrip().startswith("while") else "")
        self.loops.pop()
        if near:
            self.near_loops.pop()
        if self.rng.random() >= 0.3:
            return
        self.emit("else:")
        if not self.loops or self.rng.random() < 0.6:
            self.block(2)
            return
        if self.rng.random() < 0.5:
            self.inside(f"{self.element('out')} = {self.expression(1)}")
        self.inside(self.pick("break", "continue"))

    def loop_head(self, name: str) -> bool:
        """The first line; whether the variable stays near zero."""
        kind = self.rng.random()
        near = kind < 0.6 or kind >= 0.84
        if kind < 0.78:
            self.emit(f"for {name} in range({self.bounds(near)}):")
        elif kind < 0.84:
            self.emit(f"for {name} in {self.pick('k', '(1, 0, 2)', '(n, m)', 'k[::-1]')}:")
        else:
            self.emit(f"{name} = {self.pick('0', '0', '-2', '1')}")
            self.emit(f"while {name} < {self.pick('3', 'n', '5', 'len(x)')}{self.also()}:")
        return near

    def also(self) -> str:
        chance = self.rng.random()
        if chance < 0.7:
            return ""
        return f" and ({self.condition()})" if chance < 0.9 else f" and {self.element()} < 9"

    def program(self) -> Program:
        """The whole operator."""
        while self.budget > 0:
            self.statement()
        source = "\n".join(["def op(x, y, z, k, out, n=2, m=1, far=0):", *self.lines]) + "\n"
        dtypes = [self.rng.choice(DTYPES) for _ in range(4)]
        cases = [self.case(np.random.default_rng([self.seed, i]), dtypes) for i in range(4)]
        return Program(self.seed, source, self.resizes, cases)

    def case(self, values: np.random.Generator, dtypes: list[str]) -> dict[str, Any]:
        r = self.rng
        sizes = [r.choice(SIZES) if r.random() < 0.4 else 12 for _ in range(5)]
        tensors = {
            "x": array(values, dtypes[0], (sizes[0],)),
            "y": array(values, dtypes[1], (sizes[1], sizes[2])),
            "z": array(values, dtypes[2], ()),
            "k": values.integers(-3, 6, sizes[3]),
            "out": array(values, dtypes[3], (sizes[4],)),
        }
        if not self.resizes:
            self.share(tensors)
        scalars = {
            "n": r.choice([3, 5, 2, 1, 0, -1, 7]),
            "m": r.choice([1, 2, 0, -1, 3]),
            "far": r.choice(FAR),
        }
        return {**tensors, **scalars}

    def share(self, tensors: dict[str, np.ndarray]) -> None:
        """Let some of the tensors be the same memory, or parts of it."""
        r = self.rng
        for name in ("out", "k"):
            if r.random() < 0.25:
                part = r.choice(
                    [
                        slice(None),
                        slice(None),
                        slice(1, None),
                        slice(None, None, -1),
                        slice(0, 7, 2),
                    ]
                )
                whole = tensors["x"]
                tensors[name] = whole if part == slice(None) else whole[part]
        if r.random() < 0.1 and tensors["y"].shape[0] == tensors["y"].shape[1]:
            tensors["y"] = tensors["y"].T
        if r.random() < 0.1 and tensors["x"].size >= 12:
            tensors["y"] = tensors["x"][:12].reshape(3, 4)
