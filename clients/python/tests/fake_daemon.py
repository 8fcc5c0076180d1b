"""A daemon for tests of the client: it keeps memory as the real one does, and runs each
operator as the Python function that it is, over NumPy views of that memory."""

from __future__ import annotations

import builtins
import os
import threading
import time
import traceback
from concurrent import futures

import grpc
import numpy as np
from fake_cache import CacheCalls, FakeCache
from interpreted import Created, Omitted, Operator

from pyasc import _rpc, _wire
from pyasc._crc32c import crc32c
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._proto.v1 import kernel_service_pb2 as kernels
from pyasc._proto.v1 import launch_service_pb2 as launches
from pyasc._proto.v1 import tensor_service_pb2 as tensors
from pyasc._proto.v1 import types_pb2

METRICS = r"""# HELP pyascd_sessions Sessions of clients that are open.
# TYPE pyascd_sessions gauge
pyascd_sessions 2
# HELP pyascd_launches_total Launches that have ended.
# TYPE pyascd_launches_total counter
pyascd_launches_total{device="cpu:0",outcome="a \"b\" \\c\n{d,e}"} 1e+06
# HELP pyascd_queue_wait_seconds In the device's queue.
# TYPE pyascd_queue_wait_seconds histogram
pyascd_queue_wait_seconds_count{device="cpu:0"} 3
pyascd_queue_wait_seconds_sum{device="cpu:0"} 0.25
pyascd_queue_wait_seconds_bucket{device="cpu:0",le="0.001"} 1
pyascd_queue_wait_seconds_bucket{device="cpu:0",le="+Inf"} 3
# HELP pyascd_compiles_total Compiles that have ended.
# TYPE pyascd_compiles_total counter
pyascd_compiles_total 0
"""


