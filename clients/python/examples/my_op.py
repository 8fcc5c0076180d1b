"""An operator of one's own, compiled ahead for an NPU, or for the CPU where there is none."""

import numpy as np

import pyasc


@pyasc.operator("MyOp")
def my_operator(input, weight, output, alpha=1.0):
    output[:] = input + alpha * weight


def reference(input, weight, alpha=1.0):
    """Return the same by NumPy."""
    return input + alpha * weight


def call_ten_times(a, b, output):
    for step in range(10):
        my_operator(a, b, output, alpha=0.1 * step)
        np.testing.assert_allclose(output, reference(a, b, alpha=0.1 * step), rtol=1e-15)


def main():
    random = np.random.default_rng(0)
    a, b = random.standard_normal((2, 64, 64))
    output = np.empty_like(a)
    call_ten_times(a, b, output)
    try:
        kernel = pyasc.compile("MyOp", backend="npu", opt_level=3)
    except pyasc.DeviceError as error:
        print(f"no NPU here ({error}): compiling for cpu")
        kernel = pyasc.compile("MyOp", backend="cpu", opt_level=3)
    call_ten_times(a, b, output)
    print(kernel)
    print(f"my_operator {a.shape} {a.dtype}: as NumPy's in 20 calls")


if __name__ == "__main__":
    main()
