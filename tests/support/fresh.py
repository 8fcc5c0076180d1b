"""Arguments of one call, again: over new memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def fresh(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments over new memory; those that shared memory still do, where they did."""
    owners: dict[int, np.ndarray] = {}

    def copy(array: np.ndarray) -> np.ndarray:
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        new = owners.setdefault(id(owner), owner.copy(order="K"))
        if array is owner:
            return new
        offset = array.ctypes.data - owner.ctypes.data
        return np.ndarray(array.shape, array.dtype, new, offset, array.strides)

    return {
        name: copy(value) if isinstance(value, np.ndarray) else value
        for name, value in arguments.items()
    }
