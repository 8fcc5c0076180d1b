"""Arrays of an operator that is debugged: NumPy's, but resized as in a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.mixins import NDArrayOperatorsMixin

Array = npt.NDArray[Any]


def _sizes(shape: tuple[Any, ...]) -> tuple[int, ...]:
    sizes = shape[0] if len(shape) == 1 and not np.isscalar(shape[0]) else shape
    return tuple(int(size) for size in sizes)


class _Given(np.ndarray[Any, Any]):
    """What the function gets; to a debugger it looks as what the caller passed."""

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __array_wrap__(self, array: Array, context: Any = None, return_scalar: bool = True) -> Any:
        """Return what NumPy computed as NumPy would: it is no argument."""
        return array if array is self else array[()]


class _Fixed(_Given):
    """The caller's own memory: it takes another shape, but keeps its size."""

    def resize(self, *shape: Any, refcheck: bool = True) -> None:
        wanted = _sizes(shape)
        if int(np.prod(wanted)) != self.size:
            raise ValueError(
                f"cannot resize an array of shape {self.shape} to {wanted}: it is the caller's "
                "own and keeps its size"
            )
        self.shape = wanted


class _Resizable(_Given):
    """A tensor's memory, or a created output's."""

    def resize(self, *shape: Any, refcheck: bool = True) -> None:
        super().resize(_sizes(shape), refcheck=False)


class _Shapeless(_Resizable):
    """A created output before anything gave it a shape."""

    def resize(self, *shape: Any, refcheck: bool = True) -> None:
        super().resize(*shape)
        # From here on no method of ours stands between a debugger and NumPy.
        self.__class__ = _Resizable  # type: ignore[assignment]

    def __setitem__(self, key: Any, value: Any) -> None:
        if not _is_whole(key):
            super().__setitem__(key, value)
            return
        self.resize(np.shape(value))
        self[key] = value


class Untyped(NDArrayOperatorsMixin):
    """A created output of which nothing knows the dtype; it follows what is stored.

    A NumPy value that is stored first decides; what others store joins. `start` is the dtype
    until then.
    """

    def __init__(self, start: npt.DTypeLike) -> None:
        self._array = output(np.dtype(start))
        self._typed = False

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, (np.ndarray, np.generic)):
            self._join(value.dtype)
        self._array[key] = value

    def _join(self, dtype: np.dtype[Any]) -> None:
        joined = np.result_type(self._array.dtype, dtype) if self._typed else dtype
        self._typed = True
        if joined != self._array.dtype:
            kind = type(self._array)
            self._array = resizable(self._array.astype(joined))
            self._array.__class__ = kind

    def __getitem__(self, key: Any) -> Any:
        return self._array[key]

    def __len__(self) -> int:
        return len(self._array)

    def __repr__(self) -> str:
        return repr(self._array)

    def __str__(self) -> str:
        return str(self._array)

    def __format__(self, how: str) -> str:
        return format(self._array, how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._array, name)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, out: tuple[Any, ...] = (), **how: Any
    ) -> Any:
        found = getattr(ufunc, method)(
            *(value._array if isinstance(value, Untyped) else value for value in inputs), **how
        )
        if not out:
            return found
        (target,) = out
        target[...] = found
        return target

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.asarray(self._array, dtype)


def _is_whole(key: object) -> bool:
    return key is Ellipsis or (isinstance(key, slice) and key == slice(None))


def fixed(
    memory: npt.NDArray[np.uint8],
    offset: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
) -> Array:
    """Return an array over `memory` that keeps its size."""
    return np.ndarray.__new__(_Fixed, shape, dtype, memory.data, offset, strides)


def resizable(array: Array) -> _Resizable:
    """Return a copy that `resize` gives any shape."""
    copy = np.ndarray.__new__(_Resizable, array.shape, array.dtype)
    copy[...] = array
    return copy


def output(dtype: np.dtype[Any]) -> _Resizable:
    """Return an output that is left out: empty until it is resized or first filled."""
    return np.ndarray.__new__(_Shapeless, (0,), dtype)
