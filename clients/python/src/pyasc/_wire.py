"""Python values to messages and back: dtypes, scalars, views, printed text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pyasc._proto.v1 import types_pb2

_DTYPE_NUMBERS = {
    "bool": 1,
    "int8": 2,
    "int16": 3,
    "int32": 4,
    "int64": 5,
    "uint8": 6,
    "uint16": 7,
    "uint32": 8,
    "uint64": 9,
    "float16": 10,
    "bfloat16": 11,
    "float32": 12,
    "float64": 13,
}
_DTYPE_NAMES = {number: name for name, number in _DTYPE_NUMBERS.items()}
# NumPy makes a dtype's name anew each time it is asked.
_seen: dict[np.dtype[Any], int] = {}
_CONVERSIONS: dict[str, Callable[[object], str]] = {"s": str, "r": repr, "a": ascii}
_INT_BYTES = 16


def dtype_number(dtype: np.dtype[Any]) -> types_pb2.DataType:
    """Return the wire's number of `dtype`; raise TypeError for one operators do not know."""
    number = _seen.get(dtype)
    if number is None:
        number = _DTYPE_NUMBERS.get(dtype.name)
        if number is None:
            raise TypeError(f"dtype {dtype} is not one that operators support")
        _seen[dtype] = number
    return cast(types_pb2.DataType, number)


def dtype_of(number: int) -> np.dtype[Any]:
    """Return the native NumPy dtype of a wire number."""
    name = _DTYPE_NAMES[number]
    if name == "bfloat16":
        return _bfloat16()
    return np.dtype(name)


def as_dtype(dtype: Any) -> np.dtype[Any]:
    """Return what a user names as a dtype, in native byte order.

    Raises
    ------
    TypeError
        If operators do not support it.
    """
    known = _bfloat16() if isinstance(dtype, str) and dtype == "bfloat16" else np.dtype(dtype)
    dtype_number(known)
    native: np.dtype[Any] = known.newbyteorder("=")
    return native


def _bfloat16() -> np.dtype[Any]:
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("bfloat16 needs the package ml_dtypes: pip install ml_dtypes") from None
    found: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return found


def is_attribute(value: object) -> bool:
    """Return whether `value` can be sent as an attribute."""
    if isinstance(value, (tuple, list)):
        return all(is_attribute(item) for item in value)
    if isinstance(value, np.generic):
        return value.dtype.name in _DTYPE_NUMBERS or isinstance(value, str)
    return value is None or isinstance(value, (bool, int, float, str))


def encode_scalar(value: Any, into: types_pb2.Scalar | None = None) -> types_pb2.Scalar:
    """Return the message of an attribute.

    Raises
    ------
    TypeError
        If `value` is no attribute.
    OverflowError
        If it is an int beyond 128 bits.
    """
    out = types_pb2.Scalar() if into is None else into
    if isinstance(value, str):
        out.text = value
    elif isinstance(value, np.generic):
        out.numpy.dtype = dtype_number(value.dtype)
        out.numpy.bits = value.astype(value.dtype.newbyteorder("<")).tobytes()
    elif isinstance(value, bool):
        out.boolean = value
    elif isinstance(value, int):
        out.integer = encode_int(value)
    elif isinstance(value, float):
        out.real = value
    elif value is None:
        out.none.SetInParent()
    elif isinstance(value, (tuple, list)):
        out.tuple.SetInParent()
        for item in value:
            encode_scalar(item, out.tuple.items.add())
    else:
        raise TypeError(f"a value of type {type(value).__name__} is not one that operators support")
    return out


def encode_int(value: int) -> bytes:
    """Return the fewest two's complement bytes, little endian."""
    length = (value + (value < 0)).bit_length() // 8 + 1
    if length > _INT_BYTES:
        raise OverflowError(f"an int of {length} bytes is over the 128 bits of operators")
    return int(value).to_bytes(length, "little", signed=True)


def decode_scalar(scalar: types_pb2.Scalar) -> Any:
    """Return the Python or NumPy value of a message."""
    kind = scalar.WhichOneof("value")
    if kind == "integer":
        return int.from_bytes(scalar.integer, "little", signed=True)
    if kind == "numpy":
        dtype = dtype_of(scalar.numpy.dtype)
        return np.frombuffer(scalar.numpy.bits, dtype.newbyteorder("<")).astype(dtype)[0]
    if kind == "tuple":
        return tuple(decode_scalar(item) for item in scalar.tuple.items)
    if kind in (None, "none"):
        return None
    return getattr(scalar, kind)


# What values that do not fit their format raise.
FORMAT_ERRORS = (ValueError, TypeError, OverflowError)


def format_parts(parts: Iterable[types_pb2.MessagePart]) -> str:
    """Return the text of a message as Python itself formats its values."""
    return "".join(_format_part(part) for part in parts)


def _format_part(part: types_pb2.MessagePart) -> str:
    if not part.HasField("value"):
        return part.literal
    value = decode_scalar(part.value)
    if part.conversion:
        value = _CONVERSIONS[part.conversion](value)
    return format(value, part.format)


def set_view(
    view: types_pb2.TensorView,
    handle: bytes,
    dtype: np.dtype[Any],
    shape: Sequence[int],
    strides: Sequence[int] | None = None,
    offset: int = 0,
) -> None:
    """Fill `view`; without `strides` it is in C order."""
    view.handle = handle
    view.offset = offset
    view.dtype = dtype_number(dtype)
    view.shape.extend(shape)
    view.strides.extend(c_strides(shape, dtype.itemsize) if strides is None else strides)


def c_strides(shape: Sequence[int], itemsize: int) -> list[int]:
    """Return the strides in bytes of a C-contiguous array."""
    strides, step = [], itemsize
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return strides[::-1]


def bytes_of(array: npt.NDArray[Any]) -> memoryview:
    """Return the bytes of a C-contiguous array, whatever its dtype."""
    return memoryview(array.reshape(-1).view(np.uint8).data)


def extent(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> tuple[int, int]:
    """Return the bytes a view touches, relative to its first element: low, high (exclusive)."""
    if 0 in shape:
        return 0, 0
    low = sum((n - 1) * s for n, s in zip(shape, strides, strict=True) if s < 0)
    high = sum((n - 1) * s for n, s in zip(shape, strides, strict=True) if s > 0)
    return low, high + itemsize


def checked_shape(shape: Any) -> tuple[int, ...]:
    """Return the sizes of a shape as users give it.

    Raises
    ------
    TypeError, ValueError
        For a size that is no integer, or negative.
    """
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    for length in sizes:
        if not isinstance(length, (int, np.integer)) or isinstance(length, bool):
            raise TypeError(f"'{type(length).__name__}' object cannot be interpreted as an integer")
        if length < 0:
            raise ValueError("negative dimensions are not allowed")
    return tuple(int(length) for length in sizes)
