"""Units, probes of the host, and the pieces of doctor that no daemon is needed for."""

import os
import pathlib
import threading

import click
import pytest

from pyasc_cli import _command, _doctor, _output, _probe, _units


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0", 0), ("17", 17), ("10GiB", 10 << 30), ("500MB", 500_000_000), (" 1 KiB ", 1024)],
)
def test_sizes(text, expected):
    assert _units.parse_bytes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("30s", 30), ("5min", 300), ("2h", 7200), ("7d", 604800), ("9", 9)]
)
def test_times(text, expected):
    assert _units.parse_seconds(text) == expected


@pytest.mark.parametrize("text", ["", "GiB", "-1", "1.5GiB", "1 gib", "5m", "99999999999999999999"])
def test_what_is_no_number_with_a_unit(text):
    with pytest.raises(ValueError, match=r"is not a |is too large"):
        _units.parse_bytes(text)
    with pytest.raises(ValueError, match=r"is not a |is too large"):
        _units.parse_seconds(text)


def test_numbers_for_people():
    assert [_units.show_bytes(n) for n in (0, 1023, 1536, 5 << 30)] == [
        "0 B", "1023 B", "1.5 KiB", "5.0 GiB",
    ]  # fmt: skip
    assert [_units.show_seconds(s) for s in (0.0000015, 0.25, 3, 120, 7200, 172800)] == [
        "2 µs", "250.0 ms", "3.0 s", "2 min", "2 h", "2 d",
    ]  # fmt: skip
    assert _units.show_ago(0) == "-"


def test_a_private_directory_has_no_problem(tmp_path):
    tmp_path.chmod(0o700)
    assert _probe.privacy_problem(tmp_path) is None
    assert _probe.privacy_problem(tmp_path / "not" / "yet") is None


def test_each_problem_of_a_directory_has_its_fix(tmp_path):
    opened = tmp_path / "open"
    opened.mkdir()
    opened.chmod(0o750)
    assert _probe.privacy_problem(opened) == (
        f"{opened} is open to others (mode 750)", f"chmod 700 {opened}",
    )  # fmt: skip
    file = tmp_path / "file"
    file.touch()
    assert _probe.privacy_problem(file) == (f"{file} is no directory", f"rm {file}")
    link = tmp_path / "link"
    link.symlink_to(opened)
    assert _probe.privacy_problem(link) == (f"{link} is no directory", f"rm {link}")
    if os.getuid() != 0:
        problem = _probe.privacy_problem(pathlib.Path("/"))
        assert problem is not None
        assert "belongs to uid 0" in problem[0]


def test_probes_answer_on_every_kernel(tmp_path):
    # In a chroot, what its root lies on is not told.
    assert _probe.file_system_of(tmp_path / "missing") == _probe.file_system_of(tmp_path)
    assert _probe.file_system_of(pathlib.Path("/proc/self")) == "proc"
    assert _probe.free_bytes(tmp_path / "missing") > 0
    assert _probe.landlock_abi() >= 0
    for words in (_probe.no_new_privs(), _probe.seccomp(), _probe.namespaces()):
        assert words


def doctors(check, **arguments):
    return [(item["state"], item["fix"]) for item in check(**arguments)]


def test_a_network_file_system_and_a_full_disk_are_problems(tmp_path, monkeypatch):
    tmp_path.chmod(0o700)
    places = {"cache_dir": str(tmp_path)}
    monkeypatch.setattr(_probe, "file_system_of", lambda path: "nfs4")
    ((state, fix),) = doctors(_doctor._directories, places=places)
    assert (state, "PYASCD_CACHE_DIR" in fix) == ("problem", True)
    monkeypatch.setattr(_probe, "file_system_of", lambda path: "ext4")
    monkeypatch.setattr(_probe, "free_bytes", lambda path: 1000)
    ((state, fix),) = doctors(_doctor._directories, places=places)
    assert (state, fix.startswith("free some")) == ("problem", True)
    monkeypatch.setattr(_probe, "free_bytes", lambda path: 1 << 40)
    assert doctors(_doctor._directories, places=places) == [("ok", "")]


def test_programs_of_another_version_are_a_problem(tmp_path, monkeypatch):
    for name, version in (("pyascd", "0.0.9"), ("pyascd-compile", "0.0.9")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho {name} {version}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(tmp_path / "pyascd"))
    places = {"compile_executable": str(tmp_path / "pyascd-compile"), "device_executable": ""}
    found = doctors(_doctor._executables, places=places)
    same = ("problem", "install client and daemon of one version")
    assert found == [same, same, ("problem", "install it, or put it on PATH beside pyascd")]


def test_a_check_that_breaks_hides_no_other(monkeypatch):
    def broken():
        raise RuntimeError("out of order")

    monkeypatch.setattr(_doctor, "_runtime_directory", broken)
    items = {item["check"]: item for item in _doctor.examine()}
    assert items["runtime directory"]["found"] == "out of order"
    assert "sandbox: seccomp" in items


def test_a_socket_path_that_is_too_long_is_a_problem():
    ((state, fix),) = doctors(_doctor._socket, places={"socket": "/" + "s" * 200})
    assert (state, "XDG_RUNTIME_DIR" in fix) == ("problem", True)


def test_lists_and_quotes_in_csv():
    result = _output.Result("x", [{"a": [1, 2], "b": 'say "no", please'}], [])
    assert _output.render(result, "csv") == 'a,b\n1;2,"say ""no"", please"\n'


def test_an_interrupt_that_meets_a_lock_is_an_interrupt():
    def action():
        with (lock := threading.Lock()):
            lock.release()  # as a wait for it does, when the interrupt strikes
            raise KeyboardInterrupt

    with pytest.raises(click.Abort):
        _command.guarded(action)
