"""docs/kernels.md: what makes another kernel and what does not."""

import numpy as np
import pytest

import pyasc

TEXT = """
def {name}(x, y, output, alpha=1.0, mode="same", stride=1):{comment}
    output.resize(x.shape)
    for i in range(0, x.shape[0], stride):
        output[i] = x[i] + alpha * y[i] + SHIFT
"""


def operator(name="kernels", comment="", shift=0.5, body=TEXT):
    text = body.format(name=name, comment=comment)
    scope = {"SHIFT": shift}
    exec(text, scope)
    return pyasc.operator(source=text)(scope[name])


def compiles(daemon, action):
    before = daemon.status().compiles
    action()
    return daemon.status().compiles - before


def with_level():
    with pyasc.options(opt_level=1):
        operator()(X, X)


X = np.ones((4, 8))
OUT = np.zeros((4, 8))
AGAIN = {
    "the text": lambda: operator(body=TEXT.replace("+ SHIFT", "- SHIFT"))(X, X),
    "a dtype": lambda: operator()(X.astype(np.float32), X),
    "the number of axes": lambda: operator()(np.ones(4), np.ones(4)),
    "a size of 1": lambda: operator()(X, X[:, :1]),
    "a size of 0": lambda: operator()(X[:0], X[:0]),
    "an output that is an input": lambda: operator()(OUT, X, OUT),
    "an output that is given": lambda: operator()(X, X, OUT),
    "a tensor for the output": lambda: operator()(X, X, pyasc.zeros((4, 8), "float64")),
    "an attribute's type": lambda: operator()(X, X, alpha=2),
    "a string": lambda: operator()(X, X, mode="valid"),
    "an int that steps a loop": lambda: operator()(X, X, stride=2),
    "a captured name's type": lambda: operator(shift=np.float32(1))(X, X),
    "a captured int": lambda: operator(shift=3)(X, X),
    "the level": with_level,
}
NOT_AGAIN = {
    "a comment": lambda: operator(comment="  # why")(X, X),
    "the operator's name": lambda: operator(name="another")(X, X),
    "other sizes": lambda: operator()(np.ones((5, 3)), np.ones((5, 3))),
    "a float's value": lambda: operator()(X, X, alpha=0.25),
    "a view": lambda: operator()(np.ones((8, 4)).T, np.ones((4, 16))[:, ::2]),
    "a captured float's value": lambda: operator(shift=0.75)(X, X),
}


@pytest.fixture(autouse=True)
def compiled_once(daemon):
    operator()(X, X)


@pytest.mark.parametrize("difference", AGAIN)
def test_what_makes_another_kernel(daemon, difference):
    assert compiles(daemon, AGAIN[difference]) == 1
    assert compiles(daemon, AGAIN[difference]) == 0


@pytest.mark.parametrize("difference", NOT_AGAIN)
def test_what_makes_none(daemon, difference):
    assert compiles(daemon, NOT_AGAIN[difference]) == 0


def test_a_kernel_shows_the_ints_that_it_is_for(daemon):
    @pyasc.operator
    def above(x, out, limit=1, scale=2):
        out[0] = scale
        for i in range(len(x)):
            if i > limit:
                out[0] += x[i]

    first, second = (pyasc.compile(above, args=[np.ones(9), np.ones(1)], limit=n) for n in (3, 4))
    assert first.key != second.key
    assert "limit=3, scale: int" in repr(first)
    assert "limit=4, scale: int" in repr(second)
    assert "each int compiles" in above._repr_mimebundle_()["text/html"]
