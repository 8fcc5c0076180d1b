"""Errors without this package's frames, unless PYASC_TRACEBACK=full asks for them."""

from __future__ import annotations

import codecs
import functools
import operator
import os
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar, cast

from pyasc import _missing, _requests
from pyasc._traceback import OperatorRaised

# CPython's words of Lock, RLock and Condition.
_LOCKS_COMPLAINTS = ("release unlocked lock", "un-acquired lock")
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
C = TypeVar("C", bound=type)
_PACKAGE = os.path.join(os.path.dirname(__file__), "")


def shows_own_frames() -> bool:
    """Return whether the user asked for this package's frames."""
    return os.environ.get("PYASC_TRACEBACK") == "full"


def hide_own(error: BaseException) -> None:
    """Leave of a traceback no frame of this package, only those of the user's code it called."""
    if shows_own_frames():
        return
    others = []
    walked = error.__traceback__
    while walked is not None:
        if _is_of_grpc(walked.tb_frame):  # an interrupt; none of the user's code runs there
            break
        if not _is_own(walked.tb_frame):
            others.append(walked)
        walked = walked.tb_next
    error.__traceback__ = None
    for kept in reversed(others):
        kept.tb_next = error.__traceback__
        error.__traceback__ = kept
    if not error.__suppress_context__:
        error.__context__ = None


def _is_own(frame: types.FrameType) -> bool:
    generated = frame.f_code.co_filename == "<string>"  # such as a dataclass's __init__
    own = generated and frame.f_globals.get("__name__", "").startswith("pyasc.")
    return own or frame.f_code.co_filename.startswith(_PACKAGE)


def _is_of_grpc(frame: types.FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).split(".", 1)[0] == "grpc"


def interrupt_behind(error: BaseException) -> KeyboardInterrupt | None:
    """Return the Ctrl-C that struck as a lock was given back, of which the lock complains."""
    complains = isinstance(error, RuntimeError) and str(error).endswith(_LOCKS_COMPLAINTS)
    if complains and isinstance(error.__context__, KeyboardInterrupt):
        return error.__context__
    return None


def _ended_here(error: BaseException) -> bool:
    return error.__traceback__ is not None and error.__traceback__.tb_next is None


# C functions: they add no frame to a traceback. strict_errors raises its argument.
_raise_in_c: Callable[[BaseException], NoReturn] = cast(Any, codecs.strict_errors)
_fails_when_looked_up: Any = property(operator.methodcaller("fail"))


class HiddenCall:
    """Calls a function so that only what it raises is seen, not its frames.

    ``type.__call__`` is C code that first calls ``__new__``, which runs the function and
    returns its result. When that failed, it returns an instance of this class, whose
    ``__init__`` is then looked up: a property, also in C, that calls ``fail``. So nothing
    stands between the caller's frame and the raised exception.
    """

    fail: Callable[[], NoReturn]

    def __new__(cls, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except OperatorRaised as raised:
            _requests.note(raised.exception)
            if shows_own_frames():
                raise raised.materialise() from raised
            raiser = raised.raiser
        except BaseException as error:
            _requests.note(error)
            # Without a frame of the function's: it was called without what it needs.
            if isinstance(error, TypeError) and _ended_here(error):
                _missing.describe(error, function)
            if shows_own_frames():
                raise
            seen = interrupt_behind(error) or error
            hide_own(seen)
            raiser = functools.partial(_raise_in_c, seen)
        failure = object.__new__(cls)
        failure.fail = raiser
        return failure

    __init__ = _fails_when_looked_up


class _Public:
    """A public function or method, called through `HiddenCall`; a routine to `help`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self._entry: Any = functools.partial(HiddenCall, function)

    @property
    def __call__(self) -> Any:
        # A property: by the time C code calls what it returns, its own frame has gone.
        return self._entry

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else functools.partial(self._entry, instance)

    def __reduce__(self) -> str:
        return cast(str, self.__qualname__)  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"<function {self.__module__}.{self.__qualname__}>"  # type: ignore[attr-defined]


def public(function: F) -> F:
    """Hide this package's frames in what a public function or method raises."""
    return cast(F, _Public(function))


def public_methods(cls: C) -> C:
    """Make all methods of a class `public` but its private ones and ``__init__``."""
    for name, value in list(vars(cls).items()):
        private = name == "__init__" or (name.startswith("_") and not name.startswith("__"))
        if isinstance(value, types.FunctionType) and not private:
            setattr(cls, name, _Public(value))
    return cls


def public_iterator(items: Iterator[T]) -> Iterator[T]:
    """Hide this package's frames in what an iterator of no None raises."""
    return iter(functools.partial(HiddenCall, next, items, None), None)
