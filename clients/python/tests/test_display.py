"""What operators, kernels and tensors show in a notebook, and what showing them costs."""

import grpc
import numpy as np
import pytest

import pyasc
from pyasc import _client, _display, _preview

SHAPES = [
    (1200,),
    (600, 2),
    (2, 600),
    (1000, 1000),
    (1, 5000),
    (50, 60, 70),
    (3, 4, 5, 100),
    (2, 1, 2, 1, 2000),
    (9, 9, 9, 9),
]


@pyasc.operator("Scale<b>")
def scaled(x, acc, output, alpha="<i>"):
    output[:] = x
    acc[0] = 1


@pyasc.operator("Plain")
def plain(x, output):
    output[:] = x


def bundle(value):
    """Return text and HTML of what a notebook shows, checked to be all it offers."""
    found = value._repr_mimebundle_()
    assert found["text/html"] == value._repr_html_()
    return found["text/plain"], found["text/html"]


def test_a_table_escapes_its_cells_in_html():
    table = _display.Table(("name", "n"), [("<a>", 12)])
    assert repr(table) == "name  n\n<a>   12"
    assert "<td>&lt;a&gt;</td><td>12</td>" in table._repr_html_()


def test_a_repr_shows_the_values_of_small_tensors(daemon):
    expected = "pyasc.Tensor([1, 2], shape=(2,), dtype=int64, device='host')"
    assert repr(pyasc.tensor([1, 2])) == expected
    assert repr(pyasc.empty((0, 3))) == (
        "pyasc.Tensor([], shape=(0, 3), dtype=float32, device='host')"
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["float64", "int32"])
def test_the_preview_of_a_large_array_is_what_numpy_prints(shape, dtype):
    array = np.random.default_rng(5).integers(-999, 999, shape).astype(dtype) / 8
    array = array.astype(dtype)
    read_bytes = []

    def read(offset, size):
        read_bytes.append(size)
        return array.reshape(-1).view(np.uint8)[offset : offset + size].copy()

    shown = _preview.text(array.shape, array.dtype, read)
    assert shown in [
        np.array2string(array, separator=", ", threshold=0, edgeitems=edge) for edge in (1, 2, 3)
    ]
    assert sum(read_bytes) <= 4096
    assert len(read_bytes) <= 32


def test_an_array_of_many_axes_shows_no_elements():
    def read(offset, size):
        raise AssertionError("it was read")

    assert _preview.text((2,) * 12, np.dtype("float64"), read) == ""
    assert _preview.text((3,) * 40, np.dtype("int8"), read) == ""


def test_showing_a_large_tensor_reads_its_corners_alone(daemon):
    tensor = pyasc.from_numpy(np.arange(1e6).reshape(1000, 1000))
    text, html = bundle(tensor)
    assert text == repr(tensor)
    assert text.startswith("pyasc.Tensor([[0.00000e+00, 1.00000e+00, 2.00000e+00, ...,")
    assert text.endswith(" 9.99999e+05]], shape=(1000, 1000), dtype=float64, device='host')")
    assert "<td>(1000, 1000)</td><td>float64</td><td>host</td><td>8000000</td>" in html
    assert "<pre>[[0.00000e+00" in html
    # Shown three times: as text, as a bundle and as HTML.
    assert sum(daemon.reads) <= 3 * 4096


def test_a_tensor_whose_daemon_is_gone_says_so(daemon):
    tensor = pyasc.ones((2, 3))
    daemon.stop()
    expected = "pyasc.Tensor(<lost>, shape=(2, 3), dtype=float32, device='host')"
    assert repr(tensor) == expected
    text, html = bundle(tensor)
    assert text == expected
    assert "<pre>&lt;lost&gt;</pre>" in html


def test_a_tensor_that_cannot_be_read_says_why(daemon):
    tensor = pyasc.ones(2)
    daemon.fail["Get"] = (grpc.StatusCode.RESOURCE_EXHAUSTED, "no room")
    assert repr(tensor).startswith("pyasc.Tensor(<not read: no room")


def test_an_operator_that_was_not_called_shows_its_signature_and_connects_to_nothing():
    assert _client.opened() is None
    text, html = bundle(scaled)
    assert text == f"{scaled!r}\n\nnot registered in this session: a call does it"
    assert "Scale&lt;b&gt;" in html
    assert "<b>" not in html
    assert _client.opened() is None


def test_an_operator_shows_the_roles_of_its_parameters(daemon):
    scaled(np.ones(2), np.ones(1))
    text, html = bundle(scaled)
    _, rows, _ = text.split("\n\n")
    assert [line.split(maxsplit=1) for line in rows.splitlines()[1:]] == [
        ["x", "read"],
        ["acc", "written"],
        ["output", "written; created if left out"],
        ["alpha", "read                          '<i>'"],
    ]
    assert "&#x27;&lt;i&gt;&#x27;" in html
    assert "<i>" not in html


def test_an_operator_shows_the_kernels_of_this_session(daemon):
    kernel = pyasc.compile(plain, args=[((2, 3), "float32")])
    table = bundle(plain)[0].split("\n\n")[2].splitlines()
    assert table[0].split("  ")[0] == "kernel"
    assert table[1].split() == [kernel.key[:12], "cpu", "3", "0", "1.5"]


def test_an_operator_whose_daemon_is_gone_says_so(daemon):
    plain(np.ones(2))
    assert "does not answer" not in bundle(plain)[0]
    daemon.stop()
    text, html = bundle(plain)
    assert "the daemon of this session does not answer, or has ended" in text
    assert "does not answer" in html


def test_a_kernel_shows_what_else_it_fits(daemon):
    kernel = pyasc.compile(scaled, args=[((1, 3, 0), "float32"), ((4,), "int8")])
    text, html = bundle(kernel)
    heading, facts, arguments = text.split("\n\n")
    assert heading == repr(kernel)
    assert [line.split(maxsplit=1)[0] for line in facts.splitlines()[1:]] == [
        "operator", "key", "device", "level", "bytes", "compile", "stages",
    ]  # fmt: skip
    assert "hir, loops, mlir, llvm, asm" in facts
    assert [line.split("  ", 1)[0] for line in arguments.splitlines()] == [
        "parameter", "x", "acc", "output", "alpha",
    ]  # fmt: skip
    assert "float32[1, 2+, 0]" in arguments
    assert "int8[2+]" in arguments
    assert "<td>Scale&lt;b&gt;</td>" in html


def test_a_kernel_whose_daemon_is_gone_says_so(daemon):
    kernel = pyasc.compile(plain, args=[((2, 3), "float32")])
    daemon.stop()
    text, html = bundle(kernel)
    assert "float32[2+, 2+]" in text
    assert text.endswith("the daemon of this session does not answer, or has ended")
    assert "does not answer" in html


def test_a_kernel_that_is_not_compiled_shows_its_operator(daemon):
    @pyasc.operator
    def later(x, output):
        output[:] = x

    kernel = pyasc.compile(later)
    assert bundle(kernel)[0] == repr(kernel)
