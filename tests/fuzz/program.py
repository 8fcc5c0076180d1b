"""Generated operators, and what they are called with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

FLOATS = ["float16", "float32", "float64"]
DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", *FLOATS,
]  # fmt: skip


@dataclass
class Program:
    """An operator's text and what to call it with, set by set, in parameter order.

    `resizes`: the operator resizes `out`, so only tensors that own their memory will do.
    """

    seed: int
    source: str
    resizes: bool = False
    cases: list[dict[str, Any]] = field(default_factory=list)

    @property
    def file(self) -> str:
        """The name its lines have in tracebacks."""
        return f"<generated {self.seed}>"


def array(rng: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Values that reach the corners of the dtype now and then."""
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype in FLOATS:
        data = (rng.standard_normal(shape) * rng.choice([1, 10, 1000])).astype(dtype)
        if rng.random() < 0.2 and data.size:
            data.reshape(-1)[0] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
        return np.asarray(data)
    info = np.iinfo(dtype)
    if rng.random() < 0.3:
        return np.asarray(rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True))
    return np.asarray(rng.integers(max(info.min, -5), 9, shape)).astype(dtype)
