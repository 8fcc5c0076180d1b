import numpy as np
import pyasc

@pyasc.operator("Horner")
def horner(x, coefficients, y, clip=None, scale=-1.5e-3, window=(-1, 1)):
	# tabs, as some people's editors write them
	y[:] = 0.
	for c in reversed(coefficients):
		y[:] = y * x + c
	if clip is not None and clip > 0:
		y[:] = np.clip(y, -clip, +clip)
	assert window[0] < window[1], f"window {window!r} is empty"
	y *= scale ** -1 if scale else 1.
