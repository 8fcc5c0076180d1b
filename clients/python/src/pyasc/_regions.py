"""Host arrays of one call as stretches of memory that keep their aliasing."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pyasc import _wire

Array = npt.NDArray[Any]
_ALIGNMENT = 64


@dataclasses.dataclass
class HostArgument:
    """An array bound to a parameter."""

    name: str
    array: Array
    written: bool


@dataclasses.dataclass
class Placement:
    """Where an argument lies in a region."""

    region: int
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]


@dataclasses.dataclass
class Region:
    """Bytes to send: a contiguous native copy, or the memory that arrays share."""

    data: memoryview


def as_host_array(operator: str, name: str, value: Any, written: bool) -> Array:
    """Return the array of an argument, checked.

    Raises
    ------
    TypeError
        If its dtype is not one that operators support, or something that is no array is
        bound to a parameter that is written.
    """
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    try:
        _wire.dtype_number(array.dtype)
    except TypeError as error:
        raise TypeError(f"{operator}() argument '{name}': {error}") from None
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{operator}() argument '{name}': masked arrays are not supported")
    if (
        written
        and not isinstance(value, np.ndarray)
        and not np.shares_memory(array, np.asarray(value))
    ):
        raise TypeError(
            f"{operator}() argument '{name}' is written: it must be an array, "
            f"not {type(value).__name__}"
        )
    return array


def place(arguments: Sequence[HostArgument]) -> tuple[list[Region], list[Placement]]:
    """Return what to send, and one placement an argument.

    Arrays that overlap, at least one of them written, share a region with their own
    offsets and strides; so does one written array whose elements overlap. All others are
    sent as C-contiguous copies in native byte order; the same object once.
    """
    regions: list[Region] = []
    placements: list[Placement | None] = [None] * len(arguments)
    for members in _groups(arguments):
        group = [arguments[index] for index in members]
        if len({id(item.array) for item in group}) == 1 and not _overlaps_itself(group):
            region, first = _contiguous(len(regions), group[0].array)
            found = [first] * len(group)
        else:
            region, found = _shared(len(regions), group)
        regions.append(region)
        for index, placement in zip(members, found, strict=True):
            placements[index] = placement
    return regions, [item for item in placements if item is not None]


def _groups(arguments: Sequence[HostArgument]) -> list[list[int]]:
    """Return indices of arguments that must share a region."""
    groups: list[list[int]] = []
    for index, argument in enumerate(arguments):
        joined = [index]
        kept = []
        for group in groups:
            if any(_must_share(argument, arguments[other]) for other in group):
                joined = group + joined
            else:
                kept.append(group)
        groups = [*kept, joined]
    return groups


def _must_share(one: HostArgument, other: HostArgument) -> bool:
    if one.array is other.array:
        return True
    return (one.written or other.written) and np.may_share_memory(one.array, other.array)


def _overlaps_itself(group: Sequence[HostArgument]) -> bool:
    array = group[0].array
    if array.size == 0 or not any(item.written for item in group):
        return False
    # Each axis must step over all that the axes of shorter steps reach.
    reach = array.itemsize
    axes = zip(array.strides, array.shape, strict=True)
    for step, size in sorted((abs(stride), size) for stride, size in axes if size > 1):
        if step < reach:
            return True
        reach += (size - 1) * step
    return False


def _contiguous(region: int, array: Array) -> tuple[Region, Placement]:
    native = array.dtype.newbyteorder("=")
    copy = np.ascontiguousarray(array, native).reshape(array.shape)
    strides = tuple(_wire.c_strides(array.shape, native.itemsize))
    return Region(_wire.bytes_of(copy)), Placement(region, 0, array.shape, strides, native)


def _shared(region: int, group: Sequence[HostArgument]) -> tuple[Region, list[Placement]]:
    bounds = []
    for item in group:
        if not item.array.dtype.isnative:
            raise ValueError(
                f"argument '{item.name}' overlaps another: it must have native byte order"
            )
        low, high = _wire.extent(item.array.shape, item.array.strides, item.array.itemsize)
        bounds.append((_address(item.array) + low, _address(item.array) + high))
    first, last = min(low for low, _ in bounds), max(high for _, high in bounds)
    # The same alignment as in the caller's memory.
    pad = first % _ALIGNMENT
    copy = np.zeros(pad + last - first, np.uint8)
    copy[pad:] = _memory(first, last - first)
    placements = [
        Placement(
            region,
            pad + _address(item.array) - first,
            item.array.shape,
            item.array.strides,
            item.array.dtype,
        )
        for item in group
    ]
    return Region(_wire.bytes_of(copy)), placements


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])


def _memory(address: int, size: int) -> Array:
    """Return a read-only view of memory that arrays of the caller keep alive."""
    interface = {"data": (address, True), "shape": (size,), "typestr": "|u1", "version": 3}
    return np.asarray(types.SimpleNamespace(__array_interface__=interface))


def reshape_like(argument: HostArgument, shape: tuple[int, ...]) -> None:
    """Give the caller's array the shape that the operator resized it to.

    Raises
    ------
    ValueError
        If it has another number of elements.
    """
    array = argument.array
    if shape == array.shape:
        return
    if int(np.prod(shape)) != array.size:
        raise ValueError(
            f"cannot resize argument '{argument.name}' of shape {array.shape} to {shape}: "
            "an ndarray keeps its number of elements"
        )
    array.shape = shape
