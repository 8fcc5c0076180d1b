"""Debugging: an operator runs as the Python function that it is, in this process."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pyasc import _arguments, _binding, _calls, _client, _debug_arrays, _frames, _regions, _wire
from pyasc._connection import Connection
from pyasc._proto.v1 import types_pb2
from pyasc.errors import CompileError
from pyasc.tensor import Tensor, from_numpy

if TYPE_CHECKING:
    from pyasc.operator import Operator

_chosen: contextvars.ContextVar[bool | None] = contextvars.ContextVar("pyasc_debug", default=None)


def active() -> bool:
    """Return whether calls made here and now are debugged."""
    chosen = _chosen.get()
    return os.environ.get("PYASC_DEBUG", "") not in ("", "0") if chosen is None else chosen


@_frames.public
def debug(on: bool = True, /) -> contextlib.AbstractContextManager[None]:
    """Run the operators that a ``with`` block calls as plain functions in this process.

    ``pdb``, breakpoints, ``print`` and coverage then work inside them as in any function.
    Arguments are copied first: after an exception they are as they were. The daemon is still
    asked what the operator writes and of which dtype an output is that was left out. The
    variable ``PYASC_DEBUG=1`` does the same for a whole process.

    Parameters
    ----------
    on : bool
        False: compiled kernels again, inside a block or process that debugs.
    """
    return _debugging(on)


@contextlib.contextmanager
def _debugging(on: bool) -> Iterator[None]:
    token = _chosen.set(on)
    try:
        yield
    finally:
        _chosen.reset(token)


@dataclasses.dataclass
class _Call:
    """One call: what was bound, and what the function gets in its place."""

    operator: Operator
    parameters: Sequence[_binding.Parameter]
    bound: list[Any]
    hosts: dict[int, _regions.HostArgument] = dataclasses.field(default_factory=dict)
    given: dict[int, Any] = dataclasses.field(default_factory=dict)

    def run(self) -> None:
        """Call the function; NumPy's warnings are off, for kernels have none."""
        positional = [self.given[i] for i, p in enumerate(self.parameters) if not p.keyword_only]
        keywords = {p.name: self.given[i] for i, p in enumerate(self.parameters) if p.keyword_only}
        with np.errstate(all="ignore"):
            self.operator.function(*positional, **keywords)


def call(operator: Operator, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Do what a call of the operator does, in this process."""
    debugged = _client.with_connection(lambda c: _prepare(c, operator, args, kwargs))
    debugged.run()
    return _client.with_connection(lambda c: _finish(c, debugged))


def _prepare(
    connection: Connection, operator: Operator, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> _Call:
    registered = operator.registered(connection)
    signature = registered.signature
    bound = _binding.bind(signature, args, kwargs)
    made = _Call(operator, signature.parameters, bound)
    tensors: dict[int, npt.NDArray[Any]] = {}
    for index, (parameter, value) in enumerate(zip(made.parameters, bound, strict=True)):
        if isinstance(value, Tensor):
            known = tensors.setdefault(id(value), _debug_arrays.resizable(value.numpy()))
            made.given[index] = known
        elif value is _binding.OMITTED:
            continue
        elif _calls.is_tensor(value):
            array = _regions.as_host_array(
                signature.function_name, parameter.name, value, parameter.written
            )
            made.hosts[index] = _regions.HostArgument(parameter.name, array, parameter.written)
        else:
            made.given[index] = _attribute(signature.function_name, parameter, value)
    _copy_hosts(made)
    _make_outputs(connection, made)
    return made


def _attribute(function_name: str, parameter: _binding.Parameter, value: Any) -> Any:
    """Return a value as a kernel would get it."""
    encoded = types_pb2.Scalar()
    _arguments.encode_attribute(function_name, parameter.name, value, encoded)
    return _wire.decode_scalar(encoded)


def _copy_hosts(made: _Call) -> None:
    """Copy what the caller's arrays hold; arrays that shared memory still do."""
    regions, placements = _regions.place(list(made.hosts.values()))
    memories = [np.array(region.data, np.uint8) for region in regions]
    for (index, host), placed in zip(made.hosts.items(), placements, strict=True):
        array = _debug_arrays.fixed(
            memories[placed.region], placed.offset, placed.shape, placed.strides, placed.dtype
        )
        array.flags.writeable = host.array.flags.writeable
        made.given[index] = array


def _make_outputs(connection: Connection, made: _Call) -> None:
    omitted = [i for i, value in enumerate(made.bound) if value is _binding.OMITTED]
    if not omitted:
        return
    dtypes = _created_dtypes(connection, made)
    inputs = [given.dtype for given in made.given.values() if isinstance(given, np.ndarray)]
    for index in omitted:
        dtype = dtypes.get(index)
        if dtype is None:
            made.given[index] = _debug_arrays.Untyped(
                np.result_type(*inputs) if inputs else np.float64
            )
        else:
            made.given[index] = _debug_arrays.output(dtype)


def _created_dtypes(connection: Connection, made: _Call) -> dict[int, np.dtype[Any]]:
    """Return the dtypes that the kernel would give outputs, by parameter.

    Nothing for an operator that cannot be compiled: to find out why may be what it is
    debugged for.
    """
    from pyasc import _kernel

    try:
        tensors = _kernel.tensors_of_call(connection, made.operator, made.bound)
    except CompileError:
        return {}
    return {item.parameter: _wire.dtype_of(item.dtype) for item in tensors if item.created}


def _finish(connection: Connection, made: _Call) -> Any:
    """Fill what the caller passed and return what was created."""
    results = {
        index: np.asarray(made.given[index])
        for index, parameter in enumerate(made.parameters)
        if parameter.written
    }
    handles: dict[int, bytes] = {}
    try:
        for index, array in results.items():
            if isinstance(made.bound[index], Tensor):
                handles[index] = connection.put(_wire.bytes_of(np.ascontiguousarray(array)))
        _fill(made, results, handles)
    finally:
        for index, handle in handles.items():  # those that no tensor took
            connection.free([handle], results[index].nbytes)
    as_arrays = not any(isinstance(value, Tensor) for value in made.bound)
    created = [
        np.array(array) if as_arrays else from_numpy(array)
        for index, array in results.items()
        if made.bound[index] is _binding.OMITTED
    ]
    if not created:
        return None
    return created[0] if len(created) == 1 else tuple(created)


def _fill(made: _Call, results: dict[int, npt.NDArray[Any]], handles: dict[int, bytes]) -> None:
    """Fill what the caller passed, or nothing of it; handles that a tensor takes are taken out."""
    hosts = []
    for index in results.keys() & made.hosts.keys():
        host, array = made.hosts[index], results[index]
        if host.array.flags.writeable:
            hosts.append((host, array))
        elif array.shape != host.array.shape:
            raise ValueError("assignment destination is read-only")
    for host, array in hosts:
        _regions.reshape_like(host, array.shape)
    for host, array in hosts:
        host.array[...] = array
    for index in list(handles):
        made.bound[index]._replace(handles.pop(index), results[index].shape, "host")
