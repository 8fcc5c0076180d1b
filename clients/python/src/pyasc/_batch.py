"""Many calls of an operator in few messages."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator
from operator import length_hint
from time import monotonic_ns
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from pyasc import (
    _admin,
    _binding,
    _calls,
    _client,
    _connection,
    _debug,
    _frames,
    _progress,
    _requests,
    _rpc,
    _trace,
    _traceback,
)
from pyasc._options import Options, resolve
from pyasc._proto.v1 import launch_service_pb2, types_pb2
from pyasc.errors import ConnectionLost
from pyasc.operator import Operator, as_operator
from pyasc.tensor import Tensor

_WINDOW_ITEMS = 64
_WINDOW_BYTES = 256 << 20


@dataclasses.dataclass
class _Item:
    index: int
    args: tuple[Any, ...]
    uses: list[_Use]
    prepared: _calls.Prepared | None = None
    printed: list[types_pb2.PrintedLine] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class _Use:
    """A tensor that a call reads, or also writes."""

    value: Any
    written: bool

    @functools.cached_property
    def array(self) -> npt.NDArray[Any] | None:
        """The memory of the caller's that it is; None for the daemon's."""
        if isinstance(self.value, Tensor):
            return None
        try:
            return np.asarray(self.value)
        except Exception:  # the call raises it again
            return None


@overload
def batch(
    items: Iterable[Any],
    func: Operator | Callable[..., Any] | str,
    *,
    stream: Literal[False] = False,
    return_exceptions: bool = False,
    **attributes: Any,
) -> list[Any]: ...
@overload
def batch(
    items: Iterable[Any],
    func: Operator | Callable[..., Any] | str,
    *,
    stream: Literal[True],
    return_exceptions: bool = False,
    **attributes: Any,
) -> Iterator[tuple[int, Any]]: ...
@_frames.public
def batch(
    items: Iterable[Any],
    func: Operator | Callable[..., Any] | str,
    *,
    stream: bool = False,
    return_exceptions: bool = False,
    **attributes: Any,
) -> list[Any] | Iterator[tuple[int, Any]]:
    """Call an operator for each item.

    Parameters
    ----------
    items : iterable
        A tuple holds the positional arguments of a call; anything else is the only one.
    func : Operator, function or str
        The operator, or its name.
    stream : bool
        Yield ``(index, result)`` as each finishes. Shows no progress: the results are it.
    return_exceptions : bool
        Put an item's exception in its place, and go on.
    **attributes
        Keyword arguments of every call.

    Returns
    -------
    list, or iterator of (int, result)
        Results in the items' order.

    Raises
    ------
    Exception
        What the first failing item raised, with a note that names its index.
    """
    called = as_operator(func)
    results = _run(items, called, attributes, return_exceptions)
    if stream:
        return _frames.public_iterator(results)
    found: list[tuple[int, Any]] = []
    total = length_hint(items)
    with _progress.Wait("batch of ", called.name, found, total, cause=_admin.others):
        found.extend(results)
    found.sort(key=lambda pair: pair[0])
    return [result for _, result in found]


def _run(
    items: Iterable[Any], operator: Operator, attributes: dict[str, Any], keep: bool
) -> Iterator[tuple[int, Any]]:
    # What is chosen where `batch` is called holds, wherever its stream is read.
    options = resolve(operator.options)
    launch = _debugged if _debug.active() else _with_retry

    def run(window: list[_Item]) -> Iterator[tuple[int, Any]]:
        return launch(window, operator, attributes, options)

    return _traced(operator, _run_windows(items, _Uses(operator, attributes), run, keep))


def _traced(operator: Operator, results: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    with _trace.batch(operator.name):
        yield from results


def _run_windows(
    items: Iterable[Any],
    uses: _Uses,
    run: Callable[[list[_Item]], Iterator[tuple[int, Any]]],
    keep: bool,
) -> Iterator[tuple[int, Any]]:
    for window in _windows(items, uses):
        failures: list[tuple[int, Exception]] = []
        for index, result in run(window):
            if not isinstance(result, _Failed):
                yield index, result
            elif keep:
                _requests.note(result.error)
                _frames.hide_own(result.error)
                yield index, result.error
            else:
                failures.append((index, result.error))
        if failures:
            index, error = min(failures, key=lambda pair: pair[0])
            _traceback.add_note(error, f"in item {index} of the batch")
            raise error


@dataclasses.dataclass
class _Failed:
    error: Exception


class _Uses:
    """Tells which tensors a call uses, those of the batch's keywords too."""

    def __init__(self, operator: Operator, attributes: dict[str, Any]) -> None:
        self._operator = operator
        self._attributes = attributes

    @functools.cached_property
    def _signature(self) -> _binding.Signature | None:
        try:
            return _client.with_connection(lambda c: self._operator.registered(c)).signature
        except ConnectionLost:
            raise
        except Exception:  # each item's call raises it again
            return None

    def of(self, args: tuple[Any, ...]) -> list[_Use]:
        """Return what a call with these positional arguments uses; unknown counts as written."""
        if self._signature is not None:
            try:
                bound = _binding.bind(self._signature, args, self._attributes)
            except TypeError:  # the item's call raises it again
                return []
            written = [parameter.written for parameter in self._signature.parameters]
        else:
            bound = [*args, *self._attributes.values()]
            written = [True] * len(bound)
        pairs = zip(bound, written, strict=True)
        return [_Use(value, wrote) for value, wrote in pairs if _calls.is_tensor(value)]


