"""One call of an operator: arguments to a request, the response to results."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic_ns
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pyasc import _arguments, _capture, _progress, _regions, _requests, _rpc, _traceback, _wire
from pyasc._binding import OMITTED, Parameter, Signature, make_signature
from pyasc._client import note_compile
from pyasc._connection import INLINE_BYTES, Connection, new_handle
from pyasc._crc32c import crc32c
from pyasc._options import Options
from pyasc._proto.v1 import kernel_service_pb2, launch_service_pb2, types_pb2
from pyasc._source import Source
from pyasc._spans import CallTimes
from pyasc.errors import ConnectionLost, Error
from pyasc.tensor import Tensor, from_view, read_view

if TYPE_CHECKING:
    import types

_MAX_KERNELS = 64


class KernelFacts(NamedTuple):
    """What an operator shows of a kernel; `compile_ms` is None for one from the cache."""

    key: str
    device_kind: str
    opt_level: int
    image_bytes: int
    compile_ms: float | None


@dataclasses.dataclass
class Registered:
    """An operator as one session knows it.

    Attributes
    ----------
    kernels : dict
        The kernels that it ran as, by key; of very many the latest.
    """

    operator_id: bytes
    wire_signature: types_pb2.Signature
    source: Source
    function: types.FunctionType
    kernels: dict[bytes, KernelFacts] = dataclasses.field(default_factory=dict)
    _signature: Signature | None = None
    _defaults: tuple[object, object] = (None, None)

    @functools.cached_property
    def prints(self) -> bool:
        """Whether the operator may print."""
        return "print" in _capture.names_in_text(self.source.text)

    @property
    def signature(self) -> Signature:
        """The parameters, with the defaults that the function has now."""
        now = (self.function.__defaults__, self.function.__kwdefaults__)
        if self._signature is None or self._defaults[0] is not now[0] or now[1]:
            self._signature = make_signature(self.function, self.wire_signature)
            self._defaults = now
        return self._signature

    def note(self, info: kernel_service_pb2.KernelInfo) -> None:
        """Count what a call's compiling took, and keep the facts of its kernel."""
        note_compile(info)
        if not info.key or info.key in self.kernels:
            return
        while len(self.kernels) >= _MAX_KERNELS:
            self.kernels.pop(next(iter(self.kernels)), None)
        self.kernels[info.key] = KernelFacts(
            info.key.hex(),
            info.device_kind,
            info.opt_level,
            info.image_bytes,
            info.compile_us / 1000 if info.compiled else None,
        )


