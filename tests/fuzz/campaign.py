"""How many programs a campaign runs, of which kind, from which seed: its command line."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Campaign:
    """Programs `seed`, `seed` + 1, ..."""

    kind: str
    seed: int
    count: int
    seconds: float | None
    show: bool

    def seeds(self) -> Iterator[int]:
        """`seed`, `seed` + 1, ... until enough have run or the time is up."""
        end = time.monotonic() + self.seconds if self.seconds else None
        for number in range(self.count):
            if end and time.monotonic() >= end:
                return
            yield self.seed + number


def campaign(kinds: Iterable[str], usage: str | None) -> Campaign:
    """Read the command line, and print the seed that repeats what it asks for."""
    parser = argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=sorted(kinds))
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--count", type=int, default=None)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(4), "little")
    print(f"{args.kind}: seed {seed}", flush=True)
    count = args.count if args.count is not None else (10**9 if args.seconds else 1)
    return Campaign(args.kind, seed, count, args.seconds, args.show)
