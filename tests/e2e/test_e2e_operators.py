"""The four operators of the examples, against independent references."""

import numpy as np
import pytest
from scipy import ndimage

import conv2d
import matmul
import max_pool2d
import my_op
import pyasc

RANDOM = np.random.default_rng(7)


def normal(*shape, dtype=np.float32):
    return RANDOM.standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize(("dtype", "bound"), [(np.float32, 1e-5), (np.float64, 1e-13)])
def test_conv2d(daemon, dtype, bound, level):
    x, w = normal(2, 3, 12, 11, dtype=dtype), normal(4, 3, 3, 5, dtype=dtype)
    with pyasc.options(opt_level=level):
        y = conv2d.conv2d(x, w, stride=2, padding=2)
    expected = conv2d.reference(x, w, stride=2, padding=2)
    assert y.shape == expected.shape
    assert y.dtype == dtype
    np.testing.assert_allclose(y, expected, rtol=bound, atol=bound * 50)


def half_conv(x, w, stride, padding, round_each):
    """Accumulate in source order: in float16 after each operation, or in float32 to the end."""
    accumulate = np.float16 if round_each else np.float32
    N, C, H, W = x.shape
    K, _, kH, kW = w.shape
    oH, oW = (H + 2 * padding - kH) // stride + 1, (W + 2 * padding - kW) // stride + 1
    out = np.zeros((N, K, oH, oW), np.float16)
    for n, k, oh, ow in np.ndindex(out.shape):
        s = accumulate(0)
        for c, i, j in np.ndindex(C, kH, kW):
            ih, iw = oh * stride - padding + i, ow * stride - padding + j
            if 0 <= ih < H and 0 <= iw < W:
                s += accumulate(x[n, c, ih, iw]) * accumulate(w[k, c, i, j])
        out[n, k, oh, ow] = s
    return out


@pytest.mark.parametrize("level", [0, 3])
def test_conv2d_in_half_precision(daemon, level):
    x, w = normal(1, 3, 9, 9, dtype=np.float16), normal(2, 3, 3, 3, dtype=np.float16)
    with pyasc.options(opt_level=level):
        y = conv2d.conv2d(x, w, stride=2, padding=1)
    assert y.dtype == np.float16
    expected = half_conv(x, w, 2, 1, round_each=level < 3)
    if level < 3:
        assert np.array_equal(y, expected)
    else:
        np.testing.assert_allclose(y, expected, rtol=2e-3, atol=1e-3)


def test_conv2d_on_an_output_that_starts_empty(daemon):
    x, w = normal(1, 1, 6, 6), normal(1, 1, 3, 3)
    out = pyasc.tensor(pyasc.empty((0,)))
    conv2d.conv2d(pyasc.from_numpy(x), w, out)
    np.testing.assert_allclose(out.numpy(), conv2d.reference(x, w), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("ta", "tb"), [(False, False), (True, False), (False, True), (True, True)])
def test_matmul(daemon, dtype, level, ta, tb):
    a = normal(*((7, 5) if ta else (5, 7)), dtype=dtype)
    b = normal(*((6, 7) if tb else (7, 6)), dtype=dtype)
    out = np.full((5, 6), np.nan, dtype)
    with pyasc.options(opt_level=level):
        assert matmul.matmul(a, b, out, transpose_a=ta, transpose_b=tb) is None
    np.testing.assert_allclose(out, matmul.reference(a, b, ta, tb), rtol=1e-4, atol=1e-5)


def test_matmul_reads_any_layout(daemon):
    a, b = normal(8, 14)[::-2, ::2], np.asfortranarray(normal(7, 3))
    np.testing.assert_allclose(matmul.matmul(a, b), a @ b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize(("kernel", "stride", "padding"), [(2, 2, 0), (3, 2, 1), (3, 1, 0)])
def test_max_pool2d(daemon, kernel, stride, padding, level):
    x = normal(1, 2, 9, 8)
    with pyasc.options(opt_level=level):
        y = max_pool2d.max_pool2d(x, kernel_size=kernel, stride=stride, padding=padding)
    assert y.dtype == np.float32
    assert np.array_equal(y, max_pool2d.reference(x, kernel, stride, padding))


def test_my_op_with_its_output_given_and_left_out(daemon):
    a, b = normal(5, 4, dtype=np.float64), normal(5, 4, dtype=np.float64)
    out = np.empty_like(a)
    my_op.my_operator(a, b, out, alpha=0.5)
    np.testing.assert_allclose(out, a + 0.5 * b, rtol=1e-15)
    assert np.array_equal(my_op.my_operator(a, b, alpha=0.5), out)
    broadcast = my_op.my_operator(a, b[0], alpha=2)
    np.testing.assert_allclose(broadcast, a + 2 * b[0], rtol=1e-15)


@pytest.mark.parametrize("example", [conv2d, matmul, max_pool2d, my_op], ids=lambda m: m.__name__)
def test_the_examples_check_themselves(daemon, example, capsys):
    example.main()
    assert "NumPy's" in (said := capsys.readouterr().out) or "SciPy's" in said


def test_no_npu_is_an_error_that_names_the_devices(daemon):
    a = normal(3, 3, dtype=np.float64)
    my_op.my_operator(a, a)
    with pytest.raises(pyasc.DeviceError, match="cpu"):
        pyasc.compile("MyOp", backend="npu", opt_level=3)
    assert np.array_equal(my_op.my_operator(a, a), a + a)


def test_one_alpha_a_call_compiles_once(daemon):
    a = normal(4, 4, dtype=np.float64)
    my_op.my_operator(a, a, alpha=0.25)
    before = daemon.status().compiles
    for step in range(20):
        my_op.my_operator(a, a, alpha=step * 0.125)
    assert daemon.status().compiles == before


def test_images_of_pillow_and_scipy(daemon):
    image = pytest.importorskip("PIL.Image")
    picture = image.fromarray(RANDOM.integers(0, 255, (16, 20), np.uint8))
    x = np.asarray(picture, np.float32)[None, None]
    w = np.array([[[[1, 2, 1], [0, 0, 0], [-1, -2, -1]]]], np.float32)
    y = conv2d.conv2d(x, w, padding=1)[0, 0]
    expected = ndimage.correlate(x[0, 0], w[0, 0], mode="constant")
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-3)
    pooled = max_pool2d.max_pool2d(np.asarray(picture, np.float64)[None, None])
    assert pooled.max() == np.asarray(picture).max()
