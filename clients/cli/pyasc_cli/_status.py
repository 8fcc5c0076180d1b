"""``pyasc status``."""

from __future__ import annotations

from pyasc_cli._call import ANSWER_TIMEOUT_S, connected, fields
from pyasc_cli._command import command
from pyasc_cli._output import Column, Item, Result
from pyasc_cli._units import show_bytes, show_seconds

_EXAMPLES = """
pyasc status
pyasc status --watch
pyasc status -o json
"""
_COLUMNS = [
    Column("daemon_version", "version"), Column("pid"), Column("target"),
    Column("state_directory"), Column("log"), Column("backends"),
    Column("uptime_seconds", "uptime", show_seconds), Column("sessions"), Column("launches"),
    Column("compiles"), Column("tensors"), Column("tensor_bytes", "tensor memory", show_bytes),
    Column("kernels", "cached kernels"), Column("analyses", "cached analyses"),
    Column("cache_bytes", "cache size", show_bytes), Column("cache_hits"),
    Column("cache_misses"), Column("cache_quarantined"),
    Column("sandbox_level"), Column("sandbox_missing"), Column("sandbox_user"),
]  # fmt: skip


@command("status", _EXAMPLES, watch=True)
def status() -> Result:
    """Show what the daemon is and has done."""
    with connected() as connection:
        return Result("status", [describe(connection)], _COLUMNS, single=True)


def describe(connection: object) -> Item:
    """Return the daemon's facts and counters."""
    from pyasc import _connection, _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    assert isinstance(connection, _connection.Connection)
    info = connection.info
    counters = connection.unary(_rpc.GET_STATUS, admin.GetStatusRequest(), ANSWER_TIMEOUT_S)
    item: Item = {
        "daemon_version": info.version,
        "pid": info.pid,
        "target": connection.target,
        "state_directory": info.state_directory,
        "log": info.log_path,
        "backends": list(info.backends),
        **fields(counters),
    }
    # One session is this command's own.
    item["sessions"] = max(counters.sessions - 1, 0)
    return item
