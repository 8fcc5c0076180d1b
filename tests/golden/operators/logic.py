def logic(a, b, out, flags=(True, False, None), exact=not True, order="C"):
    lo = hi = 0
    for i in range(len(a)):
        lo, hi = min(lo, a[i]), max(hi, b[i])
        ok = 0 <= i < len(b) != 7 and not (lo > hi or hi is None) or flags[0] and flags is not None
        out[i] = (ok, not ok)[i % 2] if (exact if ok else order == "C") else -+~i ** -2 ** 3
        if i in (1, 2) and i not in (3,) and (a[i] and b[i]) and (a[i] == b[i]) == True:
            continue
        out[i] += (a[i] + b[i]) * (a[i] - b[i]) / (a[i] / (b[i] / 2)) - (1 - (2 - 3)) % (4 % 3) // 2
        out[i] = 1 .real + 1.5.real + (2).real + (-3).real + a.dtype.type(i) if False else i
