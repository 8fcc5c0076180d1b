"""Generated operators, compiled and interpreted: values, dtypes, exceptions and lines.

    differential.py values --seconds 30          new programs until the time is up
    differential.py loops --count 1000 --seed 7  programs 7, 8, ... 1006
    differential.py loops --seed 7 --show        one program, all results

values: every dtype and expression; loops: loops and subscripts, over arrays that may share
memory. Each program runs as on host arrays so on pyasc tensors, at one of the levels. After an
exception all must be what they were.
Starts a daemon of its own from PYASCD_BIN (default: build/bin of this clone).
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
os.environ.setdefault("PYASCD_BIN", str(Path(__file__).resolve().parents[2] / "build" / "bin"))
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
import pyasc
from campaign import Campaign, campaign
from fresh import fresh
from loop_generator import LoopGenerator
from outcome import Outcome, call, same_array
from program import Program
from running_daemon import RunningDaemon
from value_generator import ValueGenerator

Arguments = dict[str, Any]
GENERATORS = {"loops": LoopGenerator, "values": ValueGenerator}


class Resizable(np.ndarray):
    """An array that `resize` changes in place, as it does a pyasc tensor."""

    def resize(self, *shape: Any) -> None:  # type: ignore[override]
        """Keep the first elements; new ones are zero."""
        super().resize(*shape, refcheck=False)


def arrays_of(arguments: Arguments) -> dict[str, np.ndarray]:
    """The tensors among the arguments."""
    return {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}


def share_elements(arguments: Arguments) -> bool:
    """Whether two of them overlap and are not the same object."""
    arrays = list({id(array): array for array in arrays_of(arguments).values()}.values())
    return any(np.may_share_memory(a, b) for i, a in enumerate(arrays) for b in arrays[i + 1 :])


def interpret(program: Program, function: Any, arguments: Arguments) -> Outcome:
    """What Python does."""
    given = fresh(arguments)
    if program.resizes:
        given["out"] = given["out"].copy().view(Resizable).copy()
    return call(function, given)


def ways_to_call(program: Program, arguments: Arguments) -> dict[str, Arguments]:
    """The arguments as host arrays and as pyasc tensors, as far as they can be."""
    ways = {} if program.resizes else {"arrays": fresh(arguments)}
    if not share_elements(arguments):
        made = {id(array): pyasc.tensor(array) for array in arrays_of(arguments).values()}
        ways["tensors"] = {name: made.get(id(value), value) for name, value in arguments.items()}
    return ways


def difference(program: Program, expected: Outcome, got: Outcome, before: Arguments) -> str:
    """What differs, or "" if nothing does."""
    if expected.printed != got.printed:
        return f"expected to print {expected.printed!r}, got {got.printed!r}"
    wanted, found = expected.raised(program.file), got.raised(program.file)
    # Messages of array casts and unsupported ufuncs name the ufunc.
    if wanted[0] == found[0] == "TypeError":
        wanted, found = (wanted[0], "", wanted[2]), (found[0], "", found[2])
    if wanted != found:
        return f"expected {expected.error!r} at line {wanted[2]}, got {got.error!r} at {found[2]}"
    after = arrays_of(before) if got.error else expected.tensors
    for name, array in after.items():
        if not same_array(array, got.tensors[name]):
            return f"{got.error or name}: expected {name} {array!r}, got {got.tensors[name]!r}"
    return ""


def verdict(program: Program, expected: Outcome, got: Outcome, before: Arguments) -> str:
    """ "same", "raised", "refused ...", "range" (beyond 128 bits), or what differs."""
    if isinstance(got.error, pyasc.CompileError):
        return f"refused {got.error.msg}"
    if "128 bits" in str(got.error):
        return "range"
    found = difference(program, expected, got, before)
    return found or ("raised" if got.error else "same")


def check(program: Program, level: int, show: bool = False) -> Iterator[str]:
    """The verdict of each case in each way."""
    space: dict[str, Any] = {"np": np}
    exec(compile(program.source, program.file, "exec"), space)
    operator = pyasc.operator("op", source=program.source, opt_level=level)(space["op"])
    if show:
        print(program.source)
    for arguments in program.cases:
        expected = interpret(program, space["op"], arguments)
        for way, given in ways_to_call(program, arguments).items():
            got = call(operator, given)
            if show:
                print(f"{way} {arguments}\nexpected {expected}\ngot {got}\n")
            yield verdict(program, expected, got, arguments)


def level_for(program: Program) -> int:
    """Any level; below 3 with float16, whose accumulations level 3 rounds once."""
    tensors = [array for case in program.cases for array in arrays_of(case).values()]
    half = any(tensor.dtype == np.float16 for tensor in tensors) or "float16" in program.source
    return program.seed % (3 if half else 4)


@contextlib.contextmanager
def running(directory: Path) -> Iterator[None]:
    """A daemon of the test's own, which this process is a client of."""
    daemon = RunningDaemon(directory).start()
    os.environ["PYASC_TARGET"] = daemon.target
    try:
        yield
        if daemon.process is None or daemon.process.poll() is not None:
            raise SystemExit("the daemon died: " + daemon.words())
    finally:
        if daemon.process is not None and daemon.process.poll() is None:
            daemon.stop()


def run_many(wanted: Campaign) -> tuple[Counter[str], Counter[str]]:
    """Run the programs; return how often each verdict and refusal came."""
    generator: Callable[[int], Any] = GENERATORS[wanted.kind]
    verdicts: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    for seed in wanted.seeds():
        program = generator(seed).program()
        level = level_for(program)
        for result in check(program, level, wanted.show):
            kind = result.split()[0]
            if kind == "refused":
                refusals[result] += 1
            elif kind not in ("same", "raised", "range"):
                kind = "differ"
                print(f"seed {seed} level {level} differs: {result}\n{program.source}", flush=True)
            verdicts[kind] += 1
    return verdicts, refusals


def main() -> int:
    """Run programs; 1 if any differs."""
    wanted = campaign(GENERATORS, __doc__)
    with tempfile.TemporaryDirectory() as directory, running(Path(directory)):
        verdicts, refusals = run_many(wanted)
    ran = verdicts.total()
    print(f"{ran} calls: " + ", ".join(f"{v} {k}" for k, v in verdicts.most_common()))
    for reason, times in refusals.most_common(5):
        print(f"  {times} x {reason}")
    if verdicts["same"] + verdicts["raised"] <= ran // 2:
        print("fewer than half of the calls ran: the generator and the language drifted apart")
        return 1
    return 1 if verdicts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
