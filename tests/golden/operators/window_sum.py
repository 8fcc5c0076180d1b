def window_sum(x, out, size=3):
    n = x.shape[0] - size + 1
    out.resize((n,))
    for i in range(n):
        total = 0.0
        for k in range(size):
            if x[i + k] >= 0:
                total += x[i + k]
        out[i] = total
