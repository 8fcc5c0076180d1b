"""Daemons that are started on demand: where, by whom, in whose place, and until when."""

from __future__ import annotations

import os
import pathlib
import select
import subprocess

import pytest

import account
import pyasc
from pyasc import _client, _skew
from pyasc._version import __version__
from running_daemon import ROOT, executable


@pytest.fixture
def user(tmp_path, monkeypatch):
    """An account without a daemon, which this process has too."""
    with account.account(tmp_path / "user") as made:
        for name in set(os.environ) - set(made.environment):
            monkeypatch.delenv(name)
        for name, text in made.environment.items():
            monkeypatch.setenv(name, text)
        connection = _client._process.connection
        if connection is not None:
            connection.close()
            _client._process.connection = None
        yield made
        if _client._process.connection is not None:
            _client._process.connection.close()
            _client._process.connection = None


def use(user, monkeypatch, path):
    """Make `path` the executable of the account and of this process."""
    user.environment["PYASCD_EXECUTABLE"] = str(path)
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(path))


# Other versions


def test_an_idle_daemon_of_another_version_is_replaced_once_by_all_who_meet_it(user, monkeypatch):
    other = user.other_version()
    before, words = user.once()
    assert before["version"] == other
    assert words.startswith(f"pyasc: started pyascd {other} (pid {before['pid']}, log ")
    user.await_idle()
    use(user, monkeypatch, executable("pyascd"))
    clients = [user.client() for _ in range(5)]
    found = [client.daemon() for client in clients]
    user.note(found[0])
    said = [client.end() for client in clients]
    assert {daemon["version"] for daemon in found} == {__version__}
    (pid,) = {daemon["pid"] for daemon in found}
    assert pid != before["pid"]
    (words,) = [text for text in said if text]
    assert words.startswith(
        f"pyasc: started pyascd {__version__} in place of {other}, which was idle (pid {pid}, log "
    )


def test_a_busy_daemon_of_another_version_is_used_while_it_speaks_the_protocol(user, monkeypatch):
    other = user.other_version()
    first = user.client()
    before = first.daemon()
    user.note(before)
    use(user, monkeypatch, executable("pyascd"))
    found, words = user.once()
    assert (found["pid"], found["version"], words) == (before["pid"], other, "")
    first.end()


def test_a_busy_daemon_of_another_protocol_is_an_error_that_names_its_sessions(
    user, monkeypatch, capsys
):
    other = user.other_version()
    first = user.client(name="train.py")
    before = first.daemon()
    user.note(before)
    use(user, monkeypatch, executable("pyascd"))
    monkeypatch.setattr(_skew, "PROTOCOL", 2)
    with pytest.raises(pyasc.Error) as caught:
        pyasc.devices()
    assert str(caught.value) == (
        f"pyascd {other} (pid {before['pid']}) at {user.target} speaks protocol 1, this client "
        f"{__version__} protocol 2, and is in use by train.py (pid {first.process.pid}, client "
        f"{__version__}): end them, or `pyasc stop` ends it under them; the next call starts "
        "another"
    )
    with pytest.raises(pyasc.Error, match="`pyasc stop` ends it"):
        _client.existing()
    # What ends it works across protocols.
    assert _client.stop(lambda launches: None) == before["pid"]
    first.end()
    assert capsys.readouterr().err == ""


def test_a_daemon_that_no_start_would_better_is_left_alone(user, monkeypatch):
    user.other_version()
    before, _ = user.once()
    user.await_idle()
    assert user.once()[0]["pid"] == before["pid"]
    monkeypatch.setattr(_skew, "PROTOCOL", 2)
    use(user, monkeypatch, user.environment["PYASCD_EXECUTABLE"])
    with pytest.raises(pyasc.Error, match=r"protocol 1, this client \S+ protocol 2: "):
        pyasc.devices()


# Places


