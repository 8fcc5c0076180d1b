"""The grammar of expressions and blocks that the generators of operators share."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from program import FLOATS

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class Grammar(ABC):
    """Writes the lines of one operator; deterministic for a seed.

    What the expressions are of, and which statements there are, the generator says.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.budget = 14  # statements yet to come
        self.lines: list[str] = []
        self.depth = 0  # of the block under way
        self.names: list[str] = []  # scalars bound on every path
        self.loops: list[str] = []  # variables of the loops under way, outermost first

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    # --- what a generator says
    @abstractmethod
    def atom(self) -> str:
        """A scalar without operators."""

    @abstractmethod
    def integer(self) -> str:
        """A scalar without operators that is mostly an int."""

    @abstractmethod
    def statement(self) -> None:
        """Write one statement, possibly compound, unless the budget is spent."""

    # --- expressions
    def expression(self, depth: int = 2) -> str:
        """A scalar expression."""
        if depth == 0 or self.rng.random() < 0.25:
            return self.atom()
        kind = self.rng.randrange(14)
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if kind < 6:
            return f"({a} {self.pick('+', '-', '*')} {b})"
        if kind == 6:
            return f"({a} {self.pick('/', '//', '%')} {b})"
        if kind == 7:
            return f"{self.pick('max', 'min')}({a}, {b})"
        if kind == 8:
            return f"({a} if {self.condition()} else {b})"
        # Powers of ints only: NumPy's float32 power is one ulp off where the result is a tie.
        if kind == 9:
            return self.pick(f"(-{a})", f"abs({a})", f"({self.integer()} ** 2)")
        if kind == 10:
            return self.pick(f"float({a})", f"np.{self.pick(*FLOATS)}({a})", f"np.sqrt(float({a}))")
        if kind == 11:
            sign = self.pick("&", "|", "^", "<<", ">>", "//", "%")
            return f"({self.integer()} {sign} {self.integer()})"
        if kind == 12:
            return f"({a}, {b})[{self.pick('0', '1', '-1')}]"
        return f"({a} {self.pick('and', 'or')} {b})"

    def comparison(self) -> str:
        """Two scalars compared."""
        return f"{self.expression(1)} {self.pick(*COMPARISONS)} {self.expression(1)}"

    def condition(self) -> str:
        """A test."""
        kind = self.rng.randrange(8)
        if kind == 0:
            return f"{self.comparison()} {self.pick(*COMPARISONS)} {self.atom()}"
        if kind == 1:
            return f"not {self.comparison()}"
        if kind == 2:
            return f"{self.comparison()} {self.pick('and', 'or')} {self.condition()}"
        if kind == 3:
            return self.atom()
        return self.comparison()

    # --- blocks
    def emit(self, text: str) -> None:
        """Write a line of the block under way."""
        self.lines.append("    " * (self.depth + 1) + text)

    def block(self, most: int = 3, first: str = "") -> None:
        """An indented body of up to `most` statements; names bound in it are not used after it."""
        known = list(self.names)
        self.depth += 1
        before = len(self.lines)
        if first:
            self.emit(first)
        for _ in range(self.rng.randint(1, most)):
            self.statement()
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1
        self.names = known

    def guarded(self, *statements: str) -> None:
        """Statements under a condition."""
        self.emit(f"if {self.condition()}:")
        self.inside(*statements)

    def inside(self, *statements: str) -> None:
        """An indented body of those statements."""
        self.depth += 1
        for statement in statements:
            self.emit(statement)
        self.depth -= 1
