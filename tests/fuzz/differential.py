"""Generated operators, compiled and interpreted: values, dtypes, exceptions and lines.

    differential.py --seconds 30            new programs until the time is up
    differential.py --count 1000 --seed 7   programs 7, 8, ... 1006
    differential.py --seed 7 --show         one program, both results

Starts a daemon of its own from PYASCD_BIN (default: build/bin of this clone).
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
os.environ.setdefault("PYASCD_BIN", str(Path(__file__).resolve().parents[2] / "build" / "bin"))
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
from campaign import Campaign, campaign
from generator import Program, make_program
from running_daemon import RunningDaemon


@dataclass
class Outcome:
    """What a run did: the tensors after it, or its exception, and what it printed."""

    tensors: dict[str, np.ndarray]
    printed: str = ""
    error: str = ""
    line: int = 0


def run(function: Any, program: Program, file: str) -> Outcome:
    """Call the function on copies of the inputs."""
    tensors = {k: copy_with_strides(v) for k, v in program.tensors.items()}
    printed = io.StringIO()
    try:
        with (
            np.errstate(all="ignore"),
            warnings.catch_warnings(),
            contextlib.redirect_stdout(printed),
        ):
            warnings.simplefilter("ignore")
            function(*tensors.values(), **program.attributes)
    except Exception as error:
        lines = [
            f.lineno or 0 for f in traceback.extract_tb(error.__traceback__) if f.filename == file
        ]
        told = f"{class_name(error)}: {error}"
        return Outcome(tensors, printed.getvalue(), told, lines[-1] if lines else 0)
    return Outcome(tensors, printed.getvalue())


def class_name(error: Exception) -> str:
    """The name of an exception's class; NumPy's casting errors are private ones."""
    name = type(error).__name__
    return "TypeError" if name.startswith("_UFunc") or name == "UFuncTypeError" else name


def copy_with_strides(tensor: np.ndarray) -> np.ndarray:
    """A copy that is laid out as the original."""
    base = tensor if tensor.base is None else tensor.base
    if base.ndim != tensor.ndim:
        return tensor.copy()
    copied = base.copy()
    offset = tensor.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return np.ndarray(tensor.shape, tensor.dtype, copied, offset, tensor.strides)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Equal bits, any NaN equal to any other."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind == "f":
        nan = np.isnan(a) & np.isnan(b)
        bits = f"u{a.dtype.itemsize}"
        return bool(np.all(nan | (a.view(bits) == b.view(bits))))
    return bool(np.array_equal(a, b))


def difference(expected: Outcome, got: Outcome, written: tuple[str, ...] = ("out",)) -> str:
    """What differs, or "" if nothing does."""
    if expected.printed != got.printed:
        return f"expected to print {expected.printed!r}, got {got.printed!r}"
    if expected.error or got.error:
        # Messages of array casts and unsupported ufuncs name the ufunc; types must agree.
        kind_e, kind_g = expected.error.split(":")[0], got.error.split(":")[0]
        exact = kind_e not in ("TypeError", "UFuncTypeError")
        if kind_e != kind_g or (exact and expected.error != got.error):
            wanted, found = expected.error or "no exception", got.error or "no exception"
            return f"expected {wanted!r}, got {found!r}"
        if expected.line != got.line:
            return f"expected line {expected.line}, got {got.line} ({got.error})"
        return ""  # tensors after an exception are unspecified for the interpreter
    for name in written:
        if not same(expected.tensors[name], got.tensors[name]):
            return f"{name}: expected {expected.tensors[name]!r}, got {got.tensors[name]!r}"
    return ""


def check(program: Program, level: int, show: bool = False) -> str:
    """ "same", "refused", "range" (beyond 128 bits), or what differs."""
    import pyasc

    file = f"<generated {program.seed}>"
    space: dict[str, Any] = {"np": np}
    exec(compile(program.source, file, "exec"), space)
    expected = run(space["op"], program, file)
    operator = pyasc.operator("op", source=program.source, opt_level=level)(space["op"])
    got = run(operator, program, file)
    if show:
        print(program.source, program.tensors, program.attributes, sep="\n")
        print("interpreted:", expected, "\ncompiled:   ", got)
    if got.error.startswith("CompileError"):
        return "refused " + got.error.splitlines()[0]
    if "128 bits" in got.error:
        return "range"
    return difference(expected, got) or "same"


def level_for(program: Program, number: int) -> int:
    """Any level; below 3 with float16, whose accumulations level 3 rounds once."""
    half = any(tensor.dtype == np.float16 for tensor in program.tensors.values())
    return (1, 0, 2)[number % 3] if half or "float16" in program.source else number % 4


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
    verdicts: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    seed = wanted.seed
    for number in wanted.numbers():
        program = make_program(seed + number)
        result = check(program, level=level_for(program, number), show=wanted.show)
        kind = result.split()[0]
        if kind not in ("same", "refused", "range"):
            kind = "differ"
            print(
                f"seed {seed + number} differs: {result}\n{program.source}{program.attributes}",
                flush=True,
            )
        verdicts[kind] += 1
        if kind == "refused":
            refusals[result] += 1
    return verdicts, refusals


def main() -> int:
    """Run programs; 1 if any differs."""
    wanted = campaign("differential test", __doc__)
    with tempfile.TemporaryDirectory() as directory, running(Path(directory)):
        verdicts, refusals = run_many(wanted)
    ran = verdicts.total()
    print(f"{ran} programs: " + ", ".join(f"{v} {k}" for k, v in verdicts.items()))
    for reason, times in refusals.most_common(5):
        print(f"  {times} x {reason}")
    if verdicts["same"] <= ran // 2:
        print(
            "fewer than half of the programs ran: the generator and the language have drifted apart"
        )
        return 1
    print(f"{verdicts['same']} passed, {verdicts['differ']} failed")
    return 1 if verdicts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
