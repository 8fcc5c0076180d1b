"""Where daemons listen, and where the executable is."""

from __future__ import annotations

import os
import pathlib
import stat
import sys

from pyasc.errors import Error, PermissionDenied

SYSTEM_SOCKET = pathlib.Path("/run/pyascd/pyascd.sock")
# sockaddr_un.sun_path, with its final zero.
_PATH_LIMIT_BYTES = 108


def user_socket() -> pathlib.Path:
    """Return the socket of the user's own daemon; its directory need not exist."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and os.path.isdir(runtime) and os.access(runtime, os.W_OK | os.X_OK):
        return checked(pathlib.Path(runtime, "pyascd", "pyascd.sock"))
    # Here, as others below: it brings a dozen modules that a program may never need.
    import tempfile

    return checked(pathlib.Path(tempfile.gettempdir(), f"pyascd-{os.getuid()}", "pyascd.sock"))


def checked(path: pathlib.Path) -> pathlib.Path:
    """Return `path` if a socket can have it as its name; raise Error otherwise."""
    if len(os.fsencode(path)) >= _PATH_LIMIT_BYTES:
        raise Error(
            f"socket path of {len(os.fsencode(path))} bytes is over the limit of "
            f"{_PATH_LIMIT_BYTES - 1}: {path}"
        )
    return path


def is_private_directory(path: pathlib.Path) -> bool:
    """Return whether there is a directory at `path`; one that there is, is the user's alone.

    Raises
    ------
    PermissionDenied
        If it belongs to somebody else, is a link or no directory, or is open to others: they
        could listen in it in the daemon's place.
    """
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return False
    mode = stat.S_IMODE(found.st_mode)
    if found.st_uid != os.getuid():
        raise PermissionDenied(f"{path} belongs to uid {found.st_uid}, not {os.getuid()}")
    if not stat.S_ISDIR(found.st_mode):
        kind = "is a link" if stat.S_ISLNK(found.st_mode) else "is no directory"
        raise PermissionDenied(f"{path} {kind}: remove it")
    if mode & 0o077:
        raise PermissionDenied(f"{path} is open to others (mode {mode:o}): chmod 700 {path}")
    return True


def make_private_directory(path: pathlib.Path) -> None:
    """Make a directory of mode 0700, or check one as `is_private_directory` does."""
    if not is_private_directory(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        is_private_directory(path)


def find_daemon() -> pathlib.Path | None:
    """Return the executable pyascd: PYASCD_EXECUTABLE, beside this Python, on PATH."""
    named = os.environ.get("PYASCD_EXECUTABLE")
    if named:
        return pathlib.Path(named)
    beside = pathlib.Path(sys.executable).with_name("pyascd")
    if os.access(beside, os.X_OK):
        return beside
    import shutil

    found = shutil.which("pyascd")
    return pathlib.Path(found) if found else None
