"""What notebooks add: the line magic ``%pyasc`` and the tables it shows."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from pyasc import _admin, _client, _connection, _frames, _rpc
from pyasc._display import Table
from pyasc._proto.v1 import admin_service_pb2
from pyasc.errors import ConnectionLost

_NEWEST = 20


def _status(connection: _connection.Connection) -> Table:
    facts = _admin.to_info(connection)
    names = ("version", "target", "pid", "default_backend", "compiles", "log_path")
    return Table(("what", "value"), [(name, getattr(facts, name)) for name in names])


def _devices(connection: _connection.Connection) -> Table:
    names = [field.name for field in dataclasses.fields(_admin.Device)]
    found = connection.unary(_rpc.LIST_DEVICES, admin_service_pb2.ListDevicesRequest()).devices
    devices = map(_admin.to_device, found)
    rows = [[getattr(device, name) for name in names] for device in devices]
    return Table(names, [["" if cell is None else cell for cell in row] for row in rows])


def _cache(connection: _connection.Connection) -> Table:
    """Return the kernels that were used last."""
    request = admin_service_pb2.ListKernelsRequest(limit=_NEWEST)
    found = connection.unary(_rpc.LIST_KERNELS, request).kernels
    rows = [
        (
            item.kernel.key.hex()[:12],
            item.operator_name,
            item.kernel.device_kind,
            item.kernel.opt_level,
            item.kernel.image_bytes,
            f"{item.kernel.compile_us / 1000:.1f}",
        )
        for item in found
    ]
    return Table(("key", "operator", "device", "level", "bytes", "compile ms"), rows)


_WORDS: dict[str, Callable[[_connection.Connection], Table]] = {
    "status": _status,
    "devices": _devices,
    "cache": _cache,
}


@_frames.public
def magic(line: str) -> Table:
    """Show what ``%pyasc status``, ``%pyasc devices`` or ``%pyasc cache`` asks for.

    As the command ``pyasc`` it starts no daemon; without one it says so.
    """
    make = _WORDS.get(line.strip())
    if make is None:
        raise ValueError(f"%pyasc takes one of {', '.join(_WORDS)}, not {line.strip()!r}")
    try:
        with _client.borrowed() as connection:
            return make(connection)
    except ConnectionLost as error:
        return Table(("daemon",), [(error,)])


def load_ipython_extension(shell: Any) -> None:
    """Add ``%pyasc`` to a shell of IPython, for ``%load_ext pyasc``."""
    shell.register_magic_function(magic, "line", "pyasc")
