"""Generated loops, compiled and interpreted: values, exceptions, lines, what they leave.

    loops.py --seconds 60             new programs until the time is up
    loops.py --count 1000 --seed 7    programs 7, 8, ... 1006
    loops.py --seed 7 --show          one program, all results

Each program runs on several sets of arguments, as host arrays, some of which share memory,
and as pyasc tensors, at one of the levels. After an exception all must be what they were.
Starts a daemon of its own from PYASCD_BIN (default: build/bin of this clone).
"""

from __future__ import annotations

import sys
import tempfile
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from campaign import Campaign, campaign
from differential import Outcome, class_name, difference, running, same
from fresh import fresh
from loop_generator import LoopGenerator, LoopProgram

Arguments = dict[str, np.ndarray]


class Resizable(np.ndarray):
    """An array that `resize` changes in place, as it does a pyasc tensor."""

    def resize(self, *shape: Any) -> None:  # type: ignore[override]
        """Keep the first elements; new ones are zero."""
        super().resize(*shape, refcheck=False)


def share_elements(tensors: Arguments) -> bool:
    """Whether two of them overlap and are not the same object."""
    arrays = list({id(array): array for array in tensors.values()}.values())
    return any(np.may_share_memory(a, b) for i, a in enumerate(arrays) for b in arrays[i + 1 :])


def call(function: Any, given: dict[str, Any], attributes: dict[str, object], file: str) -> Outcome:
    """Call the function; its outcome holds arrays."""
    error, line = "", 0
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function(**given, **attributes)
        except Exception as raised:
            frames = traceback.extract_tb(raised.__traceback__)
            line = next((f.lineno or 0 for f in reversed(frames) if f.filename == file), 0)
            error = f"{class_name(raised)}: {raised}"
    arrays = {
        name: value if isinstance(value, np.ndarray) else value.numpy()
        for name, value in given.items()
    }
    return Outcome(arrays, "", error, line)


def wrong(expected: Outcome, got: Outcome, before: Arguments) -> str:
    """What is wrong with an outcome, or ""."""
    found = difference(expected, got, tuple(before))
    if found or not got.error:
        return found
    for name, array in before.items():
        if not same(array, got.tensors[name]):
            return f"{got.error} leaves {name} as {got.tensors[name]!r}, not {array!r}"
    return ""


def interpret(
    program: LoopProgram, function: Any, tensors: Arguments, attributes: Any, file: str
) -> Outcome:
    """What Python does."""
    given = fresh(tensors)
    if program.resizes:
        given["out"] = given["out"].copy().view(Resizable).copy()
    outcome = call(function, given, attributes, file)
    outcome.tensors = {name: np.asarray(array) for name, array in outcome.tensors.items()}
    return outcome


def check(program: LoopProgram, level: int, show: bool = False) -> list[str]:
    """For each way to call it: "same", "raised", "refused ...", "range", or what differs."""
    import pyasc

    file = f"<generated {program.seed}>"
    space: dict[str, Any] = {"np": np}
    exec(compile(program.source, file, "exec"), space)
    operator = pyasc.operator("op", source=program.source, opt_level=level)(space["op"])
    results = []
    for tensors, attributes in program.cases:
        expected = interpret(program, space["op"], tensors, attributes, file)
        ways = {} if program.resizes else {"arrays": fresh(tensors)}
        if not share_elements(tensors):
            made = {id(array): pyasc.tensor(array) for array in tensors.values()}
            ways["tensors"] = {name: made[id(array)] for name, array in tensors.items()}
        for way, given in ways.items():
            got = call(operator, given, attributes, file)
            if show:
                print(way, tensors, attributes, f"\nexpected {expected}\ngot {got}\n")
            results.append(verdict(expected, got, tensors, f"{way} {attributes}"))
    return results


def verdict(expected: Outcome, got: Outcome, before: Arguments, what: str) -> str:
    """One of `check`'s results."""
    if got.error.startswith("CompileError"):
        return "refused " + got.error.splitlines()[0]
    if "128 bits" in got.error:
        return "range"
    found = wrong(expected, got, before)
    if found:
        return f"{what}: {found}"
    return "raised" if got.error else "same"


def run_many(wanted: Campaign) -> Counter[str]:
    """Run the programs; return how often each verdict came."""
    verdicts: Counter[str] = Counter()
    seed, show = wanted.seed, wanted.show
    for number in wanted.numbers():
        program = LoopGenerator(seed + number).program()
        if show:
            print(program.source)
        level = (seed + number) % 4
        for result in check(program, level, show):
            kind = result.split()[0]
            known = kind in ("same", "raised", "range", "refused")
            verdicts[kind if known else "differ"] += 1
            if kind == "refused":
                verdicts[result] += 1
            if not known:
                print(
                    f"seed {seed + number} level {level} differs: {result}\n{program.source}",
                    flush=True,
                )
    return verdicts


def main() -> int:
    """Run programs; 1 if any differs."""
    wanted = campaign("loops", __doc__)
    with tempfile.TemporaryDirectory() as directory, running(Path(directory)):
        verdicts = run_many(wanted)
    for kind, times in verdicts.most_common(16):
        print(f"  {times} x {kind}")
    return 1 if verdicts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
