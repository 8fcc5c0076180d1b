"""The part of deploy/quickstart that shows operators at work. Run by deploy/quickstart."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass
class Row:
    """One line of the table."""

    name: str
    shapes: str
    correct: str
    first_ms: float
    compile_ms: float
    later_ms: float
    reduced: str
    speedup: float


class Daemon:
    """A pyascd of the quickstart's own: socket and state inside the clone."""

    def __init__(self, root: Path) -> None:
        self.directory = root / ".quickstart"
        self.directory.mkdir(mode=0o700, exist_ok=True)
        self.socket = self.directory / "pyascd.sock"
        if len(os.fsencode(self.socket)) > 107:
            sys.exit(f"the path {self.socket} is too long for a socket: clone to a shorter path")
        read_fd, write_fd = os.pipe()
        self.process = subprocess.Popen(
            [
                str(root / "build/bin/pyascd"),
                f"--socket={self.socket}",
                f"--state-dir={self.directory / 'state'}",
                f"--cache-dir={self.directory / 'cache'}",
                f"--log-file={self.directory / 'pyascd.log'}",
                f"--ready-fd={write_fd}",
            ],
            pass_fds=[write_fd],
            stdin=subprocess.DEVNULL,
        )
        os.close(write_fd)
        with os.fdopen(read_fd) as ready:
            if not ready.readline():
                sys.exit(f"pyascd did not start; see {self.directory / 'pyascd.log'}")

    def stop(self) -> None:
        """End the daemon and wait for it."""
        self.process.terminate()
        self.process.wait()


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """Return the call's result and its milliseconds."""
    start = time.perf_counter()
    result = call()
    return result, (time.perf_counter() - start) * 1e3


def median_ms(call: Callable[[], Any], times: int = 5, enough_ms: float = 2000.0) -> float:
    """Return the median milliseconds of several calls; of fewer if they take long."""
    taken: list[float] = []
    while len(taken) < times and sum(taken) < enough_ms:
        taken.append(timed(call)[1])
    return sorted(taken)[len(taken) // 2]


def measure(
    name: str,
    operator: Any,
    tensors: dict[str, np.ndarray],
    output: tuple[int, ...],
    attributes: dict[str, Any],
    reference: Callable[[], np.ndarray],
    reduced: tuple[dict[str, np.ndarray], tuple[int, ...]],
) -> Row:
    """Run one operator at full size, and at a reduced size against the interpreter."""
    import pyasc

    print(f"    {name}", flush=True)
    dtype = next(iter(tensors.values())).dtype
    out = np.zeros(output, dtype)
    call = lambda: operator(*tensors.values(), out, **attributes)  # noqa: E731
    before = pyasc.info().compile_seconds
    _, first = timed(call)
    compile_ms = (pyasc.info().compile_seconds - before) * 1e3
    later = median_ms(call)
    expected = reference()
    scale = float(np.max(np.abs(expected))) or 1.0
    error = float(np.max(np.abs(out.astype(np.float64) - expected))) / scale
    small, small_output = reduced
    small_out = np.zeros(small_output, dtype)
    kernel_ms = median_ms(lambda: operator(*small.values(), small_out, **attributes))
    python_out = np.zeros(small_output, dtype)
    with np.errstate(all="ignore"):
        _, python_ms = timed(
            lambda: operator.__wrapped__(*small.values(), python_out, **attributes)
        )
    return Row(
        name,
        "x".join(str(t.shape).replace(" ", "") for t in tensors.values()) + f" {dtype}",
        f"yes ({error:.0e})" if error < 1e-5 else f"NO ({error:.0e})",
        first,
        compile_ms,
        later,
        "x".join(str(t.shape).replace(" ", "") for t in small.values()),
        python_ms / kernel_ms,
    )


def conv_reference(x: np.ndarray, w: np.ndarray, stride: int, padding: int) -> np.ndarray:
    """Convolution by SciPy's correlate, in float64."""
    from scipy.signal import correlate

    padded = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (padding,) * 2, (padding,) * 2))
    planes = [
        sum(
            correlate(image[c], kernel[c], mode="valid", method="direct") for c in range(len(image))
        )
        for image in padded
        for kernel in w.astype(np.float64)
    ]
    full = np.stack(planes).reshape(len(x), len(w), *planes[0].shape)
    return full[:, :, ::stride, ::stride]


