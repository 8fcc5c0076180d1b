def strided_views(a, b, out, keep=True):
    """Views of views,
    with slices of every form."""
    a = a.T if keep else a[::-1, ..., None, 0]
    (rows, cols), last = a.shape, a[-1,]
    [p, q] = 1, -2
    out[:] = b
    out[:, ::2][1:][..., 0] = a[1:rows, :cols:q - p][0, (0)]
    out[p : q : 1, :], last[:] = out[p:q:1, :] * 2, last[::-1]
    m = out.reshape((cols, -1)).transpose(1, 0)[()]
    m[0], m[1] = m[1], m[0]
    n = k = m.ndim
    del n, k
    return out, \
        m
