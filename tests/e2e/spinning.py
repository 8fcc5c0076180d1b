"""Operators that tests run in processes of their own."""

from __future__ import annotations

import signal
import sys
import threading

import numpy as np

import pyasc

X = np.array([1.0, 0.5])


@pyasc.operator("Spin")
def spin(x, output, steps=1):
    output.resize((1,))
    s = x[0]
    # A recurrence that no optimiser can shorten: about a nanosecond a step.
    for _step in range(steps):
        s = s * 0.9999 + x[1]
    output[0] = s


@pyasc.operator("Counts")
def counts(x, output, lines=1, steps=1):
    output.resize((1,))
    for i in range(lines):
        print("line", i)
    s = x[0]
    for _step in range(steps):
        s = s * 0.9999 + x[1]
    output[0] = s


@pyasc.operator("Same")
def same(x, output):
    output.resize(x.shape)
    for i in range(x.shape[0]):
        output[i] = x[i] * 3.25


def start_lost_launch(caught: list[pyasc.DeviceError]) -> threading.Thread:
    """Start a thread whose launch lasts until its worker is killed; the error goes to `caught`."""

    def launch() -> None:
        try:
            spin(X, steps=10**11)
        except pyasc.DeviceError as error:
            caught.append(error)

    thread = threading.Thread(target=launch)
    thread.start()
    return thread


def main() -> None:
    """Spin for so many steps and print an error; told "same", run that when told to; told
    "counts", print lines and spin until interrupted."""
    if sys.argv[1] == "counts":
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            counts(X, lines=3, steps=100_000_000_000)
        except KeyboardInterrupt:
            print("interrupted", counts(X, lines=0).shape)
        return
    if sys.argv[1] == "same":
        pyasc.info()
        print("ready", flush=True)
        sys.stdin.readline()
        assert same(np.ones(3)).tolist() == [3.25] * 3
        return
    try:
        spin(X, steps=int(sys.argv[1]))
    except pyasc.Error as error:
        print(type(error).__name__, error)


if __name__ == "__main__":
    main()
