def shift(a):
    a[1:] = a[:-1]
