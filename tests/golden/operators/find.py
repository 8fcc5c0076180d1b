def find(keys, place, wanted=0):
    i = 0
    while i < keys.shape[0]:
        if keys[i] == wanted:
            break
        i += 1
    else:
        raise KeyError(f"no {wanted} in {keys.shape[0]} keys")
    place[0] = i
