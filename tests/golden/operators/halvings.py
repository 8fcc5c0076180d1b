def halvings(out, n):
    steps = 0
    while n > 1:
        n //= 2
        steps += 1
        if steps == 64:
            break
    else:
        out[0] = steps
