"""Two-dimensional convolution of images (N, C, H, W) with filters (K, C, kH, kW)."""

import numpy as np
from scipy import signal

import pyasc


@pyasc.operator("Conv2d")
def conv2d(input, weight, output, stride=1, padding=0):
    N, C, H, W = input.shape
    K, _, kH, kW = weight.shape
    out_h = (H + 2 * padding - kH) // stride + 1
    out_w = (W + 2 * padding - kW) // stride + 1
    output.resize((N, K, out_h, out_w))
    output[:] = 0
    for n in range(N):
        for k in range(K):
            for oh in range(out_h):
                for ow in range(out_w):
                    s = 0.0
                    for c in range(C):
                        for i in range(kH):
                            for j in range(kW):
                                ih = oh * stride - padding + i
                                iw = ow * stride - padding + j
                                if 0 <= ih < H and 0 <= iw < W:
                                    s += input[n, c, ih, iw] * weight[k, c, i, j]
                    output[n, k, oh, ow] += s


def reference(input, weight, stride=1, padding=0):
    """Return the same by SciPy, in float64."""
    edges = (padding, padding)
    padded = np.pad(input.astype(np.float64), ((0, 0), (0, 0), edges, edges))
    planes = [
        [
            sum(
                signal.correlate2d(plane, taps.astype(np.float64), mode="valid")
                for plane, taps in zip(image, filter, strict=True)
            )[::stride, ::stride]
            for filter in weight
        ]
        for image in padded
    ]
    return np.array(planes)


def main():
    random = np.random.default_rng(0)
    x = random.standard_normal((1, 3, 32, 32)).astype(np.float32)
    w = random.standard_normal((8, 3, 7, 7)).astype(np.float32)
    y = conv2d(x, w, stride=2, padding=3)
    np.testing.assert_allclose(y, reference(x, w, stride=2, padding=3), rtol=1e-4, atol=1e-4)
    print(f"conv2d {x.shape} * {w.shape} -> {y.shape} {y.dtype}: as SciPy's")


if __name__ == "__main__":
    main()
