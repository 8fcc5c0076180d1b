def window_sum(x, out, radius=1):
    N, = x.shape
    out.resize(N)
    for i in range(N):
        s = 0
        for k in range(-radius, radius + 1):
            if 0 <= i + k < N:
                s += x[i + k]
        out[i] = s
