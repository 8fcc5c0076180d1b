def checked(x):
    for i in range(x.shape[0]):
        if x[i] < 0:
            raise ValueError(f"x[{i}] is {x[i]:.2f}")
