"""Operators: Python functions that the daemon compiles and runs."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import threading
import time
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from pyasc import (
    _admin,
    _binding,
    _calls,
    _capture,
    _cards,
    _client,
    _connection,
    _debug,
    _display,
    _frames,
    _progress,
    _requests,
    _rpc,
    _shapes,
    _source,
    _spans,
    _trace,
    _traceback,
)
from pyasc._options import Options, resolve
from pyasc._proto.v1 import kernel_service_pb2
from pyasc.errors import DeadlineExceeded, Error

_by_name: weakref.WeakValueDictionary[str, Operator] = weakref.WeakValueDictionary()
_all: weakref.WeakSet[Operator] = weakref.WeakSet()


class Operator(_display.Shown):
    """A function that runs as a kernel. Made by `operator`.

    Calling it binds arguments as calling the function would. Tensors may be NumPy arrays
    or `pyasc.Tensor`; outputs are filled in place. Outputs that are left out are created
    and returned, one as itself, several as a tuple: NumPy arrays if no argument was a
    `pyasc.Tensor`, else tensors. A call that was given all its outputs returns None.

    Attributes
    ----------
    name : str
        The operator's name in this session.
    """

    def __init__(
        self, function: types.FunctionType, name: str, options: Options, source: str | None
    ) -> None:
        functools.update_wrapper(self, function)
        self.name = name
        self._function = function
        self._options = options
        self._given_source = source
        # Read now, while it is what Python has just compiled.
        self._lines = _source.module_lines(function.__code__, function.__globals__)
        self._sources: dict[types.CodeType, _source.Source] = {}
        self._lock = threading.RLock()
        self._registrations: weakref.WeakKeyDictionary[
            _connection.Connection, dict[object, _calls.Registered]
        ] = weakref.WeakKeyDictionary()
        self.shapes_seen: _shapes.ShapesSeen = _shapes.ShapesSeen()
        self.timings: _spans.Timings = _spans.Timings()
        self._entry: Any = functools.partial(_frames.HiddenCall, self._call)
        _by_name[name] = self
        _all.add(self)
        _join_autoreload()

    if TYPE_CHECKING:

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            """Run the operator."""

    else:

        @property
        def __call__(self) -> Callable[..., Any]:
            """Run the operator."""
            return self._entry

    @property
    def options(self) -> Options:
        """The operator's own options; `pyasc.compile` sets them."""
        return self._options

    @options.setter
    def options(self, options: Options) -> None:
        self._options = options

    @property
    def captured(self) -> dict[str, Any]:
        """What the function's free names are bound to now."""
        return _capture.bound_values(self._function, self.source.text)

    def __repr__(self) -> str:
        signature = inspect.signature(self._function)
        return f"<pyasc.Operator {self.name!r}: {self.function_name}{signature}>"

    def _card(self) -> _display.Card:
        connection = _client.opened()
        with self._lock:
            known = {} if connection is None else self._registrations.get(connection, {})
            here = list(known.values())
        if connection is None or not here:
            return _display.Card(repr(self), ["not registered in this session: a call does it"])
        return _cards.operator_card(repr(self), here)

    @property
    def function(self) -> types.FunctionType:
        """The plain function."""
        return self._function

    @property
    def function_name(self) -> str:
        """The name that ``def`` gave the function."""
        return self._function.__name__

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The function's parameters in their order."""
        return tuple(inspect.signature(self._function).parameters)

    @property
    @_frames.public
    def source(self) -> _source.Source:
        """The operator's text and where it stands.

        Raises
        ------
        OSError
            If it cannot be had.
        """
        code = self._function.__code__
        found = self._sources.get(code)
        if found is None:
            found = _source.find_source(code, self._lines, self._given_source)
            self._sources[code] = found
        return found

    def follow(self, other: Operator) -> None:
        """Become what `other` is: this one was made by an older text of the same module."""
        state = vars(self)
        state.update(vars(other))
        for name in state.keys() - vars(other).keys():
            del state[name]

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        if _debug.active():
            return _debug.call(self, args, kwargs)
        with _progress.Wait("", self.name, cause=_admin.others) as wait:
            return _client.with_connection(lambda c: self._run(c, wait, args, kwargs))

    def _run(
        self,
        connection: _connection.Connection,
        wait: _progress.Wait,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        options = resolve(self._options)
        began = time.monotonic()
        prepared = self.prepare(connection, args, kwargs, options)
        response = None
        try:
            left = options.deadline
            if left is not None:
                left -= time.monotonic() - began  # once it is negative, no answer comes in time
            response = _calls.launch(connection, prepared, left)
            prepared.times.answered_ns = time.monotonic_ns()
            wait.note(response.kernel)
            self.shapes_seen.keep(prepared, response.kernel.key)
            return _calls.finish(connection, prepared, response)
        except DeadlineExceeded as error:
            _traceback.note_deadline(error, self.name, options.deadline)
            raise
        finally:
            try:
                _trace.ended(self.name, self.timings, connection, prepared, response)
            finally:
                prepared.release(connection)

    def prepare(
        self,
        connection: _connection.Connection,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        options: Options,
    ) -> _calls.Prepared:
        """Bind the arguments of a call and send what the daemon lacks."""
        times = _spans.CallTimes()
        captured = self.captured
        registered = self.registered(connection, captured, options.deadline)
        bound = _binding.bind(registered.signature, args, kwargs)
        times.bound_ns = time.monotonic_ns()
        return _calls.prepare(connection, registered, bound, captured, options, times)

    def registered(
        self,
        connection: _connection.Connection,
        captured: dict[str, Any] | None = None,
        deadline: float | None = None,
    ) -> _calls.Registered:
        """Return what the session knows the operator as, registering it when needed.

        Raises
        ------
        CompileError
            If it is not an operator.
        DeadlineExceeded
            If that takes more than `deadline` seconds.
        """
        if captured is None:
            captured = self.captured
        key = (self._function.__code__, _capture.kinds(captured))
        lock = self._lock
        if not lock.acquire(timeout=-1 if deadline is None else deadline):
            raise DeadlineExceeded("the deadline passed while another thread registers it")
        try:
            known = self._registrations.setdefault(connection, {})
            if key not in known:
                known[key] = self._register(connection, captured, deadline)
            return known[key]
        finally:
            lock.release()

    def _register(
        self, connection: _connection.Connection, captured: dict[str, Any], deadline: float | None
    ) -> _calls.Registered:
        source = self.source
        request = kernel_service_pb2.RegisterRequest(
            name=self.name, source=source.text.encode(), captures=_capture.encode(captured)
        )
        request_id = _requests.new_id()
        with _trace.call("register", self.name, connection, request_id):
            response = connection.unary(_rpc.REGISTER, request, deadline, request_id)
        if response.diagnostics:
            error = _traceback.compile_error(response.diagnostics, source)
            _requests.mark(error, request_id)
            raise error
        return _calls.Registered(response.operator_id, response.signature, source, self._function)


def _renew_locks() -> None:
    """Run in a forked child: threads of the parent that held a lock are not in it."""
    for known in list(_all):
        known._lock = threading.RLock()
        known.timings.renew_lock()
        known.shapes_seen.renew_lock()


os.register_at_fork(after_in_child=_renew_locks)


def _are_operators(old: object, new: object) -> bool:
    return isinstance(old, Operator) and isinstance(new, Operator)


_AUTORELOAD_RULE = (_are_operators, Operator.follow)


def _join_autoreload() -> None:
    """Have IPython's autoreload update operators in place, as it does functions.

    Called for every operator: the new ones of a module that is being reloaded are made
    before the old ones are updated.
    """
    extension = sys.modules.get("IPython.extensions.autoreload")
    rules = getattr(extension, "UPDATE_RULES", None)
    if isinstance(rules, list) and _AUTORELOAD_RULE not in rules:
        rules.append(_AUTORELOAD_RULE)


@overload
def operator(function: Callable[..., Any], /) -> Operator: ...
@overload
def operator(
    name: str | None = None,
    /,
    *,
    opt_level: int | None = None,
    backend: str | None = None,
    source: str | None = None,
) -> Callable[[Callable[..., Any]], Operator]: ...
@_frames.public
def operator(
    name: Callable[..., Any] | str | None = None,
    /,
    *,
    opt_level: int | None = None,
    backend: str | None = None,
    source: str | None = None,
) -> Operator | Callable[[Callable[..., Any]], Operator]:
    """Make an operator of a function: ``@pyasc.operator`` or ``@pyasc.operator("Name")``.

    Parameters
    ----------
    name : str, optional
        The operator's name; the function's without it.
    opt_level : int, optional
        0 to 3; 3 is the default.
    backend : str, optional
        A device kind or a device's name; the daemon's default without it.
    source : str, optional
        The text that defined the function, for functions made by ``exec``.

    Returns
    -------
    Operator
        Called as the function is.
    """
    options = Options(opt_level, backend)
    if name is not None and not isinstance(name, str):
        function = _checked_function(name)
        return Operator(function, function.__name__, options, source)

    @_frames.public
    def decorate(function: Callable[..., Any]) -> Operator:
        checked = _checked_function(function)
        return Operator(checked, name or checked.__name__, options, source)

    return decorate


def _checked_function(function: object) -> types.FunctionType:
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"an operator is made of a function, not of {type(function).__name__}")
    if function.__code__.co_name == "<lambda>":
        raise TypeError(
            "an operator cannot be made of a lambda, which writes no output: write "
            "def name(x, output): output[:] = ... in lines of its own"
        )
    if function.__code__.co_varnames[:1] == ("self",):
        raise TypeError(
            f"{function.__qualname__} is a method, which an operator cannot be: define it as a "
            "function, outside the class"
        )
    return function


def as_operator(function: Operator | Callable[..., Any] | str) -> Operator:
    """Return the operator of a function or of a name in this process.

    Raises
    ------
    Error
        If no operator has that name.
    """
    if isinstance(function, Operator):
        return function
    if isinstance(function, str):
        found = _by_name.get(function)
        if found is None:
            known = ", ".join(sorted(_by_name)) or "none yet"
            raise Error(f"no operator is named '{function}'; operators of this process: {known}")
        return found
    return operator(function)


@_frames.public
def register(function: Operator | Callable[..., Any]) -> Operator:
    """Check an operator and store it in the daemon now, not at its first call.

    Parameters
    ----------
    function : Operator or function
        What to register.

    Returns
    -------
    Operator
        `function` itself if it is an operator.

    Raises
    ------
    CompileError
        If it is not an operator.
    """
    found = as_operator(function)
    _client.with_connection(lambda connection: found.registered(connection))
    return found