@dataclasses.dataclass
class Prepared:
    """A launch whose tensors are in the daemon."""

    registered: Registered
    request: launch_service_pb2.LaunchRequest
    bound: Sequence[Any]
    hosts: dict[int, _regions.HostArgument]
    tensors: dict[int, Tensor]
    handles: list[bytes]
    times: CallTimes
    request_id: str = dataclasses.field(default_factory=_requests.new_id)
    sent_bytes: int = 0

    def release(self, connection: Connection) -> None:
        """Free the copies of host arrays; without an answer, also what it would have named."""
        connection.free(self.handles, self.sent_bytes // max(len(self.handles), 1))
        if not self.times.answered_ns:
            connection.free(self.request.new_handles)

    def explain(self, error: BaseException) -> None:
        """Note below an error which arguments it may be about, and let it know its request."""
        _requests.mark(error, self.request_id)
        _arguments.note_doubtful(error, self.registered.signature.parameters, self.bound)

    def argument_types(self) -> list[kernel_service_pb2.ArgumentType]:
        """Return what compiling needs to know of the arguments."""
        return [_argument_type(argument) for argument in self.request.arguments]


def is_tensor(value: object) -> bool:
    """Return whether a value binds as a tensor."""
    if isinstance(value, (Tensor, np.ndarray)):
        return True
    return not isinstance(value, (np.generic, type)) and hasattr(value, "__array__")


def prepare(
    connection: Connection,
    registered: Registered,
    bound: Sequence[Any],
    captured: dict[str, Any],
    options: Options,
    times: CallTimes,
) -> Prepared:
    """Check the bound values, send host arrays and return the launch.

    Raises
    ------
    TypeError, ValueError, OverflowError
        For an argument that its parameter cannot take.
    ConnectionLost
        For a tensor whose session has ended.
    """
    request = launch_service_pb2.LaunchRequest(
        operator_id=registered.operator_id,
        captures=_capture.encode(captured),
        opt_level=options.opt_level or 0,
        backend=options.backend or "",
    )
    prepared = Prepared(registered, request, bound, {}, {}, [], times)
    for index, (parameter, value) in enumerate(
        zip(registered.signature.parameters, bound, strict=True)
    ):
        _add_argument(prepared, connection, index, parameter, value)
    try:
        _send_hosts(prepared, connection)
    except BaseException:
        prepared.release(connection)
        raise
    request.new_handles.extend(_new_handles(prepared))
    times.sent_ns = monotonic_ns()
    return prepared


def _new_handles(prepared: Prepared) -> Iterator[bytes]:
    """Yield a handle for each argument that may be written to memory which has one."""
    arguments = zip(
        prepared.registered.signature.parameters, prepared.request.arguments, strict=True
    )
    for index, (parameter, argument) in enumerate(arguments):
        inside = index in prepared.hosts and not argument.tensor.view.handle
        if parameter.written and not inside:
            yield new_handle()


def _add_argument(
    prepared: Prepared, connection: Connection, index: int, parameter: Parameter, value: Any
) -> None:
    argument = prepared.request.arguments.add()
    name = prepared.registered.signature.function_name
    if value is OMITTED:
        argument.omitted.SetInParent()
    elif isinstance(value, Tensor):
        if value._connection is not connection or connection.lost:
            raise ConnectionLost(
                f"argument '{parameter.name}' is a tensor of a session that has ended: "
                "its contents are lost; make it again, as by pyasc.from_numpy()"
            )
        _wire.set_view(argument.tensor.view, value._handle, value.dtype, value.shape)
        argument.tensor.resizable = True
        prepared.tensors[index] = value
    elif is_tensor(value):
        array = _regions.as_host_array(name, parameter.name, value, parameter.written)
        prepared.hosts[index] = _regions.HostArgument(parameter.name, array, parameter.written)
    elif parameter.may_omit:
        raise TypeError(
            f"{name}() argument '{parameter.name}' is written: it must be an array or a tensor, "
            f"not {type(value).__name__}; one that is left out is created"
        )
    else:
        _arguments.encode_attribute(name, parameter.name, value, argument.attribute)


def _send_hosts(prepared: Prepared, connection: Connection) -> None:
    """Put the copies of host arrays, small ones inside the launch itself."""
    request = prepared.request
    request.inline_created = connection.takes_inline and not prepared.tensors
    left = INLINE_BYTES if connection.takes_inline else -1
    regions, placements = _regions.place(list(prepared.hosts.values()))
    places: list[tuple[bytes, int]] = []  # a handle, or an index of inline memory
    for region in regions:
        size = region.data.nbytes
        if size <= left:
            left -= size
            places.append((b"", len(request.inline_memory)))
            request.inline_memory.add(data=bytes(region.data), crc32c=crc32c(region.data))
            continue
        places.append((connection.put(region.data), 0))
        prepared.handles.append(places[-1][0])
        prepared.sent_bytes += size
    for index, placed in zip(prepared.hosts, placements, strict=True):
        tensor = request.arguments[index].tensor
        handle, tensor.inline_index = places[placed.region]
        _wire.set_view(
            tensor.view, handle, placed.dtype, placed.shape, placed.strides, placed.offset
        )


def launch(
    connection: Connection, prepared: Prepared, deadline: float | None
) -> launch_service_pb2.LaunchResponse:
    """Run a launch and return the answer, showing what it prints meanwhile.

    Raises
    ------
    Error
        What the daemon says of a launch that failed.
    """
    if not prepared.registered.prints or not connection.shows_prints:
        return connection.unary(_rpc.LAUNCH, prepared.request, deadline, prepared.request_id)
    request = launch_service_pb2.LaunchManyRequest(
        launches=[prepared.request], prints_meanwhile=True
    )
    answer = None
    shown = False
    try:
        for event in connection.stream(_rpc.LAUNCH_MANY, request, deadline, prepared.request_id):
            if event.prints_meanwhile:
                shown = True
                show(event.prints_meanwhile, prepared.registered)
            else:
                answer = event
    except ConnectionLost as error:
        error.repeatable = not shown
        if shown:
            _traceback.add_note(error, "it has printed, and so was not called a second time")
        raise
    if answer is None:
        raise Error("the daemon ended a launch without an answer")
    if answer.status_code:
        raise connection.failure(answer.status_code, answer.status_message, prepared.request_id)
    return answer.response


def show(lines: Iterable[types_pb2.PrintedLine], registered: Registered) -> None:
    """Print what an operator printed.

    Raises
    ------
    OperatorRaised
        For what Python raises at a print whose values do not fit their format.
    """
    for line in lines:
        try:
            text = _wire.format_parts(line.parts) + line.end
        except _wire.FORMAT_ERRORS as error:
            raise _traceback.raised_at(
                error, line.span, registered.source, registered.function
            ) from None
        _progress.make_room(text)
        # Not sys.stdout.write: a process may have no standard output.
        print(text, end="")


def finish(
    connection: Connection, prepared: Prepared, response: launch_service_pb2.LaunchResponse
) -> Any:
    """Print, raise, or store the results of a launch and return the created ones.

    Raises
    ------
    OperatorRaised
        For what the operator raised.
    CompileError
        If it could not be compiled for these arguments.
    """
    registered = prepared.registered
    registered.note(response.kernel)
    show(response.prints, registered)
    outcome = response.WhichOneof("outcome")
    if outcome == "exception":
        raised = _traceback.operator_raised(
            response.exception, registered.source, registered.function
        )
        prepared.explain(raised.exception)
        raise raised
    if outcome == "compile_errors":
        error = _traceback.compile_error(response.compile_errors.diagnostics, registered.source)
        prepared.explain(error)
        raise error
    return _take_results(connection, prepared, response)


def _take_results(
    connection: Connection, prepared: Prepared, response: launch_service_pb2.LaunchResponse
) -> Any:
    written = response.success.written
    kept: set[bytes] = set()
    as_arrays = not prepared.tensors
    for item in written:
        if item.parameter in prepared.tensors or (item.created and not as_arrays):
            kept.add(item.view.handle)
    try:
        created = _store_all(connection, prepared, response, as_arrays)
    finally:
        unused = {item.view.handle for item in written} - kept - {b""}
        connection.free(unused, prepared.sent_bytes)
    if not created:
        return None
    return created[0] if len(created) == 1 else tuple(created)


def _store_all(
    connection: Connection,
    prepared: Prepared,
    response: launch_service_pb2.LaunchResponse,
    as_arrays: bool,
) -> list[Any]:
    """Fill what the caller passed; return what was created, in the parameters' order."""
    # All is read before anything of the caller's is touched.
    results = []
    for item in sorted(response.success.written, key=lambda item: item.parameter):
        host = item.parameter in prepared.hosts or (item.created and as_arrays)
        results.append((item, _read(connection, response, item) if host else None))
    for item, array in results:
        if item.parameter in prepared.hosts and array is not None:
            # Only the kernel knows for certain what it writes.
            if not prepared.hosts[item.parameter].array.flags.writeable:
                raise ValueError("assignment destination is read-only")
            _regions.reshape_like(prepared.hosts[item.parameter], array.shape)
    created: list[Any] = []
    for item, array in results:
        if item.created:
            found = from_view(connection, item.view, response.device) if array is None else array
            created.append(found)
        elif item.parameter in prepared.tensors:
            tensor = prepared.tensors[item.parameter]
            tensor._replace(item.view.handle, item.view.shape, response.device)
        elif array is not None:
            prepared.hosts[item.parameter].array[...] = array
    return created


def _read(
    connection: Connection,
    response: launch_service_pb2.LaunchResponse,
    item: launch_service_pb2.WrittenTensor,
) -> npt.NDArray[Any]:
    """Return a copy of what a launch wrote, from the daemon or from the response."""
    if item.view.handle:
        return read_view(connection, item.view)
    inline = response.success.inline_memory[item.inline_index]
    return read_view(connection, item.view, connection.received(inline.data, inline.crc32c))


def _argument_type(
    argument: launch_service_pb2.LaunchArgument,
) -> kernel_service_pb2.ArgumentType:
    kind = argument.WhichOneof("argument")
    out = kernel_service_pb2.ArgumentType()
    if kind == "tensor":
        view = argument.tensor.view
        fill_tensor_type(out, view)
        out.tensor.strides.extend(view.strides)
        out.tensor.resizable = argument.tensor.resizable
    elif kind == "attribute":
        out.attribute.CopyFrom(argument.attribute)
    else:
        out.omitted.SetInParent()
    return out


def fill_tensor_type(out: kernel_service_pb2.ArgumentType, view: types_pb2.TensorView) -> None:
    """Set dtype and shape of an argument's type."""
    out.tensor.dtype = view.dtype
    out.tensor.shape.extend(view.shape)
