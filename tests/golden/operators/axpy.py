def axpy(x, y, alpha=2.0):
    for i in range(x.shape[0]):
        y[i] += alpha * x[i]
