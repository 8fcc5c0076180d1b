"""What this host is and offers, read without changing anything."""

from __future__ import annotations

import ctypes
import os
import pathlib
import stat
import subprocess
import sys

_PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS = 21, 39
_SYS_LANDLOCK_CREATE_RULESET = 444  # the same on every architecture
_LANDLOCK_CREATE_RULESET_VERSION = 1
# CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWUTS and CLONE_NEWNS, as the daemon's children
# have them; those of a user without privileges need CLONE_NEWUSER too.
_NEW_NAMESPACES = 0x40000000 | 0x20000000 | 0x08000000 | 0x04000000 | 0x00020000
_NEW_USER_NAMESPACE = 0x10000000
_UNSHARE = """
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
sys.exit(ctypes.get_errno() if libc.unshare(int(sys.argv[1])) else 0)
"""
NETWORK_FILE_SYSTEMS = {
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "lustre", "gpfs", "glusterfs", "9p", "afs",
    "fuse.sshfs", "fuse.glusterfs", "beegfs",
}  # fmt: skip


def no_new_privs() -> str:
    """Return whether processes can give up gaining privileges."""
    answer = _libc().prctl(_PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
    return {0: "available", 1: "available, and set already"}.get(answer, "missing")


def seccomp() -> str:
    """Return whether system calls can be filtered."""
    actions = _read("/proc/sys/kernel/seccomp/actions_avail")
    if actions:
        return f"available: {actions}"
    return "available" if _libc().prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 else "missing"


def landlock_abi() -> int:
    """Return the version of Landlock's interface; 0 without it."""
    abi = _libc().syscall(
        ctypes.c_long(_SYS_LANDLOCK_CREATE_RULESET),
        ctypes.c_void_p(None),
        ctypes.c_size_t(0),
        ctypes.c_uint32(_LANDLOCK_CREATE_RULESET_VERSION),
    )
    return max(int(abi), 0)


def namespaces() -> str:
    """Return whether a process of this user can leave the host's namespaces, tried in a child."""
    flags = _NEW_NAMESPACES if os.geteuid() == 0 else _NEW_NAMESPACES | _NEW_USER_NAMESPACE
    child = [sys.executable, "-I", "-S", "-c", _UNSHARE, str(flags)]
    try:
        error = subprocess.run(child, check=False, capture_output=True).returncode
    except OSError as failed:
        return f"not tried: {failed.strerror}"
    if error == 0:
        return "available"
    return f"denied: {os.strerror(error)}{_why_not()}"


def _why_not() -> str:
    if _read("/proc/sys/user/max_user_namespaces") == "0":
        return " (user.max_user_namespaces is 0)"
    if _read("/proc/sys/kernel/unprivileged_userns_clone") == "0":
        return " (kernel.unprivileged_userns_clone is 0)"
    if _read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return " (AppArmor restricts them)"
    return ""


def file_system_of(path: pathlib.Path) -> str:
    """Return the type of the file system that `path`, or what there is of it, lies on."""
    real = os.path.realpath(nearest(path))
    best, kind = "", "unknown"
    for line in _read("/proc/self/mountinfo").splitlines():
        before, _, after = line.partition(" - ")
        place = before.split()[4].encode().decode("unicode_escape")
        inside = real == place or real.startswith(place.rstrip("/") + "/")
        if inside and len(place) >= len(best):
            best, kind = place, after.split()[0]
    return kind


def nearest(path: pathlib.Path) -> pathlib.Path:
    """Return `path`, or the nearest directory above it that exists."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def free_bytes(path: pathlib.Path) -> int:
    """Return what this user may still write there."""
    found = os.statvfs(nearest(path))
    return found.f_bavail * found.f_frsize


def privacy_problem(path: pathlib.Path) -> tuple[str, str] | None:
    """Return what is wrong with a directory that should be the user's alone, and its fix."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        above = nearest(path)
        if os.access(above, os.W_OK | os.X_OK):
            return None  # it will be made
        return f"{path} cannot be made: {above} is not writable", f"mkdir -m 700 -p {path}"
    except OSError as error:
        return f"{path}: {error.strerror}", "check the directories above it"
    if not stat.S_ISDIR(found.st_mode):
        return f"{path} is no directory", f"rm {path}"
    if found.st_uid != os.getuid():
        owner = f"{path} belongs to uid {found.st_uid}, not {os.getuid()}"
        return owner, f"chown {os.getuid()} {path}, or configure another place"
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077:
        return f"{path} is open to others (mode {mode:o})", f"chmod 700 {path}"
    if not os.access(path, os.W_OK | os.X_OK):
        return f"{path} cannot be written (mode {mode:o})", f"chmod 700 {path}"
    return None


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _read(path: str) -> str:
    try:
        return pathlib.Path(path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