def _windows(items: Iterable[Any], uses: _Uses) -> Iterator[list[_Item]]:
    """Group items whose order does not matter: none writes what another uses."""
    window: list[_Item] = []
    total = 0
    for index, value in enumerate(items):
        args = value if isinstance(value, tuple) else (value,)
        item = _Item(index, args, uses.of(args))
        size = sum(use.value.nbytes for use in item.uses if isinstance(use.value, np.ndarray))
        full = len(window) >= _WINDOW_ITEMS or total + size > _WINDOW_BYTES
        if window and (full or any(_may_meet(item, other) for other in window)):
            yield window
            window, total = [], 0
        window.append(item)
        total += size
    if window:
        yield window


def _may_meet(one: _Item, other: _Item) -> bool:
    """Return whether one of two items writes what the other uses."""
    return any(_share(a, b) for a in one.uses for b in other.uses if a.written or b.written)


def _share(one: _Use, other: _Use) -> bool:
    if one.value is other.value:
        return True
    a, b = one.array, other.array
    return a is not None and b is not None and np.may_share_memory(a, b)


def _debugged(
    window: list[_Item], operator: Operator, attributes: dict[str, Any], options: Options
) -> Iterator[tuple[int, Any]]:
    for item in window:
        try:
            result = _debug.call(operator, item.args, attributes)
        except Exception as error:
            result = _Failed(error)
        yield item.index, result


def _with_retry(
    window: list[_Item], operator: Operator, attributes: dict[str, Any], options: Options
) -> Iterator[tuple[int, Any]]:
    done: set[int] = set()
    connection = _client.current()
    try:
        for index, result in _launch(connection, window, operator, attributes, options):
            done.add(index)
            yield index, result
        return
    except ConnectionLost:
        if not connection.lost:
            raise
    rest = [item for item in window if item.index not in done]
    yield from _launch(_client.current(), rest, operator, attributes, options)


def _launch(
    connection: _connection.Connection,
    window: list[_Item],
    operator: Operator,
    attributes: dict[str, Any],
    options: Options,
) -> Iterator[tuple[int, Any]]:
    request = launch_service_pb2.LaunchManyRequest(prints_meanwhile=connection.shows_prints)
    request_id = _requests.new_id()
    sent: list[_Item] = []
    try:
        for item in window:
            try:
                item.prepared = operator.prepare(connection, item.args, attributes, options)
            except Exception as error:
                if connection.lost:
                    raise
                yield item.index, _Failed(error)
                continue
            item.prepared.request_id = request_id
            request.launches.append(item.prepared.request)
            sent.append(item)
        if not sent:
            return
        for response in connection.stream(_rpc.LAUNCH_MANY, request, options.deadline, request_id):
            item = sent[response.index]
            if response.prints_meanwhile:
                item.printed.extend(response.prints_meanwhile)
                continue
            yield item.index, _result(connection, operator, item, response)
    finally:
        for item in sent:
            if item.prepared is not None:
                item.prepared.release(connection)


def _result(
    connection: _connection.Connection,
    operator: Operator,
    item: _Item,
    response: launch_service_pb2.LaunchManyResponse,
) -> Any:
    assert item.prepared is not None
    item.prepared.times.answered_ns = monotonic_ns()
    answer = None if response.status_code else response.response
    try:
        if answer is None:
            return _Failed(
                connection.failure(
                    response.status_code, response.status_message, item.prepared.request_id
                )
            )
        operator.shapes_seen.keep(item.prepared, answer.kernel.key)
        # Together, so that lines of launches that run at once do not mix.
        _calls.show(item.printed, item.prepared.registered)
        return _calls.finish(connection, item.prepared, answer)
    except _traceback.OperatorRaised as raised:
        return _Failed(raised.materialise())
    except ConnectionLost:
        raise
    except Exception as error:
        return _Failed(error)
    finally:
        _trace.ended(
            operator.name, operator.timings, connection, item.prepared, answer, in_batch=True
        )
