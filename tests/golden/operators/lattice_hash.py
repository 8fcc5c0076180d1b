def lattice_hash(keys, table, seed=0x9E37_79B9, rounds=0b11, mask=0o7777_7777):
    for i in range(0, keys.shape[0], +1):
        h = int(keys[i]) ^ seed & mask | 1 << 3
        for r in range(rounds):
            h ^= h >> 0x10
            h *= 0x85EBCA6B
            h &= 0xFFFF_FFFF
            h = ~h & 0xFFFF_FFFF if r % 2 else -(-h)
        h //= 1; h **= 1; h %= 4_294_967_296; h |= 0; h <<= 0; h >>= 0; h -= 0; h += 0
        table[i] = (h @ h) if False else h
