def messages(x, out, mode="mean", eps=1e-5, digits=3):
    'Everything a message can be.'
    n = x.shape[0]
    if n == 0: raise ValueError("no rows: " 'shape ' f"{x.shape}")
    if mode not in ("mean", "sum", 'm\x41x', "µ"):
        raise NotImplementedError(f"mode {mode!r} of {{mean, sum}}: {n=}, {eps:.{digits}e}" r" at \d")
    print(f'{n:>{digits + 1}}|{"it" if n else "no"}', f"{x[0]:g}{'' :5}", sep="\t", end="!\n")
    print(rf"\{n}", f"""{
        n + 1
    !s:^{digits}}""", "\u00e9\U0001F600\0\x7f\t\\", '''a"b'c''')
    out[...] = x.sum() / (n + eps)
