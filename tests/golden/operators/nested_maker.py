    @pyasc.operator(
        "Masked",  # an operator made inside a function, indented as a whole
    )
    # a comment between
    def masked(x, mask, out, fill=0):
        "Fills where the mask is set."
        "twice documented"
        N = x.shape[0]
# a comment at the left margin
        for i in range(N):

            out[i] = (fill
if mask[i]
                else x[i])
        return
