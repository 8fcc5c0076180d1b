"""Texts near real operators: mutated, and grown from a grammar."""

from __future__ import annotations

import random

TOKENS = [
    "(", ")", "[", "]", "{", "}", ",", ":", ";", ".", "...", "=", "==", "!=", "<", "<=", ">", ">=",
    "+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^", "~", "+=", "-=", "**=",
    ":=", "->", "!", "$", "?", "\\", "\\\n", "#", "'", '"', "'''", '"""', "f'", 'f"', "rf'''", "b'",
    "{{", "}}", "{x}", "{x!r}", "{x=}", "{x:>{w}}", "if", "else", "elif", "for", "in", "while",
    "not", "and", "or", "is", "None", "True", "False", "lambda", "lambda x: x", "yield", "await",
    "def", "return", "raise", "assert", "del", "pass", "break", "continue", "import", "from",
    "global", "with", "try", "class", "async", "match", "case", "print", "__debug__", "x", "_",
    "é", "ﬁ", "µ", "€", "\u00a0", "\ufeff", "0", "1", "0x1F", "0b2", "0o17", "1_0", "1__0", "01",
    "1.", ".5", "1e5", "1e", "1e400", "5e-324", "2e-324", "1j", "1if", "0xfor", "10" * 25, "1" * 40,
    " ", "  ", "    ", "\t", "\n", "\r\n", "\r", "\f", "\n    ", "\n        ", "\n\t", "\\x41",
    "\\", "\\101", "\\u00e9", "\\N{DASH}", "\\d", "\0", "\x01",
]  # fmt: skip


def mutate(text: str, rng: random.Random) -> str:
    """``text`` with one to three small changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(_MUTATIONS)(text, rng)
    return text


def _place(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def _delete(text: str, rng: random.Random) -> str:
    at = _place(text, rng)
    return text[:at] + text[at + rng.choice((1, 1, 2, 4, 9)) :]


def _insert(text: str, rng: random.Random) -> str:
    at = _place(text, rng)
    return text[:at] + rng.choice(TOKENS) + text[at:]


def _replace(text: str, rng: random.Random) -> str:
    at = _place(text, rng)
    return text[:at] + rng.choice(TOKENS) + text[at + rng.choice((1, 1, 2, 3)) :]


def _copy(text: str, rng: random.Random) -> str:
    begin, at = _place(text, rng), _place(text, rng)
    return text[:at] + text[begin : begin + rng.randrange(1, 30)] + text[at:]


def _swap_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def _reindent(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    i = rng.randrange(len(lines))
    body = lines[i].lstrip(" \t")
    lines[i] = rng.choice(("", " ", "    ", "\t", "        ", "  \t", "\t  ", "\f    ")) + body
    return "".join(lines)


_MUTATIONS = (
    _delete,
    _insert,
    _insert,
    _replace,
    _replace,
    _copy,
    _swap_lines,
    _reindent,
)
