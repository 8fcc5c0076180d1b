"""Matrix product, with either side transposed on demand."""

import numpy as np

import pyasc


@pyasc.operator("Matmul")
def matmul(a, b, output, transpose_a=False, transpose_b=False):
    if transpose_a:
        a = a.T
    if transpose_b:
        b = b.T
    M, K = a.shape
    K2, N = b.shape
    if K != K2:
        raise ValueError(f"K of a ({K}) is not K of b ({K2})")
    output.resize((M, N))
    for m in range(M):
        for n in range(N):
            s = 0.0
            for k in range(K):
                s += a[m, k] * b[k, n]
            output[m, n] = s


def reference(a, b, transpose_a=False, transpose_b=False):
    """Return the same by NumPy, in float64."""
    left = (a.T if transpose_a else a).astype(np.float64)
    return left @ (b.T if transpose_b else b).astype(np.float64)


def main():
    random = np.random.default_rng(0)
    a = random.standard_normal((64, 96)).astype(np.float32)
    b = random.standard_normal((80, 96)).astype(np.float32)
    y = matmul(a, b, transpose_b=True)
    np.testing.assert_allclose(y, reference(a, b, transpose_b=True), rtol=1e-4, atol=1e-4)
    try:
        matmul(a, b)
    except ValueError as error:
        print(f"matmul {a.shape} @ {b.shape}: {error}")
    print(f"matmul {a.shape} @ {b.shape}.T -> {y.shape} {y.dtype}: as NumPy's")


if __name__ == "__main__":
    main()
