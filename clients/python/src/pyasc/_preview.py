"""The elements that a tensor shows of itself: the corners, in few and short reads."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_BYTES = 4096
# Each read is a message of its own.
_MAX_READS = 32
_EDGES = (3, 2, 1)

Read = Callable[[int, int], npt.NDArray[np.uint8]]


def text(shape: Sequence[int], dtype: np.dtype[Any], read: Read, prefix: str = "") -> str:
    """Return the elements as NumPy prints them; "" if not even the corners are few.

    Parameters
    ----------
    shape, dtype
        Of an array in C order.
    read : function of (offset, size)
        Returns bytes of the array. At most `MAX_BYTES` are read in all.
    prefix : str
        What will stand before the text on its first line.
    """
    size = math.prod(shape)
    if size * dtype.itemsize <= MAX_BYTES:
        whole = read(0, size * dtype.itemsize).view(dtype).reshape(shape)
        return np.array2string(whole, separator=", ", prefix=prefix)
    for edge in _EDGES:
        if math.prod(min(length, 2 * edge) for length in shape) * dtype.itemsize > MAX_BYTES:
            continue
        runs = _runs(_corners(shape, edge), MAX_BYTES // dtype.itemsize)
        if len(runs) <= _MAX_READS:
            stand_in = _read_corners(shape, dtype, edge, runs, read)
            return np.array2string(
                stand_in, separator=", ", prefix=prefix, threshold=0, edgeitems=edge
            )
    return ""


def _places(length: int, edge: int) -> npt.NDArray[np.int64]:
    """Return the indices along one axis that are shown."""
    if length <= 2 * edge:
        return np.arange(length)
    return np.concatenate([np.arange(edge), np.arange(length - edge, length)])


def _corners(shape: Sequence[int], edge: int) -> npt.NDArray[np.int64]:
    """Return the flat indices of the elements that are shown, in order."""
    found = np.zeros(1, np.int64)
    for length in shape:
        found = (found[:, None] * length + _places(length, edge)).reshape(-1)
    return found


def _runs(wanted: npt.NDArray[np.int64], budget: int) -> list[tuple[int, int]]:
    """Return ranges of flat indices that hold all wanted ones, together at most `budget`."""
    gaps = np.diff(wanted) - 1
    left = budget - wanted.size
    joined = np.zeros(gaps.size, bool)
    for index in np.argsort(gaps, kind="stable"):
        if gaps[index] > left:
            break
        left -= gaps[index]
        joined[index] = True
    parts = np.split(wanted, np.flatnonzero(~joined) + 1)
    return [(int(part[0]), int(part[-1]) + 1) for part in parts]


def _read_corners(
    shape: Sequence[int],
    dtype: np.dtype[Any],
    edge: int,
    runs: Sequence[tuple[int, int]],
    read: Read,
) -> npt.NDArray[Any]:
    """Return an array that NumPy prints as the whole one: long axes are cut to the edges."""
    item = dtype.itemsize
    starts = np.array([start for start, _ in runs])
    parts = [read(a * item, (b - a) * item).view(dtype) for a, b in runs]
    wanted = _corners(shape, edge)
    which = np.searchsorted(starts, wanted, side="right") - 1
    values = [parts[run][index - starts[run]] for run, index in zip(which, wanted, strict=True)]
    cut = [min(length, 2 * edge) for length in shape]
    found: npt.NDArray[Any] = np.array(values, dtype).reshape(cut)
    for axis, length in enumerate(shape):
        if length > 2 * edge:
            # One more element, which the dots stand for.
            found = np.insert(found, edge, found.take(0, axis), axis)
    return found
