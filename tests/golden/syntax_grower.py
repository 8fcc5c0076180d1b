"""Operators of the supported language, grown at random from its grammar."""

from __future__ import annotations

import random
from collections.abc import Callable

_AUGMENTED = (
    "+=",
    "-=",
    "*=",
    "/=",
    "//=",
    "%=",
    "**=",
    "@=",
    "<<=",
    ">>=",
    "&=",
    "|=",
    "^=",
)
_BINARY = ("+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^")
_COMPARE = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")


class Grower:
    """Grows one operator after the other from ``rng``."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._quotes: list[str] = []  # delimiters of the f-strings around

    def operator(self) -> str:
        """The text of a function."""
        names = self._rng.sample(["a", "b", "x", "out", "n", "ñ", "_k"], self._rng.randrange(1, 5))
        plain = self._rng.randrange(len(names) + 1)
        parameters = [n if i < plain else f"{n}={self._e(1)}" for i, n in enumerate(names)]
        return f"def f({', '.join(parameters)}):\n" + self._block(1, loops=0)

    def _pick(self, *forms: str | Callable[[], str]) -> str:
        form = self._rng.choice(forms)
        return form if isinstance(form, str) else form()

    def _block(self, depth: int, loops: int) -> str:
        count = self._rng.randrange(1, 4)
        return "".join(self._statement(depth, loops) for _ in range(count))

    def _statement(self, depth: int, loops: int) -> str:
        if depth < 4 and self._rng.random() < 0.3:
            return self._compound(depth, loops)
        e = self._e
        line = self._pick(
            lambda: f"{self._target()} = {self._list()}",
            lambda: f"{self._target()} = {self._target()} = {e(2)}",
            lambda: f"{self._place()} {self._rng.choice(_AUGMENTED)} {self._list()}",
            lambda: f"x: int = {self._list()}",
            lambda: e(3),
            lambda: f"return {self._list()}",
            lambda: self._pick("return", "raise", lambda: f"raise {e(2)}"),
            lambda: f"assert {e(2)}, {e(2)}",
            lambda: f"del {self._place()}",
            lambda: self._pick("break", "continue") if loops else "pass",
        )
        return "    " * depth + line + self._pick("\n", "\n", ";\n", "  # note\n")

    def _compound(self, depth: int, loops: int) -> str:
        pad = "    " * depth
        text = pad + self._pick(
            lambda: f"if {self._e(3)}:\n",
            lambda: f"while {self._e(3)}:\n",
            lambda: f"for {self._target()} in {self._list()}:\n",
        )
        branch = text.lstrip().startswith("if")
        text += self._block(depth + 1, loops + (not branch))
        if branch and self._rng.random() < 0.4:
            text += pad + f"elif {self._e(2)}:\n" + self._block(depth + 1, loops)
        if self._rng.random() < 0.3:
            text += pad + "else:\n" + self._block(depth + 1, loops)
        return text

    def _place(self) -> str:
        return self._pick(
            "a", "x", lambda: f"a[{self._index(1)}]", lambda: f"x.T[{self._index(1)}]"
        )

    def _target(self) -> str:
        form = self._pick("{0}", "{0}", "{0}, {1}", "({0}, [{1}, {0}])", "{0},", "[{0}]", "()")
        return form.format(self._place(), self._place())

    def _list(self) -> str:
        e = self._e
        return self._pick(
            lambda: e(3),
            lambda: e(2),
            lambda: f"{e(2)}, {e(2)}",
            lambda: f"{e(2)},",
            "()",
        )

    def _index(self, depth: int) -> str:
        def part() -> str:
            e = self._e
            return self._pick(
                lambda: e(depth),
                lambda: f"{e(depth)}:",
                lambda: f":{e(depth)}",
                lambda: f"{e(depth)}::{e(depth)}",
                ":", "::", "...", "None",
            )  # fmt: skip

        return self._pick(part, part, lambda: f"{part()}, {part()}", lambda: f"{part()},")

    def _e(self, depth: int) -> str:
        """An expression of at most this depth."""
        rng, e = self._rng, self._e
        if depth <= 0 or rng.random() < 0.15:
            return self._pick(self._number, lambda: rng.choice(("a", "x", "n", "ñ")), self._string)
        d = depth - 1
        return self._pick(
            lambda: f"{e(d)} {rng.choice(_BINARY)} {e(d)}",
            lambda: f"({e(d)} {rng.choice(_BINARY)} {e(d)}) {rng.choice(_BINARY)} ({e(d)})",
            lambda: f"{rng.choice(('-', '+', '~', 'not '))}{self._atom(d)}",
            lambda: (
                f"({e(d)} {rng.choice(('and', 'or'))} {e(d)} {rng.choice(('and', 'or'))} {e(d)})"
            ),
            lambda: f"({e(d)} {rng.choice(_COMPARE)} {e(d)} {rng.choice(_COMPARE)} {e(d)})",
            lambda: f"({e(d)} if {e(d)} else {e(d)})",
            lambda: f"{self._atom(d)}({e(d)}, axis={e(d)})",
            lambda: f"{self._atom(d)}[{self._index(d)}]",
            lambda: f"{self._atom(d)}.T",
            lambda: self._pick(f"[{e(d)}, {e(d)}]", f"({e(d)},)", "[]", "()"),
            self._fstring,
            lambda: f"{self._string()} {self._fstring()} {self._string()}",
        )

    def _atom(self, depth: int) -> str:
        return self._pick("a", "np.sum", lambda: f"({self._e(depth)})")

    def _number(self) -> str:
        rng = self._rng
        return self._pick(
            lambda: str(rng.randrange(100)),
            lambda: str(rng.randrange(1 << 140)),
            lambda: hex(rng.randrange(1 << 70)),
            lambda: repr(rng.random() * float(f"1e{rng.randrange(-330, 308)}")),
            lambda: f"{rng.randrange(10**19)}e{rng.randrange(-345, 310)}",
            "1e999", ".5", "3.", "None", "True", "...",
        )  # fmt: skip

    def _quote(self) -> str | None:
        free = [q for q in ("'", '"', "'''", '"""') if not any(o in q for o in self._quotes)]
        return self._rng.choice(free) if free else None

    def _text(self) -> str:
        plain = ["a", " ", "{{", "}}", "µ", "#", ":", "!", "=", "\u200b", "é"]
        if not self._quotes:
            plain += [
                "\\n",
                "\\'",
                '\\"',
                "\\\\",
                "\\x7b",
                "\\x07",
                "\\u2028",
                "\\q",
                "\\\n",
            ]
        return "".join(self._rng.choice(plain) for _ in range(self._rng.randrange(4)))

    def _string(self) -> str:
        quote = self._quote()
        text = self._text()
        return "x" if quote is None or (self._quotes and "#" in text) else quote + text + quote

    def _fstring(self) -> str:
        quote = self._quote()
        if quote is None:
            return "n"
        text = self._text()
        self._quotes.append(quote)
        for _ in range(self._rng.randrange(3)):
            tail = self._pick("", "=", "!r", "!s:>{n}", ":.{a}{x!r:}f", ":^9", "= !a", ":\u00e9")
            text += f"{{ {self._e(self._rng.randrange(2))} {tail}}}"
        self._quotes.pop()
        return "f" + quote + text + self._pick("", "z", "{{", "µ") + quote
