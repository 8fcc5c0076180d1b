"""Binding arguments: Python's own words, and outputs that are left out."""

import sys

import pytest

from pyasc._binding import OMITTED, bind, make_signature
from pyasc._proto.v1 import types_pb2


def signature_of(function, written="", omit=""):
    wire = types_pb2.Signature()
    code = function.__code__
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        wire.parameters.add(name=name, written=name in written, may_omit=name in omit)
    return make_signature(function, wire)


def plain(a, b, c, d=1, e=2):
    pass


def one(a):
    pass


def keyword(a, *, b, c=3):
    pass


def positional(a, /, b):
    pass


@pytest.mark.parametrize(
    ("function", "args", "kwargs"),
    [
        (plain, (), {}),
        (plain, (1,), {}),
        (plain, (1, 2), {}),
        (plain, (1, 2, 3, 4, 5, 6), {}),
        (plain, (1, 2, 3), {"f": 1}),
        (plain, (1, 2, 3), {"a": 1}),
        (plain, (1, 2), {"d": 1}),
        (one, (1, 2), {}),
        (one, (), {}),
        (keyword, (1,), {}),
        (positional, (), {"a": 1, "b": 2}),
    ],
)
def test_errors_are_in_pythons_words(function, args, kwargs):
    with pytest.raises(TypeError) as real:
        function(*args, **kwargs)
    with pytest.raises(TypeError) as ours:
        bind(signature_of(function), args, kwargs)
    assert str(ours.value) == str(real.value)


@pytest.mark.parametrize(
    ("args", "kwargs", "expected"),
    [
        ((1, 2, 3), {}, [1, 2, 3, 1, 2]),
        ((1, 2), {}, [1, 2, OMITTED, 1, 2]),
        ((1, 2), {"e": 7}, [1, 2, OMITTED, 1, 7]),
        ((1, 2, None), {}, [1, 2, OMITTED, 1, 2]),
        ((1,), {"b": 5}, [1, 5, OMITTED, 1, 2]),
        ((), {"a": 1, "b": 5}, [1, 5, OMITTED, 1, 2]),
        ((1, 2), {"c": 9}, [1, 2, 9, 1, 2]),
        ((1, 2, 3, 4), {}, [1, 2, 3, 4, 2]),
    ],
)
def test_an_output_may_be_left_out(args, kwargs, expected):
    assert bind(signature_of(plain, written="c", omit="c"), args, kwargs) == expected


def test_positional_arguments_pass_over_outputs_wherever_they_are():
    assert bind(signature_of(plain, written="a", omit="a"), (1, 2), {}) == [OMITTED, 1, 2, 1, 2]
    both = signature_of(plain, written="ac", omit="ac")
    assert bind(both, (1,), {}) == [OMITTED, 1, OMITTED, 1, 2]


def test_what_is_never_stored_into_is_told_apart_from_an_output():
    with pytest.raises(TypeError) as caught:
        bind(signature_of(plain), (1,), {})
    notes = getattr(caught.value, "__notes__", [])
    if sys.version_info >= (3, 11):
        assert [note.split(":")[0] for note in notes] == [
            "nothing is stored into 'b'",
            "nothing is stored into 'c'",
        ]


def test_an_in_out_parameter_may_not_be_left_out():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'c'"):
        bind(signature_of(plain, written="c"), (1, 2), {})
    assert bind(signature_of(plain, written="c"), (1, 2, None), {}) == [1, 2, None, 1, 2]
