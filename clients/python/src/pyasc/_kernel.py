"""Compiling ahead of a call."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pyasc import (
    _admin,
    _argument_types,
    _arguments,
    _binding,
    _calls,
    _capture,
    _client,
    _connection,
    _display,
    _frames,
    _progress,
    _regions,
    _requests,
    _rpc,
    _spans,
    _trace,
    _traceback,
    _wire,
)
from pyasc._options import Options, resolve
from pyasc._proto.v1 import kernel_service_pb2
from pyasc.errors import CompileError, DeviceError, Error
from pyasc.operator import Operator, as_operator
from pyasc.tensor import Tensor

# What the daemon's normalised text begins with.
_SHARED_NAME = "def operator("
STAGES = ("hir", "loops", "mlir", "llvm", "asm")


@dataclasses.dataclass(frozen=True)
class _Abstract:
    """A tensor of which only the type is known."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


@_frames.public_methods
class Kernel(_display.Shown):
    """A compiled operator.

    Attributes
    ----------
    key : str
        Its SHA-256 in hexadecimal; "" if nothing was compiled yet.
    compiled : bool
        Whether it was compiled now; False: it came from the cache.
    compile_ms : float
        What compiling took, in milliseconds; 0 for one from the cache.
    source : str
        The normalised text. Operators that differ in comments and names alone share a kernel,
        to which they are all ``operator``; here the ``def`` has this operator's name.
    backend, opt_level, image_bytes
        Device kind, level, and size of the machine code's image.
    """

    def __init__(
        self,
        operator: Operator,
        request: kernel_service_pb2.CompileRequest | None,
        response: kernel_service_pb2.CompileResponse,
        options: Options,
        parameters: Sequence[_binding.Parameter] = (),
    ) -> None:
        info = response.kernel
        self.key: str = info.key.hex()
        self.compiled: bool = info.compiled
        self.compile_ms: float = info.compile_us / 1000 if info.compiled else 0.0
        self.source: str = operator.source.text
        if response.source:
            self.source = response.source.replace(_SHARED_NAME, f"def {operator.function_name}(", 1)
        self.backend: str = info.device_kind or options.backend or ""
        self.opt_level: int | None = info.opt_level if info.key else options.opt_level
        self.image_bytes: int = info.image_bytes
        self._operator = operator
        self._request = request
        self._parameters = parameters
        self._stages: dict[str, str] = {}

    def __repr__(self) -> str:
        names = self._operator.parameter_names
        types = [""] * len(names)
        if self._request is not None:
            types = [
                f"={fixed}"
                if (fixed := _argument_types.fixed(argument, parameter))
                else _argument_types.annotation(argument)
                for argument, parameter in self._asked()
            ]
        parameters = ", ".join(map("".join, zip(names, types, strict=True)))
        call = f"{self._operator.name!r}: {self._operator.function_name}({parameters})"
        if not self.key:
            return f"<pyasc.Kernel of {call}, compiled at its first call>"
        how = f"compiled in {self.compile_ms:.1f} ms" if self.compiled else "from the cache"
        return (
            f"<pyasc.Kernel of {call} for {self.backend}, level {self.opt_level}, "
            f"{self.image_bytes} bytes, {how}>"
        )

    def _asked(self) -> Iterable[tuple[kernel_service_pb2.ArgumentType, _binding.Parameter]]:
        assert self._request is not None
        return zip(self._request.arguments, self._parameters, strict=True)

    def _card(self) -> _display.Card:
        if self._request is None:
            return _display.Card(repr(self), [])
        how = f"{self.compile_ms:.1f}" if self.compiled else "from the cache"
        facts = (
            ("operator", self._operator.name),
            ("key", self.key[:12]),
            ("device", self.backend),
            ("level", self.opt_level),
            ("bytes", self.image_bytes),
            ("compile ms", how),
            ("stages", ", ".join(STAGES)),
        )
        arguments = [
            (
                parameter.name,
                _argument_types.annotation(argument).removeprefix(": ") or "created",
                _argument_types.fixed(argument, parameter) or _argument_types.size_class(argument),
            )
            for argument, parameter in self._asked()
        ]
        parts: list[_display.Table | str] = [
            _display.Table(("what", "value"), facts),
            _display.Table(("parameter", "asked for", "fits"), arguments),
        ]
        absence = _client.absence()
        return _display.Card(repr(self), [*parts, absence] if absence else parts)

    @property
    def timing(self) -> _spans.Timing | None:
        """Where the time of this kernel's latest launch by this operator went.

        Of a kernel that was not compiled yet: of the operator's latest launch. None if there
        was no launch.
        """
        return self._operator.timings.of(self._operator.name, bytes.fromhex(self.key))

    @property
    @_frames.public
    def stages(self) -> Mapping[str, str]:
        """Text of each stage of the compiler, by name and in the compiler's order."""
        missing = [name for name in STAGES if name not in self._stages]
        if missing and self._request is not None:
            self._stages.update(self._fetch(missing))
        return {name: self._stages[name] for name in STAGES if name in self._stages}

    def show(self, stage: str) -> str:
        """Return the text of one stage.

        Parameters
        ----------
        stage : str
            ``"hir"``, ``"loops"``, ``"mlir"``, ``"llvm"`` or ``"asm"``.

        Raises
        ------
        Error
            If there is no such stage, or nothing has been compiled.
        """
        if stage not in STAGES:
            raise Error(f"no stage {stage!r}; stages are {', '.join(STAGES)}")
        if self._request is None:
            raise Error(
                f"'{self._operator.name}' was not compiled yet and has no stages: call it, or "
                "compile it for args=[...]"
            )
        if stage not in self._stages:
            self._stages.update(self._fetch([stage]))
        return self._stages[stage]

    def _fetch(self, stages: Sequence[str]) -> Mapping[str, str]:
        def ask(connection: _connection.Connection) -> Mapping[str, str]:
            request = kernel_service_pb2.CompileRequest()
            if self._request is not None:
                request.CopyFrom(self._request)
            registered = self._operator.registered(connection)
            request.operator_id = registered.operator_id
            del request.stages[:]
            request.stages.extend(stages)
            return _ask(connection, self._operator, registered, request).stages

        return _client.with_connection(ask)