def restricted():
    """Return what makes root keep to the modes of files, as others must."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


@pytest.mark.parametrize("runtime", [None, "/nowhere/at/all"], ids=["unset", "not there"])
def test_without_a_runtime_directory_the_socket_is_in_the_temporary_one(user, runtime):
    if runtime is None:
        del user.environment["XDG_RUNTIME_DIR"]
    else:
        user.environment["XDG_RUNTIME_DIR"] = runtime
    found, words = user.once()
    directory = pathlib.Path(user.environment["TMPDIR"], f"pyascd-{os.getuid()}")
    assert found["target"] == f"unix:{directory}/pyascd.sock"
    assert directory.stat().st_mode & 0o777 == 0o700
    assert words.startswith("pyasc: started pyascd ")
    again, words = user.once()
    assert (again["pid"], words) == (found["pid"], "")


def test_a_home_that_cannot_be_written_costs_a_warning_alone(user):
    home = user.directory / "home"
    home.mkdir(mode=0o500)
    user.environment["HOME"] = str(home)
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        del user.environment[name]
    found, words = user.once(*restricted())
    runtime = pathlib.Path(user.environment["XDG_RUNTIME_DIR"], "pyascd")
    assert found["state_directory"] == f"{runtime}/pyascd.sock.state"
    assert found["log_path"] == f"{runtime}/pyascd.sock.state/pyascd.log"
    warning, started = words.splitlines()
    assert warning.startswith(f"pyascd: lock and log are in {runtime}/pyascd.sock.state: ")
    assert f"{home}/.local" in warning
    assert started.startswith("pyasc: started pyascd ")
    kept = pathlib.Path(user.environment["TMPDIR"], f"pyascd-cache-{os.getuid()}", "kernels.db")
    assert kept.exists()
    assert list(home.iterdir()) == []


def test_a_cache_that_cannot_be_written_moves_and_is_found_again(user):
    place = pathlib.Path(user.environment["XDG_CACHE_HOME"])
    place.chmod(0o500)
    found, words = user.once(*restricted())
    kept = pathlib.Path(user.environment["TMPDIR"], f"pyascd-cache-{os.getuid()}")
    assert words.splitlines()[0].startswith(f"pyascd: kernels are kept in {kept}: ")
    assert found["compiles"] == 1
    user.end()
    found, words = user.once(*restricted())
    assert found["compiles"] == 0
    assert f"{place}/pyascd" in words


def test_where_no_cache_can_be_kept_kernels_are_in_memory(user):
    place = pathlib.Path(user.environment["XDG_CACHE_HOME"])
    place.chmod(0o500)
    # What somebody else may have put into the temporary directory.
    planted = pathlib.Path(user.environment["TMPDIR"], f"pyascd-cache-{os.getuid()}")
    planted.symlink_to("elsewhere")
    found, words = user.once(*restricted())
    assert words.splitlines()[0].startswith("pyascd: kernels are kept in memory alone: ")
    assert f"{place}/pyascd" in words
    assert found["compiles"] == 1


# The end


def test_a_daemon_that_was_started_on_demand_ends_once_it_is_idle(user):
    configuration = pathlib.Path(user.environment["XDG_CONFIG_HOME"], "pyascd", "pyascd.toml")
    configuration.parent.mkdir()
    configuration.write_text('idle_exit = "1s"\n')
    client = user.client()
    found = client.daemon()
    user.note(found)
    watch = os.pidfd_open(int(found["pid"]))
    try:
        client.end()
        assert select.select([watch], [], [], 60)[0]
    finally:
        os.close(watch)
    log = pathlib.Path(str(found["log_path"])).read_text()
    assert "event=stopping why=idle" in log
    assert not pathlib.Path(user.target.removeprefix("unix:")).exists()
    # The next one finds state and cache free.
    again, words = user.once()
    assert again["pid"] != found["pid"]
    assert again["compiles"] == 0, words


def test_a_daemon_on_demand_stays_for_half_an_hour_unless_configured(user):
    done = subprocess.run(
        [
            executable("pyascd"),
            "--on-demand",
            "--show-config",
            "--config",
            ROOT / "deploy/pyascd.toml",
        ],
        env=user.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    # A service's "never", which the file that is deployed has, is not meant for it.
    (line,) = [line for line in done.stdout.splitlines() if '"idle_exit"' in line]
    assert '"value":"30min","origin":"--on-demand"' in line


# Variables


def test_unknown_variables_of_daemon_and_client_are_told_by_who_starts_it(user):
    user.environment["PYASCD_SOKET"] = "/s"
    user.environment["PYASC_OPTLEVEL"] = "1"
    _, words = user.once()
    assert words.splitlines()[:2] == [
        "pyasc: the variable PYASC_OPTLEVEL means nothing: did you mean PYASC_OPT_LEVEL?",
        "pyascd: the variable PYASCD_SOKET means nothing: did you mean PYASCD_SOCKET? "
        "(pyascd --help)",
    ]
    assert user.once()[1].splitlines() == words.splitlines()[:1]
