"""Variables of the environment."""

import numpy as np
import pytest

import pyasc
from pyasc import _environment


@pyasc.operator
def copied(x, output):
    output[:] = x


def test_an_unknown_variable_is_told_with_a_suggestion(daemon, monkeypatch, capsys):
    monkeypatch.setenv("PYASC_TARGETS", "x")
    monkeypatch.setenv("PYASC_CACHE_DIR", "x")
    monkeypatch.setenv("PYASC_ZZZ", "x")
    copied(np.ones(1))
    copied(np.ones(1))
    assert capsys.readouterr().err.splitlines() == [
        "pyasc: the variable PYASC_TARGETS means nothing: did you mean PYASC_TARGET?",
        "pyasc: the variable PYASC_ZZZ means nothing",
    ]


def test_known_variables_are_silent(monkeypatch):
    for name in _environment.KNOWN:
        monkeypatch.setenv(name, "1")
    assert not [line for line in _environment.unknown_names() if "_ZZZ" not in line]


def test_level_and_backend_come_from_the_environment(daemon, monkeypatch):
    monkeypatch.setenv("PYASC_OPT_LEVEL", "1")
    monkeypatch.setenv("PYASC_BACKEND", "cpu")
    copied(np.ones(1))
    assert (daemon.launched[-1].opt_level, daemon.launched[-1].backend) == (1, "cpu")
    for wrong in ("5", "high"):
        monkeypatch.setenv("PYASC_OPT_LEVEL", wrong)
        with pytest.raises(ValueError, match=wrong):
            copied(np.ones(1))