@_frames.public
def compile(
    function: Operator | Callable[..., Any] | str,
    *,
    args: Sequence[Any] | None = None,
    backend: str | None = None,
    opt_level: int | None = None,
    **attributes: Any,
) -> Kernel:
    """Compile an operator ahead of a call, and make the choices its defaults from now on.

    Parameters
    ----------
    function : Operator, function or str
        The operator, or its name.
    args : sequence, optional
        Positional arguments of the call: arrays, tensors, ``(shape, dtype)`` pairs in
        their place, or attributes. Without it: the shapes of the calls so far.
    backend : str, optional
        A device kind or a device's name.
    opt_level : int, optional
        0 to 3.
    **attributes
        Keyword arguments of the call.

    Returns
    -------
    Kernel
        The one for `args`, or for the latest call. If there was none, one that is compiled
        at the first call; a line on standard error says so.

    Raises
    ------
    DeviceError
        If there is no such device.
    CompileError
        If the operator cannot be compiled.
    """
    operator = as_operator(function)
    chosen = Options(opt_level, backend).over(operator.options)
    options = resolve(operator.options, Options(opt_level, backend))

    def run(connection: _connection.Connection) -> Kernel:
        registered = operator.registered(connection)
        if args is not None or attributes:
            bound = _bind(registered, args or (), attributes)
            shapes = [_types_of_call(registered, bound)]
        else:
            bound = None
            shapes = operator.shapes_seen.all()
        kernel = _uncompiled(operator, options, shapes)
        for argument_types in shapes:
            request = _request(operator, registered, argument_types, options)
            try:
                response = _ask(connection, operator, registered, request)
            except CompileError as error:
                if bound is not None:
                    _arguments.note_doubtful(error, registered.signature.parameters, bound)
                raise
            kernel = Kernel(operator, request, response, options, registered.signature.parameters)
        return kernel

    kernel = _client.with_connection(run)
    operator.options = chosen
    return kernel


