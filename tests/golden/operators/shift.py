def shift(x):
    x[1:] = x[:-1]
