"""What this host is and offers, read without changing anything."""

from __future__ import annotations

import ctypes
import os
import pathlib
import stat

_PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS = 21, 39
_SYS_LANDLOCK_CREATE_RULESET = 444  # the same on every architecture
_LANDLOCK_CREATE_RULESET_VERSION = 1
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


def user_namespaces() -> str:
    """Return whether a user without privileges can make a user namespace."""
    most = _read("/proc/sys/user/max_user_namespaces")
    if most in ("", "0"):
        return "missing"
    if _read("/proc/sys/kernel/unprivileged_userns_clone") == "0":
        return "denied by kernel.unprivileged_userns_clone"
    if _read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return "restricted by AppArmor"
    return f"available: at most {most}"


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
