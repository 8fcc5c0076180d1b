"""What operators and kernels show of themselves."""

import numpy as np

import pyasc


@pyasc.operator("Scale")
def scaled(x, output, alpha=1.0, *, mode: str = "same"):
    output.resize(x.shape)
    output[:] = alpha * x


def test_an_operator_shows_its_signature():
    expected = "<pyasc.Operator 'Scale': scaled(x, output, alpha=1.0, *, mode: str = 'same')>"
    assert repr(scaled) == expected


def test_a_kernel_shows_what_it_was_compiled_for(daemon):
    kernel = pyasc.compile(scaled, args=[((2, 3), "float32")], alpha=2)
    shown = repr(kernel)
    assert shown.startswith(
        "<pyasc.Kernel of 'Scale': scaled(x: float32[2, 3], output, alpha: int, mode='same') for "
    )
    tensors = [pyasc.ones(()), pyasc.ones((0,), "int8")]
    kernel = pyasc.compile(scaled, args=tensors, alpha=np.float32(2), mode=("a", None))
    expected = "scaled(x: float32[], output: int8[0], alpha: float32, mode=('a', None)) for cpu"
    assert expected in repr(kernel)


def test_a_kernel_that_is_not_compiled_shows_its_operator(daemon):
    @pyasc.operator
    def later(x, output):
        output[:] = x

    shown = repr(pyasc.compile(later))
    assert shown == "<pyasc.Kernel of 'later': later(x, output), compiled at its first call>"


def test_a_kernels_source_has_the_operators_name(daemon):
    kernel = pyasc.compile(scaled, args=[((2, 3), "float32")])
    assert kernel.source == "def scaled(...)"
