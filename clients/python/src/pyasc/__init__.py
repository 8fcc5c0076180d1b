"""pyasc: operators written in Python, compiled once and run by the daemon pyascd.

    >>> import numpy as np, pyasc
    >>> @pyasc.operator
    ... def axpy(x, y, output, alpha=1.0):
    ...     output[:] = y + alpha * x
    >>> axpy(np.ones(3), np.zeros(3), alpha=0.5)
    array([0.5, 0.5, 0.5])

gRPC is imported at the first call, not by ``import pyasc``.
"""

from __future__ import annotations

from pyasc._admin import Device, Info, RunningLaunch, connect, devices, info
from pyasc._batch import batch
from pyasc._debug import debug
from pyasc._kernel import Kernel, compile
from pyasc._notebook import load_ipython_extension as load_ipython_extension
from pyasc._options import options
from pyasc._spans import Span, Timing
from pyasc._trace import trace
from pyasc._version import __version__
from pyasc.errors import (
    Cancelled,
    CompileError,
    ConnectionLost,
    DeadlineExceeded,
    DeviceError,
    Error,
    PermissionDenied,
    QuotaExceeded,
)
from pyasc.operator import Operator, operator, register
from pyasc.tensor import Tensor, empty, from_numpy, full, ones, tensor, zeros

__all__ = [
    "Cancelled",
    "CompileError",
    "ConnectionLost",
    "DeadlineExceeded",
    "Device",
    "DeviceError",
    "Error",
    "Info",
    "Kernel",
    "Operator",
    "PermissionDenied",
    "QuotaExceeded",
    "RunningLaunch",
    "Span",
    "Tensor",
    "Timing",
    "__version__",
    "batch",
    "compile",
    "connect",
    "debug",
    "devices",
    "empty",
    "from_numpy",
    "full",
    "info",
    "ones",
    "operator",
    "options",
    "register",
    "tensor",
    "trace",
    "zeros",
]