class FakeDaemon(CacheCalls):
    """Serves pyascd.v1 on a Unix socket."""

    def __init__(self, path):
        self.path = path
        self.memory = {}
        self.operators = {}
        self.sessions = set()
        self.registered = []
        self.launched = []
        self.many = 0  # calls of LaunchMany
        self.compiled = []
        self.cache = FakeCache()
        self.model = ""
        self.named = []  # what ListOperators answers
        self.cancelled = threading.Event()
        self.fail = {}  # method name -> (grpc.StatusCode, message)
        self.dies_at = None  # method name; the daemon ends in the middle of its next call
        self.capabilities = ["inline", "prints"]
        self.forgets_before_answer = False  # loses its sessions before LaunchMany's answer
        self.clock_ahead_ns = 0  # of this process's
        self.traceparents = []  # of each call, with its method
        self.puts = 0
        self.reads = []  # bytes that each Get asked for
        self.waits_for = 0  # what Stop says is under way
        self.pid = int.from_bytes(os.urandom(3), "little")
        self.start()

    def start(self):
        self.closing = threading.Event()
        self.server = grpc.server(futures.ThreadPoolExecutor(16))
        self.server.add_generic_rpc_handlers((_Handlers(self),))
        self.server.add_insecure_port(f"unix:{self.path}")
        self.server.start()

    def stop(self):
        self.closing.set()
        self.server.stop(0).wait(5)

    def restart(self):
        """As a new process at the same socket: nothing is known any more."""
        self.stop()
        self.memory.clear()
        self.operators.clear()
        self.sessions.clear()
        self.pid += 1
        self.start()

    def store(self, data, handle=b""):
        handle = handle or os.urandom(16)
        self.memory[handle] = bytearray(data)
        return handle

    def get_info(self, request, context):
        return admin.GetInfoResponse(
            version="9.9",
            protocol=1,
            pid=self.pid,
            log_path="/log",
            backends=["cpu", "null"],
            capabilities=self.capabilities,
        )

    def open_session(self, request, context):
        session = os.urandom(16)
        self.sessions.add(session.hex())
        yield admin.SessionEvent(session_id=session)
        while context.is_active() and not self.closing.is_set():
            self.closing.wait(0.005)
        if self.closing.is_set():
            context.abort(grpc.StatusCode.UNAVAILABLE, "stopping")

    def list_devices(self, request, context):
        return admin.ListDevicesResponse(
            devices=[
                admin.Device(name="cpu:0", kind="cpu", model=self.model, cores=2, computes=True)
            ]
        )

    def get_status(self, request, context):
        return admin.GetStatusResponse(sessions=len(self.sessions), tensors=len(self.memory))

    def get_metrics(self, request, context):
        return admin.GetMetricsResponse(text=METRICS)

    def stop_method(self, request, context):
        self.closing.set()
        return admin.StopResponse(launches=self.waits_for)

    def register(self, request, context):
        self.registered.append(request)
        try:
            operator = Operator(request)
        except SyntaxError as error:
            response = kernels.RegisterResponse()
            response.diagnostics.add(code="PA0001", message=error.msg)
            return response
        response = kernels.RegisterResponse(
            operator_id=os.urandom(16), signature=operator.signature
        )
        for line, text in enumerate(request.source.decode().splitlines(), 1):
            if "import " in text:
                column = len(text[: text.index("import")].encode())
                response.diagnostics.add(
                    code="PA0101",
                    message="import is not supported",
                    hint="import it outside",
                    span=types_pb2.SourceSpan(
                        line=line, column=column, end_line=line, end_column=column + 6
                    ),
                )
        self.operators[response.operator_id] = operator
        return response

    def compile(self, request, context):
        self.compiled.append(request)
        if request.backend not in ("", "cpu", "cpu:0"):
            context.abort(
                grpc.StatusCode.FAILED_PRECONDITION,
                f"no device '{request.backend}'; devices are cpu:0",
            )
        response = kernels.CompileResponse(source="def operator(...)")
        response.kernel.key = b"k" * 32
        response.kernel.compiled = True
        response.kernel.compile_us = 1500
        response.kernel.device_kind = "cpu"
        response.kernel.opt_level = request.opt_level
        for stage in request.stages:
            if stage != "c":
                response.stages[stage] = f"; {stage}"
        return response

    def allocate(self, request, context):
        return tensors.AllocateResponse(handle=self.store(bytes(request.bytes)))

    def put(self, requests, context):
        requests = iter(requests)
        header = next(requests).header
        data = header.chunk + b"".join(request.chunk for request in requests)
        self.puts += 1
        if len(data) != header.bytes:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "chunks do not add up")
        if crc32c(data) != header.crc32c:
            context.abort(grpc.StatusCode.DATA_LOSS, "checksum")
        if not header.handle:
            return tensors.PutResponse(handle=self.store(data, header.new_handle))
        memory = self.memory[header.handle]
        memory[header.offset : header.offset + len(data)] = data
        return tensors.PutResponse(handle=header.handle)

    def get(self, request, context):
        self.reads.append(request.bytes)
        data = self.memory[request.handle][request.offset : request.offset + request.bytes]
        for start in range(0, len(data), 1 << 20):
            chunk = bytes(data[start : start + (1 << 20)])
            yield tensors.GetResponse(chunk=chunk, crc32c=crc32c(chunk))

    def free(self, request, context):
        for handle in request.handles:
            self.memory.pop(handle, None)
        return tensors.FreeResponse()

    def launch(self, request, context):
        self.launched.append(request)
        if request.operator_id not in self.operators:
            context.abort(grpc.StatusCode.NOT_FOUND, "unknown operator")
        ended = threading.Event()
        # It also runs after an answer, perhaps while the next launch is under way.
        context.add_callback(lambda: ended.is_set() or self.cancelled.set())
        try:
            return self._run(request)
        finally:
            ended.set()

    def launch_many(self, request, context):
        self.many += 1
        for index in reversed(range(len(request.launches))):
            launch = request.launches[index]
            self.launched.append(launch)
            if launch.operator_id not in self.operators:
                context.abort(grpc.StatusCode.NOT_FOUND, "unknown operator")
            response = self._run(launch)
            if request.prints_meanwhile and response.prints:
                yield launches.LaunchManyResponse(index=index, prints_meanwhile=response.prints)
                del response.prints[:]
            if self.forgets_before_answer:
                self.sessions.clear()
                context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
            yield launches.LaunchManyResponse(index=index, response=response)

    def _run(self, request):
        operator, response = self.operators[request.operator_id], launches.LaunchResponse()
        response.device = "cpu:0"
        response.kernel.key = b"k" * 32
        start_ns = time.monotonic_ns() + self.clock_ahead_ns
        printed = []
        function = operator.function(request.captures, printed)
        copies, values = {}, []
        for parameter, argument in zip(
            operator.signature.parameters, request.arguments, strict=True
        ):
            values.append(self._value(parameter, argument, copies, values, request.inline_memory))
        try:
            function(*values)
        except Exception as error:
            _describe(response.exception, error)
        else:
            self._answer(operator, request, values, copies, response)
        took_ns = time.monotonic_ns() + self.clock_ahead_ns - start_ns
        for name in ("decode", "run"):
            response.spans.add(name=name, start_ns=start_ns, duration_ns=took_ns // 2)
            start_ns += took_ns // 2
        for text in printed:
            response.prints.add(end="\n").parts.add(literal=text)
        return response

    def _value(self, parameter, argument, copies, others, inline):
        kind = argument.WhichOneof("argument")
        if kind == "attribute":
            return _wire.decode_scalar(argument.attribute)
        if kind == "omitted":
            first = next(value for value in others if isinstance(value, np.ndarray))
            return Omitted(first.dtype)
        view = argument.tensor.view
        where = _place(argument.tensor)
        if where not in copies:
            copies[where] = bytearray(
                inline[where[1]].data if not where[0] else self.memory[where[0]]
            )
        dtype = _wire.dtype_of(view.dtype)
        if argument.tensor.resizable:
            array = np.ndarray.__new__(Created, tuple(view.shape), dtype)
            array[...] = _view(copies[where], view, dtype)
            return array
        return _view(copies[where], view, dtype)

    def _answer(self, operator, request, values, copies, response):
        response.success.SetInParent()
        fresh, chosen = {}, iter(request.new_handles)
        for index, (parameter, argument, value) in enumerate(
            zip(operator.signature.parameters, request.arguments, values, strict=True)
        ):
            if not parameter.written:
                continue
            item = response.success.written.add(parameter=index)
            if isinstance(value, Omitted) or argument.tensor.resizable:
                item.created = isinstance(value, Omitted)
                array = np.ascontiguousarray(value.array if item.created else value)
                shape = (value.array if item.created else value).shape
                inside = item.created and request.inline_created
                handle, item.inline_index = self._keep(array.tobytes(), response, inside, chosen)
                _wire.set_view(item.view, handle, array.dtype, shape)
                continue
            old = _place(argument.tensor)
            if old not in fresh:
                fresh[old] = self._keep(copies[old], response, not old[0], chosen)
            item.view.CopyFrom(argument.tensor.view)
            item.view.handle, item.inline_index = fresh[old]

    def _keep(self, data, response, inside, chosen):
        """Return the handle of memory, or where it is inside the response."""
        inline = response.success.inline_memory
        if not inside or len(data) > 65536:
            return self.store(data, next(chosen, b"")), 0
        inline.add(data=bytes(data), crc32c=crc32c(data))
        return b"", len(inline) - 1


def _place(tensor):
    return tensor.view.handle, tensor.inline_index


def _view(memory, view, dtype):
    return np.ndarray(tuple(view.shape), dtype, memory, view.offset, tuple(view.strides))


def _describe(exception, error):
    frame = traceback.extract_tb(error.__traceback__)[-1]
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == "<operator>"]
    frame = frames[-1]
    known = [c for c in type(error).__mro__ if getattr(builtins, c.__name__, None) is c]
    exception.type = known[0].__name__
    if error.args:
        exception.parts.add(literal=str(error.args[0]))
    exception.span.line = frame.lineno
    exception.span.column, exception.span.end_column = frame.colno, frame.end_colno
    exception.span.end_line = frame.end_lineno
    index = types_pb2.LoopIndex(name="n")
    _wire.encode_scalar(3, index.value)
    exception.loops.append(index)


