"""The largest value in each window of images (N, C, H, W)."""

import numpy as np

import pyasc


@pyasc.operator("MaxPool2d")
def max_pool2d(input, output, kernel_size=2, stride=2, padding=0):
    N, C, H, W = input.shape
    out_h = (H + 2 * padding - kernel_size) // stride + 1
    out_w = (W + 2 * padding - kernel_size) // stride + 1
    output.resize((N, C, out_h, out_w))
    for n in range(N):
        for c in range(C):
            for oh in range(out_h):
                for ow in range(out_w):
                    largest = -np.inf
                    for i in range(kernel_size):
                        for j in range(kernel_size):
                            ih = oh * stride - padding + i
                            iw = ow * stride - padding + j
                            if 0 <= ih < H and 0 <= iw < W:
                                largest = max(largest, input[n, c, ih, iw])
                    output[n, c, oh, ow] = largest


def reference(input, kernel_size=2, stride=2, padding=0):
    """Return the same by NumPy."""
    edges = (padding, padding)
    padded = np.pad(input, ((0, 0), (0, 0), edges, edges), constant_values=-np.inf)
    size = (kernel_size, kernel_size)
    windows = np.lib.stride_tricks.sliding_window_view(padded, size, axis=(2, 3))
    return windows[:, :, ::stride, ::stride].max(axis=(-2, -1))


def main():
    x = np.random.default_rng(0).standard_normal((1, 8, 32, 32)).astype(np.float32)
    y = np.empty((1, 8, 16, 16), np.float32)
    max_pool2d(x, y, kernel_size=2, stride=2)
    np.testing.assert_array_equal(y, reference(x))
    padded = max_pool2d(x, kernel_size=3, stride=2, padding=1)
    np.testing.assert_array_equal(padded, reference(x, kernel_size=3, stride=2, padding=1))
    print(f"max_pool2d {x.shape} -> {y.shape} {y.dtype}: as NumPy's")


if __name__ == "__main__":
    main()
