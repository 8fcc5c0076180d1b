"""Golden tests: what each stage of the compiler makes of small operators.

PYASCD_BLESS=1 rewrites tests/golden/expected; read the diff.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PYASCC = Path(os.environ["PYASCD_BIN"], "pyascc")

ARGUMENTS = {
    "axpy": ["x=f32[100]", "y=f32[100]", "alpha=0.5"],
    "window_sum": ["x=f64[100]", "out=omit", "size=3"],
    "shift": ["x=i32[100]"],
    "find": ["keys=i64[100]", "place=i64[1]", "wanted=7"],
    "first_or_two": ["x=f32[8]", "out=f64[1]"],  # s is an int or a float32: a tagged union
    "checked": ["x=f64[8]"],
    "halvings": ["out=i64[1]", "n=64"],
}
STAGES = ["tokens", "ast", "hir", "loops", "mlir", "llvm"]


def emit(name: str, stage: str) -> bytes:
    """Return what pyascc prints for one stage of an operator."""
    arguments = [part for argument in ARGUMENTS[name] for part in ("--arg", argument)]
    source = HERE / "operators" / f"{name}.py"
    return subprocess.run(
        [PYASCC, f"--emit={stage}", source, *arguments], check=True, capture_output=True
    ).stdout


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_stage_is_as_recorded(name: str, stage: str) -> None:
    # The host's features are its own; nothing else of the text may depend on the host.
    found = re.sub(
        r'"target-features"="[^"]*"', '"target-features"="..."', emit(name, stage).decode()
    )
    golden = HERE / "expected" / f"{name}.{stage}"
    if os.environ.get("PYASCD_BLESS") == "1":
        golden.write_text(found)
    assert found == golden.read_text()


@pytest.mark.parametrize("name", ARGUMENTS)
def test_two_processes_make_the_same_image(name: str) -> None:
    image = emit(name, "image")
    assert image[:4] == b"PASC"
    assert image == emit(name, "image")


@pytest.mark.parametrize("name", ARGUMENTS)
def test_assembly_names_the_entry(name: str) -> None:
    assert b"checked" in emit(name, "asm")


def test_stages_of_later_work_are_refused_by_name() -> None:
    source = HERE / "operators" / "axpy.py"
    done = subprocess.run([PYASCC, "--emit=tiles", source], capture_output=True, text=True)
    assert done.returncode != 0
    assert "tiles" in done.stderr and "llvm" in done.stderr
