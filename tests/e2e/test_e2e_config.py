"""pyascd --check-config: every mistake is told with where it stands."""

import os
import subprocess

import pytest

from running_daemon import executable

# The file, and what is said of it after its name.
MISTAKES = {
    "a typo in a key": (
        'socket = "/s"\n\nlog_levle = "warn"\n',
        ":3:1: unknown key 'log_levle': did you mean log_level?",
    ),
    "a key like no other": ("zzz = 1\n", ":1:1: unknown key 'zzz'"),
    "a table": ('socket = "/s"\n[log]\nlevel = 1\n', ":2:2: unknown key 'log'"),
    "a value of a wrong type": (
        "# words\ncache_max_entries = 1.5\n",
        ":2:1: cache_max_entries is neither a string nor a whole number",
    ),
    "a value that is refused": (
        'socket = "/s"\n  log_level = "loud"\n',
        ":2:3: log_level: 'loud' is not one of debug, info, warn, error",
    ),
    "a size without a unit that there is": (
        'log_level = "warn"\ntensor_quota = "1 elephant"\n',
        ":2:1: tensor_quota: '1 elephant' is not like '10GiB'",
    ),
    "a key twice": ('socket = "/a"\nsocket = "/b"\n', ":2:"),
    "what is no TOML": ('socket = "/s"\nlog_level = \n', ":2:"),
    "a string without an end": ('socket = "/s"\nlog_level = "warn\n', ":2:"),
}


def check(file, **variables):
    return subprocess.run(
        [executable("pyascd"), "--check-config", "--config", file],
        env={"PATH": os.environ["PATH"], "HOME": str(file.parent), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_column(tmp_path, name):
    text, message = MISTAKES[name]
    file = tmp_path / "pyascd.toml"
    file.write_text(text)
    done = check(file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pyascd: {file}{message}")
    assert len(done.stderr.splitlines()) == 1


def test_a_valid_file_starts_nothing(tmp_path):
    file = tmp_path / "pyascd.toml"
    file.write_text(f'state_dir = "{tmp_path}/state"\nsocket = "{tmp_path}/run/s"\n')
    done = check(file)
    assert (done.returncode, done.stdout) == (0, "the configuration is valid\n")
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_not_there_is_named(tmp_path):
    done = check(tmp_path / "none.toml")
    assert (done.returncode, done.stderr) == (2, f"pyascd: cannot read {tmp_path}/none.toml\n")


def test_variables_that_mean_nothing_are_warned_of(tmp_path):
    file = tmp_path / "pyascd.toml"
    file.write_text("")
    done = check(file, PYASCD_LOGLEVEL="warn", PYASCD_QUITE_ELSE="1", PYASCD_LOG_LEVEL="info")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "pyascd: the variable PYASCD_LOGLEVEL means nothing: did you mean PYASCD_LOG_LEVEL? "
        "(pyascd --help)",
        "pyascd: the variable PYASCD_QUITE_ELSE means nothing (pyascd --help)",
    ]


def test_a_variables_value_that_is_refused_names_the_variable(tmp_path):
    file = tmp_path / "pyascd.toml"
    file.write_text("")
    done = check(file, PYASCD_LOG_LEVEL="loud")
    assert done.returncode == 2
    assert done.stderr.startswith("pyascd: PYASCD_LOG_LEVEL: log_level: 'loud' is not one of ")
