"""What somebody may have meant by a word that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the words that are like it; "" if none is."""
    import difflib

    close = difflib.get_close_matches(word.lower(), list(known), n=3)
    return f" Did you mean {' or '.join(close)}?" if close else ""


class Choice(click.Choice):  # type: ignore[type-arg]  # older ones of click 8 are not generic
    """One of some words; says which a wrong one is like."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the word, or fail as a usage error."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = did_you_mean(str(value), map(str, self.choices))
            raise click.BadParameter(error.message + hint, ctx, param) from None
