"""Tensors whose memory the daemon holds."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pyasc import _client, _connection, _display, _frames, _preview, _wire
from pyasc._proto.v1 import types_pb2
from pyasc.errors import ConnectionLost, Error

Shape = int | Sequence[int]
_PREFIX = "pyasc.Tensor("


@_frames.public_methods
class Tensor(_display.Shown):
    """A typed array in C order whose memory the daemon holds.

    Made by `pyasc.tensor`, `pyasc.empty` and their like, and by operators. Reading it,
    whole or by index, copies from the daemon; an operator that is called with it copies
    nothing.
    """

    __slots__ = ("__weakref__", "_connection", "_device", "_dtype", "_handle", "_release", "_shape")

    def __init__(
        self,
        connection: _connection.Connection,
        handle: bytes,
        shape: Sequence[int],
        dtype: np.dtype[Any],
        device: str = "host",
    ) -> None:
        self._connection = connection
        self._shape = tuple(shape)
        self._dtype = dtype
        self._device = device
        self._own(handle)

    def _own(self, handle: bytes) -> None:
        self._handle = handle
        self._release = weakref.finalize(self, self._connection.free, (handle,), self.nbytes)

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the axes."""
        return self._shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's dtype of the elements."""
        return self._dtype

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self._shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self._dtype.itemsize

    @property
    def device(self) -> str:
        """Device that computed it last, such as ``"cpu:0"``; ``"host"`` if none has."""
        return self._device

    def numpy(self) -> npt.NDArray[Any]:
        """Return a copy of the elements.

        Raises
        ------
        ConnectionLost
            If the daemon that held them is gone.
        """
        data = self._live().get(self._handle, 0, self.nbytes)
        return data.view(self._dtype).reshape(self._shape)

    def resize(self, *shape: Any) -> None:
        """Change the shape in place; elements are kept in C order, new ones are zero.

        Parameters
        ----------
        *shape : int, or one sequence of int
            The new sizes.
        """
        wanted = _wire.checked_shape(shape[0] if len(shape) == 1 else shape)
        size = math.prod(wanted)
        if size != self.size:
            kept = self.numpy().reshape(-1)[:size]
            grown = np.zeros(size, self._dtype)
            grown[: kept.size] = kept
            self._replace(self._live().put(_wire.bytes_of(grown)), wanted, self._device)
        self._shape = wanted

    def item(self, *index: Any) -> Any:
        """Return one element as a Python scalar."""
        return self.numpy().item(*index)

    def tolist(self) -> Any:
        """Return the elements as nested lists."""
        return self.numpy().tolist()

    def _live(self) -> _connection.Connection:
        if self._connection.lost:
            raise ConnectionLost(
                f"tensor of shape {self._shape} is gone: the session that held it has ended; "
                "make it again, as by pyasc.from_numpy()"
            )
        return self._connection

    def _replace(self, handle: bytes, shape: Sequence[int], device: str) -> None:
        """Take new memory, as after a launch that wrote the tensor."""
        changed = handle != self._handle
        if changed:
            self._release()
        self._shape = tuple(shape)
        if changed:
            self._own(handle)
        self._device = device

    def _range(self, key: Any) -> tuple[int, int, npt.NDArray[Any]] | None:
        """Return offset, bytes and layout of what a basic index selects; None for others."""
        parts = key if isinstance(key, tuple) else (key,)
        if not all(part is None or part is Ellipsis or _is_basic(part) for part in parts):
            return None
        if 0 in self._shape:
            return None
        strides = _wire.c_strides(self._shape, self._dtype.itemsize)
        # Never read: only what NumPy makes of its layout.
        base = np.lib.stride_tricks.as_strided(np.zeros(1, self._dtype), self._shape, strides)
        view = base[key] if Ellipsis in parts else base[(*parts, Ellipsis)]
        start = view.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        low, high = _wire.extent(view.shape, view.strides, view.itemsize)
        return start + low, high - low, view

    def __getitem__(self, key: Any) -> Any:
        found = self._range(key)
        if found is None:
            return self.numpy()[key]
        offset, size, layout = found
        part = _strided(self._live().get(self._handle, offset, size), layout)
        return np.array(part)[()] if part.ndim == 0 else np.array(part)

    def __setitem__(self, key: Any, value: Any) -> None:
        found = self._range(key)
        connection = self._live()
        value = value.numpy() if isinstance(value, Tensor) else value
        if found is None:
            whole = self.numpy()
            whole[key] = value
            connection.put(_wire.bytes_of(whole), self._handle)
            return
        offset, size, layout = found
        if size == 0:
            np.empty(layout.shape, self._dtype)[...] = value
            return
        covered = size == layout.size * self._dtype.itemsize
        data = np.empty(size, np.uint8) if covered else connection.get(self._handle, offset, size)
        _strided(data, layout)[...] = value
        connection.put(_wire.bytes_of(data), self._handle, offset)

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self._shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.numpy())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("a tensor of the daemon cannot be read without a copy")
        found = self.numpy()
        return found if dtype is None else found.astype(dtype, copy=False)

    def __float__(self) -> float:
        return float(self._scalar())

    def __int__(self) -> int:
        return int(self._scalar())

    def __bool__(self) -> bool:
        return bool(self._scalar())

    def _scalar(self) -> Any:
        if self.size != 1:
            raise TypeError("only tensors of one element can be converted to Python scalars")
        return self.numpy().item()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return from_numpy, (self.numpy(),)

    def __copy__(self) -> Tensor:
        return from_numpy(self.numpy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        return from_numpy(self.numpy())

    def __repr__(self) -> str:
        return self._described(self._preview())

    def _described(self, elements: str) -> str:
        facts = f"shape={self._shape}, dtype={self._dtype.name}, device={self._device!r}"
        return f"{_PREFIX}{elements}, {facts})" if elements else f"{_PREFIX}{facts})"

    def _preview(self) -> str:
        """Return elements, the corners of many, ``<lost>`` or ``<not read: why>``."""

        def read(offset: int, size: int) -> npt.NDArray[np.uint8]:
            return self._live().get(self._handle, offset, size, _client.SHOW_TIMEOUT_S)

        try:
            return _preview.text(self._shape, self._dtype, read, _PREFIX)
        except ConnectionLost:
            return "<lost>"
        except Error as error:
            return f"<not read: {error}>"

    def _card(self) -> _display.Card:
        row = (self._shape, self._dtype.name, self._device, self.nbytes)
        facts = _display.Table(("shape", "dtype", "device", "bytes"), [row])
        parts: list[_display.Table | str] = [facts]
        elements = self._preview()
        if elements:
            parts.append(elements.replace("\n" + " " * len(_PREFIX), "\n"))
        return _display.Card("pyasc.Tensor", parts, self._described(elements))


@_frames.public
def tensor(value: Any = None, *, shape: Shape | None = None, dtype: Any = None) -> Tensor:
    """Return a tensor.

    Parameters
    ----------
    value : array_like or Tensor, optional
        What to copy; a tensor is returned as it is unless `dtype` differs.
    shape : int or sequence of int, optional
        Without `value`: sizes of a tensor of zeros.
    dtype : dtype, optional
        Default: that of `value`, or float32.

    Raises
    ------
    TypeError
        If both or neither of `value` and `shape` are given, or for a dtype that operators
        do not support.
    """
    if value is None:
        if shape is None:
            raise TypeError("tensor() needs an array or shape=")
        return zeros(shape, "float32" if dtype is None else dtype)
    if shape is not None:
        raise TypeError("tensor() takes an array or shape=, not both")
    if isinstance(value, Tensor) and (dtype is None or _wire.as_dtype(dtype) == value.dtype):
        return value
    array = np.asarray(value)
    return from_numpy(array if dtype is None else array.astype(_wire.as_dtype(dtype)))


@_frames.public
def from_numpy(array: npt.ArrayLike) -> Tensor:
    """Return a tensor with a copy of `array`'s elements.

    Parameters
    ----------
    array : array_like
        Of a dtype that operators support; else a TypeError.
    """
    found = np.asarray(array)
    dtype = _wire.as_dtype(found.dtype)
    data = _wire.bytes_of(np.ascontiguousarray(found, dtype))

    def make(connection: _connection.Connection) -> Tensor:
        return Tensor(connection, connection.put(data), found.shape, dtype)

    return _client.with_connection(make)


@_frames.public
def empty(shape: Shape, dtype: Any = "float32") -> Tensor:
    """Return a tensor to be written; its elements are zero.

    Parameters
    ----------
    shape : int or sequence of int
        Its sizes.
    dtype : dtype
        Of its elements.
    """
    return zeros(shape, dtype)


@_frames.public
def zeros(shape: Shape, dtype: Any = "float32") -> Tensor:
    """Return a tensor of zeros.

    Parameters
    ----------
    shape : int or sequence of int
        Its sizes.
    dtype : dtype
        Of its elements.
    """
    from pyasc import _rpc
    from pyasc._proto.v1 import tensor_service_pb2

    sizes, known = _wire.checked_shape(shape), _wire.as_dtype(dtype)
    request = tensor_service_pb2.AllocateRequest(bytes=math.prod(sizes) * known.itemsize)

    def make(connection: _connection.Connection) -> Tensor:
        handle = connection.unary(_rpc.ALLOCATE, request).handle
        return Tensor(connection, handle, sizes, known)

    return _client.with_connection(make)


@_frames.public
def ones(shape: Shape, dtype: Any = "float32") -> Tensor:
    """Return a tensor of ones.

    Parameters
    ----------
    shape : int or sequence of int
        Its sizes.
    dtype : dtype
        Of its elements.
    """
    return full(shape, 1, dtype)


@_frames.public
def full(shape: Shape, value: Any, dtype: Any = "float32") -> Tensor:
    """Return a tensor with every element `value`.

    Parameters
    ----------
    shape : int or sequence of int
        Its sizes.
    value : number
        Of every element; or an array that broadcasts to `shape`.
    dtype : dtype
        Of its elements.
    """
    return from_numpy(np.full(_wire.checked_shape(shape), value, _wire.as_dtype(dtype)))


def from_view(
    connection: _connection.Connection, view: types_pb2.TensorView, device: str
) -> Tensor:
    """Return a tensor of what a launch created."""
    return Tensor(connection, view.handle, view.shape, _wire.dtype_of(view.dtype), device)


def read_view(
    connection: _connection.Connection,
    view: types_pb2.TensorView,
    memory: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[Any]:
    """Return a copy of a strided view of `memory`, or of the daemon's without it."""
    dtype = _wire.dtype_of(view.dtype)
    shape, strides = tuple(view.shape), tuple(view.strides)
    if not strides:
        strides = tuple(_wire.c_strides(shape, dtype.itemsize))
    low, high = _wire.extent(shape, strides, dtype.itemsize)
    if memory is None:
        data = connection.get(view.handle, view.offset + low, high - low)
    else:
        data = memory[view.offset + low : view.offset + high].copy()
    if data.size == 0:
        return np.empty(shape, dtype)
    return np.ndarray(shape, dtype, data.data, -low, strides)


def _strided(data: npt.NDArray[np.uint8], layout: npt.NDArray[Any]) -> npt.NDArray[Any]:
    low, _ = _wire.extent(layout.shape, layout.strides, layout.itemsize)
    if data.size == 0:
        return np.empty(layout.shape, layout.dtype)
    return np.ndarray(layout.shape, layout.dtype, data.data, -low, layout.strides)


def _is_basic(part: object) -> bool:
    return isinstance(part, (int, np.integer, slice)) and not isinstance(part, bool)
