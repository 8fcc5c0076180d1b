"""The four operators at the sizes that users have, each against a reference of its own."""

import numpy as np
import pytest

import conv2d
import matmul
import max_pool2d
import my_op
import pyasc

RANDOM = np.random.default_rng(11)


def normal(*shape, dtype=np.float32):
    return RANDOM.standard_normal(shape).astype(dtype)


def conv_in_source_order(x, w, stride, padding, accumulate):
    """Add the taps one by one, each product and each sum rounded to `accumulate`.

    A tap that lies outside the image adds nothing, as in the operator: adding its 0 changes
    no sum but -0, and none starts as that.
    """
    edges = (padding, padding)
    padded = np.pad(x, ((0, 0), (0, 0), edges, edges)).astype(accumulate)
    taps = w.astype(accumulate)
    K, C, kH, kW = w.shape
    windows = np.lib.stride_tricks.sliding_window_view(padded, (kH, kW), axis=(2, 3))
    windows = windows[:, :, ::stride, ::stride]
    total = np.zeros((x.shape[0], K, *windows.shape[2:4]), accumulate)
    for c, i, j in np.ndindex(C, kH, kW):
        total += windows[:, None, c, :, :, i, j] * taps[None, :, c, i, j, None, None]
    return total.astype(x.dtype)


@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16], ids=lambda d: d.__name__)
def test_conv2d_bit_for_bit(daemon, dtype, level):
    x, w = normal(1, 3, 224, 224, dtype=dtype), normal(64, 3, 7, 7, dtype=dtype)
    accumulate = np.float32 if dtype == np.float16 and level == 3 else dtype
    expected = conv_in_source_order(x, w, 2, 3, accumulate)
    with pyasc.options(opt_level=level):
        y = conv2d.conv2d(x, w, stride=2, padding=3)
    assert (y.shape, y.dtype) == ((1, 64, 112, 112), dtype)
    assert np.array_equal(y, expected)


def test_matmul_within_the_bound_of_its_sums(daemon):
    a, b = normal(1024, 512), normal(512, 2048)
    y = matmul.matmul(a, b)
    # Of a sum of K rounded products in order: K * eps/2 of the sum of their magnitudes.
    bound = 512 * np.finfo(np.float32).eps / 2 * (np.abs(a).astype(np.float64) @ np.abs(b))
    assert y.shape == (1024, 2048)
    assert (np.abs(y - matmul.reference(a, b)) <= bound).all()


def test_max_pool2d(daemon):
    x = normal(1, 64, 224, 224)
    y = max_pool2d.max_pool2d(x, kernel_size=2, stride=2)
    assert y.shape == (1, 64, 112, 112)
    assert np.array_equal(y, max_pool2d.reference(x))


def ten_calls(a, b):
    output = np.empty_like(a)
    for step in range(10):
        my_op.my_operator(a, b, output, alpha=0.1 * step)
        # One multiply-add may be fused: then it is rounded once.
        np.testing.assert_allclose(output, a + 0.1 * step * b, rtol=1e-15, atol=1e-15)


def test_my_op_compiles_once_and_again_for_the_device_there_is(own_daemon):
    a, b = normal(2, 1024, 1024, dtype=np.float64)
    ten_calls(a, b)
    assert pyasc.info().compiles == 1
    with pytest.raises(pyasc.DeviceError, match="cpu"):
        pyasc.compile("MyOp", backend="npu", opt_level=3)
    kernel = pyasc.compile("MyOp", backend="cpu", opt_level=3)
    assert kernel.opt_level == 3
    compiled = pyasc.info().compiles
    ten_calls(a, b)
    assert pyasc.info().compiles == compiled
