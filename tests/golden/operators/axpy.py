def axpy(x, y, alpha=1.0):
    for i in range(x.shape[0]):
        y[i] += alpha * x[i]
