"""Daemons of other versions: an idle one is replaced, a busy one is used or names its users."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyasc import _daemon, _paths, _rpc
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._version import __version__
from pyasc.errors import ConnectionLost, VersionSkew

if TYPE_CHECKING:
    from pyasc._connection import Connection

PROTOCOL = 1
# A daemon that is stuck answers no call of a client that looks after it.
ANSWER_TIMEOUT_S = 20.0


class Replaced(Exception):
    """The daemon was idle and has ended; another was started in its place.

    Attributes
    ----------
    version : str
        What it was.
    """

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


def accept(connection: Connection) -> None:
    """Take any daemon: to stop it, all protocols are one."""


def refuse(connection: Connection) -> None:
    """Raise VersionSkew if the daemon speaks another protocol."""
    if connection.info.protocol != PROTOCOL:
        raise VersionSkew(
            f"{_description(connection)}: `pyasc stop` ends it, and the next call starts another"
        )


def replace(connection: Connection) -> None:
    """Replace the daemon if it is idle and the one that would be started has another version.

    Raises
    ------
    Replaced
        If that was done.
    VersionSkew
        If it cannot be replaced and speaks another protocol; names its sessions.
    """
    info = connection.info
    if info.version == __version__ and info.protocol == PROTOCOL:
        return
    # Where the same version would be started again, nothing would be better afterwards.
    if "stop-idle" not in info.capabilities or _version_to_start() in ("", info.version):
        refuse(connection)
        return
    users: list[admin.ClientSession] = []

    def end() -> bool:
        users.extend(_stop_idle(connection))
        return not users

    if _daemon.replace(pathlib.Path(connection.target.removeprefix("unix:")), end):
        raise Replaced(info.version)
    if info.protocol != PROTOCOL:
        raise VersionSkew(
            f"{_description(connection)}, and is in use by {_names(users)}: end them, or "
            "`pyasc stop` ends it under them; the next call starts another"
        )


def _stop_idle(connection: Connection) -> Iterable[admin.ClientSession]:
    """End the daemon and wait until it is gone; return the sessions for which it goes on."""
    # The channel would go on with whatever has come to listen there meanwhile.
    if connection.unary(_rpc.GET_INFO, admin.GetInfoRequest(), ANSWER_TIMEOUT_S).pid != (
        connection.info.pid
    ):
        raise ConnectionLost(
            f"another process has replaced the daemon at {connection.target}: call again"
        )
    with _daemon.watched(connection.target, connection.info.pid) as process:
        request = admin.StopRequest(only_idle=True)
        users = connection.unary(_rpc.STOP, request, ANSWER_TIMEOUT_S).sessions
        if not users and process is not None and not process.wait(ANSWER_TIMEOUT_S):
            raise ConnectionLost(
                f"pyascd {connection.info.version} (pid {connection.info.pid}) was idle and told "
                f"to end, and has not in {ANSWER_TIMEOUT_S:.0f} s: its log is "
                f"{printable(connection.info.log_path)}"
            )
    return users


def _description(connection: Connection) -> str:
    info = connection.info
    return (
        f"pyascd {printable(info.version)} (pid {info.pid}) at {connection.target} speaks "
        f"protocol {info.protocol}, this client {__version__} protocol {PROTOCOL}"
    )


def _names(users: Iterable[admin.ClientSession]) -> str:
    return ", ".join(
        f"{printable(user.client_name)} (pid {user.pid}, client {printable(user.client_version)})"
        for user in users
    )


def printable(text: str) -> str:
    """Return another program's words as they may go to a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _version_to_start() -> str:
    """Return the version of the daemon that would be started; "" if there is none."""
    executable = _paths.find_daemon()
    if executable is None:
        return ""
    import subprocess

    try:
        done = subprocess.run(
            [executable, "--version"],
            capture_output=True,
            text=True,
            timeout=ANSWER_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.removeprefix("pyascd").strip() if done.returncode == 0 else ""
