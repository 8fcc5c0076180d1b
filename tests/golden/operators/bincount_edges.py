@operator
def bincount_edges(values, edges, counts, outliers):
    n = len(edges) - 1
    counts.resize((n,)); counts[:] = 0
    outliers.resize(()); outliers[()] = 0

    for v in values:                    # rows of a vector are numbers
        lo, hi = 0, n
        if not (edges[0] <= v < edges[-1]): outliers[()] += 1; continue
        while hi - lo > 1:
            mid = lo + hi >> 1
            if v < edges[mid]: hi = mid
            else: lo = mid
        counts[lo] += 1
    else:
        pass
