def collatz(start, steps, limit=1000):
    for i, s in enumerate(start):
        n, count = int(s), 0
        while True:
            if n == 1:
                break
            elif n % 2 == 0:
                n //= 2
            elif count >= limit: raise OverflowError(f"{int(s)}: no 1 within {limit} steps")
            else:
                n = 3 * n + 1
            count += 1
        else: pass
        steps[i] = count if not count > limit else -1
