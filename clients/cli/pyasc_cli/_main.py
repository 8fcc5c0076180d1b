"""Arguments, commands and exit codes."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

OK, FAILURE, UNREACHABLE, COMPILE_ERROR, LAUNCH_ERROR = 0, 1, 3, 4, 5
DENIED, BUSY, TIMEOUT, INTERRUPTED, NO_READER = 6, 7, 8, 130, 141
# Of the JSON that scripts read.
_FORMAT = 1
_EXAMPLES = """examples:
  pyasc status              is a daemon running, and what has it done
  pyasc devices -o json     its devices, for a script
  pyasc stop                stop it after the launches under way
"""

Result = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    0 ok, 1 failure, 2 usage, 3 unreachable, 6 denied, 7 quota, 8 timeout, 130 interrupted,
    141 the reader of its output has gone.
    """
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is left in the buffer has nowhere to go when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    if options.version:
        return _version()
    if options.run is None:
        _parser().print_help()
        return OK
    try:
        _print(options.run(), options.output)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        code = _code_of(error)
        if code is None:
            raise
        print(f"pyasc: {error}", file=sys.stderr)
        return code
    return OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pyasc",
        usage="pyasc [--version] COMMAND [-o table|json]",
        description=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print versions and end")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, run, words in (
        ("status", _status, "show the daemon's state"),
        ("devices", _devices, "list its devices"),
        ("stop", _stop, "stop it after the launches under way"),
    ):
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument(
            "-o", "--output", choices=("table", "json"), default="table", help="how to print"
        )
        command.set_defaults(run=run)
    return parser


def _version() -> int:
    from pyasc._version import __version__

    print(f"pyasc {__version__}")
    return OK


def _status() -> Result:
    from pyasc import _client, _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    connection = _client.existing()
    status = connection.unary(_rpc.GET_STATUS, admin.GetStatusRequest())
    info = connection.info
    result: Result = {
        "version": info.version,
        "pid": info.pid,
        "target": connection.target,
        "state_directory": info.state_directory,
        "log": info.log_path,
        "backends": list(info.backends),
    }
    # One session is this command's own.
    for field in status.DESCRIPTOR.fields:
        value = getattr(status, field.name)
        result[field.name] = round(value, 3) if isinstance(value, float) else value
    result["sessions"] = max(status.sessions - 1, 0)
    return result


def _devices() -> Result:
    from pyasc import _client, _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    response = _client.existing().unary(_rpc.LIST_DEVICES, admin.ListDevicesRequest())
    names = [field.name for field in admin.Device.DESCRIPTOR.fields]
    return {
        "devices": [{name: getattr(device, name) for name in names} for device in response.devices]
    }


def _stop() -> Result:
    from pyasc import _client

    return {"stopped": _client.stop(_say_what_it_waits_for)}


def _say_what_it_waits_for(launches: int) -> None:
    if launches:
        count = "1 launch" if launches == 1 else f"{launches} launches"
        print(f"pyasc: waiting for {count} under way", file=sys.stderr, flush=True)


def _code_of(error: Exception) -> int | None:
    from pyasc import errors

    codes: list[tuple[type[Exception], int]] = [
        (errors.ConnectionLost, UNREACHABLE),
        (errors.CompileError, COMPILE_ERROR),
        (errors.DeviceError, LAUNCH_ERROR),
        (errors.PermissionDenied, DENIED),
        (errors.QuotaExceeded, BUSY),
        (errors.DeadlineExceeded, TIMEOUT),
        (errors.Error, FAILURE),
    ]
    return next((code for kind, code in codes if isinstance(error, kind)), None)


def _print(result: Result, output: str) -> None:
    printers: dict[str, Callable[[Result], None]] = {"json": _print_json, "table": _print_table}
    printers[output](result)


def _print_json(result: Result) -> None:
    print(json.dumps({"format": _FORMAT, **result}, indent=2))


def _print_table(result: Result) -> None:
    for name, value in result.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            _print_rows(value)
        else:
            text = ", ".join(map(str, value)) if isinstance(value, list) else value
            print(f"{name.replace('_', ' '):<18} {text}")


def _print_rows(rows: list[Result]) -> None:
    heads = [name.replace("_", " ") for name in rows[0]]
    cells = [heads] + [[str(value) for value in row.values()] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for row in cells:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join(padded).rstrip())