class _Handlers(grpc.GenericRpcHandler):
    def __init__(self, daemon):
        self.daemon = daemon

    def service(self, details):
        method = next((m for m in _rpc.METHODS if m.path == details.method), None)
        if method is None:
            return None
        name = details.method.rsplit("/", 1)[1]
        snake = "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")
        run = getattr(self.daemon, "stop_method" if name == "Stop" else snake)
        metadata = dict(details.invocation_metadata)
        self.daemon.traceparents.append((name, metadata.get("traceparent")))
        open_to_all = "AdminService" in details.method

        def check(context):
            if name == self.daemon.dies_at:
                self.daemon.closing.set()
                self.daemon.server.stop(0)  # not waited for: it waits for this call
                context.abort(grpc.StatusCode.UNAVAILABLE, "stopping")
            if not open_to_all and metadata.get("pyascd-session") not in self.daemon.sessions:
                context.abort(grpc.StatusCode.NOT_FOUND, "no such session")
            if name in self.daemon.fail:
                context.abort(*self.daemon.fail[name])

        def unary(request, context):
            check(context)
            return run(request, context)

        def stream(request, context):
            check(context)
            yield from run(request, context)

        wire = {
            "request_deserializer": method.request.FromString,
            "response_serializer": method.response.SerializeToString,
        }
        if isinstance(method, _rpc.ServerStream):
            return grpc.unary_stream_rpc_method_handler(stream, **wire)
        if isinstance(method, _rpc.ClientStream):
            return grpc.stream_unary_rpc_method_handler(unary, **wire)
        return grpc.unary_unary_rpc_method_handler(unary, **wire)
