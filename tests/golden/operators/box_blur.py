import numpy as np
import pyasc


@pyasc.operator("BoxBlur", tags=["image", "filter"], aliases={"blur": 1})
def box_blur(image: np.ndarray, out: "np.ndarray", radius: int = 1) -> None:
    """Mean of a square window, cut at the border."""
    rows, cols = image.shape
    out.resize((rows, cols))
    for i in range(rows):
        top, bottom = max(i - radius, 0), min(i + radius + 1, rows)
        for j in range(cols):
            left, right = max(j - radius, 0), min(j + radius + 1, cols)
            window = image[top:bottom, left:right]
            out[i, j] = window.sum() / ((bottom - top) * (right - left))