def _uncompiled(operator: Operator, options: Options, shapes: Sequence[object]) -> Kernel:
    """Check the backend and say that nothing is known to compile for yet."""
    if not shapes:
        _check_backend(options.backend or "")
        print(
            f"pyasc: '{operator.name}' has not been called yet: it is compiled at its first call",
            file=sys.stderr,
        )
    return Kernel(operator, None, kernel_service_pb2.CompileResponse(), options)


def _check_backend(backend: str) -> None:
    devices = _admin.devices()
    if backend and not any(backend in (device.name, device.kind) for device in devices):
        names = ", ".join(device.name for device in devices)
        raise DeviceError(f"no device '{backend}'; devices are {names}")


def _request(
    operator: Operator,
    registered: _calls.Registered,
    argument_types: Sequence[kernel_service_pb2.ArgumentType],
    options: Options,
) -> kernel_service_pb2.CompileRequest:
    return kernel_service_pb2.CompileRequest(
        operator_id=registered.operator_id,
        arguments=argument_types,
        captures=_capture.encode(operator.captured),
        opt_level=options.opt_level or 0,
        backend=options.backend or "",
    )


def _ask(
    connection: _connection.Connection,
    operator: Operator,
    registered: _calls.Registered,
    request: kernel_service_pb2.CompileRequest,
) -> kernel_service_pb2.CompileResponse:
    request_id = _requests.new_id()
    with (
        _progress.Wait("compiling ", operator.name) as wait,
        _trace.call("compile", operator.name, connection, request_id) as traced,
    ):
        response = connection.unary(_rpc.COMPILE, request, request_id=request_id)
        traced.response = response
        wait.note(response.kernel)
    registered.note(response.kernel)
    if response.diagnostics:
        error = _traceback.compile_error(response.diagnostics, registered.source)
        _requests.mark(error, request_id)
        raise error
    return response


def tensors_of_call(
    connection: _connection.Connection, operator: Operator, bound: Sequence[Any]
) -> Sequence[kernel_service_pb2.KernelTensor]:
    """Return what the kernel for bound arguments does with its tensors, compiling it if needed.

    Raises
    ------
    CompileError
        If it cannot be compiled for them.
    """
    registered = operator.registered(connection)
    argument_types = _types_of_call(registered, bound)
    request = _request(operator, registered, argument_types, resolve(operator.options))
    return _ask(connection, operator, registered, request).tensors


def _bind(
    registered: _calls.Registered, args: Sequence[Any], attributes: Mapping[str, Any]
) -> list[Any]:
    """Return one value a parameter, with types for ``(shape, dtype)`` pairs."""
    named = {name: _abstract(value) for name, value in attributes.items()}
    return _binding.bind(registered.signature, [_abstract(value) for value in args], named)


def _types_of_call(
    registered: _calls.Registered, bound: Sequence[Any]
) -> list[kernel_service_pb2.ArgumentType]:
    signature = registered.signature
    return [
        _type_of(signature.function_name, parameter, value)
        for parameter, value in zip(signature.parameters, bound, strict=True)
    ]


def _abstract(value: Any) -> Any:
    """Return the tensor type that a ``(shape, dtype)`` pair stands for; else the value."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[0], (tuple, list)):
        return _Abstract(tuple(int(size) for size in value[0]), _wire.as_dtype(value[1]))
    return value


def _type_of(
    function_name: str, parameter: _binding.Parameter, value: Any
) -> kernel_service_pb2.ArgumentType:
    out = kernel_service_pb2.ArgumentType()
    if value is _binding.OMITTED:
        out.omitted.SetInParent()
    elif isinstance(value, _Abstract) or _calls.is_tensor(value):
        if not isinstance(value, (_Abstract, Tensor)):
            value = _regions.as_host_array(function_name, parameter.name, value, parameter.written)
        out.tensor.dtype = _wire.dtype_number(value.dtype)
        out.tensor.shape.extend(value.shape)
        out.tensor.strides.extend(_wire.c_strides(value.shape, value.dtype.itemsize))
        out.tensor.resizable = isinstance(value, Tensor)
    elif parameter.may_omit:
        raise TypeError(
            f"{function_name}() argument '{parameter.name}' is written: it must be an array, a "
            f"tensor or a (shape, dtype) pair, not {type(value).__name__}"
        )
    else:
        _arguments.encode_attribute(function_name, parameter.name, value, out.attribute)
    return out
