"""What a daemon is and has."""

from __future__ import annotations

import dataclasses

from pyasc import _client, _connection, _frames, _rpc
from pyasc._proto.v1 import admin_service_pb2
from pyasc._version import __version__


@dataclasses.dataclass(frozen=True)
class RunningLaunch:
    """What a device works at.

    Attributes
    ----------
    operator, request : str
        The operator's name; the request id of the call, as exceptions and the log have it.
    pid : int
        The client's process; 0 where the daemon cannot see it.
    session : str
        The client's session, as ``pyasc op ls`` shows it.
    seconds : float
        Since its turn came.
    """

    operator: str
    request: str
    pid: int
    session: str
    seconds: float

    def __str__(self) -> str:
        client = f"pid {self.pid}" if self.pid else f"session {self.session}"
        return f"{self.operator} of {client}, {self.seconds:.1f} s"


@dataclasses.dataclass(frozen=True)
class Device:
    """A device of the daemon.

    Attributes
    ----------
    name, kind, model : str
        Such as ``"cpu:0"``, ``"cpu"`` and the processor's name.
    cores : int
        Cores it uses.
    computes : bool
        Whether its results are values; False for ``null``.
    queue_depth, launches, worker_restarts : int
        Launches that wait or run, launches so far, workers that were replaced.
    running : RunningLaunch or None
        The launch that runs, of whatever client; None if the device waits for one.
    """

    name: str
    kind: str
    model: str
    cores: int
    computes: bool
    queue_depth: int
    launches: int
    worker_restarts: int
    running: RunningLaunch | None


@dataclasses.dataclass(frozen=True)
class Info:
    """What the connected daemon says about itself.

    Attributes
    ----------
    compiles : int
        Kernels it has compiled since it started; those from its cache do not count.
    compile_seconds : float
        Time that compiling took for calls of this process.
    """

    version: str
    client_version: str
    target: str
    pid: int
    capabilities: tuple[str, ...]
    state_directory: str
    log_path: str
    backends: tuple[str, ...]
    default_backend: str
    compiles: int
    compile_seconds: float


@_frames.public
def devices() -> list[Device]:
    """Return the devices of the daemon."""
    response = _client.unary(_rpc.LIST_DEVICES, admin_service_pb2.ListDevicesRequest())
    return [to_device(device) for device in response.devices]


def to_device(wire: admin_service_pb2.Device) -> Device:
    """Return a device as users see it."""
    return Device(
        wire.name,
        wire.kind,
        wire.model,
        wire.cores,
        wire.computes,
        wire.queue_depth,
        wire.launches,
        wire.worker_restarts,
        _to_running(wire.running) if wire.HasField("running") else None,
    )


def _to_running(wire: admin_service_pb2.RunningLaunch) -> RunningLaunch:
    return RunningLaunch(wire.operator_name, wire.request_id, wire.pid, wire.session, wire.seconds)


def others() -> str:
    """Return what devices run for other sessions, "" if none does or one runs for this."""
    connection = _client.opened()
    if connection is None or connection.lost or connection.relayed:
        return ""
    request = admin_service_pb2.ListDevicesRequest()
    found = connection.unary(_rpc.LIST_DEVICES, request, _client.SHOW_TIMEOUT_S).devices
    busy = [device for device in found if device.HasField("running")]
    if any(device.running.session == connection.session for device in busy):
        return ""
    return "; ".join(f"{device.name} runs {_to_running(device.running)}" for device in busy)


@_frames.public
def info() -> Info:
    """Return what the daemon says about itself; one is started if there is none."""
    return _client.with_connection(to_info)


def to_info(connection: _connection.Connection) -> Info:
    """Return the facts of a connection."""
    wire = connection.info
    status = connection.unary(_rpc.GET_STATUS, admin_service_pb2.GetStatusRequest())
    return Info(
        wire.version,
        __version__,
        connection.target,
        wire.pid,
        tuple(wire.capabilities),
        wire.state_directory,
        wire.log_path,
        tuple(wire.backends),
        wire.default_backend,
        status.compiles,
        _client.compile_seconds(),
    )


@_frames.public
def connect(target: str | None = None) -> Info:
    """Connect to a daemon, ending the session there was.

    Parameters
    ----------
    target : str, optional
        ``"unix:///path/of.sock"``, a path, or ``"host:port"``. Default: PYASC_TARGET, the
        user's socket, the host's, else a daemon that is started.

    Raises
    ------
    ConnectionLost
        If no daemon answers there.
    """
    return to_info(_client.connect(target))