def pool_reference(x: np.ndarray, size: int) -> np.ndarray:
    """Maximum over windows of size x size with that stride, by reshaping."""
    n, c, h, w = x.shape
    return x.reshape(n, c, h // size, size, w // size, size).max(axis=(3, 5)).astype(np.float64)


def normal(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    """Return normally distributed numbers, the same in every run."""
    return np.random.default_rng(shape).standard_normal(shape).astype(dtype)


def run_layers(operators: Any) -> list[Row]:
    """Run the two operators over images and return their rows of the table."""
    x, w = normal(1, 3, 224, 224), normal(64, 3, 7, 7)
    images = normal(1, 64, 224, 224)
    return [
        measure(
            "Conv2d",
            operators["conv2d"],
            {"input": x, "weight": w},
            (1, 64, 112, 112),
            {"stride": 2, "padding": 3},
            lambda: conv_reference(x, w, 2, 3),
            ({"input": x[:, :, :48, :48].copy(), "weight": w[:16].copy()}, (1, 16, 24, 24)),
        ),
        measure(
            "MaxPool2d",
            operators["max_pool2d"],
            {"input": images},
            (1, 64, 112, 112),
            {"kernel_size": 2, "stride": 2},
            lambda: pool_reference(images, 2),
            ({"input": images[:, :32, :128, :128].copy()}, (1, 32, 64, 64)),
        ),
    ]


def run_algebra(operators: Any) -> list[Row]:
    """Run the two operators over matrices and return their rows of the table."""
    a, b = normal(1024, 512), normal(512, 2048)
    p, q = normal(2, 1024, 1024, dtype=np.float64)
    return [
        measure(
            "Matmul",
            operators["matmul"],
            {"a": a, "b": b},
            (1024, 2048),
            {},
            lambda: a.astype(np.float64) @ b.astype(np.float64),
            ({"a": a[:128, :128].copy(), "b": b[:128, :128].copy()}, (128, 128)),
        ),
        measure(
            "MyOp",
            operators["my_operator"],
            {"input": p, "weight": q},
            (1024, 1024),
            {"alpha": 0.5},
            lambda: p + 0.5 * q,
            ({"input": p, "weight": q}, (1024, 1024)),
        ),
    ]


def print_table(rows: list[Row], compiled: int) -> None:
    """Print what was measured."""
    head = (
        f"{'operator':<10} {'shapes':<32} {'correct':<12} {'first call':>11} {'compiling':>11} "
        f"{'later calls':>11} {'speed-up':>9}  against the interpreter at"
    )
    print(head + "\n" + "-" * len(head))
    for r in rows:
        speedup = f"{r.speedup:,.0f}x" if r.speedup >= 10 else f"{r.speedup:.2g}x"
        print(
            f"{r.name:<10} {r.shapes:<32} {r.correct:<12} {r.first_ms:>8.1f} ms "
            f"{r.compile_ms:>8.1f} ms {r.later_ms:>8.1f} ms {speedup:>9}  {r.reduced}"
        )
    from_cache = "" if compiled else ": everything came from the cache on disk"
    print(
        "MyOp is one NumPy expression: there the interpreter is NumPy at full speed, and the call\n"
        "is mostly the copying of 24 MiB to the daemon and back. Matmul is three loops that run\n"
        "as they are written, an element at a time on one core: the compiler does not vectorise,\n"
        "tile or use a second core yet, as the library behind NumPy's matmul does."
    )
    print(f"{compiled} compiled{from_cache}; correct: largest error against NumPy or SciPy")


def draw_picture(operators: Any, path: Path) -> None:
    """Show a photograph, its edges (conv2d) and these pooled (max_pool2d)."""
    # What it keeps of the fonts it finds; else that would be in the home directory.
    os.environ.setdefault("MPLCONFIGDIR", str(path.parent / "matplotlib"))
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.cbook
    import matplotlib.pyplot as plt
    from PIL import Image

    with matplotlib.cbook.get_sample_data("grace_hopper.jpg") as file:
        photo = np.asarray(Image.open(file).convert("L"), dtype=np.float32)[:512, :512] / 255
    height, width = (side // 2 * 2 for side in photo.shape)
    image = photo[:height, :width].reshape(1, 1, height, width).copy()
    sobel = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], np.float32)
    weight = np.stack([sobel, sobel.T]).reshape(2, 1, 3, 3)
    gradient = np.zeros((1, 2, height, width), np.float32)
    operators["conv2d"](image, weight, gradient, stride=1, padding=1)
    edges = np.hypot(gradient[:, :1], gradient[:, 1:])
    pooled = np.zeros((1, 1, height // 2, width // 2), np.float32)
    operators["max_pool2d"](edges, pooled, kernel_size=2, stride=2)
    figure, axes = plt.subplots(1, 3, figsize=(12, 4.6))
    for axis, data, title in zip(
        axes,
        (image, edges, pooled),
        ("photograph", "edges: conv2d", "pooled: max_pool2d"),
        strict=True,
    ):
        axis.imshow(data[0, 0], cmap="gray")
        axis.set_title(title)
        axis.axis("off")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


def main() -> int:
    """Run the demonstration in the clone given by the first argument."""
    root = Path(sys.argv[1])
    daemon = Daemon(root)
    try:
        os.environ["PYASC_TARGET"] = f"unix://{daemon.socket}"
        sys.path.insert(0, str(root / "clients/python/examples"))
        import pyasc
        from conv2d import conv2d
        from matmul import matmul
        from max_pool2d import max_pool2d
        from my_op import my_operator

        operators = {
            "conv2d": conv2d,
            "matmul": matmul,
            "max_pool2d": max_pool2d,
            "my_operator": my_operator,
        }
        rows = run_layers(operators) + run_algebra(operators)
        picture = daemon.directory / "picture.png"
        print("    a picture", flush=True)
        draw_picture(operators, picture)
        print_table(rows, pyasc.info().compiles)
        print(f"picture: {picture}")
        print(
            "\nTo go on from a notebook or script:\n"
            f"  . {root}/.venv/bin/activate   # pyasc, pyascd and the command pyasc\n"
            "  pip install jupyterlab && jupyter lab\n"
            "  then: import numpy as np, pyasc   (the first call starts a daemon;\n"
            "  README.md has ten lines to paste)"
        )
        return 1 if any(row.correct.startswith("NO") for row in rows) else 0
    finally:
        daemon.stop()


if __name__ == "__main__":
    sys.exit(main())
