def first_or_two(x, out):
    s = 0
    if x[0] > 1:
        s = x[0]
    out[0] = s * 2
