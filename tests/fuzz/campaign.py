"""How many programs a campaign runs, from which seed: the command line of the generators."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Campaign:
    """Programs `seed`, `seed` + 1, ..."""

    seed: int
    count: int
    seconds: float | None
    show: bool

    def numbers(self) -> Iterator[int]:
        """0, 1, ... until enough have run or the time is up."""
        end = time.monotonic() + self.seconds if self.seconds else None
        for number in range(self.count):
            if end and time.monotonic() >= end:
                return
            yield number


def campaign(name: str, usage: str | None) -> Campaign:
    """Read the command line, and print the seed that repeats what it asks for."""
    parser = argparse.ArgumentParser(
        description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--count", type=int, default=None)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(4), "little")
    print(f"{name}: seed {seed}", flush=True)
    count = args.count if args.count is not None else (10**9 if args.seconds else 1)
    return Campaign(seed, count, args.seconds, args.show)
