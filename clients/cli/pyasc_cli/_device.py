"""``pyasc device``."""

from __future__ import annotations

import click

from pyasc_cli._call import ANSWER_TIMEOUT_S, connected, fields
from pyasc_cli._command import Noun, command
from pyasc_cli._output import Column, Item, Result


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds else ""


_COLUMNS = [
    Column("name"), Column("kind"), Column("model", wraps=True), Column("cores", right=True),
    Column("queue_depth", "queue", right=True), Column("launches", right=True),
    Column("worker_restarts", "restarts", right=True),
    Column("computes", show=lambda yes: "yes" if yes else "no", styles={"no": "yellow"}),
    Column("running", wraps=True), Column("running_seconds", "for", _seconds, right=True),
    Column("running_pid", "of pid", lambda pid: str(pid or ""), right=True),
]  # fmt: skip


@click.group(cls=Noun, examples="pyasc device ls --watch\npyasc device show cpu:0 -o json")
def device() -> None:
    """Devices of the daemon."""


def find() -> list[Item]:
    """Return all devices."""
    from pyasc import _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    with connected() as connection:
        response = connection.unary(_rpc.LIST_DEVICES, admin.ListDevicesRequest(), ANSWER_TIMEOUT_S)
    return [_describe(found) for found in response.devices]


def _describe(found: object) -> Item:
    """Return a device's fields; those of what it runs are empty and 0 if it waits for work."""
    item = fields(found)
    running = fields(item.pop("running"))
    return {
        **item,
        "running": running["operator_name"],
        "running_seconds": running["seconds"],
        "running_pid": running["pid"],
        "running_session": running["session"],
        "running_request": running["request_id"],
    }


@command("ls", "pyasc device ls --watch\npyasc device ls -o csv", device, watch=True)
def ls() -> Result:
    """List the devices."""
    return Result("device_list", find(), _COLUMNS)


@command("show", "pyasc device show cpu:0", device, watch=True)
@click.argument("name")
def show(name: str) -> Result:
    """Show one device."""
    from pyasc.errors import Error

    devices = find()
    found = [item for item in devices if item["name"] == name]
    if not found:
        names = ", ".join(item["name"] for item in devices)
        raise Error(f"no device '{name}': there are {names}")
    return Result("device", found, _COLUMNS, single=True)
